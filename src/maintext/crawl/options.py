"""Options of a crawl: scope, limits, politeness, and what becomes a record."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from maintext.classify.model.kind import KINDS
from maintext.errors import OptionError
from maintext.net.model import check_header_value
from maintext.net.proxies import read_proxies
from maintext.options import check_options, option

__all__ = ["REFETCH", "SCOPES", "CrawlOptions"]

SCOPES = ("host", "domain", "path")
REFETCH = ("all", "index")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlOptions:
    """How a site is crawled."""

    scope: str = option(
        "host",
        "Pages of the hosts of the start pages, of their subdomains too, or below the folders of the start"
        " pages.",
        choices=SCOPES,
    )
    include: tuple[str, ...] = option(
        (), "Regular expressions; records are made of pages whose URL matches one of them."
    )
    exclude: tuple[str, ...] = option((), "Regular expressions; URLs that match one of them are not fetched.")
    max_depth: int = option(
        -1, "Maximum number of links from a start page; -1 for no limit. Next pages of a list do not count.",
        minimum=-1,
    )  # fmt: skip
    max_pages: int = option(
        0, "Maximum number of pages to fetch in this run; 0 for no limit.", unit="pages", minimum=0
    )
    since: str = option("", "Leave out pages published before this day (YYYY-MM-DD).")
    until: str = option("", "Leave out pages published after this day (YYYY-MM-DD).")
    languages: tuple[str, ...] = option(
        (), "Keep records in these languages only: zh also means zh-Hans and zh-Hant."
    )
    kinds: tuple[str, ...] = option(
        (), "Keep pages of these kinds only; without any, all but listings and collections."
    )
    filter_file: str = option("", "Label pages with this filter, from `maintext filter train`.")
    keep: tuple[str, ...] = option((), "With a filter: keep records with these labels only.")
    robots: bool = option(True, "Obey robots.txt, nofollow and noindex.")
    sitemaps: bool = option(True, "Read sitemaps.")
    feeds: bool = option(True, "Read RSS and Atom feeds.")
    delay_s: float = option(
        0.5,
        "Minimum delay between requests to one host; a longer Crawl-delay in robots.txt wins.",
        unit="s",
        minimum=0,
    )
    n_connections: int = option(4, "Requests to one host at a time.", minimum=1)
    max_tries: int = option(3, "Maximum attempts per page when the server fails.", minimum=1)
    retry_delay_s: float = option(
        2.0, "Initial delay before a retry; doubles with each further retry.", unit="s", minimum=0
    )
    timeout_s: float = option(30.0, "Give up when a whole answer takes longer.", unit="s", minimum=0.01)
    max_bytes: int = option(
        10_000_000, "Refuse an answer that is longer, as sent or decompressed.", unit="bytes", minimum=1
    )
    max_redirects: int = option(10, "Maximum number of redirects to follow.", minimum=0)
    max_pattern_pages: int = option(
        100,
        "Stop following URLs of one pattern (a calendar, filters) after this number of its pages brought"
        " nothing new; 0 for no limit.",
        unit="pages", minimum=0,
    )  # fmt: skip
    allow_private: bool = option(False, "Also fetch from this computer and from private networks.")
    user_agent: str = option(
        "Mozilla/5.0 (compatible; maintext/0.9)", "The User-Agent header; robots.txt is read for it."
    )
    proxies: tuple[str, ...] = option(
        (), "Proxies, http://user:password@host:port, or files with one on each line; each request takes one"
        " at random.",
    )  # fmt: skip
    n_processes: int = option(
        1, "Number of processes that extract; 0 to extract in the process that fetches.", minimum=0
    )
    page_timeout_s: float = option(
        30.0, "Stop the process that extracts one page for longer; the page becomes an error.",
        unit="s", minimum=0.01,
        source="as of a batch",
    )  # fmt: skip
    wrapper: str = option(
        "", "File of the site's rules (maintext wrapper learn) for main text and fields of the records."
    )
    cache_dir: str = option("", "Folder that keeps answers, to crawl again without asking.")
    refetch: str = option(
        "all", "What a later run asks for again: all pages, or those that lead to others or failed.",
        choices=REFETCH,
    )  # fmt: skip

    def __post_init__(self) -> None:
        check_options(self)
        read_proxies(self.proxies)
        check_header_value("user_agent", self.user_agent)
        if wrong := set(self.kinds) - set(KINDS):
            raise OptionError(f"no kinds of page: {', '.join(sorted(wrong))} (known: {', '.join(KINDS)})")
        if self.keep and not self.filter_file:
            raise OptionError("keep needs a filter_file: the filter whose labels they are")
        for pattern in (*self.include, *self.exclude):
            try:
                re.compile(pattern)
            except re.error as error:
                raise OptionError(f"{pattern!r} is no regular expression: {error}") from error
        for name in ("since", "until"):
            _check_day(name, getattr(self, name))


def _check_day(name: str, day: str) -> None:
    try:
        is_day = not day or dt.date.fromisoformat(day).isoformat() == day
    except ValueError:
        is_day = False
    if not is_day:
        raise OptionError(f"{name} must be a day like 2026-01-31, not {day!r}")
