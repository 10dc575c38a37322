"""The records of a run in SQLite: the run adds rows, the server queries them.

A crawl keeps its records in a store (:mod:`maintext.batch.store`); its table ``pages`` is also read here.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.runs.folder import RunFolder
from maintext.batch.item import make_encodable
from maintext.crawl.recipe_table import LISTED, MAIN
from maintext.html.urls import without_tracking
from maintext.rows import cell, field_columns, json_lines, number_type, typed_rows

__all__ = [
    "EXPORTS", "FACETS", "MAIN", "NUMBERS", "RecordWriter", "compare_records", "query_records",
    "read_record", "send_records", "write_export",
]  # fmt: skip

FACETS = ("kind", "language", "source", "outcome", "error", "set", "page_type", "system")
"""Columns with few values, offered as filters."""

_OF_STORE = (
    "title", "author", "published", "source", "language", "kind", "n_words", "n_changes", "url", "text",
)  # fmt: skip
NUMBERS: dict[str, type] = dict.fromkeys(("n_words", "n_changes", "n_chars"), int)
NUMBERS |= dict.fromkeys(("f1", "precision", "recall", "cpu_ms"), float)
"""Numeric columns with their types."""

EXPORTS = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
    "sqlite": "application/vnd.sqlite3",
}
"""Export formats with their media types."""

_WRITTEN_NUMBER = "NUMBER TEXT"  # type of a column of numbers that are kept as they are written
_AFTER_TAUGHT = "source"  # taught columns stand before this one
_SHOWN_CHARACTERS = 160  # of a long text in a page of rows
_WHOLE = frozenset({*NUMBERS, "error"})  # an error that is cut has no translation
_MAX_VALUES = 40
_LONG = frozenset({"text", "markdown", "html"})
_COMMIT_S = 0.5
_MAX_COLUMNS = 200


class RecordWriter:
    """Add records to a table, new or of a run that goes on.

    Values of other columns are stored in the JSON of a record only. ``numbers`` are columns of texts that
    are sorted as numbers.
    """

    def __init__(self, path: Path, columns: Sequence[str], numbers: Collection[str] = ()) -> None:
        self._database = sqlite3.connect(path)
        self._committed = 0.0
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=NORMAL")
        types = NUMBERS | dict.fromkeys(numbers)
        named = ", ".join(_declare_column(name, types.get(name, str)) for name in columns)
        self._database.execute(f"CREATE TABLE IF NOT EXISTS records (record TEXT NOT NULL, {named})")
        # In the order of the table, which values are added in.
        _, *self._columns = _column_types(self._database, "records")
        self.widen(columns)

    def keep_good(self) -> list[dict[str, Any]]:
        """Delete the records with an error or a drift, for another try; return the others in order."""
        kept = []
        rows = self._database.execute("SELECT rowid, record FROM records ORDER BY rowid").fetchall()
        for number, text in rows:
            record = json.loads(text)
            if record.get("error") or record.get("drift"):
                self._database.execute("DELETE FROM records WHERE rowid = ?", [number])
            else:
                kept.append(record)
        self.commit()
        return kept

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.commit()
        # Else readers would have to make files next to it, which a full disk refuses.
        with suppress(sqlite3.OperationalError):  # while somebody reads
            self._database.execute("PRAGMA journal_mode=DELETE")
        self._database.close()

    def widen(self, columns: Sequence[str]) -> None:
        """Add columns that are not there yet.

        An index holds the short ones, too: filters, orders and counts read no whole record then.
        """
        known = {name.lower() for name in self._columns}
        for name in columns:
            if name.lower() not in known and len(self._columns) < _MAX_COLUMNS:
                known.add(name.lower())
                self.commit()
                self._database.execute("DROP INDEX IF EXISTS short")
                self._database.execute(f"ALTER TABLE records ADD COLUMN {_declare_column(name, str)}")
                self._columns.append(name)
        short = ", ".join(_quote_name(name) for name in self._columns if name not in _LONG)
        if short:
            self._database.execute(f"CREATE INDEX IF NOT EXISTS short ON records ({short})")

    def add(self, record: Mapping[str, Any]) -> None:
        """Add a record; readers see it after a commit, at most half a second later."""
        values = [make_encodable(cell(record.get(name))) for name in self._columns]
        whole = make_encodable(json.dumps(record, ensure_ascii=False))
        places = ", ".join("?" * (len(values) + 1))
        self._database.execute(f"INSERT INTO records VALUES ({places})", [whole, *values])  # noqa: S608 - marks
        if time.monotonic() - self._committed > _COMMIT_S:
            self.commit()

    def commit(self) -> None:
        """Show all records to readers."""
        self._database.commit()
        self._committed = time.monotonic()


def query_records(path: Path, query: Mapping[str, Any]) -> dict[str, Any]:
    """Return a page of records: columns, rows, number of matches, filter values.

    ``query`` is a checked :class:`~maintext.app.workbench.shapes.RecordsQuery`. ``text`` must be in a column
    of texts, in upper or lower case; that of full width finds the other one, too. Rows without a value in the
    column ``sort`` come last. ``""`` for a column of :data:`FACETS` is a missing value.

    Raise :class:`RequestError` if there is no such column.
    """
    with _open_table(path) as (database, table, columns):
        if not columns:
            return {"columns": [], "n_records": 0, "n_found": 0, "rows": [], "facets": {}}
        where, given = _where_sql(query, columns)
        cut = {name: f"substr({column}, 1, {_SHOWN_CHARACTERS})" for name, column in columns.items()}
        shown = ", ".join(columns[name] if name in _WHOLE else cut[name] for name in columns)
        # Column names are those of the table; all values are parameters.
        n_records = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
        # One search gives all numbers: how many there are, and those of this part.
        order = _order_sql(query, columns, _written_numbers(database))
        found = database.execute(f"SELECT rowid FROM {table}{where}{order}", given)  # noqa: S608
        numbers = [number for (number,) in found]
        part = numbers[query["start"] :][: query["limit"]]
        places = ", ".join("?" * len(part))
        read = database.execute(f"SELECT rowid, {shown} FROM {table} WHERE rowid IN ({places})", part)  # noqa: S608
        rows = sorted(read, key=lambda row: part.index(row[0]))
        facets = {name: _count_values(database, table, columns[name]) for name in FACETS if name in columns}
    counts = {"columns": list(columns), "n_records": n_records, "n_found": len(numbers)}
    part = [{"n": n, "values": values} for n, *values in rows]
    return counts | {"rows": part, "facets": {name: one for name, one in facets.items() if len(one) > 1}}


def read_record(path: Path, number: int) -> dict[str, Any]:
    """Return a whole record.

    Raise :class:`RequestError` if there is none with this number.
    """
    with _open_table(path) as (database, table, _):
        database.row_factory = sqlite3.Row
        chosen = f"SELECT * FROM {table} WHERE rowid = ?"  # noqa: S608 - one of two names
        row = database.execute(chosen, [number]).fetchone() if table else None
        if row is not None:
            return _whole_record(dict(row))
    raise RequestError("not_found", "there is no such record")


def _select_rows(path: Path, shown: str) -> Iterator[tuple[Any, ...]]:
    """Yield columns, given as SQL, of all records in order of arrival."""
    with _open_table(path) as (database, table, _):
        yield from database.execute(f"SELECT {shown} FROM {table} ORDER BY rowid")  # noqa: S608 - own names


@contextmanager
def _open_table(path: Path) -> Iterator[tuple[sqlite3.Connection, str, dict[str, str]]]:
    """Open the records of a run; give the database, the name of the table, and the SQL of its columns.

    Name and columns are empty while the run has no records.
    """
    # Opening a file that is not there would create it.
    with closing(sqlite3.connect(path if path.exists() else ":memory:", timeout=10)) as database:
        yield database, *_find_table(database)


def _table_columns(database: sqlite3.Connection, table: str) -> list[str]:
    """Return the columns of a table except the JSON; taught ones before list columns."""
    found = [name for name in _column_types(database, table) if name != "record"]
    at = found.index(_AFTER_TAUGHT) if _AFTER_TAUGHT in found else len(found)
    return sorted(found, key=lambda name: 1 if name.startswith(LISTED) else 2 * (found.index(name) >= at))


def _column_types(database: sqlite3.Connection, table: str) -> dict[str, str]:
    return {row[1]: row[2] for row in database.execute(f"PRAGMA table_info({table})")}


def _written_numbers(database: sqlite3.Connection) -> list[str]:
    """Return the columns of records with numbers that are kept as they are written."""
    return [name for name, kind in _column_types(database, "records").items() if kind == _WRITTEN_NUMBER]


def _find_table(database: sqlite3.Connection) -> tuple[str, dict[str, str]]:
    """Return the name of the table, and the SQL of its columns; empty without one."""
    if found := _table_columns(database, "records"):
        return "records", {name: _quote_name(name) for name in found}
    # A new store has the table of pages a moment before that of runs.
    if (found := _table_columns(database, "pages")) and _table_columns(database, "runs"):
        columns = {name: _quote_name(name) for name in _OF_STORE if name in found}
        # Fields that the wrappers of the store's runs were taught.
        runs = [json.loads(one) for (one,) in database.execute("SELECT options FROM runs ORDER BY id")]
        names = field_columns((name for one in runs for name in one.get("fields", ())), found)
        taught = {column: _field_sql(name) for column, name in names.items()}
        own, at = [*columns.items()], [*columns].index(_AFTER_TAUGHT)
        return "pages", dict([*own[:at], *taught.items(), *own[at:]])
    return "", {}


def _field_sql(name: str) -> str:
    """Return the SQL of a field in the JSON of a store; several values are joined."""
    key = name.replace("'", "''")
    several = "(SELECT group_concat(value, '; ') FROM json_each(field.value))"
    value = f"CASE WHEN field.type = 'array' THEN {several} ELSE field.value END"
    # Doubled quotes keep any name inside the literal.
    return f"(SELECT {value} FROM json_each(pages.fields) AS field WHERE field.key = '{key}')"  # noqa: S608


def _whole_record(row: dict[str, Any]) -> dict[str, Any]:
    if "record" in row:
        return dict(json.loads(row["record"]))
    for name in ("fields", "authors"):  # JSON in a store
        row[name] = json.loads(row[name]) if row.get(name) else None
    return {name: value for name, value in row.items() if name not in {"key", "near_group"}}


def _where_sql(query: Mapping[str, Any], columns: Mapping[str, str]) -> tuple[str, list[Any]]:
    parts, given = [], []
    if text := query.get("text"):
        patterns = ["%" + re.sub(r"([\\%_])", r"\\\1", form) + "%" for form in _written_forms(text)]
        searched = [column for name, column in columns.items() if name not in NUMBERS]
        # A part for each column: an expression may not be too deep.
        alike = (" OR ".join([f"{column} LIKE ? ESCAPE '\\'"] * len(patterns)) for column in searched)
        parts.append(f"(({') OR ('.join(alike)}))")
        given += patterns * len(searched)
    for name in query.keys() & FACETS:
        _check_column(name, columns)
        parts.append(f"coalesce({columns[name]}, '') = ?")
        given.append(query[name])
    return (f" WHERE {' AND '.join(parts)}" if parts else ""), given


def _written_forms(text: str) -> set[str]:
    """Return a text in the cases and widths that it may be written in; SQLite knows the cases of ASCII."""
    if text.isascii():
        return {text}
    cases = (str, str.lower, str.upper, str.capitalize, str.title)
    return {case(one) for one in (text, unicodedata.normalize("NFKC", text)) for case in cases}


def _order_sql(query: Mapping[str, Any], columns: Mapping[str, str], numbers: Collection[str]) -> str:
    sort, way = query.get("sort"), " DESC" if query["order"] == "down" else ""
    if not sort:
        # With + the index is read and sorted, not the table in its order.
        return f" ORDER BY +rowid{way}"
    _check_column(sort, columns)
    name, case = columns[sort], "" if sort in NUMBERS else " COLLATE NOCASE"
    amount = f" CAST({name} AS REAL){way}," if sort in numbers else ""
    return f" ORDER BY {name} IS NULL,{amount} {name}{case}{way}, rowid"


def _check_column(name: str, columns: Mapping[str, str]) -> None:
    if name not in columns:
        raise RequestError("bad_request", f"there is no column {name[:40]!r} (known: {', '.join(columns)})")


def _count_values(database: sqlite3.Connection, table: str, column: str) -> dict[str, int]:
    found = database.execute(
        f"SELECT coalesce({column}, ''), count(*) AS n FROM {table} GROUP BY 1"  # noqa: S608 - as above
        f" ORDER BY n DESC, 1 LIMIT {_MAX_VALUES}"
    )
    return {str(value): n for value, n in found}


def _quote_name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _declare_column(name: str, kind: type | None) -> str:
    """Return the SQL of a column; None is the kind of numbers that are kept as they are written."""
    return f"{_quote_name(name)} {'TEXT' if kind is str else 'NUMERIC' if kind else _WRITTEN_NUMBER}"


# -- runs compared ------------------------------------------------------------------------------------


def compare_records(
    before: Path, after: Path, is_whole: bool = True, limit: int | None = 500
) -> dict[str, Any]:
    """Return how the records of two runs differ: numbers of new, changed and gone ones, and some of them.

    Records are paired by the URL of the entry or page, or by the key of a file. ``values`` of a changed one
    are name, value before, value after. A page that could not be read has not changed, and tracking
    parameters of URLs do not count. What is gone is told only if the later run is whole.
    """
    old, new = _values_by_key(before), _values_by_key(after)
    rows: list[dict[str, Any]] = []
    for key in new | old if is_whole else new:  # those that are gone come last
        values = new[key] if key in new else old[key]
        what = "new" if key not in old else "gone" if key not in new else "changed"
        is_read = what == "changed" and not old[key].get("error") and not values.get("error")
        shared = [name for name in values if name in old[key] and name not in _OF_RUNS] if is_read else []
        pairs = [[name, old[key][name], values[name]] for name in shared if old[key][name] != values[name]]
        changes = [one for one in pairs if without_tracking(str(one[1])) != without_tracking(str(one[2]))]
        if changes or what != "changed":
            rows.append({"what": what, "key": key, "title": _title_of(values), "values": changes})
    counts = {"new": 0, "changed": 0} | ({"gone": 0} if is_whole else {})
    return {"counts": counts | dict(Counter(row["what"] for row in rows)), "rows": rows[:limit]}


_OF_RUNS = frozenset({"error", "drift", "n_changes"})


def _title_of(values: Mapping[str, Any]) -> str:
    """Return the title of a record, or its first text, for display."""
    texts = (str(value) for name, value in values.items() if value and name != "url")
    return str(values.get("title") or next(texts, ""))[:_SHOWN_CHARACTERS]


def _values_by_key(path: Path) -> dict[str, dict[str, Any]]:
    """Return the values of each record by column, by the URL of the entry or page, or by key.

    Later records of the same name have their number after it.
    """
    found: dict[str, dict[str, Any]] = {}
    seen = Counter[str]()
    with _open_table(path) as (database, table, columns):
        if not table:
            return found
        whole = "record" if table == "records" else "NULL"
        shown = ", ".join(columns.values())
        for text, *values in database.execute(f"SELECT {whole}, {shown} FROM {table} ORDER BY rowid"):  # noqa: S608 - own names
            named = dict(zip(columns, values, strict=True))
            record = json.loads(text) if text else named
            listed = record.get("listed") or {}
            key = listed.get("url") or record.get("url") or record.get("key")
            if key:
                seen[name := without_tracking(str(key))] += 1
                found[name if seen[name] == 1 else f"{name} ({seen[name]})"] = named
    return found


# -- files --------------------------------------------------------------------------------------------


def write_export(folder: RunFolder, kind: str, path: Path, before: Path | None = None) -> int:
    """Export all records to a file, or what differs from those of the run ``before``.

    Return how many texts are cut at the limit of a cell of XLSX.

    Raise :class:`RequestError` if the run has no records yet. XLSX needs
    openpyxl, Parquet pyarrow, and the records of a crawl SQLAlchemy.
    """
    if not folder.records.exists():
        raise RequestError("not_found", "the run has no records yet")
    if before is None and kind != "sqlite" and folder.request()["kind"] == "crawl":
        from maintext.batch.store import open_store  # noqa: PLC0415 - SQLAlchemy is an extra
        from maintext.batch.store.export import FORMATS  # noqa: PLC0415

        with open_store(str(folder.records)) as store:
            return FORMATS[f".{kind}"](store, path) or 0
    columns, rows = _whole_table(folder, is_typed=kind != "csv")
    if before is not None:
        columns, rows = _changed_table(columns, before, folder)
    if kind == "sqlite":
        _write_sqlite(path, columns, rows)
    elif kind == "jsonl":
        changed = (dict(zip(columns, row, strict=True)) for row in rows)
        whole = (json.loads(text) for (text,) in _select_rows(folder.records, "record"))
        with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(json_lines(whole if before is None else changed))
    else:
        from maintext.batch.store.export import TABLES  # noqa: PLC0415 - loads the store

        return TABLES[f".{kind}"](path, columns, rows) or 0
    return 0


def send_records(folder: RunFolder, database_url: str, table: str) -> int:
    """Write all records into a table of a database, in place of one of that name; return their number.

    Raise :class:`OptionError` if the database cannot be reached or written.
    """
    from maintext.batch.store.export import write_database  # noqa: PLC0415 - SQLAlchemy is an extra

    columns, rows = _whole_table(folder, is_typed=False)
    return write_database(database_url, table, columns, rows)


def _whole_table(folder: RunFolder, *, is_typed: bool) -> tuple[dict[str, type], Iterator[Sequence[Any]]]:
    """Return the columns of a run's table with their types, and its rows.

    ``is_typed`` makes numbers of texts in columns where all are plain numbers.

    Raise :class:`RequestError` if the run has no records yet.
    """
    with _open_table(folder.records) as (database, table, columns):
        if not table:
            raise RequestError("not_found", "the run has no records yet")
        types = {name: NUMBERS.get(name, str) for name in columns}
        for name in _written_numbers(database) if is_typed else ():
            values = database.execute(f"SELECT {columns[name]} FROM {table}")  # noqa: S608 - own names
            types[name] = number_type(value for (value,) in values)
    return types, typed_rows(types, _select_rows(folder.records, ", ".join(columns.values())))


def _changed_table(
    types: Mapping[str, type], before: Path, after: RunFolder
) -> tuple[dict[str, type], Iterator[Sequence[Any]]]:
    """Return the table of the records that are new, changed or gone; its first column says which."""
    values = _values_by_key(before) | _values_by_key(after.records)
    first, taken = "change", {name.lower() for name in types}
    while first in taken:
        first += "_"
    state = after.state()
    is_whole = state.get("is_whole", state.get("status") == "done")
    found = compare_records(before, after.records, is_whole, limit=None)["rows"]
    rows = ([row["what"], *map(values[row["key"]].get, types)] for row in found)
    columns = {first: str, **types}
    return columns, typed_rows(columns, rows)


def _write_sqlite(path: Path, columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        named = ", ".join(_declare_column(name, kind) for name, kind in columns.items())
        database.execute(f"CREATE TABLE records ({named})")
        places = ", ".join("?" * len(columns))
        database.executemany(f"INSERT INTO records VALUES ({places})", rows)  # noqa: S608 - marks alone
