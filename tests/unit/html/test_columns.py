"""What a page answers: names, texts, attributes, subtrees."""

from __future__ import annotations

import pickle
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.definitions import COLUMNS, is_xmlns, rows_of
from tests.each import each
from tests.zoo import ZOO

from maintext.errors import InputError
from maintext.html import Page, parse
from maintext.html.columns import tokenise
from maintext.html.tags import CUSTOM, TEXT, UNKNOWN, tag_id, tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

every_page = each("markup", ZOO.values(), ids=ZOO.keys())


def row(page: Page, name: str) -> int:
    """The first row with a name."""
    return next(i for i in range(len(page)) if page.name(i) == name)


def names(page: Page, chosen: NDArray[np.bool_]) -> list[str]:
    return [page.name(i) for i in np.flatnonzero(chosen).tolist()]


# -- names --------------------------------------------------------------------------------------------


def test_text_rows_are_called_text() -> None:
    assert parse("a").name(3) == "#text"


@pytest.mark.parametrize("name", ["blockquotex", "a:b", "x-y", "xé", "t" * 5000])
def test_names_that_html_does_not_define_are_kept(name: str) -> None:
    assert parse(f"<{name}>a").name(3) == name


@pytest.mark.parametrize(
    ("name", "number"), [("x-y", CUSTOM), ("blockquotex", UNKNOWN), ("blockquote", tag_id("blockquote"))]
)
def test_tag_numbers(name: str, number: int) -> None:
    assert parse(f"<{name}>a").tag[3] == number


@pytest.mark.parametrize(("markup", "n_blocks"), [("<p>a <x-y>b</x-y> c", 1), ("<div>a <x-y>b</x-y> c", 3)])
def test_a_custom_element_in_a_paragraph_stands_in_its_line(markup: str, n_blocks: int) -> None:
    assert parse(markup).block.max() + 1 == n_blocks


def test_is_tag_is_true_for_the_elements_named() -> None:
    page = parse("<p>a<b>c</b><i>d")
    assert names(page, page.is_tag({"b", "i"})) == ["b", "i"]


@every_page
def test_has_tag_says_whether_is_tag_finds_an_element(markup: str) -> None:
    page = parse(markup)
    for name in ("p", "table", "li", "figcaption", "td", "blockquote"):
        assert page.has_tag(tag_mask((name,))) == page.is_tag((name,)).any()


def test_a_mask_that_is_not_of_all_tags_is_refused() -> None:
    with pytest.raises(IndexError, match="a mask of 2 tags"):
        parse("<p>Text").tagged(np.ones(2, dtype=np.bool_))


def test_is_tag_refuses_names_it_does_not_know() -> None:
    with pytest.raises(KeyError):
        parse("").is_tag({"nonsense"})


# -- texts --------------------------------------------------------------------------------------------


def test_the_text_of_a_text_row() -> None:
    assert parse("<p>a &lt; b &amp; c").row_text(4) == "a < b & c"


def test_the_text_of_an_element_is_all_text_below() -> None:
    page = parse("<div>1<p>2<b>3</b></p>4</div>5")
    assert page.row_text(row(page, "div")) == "1234"


def test_the_text_of_an_empty_element_is_empty() -> None:
    page = parse("a<p></p>b")
    assert page.row_text(row(page, "p")) == ""


def test_the_text_of_the_root_is_the_text_of_the_page() -> None:
    page = parse("<title>a</title>b<p>c")
    assert page.row_text(0) == page.text == "abc"


# -- attributes ---------------------------------------------------------------------------------------


def test_attributes_have_their_entities_resolved() -> None:
    page = parse("<p title='&lt;a&gt; &quot;b&quot; &amp;amp;' class=c>x")
    assert page.attributes(3) == {"title": '<a> "b" &amp;', "class": "c"}


def test_attributes_stand_in_source_order() -> None:
    assert list(parse("<p z=1 a=2 m=3>").attributes(3)) == ["z", "a", "m"]


def test_the_first_of_duplicated_attributes_counts() -> None:
    assert parse("<p id=a id=b>").attributes(3) == {"id": "a"}


def test_text_rows_have_no_attributes() -> None:
    assert parse('a="b"').attributes(3) == {}


def test_an_attribute_points_at_its_values() -> None:
    page = parse("<p class='a'>1<b id=x>2<i class=b>3")
    at = page.attribute("class")
    values = [page.data[start:end] for start, end in zip(at.start, at.end, strict=True)]
    assert ([page.name(i) for i in at.row], values) == (["p", "i"], [b"a", b"b"])


def test_an_attribute_that_is_nowhere_is_empty() -> None:
    at = parse("<p class=a>").attribute("id")
    assert (len(at.row), len(at.start), len(at.end)) == (0, 0, 0)


def test_an_attribute_is_not_found_inside_names_or_values() -> None:
    page = parse("""<p data-id=1 idx=2 x:id=3 title=' id="4" ' i=5>text""")
    assert page.values("id") == {}


def test_an_attribute_may_be_longer_than_its_tag() -> None:
    assert parse("<p a=1>").values("a-very-long-name-indeed") == {}


@every_page
def test_values_of_each_attribute_equal_the_definition(markup: str) -> None:
    page, rows = parse(markup), rows_of(markup)
    for name in {name for row in rows for name in row.attributes if not is_xmlns(name)}:
        assert page.values(name) == {
            i: r.attributes[name] for i, r in enumerate(rows) if name in r.attributes
        }


# -- subtrees -----------------------------------------------------------------------------------------


