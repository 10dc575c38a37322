"""Typed columns of the rows of a batch, by the schema of the JSON form.

Text, numbers, lists and objects keep their types. A date becomes a timestamp in UTC (the start of what the
page states), and ``NAME_text`` next to it keeps what it states: a day, a time, a zone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from typing import Any

from maintext.batch.options import FILLED_BY, FORMS, BatchOptions
from maintext.errors import OptionError
from maintext.html.surrogates import join_surrogates

__all__ = [
    "MAP", "TIMESTAMP", "chosen_columns", "column_types", "row_nodes", "schema_version", "typed_values",
]  # fmt: skip

TIMESTAMP = "timestamp"
MAP = "map"
"""Names of types that JSON has no word for: a time in UTC, an object with free keys."""

_FIRST = ("key", "url", "outcome", "error", "reason", "input", "extra")
_MOMENT = r"^\d{4}"  # how the pattern of a date begins
_YEAR_START = "0000-01-01"


@cache
def _read_schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((resources.files("maintext") / "document.schema.json").read_bytes())
    return schema


def schema_version() -> str:
    """Return the version of the schema; another one means that names or types differ."""
    return str(_read_schema()["version"])


@cache
def row_nodes() -> dict[str, Any]:
    """Return the JSON schema of each value of a row, in the order of the columns; texts last."""
    row, document = _read_schema()["$defs"]["row"]["properties"], _read_schema()["properties"]
    nodes: dict[str, Any] = {name: row[name] for name in _FIRST} | document | row
    texts = {form: document[form] for form in FORMS}
    return {name: node for name, node in nodes.items() if name not in texts} | texts


def chosen_columns(names: Iterable[str], form: str, batch: BatchOptions) -> tuple[str, ...]:
    """Return the names of the values of a row: the given ones, or for none all, with one form of the text.

    Of all, those are left out that an option would fill.

    Raises OptionError: a name is unknown.
    """
    if chosen := tuple(dict.fromkeys(names)):
        if unknown := [name for name in chosen if name not in row_nodes()]:
            known = ", ".join(row_nodes())
            raise OptionError(
                f"no such column: {', '.join(unknown)} (there are: {known}); other input keys are in extra"
            )
        return chosen
    absent = {name for name, needed in FILLED_BY.items() if not getattr(batch, needed)}
    absent |= {*FORMS} - {form}
    return tuple(name for name in row_nodes() if name not in absent)


@cache
def column_types(names: tuple[str, ...]) -> dict[str, Any]:
    """Return the columns of a table with their types, a date as two columns.

    A type is ``string``, ``integer``, ``number``, ``boolean`` or :data:`TIMESTAMP`; a list with the type of
    its items; a dictionary of names to types, with the single name :data:`MAP` for free keys.
    """
    return _types_of({name: row_nodes()[name] for name in names})


def _types_of(properties: Mapping[str, Any]) -> dict[str, Any]:
    types: dict[str, Any] = {}
    for name, node in properties.items():
        types[name] = _type_of(_resolve_node(node))
        if _is_moment(node):
            types[f"{name}_text"] = "string"
    return types


def _resolve_node(node: Mapping[str, Any]) -> Mapping[str, Any]:
    path = node.get("$ref", "").rpartition("/")[2]
    return _read_schema()["$defs"][path] if path else node


def _is_moment(node: Mapping[str, Any]) -> bool:
    return str(node.get("pattern", "")).startswith(_MOMENT)


def _type_of(node: Mapping[str, Any]) -> Any:
    kind = node.get("type", "string")
    kind = kind if isinstance(kind, str) else kind[0]
    if kind == "array":
        return [_type_of(_resolve_node(node["items"]))]
    if kind == "object" and "properties" in node:
        return _types_of(node["properties"])
    if kind == "object":
        return {MAP: _type_of(_resolve_node(node["additionalProperties"]))}
    return TIMESTAMP if _is_moment(node) or node.get("format") == "date-time" else kind


def typed_values(record: Mapping[str, Any], names: tuple[str, ...]) -> list[Any]:
    """Return the values of a record for :func:`column_types`; ``None`` if unknown."""
    found = _row_converter(names)({name: record.get(name) for name in names})
    return [found[name] for name in column_types(names)]


@cache
def _row_converter(names: tuple[str, ...]) -> Callable[[Any], Any]:
    return _value_converter({"properties": {name: row_nodes()[name] for name in names}}) or dict


def _value_converter(node: Mapping[str, Any]) -> Callable[[Any], Any] | None:
    """Return the function to typed values, ``None`` where JSON has them already."""
    node = _resolve_node(node)
    if "contentMediaType" in node:
        return lambda value: join_surrogates(json.dumps(value, ensure_ascii=False))
    if _is_moment(node) or node.get("format") == "date-time":
        return _to_utc
    if "items" in node:
        convert = _value_converter(node["items"])
        return (lambda many: list(map(convert, many))) if convert else None
    properties = node.get("properties", {})
    converters = {name: found for name, one in properties.items() if (found := _value_converter(one))}
    moments = [name for name, one in properties.items() if _is_moment(one)]

    def convert_object(value: Mapping[str, Any]) -> dict[str, Any]:
        texts = {f"{name}_text": value[name] for name in moments}
        given = {name: value[name] for name in converters if value[name] is not None}
        return {**value, **texts, **{name: converters[name](one) for name, one in given.items()}}

    return convert_object if converters else None


def _to_utc(text: str) -> datetime | None:
    """Return the start of what an ISO 8601 text states, in UTC; without a zone it is read as UTC."""
    try:
        moment = datetime.fromisoformat(text + _YEAR_START[len(text) :])
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):  # 0001-01-01 in a zone to the east
        return None
