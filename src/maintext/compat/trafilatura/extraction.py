"""extract, bare_extraction, extract_metadata, baseline and html2txt, with trafilatura's signatures."""

from __future__ import annotations

import html
import re
import warnings
from configparser import ConfigParser
from dataclasses import replace
from typing import Any

import maintext
from maintext.classify.embedded.data import to_markup, unpack_json
from maintext.compat.trafilatura.fields import fields_of
from maintext.compat.trafilatura.output import (
    TrafilaturaReading,
    body_element,
    comments_element,
    format_output,
    main_element,
    render_main_text,
)
from maintext.compat.trafilatura.settings import (
    CLEANED,
    MANUALLY_CLEANED,
    SEEN_TEXTS,
    TrafilaturaDocument,
    TrafilaturaExtractor,
    use_config,
    warn_about_options,
)
from maintext.compat.trafilatura.utils import page_markup
from maintext.compat.tree import Tree, as_element, comments_apart
from maintext.errors import InputError, OptionError
from maintext.html import Page
from maintext.html.surrogates import join_surrogates
from maintext.metadata.declared.structured_data import read_json_ld

__all__ = [
    "bare_extraction", "baseline", "extract", "extract_metadata", "extract_with_metadata", "html2txt",
    "read_content",
]  # fmt: skip


# Their parameter → the extractor's.
_NAMES = {
    "favor_precision": "precision", "favor_recall": "recall", "include_comments": "comments",
    "target_language": "lang", "include_tables": "tables", "include_images": "images",
    "include_formatting": "formatting", "include_links": "links", "deduplicate": "dedup",
    "date_extraction_params": "date_params",
}  # fmt: skip
_TEXT_NAMES = frozenset({"articleBody", "text", "recipeInstructions", "step", "itemListElement", "cooked"})
_MARKUP = re.compile(r"</[a-z]|<(?:p|br)\b", re.IGNORECASE)
_COOKIE_NOTICE = re.compile(
    r"\b(?:cookie|consent|gdpr)s?[_-](?:\w{1,40}[_-])?(?:banner|notice|bar|popup|modal|overlay|sdk|message)\b"
    r"|onetrust|cookiebot|usercentrics|didomi", re.IGNORECASE,
)  # fmt: skip
_DOMINANCE = 5  # times the text of another article
_SHORT = 100  # characters of a text that is looked for in another way


def extract(  # noqa: PLR0913, PLR0917 - the signature is theirs
    filecontent: Any, url: str | None = None, record_id: str | None = None, fast: bool = False,
    no_fallback: bool = False, favor_precision: bool = False, favor_recall: bool = False,
    include_comments: bool = True, output_format: str = "txt", tei_validation: bool = False,
    target_language: str | None = None, include_tables: bool = True, include_images: bool = False,
    include_formatting: bool | None = None, include_links: bool = False, deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None, with_metadata: bool = False,
    only_with_metadata: bool = False, max_tree_size: int | None = None, url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None, settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None, config: ConfigParser | None = None,
    options: TrafilaturaExtractor | None = None,
) -> str | None:  # fmt: skip
    """Return the main content of a page in some output format; ``None`` if there is none.

    ``docs/compat.md`` describes every parameter.

    Raises ValueError: the format is ``python``, or ``max_tree_size`` is given, as in the original;
    AttributeError: the format is unknown; FileNotFoundError: there is no such settings file.
    """
    reading = _read_call(locals())
    return _format_reading(reading, record_id) if reading else None


def extract_with_metadata(  # noqa: PLR0913, PLR0917 - the signature is theirs
    filecontent: Any, url: str | None = None, record_id: str | None = None, fast: bool = False,
    favor_precision: bool = False, favor_recall: bool = False, include_comments: bool = True,
    output_format: str = "txt", tei_validation: bool = False, target_language: str | None = None,
    include_tables: bool = True, include_images: bool = False, include_formatting: bool | None = None,
    include_links: bool = False, deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None, url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None, settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None, config: ConfigParser | None = None,
    options: TrafilaturaExtractor | None = None,
) -> TrafilaturaDocument | None:  # fmt: skip
    """Return a document with metadata, and the result of :func:`extract` as ``text``; may be ``None``."""
    reading = _read_call(locals() | {"with_metadata": True})
    if reading is None:
        return None
    reading.found.text = _format_reading(reading, record_id)
    return _with_trees(reading)


