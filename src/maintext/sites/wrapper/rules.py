"""Rules of a wrapper and their TOML file; see ``docs/sites-wrapper.md``."""

from __future__ import annotations

import json
import os
import pathlib
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from maintext.errors import OptionError
from maintext.html.parser import XPATH_STARTS
from maintext.metadata.fields import FIELDS
from maintext.sites.wrapper.selectors import Path, parse_path, quote_text

__all__ = [
    "DOCUMENT_FIELD", "FORMAT", "FORMS", "PARTS", "RESTS", "BodyRule", "FieldRule", "NodeLocator", "Wrapper",
    "WrapperLayout", "from_toml", "key_of", "names_outside_table", "parse_locator", "read_file",
    "read_wrapper", "table_of", "tables_of", "to_toml", "value_of", "wrapper_from_table",
    "wrapper_lines", "write_file", "write_wrapper",
]  # fmt: skip

RESTS = ("drop", "default")
"""Treatment of text that no rule names: drop it, or let the default method decide."""

FORMS = ("", "number", "date")
"""Forms of values: as written, a number with a point before its decimals, or a date of ISO 8601."""

PARTS = ("", "line", "text")
"""Parts of an element that a value is cut out of: all of its text, one line, or one text between two tags."""

DOCUMENT_FIELD = {"date": "published", "tags": "tag"}
"""Document field by wrapper field, if the names differ."""


FORMAT = 1
"""Version of the file format."""

T = TypeVar("T")
_LABELLED = re.compile(r"""(.*?)\s*:label\(\s*(?:"([^"]*)"|'([^']*)')\s*\)(\s+@.*)?""", re.DOTALL)
_PSEUDO = re.compile(r"::(?:text|attr\(([\w:.-]+)\))$")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_MAX_ON_A_LINE = 80  # characters of a list


@dataclass(frozen=True, slots=True)
class NodeLocator:
    """Locator of a value: the text of an element, or one of its attributes."""

    path: Path
    attribute: str = ""  # name of the attribute; "" for the text
    label: str = ""  # label the element must have, such as the th before its td; "" for any

    def __str__(self) -> str:
        text = f"{self.path} :label({quote_text(self.label)})" if self.label else str(self.path)
        return f"{text} @{self.attribute}" if self.attribute else text


def parse_locator(text: str) -> NodeLocator:
    """Parse ``selector`` or ``selector :label("text")``, both with `` @attribute``.

    ``selector::text`` and ``selector::attr(name)`` are read as other programs write them. An XPath names
    its attributes itself. Raises :class:`OptionError` if the selector is invalid.
    """
    text = _PSEUDO.sub(lambda found: f" @{found[1]}" if found[1] else "", text.strip())
    if text.startswith(XPATH_STARTS):
        return NodeLocator(parse_path(text))
    if labelled := _LABELLED.fullmatch(text):
        path, double, single, attribute = labelled.groups(default="")
        return NodeLocator(parse_path(path), attribute.strip().removeprefix("@").strip(), double or single)
    selector, at, attribute = text.rpartition(" @")
    return NodeLocator(parse_path(selector), attribute.strip()) if at else NodeLocator(parse_path(text))


@dataclass(frozen=True, slots=True)
class BodyRule:
    """Rule for the main text; exclusion overrides inclusion."""

    include: tuple[Path, ...] = ()
    exclude: tuple[Path, ...] = ()
    rest: str = "drop"  # one of RESTS, for text that neither list names

    def __post_init__(self) -> None:
        if self.rest not in RESTS:
            raise OptionError(f"rest must be one of {', '.join(RESTS)}, not {self.rest!r}")
        if self.rest == "drop" and not self.include:
            raise OptionError('a body without include selectors needs rest = "default"')


