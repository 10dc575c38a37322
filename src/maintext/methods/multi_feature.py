"""multi_feature: a few candidate elements, six scores, the best sum (文章内容抽取方法).

Source
    一种文章内容抽取方法、装置、设备及存储介质 (A method, device, apparatus and storage medium for extracting
    the content of articles), Chinese patent application; applicant, inventors and year are not in the
    copy at hand. Numbers in brackets are its paragraphs.
Idea
    Names of elements, share of the text, position and phrases are each wrong on some pages. Names
    and tags propose candidates; all signs together, each on the same scale, choose one of them.
Symbols
    =============  ==================================================================================
    p              candidates proposed: :func:`proposed`
    p1 … pn        sets of noise: candidates labelled with the i-th phrase of ``noise_labels``
    r1             candidates that are left
    υ              score of a candidate in one dimension, :func:`dimensions`
    μ, δ           mean and standard deviation of υ over the candidates of the page
    w              weights of the dimensions: the options
    r2             sum of the candidates' scores, :func:`combined`
    position       number of the element's start tag / number of all start tags of the page
    =============  ==================================================================================
Steps
    1. [0064] Propose elements whose class or id holds content, text, article, post, conter or list
       (first score 1); and, between 1/4 and 3/4 of the page, the two elements with most ``<p>`` and the
       two with most ``<a>`` below them (first score 0.8). Elements without text are none [0084].
    2. [0070] r1 = p − p ∩ (p1 ∪ p2 ∪ … ∪ pn).
    3. text [0075]: characters of the candidate / characters of the page.
    4. position [0076]: e^(−(position − 0.5)² / (2 · 0.25²)); 0 above the title; one less for a name like
       author or title [0069].
    5. parent [0077]: words of content in class, and in id, of the element around it, +1 each.
    6. anchors, paragraphs [0077]: its ``<a>`` children / all of the page, and the same of ``<p>``.
    7. phrases [0078]: +1 each time a body phrase stands in its text, −1 for a noise phrase.
    8. [0080]–[0081] r2 = Σ w · (υ − μ) / δ over the scores of steps 3–7, plus the first score. The highest
       r2 wins; all its visible text is kept.
Interpretation
    All word-F1 below: every third page of daniel Chinese / daniel English / gne / scrapinghub / wcxb_dev;
    as it is .651 / .749 / .875 / .849 / .622.

    Normalising: the source calls it "between 0 and 1" [0083] and writes the formula of step 8, which is
    not. The formula stands. A dimension in which all candidates are equal (δ = 0) adds 0. Scaling to
    0 … 1 instead: .643 / .664 / .807 / .780 / .544.

    Noise: [0069] filters candidates with "obvious" noise (广告, 推荐, 海购) in their text. The word is often
    the heading of a rail at the end of the body, so here it must label the candidate: stand in a text of
    at most :data:`LABEL_CHARS` characters with no more before it. Anywhere in the text: .651 / .749 /
    .801 / .849 / .622, one page of gne lost; without step 2 nothing changes. Names like author only lower
    the position score, as [0069] says.

    Below: of the source's words 下面 [0064] and 子标签 [0077] the second means children, so ``<p>`` and
    ``<a>`` children are counted in both places. With all descendants: .509 / .628 / .639 / .697 / .719.

    Parent, anchors and paragraphs are three dimensions: "these three scores are each assigned to the
    corresponding score" [0077]. As one sum: .649 / .661 / .583 / .728 / .665.

    Above the title: a candidate that ends before the text which repeats ``<title>``. Counting all that
    begin before it, with every wrapper of title and body: .641 / .669 / .875 / .821 / .596.

    The first score is added to r2; the source only says that position may favour the second kind, which
    therefore gets less. The bell has its deviation, 0.25, at the quarter points of step 1. The title is
    found as :func:`title_row` says, the source has "roughly". A page without any candidate has no main
    text.
Measured
    The source claims to be exact and gives no figure. On every third page of the Chinese press
    (daniel Chinese, 95 pages) the mean is .651, the median .90, and 30 pages are below .5. On 21 of these
    no candidate is the body: portals of 2011 name it otherwise ("artical", "main"), and its element
    begins in the first quarter of the tags. Mostly a small element in a list then wins by the names of
    its parent. On the other 9 pages the body is a candidate and loses: to a wrapper with more text and
    phrases, or by its low position. The best candidate of each page, had it always been chosen, gives
    .755.
Cost
    O(n_rows + characters · phrases): each phrase is searched for once.
Fails on
    Pages without such names, where the four elements of step 1 must do. A list of links can have most of
    the page's ``<a>``, which counts in its favour; without that dimension (``anchors=0``) .693 / .804 /
    .875 / .849 / .643. Bodies whose ``<p>`` stand in several wrappers: one is chosen.

    On every third Chinese press page (95 pages) the median word-F1 is .90, and 30 pages stay below .5. On 21
    of these no candidate is the body: its name has none of the six words (``artical``), and it begins in the
    first quarter of the tags. On the other nine the body is a candidate and loses. The best candidate of
    every page would give a mean of .755.
"""

