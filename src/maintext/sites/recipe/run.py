"""Run a recipe: follow its lists and read the page of each entry."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from maintext.api import extract
from maintext.document import Document
from maintext.errors import FetchError, InputError, MaintextError, NotHtmlError
from maintext.html import Page, parse
from maintext.html.urls import bare_host, split_url, without_tracking
from maintext.metadata.candidate import Field
from maintext.metadata.fields import FIELDS
from maintext.net import Response
from maintext.selection import Outcome
from maintext.sites.listing import Followed, Item, ListPage, find_list, follow_list
from maintext.sites.pagination import find_onward, find_pagination, stitch
from maintext.sites.pagination.series import is_same_url
from maintext.sites.product import find_product, shows_other_price
from maintext.sites.recipe.controls import find_choices, find_total, find_unfollowed, has_button
from maintext.sites.recipe.expected import ExpectedRun, copies_drift, is_same_title
from maintext.sites.recipe.rules import Recipe, RecipeVisit
from maintext.sites.wrapper import Wrapped, plain_values, rewrap
from maintext.sites.wrapper.rules import DOCUMENT_FIELD

__all__ = [
    "PLACES", "UNADDRESSED", "Fetch", "RecipeRecord", "RecipeRecords", "compared_values",
    "count_sentence", "entry_record", "fetch_onward", "items_of_site", "leads_back", "parse_response",
    "places_on_pages", "product_fields", "run_recipe", "unfollowed",
]  # fmt: skip

Fetch = Callable[[RecipeVisit], "Response"]
_ReadRecords = Callable[["RecipeRecords"], Iterator["RecipeRecord"]]
_LOG = logging.getLogger("maintext.sites")
_LONG_ARTICLES = "articles with more parts than were read", "raise max_parts for the rest"
_FILES = (
    "entries that are files, not pages, whose text was not read",
    "their records have what the list says",
)
_ELSEWHERE = "entries on other hosts that were left out", "same_host = false reads them"
UNADDRESSED = (
    "elements of the list without an address that were left out",
    "they have no link, or a script opens them",
)
"""What a list leaves out, and what to do about it, for :func:`count_sentence`."""
PLACES = (
    "entries that are places on the page of another one",
    "maintext items gives them as the list shows them",
)
"""The same of entries that share a page."""
_CheckedPage = tuple[Followed, str, tuple[Item, ...]]  # page, how it differs from what is expected, entries
_SHOWN = 60  # characters of a value in a message
_HEAD_BYTES = 5_000  # where a page leads on
_MIN_COPY = 100  # characters; shorter texts are alike by chance, unless the entries lead on to one page


@dataclass(frozen=True, slots=True)
class RecipeRecord:
    """An entry of a list and its page."""

    item: Item  # as shown in the list
    list_url: str | None
    document: Document | None = None  # None if the page could not be fetched or read
    text: str = ""  # main text of all parts of the page
    fields: Mapping[str, Field] = field(default_factory=dict)  # by the wrapper's names
    drift: tuple[str, ...] = ()  # why the page does not fit the wrapper, or how it differs from others
    error: str = ""  # why there is no document, or why a part of the text is missing
    repeated: tuple[str, ...] = ()  # fields with a second value on the page
    fits: bool = True  # False if the page was left to the default method
    is_product: bool = False  # the page says what it sells, and at which price
    is_cut: bool = False  # the article has more parts than the recipe reads
    is_file: bool = False  # a PDF or another file, which has only what the list says

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values: of the page, or else of the list."""
        found = self.document.to_dict(["text"]) if self.document is not None else {}
        listed = self.item.to_dict()
        return found | {
            "url": found.get("url") or self.item.url,
            "title": found.get("title") or self.item.title,
            "published": found.get("published") or listed["date"],
            "text": self.text,
            "kind": "product" if self.is_product else found.get("kind"),
            "list_url": self.list_url,
            "listed": listed,
            "fields": plain_values(self.fields),
            "drift": list(self.drift),
            "error": self.error,
        }


