"""``maintext compare``: tables, JSON and the highlight page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from tests.tiny import ARTICLE as PAGE

from maintext.classify.methods.catalogue import METHODS
from maintext.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def run(*words: str, stdin: bytes | str | None = PAGE) -> Result:
    return CliRunner().invoke(main, ["compare", *words], input=stdin)


def test_every_method_has_a_line_in_both_tables() -> None:
    result = run("-")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    names = [line.split()[1] for line in lines[1 : len(METHODS) + 1]]
    assert names == list(METHODS)
    assert len(lines) == 2 * len(METHODS) + 4


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    assert "paragraphs" in run(str(tmp_path / "page.html")).stdout


def test_methods_can_be_chosen() -> None:
    lines = run("-", "-m", "paragraphs, all_text").stdout.splitlines()
    assert [line.split()[1] for line in lines[1:3]] == ["paragraphs", "all_text"]


def test_variants_can_be_compared() -> None:
    words = ["-", "-m", "line_ratio:variant=mean,line_ratio", "--set", "line_ratio.variant=threshold"]
    lines = run(*words).stdout.splitlines()
    assert [line.split()[1] for line in lines[1:3]] == [
        "line_ratio:variant=mean",
        "line_ratio:variant=threshold",
    ]


def test_a_gold_text_adds_scores(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_text("Bees carry pollen", encoding="utf-8")
    header = run("-", "--gold", str(tmp_path / "gold.txt")).stdout.splitlines()[0]
    assert header.split() == ["method", "chars", "share", "ms", "precision", "recall", "word-F1"]


def test_json_has_the_texts_and_the_matrix() -> None:
    record = json.loads(run("-", "--json", "-m", "all_text,paragraphs").stdout)
    assert [method["method"] for method in record["methods"]] == ["all_text", "paragraphs"]
    assert record["methods"][1]["text"].startswith("Bees carry")
    assert record["agreement"][0][0] == 1
    assert record["agreement"][0][1] == record["agreement"][1][0]


@pytest.mark.parametrize(
    ("lang", "word", "reason"),
    [("en", "Methods compared", "probably main content"), ("zh", "各方法对比", "很可能是正文")],
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
        (["-", "--gold", "missing.txt"], 3, "missing.txt"),
        (["-", "--html", "no/such/folder/out.html"], 2, "cannot write"),
        (["-", "--lang", "fr"], 2, "fr"),
        (["-", "--max-bytes", "10"], 3, "--max-bytes"),
    ],
)
def test_bad_words_end_with_their_code(words: list[str], code: int, says: str) -> None:
    result = run(*words)
    assert result.exit_code == code
    assert says in result.stderr


def test_a_gold_text_must_be_utf8(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_bytes("正文".encode("gb18030"))
    result = run("-", "--gold", str(tmp_path / "gold.txt"))
    assert result.exit_code == 3
    assert "UTF-8" in result.stderr
