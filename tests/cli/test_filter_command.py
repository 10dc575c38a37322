"""``maintext filter``: train on labelled pages, label others."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from maintext.batch.page_filter import PageFilter, load_filter
from maintext.batch.page_filter.model import gram_counts
from maintext.cli.filter import filter_group
from maintext.errors import DatasetError, InputError, OptionError

PAGE = "<title>{title}</title><nav><a href=/>Home</a></nav><article><h1>{title}</h1><p>{text}</p></article>"
MONEY = "The bank raised its rates on Monday, and the stock market fell for the {}th time, traders said."
SPORT = "The team won the match by {} goals to none, and the coach praised all of the players after the game."


def run(*words: str) -> Result:
    return CliRunner().invoke(filter_group, list(words))


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    for i in range(5):
        for label, text in (("money", MONEY), ("sport", SPORT)):
            file = tmp_path / "labelled" / label / f"{i}.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(PAGE.format(title=f"Day {i}", text=text.format(i)))
    return tmp_path / "labelled"


@pytest.fixture
def by_hand(tmp_path: Path) -> str:
    weights = np.zeros((2, 4096), dtype=np.float32)
    weights[0, gram_counts("bank rates stock market traders", 12)[0]] = 9
    weights[1, gram_counts("team match goals coach players", 12)[0]] = 9
    made = PageFilter(
        ("money", "sport"), weights, np.zeros(2, dtype=np.float32), np.ones(4096, dtype=np.float32), {}
    )
    made.save(tmp_path / "hand.npz")
    return str(tmp_path / "hand.npz")


def test_training_reports_both_ways_and_writes_a_filter(labelled: Path, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    (labelled / "sport" / "empty.html").touch()
    output, figures = tmp_path / "f.npz", tmp_path / "figures.json"
    result = run("train", str(labelled), "-o", str(output), "--json", str(figures))
    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["label", "pages", "accuracy", "precision", "recall", "F"]
    assert [line[-6:] for line in lines if "all" in line] == [["all", "10", *["1.000"] * 4]] * 2
    assert "sport/empty.html is left out: no main text" in result.stderr
    assert load_filter(output).card["n_pages"] == {"money": 5, "sport": 5}
    assert json.loads(figures.read_text())["with extraction"]["labels"]["money"]["f1"] == 1


def test_training_without_measuring(labelled: Path, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    result = run("train", str(labelled), "-o", str(tmp_path / "f.npz"), "--no-measure")
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_folder_without_pages_is_an_error(tmp_path: Path) -> None:
    result = run("train", str(tmp_path), "-o", str(tmp_path / "f.npz"))
    assert isinstance(result.exception, DatasetError)


def test_pages_are_labelled(labelled: Path, by_hand: str) -> None:
    (labelled / "sport" / "none.html").write_text("<title>Nothing</title>")
    result = run("apply", by_hand, str(labelled))
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(rows) == 11
    for row in rows:
        assert row["label"] is None if "none.html" in row["key"] else row["label"] in row["key"]
    assert set(rows[0]) == {"key", "url", "outcome", "reason", "label", "probability"}
    assert rows[0]["probability"] > 0.5
    assert result.stderr == "money: 5, no_text: 1, sport: 5\n"


def test_only_pages_with_a_label_are_kept(labelled: Path, by_hand: str) -> None:
    result = run("apply", by_hand, str(labelled), "--keep", "money", "--records", "-q")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["label"] for row in rows] == ["money"] * 5
    assert rows[0]["text"].endswith("traders said.")
    assert result.stderr == ""


def test_a_label_that_the_filter_does_not_have(labelled: Path, by_hand: str) -> None:
    result = run("apply", by_hand, str(labelled), "--keep", "food")
    assert isinstance(result.exception, OptionError)
    assert "it has money, sport" in str(result.exception)


def test_an_input_of_which_pages_are_lost_is_no_success(labelled: Path, by_hand: str) -> None:
    (labelled / "cut.jsonl.gz").write_bytes(gzip.compress(b'{"html": "<p>A sentence."}\n' * 9)[:-9])
    result = run("apply", by_hand, str(labelled), "-q")
    assert (result.exit_code, "pages are missing" in result.stderr) == (InputError.exit_code, True)
