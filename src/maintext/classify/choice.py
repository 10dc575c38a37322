"""From the probabilities of blocks to the blocks that are kept; steps 4 to 6 of ``learned``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._core import classify
from maintext.classify.below_article import find_next_articles, find_post_margins, find_reader_comments
from maintext.classify.closing_lines import complete_closing_lines
from maintext.classify.end_matter import COMMENT, MARGIN, NEXT_ARTICLE, find_end_matter
from maintext.classify.faq import complete_faq
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import BlockFeatures, find_headline
from maintext.classify.fragment import complete_fragment, is_fragment
from maintext.classify.main_list import complete_main_list
from maintext.classify.model.decision import (
    adjust_log_odds,
    max_expected_f1_set,
    shift_log_odds,
    smooth_log_odds,
)
from maintext.classify.model.kind import Kind, as_forum, kind_of
from maintext.classify.model.networks import Softmax
from maintext.classify.model.trees import HEADLINE, Trees
from maintext.classify.threads import complete_thread, find_counted_replies
from maintext.html import Page
from maintext.html.arrays import Bool, Float, Int, mark_ranges, mark_rows, running_sum
from maintext.html.blocks import link_around, sum_by_subtree
from maintext.html.notes import REFERENCE, find_note, leads_back, links_within_page, rows_by_name
from maintext.html.tags import HEADING_LEVEL, HEADING_TAGS, tag_id, tag_mask
from maintext.metadata.title import split_words
from maintext.selection import Verdict

__all__ = [
    "VERDICTS", "Choice", "Judges", "choose", "complete_code", "complete_gaps", "complete_headings",
    "complete_labels", "complete_likely_lists", "complete_lists", "complete_notes", "complete_pairs",
    "complete_partial_structures",
]  # fmt: skip

VERDICTS = (
    Verdict("probably main content", keep=True),
    Verdict("kept: low score, but including it raises the page's expected F1", keep=True),
    Verdict("kept: part of a table, list or section that is kept around it", keep=True),
    Verdict("probably boilerplate", keep=False),
    Verdict("dropped: likely, but including it lowers the page's expected F1", keep=False),
    Verdict("dropped: a notice of rights or liability at the end of the text", keep=False),
    Verdict("dropped: a call to follow or subscribe at the end of the text", keep=False),
    Verdict("dropped: a credit (who wrote, took or edited, or the source)", keep=False),
    Verdict("dropped: the caption of a picture, with a low score", keep=False),
    Verdict("dropped: another article, which follows that of the page", keep=False),
    Verdict("dropped: a comment of a reader of the article", keep=False),
    Verdict("dropped: a line about the author of a post", keep=False),
    Verdict("kept: part of a text without a page around it (no title, menu or form)", keep=True),
)
"""Verdicts on a block, by number."""

_PART, _BOILERPLATE, _BEFORE_END_MATTER, _FRAGMENT = 2, 3, 4, 12  # numbers there
_SURE = 0.5
_WHOLE = 0.25
_LINES = 0.9  # share of a table's lines with a kept cell
_MIN_LINES = 3
# Shares of the trees for families in the mean of the log-odds: docs/model-card.md, "Trees for families".
_SHARES = {"article": 0.5, "other": 0.6, HEADLINE: 0.5}
# Closer to 0 or 1 the trees for all pages are certain; two blocks of three are.
_CERTAIN = 0.01
_CELL, _PART_TAGS = tag_mask(("td", "th")), tag_mask(("td", "th", "li", "dt", "dd"))
# A list or table is kept whole if so many of its items or cells are kept, and such a share of them.
_MIN_ITEMS, _MIN_CELLS, _MOST = 2, 3, 0.6
_LISTS, _REST_OF_LIST = tag_mask(("ul", "ol")), 0.35
# One item is enough in a list right after its announcement of so many items, each of so many words at most.
_SHORT_LIST, _SHORT_ITEM = 12, 30
# Words of a cell that is left out, and of others; a table with longer ones lays out the page.
_LEFT_CELL_WORDS, _CELL_WORDS = 30, 60
_LABEL, _VALUE, _LABEL_WORDS = tag_mask(("dt", "th")), tag_mask(("dd", "td")), 10
_BOLD, _HEADING, _H1 = tag_mask(("b", "strong")), tag_mask(HEADING_TAGS), tag_id("h1")
_SUMMARY = tag_mask(("summary",))
_MAX_LINES_BETWEEN = 3  # dropped ones between a heading and its text
_MAY_BE_TEXT, _FOLD = 0.6, 0.3  # of the blocks around a line in bold, and of the name of a fold
# Right before the text of their section, and right after a kept block as well.
_OF_SECTION, _BETWEEN_KEPT = 0.2, 0.1
_DOUBTFUL, _GAP_WORDS = 0.46, 6  # of a block between two that are kept
_MAX_MARK = 5  # characters of a reference: [12]
# Code next to text: its mean probability, and the characters of its labels.
_PRE, _MAY_BE_CODE, _CODE_LABEL_CHARS = tag_mask(("pre",)), 0.02, 20
_BARE_HEADING = 2  # words of one above all text that is no headline, date or byline
_HEADING_STEPS = 4  # a heading is at most so many steps above its text


class Choice(NamedTuple):
    """The blocks that are kept, and why; columns are of shape (n_blocks,).

    Attributes
    ----------
    best
        bool: blocks of the set with the best expected F-measure.
    kept
        bool: blocks that are kept.
    end_matter
        uint8: numbers of :data:`maintext.classify.end_matter.KINDS`.
    kind
        The kind of the page, as its probable content tells it.
    probability
        float64: as given, with the prior, mixed with those of the trees for the page's family and headline.
    is_fragment
        True for markup of a text alone: there a low score is enough. Always False if precision counts more.
    """

    best: Bool
    kept: Bool
    end_matter: NDArray[np.uint8]
    kind: Kind
    probability: Float
    is_fragment: bool

    def verdict(self) -> Int:
        """Return the verdict on each block, a number of :data:`VERDICTS`."""
        is_likely = self.probability >= _SURE
        part = _FRAGMENT if self.is_fragment else _PART
        verdict = np.where(self.kept, np.where(self.best, ~is_likely, part), _BOILERPLATE + is_likely)
        verdict = np.where(self.end_matter > 0, _BEFORE_END_MATTER + self.end_matter, verdict)
        return verdict.astype(np.int64, copy=False)


class Judges(NamedTuple):
    """What judges a page besides the trees for all pages.

    Attributes
    ----------
    families
        Trees by family of kinds: on a page of the family they judge the blocks too that the trees for all
        pages are not certain of; those for :data:`~maintext.classify.model.trees.HEADLINE` judge that block.
    kinds
        The model of kinds; ``None`` for the shipped one.
    """

    families: Mapping[str, Trees]
    kinds: Softmax | None = None


def choose(
    scene: BlockContext,
    features: BlockFeatures,
    probability: Float,
    beta: float,
    judges: Judges,
    prior: Float | None = None,
) -> Choice:
    """Return the blocks of a page that are kept; it has at least one.

    Parameters
    ----------
    scene, features, probability
        The page, and of each of its blocks the features and the probability to be main content, 0–1.
    beta
        Above 1 for recall, below 1 for precision; end matter is dropped up to 1.
    judges
        The model of kinds, and the trees for their families.
    prior
        What is known of the blocks besides: added to the log-odds of their probabilities.
    """
    n_words = scene.blocks.n_words

    def decide(probability: Float) -> tuple[Float, Bool]:
        judged = smooth_log_odds(probability, n_words, features.group)
        judged = judged if prior is None else shift_log_odds(judged, prior)
        return judged, max_expected_f1_set(adjust_log_odds(judged, n_words), n_words, beta=beta)

    kind = kind_of(features.matrix, n_words, decide(probability)[1], judges.kinds)
    judged, best = decide(_judge_again(features.matrix, probability, kind.family, judges.families))
    parts = complete_partial_structures(scene, judged, best)
    kept = best | parts | complete_thread(scene, kind, judged, best)
    if (replies := find_counted_replies(scene)).any():
        kind, kept = as_forum(kind), kept | replies
    kept |= complete_lists(scene, kept) | complete_pairs(scene, kept) | complete_code(scene, judged, kept)
    kept |= complete_likely_lists(scene, judged, kept)
    kept |= complete_notes(scene, kept) | complete_faq(scene)
    if kind.name != "forum":  # headings there are the subjects of posts
        kept |= complete_headings(scene, judged, kept, is_article=kind.name == "article")
        kept |= complete_labels(scene, judged, kept)
        kept |= complete_gaps(scene, judged, kept)
        kept |= complete_partial_structures(scene, judged, kept)  # between headings, too
    kept |= complete_main_list(scene, kind, judged, kept)
    kept |= complete_closing_lines(scene, kept)
    if alone := beta >= 1 and is_fragment(scene.page, scene.blocks):
        kept |= complete_fragment(scene.page, scene.blocks, judged)
    end_matter = np.zeros(len(kept), dtype=np.uint8)
    if beta <= 1:
        end_matter = find_end_matter(scene, judged, kept)
        end_matter[find_next_articles(scene, features, kind, kept)] = NEXT_ARTICLE
        end_matter[find_reader_comments(scene, features, kind, kept)] = COMMENT
        end_matter[find_post_margins(scene, kind, kept)] = MARGIN
        kept &= end_matter == 0
    return Choice(best, kept, end_matter, kind, judged, alone)


def _judge_again(
    features: NDArray[np.float32], probability: Float, family: str, families: Mapping[str, Trees]
) -> Float:
    """Return the probabilities mixed with those of the trees for the page's family and for its headline."""
    if trees := families.get(family):
        probability = trees.judge_again(features, probability, _SHARES[family], _CERTAIN)
    at = find_headline(features)
    if at >= 0 and (trees := families.get(HEADLINE)):
        probability, one = probability.copy(), slice(at, at + 1)
        probability[one] = trees.judge_again(features[one], probability[one], _SHARES[HEADLINE], 0.0)
    return probability


