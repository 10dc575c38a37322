"""tag_usage: the steps over a plain walk, then each step on its own."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from tests import shown
from tests.each import each
from tests.generated import MARKUP
from tests.unit.classify.methods.definition_tag_usage import tag_usage as definition
from tests.zoo import ZOO

from maintext.classify.methods.tag_usage import METHOD, SIDE, USES, TagUsageOptions, rows_of_use
from maintext.html import parse
from maintext.html.tags import BLOCK, NAMES
from maintext.options import changed

DEFAULTS = TagUsageOptions()
LONG = "The ferry was late again, so people stood on the old bridge and looked at the river below."
OTHER = "Nobody had told the mayor, who was at the market with half of the council until noon."


kept = partial(shown.kept, METHOD)
reasons = partial(shown.reasons, METHOD)


# -- the definition -----------------------------------------------------------------------------------


def assert_defined(markup: str, **options: Any) -> None:
    page = parse(markup)
    chosen = changed(DEFAULTS, options)
    selection, expected = METHOD.function(page, chosen), definition(markup, chosen)
    scored = np.flatnonzero(~np.isnan(selection.score)).tolist()
    assert {row: int(selection.score[row]) for row in scored} == expected.richness
    assert np.flatnonzero(selection.keep & (page.n_chars > 0)).tolist() == expected.kept


@each("name", ZOO)
def test_a_zoo_page_is_read_as_defined(name: str) -> None:
    assert_defined(ZOO[name])


@settings(deadline=None)
@given(MARKUP)
def test_a_generated_page_is_read_as_defined(markup: str) -> None:
    assert_defined(markup)


@settings(deadline=None)
@given(MARKUP)
def test_a_generated_page_with_other_options_is_read_as_defined(markup: str) -> None:
    assert_defined(markup, max_noise_share=0.8, max_link_density=0.2, max_link_share=0.9, min_richness=0.6)


# -- uses ---------------------------------------------------------------------------------------------


def test_each_tag_has_one_use() -> None:
    counts = Counter(name for names in USES.values() for name in names)
    assert [name for name, n in counts.items() if n > 1] == []


def test_each_tag_of_html_has_a_use() -> None:
    formulas = {*NAMES[NAMES.index("maction") :]} | {"#text", "#unknown", "#custom"}
    assert set(NAMES) - formulas == {name for names in USES.values() for name in names}


def test_what_decorates_text_is_no_block() -> None:
    # Only a marquee is drawn as one.
    assert set(USES["decoration"]) & BLOCK == {"marquee"}


def test_tags_for_the_side_have_another_use_too() -> None:
    assert set(SIDE) <= {*USES["region"], *USES["list"]}


def test_rows_of_a_use() -> None:
    page = parse("<table><tr><td>a<b>b</b></td></tr></table><input><a href=/>c</a><img src=d><x-y>e</x-y>")
    names = {use: [page.name(row) for row in np.flatnonzero(rows_of_use(page, use)).tolist()] for use in USES}
    assert names["region"] == ["body", "td"]
    assert names["structure"] == ["html", "head", "table", "tbody", "tr"]
    assert (names["decoration"], names["link"]) == (["b"], ["a"])
    assert (names["form"], names["media"], names["list"], names["text"]) == (["input"], ["img"], [], [])


# -- 1. regions ---------------------------------------------------------------------------------------


def test_a_text_belongs_to_the_innermost_region() -> None:
    page = parse(f"<div>{LONG}<section><p>{OTHER}</p></section><b>tail</b></div>")
    score = METHOD.select(page).score
    of = {page.name(row): float(score[row]) for row in np.flatnonzero(~np.isnan(score)).tolist()}
    assert of == {"html": 0, "body": 0, "div": 77, "section": 69}


# -- 2. noise elements --------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", SIDE)
def test_an_element_for_the_side_is_deleted(tag: str) -> None:
    opened = f"<{tag} open>" if tag == "dialog" else f"<{tag}>"
    markup = f"<div><p>{LONG}</p>{opened}<p>Of something else</p></{tag}><p>{OTHER}</p></div>"
    assert kept(markup) == f"{LONG}\n\n{OTHER}"
    assert reasons(markup)["Of something else"] == "in an element that is noise by its tag"


@pytest.mark.parametrize("tag", ["button", "label", "legend", "textarea"])
def test_a_form_element_is_deleted(tag: str) -> None:
    assert kept(f"<div><p>{LONG}</p><{tag}>Your name</{tag}><p>{OTHER}</p></div>") == f"{LONG}\n\n{OTHER}"


def test_a_form_around_the_page_is_not_deleted() -> None:
    assert kept(f"<form><p>{LONG}</p><label>Name</label></form>") == LONG


def test_an_element_with_half_of_the_text_is_not_deleted_for_its_tag() -> None:
    assert kept(f"<div><aside><p>{LONG}</p><p>{OTHER}</p></aside><p>{OTHER}</p></div>") == (
        f"{LONG}\n\n{OTHER}\n\n{OTHER}"
    )


def test_an_element_made_of_links_is_deleted() -> None:
    markup = (
        f"<div><p>{LONG}</p><ul><li><a href=/1>One</a> 1<li><a href=/2>Two</a> 2</ul><p>{OTHER}</p></div>"
    )
    assert kept(markup) == f"{LONG}\n\n{OTHER}"
    assert reasons(markup)["One"] == "in an element made of links"


def test_a_link_in_a_sentence_stays() -> None:
    linked = LONG.replace("old bridge", "<a href=/bridge>old bridge</a>")
    assert kept(f"<div><p>{linked}</p></div>") == LONG


def test_links_that_are_the_page_are_not_deleted() -> None:
    # The paragraph is linked for more than half, but it has all the text of the page.
    assert kept("<p>Seen from <a href=/>the old bridge, at noon</a></p>") == (
        "Seen from the old bridge, at noon"
    )


def test_a_linked_part_of_a_third_of_the_page_is_an_option() -> None:
    markup = f"<div><p>{LONG}</p><p><a href=/>{OTHER}</a></p></div>"
    assert kept(markup) == f"{LONG}\n\n{OTHER}"
    assert kept(markup, max_link_share=0.6) == LONG


# -- 3 and 4. regions ---------------------------------------------------------------------------------


def test_a_region_with_little_text_is_dropped() -> None:
    markup = f"<div>Welcome</div><div><p>{LONG}</p><p>{OTHER}</p></div><div>Since 1990</div>"
    assert kept(markup) == f"{LONG}\n\n{OTHER}"
    assert reasons(markup)["Welcome"] == "in a region with little text"


def test_several_rich_regions_are_kept() -> None:
    assert kept(f"<div>{LONG}</div><div>Short</div><div>{OTHER}</div>") == f"{LONG}\n\n{OTHER}"


def test_a_poor_region_directly_inside_a_rich_one_is_kept() -> None:
    markup = f"<div><p>{LONG}</p><div>A caption<div>Deeper</div></div><p>{OTHER}</p></div>"
    assert kept(markup) == f"{LONG}\n\nA caption\n\n{OTHER}"


def test_the_least_richness_is_an_option() -> None:
    markup = f"<div>{LONG}</div><div>The river below.</div>"
    assert kept(markup) == LONG
    assert kept(markup, min_richness=0.1) == f"{LONG}\n\nThe river below."


def test_linked_text_does_not_make_a_region_rich() -> None:
    markup = f"<div><p>{LONG} {OTHER}</p></div><div>Read <a href=/>{OTHER}</a></div>"
    assert kept(markup) == f"{LONG} {OTHER}"


def test_a_page_without_text_has_no_body() -> None:
    assert kept("<div><img src=a></div>") == ""


def test_the_facts_name_the_richest_region() -> None:
    page = parse(f"<div>{OTHER}</div><div>{LONG}</div>")
    facts = METHOD.select(page).facts
    assert page.row_text(int(facts["row"])) == LONG
    assert (facts["n_rich"], facts["richness"]) == (2, 73)
