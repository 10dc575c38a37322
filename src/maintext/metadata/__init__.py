"""Fields of a page, each with its origin and confidence.

The word lists of ``words.json`` are labels, months, names of elements and function words. A list is an array
of lines. A line holds words separated by spaces, or phrases and patterns separated by bars. The words come
from the specifications, from common publishing systems, and from the pages of the development corpus.
"""

from __future__ import annotations

import json
from pathlib import Path

__all__ = ["pattern_lists", "phrase_lists", "word_lists", "word_sets"]

_LINES: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_name("words.json").read_text("utf-8")
)


def word_lists(section: str) -> dict[str, list[str]]:
    """Return the words of each list of a section, in order."""
    return {name: " ".join(lines).split() for name, lines in _LINES[section].items()}


def word_sets(section: str) -> dict[str, frozenset[str]]:
    """Return the words of each list of a section."""
    return {name: frozenset(words) for name, words in word_lists(section).items()}


def phrase_lists(section: str) -> dict[str, list[str]]:
    """Return the phrases of each list of a section, in order."""
    return {name: list(filter(None, "|".join(lines).split("|"))) for name, lines in _LINES[section].items()}


def pattern_lists(section: str) -> dict[str, str]:
    """Return the phrases and patterns of each list of a section as one pattern of alternatives."""
    return {name: "|".join(phrases) for name, phrases in phrase_lists(section).items()}
