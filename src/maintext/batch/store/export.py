"""Records of a store as files: JSON Lines, CSV, XLSX, Parquet, or a folder of Markdown."""

from __future__ import annotations

import json
import os
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.batch.parquet import with_pyarrow
from maintext.batch.store.sheet import with_openpyxl
from maintext.batch.store.table import TABLES
from maintext.errors import OptionError
from maintext.render.rows import cell, json_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from maintext.batch.store.database import Store

__all__ = ["COLUMNS", "FORMATS", "check_export", "export"]

_TEXTS = """canonical_url url title author published modified source site_name language kind outcome
fingerprint near_group fetched first_seen last_changed""".split()
COLUMNS: dict[str, type] = {
    **dict.fromkeys(_TEXTS, str), **dict.fromkeys(("n_words", "n_parts", "n_changes"), int), "text": str
}  # fmt: skip
"""Columns of a table, with the type of their values; those of taught fields stand before the text."""

_FRONT = ("title", "canonical_url", "author", "published", "source", "site_name", "language", "kind")
_NO_NAME = re.compile(r"[\W_]+")
_KEY_DIGITS = 12  # of the key in a name
_NAME_CHARACTERS = 40  # 160 bytes at most: file systems take 255


def export(store: Store, path: str | Path) -> int:
    """Write all records of a store to a file or a folder; return how many.

    Parameters
    ----------
    store
        An open store.
    path
        Its ending says the format: ``.jsonl``, ``.csv``, ``.xlsx`` (extra ``xlsx``), ``.parquet`` (extra
        ``parquet``), or none for a folder of Markdown files. CSV begins with a byte order mark, by which
        Excel knows UTF-8. Fields that a wrapper was taught are columns. What is there is replaced; a file
        is there as a whole or not at all.

    Raises
    ------
    OptionError
        For another ending, or a place that cannot be written.
    MissingExtraError
        What the format needs is not installed.
    """
    check_export(path)
    path = Path(path)
    try:
        if not path.suffix:
            return _write_folder(store, path)
        partial = path.with_name(f"{path.name}.tmp")
        FORMATS[path.suffix.lower()](store, partial)
        partial.replace(path)
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror or error}") from error
    return store.n_records()


def check_export(path: str | Path) -> None:
    """See that :func:`export` can write to a place, before the work that makes the records; write nothing.

    Raises
    ------
    OptionError
        For an ending of no format, or a folder that is not there or cannot be written.
    MissingExtraError
        What the format needs is not installed.
    """
    path = Path(path)
    ending = path.suffix.lower()
    if ending not in FORMATS:
        known = ", ".join(filter(None, FORMATS))
        raise OptionError(f"{path}: end the name in {known}, or in none for a folder of Markdown files")
    if ending in _NEEDS:
        _NEEDS[ending]()
    if why := _why_not_written(path):
        raise OptionError(f"cannot write {path}: {why}")


def _why_not_written(path: Path) -> str:
    """Why a file cannot be written, or a folder and those above it be made; ``""`` where it can."""
    if path.suffix and path.is_dir():
        return "it is a folder"
    folder = path.parent
    while not path.suffix and not folder.exists():
        folder = folder.parent
    if not path.suffix and path.exists():
        folder = path
    if not folder.exists():
        return f"there is no folder {folder}"
    if not folder.is_dir():
        return f"{folder} is no folder"
    return "" if os.access(folder, os.W_OK) else f"files cannot be written in {folder}"


def _write_lines(store: Store, path: Path) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(json_lines(store.records()))


def _write_table(store: Store, path: Path, ending: str) -> None:
    taught = store.field_columns()
    columns = {name: kind for name, kind in COLUMNS.items() if name != "text"} | dict.fromkeys(taught, str)
    rows = (
        [*(record[name] for name in COLUMNS if name != "text"), *_taught(record, taught), record["text"]]
        for record in store.records()
    )
    TABLES[ending](path, columns | {"text": str}, rows)


def _taught(record: Mapping[str, Any], taught: Mapping[str, str]) -> list[Any]:
    fields = record["fields"] or {}
    return [cell(fields.get(name)) for name in taught.values()]


def _write_folder(store: Store, folder: Path) -> int:
    """A file per record; the key in its name keeps names apart, and finds it again under another title."""
    folder.mkdir(parents=True, exist_ok=True)
    there = {path.stem[-_KEY_DIGITS:]: path for path in folder.glob("*.md")}
    n_records = 0
    for record in store.records():
        key = record["key"][:_KEY_DIGITS]
        slug = _NO_NAME.sub("-", record["title"] or "")[:_NAME_CHARACTERS].strip("-") or "page"
        path = folder / f"{slug}-{key}.md"
        path.write_text(_markdown(record), encoding="utf-8", errors="backslashreplace")
        if there.get(key, path) != path:
            there[key].unlink()
        n_records += 1
    return n_records


def _markdown(record: Mapping[str, Any]) -> str:
    # JSON texts are YAML texts as well.
    front = [
        f"{name}: {json.dumps(record[name], ensure_ascii=False)}"
        for name in _FRONT
        if record[name] is not None
    ]
    return "\n".join(["---", *front, "---", "", record["markdown"] or "", ""])


FORMATS: dict[str, Callable[[Store, Path], object]] = {
    ".jsonl": _write_lines,
    **{ending: partial(_write_table, ending=ending) for ending in TABLES},
    "": _write_folder,
}  # fmt: skip
"""What writes each format, by the ending of its name."""

_NEEDS: dict[str, Callable[[], object]] = {".xlsx": with_openpyxl, ".parquet": with_pyarrow}
