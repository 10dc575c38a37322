from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.zoo import ARTICLE_EN, ARTICLE_ZH

from maintext.api import select
from maintext.classify.methods.catalogue import METHODS
from maintext.errors import OptionError
from maintext.html import parse
from maintext.lab.compare.plot import draw_scores, score_curve

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("method", METHODS)
def test_every_method_can_be_drawn(method: str, tmp_path: Path) -> None:
    page = parse(ARTICLE_EN)
    draw_scores(page, select(page, method), tmp_path / "a.SVG")
    assert b"<svg" in (tmp_path / "a.SVG").read_bytes()


def test_the_same_selection_gives_the_same_file(tmp_path: Path) -> None:
    page = parse(ARTICLE_ZH)
    for name in ("a.svg", "b.svg"):
        draw_scores(page, select(page, "learned"), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_png_is_drawn(tmp_path: Path) -> None:
    page = parse(ARTICLE_ZH)
    draw_scores(page, select(page, "html2article"), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_another_suffix_is_an_error(tmp_path: Path) -> None:
    page = parse(ARTICLE_ZH)
    with pytest.raises(OptionError, match=r"\.png or \.svg"):
        draw_scores(page, select(page), tmp_path / "a.gif")


@pytest.mark.parametrize("method", ["learned", "html2article", "all_text"])
def test_a_page_without_text_is_an_error(method: str, tmp_path: Path) -> None:
    page = parse("")
    with pytest.raises(OptionError, match="no text"):
        draw_scores(page, select(page, method), tmp_path / "a.png")


def test_without_matplotlib_the_error_names_the_command(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import maintext\nfrom maintext.lab.compare import draw_scores\n"
        "page = maintext.parse('<p>one')\n"
        f"draw_scores(page, maintext.select(page, 'paragraphs'), {str(tmp_path / 'a.png')!r})"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "MissingExtraError" in result.stderr
    assert "pip install 'maintext[plot]'" in result.stderr


# -- curves -------------------------------------------------------------------------------------------


def test_the_curve_runs_over_the_characters_of_the_visible_text() -> None:
    page = parse("<p hidden>not seen</p><p>one two</p><div>three</div>")
    curve = score_curve(page, select(page, "paragraphs"))
    assert curve.edges.tolist() == [0, 6, 11]
    assert curve.height.tolist() == [6, 5]  # no scores: characters in the block
    assert curve.kept.tolist() == [True, False]


def test_a_text_has_the_score_of_the_element_around_it() -> None:
    page = parse("<div><p>One, two, three.</p></div>")
    selection = select(page, "symbol_density")
    curve = score_curve(page, selection)
    assert curve.height.tolist() == [float(np.nanmax(selection.score))]


def test_html2article_is_drawn_by_source_lines() -> None:
    long = "A line of prose that is long enough to count. " * 5
    lines = ["<div>menu</div>", "", "", *[f"<p>{long}</p>", ""] * 4, *[""] * 8, "<div>foot</div>"]
    page = parse("\n".join(lines))
    curve = score_curve(page, select(page, "html2article"))
    assert curve.height.max() == len(long.strip())
    shaded = np.flatnonzero(curve.kept)
    full = np.flatnonzero(curve.height == len(long.strip()))
    # Blank lines between kept ones belong to the run.
    assert shaded.tolist() == list(range(shaded[0], shaded[-1] + 1))
    assert set(full) <= set(shaded)
    assert not curve.kept[np.flatnonzero(curve.height == len("foot"))].any()
