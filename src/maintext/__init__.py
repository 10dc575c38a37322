"""maintext: the main text of any web page, with the reason for every decision (网页正文提取).

>>> import maintext
>>> doc = maintext.extract(html, url)          # bytes or str → Document      # doctest: +SKIP
>>> doc.title, doc.text, doc.markdown, doc.html                              # doctest: +SKIP

The layers, for people who build: :func:`parse` makes a :class:`Page` (columns), :func:`select` runs
a method on it and returns a :class:`Selection`, :class:`Document` renders both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.api import aextract, extract, select
from maintext.classify.methods import Method
from maintext.classify.model.kind import Kind
from maintext.document import Document, TraceRow
from maintext.errors import (
    AddressRefusedError,
    DatasetError,
    DecodeError,
    FetchError,
    FetchTimeoutError,
    HttpStatusError,
    InputError,
    MaintextError,
    MethodError,
    MissingExtraError,
    ModelError,
    NotHtmlError,
    OptionError,
    PageTooLargeError,
)
from maintext.html import Page, parse
from maintext.metadata.candidate import Candidate, Field, Person
from maintext.options import Options
from maintext.selection import Outcome, Selection

if TYPE_CHECKING:
    from maintext.metadata.moment import Moment

__version__ = "0.9.0"

__all__ = [
    "AddressRefusedError", "Candidate", "DatasetError", "DecodeError", "Document", "FetchError",
    "FetchTimeoutError", "Field", "HttpStatusError", "InputError", "Kind", "MaintextError", "Method",
    "MethodError", "MissingExtraError", "ModelError", "Moment", "NotHtmlError", "OptionError", "Options",
    "Outcome", "Page", "PageTooLargeError", "Person", "Selection", "TraceRow", "__version__", "aextract",
    "catalogue", "extract", "parse", "select",
]  # fmt: skip


def catalogue() -> tuple[Method, ...]:
    """Return all registered methods in the order of the documentation."""
    from maintext.classify.methods.catalogue import METHODS  # noqa: PLC0415 - of use to few

    return tuple(METHODS.values())


def __getattr__(name: str) -> Any:
    """Import ``Moment`` on first use, as the main text does not need it."""
    if name == "Moment":
        from maintext.metadata.moment import Moment  # noqa: PLC0415

        return Moment
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