def complete_partial_structures(scene: BlockContext, probability: Float, chosen: Bool) -> Bool:
    """Return the blocks that complete a structure of which the chosen blocks are a part.

    These are tables and lists between chosen blocks that are likely as a whole; the rest of tables of which
    nine lines in ten have a chosen cell, when it has no more words than those.

    Parameters
    ----------
    scene, probability
        The page, and the probability of each of its blocks.
    chosen
        The best set of blocks; this and the result are bool of shape (n_blocks,).
    """
    blocks = scene.blocks
    found: Bool = classify.complete_partial_structures(
        scene.page.columns, (blocks.row, blocks.n_words), probability, chosen.view(np.uint8),
        _structure_table(), _WHOLE, _LINES, _MIN_LINES,
    )  # fmt: skip
    return found


def complete_lists(scene: BlockContext, chosen: Bool) -> Bool:
    """Return the blocks left out of lists and tables of which three items or cells in five are chosen.

    Of tables only lines with a chosen cell count. A list or table stays as it is if what is left out is half
    links. A list of up to twelve short items right after a chosen block in the same element needs one item
    that is chosen; those of links within the page are tables of contents. ``chosen`` and the result are bool
    of shape (n_blocks,). Cost O(n_rows).
    """
    page, blocks = scene.page, scene.blocks
    is_item = page.tagged(_PART_TAGS) & ~page.is_hidden
    if not page.inside(is_item).take(blocks.row[chosen]).any():  # as on most pages
        return np.zeros(len(chosen), dtype=np.bool_)
    items = is_item.nonzero()[0]
    first, end = _block_ranges(scene, items)
    is_out = _sum_ranges(blocks.n_words * chosen, first, end) == 0
    group = page.parent[items]  # the list, or the line
    is_part = mark_rows(len(page), group[~is_out])[group]
    if not (is_out & is_part).any():  # as on most others
        return np.zeros(len(chosen), dtype=np.bool_)
    first, end, group = first[is_part], end[is_part], group[is_part]
    is_cell = _CELL[page.tag[items[is_part]]]
    return _rest_of_groups(scene, chosen, (first, end), np.where(is_cell, page.parent[group], group), is_cell)


