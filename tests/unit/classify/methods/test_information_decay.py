"""information_decay: the method against a plain walk, a page worked by hand, and each step alone."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from tests import shown
from tests.each import each
from tests.generated import MARKUP
from tests.unit.classify.methods.definition_information_decay import Walk
from tests.unit.classify.methods.test_main_subtree import LONG, MENU, OTHER
from tests.zoo import ZOO

from maintext.classify.methods.information_decay import METHOD, InformationDecayOptions
from maintext.classify.methods.main_subtree import BOILERPLATE_TAGS
from maintext.html import parse

kept = partial(shown.kept, METHOD)


def reasons(markup: str) -> dict[str, str]:
    return {text.strip(): reason for text, reason in shown.reasons(METHOD, markup).items()}


def area(markup: str, **options: Any) -> str:
    """Name and id of the primary area."""
    page = parse(markup)
    row = int(METHOD.select(page, options).facts["row"])
    return page.name(row) + page.attributes(row).get("id", "")


# -- the definition -----------------------------------------------------------------------------------


def assert_walked(markup: str, options: InformationDecayOptions) -> None:
    page, walk = parse(markup), Walk(markup, options)
    selection = METHOD.function(page, options)
    information = walk.information()
    np.testing.assert_allclose(selection.score, np.array(information) / options.full_chars, rtol=1e-6)
    assert selection.facts["row"] == walk.area(information)
    assert set(np.flatnonzero(selection.keep & (page.n_chars > 0)).tolist()) == walk.kept()


SMALL = InformationDecayOptions(full_chars=3, min_richness=0.5, heavy_share=0.6)


@each("name", ZOO)
def test_zoo_pages_are_walked(name: str) -> None:
    assert_walked(ZOO[name], InformationDecayOptions())


@given(MARKUP)
def test_generated_pages_are_walked(markup: str) -> None:
    assert_walked(markup, InformationDecayOptions())


@given(MARKUP)
def test_generated_pages_are_walked_with_thresholds_of_their_size(markup: str) -> None:
    assert_walked(markup, SMALL)


@given(MARKUP)
def test_a_child_with_less_than_half_can_be_the_best(markup: str) -> None:
    assert_walked(markup, InformationDecayOptions(full_chars=3, max_decay=0.9))


# -- by hand ------------------------------------------------------------------------------------------

# Blocks: heading 8 unlinked characters, paragraphs 100, 40 and 60, of the last 10 more linked; L = 80.
BY_HAND = f"""<div id=head><h1>{"t" * 8}</h1></div><div id=main><p>{"x" * 100}</p><p>{"y" * 40}</p>
<p>{"z" * 60}<a href=/>{"w" * 10}</a></p></div>"""
# q = 8 · 8/80 = 0.8;  100 · 1 = 100;  40 · 40/80 = 20;  60 · 60/80 = 45 for the text, 0 for the link
# I(body) = 165.8, I(main) = 165, D(main) = 0.8 / 165.8 = .005; I(first p) = 100, D = 65 / 165 = .394


def scores(markup: str, name: str) -> list[float]:
    page = parse(markup)
    score = METHOD.select(page).score
    return [round(float(score[row]), 3) for row in np.flatnonzero(page.is_tag((name,))).tolist()]


def test_information_worked_by_hand() -> None:
    assert scores(BY_HAND, "p") == [100, 20, 45]
    assert scores(BY_HAND, "div") == [0.8, 165]
    assert scores(BY_HAND, "body") == [165.8]


def test_the_descent_worked_by_hand() -> None:
    assert area(BY_HAND, max_decay=0.394) == "p"
    assert area(BY_HAND, max_decay=0.393) == "divmain"
    assert area(BY_HAND, max_decay=0.004) == "body"


def test_the_facts_give_the_reduction_where_the_descent_ended() -> None:
    facts = METHOD.select(parse(BY_HAND), {"max_decay": 0.1}).facts
    assert facts["information"] == 165
    assert facts["decay"] == pytest.approx(65 / 165)


def test_the_reduction_below_a_row_without_children_is_all() -> None:
    assert METHOD.select(parse(BY_HAND)).facts["decay"] == 1


# -- steps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", BOILERPLATE_TAGS)
def test_elements_for_input_or_navigation_are_left_out(tag: str) -> None:
    page = f"<div><p>{LONG}</p><{tag} open>Some words of another kind</{tag}><p>{OTHER}</p></div>"
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert reasons(page)["Some words of another kind"] == "in an element for input or navigation"


def test_a_form_around_the_page_is_not_left_out() -> None:
    assert kept(f"<form><p>{LONG}</p><p>{OTHER}</p></form>") == f"{LONG}\n\n{OTHER}"


def test_what_stands_outside_the_primary_area_is_dropped() -> None:
    page = f"<div>Welcome to our site</div><div><p>{LONG}</p><p>{OTHER}</p></div>"
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert reasons(page)["Welcome to our site"] == "outside the primary area"


def test_of_equal_children_the_first_is_gone_into() -> None:
    page = f"<div id=a><p>{LONG}</p></div><div id=b><p>{LONG}</p></div>"
    assert kept(page, max_decay=0.5) == LONG
    assert area(page, max_decay=0.4) == "body"


def test_a_part_made_of_links_is_pruned() -> None:
    page = f"<div><p>{LONG}</p>{MENU}<p>{OTHER}</p></div>"
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert reasons(page)["Home"] == "in a part made of links"


def test_a_link_in_a_sentence_is_not_pruned() -> None:
    page = f"<div><p>{LONG} See <a href=/x>the other page</a>.</p><p>{OTHER}</p></div>"
    assert "See the other page." in kept(page)


def test_a_part_of_tiny_texts_is_pruned() -> None:
    tiny = "<div>" + "<p>a b c</p>" * 20 + "</div>"
    page = f"<div><p>{LONG}</p>{tiny}<p>{OTHER}</p></div>"
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert reasons(page)["a b c"] == "in a part of tiny texts"
    assert "a b c" in kept(page, min_richness=0)


def test_a_page_of_links_has_no_main_text() -> None:
    assert kept(f"<div>{MENU}</div>") == ""
