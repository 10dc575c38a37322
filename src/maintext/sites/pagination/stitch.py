"""Join an article that is split over several pages, without repeated blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from maintext.document import Document
from maintext.errors import FetchError, InputError
from maintext.html import Page
from maintext.html.blocks import find_blocks
from maintext.html.columns import make_read_only
from maintext.html.urls import bare_host
from maintext.options import CheckedOptions, changed, option
from maintext.records.anchors import is_paging_label
from maintext.sites.pagination.links import find_pagination
from maintext.sites.pagination.series import (
    fold_letters,
    is_one_article,
    is_same_series,
    is_same_url,
    is_surely_page,
    is_surely_part,
)

__all__ = ["REPEATED", "StitchOptions", "Stitched", "next_part", "stitch"]

REPEATED, TO_PARTS = "stands on an earlier part too", "links to other parts"

_MIN_REPEATED = 60  # characters of a block that is dropped within a part; at its ends any length is
_MAX_LINKS = 60  # characters of a line of links to parts


@dataclass(frozen=True, slots=True, kw_only=True)
class StitchOptions(CheckedOptions):
    """Limits for following the parts of an article."""

    max_parts: int = option(30, "Parts of one article at most.", unit="pages", minimum=1)
    prefer_single_page: bool = option(
        True, "Take the page with the whole article where the first part links to one."
    )
    same_host: bool = option(True, "Follow links to the host of the first part only.")


@dataclass(frozen=True, eq=False)
class Stitched:
    """The parts of one article."""

    parts: tuple[Document, ...]  # in order, without text of earlier ones
    ended: str  # why no further part was taken
    n_repeated: int  # blocks dropped because an earlier part has them
    missing: str = ""  # "failed" if a further part could not be read, "limit" if it was left out

    @property
    def urls(self) -> tuple[str | None, ...]:
        """URLs of the parts."""
        return tuple(part.url for part in self.parts)

    @cached_property
    def text(self) -> str:
        """Main text of all parts, separated by empty lines."""
        return _join_texts(part.text for part in self.parts)

    @cached_property
    def markdown(self) -> str:
        """Markdown of all parts."""
        return _join_texts(part.markdown for part in self.parts)

    @cached_property
    def html(self) -> str:
        """HTML of all parts."""
        return "\n".join(part.html for part in self.parts if part.html)


def _join_texts(texts: Iterable[str]) -> str:
    return "\n\n".join(text for text in texts if text)


def next_part(page: Page) -> tuple[str, str]:
    """Return the URL of the next part of an article (or ``""``), and the reason.

    The next page is a part if the two URLs differ only by the number of the part. If the URL does not name
    it a page number (``p=2``, ``90_2.html``), :func:`stitch` also compares the titles.
    """
    found = page.cached(find_pagination)
    if not found.next_url:
        return "", found.reason
    if page.url and not is_same_series(page.url, found.next_url):
        return "", f"{found.next_url} is not a part of this article by its URL"
    return found.next_url, found.reason


def stitch(
    first: Document, fetch: Callable[[str], Document], options: StitchOptions | None = None, **changes: Any
) -> Stitched:
    """Follow the parts of an article, from the first one with its URL, and join them.

    ``fetch`` returns the document at a URL: ``lambda url: maintext.extract(body_of(url), url)``. It is called
    at most once per URL. A part that raises :class:`~maintext.errors.FetchError` or
    :class:`~maintext.errors.InputError` ends the series; see ``ended`` of the result. ``changes`` are limits
    by name, such as ``max_parts=5``; raises :class:`OptionError` for unknown or invalid ones.
    """
    chosen = changed(options or StitchOptions(), changes)
    documents, ended, missing = _follow_parts(first, fetch, chosen)
    if len(documents) == 1:
        return Stitched(tuple(documents), ended, 0, missing)
    known, parts, n_repeated = set[str](), list[Document](), 0
    for document in documents:
        part, letters, n = _own_part(document, known)
        known |= letters
        parts.append(part)
        n_repeated += n
    return Stitched(tuple(parts), ended, n_repeated, missing)


def _follow_parts(  # noqa: PLR0911 - each return is a reason to end
    first: Document, fetch: Callable[[str], Document], options: StitchOptions
) -> tuple[list[Document], str, str]:
    if whole := _fetch_whole(first, fetch, options):
        return [whole], "taken from the page with the whole article", ""
    documents, seen = [first], [first.url or ""]
    while True:
        url, reason = next_part(documents[-1].page)
        if not url:
            return documents, reason, ""
        if any(is_same_url(url, other) for other in seen):
            return documents, f"{url} was seen before", ""
        if not _may_follow(first, url, options):
            return documents, f"{url} is on another host", ""
        if len(documents) == options.max_parts:
            said = f"the limit of {options.max_parts} parts is reached"
            return documents, said, "limit" * is_surely_part(first.url or "", url)
        document = _try_fetch(fetch, url)
        if isinstance(document, str):
            return documents, document, "failed" * is_surely_part(first.url or "", url)
        if document.text in {other.text for other in documents}:
            return documents, f"{url} has the text of an earlier part", ""
        if _is_other(first, url, document):
            return documents, f"{url} is another article by its title: {document.title}", ""
        documents.append(document)
        seen += [url, document.url or url]


def _fetch_whole(
    first: Document, fetch: Callable[[str], Document], options: StitchOptions
) -> Document | None:
    """Return the page with the whole article if the first part links to one, and None otherwise."""
    url = first.page.cached(find_pagination).single_page_url if options.prefer_single_page else ""
    whole = _try_fetch(fetch, url) if url and _may_follow(first, url, options) else ""
    return whole if isinstance(whole, Document) and len(whole.text) > len(first.text) else None


def _is_other(first: Document, url: str, document: Document) -> bool:
    """Return True if a page that may be a part has another title."""
    if is_surely_page(url) or not first.title or not document.title:
        return False
    return not is_one_article(first.title, document.title)


def _try_fetch(fetch: Callable[[str], Document], url: str) -> Document | str:
    """Return the document at a URL, or the reason why there is none."""
    try:
        return fetch(url)
    except (FetchError, InputError) as error:
        return f"{url} could not be {'fetched' if isinstance(error, FetchError) else 'read'}: {error}"


def _may_follow(first: Document, url: str, options: StitchOptions) -> bool:
    is_anywhere = not options.same_host or not first.url
    return is_anywhere or bare_host(url) in {"", bare_host(first.url or "")}


def _own_part(document: Document, known: set[str]) -> tuple[Document, set[str], int]:
    """Return a part without known blocks, its block keys and the number dropped."""
    page, selection = document.page, document.selection
    if document.embedded is not None:  # its text comes from a script
        return document, set(), 0
    blocks = find_blocks(page, selection.keep)
    rows = [np.flatnonzero(blocks.of_row == i).tolist() for i in range(len(blocks))]
    texts = ["".join(map(page.row_text, some)) for some in rows]
    letters = [fold_letters(text) for text in texts]
    repeated = np.array([bool(one) and one in known for one in letters], dtype=np.bool_)
    # At either end any length is dropped: a headline above, an editor's name below.
    before, after = np.logical_and.accumulate(repeated), np.logical_and.accumulate(repeated[::-1])[::-1]
    dropped = repeated & ((blocks.n_chars + blocks.n_cjk >= _MIN_REPEATED) | before | after)
    links = np.array([_has_only_part_links(text) for text in texts], dtype=np.bool_) & ~dropped
    keep, reason = selection.keep.copy(), selection.reason.copy()
    for number, chosen in enumerate((dropped, links), start=len(selection.reasons)):
        cut = keep & np.isin(page.block, page.block[blocks.row[chosen]]) & page.is_text
        keep[cut], reason[cut] = False, number
    if not (dropped | links).any():
        return document, set(letters), 0
    reasons = (*selection.reasons, REPEATED, TO_PARTS)
    keep, reason = make_read_only(keep), make_read_only(reason)
    own = replace(selection, keep=keep, reason=reason, reasons=reasons)
    part = Document(page, own, document.options, fetched=document.fetched)
    return part, set(letters), int(dropped.sum())


def _has_only_part_links(text: str) -> bool:
    """Return True if a block holds only part numbers and labels for the next one."""
    words = text.split()
    is_short = len(words) > 0 and len(text) <= _MAX_LINKS
    return is_short and all(map(is_paging_label, words)) and not text.strip().isdecimal()
