"""readability-lxml's ``Document``, answered by maintext.

``from maintext.compat.readability import Document``
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import maintext
from maintext.compat import warn_once
from maintext.compat.tree import markup_of
from maintext.errors import InputError
from maintext.metadata.declared.meta import first_contents
from maintext.render import render_html
from maintext.sites.template.keys import page_title

__all__ = ["Document", "ReadabilityDocument", "Unparseable"]

__version__ = "0.9"  # of the interface

_NO_TITLE, _NO_AUTHOR = "[no-title]", "[no-author]"
_PLAIN = str.maketrans("\u2014\u2013\u00a0\u00ab\u00bb", '-- ""')
_TUNING = "is not used: what counts as text is learned, see maintext.Options for what can be chosen"


class Unparseable(ValueError):  # noqa: N818 - their name
    """The input is not a web page."""


class ReadabilityDocument:
    """A page (text, bytes, or a tree of lxml) with its title and its main content as HTML.

    ``url`` makes links absolute; one that cannot be resolved stays unchanged. The other parameters have no
    effect; another value than the default warns once.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the signature is theirs
        self,
        input: Any,  # noqa: A002 - their name
        positive_keywords: Any = None,
        negative_keywords: Any = None,
        url: str | None = None,
        min_text_length: int = 25,
        retry_length: int = 250,
        xpath: bool = False,
        handle_failures: str | None = "discard",  # noqa: ARG002
    ) -> None:
        self.input, self.url = input, url
        given = {
            "positive_keywords": positive_keywords, "negative_keywords": negative_keywords,
            "min_text_length": min_text_length != 25, "retry_length": retry_length != 250, "xpath": xpath,
        }  # fmt: skip
        for name in (name for name, value in given.items() if value):
            warn_once("readability", name, _TUNING)

    @cached_property
    def _extracted_document(self) -> maintext.Document:
        try:
            html = markup_of(self.input)
            if not html.strip():
                raise Unparseable("Document is empty")
            return maintext.extract(html, self.url)
        except (InputError, TypeError) as error:
            raise Unparseable(str(error)) from error

    @property
    def encoding(self) -> str | None:
        """Encoding of the bytes, ``None`` for text."""
        return self._extracted_document.page.encoding

    def title(self) -> str:
        """Return the text of ``<title>`` with plain dashes and quotes; ``[no-title]`` if missing."""
        return page_title(self._extracted_document.page).translate(_PLAIN) or _NO_TITLE

    def short_title(self) -> str:
        """Return the title without the site name; ``""`` if there is none."""
        return self._extracted_document.title or ""

    def author(self) -> str:
        """Return the author in ``<meta>`` or in the byline; ``[no-author]`` if there is none."""
        declared = first_contents(self._extracted_document.page, {"author"}).get("author")
        return declared or self._extracted_document.author or _NO_AUTHOR

    def content(self) -> str:
        """Return the whole visible page as safe HTML in a ``<body>``."""
        page = self._extracted_document.page
        everything = maintext.select(page, "all_text")
        return f"<body>{render_html(page, everything, self._extracted_document.options)}</body>"

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:  # noqa: ARG002
        """Return the main content as safe HTML, with its images; ``html_partial``: only the ``<div>``."""
        part = f"<div>{self._extracted_document.html}</div>"
        return part if html_partial else f"<html><body>{part}</body></html>"

    def get_clean_html(self) -> str:
        """Return the main content, as :meth:`summary` does."""
        return self.summary()


Document = ReadabilityDocument
