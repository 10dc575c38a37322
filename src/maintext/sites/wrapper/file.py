"""Wrappers as files: TOML that is short, explains itself and may be edited by hand."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError
from maintext.sites.toml import read_file, table_of, tables_of, value_of, write_file
from maintext.sites.wrapper.path import parse_path
from maintext.sites.wrapper.rules import BodyRule, FieldRule, Layout, Wrapper, parse_place

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

__all__ = [
    "FORMAT",
    "from_toml",
    "read_wrapper",
    "to_toml",
    "wrapper_from_table",
    "wrapper_lines",
    "write_wrapper",
]

FORMAT = 1
"""Number of the file format that is written and read."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_TOP = {"format": int, "site": str, "learned_from": str, "n_examples": int, "f1": float, "not_learned": list}
_BODY = {"include": list, "exclude": list, "rest": str}
_FIELD = {
    "select": list, "after": str, "before": str, "within": bool, "required": bool, "several": bool,
}  # fmt: skip
_LAYOUT = {
    "landmarks": list, "least_landmarks": float, "least_words": int, "most_words": int,
    "most_link_share": float, "least_agreement": float,
}  # fmt: skip


def to_toml(wrapper: Wrapper) -> str:
    """Return a wrapper as TOML; :func:`from_toml` gives the same wrapper back."""
    return "\n".join(wrapper_lines(wrapper)) + "\n"


def wrapper_lines(wrapper: Wrapper, table: str = "") -> list[str]:
    """Return the lines of a wrapper as TOML, below a table of another file where one is named."""
    body, layout, at = wrapper.body, wrapper.layout, f"{table}." if table else ""
    lines = [
        *([f"[{table}]"] if table else []),
        f"format = {FORMAT}",
        f"site = {value_of(wrapper.site)}",
        f"learned_from = {value_of(wrapper.learned_from)}",
        f"n_examples = {wrapper.n_examples}",
        f"f1 = {wrapper.f1}  # mean word-F1 on the examples",
        *([f"not_learned = {value_of(wrapper.not_learned)}"] if wrapper.not_learned else []),
        "",
        f"[{at}body]  # keep what stands in include, but nothing in exclude",
        f"include = {value_of(body.include)}",
        f"exclude = {value_of(body.exclude)}",
        f'rest = {value_of(body.rest)}  # text in neither: "drop", or "default" for the default method',
    ]
    for rule in wrapper.fields:
        lines += ["", *_field_lines(rule, at)]
    lines += ["", f"[{at}layout]  # a page that differs is left to the default method"]
    for one in fields(Layout):
        value = getattr(layout, one.name)
        lines.append(f"{one.name} = {value_of(value)}")
    return lines


def _field_lines(rule: FieldRule, at: str) -> list[str]:
    name = rule.name if _BARE.fullmatch(rule.name) else value_of(rule.name)
    given = {key: getattr(rule, key) for key in _FIELD if key != "select"}
    return [
        f"[{at}fields.{name}]",
        f"select = {value_of(rule.select)}",
        *(f"{key} = {value_of(value)}" for key, value in given.items() if value),
    ]


def write_wrapper(wrapper: Wrapper, path: str | os.PathLike[str]) -> None:
    """Write a wrapper to a file.

    Raises
    ------
    OptionError
        The file cannot be written.
    """
    write_file(path, to_toml(wrapper))


def read_wrapper(path: str | os.PathLike[str]) -> Wrapper:
    """Read a wrapper from a file.

    Raises
    ------
    OptionError
        The file cannot be read, or is no wrapper; the message names the key.
    """
    return read_file(path, from_toml)


def from_toml(text: str) -> Wrapper:
    """Read a wrapper from TOML.

    Raises
    ------
    OptionError
        It is no TOML, has an unknown key, a wrong type, or a selector that cannot be read.
    """
    return wrapper_from_table(tables_of(text))


def wrapper_from_table(top: dict[str, Any]) -> Wrapper:
    """Read a wrapper from a TOML table that was parsed already.

    Raises
    ------
    OptionError
        As :func:`from_toml`.
    """
    body, layout, by_name = table_of(top, "body"), table_of(top, "layout"), table_of(top, "fields")
    rest = {key: value for key, value in top.items() if key not in {"body", "layout", "fields"}}
    given = _checked(rest, _TOP, "the file")
    if given.pop("format", FORMAT) != FORMAT:
        raise OptionError(f"format must be {FORMAT}; learn the wrapper again")
    return Wrapper(
        **{"site": "", **given, "not_learned": tuple(given.get("not_learned", ()))},
        body=BodyRule(**_with_paths(_checked(body, _BODY, "body"), ("include", "exclude"))),
        fields=tuple(_field_rule(name, table_of(by_name, name)) for name in by_name),
        layout=Layout(**_with_paths(_checked(layout, _LAYOUT, "layout"), ("landmarks",))),
    )


def _field_rule(name: str, table: Mapping[str, Any]) -> FieldRule:
    given = _checked(table, _FIELD, f"fields.{name}")
    if not given.get("select"):
        raise OptionError(f"fields.{name} needs select, a list of selectors")
    return FieldRule(name, **{**given, "select": tuple(map(parse_place, given["select"]))})


def _checked(table: Mapping[str, Any], known: Mapping[str, type], where: str) -> dict[str, Any]:
    for key, value in table.items():
        if key not in known:
            raise OptionError(f"unknown key {key!r} in {where} (known: {', '.join(known)})")
        wanted = (int, float) if known[key] is float else (known[key],)
        is_texts = not isinstance(value, list) or all(isinstance(one, str) for one in value)
        if not isinstance(value, wanted) or not is_texts or (isinstance(value, bool) and bool not in wanted):
            name = "list of strings" if known[key] is list else known[key].__name__
            raise OptionError(f"{key} in {where} must be of type {name}, not {value!r}")
    return dict(table)


def _with_paths(table: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {**table, **{name: tuple(map(parse_path, table[name])) for name in names if name in table}}
