"""Detect the language of a text by its script and function words; Chinese by its characters.

Source: N. Ingle, "A language identification table", The Incorporated Linguist 15(4), 1976, for the idea of
function words. The word lists are maintext's own.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._core.fields import count_scripts, count_votes
from maintext._core.words import build_word_table
from maintext.html import Page
from maintext.html.arrays import Float
from maintext.metadata import word_lists

__all__ = ["SURE", "Language", "detect_language", "has_cjk", "is_neighbour"]

SURE = 0.15
"""How far the best language must be ahead; what is nearer is a guess that the page may overrule."""


class Language(NamedTuple):
    """A language and its confidence.

    - ``tag``: language tag: ``en``, ``de``, ``zh-Hans``, ``zh-Hant`` …; ``""`` for unknown.
    - ``confidence``: from 0 to 1: for word votes, the lead of the best language over the second.
    """

    tag: str
    confidence: float


_MAX_CHARS, _MAX_PARTS = 1_500, 4
_MAX_WORDS = 200
_MIN_LETTERS = 8  # fewer letters are no text
_MIN_HAN = 20
_MARKS = "’“”‘–—…\xa0•·©"  # without these most English text is ASCII

# Unicode ranges by script, and the language of a script that has only one.
_SCRIPTS = word_lists("scripts")
_ONLY = {script: languages[0] for script, languages in word_lists("only_language").items()}
_NEIGHBOURS = word_lists("neighbour_languages")
# A Chinese character carries more than a Latin letter.
_WEIGHT = {"han": 3, "kana": 3, "hangul": 3}

# Letters that only one of the two ways to write Chinese has, of the commonest ones.
_SIMPLIFIED, _TRADITIONAL = (set("".join(lines)) for lines in word_lists("chinese").values())
_HANS = re.compile(f"[{''.join(sorted(_SIMPLIFIED - _TRADITIONAL))}]")
_HANT = re.compile(f"[{''.join(sorted(_TRADITIONAL - _SIMPLIFIED))}]")


def _build_votes(words: dict[str, list[str]]) -> tuple[tuple[str, ...], Float, Any]:
    """Return the languages of a script, and the votes and a table of their common words.

    A word shared by several languages splits its vote evenly among them.
    """
    unique = list(dict.fromkeys(word for some in words.values() for word in some))
    votes = np.array([[word in some for some in words.values()] for word in unique], dtype=np.float64)
    table = build_word_table({word: i for i, word in enumerate(unique, 1)})
    return tuple(words), votes / votes.sum(axis=1, keepdims=True), table


_VOTES = {script: _build_votes(word_lists(script)) for script in ("latin", "cyrillic", "arabic")}
_COMMONEST = {"cyrillic": Language("ru", 0.3), "arabic": Language("ar", 0.3)}
# Letters that Russian and Arabic do not have.
_FOREIGN = {
    "cyrillic": re.compile("[\u0400\u0402-\u040f\u0450\u0452-\u052f]"),
    "arabic": re.compile("[\u066e-\u06d3\u06d5\u06ee-\u06ff]"),
}
_MAX_FOREIGN = 0.02  # share of the letters of the script
_ENOUGH = 0.06  # least share of words that are commonest ones; lists of names have less


def detect_language(text: str) -> Language:
    """Return the language of a text; tag ``""`` if it is too short or unknown.

    Only the first 1,500 characters are read, and as many after them, up to 6,000, while these do not tell.
    """
    starts = range(0, min(len(text), _MAX_PARTS * _MAX_CHARS), _MAX_CHARS)
    found = (_language_of(text[start : start + _MAX_CHARS]) for start in starts)
    return next((one for one in found if one.tag), Language("", 0.0))


def _language_of(text: str) -> Language:
    if not text.isascii():
        for mark in _MARKS:
            text = text.replace(mark, " ")
    if text.isascii():
        return _by_words(text, "latin") if len(text) >= _MIN_LETTERS else Language("", 0.0)
    counts = dict(zip(_SCRIPTS, count_scripts(text, _script_of(), len(_SCRIPTS) + 1)[1:], strict=True))
    if sum(counts.values()) < _MIN_LETTERS:
        return Language("", 0.0)
    script = max(counts, key=lambda name: counts[name] * _WEIGHT.get(name, 1))
    # Some kana among Chinese letters is Japanese: particles and endings.
    if script in {"han", "kana"}:
        is_japanese = counts["kana"] * 20 > counts["han"]
        return Language("ja", 0.98) if is_japanese else _chinese_variant(text)
    if script in _ONLY:
        return Language(_ONLY[script], counts[script] / sum(counts.values()))
    found = _by_words(text, script)
    # Few known words, as in lists of names.
    if not found.tag and script in _COMMONEST:
        n_foreign = len(_FOREIGN[script].findall(text))
        return _COMMONEST[script] if n_foreign <= _MAX_FOREIGN * counts[script] else found
    # Code among Chinese text: more Latin letters than others, but not words of a language.
    return _chinese_variant(text) if not found.tag and counts["han"] >= _MIN_HAN else found


@cache
def _script_of() -> NDArray[np.uint8]:
    """Return the number of each character's script, up to U+D7B0; 0 for none."""
    numbers = np.zeros(0xD7B1, dtype=np.uint8)
    for i, ranges in enumerate(_SCRIPTS.values(), 1):
        for first, last in (bounds.split("-") for bounds in ranges):
            numbers[int(first, 16) : int(last, 16) + 1] = i
    return numbers


def _chinese_variant(text: str) -> Language:
    """Return simplified or traditional Chinese, by characters that only one of them has."""
    n_hans, n_hant = len(_HANS.findall(text)), len(_HANT.findall(text))
    if n_hans == n_hant:
        return Language("zh", 0.9)
    tag = "zh-Hans" if n_hans > n_hant else "zh-Hant"
    return Language(tag, max(n_hans, n_hant) / (n_hans + n_hant))


def _by_words(text: str, script: str) -> Language:
    languages, votes, table = _VOTES[script]
    n_words, n_votes, best, first, second = count_votes(text.lower(), _MAX_WORDS, table, votes)
    if n_votes == 0 or first < max(2.0, _ENOUGH * n_words):
        return Language("", 0.0)
    return Language(languages[best], (first - second) / first)


def is_neighbour(tag: str, found: str) -> bool:
    """Return True if texts in the language ``tag`` are found to be in ``found``, for lack of a word list."""
    return tag.partition("-")[0] in _NEIGHBOURS.get(found, ())


def has_cjk(page: Page) -> bool:
    """Return True if a page has Chinese, Japanese or Korean characters."""
    return not page.text.isascii() and bool(page.n_cjk.any())
