"""A WARC file with all that a crawl has in it to a Parquet table: places, counts and types are checked.

    python scripts/check_warc_table.py ../shared/corpus                          # 3,000 records
    python scripts/check_warc_table.py ../shared/corpus --readers env/bin/python

Pages of the corpus are written between redirects, images, PDFs, robots.txt, errors, revisits and twice the
same page; some pages are in chunks, compressed or in GBK; a record breaks off inside, a gzip member is
damaged, and the file breaks off in its last record. Then ``maintext batch`` reads it, and

- each row's file, offset and length lead to the record that was written there, and its page, read with the
  standard library, gives the same text;
- the report's counts are those of the records written, and add up;
- pyarrow, DuckDB, pandas and polars, from the environment of ``--readers``, read the table with the right
  types and the same values.

Ends with 1 when something differs.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.measure_batch import member

from maintext import extract
from maintext.batch.item import payload_digest
from maintext.lab.evaluate import read_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_RUN = "from maintext.cli import main; main()"
_FETCHED = datetime(2024, 1, 1, tzinfo=UTC)  # of all records
_OK = "HTTP/1.1 200 OK\r\n"
_JUNK = bytes(range(256))
# What stands between the pages: why it is skipped, then kind, status, type, path, and body.
_OTHERS = (
    ("redirect", "response", "301 Moved\r\nLocation: /new", "text/html", "old", b"<p>Moved"),
    ("not_html", "response", "200 OK", "image/png", "a.png", b"\x89PNG\r\n\x1a\n" + _JUNK),
    ("not_html", "response", "200 OK", "application/pdf", "a.pdf", b"%PDF-1.7\n" + _JUNK),
    ("robots", "response", "200 OK", "text/plain", "robots.txt", b"User-agent: *\nDisallow:\n"),
    ("bad_status", "response", "404 Not Found", "text/html", "no", b"<p>Nothing is here.</p>"),
    ("revisit", "revisit", "200 OK", "text/html", "same", b""),
    ("not_a_response", "metadata", "200 OK", "text/html", "", b"<p>Not a page.</p>"),
)


class MadeWarc:
    """The file, and what is in it.

    Attributes
    ----------
    pages
        Offset, length, page as sent, page decoded, ``charset`` and URL of each good page.
    skipped
        Records that are no page, by reason.
    errors
        Damaged places, by the error of their rows.
    """

    def __init__(self, corpus: Path, path: Path, n_records: int) -> None:
        self.pages: dict[int, tuple[int, bytes, bytes, str, str]] = {}
        self.skipped: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        pages = (page for page in itertools.cycle(read_corpus(corpus)) if page.html)
        with path.open("wb") as file:
            for number in range(n_records - 1):
                file.write(self._record(number, pages, file.tell()))
            last = member(n_records, "https://site.test/last", b"<p>One sentence of text.</p>" * 99)
            file.write(last[: len(last) * 2 // 3])
            self.errors["SourceCutShort"] += 1

    def _record(self, number: int, pages: Iterator[Any], offset: int) -> bytes:
        if number % 3 == 1:
            reason, kind, status, media_type, path, body = _OTHERS[number // 3 % len(_OTHERS)]
            head = f"HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\n"
            self.skipped[reason] += 1
            return member(number, f"https://site.test/{path}", body, head=head, kind=kind)
        page = next(pages)
        url = page.url or f"https://site.test/{number}"
        decoded, sent, charset, head = _as_sent(page.html, number)
        data = member(number, url, sent, head=head)
        if number % 500 == 50:
            self.errors["RecordDamaged"] += 1
            return data[: len(data) // 2]
        if number % 500 == 300:
            self.errors["RecordDamaged"] += 1
            middle = len(data) // 2
            return data[:middle] + bytes(40) + data[middle + 40 :]
        self.pages[offset] = (len(data), sent, decoded, charset, url)
        return data


def _as_sent(html: str, number: int) -> tuple[bytes, bytes, str, str]:
    """Return a page as bytes, as a server sends it, its charset, and the head of the response."""
    charset = "gbk" if number % 5 == 0 else "utf-8"
    try:
        page = html.encode(charset)
    except UnicodeEncodeError:
        charset = "utf-8"
        page = html.encode(charset, "replace")
    head = f"{_OK}Content-Type: text/html; charset={charset}\r\n"
    if number % 7 == 0:
        return page, gzip.compress(page, 1), charset, f"{head}Content-Encoding: gzip\r\n"
    if number % 11 == 0:
        chunks = (page[start : start + 4000] for start in range(0, len(page), 4000))
        sent = b"".join(b"%x\r\n%b\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"
        return page, sent, charset, f"{head}Transfer-Encoding: chunked\r\n"
    return page, page, charset, head


def wrong_places(made: MadeWarc, warc: Path, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Give what is wrong with the places of the rows, and with their texts."""
    places = {row["input"]["offset"]: row for row in rows if row["outcome"] != "error"}
    for offset in sorted({*places} ^ {*made.pages}):
        yield f"byte {offset}: {'no row' if offset in made.pages else 'a row, but no page was written there'}"
    with warc.open("rb") as file:
        for offset, (length, sent, page, charset, url) in made.pages.items():
            if not (row := places.get(offset)):
                continue
            origin = row["input"]
            file.seek(offset)
            record = gzip.decompress(file.read(origin["length"]))
            text = extract(page, url, http_charset=charset, fetched=_FETCHED).text
            said = {
                "length": origin["length"] == length,
                "file": origin["file"] == str(warc),
                "record_id": f"WARC-Record-ID: {origin['record_id']}".encode() in record,
                "target_uri": origin["target_uri"] == row["url"] == url,
                "fetched": origin["fetched"] == _FETCHED,
                "http_status": origin["http_status"] == 200,
                "content_type": origin["content_type"] == "text/html",
                "bytes": record.partition(b"\r\n\r\n")[2].partition(b"\r\n\r\n")[2] == sent + b"\r\n\r\n",
                "digest": origin["digest"] == payload_digest(sent),
                "size": origin["size"] == len(page),
                "text": (row["text"] or "") == text,
            }
            if wrong := [name for name, is_right in said.items() if not is_right]:
                yield f"byte {offset}: {', '.join(wrong)}: {origin}"


