from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from maintext.errors import OptionError
from maintext.html import parse
from maintext.sites.template import cluster_pages
from maintext.sites.template.cluster import draw_dendrogram

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("matplotlib")
NAMES = ["one.html", "two$.html", "三.html", "four.html"]
PAGES = [parse(html) for html in ("<p>1", "<p>2", "<i></i><p>3", "<i></i><b>4")]


def test_every_page_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    draw_dendrogram(cluster_pages(PAGES), ["one", "two$3$", "x<y", "三"], path, cut=0.6)
    drawn = path.read_text(encoding="utf-8")
    assert all(f">{name}</text>" in drawn for name in ("one", "two$3$", "x&lt;y", "三"))


def test_pages_beside_one_another_are_those_joined_first(tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    mixed = [PAGES[0], PAGES[2], PAGES[1], PAGES[3]]
    draw_dendrogram(cluster_pages(mixed), ["a1", "b1", "a2", "b2"], path, cut=0.6)
    drawn = re.findall(">([ab][12])</text>", path.read_text(encoding="utf-8"))
    assert {frozenset(drawn[:2]), frozenset(drawn[2:])} == {frozenset({"a1", "a2"}), frozenset({"b1", "b2"})}


def test_equal_clusterings_give_equal_files(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        draw_dendrogram(cluster_pages(PAGES), ["a", "b", "c", "d"], tmp_path / name, cut=0.6)
    for suffix in ("svg", "png"):
        assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()


@pytest.mark.parametrize(("n", "name", "says"), [(4, "tree.gif", ".png"), (1, "tree.svg", "two pages")])
def test_what_cannot_be_drawn_is_said(n: int, name: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=says):
        draw_dendrogram(cluster_pages(PAGES[:n]), NAMES[:n], tmp_path / name, cut=0.6)
