"""Messages in Chinese under a Chinese locale, from the catalogue of the workbench, chinese.json."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources

import click

__all__ = ["in_users_language", "translate", "usage_in_users_language"]

# A value holds no "; ", which ends a clause, and before a ": " no other one; {n} is a number.
_VALUES = {"{}": "((?:(?!; ).)*?)", "{n}": r"(\d[\d,]*)"}
_NAME_VALUE = "((?:(?!; |: ).)*?)"
_GAP = re.compile(r"(\{n?\})")
_PLACE = re.compile(r"(.*)( \[\w+(?:, [^][]*)?\]| \[https?:[^][]*\])", re.DOTALL)  # of an error


def in_users_language(message: str) -> str:
    """Return a message in Chinese if the locale is Chinese, else unchanged."""
    return translate(message) if _is_chinese() else message


def translate(message: str) -> str:
    """Return a message in Chinese, the longest known run of clauses first; what is not known stays."""
    clauses = message.split("; ")
    for n in range(len(clauses), 0, -1):
        first, rest = "; ".join(clauses[:n]), "; ".join(clauses[n:])
        chinese = _translate_clause(first)
        if chinese or n == 1:
            return (chinese or first) + (f"；{translate(rest)}" if rest else "")
    return message


def _translate_clause(clause: str) -> str:
    placed = _PLACE.fullmatch(clause)
    if placed and (chinese := _translate_clause(placed[1])):
        return f"{chinese}{placed[2]}"
    for pattern, chinese in _read_catalogue():
        if found := pattern.fullmatch(clause):
            return chinese.format(*map(_translate_value, found.groups()))
    return ""


def _translate_value(value: str) -> str:
    """Return a value of a message in Chinese, as a whole or each part of a list; what is not known stays."""
    if chinese := _translate_clause(value):
        return chinese
    parts = value.split(", ")
    translated = [_translate_clause(part) for part in parts]
    if not any(translated):
        return value
    return "，".join(chinese or part for chinese, part in zip(translated, parts, strict=True))


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
    """Return pattern and translation of each message, those with the longest fixed text first."""
    known: dict[str, str] = json.loads((resources.files("maintext") / "chinese.json").read_text("utf-8"))
    return [
        (re.compile(_pattern_of(english), re.DOTALL), known[english])
        for english in sorted(known, key=lambda english: -len(_GAP.sub("", english)))
    ]


def _pattern_of(english: str) -> str:
    pattern = "".join(_VALUES.get(part) or re.escape(part) for part in _GAP.split(english))
    return pattern.replace(_VALUES["{}"], _NAME_VALUE, 1) if english.startswith("{}: ") else pattern
