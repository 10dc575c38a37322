"""Selectors of wrappers, against a plain walk over the page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.zoo import ZOO

from maintext.errors import OptionError
from maintext.html import Page, parse
from maintext.sites.wrapper.rules import FieldRule, parse_locator
from maintext.sites.wrapper.selectors import PageIndex, Path, Step, parse_path
from maintext.sites.wrapper.values import values_at

MARKUP = """<div id=a class="x y"><p class=x>1<p>2<span class=y data-k="v w">3</span></div>
<div class=x><div><p class=y>4</p></div><p>5</p><x-y class=z>6</x-y><odd>7</odd></div>"""


def is_step(page: Page, row: int, step: Step) -> bool:
    own = page.attributes(row)
    siblings = [
        r for r in range(len(page)) if page.parent[r] == page.parent[row] and page.name(r) == page.name(row)
    ]
    return (
        not page.is_text[row]
        and step.tag in {"", page.name(row)}
        and step.id in {"", own.get("id", "").strip()}
        and set(step.classes) <= set(own.get("class", "").split())
        and all(name in own and value in {None, own[name]} for name, value in step.attributes)
        and step.number in {0, siblings.index(row) + 1}
    )


def is_match(page: Page, row: int, steps: tuple[Step, ...]) -> bool:
    if not is_step(page, row, steps[-1]):
        return False
    if len(steps) == 1:
        return True
    up = int(page.parent[row])
    while up >= 0:
        if is_match(page, up, steps[:-1]):
            return True
        if steps[-1].is_child:
            return False
        up = int(page.parent[up])
    return False


def rows(markup: str, selector: str) -> list[str]:
    page = parse(markup)
    return [page.row_text(row).strip() for row in PageIndex(page).rows(parse_path(selector))]


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("p", ["1", "23", "4", "5"]),
        (".y", ["123", "3", "4"]),
        ("#a p", ["1", "23"]),
        ("div > p", ["1", "23", "4", "5"]),
        ("div.x > p", ["1", "23", "5"]),
        ("div.x.y > *", ["1", "23"]),
        ("#a p:nth-of-type(2)", ["23"]),
        ('[data-k="v w"]', ["3"]),
        ("span[data-k]", ["3"]),
        ("x-y", ["6"]),
        ("odd", ["7"]),
        ("odd:nth-of-type(1)", ["7"]),
        ("div div p.y", ["4"]),
        ("body > p", []),
    ],
)
def test_selectors_find_what_css_finds(selector: str, found: list[str]) -> None:
    assert rows(MARKUP, selector) == found


NAMES = st.sampled_from(["", "p", "div", "span", "b", "td", "a", "x-y"])
STEPS = st.builds(
    Step,
    tag=NAMES,
    classes=st.sampled_from([(), (), ("x",), ("a", "b")]),
    attributes=st.sampled_from([(), (), (("id", None),), (("class", "x"),)]),
    number=st.sampled_from([0, 0, 0, 1, 2]),
    is_child=st.booleans(),
)
SMALL = [markup for markup in [MARKUP, *ZOO.values()] if len(markup) < 1500]


@settings(max_examples=examples(150), deadline=None)
@given(st.sampled_from(SMALL), st.lists(STEPS, min_size=1, max_size=3))
def test_columns_give_what_a_walk_gives(markup: str, steps: list[Step]) -> None:
    page = parse(markup)
    path = Path((Step(steps[0].tag, "", steps[0].classes, steps[0].attributes, steps[0].number), *steps[1:]))
    assert PageIndex(page).rows(path) == [r for r in range(len(page)) if is_match(page, r, path.steps)]


@given(st.lists(STEPS, min_size=1, max_size=3))
def test_a_selector_is_read_back_as_it_was_written(steps: list[Step]) -> None:
    path = Path((Step(steps[0].tag, "", steps[0].classes, steps[0].attributes, steps[0].number), *steps[1:]))
    assert parse_path(str(path)) == path


def test_odd_names_are_escaped() -> None:
    path = Path((Step("o:p", "1a", ("x.y",)),))
    assert parse_path(str(path)) == path


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ">",
        "p >",
        "> p",
        "p::before",
        "[a",
        "p..x",
        "pdiv#",
        "p:contains('x')",
        "//p[",
        "//p[@class=]",
        "/count(//p)",
        "(1 + 1)",
    ],
)
def test_what_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="cannot read the selector"):
        parse_path(text)


FACTS = (
    "<html xmlns:og=x><body><table><tr><td>Weight<td o:k=1>200 g<tr><td>Colour<td><b>red</b> or blue</table>"
    '<p class="lead first">A<a href="/1?a&amp;b">one</a><p>B<svg:g></svg:g></body>'
)


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("p:not(.lead)", ["B"]),
        ("p:has(> a)", ["Aone"]),
        ("td:nth-child(2), p + p", ["200 g", "red or blue", "B"]),
        ("[class^=lead]", ["Aone"]),
        ("tr:last-child :is(b, a)", ["red"]),
        ("//tr[td[1]='Weight']/td[2]", ["200 g"]),
        ("//p[contains(@class, 'first')]/following-sibling::p", ["B"]),
        ("//p/a/@href", ["/1?a&b"]),
        ("//td[b]/text()", [" or blue"]),
        ("a::attr(href)", ["/1?a&b"]),
        ("p.lead a::text", ["one"]),
    ],
)
def test_any_css_and_xpath_gives_values(selector: str, found: list[str]) -> None:
    index, place = PageIndex(parse(FACTS)), parse_locator(selector)
    rule = FieldRule("x", (place,), several=True)
    assert [one.value for one in values_at(index, place, rule)] == [text.strip() for text in found]
    assert str(parse_locator(str(place))) == str(place)


def test_the_elements_of_the_parser_are_those_of_the_page() -> None:
    for markup in (FACTS, *ZOO.values()):
        page = parse(markup)
        rows = [row for row in range(len(page)) if not page.is_text[row]]
        assert PageIndex(page).rows(parse_path("*, _")) == rows