def _rest_of_groups(
    scene: BlockContext, chosen: Bool, ranges: tuple[Int, Int], group: NDArray[np.int32], is_cell: Bool
) -> Bool:
    """Return the blocks of items and cells that are left out of a list or table most of which is chosen.

    ``ranges`` are the first block of each item or cell and the one after its last; ``group`` is the row of
    its list or table.
    """
    page, blocks, (first, end) = scene.page, scene.blocks, ranges
    columns = (blocks.n_words * chosen, blocks.n_chars, blocks.n_words, blocks.n_link_chars)
    n_chosen, n_chars, n_words, n_linked = (_sum_ranges(column, first, end) for column in columns)
    is_left = (n_chosen == 0) & (n_chars > 0)
    rows, of_item = np.unique(group, return_inverse=True)
    n_items, n_most, n_free, n_over, n_cells, n_large_cells = (
        np.bincount(of_item, weights)
        for weights in (
            n_chars > 0, 2 * n_chosen > n_words, is_left * (n_chars - 2 * n_linked), n_words > _SHORT_ITEM,
            is_cell, is_cell & (n_words > np.where(is_left, _LEFT_CELL_WORDS, _CELL_WORDS)),
        )
    )  # fmt: skip
    is_most = (n_most >= np.where(n_cells > 0, _MIN_CELLS, _MIN_ITEMS)) & (n_most >= _MOST * n_items)
    is_most &= (n_free >= 0) & (n_large_cells == 0)
    begin, start = (np.searchsorted(blocks.row, places) for places in (rows, page.parent[rows]))
    is_short = ~is_most & (begin > start) & chosen[begin - 1] & (n_items <= _SHORT_LIST) & (n_over == 0)
    is_short &= n_cells == 0
    for at in is_short.nonzero()[0].tolist():
        is_most[at] = not any(_links_to_places(page, int(rows[at])))
    is_rest = is_left & is_most[of_item]
    return mark_ranges(len(chosen), zip(first[is_rest].tolist(), end[is_rest].tolist(), strict=True))


