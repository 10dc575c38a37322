r"""The difference of two texts in words, for the eye.

A word is what word-F1 counts: a run of ``\w`` characters in lower case, a CJK character of its own. White
space and punctuation go with the word before them, so they make no difference.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING

from maintext.html.characters import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MOST_WORDS", "word_difference"]

MOST_WORDS = 20_000
"""Words of a text that are looked at; what is behind them is left out."""

_PIECES = re.compile(rf"\W*(?:{WORDS.pattern})(?:(?!\n)\W)*")
_BARE = re.compile(r"\W+")


def word_difference(gold: str, found: str) -> list[tuple[str, str]]:
    """Return what two texts share and what only one of them has, in their order.

    Parameters
    ----------
    gold, found
        The texts.

    Returns
    -------
    list of (str, str)
        ``same``, ``gold`` or ``found``, and the text. The ``same`` and ``gold`` pieces have the words of the
        gold text, the ``same`` and ``found`` ones those of the other; what both have is written as in the
        gold text.

    Notes
    -----
    By ``difflib``: long common runs first, which is not always the shortest difference. Words that make up
    more than a hundredth of a long text only extend a run.
    """
    mine, other = _PIECES.findall(gold)[:MOST_WORDS], _PIECES.findall(found)[:MOST_WORDS]
    matcher = SequenceMatcher(None, [_word(piece) for piece in mine], [_word(piece) for piece in other])
    return [
        (kind, "".join(text for _, text in group))
        for kind, group in groupby(_steps(matcher, mine, other), _kind)
    ]


def _steps(matcher: SequenceMatcher[str], mine: list[str], other: list[str]) -> Iterator[tuple[str, str]]:
    for what, a, a_end, b, b_end in matcher.get_opcodes():
        if what == "equal":
            yield "same", "".join(mine[a:a_end])
            continue
        if a_end > a:
            yield "gold", "".join(mine[a:a_end])
        if b_end > b:
            yield "found", "".join(other[b:b_end])


def _word(piece: str) -> str:
    return _BARE.sub("", piece).lower()


def _kind(step: tuple[str, str]) -> str:
    return step[0]
