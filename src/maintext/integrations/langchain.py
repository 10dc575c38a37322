"""LangChain: a loader of main texts, and a transformer of documents that hold HTML.

Needs langchain-core only, which every LangChain program has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.batch import BatchItem
from maintext.integrations.absent import absent
from maintext.integrations.reading import source_items
from maintext.integrations.texts import METADATA, Text, TextDoor, Texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from os import PathLike

    from maintext.net import FetchOptions

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import BaseDocumentTransformer, Document
except ModuleNotFoundError:
    BaseLoader = BaseDocumentTransformer = Document = absent("langchain-core", "langchain")

__all__ = ["MaintextLoader", "MaintextTransformer"]


class MaintextLoader(BaseLoader):  # type: ignore[misc]
    """Document loader: addresses and files to documents with the main text and its fields.

    Parameters
    ----------
    sources
        Addresses (``http://``, ``https://``), which are fetched, and paths of files; one or several.
    form
        ``markdown``, ``text`` or ``html``.
    metadata
        Fields that go into ``Document.metadata``, where the page states them: names of
        ``Document.to_dict()`` with plain values; lists are one text, set apart by ``; ``.
    on_error
        ``raise``, or ``skip`` to leave out what cannot be fetched or extracted; the log says why.
    fetch_options
        Limits and headers of fetching.
    **changes
        ``options``, a value of :class:`~maintext.Options`; its fields by name; ``keep_empty=True`` to keep
        pages without main content.

    Raises
    ------
    OptionError
        An argument is not allowed.
    MissingExtraError
        langchain-core is not installed.

    Notes
    -----
    ``metadata["source"]`` is where the page came from, as in all of LangChain: the address after redirects,
    or the path. The field of that name, from where the text was taken (来源), is ``source_name`` here.
    Several sites are fetched at a time, pages of one site one second apart; addresses of private networks
    are refused.

    Examples
    --------
    >>> loader = MaintextLoader(["https://example.org/news/1", "saved.html"])  # doctest: +SKIP
    >>> [one.metadata["title"] for one in loader.lazy_load()]  # doctest: +SKIP
    """

    def __init__(
        self,
        sources: str | PathLike[str] | Sequence[str | PathLike[str]],
        *,
        form: str = "markdown",
        metadata: Sequence[str] = METADATA,
        on_error: str = "raise",
        fetch_options: FetchOptions | None = None,
        **changes: Any,
    ) -> None:
        self._items = source_items(sources)
        self._texts = Texts(form, metadata, on_error, fetch_options, **changes)

    def lazy_load(self) -> Iterator[Any]:
        """Give a document for each page, in order.

        Raises
        ------
        MaintextError
            A page cannot be fetched or extracted, and ``on_error`` is ``raise``.
        """
        for text in self._texts.found(self._items):
            if text is not None:
                yield Document(
                    page_content=text.content, metadata={"source": text.url or text.key, **_stated(text)}
                )


class MaintextTransformer(TextDoor, BaseDocumentTransformer):  # type: ignore[misc]
    """Document transformer: documents that hold HTML to documents with the main text.

    What a loader of HTML has in ``page_content`` is read as a page, ``metadata["source"]`` as its address
    if it is one. The other metadata stays; fields that the page states are added.

    Parameters
    ----------
    form, metadata, on_error, **changes
        As for :class:`MaintextLoader`.

    Raises
    ------
    OptionError
        An argument is not allowed.
    MissingExtraError
        langchain-core is not installed.

    Examples
    --------
    >>> MaintextTransformer(form="text").transform_documents(loader.load())  # doctest: +SKIP
    """

    def transform_documents(self, documents: Sequence[Any], **_given: Any) -> list[Any]:
        """Return a document for each one with main content, in order.

        Raises
        ------
        MaintextError
            A page cannot be extracted, and ``on_error`` is ``raise``.
        """
        items = [_held(place, document) for place, document in enumerate(documents)]
        pairs = zip(documents, self._texts.found(items), strict=True)
        return [
            Document(page_content=text.content, metadata={**one.metadata, **_stated(text)}, id=one.id)
            for one, text in pairs
            if text is not None
        ]


def _stated(text: Text) -> dict[str, str | int]:
    """Metadata of a text; what ``source`` means to LangChain is not what it means to us."""
    return {"source_name" if name == "source" else name: value for name, value in text.metadata.items()}


def _held(place: int, document: Any) -> BatchItem:
    source = str(document.metadata.get("source") or "")
    is_address = source.startswith(("http://", "https://"))
    return BatchItem(
        key=source or f"document {place}", html=document.page_content, url=source if is_address else None
    )
