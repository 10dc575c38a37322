"""Rules of a wrapper and their TOML file; see ``docs/sites-wrapper.md``."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError
from maintext.metadata.fields import FIELDS
from maintext.sites.toml import read_file, table_of, tables_of, value_of, write_file
from maintext.sites.wrapper.selectors import Path, parse_path, quote_text

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping


__all__ = [
    "DOCUMENT_FIELD",
    "FORMAT",
    "RESTS",
    "BodyRule",
    "FieldRule",
    "NodeLocator",
    "Wrapper",
    "WrapperLayout",
    "from_toml",
    "names_outside_table",
    "parse_locator",
    "read_wrapper",
    "to_toml",
    "wrapper_from_table",
    "wrapper_lines",
    "write_wrapper",
]

RESTS = ("drop", "default")
"""Treatment of text that no rule names: drop it, or let the default method decide."""

DOCUMENT_FIELD = {"date": "published", "tags": "tag"}
"""Document field by wrapper field, if the names differ."""


_LABELLED = re.compile(r"""(.*?)\s*:label\(\s*(?:"([^"]*)"|'([^']*)')\s*\)(\s+@.*)?""", re.DOTALL)
FORMAT = 1
"""Version of the file format."""

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

    Raises :class:`OptionError` if the selector is invalid.
    """
    if labelled := _LABELLED.fullmatch(text.strip()):
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
    """Rule for one field.

    Attributes
    ----------
    name
        ``title``, ``author``, ``date``, ``source``, ``tags``, a document field, or any other name.
    select
        Locators; the first that gives a value is used.
    after, before
        Texts around the value if the element has them; ``""`` for its ends.
    within
        The element holds other text too: without ``after`` and ``before`` it has no value.
    required
        A page without a value does not fit.
    several
        All matching elements are values, not only the first.
    """

    name: str
    select: tuple[NodeLocator, ...]
    after: str = ""
    before: str = ""
    within: bool = False
    required: bool = False
    several: bool = False


@dataclass(frozen=True, slots=True)
class WrapperLayout:
    """What pages of the site look like; other pages are left to the default method.

    Attributes
    ----------
    landmarks
        Selectors of elements present on every example.
    least_landmarks
        Minimum share of landmarks on a page, 0–1.
    least_words, most_words
        Range of words of the main text; 0 for no upper limit.
    most_link_share
        Maximum share of characters inside links, 0–1.
    least_agreement
        Minimum Dice coefficient, in words, with the default method, 0–1.
    """

    landmarks: tuple[Path, ...] = ()
    least_landmarks: float = 0.4
    least_words: int = 0
    most_words: int = 0
    most_link_share: float = 1.0
    least_agreement: float = 0.0


@dataclass(frozen=True, slots=True)
class Wrapper:
    """The rules of one site.

    Attributes
    ----------
    site
        Name of the site, for readers.
    body, fields, layout
        The rules.
    learned_from
        ``texts``, ``clicks`` or ``default``: origin of the examples' main text.
    n_examples
        Number of examples; 0 if written by hand.
    f1
        Mean word-F1 on the examples, 0–1.
    not_learned
        Given fields that no rule gives on enough examples.
    """

    site: str
    body: BodyRule
    fields: tuple[FieldRule, ...] = ()
    layout: WrapperLayout = WrapperLayout()
    learned_from: str = "texts"
    n_examples: int = 0
    f1: float = 0.0
    not_learned: tuple[str, ...] = ()


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
        lines += ["", *_field_lines(rule, at)]
    lines += ["", f"[{at}layout]  # a page that differs is left to the default method"]
    for one in fields(WrapperLayout):
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
    given = _check_table(rest, _TOP, "the file")
    if given.pop("format", FORMAT) != FORMAT:
        raise OptionError(f"format must be {FORMAT}; learn the wrapper again")
    return Wrapper(
        **{"site": "", **given, "not_learned": tuple(given.get("not_learned", ()))},
        body=BodyRule(**_with_paths(_check_table(body, _BODY, "body"), ("include", "exclude"))),
        fields=tuple(_field_rule(name, table_of(by_name, name)) for name in by_name),
        layout=WrapperLayout(**_with_paths(_check_table(layout, _LAYOUT, "layout"), ("landmarks",))),
    )


def _field_rule(name: str, table: Mapping[str, Any]) -> FieldRule:
    given = _check_table(table, _FIELD, f"fields.{name}")
    if not given.get("select"):
        raise OptionError(f"fields.{name} needs select, a list of selectors")
    return FieldRule(name, **{**given, "select": tuple(map(parse_locator, given["select"]))})


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


def _with_paths(table: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {**table, **{name: tuple(map(parse_path, table[name])) for name in names if name in table}}
