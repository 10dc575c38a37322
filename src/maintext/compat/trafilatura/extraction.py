"""extract, bare_extraction, extract_metadata, baseline and html2txt, with trafilatura's signatures."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import maintext
from maintext.compat.notice import warn_once
from maintext.compat.trafilatura.body import body_element, comments_element
from maintext.compat.trafilatura.output import main_text, written
from maintext.compat.trafilatura.reading import Reading, fields_of, read
from maintext.compat.trafilatura.settings import Document, Extractor, announce, use_config
from maintext.compat.tree import as_element, markup_of
from maintext.errors import InputError, OptionError
from maintext.html.surrogates import join_surrogates

if TYPE_CHECKING:
    from configparser import ConfigParser

__all__ = [
    "bare_extraction", "baseline", "extract", "extract_metadata", "extract_with_metadata", "html2txt",
]  # fmt: skip

# Their parameter → the extractor's.
_NAMES = {
    "url": "url", "output_format": "output_format", "favor_precision": "precision", "favor_recall": "recall",
    "include_comments": "comments", "target_language": "lang", "include_tables": "tables",
    "include_images": "images", "include_formatting": "formatting", "include_links": "links",
    "deduplicate": "dedup", "date_extraction_params": "date_params", "with_metadata": "with_metadata",
    "only_with_metadata": "only_with_metadata", "url_blacklist": "url_blacklist",
    "author_blacklist": "author_blacklist", "tei_validation": "tei_validation", "fast": "fast",
}  # fmt: skip


def extract(  # noqa: PLR0913, PLR0917 - the signature is theirs
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser | None = None,
    options: Extractor | None = None,
) -> str | None:
    """Return the main content of a page as text in some form; ``None`` where there is none.

    Every parameter is described in ``docs/compat.md``.

    Raises
    ------
    ValueError
        The form is ``python``, or ``max_tree_size`` is given, as in the original.
    AttributeError
        The form is unknown.
    FileNotFoundError
        There is no such settings file.
    """
    reading = _reading(locals())
    return _written(reading, record_id) if reading else None


def extract_with_metadata(  # noqa: PLR0913, PLR0917 - the signature is theirs
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser | None = None,
    options: Extractor | None = None,
) -> Document | None:
    """Return a document with fields and what :func:`extract` returns as ``text``; ``None`` for none."""
    reading = _reading(locals() | {"with_metadata": True})
    if reading is None:
        return None
    reading.found.text = _written(reading, record_id)
    return _with_trees(reading)


def bare_extraction(  # noqa: PLR0913, PLR0917 - the signature is theirs
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser | None = None,
    options: Extractor | None = None,
) -> Document | dict[str, Any] | None:
    """Return the main content of a page as a document; ``None`` where there is none.

    ``as_dict=True`` is deprecated, as in the original: use ``.as_dict()``.
    """
    if as_dict:
        warnings.warn('"as_dict" will be removed, use .as_dict()', DeprecationWarning, stacklevel=2)
    reading = _reading(locals())
    if reading is None:
        return None
    found = _with_trees(reading)
    found.text = found.raw_text = main_text(reading.main, reading.options)
    if reading.options.comments:
        found.comments = "\n".join(reading.comments)
    return found.as_dict() if as_dict else found


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,  # noqa: ARG001 - there is one search for dates
    author_blacklist: set[str] | None = None,
) -> Document:
    """Return the fields of a page; an empty document where it is none.

    Raises
    ------
    TypeError
        The page is neither text, bytes, a response nor a tree.
    """
    html = markup_of(filecontent)
    options = Extractor(url=default_url, date_params=date_config, author_blacklist=author_blacklist)
    try:
        return fields_of(maintext.extract(html, default_url), options)
    except InputError:
        return Document()


def baseline(filecontent: Any) -> tuple[Any, str, int]:
    """Return the paragraphs of a page: as a tree, as text, and how many characters; for a last resort."""
    try:
        document = maintext.extract(markup_of(filecontent), method="paragraphs")
        if not document.text:
            document = maintext.extract(markup_of(filecontent), method="all_text")
    except InputError:
        return as_element(body_element("")), "", 0
    return as_element(body_element(document.html)), document.text, len(document.text)


def html2txt(content: Any, clean: bool = True) -> str:
    """Return all visible text of a page on one line, without ``aside`` and ``footer`` where it is cleaned."""
    try:
        page = maintext.parse(markup_of(content))
    except InputError:
        return ""
    shown = page.is_text & ~page.is_hidden & (page.block >= 0)
    if clean:
        shown &= ~page.inside(page.is_tag(("aside", "footer")))
    blocks: dict[int, list[str]] = {}
    for row in shown.nonzero()[0].tolist():
        blocks.setdefault(int(page.block[row]), []).append(page.row_text(row))
    return " ".join(" ".join("".join(texts).split()) for texts in blocks.values())


def _reading(given: dict[str, Any]) -> Reading | None:
    """What is on the page of a call; ``given`` has the call's arguments by name."""
    if given.get("max_tree_size"):
        raise ValueError('"max_tree_size" will be removed, use settings.cfg instead')
    if given.get("no_fallback"):
        warn_once("trafilatura", "no_fallback", "is deprecated, as in the original: use fast")
    return read(given["filecontent"], _options(given), given["prune_xpath"])


def _options(given: dict[str, Any]) -> Extractor:
    options = given["options"]
    if isinstance(options, Extractor):
        return options
    if options is not None:  # trafilatura's own has the same attributes
        if not all(hasattr(options, name) for name in vars(Extractor())):
            raise OptionError("options must be an Extractor: see maintext.compat.trafilatura.settings")
        announce(options)
        return options  # type: ignore[no-any-return]
    settings = given.get("settingsfile")
    values = {theirs: given[name] for name, theirs in _NAMES.items() if name in given}
    return Extractor(config=use_config(settings) if settings else given["config"], **values)


def _written(reading: Reading, record_id: str | None) -> str:
    if reading.options.format == "python":
        raise ValueError("'python' format only usable in bare_extraction() function")
    reading.found.id = record_id and join_surrogates(record_id)
    reading.found.raw_text = reading.main.text
    reading.found.fingerprint = f"{reading.main.fingerprint:016x}"
    return written(reading.main, reading.found, reading.comments, reading.options)


def _with_trees(reading: Reading) -> Document:
    body = body_element(reading.main.html, formatting=reading.options.formatting)
    reading.found.body = as_element(body)
    reading.found.commentsbody = as_element(comments_element(reading.comments))
    return reading.found
