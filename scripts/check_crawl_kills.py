"""Kill ``maintext crawl`` at random moments, start it again, and compare with a crawl that nobody disturbed.

    python scripts/check_crawl_kills.py                            # 20 kills in 2,000 articles, SQLite
    python scripts/check_crawl_kills.py --store postgresql://…/kills   # in a database that is empty

The site is that of the tests, on loopback, in a process of its own. A third of the kills are SIGKILL for the
parent only, a third for its workers as well, a third SIGTERM. Compared are all columns of the records but
those with times and numbers of runs, and every address with its state. Ends with 1 when something differs.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.killed_run import KilledRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parent.parent
_RUN = "from maintext.cli.crawl import crawl_command; crawl_command()"
_SAME = (
    "key, canonical_url, url, status, outcome, kind, title, author, published, modified, source, site_name,"
    " language, n_words, n_parts, text, markdown, fingerprint, near_group, n_changes"
)


@contextmanager
def site(n_articles: int) -> Iterator[str]:
    """Serve the test site; give its address."""
    command = [sys.executable, "-m", "tests.site_server", "--articles", str(n_articles), "--no-traps"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None  # noqa: S101 - a pipe was asked for
            yield f"http://127.0.0.1:{server.stdout.readline().strip()}/"
        finally:
            server.kill()


class Crawl:
    """The command with its store."""

    def __init__(self, url: str, place: str, processes: int) -> None:
        self.place = place
        words = [url, "-s", place, "-q", "--allow-private", "--delay", "0", "-p", str(processes)]
        self.run = KilledRun([sys.executable, "-c", _RUN, *words], self.n_records)
        self._engine = create_engine(_full(place), poolclass=NullPool)

    def n_records(self) -> int:
        """Records that are there."""
        try:
            return int(self._rows("SELECT count(*) FROM pages")[0][0])
        except SQLAlchemyError:  # no table yet
            return 0

    def content(self) -> tuple[list[Any], list[Any]]:
        """Records and addresses, in a form that can be compared."""
        return (
            self._rows(f"SELECT {_SAME} FROM pages ORDER BY key"),  # noqa: S608 - names of ours
            self._rows("SELECT url, state, result FROM frontier ORDER BY url"),
        )

    def run_row(self) -> tuple[Any, ...]:
        """Number, state and starts of the last run."""
        return self._rows("SELECT id, state, n_starts FROM runs ORDER BY id DESC")[0]

    def clear(self) -> None:
        """Drop the tables."""
        with self._engine.begin() as connection:
            for table in ("pages", "frontier", "runs", "changes"):
                connection.execute(text(f"DROP TABLE IF EXISTS {table}"))

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        with self._engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(query))]


def check(url: str, place: str, given: argparse.Namespace) -> bool:
    """Compare; say what happened."""
    moments = random.Random(given.seed)  # noqa: S311 - a moment is no secret
    crawl = Crawl(url, place, given.processes)
    crawl.clear()
    seconds = crawl.run.to_the_end()
    expected = crawl.content()
    n_records = len(expected[0])
    crawl.clear()
    # From the start to the end; of two, one in the first half and one in the second.
    done = crawl.run.killed_at(
        (
            (2 * number + 1) * n_records // (2 * given.kills + 1),
            moments.random() * seconds / given.kills / 8,
        )
        for number in range(given.kills)
    )
    crawl.run.to_the_end()
    found = crawl.content()
    same = found == expected
    print(
        f"{len(done)} kills, records at each: {done} of {n_records}; last run {crawl.run_row()}", flush=True
    )
    print(f"records {'the same' if found[0] == expected[0] else 'DIFFERENT'},", end=" ")
    print(f"addresses {'the same' if found[1] == expected[1] else 'DIFFERENT'} ({len(found[1])})")
    for left, right in zip(expected, found, strict=True):
        for row in sorted(set(map(str, left)) ^ set(map(str, right)))[:6]:
            print("   ", row[:300])
    return same and len(done) == given.kills


def _full(place: str) -> str:
    if "://" not in place:
        return f"sqlite:///{place}"
    return place.replace("postgresql://", "postgresql+psycopg://")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--articles", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--store", default="", help="database to use, emptied  [default: an SQLite file]")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, site(given.articles) as url:
        same = check(url, given.store or str(Path(folder, "records.sqlite")), given)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
