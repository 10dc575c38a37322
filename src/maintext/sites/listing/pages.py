"""Lists over several pages: one page after the other, until the last one or a limit."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.options import CheckedOptions, changed, option
from maintext.sites.listing.list_page import ListPage, find_list
from maintext.sites.pagination.address import same_address
from maintext.sites.pagination.links import find_pagination

if TYPE_CHECKING:
    from maintext.classify.model.kind import Kind
    from maintext.html import Page
    from maintext.metadata.moment import Moment
    from maintext.sites.listing.regions import Region
    from maintext.sites.pagination.links import Pagination

__all__ = ["FollowOptions", "Followed", "follow_list"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowOptions(CheckedOptions):
    """How far the pages of a list are followed."""

    max_pages: int = option(20, "Pages of one list at most.", unit="pages", minimum=1)
    same_host: bool = option(True, "Follow links to the host of the first page only.")


@dataclass(frozen=True, slots=True)
class Followed:
    """One page of a list.

    Attributes
    ----------
    url
        Its address, ``None`` where it is not known.
    found
        Its list; items that an earlier page has are left out.
    pagination
        Where the next page is.
    """

    url: str | None
    found: ListPage
    pagination: Pagination


def follow_list(
    first: Page,
    fetch: Callable[[str], Page],
    options: FollowOptions | None = None,
    *,
    kind: Kind | None = None,
    reference: Moment | dt.datetime | None = None,
    like: Region | str | None = None,
    **changes: Any,
) -> Iterator[Followed]:
    """Give the pages of a list one after the other, each fetched when its turn comes.

    Ends after a page without a next link, with a next link that was seen before or leads to another host,
    without any new item, and at the limit. What ``fetch`` raises is not caught.

    Parameters
    ----------
    first
        The first page, with its address.
    fetch
        Gives the page at an address: ``lambda url: maintext.parse(body_of(url), url)``.
    options, changes
        How far pages are followed; changes by name, e.g. ``max_pages=5``.
    kind
        What kind of pages they are; see :func:`find_list`.
    reference
        When the pages were fetched; see :func:`find_list`.
    like
        Where the list stands on its first page; see :func:`find_list`. The main list by default.

    Raises
    ------
    OptionError
        For an unknown option or a value not allowed.
    """
    chosen = changed(options or FollowOptions(), changes)
    return _follow(first, fetch, chosen, kind, reference, like)


def _follow(
    page: Page,
    fetch: Callable[[str], Page],
    options: FollowOptions,
    kind: Kind | None,
    reference: Moment | dt.datetime | None,
    like: Region | str | None,
) -> Iterator[Followed]:
    host = urlsplit(page.url or "").netloc
    seen, known, region = [page.url or ""], set[tuple[str, str]](), like
    for n_pages in range(1, options.max_pages + 1):
        whole = find_list(page, kind=kind, reference=reference, like=region)
        new = tuple(item for item in whole.items if (item.title, item.url) not in known)
        known |= {(item.title, item.url) for item in new}
        region = region or whole.region
        pagination = find_pagination(page)
        yield Followed(page.url, replace(whole, items=new), pagination)
        url = pagination.next_url
        is_away = options.same_host and bool(host) and urlsplit(url).netloc not in {"", host}
        if not url or not new or is_away or n_pages == options.max_pages:
            return
        if any(same_address(url, other) for other in seen):
            return
        seen.append(url)
        page = fetch(url)
