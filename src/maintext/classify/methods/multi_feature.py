"""multi_feature: a few candidate elements, six scores, the best sum (文章内容抽取方法).

Source
    一种文章内容抽取方法、装置、设备及存储介质 (A method, device, apparatus and storage medium for extracting
    the content of articles), Chinese patent application; applicant, inventors and year are not in the
    copy at hand. Numbers in brackets are its paragraphs.
Idea
    Names and tags propose candidates; all cues together, each on the same scale, choose one of them.
Symbols
    =============  ==================================================================================
    p              candidates proposed: :func:`proposed`
    p1 … pn        sets of noise: candidates labelled with the i-th phrase of ``noise_labels``
    r1             candidates that are left, :func:`noise_of`
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
    4. position [0076]: e^(−(position − peak)² / (2 · deviation²)), by default 0.5 and 0.25; 0 above the
       title; one less for a name like author or title [0069].
    5. parent [0077]: words of content in class, and in id, of the element around it, +1 each; children
       [0084], of weight 0: the same of its children.
    6. anchors, paragraphs [0077]: its ``<a>`` children / all of the page, and the same of ``<p>``.
    7. phrases [0078]: +1 each time a body phrase stands in its text, −1 for a noise phrase.
    8. [0080]–[0081] r2 = Σ w · (υ − μ) / δ over the scores of steps 3–7, plus the first score. The highest
       r2 wins; all its visible text is kept. One that ends above the title is removed before [0084],
       unless no other is left.
Cost
    O(n_rows + characters · phrases): each phrase is searched for once.
Fails on
    Pages without such names, where the four elements of step 1 must do. A list of links can have most of
    the page's ``<a>``, which counts in its favour; without that dimension (``anchors=0``) .693 / .804 /
    .875 / .849 / .643. Bodies whose ``<p>`` stand in several wrappers: one is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import AnyStr

import numpy as np

from maintext.classify.features import density
from maintext.classify.features.density import innermost
from maintext.classify.method import Method, swept
from maintext.classify.methods.word_lists import Words, changed_lists, shipped_lists
from maintext.html import Page
from maintext.html import characters as ch
from maintext.html.arrays import Bool, Float, Int, mark_rows
from maintext.html.tags import HEADING_TAGS
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = [
    "ABOVE_TITLE", "DIMENSIONS", "METHOD", "N_TOLD", "MultiFeatureOptions", "PageCues", "combined",
    "dimensions", "is_above_title", "noise_of", "normal", "proposed", "title_row", "word_lists",
]  # fmt: skip

DIMENSIONS = ("text", "position", "parent", "children", "anchors", "paragraphs", "phrases")
N_TOLD = 8
"""Candidates whose scores are among the facts of a selection."""
_FACTS = ("row", "sum", "first", *(fact for name in DIMENSIONS for fact in (name, f"{name}_normal")))
ABOVE_TITLE = ("removed", "scored")
# States of a candidate, besides the number of the phrase that labels it.
_NONE, _LOWER, _ABOVE = -3, -2, -1
_SOURCE = "the patent [0084]: all weights are 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiFeatureOptions(CheckedOptions):
    """The weights w of :data:`DIMENSIONS`, which candidates there are, and the words."""

    text: float = option(1.0, "Weight of the share of the page's text.", source=_SOURCE, minimum=0)
    position: float = option(1.0, "Weight of the position in the page.", source=_SOURCE, minimum=0)
    parent: float = option(1.0, "Weight of the names of the element around.", source=_SOURCE, minimum=0)
    children: float = swept(
        0.0, "Weight of the names of its children, a bonus of [0084] that [0077] does not have.", ""
    )
    anchors: float = option(1.0, "Weight of the share of the page's <a>.", source=_SOURCE, minimum=0)
    paragraphs: float = option(1.0, "Weight of the share of the page's <p>.", source=_SOURCE, minimum=0)
    phrases: float = option(1.0, "Weight of the phrases in the text.", source=_SOURCE, minimum=0)
    above_title: str = option(
        "removed", "A candidate that ends above the title is removed while others are left, or may win.",
        source="the patent: [0084]; [0076]", choices=ABOVE_TITLE,
    )  # fmt: skip
    named_score: float = option(
        1.0, "First score of a candidate with a name of content.", source="the patent [0064]", minimum=0
    )
    counted_score: float = option(
        0.8, "First score of a candidate with most <p> or <a>.", source="the patent [0064]", minimum=0
    )
    n_counted: int = option(
        2, "Candidates with most <p>, and with most <a>.", unit="elements", source="the patent [0064]"
    )
    middle_start: float = option(
        0.25, "Candidates with most <p> or <a> begin after this part of the page.",
        unit="share", source="the patent [0064]", minimum=0,
    )  # fmt: skip
    middle_end: float = option(
        0.75, "Candidates with most <p> or <a> begin before this part of the page ends.",
        unit="share", source="the patent [0064]", minimum=0,
    )  # fmt: skip
    peak: float = option(
        0.5, "Place on the page where the bell of positions is highest.",
        unit="share", source="the patent [0076]", minimum=0,
    )  # fmt: skip
    deviation: float = option(
        0.25, "Width of the bell of positions around the middle; larger cares less about the position.",
        unit="share", source="ours: the quarter points of [0064]", minimum=0.01,
    )  # fmt: skip
    min_title_share: float = option(
        1 / 3, "A text is the title if it repeats this share of <title>.",
        unit="share", source="ours: [0076] does not say which text is the title", minimum=0,
    )  # fmt: skip
    label_chars: int = option(
        20, "A phrase of noise labels a candidate in a text of at most so many characters that begins it.",
        unit="characters", source="ours: [0069] says nothing of the length", minimum=1,
    )  # fmt: skip
    words: str = option("", "File of other words (.toml), see Words; the shipped ones by default.")


_DEFAULT = MultiFeatureOptions()


@cache
def word_lists(path: str = "") -> Words:
    """Return the word lists by name, read once; changes and errors as :func:`changed_lists`."""
    return changed_lists(shipped_lists("multi_feature"), path)


class PageCues:
    """Cues of a page for the features, computed once; arrays are of shape (n_rows,)."""

    def __init__(self, page: Page, options: MultiFeatureOptions = _DEFAULT) -> None:
        self.page = page
        self.options = options
        self.words = word_lists(options.words)
        self.is_element = ~page.is_text & ~page.is_hidden
        names = self.words["content_names"], self.words["noise_names"]
        self.n_content_names, self.n_noise_names = _n_named(page, *names)

    @cached_property
    def n_chars(self) -> Int:
        """Visible characters of each subtree."""
        return density.text_chars(self.page)

    @cached_property
    def position(self) -> Float:
        """Start tags up to the row's own / all start tags."""
        n_tags = np.cumsum(~self.page.is_text)
        return n_tags / max(int(n_tags[-1]), 1)

    @cached_property
    def title(self) -> int:
        """Text row of the title, −1 for none."""
        return title_row(self.page, self.options.min_title_share)

    @cached_property
    def n_names_below(self) -> Int:
        """Words of content in class, and in id, of the visible children."""
        named = np.flatnonzero(self.is_element & (self.n_content_names > 0) & (self.page.parent >= 0))
        sums = np.bincount(self.page.parent[named], self.n_content_names[named], len(self.page))
        return sums.astype(np.int64)

    @cached_property
    def n_anchors(self) -> Int:
        """Visible ``<a>`` children."""
        return self._count_children("a")

    @cached_property
    def n_paragraphs(self) -> Int:
        """Visible ``<p>`` children."""
        return self._count_children("p")

    def _count_children(self, name: str) -> Int:
        rows = np.flatnonzero(self.page.is_tag((name,)) & self.is_element)
        return np.bincount(self.page.parent[rows], minlength=len(self.page))

    @cached_property
    def _lower_text(self) -> str:
        """``page.text`` in lower case, unless that moves characters."""
        lower = self.page.text.lower()
        return lower if len(lower) == len(self.page.text) else self.page.text

    def found(self, phrases: Sequence[str]) -> tuple[Int, Int]:
        """Return row and phrase number of each occurrence of a phrase in visible text, ascending."""
        page, has_cjk = self.page, bool(self.page.n_cjk.any())
        places = [_find_all(self._lower_text, p) if has_cjk or p.isascii() else [] for p in phrases]
        place = np.array([at for of_phrase in places for at in of_phrase], dtype=np.int64)
        order = np.argsort(place, kind="stable")
        phrase = np.repeat(np.arange(len(phrases)), [len(of_phrase) for of_phrase in places])[order]
        texts = np.flatnonzero(page.is_text)
        rows = texts[np.searchsorted(page.text_end[texts], place[order], side="right")]
        is_seen = ~page.is_hidden[rows]
        return rows[is_seen], phrase[is_seen]


