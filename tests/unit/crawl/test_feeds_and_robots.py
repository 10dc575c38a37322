from __future__ import annotations

import gzip
import json

import pytest

pytest.importorskip("lxml", reason="lxml is not installed (extra crawl)")
pytest.importorskip("protego", reason="Protego is not installed (extra crawl)")

from maintext.crawl.feeds import fetch_robots, read_feed, read_robots
from maintext.errors import AddressRefusedError, HttpStatusError, InputError, MaintextError, PageTooLargeError
from maintext.net import Response

URLSET = b"""<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> http://a.example/1?a=1&amp;b=2 </loc><lastmod>2026-02-03T04:05:06Z</lastmod></url>
<url><loc>http://a.example/2</loc></url><url></url></urlset>"""


@pytest.mark.parametrize(
    ("error", "refusal"),
    [
        (HttpStatusError("gone", status=404), ""),
        (HttpStatusError("broken", status=503), "robots.txt cannot be read (status 503)"),
        (PageTooLargeError("large"), "robots.txt cannot be read: large"),
    ],
)
def test_a_robots_txt_that_fails_allows_all_or_nothing(error: MaintextError, refusal: str) -> None:
    def fail(url: str) -> Response:
        assert url == "https://a.example/robots.txt"
        raise error

    assert fetch_robots("https://a.example/b?c", "maintext", fail).refusal.startswith(refusal)


def test_an_address_that_may_not_be_fetched_has_no_robots_txt() -> None:
    def refuse(_url: str) -> Response:
        raise AddressRefusedError("private")

    with pytest.raises(AddressRefusedError):
        fetch_robots("https://a.example/", "maintext", refuse)


def test_a_sitemap_lists_pages_with_their_days() -> None:
    assert read_feed(URLSET, 10_000).pages == [
        ("http://a.example/1?a=1&b=2", "2026-02-03"),
        ("http://a.example/2", ""),
    ]


def test_entries_have_title_date_and_summary() -> None:
    feed = """<rss version="2.0"><channel><title>频道</title><item><title>新桥 &amp;amp; 老桥</title>
    <link>http://a.example/1</link><pubDate>Mon, 06 Sep 2021 00:01:00 +0800</pubDate>
    <description>&lt;p&gt;桥今天通车。&lt;/p&gt;</description></item></channel></rss>"""
    listed = read_feed(feed.encode(), 10_000)
    (entry,) = listed.entries
    assert (listed.kind, entry.title, entry.url, entry.summary) == (
        "feed", "新桥 & 老桥", "http://a.example/1", "桥今天通车。"
    )  # fmt: skip
    assert str(entry.date) == "2021-09-06T00:01:00+08:00"
    sitemap = read_feed(URLSET, 10_000)
    assert (sitemap.kind, [str(entry.date) for entry in sitemap.entries]) == (
        "sitemap", ["2026-02-03T04:05:06+00:00", "None"]
    )  # fmt: skip


RSS = '<rss version="2.0"><channel><item><title>镕桥</title><link>/1</link></item></channel></rss>'


@pytest.mark.parametrize(
    ("before", "charset"),
    [
        ('\n <?xml version="1.0" encoding="gb2312"?>', "utf-8"),
        ("<?xml version='1.0' encoding='GBK'?>", None),
        ('<?xml version="1.0"?>', "gb2312"),
        ("", "gbk"),
    ],
)
def test_a_feed_is_read_in_its_encoding(before: str, charset: str | None) -> None:
    (entry,) = read_feed((before + RSS).encode("gbk"), 10_000, charset).entries
    assert entry.title == "镕桥"


@pytest.mark.parametrize(
    ("end", "n_entries"),
    [(b"</url></urlset>", 2), (b"</urlset>", 2), (b"</loc></url><url></url></urlset>", 1)],
)
def test_a_file_that_breaks_off_says_so(end: bytes, n_entries: int) -> None:
    assert read_feed(URLSET, 10_000).breaks_off == ""
    listed = read_feed(URLSET.removesuffix(end), 10_000)
    assert listed.breaks_off == f"the sitemap breaks off after {n_entries} entries"
    assert len(listed.pages) == n_entries
    prefixed = b"<s:urlset xmlns:s='x'><s:url><s:loc>http://a.example/1</s:loc></s:url>"
    assert read_feed(prefixed, 1000).breaks_off == "the sitemap breaks off after 1 entries"
    assert read_feed(prefixed + b"</s:urlset>\n<!-- cached -->", 1000).breaks_off == ""


def test_a_packed_sitemap_is_the_same() -> None:
    assert read_feed(gzip.compress(URLSET), 10_000) == read_feed(URLSET, 10_000)