def bare_extraction(  # noqa: PLR0913, PLR0917 - the signature is theirs
    filecontent: Any, url: str | None = None, fast: bool = False, no_fallback: bool = False,
    favor_precision: bool = False, favor_recall: bool = False, include_comments: bool = True,
    output_format: str = "python", target_language: str | None = None, include_tables: bool = True,
    include_images: bool = False, include_formatting: bool | None = None, include_links: bool = False,
    deduplicate: Any = False, date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False, only_with_metadata: bool = False, max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None, author_blacklist: set[str] | None = None, as_dict: bool = False,
    prune_xpath: str | list[str] | None = None, config: ConfigParser | None = None,
    options: TrafilaturaExtractor | None = None,
) -> TrafilaturaDocument | dict[str, Any] | None:  # fmt: skip
    """Return the main content of a page as a document; ``None`` if there is none.

    ``as_dict=True`` is deprecated, as in the original: use ``.as_dict()``.
    """
    if as_dict:
        warnings.warn('"as_dict" will be removed, use .as_dict()', DeprecationWarning, stacklevel=2)
    reading = _read_call(locals())
    if reading is None:
        return None
    found = _with_trees(reading)
    found.text = found.raw_text = render_main_text(reading)
    if reading.options.comments:
        found.comments = "\n".join(reading.comments)
    return found.as_dict() if as_dict else found


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,  # noqa: ARG001 - there is one search for dates
    author_blacklist: set[str] | None = None,
) -> TrafilaturaDocument:
    """Return the metadata of a page; an empty document if it is not a web page.

    Raises TypeError: the page is neither text, bytes, a response nor a tree.
    """
    options = TrafilaturaExtractor(
        url=default_url, date_params=date_config, author_blacklist=author_blacklist
    )
    try:
        return fields_of(maintext.extract(page_markup(filecontent), default_url), options)
    except InputError:
        return TrafilaturaDocument()


def baseline(filecontent: Any) -> tuple[Any, str, int]:
    """Return the paragraphs of a page as a tree, their text, and its number of characters."""
    try:
        html = page_markup(filecontent)
        document = maintext.extract(html, method="paragraphs")
        texts, descriptions = _texts_in_json_ld(document.page)
        readings = ((texts,), "all_text"), ((html,), "learned"), ((html, descriptions), "all_text")
        for pages, method in readings:
            if len(document.text) <= _SHORT:
                others = [maintext.extract(one, method=method) for one in pages if one]
                document = max([document, *others], key=lambda one: len(one.text))
    except InputError:
        return as_element(body_element("")), "", 0
    if unwanted := _find_teasers(document) + _find_cookie_notices(document.page):
        document = _set_rows(document, unwanted, kept=False)
    return as_element(body_element(document.html)), document.text, len(document.text)


def _find_teasers(document: maintext.Document) -> list[int]:
    """Return the articles that are short compared with another one."""
    page = document.page
    n_kept = page.n_chars * (document.selection.keep & page.is_text)
    is_article = page.is_tag(("article",))
    rows = (is_article & ~page.inside(is_article)[page.parent]).nonzero()[0].tolist()
    lengths = [int(n_kept[row : int(page.end[row])].sum()) for row in rows]
    longest = max(lengths, default=0)
    return [row for row, n in zip(rows, lengths, strict=True) if n * _DOMINANCE < longest]


def _find_cookie_notices(page: Page) -> list[int]:
    names = [*page.values("id").items(), *page.values("class").items()]
    return [row for row, name in names if _COOKIE_NOTICE.search(name)]


