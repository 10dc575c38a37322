"""The nearest marked element, compared with a walk up the ancestors."""

from __future__ import annotations

from hypothesis import given, settings
from tests.definitions import rows_of
from tests.each import each
from tests.generated import MARKUP
from tests.unit.classify.methods.definition_text_density import ancestors
from tests.zoo import ZOO

from maintext.classify.features.density import innermost
from maintext.html import parse


def assert_innermost(markup: str, *names: str) -> None:
    page, rows = parse(markup), rows_of(markup)
    marked = page.is_tag(names)
    expected = [
        next((e for e in (i, *ancestors(rows, i)) if rows[e].name in names), -1) for i in range(len(rows))
    ]
    assert innermost(page, marked).tolist() == expected


@each("name", ZOO)
def test_the_innermost_element_around_each_row_of_a_zoo_page(name: str) -> None:
    assert_innermost(ZOO[name], "div", "td", "b", "p")


@settings(deadline=None)
@given(MARKUP)
def test_the_innermost_element_around_each_row_of_a_generated_page(markup: str) -> None:
    assert_innermost(markup, "div", "td", "b", "p")
