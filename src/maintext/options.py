"""Frozen option values; each field is declared once and feeds validation, the CLI and the docs.

A field is declared with :func:`option`, which keeps its help text, unit, source and allowed
values beside the default. :func:`check_options` holds a value against what is declared, when it is
made; :func:`changed` builds a new value from keyword changes. Both turn wrong values, and the second
unknown names, into :class:`~maintext.errors.OptionError` that say what is allowed.
:func:`read_changes` makes such changes from words like ``depth=3``.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from _typeshed import DataclassInstance

__all__ = [
    "DEFAULT_METHOD",
    "Changes",
    "CheckedOptions",
    "NoOptions",
    "Options",
    "changed",
    "check_options",
    "option",
    "option_rows",
    "read_changes",
]

# Best of the registered methods on the development corpus (see README, results).
DEFAULT_METHOD = "learned"

T = TypeVar("T", bound="DataclassInstance")


def option(  # noqa: PLR0913 - one value each, mostly left out
    default: Any,
    help: str,  # noqa: A002 - the word users know from command lines
    *,
    unit: str = "",
    source: str = "",
    choices: tuple[Any, ...] = (),
    minimum: float | None = None,
    maximum: float | None = None,
) -> Any:
    """Declare one option field: its default and everything a reader, a CLI or a form needs.

    Parameters
    ----------
    default
        Value used when the caller says nothing.
    help
        One sentence: meaning, and which way the value pushes the result.
    unit
        Unit of a number (``s``, ``bytes``, ``characters`` …), empty for none.
    source
        Where a number comes from: a paper's section, or an experiment.
    choices
        All allowed values, empty for any.
    minimum, maximum
        Least and greatest allowed number, ``None`` for any.
    """
    bounds = {"minimum": minimum, "maximum": maximum}
    metadata = {"help": help, "unit": unit, "source": source, "choices": choices, **bounds}
    return dataclasses.field(default=default, metadata=metadata)


class Changes(Mapping[str, Any]):
    """Changes to the options of a method: a mapping from name to value that cannot be changed itself.

    Hashable as long as its values are, so that :class:`Options` stays a plain value.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._values = dict(values or {})

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return repr(self._values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What :func:`maintext.extract` does with a page.

    The fields that choose what is shown (``links``, ``images``, ``tables``) never change which
    main text is found.

    Raises
    ------
    OptionError
        A value has another type than its default, or is out of its bounds.
    """

    method: str = option(DEFAULT_METHOD, "Method that finds the main content; see `maintext methods`.")
    method_options: Mapping[str, Any] = option(
        Changes(), "Options of the method to change, value by name; the method checks them."
    )
    links: bool = option(True, "Keep link targets in Markdown and HTML.")
    images: bool = option(True, "Keep images in Markdown and HTML.")
    tables: bool = option(True, "Keep tables as tables in Markdown and HTML; otherwise their text only.")
    max_bytes: int = option(
        10_000_000, "Refuse a page with more bytes than this.", unit="bytes", minimum=1,
        source="twice the largest page of the development corpus (5.3 MB); keeps a page under 1 GB and 2 s",
    )  # fmt: skip
    max_nodes: int = option(
        250_000, "Refuse a page with more elements and text runs than this.", unit="nodes", minimum=1,
        source="keeps a page under 1 GB, and reads 100,000 paragraphs; the largest page of the development "
        "corpus has 53,837",
    )  # fmt: skip

    def __post_init__(self) -> None:
        check_options(self)
        object.__setattr__(self, "method_options", Changes(self.method_options))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedOptions:
    """A base of option classes that have nothing to check but what each option declares.

    Raises
    ------
    OptionError
        A value has another type than its default, or is out of its bounds.
    """

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOptions:
    """Options of a method that has none."""


def changed(value: T, changes: Mapping[str, Any]) -> T:
    """Return a copy of an options value with some fields replaced.

    Parameters
    ----------
    value
        An options dataclass made of :func:`option` fields.
    changes
        New values by field name.

    Raises
    ------
    OptionError
        For an unknown name (with the nearest known one), a wrong type, or a value not allowed.
    """
    known, rules = [f.name for f in fields(value)], _rules(type(value))
    for name, new in changes.items():
        if name not in known:
            raise OptionError(_unknown(name, known, type(value).__name__))
        if name in rules:
            _check(name, new, rules[name])
    return dataclasses.replace(value, **changes)


def check_options(value: DataclassInstance) -> None:
    """Check every :func:`option` field of a value; other fields are for their class to check.

    Called by ``__post_init__`` of the option classes, before anything else is done with the values.

    Raises
    ------
    OptionError
        One has another type than its default (an ``int`` is a ``float`` too, a ``bool`` no number), is none
        of its choices, or is out of its bounds; not-a-number is out of any.
    """
    for name, rule in _rules(type(value)).items():
        _check(name, getattr(value, name), rule)


def read_changes(value: DataclassInstance, words: Iterable[str]) -> dict[str, Any]:
    """Return changes for :func:`changed` from words like ``depth=3``; the last one of a name wins.

    A word's value is read as the type of the option's default; for a truth value ``true``, ``yes``,
    ``on`` and ``1`` or ``false``, ``no``, ``off`` and ``0``.

    Raises
    ------
    OptionError
        A word without ``=``, an unknown name, or a value that is not of the option's type. Bounds are
        for :func:`changed` to check.
    """
    defaults = {f.name: f.default for f in fields(value)}
    changes: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise OptionError(
                f"{word!r} is no option: write name=value (known: {', '.join(defaults) or 'none'})"
            )
        if name not in defaults:
            raise OptionError(_unknown(name, list(defaults), type(value).__name__))
        changes[name] = _read(name, text, type(defaults[name]))
    return changes


def option_rows(value: DataclassInstance | type[DataclassInstance]) -> list[dict[str, Any]]:
    """Return one record per option: name, default, help, unit, source, choices, minimum, maximum.

    This is what the command line, the docs and forms are made from.
    """
    return [{"name": f.name, "default": f.default, **f.metadata} for f in fields(value)]


def _unknown(name: str, known: list[str], owner: str) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    allowed = ", ".join(known) or "none"
    return f"unknown option {name!r} for {owner}{hint} (known: {allowed})"


_TRUTH = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(("false", "no", "off", "0"), False)


def _read(name: str, text: str, wanted: type) -> Any:
    """Read a value that a user typed."""
    try:
        return _TRUTH[text.lower()] if wanted is bool else wanted(text)
    except (KeyError, TypeError, ValueError) as error:
        raise OptionError(f"{name} must be of type {wanted.__name__}, not {text!r}") from error


class _Rule(NamedTuple):
    """What an option may be."""

    types: tuple[type, ...]
    choices: tuple[Any, ...]
    minimum: float | None
    maximum: float | None


@cache
def _rules(kind: type[DataclassInstance]) -> dict[str, _Rule]:
    """What the options of a class may be; asked for at every page, so kept."""
    return {
        f.name: _Rule(_types(f.default), *(f.metadata[one] for one in ("choices", "minimum", "maximum")))
        for f in fields(kind)
        if "help" in f.metadata
    }


def _types(default: object) -> tuple[type, ...]:
    if isinstance(default, Changes):
        return (Mapping,)
    return (int, float) if isinstance(default, float) else (type(default),)


def _check(name: str, new: object, rule: _Rule) -> None:
    """Raise OptionError unless ``new`` is what an option may be."""
    if not isinstance(new, rule.types) or (isinstance(new, bool) and bool not in rule.types):
        raise OptionError(f"{name} must be of type {rule.types[-1].__name__}, not {new!r}")
    if rule.choices and new not in rule.choices:
        raise OptionError(f"{name} must be one of {', '.join(map(repr, rule.choices))}, not {new!r}")
    if isinstance(new, int | float):
        if rule.minimum is not None and not new >= rule.minimum:
            raise OptionError(f"{name} must be at least {rule.minimum}, not {new!r}")
        if rule.maximum is not None and not new <= rule.maximum:
            raise OptionError(f"{name} must be at most {rule.maximum}, not {new!r}")
