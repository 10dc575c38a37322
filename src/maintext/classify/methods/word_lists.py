"""Word lists of methods, and files with other ones."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from maintext.errors import OptionError

__all__ = ["Words", "changed_lists", "read_toml", "shipped_lists"]

Words = dict[str, tuple[str, ...]]
"""Words by the name of their list."""

_ADD = "add"


def read_toml(method: str) -> dict[str, Any]:
    """Return the data in the TOML file of a method."""
    return tomllib.loads((resources.files("maintext.classify.methods") / f"{method}.toml").read_text("utf-8"))


def shipped_lists(method: str) -> Words:
    """Return the word lists in the TOML file of a method."""
    return {name: tuple(words) for name, words in read_toml(method).items()}


def changed_lists(lists: Mapping[str, tuple[str, ...]], path: str) -> Words:
    """Return word lists with those of a TOML file; the same lists for the path ``""``.

    A list of the file replaces the one with its name; a list in its table ``add`` extends it. Words are
    lower-cased.

    Raises
    ------
    OptionError
        The file cannot be read, is no TOML, or has an unknown list or an invalid word.
    """
    words: Words = dict(lists)
    if not path:
        return words
    given = _read_file(path)
    more = given.pop(_ADD, {})
    if not isinstance(more, dict):
        raise OptionError(f"{path}: {_ADD} must be a table of lists, as [{_ADD}]")
    for name, value in given.items():
        words[name] = _check_list(path, name, value, lists)
    for name, value in more.items():
        new = _check_list(path, f"{_ADD}.{name}", value, lists)
        words[name] = tuple(dict.fromkeys((*words[name], *new)))
    return words


def _read_file(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise OptionError(f"cannot read the word lists {path!r}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # no TOML, or no UTF-8, or nested too deep
        raise OptionError(f"{path} is no file of word lists: {error}") from error


def _check_list(path: str, name: str, value: object, lists: Mapping[str, object]) -> tuple[str, ...]:
    """Return the words of a list in lower case, once each."""
    if name.removeprefix(f"{_ADD}.") not in lists:
        raise OptionError(f"{path}: unknown word list {name!r} (known: {', '.join(lists)})")
    if not isinstance(value, list) or not all(isinstance(word, str) and word.strip() for word in value):
        raise OptionError(f'{path}: {name} must be a list of words, as ["one", "two"]')
    return tuple(dict.fromkeys(word.strip().lower() for word in value))
