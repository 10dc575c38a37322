"""The report of a recipe or a batch as one HTML page that needs nothing else."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from maintext.serve.runs.folder import RunFolder

__all__ = ["Reported"]

_MOST_FAILURES, _N_SAMPLES, _SAMPLE_CHARACTERS, _MOST_ROWS = 200, 12, 400, 40
_COUNTED = ("outcome", "kind", "language", "source")
_STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:1.6rem}table{border-collapse:collapse}
td,th{padding:.15rem .8rem .15rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
td.n{text-align:right;font-variant-numeric:tabular-nums}
.grid{display:flex;flex-wrap:wrap;gap:0 3rem}
article{border-left:3px solid #ccc;padding-left:1rem;margin:1rem 0}
h3{font-size:1rem;margin:0}small,.u{color:#666;overflow-wrap:anywhere}"""


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
        if len(self.samples) == 2 * _N_SAMPLES:
            self.samples = self.samples[::2]
        n_good = self.n_records - self.n_failed - 1
        step = 1
        while step * 2 * _N_SAMPLES <= n_good:
            step *= 2
        if n_good % step == 0:
            short = {"text": (record.get("text") or "")[:_SAMPLE_CHARACTERS]}
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
        tables += [(f"By {name}", counter.most_common(_MOST_ROWS)) for name, counter in self.counts.items()]
        tables.append(("Why pages do not fit", self.drift.most_common(_MOST_ROWS)))
        body = "".join(_counted(name, rows) for name, rows in tables)
        return (
            f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
            f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>'
            f'<h1>{escape(title)}</h1><div class="grid">{body}</div>{self._failed()}{self._some()}'
            "</body></html>\n"
        )

    def _failed(self) -> str:
        if not self.failures:
            return ""
        rows = "".join(
            f"<tr><td>{escape(where)}</td><td>{escape(why)}</td></tr>" for where, why in self.failures
        )
        more = (
            f"<small>only the first {_MOST_FAILURES} are shown</small>"
            if self.n_failed > _MOST_FAILURES
            else ""
        )
        return f"<h2>Failed</h2><table><tr><th>page</th><th>why</th></tr>{rows}</table>{more}"

    def _some(self) -> str:
        return "<h2>Some records</h2>" + "".join(map(_sample, self.samples)) if self.samples else ""


def _counted(name: str, rows: Iterable[tuple[str, int]]) -> str:
    cells = "".join(f'<tr><td>{escape(what)}</td><td class="n">{n:,}</td></tr>' for what, n in rows)
    return f"<section><h2>{escape(name)}</h2><table>{cells}</table></section>" if cells else ""


def _sample(record: Mapping[str, Any]) -> str:
    about = " · ".join(str(record[name]) for name in ("author", "published", "language") if record[name])
    return (
        f"<article><h3>{escape(record['title'] or '(no title)')}</h3><small>{escape(about)}</small>"
        f'<p>{escape(record["text"])}</p><p class="u">{escape(_place(record))}</p></article>'
    )


def _place(record: Mapping[str, Any]) -> str:
    return str(record.get("url") or record.get("key") or "")
