from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from tests.each import each
from tests.generated import MARKUP
from tests.unit.sites.template.definition_template import istm
from tests.zoo import ZOO

from maintext.html import parse
from maintext.sites.template import find_layout, similarities, similarity
from maintext.sites.template.keys import ATTRIBUTES

SMALL = {name: html for name, html in ZOO.items() if len(html) < 3000 and "deep" not in name}


def alike(a: str, b: str, attributes: str = "class") -> float:
    return similarity(find_layout(parse(a), attributes), find_layout(parse(b), attributes))


def test_the_ends_of_a_page_weigh_more_than_its_middle() -> None:
    page = "<div></div><p></p><div></div>"
    # Weights of three children: 2/5, 1/5, 2/5.
    assert alike(page, "<div></div><b></b><div></div>") == pytest.approx(4 / 5)
    assert alike(page, "<b></b><p></p><div></div>") == pytest.approx(3 / 5)


def test_below_the_first_level_children_weigh_the_same() -> None:
    a = "<div><p></p><p></p><p></p><p></p></div>"
    assert alike(a, "<div><b></b><p></p><p></p><p></p></div>") == pytest.approx(3 / 4)


def test_another_number_of_children_makes_a_node_unequal() -> None:
    assert alike("<div><p></p></div><p></p>", "<div><p></p><p></p></div><p></p>") == pytest.approx(1 / 2)
    assert alike("<p></p>", "<p></p><p></p>") == 0


def test_text_does_not_count() -> None:
    assert alike("<p>one <b>two</b></p>", "<p><b>三</b></p>") == 1


@pytest.mark.parametrize(("attributes", "expected"), [("all", 0), ("class", 1), ("names", 1), ("none", 1)])
def test_what_of_the_attributes_must_be_equal(attributes: str, expected: float) -> None:
    assert alike('<p class="post-1" title="x">', '<p class="post-23" title="y">', attributes) == expected


def test_a_class_of_another_name_is_another_element() -> None:
    assert alike('<p class="a">', '<p class="b">') == 0
    assert alike('<p class="a">', '<p class="b">', "names") == 1


def test_the_order_of_attributes_does_not_matter() -> None:
    assert alike('<p id="x" class="y">', '<p class="y" id="x">', "all") == 1


@pytest.mark.parametrize("attributes", ATTRIBUTES)
def test_equals_the_definition_on_odd_pages(attributes: str) -> None:
    pages = [parse(html) for html in list(SMALL.values())[::3]]
    layouts = [find_layout(page, attributes) for page in pages]
    matrix = similarities(layouts)
    for (i, a), (j, b) in itertools.combinations(enumerate(pages), 2):
        expected = istm(a, b, attributes)
        assert similarity(layouts[i], layouts[j]) == pytest.approx(expected)
        assert matrix[i, j] == matrix[j, i] == pytest.approx(expected)


@given(MARKUP, MARKUP)
def test_equals_the_definition_on_generated_pages(one: str, two: str) -> None:
    a, b, both = parse(one), parse(two), parse(one + two)
    matrix = similarities([find_layout(page) for page in (a, b, both)])
    assert matrix[0, 1] == pytest.approx(istm(a, b, "class"))
    assert matrix[1, 2] == pytest.approx(istm(b, both, "class"))
    assert matrix[0, 2] == pytest.approx(istm(a, both, "class"))


@each("name", ZOO)
def test_weights_sum_to_one(name: str) -> None:
    layout = find_layout(parse(ZOO[name]))
    assert layout.weight.sum() == pytest.approx(1)
    assert (np.diff(layout.key.astype(object)) > 0).all()


def test_no_pages_have_an_empty_matrix() -> None:
    assert similarities([]).shape == (0, 0)
