"""The state of a batch on disk: a manifest of its inputs and options, and a line for each finished shard.

A shard is a run of pages of one source that is written at once. Its line is added after its rows are on
disk. A shard without a line is done again, and its rows replace what is there. A half-written last line,
left by a kill, is cut off.
"""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from maintext.batch.progress import ShardCounts
from maintext.batch.remote import is_remote, move
from maintext.errors import InputError, MaintextError, OptionError

__all__ = [
    "MANIFEST", "Journal", "Shard", "ShardNotes", "differences", "lock_journal", "open_locked", "read_json",
    "write_durably", "write_file", "write_json",
]  # fmt: skip

# Readers of data folders pass over names that begin so.
MANIFEST = "_manifest.json"
_JOURNAL = "_journal.log"
_NOTES = "_journal"  # in object storage


class Shard(NamedTuple):
    """A run of pages of one source that is written at once."""

    source: int  # index of the source in the batch, from 0
    number: int  # index of the shard in the source, from 0

    @property
    def name(self) -> str:
        """Name that sorts like the shards."""
        return f"{self.source:06}-{self.number:06}"


class ShardNotes:
    """Where finished work is recorded: the journal, or messages to the process that keeps it."""

    def __init__(self, shards: Mapping[Shard, ShardCounts]) -> None:
        self.shards = dict(shards)  # counts of each finished shard
        self.ends: dict[int, int] = {}  # number of shards of each source that was read to its end
        self.skipped: dict[int, Counter[str]] = {}  # records of each such source that are no page, by reason

    def is_done(self, source: int) -> bool:
        """Return True if all shards of a source are written."""
        n_shards = self.ends.get(source)
        return n_shards is not None and all(
            Shard(source, number) in self.shards for number in range(n_shards)
        )

    def note_shard(self, shard: Shard, counts: ShardCounts) -> None:
        """Record that the rows of a shard are written."""
        self.shards[shard] = counts

    def note_end(self, source: int, n_shards: int, skipped: Counter[str]) -> None:
        """Record how many shards a source has, and what was skipped in it."""
        self.ends[source], self.skipped[source] = n_shards, skipped


class Journal(ShardNotes):
    """The finished shards and sources of a batch, in its work folder.

    In object storage, which cannot append, each note is an object, and nothing keeps a second process out.

    Raises InputError: it is damaged, apart from an unfinished last line. Raises OptionError: another process
    works in the folder.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__({})
        self._path, self._file = folder / _JOURNAL, None
        if is_remote(folder):
            self._notes = folder / _NOTES
            self._notes.mkdir(parents=True, exist_ok=True)
            self._read_lines(b"".join(path.read_bytes() for path in self._notes.glob("*.json")))
            return
        self._file = lock_journal(folder)
        try:
            data = self._path.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            if len(whole) < len(data):
                os.truncate(self._path, len(whole))
            self._read_lines(whole)
        except MaintextError:
            self._file.close()
            raise

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def note_shard(self, shard: Shard, counts: ShardCounts) -> None:
        """Record durably that the rows of a shard are written."""
        super().note_shard(shard, counts)
        done = {"outcomes": counts.outcomes, "errors": counts.errors}
        self._append_line({"source": shard.source, "shard": shard.number, **done})

    def note_end(self, source: int, n_shards: int, skipped: Counter[str]) -> None:
        """Record durably how many shards a source has, and what was skipped in it."""
        if self.ends.get(source) != n_shards:
            super().note_end(source, n_shards, skipped)
            self._append_line({"source": source, "n_shards": n_shards, "skipped": skipped})

    def _append_line(self, line: dict[str, Any]) -> None:
        data = json.dumps(line).encode() + b"\n"
        if self._file is None:
            note = self._notes / f"{line['source']:06}-{line.get('shard', 'end')}.json"
            partial = note.with_name(note.name + ".tmp")
            partial.write_bytes(data)
            move(partial, note)  # a kill leaves no half note where objects are files of a disk
            return
        self._file.write(data)
        write_durably(self._file)

    def _read_lines(self, data: bytes) -> None:
        try:
            for line in data.splitlines():
                noted = json.loads(line)
                if "n_shards" in noted:
                    super().note_end(noted["source"], noted["n_shards"], Counter(noted["skipped"]))
                else:
                    counts = ShardCounts(Counter(noted["outcomes"]), Counter(noted["errors"]))
                    self.shards[Shard(noted["source"], noted["shard"])] = counts
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{self._path} is damaged ({error}): start anew with --overwrite") from error


def lock_journal(folder: Path) -> IO[bytes]:
    """Open the journal in a work folder on a disk; OptionError if another process works there."""
    busy = f"another process is working on the batch in {folder}: wait for it, or stop it"
    return open_locked(folder / _JOURNAL, busy)


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the differences between two manifests, as phrases for a message; empty for the same batch."""
    pairs = [("maintext", old["version"], new["version"])]
    pairs += [(name, old["options"].get(name), value) for name, value in new["options"].items()]
    found = [f"{name} was {was!r} and is {now!r}" for name, was, now in pairs if was != now]
    before, after = old["inputs"], new["inputs"]
    if len(before) != len(after):
        return [*found, f"there were {len(before)} inputs and are {len(after)}"]
    changed = [_describe_change(*pair) for pair in zip(before, after, strict=True)]
    return [*found, *list(filter(None, changed))[:3]]


def _describe_change(old: dict[str, Any], new: dict[str, Any]) -> str:
    """Return how a source differs, ``""`` if it does not; adjacent files of one page are one source."""
    if (old["name"], old["stamp"]) == (new["name"], new["stamp"]):
        return ""
    n_before, n_files = (source.get("n_files", 1) for source in (old, new))
    if n_files == n_before == 1 and old["name"] != new["name"]:
        return f"the input was {old['name']!r} and is {new['name']!r}"
    if n_files == n_before == 1:
        return f"{new['name']} has changed"
    if n_files != n_before:
        return f"from {old['name']} on there were {n_before} files and are {n_files}"
    return f"one or more of the {n_files} files from {new['name']} on have changed"


def open_locked(path: Path, busy: str) -> IO[bytes]:
    """Open a file to append to, and lock it against other processes, where the system supports it.

    Raise :class:`OptionError` that says ``busy`` if another process has it.
    """
    file = path.open("ab")
    with suppress(ImportError):
        import fcntl  # noqa: PLC0415 - not on Windows

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            raise OptionError(busy) from error
    return file


def read_json(path: Path) -> dict[str, Any] | None:
    """Return the JSON object in a file, ``None`` if there is no file; OptionError for anything else."""
    try:
        value = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise OptionError(f"{path} cannot be read ({getattr(error, 'strerror', None) or error})") from error
    if not isinstance(value, dict):
        raise OptionError(f"{path} is not of a batch: choose another output")
    return value


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write a JSON file atomically and durably."""
    partial = path.with_name(path.name + ".tmp")
    text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    write_file(partial, text.encode("utf-8", "backslashreplace"))  # names of files may not be UTF-8
    move(partial, path)


def write_file(path: Path, content: bytes) -> None:
    """Write a file durably."""
    with path.open("wb") as file:
        file.write(content)
        write_durably(file)


def write_durably(file: IO[bytes]) -> None:
    """Flush an open file to disk; one in object storage is written when it is closed."""
    file.flush()
    try:
        number = file.fileno()
    except (io.UnsupportedOperation, AttributeError):
        return
    os.fsync(number)
