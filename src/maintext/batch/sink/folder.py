"""A folder of Markdown files: one a page, with its fields as front matter, and an index per shard."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from maintext.batch.journal import write_durably
from maintext.batch.sink.base import Sink
from maintext.batch.sink.columns import cells, columns_of
from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from maintext.batch.journal import Shard

__all__ = ["MarkdownSink"]

_FRONT = ("title", "url", "key", "author", "published", "site_name", "language", "kind", "tags")
_NO_NAME = re.compile(r"[\W_]+")
_NAME_CHARACTERS = 40  # 160 bytes at most: file systems take 255


class _File(NamedTuple):
    name: str
    content: bytes
    entry: dict[str, Any]


class MarkdownSink(Sink):
    """A file per page with main content; ``index.jsonl`` beside them has a line for every page.

    A shard is a folder. A name is the number of the page in the shard and its title, so that no two are
    the same and none means anything to a file system.
    """

    def __init__(self, output: Path, form: str, *, times: bool, is_folder: bool) -> None:
        if form != "markdown" or not is_folder:
            raise OptionError("a folder of Markdown files has the form markdown, and no other")
        super().__init__(output, form, times=times, is_folder=is_folder)
        self._columns = columns_of(form, times=times)

    def encoder(self) -> Callable[[Mapping[str, Any]], _File]:
        """Return a function to name, content and line of the index."""
        return partial(_file, self._columns)

    def stage(self, shard: Shard, rows: Sequence[_File], mark: str) -> None:
        """Write the folder under another name."""
        partial_folder = self._staged(shard, mark)
        shutil.rmtree(partial_folder, ignore_errors=True)
        partial_folder.mkdir()
        index = []
        for place, row in enumerate(rows):
            name = f"{place:06}-{row.name}.md" if row.content else None
            if name:
                _write(partial_folder / name, row.content)
            index.append(json.dumps({"file": name, **row.entry}, ensure_ascii=False) + "\n")
        _write(partial_folder / "index.jsonl", "".join(index).encode())

    def commit(self, shard: Shard, mark: str) -> None:
        """Give the folder its name."""
        folder = self.folder / shard.name
        shutil.rmtree(folder, ignore_errors=True)
        self._staged(shard, mark).replace(folder)

    def join(self, shards: Sequence[Shard]) -> None:
        """Do nothing: the folders are the output."""

    def _staged(self, shard: Shard, mark: str) -> Path:
        return self.folder / f"{shard.name}{mark}.tmp"


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        write_durably(file)


def _file(columns: Mapping[str, type], record: Mapping[str, Any]) -> _File:
    entry = dict(zip(columns, cells(record, columns), strict=True))
    markdown = entry.pop("markdown")
    if not markdown:
        return _File("", b"", entry)
    # JSON texts are YAML texts as well.
    front = [
        f"{name}: {json.dumps(entry[name], ensure_ascii=False)}" for name in _FRONT if _is_known(entry, name)
    ]
    content = "\n".join(["---", *front, "---", "", markdown, ""])
    return _File(_slug(entry["title"] or ""), content.encode("utf-8", "backslashreplace"), entry)


def _is_known(entry: Mapping[str, Any], name: str) -> bool:
    return entry.get(name) is not None


def _slug(title: str) -> str:
    return _NO_NAME.sub("-", title)[:_NAME_CHARACTERS].strip("-") or "page"