def wrong_counts(made: MadeWarc, report: dict[str, Any], rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Give what is wrong with the counts."""
    outcomes = Counter(row["outcome"] for row in rows)
    expected = {
        "skipped": (report["skipped"], dict(made.skipped)),
        "errors": (report["errors"], dict(made.errors)),
        "outcomes": (report["outcomes"], dict(outcomes)),
        "pages": (report["n_pages"], len(rows)),
        "good pages": (report["n_pages"] - outcomes["error"], len(made.pages)),
        "sum": (report["n_read"], sum(report["skipped"].values()) + sum(report["outcomes"].values())),
        "records": (report["n_read"], made.skipped.total() + len(made.pages) + made.errors.total()),
    }
    for name, (found, right) in expected.items():
        if found != right:
            yield f"{name}: {found} instead of {right}"


def wrong_readings(python: Path, table: Path) -> Iterator[str]:
    """Give in what the libraries differ, and types that are not right."""
    script = Path(__file__).with_name("read_table.py")
    done = subprocess.run([python, script, table], check=True, stdout=subprocess.PIPE, text=True)
    readings: dict[str, dict[str, Any]] = json.loads(done.stdout)
    for name, reading in readings.items():
        print(f"{name} {reading['version']} reads {len(reading['values'])} rows")
        yield from (f"{name}: {column} is {kind}" for column, kind in reading["wrong"].items())
        pairs = zip(reading["values"], readings["pyarrow"]["values"], strict=True)
        yield from (f"{name}: {one} instead of {right}" for one, right in pairs if one != right)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--records", type=int, default=3000)
    parser.add_argument(
        "--readers", type=Path, metavar="PYTHON", help="that of an environment with the libraries"
    )
    given = parser.parse_args(arguments)
    import pyarrow.parquet  # noqa: PLC0415 - an extra

    with tempfile.TemporaryDirectory() as name:
        warc, table = Path(name, "crawl.warc.gz"), Path(name, "crawl.parquet")
        made = MadeWarc(given.corpus, warc, given.records)
        command = [sys.executable, "-c", _RUN, "batch", str(warc), "-o", str(table), "-p", "2", "-q"]
        subprocess.run(command, check=False)  # it tells of the damage with its exit code
        rows = pyarrow.parquet.read_table(table).to_pylist()
        report = json.loads(table.with_name(table.name + ".report.json").read_text("utf-8"))
        print({name: report[name] for name in ("n_read", "n_pages", "skipped", "outcomes", "errors")})
        wrong = [*wrong_places(made, warc, rows), *wrong_counts(made, report, rows)]
        if given.readers:
            wrong += wrong_readings(given.readers, table)
    print(f"{len(made.pages)} pages lead back to their bytes" if not wrong else "\n".join(wrong[-20:]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
