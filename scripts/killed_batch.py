"""``maintext batch`` on made pages, for the checks that kill it on the way."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_RUN = "from maintext.cli import main; main()"


def made_page(number: int) -> str:
    """Return a page of its own size."""
    words = " ".join(f"word{number % (n + 2)}" for n in range(10 + number * 37 % 900))
    return f"<title>Page {number}</title><nav><a href=/>Home</a></nav><article><p>{words}.</p></article>"


class KilledBatch:
    """The command with its input and output; it goes on where it was when it is started again.

    Attributes
    ----------
    command
        The words of the command.
    output
        What it writes; with ``bucket`` as ``file://``, the way of object storage.
    """

    def __init__(
        self, source: Path, output: Path, shard_pages: int, *more: str, bucket: bool = False
    ) -> None:
        name = output.absolute().as_uri() if bucket else str(output)
        words = ["batch", str(source), "-o", name, "--resume", "-q", "--shard-pages", str(shard_pages)]
        self.command, self.output = [sys.executable, "-c", _RUN, *words, *more], output

    def n_shards_done(self) -> int:
        """Shards that the journal has."""
        folder = self.output.with_name(self.output.name + ".parts")
        notes, journal = folder / "_journal", folder / "_journal.log"
        if notes.exists():
            return sum(not path.name.endswith("-end.json") for path in notes.glob("*.json"))
        return journal.read_bytes().count(b'"shard"') if journal.exists() else 0

    def content(self) -> Any:
        """What was written, in a form that can be compared."""
        if self.output.suffix != ".sqlite":
            return self.output.read_bytes()
        with closing(sqlite3.connect(self.output)) as database:
            return database.execute("SELECT * FROM pages ORDER BY id").fetchall()


def kill_options(description: str | None, *, kills: int, kinds: tuple[str, ...]) -> argparse.ArgumentParser:
    """Return a reader of the command line: pages, kills, kinds of output, size of shards, seed."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pages", type=int, default=4000, help="number of made pages")
    parser.add_argument("--kills", type=int, default=kills)
    parser.add_argument("--to", action="append", choices=kinds, help="kind of output; several times")
    parser.add_argument("--shard-pages", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    return parser
