from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.site_server import Site, SiteServer
from tests.unit.net.answering import page, serving

from maintext.cli import main
from maintext.cli.crawl import crawl_command
from maintext.errors import OptionError

N_RECORDS = 20 + 1
"""Articles, and the page about the paper."""


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with SiteServer(Site(20, traps=False)) as running:
        yield running


def run(*words: str) -> Result:
    given = [*words, "--allow-private", "--delay", "0", "-p", "0"]
    return CliRunner().invoke(
        crawl_command, given, catch_exceptions=False, help_option_names=["-h", "--help"]
    )


def test_a_site_becomes_a_store_and_files(server: SiteServer, tmp_path: Path) -> None:
    store, lines, report = tmp_path / "s.sqlite", tmp_path / "s.jsonl", tmp_path / "r.html"
    result = run(server.url, "-s", str(store), "-o", str(lines), "--report", str(report))
    records = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert result.exit_code == 0
    assert server.article_urls() <= {record["canonical_url"] for record in records}
    assert "records in the store" in result.stderr
    assert report.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_the_same_command_again_changes_nothing(server: SiteServer, tmp_path: Path) -> None:
    store = str(tmp_path / "s.sqlite")
    run(server.url, "-s", store)
    assert f"0 new, 0 changed, {N_RECORDS} unchanged" in run(server.url, "-s", store).stderr


def test_a_dry_run_lists_and_writes_nothing(server: SiteServer, tmp_path: Path) -> None:
    result = run(server.url, "-s", str(tmp_path / "s.sqlite"), "--dry-run", "--exclude", "/forum/")
    assert f"fetch  {server.url}{server.site.article(0).path}" in result.stdout.splitlines()
    assert f"skip   {server.url}/forum/1  (excluded)" in result.stdout.splitlines()
    assert list(tmp_path.iterdir()) == []


def test_watching_prints_changes(server: SiteServer, tmp_path: Path) -> None:
    result = run(server.url, "-s", str(tmp_path / "s.sqlite"), "--watch", "1s", "--runs", "2", "-q")
    lines = result.stdout.splitlines()
    assert (len(lines), {line[0] for line in lines}, result.stderr) == (N_RECORDS, {"+"}, "")


def test_a_wrong_option_says_what_is_allowed(server: SiteServer, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="day like"):
        run(server.url, "-s", str(tmp_path / "s.sqlite"), "--since", "monday")
    assert "ends" not in run(server.url, "--kind", "recipe").stdout
    assert server.log == []


RULES = """
[body]
rest = "default"

[fields.headline]
select = ["h1"]

[layout]
least_landmarks = 0.0
least_agreement = 0.0
"""


def test_a_site_is_crawled_by_the_name_of_the_group_too(server: SiteServer, tmp_path: Path) -> None:
    words = [
        "site",
        server.url,
        "-s",
        str(tmp_path / "s.sqlite"),
        "--allow-private",
        "--delay",
        "0",
        "-p",
        "0",
    ]
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert (result.exit_code, f"{N_RECORDS} new" in result.stderr) == (0, True)


def test_a_wrapper_gives_its_own_fields(server: SiteServer, tmp_path: Path) -> None:
    rules, lines = tmp_path / "rules.toml", tmp_path / "s.jsonl"
    rules.write_text(RULES)
    run(server.url, "-s", str(tmp_path / "s.sqlite"), "-o", str(lines), "--wrapper", str(rules))
    records = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    articles = [record for record in records if record["canonical_url"] in server.article_urls()]
    assert len(articles) == 20
    assert all(record["fields"]["headline"] == record["title"] for record in articles)


def test_a_page_that_a_wrapper_does_not_fit_says_why(server: SiteServer, tmp_path: Path) -> None:
    rules, lines = tmp_path / "rules.toml", tmp_path / "s.jsonl"
    rules.write_text(RULES.replace('select = ["h1"]', 'select = ["h1.none"]\nrequired = true'))
    run(
        server.url,
        "-s",
        str(tmp_path / "s.sqlite"),
        "-o",
        str(lines),
        "--wrapper",
        str(rules),
        "--pages",
        "30",
    )
    records = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert records
    assert all("headline" in " ".join(record["fields"]["drift"]) for record in records)


def started(*words: str) -> Result:
    return CliRunner().invoke(main, ["crawl", *words, "--delay", "0", "-p", "0", "--tries", "1"])


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def test_a_private_address_ends_with_4_and_says_which_flag_allows_it(
    server: SiteServer, tmp_path: Path
) -> None:
    result = started(server.url, "-s", str(tmp_path / "s.sqlite"))
    assert result.exit_code == 4
    assert "127.0.0.1 has the address 127.0.0.1, which is not public" in result.stderr
    assert "set --allow-private to fetch" in result.stderr
    assert not server.log


