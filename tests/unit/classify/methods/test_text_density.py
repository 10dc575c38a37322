"""text_density: the steps over a plain walk, and a page worked by hand."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from tests import shown
from tests.each import each
from tests.generated import MARKUP
from tests.unit.classify.methods.definition_text_density import text_density as definition
from tests.zoo import ZOO

from maintext.classify.methods.text_density import (
    METHOD,
    TextDensityOptions,
    chars_before,
    html_chars,
    text_density,
)
from maintext.html import Page, parse

MARKUP_BY_HAND = "<div><a href=/>Home</a></div><div><p>Alpha, beta.</p><p>Gamma; delta!</p></div>"
# page.data: <html><head/><body><div><a href="/">Home</a></div><div><p>Alpha, beta.</p>…
#            T   H                      D
# html       27  6 + 7 + 94 + 7  = 114  .2368
#  body      27  6 + 31 + 50 + 7 =  94  .2872
#   div       4  5 + 20 + 6      =  31  .1290
#    a        4  12 + 4 + 4      =  20  .2000
#   div      23  5 + 19 + 20 + 6 =  50  .4600
#    p       11  3 + 12 + 4      =  19  .5789
#    p       12  3 + 13 + 4      =  20  .6000


def by_name(page: Page, values: Any, name: str) -> list[float]:
    return [float(values[row]) for row in np.flatnonzero(page.is_tag((name,))).tolist()]


kept = partial(shown.kept, METHOD)
reasons = partial(shown.reasons, METHOD)


# -- the definition -----------------------------------------------------------------------------------


def assert_defined(markup: str) -> None:
    page = parse(markup)
    selection, expected = METHOD.select(page), definition(markup, TextDensityOptions())
    assert html_chars(page).tolist() == expected.n_html_chars
    np.testing.assert_allclose(text_density(page), expected.density, rtol=1e-12)
    scored = np.flatnonzero(~np.isnan(selection.score)).tolist()
    assert scored == list(expected.score)
    np.testing.assert_allclose(selection.score[scored], list(expected.score.values()), rtol=1e-6)
    assert np.flatnonzero(selection.keep & (page.n_chars > 0)).tolist() == expected.kept


@each("name", ZOO)
def test_a_zoo_page_is_read_as_defined(name: str) -> None:
    assert_defined(ZOO[name])


@settings(deadline=None)
@given(MARKUP)
def test_a_generated_page_is_read_as_defined(markup: str) -> None:
    assert_defined(markup)


# -- by hand ------------------------------------------------------------------------------------------


def test_html_characters_by_hand() -> None:
    page = parse(MARKUP_BY_HAND)
    counts = html_chars(page)
    assert by_name(page, counts, "div") == [31, 50]
    assert by_name(page, counts, "p") == [19, 20]
    assert by_name(page, counts, "body") + by_name(page, counts, "html") == [94, 114]


def test_densities_by_hand() -> None:
    page = parse(MARKUP_BY_HAND)
    assert by_name(page, text_density(page), "div") == pytest.approx([0.129, 0.46], abs=1e-4)
    assert by_name(page, text_density(page), "p") == pytest.approx([0.5789, 0.6], abs=1e-4)


def test_scores_by_hand() -> None:
    # T · D^1.5
    page = parse(MARKUP_BY_HAND)
    score = METHOD.select(page).score
    assert by_name(page, score, "div") == pytest.approx([0.1854, 7.1757], abs=1e-3)
    assert by_name(page, score, "body") == pytest.approx([4.1564], abs=1e-3)


def test_the_container_with_the_highest_score_is_kept() -> None:
    assert kept(MARKUP_BY_HAND) == "Alpha, beta.\n\nGamma; delta!"
    assert reasons(MARKUP_BY_HAND)["Home"] == "outside the container with the highest score"


def test_the_power_is_an_option() -> None:
    # T · D^0 is the text alone: html is no container, body has all of it.
    assert kept(MARKUP_BY_HAND, power=0.0, prune=0.0) == "Home\n\nAlpha, beta.\n\nGamma; delta!"


def test_the_facts_name_the_body_and_its_density() -> None:
    page = parse(MARKUP_BY_HAND)
    facts = METHOD.select(page).facts
    assert page.row_text(int(facts["row"])) == "Alpha, beta.Gamma; delta!"
    assert facts["density"] == pytest.approx(0.46)


# -- characters ---------------------------------------------------------------------------------------


def test_a_chinese_character_is_one_character_of_html() -> None:
    page = parse("<p>中文</p>")
    assert by_name(page, html_chars(page), "p") == [9]
    assert by_name(page, text_density(page), "p") == [2 / 9]


def test_an_entity_is_as_long_as_it_is_written() -> None:
    page = parse("<p>a&amp;b</p>")
    assert by_name(page, html_chars(page), "p") == [3 + 7 + 4]


def test_the_same_words_have_the_same_density_in_every_script() -> None:
    latin, greek, han = (parse(f"<p>{c * 40}</p>") for c in ("x", "ω", "文"))
    assert text_density(latin).tolist() == text_density(greek).tolist() == text_density(han).tolist()


def test_characters_before_any_offset() -> None:
    page = parse("<p>xé中😀</p>")
    offsets = np.array([len(page.data[: page.data.index(c.encode())]) for c in "xé中😀"])
    before = page.data.index(b"x")
    assert chars_before(page, offsets).tolist() == [before, before + 1, before + 2, before + 3]


# -- parts --------------------------------------------------------------------------------------------

LONG = "Much text stands in this paragraph, which has but one tag around it, and no other markup at all."
LINKS = "".join(
    f'<li class="item"><a class="link" href="/a/long/address/{i}">To {i}</a></li>' for i in range(4)
)


def test_a_part_with_little_text_for_its_markup_is_dropped() -> None:
    markup = f"<div><p>{LONG}</p><ul>{LINKS}</ul><p>{LONG}</p></div>"
    assert kept(markup) == f"{LONG}\n\n{LONG}"
    assert reasons(markup)["To 1"] == "in a part with little text for its markup"


def test_no_part_is_dropped_without_pruning() -> None:
    assert "To 3" in kept(f"<div><p>{LONG}</p><ul>{LINKS}</ul></div>", prune=0.0)


def test_a_link_in_a_sentence_stays() -> None:
    markup = f'<div><p>{LONG} See <a href="/a/very/long/address/of/another/page">here</a>.</p></div>'
    assert kept(markup).endswith("See here.")


def test_a_paragraph_is_no_body() -> None:
    assert kept(f"<div><p>{LONG}</p><p>{LONG}</p></div>") == f"{LONG}\n\n{LONG}"


def test_a_hidden_container_is_no_body() -> None:
    assert kept(f"<div>{LONG}</div><div hidden>{LONG * 9}</div>") == LONG


def test_a_page_without_text_has_no_body() -> None:
    assert kept("<div><img src=a></div>") == ""
