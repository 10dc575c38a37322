"""Main texts with metadata, for libraries that index documents."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maintext import errors
from maintext.batch import BatchOptions
from maintext.batch.record import ERROR
from maintext.errors import MaintextError, OptionError
from maintext.integrations.reading import Reader
from maintext.options import Options, changed
from maintext.render.rows import COLUMNS, row_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from maintext.batch import BatchItem
    from maintext.net import FetchOptions

__all__ = ["METADATA", "ON_ERROR", "DocumentText", "Texts", "TextsMixin"]

_LOG = logging.getLogger("maintext.integrations")
_KNOWN = tuple(name for name in COLUMNS if name != "text")

ON_ERROR = ("raise", "skip")
"""Ways to handle a page that cannot be extracted."""

METADATA = (
    "url", "title", "author", "published", "modified", "source", "site_name", "description", "language",
    "categories", "tags", "canonical_url", "kind",
)  # fmt: skip
"""Default fields in the metadata of a document."""


@dataclass(frozen=True, slots=True)
class DocumentText:
    """The main text of a page, for an index.

    Attributes
    ----------
    content
        The main text in the requested form.
    metadata
        The stated fields, with plain values; lists (tags, categories) are joined by ``; ``.
    key, url
        Name of the page, and its URL after redirects, ``None`` if unknown.
    """

    content: str
    metadata: dict[str, str | int]
    key: str
    url: str | None


class Texts:
    """Extract main texts with metadata from pages.

    Parameters
    ----------
    form
        ``text``, ``markdown`` or ``html``.
    metadata
        Names of the fields in the metadata: those of ``Document.to_dict()`` with plain values.
    on_error
        ``raise``, or ``skip`` to leave out failed pages; the log says why.
    fetch_options
        Limits and headers of fetching; ``None`` for the defaults.
    options, changes
        Options of the extraction, and changes by name.
    keep_empty
        Keep pages without main content.

    Raises OptionError: an argument is not allowed.
    """

    def __init__(
        self,
        form: str,
        metadata: Sequence[str],
        on_error: str,
        fetch_options: FetchOptions | None = None,
        *,
        options: Options | None = None,
        keep_empty: bool = False,
        **changes: Any,
    ) -> None:
        if on_error not in ON_ERROR:
            raise OptionError(f"on_error must be one of {', '.join(ON_ERROR)}, not {on_error!r}")
        if unknown := [name for name in metadata if name not in _KNOWN]:
            raise OptionError(f"no field for metadata: {', '.join(unknown)} (known: {', '.join(_KNOWN)})")
        batch = changed(BatchOptions(), {"form": form})
        self._reader = Reader(changed(options or Options(), changes), batch, fetch_options)
        self._names, self._raises, self._keep_empty = tuple(metadata), on_error == "raise", keep_empty

    def found(self, items: Iterable[BatchItem]) -> Iterator[DocumentText | None]:
        """Yield the text of each page in order, ``None`` for a page that is left out.

        Raises MaintextError: a page cannot be fetched or extracted, and ``on_error`` is ``raise``.
        """
        return map(self._make_text, self._reader.records(items))

    def _make_text(self, record: Mapping[str, Any]) -> DocumentText | None:
        key, url = str(record["key"]), record["url"]
        if record["outcome"] == ERROR:
            if self._raises:
                raise _error_from_record(record)
            _LOG.warning("%s is left out: %s: %s", key, record["error"], record["reason"])
            return None
        content = record[self._reader.form]
        if not content and not self._keep_empty:
            _LOG.info("%s is left out: it has no main content (%s)", key, record["outcome"])
            return None
        row = row_of(record)
        return DocumentText(content, {name: row[name] for name in self._names if row[name] != ""}, key, url)


class TextsMixin:
    """Base, next to a class of another library, for classes that provide main texts.

    Parameters are those of :class:`Texts`.
    """

    def __init__(
        self,
        *,
        form: str = "markdown",
        metadata: Sequence[str] = METADATA,
        on_error: str = "raise",
        fetch_options: FetchOptions | None = None,
        **changes: Any,
    ) -> None:
        self._texts = Texts(form, metadata, on_error, fetch_options, **changes)


def _error_from_record(record: Mapping[str, Any]) -> MaintextError:
    """Rebuild the error from the class name and message in a record."""
    named = getattr(errors, record["error"], None)
    kind = errors.FetchError if named is errors.HttpStatusError else named
    where = record["url"] or record["key"]
    if isinstance(kind, type) and issubclass(kind, errors.InputError | errors.FetchError):
        return kind(record["reason"], url=where)
    return MaintextError(f"{record['error']}: {record['reason']}", url=where)