@dataclass(frozen=True, slots=True)
class FieldRule:
    """Rule for one field."""

    name: str  # title, author, date, source, tags, a document field, or any other name
    select: tuple[NodeLocator, ...]  # the first that gives a value is used
    after: str = ""  # text before the value if the element has it; "" for its beginning
    before: str = ""  # text after the value if the element has it; "" for its end
    within: bool = False  # the element holds other text too: without after and before it has no value
    part: str = ""  # one of PARTS: the one with after and before
    required: bool = False  # a page without a value does not fit
    several: bool = False  # all matching elements are values, not only the first
    pattern: str = ""  # regular expression: its first group, or what it matches, is the value; "" for all
    split: str = ""  # text between several values in one element; "" for the usual marks
    form: str = ""  # one of FORMS

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise OptionError(f"fields.{self.name}.form must be one of {FORMS}, not {self.form!r}")
        if self.part not in PARTS:
            raise OptionError(f"fields.{self.name}.part must be one of {PARTS}, not {self.part!r}")
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise OptionError(f"fields.{self.name}.pattern is not a regular expression: {error}") from error


@dataclass(frozen=True, slots=True)
class WrapperLayout:
    """What pages of the site look like; other pages are left to the default method."""

    landmarks: tuple[Path, ...] = ()  # elements present on every example
    least_landmarks: float = 0.4  # minimum share of landmarks on a page, 0–1
    least_words: int = 0  # of the main text
    most_words: int = 0  # 0 for no limit
    most_link_share: float = 1.0  # maximum share of characters inside links, 0–1
    least_agreement: float = 0.0  # minimum Dice coefficient, in words, with the default method, 0–1


@dataclass(frozen=True, slots=True)
class Wrapper:
    """The rules of one site."""

    site: str  # name of the site, for readers
    body: BodyRule
    fields: tuple[FieldRule, ...] = ()
    layout: WrapperLayout = WrapperLayout()
    learned_from: str = "texts"  # origin of the examples' main text: texts, clicks or default
    n_examples: int = 0  # 0 if written by hand
    f1: float = 0.0  # mean word-F1 on the examples, 0–1
    not_learned: tuple[str, ...] = ()  # given fields that no rule gives on enough examples


def names_outside_table(wrapper: Wrapper, shown: Collection[str]) -> tuple[str, ...]:
    """Return the fields that a table of document columns does not show.

    The column ``title`` shows the wrapper's title. A custom field is always returned, even if a column has
    its name (``kind``).
    """
    names = dict.fromkeys(rule.name for rule in wrapper.fields)
    of_document = {name: DOCUMENT_FIELD.get(name, name) for name in names}
    return tuple(name for name, of in of_document.items() if of not in FIELDS or of not in shown)


def to_toml(wrapper: Wrapper) -> str:
    """Return a wrapper as TOML; :func:`from_toml` reverses it."""
    return "\n".join(wrapper_lines(wrapper)) + "\n"


def wrapper_lines(wrapper: Wrapper, table: str = "") -> list[str]:
    """Return the TOML lines of a wrapper, below ``table`` of another file if given."""
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
        given = {one.name: getattr(rule, one.name) for one in fields(FieldRule) if one.name != "name"}
        lines += ["", f"[{at}fields.{key_of(rule.name)}]"]
        lines += [f"{key} = {value_of(value)}" for key, value in given.items() if value or key == "select"]
    lines += ["", f"[{at}layout]  # a page that differs is left to the default method"]
    lines += [f"{one.name} = {value_of(getattr(layout, one.name))}" for one in fields(WrapperLayout)]
    return lines


def write_wrapper(wrapper: Wrapper, path: str | os.PathLike[str]) -> None:
    """Write a wrapper file; raises :class:`OptionError` if it cannot be written."""
    write_file(path, to_toml(wrapper))


def read_wrapper(path: str | os.PathLike[str]) -> Wrapper:
    """Read a wrapper file; raises :class:`OptionError` with path and invalid key."""
    return read_file(path, from_toml)


def from_toml(text: str) -> Wrapper:
    """Read a wrapper from TOML.

    Raises :class:`OptionError` for invalid TOML, unknown keys, wrong types and invalid selectors.
    """
    return wrapper_from_table(tables_of(text))


