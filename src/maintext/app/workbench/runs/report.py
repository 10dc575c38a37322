"""The report of a recipe or a batch as one HTML page that needs nothing else."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from maintext.report import (
    MAX_ROWS,
    N_SAMPLES,
    SAMPLE_CHARACTERS,
    counted,
    failed,
    html_page,
    sample,
    samples,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maintext.app.workbench.runs.folder import RunFolder

__all__ = ["Reported"]

_MOST_FAILURES = 200
_COUNTED = ("outcome", "kind", "language", "source")


class Reported:
    """Counts records as they come, and keeps the failures and some of the others."""

    def __init__(self) -> None:
        self.n_records = self.n_failed = self.n_drifted = self.n_words = 0
        self.counts = {name: Counter[str]() for name in _COUNTED}
        self.drift: Counter[str] = Counter()
        self.failures: list[tuple[str, str]] = []
        self.samples: list[Mapping[str, Any]] = []

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a record."""
        self.n_records += 1
        if record.get("error"):
            self.n_failed += 1
            if len(self.failures) < _MOST_FAILURES:
                self.failures.append((_place(record), str(record["error"])))
            return
        self.n_words += record.get("n_words") or 0
        self.n_drifted += bool(record.get("drift"))
        self.drift.update(record.get("drift") or ())
        for name, counter in self.counts.items():
            if record.get(name):
                counter[str(record[name])] += 1
        self._sample(record)

    def _sample(self, record: Mapping[str, Any]) -> None:
        """Keep the records whose number is a multiple of a step that doubles."""
        if len(self.samples) == 2 * N_SAMPLES:
            self.samples = self.samples[::2]
        n_good = self.n_records - self.n_failed - 1
        step = 1
        while step * 2 * N_SAMPLES <= n_good:
            step *= 2
        if n_good % step == 0:
            short = {"text": (record.get("text") or "")[:SAMPLE_CHARACTERS]}
            names = ("title", "url", "key", "author", "published", "language")
            self.samples.append({name: record.get(name) for name in names} | short)

    @contextmanager
    def written_to(self, folder: RunFolder, request: Mapping[str, Any]) -> Iterator[None]:
        """Write the report at the end, also of what was stopped."""
        try:
            yield
        finally:
            folder.write_text(folder.report, self.page(request["title"]))

    def page(self, title: str) -> str:
        """Return the report."""
        facts = {"records": self.n_records, "failed": self.n_failed, "words": self.n_words}
        if self.n_drifted:
            facts["pages that do not fit the wrapper"] = self.n_drifted
        tables = [("Facts", list(facts.items()))]
        tables += [(f"By {name}", counter.most_common(MAX_ROWS)) for name, counter in self.counts.items()]
        tables.append(("Why pages do not fit", self.drift.most_common(MAX_ROWS)))
        counts = "".join(counted(name, rows) for name, rows in tables)
        failures = failed(
            "Failed", self.failures, ("page", "why"), maximum=_MOST_FAILURES, n_failed=self.n_failed
        )
        return html_page(
            title, [f'<div class="grid">{counts}</div>', failures, samples(map(_sample, self.samples))]
        )


def _sample(record: Mapping[str, Any]) -> str:
    facts = (record[name] for name in ("author", "published", "language"))
    return sample(record["title"], facts, record["text"], _place(record))


def _place(record: Mapping[str, Any]) -> str:
    return str(record.get("url") or record.get("key") or "")