def complete_pairs(scene: BlockContext, chosen: Bool) -> Bool:
    """Return the blocks of terms and head cells right before a text or cell that is chosen.

    In a line of two cells also the short cell after a head that is chosen. A label has ten words at most, and
    a term does not lead to another page: it would be a headline of a list of news. ``chosen`` and the result
    are bool of shape (n_blocks,). Cost O(n_rows).
    """
    page = scene.page
    if not page.has_tag(_LABEL):
        return np.zeros(len(chosen), dtype=np.bool_)
    items = np.flatnonzero(page.tagged(_PART_TAGS))
    labels, values = items[:-1], items[1:]
    is_pair = _LABEL[page.tag[labels]] & _VALUE[page.tag[values]]
    is_pair &= page.parent[labels] == page.parent[values]
    is_pair &= page.is_hidden[labels] == page.is_hidden[values]
    around = page.parent[labels[is_pair]]
    is_alone = (np.bincount(page.parent[items])[around] == 2) & _CELL[page.tag[labels[is_pair]]]
    labels, values = labels[is_pair], values[is_pair]
    n_chosen, n_words = map(running_sum, (chosen, scene.blocks.n_words))
    (first, end), (begin, stop) = _block_ranges(scene, labels), _block_ranges(scene, values)
    has_label, has_value = n_chosen[end] > n_chosen[first], n_chosen[stop] > n_chosen[begin]
    is_left = ~has_label & has_value & (n_words[end] - n_words[first] <= _LABEL_WORDS)
    is_open = is_alone & has_label & ~has_value & (n_words[stop] - n_words[begin] <= _LABEL_WORDS)
    for at in np.flatnonzero(is_left & ~_CELL[page.tag[labels]]).tolist():
        is_left[at] = all(_links_to_places(page, int(labels[at])))
    starts = np.append(first[is_left], begin[is_open])
    ends = np.append(end[is_left], stop[is_open])
    return mark_ranges(len(chosen), zip(starts, ends, strict=True))


def complete_code(scene: BlockContext, probability: Float, chosen: Bool) -> Bool:
    """Return the blocks of ``pre`` elements right after a chosen block in the same element.

    The ``pre`` may stand in elements that add labels of up to 20 characters to it (css, Copy). The mean
    probability is two in a hundred at least. Cost O(n_rows).
    """
    page, blocks = scene.page, scene.blocks
    if not page.has_tag(_PRE):
        return np.zeros(len(chosen), dtype=np.bool_)
    pres = np.flatnonzero(page.tagged(_PRE))
    first, end = _block_ranges(scene, pres)
    sums = running_sum(probability)

    def is_after_chosen(rows: NDArray[np.integer]) -> Bool:
        before = np.searchsorted(blocks.row, rows) - 1
        found: Bool = (before >= np.searchsorted(blocks.row, page.parent[rows])) & chosen[before]
        return found & (page.is_hidden[pres] <= page.is_hidden[blocks.row[before]])

    outer, is_next, n_chars = pres, is_after_chosen(pres), sum_by_subtree(page, blocks, blocks.n_chars)
    most = n_chars[pres] + _CODE_LABEL_CHARS
    while (is_wrapped := (outer > 0) & (n_chars[page.parent[outer]] <= most)).any():
        outer = np.where(is_wrapped, page.parent[outer], outer)
        is_next |= is_after_chosen(outer)
    is_next &= sums[end] - sums[first] >= _MAY_BE_CODE * (end - first)
    return mark_ranges(len(chosen), zip(first[is_next].tolist(), end[is_next].tolist(), strict=True))


