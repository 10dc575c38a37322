"""block_similarity: both similarities by hand, the method against its definition, and whole pages."""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import shown
from tests.each import each
from tests.generated import MARKUP
from tests.unit.classify.methods import definition_block_similarity as definition
from tests.zoo import ZOO

from maintext.classify.methods.block_similarity import (
    METHOD,
    BlockSimilarityOptions,
    find_terms,
    tag_similarity,
    text_similarity,
)
from maintext.html import characters as ch
from maintext.html import parse
from maintext.html.blocks import find_blocks
from maintext.render import render_text

BRIDGE = (
    "The old stone bridge over the river was closed to traffic on Monday after engineers found cracks in "
    "two of its arches. The bridge is the only way over the river."
)
REPAIRS = (
    "Repairs of the bridge would take until the autumn, the engineers said, and the traffic over the river "
    "has to go by the ferry until then."
)
RECIPE = (
    "Whisk four eggs with sugar, fold in flour and melted butter, bake for half an hour and let it cool; "
    "serve with whipped cream, berries, mint leaves."
)


kept = partial(shown.kept, METHOD)


def tag_similarities(markup: str, paths: str = "elements") -> list[float]:
    page = parse(markup)
    blocks = find_blocks(page)
    return [float(share) for share in tag_similarity(page, blocks, np.arange(len(blocks)), paths)]


def text_similarities(markup: str) -> list[float]:
    page = parse(markup)
    blocks = find_blocks(page)
    start = page.text_start[blocks.row].astype(np.int64)
    end = page.text_end[blocks.last].astype(np.int64)
    return [float(share) for share in text_similarity(page, start, end, np.arange(len(blocks)))]


# -- tags ---------------------------------------------------------------------------------------------


def test_tag_similarity_worked_by_hand() -> None:
    # Paths: html body div p (4), html body div p (4), html body div div p (5), html body p (3).
    # Shared: html body div (3), html body div (3), html body (2).
    found = tag_similarities("<div><p>a</p><p>b</p><div><p>c</p></div></div><p>d</p>")
    assert found == [2 * 3 / 8, 2 * 3 / 9, 2 * 2 / 8]


SECTIONS = "<div class=art><h1>{}</h1>" + "<div class=sec><p>{}</p></div>" * 4 + "</div>"


def test_sections_of_one_kind_have_the_same_names() -> None:
    page = SECTIONS.format("a", "b", "c", "d", "e")
    # html body div h1 (4) and html body div div p (5) share three; then html body div of five.
    assert tag_similarities(page) == [2 * 3 / 9, *[0.6] * 3]
    assert tag_similarities(page, "names") == [2 * 3 / 9, *[1.0] * 3]


def test_names_count_as_often_as_both_have_them() -> None:
    # html body div div div p (6) and html body div blockquote div p (6)
    page = "<div><div><div><p>a</p></div></div></div><div><blockquote><div><p>b</p></div></blockquote></div>"
    assert tag_similarities(page, "names") == [2 * 5 / 12]


def test_by_names_all_sections_are_kept() -> None:
    texts = [BRIDGE, RECIPE, "Zwölf Boxkämpfer jagten Viktor quer über den großen Sylter Deich. " * 3]
    page = SECTIONS.format("Bridge", *texts, REPAIRS)
    assert kept(page).count("\n\n") < 3
    assert kept(page, paths="names") == "\n\n".join([*map(str.strip, texts), REPAIRS])


def test_blocks_of_one_element_have_the_same_path() -> None:
    assert tag_similarities("<td>a<br><br>b</td>") == [1]


def test_the_path_of_a_block_around_another_is_a_part_of_the_others() -> None:
    # html body div (3) and html body div p (4)
    assert tag_similarities("<div>a<p>b</p></div>") == [2 * 3 / 7]


# -- words --------------------------------------------------------------------------------------------


def test_text_similarity_worked_by_hand() -> None:
    # the 2, cat 1, dog 1 and the 1, dog 1: (2 · 1 + 1 · 1) / √(6 · 2)
    assert text_similarities("<p>The cat, the dog</p><p>THE DOG!</p>") == pytest.approx([3 / 12**0.5])


def test_chinese_text_similarity_worked_by_hand() -> None:
    # 北京 京大 大学 and 大学 学生: 1 / √(3 · 2)
    assert text_similarities("<p>北京大学</p><p>大学生</p>") == pytest.approx([1 / 6**0.5])


def test_texts_without_terms_are_not_similar() -> None:
    assert text_similarities("<p>!!!</p><p>!!!</p>") == [0]


def test_a_term_does_not_go_across_blocks() -> None:
    # In the page's text the blocks stand without a space: "onetwo", "中文".
    assert text_similarities("<p>one</p><p>two</p><p>one</p>") == [0, 0]
    assert text_similarities("<p>中</p><p>文</p>") == [0]


