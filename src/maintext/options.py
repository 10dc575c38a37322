"""Frozen option values; each field is declared once and feeds validation, the CLI and the docs.

A field is declared with :func:`option`, which keeps its help text, unit, source and allowed
values beside the default. :func:`changed` builds a new value from keyword changes and turns
unknown names and wrong values into :class:`~maintext.errors.OptionError` that say what is allowed.
:func:`read_changes` makes such changes from words like ``depth=3``.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from _typeshed import DataclassInstance

__all__ = [
    "DEFAULT_METHOD",
    "Changes",
    "NoOptions",
    "Options",
    "changed",
    "option",
    "option_rows",
    "read_changes",
]

# Best of the registered methods on the development corpus (see README, results).
DEFAULT_METHOD = "learned"

T = TypeVar("T", bound="DataclassInstance")


def option(
    default: Any,
    help: str,  # noqa: A002 - the word users know from command lines
    *,
    unit: str = "",
    source: str = "",
    choices: tuple[Any, ...] = (),
    minimum: float | None = None,
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
    minimum
        Least allowed number, ``None`` for any.
    """
    metadata = {"help": help, "unit": unit, "source": source, "choices": choices, "minimum": minimum}
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
        object.__setattr__(self, "method_options", Changes(self.method_options))


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
    known = {f.name: f for f in fields(value)}
    for name, new in changes.items():
        if name not in known:
            raise OptionError(_unknown(name, list(known), type(value).__name__))
        _check(name, new, known[name])
    return dataclasses.replace(value, **changes)


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
    """Return one record per option: name, default, help, unit, source, choices, minimum.

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


def _check(name: str, new: object, field: dataclasses.Field[Any]) -> None:
    """Raise OptionError unless ``new`` has the type of the default and is within the declared bounds."""
    default, rules = field.default, field.metadata
    wanted: tuple[type, ...] = (int, float) if isinstance(default, float) else (type(default),)
    if isinstance(default, Changes):
        wanted = (Mapping,)
    if not isinstance(new, wanted) or (isinstance(new, bool) and bool not in wanted):
        raise OptionError(f"{name} must be of type {wanted[-1].__name__}, not {new!r}")
    if rules["choices"] and new not in rules["choices"]:
        raise OptionError(f"{name} must be one of {', '.join(map(repr, rules['choices']))}, not {new!r}")
    if rules["minimum"] is not None and isinstance(new, int | float) and not new >= rules["minimum"]:
        raise OptionError(f"{name} must be at least {rules['minimum']}, not {new!r}")
