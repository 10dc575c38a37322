"""Scrapy: an item pipeline that adds main text and fields to items, and a function for callbacks.

::

    ITEM_PIPELINES = {"maintext.integrations.scrapy.MaintextPipeline": 300}

Settings, all optional:

=====================  ================================================================================
MAINTEXT_INPUT         Fields of items that may hold the page (response, bytes or text); the first one with a
                       value is read. ``["response", "html", "body"]``
MAINTEXT_KEEP_INPUT    Leave the page in the item. ``False``
MAINTEXT_FORM          Form of the main text, and the name of its field: ``text``, ``markdown``, ``html``.
MAINTEXT_FIELDS        Fields to add: a list of names of a record, or a mapping from them to item fields. By
                       default :data:`FIELDS` and the main text.
MAINTEXT_OVERWRITE     Also replace existing values of item fields. ``False``
MAINTEXT_DROP          Drop items whose page has no main content or cannot be extracted. ``False``
MAINTEXT_OPTIONS       Options of the extraction by name. ``{}``
=====================  ================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from maintext.batch import BatchItem, BatchOptions
from maintext.document import Document
from maintext.errors import MissingExtraError, OptionError
from maintext.integrations.reading import Reader, extract_item, response_item
from maintext.options import Options, changed

try:
    from itemadapter import ItemAdapter  # comes with Scrapy
    from scrapy.exceptions import DropItem
    from scrapy.http import Response
except ModuleNotFoundError:
    ItemAdapter = None  # type: ignore[assignment,misc]

__all__ = ["FIELDS", "INPUT", "MaintextPipeline", "extract_response"]


FIELDS = (
    "url", "title", "author", "published", "modified", "source", "site_name", "description", "language",
    "categories", "tags", "kind", "outcome", "error", "reason",
)  # fmt: skip
"""Fields that go into items, in addition to the main text."""

INPUT = ("response", "html", "body")
"""Fields of items that may hold the page."""


def extract_response(response: Any, *, options: Options | None = None, **changes: Any) -> Document:
    """Extract the page of a callback.

    The Scrapy response also gives charset, URL and time of the fetch. Options are as for
    :func:`maintext.extract`.

    Raises OptionError: an option is unknown or wrong; InputError: the response is not a web page, or larger
    than the limits.

    >>> def parse(self, response):  # doctest: +SKIP
    ...     document = extract_response(response)
    ...     yield {"url": response.url, "title": document.title, "text": document.text}
    """
    return extract_item(_response_item(response), changed(options or Options(), changes))


class MaintextPipeline:
    """Item pipeline that replaces the page in an item by main text and fields.

    The settings are those of the module. Items without a page pass unchanged. In items with declared fields
    only those are filled. A page that cannot be extracted sets ``outcome``, ``error`` and ``reason``. The
    stats count outcomes as ``maintext/<outcome>``.

    Raises OptionError: a setting is not allowed; MissingExtraError: Scrapy is not installed.

    It runs in the reactor's thread, which suffices for a few pages a second; for more use ``maintext batch``.
    """

    def __init__(self, settings: Mapping[str, Any], stats: Any = None) -> None:
        if ItemAdapter is None:
            raise MissingExtraError("Scrapy", "crawl")
        form = settings.get("MAINTEXT_FORM") or "text"
        options = changed(Options(), dict(settings.get("MAINTEXT_OPTIONS") or {}))
        self._reader = Reader(options, changed(BatchOptions(), {"form": form}))
        self._input = tuple(settings.get("MAINTEXT_INPUT") or INPUT)
        self._fields = self._field_names(settings.get("MAINTEXT_FIELDS") or (*FIELDS, form))
        self._keeps_input = bool(settings.get("MAINTEXT_KEEP_INPUT"))
        self._overwrites = bool(settings.get("MAINTEXT_OVERWRITE"))
        self._drops = bool(settings.get("MAINTEXT_DROP"))
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Any) -> MaintextPipeline:
        """Return the pipeline of a crawler."""
        settings = crawler.settings
        read = dict.fromkeys(("MAINTEXT_FORM", "MAINTEXT_FIELDS"), settings.get)
        read |= {"MAINTEXT_INPUT": settings.getlist, "MAINTEXT_OPTIONS": settings.getdict}
        read |= dict.fromkeys(
            ("MAINTEXT_KEEP_INPUT", "MAINTEXT_OVERWRITE", "MAINTEXT_DROP"), settings.getbool
        )
        return cls({name: get(name) for name, get in read.items()}, crawler.stats)

    def process_item(self, item: Any) -> Any:
        """Return the item with main text and fields.

        Raises scrapy.exceptions.DropItem: there is no main text, and ``MAINTEXT_DROP`` is set.
        """
        adapter = ItemAdapter(item)
        held = next((name for name in self._input if adapter.get(name)), None)
        if held is None:
            return item
        record = self._reader.record(_input_item(adapter[held], adapter.get("url")))
        if self._stats is not None:
            self._stats.inc_value(f"maintext/{record['outcome']}")
        if self._drops and not record.get(self._reader.form):
            raise DropItem(f"no main text: {record['reason'] or record['outcome']}")
        if not self._keeps_input:
            del adapter[held]
        self._fill_item(adapter, record)
        return item

    def _fill_item(self, adapter: Any, record: Mapping[str, Any]) -> None:
        declared = None if isinstance(adapter.item, dict) else set(adapter.field_names())
        for name, field in self._fields.items():
            is_there = declared is None or field in declared
            if is_there and name in record and (self._overwrites or not adapter.get(field)):
                adapter[field] = record[name]

    def _field_names(self, given: Any) -> dict[str, str]:
        """Return the item field for each name of a record."""
        names: Any = [name.strip() for name in given.split(",")] if isinstance(given, str) else given
        fields: dict[str, str] = dict(names) if hasattr(names, "items") else {name: name for name in names}
        known = self._reader.names
        if unknown := [name for name in fields if name not in known]:
            raise OptionError(f"MAINTEXT_FIELDS: no {', '.join(unknown)} (known: {', '.join(known)})")
        return fields


def _input_item(held: Any, url: Any) -> BatchItem:
    if isinstance(held, Response):
        return _response_item(held)
    address = url if isinstance(url, str) and url else None
    return BatchItem(key=address or "", html=held, url=address)


def _response_item(response: Any) -> BatchItem:
    def header(name: str) -> str:
        return (response.headers.get(name) or b"").decode("latin-1")

    return response_item(response.body, response.url, header("Content-Type"), header("Date"))
