"""From probabilities to rows: the kernel chooses what numpy chooses, and gives the same reasons."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.generated import MARKUP
from tests.twins import needs_kernel, numpy_twins
from tests.zoo import ZOO

from maintext.features.scene import Scene
from maintext.methods.choice import whole_parts
from maintext.model.decision import best_blocks
from maintext.page import Page, parse
from maintext.selection import BlockSelector, Verdict

pytestmark = needs_kernel

SELECTOR = BlockSelector(
    "m", "nothing", (Verdict("yes", keep=True), Verdict("no", keep=False), Verdict("well", keep=True))
)
LINES = "".join(f"<tr><td>name {i}</td><td>value {i}</td></tr>" for i in range(6))
ODD = (
    f"<p>a</p><table>{LINES}</table><p>b</p>",
    f"<p>a</p><table>{LINES}<tr><td hidden>c</td><td>{'word ' * 160}</td></tr></table><h2>d</h2><p>b</p>",
    f"<p>a</p><table><tr><td><table>{LINES}</table></td><td>c</td></tr>{LINES}</table><p>b</p>",
    "<p>a</p><ul><li>b<ul><li>c<li>d</ul></ul><ol hidden><li>e</ol><dl><dt>f<dd>g</dl><p>h",
    "<p>a</p><h3><b><i><u>b</u></i></b></h3><h2><a href=/>c</a></h2><p>d</p><h1>e</h1>f<h4 hidden>g</h4>h",
    "<p>a</p><div><math><mi>x</mi><mo>=</mo></math></div><p>b</p><h2><b><i><u><s>c</s></u></i></b></h2><p>d",
    "<table>" + "<tr><td>a</td><td>b</td></tr>" * 3 + "</table><table></table><ul></ul>",
    "<a href>a</a><a>b</a><a href=x>c<table><tr><td>d</td></tr></table>e</a><p xhref=y>f<b href=z>g</b>",
)


def decided(page: Page, probability: np.ndarray, beta: float) -> list[object]:
    scene = Scene(page)
    best = best_blocks(probability, scene.blocks.n_words, beta=beta)
    parts = whole_parts(scene, probability, best)
    verdict = best + 2 * np.array(parts & ~best, dtype=np.int64)
    selection = SELECTOR.select(page, scene.blocks.of_row, verdict, probability, {"n": 1.0})
    columns = best, parts, selection.keep, selection.reason, np.nan_to_num(selection.score, nan=-1)
    return [*((column.dtype, column.tolist()) for column in columns), selection.reasons, selection.facts]


def assert_same(markup: str, seed: int, beta: float = 1.0) -> None:
    page, twin = parse(markup), parse(markup)
    n_blocks = len(Scene(page).blocks)
    probability = np.round(np.random.default_rng(seed).random(n_blocks) ** 0.5, 2)
    found = decided(page, probability, beta) if n_blocks else []
    links = page.is_anchor.tolist(), page.is_link.tolist()
    with numpy_twins():
        assert (decided(twin, probability, beta) if n_blocks else []) == found
        assert (twin.is_anchor.tolist(), twin.is_link.tolist()) == links


@pytest.mark.parametrize("name", ZOO)
def test_twins_choose_the_same_on_zoo_pages(name: str) -> None:
    assert_same(ZOO[name], 1)


@pytest.mark.parametrize("markup", ODD)
def test_twins_choose_the_same_on_pages_with_tables_and_lists(markup: str) -> None:
    for seed in range(60):
        assert_same(markup, seed, (0.5, 1.0, 2.0)[seed % 3])


@settings(deadline=None, max_examples=100)
@given(MARKUP, st.integers(0, 1000))
def test_twins_choose_the_same_on_generated_pages(markup: str, seed: int) -> None:
    assert_same(f"<p>first</p>{markup}<p>last</p>", seed)


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.sampled_from(["<tr><td>a<td>b", "<tr><td>c", "<h3>d</h3>", "<ul><li>e<li>f</ul>", "<p>g"]))
)
def test_twins_choose_the_same_in_tables(pieces: list[str]) -> None:
    markup = f"<p>first</p><table>{LINES}<tr><td><table>{''.join(pieces)}</table></table><p>last</p>"
    for seed in range(3):
        assert_same(markup, seed)


def test_no_block_is_chosen_where_none_has_a_word() -> None:
    none = np.zeros(3, dtype=np.int64)
    assert best_blocks(np.array([0.9, 0.5, 0.1]), none).tolist() == [False] * 3
    with numpy_twins():
        assert best_blocks(np.array([0.9, 0.5, 0.1]), none).tolist() == [False] * 3
