"""Long answers in pieces: a text by characters, a list by entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["list_piece", "text_piece"]

_LAST_PART = 5  # a line may end in the last fifth of a piece


def text_piece(text: str, start: int, max_chars: int) -> dict[str, Any]:
    """Return a piece of a text: ``text``, ``start``, ``n_chars`` of the whole, and ``next_start``.

    A piece ends with a line where one ends in its last fifth. The pieces from 0 on, each begun at the
    ``next_start`` of the one before, are together the text; at the end ``next_start`` is ``None``.

    Raises
    ------
    OptionError
        ``start`` is beyond the text.
    """
    _check(start, len(text), "characters")
    end = min(start + max_chars, len(text))
    if end < len(text):
        line_end = text.rfind("\n", end - max_chars // _LAST_PART, end) + 1
        end = line_end or end
    return {
        "text": text[start:end],
        "start": start,
        "n_chars": len(text),
        "next_start": end if end < len(text) else None,
    }


def list_piece(name: str, entries: Sequence[Any], start: int, max_entries: int) -> dict[str, Any]:
    """Return a piece of a list: ``<name>``, ``start``, ``n_<name>`` of the whole, and ``next_start``.

    Raises
    ------
    OptionError
        ``start`` is beyond the list.
    """
    _check(start, len(entries), name)
    end = min(start + max_entries, len(entries))
    return {
        name: list(entries[start:end]),
        "start": start,
        f"n_{name}": len(entries),
        "next_start": end if end < len(entries) else None,
    }


def _check(start: int, length: int, unit: str) -> None:
    if not 0 <= start <= length:
        raise OptionError(f"start must be from 0 to {length}, the number of {unit}, not {start}")
