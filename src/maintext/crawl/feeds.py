"""Read what a site tells crawlers: robots.txt (RFC 9309, by Protego), sitemaps and feeds."""

from __future__ import annotations

import gzip
import html
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from maintext.compression import DAMAGED
from maintext.errors import (
    AddressRefusedError,
    FetchError,
    HttpStatusError,
    InputError,
    PageTooLargeError,
    needs_extra,
)
from maintext.html.parser import decode_label
from maintext.html.surrogates import join_surrogates
from maintext.html.urls import absolute_url
from maintext.metadata.moment import parse_moment
from maintext.net.address import parse_target
from maintext.sites.listing import Item

__all__ = ["FeedEntries", "Robots", "fetch_robots", "read_feed", "read_robots"]

_MAX_BYTES = 500 * 1024  # RFC 9309, 2.5: at least these must be read
_MAX_DELAY_S = 60.0


# Scrapy's own middleware for robots.txt gives neither the delay nor the sitemaps, and takes a failing host as
# one without rules.
@dataclass(frozen=True, slots=True)
class Robots:
    """The robots.txt rules of a host."""

    refusal: str = ""  # why nothing may be fetched; `""` for hosts that answered
    error: str = "robots.txt"  # kind of refusal: `robots.txt`, or why it could not be fetched
    delay_s: float = 0.0  # requested delay between two requests, 0 for none
    sitemaps: tuple[str, ...] = ()  # URLs of its sitemaps
    _rules: Any = field(default=None, repr=False)
    _agent: str = "*"

    def allows(self, url: str) -> bool:
        """Return True if a URL may be fetched."""
        return not self.refusal and (self._rules is None or bool(self._rules.can_fetch(url, self._agent)))


def read_robots(status: int, body: bytes, agent: str) -> Robots:
    """Parse the answer to a request for robots.txt; status 0 is no answer.

    RFC 9309, 2.3.1: a client error (4xx) allows everything, a server error (5xx) nothing.
    """
    if status == 0 or status >= 500:
        said = f"status {status}" if status else "no answer"
        return Robots(refusal=f"robots.txt cannot be read ({said}); a host that fails so is left alone")
    if status >= 300:
        return Robots()
    with needs_extra("Protego", "crawl"):
        from protego import Protego  # noqa: PLC0415 - comes with Scrapy
    rules = Protego.parse(body[:_MAX_BYTES].decode("utf-8", "replace").lstrip("\ufeff"))
    delay = min(float(rules.crawl_delay(agent) or 0), _MAX_DELAY_S)
    return Robots(delay_s=delay, sitemaps=tuple(rules.sitemaps), _rules=rules, _agent=agent)


def fetch_robots(url: str, agent: str, fetch: Callable[[str], Any]) -> Robots:
    """Fetch and parse the robots.txt of the host of a URL; ``fetch`` is that of :mod:`maintext.net`.

    Raises AddressRefusedError: the URL may not be fetched.
    """
    try:
        answer = fetch(f"{parse_target(url).origin}/robots.txt")
    except AddressRefusedError:
        raise
    except HttpStatusError as error:
        return read_robots(error.status, b"", agent)
    except (FetchError, PageTooLargeError) as error:
        return Robots(refusal=f"robots.txt cannot be read: {error.message}")
    return read_robots(answer.status, answer.body, agent)