def wrapper_from_table(top: dict[str, Any]) -> Wrapper:
    """Read a wrapper from a parsed TOML table; raises as :func:`from_toml`."""
    body, layout, by_name = table_of(top, "body"), table_of(top, "layout"), table_of(top, "fields")
    rest = {key: value for key, value in top.items() if key not in {"body", "layout", "fields"}}
    given = _check_table(rest, {"format": int, **_key_types(Wrapper)}, "the file")
    if given.pop("format", FORMAT) != FORMAT:
        raise OptionError(f"format must be {FORMAT}; learn the wrapper again")
    if by_name and not body:
        body = {"rest": "default"}  # rules of fields alone leave the main text to the default method
    return Wrapper(
        **{"site": "", **given, "not_learned": tuple(given.get("not_learned", ()))},
        body=BodyRule(**_with_paths(_check_table(body, _key_types(BodyRule), "body"))),
        fields=tuple(_field_rule(name, table_of(by_name, name)) for name in by_name),
        layout=WrapperLayout(**_with_paths(_check_table(layout, _key_types(WrapperLayout), "layout"))),
    )


def _field_rule(name: str, table: Mapping[str, Any]) -> FieldRule:
    given = _check_table(table, _key_types(FieldRule), f"fields.{name}")
    if not given.get("select"):
        raise OptionError(f"fields.{name} needs select, a list of selectors")
    return FieldRule(name, **{**given, "select": tuple(map(parse_locator, given["select"]))})


def _key_types(rule: type[BodyRule | FieldRule | Wrapper | WrapperLayout]) -> dict[str, type]:
    """Return the type of each key of a rule's table; tuples are lists of strings."""
    types = {"str": str, "int": int, "float": float, "bool": bool}
    # What the table's name says, and what has tables of its own.
    left_out = {FieldRule: {"name"}, Wrapper: {"body", "fields", "layout"}}.get(rule, set())
    return {one.name: types.get(str(one.type), list) for one in fields(rule) if one.name not in left_out}


def _check_table(table: Mapping[str, Any], known: Mapping[str, type], where: str) -> dict[str, Any]:
    for key, value in table.items():
        if key not in known:
            raise OptionError(f"unknown key {key!r} in {where} (known: {', '.join(known)})")
        wanted = (int, float) if known[key] is float else (known[key],)
        is_texts = not isinstance(value, list) or all(isinstance(one, str) for one in value)
        if not isinstance(value, wanted) or not is_texts or (isinstance(value, bool) and bool not in wanted):
            name = "list of strings" if known[key] is list else known[key].__name__
            raise OptionError(f"{key} in {where} must be of type {name}, not {value!r}")
    return dict(table)


def _with_paths(table: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(map(parse_path, one)) if isinstance(one, list) else one for key, one in table.items()}


# -- TOML ---------------------------------------------------------------------------------------------
# tomlkit escapes the quotes that selectors are full of, and does not break long lists.


def read_file(path: str | os.PathLike[str], read: Callable[[str], T]) -> T:
    """Return the result of ``read`` for a file; an :class:`OptionError` names its path."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    try:
        return read(text)
    except OptionError as error:
        raise OptionError(f"{path}: {error.message}") from error


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file; raises :class:`OptionError` if it cannot be written."""
    try:
        pathlib.Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error


def tables_of(text: str) -> dict[str, Any]:
    """Parse TOML; raises :class:`OptionError` for invalid TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"this is no TOML: {error}") from error
    except RecursionError as error:
        raise OptionError("this TOML is not read: its lists and tables are nested too deep") from error


def table_of(top: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a nested table, or an empty one; raises :class:`OptionError` if no table."""
    found = top.get(name, {})
    if not isinstance(found, dict):
        raise OptionError(f"{name} must be a table, as [{name}]")
    return found


def key_of(name: str) -> str:
    """Return a name as a TOML key."""
    return name if _BARE.fullmatch(name) else value_of(name)


def value_of(value: object) -> str:
    """Return a value as TOML: string, number, boolean or list of strings."""
    if isinstance(value, int | float):
        return str(value).lower()
    if isinstance(value, str):
        if '"' in value and "'" not in value and value.isprintable():
            return f"'{value}'"
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    items = [value_of(str(one)) for one in value]  # type: ignore[attr-defined]
    short = ", ".join(items)
    if len(short) < _MAX_ON_A_LINE:
        return f"[{short}]"
    return "[\n" + "".join(f"    {one},\n" for one in items) + "]"
