from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.site_server import Site, SiteServer

from maintext.cli import main
from maintext.cli.crawl import crawl_command
from maintext.errors import OptionError


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
    assert "0 new, 0 changed, 21 unchanged" in run(server.url, "-s", store).stderr


def test_a_dry_run_lists_and_writes_nothing(server: SiteServer, tmp_path: Path) -> None:
    result = run(server.url, "-s", str(tmp_path / "s.sqlite"), "--dry-run", "--exclude", "/forum/")
    assert f"fetch  {server.url}{server.site.article(0).path}" in result.stdout.splitlines()
    assert f"skip   {server.url}/forum/1  (excluded)" in result.stdout.splitlines()
    assert list(tmp_path.iterdir()) == []


def test_watching_prints_changes(server: SiteServer, tmp_path: Path) -> None:
    result = run(server.url, "-s", str(tmp_path / "s.sqlite"), "--watch", "1s", "--runs", "2", "-q")
    lines = result.stdout.splitlines()
    assert (len(lines), {line[0] for line in lines}, result.stderr) == (21, {"+"}, "")


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
    assert (result.exit_code, "21 new" in result.stderr) == (0, True)


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