def test_a_json_feed_lists_its_entries() -> None:
    items = [
        {"id": "1", "url": "/a", "title": "Rain", "date_published": "2026-05-01T10:00:00Z"},
        {
            "id": "2",
            "external_url": "http://b.example/b",
            "summary": "Of <b>snow</b>",
            "date_modified": "2026-05-02",
        },
        {"id": "3"},
        "none",
    ]
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": "Days", "items": items}
    found = read_feed(json.dumps(feed).encode(), 10_000)
    assert (found.kind, found.pages) == ("feed", [("/a", "2026-05-01"), ("http://b.example/b", "2026-05-02")])
    assert [(one.title, one.summary) for one in found.entries] == [("Rain", ""), ("", "Of snow")]
    for other in ({}, {"items": items}, feed | {"items": 5}):
        with pytest.raises(InputError):
            read_feed(json.dumps(other).encode(), 10_000)


@pytest.mark.parametrize(
    "feed",
    [
        """<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/f"/>
        <link rel="next" href="/f?page=2"/><entry><link rel="next" href="/other"/><link href="/1"/></entry>
        </feed>""",
        """<rss xmlns:a="http://www.w3.org/2005/Atom"><channel><a:link rel="next" href="/f?page=2"/><item>
        <link>/1</link></item></channel></rss>""",
        '{"version": "https://jsonfeed.org/version/1", "items": [{"url": "/1"}], "next_url": "/f?page=2"}',
    ],
)  # fmt: skip
def test_a_feed_names_its_next_page(feed: str) -> None:
    found = read_feed(feed.encode(), 10_000)
    assert (found.pages, found.next_url) == ([("/1", "")], "/f?page=2")


def test_links_of_atom_are_relative_to_the_declared_base() -> None:
    feed = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/blog/"><entry>
    <link href="1"/></entry><entry xml:base="2026/"><link href="2"/></entry></feed>"""
    urls = [url for url, _ in read_feed(feed.encode(), 10_000).pages]
    assert urls == ["https://a.example/blog/1", "https://a.example/blog/2026/2"]


@pytest.mark.parametrize("name", ["news", "video"])
def test_sitemaps_of_news_and_videos_have_titles_and_dates(name: str) -> None:
    own = f"<{name}:title>Rain &amp; sun</{name}:title>"
    own += f"<{name}:publication_date>2026-05-04T08:00Z</{name}:publication_date>"
    sitemap = (
        f'<urlset xmlns:{name}="http://a.example/{name}"><url><loc>https://a.example/1</loc>'
        f"<lastmod>2026-05-06</lastmod><{name}:{name}>{own}</{name}:{name}></url></urlset>"
    )
    found = read_feed(sitemap.encode(), 10_000)
    assert [(one.title, str(one.date)[:10]) for one in found.entries] == [("Rain & sun", "2026-05-04")]
    assert found.pages == [("https://a.example/1", "2026-05-06")]


def test_an_index_lists_sitemaps() -> None:
    index = b"<sitemapindex><sitemap><loc>http://a.example/s.xml</loc></sitemap></sitemapindex>"
    assert read_feed(index, 1000).sitemaps == ["http://a.example/s.xml"]


def test_a_list_of_addresses_is_a_sitemap() -> None:
    assert read_feed(b"http://a.example/1\nhttp://a.example/2\n", 1000).pages[1] == (
        "http://a.example/2",
        "",
    )


@pytest.mark.parametrize(
    "feed",
    [
        b"<rss><channel><link>http://a.example/</link><item><title>x</title><link>/1</link></item></channel></rss>",
        b"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry><link rel="edit" href="/e"/>
        <link href="/1"/></entry></feed>""",
    ],
)  # fmt: skip
def test_a_feed_lists_its_entries(feed: bytes) -> None:
    assert [url for url, _ in read_feed(feed, 1000).pages] == ["/1"]


@pytest.mark.parametrize(
    "item",
    [
        '<atom:link rel="self" href="http://a.example/feed"/><link>http://a.example/3</link>',
        "<link/><link> http://a.example/3 </link>",
        '<title>x</title><guid isPermaLink="true">http://a.example/3</guid>',
        "<link></link><guid>\nhttp://a.example/3\n</guid>",
        '<atom:link href=""/><atom:link href="http://a.example/3"/>',
    ],
)  # fmt: skip
def test_an_entry_whose_first_link_is_empty_is_listed(item: str) -> None:
    feed = f'<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><item>{item}</item></channel></rss>'
    assert read_feed(feed.encode(), 1000).pages == [("http://a.example/3", "")]


@pytest.mark.parametrize(
    "guid",
    ['<guid isPermaLink="false">http://a.example/3</guid>', "<guid>tag:a.example,2026:3</guid>", "<guid/>"],
)
def test_a_guid_that_is_no_address_is_no_page(guid: str) -> None:
    feed = f"<rss><channel><item><title>x</title>{guid}</item></channel></rss>"
    assert read_feed(feed.encode(), 1000).pages == []