def complete_likely_lists(scene: BlockContext, probability: Float, chosen: Bool) -> Bool:
    """Return the blocks left out of lists, if each may be main content.

    These are the rest of a list with a chosen block, each with a probability of .35 at least; and the two to
    twelve blocks of a list right below a likely heading that is chosen, each of one in five at least.
    ``chosen`` and the result are bool of shape (n_blocks,). Cost O(n_rows).
    """
    page = scene.page
    lists = page.tagged(_LISTS).nonzero()[0]
    first, end = _block_ranges(scene, lists)
    n_blocks, before = end - first, first - 1
    columns = (chosen, ~chosen & (probability < _REST_OF_LIST), probability < _OF_SECTION)
    n_chosen, n_doubtful, n_unlikely = (_sum_ranges(column, first, end) for column in columns)
    is_whole = (n_chosen > 0) & (n_doubtful == 0)
    is_below = (n_chosen == 0) & (first > 0) & (n_blocks > 1) & (n_blocks <= _SHORT_LIST)
    is_below &= (n_unlikely == 0) & chosen[before] & (probability[before] >= _SURE)
    for at in is_below.nonzero()[0].tolist():
        heading = _nearest_element(page, int(scene.blocks.row[before[at]]), _HEADING)
        is_whole[at] = heading >= 0 and page.end[page.parent[heading]] > lists[at]
    ranges = zip(first[is_whole].tolist(), end[is_whole].tolist(), strict=True)
    return mark_ranges(len(chosen), ranges) & ~chosen


def complete_headings(scene: BlockContext, probability: Float, chosen: Bool, *, is_article: bool) -> Bool:
    """Return the headings above chosen blocks: in ``h1`` to ``h6``, or all in bold.

    They have a probability of one in four at least. Those in bold stand between blocks of three in five. One
    in five is enough right before the text of their section (:func:`_opens_section`), right after a chosen
    block one in ten. Up to three dropped lines may stand between a heading and its text: credits, marks,
    prices. Of what comes before the first chosen block, only the heading right before it may be one, if it is
    not the title (:func:`_is_subheading`). Cost O(n_blocks).
    """
    page, blocks = scene.page, scene.blocks
    in_heading = page.inside(page.tagged(_HEADING)).take(blocks.row)
    is_next, found = np.zeros((2, len(chosen)), dtype=np.bool_)
    is_next[:-1] = chosen[1:]
    may_be = ~chosen & (probability >= _BETWEEN_KEPT) & (in_heading | is_next)
    start = int(chosen.argmax())
    is_first = may_be[start - 1 : start].any() and _is_subheading(scene, chosen, start - 1, is_article)
    may_be[: start - is_first] = False  # above all that is chosen
    for at in may_be.nonzero()[0][::-1].tolist():
        heading, is_likely = _nearest_element(page, int(blocks.row[at]), _HEADING), probability[at] >= _WHOLE
        if not (is_next[at] or _is_above(scene, found, at, heading)):
            found[at] = is_likely and _stands_apart(scene, chosen, in_heading, at, heading)
        elif page.is_hidden[blocks.row[at]] and not page.is_hidden[blocks.row[at + 1]]:
            continue
        elif heading < 0:
            around = min(probability[at - 1], probability[at + 1]) if chosen[at - 1] else 0.0
            found[at] = is_likely and around >= _MAY_BE_TEXT and _is_bold_line(scene, at)
        else:
            is_near = (at and chosen[at - 1]) or probability[at] >= _OF_SECTION
            found[at] = is_likely or (is_near and _opens_section(scene, probability, at, heading))
    return found


