"""Decode and parse bytes or text into a :class:`Page`."""

from __future__ import annotations

import re
import sys
from contextlib import suppress

from maintext.errors import InputError, NotHtmlError, OptionError, PageTooLargeError
from maintext.html.columns import Attribute, Page, tokenise
from maintext.html.decode import (
    HEAD_BYTES,
    Decoded,
    decode,
    is_json,
    listing_of,
    refuse_other_files,
    undo_latin1,
)
from maintext.html.parser import MARKS, DataScript, decode_label, to_wellformed_bytes
from maintext.html.saved_page import find_saved_url, read_saved_page
from maintext.html.surrogates import join_surrogates
from maintext.options import Options

__all__ = ["Attribute", "DataScript", "Decoded", "Page", "decode", "listing_of", "parse", "parse_rendered"]

_DEFAULT = Options()
_MIN_FILE = 100  # characters; a text of few may be anything
_UNLIMITED = Options(max_bytes=sys.maxsize, max_nodes=sys.maxsize)
_ADDRESS = re.compile(r"\s*https?://[^\s<]{1,2000}\s*\Z", re.IGNORECASE)

_FILE = re.compile(r"\s*[^\s<]{1,2000}\.(?:x?html?|mht(?:ml)?)\s*\Z", re.IGNORECASE)


def parse(
    html: bytes | str,
    url: str | None = None,
    *,
    encoding: str | None = None,
    http_charset: str | None = None,
    options: Options = _DEFAULT,
) -> Page:
    """Parse a web page into columns.

    - ``html``: bytes as fetched, decoded as browsers do, or text; UTF-8 that was read as Latin-1 is read
      anew. Of MHTML, e-mail and Safari's web archive the page in it is read.
    - ``url``: URL of the page, by default that which a saved page states, also in a comment.
      Its top-level domain helps to detect the encoding. A lone surrogate becomes U+FFFD.
    - ``encoding``: encoding of ``html``, or of the page in a file like MHTML, if known for certain; only
      for bytes.
    - ``http_charset``: ``charset`` of the Content-Type header; only for bytes.
    - ``options``: only ``max_bytes``, ``max_nodes`` and the CSS selectors are read; the elements that a
      selector matches get an attribute, such as ``maintext-drop``.

    Raises
    ------
    InputError
        The input is not a web page, or exceeds the limits. Bad HTML is never an error.
    """
    if not isinstance(html, bytes | str):
        what = f"html must be bytes or str, not {type(html).__name__}"
        raise OptionError(f"{what}; pass response.content, path.read_bytes() or file.read()")
    if not isinstance(url, str | None):
        raise OptionError(f"url must be str or None, not {type(url).__name__}")
    url = None if url is None else join_surrogates(url)
    if isinstance(html, str) and _ADDRESS.match(html):
        message = "this is a URL, not a page: pass maintext.net.fetch(url).body"
        raise InputError(message, url=join_surrogates(html.strip()), stage="parse")
    if isinstance(html, str) and _FILE.match(html):
        raise InputError(
            "this is the path of a file, not a page: pass pathlib.Path(path).read_bytes()", stage="parse"
        )
    unit = "bytes" if isinstance(html, bytes) else "characters"
    if len(html) > options.max_bytes:
        message = f"the page has {len(html)} {unit}, the limit is {options.max_bytes}; raise max_bytes"
        raise PageTooLargeError(message, url=url, stage="parse")
    if encoding is not None and isinstance(html, str):
        raise OptionError("encoding is for bytes; this page is text already")
    if isinstance(html, bytes) and (saved := read_saved_page(html)):
        html, http_charset, url = saved.html, saved.charset, saved.url if url is None else url
    decoded = (
        _read_text(html, url) if isinstance(html, str) else _decode_input(html, url, encoding, http_charset)
    )
    text = decoded if isinstance(decoded, str) else decoded.text
    if listing := listing_of(text):
        raise NotHtmlError(
            f"this is a {listing}, not a web page; "
            "maintext crawl follows its URLs, maintext items lists its entries",
            url=url,
            stage="parse",
        )
    if is_json(text):
        message = "this is JSON, not a web page: give the HTML in it; maintext batch reads JSON Lines"
        raise NotHtmlError(message, url=url, stage="parse")
    saved_url = None if url else find_saved_url(text)
    selectors = {name: getattr(options, name) for name in MARKS if getattr(options, name)}
    data, scripts, has_code = to_wellformed_bytes(text, selectors)
    return Page(
        tokenise(data, max_nodes=options.max_nodes),
        url=saved_url or url,
        is_saved=saved_url is not None,
        encoding=None if isinstance(decoded, str) else decoded.encoding,
        encoding_source=None if isinstance(decoded, str) else decoded.how,
        scripts=scripts,
        source=text if has_code else "",
    )


def parse_rendered(html: str) -> Page:
    """Parse the output of :func:`maintext.render.render_html` without limits.

    The page was within the limits already, but escapes such as ``&amp;`` may make its HTML longer.
    """
    return parse(f"<body>{html}", options=_UNLIMITED)


def _read_text(text: str, url: str | None) -> str:
    """Return a text as its author wrote it; NotHtmlError for another file that was read as text."""
    text = str.__str__(text)  # compiled code takes no subclasses, as lxml, NumPy and Jinja have
    if len(text) >= _MIN_FILE:
        refuse_other_files(text[:HEAD_BYTES].encode("latin-1", "replace"), url)
    return undo_latin1(text)


def _decode_input(data: bytes, url: str | None, encoding: str | None, http_charset: str | None) -> Decoded:
    if encoding is None:
        return decode(data, http_charset=http_charset, url=url)
    found = decode_label(data, encoding)
    with suppress(LookupError, ValueError):
        b" ".decode(encoding, "replace")  # no bytes are decoded by any name
        # cp936, of Windows and Python
        found = found or (data.decode(encoding, "replace").removeprefix("\ufeff"), encoding.lower())
    if found is None:
        raise OptionError(
            f"unknown encoding {encoding!r}; use a label of the WHATWG encoding standard, e.g. gb18030"
        )
    return Decoded(*found, "given")
