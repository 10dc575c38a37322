"""Command-line options for methods side by side, with variants of one beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from maintext.classify.methods import Variant, read_variant, with_changes

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def chosen_variants(methods: Iterable[str], changes: Iterable[str]) -> list[Variant]:
    """Return the methods that a user has named, with other options or without, each variant once.

    ``changes`` are the values of ``--set``.

    Raises
    ------
    OptionError
        For an unknown method or option, or a value that is not allowed.
    """
    return list(dict.fromkeys(with_changes([read_variant(text) for text in methods], changes)))
