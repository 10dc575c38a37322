"""The picture of blocks and separators."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.unit.browser.pages import NAMES, made_up, saved

from maintext import errors
from maintext.browser.picture import draw_blocks
from maintext.browser.vips import segment


@pytest.mark.parametrize("name", NAMES)
def test_equal_snapshots_give_equal_pictures(name: str, tmp_path: Path) -> None:
    snapshot = saved(name)
    for file in ("a.svg", "b.svg"):
        draw_blocks(snapshot, segment(snapshot), tmp_path / file)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_every_leaf_is_drawn_with_its_coherence(tmp_path: Path) -> None:
    snapshot = saved("news_zh")
    found = segment(snapshot)
    draw_blocks(snapshot, found, tmp_path / "a.svg")
    svg = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert found.main is not None
    assert svg.count("stroke: #0072b2") == len(found.main.leaves)
    assert svg.count("stroke: #009e73") == 1


def test_a_jpeg_is_drawn(tmp_path: Path) -> None:
    snapshot = saved("news_zh")
    draw_blocks(snapshot, segment(snapshot), tmp_path / "a.jpg")
    assert (tmp_path / "a.jpg").read_bytes().startswith(b"\xff\xd8")


def test_other_suffixes_are_refused(tmp_path: Path) -> None:
    snapshot = saved("news_zh")
    with pytest.raises(errors.OptionError, match=r"\.png"):
        draw_blocks(snapshot, segment(snapshot), tmp_path / "a.gif")


def test_an_empty_page_cannot_be_drawn(tmp_path: Path) -> None:
    snapshot = made_up('<body off box="0 0 100 100"><p>x</p>')
    with pytest.raises(errors.OptionError, match="is visible"):
        draw_blocks(snapshot, segment(snapshot), tmp_path / "a.png")


def test_without_matplotlib_the_pip_command_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    snapshot = saved("news_zh")
    with pytest.raises(errors.MissingExtraError, match=r"maintext\[plot\]"):
        draw_blocks(snapshot, segment(snapshot), tmp_path / "a.png")
