"""Sitemaps and feeds: the addresses they list, with the days of their last change."""

from __future__ import annotations

import gzip
import html
import io
import re
from dataclasses import dataclass, field
from typing import Any

from maintext.errors import InputError, MissingExtraError, PageTooLargeError
from maintext.html.surrogates import join_surrogates
from maintext.metadata.moment import parse_moment
from maintext.net.compression import DAMAGED
from maintext.sites.listing.item import Item

__all__ = ["Listed", "read_listed"]

_GZIP = b"\x1f\x8b"
_DATES = ("pubDate", "published", "date", "updated", "lastmod")
_SUMMARIES = ("summary", "description")
_TAG = re.compile(r"<[^<>]*>")
_MOST_ENTRIES = 50_000  # of one file: the limit of sitemaps.org
# References to surrogates, one after another: programs write a character beyond U+FFFF as two of them.
# Some are escaped twice, as all of HTML in a feed is.
_SURROGATE = rb"#(?:[xX]0*[dD][89a-fA-F][0-9a-fA-F]{2}|0*5[5-7][0-9]{3});"
_SURROGATES = re.compile(rb"&((?:amp;)*)" + _SURROGATE + rb"(?:&\1" + _SURROGATE + rb")*")
_NUMBER = re.compile(rb"#([xX]?)([0-9a-fA-F]+);")
_UTF_16 = re.compile(rb"\xff\xfe|\xfe\xff|<\0|\0<")


@dataclass(slots=True)
class Listed:
    """What a sitemap or a feed lists.

    Attributes
    ----------
    pages
        Addresses of pages, each with the day of its last change (``YYYY-MM-DD``), ``""`` for unknown.
    sitemaps
        Addresses of further sitemaps.
    entries
        The pages as entries of a list: title, address, date and summary, as far as they are stated.
    kind
        ``feed`` or ``sitemap``.
    """

    pages: list[tuple[str, str]] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)
    entries: list[Item] = field(default_factory=list)
    kind: str = "sitemap"


def read_listed(body: bytes, max_bytes: int) -> Listed:
    """Read a sitemap, an index of sitemaps, an RSS or an Atom feed, or a list of addresses as text.

    Parameters
    ----------
    body
        The file, may be gzip.
    max_bytes
        Refuse what is longer decompressed.

    Raises
    ------
    InputError
        It is none of them.
    PageTooLargeError
        It is longer than ``max_bytes``.
    """
    body = _decompressed(body, max_bytes)
    if body.lstrip(b"\xef\xbb\xbf \r\n\t")[:4].lower() == b"http":
        lines = body.decode("utf-8", "replace").lstrip("\ufeff").split()
        return Listed([(line, "") for line in lines[:_MOST_ENTRIES]])
    root = _parsed(body)
    if root is None or _name(root) not in {"urlset", "sitemapindex", "rss", "RDF", "feed"}:
        raise InputError("neither a sitemap nor a feed", stage="parse")
    listed = Listed(kind="sitemap" if _name(root) in {"urlset", "sitemapindex"} else "feed")
    for element in root.iter():
        _add(listed, element)
        if len(listed.pages) >= _MOST_ENTRIES or len(listed.sitemaps) >= _MOST_ENTRIES:
            break
    return listed


def _add(listed: Listed, element: Any) -> None:
    name = _name(element)
    if name == "sitemap":
        if url := _child(element, "loc"):
            listed.sitemaps.append(url)
    elif name == "url":
        if url := _child(element, "loc"):
            listed.pages.append((url, _child(element, "lastmod")[:10]))
            listed.entries.append(_entry(element, url))
    elif name == "item":
        if url := _child(element, "link") or _linked(element) or _permalink(element):
            listed.pages.append((url, ""))
            listed.entries.append(_entry(element, url))
    elif name == "entry" and (url := _linked(element)):
        listed.pages.append((url, _child(element, "updated")[:10]))
        listed.entries.append(_entry(element, url))


def _entry(element: Any, url: str) -> Item:
    """What an entry says, by the names that RSS, Atom and sitemaps have for it."""
    date = next(filter(None, (_child(element, name) for name in _DATES)), "")
    summary = next(filter(None, (_child(element, name) for name in _SUMMARIES)), "")
    return Item(_plain(_child(element, "title")), url, parse_moment(date), date, _plain(summary))


def _plain(text: str) -> str:
    """A text without the tags that feeds write into it."""
    return " ".join(html.unescape(_TAG.sub(" ", html.unescape(text))).split())


def _linked(element: Any) -> str:
    """The address of the first Atom link to the page itself; RSS items may have one too."""
    hrefs = (one.get("href", "").strip() for one in element if _is_page_link(one))
    return next(filter(None, hrefs), "")


def _is_page_link(element: Any) -> bool:
    return _name(element) == "link" and element.get("rel", "alternate") == "alternate"


def _permalink(element: Any) -> str:
    """The ``guid`` of an RSS item where it is an address: one is, unless it says otherwise."""
    return next(
        (
            url
            for one in element
            if _name(one) == "guid" and one.get("isPermaLink", "true").strip().lower() != "false"
            if (url := (one.text or "").strip()).lower().startswith(("http://", "https://"))
        ),
        "",
    )


def _child(element: Any, name: str) -> str:
    """The text of the first child of a name that has any: others may have the name in another namespace."""
    return next((text for one in element if _name(one) == name and (text := (one.text or "").strip())), "")


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _parsed(body: bytes) -> Any:
    try:
        from lxml import etree  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("lxml", "crawl") from error
    # No entities, no network, no DTD: a file of a site must not read ours, or grow.
    options: dict[str, Any] = {
        "recover": True,
        "resolve_entities": False,
        "no_network": True,
        "load_dtd": False,
    }
    if start := _UTF_16.match(body):
        # The parser stops at half of a surrogate pair.
        codec = "utf-16-be" if start[0] in {b"\xfe\xff", b"\0<"} else "utf-16-le"
        body = body.decode(codec, "replace").removeprefix("\ufeff").encode()
        options["encoding"] = "utf-8"
    try:
        # The parser takes a reference to a surrogate, and then cannot decode what it made of it.
        return etree.fromstring(_SURROGATES.sub(_join_surrogates, body), etree.XMLParser(**options))
    except (etree.XMLSyntaxError, ValueError) as error:
        raise InputError(f"damaged XML: {error}", stage="parse") from error


def _join_surrogates(references: re.Match[bytes]) -> bytes:
    """Return references to the characters that surrogates stand for, U+FFFD for a lone one."""
    units = "".join(chr(int(digits, 16 if x else 10)) for x, digits in _NUMBER.findall(references[0]))
    return b"".join(b"&%s#%d;" % (references[1], ord(one)) for one in join_surrogates(units))


def _decompressed(body: bytes, max_bytes: int) -> bytes:
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
