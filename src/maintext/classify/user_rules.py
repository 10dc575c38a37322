"""Apply the rules of the user to any method: elements to read, keep or drop, comments, captions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from itertools import chain

import numpy as np

from maintext.classify.model.kind import kind_from_facts, kind_of_page
from maintext.html import Page
from maintext.html.arrays import Bool, mark_ranges, mark_rows
from maintext.html.blocks import named_rows
from maintext.html.columns import make_read_only, tokenise
from maintext.html.parser import MARKS
from maintext.metadata.body_parts import caption_elements
from maintext.metadata.declared.structured_data import read_json_ld, read_microdata, type_names
from maintext.metadata.post_words import is_around_comments
from maintext.metadata.posts import Post, find_posts, is_thread
from maintext.options import Options
from maintext.selection import Selection

__all__ = ["select_by_rules"]

_CAPTIONS = ("figcaption", "caption")
_PROBABLY = 0.5
_THREADS = frozenset({"discussionforumposting", "qapage"})


def select_by_rules(
    page: Page, run: Callable[[Page], Selection], options: Options, fetched: dt.datetime | None = None
) -> Selection:
    """Run a method where ``only`` and ``drop`` let it, then keep and drop what the other options say.

    ``page`` comes from :func:`maintext.parse` with the same options, which marks the elements of the
    selectors. The method reads the page as if the other elements were not there. Rules apply in the order
    comments, captions, ``keep``, ``drop``: the later wins.
    """
    named = {name: named_rows(page, name) for name in MARKS if getattr(options, name)}
    is_open = named.get("only", np.ones(len(page), dtype=np.bool_)) & ~named.get("drop", np.False_)
    selection = run(page) if is_open.all() else _select_in(page, is_open, run)
    selection = _place_comments(page, selection, options.comments, fetched)
    if not options.captions:
        rows = selection.keep & _in_captions(page)
        selection = selection.with_rule(rows, "a caption, which the option leaves out", is_kept=False)
    if "keep" in named:
        rows = named["keep"] & page.is_text & ~page.is_hidden
        selection = selection.with_rule(rows, "in an element that the option keep names", is_kept=True)
    if "drop" in named:
        rows = named["drop"] & page.is_text
        selection = selection.with_rule(rows, "in an element that the option drop names", is_kept=False)
    return selection


def _select_in(page: Page, is_open: Bool, run: Callable[[Page], Selection]) -> Selection:
    """Run a method on the page without the rows that are not open; return its selection of the whole page."""
    is_open = is_open | page.inside(page.is_tag(("head",)))
    is_cut = page.subtree_sum(is_open) == 0
    # Inside of an open element, an empty one is left, so that the texts around it do not become one.
    is_shell = is_cut & ~page.is_text & is_open[page.parent] & (page.parent >= 0)
    part = _cut_page(page, is_cut, is_shell)
    rows = np.flatnonzero(~is_cut | is_shell)
    found = run(part)
    reasons = (*found.reasons, "outside of the elements that the options only and drop leave")
    keep = np.zeros(len(page), dtype=np.bool_)
    score = np.full(len(page), np.nan, dtype=np.float32)
    reason = np.where(page.is_text, len(found.reasons), -1).astype(np.int16)
    keep[rows], score[rows], reason[rows] = found.keep, found.score, found.reason
    facts = {
        name: int(rows[int(fact)]) if name.rpartition(".")[2] == "row" and fact >= 0 else fact
        for name, fact in found.facts.items()
    }
    return replace(
        found, keep=make_read_only(keep), score=make_read_only(score), reason=make_read_only(reason),
        reasons=reasons, facts=facts,
    )  # fmt: skip


def _cut_page(page: Page, is_cut: Bool, is_shell: Bool) -> Page:
    """Return the page without some rows; of shells the element stays, empty."""
    is_outermost = is_cut & ~(is_cut[page.parent] & (page.parent >= 0))
    starts = np.where(is_shell, page.inner_start, page.byte_start)[is_outermost].tolist()
    ends = np.where(is_shell, page.inner_end, page.byte_end)[is_outermost].tolist()
    kept = zip([0, *ends], [*starts, len(page.data)], strict=True)
    data = b"".join(page.data[start:end] for start, end in kept)
    return Page(
        tokenise(data, max_nodes=len(page)), url=page.url, is_saved=page.is_saved,
        encoding=page.encoding, encoding_source=page.encoding_source, scripts=page.json_scripts,
    )  # fmt: skip


def _in_captions(page: Page) -> Bool:
    """Return a mask of the rows in captions of tables and figures, and of those in the field of images."""
    is_caption = page.is_tag(_CAPTIONS)
    elements = caption_elements(page, page.is_tag(("img",)).nonzero()[0])
    is_caption[elements[elements >= 0]] = True
    return page.inside(is_caption)


def _place_comments(
    page: Page, selection: Selection, comments: str, fetched: dt.datetime | None
) -> Selection:
    """Add the visible comments to the selection, or take them out; posts of a forum thread stay."""
    if comments == "apart":
        return selection
    posts = find_posts(page, fetched, selection.keep)
    if comments == "include":
        rows = mark_rows(len(page), [row for post in posts for row in post.text_rows]) & ~selection.keep
        return selection.with_rule(rows, "a comment, which the option includes", is_kept=True)
    around = _rows_around_comments(page)
    left = [] if _is_forum(page, selection, posts, around) else [*(post.row for post in posts), *around]
    rows = mark_ranges(len(page), ((row, int(page.end[row])) for row in left))
    return selection.with_rule(rows & selection.keep, "a comment, which the option leaves out", is_kept=False)


def _is_forum(page: Page, selection: Selection, posts: list[Post], around_comments: list[int]) -> bool:
    """Return True if a page is probably a thread of a forum, reads like one, or declares that it is one."""
    if is_thread(page, selection.keep, posts) and not any(
        row <= posts[0].row < page.end[row] for row in around_comments
    ):
        return True
    kind = kind_from_facts(selection.facts) or kind_of_page(page, selection.keep)
    if kind is not None and kind.probabilities["forum"] >= _PROBABLY:
        return True
    nodes = chain(read_json_ld(page), read_microdata(page))
    return any(not type_names(node).isdisjoint(_THREADS) for node in nodes)


def _rows_around_comments(page: Page) -> list[int]:
    """Return the elements named after the comments that they hold, signed or not; none around an ``h1``."""
    named = (page.values(name).items() for name in ("id", "class"))
    found = [row for row, name in chain.from_iterable(named) if is_around_comments(name.encode())]
    n_headings = page.subtree_sum(page.is_tag(("h1",))) if found else ()
    return [row for row in found if not n_headings[row]]
