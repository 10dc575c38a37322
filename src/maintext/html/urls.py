"""Resolve the URLs of a page, most of them without the standard library."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from maintext._core.markup import address_kind
from maintext.html.columns import Page
from maintext.html.parser import CODECS
from maintext.html.tags import tag_id

__all__ = [
    "UrlPrefixes", "absolute_url", "bare_host", "base_url", "encode_query", "is_absolute_url", "link_url",
    "split_url", "url_joiner", "url_prefixes", "url_resolver", "without_tracking",
]  # fmt: skip

_BASE = tag_id("base")
_MAX_CHARS = 5_000  # of an address
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
# Nothing to resolve or to doubt.
_WELL_FORMED_URL = re.compile(r"https?://[\w.-]+(?::\d+)?(?:[/?#][^\s\[\]]*)?$", re.ASCII)

# Tracking parameters, and session ids of PHP and osCommerce; the page is the same without them.
_TRACKING = re.compile(
    r"(?:utm_\w+|gclid|fbclid|msclkid|yclid|dclid|spm|_ga|mc_[ce]id)(?:=|\Z)"
    r"|(?:phpsessid|oscsid|zenid)=[\w,-]{20,}\Z",
    re.IGNORECASE,
)
_OF_FORUMS = re.compile(r"(?:sid|s)=[0-9a-f]{32}\Z")  # session ids of phpBB and vBulletin


def without_tracking(url: str) -> str:
    """Return a URL without tracking, session ids and empty parameters; the others keep their order."""
    page, mark, fragment = url.partition("#")
    base, _, query = page.partition("?")
    kept = [part for part in query.split("&") if part and not _TRACKING.match(part)]
    if base.endswith((".php", "/")):  # elsewhere it may be all that names a page
        kept = [part for part in kept if not _OF_FORUMS.match(part)]
    return f"{base}{'?' if kept else ''}{'&'.join(kept)}{mark}{fragment}"


def split_url(url: str) -> SplitResult:
    """Split a URL into its parts; all are empty for a malformed one such as ``http://[``."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def bare_host(url: str) -> str:
    """Return the host of a URL without ``www.``, and with its port if that is not the usual one."""
    parts = split_url(url)
    host = parts.netloc.rpartition("@")[2].lower().removeprefix("www.")
    return host.removesuffix(":443" if parts.scheme == "https" else ":80")


def base_url(page: Page) -> str:
    """Return the URL that relative links are resolved on: ``<base href>``, else the page's own.

    Those of a saved page stay as they are: they lead to files next to it.
    """
    url = "" if page.is_saved else page.url or ""
    rows = (page.tag == _BASE).nonzero()[0]
    if len(rows):
        return absolute_url(url, page.attributes(int(rows[0])).get("href", "")) or url
    return url


def link_url(page: Page, link: str) -> str:
    """Resolve a link of a page, as :func:`absolute_url` does, to the URL that a browser asks for."""
    return absolute_url(page.cached(base_url), encode_query(page, link))


def encode_query(page: Page, link: str) -> str:
    """Return a link with its query percent-encoded in the page's encoding, as browsers do.

    What the encoding does not have is written as a reference (``&#128512;``, percent-encoded too). Pages in
    UTF-8 need nothing: the rest of a URL is percent-encoded as UTF-8 when it is fetched.
    """
    if link.isascii() or not page.encoding or page.encoding.startswith("utf-"):
        return link
    codec = CODECS.get(page.encoding, page.encoding)
    if codec == "gb18030" and page.encoding != codec:
        codec = "gbk"  # what is written has not its rare characters of four bytes
    head, place_mark, place = link.partition("#")
    path, mark, query = head.partition("?")
    try:
        said = _NOT_ASCII.sub(lambda one: quote(one[0].encode(codec, "xmlcharrefreplace"), safe=""), query)
    except LookupError:  # Python has no encoder of this name
        return link
    return f"{path}{mark}{said}{place_mark}{place}"


def is_absolute_url(link: str) -> bool:
    """Return True if a link is a well-formed http(s) URL that needs no base."""
    return len(link) <= _MAX_CHARS and _WELL_FORMED_URL.match(link) is not None


