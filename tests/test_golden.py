"""Whole pages with the output a reader wants; each folder of tests/golden is one, WHY.md says why."""

from __future__ import annotations

from difflib import unified_diff
from functools import cache
from pathlib import Path

import pytest

import maintext
from maintext.options import DEFAULT_METHOD

GOLDEN = Path(__file__).parent / "golden"
URL = "https://example.org/section/page.html"
FILES = {"expected.txt": "text", "expected.md": "markdown"}

every_case = pytest.mark.parametrize("case", sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()))


def method_of(folder: Path) -> str:
    """The method of the case: the one that its file `method` names, else the default."""
    named = folder / "method"
    return named.read_text(encoding="utf-8").strip() if named.exists() else DEFAULT_METHOD


@cache
def document(case: str) -> maintext.Document:
    folder = GOLDEN / case
    return maintext.extract((folder / "source.html").read_bytes(), URL, method=method_of(folder))


def difference(case: str, file: str) -> str:
    """Lines that differ, and what to do; empty when none."""
    expected = (GOLDEN / case / file).read_text(encoding="utf-8").splitlines()
    found = getattr(document(case), FILES[file]).splitlines()
    lines = list(unified_diff(expected, found, f"{case}/{file}", "output now", lineterm="", n=1))
    hint = (
        f"\nRead tests/golden/{case}/WHY.md. If the output is right: scripts/new-golden tests/golden/{case}"
    )
    return "\n".join(lines) + hint if lines else ""


@every_case
@pytest.mark.parametrize("file", FILES)
def test_the_output_is_the_expected_one(case: str, file: str) -> None:
    found = difference(case, file)
    assert not found, found


@every_case
def test_the_case_says_why(case: str) -> None:
    why = (GOLDEN / case / "WHY.md").read_text(encoding="utf-8")
    assert why.startswith("# ")
    assert "## Falls short" in why


def test_there_are_cases() -> None:
    assert len(list(GOLDEN.glob("*/source.html"))) >= 6


def test_a_difference_is_shown_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILES, "expected.txt", "method")
    shown = difference("article_en", "expected.txt")
    assert "+learned" in shown
    assert "scripts/new-golden tests/golden/article_en" in shown
