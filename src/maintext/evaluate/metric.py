r"""The metric: word-F1 of a text against its gold, and the rates at which snippets are found.

A token is a run of word characters (``\w+``) of the lower-cased text, but every CJK character is
a token of its own, so Chinese needs no segmenter. Precision and recall compare the two multisets
of tokens; their order does not matter.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Score", "count_words", "drop_title_line", "score_counts", "snippet_rate", "word_f1"]

# Half-width katakana (U+FF66–FF9F) is left out, as in the figures of the design: a run of it is a word.
# maintext.page.characters has wider ranges: the features of trained models count by those.
_CJK = (
    "\u3005-\u3007"  # 々 〆 〇
    "\u3040-\u309f"  # hiragana
    "\u30a1-\u30fa\u30fc-\u30ff"  # katakana without its punctuation: ゠ and the middle dot
    "\u3400-\u4dbf"  # Han, extension A
    "\u4e00-\u9fff"  # Han
    "\uac00-\ud7af"  # hangul syllables
    "\uf900-\ufaff"  # Han, compatibility ideographs
    "\U00020000-\U000323af"  # Han, extensions B to H, compatibility supplement
)
_TOKEN = re.compile(rf"[^\W{_CJK}]+|[{_CJK}]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Score:
    """Word precision, recall and F1 of one page, each from 0 (nothing in common) to 1 (equal).

    Attributes
    ----------
    precision
        Share of the predicted tokens that are in the gold.
    recall
        Share of the gold tokens that are in the prediction.
    f1
        Harmonic mean of the two; 0 when both are 0.
    """

    precision: float
    recall: float
    f1: float


def word_f1(predicted: str, gold: str) -> Score:
    """Compare a predicted text with the gold text by their multisets of tokens.

    Parameters
    ----------
    predicted
        Text a system found.
    gold
        Text a person would keep.

    Returns
    -------
    Score
        1, 1, 1 when neither text has a token; 0, 0, 0 when only one of them has none.
    """
    return score_counts(count_words(predicted), count_words(gold))


def count_words(text: str) -> Counter[str]:
    r"""Count the tokens of a text: lower-cased ``\w+`` runs, every CJK character for itself.

    CJK is Han (with extensions, compatibility ideographs and 々 〆 〇), hiragana, katakana and
    hangul syllables; everything in their Unicode blocks counts but the punctuation, U+30A0 and the
    katakana middle dot. Half-width katakana is not among them.

    Parameters
    ----------
    text
        Any text; it may be empty.

    Returns
    -------
    Counter
        Token to its number of occurrences, each at least 1; empty when there is no token.
    """
    return Counter(_TOKEN.findall(text.lower()))


def score_counts(predicted: Mapping[str, int], gold: Mapping[str, int]) -> Score:
    """Score token counts, for callers that compare several predictions with one gold.

    Parameters
    ----------
    predicted, gold
        Results of :func:`count_words`.

    Returns
    -------
    Score
        As :func:`word_f1` gives for the two texts.
    """
    if not predicted and not gold:
        return Score(1.0, 1.0, 1.0)
    # dict.get also on a Counter: its own lookup of a missing key is a slow Python call.
    shared = sum(min(n, gold.get(token, 0)) for token, n in predicted.items())
    if not shared:
        return Score(0.0, 0.0, 0.0)
    n_predicted, n_gold = sum(predicted.values()), sum(gold.values())
    return Score(shared / n_predicted, shared / n_gold, 2 * shared / (n_predicted + n_gold))


def snippet_rate(text: str, snippets: Iterable[str]) -> float | None:
    """Give the share of snippets that occur in a text.

    Before the search every run of Unicode whitespace (what ``str.split`` splits at) becomes one
    space in the text and in the snippets, and snippets lose theirs at both ends. Nothing else is
    changed: case, width and punctuation count. Snippets that are empty after this are ignored.

    Parameters
    ----------
    text
        Text a system found.
    snippets
        Pieces of text that should be in it, or should not.

    Returns
    -------
    float or None
        From 0 to 1; ``None`` when there are no snippets.
    """
    wanted = [piece for piece in map(_one_space, snippets) if piece]
    if not wanted:
        return None
    found = _one_space(text)
    return sum(piece in found for piece in wanted) / len(wanted)


def _one_space(text: str) -> str:
    return " ".join(text.split())


def drop_title_line(text: str, title: str | None) -> str:
    r"""Remove the first non-empty line of a text if it is the title.

    Some gold texts begin with the title (DAnIEL), others leave it out (most of magic_html):
    without the line on both sides neither habit costs anything.

    Parameters
    ----------
    text
        Gold or predicted text.
    title
        Title of the page. A line is the title when both have the same ``\w+`` runs after
        ``str.casefold``: case, whitespace and punctuation do not count.

    Returns
    -------
    str
        The lines after the title line; the text itself when its first line is something else or
        the title is ``None`` or has no word character.
    """
    words = _title_words(title or "")
    stripped = text.lstrip()
    if not words or not stripped:
        return text
    line = stripped.splitlines()[0]
    return stripped[len(line) :].lstrip() if _title_words(line) == words else text


def _title_words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