def _texts_in_json_ld(page: Page) -> tuple[str, str]:
    """Return as HTML the texts of articles, recipes, steps and answers in JSON-LD, and its descriptions."""
    found: dict[str, dict[str, None]] = {"text": {}, "description": {}}
    waiting: list[tuple[str, Any]] = [("", node) for node in reversed(read_json_ld(page))]
    preloaded = (unpack_json(value) for value in page.values("data-preloaded").values())  # by Discourse
    waiting += (
        ("", unpack_json(one)) for data in preloaded if isinstance(data, dict) for one in data.values()
    )
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, str) and (name == "description" or name in _TEXT_NAMES):
            is_markup = _MARKUP.search(html.unescape(value))
            markup = to_markup(value) if is_markup else f"<p>{html.escape(value)}</p>"
            found["description" if name == "description" else "text"][markup] = None
        elif isinstance(value, dict):
            waiting += reversed([(key, one) for key, one in value.items() if key != "comment"])
        elif isinstance(value, list):
            waiting += ((name, one) for one in reversed(value))
    return "".join(found["text"]), "".join(found["description"])


def html2txt(content: Any, clean: bool = True) -> str:
    """Return all visible text of a page on one line.

    ``clean`` leaves out ``aside``, ``footer`` and notices about cookies.
    """
    try:
        dropped = "aside, footer" if clean else ""
        document = maintext.extract(page_markup(content), method="all_text", drop=dropped)
    except InputError:
        return ""
    if clean:
        document = _set_rows(document, _find_cookie_notices(document.page), kept=False)
    return " ".join(document.text.split())


def _read_call(given: dict[str, Any]) -> TrafilaturaReading | None:
    """Read the page of a call; ``given`` holds the arguments by name."""
    if given.get("max_tree_size"):
        raise ValueError('"max_tree_size" will be removed, use settings.cfg instead')
    if given.get("no_fallback"):
        warnings.warn('"no_fallback" is deprecated, use "fast"', DeprecationWarning, stacklevel=3)
    return read_content(given["filecontent"], _call_options(given), given["prune_xpath"])


def _call_options(given: dict[str, Any]) -> TrafilaturaExtractor:
    options = given["options"]
    if options is not None:  # ours, or trafilatura's own, which has the same attributes
        if not all(hasattr(options, name) for name in vars(TrafilaturaExtractor())):
            raise OptionError("options must be an Extractor: see maintext.compat.trafilatura.settings")
        warn_about_options(options)
        return options  # type: ignore[no-any-return]
    settings = given.get("settingsfile")
    values = {_NAMES.get(name, name): value for name, value in given.items()}
    values["config"] = use_config(settings) if settings else given["config"]
    known = TrafilaturaExtractor.__init__.__kwdefaults__ or ()
    return TrafilaturaExtractor(**{name: values[name] for name in known if name in values})


def _format_reading(reading: TrafilaturaReading, record_id: str | None) -> str:
    if reading.options.format == "python":
        raise ValueError("'python' format only usable in bare_extraction() function")
    reading.found.id = record_id and join_surrogates(record_id)
    reading.found.raw_text = reading.main.text
    reading.found.fingerprint = f"{reading.main.fingerprint:016x}"
    return format_output(reading)


def _with_trees(reading: TrafilaturaReading) -> TrafilaturaDocument:
    reading.found.body = as_element(main_element(reading, formatting=reading.options.formatting))
    reading.found.commentsbody = as_element(comments_element(reading.comments))
    return reading.found


def read_content(
    filecontent: Any, options: TrafilaturaExtractor, prune_xpath: str | list[str] | None = None
) -> TrafilaturaReading | None:
    """Read the content of a page; ``None`` if there is none, or the options reject it."""
    try:
        html = page_markup(filecontent)
        if prune_xpath:
            tree = Tree(html)
            tree.remove([prune_xpath] if isinstance(prune_xpath, str) else prune_xpath)
            html = tree.html()
        main = _extract_document(html, options)
    except (InputError, TypeError):
        return None
    if options.dedup:
        main = _drop_repeated_texts(main, options)
    found = fields_of(main, options) if options.with_metadata else TrafilaturaDocument()
    reading = TrafilaturaReading(main, found, comments_apart(main) if options.comments else [], options)
    return reading if _is_wanted(reading) else None


