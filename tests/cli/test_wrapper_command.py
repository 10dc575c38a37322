"""``maintext wrapper``: learning from saved pages, applying, the note on drift."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from tests.unit.sites.wrapper import news_site as site

from maintext.cli.recipe import wrapper_command
from maintext.errors import InputError, OptionError
from maintext.sites.wrapper import read_wrapper

if TYPE_CHECKING:
    from pathlib import Path


def run(*words: object) -> Result:
    return CliRunner().invoke(
        wrapper_command, [str(word) for word in words], help_option_names=["-h", "--help"]
    )


@pytest.fixture
def pages(tmp_path: Path) -> list[Path]:
    files = [tmp_path / f"{i}.html" for i in range(6)]
    for i, file in enumerate(files):
        file.write_bytes(site.markup(i).encode("gbk"))
    for i in range(3):
        files[i].with_suffix(".txt").write_text(site.gold(i), encoding="utf-8")
        files[i].with_suffix(".json").write_text(json.dumps({"price": f"{i + 3}.50"}))
    return files


def test_learn_then_apply(pages: list[Path], tmp_path: Path) -> None:
    wrapper = tmp_path / "site.toml"
    result = run("learn", *pages[:3], "--labels", "--site", "example.org", "-o", wrapper)
    assert result.exit_code == 0, result.output
    assert result.stderr.startswith("3 pages, word-F1")
    assert read_wrapper(wrapper).site == "example.org"
    result = run("apply", wrapper, *pages[3:], "-f", "json")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["title"] for one in records] == [site.title(i) for i in range(3, 6)]
    assert [one["fields"]["price"] for one in records] == ["6.50", "7.50", "8.50"]
    assert [one["drift"] for one in records] == [[], [], []]


def test_drift_is_told_on_stderr(pages: list[Path], tmp_path: Path) -> None:
    wrapper, new = tmp_path / "site.toml", tmp_path / "new.html"
    run("learn", *pages[:3], "--labels", "--rest", "drop", "-o", wrapper)
    new.write_bytes(site.new_layout(4).encode("gbk"))
    result = run("apply", wrapper, new)
    assert result.exit_code == 0
    assert "the wrapper does not fit, the default method was used: structure changed" in result.stderr
    assert site.paragraphs(4)[0] in result.stdout


def test_a_click_without_a_rule_is_named(pages: list[Path], tmp_path: Path) -> None:
    result = run(
        "learn", pages[0], "--click", "second=div.text > p:nth-of-type(2)", "-o", tmp_path / "a.toml"
    )
    assert "no rule was found for: second" in result.stderr
    assert result.exit_code == 8


def test_a_label_without_a_rule_ends_with_the_same_code(pages: list[Path]) -> None:
    pages[0].with_suffix(".json").write_text(json.dumps({"second": "口日报记者："}), encoding="utf-8")
    result = run("learn", pages[0], "--labels")
    assert "no rule was found for: second" in result.stderr
    assert result.exit_code == 8


def test_clicks_are_taken_on_every_page(pages: list[Path], tmp_path: Path) -> None:
    wrapper = tmp_path / "site.toml"
    run("learn", *pages[:2], "--click", "body=div.text > p", "--click", "body=h1", "-o", wrapper)
    assert site.gold(4).split() == run("apply", wrapper, pages[4]).stdout.split()


def test_without_an_output_file_the_wrapper_is_printed(pages: list[Path]) -> None:
    assert run("learn", *pages[:2]).stdout.startswith("format = 1\n")


@pytest.mark.parametrize("word", ["title", "=h1", "title="])
def test_a_click_that_is_none_is_refused(pages: list[Path], word: str) -> None:
    assert isinstance(run("learn", pages[0], "--click", word).exception, OptionError)


def test_wrong_labels_are_refused(pages: list[Path]) -> None:
    for text in ("{", "[1]", '{"title": 3}'):
        pages[0].with_suffix(".json").write_text(text)
        assert isinstance(run("learn", pages[0], "--labels").exception, OptionError)


def test_a_missing_page_is_an_input_error(tmp_path: Path) -> None:
    assert isinstance(run("learn", tmp_path / "none.html").exception, InputError)


def test_texts_of_other_pages_are_told(pages: list[Path]) -> None:
    for page in pages:
        page.with_suffix(".txt").write_text("No word of this stands there.", encoding="utf-16")
    said = run("learn", *pages, "--labels").stderr
    assert "few words of the .txt files are on their pages" in said
