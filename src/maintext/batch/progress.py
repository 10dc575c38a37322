"""Counts, progress and report of a batch."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from maintext.batch.item import LOSSES

__all__ = [
    "BatchProgress", "BatchReport", "Meter", "ShardCounts", "TellProgress", "duration", "error_lines",
    "loss_line", "pages_per_second", "progress_line", "report_lines", "skipped_lines",
]  # fmt: skip

_NOTE_S = 0.1


def pages_per_second(n_pages: int, seconds: float) -> float:
    """Return the rate; 0 before any time has passed."""
    return n_pages / seconds if seconds > 0 else 0.0


def duration(seconds: float) -> str:
    """Format a duration: ``2 h 5 min``, ``3 min 20 s``, ``8 s``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@dataclass(slots=True)
class ShardCounts:
    """Numbers of pages by outcome and by kind of error."""

    # Pages by outcome; the values add up to all pages
    outcomes: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)  # pages with the outcome `error`, by kind
    # The first of each kind; none of an earlier run
    reasons: dict[str, str] = field(default_factory=dict, compare=False)

    @property
    def n_pages(self) -> int:
        """Number of all pages."""
        return self.outcomes.total()

    @property
    def n_errors(self) -> int:
        """Number of error pages."""
        return self.errors.total()

    @property
    def n_lost(self) -> int:
        """Number of errors that mean that pages are missing; all if every page is an error."""
        if self.n_errors and self.n_errors == self.n_pages:
            return self.n_errors
        return sum(self.errors[kind] for kind in LOSSES)

    def add(self, outcome: str, error: str | None, reason: str | None = None) -> None:
        """Count one page."""
        self.outcomes[outcome] += 1
        if error is not None:
            self.errors[error] += 1
            self.reasons.setdefault(error, reason or "")

    def update(self, other: ShardCounts) -> None:
        """Add other counts."""
        self.outcomes.update(other.outcomes)
        self.errors.update(other.errors)
        self.reasons = other.reasons | self.reasons


@dataclass(slots=True, kw_only=True)
class BatchProgress:
    """State of a running batch."""

    counts: ShardCounts  # finished pages, including those of the run that was resumed
    n_pages_before: int = 0  # pages finished by the earlier run
    seconds: float = 0.0  # time since the start of this run
    share: float | None = None  # share of the input that is read, 0 to 1; `None` if its size is unknown
    share_before: float = 0.0  # share that was read at the first report of this run

    @property
    def pages_per_second(self) -> float:
        """Rate of this run."""
        return pages_per_second(self.counts.n_pages - self.n_pages_before, self.seconds)

    @property
    def seconds_left(self) -> float | None:
        """Estimated remaining time at the current rate; ``None`` if unknown."""
        if self.share is None or self.share <= self.share_before:
            return None
        return self.seconds * (1 - self.share) / (self.share - self.share_before)


TellProgress = Callable[[BatchProgress], None]


