"""``maintext methods``, ``maintext evaluate`` and the group itself."""

from __future__ import annotations

import json
import lzma
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

import maintext
from maintext.classify.methods.catalogue import read_figures
from maintext.cli import main

if TYPE_CHECKING:
    from pathlib import Path

GOLD = "这里是新闻的正文，足够长，可以被每一种方法找到，也可以同标准答案比较。"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    page: dict[str, object] = {
        "id": "tiny/1", "url": None, "lang": "zh", "page_type": "article", "gold_kind": "human",
        "gold_text": GOLD, "gold_md": None, "with": [], "without": [], "title": None, "author": None,
        "date": None, "encoding": "utf-8", "html": f"<ul><li><a href=/>首页</a></ul><div><p>{GOLD}</p></div>",
    }  # fmt: skip
    with lzma.open(tmp_path / "tiny.jsonl.xz", "wt", encoding="utf-8") as file:
        file.write(json.dumps(page, ensure_ascii=False) + "\n")
    return str(tmp_path)


def test_methods_lists_every_method() -> None:
    listed = run("methods").stdout
    assert all(method.id in listed and method.title_zh in listed for method in maintext.catalogue())


def test_methods_lists_what_was_measured() -> None:
    figures = read_figures()
    listed = run("methods").stdout
    for name, method in figures.methods.items():
        entry = listed.partition(f"\n{name}")[2] or listed
        assert f"{method.overall:.3f}" in entry
        assert "ms a page" in entry


def test_methods_as_json_has_the_figures() -> None:
    records = {record["id"]: record for record in json.loads(run("methods", "--json").stdout)}
    for name, method in read_figures().methods.items():
        assert records[name]["figures"]["languages"] == method.languages
        assert records[name]["figures"]["ms"] == method.ms


def test_methods_as_json_has_the_options() -> None:
    records = {record["id"]: record for record in json.loads(run("methods", "--json").stdout)}
    limits = {o["name"]: o["default"] for o in records["html2article"]["options"]}
    assert limits["limit_count"] == 180


def test_evaluate_prints_a_table_with_one_column_per_method(corpus: str) -> None:
    result = run("evaluate", corpus, "-m", "all_text,paragraphs", "--min-pages", "1")
    assert result.exit_code == 0
    assert "paragraphs" in result.stdout
    assert "1.000" in result.stdout


def test_evaluate_has_a_column_per_variant(corpus: str) -> None:
    result = run("evaluate", corpus, "-m", "line_ratio:variant=mean,html2article", "--min-pages", "1")
    assert result.stdout.splitlines()[2].split() == [
        "group",
        "pages",
        "line_ratio:variant=mean",
        "html2article",
    ]


def test_evaluate_with_a_focus(corpus: str) -> None:
    by_focus, by_setting = (
        run("evaluate", corpus, "-m", "learned", *words)
        for words in (("--focus", "recall"), ("--set", "learned.focus=recall"))
    )
    assert by_focus.exit_code == 0
    assert "learned:focus=recall" in by_focus.stdout
    assert by_setting.stdout.splitlines()[2] == by_focus.stdout.splitlines()[2]


def test_evaluate_compares_with_a_column(corpus: str, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    words = ["-m", "all_text,paragraphs", "--min-pages", "1", "--json", str(figures)]
    result = run("evaluate", corpus, *words, "--metric", "f1,lcs_f1", "--against", "all_text")
    assert result.exit_code == 0
    assert "mean difference from all_text" in result.stdout
    differences = json.loads(figures.read_text(encoding="utf-8"))["differences"]
    assert {(one["metric"], one["system"]) for one in differences} == {
        ("f1", "paragraphs"),
        ("lcs_f1", "paragraphs"),
    }


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--metric", "bleu"], "bleu"),
        (["--metric", "f1,bleu"], "bleu"),
        (["--against", "learned"], "choose from all_text"),
        (["--against", "all_text", "--metric", "ms_median"], "ms_mean"),
    ],
)
def test_evaluate_refuses_before_it_runs(words: list[str], says: str, tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text("not read yet", encoding="utf-8")
    result = run("evaluate", str(tmp_path), "-m", "all_text", *words)
    assert result.exit_code == 2
    assert says in result.stderr


def test_the_chart_shows_the_metric(corpus: str, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    run("evaluate", corpus, "-m", "paragraphs", "--metric", "recall", "--chart", str(chart))
    assert "word recall (1 is best) by group" in chart.read_text(encoding="utf-8")


def test_evaluate_wants_an_option_of_a_method_that_runs(corpus: str) -> None:
    result = run("evaluate", corpus, "-m", "paragraphs", "--set", "html2article.depth=3")
    assert result.exit_code == 2
    assert "html2article" in result.stderr


def test_evaluate_writes_figures_and_a_chart(corpus: str, tmp_path: Path) -> None:
    figures, chart = tmp_path / "figures.json", tmp_path / "chart.svg"
    run(
        "evaluate",
        corpus,
        "-m",
        "paragraphs",
        "--json",
        str(figures),
        "--chart",
        str(chart),
        "--min-pages",
        "1",
    )
    assert json.loads(figures.read_text(encoding="utf-8"))
    assert "<svg" in chart.read_text(encoding="utf-8")


def test_evaluate_says_when_nothing_is_left(corpus: str) -> None:
    result = run("evaluate", corpus, "--langs", "fi")
    assert result.exit_code == 2
    assert "--langs" in result.stderr


def test_evaluate_without_a_corpus() -> None:
    assert run("evaluate", "no/such/folder").exit_code == 7


@pytest.mark.parametrize("command", ["", *main.commands])
def test_every_command_has_help(command: str) -> None:
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert "Usage" in result.stdout


def test_version() -> None:
    assert run("--version").stdout.strip() == f"maintext {maintext.__version__}"
