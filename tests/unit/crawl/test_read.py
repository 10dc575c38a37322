from __future__ import annotations

import datetime as dt

import pytest
from tests.site_server.content import Site

from maintext.crawl.options import CrawlOptions
from maintext.crawl.read import Answer, AnswerReading, PageLink, read_page
from maintext.crawl.session import why_left_out
from maintext.options import Options

NOW = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
HOST = "http://a.example"
SITE = Site(60, traps=False)
PARTS = SITE.article(7).path


def read(html: bytes | str, url: str = f"{HOST}/x", *more: Answer, robots: bool = True) -> AnswerReading:
    body = html.encode() if isinstance(html, str) else html
    return read_page((Answer(url, body), *more), NOW, Options(), robots=robots)


def article(head: str = "", rest: str = "") -> str:
    return (
        SITE.article_page(1)
        .decode()
        .replace("</head>", f"{head}</head>")
        .replace("</main>", f"{rest}</main>")
    )


def test_an_article_becomes_a_record_with_its_fields() -> None:
    said = SITE.article(6)
    record = read(SITE.article_page(6), HOST + said.path).record
    assert record is not None
    assert (record["title"], record["author"], record["source"], record["language"], record["kind"]) == (
        said.title, said.author, said.source, "zh-Hans", "article"
    )  # fmt: skip
    assert record["published"].startswith(said.published.replace(" ", "T"))
    assert record["text"].endswith("\n\n".join(said.paragraphs))


def test_a_record_has_what_its_page_sells() -> None:
    offer = '"offers": {"@type": "Offer", "price": "9.50", "priceCurrency": "EUR"}'
    head = f'<script type="application/ld+json">{{"@type": "Product", "name": "Mill", {offer}}}</script>'
    record = read(article(head)).record
    assert record is not None
    assert (record["fields"]["price"], record["fields"]["currency"]) == ("9.50", "EUR")
    plain = read(article()).record
    assert plain is not None
    assert "price" not in plain["fields"]


def test_a_list_is_an_index_with_its_next_page_first() -> None:
    body = SITE.list_page("world", 1)
    assert body is not None
    reading = read(body, f"{HOST}/list/0/1")
    # Fifteen articles are one page; forums have their own.
    assert reading.result == "index"
    assert PageLink(HOST + SITE.article(0).path) in reading.links


@pytest.mark.parametrize(
    ("more", "label"),
    [("<button>Load more</button>", "Load more"), ("<a href='#'>查看更多</a>", "查看更多"),
     ("<a href='/other'>Load more</a>", ""),
     ("<a href='/list/0/9'>Next page</a><button>Load more</button>", "")],
)  # fmt: skip
def test_a_button_for_more_of_a_list_is_named(more: str, label: str) -> None:
    body = SITE.list_page("world", 1)
    assert body is not None
    reading = read(body.decode().replace("</main>", f"{more}</main>"), f"{HOST}/list/0/1")
    assert reading.reason == (f"{label} may show more of the list by a script" if label else None)


@pytest.mark.parametrize(
    ("link", "is_followed"),
    [
        ("<a href=/print.php?id=3>Printer-friendly version</a>", False),
        ("<a href=/w/index.php?title=A&printable=yes>Printable version</a>", False),
        ("<a href='/a/3/print'><img src=/p.gif alt=Print></a>", False),
        ("<a href='/a/3/print' title=Print><i></i></a>", False),
        ("<a href='/print/issue-5'><img src=/p.gif></a>", True),
        ("<a href=/print/5>Print</a> <a href=/print/5>Our issue of May</a>", True),
        ("<a href=/print.asp?id=3>【打印本页】</a>", False),
        ("<a href=/3d-printing-firm>3D printing firm opens</a>", True),
        ("<a href=/sprint/3></a>", True),
        ("<a href=/printing/>Printing</a>", True),
    ],
)
def test_the_page_for_print_of_an_article_is_not_followed(link: str, *, is_followed: bool) -> None:
    plain, reading = read(article()), read(article(rest=link))
    assert reading.result == "record"
    assert len(reading.links) - len(plain.links) == is_followed
    assert read(f"<title>Home</title><p>{link}").links


def test_links_are_absolute_and_feeds_and_refreshes_are_among_them() -> None:
    head = '<link rel="alternate" type="application/rss+xml" href="/f.xml">'
    head += '<link rel="alternate" type="application/feed+json" href="/f.json">'
    head += '<meta http-equiv=refresh content="3;url=/later">'
    urls = {
        link.url: link.role
        for link in read(
            article(head, '<a href="../up">u</a><a href="mailto:x">m</a>'), f"{HOST}/a/b/c"
        ).links
    }
    assert urls[f"{HOST}/f.json"] == "feed"
    assert (urls[f"{HOST}/f.xml"], urls[f"{HOST}/later"], urls[f"{HOST}/a/up"]) == ("feed", "page", "page")
    assert not any(url.startswith("mailto") for url in urls)


