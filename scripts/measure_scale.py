"""What a page costs in each stage of a batch, in processor time: the figures that docs/scale.md starts from.

    python scripts/measure_scale.py ../shared/corpus             # every fifth page
    python scripts/measure_scale.py ../shared/corpus --step 20

One process does the stages one after another over the same pages, as a worker and its reader do: undo gzip
and read WARC, hand pages over, extract with the default method and all fields, write Parquet. Processor time
hardly depends on other work on the machine, but a little: caches are shared. Since pages differ in size, a
line is laid through the extraction times: a part for each page, and one for each byte of HTML.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import pickle
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from maintext.batch import SourceReading, find_sink, find_sources
from maintext.batch.journal import Shard
from maintext.batch.record import PageRecorder
from maintext.lab.evaluate import read_corpus
from maintext.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SHARD_PAGES = 1000
_RECORD = (
    "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
    "WARC-Record-ID: <urn:uuid:{number:032x}>\r\nWARC-Target-URI: {url}\r\n"
    "Content-Type: application/http; msgtype=response\r\nContent-Length: {n_bytes}\r\n\r\n"
)
_HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"


def cpu_s(function: Callable[[], object], n_times: int = 3) -> float:
    """Mean processor time of a call, after one that loads what is loaded once."""
    function()
    start = time.process_time()
    for _ in range(n_times):
        function()
    return (time.process_time() - start) / n_times


def write_warc(corpus: Path, path: Path, step: int) -> list[int]:
    """Write every so many-th page of the corpus, a gzip member each; return their sizes in bytes."""
    sizes = []
    with path.open("wb") as file:
        for number, page in enumerate(itertools.islice(read_corpus(corpus), 0, None, step)):
            html = page.html.encode("utf-8", "replace")
            sizes.append(len(html))
            body = _HTTP + html
            head = _RECORD.format(number=number, url=page.url or "https://site.test/", n_bytes=len(body))
            file.write(gzip.compress(head.encode() + body + b"\r\n\r\n", 6))
    return sizes


def measure(corpus: Path, folder: Path, step: int) -> dict[str, float]:
    """Return the figures by name."""
    warc = folder / "pages.warc.gz"
    sizes = np.array(write_warc(corpus, warc, step), dtype=float)
    n_pages = len(sizes)
    (source,) = find_sources([str(warc)], SourceReading(max_bytes=10_000_000))
    items = list(source.items())
    read_s = cpu_s(lambda: sum(1 for _ in source.items()))
    hand_s = cpu_s(lambda: [pickle.loads(pickle.dumps(item)) for item in items])  # noqa: S301 - our own
    sink = find_sink(str(folder / "out.parquet"))
    sink.folder.mkdir()
    extractor, encode = PageRecorder(Options(), "text"), sink.encoder()
    extractor.warm_up()
    times, rows = [], []
    for item in items:
        start = time.process_time()
        rows.append(encode(extractor(item)))
        times.append(time.process_time() - start)
    shards = [rows[first : first + _SHARD_PAGES] for first in range(0, n_pages, _SHARD_PAGES)]

    def write() -> None:
        for number, rows in enumerate(shards):
            sink.write(Shard(0, number), rows)

    write_s = cpu_s(write)
    per_byte, per_page = np.polyfit(sizes, times, 1)
    return {
        "n_pages": n_pages,
        "html_kb_per_page": round(sizes.mean() / 1e3, 1),
        "warc_kb_per_page": round(warc.stat().st_size / n_pages / 1e3, 1),
        "read_ms_per_page": round(read_s / n_pages * 1e3, 3),
        "hand_over_ms_per_page": round(hand_s / n_pages * 1e3, 3),
        "extract_ms_per_page": round(float(np.mean(times)) * 1e3, 2),
        "extract_ms_of_a_page": round(float(per_page) * 1e3, 2),
        "extract_ms_per_100_kb": round(float(per_byte) * 1e8, 2),
        "extract_variation": round(float(np.std(times) / np.mean(times)), 2),
        "write_ms_per_page": round(write_s / n_pages * 1e3, 3),
        "out_kb_per_page": round(
            sum(path.stat().st_size for path in sink.folder.iterdir()) / n_pages / 1e3, 2
        ),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--step", type=int, default=5)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        print(json.dumps(measure(given.corpus, Path(name), given.step), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
