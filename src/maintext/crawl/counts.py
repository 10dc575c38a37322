"""Counts, progress and report of a crawl."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from maintext.batch.progress import duration, pages_per_second

__all__ = ["CrawlCounts", "CrawlProgress", "CrawlReport", "progress_line", "report_lines"]

# Few pages are parts of articles: above this number and share, the report warns.
_MANY_PARTS, _HIGH_SHARE = 10, 0.3


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

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            name: dict(value) if isinstance(value := getattr(self, name), Counter) else value
            for name in self.__dataclass_fields__
        }

    @classmethod
    def of(cls, values: dict[str, Any]) -> CrawlCounts:
        """Return the counts from the result of :meth:`to_dict`."""
        counts = cls()
        for name in cls.__dataclass_fields__:
            if name in values:
                is_counter = isinstance(getattr(counts, name), Counter)
                setattr(counts, name, Counter(values[name]) if is_counter else values[name])
        return counts


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
    # Of a dry run: each URL, with the reason why it would not be fetched, or `""`
    plan: list[tuple[str, str]] = field(default_factory=list)


def progress_line(progress: CrawlProgress) -> str:
    """Format progress as one line: pages, rate, queue, records, errors by kind, time left."""
    counts = progress.counts
    parts = [
        f"{counts.n_pages:,} pages",
        f"{progress.pages_per_second:.1f}/s",
        f"{progress.n_waiting:,} waiting",
        f"{counts.results['record']:,} records",
        f"{counts.errors.total():,} errors{_join_counts(counts.errors.most_common(3))}",
    ]
    if progress.seconds_left is not None:
        parts.append(f"{duration(progress.seconds_left)} left")
    return "  ".join(parts)


def report_lines(report: CrawlReport) -> list[str]:
    """Format a report as lines for people."""
    counts = report.counts
    n_now = counts.n_pages - report.n_pages_before
    rate = pages_per_second(n_now, report.seconds)
    ended = {"finished": "", "limited": " (the limit of pages is reached)"}.get(
        report.state, f" ({report.state})"
    )
    lines = [f"{n_now:,} pages in {duration(report.seconds)} ({rate:.1f} pages/s){ended}"]
    if report.n_pages_before:
        lines.append(
            f"  {report.n_pages_before:,} pages were read before, in {report.n_starts - 1} earlier starts"
        )
    kept = counts.records
    lines.append(
        f"  {report.n_records:,} records in the store: {kept['new']:,} new, {kept['changed']:,} changed,"
        f" {kept['unchanged']:,} unchanged; {report.n_near_duplicates:,} nearly like another one"
    )
    for name, counter in (
        ("pages", counts.results),
        ("left out", counts.left_out),
        ("errors", counts.errors),
        ("links not followed", counts.not_followed),
    ):
        if counter:
            lines.append(f"  {name}: " + ", ".join(f"{what} {n:,}" for what, n in counter.most_common()))
    n_parts, n_content = counts.results["part"], counts.results["part"] + counts.results["record"]
    if n_parts >= _MANY_PARTS and n_parts > _HIGH_SHARE * n_content:
        lines.append(
            f"  warning: {n_parts:,} of {n_content:,} pages with content are no records of their own, but"
            " later parts of other pages; the table frontier of the store says of which (result part, reason)"
        )
    if report.n_waiting:
        lines.append(f"  {report.n_waiting:,} URLs wait: the same command goes on")
    return lines


def _join_counts(pairs: list[tuple[str, int]]) -> str:
    return f" ({', '.join(f'{name} {n:,}' for name, n in pairs)})" if pairs else ""
