"""datatrove: WARC → language → maintext → dedup → JSON Lines, on a small WARC file that is written here.

    pip install 'maintext[datatrove]'
    python examples/integrations/datatrove_pipeline.py

The same steps run on Common Crawl with ``SlurmPipelineExecutor`` or ``RayPipelineExecutor`` in the place of
the local one, and ``s3://commoncrawl/…`` as the folder of the reader.

The language comes from maintext, not from datatrove's ``LanguageFilter``: that one downloads a model of
fastText (126 MB) when it is made. The dedup is datatrove's exact one on the main text: its MinHash needs word
tokenizers of other libraries, some of which download data too.
"""

import gzip
import json
import sys
import tempfile
from pathlib import Path

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup import ExactDedupFilter, ExactDedupSignature, ExactFindDedups
from datatrove.pipeline.dedup.exact_dedup import ExactDedupConfig
from datatrove.pipeline.filters import LambdaFilter
from datatrove.pipeline.readers import JsonlReader, WarcReader
from datatrove.pipeline.writers import JsonlWriter
from datatrove.utils.hashing import HashConfig

from maintext import extract
from maintext.integrations.datatrove import MaintextExtractor

MENU = "<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/about>About</a></nav>"
RAIN = (
    "<h1>Rain</h1><p>It rained all night in March, the river rose, and the willows at the bridge had new"
    " leaves when the people came out in the morning.</p>"
)
YU = (
    "<h1>春雨</h1><p>三月的雨下了整整一夜，早晨河水涨了起来，桥边的柳树发出新芽，"
    "人们走出家门，看见湿润的石板路和远处的山。</p>"
)
PLUIE = (
    "<h1>Pluie</h1><p>Il a plu toute la nuit en mars, la rivière est montée, et les saules près du pont"
    " avaient de nouvelles feuilles le matin.</p>"
)
PAGES = {
    "https://a.test/rain": f"<title>Rain</title>{MENU}<article>{RAIN}</article>",
    "https://b.test/copy": f"<title>Rain | B</title>{MENU}<article>{RAIN}</article>",
    "https://c.test/yu": f"<title>春雨</title>{MENU}<article>{YU}</article>",
    "https://d.test/pluie": f"<title>Pluie</title>{MENU}<article>{PLUIE}</article>",
    "https://e.test/empty": "<title>Nothing</title><img src=a.png>",
}
LANGUAGES = ("en", "zh")


def write_warc(path: Path) -> None:
    """Write the pages as responses, a gzip member each, as Common Crawl does."""
    with path.open("wb") as file:
        for number, (url, html) in enumerate(PAGES.items()):
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
            head = (
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2024-03-01T00:00:00Z\r\n"
                f"WARC-Record-ID: <urn:uuid:{number:032x}>\r\nWARC-Target-URI: {url}\r\n"
                "WARC-Identified-Payload-Type: text/html\r\n"
                "Content-Type: application/http; msgtype=response\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            file.write(gzip.compress(head.encode() + body + b"\r\n\r\n"))


def is_wanted(document: Document) -> bool:
    """Note the language of all visible text, and say whether it is one of ours; a page without stays."""
    language = extract(document.text, method="all_text").language
    if language:
        document.metadata["language"] = language
    return not language or language.partition("-")[0] in LANGUAGES


def text_of(document: Document) -> str:
    """What must not be there twice."""
    return document.text


def run(folder: Path) -> list[dict[str, object]]:
    """Run the four executors; return the rows."""
    warcs, texts, signatures, doubles, out = (
        str(folder / name) for name in ("warc", "texts", "signatures", "doubles", "out")
    )
    dedup = ExactDedupConfig(content_getter=text_of, hash_config=HashConfig(hash_fc="sha1"))

    def done(name: str, steps: list[object]) -> None:
        LocalPipelineExecutor(steps, tasks=1, logging_dir=str(folder / "logs" / name)).run()

    done(
        "texts",
        [
            WarcReader(warcs, glob_pattern="*.warc.gz"),
            LambdaFilter(is_wanted),
            MaintextExtractor(exclusion_writer=JsonlWriter(str(folder / "dropped"), compression=None)),
            JsonlWriter(texts, compression=None),
        ],
    )
    done("signatures", [JsonlReader(texts), ExactDedupSignature(signatures, dedup)])
    done("doubles", [ExactFindDedups(signatures, doubles, dedup)])
    done("out", [JsonlReader(texts), ExactDedupFilter(doubles, dedup), JsonlWriter(out, compression=None)])
    lines = [path.read_text("utf-8") for path in sorted(Path(out).glob("*.jsonl"))]
    return [json.loads(line) for line in "".join(lines).splitlines()]


if __name__ == "__main__":  # the executors' processes import this file
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "warc").mkdir()
        write_warc(Path(name) / "warc" / "small.warc.gz")
        rows = run(Path(name))
    for row in rows:
        print(
            row["metadata"]["url"],
            row["metadata"]["language"],
            row["metadata"]["title"],
            repr(row["text"][:40]),
        )
    sys.exit(0 if len(rows) == 2 else 1)
