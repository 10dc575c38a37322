"""flexible_nodes: the source's node list, the method against its definition, and each step alone."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import shown
from tests.each import each
from tests.generated import MARKUP
from tests.unit.classify.methods import definition_flexible_nodes as definition
from tests.unit.classify.methods.test_main_subtree import MENU, OTHER
from tests.zoo import ZOO

from maintext.classify.methods.flexible_nodes import (
    METHOD,
    FlexibleNodesOptions,
    body_node,
    extension,
    find_nodes,
    super_node_weights,
)
from maintext.html import parse
from maintext.html.tags import NAMES
from maintext.render import render_text

LONG = "Prose that is long enough to lead on, with a comma, and more than eighty characters in all."


kept = partial(shown.kept, METHOD)


# -- the source's node list ---------------------------------------------------------------------------

# Its fifth node is HTMLNode(5) {tag = "a href=…"; content = "更多新闻"; nodeWeight = 0.1…; isALink = …}.
# Here the largest node has 28 characters, so that the weight of the fifth is 4 / 28 = 0.1429.
NODE_LIST = """<div><a href=index.asp>首页</a><a href=news.asp>新闻</a></div>
<p>昨日上午，市图书馆新馆对市民开放，首日接待读者万余人次。</p><b>又讯</b>
<a href=more.asp>更多新闻</a>"""
NODES = [
    ("a", "首页", 2 / 28, True),
    ("a", "新闻", 2 / 28, True),
    ("p", "昨日上午，市图书馆新馆对市民开放，首日接待读者万余人次。", 1.0, False),
    ("b", "又讯", 2 / 28, False),
    ("a", "更多新闻", 4 / 28, True),
]


def test_the_node_list_of_the_source() -> None:
    page = parse(NODE_LIST)
    nodes = find_nodes(page)
    found = [
        (NAMES[tag], page.row_text(row).strip(), weight, is_link)
        for tag, row, weight, is_link in zip(
            nodes.tag.tolist(), nodes.row.tolist(), nodes.weight.tolist(), nodes.is_link.tolist(), strict=True
        )
    ]
    assert found == NODES


def test_observation_1_the_heaviest_node_is_a_body_node() -> None:
    page = parse(NODE_LIST)
    nodes = find_nodes(page)
    _, is_text = super_node_weights(nodes, FlexibleNodesOptions())
    assert body_node(nodes, is_text) == 2
    assert kept(NODE_LIST) == NODES[2][1]


def test_super_nodes_worked_by_hand() -> None:
    # Menu: 4 characters, all linked: −4 − 20. Sentence: 28 − 0 − 20. Last: 2 and 4 linked, LD 2/3: −6 − 20.
    weights, is_text = super_node_weights(find_nodes(parse(NODE_LIST)), FlexibleNodesOptions())
    assert weights.tolist() == [-24, 8, -26]
    assert is_text.tolist() == [False, True, False]


# -- the definition -----------------------------------------------------------------------------------


def assert_defined(markup: str, options: FlexibleNodesOptions) -> None:
    page = parse(markup)
    nodes, expected = find_nodes(page), definition.html_nodes(markup)
    assert nodes.row.tolist() == [node.row for node in expected]
    assert nodes.weight.tolist() == [node.node_weight for node in expected]
    assert nodes.is_link.tolist() == [node.is_link for node in expected]
    selection = METHOD.function(page, options)
    kept_rows = set(np.flatnonzero(selection.keep & (page.n_chars > 0)).tolist())
    assert kept_rows == definition.kept_rows(markup, options)


@each("name", ZOO)
def test_zoo_pages_are_as_defined(name: str) -> None:
    assert_defined(ZOO[name], FlexibleNodesOptions())


@given(MARKUP, st.integers(0, 6), st.integers(0, 8), st.sampled_from([0.0, 1 / 3, 0.5]))
def test_generated_pages_are_as_defined(markup: str, cost: int, max_fall: int, density: float) -> None:
    options = FlexibleNodesOptions(cost=cost, max_fall=max_fall, max_link_density=density)
    assert_defined(markup, options)


@given(st.lists(st.integers(-10, 10), max_size=30), st.integers(0, 20))
def test_the_extension_is_the_one_of_the_loop(weights: list[int], max_fall: int) -> None:
    expected = definition.extension(weights, max_fall)
    assert extension(np.array(weights, dtype=np.float64), max_fall) == expected


# -- steps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weights", "max_fall", "expected"),
    [
        ([], 100, 0),
        ([-5, -5], 100, 0),
        ([10, 10, -5], 100, 2),
        ([10, -15, 20], 100, 3),  # the run falls to −5 and rises to 15
        ([10, -15, 20], 15, 3),  # it falls by 15, which is not more than 15
        ([10, -15, 20], 14, 1),
        ([10, -10], 100, 1),  # the first of equal ends
        ([-10, 10], 100, 0),  # a weight of 0 is no gain
    ],
)
def test_the_main_text_goes_on_until_the_weight_falls(
    weights: list[float], max_fall: int, expected: int
) -> None:
    assert extension(np.array(weights, dtype=np.float64), max_fall) == expected


def test_the_main_text_goes_on_both_ways() -> None:
    assert kept(f"<p>{OTHER}</p><p>{LONG}</p><p>{OTHER}</p>").count("paragraph") == 2


def test_short_texts_at_the_ends_are_dropped_and_inside_kept() -> None:
    page = f"<p>Welcome</p><p>{LONG}</p><h2>Part two</h2><p>{OTHER}</p><p>Goodbye</p>"
    assert kept(page) == f"{LONG}\n\nPart two\n\n{OTHER}"


def test_a_cluster_of_links_inside_is_dropped() -> None:
    page = parse(f"<p>{LONG}</p>{MENU}<p>{OTHER}</p>")
    selection = METHOD.select(page)
    assert render_text(page, selection) == f"{LONG}\n\n{OTHER}"
    row = next(i for i in range(len(page)) if page.is_text[i] and page.row_text(i) == "Home")
    assert selection.why(row) == "a cluster of links"


def test_a_link_in_a_sentence_is_kept() -> None:
    assert "See the other page." in kept(f"<p>{LONG} See <a href=/x>the other page</a>.</p><p>{OTHER}</p>")


def test_a_long_rail_parts_the_main_text_where_the_fall_is_small() -> None:
    page = f"<p>{LONG}</p>{MENU}<p>{OTHER}</p>"
    assert kept(page, max_fall=40) == LONG


def test_malformed_markup_is_read() -> None:
    page = f"<table><tr><p>{LONG}<b><p>{OTHER}</i></td></table></div><li><a href=/>Home"
    assert kept(page) == f"{LONG}\n\n{OTHER}"


@pytest.mark.parametrize("lost", ["</a>", "</b>", "</span>", "</li>"])
def test_a_missing_end_tag_in_the_menu_changes_nothing(lost: str) -> None:
    menu = "<ul>" + "<li><span><b><a href=/x>Entry</a></b></span></li>" * 4 + "</ul>"
    before, _, after = menu.rpartition(lost)
    page = f"<div>{{}}<p>{LONG}</p><p>{OTHER}</p></div>"
    assert kept(page.format(before + after)) == kept(page.format(menu)) == f"{LONG}\n\n{OTHER}"


def test_a_page_of_links_has_no_body_node() -> None:
    selection = METHOD.select(parse(MENU))
    assert not selection.keep.any()
    assert selection.facts["row"] == -1


def test_the_score_of_a_text_is_its_node_weight() -> None:
    page = parse(NODE_LIST)
    score = METHOD.select(page).score
    assert score[~np.isnan(score)].tolist() == pytest.approx([weight for _, _, weight, _ in NODES])
