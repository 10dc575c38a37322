"""The tokeniser: equal to the slow definition, and the structure every page has."""

from __future__ import annotations

import html

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.definitions import first_difference
from tests.each import each
from tests.examples import examples
from tests.zoo import ZOO

from maintext.errors import PageTooLargeError
from maintext.html import Page, parse
from maintext.html.tags import NAMES
from maintext.options import Options

every_page = each("markup", ZOO.values(), ids=ZOO.keys())
generously = settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])

# -- generated pages ----------------------------------------------------------------------------------

PIECES = (
    *"a b word 12 3.5 中 文字 かな 한글 ， 。 ！ Ａ ３ é ß 😀 𠮷 _ -".split(),
    *"\u200b \ufeff \u3000 \u00a0 \x00 \x0c \r \n".split(" "),
    *"&amp; &lt; &gt; &quot; &nbsp; &#13; &#x4e2d; &copy &bogus; &#0; & < > \" ' = / ]]>".split(" "),
    *(" ", "  ", "\n", "\ud800", "<!-- c -->", "<!>", "<?x?>", "<![CDATA[d]]>", "<br>", "<br/> <br>", "<hr>"),
)
TAGS = st.one_of(
    st.sampled_from([n for n in NAMES[3:] if n != "plaintext"]),
    st.sampled_from("div p span a b i li ul td tr table br pre template svg math h1 ruby select".split()),
    st.sampled_from("x-y my-card-list unknown o:p a:b:c é a<b h7 blockquotex x@y DIV".split()),
    st.text("abhpx-:é中", min_size=1, max_size=20).map("t".__add__),
)
ATTRIBUTE_NAMES = st.one_of(
    st.sampled_from(
        "href hidden aria-hidden style class id open shadowrootmode xmlns:o xml:lang @on :is é a=b".split()
    ),
    st.text("abz-:.@'\"<é中", min_size=1, max_size=6),
)
VALUES = st.one_of(
    st.sampled_from(
        ["", "true", "until-found", "display:none", "visibility : hidden", "/x?a=b&c=d", ' x="y" ']
    ),
    st.lists(st.sampled_from(PIECES), max_size=4).map("".join),
)
ATTRIBUTE = st.builds(
    lambda name, value, quote: f" {name}={quote}{value.replace(quote, '') if quote else 'v'}{quote}",
    ATTRIBUTE_NAMES,
    VALUES,
    st.sampled_from(['"', "'", ""]),
) | ATTRIBUTE_NAMES.map(" ".__add__)
TEXT = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)


@st.composite
def element(draw: st.DrawFn, children: st.SearchStrategy[str]) -> str:
    tag = draw(TAGS)
    attributes = "".join(draw(st.lists(ATTRIBUTE, max_size=3)))
    inner = "".join(draw(st.lists(children, max_size=4)))
    close = draw(st.sampled_from([f"</{tag}>"] * 6 + ["", "</p>", "</div>", f"</{tag}", "</x></b>"]))
    return f"<{tag}{attributes}>{inner}{close}"


MARKUP = st.lists(st.recursive(TEXT, element, max_leaves=12), max_size=3).map("".join)

# -- against the definition ---------------------------------------------------------------------------


@every_page
def test_every_column_equals_the_definition(markup: str) -> None:
    assert first_difference(parse(markup), markup) is None


@generously
@given(MARKUP)
def test_generated_pages_equal_the_definition(markup: str) -> None:
    assert first_difference(parse(markup), markup) is None


@generously
@given(st.text(st.sampled_from("<>/!-?=\"'& abp\n\x00中"), max_size=60))
def test_character_soup_equals_the_definition(markup: str) -> None:
    assert first_difference(parse(markup), markup) is None


@settings(generously, max_examples=60)
@given(st.lists(st.sampled_from(list(ZOO)), min_size=2, max_size=4))
def test_pages_one_after_another_equal_the_definition(names: list[str]) -> None:
    markup = "".join(ZOO[name][:2000] for name in names)
    assert first_difference(parse(markup), markup) is None


# -- structure ----------------------------------------------------------------------------------------


