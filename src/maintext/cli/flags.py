"""Messages that name an option as Python has it, for people who have flags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["in_flags"]

# A word with an underscore that stands alone: not a part of an address, of a path or of another word.
_OPTION = re.compile(r"(?<![\w/?&=.%#\"'-])[a-z]+(?:_[a-z]+)+(?![\w/?&=%#\"'-])")


def in_flags(message: str, command: click.Command) -> str:
    """Return a message with the flags of a command for the options that it names.

    ``raise timeout_s`` is ``raise --timeout`` for a command that has that flag, and stays for others. Of
    a group, those of all its commands count.
    """
    flags = dict(_flags(command))
    return _OPTION.sub(lambda found: flags.get(found[0], found[0]), message)


def _flags(command: click.Command) -> Iterator[tuple[str, str]]:
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from _flags(inner)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name:
            yield parameter.name, parameter.opts[-1]
