from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ARTICLE_EN, ZOO

from maintext.classify.methods.catalogue import METHODS
from maintext.errors import OptionError
from maintext.html import Page, parse
from maintext.lab.compare import explain, explanation_table
from maintext.lab.compare.explain import nearest_scores

PAGE = "<title>T</title><nav><a href=/>Home</a></nav><div id=a><p>One <b>two</b> three.</p><p>Four.</p></div>"


def slow_nearest(page: Page, score: np.ndarray, row: int) -> float:
    while row >= 0:
        if not math.isnan(score[row]):
            return float(score[row])
        row = int(page.parent[row])
    return math.nan


def test_a_block_has_all_that_decided() -> None:
    page = parse(PAGE)
    blocks = explain(page, "paragraphs").blocks
    assert [block.text for block in blocks] == ["T", "Home", "One two three.", "Four."]
    assert [block.kept for block in blocks] == [False, False, True, True]
    block = blocks[2]
    assert page.data[block.byte_start : block.byte_end] == b"One <b>two</b> three."
    assert (block.path, block.n_chars, block.n_kept_chars) == ("div#a > p:nth-of-type(1)", 12, 12)
    assert block.reason == "inside a <p>"
    assert blocks[0].reason == "hidden from readers"


def test_a_block_may_be_kept_in_part() -> None:
    page = parse("<div>outside <span class=content>of the content element</span> again</div>")
    explanation = explain(page, "tag_filter")
    assert len(explanation.blocks) == 1
    block = explanation.blocks[0]
    assert 0 < block.n_kept_chars < block.n_chars
    assert block.reason == explanation.selection.why(int(np.flatnonzero(explanation.selection.keep)[0]))
    assert "±" in explanation_table(explanation)


@pytest.mark.parametrize("method", METHODS)
def test_the_decisions_are_those_of_the_selection(method: str) -> None:
    page = parse(ARTICLE_EN)
    explanation = explain(page, method)
    kept = sum(block.n_kept_chars for block in explanation.blocks)
    assert kept == page.n_chars[explanation.selection.keep].sum()
    assert sum(block.n_chars for block in explanation.blocks) == page.n_chars.sum()
    for block in explanation.blocks:
        reasons = {explanation.selection.why(row) for row in range(block.row, block.last + 1)}
        assert block.reason in reasons - {""}
        assert block.byte_start < block.byte_end


def test_options_change_the_explanation() -> None:
    page = parse(ARTICLE_EN)
    strict = explain(page, "main_subtree", {"max_link_density": 0.0})
    assert strict.selection.method == "main_subtree"
    with pytest.raises(OptionError, match="no_such"):
        explain(page, "main_subtree", {"no_such": 1})


@each("name", ZOO)
def test_every_page_can_be_explained(name: str) -> None:
    explanation = explain(parse(ZOO[name]), "symbol_density")
    assert json.loads(json.dumps(explanation.to_dict(), allow_nan=False))["method"] == "symbol_density"
    assert explanation_table(explanation).startswith("symbol_density: ")


@given(MARKUP)
def test_nearest_scores_are_those_of_a_walk_up(markup: str) -> None:
    page = parse(markup)
    score = np.where(np.arange(len(page)) % 3 == 1, np.arange(len(page), dtype=np.float32), np.nan)
    fast = nearest_scores(page, score)
    np.testing.assert_array_equal(fast, [slow_nearest(page, score, row) for row in range(len(page))])


def test_the_table_has_the_facts_and_two_lines_a_block() -> None:
    lines = explanation_table(explain(parse(PAGE), "symbol_density"), width=60).splitlines()
    assert lines[0] == "symbol_density: found"
    assert lines[1].startswith("row ")
    assert len(lines) == 2 + 2 * 4
    assert lines[-2].startswith("+")
    assert "div#a" in lines[-1]


def test_long_texts_are_cut_to_the_width_of_the_terminal() -> None:
    wide = explanation_table(explain(parse(f"<p>{'长文' * 100}"), "paragraphs"), width=60).splitlines()
    (line,) = [line for line in wide if "长" in line]
    assert line.endswith("…")
    assert len(line) + line.count("长") + line.count("文") <= 60


def test_facts_of_one_of_several_things_stand_on_a_line_of_their_own() -> None:
    explanation = explain(parse("<div class=text>One</div><div class=list>Two, more</div>"), "multi_feature")
    lines = explanation_table(explanation).splitlines()
    assert lines[1].startswith("n_proposed 2  n_candidates 2")
    assert "candidate" not in lines[1].replace("n_candidates", "")
    assert [line.split("  ")[0] for line in lines[2:4]] == ["candidate_1:", "candidate_2:"]
    assert "  parent_normal 0" in lines[2]
