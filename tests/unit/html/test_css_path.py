from __future__ import annotations

import re

import pytest
from hypothesis import given
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.html import Page, parse
from maintext.html.css_path import MAX_STEPS, css_paths

STEP = re.compile(r"(?P<tag>(?:[\w-]|\\.)+)(?:#(?P<id>.+)|\.(?P<cls>.+)|:nth-of-type\((?P<n>\d+)\))?")


def matches(page: Page, row: int, step: str) -> bool:
    """What a step of a selector means, read slowly; ids and classes in any case of letters."""
    found = STEP.fullmatch(step)
    assert found, step
    attributes = page.attributes(row)
    if page.name(row) != found["tag"].replace("\\", ""):
        return False
    if found["id"]:
        return attributes.get("id", "").lower() == found["id"].lower()
    if found["cls"]:
        return found["cls"].lower() in re.split(r"[ \t\n\f\r]+", attributes.get("class", "").lower())
    if found["n"]:
        same = [r for r in range(len(page)) if page.parent[r] == page.parent[row]]
        return [r for r in same if page.name(r) == page.name(row)].index(row) + 1 == int(found["n"])
    return True


def chosen(page: Page, path: str) -> list[int]:
    """Rows that a selector of child steps leads to."""
    steps = path.split(" > ")
    rows = [row for row in range(len(page)) if not page.is_text[row] and matches(page, row, steps[0])]
    for step in steps[1:]:
        rows = [r for r in range(len(page)) if page.parent[r] in rows and not page.is_text[r]]
        rows = [row for row in rows if matches(page, row, step)]
    return rows


def assert_unique(page: Page) -> None:
    elements = [row for row in range(len(page)) if not page.is_text[row] and page.depth[row] < MAX_STEPS]
    for row, path in zip(elements, css_paths(page, elements), strict=True):
        assert chosen(page, path) == [row]


SMALL = {name: html for name, html in ZOO.items() if len(html) < 1500}


@each("name", SMALL)
def test_a_path_leads_to_its_element_alone(name: str) -> None:
    assert_unique(parse(SMALL[name]))


@given(MARKUP)
def test_a_path_leads_to_its_element_alone_on_any_page(markup: str) -> None:
    assert_unique(parse(markup))


def paths(html: str, name: str) -> list[str]:
    page = parse(html)
    return css_paths(page, [row for row in range(len(page)) if page.name(row) == name])


@pytest.mark.parametrize(
    ("html", "path"),
    [
        ("<div id=main><p>x</div>", "p"),
        ("<div id=main><p>x<p>y</div>", "div#main > p:nth-of-type(1)"),
        ("<p id=a>x<p>y", "p#a"),
        ("<p class='lead big'>x<p class=big>y", "p.lead"),
        ("<p id=a>x<p id=A>y", "body > p:nth-of-type(1)"),
        ("<p id='1 2'>x<p>y", "body > p:nth-of-type(1)"),
        ("<p id=正文>x<p>y", "p#正文"),
        ("<div><p>x</div><div>y</div>", "p"),
        ("<div><p>x</div><div><p>y</div>", "body > div:nth-of-type(1) > p"),
    ],
)
def test_the_path_is_short(html: str, path: str) -> None:
    assert paths(html, "p")[0] == path


def test_signs_in_a_name_are_escaped() -> None:
    assert paths("<o:p>x</o:p>", "o:p") == [r"body > o\:p"]


def test_elements_that_the_standard_does_not_define_are_counted_by_name() -> None:
    assert paths("<my-a>1</my-a><my-b>2</my-b><my-a>3</my-a>", "my-b") == ["body > my-b"]
    assert paths("<my-a>1</my-a><my-b>2</my-b><my-a>3</my-a>", "my-a")[1] == "body > my-a:nth-of-type(2)"


def test_a_very_deep_path_is_cut() -> None:
    (path,) = paths("<div>" * 500 + "<p>x</p><p>y</p>", "p")[:1]
    assert len(path.split(" > ")) == MAX_STEPS
