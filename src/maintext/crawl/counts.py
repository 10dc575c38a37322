"""Counts, progress and report of a crawl; the report as lines, and as a self-contained HTML page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from maintext.batch.progress import duration, pages_per_second
from maintext.report import N_SAMPLES, counted, failed, html_page, sample, samples, table

if TYPE_CHECKING:  # imported on first use
    from maintext.batch.store.database import Store

__all__ = [
    "CrawlCounts", "CrawlProgress", "CrawlReport", "progress_line", "report_lines", "report_page",
    "why_failed",
]  # fmt: skip

# Few pages are parts of articles: above this number and share, the report warns.
_MANY_PARTS, _HIGH_SHARE = 10, 0.3
_MAX_FAILURES = 500
_NOT_OWN = {
    "shared": "pages share the canonical URL of another article: each is stored with its own URL",
    "same": "pages have the title and text of another, and its URL but for the query: they are one record",
    "copied": "pages are error pages, or show the same as another one: earlier records of theirs are kept",
    "unclicked": "lists show more by a button that was not clicked, named in their column reason:"
    " use --render always and --click",
    "cut": "records lack a later part that could not be read: their column reason names it",
}
_ARTICLES = ("record", "left out", "part", "noindex", "not modified")  # results of pages that have a text
_SAMPLE_FACTS = ("author", "published", "source", "language", "kind")


@dataclass(slots=True)
class CrawlCounts:
    """Counts of one run, over all its starts."""

    n_requests: int = 0  # requests sent, including robots.txt, sitemaps, feeds and retries
    n_pages: int = 0  # pages that were read
    n_bytes: int = 0  # bytes of their bodies
    # Pages by result: `record`, `index`, `redirect` …
    results: Counter[str] = field(default_factory=Counter)
    # Records by `new`, `changed` and `unchanged`
    records: Counter[str] = field(default_factory=Counter)
    # Records that were not stored, by reason: kind, language, date …
    left_out: Counter[str] = field(default_factory=Counter)
    # URLs that failed or were refused, by kind of error
    errors: Counter[str] = field(default_factory=Counter)
    not_followed: Counter[str] = field(default_factory=Counter)  # links that were not followed, by reason
    # With a wrapper: records it fits and does not fit
    wrapped: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {name: dict(one) if isinstance(one, Counter) else one for name, one in values.items()}

    @classmethod
    def of(cls, values: dict[str, Any]) -> CrawlCounts:
        """Return the counts from the result of :meth:`to_dict`, which may have other values too."""
        known: dict[str, Any] = {name: values[name] for name in cls.__dataclass_fields__ if name in values}
        known |= {name: Counter(one) for name, one in known.items() if isinstance(one, dict)}
        return cls(**known)


@dataclass(slots=True, kw_only=True)
class CrawlProgress:
    """State of a running crawl."""

    counts: CrawlCounts  # counts of the run, over all its starts
    n_pages_before: int = 0  # pages read by earlier starts
    n_waiting: int = 0  # number of waiting URLs
    seconds: float = 0.0  # time since this start
    max_pages: int = 0  # limit of pages, 0 for none

    @property
    def pages_per_second(self) -> float:
        """Rate of this start."""
        return pages_per_second(self.counts.n_pages - self.n_pages_before, self.seconds)

    @property
    def seconds_left(self) -> float | None:
        """Estimated time for the known waiting URLs; more may be found. ``None`` if unknown."""
        n_left = self.n_waiting
        if self.max_pages:
            n_left = min(n_left, max(self.max_pages - self.counts.n_pages, 0))
        return n_left / self.pages_per_second if self.pages_per_second else None


@dataclass(slots=True, kw_only=True)
class CrawlReport:
    """The outcome of a crawl."""

    run: int  # number of the run in the store
    state: str  # `finished`; `limited` by `max_pages`; `stopped` by the user, and can be resumed
    counts: CrawlCounts  # counts of the run, over all its starts
    seconds: float  # duration of this start
    n_pages_before: int = 0  # pages read by earlier starts
    n_starts: int = 1  # number of starts
    n_records: int = 0  # records in the store
    n_near_duplicates: int = 0  # records whose text nearly equals that of another one
    n_waiting: int = 0  # number of URLs that still wait
    # Start pages that could not be read, with the reasons
    unread: dict[str, str] = field(default_factory=dict)
    is_any_read: bool = True  # true if a start page was read or still waits
    # Why the run failed though a start page was read, `""` if it did not
    failure: str = ""
    # Sitemaps, feeds and next pages of lists that this start could not read, with the reasons
    lost: dict[str, str] = field(default_factory=dict)
    n_not_found: int = 0  # records of earlier runs that a finished run did not find
    # Of a dry run: each URL, with the reason why it would not be fetched, or `""`
    plan: list[tuple[str, str]] = field(default_factory=list)
    # With a wrapper: how the records differ from what it and earlier runs let expect, as sentences
    drift: list[str] = field(default_factory=list)


def why_failed(counts: CrawlCounts, *, is_whole: bool) -> str:
    """Return why a run failed though a start page was read, ``""`` if it did not.

    Most pages could not be read, or none had a text; in a run that read the whole site, lists alone are no
    text either. Pages that were not there (404, 410) in an earlier run do not count: those of a site that
    removes its old articles become more with time.
    """
    results = counts.results
    n_articles = sum(results[name] for name in _ARTICLES)
    n_read = n_articles + results["index"] + results["no content"]
    if (n_lost := results["failed"]) > n_read:
        said = f"{n_lost:,} of {n_lost + n_read:,} pages could not be read"
        return f"{said}; --report FILE.html says which and why"
    has_text = n_articles or (results["index"] and not is_whole)
    if has_text or not n_read:
        return ""
    return (
        f"none of {n_read:,} pages had a text of its own; the site may be down, or scripts fill its pages:"
        " try again later, or with --render auto"
    )


def progress_line(progress: CrawlProgress) -> str:
    """Format progress as one line: pages, rate, queue, records, errors by kind, time left."""
    counts = progress.counts
    errors = ", ".join(f"{name} {n:,}" for name, n in counts.errors.most_common(3))
    left = "" if progress.seconds_left is None else f"  {duration(progress.seconds_left)} left"
    return (
        f"{counts.n_pages:,} pages  {progress.pages_per_second:.1f}/s  {progress.n_waiting:,} waiting"
        f"  {counts.results['record']:,} records"
        f"  {counts.errors.total():,} errors{f' ({errors})' if errors else ''}{left}"
    )


def report_lines(report: CrawlReport) -> list[str]:
    """Format a report as lines for people."""
    counts = report.counts
    n_now = counts.n_pages - report.n_pages_before
    rate = pages_per_second(n_now, report.seconds)
    known = {"finished": "", "limited": " (the limit of pages is reached)"}
    ended = known.get(report.state, f" ({report.state})")
    lines = [f"{n_now:,} pages in {duration(report.seconds)} ({rate:.1f} pages/s){ended}"]
    if n_before := report.n_pages_before:
        lines.append(f"  {n_before:,} pages were read before, in {report.n_starts - 1} earlier starts")
    kept = counts.records
    lines.append(
        f"  {report.n_records:,} records in the store: {kept['new']:,} new, {kept['changed']:,} changed,"
        f" {kept['unchanged']:,} unchanged; {report.n_near_duplicates:,} nearly like another one"
    )
    by_name = {"pages": counts.results, "left out": counts.left_out, "errors": counts.errors}
    for name, counter in (by_name | {"links not followed": counts.not_followed}).items():
        if counter:
            lines.append(f"  {name}: " + ", ".join(f"{what} {n:,}" for what, n in counter.most_common()))
    n_parts, n_content = counts.results["part"], counts.results["part"] + counts.results["record"]
    if n_parts >= _MANY_PARTS and n_parts > _HIGH_SHARE * n_content:
        lines.append(
            f"  warning: {n_parts:,} of {n_content:,} pages with content are no records of their own, but"
            " later parts of other pages; the table frontier of the store says of which (result part, reason)"
        )
    if n_other := counts.wrapped["other"]:
        n_read = counts.wrapped.total()
        lines.append(
            f"  {n_other:,} of {n_read:,} records do not fit the wrapper; their field drift says why"
        )
    lines += _lost_lines(report)
    if report.n_waiting:
        lines.append(f"  {report.n_waiting:,} URLs wait: the same command goes on")
    if report.drift:
        lines.append("  the records are not as expected: " + "; ".join(report.drift))
    return lines


def _lost_lines(report: CrawlReport) -> list[str]:
    """Return lines about pages that share a record or URL, records cut or not found, and lists not read."""
    kept = report.counts.records
    lines = [f"  {kept[what]:,} {why}" for what, why in _NOT_OWN.items() if kept[what]]
    if report.n_not_found:
        n_before = report.n_records - kept["new"]
        lines.append(f"  {report.n_not_found:,} of {n_before:,} records of earlier runs were not found")
    lost = report.lost.items()
    return lines + [f"  the list {url} could not be read to its end: {reason}" for url, reason in lost]


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
    by_day: Counter[str] = Counter()
    for moment, n in store.counts("published").items():
        by_day[moment[:10]] += n
    shown = counted("Records by day", sorted(by_day.items(), reverse=True), bars=True)
    tables = {f"by {name}": store.counts(name) for name in ("source", "language", "kind")}
    tables |= {"Pages": counts.results, "Left out": counts.left_out, "Errors": counts.errors}
    for name, values in (tables | {"Links not followed": counts.not_followed}).items():
        shown += counted(name, sorted(values.items(), key=lambda row: -row[1]), bars=True)
    grid = f'<div class="grid">{shown}</div>'
    failures = _failure_table(store, report.run)
    return html_page(title, [table(facts.items()), grid, failures, _sample_records(store)])


def _failure_table(store: Store, run: int) -> str:
    from maintext.batch.store import frontier  # noqa: PLC0415 - loads SQLAlchemy

    with store.transaction() as connection:
        found = list(islice(frontier.failures(connection, run), _MAX_FAILURES + 1))
    rows = [(one["error"], one["url"], one["reason"] or "", one["discovered_from"] or "") for one in found]
    head = ("what", "URL", "why", "found on")
    return failed("Failed or refused", rows, head, maximum=_MAX_FAILURES, n_failed=len(found))


def _sample_records(store: Store) -> str:
    """Render records spread over the whole table."""
    step = max(store.n_records() // N_SAMPLES, 1)
    return samples(
        sample(record["title"], [record[name] for name in _SAMPLE_FACTS], record["text"], record["url"])
        for record in islice(store.records(), 0, step * N_SAMPLES, step)
    )
