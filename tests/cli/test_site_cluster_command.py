"""``maintext site cluster``: table, JSON, picture, and what cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from maintext.cli import main

STORY = "<div id=top></div><div class=story><p>{}</p></div><div id=end></div>"
SHOP = "<header></header><table><tr><td>{}</table>"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["site", "cluster", *words])


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    for i in range(3):
        (tmp_path / f"story{i}.html").write_text(STORY.format(i), encoding="utf-8")
    (tmp_path / "deep" / "shop.HTM").write_text(SHOP.format(1), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no page", encoding="utf-8")
    return tmp_path


def test_clusters_are_a_table(saved: Path) -> None:
    result = run(str(saved))
    assert result.exit_code == 0
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["cluster", "pages", "similarity", "example"],
        ["1", "3", "1.000", "story0.html"],
        ["2", "1", "1.000", "deep/shop.HTM"],
        ["4", "pages,", "2", "clusters"],
    ]


def test_the_file_lists_every_page(saved: Path) -> None:
    run(str(saved), "--output", str(saved / "found.json"))
    record = json.loads((saved / "found.json").read_text(encoding="utf-8"))
    assert record["n_pages"] == 4
    assert [cluster["pages"] for cluster in record["clusters"]] == [
        ["story0.html", "story1.html", "story2.html"],
        ["deep/shop.HTM"],
    ]


@pytest.mark.parametrize("name", ["tree.svg", "tree.png"])
def test_the_picture_is_drawn(name: str, saved: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run(str(saved), "--picture", str(saved / name)).exit_code == 0
    assert (saved / name).stat().st_size > 1000


def test_the_options_decide(saved: Path) -> None:
    (saved / "story3.html").write_text(STORY.format(3).replace("story", "tale"), encoding="utf-8")
    assert run(str(saved), "--cut", "0.9").stdout.endswith("5 pages, 3 clusters\n")
    assert run(str(saved), "--cut", "0.9", "--attributes", "none").stdout.endswith("5 pages, 2 clusters\n")


def test_a_page_that_cannot_be_read_is_left_out(saved: Path) -> None:
    (saved / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    result = run(str(saved))
    assert result.exit_code == 0
    assert "picture.html is left out" in result.stderr
    assert result.stdout.endswith("4 pages, 2 clusters\n")


def test_a_folder_that_cannot_be_listed_is_an_error(saved: Path, close: Callable[[Path], None]) -> None:
    close(saved / "deep")
    result = run(str(saved))
    assert f"cannot read {saved / 'deep'}: Permission denied" in result.stderr
    assert result.exit_code == 3


def test_a_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2J.html").write_text(SHOP, encoding="utf-8")
    assert "a?[2J.html" in run(str(tmp_path)).stdout


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["missing"], 3, "not a folder"),
        ([".", "--cut", "2"], 2, "--cut"),
        ([".", "--picture", "tree.gif"], 2, ".svg"),
        ([".", "--picture", "no/such/tree.svg"], 2, "cannot write"),
        ([".", "--output", "no/such/found.json"], 2, "cannot write"),
        ([".", "--max-bytes", "3"], 3, "none of the"),
    ],
)
def test_bad_words_end_with_their_code(
    words: list[str], code: int, says: str, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(saved)
    result = run(*words)
    assert result.exit_code == code
    assert says in result.stderr


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    result = run(str(tmp_path))
    assert result.exit_code == 3
    assert "has no page" in result.stderr