def _is_subheading(scene: BlockContext, chosen: Bool, at: int, is_article: bool) -> bool:
    """Return True for a heading above all that is chosen that is probably no headline.

    Less than half of its words stand in the title. On an article, where dates and bylines are headings too,
    it has two words at most (Abstract), or another heading of its level in the same parent is chosen.
    """
    page, words = scene.page, split_words(scene.text_of(at))
    heading = _nearest_element(page, int(scene.blocks.row[at]), _HEADING)
    if heading < 0 or page.is_hidden[heading] or 2 * len(words & scene.title_words) >= len(words):
        return False
    after = slice(heading + 1, page.end[page.parent[heading]])
    is_alike = (page.parent[after] == page.parent[heading]) & (page.tag[after] == page.tag[heading])
    first, end = _block_ranges(scene, heading + 1 + is_alike.nonzero()[0])
    is_named = not is_article or scene.blocks.n_words[at] <= _BARE_HEADING
    return is_named or bool((_sum_ranges(chosen, first, end) > 0).any())


def _is_above(scene: BlockContext, found: Bool, at: int, heading: int) -> bool:
    """Return True if a heading found of a lower level comes right after a block in a heading."""
    page = scene.page
    if heading < 0 or not found[at + 1 : at + 2].any():
        return False
    below = _nearest_element(page, int(scene.blocks.row[at + 1]), _HEADING)
    return below >= 0 and bool(HEADING_LEVEL[page.tag[heading]] < HEADING_LEVEL[page.tag[below]])


def _stands_apart(scene: BlockContext, chosen: Bool, in_heading: Bool, at: int, heading: int) -> bool:
    """Return True if up to three blocks that are dropped stand between a heading and a chosen text.

    The text is in the element around the heading, or around one that holds nothing else.
    """
    page, blocks = scene.page, scene.blocks
    nearest = at + 2 + chosen[at + 2 : at + 2 + _MAX_LINES_BETWEEN].nonzero()[0][:1]
    if not len(nearest) or heading < 0 or page.tag[heading] == _H1:
        return False
    after, outer = int(nearest[0]), int(page.parent[heading])
    while page.end[outer] <= blocks.row[at + 1] and (not at or outer > blocks.row[at - 1]):
        outer = int(page.parent[outer])
    is_around = page.end[outer] > blocks.row[after]
    is_seen = page.is_hidden[blocks.row[at]] <= page.is_hidden[blocks.row[after]]
    return bool(is_around and is_seen and not in_heading[at + 1 : after + 1].any())


def _opens_section(scene: BlockContext, probability: Float, at: int, heading: int) -> bool:
    """Return True if a heading stands right before a likely block in its own parent.

    An ``h1`` is none: it is the title more often. A part of it may lead to a place on the page only.
    """
    page, blocks = scene.page, scene.blocks
    is_around = page.end[page.parent[heading]] > blocks.row[at + 1]
    is_heading = page.tag[heading] != _H1 and blocks.n_words[at] > 0
    if not (is_heading and is_around and probability[at + 1] >= _SURE):
        return False
    return bool(blocks.n_link_chars[at] >= blocks.n_chars[at]) or all(_links_to_places(page, heading))


def complete_labels(scene: BlockContext, probability: Float, chosen: Bool) -> Bool:
    """Return the labels right before a chosen block that open its tab or fold.

    A label is all of a ``summary``, from a probability of three in ten on, or of an element whose
    ``aria-controls`` names an element around the chosen block, from one in five on; it is a tab or has
    ``aria-expanded``. The chosen block says something else. Cost O(n_blocks) where a page has such elements.
    """
    page, blocks = scene.page, scene.blocks
    found = np.zeros(len(chosen), dtype=np.bool_)
    rows = page.attribute("aria-controls").row
    if page.has_tag(_SUMMARY):
        rows = np.union1d(rows, page.tagged(_SUMMARY).nonzero()[0])
    if not len(rows):
        return found
    first, end = _block_ranges(scene, rows)
    is_block = (end == first + 1) & (end < len(chosen))
    rows, first = rows[is_block], first[is_block]
    is_left = ~chosen[first] & chosen[first + 1] & (probability[first] >= _OF_SECTION)
    for row, at in zip(rows[is_left].tolist(), first[is_left].tolist(), strict=True):
        if _SUMMARY[page.tag[row]]:
            is_control, panel = probability[at] >= _FOLD, int(page.parent[row])
        else:
            stated = page.attributes(row)
            is_control = "aria-expanded" in stated or stated.get("role") == "tab"
            panel = page.cached(rows_by_name).get(stated["aria-controls"].lstrip("#"), -1)
        is_inside = 0 <= panel < blocks.row[at + 1] < page.end[panel]
        is_more = blocks.n_words[at] > 0 and scene.text_of(at) != scene.text_of(at + 1)
        found[at] = is_control and is_inside and is_more
    return found


