"""What of a batch is done: a manifest of what it was started with, and a line for each finished shard.

A shard is a run of pages of one source that are written at once. The line of a shard is added after its
rows are on the disk, so a shard without a line is done again and its rows replace what may be there. A
kill in the middle of a line leaves half a line, which is cut off.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from maintext.errors import InputError, MaintextError, OptionError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "MANIFEST",
    "Journal",
    "Shard",
    "ShardCounts",
    "differences",
    "read_json",
    "write_durably",
    "write_json",
]

# Readers of data folders pass over names that begin so.
MANIFEST = "_manifest.json"
_JOURNAL = "_journal.log"


class Shard(NamedTuple):
    """A run of pages that are written at once.

    Attributes
    ----------
    source
        Number of the source in the batch, from 0.
    number
        Number of the shard in the source, from 0.
    """

    source: int
    number: int

    @property
    def name(self) -> str:
        """A name that sorts as the shards do."""
        return f"{self.source:06}-{self.number:06}"


@dataclass(slots=True)
class ShardCounts:
    """Pages by outcome, and by kind of error those that have none.

    Attributes
    ----------
    outcomes
        Pages by outcome; the values add up to all pages.
    errors
        Pages whose outcome is ``error`` by kind of error.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)

    @property
    def n_pages(self) -> int:
        """All pages."""
        return self.outcomes.total()

    @property
    def n_errors(self) -> int:
        """Pages that are errors."""
        return self.errors.total()

    def add(self, outcome: str, error: str | None) -> None:
        """Count one page."""
        self.outcomes[outcome] += 1
        if error is not None:
            self.errors[error] += 1

    def update(self, other: ShardCounts) -> None:
        """Add other counts."""
        self.outcomes.update(other.outcomes)
        self.errors.update(other.errors)


class Journal:
    """Finished shards and sources of a batch.

    Attributes
    ----------
    shards
        Counts of each finished shard.
    ends
        Number of shards of each source that was read to its end.

    Parameters
    ----------
    folder
        Where the manifest and the journal are, or will be.

    Raises
    ------
    InputError
        The journal is damaged, but for a last line that was not finished.
    OptionError
        Another process works in the folder.
    """

    def __init__(self, folder: Path) -> None:
        self.shards: dict[Shard, ShardCounts] = {}
        self.ends: dict[int, int] = {}
        self._path = folder / _JOURNAL
        self._file = self._path.open("ab")
        try:
            _lock_journal(self._file, folder)
            self._read_lines()
        except MaintextError:
            self._file.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def note_shard(self, shard: Shard, counts: ShardCounts) -> None:
        """Say durably that the rows of a shard are written."""
        self.shards[shard] = counts
        self._append_line(
            {
                "source": shard.source,
                "shard": shard.number,
                "outcomes": counts.outcomes,
                "errors": counts.errors,
            }
        )

    def note_end(self, source: int, n_shards: int) -> None:
        """Say durably how many shards a source has."""
        if self.ends.get(source) != n_shards:
            self.ends[source] = n_shards
            self._append_line({"source": source, "n_shards": n_shards})

    def is_done(self, source: int) -> bool:
        """Whether all shards of a source are written, so that it need not be opened."""
        n_shards = self.ends.get(source)
        return n_shards is not None and all(
            Shard(source, number) in self.shards for number in range(n_shards)
        )

    def in_order(self) -> list[Shard]:
        """Return the finished shards in the order of the input."""
        return sorted(self.shards)

    def _append_line(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read_lines(self) -> None:
        data = self._path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(self._path, len(whole))
        try:
            for line in whole.splitlines():
                self._apply_line(json.loads(line))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{self._path} is damaged ({error}): start anew with --overwrite") from error

    def _apply_line(self, line: dict[str, Any]) -> None:
        if "n_shards" in line:
            self.ends[line["source"]] = line["n_shards"]
        else:
            counts = ShardCounts(Counter(line["outcomes"]), Counter(line["errors"]))
            self.shards[Shard(line["source"], line["shard"])] = counts


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return what makes two manifests those of different batches, as words for a message."""
    options = [
        f"{name} was {old['options'].get(name)!r}, is {value!r}"
        for name, value in new["options"].items()
        if old["options"].get(name) != value
    ]
    version = (
        [f"maintext was {old['version']}, is {new['version']}"] if old["version"] != new["version"] else []
    )
    if len(old["inputs"]) != len(new["inputs"]):
        return [*version, *options, f"there were {len(old['inputs'])} inputs, there are {len(new['inputs'])}"]
    pairs = zip(old["inputs"], new["inputs"], strict=True)
    inputs = [f"{after['name']} has changed" for before, after in pairs if before != after]
    return [*version, *options, *inputs[:3]]


def _lock_journal(file: IO[bytes], folder: Path) -> None:
    """Keep other processes out as long as the file is open; where the system can."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise OptionError(
            f"another process is working on the batch in {folder}: wait for it, or stop it"
        ) from error


def read_json(path: Path) -> dict[str, Any] | None:
    """Return the JSON object of a file; ``None`` when there is no file.

    Raises
    ------
    OptionError
        It is something else.
    """
    try:
        value = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise OptionError(f"{path} cannot be read ({error})") from error
    if not isinstance(value, dict):
        raise OptionError(f"{path} is not of a batch: choose another output")
    return value


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write a JSON file so that it is there as a whole or not at all, whenever we are killed."""
    partial = path.with_name(path.name + ".tmp")
    with partial.open("wb") as file:
        file.write(json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n")
        write_durably(file)
    partial.replace(path)


def write_durably(file: IO[bytes]) -> None:
    """Bring what was written to an open file to the disk."""
    file.flush()
    os.fsync(file.fileno())
