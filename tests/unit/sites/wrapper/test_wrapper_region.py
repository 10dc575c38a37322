"""The numbers a wrapper is learned by, against their definition, and what the search gives."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.sites.wrapper import news_site as site

from maintext.api import select
from maintext.html import parse
from maintext.lab.evaluate import word_f1
from maintext.sites.wrapper.learn import AlignedExample, learn_body
from maintext.sites.wrapper.learn_field import WrapperExample
from maintext.sites.wrapper.selectors import PageIndex, parse_path, rank_selectors, selector_cost


def example(html: str, gold: str) -> WrapperExample:
    page = parse(html)
    return WrapperExample(PageIndex(page), select(page), gold, {}, {})


def test_f1_of_a_choice_is_word_f1_where_all_rows_are_held_or_share_nothing() -> None:
    one = example(
        "<p>alpha beta gamma delta</p><p>alpha beta gamma delta</p><p>nothing shared</p><h2>two words</h2>",
        "alpha beta gamma delta\ntwo words\nepsilon zeta",
    )
    aligned = AlignedExample(one)
    n = len(aligned.row)
    choices = np.array([[bool(number >> i & 1) for i in range(n)] for number in range(1, 2**n)])
    texts = [" ".join(one.page.row_text(row) for row in aligned.row[choice]) for choice in choices]
    np.testing.assert_allclose(aligned.f1(choices), [word_f1(text, one.gold).f1 for text in texts], atol=1e-6)


def test_words_of_rows_that_the_gold_text_does_not_hold_are_wrong() -> None:
    aligned = AlignedExample(example("<p>the end of the day</p>", "the best of all the days was at its end"))
    assert aligned.f1(np.ones((1, 1), dtype=np.bool_)) == [0]


def test_a_short_row_counts_as_a_line_of_its_own_only() -> None:
    html = "<p>北桥</p><p>大家等了十年的北桥终于开工了</p>"
    assert (
        AlignedExample(example(html, "北桥\n大家等了十年的北桥终于开工了")).f1(np.array([[True, False]])) > 0
    )
    assert AlignedExample(example(html, "大家等了十年的北桥终于开工了")).f1(np.array([[True, False]])) == 0


def test_candidates_lead_to_the_elements_they_were_made_for() -> None:
    index = PageIndex(parse(site.markup(1)))
    rows = np.flatnonzero(~index.page.is_text).tolist()
    for row in rows:
        for path in rank_selectors([index], [[row]]):
            assert row in index.rows(path), path


def test_short_selectors_by_name_are_the_cheapest() -> None:
    paths = ["div#text", "div.text", '[role="main"]', "h1", "div.main > p", "div.main p", "p"]
    assert sorted(paths, key=lambda text: selector_cost(parse_path(text))) == [
        "div#text", "div.text", '[role="main"]', "h1", "div.main p", "div.main > p", "p",
    ]  # fmt: skip


def test_a_selector_must_help_on_more_than_one_example() -> None:
    golds = [site.gold(0), site.gold(1), site.gold(2) + "\n" + f"记者：{site.PEOPLE[2]}"]
    rule, _ = learn_body([example(site.markup(i), gold) for i, gold in enumerate(golds)], "drop")
    assert "span.who" not in {str(path) for path in rule.include}


def test_gold_texts_without_the_text_do_not_exclude_it() -> None:
    golds = [site.gold(0), "首页\n国内\n社会", "首页\n国内\n社会"]
    rule, _ = learn_body([example(site.markup(i), gold) for i, gold in enumerate(golds)], "default")
    assert not {str(path) for path in rule.exclude} & {"div.text", "div.text > p", "div.main"}


def test_two_layouts_are_learned_side_by_side() -> None:
    pages = [(site.markup(i), site.gold(i)) for i in (0, 1)] + [(site.new_layout(2), site.gold(2))]
    _, f1 = learn_body([example(html, gold) for html, gold in pages], "drop")
    assert f1 == pytest.approx(1)


def test_a_page_without_text_gives_a_rule_that_leaves_all_to_the_default() -> None:
    rule, f1 = learn_body([example("", "")])
    assert (rule.include, rule.exclude, rule.rest, f1) == ((), (), "default", 0)
