"""web-poet: a page object whose fields are those of maintext; works with scrapy-poet."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from maintext.integrations.absent import absent
from maintext.integrations.reading import answer_item, extracted
from maintext.options import Options

if TYPE_CHECKING:
    from maintext.document import Document

try:
    from web_poet import WebPage, field
except ModuleNotFoundError:
    WebPage, field = absent("web-poet", "web-poet"), property

__all__ = ["MaintextPage"]


def _url(page: Any) -> str:
    """Address of the page."""
    return str(page.response.url)


def _field(name: str, doc: str) -> Any:
    """A field that is a value of the page's record."""

    def value(page: Any) -> Any:
        return page.record[name]

    value.__name__, value.__doc__ = name, doc
    return field(value)


class MaintextPage(WebPage[dict]):  # type: ignore[misc]
    """Page object of any page with main content: ``await page.to_item()`` is a dictionary of its fields.

    Names and values are those of ``Document.to_dict()``. In a subclass, a ``@field`` of your own stands in
    the place of one of these, or beside them; ``Returns[YourItem]`` with ``skip_nonitem_fields=True`` makes
    items of your class from those fields that it has.

    Attributes
    ----------
    options
        What is extracted; a subclass may set it.

    Raises
    ------
    MissingExtraError
        web-poet is not installed.

    Notes
    -----
    A page that cannot be extracted raises :class:`~maintext.InputError` when a field is asked for.

    Examples
    --------
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
        page = answer_item(
            bytes(self.response.body),
            str(self.response.url),
            headers.get("Content-Type", ""),
            headers.get("Date", ""),
        )
        return extracted(page, self.options)

    @cached_property
    def record(self) -> Any:
        """All that is found, as ``Document.to_dict()`` has it, without HTML."""
        return self.document.to_dict(forms=("text", "markdown"))

    url = field(_url)
    title = _field("title", "Title without the name of the site.")
    subtitle = _field("subtitle", "Line below the headline.")
    author = _field("author", "Names of those who wrote the text, joined by commas.")
    published = _field("published", "When it was published, as ISO 8601, as exact as stated.")
    modified = _field("modified", "When it was last changed, likewise.")
    source = _field("source", "Where the text was taken from (来源).")
    site_name = _field("site_name", "Name of the site.")
    description = _field("description", "Summary that the page declares.")
    language = _field("language", "Language of the main text.")
    categories = _field("categories", "Sections of the site that the page belongs to.")
    tags = _field("tags", "Keywords.")
    canonical_url = _field("canonical_url", "Address that the page calls its own.")
    images = _field("images", "Images of the main content.")
    kind = _field("kind", "What kind of page it is.")
    outcome = _field("outcome", "Whether main content was found, and if not, why.")
    text = _field("text", "Main text.")
    markdown = _field("markdown", "Main content as Markdown.")
