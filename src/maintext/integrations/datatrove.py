"""datatrove: an extractor, so that its local, Slurm and Ray executors run maintext on Common Crawl.

Needs datatrove. Its readers give documents whose text is HTML; after :class:`MaintextExtractor` the text is
the main text, and the fields of the page stand in the metadata.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from maintext.api import extract
from maintext.batch import BatchItem, BatchOptions
from maintext.batch.many import recorder_of
from maintext.batch.record import ERROR
from maintext.errors import OptionError
from maintext.integrations.absent import absent
from maintext.integrations.texts import METADATA
from maintext.options import Options, changed
from maintext.render.rows import COLUMNS, row_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from datatrove.data import Document

try:
    from datatrove.pipeline.extractors.base import BaseExtractor, ExtractorSandbox
    from datatrove.utils.typeshelper import StatHints
except ModuleNotFoundError:
    BaseExtractor = absent("datatrove", "datatrove")

__all__ = ["MaintextExtractor"]

_WARM_UP = ("<title>One</title><p>One sentence of a few words, and a second one.</p>", None)
_DIED = "the process ended on this page"


class MaintextExtractor(BaseExtractor):  # type: ignore[misc]
    """Step of a datatrove pipeline: HTML to main text.

    Documents without main content are dropped, as datatrove's own extractors do, and those that cannot be
    extracted; both are counted, and written to ``exclusion_writer`` where there is one.

    Parameters
    ----------
    form
        ``text``, ``markdown`` or ``html``.
    timeout
        Seconds a page may take, in a process that is then replaced; also what loading the model may take.
    metadata
        Fields of the page that go into the metadata of the document, where the page states them and the
        document has none of the name: columns of ``maintext batch``; lists are one text.
    exclusion_writer
        Where dropped documents go, as they came, with ``maintext_outcome``, ``maintext_error`` and
        ``maintext_reason`` in their metadata.
    **changes
        ``options``, a value of :class:`~maintext.Options`, or its fields by name.

    Raises
    ------
    OptionError
        An argument is not allowed.
    MissingExtraError
        datatrove is not installed.
    """

    name = "📰 maintext"
    _requires_dependencies = ["maintext"]  # noqa: RUF012 - as datatrove declares it

    def __init__(
        self,
        form: str = "text",
        timeout: float = 30.0,
        metadata: Sequence[str] = METADATA,
        exclusion_writer: Any = None,
        **changes: Any,
    ) -> None:
        super().__init__(timeout)
        if unknown := [name for name in metadata if name not in COLUMNS]:
            raise OptionError(f"no field for metadata: {', '.join(unknown)} (known: {', '.join(COLUMNS)})")
        options = changed(changes.pop("options", Options()), changes)
        batch = changed(BatchOptions(), {"form": form})
        self.form, self.metadata, self.exclusion_writer = batch.form or "text", metadata, exclusion_writer
        self._extractor = recorder_of(options, batch, self.form)

    def extract(self, text: str) -> str:
        """Return the main text of a page; ``""`` when there is none.

        Parameters
        ----------
        text
            HTML.

        Raises
        ------
        MaintextError
            The page cannot be extracted.
        """
        document = extract(text, options=self._extractor.options)
        return str(document.to_dict(forms=(self.form,))[self.form])

    def run(
        self,
        data: Iterable[Document] | None,
        rank: int = 0,
        world_size: int = 1,  # noqa: ARG002 - datatrove gives it
    ) -> Iterator[Document]:
        """Give the documents that have a main text."""
        with (
            self.exclusion_writer or nullcontext() as writer,
            ExtractorSandbox(timeout=self.timeout, warmup_text=_WARM_UP) as sandbox,
        ):
            for document in data or ():
                self.stat_update(StatHints.total)
                with self.track_time():
                    record = self._record(sandbox, document)
                if record.get(self.form):
                    self._fill(document, record)
                    self.stat_update("extracted", StatHints.forwarded)
                    self.update_doc_stats(document)
                    yield document
                else:
                    self._drop(document, record, writer, rank)

    def _record(self, sandbox: ExtractorSandbox, document: Document) -> Mapping[str, Any]:
        """What came of a document, an error too."""
        page = (document.text, document.metadata.get("url"))
        try:
            record: Mapping[str, Any] = sandbox.process_document(page, _Sandboxed(self._extractor))
        except TimeoutError:
            return _error("PageTimeout", f"not done after {self.timeout:g} s; raise timeout to wait longer")
        except (EOFError, OSError):
            return _error("WorkerDied", _DIED)
        return record

    def _fill(self, document: Document, record: Mapping[str, Any]) -> None:
        row = row_of(record)
        found = {name: row[name] for name in self.metadata if row[name] != ""}
        document.text = record[self.form]
        document.metadata = found | document.metadata

    def _drop(self, document: Document, record: Mapping[str, Any], writer: Any, rank: int) -> None:
        self.stat_update(StatHints.dropped, f"dropped_{record['error'] or record['outcome']}")
        if writer:
            why = {f"maintext_{name}": record[name] for name in ("outcome", "error", "reason")}
            document.metadata |= {name: value for name, value in why.items() if value}
            writer.write(document, rank)


class _Sandboxed:
    """The function of the sandbox: page and URL to record. An exception would end the process there."""

    def __init__(self, extractor: Callable[[BatchItem], dict[str, Any]]) -> None:
        self._extractor = extractor

    def __call__(self, html: str, url: str | None) -> dict[str, Any]:
        try:
            return self._extractor(BatchItem(key="", html=html, url=url))
        except Exception as error:  # noqa: BLE001 - one page does not end a batch
            return _error(type(error).__name__, str(error) or "no reason is given")


def _error(kind: str, reason: str) -> dict[str, Any]:
    return {"outcome": ERROR, "error": kind, "reason": reason}
