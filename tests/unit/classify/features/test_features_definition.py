"""Every feature of every block equals its slow definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.feature_definitions import first_difference
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import DEFINITIONS, FEATURES, feature_matrix
from maintext.html import parse

LONG = (
    "It rained all day, and the river rose; by evening the bridge, built in 1935, was closed. “Stay at home,”"
    " said the mayor. Nobody knew when it would open again, or who would pay for the repairs."
)
TEXTS = st.sampled_from(
    [
        "Read more",
        "Comments (12)",
        "© 2024 Example Ltd. All rights reserved.",
        "3 May 2019, 12:30",
        "Only $ 9.99!",
        "mail@example.org",
        "相关推荐：热门评论",
        "上一篇 下一篇",
        "Product details:",
        "Share",
        "The old bridge is closed",
        LONG,
        "据统计，今年桥梁维修费用达到一千二百万元，比去年增加两成。市民表示理解，希望工程早日完成！",
        "Fifteen words are just enough for this block to count as a long one, here.",
        "x" * 130 + " comment " * 6,
    ]
)
NAMES = st.sampled_from(
    [
        "",
        ' class="article-body"',
        ' class="sidebar related2"',
        ' class="sidebar related3"',
        ' id="commentList"',
        ' role="navigation"',
        ' itemprop="articleBody"',
        ' data-testid="Footer_links"',
        " hidden",
        ' class="collapse tab"',
    ]
)
HEADS = st.sampled_from(
    [
        "",
        "<title>The old bridge is closed - Example</title>",
        '<title>桥梁维修费用</title><meta property="og:type" content="Article">',
        '<meta name=description content="It rained all day"><meta property=og:title content="The bridge">',
        '<script type="application/ld+json">{"@type": "Product", "review": {"@type":["Review"]}}</script>',
    ]
)

SITES = {
    "og:type in capitals": "<meta property=OG:type content=' Article '><p>one",
    "JSON-LD": '<script type="application/ld+json">[{"@type": "Question"}, {"@type": "Answers"}]</script>'
    "<p>one",
    "headline in the h1": "<title>The old bridge is closed</title><p>The old bridge is closed now</p>"
    "<h1>The old bridge closed again</h1><p>more",
    "title inside the h1": "<title>Bridge closed</title><h1>Bridge closed for repairs</h1><p>more",
    "phrase in a block of 150 characters": f"<p>{'y' * 142} comment</p>",
    "phrase in a block of 170 characters": f"<p>{'y' * 162} comment</p>",
    "many images": "<p>a</p>" + "<img src=a>" * 30 + "<p>b" + "<input>" * 30 + "<p>c",
    "same text often": "<p>Share</p>" * 25,
    "no long block": "<div><p>one two three four five six</p><p>seven</p></div><p>eight nine</p>",
    "best far away": "<div><ul><li>a<li>b</ul></div>" + f"<section><p>{LONG}</p><p>{LONG}</p></section>",
    "far-off ancestors": "<nav>" + "<div>" * 19 + "a" + "<div>" + "b" + "<div>" * 30 + "c",
    "headings": "<p>a</p><h2>Comments</h2><p>b</p><p>c</p><h3><a href=/><b>d</b></a></h3><p>e</p><h2>f",
    "heading far above": "<h2><a><b><i>four</i></b></a></h2><h2><a><b><i><u>five</u></i></b></a></h2>",
    "description by property": "<meta property=og:description content='one two'><p>two</p><p>three one",
}


@st.composite
def elements(draw: st.DrawFn, children: st.SearchStrategy[str]) -> str:
    tag = draw(
        st.sampled_from("div p li h1 h2 h4 section article nav td a span b noscript template rp".split())
    )
    href = " href=/" if tag == "a" else ""
    return f"<{tag}{href}{draw(NAMES)}>{''.join(draw(st.lists(children, max_size=5)))}</{tag}>"


LEAVES = TEXTS | TEXTS.map("<p>{}</p>".format) | st.sampled_from(["<img src=a>", "<input>", "<br><br>", " "])
BODIES = st.lists(st.recursive(LEAVES, elements, max_leaves=25), max_size=6).map("".join)

every_page = each("name", ZOO)


@every_page
def test_features_of_zoo_pages_are_the_defined_ones(name: str) -> None:
    assert first_difference(ZOO[name], parse(ZOO[name])) is None


@pytest.mark.parametrize("name", SITES)
def test_features_of_pages_with_one_oddity_are_the_defined_ones(name: str) -> None:
    assert first_difference(SITES[name], parse(SITES[name])) is None


@settings(deadline=None, max_examples=40)
@given(MARKUP)
def test_features_of_generated_pages_are_the_defined_ones(markup: str) -> None:
    assert first_difference(markup, parse(markup)) is None


@example(
    "", "<div hidden>据统计，今年桥梁维修费用达到一千二百万元。<span>Read more</span></div>"
)  # scraps in Chinese pages
@settings(deadline=None, max_examples=25)
@given(HEADS, BODIES)
def test_features_of_generated_sites_are_the_defined_ones(head: str, body: str) -> None:
    markup = f"<html class=comment><head>{head}</head><body class=nav>{body}</body></html>"
    assert first_difference(markup, parse(markup)) is None


@every_page
def test_the_matrix_has_a_finite_number_for_each_block_and_feature(name: str) -> None:
    scene = BlockContext(parse(ZOO[name]))
    matrix = feature_matrix(scene)
    assert matrix.dtype == np.float32
    assert matrix.shape == (len(scene.blocks), len(FEATURES))
    assert np.isfinite(matrix).all()


@each("name", FEATURES)
def test_every_feature_has_a_definition(name: str) -> None:
    assert DEFINITIONS[name].strip()


def test_names_are_unique() -> None:
    assert len(set(FEATURES)) == len(FEATURES)


@pytest.mark.parametrize("name", ["empty", "head only", "white space only", "comment only"])
def test_a_page_without_blocks_has_no_rows(name: str) -> None:
    assert feature_matrix(BlockContext(parse(ZOO[name]))).shape == (0, len(FEATURES))