class RecipeRecords(Iterator[RecipeRecord]):
    """The records of a recipe as they are read, and afterwards what was lost or differs.

    ``lost`` maps the URLs of list pages that could not be read to the reason; ``n_missing`` counts the
    entries that at least stood on them. ``drift`` says how list and fields differ from what the recipe
    expects. ``passed`` are the URLs of known entries, in the order of the list. ``cut`` says which limits of
    the recipe ended a list or the run. ``seen`` is what was seen of the fields, for a recipe that expects
    nothing yet.
    """

    def __init__(self, read: _ReadRecords, expected: ExpectedRun, earlier: list[dict[str, str]]) -> None:
        self.lost: dict[str, str] = {}
        self.n_missing = 0
        self.list_drift: list[str] = []
        self.cut_lists: list[str] = []
        self.left_out: dict[tuple[str, str], list[str]] = {}  # by what it is, and what to do
        self.ends: list[tuple[str, bool]] = []  # of lists: how one ended early, maybe; if it leads back
        self.n_entries = 0  # of all lists
        self.passed: list[str] = []  # of known entries; who has used them takes them away
        self._expected, self._values, self._repeated = expected, earlier, set[str]()
        self._same_titles, self._listed = True, set[str]()
        self._records = read(self)

    def __next__(self) -> RecipeRecord:
        record = next(self._records)
        self.leave_out(_LONG_ARTICLES, [record.item.url] if record.is_cut else [])
        self.leave_out(_FILES, [record.item.url] if record.is_file else [])
        if record.document is not None and record.fits:
            self._values.append(compared_values(record.document, record.text, record.fields))
            self._listed.add(record.item.title)
            self._repeated.update(record.repeated)
            self._same_titles &= is_same_title(record.item.title, record.document.title or "")
        return record

    def leave_out(self, what: tuple[str, str], urls: Sequence[str]) -> None:
        """Note what is left out, with what to do about it, for :attr:`cut`."""
        if urls:
            self.left_out.setdefault(what, []).extend(urls)

    @property
    def field_drift(self) -> list[str]:
        """How the fields differ from what the recipe expects over all records, as sentences."""
        found = self._expected.field_drift(self._values) + copies_drift(self._listed, self._values)
        return list(dict.fromkeys(found))

    @property
    def drift(self) -> list[str]:
        """How list and fields differ from what the recipe expects, as sentences."""
        files, n_all = self.left_out.get(_FILES, ()), self.n_entries
        most = [f"{len(files)} of {n_all} entries are files, not pages"] if 2 * len(files) > n_all else []
        return self.list_drift + most + self.field_drift

    @property
    def cut(self) -> list[str]:
        """What limits of the recipe left out, as sentences."""
        return [*self.cut_lists, *(count_sentence(what, urls) for what, urls in self.left_out.items())]

    @property
    def seen(self) -> ExpectedRun:
        """What the recipe expects, with the number of entries and the fields of this run."""
        known = replace(self._expected, all_entries=self.n_entries, same_title=self._same_titles)
        return known.with_fields(self._values, self._repeated)

    @property
    def problems(self) -> list[str]:
        """What was lost and what differs, as sentences; empty for a run without either."""
        lost = [f"the list page {url} could not be read: {reason}" for url, reason in self.lost.items()]
        missing = [f"at least {self.n_missing} entries are missing"] if self.n_missing else []
        return lost + missing + self.drift


