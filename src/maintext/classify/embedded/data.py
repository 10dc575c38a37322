"""JSON of scripts to the strings in it, each with its place; nothing in a script is an error."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from maintext.html.surrogates import mend_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Key", "Place", "Text", "everything", "parse_data", "texts"]

Key = str | int

# What stands before JSON in scripts: an HTML comment or a CDATA mark, with or without "//".
_START = re.compile(r"\s*(?:/[/*]\s*)?(?:<!--|<!\[CDATA\[)?(?:\s*\*/)?\s*")
_DECODER = json.JSONDecoder(strict=False)  # line breaks inside strings are a frequent mistake
# Prose of the development corpus stands below at most 26.
_MAX_DEPTH = 64
_VOCABULARY = re.compile(r".*[/#:]", re.DOTALL)


class Place(NamedTuple):
    """Where a value stands in a script.

    Attributes
    ----------
    above
        Place of the object or list around it; ``None`` for the whole.
    key
        Key or number in there; ``""`` for the whole.
    types
        ``@type`` of JSON-LD without the vocabulary: of the object itself, else of the one around it.
    """

    above: Place | None
    key: Key
    types: tuple[str, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        """Keys from the whole down to the place."""
        keys: list[Key] = []
        at: Place | None = self
        while at is not None:
            keys.append(at.key)
            at = at.above
        return tuple(keys[-2::-1])

    def __str__(self) -> str:
        """Write the way to the place as programs do: ``@graph[0].articleBody``."""
        parts = [f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.keys]
        return "".join(parts).removeprefix(".")


class Text(NamedTuple):
    """One string of a script: number of the script in ``page.scripts``, place in there, the string."""

    script: int
    place: Place
    text: str


def parse_data(text: str) -> Any:
    """Return what a script's JSON says; ``None`` where it is broken, nested too deep, or empty.

    What stands after the value is not read. A string that is JSON itself (``JSON.parse("…")``) is.
    """
    start = _START.match(text)
    try:
        value, _ = _DECODER.raw_decode(text, start.end() if start else 0)
        return _DECODER.decode(mend_json(value)) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return None


def everything(key: str) -> bool:  # noqa: ARG001 - one of the ways to walk
    """Say of every key that it is wanted."""
    return True


def texts(
    script: int, value: Any, budget: Iterator[int], wanted: Callable[[str], bool] = everything
) -> Iterator[Text]:
    """Yield the strings in a value that are not blank, in the order they are written.

    Those below more than 64 objects and lists are left out.

    Parameters
    ----------
    script
        Number of the script.
    value
        What :func:`parse_data` returned.
    budget
        One is taken from it for each value looked at; the search ends with it. Shared by the scripts of
        a page it bounds the time for all of them.
    wanted
        Says of a key whether to look at what it holds.
    """
    stack: list[tuple[int, Place | None, Key, Any]] = [(0, None, "", value)]
    while stack and next(budget, None) is not None:
        depth, above, key, at = stack.pop()
        place = Place(above, key, above.types if above else ())
        if isinstance(at, str):
            if at and not at.isspace():
                yield Text(script, place, at)
        elif depth == _MAX_DEPTH:
            continue
        elif isinstance(at, dict):
            place = place._replace(types=_types(at.get("@type")) or place.types)
            items = ((name, item) for name, item in reversed(at.items()) if wanted(name))
            stack.extend((depth + 1, place, name, item) for name, item in items)
        elif isinstance(at, list):
            stack.extend((depth + 1, place, i, at[i]) for i in reversed(range(len(at))))


def _types(value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    return tuple(_VOCABULARY.sub("", name) for name in names if isinstance(name, str))
