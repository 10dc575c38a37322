"""Render the report of a crawl as a self-contained HTML page."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from maintext.batch.progress import duration
from maintext.batch.store import frontier
from maintext.report import N_SAMPLES, counted, failed, html_page, sample, samples, table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.batch.store.database import Store
    from maintext.crawl.counts import CrawlReport

__all__ = ["report_page"]

_MAX_FAILURES = 500
_BY_DAY = "Records by day"


def report_page(store: Store, report: CrawlReport) -> str:
    """Return the report: counts by day, source, language and kind, failures, some records."""
    run = next(run for run in store.runs() if run["id"] == report.run)
    title = f"Crawl of {', '.join(run['seeds'][:1])}"
    counts = report.counts
    facts = {
        "state": report.state, "began": run["started"], "ended": run["ended"], "starts": report.n_starts,
        "time": duration(run["seconds"] or report.seconds), "requests": f"{counts.n_requests:,}",
        "pages read": f"{counts.n_pages:,}", "records in the store": f"{report.n_records:,}",
        "new": counts.records["new"], "changed": counts.records["changed"],
        "unchanged": counts.records["unchanged"], "gone": counts.records["gone"],
        "near-duplicates": report.n_near_duplicates, "URLs that wait": report.n_waiting,
    }  # fmt: skip
    tables = [
        (_BY_DAY, _count_days(store)),
        ("by source", store.counts("source")),
        ("by language", store.counts("language")),
        ("by kind", store.counts("kind")),
        ("Pages", counts.results),
        ("Left out", counts.left_out),
        ("Errors", counts.errors),
        ("Links not followed", counts.not_followed),
    ]
    counts_shown = "".join(counted(name, _sort_counts(name, values), bars=True) for name, values in tables)
    return html_page(
        title,
        [
            table(facts.items()),
            f'<div class="grid">{counts_shown}</div>',
            _failure_table(store, report.run),
            _sample_records(store),
        ],
    )


def _count_days(store: Store) -> dict[str, int]:
    """Count records by day of publication, latest first."""
    by_day: dict[str, int] = {}
    for moment, n in store.counts("published").items():
        by_day[moment[:10]] = by_day.get(moment[:10], 0) + n
    return dict(sorted(by_day.items(), reverse=True))


def _sort_counts(name: str, values: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return days in their order, everything else by count."""
    return list(values.items()) if name == _BY_DAY else sorted(values.items(), key=lambda row: -row[1])


def _failure_table(store: Store, run: int) -> str:
    with store.transaction() as connection:
        found = list(islice(frontier.failures(connection, run), _MAX_FAILURES + 1))
    rows = [(one["error"], one["url"], one["reason"] or "", one["discovered_from"] or "") for one in found]
    head = ("what", "URL", "why", "found on")
    return failed("Failed or refused", rows, head, maximum=_MAX_FAILURES, n_failed=len(found))


def _sample_records(store: Store) -> str:
    """Render records spread over the whole table."""
    step = max(store.n_records() // N_SAMPLES, 1)
    return samples(map(_sample_record, islice(store.records(), 0, step * N_SAMPLES, step)))


def _sample_record(record: Mapping[str, Any]) -> str:
    facts = (record[name] for name in ("author", "published", "source", "language", "kind"))
    return sample(record["title"], facts, record["text"], record["url"])