def run_recipe(
    recipe: Recipe,
    fetch: Fetch,
    *,
    fetched: datetime | None = None,
    known: Mapping[str, Mapping[str, Any]] | None = None,
    max_items: int | None = None,
) -> RecipeRecords:
    """Return a run that yields at most ``max_items`` records, by default the recipe's limit, each URL once.

    ``fetch`` returns the page of a visit, after the recipe's delay. It raises
    :class:`~maintext.errors.FetchError` for an unavailable page. For an entry, this gives a record with the
    error. For a later page of a list, the run goes on with the page after it if its URL is known, and names
    the lost one afterwards. Unreadable pages are treated alike; the traceback of a defect is logged.
    ``fetched`` is the time of fetching, for relative dates. ``known`` are records of an earlier run as plain
    values, by the URL of the entry: these are not read again, and the others are compared with them.

    The run raises :class:`~maintext.errors.FetchError` or :class:`~maintext.errors.InputError` if the first
    page of its only list cannot be fetched or read; of several lists, such a one is named as lost.
    """
    earlier, most = known or {}, max_items or recipe.limits.max_items
    shown = ((_hash_shown(str(one["text"]), one["fields"]), one, url) for url, one in earlier.items())
    first_with = {key: (one["listed"]["title"], url) for key, one, url in shown}

    def records(run: RecipeRecords) -> Iterator[RecipeRecord]:
        seen: set[str] = set()
        for start in recipe.list.start:
            for list_url, item, of_list in _iter_choices(recipe, fetch, start, fetched, run):
                key = without_tracking(_page_url(item.url))
                if key in seen:
                    continue
                seen.add(key)
                run.n_entries += 1
                if item.url in earlier:
                    run.passed.append(item.url)
                else:
                    record = _read_entry(recipe, fetch, list_url, item, fetched)
                    said = (*of_list, *record.drift, *_find_copy(record, first_with))
                    yield replace(record, drift=said)
                if len(seen) >= most:
                    full = f"the run ended at max_items = {most}; raise it if entries are missing"
                    run.cut_lists += [] if max_items else [full]  # who gave another limit knows
                    return
        if run.lost:
            run.n_missing = max(run.n_missing, min(recipe.expected.all_entries, most) - len(seen))
        elif drift := recipe.expected.count_drift(len(seen), most):
            run.list_drift.append(drift)
        else:
            missing = min(recipe.expected.all_entries, most) - len(seen)
            run.list_drift += recipe.expected.early_ends(run.ends, missing)

    pages = (one for one in earlier.values() if one["text"] or one["fields"])  # no files
    return RecipeRecords(records, recipe.expected, [_known_values(one) for one in pages])


def _find_copy(record: RecipeRecord, first_with: dict[int, tuple[str, str]]) -> tuple[str, ...]:
    """Return that a page shows the same as that of an earlier entry of another title; keep who had it first.

    The site then shows one page for several entries. ``first_with`` has titles and URLs by hash of what is
    shown, of a short text with the path that entries lead on to.
    """
    urls = record.item.url, (record.document and record.document.url) or ""
    asked, shown = (split_url(url).path.rstrip("/") for url in urls)
    is_short = len(record.text) < _MIN_COPY
    if not record.text or record.drift or (is_short and shown == asked):  # drift is told already
        return ()
    key = _hash_shown(record.text, plain_values(record.fields), shown if is_short else "")
    title, url = first_with.setdefault(key, (record.item.title, record.item.url))
    is_other = url != record.item.url and title != record.item.title
    return (f"the same text as the page of another entry: {url}",) if is_other else ()


def _hash_shown(text: str, fields: Mapping[str, Any], path: str = "") -> int:
    """Return a hash of a text and of the fields that an article has not, as the price of a variant."""
    names = sorted(name for name in fields if DOCUMENT_FIELD.get(name, name) not in FIELDS)
    return hash((text, path, *(f"{name}: {fields[name]}" for name in names)))


def _tell_places(run: RecipeRecords, url: str | None, items: Sequence[Item]) -> None:
    """Note entries without a page of their own; if they are most of a list page, it is no list of pages."""
    places = places_on_pages(items)
    if 2 * len(places) > len(items):
        run.list_drift.append(f"{url}: {count_sentence(PLACES, places)}")
    else:
        run.leave_out(PLACES, places)


def places_on_pages(items: Sequence[Item]) -> list[str]:
    """Return the URLs of items that differ from the URL of an earlier item in the place on the page only."""
    first: dict[str, str] = {}
    urls = dict.fromkeys(item.url for item in items)
    return [url for url in urls if first.setdefault(_page_url(url), url) != url]


def count_sentence(what: tuple[str, str], urls: Sequence[str]) -> str:
    """Return what is left out, how many there are with an example, and what to do."""
    name, to_do = what
    return f"{name}: {len(urls)}, as {urls[0]}; {to_do}"


def _page_url(url: str) -> str:
    """Return a URL without a fragment that names a place on its page; those of apps (``#/``) name pages."""
    page, _, fragment = url.partition("#")
    return url if fragment.startswith(("/", "!")) else page


