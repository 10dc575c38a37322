"""Messages in Chinese under a Chinese locale, from the catalogue chinese.toml."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources

import click

__all__ = ["in_users_language", "usage_in_users_language"]

_VALUE = re.compile(r"\\\{\\\}")
# A message ends where the place of the error begins, or a second sentence.
_END = r"(?=$|; | \[| \(known)"


def in_users_language(message: str) -> str:
    """Return a message in Chinese if the locale is Chinese and the catalogue has it, else unchanged."""
    if not _is_chinese():
        return message
    for pattern, chinese in _read_catalogue():
        if found := pattern.match(message):
            rest = message[found.end() :]
            if rest.startswith("; "):  # another clause
                rest = f"；{in_users_language(rest[2:])}"
            return chinese.format(*found.groups()) + rest
    return message


@contextmanager
def usage_in_users_language() -> Iterator[None]:
    """Raise what click says of a wrong command line in the language of the user."""
    try:
        yield
    except click.UsageError as error:
        message = error.format_message()
        if (shown := in_users_language(message)) == message:
            raise
        raise click.UsageError(shown, error.ctx) from error


def _is_chinese() -> bool:
    """Return True if the first variable of the locale that is set names Chinese, as gettext reads them."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    return next((value for name in names if (value := os.environ.get(name))), "").startswith("zh")


@cache
def _read_catalogue() -> list[tuple[re.Pattern[str], str]]:
    text = (resources.files("maintext.cli") / "chinese.toml").read_text("utf-8")
    return [
        (re.compile(_VALUE.sub("(.+?)", re.escape(english)) + _END, re.DOTALL), chinese)
        for english, chinese in tomllib.loads(text).items()
    ]
