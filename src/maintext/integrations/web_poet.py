"""web-poet: a page object whose fields are those of maintext; works with scrapy-poet."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from maintext.document import Document
from maintext.integrations.reading import absent, extract_item, response_item
from maintext.options import Options

try:
    from web_poet import WebPage, field
except ModuleNotFoundError:
    WebPage, field = absent("web-poet", "web-poet"), property

__all__ = ["MaintextPage"]


def _page_url(page: Any) -> str:
    """URL of the page."""
    return str(page.response.url)


def _record_field(name: str, doc: str) -> Any:
    """Return a web-poet field with a value of the page's record."""

    def value(page: Any) -> Any:
        return page.record[name]

    value.__name__, value.__doc__ = name, doc
    return field(value)


class MaintextPage(WebPage[dict]):  # type: ignore[misc]
    """Page object of any page with main content; ``await page.to_item()`` returns a dictionary of its fields.

    Names and values are those of ``Document.to_dict()``. A ``@field`` in a subclass replaces or adds a field.
    ``Returns[YourItem]`` with ``skip_nonitem_fields=True`` creates items of your class.

    A subclass may set ``options``, those of the extraction.

    Raises MissingExtraError: web-poet is not installed.

    For a page that cannot be extracted, every field raises :class:`~maintext.InputError`.

    >>> class NewsPage(MaintextPage, Returns[NewsItem], skip_nonitem_fields=True):  # doctest: +SKIP
    ...     @field
    ...     def title(self):
    ...         return self.css("h1.headline::text").get()
    """

    options: ClassVar[Options] = Options()

    @cached_property
    def document(self) -> Document:
        """The result of the extraction, with the reason for every text."""
        headers = self.response.headers
        stated = (headers.get("Content-Type", ""), headers.get("Date", ""))
        body, url = bytes(self.response.body), str(self.response.url)
        return extract_item(response_item(body, url, *stated), self.options)

    @cached_property
    def record(self) -> Any:
        """The record of the page, as ``Document.to_dict()`` returns it, without HTML."""
        return self.document.to_dict(forms=("text", "markdown"))

    url = field(_page_url)
    title = _record_field("title", "Title without the name of the site.")
    subtitle = _record_field("subtitle", "Line below the headline.")
    author = _record_field("author", "Names of the authors, joined by commas.")
    published = _record_field("published", "Publication date as ISO 8601, as exact as stated.")
    modified = _record_field("modified", "Date of the last change, likewise.")
    source = _record_field("source", "Original source of the text (来源).")
    site_name = _record_field("site_name", "Name of the site.")
    description = _record_field("description", "Summary that the page declares.")
    language = _record_field("language", "Language of the main text.")
    categories = _record_field("categories", "Sections of the site that the page belongs to.")
    tags = _record_field("tags", "Keywords.")
    canonical_url = _record_field("canonical_url", "Canonical URL that the page declares.")
    images = _record_field("images", "Images of the main content.")
    kind = _record_field("kind", "Kind of the page.")
    outcome = _record_field("outcome", "Outcome: main content found, or why not.")
    text = _record_field("text", "Main text.")
    markdown = _record_field("markdown", "Main content as Markdown.")
