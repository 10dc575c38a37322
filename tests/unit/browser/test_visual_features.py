"""Visual features: each equals its slow definition, and a rule of its own on a page made for it."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.browser.pages import NAMES, made_up, saved

from maintext.browser.overlay import find_overlays
from maintext.browser.visual_features import DEFINITIONS, FEATURES, MISSING, visual_matrix
from maintext.classify.features.context import BlockContext
from maintext.html.snapshot import POSITIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.browser import Snapshot

every_page = pytest.mark.parametrize("name", NAMES)

BOXES = st.tuples(*(st.integers(low, high) for low, high in ((-40, 900), (0, 900), (2, 700), (2, 300)))).map(
    lambda box: " ".join(map(str, box))
)
TEXTS = st.sampled_from(["One", "The boat sailed again on Monday, at last.", "北部诸岛停运九天。", "—"])
EXTRA = st.sampled_from(
    ["", " off", " font=24", " font=12.5", " weight=700", " bg=ffffff", " bg=2040a0", " pos=4", " pos=2"]
)
PART = st.builds(
    lambda tag, box, extra, text: f'<{tag} box="{box}"{extra}>{text}</{tag}>',
    st.sampled_from(["p", "div", "b", "h2", "li"]), BOXES, EXTRA, TEXTS,
)  # fmt: skip
LAYOUTS = st.recursive(
    PART,
    lambda inner: st.builds(
        lambda box, extra, parts: f'<div box="{box}"{extra}>{"".join(parts)}</div>',
        BOXES, EXTRA, st.lists(inner, min_size=1, max_size=4),
    ),
    max_leaves=12,
)  # fmt: skip


def features(snapshot: Snapshot, words: str) -> dict[str, float]:
    """The features of the one block whose text has these words."""
    scene = BlockContext(snapshot.page)
    (at,) = [i for i, text in enumerate(scene.texts) if words in text]
    return dict(zip(FEATURES, visual_matrix(snapshot, scene)[at].tolist(), strict=True))


# -- the slow definition ------------------------------------------------------------------------------


def channels(colour: int) -> list[float]:
    return [(colour // 65536) / 255, (colour // 256 % 256) / 255, (colour % 256) / 255]


def light(colour: int) -> float:
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05


def apart(one: int, other: int) -> float:
    return math.dist(channels(one), channels(other)) / math.sqrt(3)


class Slow:
    """One drawn block, by the words of the definitions."""

    def __init__(self, snapshot: Snapshot, scene: BlockContext, block: int, rows: list[int]) -> None:
        page, layout = snapshot.page, snapshot.layout
        self.block, self.rows = block, rows
        self.words = sum(int(page.n_words[row]) for row in rows)
        self.left = min(float(layout.x[row]) for row in rows)
        self.top = min(float(layout.y[row]) for row in rows)
        self.right = max(float(layout.x[row]) + float(layout.width[row]) for row in rows)
        self.bottom = max(float(layout.y[row]) + float(layout.height[row]) for row in rows)
        text = max(rows, key=lambda row: (int(page.n_chars[row]), -row))
        self.text, self.font, self.weight = text, float(layout.font_px[text]), int(layout.font_weight[text])
        self.colour, self.z = max(int(layout.colour[text]), 0), int(layout.z[text])
        self.background = background(snapshot, text)
        self.above = ancestors(snapshot, int(scene.blocks.element[block]))
        holder = next((e for e in self.above if not layout.is_inline[e]), self.above[-1])
        self.x, self.width = float(layout.x[holder]), float(layout.width[holder])
        self.edge, self.span = round(self.x / 8), round(self.width / 8)
        self.style = (round(10 * self.font), self.weight, self.colour)


def ancestors(snapshot: Snapshot, row: int) -> list[int]:
    found = []
    while row >= 0:
        found.append(row)
        row = int(snapshot.page.parent[row])
    return found


def background(snapshot: Snapshot, row: int) -> int:
    own = (int(snapshot.layout.background[e]) for e in ancestors(snapshot, row))
    return next((colour for colour in own if colour >= 0), 0xFFFFFF)


def slow(snapshot: Snapshot, scene: BlockContext) -> list[dict[str, float]]:
    page, layout = snapshot.page, snapshot.layout
    result = [dict.fromkeys(FEATURES, MISSING) | {"drawn": 0.0} for _ in scene.blocks.row]
    drawn = []
    for block in range(len(scene.blocks)):
        rows = [row for row in range(len(page)) if scene.blocks.of_row[row] == block and layout.is_shown[row]]
        if rows:
            drawn.append(Slow(snapshot, scene, block, rows))
            n_drawn = sum(int(page.n_chars[row]) for row in rows)
            result[block]["drawn"] = n_drawn / max(int(scene.blocks.n_chars[block]), 1)
    for at, one in enumerate(drawn):
        result[one.block] |= slow_block(snapshot, drawn, at)
    return result


def slow_block(snapshot: Snapshot, drawn: list[Slow], at: int) -> dict[str, float]:
    page, layout, one = snapshot.page, snapshot.layout, drawn[at]
    total = max(sum(b.words for b in drawn), 1)
    wide, high, view = snapshot.view_width, snapshot.height, snapshot.view_height
    before, after = drawn[at - 1] if at else None, drawn[at + 1] if at + 1 < len(drawn) else None

    def share(same: Callable[[Slow], bool]) -> float:
        return sum(b.words for b in drawn if same(b)) / total

    def usual(key: Callable[[Slow], object]) -> Slow:
        return max(drawn, key=lambda b: share(lambda c: key(c) == key(b)))

    width, height = one.right - one.left, one.bottom - one.top
    centre = ((one.left + one.right) / 2 / wide, (one.top + one.bottom) / 2 / high)
    body = max(usual(lambda b: round(10 * b.font)).font, 1)
    gaps = [
        MISSING if upper is None or lower is None else math.log1p(max(lower.top - upper.bottom, 0) / body)
        for upper, lower in ((before, one), (one, after))
    ]
    middle = (one.top + height / 4, one.bottom - height / 4)
    beside = sum(b.words for b in drawn if b is not one and b.top < middle[1] and b.bottom > middle[0])
    main = usual(lambda b: (b.edge, b.span))
    within = min(one.right, main.x + main.width) - max(one.left, main.x)
    near = [b for b in (before, after) if b is not None]
    up = [one.above[k] if k < len(one.above) else 0 for k in (1, 2, 3, 4)]
    panel = next(
        (e for e in one.above if page.parent[e] > 0
         and background(snapshot, e) != background(snapshot, int(page.parent[e]))), None,
    )  # fmt: skip
    inside = range(0) if panel is None else range(panel, int(page.end[panel]))
    panel_words = sum(int(page.n_words[row]) for b in drawn for row in b.rows if row in inside)
    above_text = ancestors(snapshot, one.text)
    overlays = {overlay.row for overlay in find_overlays(snapshot)}
    column_words, style_words = Counter[object](), Counter[object]()
    for b in drawn:
        column_words[b.edge, b.span] += b.words
        style_words[b.style] += b.words
    return {
        "x": one.left / wide,
        "centre_x": centre[0],
        "width": width / wide,
        "height": math.log1p(height),
        "area": math.log1p(width * height),
        "area_share": width * height
        / max(sum((b.right - b.left) * (b.bottom - b.top) for b in drawn), 1),
        "y": one.top / high,
        "screen": math.log1p(max(one.top, 0) / view),
        "on_first_screen": one.top < view,
        "from_centre": math.hypot(centre[0] - 0.5, centre[1] - 0.5),
        "words_per_area": math.log1p(10_000 * one.words / max(width * height, 1)),
        "words_per_line": math.log1p(one.words / max(height / max(one.font, 1), 1)),
        "gap_above": gaps[0],
        "gap_below": gaps[1],
        "beside": math.log1p(beside),
        "column_x": one.x / wide,
        "column_width": one.width / wide,
        "column_share": share(lambda b: (b.edge, b.span) == (one.edge, one.span)),
        "same_left": share(lambda b: b.edge == one.edge),
        "same_width": share(lambda b: b.span == one.span),
        "from_main_column": abs(one.x + one.width / 2 - main.x - main.width / 2) / wide,
        "in_main_column": max(within, 0) / max(width, 1),
        "column_goes_on": sum((b.edge, b.span) == (one.edge, one.span) for b in near),
        **{f"l{k}_width": layout.width[e] / wide for k, e in enumerate(up, 1)},
        **{f"l{k}_height": layout.height[e] / high for k, e in enumerate(up, 1)},
        "panel_share": 1.0 if panel is None else panel_words / total,
        "panel_width": 1.0 if panel is None else layout.width[panel] / wide,
        "font": one.font,
        "font_to_usual": one.font / body,
        "font_to_largest": one.font / max(*(b.font for b in drawn), 1),
        "larger_share": share(lambda b: round(10 * b.font) > round(10 * one.font)),
        "weight": one.weight / 100,
        "bolder": max(one.weight - usual(lambda b: b.weight).weight, 0) / 100,
        "contrast": abs(math.log(light(one.colour) / light(one.background))),
        "colour_from_usual": apart(one.colour, usual(lambda b: b.colour).colour),
        "colour_share": share(lambda b: b.colour == one.colour),
        "saturation": max(channels(one.colour)) - min(channels(one.colour)),
        "background_from_usual": apart(one.background, usual(lambda b: b.background).background),
        "style_share": share(lambda b: b.style == one.style),
        "style_goes_on": sum(b.style == one.style for b in near),
        "in_overlay": any(row in overlays for row in above_text),
        **{
            f"in_{name}": any(layout.position[row] == POSITIONS.index(name) for row in above_text)
            for name in ("absolute", "sticky", "fixed")
        },
        "painted_before": share(lambda b: b.z < one.z),
        "page_screens": math.log1p(high / view),
        "page_columns": sum(n / total >= 0.05 for n in column_words.values()),
        "page_main_column": max(column_words.values()) / total,
        "page_styles": sum(n / total >= 0.02 for n in style_words.values()),
    }  # fmt: skip


def assert_as_defined(snapshot: Snapshot) -> None:
    scene = BlockContext(snapshot.page)
    matrix = visual_matrix(snapshot, scene)
    wanted = np.array([list(block.values()) for block in slow(snapshot, scene)], np.float64)
    assert matrix.dtype == np.float32
    assert matrix.shape == (len(scene.blocks), len(FEATURES))
    assert np.isfinite(matrix).all()
    for name, column, defined in zip(FEATURES, matrix.T, wanted.reshape(matrix.shape).T, strict=True):
        np.testing.assert_allclose(column, defined, rtol=1e-4, atol=1e-4, err_msg=name)


@every_page
def test_every_feature_of_a_saved_page_equals_its_definition(name: str) -> None:
    assert_as_defined(saved(name))


@settings(deadline=None, max_examples=40)
@given(st.lists(LAYOUTS, min_size=1, max_size=4))
def test_every_feature_of_a_made_up_layout_equals_its_definition(parts: list[str]) -> None:
    assert_as_defined(made_up(f'<body box="0 0 1000 1000">{"".join(parts)}'))


# -- rules --------------------------------------------------------------------------------------------


def test_every_feature_has_a_definition_and_a_name_of_its_own() -> None:
    assert list(FEATURES) == list(DEFINITIONS)
    assert all(DEFINITIONS.values())


def test_without_a_layout_every_value_is_missing() -> None:
    scene = BlockContext(saved("blog_en").page)
    matrix = visual_matrix(None, scene)
    assert matrix.shape == (len(scene.blocks), len(FEATURES))
    assert (matrix == MISSING).all()


def test_a_page_without_text_has_no_lines() -> None:
    snapshot = made_up('<body box="0 0 1000 1000">')
    assert visual_matrix(snapshot, BlockContext(snapshot.page)).shape == (0, len(FEATURES))


def test_a_block_that_is_not_drawn_says_only_that() -> None:
    snapshot = made_up('<body box="0 0 900 900"><p off>closed text<p box="0 0 500 20">open text')
    found = features(snapshot, "closed")
    assert found.pop("drawn") == 0
    assert set(found.values()) == {MISSING}
    assert features(snapshot, "open")["drawn"] == 1


def test_the_rail_is_beside_the_article_and_out_of_its_column() -> None:
    page = (
        '<body box="0 0 1000 1000"><div box="0 100 600 400"><p box="0 100 600 200">The boat sailed again on'
        ' Monday.</div><div box="700 100 300 400"><p box="700 150 300 40">Most read</div>'
    )
    rail, article = features(made_up(page), "most"), features(made_up(page), "boat")
    assert rail["beside"] == pytest.approx(math.log1p(6))
    assert article["beside"] == pytest.approx(math.log1p(2))
    assert (rail["in_main_column"], article["in_main_column"]) == (0, 1)
    assert rail["from_main_column"] == pytest.approx(0.55)
    assert rail["column_share"] == pytest.approx(2 / 8)


def test_a_block_in_an_inline_element_has_the_column_of_the_element_around() -> None:
    page = '<body box="0 0 1000 1000"><div box="40 0 800 90"><b box="40 0 60 20">short words</b></div>'
    found = features(made_up(page), "short")
    assert found["width"] == pytest.approx(0.06)
    assert found["column_width"] == pytest.approx(0.8)


def test_a_headline_is_larger_and_bolder_than_the_usual_text() -> None:
    page = '<h1 box="0 0 500 40" font=32 weight=700>News</h1><p box="0 50 500 40">One two three four</p>'
    headline, text = features(made_up(page), "news"), features(made_up(page), "one two")
    assert (headline["font_to_usual"], headline["bolder"], headline["larger_share"]) == (2, 3, 0)
    assert (text["font_to_usual"], text["bolder"]) == (1, 0)
    assert text["larger_share"] == pytest.approx(1 / 5)


def test_a_dark_footer_has_another_background_and_is_a_panel() -> None:
    page = (
        '<body box="0 0 1000 1000"><p box="0 0 900 40">One two three</p>'
        '<div box="0 900 500 40" bg=000000><p box="0 900 500 20">Imprint</p></div>'
    )
    footer, text = features(made_up(page), "imprint"), features(made_up(page), "one")
    assert (footer["background_from_usual"], text["background_from_usual"]) == (1, 0)
    assert footer["panel_share"] == pytest.approx(1 / 4)
    assert (footer["panel_width"], text["panel_width"]) == (0.5, 1)
    assert footer["contrast"] == 0  # black on black
    assert text["contrast"] == pytest.approx(math.log(21))


def test_the_text_of_a_cookie_wall_lies_over_the_page() -> None:
    snapshot = saved("cookie_wall")
    assert features(snapshot, "partners use cookies")["in_overlay"] == 1
    assert features(snapshot, "sailed again on monday")["in_overlay"] == 0