def test_an_episode_without_a_page_is_an_entry_with_the_url_of_its_recording() -> None:
    item = "<item><title>x</title><enclosure url='https://a.example/3.mp3' type='audio/mpeg'/></item>"
    listed = read_feed(f"<rss><channel>{item}</channel></rss>".encode(), 1000)
    assert [one.url for one in listed.entries] == ["https://a.example/3.mp3"]
    assert listed.pages == []


def titled(title: str) -> str:
    items = (
        f"<item><title>{one}</title><link>http://a.example/{i}</link></item>"
        for i, one in enumerate((title, "z"))
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel>{"".join(items)}</channel></rss>'


@pytest.mark.parametrize(
    ("title", "read"),
    [
        ("x &#55357;&#56832; y", "x 😀 y"),
        ("x &#xD83D;&#xde00; y", "x 😀 y"),
        ("&#xD800;", "\ufffd"),
        ("&#xDE00;&#xD83D; y", "\ufffd\ufffd y"),
        ("&#65;&#55357;&#56832;&#0066;", "A😀B"),
        ("&#55000;&#57345;", "훘\ue001"),
        ("x &amp;#55357;&amp;#56832; &amp;amp;#xD800;", "x 😀 \ufffd"),
        ("<![CDATA[x &#55357;&#56832; y]]>", "x 😀 y"),
    ],
)
def test_references_to_surrogates_are_characters(title: str, read: str) -> None:
    listed = read_feed(titled(title).encode(), 10_000)
    assert [entry.title for entry in listed.entries] == [read, "z"]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "gbk"])
def test_surrogates_are_characters_in_other_encodings(codec: str) -> None:
    declared = titled("山 &#55357;&#56832;").replace("?>", f' encoding="{codec[:6]}"?>', 1)
    assert read_feed(declared.encode(codec), 10_000).entries[0].title == "山 😀"
    half = titled("山 ?").encode("utf-16-le").replace(b"?\0<", b"\0\xd8<", 1)
    assert [entry.title for entry in read_feed(half, 10_000).entries] == ["山 \ufffd", "z"]


def test_surrogates_in_addresses_are_characters() -> None:
    sitemap = b"<urlset><url><loc>http://a.example/&#55357;&#56832;</loc></url></urlset>"
    assert read_feed(sitemap, 1000).pages == [("http://a.example/😀", "")]
    feed = b'<feed><entry><link href="/&#xD800;"/></entry></feed>'
    assert read_feed(feed, 1000).pages == [("/\ufffd", "")]


def test_damaged_xml_is_read_as_far_as_it_goes() -> None:
    assert len(read_feed(URLSET[:-40], 10_000).pages) == 1  # the second URL is cut


def test_a_file_of_ours_is_not_read_into_a_sitemap() -> None:
    evil = b'<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/hostname">]><urlset><url><loc>&x;</loc></url></urlset>'
    assert read_feed(evil, 1000).pages == []


@pytest.mark.parametrize("body", [b"<html><body>no</body></html>", b"", b"no", b"\x1f\x8bno"])
def test_another_file_is_an_input_error(body: bytes) -> None:
    with pytest.raises(InputError):
        read_feed(body, 1000)


def test_a_packed_file_that_grows_too_large_is_refused() -> None:
    with pytest.raises(PageTooLargeError):
        read_feed(gzip.compress(bytes(1_000_000)), 1000)


RULES = b"""User-agent: *\nDisallow: /private/\nAllow: /private/open\nCrawl-delay: 2
User-agent: maintext\nDisallow: /\nSitemap: http://a.example/s.xml\n"""


def test_rules_are_those_of_the_agent() -> None:
    everybody, ours = (
        read_robots(200, RULES, "other"),
        read_robots(200, RULES, "Mozilla/5.0 (compatible; maintext/0.9)"),
    )
    assert [everybody.allows(f"http://a.example{path}") for path in ("/", "/private/x", "/private/open")] == [
        True,
        False,
        True,
    ]
    assert (everybody.delay_s, everybody.sitemaps) == (2.0, ("http://a.example/s.xml",))
    assert not ours.allows("http://a.example/")


@pytest.mark.parametrize(
    ("status", "allowed"),
    [(200, True), (301, True), (404, True), (403, True), (500, False), (503, False), (0, False)],
)
def test_without_rules_a_missing_file_allows_and_a_failing_host_does_not(status: int, allowed: bool) -> None:
    robots = read_robots(status, b"", "x")
    assert robots.allows("http://a.example/") is allowed
    assert bool(robots.refusal) is not allowed


def test_a_long_delay_is_bounded() -> None:
    assert read_robots(200, b"User-agent: *\nCrawl-delay: 86400", "x").delay_s == 60.0
