"""One crawl between the network and the store: the next URL to fetch, and the result of each answer.

It does not depend on Scrapy. A kill loses nothing: a URL waits in the store until its record, its links
and its result are written in one transaction.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterable
from functools import cache
from typing import Any

from maintext.batch.page_filter import load_filter
from maintext.batch.record import is_in_languages
from maintext.batch.store import frontier
from maintext.batch.store.database import Run, Store
from maintext.batch.store.frontier import DONE, FAILED, REFUSED, WAITING, Fate, FrontierUrl
from maintext.batch.store.identity import ErrorPages
from maintext.classify.model.kind import INDEX_KINDS
from maintext.crawl.counts import CrawlCounts, CrawlProgress
from maintext.crawl.feeds import FeedEntries
from maintext.crawl.links import ENDLESS, NEXT, Links
from maintext.crawl.options import CrawlOptions
from maintext.crawl.read import AnswerReading
from maintext.crawl.scope import A_FILE, Scope, normalize_url
from maintext.crawl.wrapped import WrappedRecords
from maintext.html.urls import absolute_url
from maintext.html.word_overlap import split_words
from maintext.sites.wrapper import Wrapper

__all__ = ["Session", "why_left_out"]

_BUFFER = 200  # URLs read from the frontier at a time
_FLUSH_PAGES, _FLUSH_S = 64, 1.0
_COUNT_S = 2.0  # between two exact counts of what waits
_REDIRECT_LOOK_BACK = 20
_SHORT = 100  # words of a text whose numbers are looked at


class Session:
    """State of a running crawl; ``seeds`` are the normalized start pages.

    A dry run fetches robots.txt, sitemaps, feeds and start pages only.
    """

    def __init__(
        self, store: Store, run: Run, seeds: Iterable[str], options: CrawlOptions, *, dry_run: bool,
        wrapper: Wrapper | None = None,
    ) -> None:  # fmt: skip
        self.store, self.run, self.options, self.dry_run = store, run, options, dry_run
        self.counts = CrawlCounts.of(run.counts)
        self.scope = Scope.of(options, [*seeds, *run.counts.get("hosts", ())])
        self._widened: list[str] = list(run.counts.get("hosts", ()))
        self.links = Links(options, self.scope, self.counts, dry_run=dry_run)
        self.wrapped = WrappedRecords(wrapper, store.runs()[:-1]) if wrapper else None
        self._started = time.monotonic()
        self.n_pages_before = self.counts.n_pages
        self._buffer: deque[FrontierUrl] = deque()
        self._taken: set[int] = set()  # ids of rows that are with the network, or not yet written
        self._fates: list[Fate] = []
        self._records: list[dict[str, Any]] = []
        self._unchanged: list[str] = []
        self._gone: list[str] = []
        self._to_free: list[int] = []
        self._errors = ErrorPages()
        self._feeds: set[int] = set()  # hashes of the entries of feeds that have a next page
        self._moved: dict[str, str] = {}  # first URLs of redirects, by their targets
        self._flushed = time.monotonic()
        self._n_pages_taken = 0
        self._counted = 0.0
        self.n_waiting = 0
        self.lost: dict[str, str] = {}  # sitemaps, feeds and next pages that cannot be read, with the reasons
        self.count_waiting()

    # -- what comes next ------------------------------------------------------------------------------

    def next_url(self) -> FrontierUrl | None:
        """Return the next URL to fetch; ``None`` while there is none."""
        while True:
            if not self._buffer and not self._fill_buffer():
                return None
            is_page = self._buffer[0].role == "page"
            if is_page and self.is_limited():
                return None
            entry = self._buffer.popleft()
            # Options may be others than when it was found.
            reason = self.scope.why_not(entry.url) if is_page else ""
            # A start page may be a feed in JSON or a packed sitemap.
            if reason and (reason != A_FILE or entry.discovered_from):
                self.refuse(entry, reason)
            elif is_page and self.links.is_endless(entry):
                self.links.skip(entry.url, ENDLESS)
                self._finish_url(entry, REFUSED, error=ENDLESS, reason=ENDLESS)
            else:
                self._n_pages_taken += is_page
                return entry

    def is_done(self) -> bool:
        """Write what is buffered; return True if no URL waits that may be fetched."""
        self.flush()
        return self.is_limited() or (not self._buffer and not self._fill_buffer())

    def is_limited(self) -> bool:
        """Return True if the limit of pages is reached."""
        limit = self.options.max_pages
        return bool(limit) and self._n_pages_taken + self.n_pages_before >= limit

    def _fill_buffer(self) -> bool:
        if self.is_limited():
            return False
        self.flush()
        with self.store.transaction() as connection:
            rows = frontier.waiting(connection, _BUFFER, self._taken)
        if self.dry_run:
            rows = [row for row in rows if row.role != "page" or row.depth == 0]
        self._taken.update(row.id for row in rows)
        self._buffer.extend(rows)
        return bool(rows)

    # -- what becomes of it ---------------------------------------------------------------------------

    def take_page(
        self, entry: FrontierUrl, reading: AnswerReading, status: int, n_bytes: int, headers: dict[str, str]
    ) -> None:
        """Store the record and the links of a page."""
        self.counts.n_pages += 1
        self.counts.n_bytes += n_bytes
        if reading.error:
            self.fail(entry, reading.error, reading.reason or "", status)
            return
        record = reading.record
        keep, links = self._judge_record(entry, reading), self.links.in_scope(reading.links)
        text, n_words = (int(record["fingerprint"], 16), _count_news(record)) if record and keep else (0, 0)
        self.links.follow(entry, links, text, n_words)
        page_key = None
        if record and keep:
            record["status"] = status
            record["canonical_url"] = normalize_url(record["canonical_url"]) or entry.url
            self._records.append(record)
            self.counts.records["cut"] += record["reason"] is not None
            if self.wrapped is not None:
                is_other = "drift" in record["fields"]
                self.counts.wrapped["other" if is_other else "fits"] += 1
                before = self.store.record(record["canonical_url"]) if is_other else None
                self.wrapped.add(record, reading.repeated, before)
            page_key = FrontierUrl(url=record["canonical_url"]).key
        self.counts.results[reading.result] += 1
        self.counts.records["unclicked"] += reading.result == "index" and reading.reason is not None
        validators = {"etag": headers.get("etag"), "last_modified": headers.get("last-modified")}
        told = {"result": reading.result, "reason": reading.reason, "status": status, "page_key": page_key}
        self._finish_url(entry, DONE, **told, **validators)

    def take_part(self, url: str, first: FrontierUrl) -> None:
        """Note that a page was read as a part of another one."""
        self.counts.n_pages += 1
        reason = f"a part of {first.url}"
        self._fates.append(Fate(url=normalize_url(url), state=DONE, result="part", reason=reason))

    def take_feed(self, entry: FrontierUrl, feed: FeedEntries, status: int) -> None:
        """Store the links of a sitemap or a feed, also where a page was expected."""
        for url in feed.sitemaps:
            self.links.find_sitemap(url, entry.url, entry.depth + 1)
        # Some feeds answer any number of a page with the same entries.
        if feed.next_url and (shown := hash(tuple(feed.pages))) not in self._feeds:
            self._feeds.add(shown)
            self.links.find_sitemap(absolute_url(entry.url, feed.next_url), entry.url, entry.depth)
        since = self.options.since
        for raw, day in feed.pages:
            url = normalize_url(absolute_url(entry.url, raw))
            if since and day and day < since:
                self.links.skip(url, "last changed before the first day")
            else:
                self.links.find_listed(url, entry.url)
        self.counts.results[feed.kind] += 1
        if feed.breaks_off:
            self.lost[entry.url] = feed.breaks_off
        self._finish_url(entry, DONE, result=feed.kind, reason=feed.breaks_off or None, status=status)

    def take_not_modified(self, entry: FrontierUrl) -> None:
        """Note that a page has not changed (304)."""
        self.counts.n_pages += 1
        self.counts.results["not modified"] += 1
        self._unchanged.append(entry.url)
        self._free_row(entry)

    def take_redirect(self, entry: FrontierUrl, status: int, location: str) -> None:
        """Follow a redirect: its target becomes a URL of its own, checked like any other."""
        target = normalize_url(absolute_url(entry.url, location))
        if not target:
            self.fail(entry, "redirect", f"redirects to a URL that cannot be fetched: {location!r}", status)
            return
        if entry.depth == 0 and entry.role == "page" and not entry.discovered_from:
            self.scope.widen(target)  # the user means the page that the start page redirects to
            self._widened.append(target)
        reason = self.scope.why_not(target)
        if reason:
            self.refuse(entry, "redirect out of scope", f"redirects to {target}: {reason}", status)
        elif entry.n_redirects >= self.options.max_redirects:
            self.fail(entry, "redirect loop", f"more than {self.options.max_redirects} redirects", status)
        elif self._is_loop(entry, target):
            self.fail(entry, "redirect loop", f"redirects to {target}, which leads here", status)
        else:
            self.links.find(FrontierUrl(
                url=target, role=entry.role, depth=entry.depth, priority=entry.priority,
                n_redirects=entry.n_redirects + 1, discovered_from=entry.url,
            ))  # fmt: skip
            if entry.role == "page":
                self._moved[target] = self._moved.get(entry.url, entry.url)
            self.counts.results["redirect"] += 1
            self._finish_url(entry, DONE, result="redirect", reason=target, status=status)

    def fail(self, entry: FrontierUrl, error: str, reason: str, status: int | None = None) -> None:
        """Note that a URL cannot be fetched; a missing sitemap that was only guessed is no failure."""
        is_gone = status in {404, 410}
        if entry.role == "sitemap" and is_gone and not entry.discovered_from:
            self._finish_url(entry, DONE, result="no sitemap", status=status)
            return
        self.counts.errors[error] += 1
        self.links.note(entry.url, f"{error}: {reason}")
        if is_gone:
            self._gone.append(entry.url)
        if entry.role == "page":
            self.counts.results["gone" if is_gone and status == entry.status else "failed"] += 1
            is_lost = entry.priority == NEXT and not is_gone  # some lists link to a page after their last
        else:  # many sites answer all URLs with a page
            is_lost = bool(entry.discovered_from) or error != "not a page"
        if is_lost:
            self.lost[entry.url] = reason
        self._finish_url(entry, FAILED, error=error, reason=reason, status=status, tries=entry.tries + 1)

    def refuse(self, entry: FrontierUrl, error: str, reason: str = "", status: int | None = None) -> None:
        """Note that a URL is not fetched."""
        self.counts.errors[error] += 1
        self.links.note(entry.url, reason or error)
        self._finish_url(entry, REFUSED, error=error, reason=reason or error, status=status)

    def retry(self, entry: FrontierUrl, error: str, reason: str, status: int | None = None) -> float | None:
        """Note a temporary failure; return the seconds until the next try, ``None`` to give up.

        The URL stays with the caller.
        """
        if entry.tries + 1 >= self.options.max_tries:
            self.fail(entry, error, f"{reason} ({self.options.max_tries} tries)", status)
            return None
        entry.tries += 1
        told: dict[str, Any] = {"error": error, "reason": reason, "status": status, "tries": entry.tries}
        self._fates.append(Fate(url=entry.url, state=WAITING, role=entry.role, **told))
        self._maybe_flush()
        return self.options.retry_delay_s * 2.0 ** (entry.tries - 1)

    def _judge_record(self, entry: FrontierUrl, reading: AnswerReading) -> bool:
        """Return True if a record is kept; count the reason if not."""
        if reading.record is None:
            return False
        why = why_left_out(self.options, reading)
        if not why and not self.scope.is_included(entry.url):
            why = "not included"
        if not why:
            reading.result = "record"
        elif reading.result == "record":
            self.counts.left_out[why] += 1
            reading.result, reading.reason = "left out", why
        return not why

    def _is_loop(self, entry: FrontierUrl, target: str) -> bool:
        """Return True if the target is one of the redirects that led here."""
        at: FrontierUrl | None = entry
        with self.store.transaction() as connection:
            for _ in range(_REDIRECT_LOOK_BACK):
                if at is None or at.url == target:
                    return at is not None
                if not at.n_redirects or not at.discovered_from:
                    return False
                at = frontier.find_url(connection, at.discovered_from)
        return False

    # -- writing --------------------------------------------------------------------------------------

    def _finish_url(self, entry: FrontierUrl, state: str, **values: Any) -> None:
        self._fates.append(Fate(url=entry.url, state=state, **values))
        self._free_row(entry)

    def _free_row(self, entry: FrontierUrl) -> None:
        self.n_waiting -= 1
        self._to_free.append(entry.id)
        self._maybe_flush()

    def _maybe_flush(self) -> None:
        if len(self._fates) >= _FLUSH_PAGES or time.monotonic() - self._flushed > _FLUSH_S:
            self.flush()

    def flush(self) -> None:
        """Write records, links, results and counts in one transaction."""
        if self._fates or self.links.found or self._unchanged:
            with self.store.transaction() as connection:
                number = self.run.id
                self.n_waiting += frontier.add_urls(connection, self.links.found.values(), number)
                for url in self._gone:
                    self.counts.records["gone"] += self.store.gone(connection, url, number)
                for url in self._unchanged:
                    self.counts.records["unchanged"] += self.store.seen(connection, url, number)
                frontier.finish(connection, self._fates, number)
                frontier.leave(connection, self._unchanged, number)
                # After finish(): it may be another record than the page says.
                self._put_records(connection)
                self._note_counts(connection)
            self._taken.difference_update(self._to_free)
            if time.monotonic() - self._counted > _COUNT_S:
                self.count_waiting()
            for buffered in (self._fates, self._records, self._unchanged, self._gone, self._to_free):
                buffered.clear()
            self.links.found.clear()
        self._flushed = time.monotonic()

    def _put_records(self, connection: Any) -> None:
        done = self.store.put(connection, self._records, self.run.id, self._moved, self._errors)
        self.counts.records.update(done)
        if n := done["copied"]:
            self.counts.results.update({"record": -n, "failed": n})
            self.counts.results += Counter()  # without those of zero
            self.counts.errors["error page"] += n

    def _note_counts(self, connection: Any, **others: Any) -> None:
        counts = self.counts.to_dict() | {"hosts": self._widened} | others
        self.store.note_run(connection, self.run, counts, self.seconds)

    def keep_expected(self) -> None:
        """Store what later runs of the same wrapper are compared with."""
        if self.wrapped is not None and (expected := self.wrapped.expected):
            with self.store.transaction() as connection:
                self._note_counts(connection, expected=expected)

    def count_waiting(self) -> None:
        """Set :attr:`n_waiting` to the exact count; between calls it is updated incrementally."""
        with self.store.transaction() as connection:
            self.n_waiting = frontier.n_waiting(connection)
        self._counted = time.monotonic()

    @property
    def seconds(self) -> float:
        """Time since this start."""
        return time.monotonic() - self._started

    def progress(self) -> CrawlProgress:
        """Return the progress of the crawl."""
        return CrawlProgress(
            counts=self.counts, n_pages_before=self.n_pages_before, n_waiting=max(self.n_waiting, 0),
            seconds=self.seconds, max_pages=self.options.max_pages,
        )  # fmt: skip


def _count_news(record: dict[str, Any]) -> int:
    """Return the number of words of a record, without the numbers of a short one: days of a calendar."""
    if record["n_words"] > _SHORT:
        return int(record["n_words"])
    return sum(not word.isdecimal() for word in split_words(record["text"]))


_filter = cache(load_filter)


def why_left_out(options: CrawlOptions, reading: AnswerReading) -> str:
    """Return why a page is not a record, ``""`` if it is one.

    Missing values never exclude a page: one without a date is in every date range.
    """
    record = reading.record or {}
    kind, language = record.get("kind"), record.get("language")
    if options.kinds and kind not in options.kinds:
        return f"kind {kind}"
    if not options.kinds and (reading.result == "index" or kind in INDEX_KINDS):
        return "an index"
    if options.languages and not is_in_languages(language, options.languages):
        return f"language {language}"
    day = (record.get("published") or "")[:10]
    # "2026-05" is in the range when a part of the month may be.
    if options.since and day and day < options.since[: len(day)]:
        return "published before the first day"
    if options.until and day and day > options.until[: len(day)]:
        return "published after the last day"
    return _why_by_label(options, record)


def _why_by_label(options: CrawlOptions, record: dict[str, Any]) -> str:
    """Add the filter's label to the record's fields; return why it is left out, ``""`` if it is not."""
    verdict = _filter(options.filter_file).judge_record(record) if options.filter_file else None
    if verdict is None:
        return ""
    record["fields"] |= {"label": verdict.label, "label_probability": round(verdict.probability, 4)}
    return f"label {verdict.label}" if options.keep and verdict.label not in options.keep else ""
