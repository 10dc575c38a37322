"""Kill ``maintext batch`` at random moments, resume it, and compare with a run that nobody disturbed.

    python scripts/check_batch_kills.py                          # made pages to JSON Lines and SQLite
    python scripts/check_batch_kills.py --kills 10 --to parquet  # needs the extra parquet
    python scripts/check_batch_kills.py --input pages.warc.gz    # your own pages

Half of the kills are of the parent only, as when the system runs out of memory, half of the workers as well,
as when a machine goes down. The moments are random, and spread from the start to the end. Files must be the
same byte by byte; of an SQLite database the rows. Ends with 1 when something differs.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.killed_run import KilledRun

if TYPE_CHECKING:
    from collections.abc import Sequence

_RUN = "from maintext.cli import main; main()"
_SUFFIX = {"jsonl": ".jsonl", "csv": ".csv", "sqlite": ".sqlite", "parquet": ".parquet"}


def write_pages(path: Path, n_pages: int) -> None:
    """Write JSON Lines of pages of different sizes; one in fifty is not a page."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(n_pages):
            words = " ".join(f"word{number % (n + 2)}" for n in range(10 + number * 37 % 900))
            html = (
                f"<title>Page {number}</title><nav><a href=/>Home</a></nav><article><p>{words}.</p></article>"
            )
            record = {"id": str(number), "html": html if number % 50 else None}
            file.write(json.dumps(record) + "\n")


class Batch:
    """The command with its input and output."""

    def __init__(self, source: Path, output: Path, shard_pages: int) -> None:
        words = ["batch", str(source), "-o", str(output), "--resume", "-q", "--shard-pages", str(shard_pages)]
        self.run, self._output = KilledRun([sys.executable, "-c", _RUN, *words], self.n_shards_done), output

    def n_shards_done(self) -> int:
        """Shards that the journal has."""
        journal = self._output.with_name(self._output.name + ".parts") / "_journal.log"
        return journal.read_bytes().count(b'"shard"') if journal.exists() else 0

    def n_pages(self) -> int:
        """Pages of the finished output."""
        report = self._output.with_name(self._output.name + ".report.json")
        return int(json.loads(report.read_text("utf-8"))["n_pages"])

    def content(self) -> Any:
        """What was written, in a form that can be compared."""
        if self._output.suffix != ".sqlite":
            return self._output.read_bytes()
        with closing(sqlite3.connect(self._output)) as database:
            return database.execute("SELECT * FROM pages ORDER BY id").fetchall()


def check(source: Path, folder: Path, kind: str, given: argparse.Namespace) -> bool:
    """Compare one kind of output; say what happened."""
    moments = random.Random(given.seed)  # noqa: S311 - a moment is no secret
    undisturbed = Batch(source, folder / f"undisturbed{_SUFFIX[kind]}", given.shard_pages)
    seconds = undisturbed.run.to_the_end()
    n_shards = undisturbed.n_pages() // given.shard_pages
    disturbed = Batch(source, folder / f"disturbed{_SUFFIX[kind]}", given.shard_pages)
    # The first ones hit the start, the last ones the end.
    done = disturbed.run.killed_at(
        (number * n_shards // given.kills, moments.random() * seconds / given.kills)
        for number in range(given.kills)
    )
    disturbed.run.to_the_end()
    same = bool(disturbed.content() == undisturbed.content())
    result = "the same" if same else "DIFFERENT"
    print(f"{kind}: {len(done)} kills, done at each: {done} of {n_shards} shards; {result}", flush=True)
    return same


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--input", type=Path, help="pages  [default: made ones]")
    parser.add_argument("--pages", type=int, default=4000, help="number of made pages")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--to", action="append", choices=_SUFFIX, help="kind of output; several times")
    parser.add_argument("--shard-pages", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        source = given.input or Path(name, "pages.jsonl")
        if given.input is None:
            write_pages(source, given.pages)
        results = [check(source, Path(name), kind, given) for kind in given.to or ("jsonl", "sqlite")]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
