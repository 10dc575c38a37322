"""``maintext explain``: a block's decision, its place, the plot and the highlight page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from tests.tiny import ARTICLE as PAGE

from maintext.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def run(*words: str, stdin: bytes | str | None = PAGE) -> Result:
    return CliRunner().invoke(main, ["explain", *words], input=stdin)


def test_every_block_is_listed_with_its_place() -> None:
    result = run("-", "-m", "paragraphs")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "paragraphs: found"
    assert [line[0] for line in lines[1::2]] == ["-", "-", "-", "+"]
    assert lines[-1].split()[:2] == ["p", "bytes"]


def test_json_is_complete() -> None:
    record = json.loads(run("-", "--json").stdout)
    assert (record["method"], record["outcome"]) == ("learned", "found")
    block = record["blocks"][-1]
    assert block["path"] == "p"
    assert block["text"].startswith("Bees carry")
    assert block["byte_end"] - block["byte_start"] == len(block["text"])


def test_options_of_the_method_can_be_set() -> None:
    page = "<p>" + "A line of prose that goes on.\n" * 30
    few = run("-", "-m", "html2article", "--json", "--set", "limit_count=100000", stdin=page)
    many = run("-", "-m", "html2article", "--json", "--set", "limit_count=10", "--set", "depth=2", stdin=page)
    assert json.loads(few.stdout)["facts"]["n_taken"] == 0
    assert json.loads(many.stdout)["facts"]["n_taken"] > 20


@pytest.mark.parametrize("name", ["scores.svg", "scores.png"])
def test_the_score_is_drawn(name: str, tmp_path: Path) -> None:
    assert run("-", "--plot", str(tmp_path / name)).exit_code == 0
    assert (tmp_path / name).stat().st_size > 1000


@pytest.mark.parametrize(
    ("lang", "word", "reason"),
    [("en", "Why each text", "probably main content"), ("zh", "每段文本", "很可能是正文")],
)
def test_the_highlight_page_is_written(lang: str, word: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    assert run("-", "--html", str(path), "--lang", lang).exit_code == 0
    assert all(text in path.read_text(encoding="utf-8") for text in (word, reason))


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["missing.html"], 3, "cannot read missing.html"),
        (["-", "-m", "nonsense"], 2, "nonsense"),
        (["-", "--set", "focus"], 2, "name=value"),
        (["-", "--set", "fokus=recall"], 2, "did you mean 'focus'"),
        (["-", "--set", "focus=nothing"], 2, "focus must be one of"),
        (["-", "-m", "html2article", "--set", "depth=three"], 2, "depth must be of type int"),
        (["-", "--plot", "out.gif"], 2, ".png or .svg"),
        (["-", "--plot", "no/such/folder/out.svg"], 2, "cannot write"),
    ],
)
def test_bad_words_end_with_their_code(words: list[str], code: int, says: str) -> None:
    result = run(*words)
    assert result.exit_code == code
    assert says in result.stderr
