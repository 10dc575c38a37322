from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from maintext.errors import MissingExtraError, OptionError
from maintext.lab.evaluate.chart import draw_comparison
from maintext.lab.evaluate.run import PageResult

if TYPE_CHECKING:
    from pathlib import Path


def result(system: str = "x", f1: float | None = 0.5, lang: str = "en", set_name: str = "s") -> PageResult:
    return PageResult(
        page_id="p", set=set_name, lang=lang, page_type="article", system=system,
        gold_kind="snippets" if f1 is None else "human", precision=f1, recall=f1, f1=f1, f1_no_title=f1,
        with_rate=None, without_rate=None, cpu_ms=1.0, n_chars=1,
    )  # fmt: skip


def test_png_is_drawn(tmp_path: Path) -> None:
    draw_comparison([result()], tmp_path / "chart.PNG")

    assert (tmp_path / "chart.PNG").read_bytes().startswith(b"\x89PNG")


def test_svg_is_drawn_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        draw_comparison([result(), result("y")], tmp_path / name)

    assert (tmp_path / "a.svg").read_bytes().startswith(b"<?xml")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_many_groups_and_eight_systems_are_drawn(tmp_path: Path) -> None:
    results = [
        result(f"system {n}", lang=lang, set_name=name) for n in range(8) for lang in "abc" for name in "stuv"
    ]

    draw_comparison(results, tmp_path / "chart.png", min_pages=1)

    assert (tmp_path / "chart.png").stat().st_size > 10_000


def test_system_without_a_score_is_drawn_beside_the_others(tmp_path: Path) -> None:
    draw_comparison([result(), result("y", f1=None)], tmp_path / "chart.svg")

    assert (tmp_path / "chart.svg").stat().st_size


def test_of_nine_systems_the_best_eight_are_drawn(tmp_path: Path) -> None:
    results = [result(f"system {n}", f1=0.9 - n / 10) for n in (8, *range(8))]

    draw_comparison(results, tmp_path / "all.png")
    draw_comparison(results[1:], tmp_path / "best.png")

    assert (tmp_path / "all.png").read_bytes() == (tmp_path / "best.png").read_bytes()


def texts_of(path: Path) -> str:
    """The words of a chart, as matplotlib notes them next to the glyphs."""
    return "\n".join(re.findall(r"<!-- (.*?) -->", path.read_text(encoding="utf-8"), re.DOTALL))


def test_the_metric_that_is_asked_for_is_drawn(tmp_path: Path) -> None:
    pages = [replace(result(), precision=0.25, without_rate=0.75)]

    for metric in ("precision", "without_rate"):
        draw_comparison(pages, tmp_path / f"{metric}.svg", metric=metric)

    assert re.search("0.250.*word precision .* by group", texts_of(tmp_path / "precision.svg"), re.DOTALL)
    assert re.search(
        "0.750.*unwanted snippets .* by group", texts_of(tmp_path / "without_rate.svg"), re.DOTALL
    )


def test_of_nine_systems_the_fastest_are_drawn(tmp_path: Path) -> None:
    results = [replace(result(f"system {n}"), cpu_ms=float(n)) for n in range(1, 10)]

    draw_comparison(results, tmp_path / "chart.svg", metric="ms_mean")

    drawn = texts_of(tmp_path / "chart.svg")
    assert "system 1" in drawn
    assert "system 9" not in drawn
    assert "8.0" in drawn


def test_scores_on_training_pages_are_starred(tmp_path: Path) -> None:
    draw_comparison([result(), replace(result("y", 0.75), trained_here=True)], tmp_path / "chart.svg")

    drawn = texts_of(tmp_path / "chart.svg")
    assert "0.750*" in drawn
    assert "0.500*" not in drawn
    assert "learned from pages of these sets" in drawn


@pytest.mark.parametrize("name", ["chart.jpg", "chart"])
def test_other_suffix_is_an_error_that_lists_the_allowed(tmp_path: Path, name: str) -> None:
    with pytest.raises(OptionError, match=r"\.png or \.svg"):
        draw_comparison([result()], tmp_path / name)


@pytest.mark.parametrize("results", [[], [result(f1=None)]])
def test_nothing_to_draw_is_an_error(tmp_path: Path, results: list[PageResult]) -> None:
    with pytest.raises(OptionError, match="no page has a value of f1"):
        draw_comparison(results, tmp_path / "chart.png")


def test_missing_matplotlib_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(MissingExtraError, match=r"pip install 'maintext\[plot\]'"):
        draw_comparison([result()], tmp_path / "chart.png")


def test_importing_evaluate_does_not_import_matplotlib() -> None:
    code = "import sys, maintext.lab.evaluate; sys.exit('matplotlib' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