from __future__ import annotations

import tomllib
from dataclasses import astuple, dataclass
from functools import cache, cached_property
from importlib import resources
from typing import TYPE_CHECKING, AnyStr

import numpy as np

from maintext.features import density
from maintext.methods.base import Method
from maintext.options import CheckedOptions, option
from maintext.page import Page
from maintext.page import characters as ch
from maintext.selection import Selection, Selector

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    Int = NDArray[np.int64]
    Float = NDArray[np.float64]

__all__ = [
    "DIMENSIONS",
    "LABEL_CHARS",
    "METHOD",
    "MultiFeatureOptions",
    "Signs",
    "combined",
    "dimensions",
    "proposed",
    "title_row",
    "without_noise",
    "word_lists",
]

DIMENSIONS = ("text", "position", "parent", "anchors", "paragraphs", "phrases")
LABEL_CHARS = 20
_FIRST_NAMED, _FIRST_COUNTED = 1.0, 0.8
_N_COUNTED = 2
_MIDDLE = (0.25, 0.75)
_PEAK, _DEVIATION = 0.5, 0.25
_LEAST_SHARE_OF_TITLE = 1 / 3
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_SOURCE = "the patent [0084]: all weights are 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiFeatureOptions(CheckedOptions):
    """The weights w, in the order of :data:`DIMENSIONS`."""

    text: float = option(1.0, "Weight of the share of the page's text.", source=_SOURCE, minimum=0)
    position: float = option(1.0, "Weight of the position in the page.", source=_SOURCE, minimum=0)
    parent: float = option(1.0, "Weight of the names of the element around.", source=_SOURCE, minimum=0)
    anchors: float = option(1.0, "Weight of the share of the page's <a>.", source=_SOURCE, minimum=0)
    paragraphs: float = option(1.0, "Weight of the share of the page's <p>.", source=_SOURCE, minimum=0)
    phrases: float = option(1.0, "Weight of the phrases in the text.", source=_SOURCE, minimum=0)


@cache
def word_lists() -> dict[str, tuple[str, ...]]:
    """Return the word lists of ``multi_feature.toml`` by name, read once."""
    file = resources.files("maintext.methods") / "multi_feature.toml"
    return {name: tuple(words) for name, words in tomllib.loads(file.read_text("utf-8")).items()}


class Signs:
    """What a page shows of the features; each is computed once. Arrays are of shape (n_rows,)."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.is_element = ~page.is_text & ~page.is_hidden
        lists = word_lists()
        self.n_content_names, self.n_noise_names = _n_named(
            page, lists["content_names"], lists["noise_names"]
        )

    @cached_property
    def n_chars(self) -> Int:
        """Visible characters of each subtree."""
        return density.text_chars(self.page)

    @cached_property
    def position(self) -> Float:
        """Number of start tags up to the row's own / number of all."""
        n_tags = np.cumsum(~self.page.is_text)
        return n_tags / max(int(n_tags[-1]), 1)

    @cached_property
    def n_anchors(self) -> Int:
        """Visible ``<a>`` children."""
        return self._children("a")

    @cached_property
    def n_paragraphs(self) -> Int:
        """Visible ``<p>`` children."""
        return self._children("p")

    def _children(self, name: str) -> Int:
        rows = np.flatnonzero(self.page.is_tag((name,)) & self.is_element)
        return np.bincount(self.page.parent[rows], minlength=len(self.page))

    @cached_property
    def _text(self) -> str:
        """``page.text`` in lower case, where that does not move characters."""
        lower = self.page.text.lower()
        return lower if len(lower) == len(self.page.text) else self.page.text

    def rows_with(self, phrases: Collection[str]) -> Int:
        """Visible text row in which each occurrence of a phrase begins, ascending; any length."""
        page, has_cjk = self.page, bool(self.page.n_cjk.any())
        places = [
            place
            for phrase in phrases
            if has_cjk or phrase.isascii()
            for place in _places(self._text, phrase)
        ]
        texts = np.flatnonzero(page.is_text)
        rows = texts[np.searchsorted(page.text_end[texts], np.sort(places), side="right")]
        return rows[~page.is_hidden[rows]]