def test_a_subtree_sum_counts_the_row_and_all_below() -> None:
    page = parse("<div><p>ab</p><p>cde</p></div>")
    assert page.subtree_sum(page.n_chars)[row(page, "div")] == 5


def test_sums_of_flags_are_counts() -> None:
    page = parse("<div><p>ab</p><p>cde</p></div>")
    assert page.subtree_sum(page.is_text)[0] == 2


def test_sums_of_fractions_are_fractions() -> None:
    page = parse("<p>a")
    assert page.subtree_sum(np.full(len(page), 0.5)).tolist() == [2.5, 0.5, 1.5, 1.0, 0.5]


def test_sums_of_small_integers_do_not_overflow() -> None:
    page = parse("<p>" * 300)
    assert page.subtree_sum(np.full(len(page), 127, dtype=np.int8))[0] == 127 * 303


def test_inside_marks_whole_subtrees() -> None:
    page = parse("<p>a</p><div>b<i>c</i></div><p>d</p>")
    assert names(page, page.inside(page.is_tag({"div"}))) == ["div", "#text", "i", "#text"]


def test_inside_of_roots_in_roots_is_their_union() -> None:
    page = parse("<div>a<div>b</div>c</div>d")
    assert page.inside(page.is_tag({"div"})).sum() == 5


def test_inside_of_nothing_is_nothing() -> None:
    page = parse("<p>a")
    assert not page.inside(np.zeros(len(page), dtype=np.bool_)).any()


def test_one_attribute_of_an_element() -> None:
    page = parse("<p class='a &amp; b' id>c</p><p class=d>e</p>")
    first, second = np.flatnonzero(page.is_tag(("p",))).tolist()
    assert [page.value(row, "class") for row in (first, second)] == ["a & b", "d"]
    assert page.value(first, "id") == ""
    assert page.value(second, "id") is None
    assert page.value(second, "nothing") is None
    assert page.value(first + 1, "class") is None


# -- the page as a whole ------------------------------------------------------------------------------


@pytest.mark.parametrize("column", [*COLUMNS, "byte_start", "inner_start", "inner_end", "byte_end"])
def test_columns_cannot_be_changed(column: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(parse("<p class=a>b"), column)[0] = 1


def test_places_of_an_attribute_cannot_be_changed() -> None:
    at = parse("<p class=a>").attribute("class")
    for places in (at.row, at.start, at.end):
        with pytest.raises(ValueError, match="read-only"):
            places[0] = 1


@pytest.mark.parametrize("data", [b"<p></p><br/", b"<p></p", b"<p>a<p>b</p>", b"<p></p></p>", b'<p a="<"/>'])
def test_bytes_that_are_not_well_formed_are_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="not all closed"):
        tokenise(data, max_nodes=9)


def test_a_quotation_mark_alone_is_no_attribute() -> None:
    columns = tokenise(b'<p><a b="></a><a b="></a><a b="></a><a b="c"></a></p>', max_nodes=9)
    assert [Page(columns).attributes(row) for row in range(1, 5)] == [{}, {}, {}, {"b": "c"}]


def test_a_page_pickles() -> None:
    page = parse("<p class=a hidden>你好<script type='application/json'>1</script>", "http://a.example/")
    again = pickle.loads(pickle.dumps(page))  # noqa: S301 - our own bytes
    assert (again.data, again.text, again.url, again.scripts) == (
        page.data,
        page.text,
        page.url,
        page.scripts,
    )
    assert all((getattr(again, c) == getattr(page, c)).all() for c in COLUMNS)
    assert again.values("class") == {3: "a"}


def test_a_pickled_page_has_what_its_code_assigns() -> None:
    page = parse(f"<p>a<script>var state = {{'text': '{'b' * 200}'}}</script>")
    again = pickle.loads(pickle.dumps(page))  # noqa: S301 - our own bytes
    assert [script.variable for script in again.scripts] == ["state"]
    assert again.scripts == page.scripts


def test_a_pickled_page_cannot_be_changed() -> None:
    page = parse("<p class=a>b")
    assert page.is_hidden.any()
    assert len(page.attribute("class").row) == 1
    again = pickle.loads(pickle.dumps(page))  # noqa: S301 - our own bytes
    for array in (again.n_chars, again.is_hidden, again.attribute("class").row):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def n_rows_in_a_list(page: Page) -> list[int]:
    return [len(page)]


def test_what_is_made_of_a_page_is_made_once() -> None:
    page = parse("<p>a")
    assert page.cached(n_rows_in_a_list) is page.cached(n_rows_in_a_list)


def test_what_was_made_of_a_page_is_not_pickled() -> None:
    page = parse("<p>a")
    made = page.cached(n_rows_in_a_list)
    again = pickle.loads(pickle.dumps(page))  # noqa: S301 - our own bytes
    assert again.cached(n_rows_in_a_list) == made
    assert again.cached(n_rows_in_a_list) is not made


def test_a_page_tells_its_size() -> None:
    page = parse("<p>abc", "http://a.example/")
    assert len(page) == 5
    assert repr(page) == "<Page http://a.example/ 5 rows, 3 characters>"


def test_text_rows_have_the_text_tag() -> None:
    page = parse("a<p>b")
    assert (page.is_text == (page.tag == TEXT)).all()


def test_attributes_of_an_element_with_a_long_name_cost_little() -> None:
    page = parse(f"<{'x' * 200_000} title=a>text")
    started = time.process_time()
    assert page.attributes(row(page, "x" * 200_000)) == {"title": "a"}
    assert time.process_time() - started < 1  # a search at every character of the name took minutes
