"""``maintext items``: what stands on stdout and stderr, and the exit codes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.unit.net.answering import page, serving

from maintext.cli import main
from maintext.cli.records import items_command
from maintext.errors import OptionError

PAGES = Path(__file__).resolve().parents[1] / "list_pages" / "dev"
LIST = str(PAGES / "zh_bracket_dates_gbk.html")
URL = "http://www.example.com.cn/html/gg.html"


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(items_command, list(words), input=stdin, help_option_names=["-h", "--help"])


def test_a_table_by_default() -> None:
    result = run(LIST, "--url", URL)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].split() == [
        "11-20", "关于公布二〇二四年度科研项目立项名单的公告", "http://www.example.com.cn/html/2009/gg_50.html",
    ]  # fmt: skip


def test_json_lines_with_dates_counted_from_the_fetch() -> None:
    result = run(LIST, "--url", URL, "-f", "jsonl", "--fetched", "2010-02-01")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == 10
    assert records[0]["date"] == "2009-11-20"


@pytest.mark.parametrize("form", [("-f", "csv"), ()])
def test_a_file_is_written_in_the_format_of_its_name(form: tuple[str, ...], tmp_path: Path) -> None:
    assert run(LIST, *form, "-o", str(tmp_path / "items.csv")).stdout == ""
    assert (tmp_path / "items.csv").read_text(encoding="utf-8").startswith("title,url,date")


def test_the_name_of_a_compressed_file_is_refused(tmp_path: Path) -> None:
    result = run(LIST, "-f", "csv", "-o", str(tmp_path / "items.csv.gz"))
    assert isinstance(result.exception, OptionError)
    assert "leave .gz out" in str(result.exception)


def test_why_is_said_on_stderr() -> None:
    result = run(LIST, "--url", URL, "-v")
    assert "10 items in body > table" in result.stderr
    assert "next: http://www.example.com.cn/html/gg_2.html" in result.stderr


def test_a_page_without_a_list_ends_with_6() -> None:
    result = run("-", stdin="<p>Text without any list.</p>")
    assert result.exit_code == 6
    assert "no list" in result.stderr


def test_what_repeats_on_a_page_without_a_list_is_shown_with_a_note() -> None:
    links = "".join(
        f"<li><a href=/{name}>{name}</a></li>" for name in ("Contact", "Careers", "History", "Archive")
    )
    result = run("-", "--url", URL, stdin=f"<ul>{links}</ul>")
    assert result.exit_code == 0
    assert "does not look like a list page: what repeats is as short as a menu" in result.stderr
    assert len(result.stdout.splitlines()) == 4


def test_a_date_that_is_none_is_refused() -> None:
    result = run(LIST, "--fetched", "soon")
    assert isinstance(result.exception, OptionError)


@pytest.mark.parametrize("pages", ["0", "x"])
def test_a_number_of_pages_that_is_none_is_refused(pages: str) -> None:
    assert run(LIST, "--pages", pages).exit_code == 2


def list_page(number: int, n_pages: int) -> bytes:
    """A page of a list, ten entries and a link to the next page."""
    entries = "".join(
        f"<li><a href=/a/{number}-{i}.html>关于公布第 {number}-{i} 批科研项目立项名单的公告</a>"
        f"<span>2024-05-{i + 10}</span></li>"
        for i in range(10)
    )
    following = f"<a rel=next href=/list/{number + 1}.html>下一页</a>" if number < n_pages else ""
    return f"<meta charset=utf-8><h1>公告</h1><ul>{entries}</ul><div>{following}</div>".encode()


def test_a_later_page_that_fails_takes_nothing_of_those_before_it(tmp_path: Path) -> None:
    with serving() as server:
        for number in (1, 2):
            server.pages[f"/list/{number}.html"] = page(list_page(number, 3))
        server.pages["/list/3.html"] = page(b"", "404 Not Found")
        file = tmp_path / "items.jsonl"
        result = CliRunner().invoke(main, [
            "items", f"{server.url}/list/1.html", "--pages", "3", "--allow-private", "-f", "jsonl",
            "-o", str(file),
        ])  # fmt: skip
    assert result.exit_code == 4
    assert len(file.read_text("utf-8").splitlines()) == 20
    assert "20 items, then: the server answered 404" in result.stderr


def test_a_saved_page_without_an_address_is_written_and_its_next_page_asks_for_one() -> None:
    result = run("-", "--pages", "3", "-f", "jsonl", stdin=list_page(1, 3).decode())
    assert result.exit_code == 3
    assert len(result.stdout.splitlines()) == 10
    assert "the next page is /list/2.html" in result.stderr
    assert "give it with --url" in result.stderr


def test_a_first_page_that_fails_is_an_error() -> None:
    assert CliRunner().invoke(main, ["items", "no-such-file.html"]).exit_code == 3


ATOM = """<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
<entry><title>雨</title><link href="/1"/><updated>2024-05-01T10:00:00Z</updated></entry></feed>"""


def test_a_feed_gives_its_entries() -> None:
    pytest.importorskip("lxml", reason="lxml is not installed (extra crawl)")
    result = run("-", "--url", "http://a.example/atom.xml", "-f", "jsonl", stdin=ATOM)
    (record,) = map(json.loads, result.stdout.splitlines())
    assert (record["title"], record["url"], record["date"]) == (
        "雨", "http://a.example/1", "2024-05-01T10:00:00+00:00"
    )  # fmt: skip


def test_a_feed_that_breaks_off_gives_its_entries_and_ends_with_3() -> None:
    pytest.importorskip("lxml", reason="lxml is not installed (extra crawl)")
    result = CliRunner().invoke(main, ["items", "-", "-f", "jsonl"], input=ATOM.removesuffix("</feed>"))
    assert result.exit_code == 3
    assert json.loads(result.stdout)["title"] == "雨"
    assert "the feed breaks off after 1 entries" in result.stderr


def test_a_later_page_of_a_feed_that_fails_takes_nothing_of_the_one_before() -> None:
    feed = (
        '<rss xmlns:a="http://www.w3.org/2005/Atom"><channel><a:link rel="next" href="{}"/>'
        "<item><link>/1</link></item></channel></rss>"
    )
    with serving() as server:
        server.pages["/1.xml"] = page(feed.format("/2.xml").encode())
        server.pages["/2.xml"] = page(b"", "404 Not Found")
        words = ["--pages", "3", "--allow-private", "-f", "jsonl"]
        result = CliRunner().invoke(main, ["items", f"{server.url}/1.xml", *words])
    assert (result.exit_code, result.stdout.count("\n")) == (4, 1)
    assert "1 item, then: the server answered 404" in result.stderr
    result = run("-", "--pages", "3", "-f", "jsonl", stdin=feed.format("2.xml"))
    assert (result.exit_code, result.stdout.count("\n")) == (3, 1)
    assert "the next page is 2.xml" in result.stderr


def test_surrogates_in_the_title_of_a_feed_are_characters() -> None:
    result = run(
        "-",
        "--url",
        "https://a.example/",
        "-f",
        "jsonl",
        stdin=ATOM.replace("雨", "&#55357;&#56832; &#xD800;"),
    )
    assert (result.exit_code, json.loads(result.stdout)["title"]) == (0, "😀 \ufffd")


def test_a_packed_sitemap_gives_its_urls(tmp_path: Path) -> None:
    pytest.importorskip("lxml", reason="lxml is not installed (extra crawl)")
    (packed := tmp_path / "s.xml.gz").write_bytes(
        gzip.compress(b"<urlset><url><loc>http://a.example/1</loc></url></urlset>")
    )
    assert run(str(packed)).stdout.split() == ["-", "http://a.example/1"]


def test_an_index_of_sitemaps_gives_the_sitemaps_and_an_empty_feed_nothing() -> None:
    pytest.importorskip("lxml", reason="lxml is not installed (extra crawl)")
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    index = (
        f'<sitemapindex xmlns="{space}"><sitemap><loc>http://a.example/s.xml</loc></sitemap></sitemapindex>'
    )
    assert run("-", stdin=index).stdout.split() == ["-", "http://a.example/s.xml"]
    assert run("-", stdin='<rss version="2.0"><channel></channel></rss>').exit_code == 6


def test_a_list_that_a_button_makes_longer_says_so() -> None:
    rows = "".join(f"<li><a href=/{n}>Notice {n} of the old mill</a> 2026-01-0{n}</li>" for n in range(1, 9))
    html = f"<ul class=notices>{rows}</ul><button>Load more</button>"
    result = run("-", "--url", "http://a.example/", "--pages", "3", stdin=html)
    assert (result.exit_code, result.stderr.count("Load more may show more of the list")) == (0, 1)
    assert "Load more" not in run("-", "--url", "http://a.example/", stdin=html).stderr
