"""What the commands that extract let a user choose: the method, its options, what to keep of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from maintext.classify.methods.catalogue import METHODS
from maintext.cli.declared import declared_help, declared_option
from maintext.cli.rendered import VIPS
from maintext.options import Options, read_changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.cli.declared import Command, Decorator

__all__ = ["extraction_changes", "kept_options", "method_options"]

_KEPT = ("links", "images", "tables")


def method_options(methods: Sequence[str] = tuple(METHODS)) -> Decorator:
    """Give a command ``--method``, one of the given, and ``--set``."""
    choose = declared_option(Options, "method", "-m", "--method", kind=click.Choice(methods))
    change = click.option(
        "--set", "method_options", metavar="NAME=VALUE", multiple=True,
        help="Change an option of the method (docs/options.md); may be given several times.",
    )  # fmt: skip
    return lambda command: choose(change(command))


def kept_options(command: Command) -> Command:
    """Give a command a pair of flags for each thing that may be left out of the text."""
    for name in reversed(_KEPT):
        help_text = declared_help(Options, name)
        command = click.option(f"--{name}/--no-{name}", default=True, help=help_text)(command)
    return command


def extraction_changes(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of :func:`maintext.extract` that a user has chosen.

    Raises
    ------
    OptionError
        The method has no such option.
    """
    changes = {name: given[name] for name in ("method", *_KEPT, "max_bytes")}
    return changes | {"method_options": read_changes(_defaults(given["method"]), given["method_options"])}


def _defaults(method: str) -> Any:
    if method != VIPS:
        return METHODS[method].defaults
    from maintext.browser.vips import VipsOptions  # noqa: PLC0415 - the browser is loaded for it only

    return VipsOptions()
