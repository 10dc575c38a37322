"""``maintext posts``: records of a page, its formats and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from maintext.cli.records import posts_command
from maintext.errors import InputError, OptionError

TESTS = Path(__file__).parents[1]
PAGE = TESTS / "microcontent_pages" / "dev" / "weibo_old.html"


def run(*words: str) -> Result:
    return CliRunner().invoke(posts_command, list(words))


def test_the_table_has_author_time_and_counts() -> None:
    result = run(str(PAGE), "--fetched", "2024-05-20T15:00")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "江边的灯塔  2024-05-20T14:57  12 reposts  3 comments  45 likes"


def test_json_lines_with_absolute_links(tmp_path: Path) -> None:
    out = tmp_path / "posts.jsonl"
    assert run(str(PAGE), "-f", "jsonl", "-o", str(out), "--url", "https://weibo.example/home").exit_code == 0
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert records[1]["n_likes"] == 52_000
    assert records[0]["url"] == "https://weibo.example/1001/Aa1"


def test_a_page_without_micro_content_has_its_own_exit_code() -> None:
    result = run(str(PAGE.with_name("none_article.html")))
    assert result.exit_code == 6
    assert "no micro-content" in result.stderr


def test_a_snapshot_is_read_with_its_layout() -> None:
    result = run(str(TESTS / "browser_pages" / "forum_table.json.gz"), "-v")
    assert result.exit_code == 0
    assert "confidence" in result.stderr


def test_a_snapshot_that_is_not_there() -> None:
    assert isinstance(run("nothing.json.gz").exception, InputError)


def test_a_time_of_fetching_that_is_none() -> None:
    assert isinstance(run(str(PAGE), "--fetched", "soon").exception, OptionError)
