"""Export the records of a store: JSON Lines, CSV, XLSX, Parquet, or a folder of Markdown files."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from maintext.batch.parquet import with_pyarrow, write_parquet
from maintext.batch.sink import title_slug
from maintext.batch.store import schema
from maintext.batch.store.database import Store
from maintext.batch.store.schema import STORE_ERRORS, sa
from maintext.errors import MissingExtraError, OptionError, needs_extra
from maintext.render.framing.front_matter import write_front_matter
from maintext.rows import cell, csv_text, json_lines

__all__ = [
    "COLUMNS", "DRIVERS", "FORMATS", "TABLES", "check_database", "check_export", "export", "with_openpyxl",
    "write_database", "write_sheet",
]  # fmt: skip

_LOG = logging.getLogger("maintext.batch")
_CHUNK = 500  # rows that are sent to a database at once
# Names of databases in URLs, with the drivers of the extras.
DRIVERS = {
    "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg", "mysql": "mysql+pymysql",
    "mariadb": "mysql+pymysql", "sqlite": "sqlite",
}  # fmt: skip
_CONNECT_S = 8
_NO_HOST = "the host name is not known: correct it, and write an @ in the password as %40"
_NO_SERVER = "no server answers at this host and port: start it, or correct them"
# What drivers say, in words that tell what to do.
_CAUSES = (
    (r"password authentication failed|\(1045,", "the user name or the password is wrong"),
    (r'database ".*" does not exist|\(1049,', "there is no such database: create it, or correct its name"),
    (r"failed to resolve|Name or service not known|getaddrinfo|nodename nor servname", _NO_HOST),
    (r"Connection refused|actively refused", _NO_SERVER),
    (r"timed? ?out", "the server did not answer in time: look at the host, the port and firewalls"),
    (r"permission denied|\(1044,|\(1142,", "the user may not do this, or there is no such database"),
)
_MAX_CELL_CHARACTERS = 32_767  # of a cell: a limit of the format
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def with_openpyxl() -> Any:
    """Return the openpyxl module; MissingExtraError if it is not installed."""
    with needs_extra("openpyxl", "xlsx"):
        import openpyxl.cell  # noqa: PLC0415 - an extra
    return openpyxl


def write_sheet(path: Path, columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> int:
    """Write an XLSX sheet with a header row; texts are cut at the format's limit of a cell.

    How many were cut is returned, and logged as a warning.

    Raises MissingExtraError: openpyxl is not installed.
    """
    openpyxl = with_openpyxl()
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("records")
    sheet.freeze_panes = "A2"
    n_cut = 0

    def cell(value: Any) -> Any:
        nonlocal n_cut
        if not isinstance(value, str):
            return value
        units = _NOT_XML.sub("", value).encode("utf-16-le")  # as Excel counts: two of an emoji
        n_cut += len(units) > 2 * _MAX_CELL_CHARACTERS
        text = units[: 2 * _MAX_CELL_CHARACTERS].decode("utf-16-le", "ignore")
        made = openpyxl.cell.WriteOnlyCell(sheet, value=text)
        made.data_type = "s"  # never a formula, whatever it begins with
        return made

    sheet.append([cell(name) for name in columns])
    for row in rows:
        sheet.append([cell(value) for value in row])
    book.save(path)
    if n_cut:
        limit = "the most that a cell of .xlsx holds; other formats keep them whole"
        _LOG.warning("%d texts are cut at %d characters, %s", n_cut, _MAX_CELL_CHARACTERS, limit)
    return n_cut


def _write_csv(path: Path, columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> None:
    # Excel detects UTF-8 by the byte order mark.
    with path.open("w", encoding="utf-8-sig", errors="backslashreplace", newline="") as file:
        file.writelines(csv_text([row]) for row in chain([columns], rows))


# Writers of tables with column names and value types, by file suffix; what they return is how many texts
# were cut.
TABLES: dict[str, Callable[[Path, Mapping[str, type], Iterable[Sequence[Any]]], int | None]] = {
    ".csv": _write_csv, ".xlsx": write_sheet, ".parquet": write_parquet,
}  # fmt: skip


_TEXTS = """canonical_url url title author published modified source site_name language kind outcome
fingerprint near_group fetched first_seen last_changed""".split()
# Columns of a table with their value types; taught fields are inserted before the text.
COLUMNS: dict[str, type] = {
    **dict.fromkeys(_TEXTS, str), **dict.fromkeys(("n_words", "n_parts", "n_changes"), int), "text": str
}  # fmt: skip

_KEY_DIGITS = 12  # of the key in a name


def export(store: Store, path: str | Path) -> int:
    """Export all records of a store to a file or folder; return their number.

    The suffix gives the format: ``.jsonl``, ``.csv``, ``.xlsx`` (extra ``xlsx``), ``.parquet`` (extra
    ``parquet``), or none for a folder of Markdown files. CSV begins with a byte order mark, by which Excel
    detects UTF-8. Fields taught to a wrapper are columns. Existing files are replaced; a file is written
    atomically.

    Raises
    ------
    OptionError
        The suffix is unknown, or the path cannot be written.
    MissingExtraError
        The format needs a library that is not installed.
    """
    check_export(path)
    path = Path(path)
    try:
        target = path.with_name(f"{path.name}.tmp") if path.suffix else path
        FORMATS[path.suffix.lower()](store, target)
        if path.suffix:
            target.replace(path)
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror or error}") from error
    return store.n_records()


def check_export(path: str | Path) -> None:
    """Check that :func:`export` can write to a path, before the crawl; write nothing."""
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
    """Return why a file cannot be written or a folder not be made; ``""`` if it can."""
    if path.suffix and path.is_dir():
        return "it is a folder"
    folder = path.parent if path.suffix else path
    while not path.suffix and not folder.exists():
        folder = folder.parent
    if not folder.exists():
        return f"there is no folder {folder}"
    if not folder.is_dir():
        return f"{folder} is no folder"
    return "" if os.access(folder, os.W_OK) else f"files cannot be written in {folder}"


def _write_lines(store: Store, path: Path) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(json_lines(store.records()))


def _write_table(store: Store, path: Path, ending: str) -> int | None:
    taught = store.field_columns()
    columns = COLUMNS | dict.fromkeys(taught, str)
    columns["text"] = columns.pop("text")  # the last one

    def row_of(record: Mapping[str, Any]) -> list[Any]:
        own = {name: cell((record["fields"] or {}).get(one)) for name, one in taught.items()}
        return [own[name] if name in own else record[name] for name in columns]

    return TABLES[ending](path, columns, map(row_of, store.records()))


def _write_folder(store: Store, folder: Path) -> None:
    """Write a file per record; the key in its name is unique, and finds the file when the title changes."""
    folder.mkdir(parents=True, exist_ok=True)
    there = {path.stem[-_KEY_DIGITS:]: path for path in folder.glob("*.md")}
    for record in store.records():
        key = record["key"][:_KEY_DIGITS]
        path = folder / f"{title_slug(record['title'])}-{key}.md"
        markdown = f"{write_front_matter((record['fields'] or {}) | record)}{record['markdown'] or ''}\n"
        path.write_text(markdown, encoding="utf-8", errors="backslashreplace")
        if there.get(key, path) != path:
            there[key].unlink()


# Writers of all formats, by file suffix; what they return is how many texts were cut.
FORMATS: dict[str, Callable[[Store, Path], int | None]] = {
    ".jsonl": _write_lines,
    **{ending: partial(_write_table, ending=ending) for ending in TABLES},
    "": _write_folder,
}  # fmt: skip

_NEEDS: dict[str, Callable[[], object]] = {".xlsx": with_openpyxl, ".parquet": with_pyarrow}


def check_database(url: str) -> None:
    """Connect to a database by its SQLAlchemy URL; raise as :func:`write_database`."""
    with _open_database(url) as connection:
        connection.execute(sa.text("SELECT 1"))


def write_database(url: str, table: str, columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> int:
    """Write rows into a table of a database, in place of those it has; return their number.

    All is one transaction. A table with other columns is left alone.

    Raises
    ------
    OptionError
        The URL is none of a database, the database cannot be reached or written, or has another table of
        this name.
    MissingExtraError
        SQLAlchemy or the driver is not installed.
    """
    with _open_database(url) as connection:
        types = {int: sa.BigInteger(), float: sa.Float(), str: schema.StoredText(is_long=True)}
        made = [sa.Column(name, types.get(kind, types[str])) for name, kind in columns.items()]
        target, n_rows = sa.Table(table, sa.MetaData(), *made), 0
        inspected = sa.inspect(connection)
        if inspected.has_table(table):
            if [one["name"] for one in inspected.get_columns(table)] != list(columns):
                raise OptionError(f"the table {table} has other columns: choose another name")
            connection.execute(target.delete())
        else:
            target.create(connection)
        iterator = iter(rows)
        while chunk := list(islice(iterator, _CHUNK)):
            connection.execute(target.insert(), [dict(zip(columns, row, strict=True)) for row in chunk])
            n_rows += len(chunk)
    return n_rows


@contextmanager
def _open_database(url: str) -> Iterator[Any]:
    """Yield a connection in a transaction; drivers are those of the extras postgresql and mysql."""
    if sa is None:
        raise MissingExtraError("SQLAlchemy", "crawl")
    scheme, separator, rest = url.partition("://")
    driver = DRIVERS.get(scheme, "")
    if not separator or not driver:
        raise OptionError("write a URL like postgresql://user:password@host:5432/name or mysql://…")
    try:
        address = sa.make_url(f"{driver}://{rest}")
    except (sa.exc.ArgumentError, ValueError):
        # Not the message, which may repeat a part of the password.
        raise OptionError("the database cannot be used: this is no URL of a database") from None
    if not address.database:
        raise OptionError("the database cannot be used: name the database after the last /")
    options = {} if driver == "sqlite" else {"connect_timeout": _CONNECT_S}
    try:
        engine = sa.create_engine(address, poolclass=sa.pool.NullPool, connect_args=options)
        with engine.begin() as connection:
            yield connection
    except ModuleNotFoundError as error:
        raise MissingExtraError(error.name or driver, scheme) from error
    except STORE_ERRORS as error:
        said = str(getattr(error, "orig", error))
        why = next((why for pattern, why in _CAUSES if re.search(pattern, said, re.IGNORECASE)), said)
        raise OptionError(f"the database cannot be used: {why}") from None