def absolute_url(base: str, link: str) -> str:
    """Resolve a link on a base URL; return ``""`` for schemes other than http(s) and for fragments.

    Without a base, a relative link is returned unchanged.
    """
    return url_resolver(base)(link)


def _join_url(base: str, link: str) -> str:
    """Resolve any kind of link by the standard library, which takes 14 µs."""
    if not link or link.startswith("#"):
        return ""
    if is_absolute_url(link):
        return link
    try:
        full = urljoin(base, link) if base else link
        parts = urlsplit(full)
    except ValueError:  # an unclosed bracket in the host
        return ""
    is_web = parts.scheme in {"http", "https"} and parts.netloc
    return full if is_web or not parts.scheme else ""


_ABSOLUTE_KIND, _ROOTED_KIND = 1, 2  # of address_kind
_ORIGIN = re.compile(r"https?://[^/?#\s]+")
# What urljoin leaves as it is: no dots to resolve, no empty part to drop. It takes 6 µs a link, these 0.5.
_REST = r"[^\s?#;\[\]\\]*(?:\?[^\s#;\[\]\\]+)?(?:#[^\s;\[\]\\]+)?\Z"
_ABSOLUTE = re.compile(rf"https?://[\w.-]+(?::\d+)?(?:/{_REST}|\Z)", re.ASCII)
_FROM_ROOT = re.compile(rf"/(?![/.])(?![^?#]*/\.){_REST}")
_IN_DIRECTORY = re.compile(rf"[^\W_](?![^?#]*(?:/[/.]|:)){_REST}")
_PLACE = re.compile(r"#[^\s\x00-\x1f]+\Z")
_PLAIN = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/(?![/.])[\w.~%=&+-]*)*\Z", re.ASCII)
_N_OF_ORIGIN = 2  # slashes
_ORDINARY = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/[\w./~%=&?+-]*)?\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class UrlPrefixes:
    """Prefixes that resolve the common kinds of links on one base; ``""`` needs ``urljoin``.

    - ``origin``: prefix of a link that begins with one slash.
    - ``directory``, ``place``: prefix of a file name in the directory of the base, and of a fragment.
    """

    origin: str
    directory: str
    place: str


@lru_cache(maxsize=64)
def url_prefixes(base: str) -> UrlPrefixes:
    """Return the prefixes that resolve links on a base URL."""
    origin = _ORIGIN.match(base)
    directory = place = ""
    if _PLAIN.match(base):
        directory, place = (
            base[: base.rindex("/") + 1] if base.count("/") > _N_OF_ORIGIN else f"{base}/",
            base,
        )
    elif _ORDINARY.match(base):
        directory, place = (urljoin(base, f"{mark}x").removesuffix(f"{mark}x") for mark in ("", "#"))
    return UrlPrefixes(origin[0] if origin else "", directory, place)


def url_joiner(base: str) -> Callable[[str], str]:
    """Return a function that resolves links as ``urllib.parse.urljoin`` does; ``""`` changes none.

    The function raises ``ValueError`` for an unclosed bracket in the host.
    """
    if not base:
        return str
    before = url_prefixes(base)

    def resolved(link: str) -> str:
        if _ABSOLUTE.match(link):
            return link
        if before.origin and _FROM_ROOT.match(link):
            return before.origin + link
        if before.place and _PLACE.match(link):
            return before.place + link
        if before.directory and _IN_DIRECTORY.match(link):
            return before.directory + link
        return urljoin(base, link)

    return resolved


@lru_cache(maxsize=64)
def url_resolver(base: str) -> Callable[[str], str]:
    """Return a function that resolves links on a base as :func:`absolute_url` does."""
    before = url_prefixes(base)
    # Of an ordinary base the origin is a host that nothing is to be doubted of.
    origin = before.origin if before.place else ""

    def absolute(link: str) -> str:
        link = link.strip()
        if len(link) > _MAX_CHARS:
            return ""
        kind = address_kind(link)
        if kind == _ABSOLUTE_KIND:
            return link
        if kind == _ROOTED_KIND and origin:
            return origin + link
        if origin and before.directory and _IN_DIRECTORY.match(link):
            return before.directory + link
        return _join_url(base, link)

    return absolute
