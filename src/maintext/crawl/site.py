"""Crawl a site into a store, once or on a schedule."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from maintext.crawl.counts import CrawlProgress, CrawlReport, why_failed
from maintext.crawl.options import CrawlOptions
from maintext.crawl.scope import normalize_url
from maintext.errors import MissingExtraError, OptionError
from maintext.options import Options, changed
from maintext.sites.wrapper import names_outside_table, read_wrapper

if TYPE_CHECKING:  # imported on first use
    from maintext.batch.store.database import Store

__all__ = ["change_line", "crawl", "read_period", "watch"]

_DEFAULT = CrawlOptions()


def crawl(  # noqa: PLR0913 - each is one thing to say
    urls: str | Sequence[str],
    store: Store,
    options: CrawlOptions = _DEFAULT,
    *,
    extraction: Options | None = None,
    render: Callable[[str, bytes], bytes | None] | None = None,
    progress: Callable[[CrawlProgress], None] | None = None,
    dry_run: bool = False,
    **changes: Any,
) -> CrawlReport:
    """Crawl sites, and store a record of each content page.

    A run that was stopped, killed or limited is resumed. After a finished one, the next run fetches
    everything again, adds new records and updates changed ones. It sends conditional requests where the
    server gave an ETag or Last-Modified.

    Parameters
    ----------
    urls
        Start pages, ``http://`` or ``https://``; ``https://`` if neither is given.
    store
        From :func:`maintext.batch.store.open_store`. One crawl uses it at a time.
    options, changes, extraction
        Options of the crawl, changes by name (``max_pages=100``), and options of :func:`maintext.extract`.
    render
        Renders a page in a browser: called in a thread with the URL and the fetched body; returns UTF-8
        HTML, or ``None`` to use the page as fetched.
    progress
        Called a few times a second.
    dry_run
        Fetch only robots.txt, sitemaps, feeds and the start pages and store no record. ``report.plan`` lists
        what would be fetched, and what not and why. Use a separate store, e.g. ``open_store("sqlite://")``.

    The report counts pages and hosts that failed, which raise no exception, and lists unread start pages.

    Raises OptionError: a URL or an option is wrong; MissingExtraError: Scrapy is not installed; MethodError:
    a worker process ended before it was ready for work; InputError: another crawl uses the store, or it
    cannot be read or written any more; MaintextError: another crawl runs in this process.

    With ``n_processes`` above 0, a script needs ``if __name__ == "__main__":``, as for all of
    :mod:`multiprocessing`. Ctrl-C stores the pages under way, except those that are being rendered, and
    returns the state ``stopped``.
    """
    options = changed(options, changes) if changes else options
    seeds = _start_pages([urls] if isinstance(urls, str) else urls)
    # Scrapy and SQLAlchemy are extras, loaded only to crawl.
    from maintext.batch.page_filter import load_filter  # noqa: PLC0415
    from maintext.crawl.engine import run_session  # noqa: PLC0415
    from maintext.crawl.links import seed_urls  # noqa: PLC0415
    from maintext.crawl.reactor import lib  # noqa: PLC0415
    from maintext.crawl.read import SHOWN  # noqa: PLC0415
    from maintext.crawl.session import Session  # noqa: PLC0415
    from maintext.crawl.workers import CrawlWorkers  # noqa: PLC0415

    if lib is None:
        raise MissingExtraError("Scrapy", "crawl")
    if options.filter_file:
        load_filter(options.filter_file).check_labels(options.keep)
    wrapper = read_wrapper(options.wrapper) if options.wrapper else None
    asked = dataclasses.asdict(options) | ({"fields": names_outside_table(wrapper, SHOWN)} if wrapper else {})
    start = time.monotonic()
    with store.reserved():
        run = store.begin_run(seed_urls(seeds, options), asked, refetch=options.refetch)
        session = Session(store, run, seeds, options, dry_run=dry_run, wrapper=wrapper)
        workers = CrawlWorkers(options, extraction or Options(), wrapper=wrapper)
        try:
            with store.named_in_errors():
                state = run_session(
                    session, workers, render, lambda: progress(session.progress()) if progress else None
                )
        finally:
            workers.close()
        if state == "finished":
            session.keep_expected()
        store.end_run(run, state)
        unread = store.why_not_read(seeds)
        is_whole = state == "finished" and options.refetch == "all" and not dry_run
        return CrawlReport(
            run=run.id, state=state, counts=session.counts, n_records=store.n_records(),
            n_near_duplicates=0 if dry_run else store.group_near_duplicates(), n_starts=run.n_starts,
            seconds=time.monotonic() - start, n_pages_before=session.n_pages_before,
            n_waiting=max(session.n_waiting, 0), unread=unread, is_any_read=len(unread) < len(set(seeds)),
            failure=why_failed(session.counts, is_whole=is_whole) if len(unread) < len(set(seeds)) else "",
            lost=session.lost, n_not_found=store.n_not_found(run) if is_whole else 0,
            plan=sorted(session.links.plan.items()),
            drift=session.wrapped.drift if session.wrapped else [],
        )  # fmt: skip


def _start_pages(urls: Sequence[str]) -> list[str]:
    if not urls:
        raise OptionError("nothing to crawl: give the URL of a site")
    found = [normalize_url(url.strip() if "://" in url else f"https://{url.strip()}") for url in urls]
    if "" in found:
        wrong = urls[found.index("")]
        raise OptionError(f"{wrong!r} is not a URL that can be crawled: give one like https://example.org/")
    return found


_PERIOD = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd]?)\Z")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400}
_MIN_PERIOD_S = 1.0
_MARK = {"new": "+", "changed": "~", "gone": "-"}


def read_period(text: str) -> float:
    """Convert a period like ``90s``, ``30m``, ``6h`` or ``1d`` to seconds.

    Raises OptionError: the text is no period, or is shorter than a second.
    """
    match = _PERIOD.match(text.strip().lower())
    seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
    if seconds < _MIN_PERIOD_S:
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
    """Crawl on a schedule; yield the report and the changes of each run when it ends.

    Runs start ``every_s`` seconds apart; a longer one is followed at once. ``n_runs`` 0 is no limit; a
    resumed run counts as one, a stopped one is the last. The changes are those of
    :meth:`~maintext.batch.store.database.Store.changes`.
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
    """Format a change as a line: ``+`` new, ``~`` changed, ``-`` gone; time, title, URL."""
    title = change["title"] or "(no title)"
    before = change["title_before"]
    if change["what"] == "changed" and before and before != title:
        title = f"{title} (before: {before})"
    return f"{_MARK[change['what']]} {change['at']}  {title}  {change['url']}"
