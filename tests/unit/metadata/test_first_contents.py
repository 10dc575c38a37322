"""The first content of a <meta> by its name is what meta_pairs gives first."""

from __future__ import annotations

from tests.each import each
from tests.zoo import ZOO

from maintext.html import parse
from maintext.metadata.declared.meta import first_contents, meta_pairs

NAMES = frozenset({"og:title", "description", "og:type", "dc.title"})
HEADS = (
    '<meta property="OG:Title og:type" content="A &amp; B"><meta name="og:title" content="later">',
    '<meta property="og:title" content=""><meta name="dc:title" content="甲"><p property=og:type content=x>',
    '<meta name="og:type" content="x">'
    + '<meta name="a" content="b">' * 3_000
    + "<meta name=description content=y>",
    '<meta property="og:title" content="' + "x" * 20_000 + '"><meta property="og:title" content="short">',
)


@each("markup", [*ZOO.values(), *HEADS])
def test_the_first_contents_are_those_of_the_pairs(markup: str) -> None:
    page = parse(markup)
    found: dict[str, str] = {}
    for name, content in meta_pairs(page):
        if name in NAMES:
            found.setdefault(name, content)
    assert first_contents(page, NAMES) == found


def test_no_name_is_read_behind_two_thousand() -> None:
    page = parse('<meta name="a" content="b">' * 2_000 + '<meta name="description" content="c">')
    assert first_contents(page, NAMES) == {}