def test_a_page_without_a_text_of_its_own_that_leads_on_is_no_record() -> None:
    head = "<title>Moved</title><meta http-equiv=refresh content='0;url=/later'>"
    reading = read(f"{head}<h1>Redirecting…</h1><p>This page has moved to another address.", f"{HOST}/a")
    assert (reading.result, reading.record) == ("redirect", None)
    assert PageLink(f"{HOST}/later") in reading.links


def test_nofollow_is_obeyed_with_robots() -> None:
    page = article(rest='<a rel="nofollow" href="/no">no</a><a href="/yes">yes</a>')
    obeyed, ignored = ({link.url for link in read(page, robots=robots).links} for robots in (True, False))
    assert (f"{HOST}/no" in obeyed, f"{HOST}/yes" in obeyed, f"{HOST}/no" in ignored) == (False, True, True)
    assert read(article('<meta name="robots" content="noindex,nofollow">')).links == []


def test_noindex_is_no_record() -> None:
    page = article('<meta name="Robots" content="noindex">')
    assert read(page).result == "noindex"
    assert read(page, robots=False).result == "record"


def test_the_first_part_names_the_next_and_all_parts_are_one_text() -> None:
    url = HOST + PARTS
    first = read(SITE.article_page(7), url)
    parts = [Answer(url.replace(".html", f"_{n}.html"), SITE.article_page(7, n)) for n in (2, 3)]
    whole = read(SITE.article_page(7), url, *parts).record
    assert first.next_part == parts[0].url
    assert whole is not None
    assert (whole["n_parts"], whole["text"].split("\n\n")) == (3, SITE.article(7).paragraphs)


def test_a_later_part_is_no_record() -> None:
    reading = read(SITE.article_page(7, 2), HOST + PARTS.replace(".html", "_2.html"))
    assert (reading.result, reading.following) == ("part", HOST + PARTS.replace(".html", "_3.html"))


@pytest.mark.parametrize(
    ("canonical", "expected"),
    [("/other", f"{HOST}/other"), ("http://b.example/x", f"{HOST}/x"), ("/", f"{HOST}/x"), ("", f"{HOST}/x")],
)
def test_the_canonical_address_is_taken_where_it_can_be(canonical: str, expected: str) -> None:
    own = SITE.article(1).path
    page = article().replace(
        f'<link rel="canonical" href="{own}">', f'<link rel="canonical" href="{canonical}">'
    )
    record = read(page).record
    assert record is not None
    assert record["canonical_url"] == expected


@pytest.mark.parametrize(
    ("body", "result"), [(b"", "no content"), (b"\x89PNG\r\n\x1a\n", "error"), (b"%PDF-1.7\n", "error")]
)
def test_what_is_no_page_is_a_result_and_not_an_exception(body: bytes, result: str) -> None:
    assert read(body).result == result


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({}, ""),
        ({"kinds": ("forum",)}, "kind article"),
        ({"languages": ("en",)}, "language zh-Hans"),
        ({"languages": ("zh",)}, ""),
        ({"since": "2026-02-01"}, "published before the first day"),
        ({"until": "2025-12-31"}, "published after the last day"),
        ({"since": "2026-01-01", "until": "2026-01-31"}, ""),
    ],
)
def test_filters(options: dict[str, object], why: str) -> None:
    record = {"kind": "article", "language": "zh-Hans", "published": "2026-01-15T10:00:00"}
    reading = AnswerReading(result="record", record=record)
    assert why_left_out(CrawlOptions(**options), reading) == why  # type: ignore[arg-type]


def test_what_a_page_does_not_say_leaves_it_in() -> None:
    record = {"kind": "article", "language": None, "published": None}
    options = CrawlOptions(languages=("en",), since="2026-01-01")
    assert why_left_out(options, AnswerReading(result="record", record=record)) == ""


def test_a_month_is_in_a_range_that_it_may_be_in() -> None:
    record = {"kind": "article", "language": None, "published": "2026-01"}
    reading = AnswerReading(result="record", record=record)
    assert why_left_out(CrawlOptions(since="2026-01-20"), reading) == ""
    assert why_left_out(CrawlOptions(since="2026-02-01"), reading) != ""


def test_the_pages_that_frames_show_are_followed() -> None:
    frames = "<frameset cols='20%,*'><frame src=/left.htm><frame src=/list.asp></frameset>"
    assert read(frames).links == [PageLink(f"{HOST}/left.htm"), PageLink(f"{HOST}/list.asp")]
    assert read("<title>List</title><iframe src=/list.asp></iframe>").links == [PageLink(f"{HOST}/list.asp")]
    widget = read(article(rest="<a href=/>Home</a><iframe src=/ad></iframe>")).links
    assert PageLink(f"{HOST}/ad") not in widget


def test_all_links_of_a_long_page_are_followed() -> None:
    links = "".join(f"<li><a href=/item/{i}>Entry {i} of the archive</a>" for i in range(5_100))
    found = read(f"<ul>{links}</ul>")
    assert (found.result, len(found.links)) == ("index", 5_100)
