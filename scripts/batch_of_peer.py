"""A WARC file to Parquet with another extractor, in the same way as ``maintext batch``: a pool of processes.

    python scripts/batch_of_peer.py pages.warc.gz pages.parquet --tool resiliparse --processes 2

Run by ``measure_batch.py --peers PYTHON`` with the Python of an environment that has the tool, fastwarc and
pyarrow. Only title and text are written (trafilatura finds its other metadata as well). Prints the number of
pages.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_CHUNK = 16  # pages that are given to a process at a time
_ROWS = 1_000  # of a row group, as of a shard of ours


def pages(path: str) -> Iterator[bytes]:
    """Give the bodies of the responses in a WARC file."""
    warc = import_module("fastwarc.warc")
    with Path(path).open("rb") as file:
        for record in warc.ArchiveIterator(file, record_types=warc.WarcRecordType.response, parse_http=True):
            yield record.reader.read()


def extractor(tool: str) -> Callable[[bytes], tuple[str, str]]:
    """Return what makes title and text of a page."""
    return {"resiliparse": _resiliparse, "trafilatura": _trafilatura}[tool]


def _resiliparse(body: bytes) -> tuple[str, str]:
    encoding = import_module("resiliparse.parse.encoding")
    text = encoding.bytes_to_str(body, encoding.detect_encoding(body))
    tree = import_module("resiliparse.parse.html").HTMLTree.parse(text)
    plain = import_module("resiliparse.extract.html2text").extract_plain_text(tree, main_content=True)
    return tree.title or "", plain


def _trafilatura(body: bytes) -> tuple[str, str]:
    found = import_module("trafilatura").bare_extraction(body, with_metadata=True)
    return (found.title or "", found.text or "") if found is not None else ("", "")


def chunks(bodies: Iterator[bytes]) -> Iterator[list[bytes]]:
    """Give the pages some at a time."""
    while chunk := list(itertools.islice(bodies, _CHUNK)):
        yield chunk


def extracted(tool: str, bodies: Sequence[bytes]) -> list[tuple[str, str]]:
    """Return titles and texts of some pages."""
    return [extractor(tool)(body) for body in bodies]


def write(path: str, rows: Iterator[tuple[str, str]]) -> int:
    """Write the rows as they come; return how many they are."""
    pa: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    schema = pa.schema([("title", pa.string()), ("text", pa.string())])
    n_rows = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while some := list(itertools.islice(rows, _ROWS)):
            writer.write_table(pa.table([list(column) for column in zip(*some, strict=True)], schema=schema))
            n_rows += len(some)
    return n_rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("warc")
    parser.add_argument("output")
    parser.add_argument("--tool", choices=("resiliparse", "trafilatura"), required=True)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    work = partial(extracted, given.tool)
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        results = pool.imap(work, chunks(pages(given.warc)))
        print(write(given.output, itertools.chain.from_iterable(results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
