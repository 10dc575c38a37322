"""What the tools do for one page, from plain values to plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.api import extract, select
from maintext.app.mcp.failure import told
from maintext.app.mcp.paging import list_piece, text_piece
from maintext.classify.model.kind import kind_of_page
from maintext.errors import MaintextError, OptionError
from maintext.html import decode, parse
from maintext.options import Options
from maintext.sites.listing import follow_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.app.mcp.source import Source, Sources
    from maintext.html import Page
    from maintext.sites.listing import Followed

__all__ = ["FORMS", "LONG_FIELDS", "extracted", "fetched", "listed"]

FORMS = ("markdown", "text", "html")
"""Forms of the main text."""

LONG_FIELDS = ("links", "images", "media", "tables", "comments", "provenance")
"""Fields of a record that are given only where they are asked for."""

_MOST_LIST_PAGES = 10


def extracted(
    sources: Sources, source: Source, *, form: str, include: Sequence[str], start: int, max_chars: int
) -> dict[str, Any]:
    """Return the main text of a page, a piece of it, and with the first piece the fields of the page.

    Parameters
    ----------
    sources
        Knows the limits.
    source
        The page.
    form
        One of :data:`FORMS`.
    include
        Which of :data:`LONG_FIELDS` to give.
    start, max_chars
        The piece.

    Raises
    ------
    OptionError
        An argument is not allowed.
    InputError
        The page cannot be read.
    """
    _one_of("form", form, FORMS)
    for name in include:
        _one_of("include", name, LONG_FIELDS)
    document = extract(**source.for_extract(), options=_limits(sources))
    piece = text_piece(getattr(document, form), start, _at_most(max_chars, sources))
    if start:
        return {"url": document.url, "title": document.title, "form": form, **piece}
    fields = document.to_dict(forms=())
    left_out = {*LONG_FIELDS} - {*include} | {"encoding_source", "title_origin", "fingerprint"}
    return {
        **{name: value for name, value in fields.items() if name not in left_out and value not in (None, [])},
        "form": form,
        **piece,
    }


def fetched(sources: Sources, url: str, *, form: str, start: int, max_chars: int) -> dict[str, Any]:
    """Return the whole of a page, a piece of it: all visible text, or the source.

    Parameters
    ----------
    sources
        Fetches.
    url
        Address of the page; what is no web page can be had as source only, where it is text.
    form
        ``markdown`` or ``text`` for what a reader sees, ``source`` for the markup.
    start, max_chars
        The piece.

    Raises
    ------
    OptionError
        An argument is not allowed.
    InputError
        The page cannot be read.
    FetchError
        It cannot be fetched, or may not be.
    """
    _one_of("form", form, ("markdown", "text", "source"))
    source = sources.fetched(url)
    if form == "source":
        text = decode(source.data, http_charset=source.charset, url=source.url).text
    else:
        text = getattr(extract(**source.for_extract(), options=_limits(sources), method="all_text"), form)
    return {
        "url": source.url, "status": source.status, "content_type": source.content_type, "form": form,
        **text_piece(text, start, _at_most(max_chars, sources)),
    }  # fmt: skip


def listed(sources: Sources, source: Source, *, max_pages: int, start: int, max_items: int) -> dict[str, Any]:
    """Return the entries of an index page, a piece of the list, and where the next page is.

    Parameters
    ----------
    sources
        Fetches further pages.
    source
        The page.
    max_pages
        Pages of the list that are read together, at most 10; one for a page that was not fetched.
    start, max_items
        The piece.

    Raises
    ------
    OptionError
        ``start`` is beyond the list, or ``max_pages`` not allowed.
    InputError
        The page cannot be read.

    Notes
    -----
    A further page that cannot be read ends the list; ``stopped`` says why.
    """
    if not 1 <= max_pages <= _MOST_LIST_PAGES:
        raise OptionError(f"max_pages must be from 1 to {_MOST_LIST_PAGES}, not {max_pages}")
    pages, stopped = _followed(sources, source, max_pages if source.fetched else 1)
    items = [item.to_dict() for page in pages for item in page.found.items]
    found, last = pages[0].found, pages[-1]
    return {
        "url": source.url,
        "is_list": found.is_list,
        "doubt": found.doubt or None,
        "reason": found.reason,
        "n_pages": len(pages),
        "next_url": last.pagination.next_url or None,
        "stopped": stopped,
        **list_piece("items", items, start, max_items),
    }


def _followed(sources: Sources, source: Source, max_pages: int) -> tuple[list[Followed], str | None]:
    """The pages of a list, at least the first, and why it ends before its end, if it does."""
    first = _parsed(sources, source)
    following = follow_list(
        first,
        lambda url: _parsed(sources, sources.fetched(url)),
        max_pages=max_pages,
        kind=kind_of_page(first, select(first).keep),
        reference=source.fetched,
    )
    pages: list[Followed] = []
    try:
        pages.extend(following)
    except MaintextError as error:  # what is read so far is worth having
        return pages, told(error)
    return pages, None


def _parsed(sources: Sources, source: Source) -> Page:
    return parse(source.html, source.url, http_charset=source.charset, options=_limits(sources))


def _limits(sources: Sources) -> Options:
    return Options(max_bytes=sources.options.max_bytes)


def _at_most(max_chars: int, sources: Sources) -> int:
    """The number of characters that an agent asks for, within the limit of the server; 0 is that limit."""
    if max_chars < 0:
        raise OptionError(f"max_chars must be at least 0, not {max_chars}")
    return min(max_chars or sources.options.max_chars, sources.options.max_chars)


def _one_of(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise OptionError(f"{name} must be one of {', '.join(known)}, not {value!r}")
