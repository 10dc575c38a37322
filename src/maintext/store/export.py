"""Records of a store as files: JSON Lines, CSV, XLSX, Parquet, or a folder of Markdown."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError
from maintext.render.rows import harmless, json_lines
from maintext.store.parquet import write_parquet
from maintext.store.sheet import write_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from maintext.store.database import Store

__all__ = ["COLUMNS", "FORMATS", "export"]

_TEXTS = """canonical_url url title author published modified source site_name language kind outcome
fingerprint near_group fetched first_seen last_changed""".split()
COLUMNS: dict[str, type] = {
    **dict.fromkeys(_TEXTS, str), **dict.fromkeys(("n_words", "n_parts", "n_changes"), int), "text": str
}  # fmt: skip
"""Columns of a table, with the type of their values."""

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
        ``parquet``), or none for a folder of Markdown files. What is there is replaced; a file is there
        as a whole or not at all.

    Raises
    ------
    OptionError
        For another ending, or a place that cannot be written.
    MissingExtraError
        What the format needs is not installed.
    """
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        known = ", ".join(filter(None, FORMATS))
        raise OptionError(f"{path}: end the name in {known}, or in none for a folder of Markdown files")
    try:
        if not path.suffix:
            return _write_folder(store, path)
        partial = path.with_name(f"{path.name}.tmp")
        FORMATS[path.suffix.lower()](store, partial)
        partial.replace(path)
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror or error}") from error
    return store.n_records()


def _rows(store: Store) -> Iterator[list[Any]]:
    for record in store.records():
        yield [record[name] for name in COLUMNS]


def _write_lines(store: Store, path: Path) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(json_lines(store.records()))


def _write_csv(store: Store, path: Path) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows([harmless(value) for value in row] for row in _rows(store))


def _write_xlsx(store: Store, path: Path) -> None:
    write_sheet(path, list(COLUMNS), _rows(store))


def _write_parquet(store: Store, path: Path) -> None:
    write_parquet(path, COLUMNS, _rows(store))


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
    ".jsonl": _write_lines, ".csv": _write_csv, ".xlsx": _write_xlsx, ".parquet": _write_parquet,
    "": _write_folder,
}  # fmt: skip
"""What writes each format, by the ending of its name."""
