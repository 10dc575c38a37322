"""Which URLs belong to a crawl, and their normalized form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from maintext.crawl.options import CrawlOptions
from maintext.errors import AddressRefusedError
from maintext.html.urls import bare_host, without_tracking
from maintext.metadata import pattern_lists
from maintext.net.address import parse_target

__all__ = ["A_FILE", "Scope", "normalize_url"]

_MAX_URL_CHARACTERS = 2_000
_MAX_SEGMENTS, _MAX_REPEATED = 20, 3
_SESSION = re.compile(r";jsessionid=[^/?]*", re.IGNORECASE)
_PLAIN = re.compile(r"https?://[a-z0-9.-]+(?::\d+)?(?:/[\w/.~-]*)(?:\?[\w=&.-]*)?\Z", re.ASCII)
# Files that are not pages; others are refused by their Content-Type.
_FILES = re.compile(rf"\.(?:{pattern_lists('site_patterns')['files']})\Z", re.IGNORECASE)


A_FILE = "a file, not a page"
"""Reason for URLs whose name says that they are no page; a feed may have one."""


def normalize_url(url: str) -> str:
    """Return a URL in normalized form, its key; ``""`` if it cannot be fetched.

    The host is lower-case ASCII; default port, user name and fragment are dropped. The path is
    percent-encoded and not empty. Tracking parameters are dropped; the order of the others stays.
    """
    url = url.partition("#")[0]
    if not _PLAIN.match(url):
        try:
            url = parse_target(url).url
        except AddressRefusedError:
            return ""
    if ";" in url:
        url = _SESSION.sub("", url)
    return without_tracking(url) if "?" in url else url


@dataclass(slots=True)
class Scope:
    """What a crawl may fetch."""

    options: CrawlOptions
    hosts: set[str] = field(default_factory=set)  # hosts with their ports, without `www.`
    folders: dict[str, tuple[str, ...]] = field(default_factory=dict)  # path prefixes by host

    @classmethod
    def of(cls, options: CrawlOptions, seeds: Iterable[str]) -> Scope:
        """Return the scope of start pages."""
        scope = cls(options)
        for seed in seeds:
            scope.widen(seed)
        return scope

    def widen(self, url: str) -> None:
        """Add the host and folder of a start page or its redirect target."""
        host, folder = bare_host(url), urlsplit(url).path.rpartition("/")[0] + "/"
        self.hosts.add(host)
        self.folders[host] = (*self.folders.get(host, ()), folder)

    def why_not(self, url: str) -> str:
        """Return why a normalized URL is not fetched, ``""`` if it is."""
        host, path = bare_host(url), urlsplit(url).path
        if not self.has_host(host):
            return "another host"
        if self.options.scope == "path" and not path.startswith(self.folders.get(host, ("/",))):
            return "another folder"
        if _FILES.search(path):
            return A_FILE
        if any(re.search(pattern, url) for pattern in self.options.exclude):
            return "excluded"
        return _find_oddity(url, path)

    def is_included(self, url: str) -> bool:
        """Return True if a page with this URL may be a record."""
        include = self.options.include
        return not include or any(re.search(pattern, url) for pattern in include)

    def has_host(self, host: str) -> bool:
        """Return True if a host (without ``www.``) is in the scope."""
        is_below = host.endswith(tuple(f".{known}" for known in self.hosts))
        return host in self.hosts or (self.options.scope == "domain" and is_below)


def _find_oddity(url: str, path: str) -> str:
    """Return why a URL looks like wrongly resolved links, ``""`` if it does not."""
    if len(url) > _MAX_URL_CHARACTERS:
        return "an address that is too long"
    segments = unquote(path).split("/")
    if len(segments) > _MAX_SEGMENTS:
        return "too many folders"
    repeated = max(map(segments.count, set(segments) - {""}), default=0)
    return "a path that repeats itself" if repeated > _MAX_REPEATED else ""
