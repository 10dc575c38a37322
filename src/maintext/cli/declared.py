"""Flags of commands, made from the one declaration of each option."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import click

from maintext.options import option_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Command = Callable[..., None]
    Decorator = Callable[[Command], Command]

__all__ = ["declared_help", "declared_option", "declared_rows"]


@cache
def declared_rows(options: type) -> Mapping[str, Mapping[str, Any]]:
    """Rows of :func:`maintext.options.option_rows` by the name of the option."""
    return {str(row["name"]): row for row in option_rows(options)}


def declared_help(options: type, name: str) -> str:
    """Help of an option."""
    return str(declared_rows(options)[name]["help"])


def declared_option(
    options: type, name: str, *flags: str, kind: Any = None, metavar: str | None = None, shown: bool = True
) -> Decorator:
    """Return the decorator that gives a command a flag for an option.

    Parameters
    ----------
    options
        The dataclass that declares it.
    name
        The option. One whose default is a tuple may be given several times.
    flags
        As for :func:`click.option`; of a truth value ``--on/--off``.
    kind
        Type of the value; that of the default where none is given.
    metavar
        What stands for the value in the help.
    shown
        Whether the default is used and shown; without it the value is ``None`` where it is not given.
    """
    default = declared_rows(options)[name]["default"]
    several = isinstance(default, tuple)
    has_default = shown and not several
    return click.option(
        *flags, name, type=kind or (type(default) if has_default else str), metavar=metavar, multiple=several,
        default=default if has_default else None, show_default=has_default and default != "",
        help=declared_help(options, name),
    )  # fmt: skip
