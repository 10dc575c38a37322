"""Character classes, the same for every script.

A table of flags covers the Basic Multilingual Plane. All text statistics of the package use these classes,
so that figures of Chinese and English pages are comparable.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CJK", "CJK_LETTER", "CJK_PATTERN", "DIGIT", "PUNCTUATION", "SENTENCE_END", "SPACE", "WORD", "WORDS",
    "classes", "code_points", "collapse_whitespace", "letters_of", "table",
]  # fmt: skip

CJK_LETTER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""A Chinese, Japanese or Korean letter, without the rare ones of :data:`CJK_PATTERN`."""
SPACE = 1  # Unicode white space, with the zero-width characters that pages use as such
WORD = 2  # letters, digits and "_": what \w matches
CJK = 4  # one character is one word: Han, kana, hangul syllables
PUNCTUATION = 8  # ASCII, general and full-width punctuation
DIGIT = 16  # 0–9 and full-width ０–９
SENTENCE_END = 32  # . ! ? 。 ！ ？ … and their kin

# Kana, Han with extension A and the compatibility block, hangul syllables, and the supplementary
# ideographic planes: the ranges of the metric (docs/evaluation.md) with their unassigned ends and the
# katakana middle dot, without 々 〆 〇. The shipped models learned by these, so they stay as they are.
CJK_PATTERN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"

# A word nearly as the metric counts it: a CJK character, or a run of other word characters.
WORDS = re.compile(rf"[{CJK_PATTERN}]|[^\W{CJK_PATTERN}]+")
_LETTERS = re.compile(r"\w+")
_OTHER_ASCII = bytes(point for point in range(128) if not _LETTERS.match(chr(point)))

_PUNCTUATION = (
    r"!-/:-@\[-^`{-~¡§«·»¿\u037e\u0387\u0589\u060c\u061b\u061f\u06d4\u0964\u0965\u104a\u104b\u2010-\u2027"
    r"\u2030-\u205e\u3001-\u3003\u3008-\u3011\u3014-\u301f\ufe30-\ufe4f\ufe50-\ufe6b\uff01-\uff0f\uff1a-\uff20"
    r"\uff3b-\uff3e\uff40\uff5b-\uff65"
)
_SENTENCE_ENDS = ".!?。！？．…‥।॥؟۔።՜՞။"


@cache
def table() -> NDArray[np.uint8]:
    """Return the flags by code point, uint8 of shape (65536,), read-only."""
    table = np.zeros(65536, dtype=np.uint8)
    plane = "".join(map(chr, range(65536)))
    classes = {
        r"\s\u200b-\u200d\u2060\ufeff\u00ad": SPACE, r"\w": WORD, CJK_PATTERN: CJK, _PUNCTUATION: PUNCTUATION,
        _SENTENCE_ENDS: SENTENCE_END, "0-9\uff10-\uff19": DIGIT,
    }  # fmt: skip
    for characters, flag in classes.items():
        for match in re.finditer(f"[{characters}]+", plane):
            table[match.start() : match.end()] |= flag
    table.setflags(write=False)
    return table


def collapse_whitespace(text: str) -> str:
    """Return a text with each run of white space as one space, and none at its ends."""
    return " ".join(text.split())


def letters_of(text: str) -> str:
    """Return the letters and digits of a text in lower case, to compare."""
    if text.isascii():  # ten times as fast
        return text.lower().encode().translate(None, _OTHER_ASCII).decode()
    return "".join(_LETTERS.findall(text.lower()))


def code_points(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text, uint32 of shape (n_characters,)."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def classes(points: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Return the class flags of code points, uint8 of the same shape.

    Beyond the Basic Multilingual Plane, U+20000–U+3FFFF are CJK words. Other characters are words if
    ``str.isalnum`` is true; the rest, such as emoji, has no class.
    """
    flags = table()[np.minimum(points, 0xFFFF)]
    beyond = np.flatnonzero(points > 0xFFFF)
    if len(beyond):
        flags[beyond] = [
            CJK | WORD if 0x20000 <= point <= 0x3FFFF else WORD * chr(point).isalnum()
            for point in points[beyond].tolist()
        ]
    return flags