def _n_named(page: Page, *lists: Sequence[str]) -> list[Int]:
    """Count, for each list, the words that are parts of each row's class, and of its id."""
    counts = [np.zeros(len(page), dtype=np.int64) for _ in lists]
    for name in ("class", "id"):
        at = page.attribute(name)
        values = [value for _, value in page.raw_values(name)]
        # Equal values are searched once, and all at once; no page has the byte between them.
        number = {value: i for i, value in enumerate(dict.fromkeys(values))}
        joined = b"\0".join(number).lower()
        ends = np.cumsum([len(value) + 1 for value in number])
        of_row = np.array([number[value] for value in values], dtype=np.int64)
        for count, words in zip(counts, lists, strict=True):
            has_word = np.zeros((len(words), len(number)), dtype=np.bool_)
            for has, word in zip(has_word, words, strict=True):
                has[np.searchsorted(ends, _find_all(joined, word.encode()), side="right")] = True
            count[at.row] += has_word.sum(axis=0)[of_row]
    return counts


def _find_all(text: AnyStr, part: AnyStr) -> list[int]:
    """Return the offsets of a part in a text, ascending, without overlaps."""
    places: list[int] = []
    at = text.find(part)
    while at >= 0:
        places.append(at)
        at = text.find(part, at + len(part))
    return places


