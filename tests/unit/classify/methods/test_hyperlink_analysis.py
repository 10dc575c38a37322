"""hyperlink_analysis: the steps over a plain walk, then each step on its own."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from tests import shown
from tests.each import each
from tests.generated import MARKUP
from tests.unit.classify.methods.definition_hyperlink_analysis import hyperlink_analysis as definition
from tests.zoo import ZOO

from maintext.classify.methods.hyperlink_analysis import METHOD, HyperlinkAnalysisOptions, link_clusters
from maintext.html import parse
from maintext.options import changed

DEFAULTS = HyperlinkAnalysisOptions()
SENTENCE = (
    "The ferry to the island was late again, so people stood on the old bridge and looked at the river."
)
OTHER = (
    "Nobody had told the mayor, who was at the market with half of the council, about any of it until noon."
)


def kinds(markup: str, **options: Any) -> str:
    """One letter a block: c in a cluster, s a statement, - neither."""
    page = parse(markup)
    clustered, statement = link_clusters(page, changed(DEFAULTS, options))
    return "".join("c" if c else "s" if s else "-" for c, s in zip(clustered, statement, strict=True))


kept = partial(shown.kept, METHOD)
reasons = partial(shown.reasons, METHOD)


def menu(*names: str) -> str:
    return "<ul>" + "".join(f"<li><a href=/{name}>{name}</a></li>" for name in names) + "</ul>"


# -- the definition -----------------------------------------------------------------------------------


def assert_defined(markup: str, **options: Any) -> None:
    page = parse(markup)
    chosen = changed(DEFAULTS, options)
    selection, expected = METHOD.function(page, chosen), definition(markup, chosen)
    clustered, statement = link_clusters(page, chosen)
    assert set(np.flatnonzero(clustered).tolist()) == expected.clustered
    assert set(np.flatnonzero(statement).tolist()) == expected.statements
    assert selection.score.tolist() == expected.score
    assert np.flatnonzero(selection.keep & (page.n_chars > 0)).tolist() == expected.kept


@each("name", ZOO)
def test_a_zoo_page_is_read_as_defined(name: str) -> None:
    assert_defined(ZOO[name])


@pytest.mark.parametrize("min_statement", [1, 2, 15])
@settings(deadline=None)
@given(MARKUP)
def test_a_generated_page_is_read_as_defined(min_statement: int, markup: str) -> None:
    assert_defined(markup, min_statement=min_statement)


@settings(deadline=None)
@given(MARKUP)
def test_a_generated_page_with_other_options_is_read_as_defined(markup: str) -> None:
    assert_defined(
        markup, min_statement=1, max_unlinked=2.0, min_links=1, min_cluster_share=0.2, min_share=0.9
    )


# -- 1. kinds of blocks -------------------------------------------------------------------------------


def test_a_link_in_a_sentence_is_part_of_a_statement() -> None:
    assert kinds(f"<p>{SENTENCE} See <a href=/1>the island</a> and <a href=/2>the ferry</a>.</p>") == "s"


def test_a_short_block_without_links_is_a_label() -> None:
    assert kinds("<h2>Related news</h2>") == "-"


def test_a_statement_has_fifteen_unlinked_words() -> None:
    words = "<p>" + " ".join(["word"] * 14)
    assert kinds(words) == "-"
    assert kinds(words + " more") == "s"
    assert kinds(words + " <a href=/>more</a>") == "-"


def test_separators_are_no_words() -> None:
    assert kinds("<p><a href=/1>首页</a>｜<a href=/2>国内</a> · <a href=/3>国际</a> ></p>") == "c"


def test_a_link_block_has_fewer_words_outside_links_than_inside() -> None:
    links = "<a href=/1>one two</a> <a href=/2>three four</a>"
    assert kinds(f"<p>five six seven {links}</p>") == "c"
    assert kinds(f"<p>five six seven eight {links}</p>") == "-"


# -- 2. clusters --------------------------------------------------------------------------------------


def test_links_in_neighbouring_blocks_are_a_cluster() -> None:
    assert kinds(f"<p>{SENTENCE}</p>{menu('a', 'b', 'c')}<p>{OTHER}</p>") == "scccs"


def test_a_lone_link_between_two_statements_is_no_cluster() -> None:
    assert kinds(f"<p>{SENTENCE}</p>{menu('a')}<p>{OTHER}</p>{menu('b')}<p>{OTHER}</p>") == "s-s-s"


def test_labels_between_links_do_not_part_a_cluster() -> None:
    assert kinds("<h3>More</h3><p><a href=/1>one</a><p>3 May<p><a href=/2>two</a>") == "-c-c"


def test_two_links_of_one_block_are_a_cluster() -> None:
    assert kinds("<p><a href=/1>one</a> <a href=/2>two</a></p>") == "c"


def test_a_link_without_text_does_not_count() -> None:
    assert kinds("<p><a href=/1><img src=x></a><a href=/2>two</a></p>") == "-"


def test_hidden_links_do_not_count() -> None:
    assert kinds("<p><span hidden><a href=/1>one</a></span><a href=/2>two</a></p>") == "-"


def test_the_number_of_links_is_an_option() -> None:
    assert kinds(menu("a", "b"), min_links=3) == "--"
    assert kinds(menu("a"), min_links=1) == "c"


# -- 3 and 4. noise -----------------------------------------------------------------------------------


def test_the_label_of_a_cluster_is_removed_with_it() -> None:
    box = f"<div><h3>Related news</h3>{menu('Of yesterday', 'Of the week')}</div>"
    markup = f"<div><p>{SENTENCE}</p>{box}<p>{OTHER}</p></div>"
    assert kept(markup) == f"{SENTENCE}\n\n{OTHER}"
    assert reasons(markup)["Related news"] == "next to the links of a cluster"
    assert reasons(markup)["Of yesterday"] == "in a cluster of links"


def test_a_cluster_in_an_element_with_a_statement_is_removed_alone() -> None:
    page = f"<div><h3>The ferry</h3><p>{SENTENCE}</p>{menu('one', 'two')}<p>The end</p></div>"
    assert kept(page) == f"The ferry\n\n{SENTENCE}\n\nThe end"


def test_a_statement_stays_in_an_element_made_of_links() -> None:
    rail = menu(*(f"item {i} of the long list" for i in range(30)))
    assert kept(f"<div><ul><li>{SENTENCE}</li></ul>{rail}</div>") == SENTENCE


def test_links_in_sentences_stay() -> None:
    linked = SENTENCE.replace("old bridge", "<a href=/bridge>old bridge</a>")
    assert kept(f"{menu('a', 'b')}<p>{linked}</p><p>{OTHER}</p>") == f"{SENTENCE}\n\n{OTHER}"


def test_there_is_no_cut_by_the_link_density_of_the_page() -> None:
    # Nine tenths of the words are links, and still the sentence is found.
    rail = menu(*(f"item {i} of the long list" for i in range(30)))
    assert kept(f"<div>{rail}</div><div><p>{SENTENCE}</p></div><div>{rail}</div>") == SENTENCE


# -- 5. body ------------------------------------------------------------------------------------------


def test_the_body_has_most_of_the_statements() -> None:
    markup = f"<div><p>{SENTENCE}</p><p>{OTHER}</p><p>Short</p></div><div><p>{OTHER}</p><p>No</p></div>"
    assert kept(markup) == f"{SENTENCE}\n\n{OTHER}\n\nShort"
    assert reasons(markup)["No"] == "outside the part that holds most of the statements"


def test_the_share_of_the_body_is_an_option() -> None:
    markup = f"<div><p>{SENTENCE}</p><p>{OTHER}</p></div><div><p>{OTHER}</p></div>"
    assert kept(markup, min_share=0.8) == f"{SENTENCE}\n\n{OTHER}\n\n{OTHER}"
    assert kept(markup, min_share=1.1) == f"{SENTENCE}\n\n{OTHER}\n\n{OTHER}"


def test_an_inline_element_is_no_body() -> None:
    assert kept(f"<p>Yes, <b>{SENTENCE}</b> And so on.</p>") == f"Yes, {SENTENCE} And so on."


def test_without_statements_all_that_is_left_is_kept() -> None:
    assert kept(f"<p>A few words</p>{menu('a', 'b')}<p>Some more</p>") == "A few words\n\nSome more"


def test_a_page_of_link_clusters_has_no_body() -> None:
    assert kept(menu("a", "b", "c")) == ""


def test_a_chinese_page() -> None:
    head = "<div><a href=/1>首页</a>｜<a href=/2>国内新闻</a>｜<a href=/3>国际新闻</a></div>"
    body = "昨日上午，<a href=/lib>市图书馆</a>新馆对市民开放，首日接待读者一万余人次。"
    side = f"<div>相关新闻{menu('图书馆新馆下月开放', '全市读书活动启动')}</div>"
    text = kept(f"{head}<div><p>{body}</p><p>新馆共有六层，藏书三百二十万册，全部免费开放。</p>{side}</div>")
    assert text == (
        "昨日上午，市图书馆新馆对市民开放，首日接待读者一万余人次。\n\n"
        "新馆共有六层，藏书三百二十万册，全部免费开放。"
    )


def test_the_facts_count_blocks() -> None:
    page = parse(f"{menu('a', 'b', 'c')}<div><p>{SENTENCE}</p><p>{OTHER}</p></div>")
    facts = METHOD.select(page).facts
    assert (facts["n_clustered"], facts["n_statements"]) == (3, 2)
    assert page.row_text(int(facts["row"])) == SENTENCE + OTHER