def _n_named(page: Page, *lists: Sequence[str]) -> list[Int]:
    """For each list, how many of its words are parts of each row's class, and of its id."""
    counts = [np.zeros(len(page), dtype=np.int64) for _ in lists]
    for name in ("class", "id"):
        at = page.attribute(name)
        places = zip(at.start.tolist(), at.end.tolist(), strict=True)
        values = [page.data[start:end] for start, end in places]
        # Equal values are searched once, and all at once; no page has the byte between them.
        number = {value: i for i, value in enumerate(dict.fromkeys(values))}
        joined = b"\0".join(number).lower()
        ends = np.cumsum([len(value) + 1 for value in number])
        of_row = np.array([number[value] for value in values], dtype=np.int64)
        for count, words in zip(counts, lists, strict=True):
            has_word = np.zeros((len(words), len(number)), dtype=np.bool_)
            for has, word in zip(has_word, words, strict=True):
                has[np.searchsorted(ends, _places(joined, word.encode()), side="right")] = True
            count[at.row] += has_word.sum(axis=0)[of_row]
    return counts


def _places(text: AnyStr, part: AnyStr) -> list[int]:
    """Where a part stands in a text, ascending, without overlaps."""
    places: list[int] = []
    at = text.find(part)
    while at >= 0:
        places.append(at)
        at = text.find(part, at + len(part))
    return places


# -- steps 1 and 2: candidates ------------------------------------------------------------------------


def proposed(signs: Signs) -> tuple[Int, Float]:
    """Return p of step 1: rows of the proposed elements, ascending, and their first scores."""
    first = np.zeros(len(signs.page))
    in_middle = signs.is_element & (signs.position >= _MIDDLE[0]) & (signs.position <= _MIDDLE[1])
    for n_children in (signs.n_paragraphs, signs.n_anchors):
        left = np.where(in_middle, n_children, 0)
        for _ in range(_N_COUNTED):
            most = int(np.argmax(left))
            if left[most] > 0:
                first[most] = _FIRST_COUNTED
                left[most] = 0
    first[signs.is_element & (signs.n_content_names > 0)] = _FIRST_NAMED
    rows = np.flatnonzero((first > 0) & (signs.n_chars > 0))
    return rows, first[rows]


def without_noise(signs: Signs, rows: Int) -> NDArray[np.bool_]:
    """Return whether a row is in r1 = p − p ∩ (p1 ∪ … ∪ pn): no phrase of noise labels it."""
    page = signs.page
    found = signs.rows_with(word_lists()["noise_labels"])
    labels = found[page.n_chars[found] <= LABEL_CHARS]
    n_before = np.concatenate(([0], np.cumsum(page.n_chars * ~page.is_hidden)))
    next_label = np.append(labels, len(page))[np.searchsorted(labels, rows)]
    is_inside = next_label < page.end[rows]
    clean: NDArray[np.bool_] = ~(is_inside & (n_before[next_label] - n_before[rows] <= LABEL_CHARS))
    return clean


# -- steps 3–7: scores -----------------------------------------------------------------------------------


