"""Command-line options for methods side by side, with variants of one beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from maintext.cli.lists import listed
from maintext.methods import METHODS
from maintext.methods.variant import Variant, read_variant, with_changes

if TYPE_CHECKING:
    from maintext.cli.declared import Command

__all__ = ["chosen_variants", "variant_options"]


def variant_options(command: Command) -> Command:
    """Give a command ``--methods`` and ``--set``."""
    choose = click.option(
        "-m", "--methods", metavar="LIST",
        help="Methods, separated by commas; with other options as METHOD:OPTION=VALUE:OPTION=VALUE."
        "  [default: all]",
    )  # fmt: skip
    change = click.option(
        "--set", "changes", metavar="METHOD.OPTION=VALUE", multiple=True,
        help="Change an option of a method (docs/options.md) in all its columns; may be given several times.",
    )  # fmt: skip
    return choose(change(command))


def chosen_variants(given: dict[str, Any]) -> list[Variant]:
    """Return what a user has chosen, each variant once; all methods where nothing was said.

    Raises
    ------
    OptionError
        For an unknown method or option, or a value that is not allowed.
    """
    variants = [read_variant(text) for text in listed(given["methods"]) or METHODS]
    return list(dict.fromkeys(with_changes(variants, given["changes"])))
