"""LangChain: a loader of main texts, and a transformer of documents that hold HTML.

Needs langchain-core only, which every LangChain program has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any

from maintext.batch import BatchItem
from maintext.integrations.reading import METADATA, DocumentText, Texts, absent, source_items
from maintext.net import FetchOptions

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import BaseDocumentTransformer, Document
except ModuleNotFoundError:
    BaseLoader = BaseDocumentTransformer = Document = absent("langchain-core", "langchain")

__all__ = ["MaintextLoader", "MaintextTransformer"]


class MaintextLoader(Texts, BaseLoader):  # type: ignore[misc]
    """Load URLs and files as documents with main text and metadata.

    Parameters
    ----------
    sources
        One or several URLs (``http://``, ``https://``), which are fetched, and file paths.
    form
        ``markdown``, ``text`` or ``html``.
    metadata
        Fields for ``Document.metadata`` if the page states them: names of ``Document.to_dict()`` with plain
        values; lists are joined by ``; ``.
    on_error
        ``raise``, or ``skip`` to leave out failed pages; the log says why.
    **changes
        ``options``, a value of :class:`~maintext.Options`; its fields by name; ``keep_empty=True`` to keep
        pages without main content.

    Raises OptionError: an argument is not allowed; MissingExtraError: langchain-core is not installed.

    ``metadata["source"]`` is the origin of the page, as usual in LangChain: the URL after redirects, or the
    path. The field ``source`` (来源) of a page becomes ``source_name``. Several sites are fetched at a time,
    pages of one site one second apart. Addresses in private networks are refused.

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
        given: dict[str, Any] = {"form": form, "metadata": metadata, "on_error": on_error}
        super().__init__(fetch_options=fetch_options, **given, **changes)
        self._items = source_items(sources)

    def lazy_load(self) -> Iterator[Any]:
        """Yield a document for each page, in order.

        Raises MaintextError: a page cannot be fetched or extracted, and ``on_error`` is ``raise``.
        """
        for text in self.found(self._items):
            if text is not None:
                about = {"source": text.url or text.key, **_rename_source(text)}
                yield Document(page_content=text.content, metadata=about)


class MaintextTransformer(Texts, BaseDocumentTransformer):  # type: ignore[misc]
    """Transform documents that hold HTML into documents with the main text.

    ``page_content`` is the page, ``metadata["source"]`` its URL if it is one. The metadata stays, and the
    stated fields of the page with other names are added. Other arguments are as for :class:`MaintextLoader`.

    Raises OptionError: an argument is not allowed; MissingExtraError: langchain-core is not installed.

    >>> MaintextTransformer(form="text").transform_documents(loader.load())  # doctest: +SKIP
    """

    def transform_documents(self, documents: Sequence[Any], **_given: Any) -> list[Any]:
        """Return a document for each one with main content, in order.

        Raises MaintextError: a page cannot be extracted, and ``on_error`` is ``raise``.
        """
        items = [_document_item(index, document) for index, document in enumerate(documents)]
        made = []
        for one, text in zip(documents, self.found(items), strict=True):
            if text is not None:
                about = {**_rename_source(text), **one.metadata}
                made.append(Document(page_content=text.content, metadata=about, id=one.id))
        return made


def _rename_source(text: DocumentText) -> dict[str, str | int]:
    """Rename the field ``source``, which has another meaning in LangChain."""
    return {"source_name" if name == "source" else name: value for name, value in text.metadata.items()}


def _document_item(index: int, document: Any) -> BatchItem:
    source = str(document.metadata.get("source") or "")
    url = source if source.startswith(("http://", "https://")) else None
    return BatchItem(key=source or f"document {index}", html=document.page_content, url=url)