# -- steps 1 and 2: candidates ------------------------------------------------------------------------


def proposed(cues: PageCues) -> tuple[Int, Float]:
    """Return p of step 1: rows of the proposed elements, ascending, and their first scores."""
    first, is_proposed = np.zeros(len(cues.page)), np.zeros(len(cues.page), dtype=np.bool_)
    options, position = cues.options, cues.position
    in_middle = cues.is_element & (position >= options.middle_start) & (position <= options.middle_end)
    for n_children in (cues.n_paragraphs, cues.n_anchors):
        left = np.where(in_middle, n_children, 0)
        for _ in range(options.n_counted):
            most = int(np.argmax(left))
            if left[most] > 0:
                first[most] = options.counted_score
                is_proposed[most] = True
                left[most] = 0
    is_named = cues.is_element & (cues.n_content_names > 0)
    first[is_named] = options.named_score
    rows = np.flatnonzero((is_proposed | is_named) & (cues.n_chars > 0))
    return rows, first[rows]


def noise_of(cues: PageCues, rows: Int) -> Int:
    """Return the number of the ``noise_labels`` phrase that labels each row, −1 for none (in r1).

    A label is a text of at most ``label_chars`` characters with no more before it in the element.
    """
    page, most = cues.page, cues.options.label_chars
    found, phrase = cues.found(cues.words["noise_labels"])
    is_short = page.n_chars[found] <= most
    labels, phrase = found[is_short], np.append(phrase[is_short], -1)
    n_before = np.concatenate(([0], np.cumsum(page.n_chars * ~page.is_hidden)))
    at = np.searchsorted(labels, rows)
    next_label = np.append(labels, len(page))[at]
    is_inside = next_label < page.end[rows]
    is_labelled = is_inside & (n_before[next_label] - n_before[rows] <= most)
    return np.where(is_labelled, phrase[at], -1)


def is_above_title(cues: PageCues, rows: Int) -> Bool:
    """Return True for rows that end before the title."""
    return cues.page.end[rows] <= cues.title


# -- steps 3–7: scores -----------------------------------------------------------------------------------


def dimensions(cues: PageCues, rows: Int) -> Float:
    """Return υ of the candidates ``rows``, float64 of shape (7, n_candidates), as :data:`DIMENSIONS`."""
    return np.array(
        [
            cues.n_chars[rows] / max(int(cues.n_chars[0]), 1),
            _position_score(cues, rows),
            cues.n_content_names[np.maximum(cues.page.parent[rows], 0)] * (rows > 0),
            cues.n_names_below[rows],
            cues.n_anchors[rows] / max(int(cues.n_anchors.sum()), 1),
            cues.n_paragraphs[rows] / max(int(cues.n_paragraphs.sum()), 1),
            _phrase_score(cues, rows),
        ]
    )


def _position_score(cues: PageCues, rows: Int) -> Float:
    """Return the bell around the middle, 0 above the title, one less for a name like author."""
    distance = (cues.position[rows] - cues.options.peak) / cues.options.deviation
    bell = np.where(is_above_title(cues, rows), 0, np.exp(-(distance**2) / 2))
    return bell - (cues.n_noise_names[rows] > 0)


def title_row(page: Page, min_share: float = _DEFAULT.min_title_share) -> int:
    """Return the first text row, those in headings first, that repeats ``<title>``; −1 for none.

    It is a part of the title, without white space and punctuation, and at least ``min_share`` of it.
    """
    titles = np.flatnonzero(page.is_tag(("title",)))
    title = _title_key(page.row_text(int(titles[0]))) if len(titles) else ""
    min_chars = len(title) * min_share
    rows = np.flatnonzero((page.n_chars >= min_chars) & (page.n_chars <= 2 * len(title)) & (page.n_words > 0))
    rows = rows[~page.is_hidden[rows]]
    in_heading = page.inside(page.is_tag(HEADING_TAGS))[rows]
    for row in [*rows[in_heading].tolist(), *rows[~in_heading].tolist()]:
        key = _title_key(page.row_text(row))
        if len(key) >= min_chars and key in title:
            return int(row)
    return -1