def _extract_document(html: bytes | str, options: TrafilaturaExtractor) -> maintext.Document:
    comments = "apart" if options.comments else "exclude"
    added = ",".join({*MANUALLY_CLEANED} - {*CLEANED}).replace(":", r"\:")  # o:p of Word
    chosen = maintext.Options(
        focus=options.focus, comments=comments, max_bytes=options.max_file_size, drop=added
    )
    document = maintext.extract(html, options.url, options=chosen, links=options.links, images=options.images)
    rows = [table.row for table in document.tables] if document.embedded is None else []
    if options.tables:  # without a cell, those after it would be in the columns of others
        rows = [row for row in rows if _is_mostly_kept(document, row)]
    return _set_rows(document, rows, kept=options.tables) if rows else document


def _drop_repeated_texts(document: maintext.Document, options: TrafilaturaExtractor) -> maintext.Document:
    """Leave out paragraphs read too often before, on this page or others; all, if the whole text was."""
    seen = options.dedup if hasattr(options.dedup, "increment") else SEEN_TEXTS
    page, blocks = document.page, dict[int, list[int]]()
    for row in (document.selection.keep & page.is_text).nonzero()[0].tolist():
        blocks.setdefault(int(page.block[row]), []).append(row)
    texts = [(" ".join("".join(map(page.row_text, rows)).split()), rows) for rows in blocks.values()]
    texts.append((" ".join(text for text, _ in texts) + "\n", [0]))  # the line feed parts page and paragraph
    dropped = [
        row for text, rows in texts if len(text) > options.min_duplcheck_size
        and seen.increment(text) > options.max_repetitions for row in rows
    ]  # fmt: skip
    return _set_rows(document, dropped, kept=False) if dropped else document


def _is_mostly_kept(document: maintext.Document, table: int) -> bool:
    """Return True if main text is in at least half of a table's cells."""
    page, keep = document.page, document.selection.keep
    cells = table + page.is_tag(("td", "th"))[table : int(page.end[table])].nonzero()[0]
    n_kept = sum(bool(keep[cell : int(page.end[cell])].any()) for cell in cells.tolist())
    return 2 * n_kept >= len(cells) > 0


def _set_rows(document: maintext.Document, rows: list[int], *, kept: bool) -> maintext.Document:
    """Return the document with or without all text of some elements."""
    page, selection = document.page, document.selection
    keep, reason = selection.keep.copy(), selection.reason.copy()
    for row in rows:
        inside = slice(row, int(page.end[row]))
        changed = ~page.is_hidden[inside] & (keep[inside] != kept)
        reason[inside][changed] = len(selection.reasons)
        keep[inside][changed] = kept
    reasons = (*selection.reasons, "kept with its table" if kept else "left out as the caller asks")
    without = replace(selection, keep=keep, reason=reason, reasons=reasons)
    return maintext.Document(page, without, document.options)


def _is_wanted(reading: TrafilaturaReading) -> bool:
    main, found, options = reading.main, reading.found, reading.options
    n_comment_chars = sum(map(len, reading.comments))
    if len(main.text) < options.min_output_size and n_comment_chars < options.min_output_comm_size:
        return False
    n_most = options.max_tree_size
    if n_most and len(body_element(main.html, formatting=False)) > n_most:
        return False
    if options.only_with_metadata and not (found.date and found.title and found.url):
        return False
    if found.url is not None and found.url in options.url_blacklist:
        return False
    language = (main.language or "").partition("-")[0]
    if options.lang and language:
        reading.found.language = language
    return not (options.lang and language and language != options.lang)
