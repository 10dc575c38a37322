"""Feeds and sitemaps told from web pages."""

from __future__ import annotations

import pytest

from maintext.errors import NotHtmlError
from maintext.html import listing_of, parse

RSS = '<?xml version="1.0" encoding="utf-8"?>\n<!-- a note -->\n<rss version="2.0"><channel></channel></rss>'
ATOM = '<?xml version="1.0"?><?xml-stylesheet href="a.css"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>'
RDF = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"/>'
SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'
JSON_FEED = '{"title": "Days",\n "version": "https:\\/\\/jsonfeed.org\\/version\\/1.1", "items": []}'
INDEX = '<?xml version="1.0"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        (RSS, "feed"),
        (ATOM, "feed"),
        (RDF, "feed"),
        (JSON_FEED, "feed"),
        ("<rss><channel>", "feed"),
        (SITEMAP, "sitemap"),
        (INDEX, "sitemap"),
    ],
)
def test_the_root_element_tells(document: str, kind: str) -> None:
    assert listing_of(document) == kind
    assert listing_of(b"\xef\xbb\xbf" + document.encode()) == kind
    with pytest.raises(NotHtmlError, match=f"this is a {kind}, not a web page; maintext crawl follows"):
        parse(document.encode())


@pytest.mark.parametrize(
    "page",
    [
        '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><p>One</p></html>',
        "<feed><p>An element that somebody made up.</p></feed>",
        "<p>About <rss version=2.0> and other elements</p>",
        "<!-- <rss version='2.0'> --><html><p>One</p></html>",
        "<rssfeed version=1><p>One</p></rssfeed>",
        "rss version",
        '{"version": <b>https://jsonfeed.org/version/1.1</b>',
        "",
    ],
)
def test_pages_are_pages(page: str) -> None:
    assert listing_of(page) == ""
    parse(page)


@pytest.mark.parametrize("piece", ["<?a?>", "<!-- -->", "<?", "<!--", "<!DOCTYPE a>", " \n"])
def test_what_stands_before_the_root_costs_little(piece: str) -> None:
    assert listing_of(piece * 100_000) == ""
