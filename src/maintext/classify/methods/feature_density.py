"""feature_density: text density times features of the text, block by block (使用特征文本密度).

Source
    使用特征文本密度的网页正文提取 (Extracting main text from web pages by text density with text features).
    计算机工程与应用 (Computer Engineering and Applications) 46(20), 1-3, 2010. The source is a garbled
    abstract that names no authors; it says that text density is joined with text features, and that
    the method suits complex pages of several topics, such as blog pages.
Idea
    Running text is dense, has sentence marks, long runs between tags, function words and few links. Their
    product is taken block by block, so that a page may have several regions of main text.
Symbols
    =========  ===========================================================================
    T(b)       characters of block b, white space not counted
    LT(b)      those of T(b) inside ``<a href>``
    H(b)       characters of HTML from the end of the block before to the end of b
    M(b)       punctuation marks, ASCII and full-width
    N(b)       text runs (text rows that are not blank)
    W(b)       words; a CJK character is a word
    F(b)       function words: :func:`function_words`
    sat(x)     (floor + min(x, 1)) / (floor + 1): from 1/11 for none to 1 for enough
    w1 … w5    options ``density_weight`` … ``link_free_weight``
    m, ρ, φ    options ``enough_marks``, ``half_run_chars``, ``enough_function_words``
    =========  ===========================================================================
Steps
    1. Density d(b) = T(b) / H(b).
    2. Sentence marks s(b) = sat(M(b) / m).
    3. Length of runs r(b) = x / (x + ρ) with x = T(b) / N(b).
    4. Function words f(b) = sat(F(b) / W(b) / φ).
    5. Without links u(b) = 1 − LT(b) / T(b).
    6. score(b) = d^w1 · s^w2 · r^w3 · f^w4 · u^w5.
    7. θ = threshold · Σ T(b) · score(b) / Σ T(b), over the visible blocks of the page. A block is rich
       when score(b) ≥ θ and score(b) > 0.
    8. Rich blocks with at most max_gap other blocks between them are one region, with what stands
       between.
    9. A region weighs Σ T(b) · score(b) over its rich blocks. It is kept when it weighs at least
       min_region_share of the heaviest.
    10. Blocks of a kept region with u(b) < min_link_free are dropped.
Cost
    O(n_rows · log n_bytes + n_bytes): one pass over the bytes and the characters, and a binary search
    per row and short word.
Fails on
    Long comments below an article, which are regions of running text too; bodies of short lines without
    marks (poems, lists, tables); the first paragraph below a large block of markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.classify.method import Method, swept
from maintext.classify.methods.text_density import chars_before
from maintext.classify.methods.word_lists import read_toml
from maintext.html import Page
from maintext.html import characters as ch
from maintext.html.arrays import Bool, Float, Int
from maintext.html.blocks import Blocks, find_blocks
from maintext.options import CheckedOptions
from maintext.selection import Selection, Selector

__all__ = ["FUNCTION_CHARACTERS", "FUNCTION_WORDS", "METHOD", "FeatureDensityOptions", "function_words"]

_LISTS = read_toml("feature_density")
FUNCTION_WORDS: dict[str, str] = _LISTS["words"]
"""Common function words by language; those of more than four letters are left out."""

FUNCTION_CHARACTERS = "".join(_LISTS["characters"].values())
"""Chinese characters that are function words or mostly part of one, and Japanese particles."""

_WORD_CHARS = 4  # of 16 bits each: a word is one number of 64 bits
_LAST = 0xFFFF  # no character; stands for those beyond, which no function word has
_LETTER, _FUNCTION = 1, 2


def _weight_option(default: float, of: str) -> Any:
    return swept(default, f"Power of {of} in the product; 0 leaves it out.", unit="")


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureDensityOptions(CheckedOptions):
    """Weights of the product and constants of the steps."""

    density_weight: float = _weight_option(0.5, "the text density")
    marks_weight: float = _weight_option(1.0, "the sentence marks")
    run_weight: float = _weight_option(1.0, "the length of text runs")
    function_words_weight: float = _weight_option(1.0, "the share of function words")
    link_free_weight: float = _weight_option(1.0, "the share of text without links")
    threshold: float = swept(
        0.5, "Blocks are rich from this share of the page's mean score; lower keeps more."
    )
    max_gap: int = swept(3, "Other blocks between two rich ones of one region.", "blocks")
    min_region_share: float = swept(
        0.2, "Keep regions with this share of the weight of the heaviest; 1 keeps one region."
    )
    enough_marks: int = swept(3, "Sentence marks of a block that are enough.", "marks", minimum=1)
    half_run_chars: int = swept(
        20, "Length of text runs that counts half; longer ones count more.", "characters", minimum=1
    )
    enough_function_words: float = swept(
        0.2, "Share of function words that is enough; 1 wants nothing else.", minimum=0.01
    )
    floor: float = swept(0.1, "What a block without marks or function words is given; 0 drops it.")
    min_link_free: float = swept(
        0.3, "Blocks of a region with a smaller share of text without links are left out."
    )


def function_words(page: Page) -> Int:
    """Return the offsets of lower-case function words in ``page.text``, hidden text included, ascending."""
    points = ch.code_points(page.text)
    flags = _character_flags().take(points, mode="clip")
    places = np.concatenate((_words_of_letters(page, points, flags), np.flatnonzero(flags & _FUNCTION)))
    places.sort()
    return places


def _words_of_letters(page: Page, points: NDArray[np.uint32], flags: NDArray[np.uint8]) -> Int:
    """Return the offsets of function words made of letters, each inside one text."""
    is_letter = np.zeros(len(points) + 2, dtype=np.bool_)  # with a gap at both ends
    is_letter[1:-1] = flags & _LETTER
    edges = np.flatnonzero(is_letter[1:] != is_letter[:-1])
    # Texts follow each other without a gap: where two of them touch, a word ends and one starts.
    touching = page.text_start[is_letter[page.text_start] & is_letter[page.text_start + 1]]
    edges = np.sort(np.concatenate((edges, touching, touching)), kind="stable")
    start, length = edges[::2], edges[1::2] - edges[::2]
    is_short = length <= _WORD_CHARS
    start, length = start[is_short], length[is_short]
    place = np.arange(_WORD_CHARS)
    padded = np.append(points, np.zeros(_WORD_CHARS, dtype=np.uint32))
    letters = padded[start[:, None] + place] * (place < length[:, None])
    key, known = _word_keys(letters), _function_word_keys()
    nearest = known[np.minimum(np.searchsorted(known, key), len(known) - 1)]
    found: Int = start[nearest == key]
    return found


def _word_keys(letters: NDArray[np.integer]) -> NDArray[np.uint64]:
    """Return words of up to four letters, padded with zeros, as one number each."""
    return letters.astype(np.uint16, order="C").view(np.uint64).ravel()


@cache
def _function_word_keys() -> NDArray[np.uint64]:
    """Return the sorted keys of the function words made of letters."""
    words = {word.ljust(_WORD_CHARS, "\0") for line in FUNCTION_WORDS.values() for word in line.split()}
    return np.sort(_word_keys(np.array([[ord(c) for c in word] for word in sorted(words)])))


@cache
def _character_flags() -> NDArray[np.uint8]:
    """Return the flags of the characters up to U+FFFF: letters and function characters."""
    classes = ch.classes(np.arange(_LAST + 1, dtype=np.uint32))
    table = np.where((classes & (ch.WORD | ch.CJK)) == ch.WORD, _LETTER, 0).astype(np.uint8)
    table[[ord(c) for c in FUNCTION_CHARACTERS]] = _FUNCTION
    return table


def _per_text(page: Page, rows: Int, places: Int) -> Int:
    """Count the offsets in ``page.text`` that fall into each text row."""
    row = np.searchsorted(page.text_start[rows], places, side="right") - 1
    row = row[places < np.append(page.text_end[rows], 0)[row]]  # −1, before the first, points at the 0
    return np.bincount(row, minlength=len(rows))


def _score_blocks(page: Page, blocks: Blocks, options: FeatureDensityOptions) -> Float:
    """Return score(b) of formulas 1 to 6, float64 of shape (n_blocks,)."""
    rows = np.flatnonzero(blocks.of_row >= 0)
    block = blocks.of_row[rows]
    run = blocks.n_chars / np.bincount(block, minlength=len(blocks))
    n_function_words = np.bincount(block, _per_text(page, rows, function_words(page)), len(blocks))
    function_share = n_function_words / np.maximum(blocks.n_words, 1)
    body = int(np.argmax(page.is_tag(("body",))))
    offsets = np.concatenate((page.byte_start[[body]], page.byte_end[blocks.last]))
    return (
        (blocks.n_chars / np.diff(chars_before(page, offsets))) ** options.density_weight  # (1)
        * _saturate_share(blocks.n_punctuation / options.enough_marks, options.floor)
        ** options.marks_weight  # (2)
        * (run / (run + options.half_run_chars)) ** options.run_weight  # (3)
        * _saturate_share(function_share / options.enough_function_words, options.floor)  # (4)
        ** options.function_words_weight
        * _link_free(blocks) ** options.link_free_weight  # (5)
    )


def _saturate_share(share: Float, floor: float) -> Float:
    """Return sat(x)."""
    return (floor + np.minimum(share, 1)) / (floor + 1)


def _link_free(blocks: Blocks) -> Float:
    """Return u(b) of formula 5, 0–1."""
    return 1 - blocks.n_link_chars / blocks.n_chars


def _find_regions(is_rich: Bool, weight: Float, options: FeatureDensityOptions) -> tuple[Bool, int]:
    """Return the blocks of the kept regions, and the number of regions (steps 8 and 9)."""
    rich = np.flatnonzero(is_rich)
    opens = np.diff(rich, prepend=-options.max_gap - 2) > options.max_gap + 1
    of_region = np.bincount(np.cumsum(opens) - 1, weight[rich])
    is_kept = of_region >= options.min_region_share * of_region.max(initial=0)
    first, last = rich[opens], rich[np.append(opens[1:], True)[: len(rich)]]
    step = np.zeros(len(is_rich) + 1, dtype=np.int64)
    step[first[is_kept]] += 1
    step[last[is_kept] + 1] -= 1
    return np.cumsum(step[:-1]) > 0, int(is_kept.sum())


def select(page: Page, options: FeatureDensityOptions) -> Selection:
    """Keep the regions of blocks whose product of features is above the page's threshold."""
    blocks = find_blocks(page)
    selector = Selector(page, "in no region of running text")
    if len(blocks) == 0:
        return selector.done("feature_density", facts={"threshold": 0.0, "n_regions": 0})
    score = _score_blocks(page, blocks, options)
    weight = blocks.n_chars * score
    threshold = options.threshold * weight.sum() / blocks.n_chars.sum()  # (7)
    is_kept, n_regions = _find_regions((score >= threshold) & (score > 0), weight, options)
    is_linked = is_kept & (_link_free(blocks) < options.min_link_free)  # (10)
    in_block, of_row = blocks.of_row >= 0, blocks.of_row
    return (
        selector.keep(in_block & is_kept[of_row], "in a region of running text")
        .drop(in_block & is_linked[of_row], "made of links in a region of running text")
        .done(
            "feature_density",
            score=np.where(in_block, score[of_row], np.nan),
            facts={"threshold": float(threshold), "n_regions": n_regions},
        )
    )


METHOD = Method(
    id="feature_density",
    title="Text density with text features",
    title_zh="使用特征文本密度",
    source="使用特征文本密度的网页正文提取 2010, 计算机工程与应用 46(20)",
    idea="Blocks that are dense, have sentence marks and function words and few links form the body.",
    function=select,
    defaults=FeatureDensityOptions(),
)