@dataclass(slots=True, kw_only=True)
class BatchReport:
    """The outcome of a batch."""

    output: Path  # the file or folder
    counts: ShardCounts = field(default_factory=ShardCounts)  # pages by outcome and by kind of error
    skipped: Counter[str] = field(default_factory=Counter)  # records that are no page, by reason
    n_pages_before: int = 0  # pages finished by an earlier run
    seconds: float = 0.0  # duration of this run
    was_complete: bool = False  # true if nothing was left to do

    @property
    def n_read(self) -> int:
        """Number of records read: those skipped, and the pages."""
        return self.skipped.total() + self.counts.n_pages

    def leave_out(self, dropped: Counter[str]) -> None:
        """Count pages that joining left out, by reason, as skipped instead of found."""
        self.skipped.update(dropped)
        self.counts.outcomes["found"] -= dropped.total()
        self.counts.outcomes += Counter()  # without zeros
        self.n_pages_before = min(self.n_pages_before, self.counts.n_pages)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain values; identical for every run over the same input."""
        counts = {"skipped": self.skipped, "outcomes": self.counts.outcomes, "errors": self.counts.errors}
        by_name = {name: dict(sorted(n.items())) for name, n in counts.items()}
        return {"n_read": self.n_read, "n_pages": self.counts.n_pages, **by_name}


class Meter:
    """Counts the pages of a run and reports the progress a few times a second.

    ``done`` are the counts of the shards finished earlier; ``share`` returns the share of the input that is
    read, or ``None``.
    """

    def __init__(
        self, done: Iterable[ShardCounts], share: Callable[[], float | None], tell: TellProgress | None
    ) -> None:
        counts = ShardCounts()
        for one in done:
            counts.update(one)
        self._progress = BatchProgress(counts=counts, n_pages_before=counts.n_pages)
        self._share, self._tell = share, tell
        self._started, self._next_note = time.monotonic(), 0.0

    def add(self, counts: ShardCounts) -> None:
        """Count finished pages."""
        self._progress.counts.update(counts)
        self.note()

    def add_page(self, outcome: str, error: str | None, reason: str | None) -> None:
        """Count one finished page."""
        self._progress.counts.add(outcome, error, reason)
        self.note()

    def note(self, *, at_once: bool = False) -> None:
        """Report the progress if a report is due."""
        now = time.monotonic()
        if self._tell is not None and (at_once or now >= self._next_note):
            self._progress.seconds, self._progress.share = now - self._started, self._share()
            if not self._next_note:
                self._progress.share_before = self._progress.share or 0.0
            self._next_note = now + _NOTE_S
            self._tell(self._progress)

    def report(self, output: Path, skipped: Iterable[Counter[str]]) -> BatchReport:
        """Return the report of the run; ``skipped`` has the skipped records of each source."""
        counts, n_before = self._progress.counts, self._progress.n_pages_before
        seconds = time.monotonic() - self._started
        n_skipped = sum(skipped, Counter())
        return BatchReport(
            output=output, counts=counts, skipped=n_skipped, n_pages_before=n_before, seconds=seconds
        )


def progress_line(progress: BatchProgress) -> str:
    """Format progress as one line: pages, rate, errors, share and time left."""
    counts = progress.counts
    line = f"{counts.n_pages:,} pages  {progress.pages_per_second:.1f} pages/s  {counts.n_errors:,} errors"
    if progress.share is not None:
        line += f"  {progress.share:.1%}"
    if progress.seconds_left is not None:
        line += f"  {duration(progress.seconds_left)} left"
    return line


def report_lines(report: BatchReport) -> list[str]:
    """Format a report as lines for people."""
    if report.was_complete:
        return [f"{report.output} is complete already: {report.counts.n_pages:,} pages"]
    counts, n_new = report.counts, report.counts.n_pages - report.n_pages_before
    rate = pages_per_second(n_new, report.seconds)
    lines = [
        f"{counts.n_pages:,} pages to {report.output} in {duration(report.seconds)} ({rate:.1f} pages/s)"
    ]
    if report.n_pages_before:
        lines.append(f"  {report.n_pages_before:,} of them were done before")
    lines += [f"  {name}: {n:,}" for name, n in counts.outcomes.most_common()]
    return [*lines, *error_lines(counts), *skipped_lines(report.skipped, report.n_read)]


def error_lines(counts: ShardCounts) -> list[str]:
    """Return a line for each kind of error: how many pages, and the first reason."""
    lines = []
    for name, n in counts.errors.most_common():
        reason = counts.reasons.get(name)
        lines.append(f"    {name}: {n:,}; {reason}" if reason else f"    {name}: {n:,}")
    return lines


def skipped_lines(skipped: Counter[str], n_read: int) -> list[str]:
    """Return a line that says how many of ``n_read`` records were left out, and one for each reason."""
    if not (n_skipped := skipped.total()):
        return []
    reasons = [f"    {name}: {n:,}" for name, n in skipped.most_common()]
    return [f"  {n_skipped:,} of {n_read:,} records are not pages, or duplicates: left out", *reasons]


def loss_line(counts: ShardCounts) -> str:
    """Return the warning about damaged records and sources not read to the end, one or more."""
    if counts.n_lost == counts.n_pages:
        return "no page could be read: see the reasons in the rows"
    places = "1 place" if counts.n_lost == 1 else f"{counts.n_lost:,} places"
    return (
        f"the input cannot be read in {places}, and pages are missing: see the rows with the error"
        f" {' or '.join(LOSSES)}"
    )
