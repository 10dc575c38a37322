"""Articles on several pages: the parts that belong to a page, and whether a page is such a part at all."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from maintext.crawl.read import Answer, Reading
from maintext.crawl.scope import normalised
from maintext.net.model import charset_of, media_type_of
from maintext.sites.pagination import is_one_article, is_surely_page

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Coroutine

    from maintext.batch.store.frontier import Address
    from maintext.crawl.engine import Crawl

__all__ = ["HTML", "Parts", "header"]

HTML = frozenset({"text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml", None})
"""Media types of what is read as a page."""

_MOST_PARTS = 30
_MOST_TITLES = 10_000  # of the pages read last: a megabyte or two


def header(response: Any, name: str) -> str:
    """Return a header of an answer, ``""`` where it has none."""
    return (response.headers.get(name) or b"").decode("latin-1").strip()


class Parts:
    """Reads pages of a crawl, those of one article as one."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._titles: OrderedDict[str, str] = OrderedDict()  # "" of what is no article
        self._reading: dict[str, asyncio.Task[Reading]] = {}  # pages on their way to a title

    async def whole(self, answer: Answer, at: dt.datetime, address: Address) -> Reading:
        """Return the reading of a page, with the parts that follow it.

        A page that only its address makes a later part is one where its first part is an article of the
        same title: a shop has its products at ``/shop/p/7``, a blog its posts at ``/?p=7``. For that the
        first part is fetched, unless it was read lately or is being read.
        """
        reading = await self._noted(address.url, self._crawl.workers.read((answer,), at))
        if reading.first_part:
            reading = await self._judged(reading, at)
            self._note(address.url, reading)
        return await self._with_parts(answer, reading, at, address) if reading.next_part else reading

    async def _judged(self, reading: Reading, at: dt.datetime) -> Reading:
        """The reading as that of a part, or of an article of its own."""
        title = await self._title_of(reading.first_part, at)
        if is_one_article(title, _title(reading)):
            reading.record = None
            return reading
        reading.result, reading.reason, reading.following = "record", None, ""
        return reading

    async def _title_of(self, url: str, at: dt.datetime) -> str:
        """Title of the article at an address; ``""`` where there is none, or the page cannot be had."""
        if self._crawl.session.scope.why_not(url):
            return ""
        key = normalised(url)
        if key in self._titles:
            return self._titles[key]
        # Pages that are read at the same time have one first part, and wait for it together.
        return _article_title(await (self._reading.get(key) or self._noted(url, self._fetched(url, at))))

    async def _noted(self, url: str, reading: Coroutine[Any, Any, Reading]) -> Reading:
        """Read a page, and note its title; others may wait for it meanwhile."""
        key, task = normalised(url), asyncio.create_task(reading)
        self._reading[key] = task
        try:
            self._note(url, await task)
        finally:
            if self._reading.get(key) is task:
                del self._reading[key]
        return task.result()

    async def _fetched(self, url: str, at: dt.datetime) -> Reading:
        answer = await self._answer(url)
        return await self._crawl.workers.read((answer,), at) if answer else Reading(result="error")

    def _note(self, url: str, reading: Reading) -> None:
        self._titles[normalised(url)] = _article_title(reading)
        if len(self._titles) > _MOST_TITLES:
            self._titles.popitem(last=False)

    async def _with_parts(self, answer: Answer, first: Reading, at: dt.datetime, address: Address) -> Reading:
        """Fetch the parts of an article, and read them as one."""
        url, seen = first.next_part, {address.url}
        answers: tuple[Answer, ...] = (answer,)
        session = self._crawl.session
        while url and url not in seen and len(answers) < _MOST_PARTS and not session.scope.why_not(url):
            seen.add(url)
            following = await self._answer(url)
            reading = await self._crawl.workers.read((following,), at) if following else None
            if following is None or reading is None or reading.error or not _is_part(url, first, reading):
                break  # one that fails does so by itself when its turn comes, and takes no other part with it
            answers = (*answers, following)
            url = reading.next_part or reading.following
        if len(answers) == 1:
            return first
        for part in answers[1:]:
            session.took_part(part.url, address)
        return await self._crawl.workers.read(answers, at)

    async def _answer(self, url: str) -> Answer | None:
        """The page at an address; ``None`` where it cannot be had."""
        try:
            response = await self._crawl.fetched(url)
        except Exception:  # noqa: BLE001 - the network's reasons are many, and none ends the crawl
            return None
        content_type = header(response, "Content-Type")
        if response.status != 200 or media_type_of(content_type) not in HTML:
            return None
        return Answer(url, response.body, charset_of(content_type))


def _title(reading: Reading) -> str:
    return (reading.record or {}).get("title") or ""


def _article_title(reading: Reading) -> str:
    return _title(reading) if reading.result in {"record", "part"} else ""


def _is_part(url: str, first: Reading, reading: Reading) -> bool:
    """Whether the page at the address of a next part is one: its title is the first one's, or unknown."""
    ours, theirs = _title(first), _title(reading)
    is_open = reading.result != "index" and not (ours and theirs)
    return is_surely_page(url) or is_open or is_one_article(ours, theirs)
