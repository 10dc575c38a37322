"""Articles on several pages: read all parts of an article as one page."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any

from maintext.batch.store.frontier import FrontierUrl
from maintext.crawl.read import Answer, AnswerReading
from maintext.crawl.scope import normalize_url
from maintext.crawl.state import Crawl, Refusal, response_header
from maintext.net.client import TEMPORARY
from maintext.net.model import charset_of, media_type_of
from maintext.sites.pagination import is_one_article, is_surely_page, is_surely_part

__all__ = ["HTML", "Parts"]

HTML = frozenset({"text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml", None})
"""Media types read as pages; ``None`` is a missing type."""

_MAX_PARTS = 30
_MAX_TITLES = 10_000  # of the pages read last: a megabyte or two


class Parts:
    """Reads the pages of a crawl, and the parts of an article as one."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._titles: OrderedDict[str, str] = OrderedDict()  # "" for pages that are not articles
        self._reading: dict[str, asyncio.Task[AnswerReading]] = {}  # pages on their way to a title

    async def read_whole(self, answer: Answer, at: dt.datetime, entry: FrontierUrl) -> AnswerReading:
        """Read a page with the parts that follow it.

        Some pages look like a later part by their URL alone: products at ``/shop/p/7``, posts at
        ``/?p=7``. Such a page is a part only if its first part is an article with the same title. The
        first part is fetched for that, unless it was read recently.
        """
        reading = await self._read_noted(entry.url, self._crawl.workers.read((answer,), at))
        if reading.first_part:
            title = await self._fetch_title(reading.first_part, at)
            # The first part may show an error page in this run.
            earlier = self._crawl.session.store.record(normalize_url(reading.first_part)) or {}
            titles = (title, earlier.get("title") or "")
            if any(is_one_article(one, _record_title(reading)) for one in titles):
                reading.record = None
            else:  # an article of its own
                reading.result, reading.reason, reading.following = "record", None, ""
            self._note_title(entry.url, reading)
        return await self._with_parts(answer, reading, at, entry) if reading.next_part else reading

    async def _fetch_title(self, url: str, at: dt.datetime) -> str:
        """Return the title of the article at a URL; ``""`` if there is none or it cannot be fetched."""
        if self._crawl.session.scope.why_not(url):
            return ""
        key = normalize_url(url)
        if key in self._titles:
            return self._titles[key]
        # Pages read at the same time wait together for their first part.
        reading = self._reading.get(key) or self._read_noted(url, self._fetch_reading(url, at))
        return _article_title(await reading)

    async def _read_noted(self, url: str, reading: Coroutine[Any, Any, AnswerReading]) -> AnswerReading:
        """Await a reading and note its title; others may wait for it meanwhile."""
        key, task = normalize_url(url), asyncio.create_task(reading)
        self._reading[key] = task
        try:
            self._note_title(url, await task)
        finally:
            if self._reading.get(key) is task:
                del self._reading[key]
        return task.result()

    async def _fetch_reading(self, url: str, at: dt.datetime) -> AnswerReading:
        answer = await self._fetch_answer(url)
        return await self._crawl.workers.read((answer,), at) if answer else AnswerReading(result="error")

    def _note_title(self, url: str, reading: AnswerReading) -> None:
        self._titles[normalize_url(url)] = _article_title(reading)
        if len(self._titles) > _MAX_TITLES:
            self._titles.popitem(last=False)

    async def _with_parts(
        self, answer: Answer, first: AnswerReading, at: dt.datetime, entry: FrontierUrl
    ) -> AnswerReading:
        """Fetch the parts of an article, and read them as one."""
        url, seen = first.next_part, {entry.url}
        answers: tuple[Answer, ...] = (answer,)
        lost = ""
        session = self._crawl.session
        while url and url not in seen and len(answers) < _MAX_PARTS and not session.scope.why_not(url):
            seen.add(url)
            following = await self._fetch_answer(url)
            reading = await self._crawl.workers.read((following,), at) if following else None
            if following is None or reading is None or reading.error:
                lost = url if is_surely_part(entry.url, url) else ""
                break
            if not _is_part(url, first, reading):
                break
            answers = (*answers, following)
            url = reading.next_part or reading.following
        for part in answers[1:]:
            session.take_part(part.url, entry)
        whole = await self._crawl.workers.read(answers, at) if len(answers) > 1 else first
        if lost and whole.record:
            whole.record["reason"] = f"the part {lost} could not be read, and the text ends before it"
        return whole

    async def _fetch_answer(self, url: str) -> Answer | None:
        """Return the page at a URL, ``None`` if it cannot be fetched; ask again as for other pages."""
        options = self._crawl.options
        for n_tries in range(options.max_tries):
            await asyncio.sleep(options.retry_delay_s * 2.0 ** (n_tries - 1) if n_tries else 0)
            try:
                response = await self._crawl.download(url)
            except Refusal:
                break
            except Exception:  # noqa: BLE001, S112 - the network's reasons are many, and none ends the crawl
                continue
            content_type = response_header(response, "Content-Type")
            if response.status == 200 and media_type_of(content_type) in HTML:
                return Answer(url, response.body, charset_of(content_type))
            if response.status not in TEMPORARY:
                break
        return None


def _record_title(reading: AnswerReading) -> str:
    return (reading.record or {}).get("title") or ""


def _article_title(reading: AnswerReading) -> str:
    return _record_title(reading) if reading.result in {"record", "part"} else ""


def _is_part(url: str, first: AnswerReading, reading: AnswerReading) -> bool:
    """Return True if the page at a next-part URL is a part: its title is the first one's, or unknown."""
    ours, theirs = _record_title(first), _record_title(reading)
    is_open = reading.result != "index" and not (ours and theirs)
    return is_surely_page(url) or is_open or is_one_article(ours, theirs)
