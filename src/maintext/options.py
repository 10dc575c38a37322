"""Frozen option values; each field is declared once and feeds validation, the CLI and the docs.

A field is declared with :func:`option`, which keeps its help text, unit, source and allowed
values beside the default. :func:`changed` builds a new value from keyword changes and turns
unknown names and wrong values into :class:`~maintext.errors.OptionError` that say what is allowed.
"""

from __future__ import annotations

import dataclasses
import difflib
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _typeshed import DataclassInstance

__all__ = ["DEFAULT_METHOD", "NoOptions", "Options", "changed", "option", "option_rows"]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What :func:`maintext.extract` does with a page.

    The fields that choose what is shown (``links``, ``images``, ``tables``) never change which
    main text is found.
    """

    method: str = option(DEFAULT_METHOD, "Method that finds the main content; see `maintext methods`.")
    links: bool = option(True, "Keep link targets in Markdown and HTML.")
    images: bool = option(True, "Keep images in Markdown and HTML.")
    tables: bool = option(True, "Keep tables as tables in Markdown and HTML; otherwise their text only.")
    max_bytes: int = option(
        10_000_000, "Refuse a page with more bytes than this.", unit="bytes", minimum=1,
        source="twice the largest page of the development corpus (5.3 MB); keeps a page under 1 GB and 2 s",
    )  # fmt: skip
    max_nodes: int = option(
        1_000_000, "Refuse a page with more elements and text runs than this.", unit="nodes", minimum=1,
        source="keeps one page under 2 s; the largest page of the development corpus has 53,837",
    )  # fmt: skip


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


def _check(name: str, new: object, field: dataclasses.Field[Any]) -> None:
    """Raise OptionError unless ``new`` has the type of the default and is within the declared bounds."""
    default, rules = field.default, field.metadata
    wanted: tuple[type, ...] = (int, float) if isinstance(default, float) else (type(default),)
    if not isinstance(new, wanted) or (isinstance(new, bool) and bool not in wanted):
        raise OptionError(f"{name} must be of type {type(default).__name__}, not {new!r}")
    if rules["choices"] and new not in rules["choices"]:
        raise OptionError(f"{name} must be one of {', '.join(map(repr, rules['choices']))}, not {new!r}")
    if rules["minimum"] is not None and isinstance(new, int | float) and not new >= rules["minimum"]:
        raise OptionError(f"{name} must be at least {rules['minimum']}, not {new!r}")
