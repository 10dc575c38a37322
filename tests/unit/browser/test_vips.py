"""VIPS on the saved snapshots and on layouts made up for one rule each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.browser.pages import NAMES, made_up, saved

from maintext.browser import vips
from maintext.browser.vips.context import build_context
from maintext.browser.vips.segmentation import (
    VisualBlock,
    VisualPiece,
    divide_subtree,
    find_separators,
    has_line,
)
from maintext.html.arrays import Float
from maintext.options import changed
from maintext.render import render_text
from maintext.selection import Outcome

every_page = pytest.mark.parametrize("name", NAMES)


def text_of(name: str) -> str:
    snapshot = saved(name)
    return render_text(snapshot.page, vips.select(snapshot))


# -- main block ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wanted", "unwanted"),
    [
        ("news_zh", ["停运九天的北部诸岛", "增加八个车位"], ["热门新闻", "渔业合作社换届", "财经"]),
        ("blog_en", ["sailed again on Monday", "We had soup", "the money is not there yet"],
         ["Tides and timetables", "Recipes"]),
        ("forum_table", ["sailed again on Monday", "the early boat"], ["Next page"]),
        ("cookie_wall", ["sailed again on Monday", "the money is not there yet"],
         ["partners use cookies", "Chat with us", "drawn nowhere", "Skip to the content", "Weather"]),
        ("docs_en", ["Reads the water levels", "print(levels.max())", "missing values"],
         ["First steps", "Licence"]),
        ("portal_table_zh", ["停运九天的北部诸岛", "增加八个车位"], ["旅游指南", "论坛"]),
        ("columns_en", ["The lock at Ashby is open", "Boats passed through", "their own windlass"],
         ["Ruth Calloway", "printed in a shed", "the price of coal", "a lurcher", "Locks"]),
        ("columns_zh", ["首班车载着四十名居民", "遇到大风会暂停运行"],
         ["这份小报办了十二年", "石狮子", "生活"]),
        ("columns_table", ["within nine metres of the door", "put in the wrong place"],
         ["one man and his nephew", "nine dolphins", "lost a lifebelt"]),
    ],
)  # fmt: skip
def test_the_main_block_is_kept_without_what_stands_around_it(
    name: str, wanted: list[str], unwanted: list[str]
) -> None:
    text = text_of(name)
    assert [words for words in wanted if words not in text] == []
    assert [words for words in unwanted if words in text] == []


THREE_COLUMNS = (
    '<body box="0 0 1000 400"><div box="0 0 200 400"><p>{}</p></div><div box="250 0 550 400"><p>{}</p></div>'
    '<div box="850 0 150 400"><p>{}</p></div>'
)


def kept_of(html: str, **options: float) -> str:
    snapshot = made_up(html)
    selection = vips.select(snapshot, changed(vips.VipsOptions(), options))
    return " ".join(render_text(snapshot.page, selection).split())


def test_a_rail_of_prose_beside_the_main_column_worked_by_hand() -> None:
    # The gaps of 50 px between columns of 400 px weigh 5 + 400/150 = 7.7, rounded 8: one region with DoC 3
    # and three columns. It is the page, so more than .3 of it. Values, without links and with the weight of
    # the place .7 + .3 · (1 − offset): left 90 · .76 − 3 = 65.4, middle 40 · .985 − 3 = 36.4, right 90 ·
    # .745 − 3 = 64.1: all above 0, so that the sum of all is the greatest. By area and place the middle is
    # the main column: 550 · 400 · .985 against 200 · 400 · .76 and 150 · 400 · .745. The others are 200/550
    # = .36 and .27 as wide: below .6.
    left, middle, right = ("l " * 89 + "l", "m " * 39 + "m", "r " * 89 + "r")
    page = THREE_COLUMNS.format(left, middle, right)
    found = vips.segment(made_up(page))
    assert found.root is not None
    assert found.main is not None
    assert (found.root.coherence, len(found.root.children)) == (3, 3)
    assert [facts.value for _, facts in found.main.leaves] == pytest.approx([65.4, 36.4, 64.05])
    assert kept_of(page) == middle
    assert kept_of(page, rail=0.0) == kept_of(page, columns=1.1) == f"{left} {middle} {right}"
    assert kept_of(page, rail=0.3) == f"{left} {middle}"


def test_columns_of_one_text_are_kept() -> None:
    words = "one two three four five six seven eight nine ten"
    page = (
        f'<body box="0 0 1000 400"><div box="0 0 460 400"><p>{words}</p></div>'
        f'<div box="540 0 460 400"><p>{words}</p></div>'
    )
    assert kept_of(page) == f"{words} {words}"


def test_a_narrow_column_of_a_table_in_the_text_is_kept() -> None:
    page = (
        '<body box="0 0 1000 1000"><p box="0 0 1000 700">one two three four five six seven eight nine ten</p>'
        '<div box="0 800 1000 200"><div box="0 800 150 200"><p>The first of the lengths</p></div>'
        '<div box="250 800 750 200"><p>one two three four five six</p></div></div>'
    )
    assert "The first of the lengths" in kept_of(page)
    assert "The first of the lengths" not in kept_of(page, columns=0.1)


@every_page
def test_only_shown_text_is_kept_and_every_text_has_a_reason(name: str) -> None:
    snapshot = saved(name)
    selection = vips.select(snapshot)
    full = snapshot.page.is_text & (snapshot.page.n_chars > 0)
    assert not (selection.keep & full & ~snapshot.layout.is_shown).any()
    assert (selection.reason[snapshot.page.is_text] >= 0).all()
    assert "in no visual block" not in {selection.why(row) for row in np.flatnonzero(full).tolist()}


def test_reasons_name_what_decided() -> None:
    snapshot = saved("cookie_wall")
    selection = vips.select(snapshot)
    why = {
        snapshot.page.row_text(row).strip(): selection.why(row)
        for row in np.flatnonzero(snapshot.page.is_text).tolist()
    }
    assert why["Chat with us"] == "in a part fixed to the window"
    assert why["Skip to the content of this page"] == "not shown: nothing is drawn for it"
    assert why["Weather"] == "in a visual block next to the main block"


def test_a_page_without_anything_to_see_has_no_content() -> None:
    snapshot = made_up('<body off box="0 0 100 100"><p>x</p>')
    selection = vips.select(snapshot)
    assert selection.outcome(snapshot.page) is Outcome.NO_CONTENT
    assert vips.segment(snapshot).root is None


# -- the structure ------------------------------------------------------------------------------------


def nodes(block: VisualBlock) -> list[VisualBlock]:
    return [block, *(node for child in block.children for node in nodes(child))]


def root_of(name: str, permitted: int = 9) -> VisualBlock:
    root = vips.segment(saved(name), vips.VipsOptions(permitted=permitted)).root
    assert root is not None
    return root


@every_page
@pytest.mark.parametrize("permitted", range(1, 11))
def test_a_block_is_never_less_coherent_than_the_one_around_it(name: str, permitted: int) -> None:
    for block in nodes(root_of(name, permitted)):
        assert 1 <= block.coherence <= 10
        assert all(child.coherence >= block.coherence for child in block.children)


@every_page
@pytest.mark.parametrize("permitted", [3, 6, 9])
def test_leaves_hold_every_shown_text_once(name: str, permitted: int) -> None:
    snapshot = saved(name)
    context = build_context(snapshot)
    n_leaves = np.zeros(len(snapshot.page), dtype=int)
    for leaf in root_of(name, permitted).leaves():
        for start, end in leaf.pieces:
            n_leaves[start:end] += 1
    page = snapshot.page
    texts = (
        page.is_text & (page.n_chars > 0) & snapshot.layout.is_shown & ~page.is_hidden & ~context.is_floating
    )
    assert set(n_leaves[texts].tolist()) == {1}


@every_page
def test_a_higher_permitted_coherence_never_gives_fewer_blocks(name: str) -> None:
    counts = [len(root_of(name, permitted).leaves()) for permitted in range(1, 11)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


@every_page
def test_separators_lie_between_children(name: str) -> None:
    for block in nodes(root_of(name)):
        for gap in block.separators:
            for child in block.children:
                if gap.is_horizontal:
                    assert child.y + child.height <= gap.y + 0.01 or child.y >= gap.y + gap.height - 0.01
                else:
                    assert child.x + child.width <= gap.x + 0.01 or child.x >= gap.x + gap.width - 0.01


def test_columns_become_blocks_beside_one_another() -> None:
    html = (
        '<body box="0 0 1000 300"><div box="0 0 200 300"><p>left words</p></div>'
        '<div box="300 0 700 300"><p>right words</p></div>'
    )
    root = vips.segment(made_up(html)).root
    assert root is not None
    assert [(child.x, child.width) for child in root.children] == [(0, 200), (300, 700)]
    assert [(gap.x, gap.width, gap.is_horizontal) for gap in root.separators] == [(200, 100, False)]


# -- the rules of extraction --------------------------------------------------------------------------

BOX = 'box="0 0 1000 500"'


@pytest.mark.parametrize(
    ("inner", "rules"),
    [
        (f"<p {BOX}>one <b>two</b></p><img {BOX}>", [(4, 10), (1, 10)]),
        (f'<p {BOX}>one <b weight="700">two</b></p><img {BOX}>', [(4, 9), (1, 10)]),
        (f"<p {BOX}>one <span><img></span></p><img {BOX}>", [(4, 10), (1, 10), (1, 10)]),  # rule 5
        (f'<div {BOX}>1<hr box="0 9 1000 1">2</div><img {BOX}>', [(4, 10), (1, 10), (4, 10), (1, 10)]),  # 6
        (f'<div {BOX}><p>one</p><p bg="ff0000">two</p></div><img {BOX}>', [(4, 10), (8, 8), (1, 10)]),
        (f'<div box="0 0 100 100">one <img></div><img {BOX}>', [(9, 6), (1, 10)]),
        (f'<div box="0 0 50 50"><p>one</p><p>two</p></div><img {BOX}>', [(13, 7), (1, 10)]),
        (f"<div {BOX}><p>one</p><p>two</p></div><img {BOX}>", [(4, 10), (4, 10), (1, 10)]),  # rule 12
    ],
)  # fmt: skip
def test_rules_of_extraction(inner: str, rules: list[tuple[int, int]]) -> None:
    context = build_context(made_up(f'<body box="0 0 1000 500">{inner}'))
    pool = divide_subtree(context, 0, 1000 * 500)
    assert [(piece.rule, piece.coherence) for piece in pool] == rules


# -- separators: the report's own way, slow and plain -------------------------------------------------


def report_separators(spans: list[tuple[int, int]]) -> list[tuple[float, float]]:
    """Begin with one separator; each block splits it, shrinks it or removes it; drop those at the border."""
    found: list[tuple[float, float]] = [(-math.inf, math.inf)]
    for low, high in spans:
        changed: list[tuple[float, float]] = []
        for start, end in found:
            if high <= start or low >= end:
                changed.append((start, end))
                continue
            changed += [(a, b) for a, b in ((start, low), (high, end)) if a < b]
        found = changed
    return [gap for gap in found if not math.isinf(gap[0]) and not math.isinf(gap[1])]


def pieces_of(spans: list[tuple[int, int]]) -> list[VisualPiece]:
    return [
        VisualPiece(i, i + 1, 10, 1, (0, low, 100, high), 0, 16, 400, 0)
        for i, (low, high) in enumerate(spans)
    ]


def lines_at(*boxes: tuple[int, int, int, int]) -> Float:
    return np.array(boxes, dtype=np.float64).reshape(-1, 4)


SPANS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 20)).map(lambda s: (s[0], s[0] + s[1])),
    min_size=1,
    max_size=12,
)


@given(SPANS)
def test_separators_are_those_of_the_report(spans: list[tuple[int, int]]) -> None:
    order, gaps = find_separators(pieces_of(spans), lines_at(), horizontal=True)
    assert sorted((gap.start, gap.end) for gap in gaps) == sorted(report_separators(spans))
    for gap in gaps:
        assert all(piece.box[3] <= gap.start for piece in order[: gap.cut])
        assert all(piece.box[1] > gap.start for piece in order[gap.cut :])


def weight_between(*, lines: bool = False, **changes: Any) -> int:
    """Weight of a separator of 20 px between two pieces of which the second differs."""
    first, second = pieces_of([(0, 50), (70, 100)])
    between = lines_at(*([(0, 60, 100, 61)] if lines else []))
    (gap,) = find_separators([first, second._replace(**changes)], between, horizontal=True)[1]
    return gap.weight


@pytest.mark.parametrize(
    ("changes", "weight"),
    [
        ({}, 1),  # 2 for 20 px, 1 less for likeness
        ({"tag": 5}, 2),
        ({"lines": True}, 3),
        ({"background": 0xFF}, 3),
        ({"font_weight": 700}, 3),
        ({"font_px": 24}, 5),
        ({"font_px": 8}, 4),
        ({"font_px": 40, "font_weight": 700, "background": 0xFF, "lines": True}, 10),
    ],
)
def test_weights_of_separators(changes: dict[str, Any], weight: int) -> None:
    assert weight_between(**changes) == weight


RECTANGLES = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 5), st.integers(0, 5)).map(
        lambda r: (r[0], r[1], r[0] + r[2], r[1] + r[3])
    ),
    max_size=8,
)


@given(RECTANGLES, st.integers(0, 9), st.integers(0, 9), st.sampled_from([0, 1]))
def test_lines_are_found_by_their_middles(
    boxes: list[tuple[int, int, int, int]], start: int, length: int, side: int
) -> None:
    region = (3, 2, 8, 7)
    expected = any(
        start <= (box[side] + box[side + 2]) / 2 <= start + length
        and box[1 - side] < region[3 - side]
        and box[3 - side] > region[1 - side]
        for box in boxes
    )
    assert has_line(lines_at(*boxes), start, start + length, region, side) == expected


# -- columns of the context, slow and plain -------------------------------------------------------------


@every_page
def test_columns_of_the_scene_are_their_definitions(name: str) -> None:
    snapshot = saved(name)
    page, layout, context = snapshot.page, snapshot.layout, build_context(snapshot)
    for row in range(len(page)):
        inside = range(row, int(page.end[row]))
        texts = [
            r for r in inside
            if page.is_text[r] and page.n_chars[r] and layout.is_shown[r]
            and not page.is_hidden[r] and not context.is_floating[r]
        ]  # fmt: skip
        end = inside.stop
        assert context.n_words[row:end].sum() == sum(int(page.n_words[r]) for r in texts)
        assert context.n_link_words[row:end].sum() == sum(page.n_words[r] for r in texts if page.is_link[r])
        if texts:
            assert context.is_valid[row]
            assert context.box[row][0] <= min(layout.x[r] for r in texts)
            assert context.box[row][3] >= max(layout.y[r] + layout.height[r] for r in texts)
            longest = max(texts, key=lambda r: (int(page.n_chars[r]), -r))
            assert context.font_px[row] == layout.font_px[longest]
        own, at = int(layout.background[row]), row
        while own < 0 and page.parent[at] >= 0:
            at = int(page.parent[at])
            own = int(layout.background[at])
        assert context.background[row] == (own if own >= 0 else 0xFFFFFF)