def compared_values(document: Document, text: str, fields: Mapping[str, Field]) -> dict[str, str]:
    """Return the values by which the records of runs are compared: of the page, and the wrapper's."""
    own = {"title": document.title, "published": document.published, "text": text}
    return _compared_texts(own, plain_values(fields))


def _known_values(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the values of a kept record, without a title or date that may come from the list."""
    listed = record["listed"]
    of_list = {"title": listed["title"], "published": listed["date"]}
    found = _compared_texts(record, record["fields"])
    return {name: value for name, value in found.items() if name not in of_list or value != of_list[name]}


def _compared_texts(own: Mapping[str, Any], taught: Mapping[str, Any]) -> dict[str, str]:
    found = {name: own[name] for name in ("title", "published", "text")} | dict(taught)
    return {
        name: ", ".join(map(str, one)) if isinstance(one, list) else str(one or "")
        for name, one in found.items()
    }


def parse_response(response: Response) -> Page:
    """Parse a fetched page."""
    return parse(response.body, response.url, http_charset=response.charset)


def _iter_choices(
    recipe: Recipe, fetch: Fetch, start: str, fetched: datetime | None, run: RecipeRecords
) -> Iterator[tuple[str | None, Item, tuple[str, ...]]]:
    """Yield the entries of a list for each option of the element ``list.each``, or as it stands.

    A list whose first page cannot be read is lost, if the recipe has others.
    """
    each = recipe.list.each
    try:
        for choice in find_choices(parse_response(fetch(recipe.list_visit(start))), each) if each else [""]:
            yield from _iter_entries(recipe, fetch, start, fetched, run, choice)
    except (FetchError, InputError) as error:
        if len(recipe.list.start) == 1:
            raise
        run.lost[start], run.n_missing = str(error), run.n_missing + (recipe.expected.entries or 1)


def _iter_entries(
    recipe: Recipe, fetch: Fetch, start: str, fetched: datetime | None, run: RecipeRecords, choice: str
) -> Iterator[tuple[str | None, Item, tuple[str, ...]]]:
    """Yield URL of the list page, entry, and how the list page differs from what is expected."""
    lists = _ListPages(recipe, fetch, run, choice)
    first = lists.read(start, choice)
    region = recipe.list.region
    if recipe.list.next_button:
        followed = _click_through(lists, first, fetched)
    else:
        followed = follow_list(
            first, lists.page_of, max_pages=recipe.list.max_pages, same_host=recipe.limits.same_host,
            reference=fetched, like=region, only_like=bool(region),
        )  # fmt: skip
    read: list[Followed] = []
    is_first_list = not choice and start == recipe.list.start[0]
    checked = _check_list_pages(recipe, first.url or start, lists, followed, is_first_list=is_first_list)
    for one, drift, items in checked:
        read.append(one)
        run.leave_out(UNADDRESSED, one.found.unaddressed)
        _tell_places(run, one.url, items)
        run.leave_out(_ELSEWHERE, _urls_elsewhere(recipe, first.url or start, one))
        if drift:
            run.list_drift.append(f"{one.url}: {drift}")
        yield from ((one.url, item, (f"list: {drift}",) if drift else ()) for item in items)
    if lists.is_lost:
        return
    run.ends += _find_early_end(recipe, read)
    following, most = read[-1].pagination.next_url, recipe.list.max_pages
    run.list_drift += _find_unfollowed_end(recipe, first, read)
    if read[-1].is_left:
        said = f"the next page is on another host: {following}; set same_host = false to read it"
        run.list_drift.append(f"{read[-1].url}: {said}")
    is_known = not recipe.list.next_button and any(is_same_url(following, one.url or "") for one in read)
    if 1 < most <= len(read) and read[-1].found.items and following and not is_known:
        run.cut_lists.append(
            f"{first.url}: the list goes on after {most} pages; raise max_pages for the rest"
        )


def _find_unfollowed_end(recipe: Recipe, first: Page, read: Sequence[Followed]) -> list[str]:
    """Return that a list may go on after its last page.

    By a script or a form that no rule of the recipe operates, or because the first page says that there is
    more; of several pages half a page may be missing, since what was taken down is often counted.
    """
    rule = recipe.list
    is_operated = rule.next_button or rule.click or rule.max_scrolls
    if is_operated or len(read) >= rule.max_pages or read[-1].pagination.next_url:
        return []
    if len(read) > 1:
        n_read = sum(len(one.found.items) + len(one.found.unaddressed) for one in read)
        total = find_total(first, n_read + recipe.expected.entries // 2, len(read))
        more = f"{n_read} entries on {len(read)} pages, though the first one says {total}"
        what_to_do = "if the list ends there, set max_pages to the number of pages"
        return [f"{read[-1].url}: {more}; {what_to_do}"] if total else []
    said = unfollowed(first, read[0].found)
    what_to_do = "learn with --render always, or set max_pages = 1 if the list ends there"
    if rule.render == "always":
        what_to_do = "set next_button to what shows the next page, or max_pages = 1 if the list ends there"
    return [f"{first.url}: {said}; {what_to_do}"] if said else []


def unfollowed(page: Page, found: ListPage) -> str:
    """Return how a list without a next page may go on; ``""`` if nothing says that it does."""
    if label := find_unfollowed(page, found.region.records[-1][1] if found.region else 0):
        return f"{label} may show more of the list by a script or a form"
    n_read = len(found.items) + len(found.unaddressed)
    total = find_total(page, n_read)
    return f"{n_read} entries without a link to more, though the page says {total}" if total else ""


def _find_early_end(recipe: Recipe, read: Sequence[Followed]) -> list[tuple[str, bool]]:
    """Return why a list may go on after its last page, and whether that leads back to an earlier one."""
    *earlier, last = read
    if len(read) >= recipe.list.max_pages or not last.found.items:
        return []
    following = last.pagination.next_url
    if following and not is_same_url(following, last.url or ""):
        is_back = any(is_same_url(following, one.url or "") for one in earlier)
        said = f"{last.url}: the link to the next page leads back to {following}"
        return [(f"{said}; if the list ends there, set max_pages", True)] if is_back else []
    n, is_only = len(last.found.items), len(recipe.list.start) == 1 and not recipe.list.each
    is_full = is_only and recipe.expected.is_full_page(n)
    return [(f"{last.url}: no link to a next page, though its {n} entries fill it", False)] if is_full else []


def _check_list_pages(
    recipe: Recipe, start: str, lists: _ListPages, followed: Iterator[Followed], *, is_first_list: bool
) -> Iterator[_CheckedPage]:
    """Yield the checked pages of a list.

    A later page with few entries is the last one if the page after it has no new ones; that is left out.
    """
    # The prefix of the entries is that of the first list: others may lead elsewhere.
    expected, held, is_found = recipe.expected, None, not is_first_list
    with suppress(_ListEnd):
        for n, one in enumerate(followed, 1):
            lists.numbered |= one.pagination.numbered
            is_first = n == 1 and is_first_list
            drift, items = _check_list_page(recipe, start, one, is_first=is_first, is_found=is_found)
            drift += "; if the list ends before it, set max_pages" if n > 1 and not items else ""
            is_found = is_found or bool(items)
            if held and not items:
                break
            if held:
                yield held
            is_short = n > 1 and bool(one.pagination.next_url) and expected.is_short_page(len(items))
            held = (one, drift, items) if is_short and items else None
            if not held:
                yield one, drift, items
    if held:
        one, _, items = held
        yield one, expected.list_drift(items, has_next=False), items


def _check_list_page(
    recipe: Recipe, start: str, one: Followed, *, is_first: bool, is_found: bool
) -> tuple[str, tuple[Item, ...]]:
    """Return how a list page differs from what is expected, or ``""``, and its entries.

    ``is_found``: an earlier page showed the list.
    """
    expected, has_next = recipe.expected, bool(one.pagination.next_url)
    items = items_of_site(one.found.items, start, same_host=recipe.limits.same_host)
    if one.found.region is None:
        return f"the list is not there: {one.found.reason}", ()
    if expected.is_other_list(items, is_found=is_found):
        return f"the list is not there: its entries lead outside {expected.url_prefix}", ()
    if not one.found.items:
        return "it shows entries of earlier pages only", ()
    if is_first and expected.has_next and not has_next:
        return "no link to a next page, though one is expected", items
    return expected.list_drift(items, has_next=has_next), items


def items_of_site(items: tuple[Item, ...], start: str, *, same_host: bool) -> tuple[Item, ...]:
    """Return the items that lead to web pages, of the host of ``start`` only if ``same_host``."""
    host = bare_host(start)
    on_web = (item for item in items if split_url(item.url).scheme in {"http", "https"})
    return tuple(item for item in on_web if not same_host or bare_host(item.url) == host)


def _urls_elsewhere(recipe: Recipe, start: str, one: Followed) -> list[str]:
    """Return the URLs of the entries that are left out, because they are on other hosts than ``start``."""
    on_web = items_of_site(one.found.items, start, same_host=False)
    host = bare_host(start)
    return [item.url for item in on_web if recipe.limits.same_host and bare_host(item.url) != host]


def _click_through(lists: _ListPages, first: Page, fetched: datetime | None) -> Iterator[Followed]:
    """Yield the pages of a list whose button shows the next one in place of the last.

    Each page is loaded anew, with one click more. Ends where the button is gone or brings no new entry; the
    first click must bring some.
    """
    page, known, rule = first, set[tuple[str, str]](), lists.recipe.list
    for n_next in range(1, rule.max_pages + 1):
        whole = find_list(page, like=rule.region, only_like=bool(rule.region), reference=fetched)
        new = tuple(item for item in whole.items if (item.title, item.url) not in known)
        known |= {(item.title, item.url) for item in new}
        if n_next > 2 and whole.items and not new:
            return
        goes_on, pagination = has_button(page, rule.next_button), find_pagination(page)
        shown = replace(pagination, next_url=page.url or "") if goes_on else pagination
        yield Followed(page.url, replace(whole, items=new), shown)
        if n_next == rule.max_pages or not goes_on or not new:
            return
        page = lists.page_of(first.url or "", n_next)


@dataclass(slots=True)
class _ListPages:
    """The pages of a list; notes those that are lost."""

    recipe: Recipe
    fetch: Fetch
    run: RecipeRecords
    choice: str
    numbered: dict[int, str] = field(default_factory=dict)  # URLs by page number, as pages link them
    is_lost: bool = False  # a page that nothing is known after

    def read(self, url: str, choice: str, n_next: int = 0) -> Page:
        """Return a page of the list; one that could not load all of its entries is noted.

        Raises FetchError or InputError: it cannot be fetched or read.
        """
        response = fetch_onward(lambda at: self.recipe.list_visit(at, choice, n_next), self.fetch, url)
        if response.problem:
            self.run.lost[url], self.run.n_missing = response.problem, self.run.n_missing + 1
        return parse_response(response)

    def page_of(self, url: str, n_next: int = 0) -> Page:
        """Return a page of the list, or if it is lost, the page after it.

        Raises _ListEnd: the page is lost, and the URL of the page after it is not known.
        """
        choice = self.choice if n_next else ""
        while url:
            try:
                return self.read(url, choice, n_next)
            except (FetchError, InputError) as error:
                reason = str(error)
            except MaintextError:
                raise
            except Exception as error:  # noqa: BLE001 - a defect of ours, shown by one page
                _LOG.exception("the list page %s cannot be read", url)
                reason = f"{type(error).__name__}: {error}"
            self.run.lost[f"{url} after {n_next} clicks" if n_next else url] = reason
            number = next((number for number, other in self.numbered.items() if other == url), -1)
            following = self.numbered.get(number + 1, "") if number > 0 else ""
            if following in self.run.lost:  # two numbers with one URL
                following = ""
            # A page before another one was full.
            self.run.n_missing += (self.recipe.expected.entries or 1) if following else 1
            url, choice, n_next = following, "", 0
        self.is_lost = True
        raise _ListEnd


class _ListEnd(Exception):  # noqa: N818 - it ends a loop
    """A list page is lost, and that after it is unknown."""


def _read_entry(
    recipe: Recipe, fetch: Fetch, list_url: str | None, item: Item, fetched: datetime | None
) -> RecipeRecord:
    def wrapped(url: str) -> Wrapped:
        response = fetch_onward(recipe.detail_visit, fetch, url)
        document = extract(response.body, response.url, http_charset=response.charset, fetched=fetched)
        return rewrap(recipe.detail.wrapper, document)

    try:
        first, most = wrapped(item.url), recipe.detail.max_parts
        text, lost, is_cut = first.document.text, "", False
        if most > 1:
            whole = stitch(first.document, lambda url: wrapped(url).document, max_parts=most)
            text, is_cut = whole.text, whole.missing == "limit"
            lost = f"a part of the article is missing: {whole.ended}" if whole.missing == "failed" else ""
    except NotHtmlError:
        return RecipeRecord(item, list_url, is_file=True)
    except (FetchError, InputError) as error:
        return RecipeRecord(item, list_url, error=str(error))
    except MaintextError:  # of no single page: no browser, an option
        raise
    except Exception as error:  # noqa: BLE001 - a defect of ours, shown by one page
        _LOG.exception("%s cannot be read; the run goes on", item.url)
        said = f"cannot be read: {type(error).__name__}: {error} [{item.url}]"
        return RecipeRecord(item, list_url, error=said)
    return replace(entry_record(recipe, item, list_url, first, text), error=lost, is_cut=is_cut)


def fetch_onward(visit: Callable[[str], RecipeVisit], fetch: Fetch, url: str) -> Response:
    """Return a page, or the one that it leads to by itself if it has no text of its own."""
    response = fetch(visit(url))
    may_lead_on = b"refresh" in response.body[:_HEAD_BYTES].lower()
    target = find_onward(parse_response(response)) if may_lead_on else ""
    return fetch(visit(target)) if target else response


def entry_record(recipe: Recipe, item: Item, list_url: str | None, first: Wrapped, text: str) -> RecipeRecord:
    """Return the record of an entry whose page was read by the recipe's wrapper."""
    expected = recipe.expected.fields
    fields = product_fields(first.document, is_product="price" in expected and not first.drift)
    price = fields.get("price")
    # A wrapper looks after the price that it was taught.
    is_doubled = price and "price" not in first.fields and shows_other_price(first.document.page, price.value)
    repeated = (*first.repeated, "price") if is_doubled else first.repeated
    doubled = [name for name in repeated if name in expected and expected[name].single]
    said = dict.fromkeys(doubled, "several values under its selector")
    if is_doubled and "price" in said:
        said["price"] = "another price next to it on the page"
    said |= {
        name: f"not one number or date: {text[:_SHOWN]}; cut it by pattern, before or after in the recipe"
        for name, text in first.unread.items()
    }
    drift = [*first.drift, *(f"{name}: {reason}" for name, reason in said.items())]
    if leads_back(first.document.url, item.url, list_url):
        drift.append("it leads back to the list")
    if said_title := recipe.expected.title_drift(item.title, first.document.title or item.title):
        drift.append(said_title)
    if not first.drift:
        values = {"text": text, **plain_values(first.fields)}
        rules = recipe.detail.wrapper.fields if recipe.detail.wrapper else ()
        names = dict.fromkeys(("text", *(rule.name for rule in rules)))
        reasons = {name: recipe.expected.value_drift(name, values.get(name)) for name in names}
        drift += [f"{name}: {reason}" for name, reason in reasons.items() if reason]
    read = {**fields, **first.fields}
    if first.document.outcome is Outcome.NO_TEXT and not read:
        drift.append("the page shows no text; learn with --render always if a script fills it")
    return RecipeRecord(
        item, list_url, first.document, text, read, tuple(drift),
        repeated=repeated, fits=not first.drift, is_product=bool(fields) and "price" in read,
    )  # fmt: skip


def leads_back(url: str | None, asked: str, list_url: str | None) -> bool:
    """Return True if the list itself came in place of the page that was asked for, which may be gone."""
    if url is None or list_url is None:
        return False
    return is_same_url(url, list_url) and not is_same_url(asked, list_url)


def product_fields(document: Document, *, is_product: bool = False) -> dict[str, Field]:
    """Return what a page sells as fields; empty for pages without a product.

    Labelled values are read too if the page is one of a product: by its kind, or by ``is_product``.
    """
    is_product = is_product or (document.kind is not None and document.kind.name == "product")
    found = find_product(document.page, is_product=is_product)
    return {name: Field(value, "product") for name, value in found.items()}