def dimensions(signs: Signs, rows: Int) -> Float:
    """Return υ of the candidates ``rows``, float64 of shape (6, n_candidates), as :data:`DIMENSIONS`."""
    return np.array(
        [
            signs.n_chars[rows] / max(int(signs.n_chars[0]), 1),
            _position_score(signs, rows),
            signs.n_content_names[np.maximum(signs.page.parent[rows], 0)] * (rows > 0),
            signs.n_anchors[rows] / max(int(signs.n_anchors.sum()), 1),
            signs.n_paragraphs[rows] / max(int(signs.n_paragraphs.sum()), 1),
            _phrase_score(signs, rows),
        ]
    )


def _position_score(signs: Signs, rows: Int) -> Float:
    """The bell around the middle, 0 above the title, one less for a name like author."""
    distance = (signs.position[rows] - _PEAK) / _DEVIATION
    bell = np.where(signs.page.end[rows] <= title_row(signs.page), 0, np.exp(-(distance**2) / 2))
    return bell - (signs.n_noise_names[rows] > 0)


def title_row(page: Page) -> int:
    """Return the text row that repeats ``<title>``, −1 for none.

    It is in the title, white space and punctuation aside, and at least a third of it; the first in a
    heading, else the first of all.
    """
    titles = np.flatnonzero(page.is_tag(("title",)))
    title = _key(page.row_text(int(titles[0]))) if len(titles) else ""
    least = len(title) * _LEAST_SHARE_OF_TITLE
    rows = np.flatnonzero((page.n_chars >= least) & (page.n_chars <= 2 * len(title)) & (page.n_words > 0))
    rows = rows[~page.is_hidden[rows]]
    in_heading = page.inside(page.is_tag(_HEADINGS))[rows]
    for row in [*rows[in_heading].tolist(), *rows[~in_heading].tolist()]:
        key = _key(page.row_text(row))
        if len(key) >= least and key in title:
            return int(row)
    return -1


def _key(text: str) -> str:
    return "".join(ch.WORDS.findall(text.lower()))


def _phrase_score(signs: Signs, rows: Int) -> Int:
    """Body phrases less noise phrases in the visible text below each of the rows."""
    score = np.zeros(len(rows), dtype=np.int64)
    for sign, name in ((1, "body_phrases"), (-1, "noise_phrases")):
        found = signs.rows_with(word_lists()[name])
        score += sign * (np.searchsorted(found, signs.page.end[rows]) - np.searchsorted(found, rows))
    return score


# -- step 8: choice -----------------------------------------------------------------------------------


def combined(scores: Float, weights: Sequence[float]) -> Float:
    """Return r2 = Σ w · (υ − μ) / δ, float64 of shape (n_candidates,); 0 where δ is 0.

    Parameters
    ----------
    scores
        υ, float64 of shape (n_dimensions, n_candidates).
    weights
        w, one per dimension.
    """
    mean = scores.mean(axis=1, keepdims=True)
    deviation = scores.std(axis=1, keepdims=True)
    equal = np.ptp(scores, axis=1, keepdims=True) == 0
    normal = np.where(equal, 0.0, (scores - mean) / np.where(equal, 1.0, deviation))
    total: Float = np.asarray(weights) @ normal
    return total


def select(page: Page, options: MultiFeatureOptions) -> Selection:
    """Keep the candidate with the best sum of scores."""
    signs = Signs(page)
    rows, first = proposed(signs)
    clean = without_noise(signs, rows)
    facts = {"n_proposed": len(rows), "n_candidates": int(clean.sum())}
    rows, first = rows[clean], first[clean]
    score = np.full(len(page), np.nan)
    chosen = np.zeros(len(page), dtype=np.bool_)
    if len(rows):
        score[rows] = combined(dimensions(signs, rows), astuple(options)) + first
        best = int(np.nanargmax(score))
        chosen[best : page.end[best]] = True
        facts["row"] = best
    return (
        Selector(page, "outside the best candidate" if len(rows) else "no element is a candidate")
        .keep(chosen, "inside the candidate with the best sum of scores")
        .done("multi_feature", score=score, facts=facts)
    )


METHOD = Method(
    id="multi_feature",
    title="Candidates by many features",
    title_zh="多维度特征",
    source="文章内容抽取方法 (Chinese patent application)",
    idea="Names and tags propose elements; text, position, family and phrases choose one.",
    function=select,
    defaults=MultiFeatureOptions(),
)
