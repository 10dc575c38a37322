"""Haystack: a converter of pages to documents, for its pipelines.

Needs haystack-ai.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from maintext.batch import BatchItem
from maintext.errors import MissingExtraError, OptionError
from maintext.integrations.reading import METADATA, Texts, source_items

try:
    from haystack import Document, component, default_to_dict
except ModuleNotFoundError:
    component = None

__all__ = ["MaintextConverter"]


class MaintextConverter:
    """Convert pages to documents with main text and metadata, as a component of a Haystack pipeline.

    Arguments are as for :class:`maintext.integrations.langchain.MaintextLoader`, except ``fetch_options``;
    all are plain values, so that a pipeline with the component can be saved.

    Raises OptionError: an argument is not allowed; MissingExtraError: haystack-ai is not installed.

    >>> MaintextConverter(form="text").run(["https://example.org/news/1", "saved.html"])  # doctest: +SKIP
    """

    def __init__(
        self,
        form: str = "markdown",
        metadata: Sequence[str] = METADATA,
        on_error: str = "raise",
        changes: Mapping[str, Any] | None = None,
    ) -> None:
        if component is None:
            raise MissingExtraError("haystack-ai", "haystack")
        self.form, self.metadata, self.on_error = form, list(metadata), on_error
        self.changes = dict(changes or {})
        self._texts = Texts(form=form, metadata=metadata, on_error=on_error, **self.changes)

    def to_dict(self) -> dict[str, Any]:
        """Return the component as a dictionary, for a saved pipeline."""
        found: dict[str, Any] = default_to_dict(
            self, form=self.form, metadata=self.metadata, on_error=self.on_error, changes=self.changes
        )
        return found

    def run(
        self, sources: list[Any], meta: dict[str, Any] | list[dict[str, Any]] | None = None
    ) -> dict[str, list[Any]]:
        """Return ``{"documents": [...]}``: a document for each page with main content, in order.

        ``sources`` are URLs, paths, and ``ByteStream`` of Haystack, whose ``url`` in the ``meta`` is that of
        the page. ``meta`` is for every document, or a list with one for each source. What is given there
        stays, before the ``meta`` of a ``ByteStream``, and that before the fields of the page.

        Raises MaintextError: a page cannot be fetched or extracted, and ``on_error`` is ``raise``;
        OptionError: the numbers of sources and ``meta`` differ.
        """
        given = meta if isinstance(meta, list) else [meta or {}] * len(sources)
        if len(given) != len(sources):
            raise OptionError(f"there are {len(sources)} sources, but {len(given)} values of meta")
        kept = [getattr(one, "meta", {}) | own for one, own in zip(sources, given, strict=True)]
        documents = []
        for own, text in zip(kept, self._texts.found(map(_source_item, sources)), strict=True):
            if text is not None:
                about = {"origin": text.url or text.key, **text.metadata, **own}
                documents.append(Document(content=text.content, meta=about))
        return {"documents": documents}


def _source_item(source: Any) -> BatchItem:
    if not hasattr(source, "data"):
        return source_items(source)[0]
    url = source.meta.get("url")
    return BatchItem(key=str(source.meta.get("file_path") or url or "page"), html=source.data, url=url)


if component is not None:
    outputs = component.output_types(documents=list[Document])
    MaintextConverter.run = outputs(MaintextConverter.run)  # type: ignore[method-assign]
    MaintextConverter = component(MaintextConverter)  # type: ignore[misc]
