"""Kill ``maintext batch`` at random moments, resume it, and compare with a run that nobody disturbed.

    python scripts/check_batch_kills.py                          # made pages to JSON Lines and SQLite
    python scripts/check_batch_kills.py --kills 10 --to parquet  # needs the extra parquet
    python scripts/check_batch_kills.py --input pages.warc.gz    # your own pages
    python scripts/check_batch_kills.py --bucket --to jsonl      # the way of object storage

A third of the kills are SIGKILL for the parent only, as when the system runs out of memory, a third for the
workers as well, as when a machine goes down, a third SIGTERM, as of a service manager. The moments are
random, and spread from the start to the end. Files must be the same byte by byte; of an SQLite database the
rows. Ends with 1 when something differs.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.killed_batch import KilledBatch, kill_options, made_page
from scripts.killed_run import KilledRun

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

_KINDS = ("jsonl", "csv", "sqlite", "parquet")


def write_pages(path: Path, n_pages: int) -> None:
    """Write JSON Lines of pages of different sizes; one in fifty is not a page."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(n_pages):
            record = {"id": str(number), "html": made_page(number) if number % 50 else None}
            file.write(json.dumps(record) + "\n")


def n_pages(output: Path) -> int:
    """Pages of a finished output."""
    report = output.with_name(output.name + ".report.json")
    return int(json.loads(report.read_text("utf-8"))["n_pages"])


def check(source: Path, folder: Path, kind: str, given: argparse.Namespace) -> bool:
    """Compare one kind of output; say what happened."""
    moments = random.Random(given.seed)  # noqa: S311 - a moment is no secret
    undisturbed = KilledBatch(source, folder / f"undisturbed.{kind}", given.shard_pages)
    seconds = KilledRun(undisturbed.command, undisturbed.n_shards_done).to_the_end()
    n_shards = n_pages(undisturbed.output) // given.shard_pages
    disturbed = KilledBatch(source, folder / f"disturbed.{kind}", given.shard_pages, bucket=given.bucket)
    run = KilledRun(disturbed.command, disturbed.n_shards_done)
    # The first ones hit the start, the last ones the end; half the time left, to come before it.
    done = run.killed_at(
        (number * n_shards // given.kills, moments.random() * seconds / given.kills / 2)
        for number in range(given.kills)
    )
    run.to_the_end()
    same = bool(disturbed.content() == undisturbed.content())
    result = "the same" if same else "DIFFERENT"
    print(f"{kind}: {len(done)} kills, done at each: {done} of {n_shards} shards; {result}", flush=True)
    return same and len(done) == given.kills


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = kill_options(__doc__, kills=10, kinds=_KINDS)
    parser.add_argument("--input", type=Path, help="pages  [default: made ones]")
    parser.add_argument("--bucket", action="store_true", help="write by way of fsspec, to file:// URLs")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        source = given.input or Path(name, "pages.jsonl")
        if given.input is None:
            write_pages(source, given.pages)
        results = [check(source, Path(name), kind, given) for kind in given.to or ("jsonl", "sqlite")]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
