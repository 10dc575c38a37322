"""What elements are called, against the definition."""

from __future__ import annotations

from hypothesis import given
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.html import Page, parse
from maintext.records.elements import hash_names, split_words, words_of


def first_word(value: str) -> bytes:
    words = value.split()
    return words[0].encode()[:32].rstrip(b"0123456789") if words else b""


def definition(page: Page, row: int) -> tuple[int, bytes]:
    classes, ids = page.values("class"), page.values("id")
    value = classes[row] if row in classes else ids.get(row, "")
    return int(page.tag[row]), first_word(value)


def check(page: Page) -> None:
    """Equal names have equal numbers, and others do not."""
    named = hash_names(page)[2]
    rows = [row for row in range(len(page)) if not page.is_text[row]]
    by_number: dict[int, tuple[int, bytes]] = {}
    by_name: dict[tuple[int, bytes], int] = {}
    for row in rows:
        if "&" in page.data[page.byte_start[row] : page.inner_start[row]].decode():
            continue  # references count as they are written
        name, number = definition(page, row), int(named[row])
        assert by_number.setdefault(number, name) == name
        assert by_name.setdefault(name, number) == number


@each("name", ZOO)
def test_names_of_odd_pages_are_told_apart(name: str) -> None:
    check(parse(ZOO[name]))


@given(MARKUP)
def test_names_of_random_pages_are_told_apart(html: str) -> None:
    check(parse(html))


def test_digits_at_the_end_do_not_count() -> None:
    page = parse("<p class=item12>a<p class=item7>b<p class=items>c<p class='  item9 big'>d")
    named = hash_names(page)[2]
    one, two, other, spaced = (named[row] for row in range(len(page)) if page.name(row) == "p")
    assert one == two == spaced != other


def test_words_of_class_id_and_role_are_in_lower_case() -> None:
    page = parse("<div id=mainBox class='list-Items x2' role=main>a</div>")
    row = next(row for row in range(len(page)) if page.name(row) == "div")
    assert words_of(page, row) == {"main", "box", "list", "items", "x"}
    assert split_words("HTMLPage") == {"htmlpage"} or split_words("HTMLPage") == {"htmlp", "age"}
