"""datatrove: an extractor for its local, Slurm and Ray executors, as on Common Crawl.

Needs datatrove. Its readers produce documents whose text is HTML. :class:`MaintextExtractor` replaces it by
the main text, and adds the fields of the page to the metadata.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from maintext.api import extract
from maintext.batch import BatchItem, BatchOptions, Problem
from maintext.batch.item import parse_time
from maintext.batch.record import error_record
from maintext.integrations.reading import METADATA, Reader, absent, check_names, stated_values
from maintext.options import Options, changed

if TYPE_CHECKING:
    from datatrove.data import Document

try:
    from datatrove.pipeline.extractors.base import BaseExtractor, ExtractorSandbox
    from datatrove.utils.typeshelper import StatHints
except ModuleNotFoundError:
    BaseExtractor = absent("datatrove", "datatrove")

__all__ = ["MaintextExtractor"]

_WARM_UP = BatchItem(key="", html="<title>One</title><p>One sentence of a few words, and a second one.</p>")
_DIED = "the process ended on this page"


class MaintextExtractor(BaseExtractor):  # type: ignore[misc]
    """Extract the main text of HTML, as a step of a datatrove pipeline.

    Documents without main content, or that cannot be extracted, are dropped, as by datatrove's own
    extractors. They are counted, and written to ``exclusion_writer`` if there is one.

    Parameters
    ----------
    form
        ``text``, ``markdown`` or ``html``.
    timeout
        Time limit for a page in seconds, also for loading the model; the process is replaced after it.
    metadata
        Stated fields of the page to add to the metadata of the document, unless it has one of that name:
        columns of ``maintext batch``; lists are joined into one text.
    exclusion_writer
        Writer for dropped documents, unchanged but for ``maintext_outcome``, ``maintext_error`` and
        ``maintext_reason`` in their metadata.
    **changes
        ``options``, a value of :class:`~maintext.Options`, or its fields by name.

    Raises OptionError: an argument is not allowed; MissingExtraError: datatrove is not installed.
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
        check_names(metadata)
        self._options = changed(changes.pop("options", Options()), changes)
        self._reader = Reader(self._options, changed(BatchOptions(), {"form": form}))
        self.form, self.metadata, self.exclusion_writer = self._reader.form, metadata, exclusion_writer

    def extract(self, text: str) -> str:
        """Return the main text of an HTML page; ``""`` if there is none.

        Raises MaintextError: the page cannot be extracted.
        """
        document = extract(text, options=self._options)
        return str(document.to_dict(forms=(self.form,))[self.form])

    def run(
        self,
        data: Iterable[Document] | None,
        rank: int = 0,
        world_size: int = 1,  # noqa: ARG002 - datatrove gives it
    ) -> Iterator[Document]:
        """Yield the documents that have a main text."""
        with (
            self.exclusion_writer or nullcontext() as writer,
            ExtractorSandbox(timeout=self.timeout, warmup_text=_WARM_UP) as sandbox,
        ):
            for document in data or ():
                self.stat_update(StatHints.total)
                with self.track_time():
                    record = self._extract_record(sandbox, document)
                if record.get(self.form):
                    found = stated_values(record, self.metadata)
                    document.text, document.metadata = record[self.form], found | document.metadata
                    self.stat_update("extracted", StatHints.forwarded)
                    self.update_doc_stats(document)
                    yield document
                else:
                    self._drop_document(document, record, writer, rank)

    def _extract_record(self, sandbox: ExtractorSandbox, document: Document) -> Mapping[str, Any]:
        """Return the record of a document, which may be an error."""
        url, date = (document.metadata.get(name) for name in ("url", "date"))
        item = BatchItem(key="", html=document.text, url=url, fetched=parse_time(date))
        try:
            record: Mapping[str, Any] = sandbox.process_document(item, self._reader.record)
        except TimeoutError:
            reason = f"not done after {self.timeout:g} s; raise timeout to wait longer"
            return error_record(item, Problem("PageTimeout", reason))
        except (EOFError, OSError):
            return error_record(item, Problem("WorkerDied", _DIED))
        return record

    def _drop_document(self, document: Document, record: Mapping[str, Any], writer: Any, rank: int) -> None:
        self.stat_update(StatHints.dropped, f"dropped_{record['error'] or record['outcome']}")
        if writer:
            why = {f"maintext_{name}": record[name] for name in ("outcome", "error", "reason")}
            document.metadata |= {name: value for name, value in why.items() if value}
            writer.write(document, rank)