_GZIP = b"\x1f\x8b"
_DATES = ("pubDate", "published", "date", "updated", "publication_date", "lastmod")
_SUMMARIES = ("summary", "description")
_TAG = re.compile(r"<[^<>]*>")
# References to surrogates, one after another: programs write a character beyond U+FFFF as two of them.
# Some are escaped twice, as all of HTML in a feed is.
_SURROGATE = rb"#(?:[xX]0*[dD][89a-fA-F][0-9a-fA-F]{2}|0*5[5-7][0-9]{3});"
_SURROGATES = re.compile(rb"&((?:amp;)*)" + _SURROGATE + rb"(?:&\1" + _SURROGATE + rb")*")
_NUMBER = re.compile(rb"#([xX]?)([0-9a-fA-F]+);")
_DECLARED = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)""")
_UTF_16 = re.compile(rb"\xff\xfe|\xfe\xff|<\0|\0<")


@dataclass(slots=True)
class FeedEntries:
    """The entries of a sitemap or a feed."""

    # URL of each page with the day of its last change (`YYYY-MM-DD`), `""` if unknown
    pages: list[tuple[str, str]] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)  # URLs of further sitemaps
    # The pages, and recordings without one, as list items: title, URL, date and summary, as far as stated
    entries: list[Item] = field(default_factory=list)
    kind: str = "sitemap"  # `feed` or `sitemap`
    next_url: str = ""  # of the feed's next page (RFC 5005, JSON Feed), `""` for none
    breaks_off: str = ""  # the fact as a sentence, if the end of the file is missing


def read_feed(body: bytes, max_bytes: int, charset: str | None = None) -> FeedEntries:
    """Parse a sitemap, a sitemap index, an RSS, Atom or JSON feed, or a list of URLs as text; may be gzip.

    ``charset`` is that of the Content-Type header; a declaration in the file wins.

    Raises InputError: the file is none of them; PageTooLargeError: the file has more than ``max_bytes`` bytes
    decompressed.
    """
    body = _decompress_gzip(body, max_bytes)
    start = body.lstrip(b"\xef\xbb\xbf \r\n\t")[:4].lower()
    if start == b"http":
        return FeedEntries([(line, "") for line in body.decode("utf-8", "replace").lstrip("\ufeff").split()])
    if start[:1] == b"{":
        return _read_json_feed(body)
    body, encoding = _to_utf8(body, charset)
    root = _parse_xml(body, encoding)
    if root is None or _local_name(root) not in {"urlset", "sitemapindex", "rss", "RDF", "feed"}:
        raise InputError("neither a sitemap nor a feed", stage="parse")
    listed = FeedEntries(kind="sitemap" if _local_name(root) in {"urlset", "sitemapindex"} else "feed")
    places = (_atom_link(one, "next") for one in (root, *_named_children(root, "channel")))
    listed.next_url = next(filter(None, places), "")
    for element in root.iter():
        _add_element(listed, element)
    name = f"{root.prefix}:{_local_name(root)}" if root.prefix else _local_name(root)
    if len(root) and f"</{name}".encode() not in body:
        if listed.entries and body.endswith(listed.entries[-1].url.encode()):  # within a URL
            cut = listed.entries.pop().url
            listed.pages = [page for page in listed.pages if page[0] != cut]
        n_entries = len(listed.entries or listed.sitemaps)
        listed.breaks_off = f"the {listed.kind} breaks off after {n_entries:,} entries"
    return listed


def _read_json_feed(body: bytes) -> FeedEntries:
    """Parse a JSON Feed (jsonfeed.org, version 1.1). Raises InputError: it is none, or damaged."""
    try:
        feed = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise InputError(f"damaged JSON: {error}", stage="parse") from error
    items = feed.get("items") if "jsonfeed.org" in str(feed.get("version")) else None
    if not isinstance(items, list):
        raise InputError("neither a sitemap nor a feed", stage="parse")
    listed = FeedEntries(kind="feed", next_url=str(feed.get("next_url") or ""))
    for item in (one for one in items if isinstance(one, dict)):
        names = (("url", "external_url"), ("date_modified", "date_published"), ("title",), ("summary",))
        url, date, title, summary = (
            next((str(item[name]) for name in some if item.get(name)), "").strip() for some in names
        )
        if url:
            listed.pages.append((url, date[:10]))
            listed.entries.append(
                Item(_strip_tags(title), url, parse_moment(date), date, _strip_tags(summary))
            )
    return listed


def _add_element(listed: FeedEntries, element: Any) -> None:
    name, day = _local_name(element), ""
    if name in {"sitemap", "url"}:
        url, day = _child_text(element, "loc"), _child_text(element, "lastmod")
    elif name == "item":
        url = _child_text(element, "link") or _atom_link(element) or _guid_link(element)
    elif name == "entry":
        url, day = _atom_link(element), _child_text(element, "updated")
    else:
        return
    if url and name == "sitemap":
        listed.sitemaps.append(url)
        return
    if url:
        listed.pages.append((url, day[:10]))
    # Episodes of a podcast often have no page, only a recording.
    if url := url or next((one.get("url", "") for one in _named_children(element, "enclosure")), "").strip():
        # Sitemaps of news and videos state them in an element of their own.
        said = [*_named_children(element, "news"), *_named_children(element, "video"), element]
        date, summary, title = (
            next(filter(None, (_child_text(one, *names) for one in said)), "")
            for names in (_DATES, _SUMMARIES, ("title",))
        )
        summary, title = _strip_tags(summary), _strip_tags(title)
        listed.entries.append(Item(title, url, parse_moment(date), date, summary))


def _strip_tags(text: str) -> str:
    """Return a text without the tags that feeds embed."""
    return " ".join(html.unescape(_TAG.sub(" ", html.unescape(text))).split())


def _named_children(element: Any, name: str) -> list[Any]:
    """Return the children with a local name, in any namespace."""
    return [one for one in element if _local_name(one) == name]


def _atom_link(element: Any, rel: str = "alternate") -> str:
    """Return the URL of the first Atom link to the page itself; RSS items may have one too.

    It is relative to ``xml:base``, which ``base`` says.
    """
    links = (one for one in _named_children(element, "link") if one.get("rel", "alternate") == rel)
    found = ((one.base, one.get("href", "").strip()) for one in links)
    return next((absolute_url(base or "", href) or href for base, href in found if href), "")


def _guid_link(element: Any) -> str:
    """Return the ``guid`` of an RSS item if it is a URL and a permalink."""
    for one in _named_children(element, "guid"):
        url = (one.text or "").strip()
        is_permalink = one.get("isPermaLink", "true").strip().lower() != "false"
        if is_permalink and url.lower().startswith(("http://", "https://")):
            return url
    return ""


def _child_text(element: Any, *names: str) -> str:
    """Return the first non-empty text of children with one of the local names, the first name first."""
    texts = ((one.text or "").strip() for name in names for one in _named_children(element, name))
    return next(filter(None, texts), "")


def _local_name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _to_utf8(body: bytes, charset: str | None) -> tuple[bytes, str | None]:
    """Return the bytes of XML for the parser, and their encoding if it is another than they declare."""
    if start := _UTF_16.match(body):
        # The parser stops at half of a surrogate pair.
        codec = "utf-16-be" if start[0] in {b"\xfe\xff", b"\0<"} else "utf-16-le"
        return body.decode(codec, "replace").removeprefix("\ufeff").encode(), "utf-8"
    body = body.lstrip()  # the parser reads no declaration after white space
    declared = _DECLARED.match(body)
    label = declared[1].decode() if declared else charset
    # As browsers read the labels: gb2312 means gb18030.
    found = decode_label(body, label) if label and not label.lower().startswith("utf") else None
    return (found[0].encode(), "utf-8") if found else (body, None)


def _parse_xml(body: bytes, encoding: str | None) -> Any:
    with needs_extra("lxml", "crawl"):
        from lxml import etree  # noqa: PLC0415 - an extra
    # The parser of pages has a feed() too, but no sitemaps; it loses Atom links in RSS and surrogates.
    # No entities, no network, no DTD: a file of a site must not read ours, or grow.
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, load_dtd=False, encoding=encoding
    )
    try:
        # The parser takes a reference to a surrogate, and then cannot decode what it made of it.
        return etree.fromstring(_SURROGATES.sub(_join_surrogates, body), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise InputError(f"damaged XML: {error}", stage="parse") from error


def _join_surrogates(references: re.Match[bytes]) -> bytes:
    """Replace references to surrogates by their characters, U+FFFD for a lone one."""
    units = "".join(chr(int(digits, 16 if x else 10)) for x, digits in _NUMBER.findall(references[0]))
    return b"".join(b"&%s#%d;" % (references[1], ord(one)) for one in join_surrogates(units))


def _decompress_gzip(body: bytes, max_bytes: int) -> bytes:
    if not body.startswith(_GZIP):
        return body
    try:
        with gzip.open(io.BytesIO(body)) as file:
            body = file.read(max_bytes + 1)
    except DAMAGED as error:
        raise InputError(f"damaged gzip: {error}", stage="decode") from error
    if len(body) > max_bytes:
        raise PageTooLargeError(f"more than {max_bytes} bytes decompressed", stage="decode")
    return body