def children(page: Page, row: int) -> list[int]:
    return np.flatnonzero(page.parent == row).tolist()


@every_page
def test_rows_stand_before_their_children(markup: str) -> None:
    page = parse(markup)
    assert page.parent[0] == -1
    assert (page.parent[1:] < np.arange(1, len(page))).all()
    assert (page.parent[1:] >= 0).all()


@every_page
def test_subtrees_nest(markup: str) -> None:
    page = parse(markup)
    parent = page.parent[1:]
    assert (page.end > np.arange(len(page))).all()
    assert (page.end[1:] <= page.end[parent]).all()
    assert (page.depth[1:] == page.depth[parent] + 1).all()


@every_page
def test_children_fill_their_parent(markup: str) -> None:
    page = parse(markup)
    for row in range(min(len(page), 100)):
        starts = [row + 1, *page.end[children(page, row)].tolist()]
        assert starts == [*children(page, row), page.end[row]]


@every_page
def test_subtree_sum_is_the_naive_sum(markup: str) -> None:
    page = parse(markup)
    sums = page.subtree_sum(page.n_chars)
    for row in range(0, len(page), max(1, len(page) // 50)):
        assert sums[row] == sum(page.n_chars[row : page.end[row]].tolist())


@every_page
def test_bytes_of_an_element_are_its_markup(markup: str) -> None:
    page = parse(markup)
    for row in np.flatnonzero(~page.is_text).tolist():
        start, inner_start = page.byte_start[row], page.inner_start[row]
        inner_end, end = page.inner_end[row], page.byte_end[row]
        name = page.name(row).encode()
        assert page.data[start:inner_start].startswith(b"<" + name)
        assert page.data[inner_end:end] == (b"</" + name + b">" if end > inner_end else b"")
        assert page.data[start:inner_start].endswith(b"/>") == (end == inner_end)


@every_page
def test_bytes_of_a_text_are_its_text(markup: str) -> None:
    page = parse(markup)
    for row in np.flatnonzero(page.is_text).tolist():
        raw = page.data[page.byte_start[row] : page.byte_end[row]].decode()
        assert html.unescape(raw) == page.row_text(row)
        assert (page.inner_start[row], page.inner_end[row]) == (page.byte_start[row], page.byte_end[row])


@every_page
def test_children_stand_inside_their_parents_bytes(markup: str) -> None:
    page = parse(markup)
    parent = page.parent[1:]
    assert (page.byte_start[1:] >= page.inner_start[parent]).all()
    assert (page.byte_end[1:] <= page.inner_end[parent]).all()


@every_page
def test_counts_never_exceed_the_text(markup: str) -> None:
    page = parse(markup)
    length = page.text_end - page.text_start
    for counts in (page.n_chars, page.n_words, page.n_punctuation, page.n_digits, page.n_cjk):
        assert (counts >= 0).all()
        assert (counts <= length).all()


@every_page
def test_blocks_and_lines_count_up_from_zero(markup: str) -> None:
    page = parse(markup)
    for numbers in (page.block, page.line):
        shown = numbers[page.n_chars > 0]
        assert np.isin(np.diff(shown, prepend=-1), (0, 1)).all()
        assert (numbers[~page.is_text] == -1).all()


@every_page
def test_a_line_stands_in_one_block(markup: str) -> None:
    page = parse(markup)
    pairs = {
        (line, block)
        for line, block in zip(page.line.tolist(), page.block.tolist(), strict=True)
        if line >= 0
    }
    assert len({line for line, _ in pairs}) == len(pairs)


# -- limits -------------------------------------------------------------------------------------------


def test_more_nodes_than_the_limit_is_an_error() -> None:
    with pytest.raises(PageTooLargeError, match="max_nodes"):
        parse("<p>" * 20, options=Options(max_nodes=22))


def test_as_many_nodes_as_the_limit_is_fine() -> None:
    assert len(parse("<p>" * 20, options=Options(max_nodes=23))) == 23


def test_the_page_of_nothing_has_html_head_and_body() -> None:
    page = parse("")
    assert [page.name(row) for row in range(len(page))] == ["html", "head", "body"]
