"""The pipeline: bytes → page → selection → document."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from maintext.classify.embedded import find_embedded_text
from maintext.classify.methods import get_method
from maintext.document import Document
from maintext.errors import MethodError, OptionError
from maintext.html import Page, parse
from maintext.options import DEFAULT_METHOD, OptionChanges, Options, changed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.classify.methods import Method
    from maintext.selection import Selection

__all__ = ["extract", "select"]

_DEFAULT = Options()


def extract(
    html: bytes | str,
    url: str | None = None,
    *,
    encoding: str | None = None,
    http_charset: str | None = None,
    fetched: datetime | None = None,
    options: Options = _DEFAULT,
    **changes: Unpack[OptionChanges],
) -> Document:
    """Find the main content of a web page.

    Parameters
    ----------
    html
        The page: bytes as fetched, or text.
    url
        Its URL; makes links in Markdown and HTML absolute. A lone surrogate in it becomes U+FFFD.
    encoding
        Encoding of ``html`` if known for certain; only for bytes.
    http_charset
        ``charset`` of the Content-Type header; only for bytes.
    fetched
        Fetch time, the reference of relative dates like "3 hours ago". Give it in the time zone of the
        readers; UTC is converted to the zone of the page's dates or language, see
        :func:`maintext.metadata.page_dates.local_time`.
    options, **changes
        Options as one value, and by name, e.g. ``method="symbol_density"``; see :class:`maintext.Options`.

    A document is returned also if nothing was found: see ``document.outcome``.

    Raises OptionError: an option is unknown, or its value is not allowed; InputError: the input is not a web
    page, or exceeds the limits. Bad HTML is never an error.

    >>> import maintext
    >>> maintext.extract("<nav><a href=/>Home</a></nav><p>One sentence of text.</p>").text
    'One sentence of text.'
    """
    options = changed(options, changes) if changes else options
    if not isinstance(fetched, datetime | None):
        raise OptionError(f"fetched must be a datetime or None, not {type(fetched).__name__}")
    page = parse(html, url, encoding=encoding, http_charset=http_charset, options=options)
    selection = select(page, options.method, options.method_options)
    embedded = find_embedded_text(page, selection) if get_method(options.method).reads_scripts else None
    return Document(page, selection, options, embedded, fetched=fetched)


def select(
    page: Page, method: str | Method = DEFAULT_METHOD, options: Mapping[str, Any] | None = None
) -> Selection:
    """Run one method on a page from :func:`maintext.parse`.

    ``method`` is the id of a registered method; see :func:`maintext.catalogue`. Or a method outside of the
    catalogue, as :func:`maintext.browser.vips.vips_method` gives one. ``options`` are changes to its options.

    Raises OptionError: the method or an option is unknown; MethodError: the method returned a selection that
    does not fit the page.
    """
    chosen = get_method(method) if isinstance(method, str) else method
    selection = chosen.select(page, options)
    allowed = page.is_text if chosen.reads_hidden else page.is_text & ~page.is_hidden
    if selection.keep.shape != (len(page),) or np.count_nonzero(selection.keep & ~allowed):
        message = f"method {chosen.id!r} kept rows that are not visible text"
        raise MethodError(message, url=page.url, stage="select")
    return selection
