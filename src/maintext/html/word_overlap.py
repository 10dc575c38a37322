r"""The metric: word F1 of a text against its gold text, and snippet rates.

A token is a run of word characters (``\w+``) of the lower-cased text, or one CJK character, so Chinese needs
no segmenter. Word precision and recall compare multisets of tokens. The longest common subsequence (LCS)
also compares their order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from maintext.html.characters import collapse_whitespace

__all__ = [
    "Score", "count_words", "drop_title_line", "lcs_f1", "lcs_length", "make_score", "score_counts",
    "score_order", "snippet_rate", "split_words", "word_f1",
]  # fmt: skip

# Half-width katakana (U+FF66–FF9F) is left out, as in the figures of the design: a run of it is a word.
# maintext.html.characters has wider ranges: the features of trained models count by those.
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
    """Word precision, recall and F1 of one page, each in [0, 1].

    - ``precision``: share of the predicted tokens that are in the gold.
    - ``recall``: share of the gold tokens that are in the prediction.
    - ``f1``: harmonic mean of the two; 0 when both are 0.
    """

    precision: float
    recall: float
    f1: float


def word_f1(predicted: str, gold: str) -> Score:
    """Compare a predicted text with its gold text by their multisets of tokens.

    The score is 1, 1, 1 if neither has a token, and 0, 0, 0 if only one has none.
    """
    return score_counts(count_words(predicted), count_words(gold))


def count_words(text: str) -> Counter[str]:
    r"""Count the tokens of a text: lower-cased ``\w+`` runs and single CJK characters.

    CJK is Han (with extensions, compatibility ideographs and 々 〆 〇), hiragana, katakana and hangul.
    Excluded are punctuation, U+30A0, the katakana middle dot and half-width katakana.
    """
    return Counter(split_words(text))


def split_words(text: str) -> list[str]:
    """Return the tokens of a text in order, as :func:`count_words` counts them."""
    return _TOKEN.findall(text.lower())


def score_counts(predicted: Mapping[str, int], gold: Mapping[str, int]) -> Score:
    """Score two results of :func:`count_words` as :func:`word_f1` does."""
    # dict.get also on a Counter: its own lookup of a missing key is a slow Python call.
    shared = sum(min(n, gold.get(token, 0)) for token, n in predicted.items())
    return make_score(shared, sum(predicted.values()), sum(gold.values()))


def make_score(n_shared: int, n_predicted: int, n_gold: int) -> Score:
    """Score a text by its number of tokens, that of the gold text, and how many both share."""
    if not n_predicted and not n_gold:
        return Score(1.0, 1.0, 1.0)
    if not n_shared:
        return Score(0.0, 0.0, 0.0)
    return Score(n_shared / n_predicted, n_shared / n_gold, 2 * n_shared / (n_predicted + n_gold))


def lcs_f1(predicted: str, gold: str) -> Score:
    """Compare a predicted text with its gold text by their longest common token subsequence.

    This is ROUGE-L (Lin 2004) with equal weights. For Chinese, where tokens are characters, it is the common
    measure of the literature. It never exceeds :func:`word_f1`, and equals it if the shared tokens have the
    same order. Cost as :func:`lcs_length`.
    """
    return score_order(split_words(predicted), split_words(gold))


def score_order(predicted: Sequence[str], gold: Sequence[str]) -> Score:
    """Score two results of :func:`split_words` as :func:`lcs_f1` does."""
    return make_score(lcs_length(predicted, gold), len(predicted), len(gold))


def lcs_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the longest common subsequence of two token lists.

    Bit-parallel (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004): O(n · m / 64) in compiled
    code. Common ends, and tokens that only one list has, cost O(n + m).
    """
    n_same = _count_common_prefix(one, other)
    rest, other_rest = one[n_same:], other[n_same:]
    n_same_end = _count_common_prefix(rest[::-1], other_rest[::-1])
    rest, other_rest = rest[: len(rest) - n_same_end], other_rest[: len(other_rest) - n_same_end]
    shared = set(rest).intersection(other_rest)
    lists = ([token for token in tokens if token in shared] for tokens in (rest, other_rest))
    shorter, longer = sorted(lists, key=len)
    return n_same + n_same_end + _bit_parallel_lcs(shorter, longer)


def _count_common_prefix(one: Sequence[str], other: Sequence[str]) -> int:
    unlike = (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(unlike, min(len(one), len(other)))


def _bit_parallel_lcs(shorter: Sequence[str], longer: Sequence[str]) -> int:
    places: dict[str, int] = {}
    for i, token in enumerate(shorter):
        places[token] = places.get(token, 0) | 1 << i
    everywhere = (1 << len(shorter)) - 1
    open_places = everywhere  # a zero stands where the LCS with what was read so far grows by one
    for token in longer:
        matched = open_places & places[token]
        open_places = ((open_places + matched) | (open_places - matched)) & everywhere
    return len(shorter) - open_places.bit_count()


def snippet_rate(text: str, snippets: Iterable[str]) -> float | None:
    """Return the share of snippets that occur in a text; ``None`` without snippets.

    Runs of white space (as for ``str.split``) become one space; snippets are stripped, and empty ones
    ignored. Case, width and punctuation count.
    """
    wanted = [piece for piece in map(collapse_whitespace, snippets) if piece]
    if not wanted:
        return None
    found = collapse_whitespace(text)
    return sum(piece in found for piece in wanted) / len(wanted)


def drop_title_line(text: str, title: str | None) -> str:
    r"""Drop the first non-empty line of a text if it is the title.

    Some gold texts begin with the title (DAnIEL), others omit it (most of magic_html); dropping it on both
    sides makes scores comparable. A line is the title if both have the same ``\w+`` runs after
    ``str.casefold``.
    """
    words = _title_words(title or "")
    stripped = text.lstrip()
    if not words or not stripped:
        return text
    line = stripped.splitlines()[0]
    return stripped[len(line) :].lstrip() if _title_words(line) == words else text


def _title_words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
