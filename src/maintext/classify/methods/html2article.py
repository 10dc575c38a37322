"""html2article: the run of long lines in the source of a page.

Source
    翟士丹 (StanZhai). 我为开源做贡献，网页正文提取——Html2Article (Html2Article: main text extraction,
    my contribution to open source), 2014, with the core loop in C#.
Idea
    Strip the tags line by line and count characters per source line: the main text is where long
    lines follow one another. No tag has a meaning.
Symbols
    ======================  ==================================================================
    lines                   lines of the page's source without tags, white space trimmed
    _depth                  ``depth``: lines counted together
    _limitCount             ``limit_count``: characters in ``depth`` lines that begin a body
    _headEmptyLines         ``head_empty_lines``: blank lines that end the search for the beginning
    _endLimitCharCount      ``end_limit_char_count``: characters in ``depth`` lines that end it
    _appendMode             ``append_mode``: go on after the first body
    preTextLen              ``previous`` in :func:`taken_lines`
    ======================  ==================================================================
Steps
    1. Leave out script, style, comments and hidden parts. A page with few line breaks for its size
       is "compressed": a line break is put after every closing tag.
    2. Run the loop of the source over the lines (:func:`taken_lines`).
    3. A text row is kept when at least half of its characters stand in taken lines.
Cost
    O(n_lines · depth), a Python loop. The source claims about 30 ms a page and 90 % correct.
Fails on
    The last ``depth`` lines of the page, which the loop never takes, whatever they hold: of a page that ends
    with its body the end is lost, and a page of up to ``depth`` lines has no body (see ``pad_end``).
    Bodies of short lines (lists, forums, poems); pages whose paragraphs are far apart; text in one
    long line with the menu.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from maintext.classify.method import Method
from maintext.html import Page
from maintext.html.arrays import mark_rows
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = ["METHOD", "Html2ArticleOptions", "source_lines", "taken_lines"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Html2ArticleOptions(CheckedOptions):
    """Constants of the source."""

    depth: int = option(5, "Lines counted together.", unit="lines", source="Html2Article", minimum=1)
    limit_count: int = option(
        180, "More characters than this in depth lines begin the body.",
        unit="characters", source="Html2Article",
    )  # fmt: skip
    head_empty_lines: int = option(
        2, "Blank lines in a row above the body's first line.", unit="lines", source="Html2Article", minimum=1
    )
    end_limit_char_count: int = option(
        20, "No more characters than this in depth lines end the body.",
        unit="characters", source="Html2Article",
    )  # fmt: skip
    append_mode: bool = option(False, "Look for further bodies after the first.", source="Html2Article")
    pad_end: bool = option(
        False, "Put depth blank lines after the last one, so that every line can be taken.",
        source="ours; the source never takes the last depth lines",
    )  # fmt: skip
    least_line_breaks: int = option(
        10, "A page with fewer line breaks is compressed.",
        unit="line breaks", source="ours; the source: few for the size of the page",
    )  # fmt: skip
    most_line_bytes: int = option(
        2000, "A page with more bytes of HTML to a line break is compressed.",
        unit="bytes", source="ours; the source: few for the size of the page", minimum=1,
    )  # fmt: skip


_DEFAULT = Html2ArticleOptions()


def taken_lines(lengths: list[int], options: Html2ArticleOptions) -> list[int]:
    """Run the loop of the source over the lengths of lines; return the indices of the taken lines."""
    taken: list[int] = []
    started = False
    previous = 0
    if options.pad_end:
        lengths = [*lengths, *[0] * options.depth]
    for i in range(len(lengths) - options.depth):
        length = sum(lengths[i : i + options.depth])
        if not started:
            if previous > options.limit_count and length > 0:
                started = True
                taken.extend(range(_first_line(lengths, i, options.head_empty_lines), i + 1))
        else:
            if length <= options.end_limit_char_count and previous < options.end_limit_char_count:
                if not options.append_mode:
                    break
                started = False
            # As in the source: in append mode the line that ends a body is taken too.
            taken.append(i)
        previous = length
    return taken


def _first_line(lengths: list[int], at: int, head_empty_lines: int) -> int:
    """Return the line below the nearest run of blank lines above ``at``, else ``at``."""
    n_empty = 0
    for j in range(at - 1, 0, -1):
        n_empty = n_empty + 1 if lengths[j] == 0 else 0
        if n_empty == head_empty_lines:
            return j + head_empty_lines
    return at


def source_lines(
    page: Page, options: Html2ArticleOptions = _DEFAULT
) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the lines of the visible source without tags, and the range of lines of each visible text."""
    rows = np.flatnonzero(page.is_text & ~page.is_hidden)
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    for row, n_breaks in zip(rows.tolist(), _added_breaks(page, rows, options), strict=True):
        text = page.row_text(row)
        at += n_breaks
        n_inside = text.count("\n")
        places.append((at, at + n_inside + 1))
        at += n_inside
        pieces += ["\n" * n_breaks, text]
    return [line.strip() for line in "".join(pieces).split("\n")], places


def _added_breaks(page: Page, rows: np.ndarray, options: Html2ArticleOptions) -> list[int]:
    """Count the line breaks put before each text: the tags that close there, on a compressed page."""
    n_breaks = page.text.count("\n")
    if n_breaks >= options.least_line_breaks and n_breaks * options.most_line_bytes >= len(page.data):
        return [0] * len(rows)
    closings = np.sort(page.byte_end[~page.is_text])
    n_closed = np.searchsorted(closings, page.byte_start[rows], side="right")
    added: list[int] = np.diff(n_closed, prepend=0).tolist()
    return added


def select(page: Page, options: Html2ArticleOptions) -> Selection:
    """Keep the texts in the taken lines."""
    lines, places = source_lines(page, options)
    lengths = [len(line) for line in lines]
    taken = mark_rows(len(lines), taken_lines(lengths, options))
    open_end = len(lines) if options.pad_end else max(0, len(lines) - options.depth)
    total = np.concatenate(([0], np.cumsum(lengths)))
    total_taken = np.concatenate(([0], np.cumsum(np.where(taken, lengths, 0))))
    rows = np.flatnonzero(page.is_text & ~page.is_hidden)
    keep, at_end = np.zeros(len(page), dtype=np.bool_), np.zeros(len(page), dtype=np.bool_)
    score = np.full(len(page), np.nan)
    for row, (first, last) in zip(rows.tolist(), places, strict=True):
        n_chars = total[last] - total[first]
        keep[row] = n_chars > 0 and (total_taken[last] - total_taken[first]) * 2 >= n_chars
        at_end[row] = first >= open_end
        score[row] = n_chars / (last - first)
    n_runs = int((np.diff(taken.astype(np.int8), prepend=0) > 0).sum())
    facts = {"n_lines": len(lines), "n_taken": int(taken.sum()), "n_runs": n_runs}
    return (
        Selector(page, "outside the run of long lines")
        .drop(at_end, "in the last lines of the page, which the method never takes")
        .keep(keep, "inside the run of long lines")
        .done("html2article", score=score, facts=facts)
    )


METHOD = Method(
    id="html2article",
    title="Html2Article: runs of long lines",
    title_zh="基于文本密度的正文提取算法 Html2Article",
    source="翟士丹 (StanZhai) 2014, Html2Article",
    idea="The main text is where long source lines follow one another.",
    function=select,
    defaults=Html2ArticleOptions(),
)
