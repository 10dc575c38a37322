"""A crawl that is run again and again, and says what is new, changed or gone."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from maintext.crawl.site import crawl
from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from maintext.batch.store.database import Store
    from maintext.crawl.counts import CrawlReport

__all__ = ["change_line", "read_period", "watch"]

_PERIOD = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd]?)\Z")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400}
_LEAST_S = 1.0
_MARK = {"new": "+", "changed": "~", "gone": "-"}


def read_period(text: str) -> float:
    """Return the seconds of a time like ``90s``, ``30m``, ``6h`` or ``1d``.

    Raises
    ------
    OptionError
        It is no time, or shorter than a second.
    """
    match = _PERIOD.match(text.strip().lower())
    seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
    if seconds < _LEAST_S:
        raise OptionError(f"{text!r} is no time between runs: write 90s, 30m, 6h or 1d")
    return seconds


def watch(
    urls: str | Sequence[str],
    store: Store,
    every_s: float,
    *,
    n_runs: int = 0,
    sleep: Callable[[float], object] = time.sleep,
    **given: Any,
) -> Iterator[tuple[CrawlReport, list[dict[str, Any]]]]:
    """Crawl on a schedule; give the report and the changes of each run when it ends.

    Parameters
    ----------
    urls, store, given
        As for :func:`maintext.crawl.crawl`.
    every_s
        Seconds from the begin of a run to that of the next; one that takes longer is followed at once.
    n_runs
        Runs in all, 0 for no end. A run that went on after a stop counts as one.
    sleep
        What waits.

    Yields
    ------
    tuple of CrawlReport and list of dict
        The changes as :meth:`~maintext.batch.store.database.Store.changes` gives them. A run that was stopped
        ends the series.
    """
    number = 0
    while True:
        begun = time.monotonic()
        report = crawl(urls, store, **given)
        number += 1
        yield report, store.changes(report.run)
        if report.state == "stopped" or number == n_runs:
            return
        sleep(max(every_s - (time.monotonic() - begun), 0.0))


def change_line(change: dict[str, Any]) -> str:
    """Return a change as a line: ``+`` new, ``~`` changed, ``-`` gone; time, title, address."""
    title = change["title"] or "(no title)"
    before = change["title_before"]
    if change["what"] == "changed" and before and before != title:
        title = f"{title} (before: {before})"
    return f"{_MARK[change['what']]} {change['at']}  {title}  {change['url']}"