def _title_key(text: str) -> str:
    return "".join(ch.WORDS.findall(text.lower()))


def _phrase_score(cues: PageCues, rows: Int) -> Int:
    """Count body phrases minus noise phrases in the visible text below each row."""
    score = np.zeros(len(rows), dtype=np.int64)
    for sign, name in ((1, "body_phrases"), (-1, "noise_phrases")):
        found, _ = cues.found(cues.words[name])
        score += sign * (np.searchsorted(found, cues.page.end[rows]) - np.searchsorted(found, rows))
    return score


# -- step 8: choice -----------------------------------------------------------------------------------


def normal(scores: Float) -> Float:
    """Return (υ − μ) / δ of scores of shape (n_dimensions, n_candidates); 0 where δ is 0."""
    mean = scores.mean(axis=1, keepdims=True)
    deviation = scores.std(axis=1, keepdims=True)
    equal = np.ptp(scores, axis=1, keepdims=True) == 0
    return np.where(equal, 0.0, (scores - mean) / np.where(equal, 1.0, deviation))


def combined(scores: Float, weights: Sequence[float]) -> Float:
    """Return r2 = Σ w · (υ − μ) / δ from υ of shape (n_dimensions, n_candidates); 0 where δ is 0."""
    return np.asarray(weights) @ normal(scores)


def select(page: Page, options: MultiFeatureOptions) -> Selection:
    """Keep the candidate with the best sum of scores."""
    cues = PageCues(page, options)
    all_rows, all_first = proposed(cues)
    label = noise_of(cues, all_rows)
    rows, first = all_rows[label < 0], all_first[label < 0]
    above = _removed_above(cues, rows)
    selector = Selector(page, "in no candidate" if len(all_rows) else "no element is a candidate")
    _tell_of_candidates(selector, cues, all_rows, label, rows[above])
    facts: dict[str, float] = {
        "n_proposed": len(all_rows),
        "n_candidates": len(rows),
        "n_above_title": int(above.sum()),
    }
    if not len(rows):
        return selector.done("multi_feature", facts=facts)
    scores = dimensions(cues, rows)
    total = combined(scores, [getattr(options, name) for name in DIMENSIONS]) + first
    best = int(rows[np.argmax(np.where(above, -np.inf, total))])
    score = np.full(len(page), np.nan)
    score[rows] = total
    facts |= {"row": best, **_candidate_facts(rows, first, scores, total)}
    chosen = mark_rows(len(page), slice(best, page.end[best]))
    selector.keep(chosen, "inside the candidate with the best sum of scores")
    return selector.done("multi_feature", score=score, facts=facts)


def _removed_above(cues: PageCues, rows: Int) -> Bool:
    """Return the candidates r1 that cannot win, as they end before the title; none if all do."""
    above = is_above_title(cues, rows)
    return above & (cues.options.above_title == "removed") & (not above.all())


def _tell_of_candidates(selector: Selector, cues: PageCues, rows: Int, label: Int, above: Int) -> None:
    """Give each text the reason of the innermost candidate around it."""
    state = np.full(len(cues.page) + 1, _NONE)  # one more for what −1 points at
    state[rows] = np.where(label >= 0, label, _LOWER)
    state[above] = _ABOVE
    of_row = state[innermost(cues.page, state[:-1] != _NONE)]
    selector.drop(of_row == _LOWER, "in a candidate with a lower sum of scores")
    selector.drop(of_row == _ABOVE, "in a candidate that is removed: it ends above the title")
    for number in np.unique(label[label >= 0]).tolist():
        phrase = cues.words["noise_labels"][number]
        selector.drop(of_row == number, f"in a candidate that is removed: labelled {phrase}")


def _candidate_facts(rows: Int, first: Float, scores: Float, total: Float) -> dict[str, float]:
    """Return row, r2, first score and each υ, plain and normal, of the best candidates."""
    best = np.argsort(-total, kind="stable")[:N_TOLD]
    pairs = np.stack((scores[:, best], normal(scores)[:, best]), axis=1).reshape(-1, len(best))
    columns = np.concatenate((np.stack((rows[best], total[best], first[best])), pairs))
    return {
        f"candidate_{place}.{name}": value
        for place, own in enumerate(columns.T.tolist(), 1)
        for name, value in zip(_FACTS, own, strict=True)
    }


METHOD = Method(
    id="multi_feature",
    title="Candidates by many features",
    title_zh="多维度特征",
    source="文章内容抽取方法 (Chinese patent application)",
    idea="Names and tags propose elements; text, position, family and phrases choose one.",
    function=select,
    defaults=MultiFeatureOptions(),
)
