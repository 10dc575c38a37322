"""The pipeline: bytes → page → selection → document."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, Unpack

import numpy as np

from maintext.classify.embedded import find_embedded_text
from maintext.classify.methods import Method, get_method
from maintext.document import Document
from maintext.errors import MethodError, OptionError
from maintext.html import Page, parse
from maintext.options import DEFAULT_METHOD, OptionChanges, Options, changed
from maintext.selection import Selection

__all__ = ["aextract", "extract", "select"]

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
        Options as one value, and by name: ``method``, ``method_options``, ``focus``, ``only``, ``keep``,
        ``drop``, ``comments``, ``captions``, ``links``, ``images``, ``tables``, ``title``, ``front_matter``,
        ``posts``, ``compact``, ``max_tokens``, ``max_bytes``, ``max_nodes``; see :class:`maintext.Options`.

    A document is returned also if nothing was found: see ``document.outcome``.

    Raises OptionError: an option is unknown, or its value is not allowed; InputError: the input is not a web
    page, or exceeds the limits. Bad HTML is never an error.

    >>> import maintext
    >>> maintext.extract("<nav><a href=/>Home</a></nav><p>One sentence of text.</p>").text
    'One sentence of text.'
    """
    if not isinstance(options, Options):
        kind = type(options).__name__
        raise OptionError(
            f"options must be Options, not {kind}: pass a dict as Options(**values), or by name"
        )
    if changes:
        _check_names(options, changes)
        options = changed(options, changes)
    if not isinstance(fetched, datetime | None):
        raise OptionError(f"fetched must be a datetime or None, not {type(fetched).__name__}")
    page = parse(html, url, encoding=encoding, http_charset=http_charset, options=options)
    run = partial(select, method=options.method, options=_options_of_method(options))
    if options.comments != "apart" or not options.captions or options.only or options.keep or options.drop:
        from maintext.classify.user_rules import select_by_rules  # noqa: PLC0415 - of use to few

        selection = select_by_rules(page, run, options, fetched)
    else:
        selection = run(page)
    # Elements that the user names are on the page itself.
    reads_scripts = get_method(options.method).reads_scripts and not (options.only or options.keep)
    embedded = find_embedded_text(page, selection) if reads_scripts else None
    return Document(page, selection, options, embedded, fetched=fetched)


async def aextract(
    html: bytes | str,
    url: str | None = None,
    *,
    encoding: str | None = None,
    http_charset: str | None = None,
    fetched: datetime | None = None,
    options: Options = _DEFAULT,
    **changes: Unpack[OptionChanges],
) -> Document:
    """Do as :func:`extract` in a thread, so that the event loop goes on; also all forms and fields.

    For the plain text alone, ``await asyncio.to_thread(lambda: extract(html).text)`` takes half the time.
    """

    def extract_all() -> Document:
        document = extract(
            html, url, encoding=encoding, http_charset=http_charset, fetched=fetched, options=options,
            **changes,
        )  # fmt: skip
        document.to_dict()  # what it reads is cached
        return document

    import asyncio  # noqa: PLC0415 - of use to few

    return await asyncio.to_thread(extract_all)


def _check_names(options: Options, changes: OptionChanges) -> None:
    """Raise OptionError if a name is an option of the method, which stands elsewhere."""
    method = get_method(changes.get("method", options.method))
    for name, value in changes.items():
        if not hasattr(options, name) and hasattr(method.defaults, name):
            how = f"method_options={{{name!r}: {value!r}}}"
            raise OptionError(f"{name} is an option of the method {method.id!r}: pass {how}")


def _options_of_method(options: Options) -> Mapping[str, Any]:
    """Return the changes to the method's options; ``focus`` is one of them for methods that have it.

    Raises OptionError: the method has no focus.
    """
    if not options.focus:
        return options.method_options
    if not hasattr(get_method(options.method).defaults, "focus"):
        from maintext.classify.methods.catalogue import METHODS  # noqa: PLC0415 - for the message

        having = ", ".join(repr(one.id) for one in METHODS.values() if hasattr(one.defaults, "focus"))
        raise OptionError(f"the method {options.method!r} has no focus: leave it out, or use method {having}")
    return {**options.method_options, "focus": options.focus}


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