def complete_gaps(scene: BlockContext, probability: Float, chosen: Bool) -> Bool:
    """Return blocks of up to six words right between two chosen ones: a label, a value, a name.

    They have no link, and a probability of .46 at least. Longer ones are worth the doubt of the choice.
    """
    n_words, n_linked = scene.blocks.n_words, scene.blocks.n_link_chars
    between = 1 + (chosen[:-2] & ~chosen[1:-1] & chosen[2:]).nonzero()[0]
    found = np.zeros(len(chosen), dtype=np.bool_)
    for at in between[probability[between] >= _DOUBTFUL].tolist():
        found[at] = 0 < n_words[at] <= _GAP_WORDS and not n_linked[at]
    return found


def complete_notes(scene: BlockContext, chosen: Bool) -> Bool:
    """Return the blocks of the notes that references in chosen blocks lead to, and that lead back.

    Cost O(n_rows) where a short link leads within the page.
    """
    page, of_row = scene.page, scene.blocks.of_row
    short = (page.is_link & (page.n_chars > 0) & (page.n_chars <= _MAX_MARK)).nonzero()[0]
    marks = short[chosen[of_row[short]]].tolist()
    if not any(_may_refer(page, row) for row in marks):  # as on most pages
        return np.zeros(len(chosen), dtype=np.bool_)
    links = page.cached(links_within_page)
    rows = [
        row
        for row in links
        if REFERENCE.fullmatch(page.row_text(row).strip())
        and (at := of_row[row : page.end[row]].max()) >= 0
        and chosen[at]
    ]
    row_of = page.cached(rows_by_name)
    target_of = {row: row_of.get(links[row], -1) for row in rows}
    note_of = {target: find_note(page, target) for target in set(target_of.values())}
    notes = [
        note_of[target]
        for row, target in target_of.items()
        if note_of[target] > row and leads_back(page, links, target, note_of[target], row)
    ]
    return mark_ranges(len(chosen), zip(*_block_ranges(scene, np.array(notes, dtype=np.int64)), strict=True))


def _may_refer(page: Page, row: int) -> bool:
    """Return True for the text of a link that may be the mark of a note."""
    is_mark = REFERENCE.fullmatch(page.row_text(row).strip()) is not None
    return is_mark and "#" in (page.value(link_around(page, row), "href") or "")


def _is_bold_line(scene: BlockContext, at: int) -> bool:
    """Return True for a block that is all in bold and has no link."""
    page, blocks = scene.page, scene.blocks
    if blocks.n_link_chars[at]:
        return False
    rows = np.arange(blocks.row[at], blocks.last[at] + 1)
    return all(_nearest_element(page, row, _BOLD) >= 0 for row in rows[page.n_chars[rows] > 0].tolist())


def _links_to_places(page: Page, row: int) -> Iterator[bool]:
    """Tell for each link in an element whether it leads to a place on the page."""
    links = row + np.flatnonzero(page.is_anchor[row : page.end[row]])
    return ((page.value(link, "href") or "").startswith("#") for link in links.tolist())


def _nearest_element(page: Page, row: int, mask: Bool) -> int:
    """Return the nearest element with a tag in ``mask``, at most four steps above a row; −1 for none."""
    for _ in range(_HEADING_STEPS):
        row = int(page.parent[row])
        if row < 0 or mask[page.tag[row]]:
            return row
    return -1


def _block_ranges(scene: BlockContext, rows: NDArray[np.integer]) -> tuple[Int, Int]:
    """Return where the blocks in each element begin and end."""
    block_rows = scene.blocks.row
    return np.searchsorted(block_rows, rows), np.searchsorted(block_rows, scene.page.end[rows])


def _sum_ranges(column: Bool | Int, first: Int, end: Int) -> Int:
    """Return the sums of a column of blocks over ranges of them."""
    total = running_sum(column)
    of_ranges: Int = total[end] - total[first]
    return of_ranges


@cache
def _structure_table() -> NDArray[np.uint8]:
    """Return by tag number the bits of the structures it belongs to."""
    kinds: NDArray[np.uint8] = classify.LIST * tag_mask(("table", "ul", "ol", "dl")).astype(np.uint8)
    kinds[tag_id("table")] |= classify.TABLE
    kinds[tag_id("tr")] |= classify.LINE
    return kinds