def test_a_host_that_refuses_is_said_with_that_cause_and_not_as_robots_txt(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{closed_port()}/"
    result = started(url, "-s", str(tmp_path / "s.sqlite"), "--allow-private", "-q")
    assert result.exit_code == 4
    assert "refused the connection; check the port" in result.stderr
    assert "errors" not in result.stderr
    assert "errors: refused" in started(url, "-s", str(tmp_path / "t.sqlite"), "--allow-private").stderr


def test_a_server_without_tls_is_said_so(server: SiteServer, tmp_path: Path) -> None:
    address = server.url.removeprefix("http://")  # https is meant
    result = started(address, "-s", str(tmp_path / "s.sqlite"), "--allow-private")
    assert result.exit_code == 4
    assert "TLS with 127.0.0.1 failed" in result.stderr
    assert "try the http:// URL" in result.stderr


def test_a_name_without_an_address_is_said_so(tmp_path: Path) -> None:
    result = started("http://no-such-host.invalid/", "-s", str(tmp_path / "s.sqlite"))
    assert result.exit_code == 4
    assert "the host name no-such-host.invalid could not be resolved" in result.stderr


def test_start_pages_that_are_not_there_end_with_4_and_one_that_is_does_not(
    server: SiteServer, tmp_path: Path
) -> None:
    missing = f"{server.url}/missing.html"
    given = ("--allow-private", "--pages", "3", "--no-sitemaps")
    result = started(missing, "-s", str(tmp_path / "s.sqlite"), *given)
    assert result.exit_code == 4
    assert f"the server answered 404 Not Found; check the URL [{missing}]" in result.stderr
    both = started(missing, f"{server.url}/", "-s", str(tmp_path / "t.sqlite"), *given)
    assert both.exit_code == 0
    assert "404 Not Found" in both.stderr


def test_a_dry_run_of_nothing_ends_with_4(server: SiteServer) -> None:
    assert started(f"{server.url}/missing.html", "--allow-private", "--dry-run").exit_code == 4


@pytest.mark.parametrize(("name", "package"), [("out.xlsx", "openpyxl"), ("out.parquet", "pyarrow")])
def test_a_missing_extra_of_an_export_is_said_before_the_first_request(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    store = tmp_path / "s.sqlite"
    result = started(server.url, "--allow-private", "-s", str(store), "-o", str(tmp_path / name))
    assert result.exit_code == 5
    assert f"this needs {package}" in result.stderr
    assert not server.log
    assert not store.exists()


@pytest.mark.parametrize("name", ["missing/out.csv", "file.txt/out", "out.doc", "folder.csv"])
def test_an_export_that_cannot_be_written_is_said_before_the_first_request(
    server: SiteServer, tmp_path: Path, name: str
) -> None:
    (tmp_path / "file.txt").write_text("no folder")
    (tmp_path / "folder.csv").mkdir()
    store = str(tmp_path / "s.sqlite")
    result = started(server.url, "--allow-private", "-s", store, "-o", str(tmp_path / name))
    assert result.exit_code == 2
    assert name.partition("/")[0] in result.stderr
    assert not server.log


def test_a_report_that_cannot_be_written_is_said_before_the_first_request(
    server: SiteServer, tmp_path: Path
) -> None:
    given = ("-s", str(tmp_path / "s.sqlite"), "--report", str(tmp_path / "missing" / "r.html"))
    result = started(server.url, "--allow-private", *given)
    assert result.exit_code == 2
    assert "there is no folder" in result.stderr
    assert not server.log


@pytest.mark.parametrize("media_type", ["application/rss+xml", "text/xml", "text/html"])
def test_a_feed_as_start_page_is_followed_and_is_no_record(tmp_path: Path, media_type: str) -> None:
    article = Site(1, traps=False).article(0)
    text = "".join(f"<p>{paragraph}</p>" for paragraph in article.paragraphs)
    with serving() as site:
        link = f"{site.url}/news/1.html"
        feed = f'<rss version="2.0"><channel><item><link>{link}</link></item></channel></rss>'
        site.pages |= {
            "/rss.xml": page(feed.encode(), Content_Type=media_type),
            "/news/1.html": page(
                f"<meta charset=utf-8><h1>{article.title}</h1>{text}".encode(), Content_Type="text/html"
            ),
            "/robots.txt": page(b"", "404 Not Found"),
            "/sitemap.xml": page(b"", "404 Not Found"),
        }
        lines = tmp_path / "s.jsonl"
        store = str(tmp_path / "s.sqlite")
        result = started(f"{site.url}/rss.xml", "-s", store, "-o", str(lines), "--allow-private")
    assert result.exit_code == 0
    assert [json.loads(line)["url"] for line in lines.read_text("utf-8").splitlines()] == [link]
    assert "feed 1" in result.stderr, result.stderr


def test_watching_ends_with_4_if_the_last_run_read_no_start_page(tmp_path: Path) -> None:
    with serving() as site:
        down = page(b"", "404 Not Found")
        site.pages |= {"/": down, "/robots.txt": down, "/sitemap.xml": down}
        result = run(site.url, "-s", str(tmp_path / "s.sqlite"), "--watch", "1s", "--runs", "2")
    assert result.exit_code == 4


def test_a_site_without_content_ends_with_4_and_says_why(tmp_path: Path) -> None:
    with serving() as site:
        missing = page(b"", "404 Not Found")
        site.pages |= {"/": page(b"<h1>Down</h1>"), "/robots.txt": missing, "/sitemap.xml": missing}
        result = run(site.url, "-s", str(tmp_path / "s.sqlite"))
    assert result.exit_code == 4
    assert "maintext: none of 1 pages had a text" in result.stderr