TEXTS = st.text(st.sampled_from("aB_1é ,。中文字русΣ𠮷"), max_size=30)


@given(TEXTS)
def test_terms_are_those_of_the_definition(text: str) -> None:
    _, hashes = find_terms(ch.code_points(text), np.zeros(0, dtype=np.int64))
    assert sorted(Counter(hashes.tolist()).values()) == sorted(definition.terms(text).values())


@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_equal_terms_and_only_they_have_equal_hashes(texts: list[str]) -> None:
    hashes: set[int] = set()
    for text in texts:
        hashes.update(find_terms(ch.code_points(text), np.zeros(0, dtype=np.int64))[1].tolist())
    assert len(hashes) == len({term for text in texts for term in definition.terms(text)})


# -- the definition -----------------------------------------------------------------------------------


def assert_defined(markup: str, options: BlockSimilarityOptions) -> None:
    page, joined = parse(markup), definition.Joined(markup, options)
    selection = METHOD.function(page, options)
    expected = {i: joined.score(part) for part in joined.joined for block in part for i in block.numbers}
    scored = np.flatnonzero(~np.isnan(selection.score)).tolist()
    assert scored == sorted(expected)
    assert selection.score[scored].tolist() == pytest.approx([expected[i] for i in scored], rel=1e-6)
    assert set(np.flatnonzero(selection.keep & (page.n_chars > 0)).tolist()) == joined.kept()


# Thousands of blocks, and the definition is quadratic.
@each("name", sorted(set(ZOO) - {"prefixes of names"}))
def test_zoo_pages_are_as_defined(name: str) -> None:
    assert_defined(ZOO[name], BlockSimilarityOptions())


@given(
    MARKUP,
    st.sampled_from(["elements", "names"]),
    st.sampled_from([0.5, 0.61, 0.75]),
    st.sampled_from([0.0, 0.31, 0.6]),
    st.booleans(),
)
def test_generated_pages_are_as_defined(
    markup: str, paths: str, tags: float, text: float, has_title: bool
) -> None:
    options = BlockSimilarityOptions(
        paths=paths,
        min_tag_similarity=tags,
        min_text_similarity=text,
        max_link_density=0.5,
        full_chars=3,
    )
    assert_defined(("<p>x</p><h1>A b</h1>" if has_title else "") + markup, options)


# -- pages --------------------------------------------------------------------------------------------


def article(second: str) -> str:
    return (
        f"<div><div><section><p>{BRIDGE}</p></section></div></div>"
        f"<div><div><section><p>{second}</p></section></div></div>"
    )


def test_similar_texts_in_other_elements_are_joined() -> None:
    assert kept(article(REPAIRS)) == f"{BRIDGE}\n\n{REPAIRS}"


def test_other_texts_in_other_elements_are_not_joined() -> None:
    assert kept(article(RECIPE)) == BRIDGE


def test_other_texts_in_the_same_element_are_joined() -> None:
    assert kept(f"<div><p>{BRIDGE}</p><p>{RECIPE}</p></div>") == f"{BRIDGE}\n\n{RECIPE}"


def test_links_between_texts_do_not_part_them() -> None:
    menu = "<ul><li><a href=/1>Home</a></li><li><a href=/2>News</a></li></ul>"
    page = parse(f"<div><p>{BRIDGE}</p>{menu}<p>{RECIPE}</p></div>")
    selection = METHOD.select(page)
    assert render_text(page, selection) == f"{BRIDGE}\n\n{RECIPE}"
    row = next(i for i in range(len(page)) if page.is_text[i] and page.row_text(i) == "Home")
    assert selection.why(row) == "mostly links"


def test_the_part_next_to_the_title_is_preferred() -> None:
    far = f"<div><div><section><p>{RECIPE} {RECIPE}</p></section></div></div>"
    links = "".join(f"<div><div><i>{word}</i></div></div>" for word in "one two three four five".split())
    near = f"<article><section><h1>Bridge closed</h1><p>{BRIDGE}</p></section></article>"
    assert "Whisk" in kept(far + links + near.replace("h1", "h2"))
    assert kept(far + links + near) == f"Bridge closed\n\n{BRIDGE}"


def test_a_page_of_links_has_no_main_text() -> None:
    assert kept("<ul><li><a href=/1>Home</a></li><li><a href=/2>News</a></li></ul>") == ""


def test_the_facts_count_blocks_and_parts() -> None:
    facts = METHOD.select(parse(article(RECIPE))).facts
    assert (facts["n_blocks"], facts["n_joined"]) == (2, 2)
    assert facts["weight"] > 80
