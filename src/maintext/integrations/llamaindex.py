"""LlamaIndex: a reader of main texts, and a transformation of nodes that hold HTML.

Needs llama-index-core only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

from maintext.batch import BatchItem
from maintext.integrations.reading import METADATA, Texts, absent, source_items

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document, TransformComponent
except ModuleNotFoundError:
    BaseReader = Document = TransformComponent = absent("llama-index-core", "llamaindex")

__all__ = ["MaintextReader", "MaintextTransformation"]


class MaintextReader(Texts, BaseReader):  # type: ignore[misc]
    """Read URLs and files as documents with main text and metadata.

    Arguments are as for :class:`maintext.integrations.langchain.MaintextLoader`.

    Raises OptionError: an argument is not allowed; MissingExtraError: llama-index-core is not installed.

    The id of a document is its URL or path, so that a pipeline with a document store detects changes. The
    reader can be a ``file_extractor`` of ``SimpleDirectoryReader`` for ``.html``. Several sites are fetched
    at a time, pages of one site one second apart. Addresses in private networks are refused.

    >>> MaintextReader(form="text").load_data(["https://example.org/news/1", "saved.html"])  # doctest: +SKIP
    """

    def lazy_load_data(
        self,
        sources: str | PathLike[str] | Sequence[str | PathLike[str]],
        extra_info: Mapping[str, Any] | None = None,
        **_given: Any,
    ) -> Iterator[Any]:
        """Yield a document for each URL (``http://``, ``https://``) and file path, in order.

        Raises MaintextError: a page cannot be fetched or extracted, and ``on_error`` is ``raise``.
        """
        for text in self.found(source_items(sources)):
            if text is not None:
                metadata = {**text.metadata, **(extra_info or {})}
                yield Document(text=text.content, metadata=metadata, id_=text.url or text.key)


class MaintextTransformation(TransformComponent):  # type: ignore[misc]
    """Transform nodes that hold HTML into nodes with the main text, in an ingestion pipeline.

    Put it before the splitter. Id, relationships and metadata of a node stay, and the stated fields of
    the page with other names are added. ``url`` in the metadata is the URL of the page.

    ``form``, ``metadata``, ``on_error`` and ``keep_empty`` are as for :class:`MaintextReader`. ``changes``
    are options of :class:`~maintext.Options` by name, including those given as arguments. They are plain
    values, because the cache of a pipeline identifies a transformation by its values.

    Raises OptionError: an argument is not allowed; MissingExtraError: llama-index-core is not installed.

    >>> IngestionPipeline(transformations=[MaintextTransformation(), SentenceSplitter()])  # doctest: +SKIP
    """

    form: str = "markdown"
    metadata: tuple[str, ...] = METADATA
    on_error: str = "raise"
    keep_empty: bool = False
    changes: dict[str, Any] = {}  # noqa: RUF012 - a field: each object has its own

    @classmethod
    def class_name(cls) -> str:
        """Return the name that the component is stored under."""
        return "MaintextTransformation"

    def __init__(self, **given: Any) -> None:
        changes = dict(given.pop("changes", {}))
        own = type(self).model_fields.keys() | {"class_name"}
        changes |= {name: given.pop(name) for name in given.keys() - own}
        super().__init__(changes=changes, **given)
        self._make_texts()  # checks the arguments

    def _make_texts(self) -> Texts:
        named = {name: getattr(self, name) for name in ("form", "metadata", "on_error", "keep_empty")}
        return Texts(**named, **self.changes)

    def __call__(self, nodes: Sequence[Any], **_given: Any) -> list[Any]:
        """Return a node for each one with main content, in order.

        Raises MaintextError: a page cannot be extracted, and ``on_error`` is ``raise``.
        """
        pairs = zip(nodes, self._make_texts().found(map(_node_item, nodes)), strict=True)
        return [_with_text(node, text.content, text.metadata) for node, text in pairs if text is not None]


def _node_item(node: Any) -> BatchItem:
    url = node.metadata.get("url")
    return BatchItem(key=node.node_id, html=node.get_content(), url=url if isinstance(url, str) else None)


def _with_text(node: Any, content: str, stated: dict[str, Any]) -> Any:
    new = node.model_copy(deep=True)
    new.set_content(content)
    new.metadata = {**stated, **new.metadata}
    return new
