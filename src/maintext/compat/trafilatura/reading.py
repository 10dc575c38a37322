"""From a page and an extractor's options to a document: what every call of the shim has in common."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import maintext
from maintext.compat.trafilatura.settings import Document, Extractor
from maintext.compat.tree import Tree, markup_of
from maintext.errors import InputError
from maintext.html.urls import split_url
from maintext.metadata.declared.meta import meta_pairs

if TYPE_CHECKING:
    from maintext.metadata.moment import Moment

__all__ = ["Reading", "fields_of", "read"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found on a page.

    Attributes
    ----------
    main
        Main content.
    found
        Fields; empty where the options do not ask for metadata. Its texts and trees are not filled yet.
    comments
        Texts of the comments that are not in the main text; empty where the options leave them out.
    options
        What it was read with.
    """

    main: maintext.Document
    found: Document
    comments: list[str]
    options: Extractor


def read(filecontent: Any, options: Extractor, prune_xpath: str | list[str] | None = None) -> Reading | None:
    """Return what is on a page; ``None`` where trafilatura gives it: no content, or content not wanted."""
    try:
        html = markup_of(filecontent)
        if prune_xpath:
            tree = Tree(html)
            tree.remove([prune_xpath] if isinstance(prune_xpath, str) else prune_xpath)
            html = tree.html()
        main = _extracted(html, options)
    except (InputError, TypeError):
        return None
    found = fields_of(main, options) if options.with_metadata else Document()
    others = [one for one in main.comments if not _is_kept(main, one.row)]
    comments = [one.text for one in others] if options.comments else []
    reading = Reading(main, found, comments, options)
    return reading if _is_wanted(reading) else None


def _extracted(html: bytes | str, options: Extractor) -> maintext.Document:
    document = maintext.extract(
        html,
        options.url,
        method_options={"focus": options.focus},
        links=options.links,
        images=options.images,
        max_bytes=options.config.getint("DEFAULT", "MAX_FILE_SIZE", fallback=20_000_000),
    )
    rows = [] if options.tables else [table.row for table in document.tables]
    if not options.comments and not (document.kind and document.kind.name == "forum"):
        rows += [one.row for one in document.comments if one.row >= 0]
    return _without(document, rows) if rows and document.embedded is None else document


def _without(document: maintext.Document, rows: list[int]) -> maintext.Document:
    """The document without the text of some elements."""
    page, selection = document.page, document.selection
    keep, reason = selection.keep.copy(), selection.reason.copy()
    for row in rows:
        inside = slice(row, int(page.end[row]))
        reason[inside][keep[inside]] = len(selection.reasons)
        keep[inside] = False
    reasons = (*selection.reasons, "in a table or comment, which the caller leaves out")
    without = replace(selection, keep=keep, reason=reason, reasons=reasons)
    return maintext.Document(page, without, document.options)


def _is_kept(document: maintext.Document, row: int) -> bool:
    """Whether the text of a comment's element is main text."""
    return row >= 0 and bool(document.selection.keep[row : int(document.page.end[row])].any())


def _is_wanted(reading: Reading) -> bool:
    main, found, options = reading.main, reading.found, reading.options
    least = options.config.getint("DEFAULT", "MIN_OUTPUT_SIZE", fallback=1)
    least_comments = options.config.getint("DEFAULT", "MIN_OUTPUT_COMM_SIZE", fallback=1)
    if len(main.text) < least and sum(map(len, reading.comments)) < least_comments:
        return False
    if options.only_with_metadata and not (found.date and found.title and found.url):
        return False
    if found.url is not None and found.url in options.url_blacklist:
        return False
    language = (main.language or "").partition("-")[0]
    if options.lang and language:
        reading.found.language = language
    return not (options.lang and language and language != options.lang)


def fields_of(document: maintext.Document, options: Extractor) -> Document:
    """Return the fields of a page by trafilatura's names."""
    url = document.canonical_url or options.url
    refused = {name.lower() for name in options.author_blacklist}
    authors = [one.name for one in document.authors if one.is_writer]
    lead = document.fields.lead_images()
    hostname = ((split_url(url).hostname or "").removeprefix("www.") or None) if url else None
    return Document(
        title=document.title,
        author="; ".join(name for name in authors if name.lower() not in refused) or None,
        url=url,
        hostname=hostname,
        description=document.description,
        sitename=document.site_name or hostname,
        date=_date(document, options.date_params),
        categories=list(document.categories),
        tags=list(document.tags),
        license=document.licence,
        image=lead[0].url if lead else None,
        pagetype=dict(reversed(meta_pairs(document.page))).get("og:type"),
        filedate=_day(options.date_params.get("max_date")) or dt.datetime.now(tz=dt.UTC).date().isoformat(),
    )


def _date(document: maintext.Document, wanted: dict[str, Any]) -> str | None:
    """The day of publication as text; of the last change where the original date is not wanted."""
    first, second = document.published, document.modified
    moment: Moment | None = (first or second) if wanted.get("original_date", True) else (second or first)
    if moment is None:
        return None
    moment_day = moment.datetime().date().isoformat()
    earliest, latest = _day(wanted.get("min_date")), _day(wanted.get("max_date"))
    if (earliest and moment_day < earliest) or (latest and moment_day > latest):
        return None
    return moment.datetime().strftime(wanted.get("outputformat") or "%Y-%m-%d")


def _day(value: Any) -> str:
    """A bound of a date as ``YYYY-MM-DD``; ``""`` for none."""
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    return str(value)[:10] if value else ""
