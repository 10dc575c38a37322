"""The main text, cut from its source."""

from __future__ import annotations

import html
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.examples import examples
from tests.generated import MARKUP, everything, selections
from tests.zoo import ZOO

from maintext.api import extract
from maintext.errors import OptionError
from maintext.html import characters as ch
from maintext.html import parse
from maintext.html.parser import text_places
from maintext.render import render_text
from maintext.render.offsets import Offsets, _is_visible, find_offsets

if TYPE_CHECKING:
    from maintext.selection import Selection

# The tokeniser does not know that it is inside a formula; and a NUL there becomes U+FFFD elsewhere.
NOT_ALL = {"CDATA", "NUL"}


def visible(text: str) -> str:
    points = ch.code_points(text)
    return points[_is_visible(points)].tobytes().decode("utf-32-le", "surrogatepass")


def offsets_of(markup: bytes | str) -> tuple[str, Offsets]:
    page = parse(markup)
    kept = everything(page)
    text = render_text(page, kept)
    return text, find_offsets(page, kept.keep, text, markup)


def cuts(markup: str) -> list[tuple[str, str]]:
    text, offsets = offsets_of(markup)
    return [(text[a:b], markup[c:d]) for a, b, c, d, _, _ in offsets]


def test_a_source_whose_utf8_was_read_as_latin1() -> None:
    source = "<p>Über dem Fluß „liegt“ 雾</p><p>&amp; more</p>".encode().decode("latin-1")
    found = [(text, cut.encode("latin-1").decode()) for text, cut in cuts(source)]
    assert "".join(text for text, _ in found).replace(" ", "") == "ÜberdemFluß„liegt“雾&more"
    assert all(text == html.unescape(cut) for text, cut in found)
    _, offsets = offsets_of(source)
    assert (offsets.byte_start == -1).all()
    assert offsets.char_end.max() <= len(source)


def check(markup: str, selection: Selection, *, all_known: bool = True) -> None:
    """Every run is its cut; every visible character has a place; runs are in order and apart."""
    page = parse(markup)
    text = render_text(page, selection)
    offsets = find_offsets(page, selection.keep, text, markup)
    for a, b, c, d, _, _ in offsets:
        assert visible(text[a:b]) in {visible(html.unescape(markup[c:d])), visible(markup[c:d])}
    if all_known:
        assert "".join(visible(text[a:b]) for a, b, *_ in offsets) == visible(text)
    assert (offsets.text_start[1:] >= offsets.text_end[:-1]).all()
    assert (offsets.text_end > offsets.text_start).all()
    assert page.is_text[offsets.row].all()


# -- runs ---------------------------------------------------------------------------------------------


def test_a_run_is_what_stands_between_tags() -> None:
    assert cuts("<p>one <b>two</b> three</p><p>four") == [
        ("one", "one"),
        ("two", "two"),
        ("three", "three"),
        ("four", "four"),
    ]


def test_white_space_and_references_stay_inside_a_run() -> None:
    assert cuts("<p>  a\r\n  b &amp; c&nbsp;d &notin; e &ampx </p>") == [
        ("a b & c d ∉ e &x", "a\r\n  b &amp; c&nbsp;d &notin; e &ampx")
    ]


def test_a_comment_ends_a_run() -> None:
    assert cuts("<p>a<!-- x -->b</p>") == [("a", "a"), ("b", "b")]


def test_text_that_the_parser_moves_is_found_where_it_was() -> None:
    markup = "<table>x<tr>y<td>z</td>w</table>"
    assert cuts(markup) == [("x", "x"), ("y", "y"), ("w", "w"), ("z", "z")]


def test_single_characters_have_places() -> None:
    text, offsets = offsets_of("<p>a &lt; é")
    assert text == "a < é"
    assert offsets.char_start.tolist() == [3, -1, 5, -1, 10]
    assert offsets.char_end.tolist() == [4, -1, 9, -1, 11]


def test_a_span_holds_everything_between_its_ends() -> None:
    markup = "<p>one <b>two</b> three</p>"
    text, offsets = offsets_of(markup)
    span = offsets.span(text.index("ne"), text.index("three") + 2)
    assert span is not None
    assert markup[slice(*span)] == "ne <b>two</b> th"
    assert offsets.span(3, 4) is None


def test_no_text_has_no_runs() -> None:
    text, offsets = offsets_of("<p> </p>")
    assert (text, len(offsets), list(offsets)) == ("", 0, [])


# -- bytes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "gbk", "big5", "utf-16"])
def test_bytes_of_every_run_are_its_characters(encoding: str) -> None:
    second = "<p>臺灣 &amp; ABC，國家圖書館。</p>"
    markup = f"<meta charset=utf-8><p>中文內容，<b>一二三</b>四五六七八九十。</p>{second}"
    if encoding in {"gb18030", "gbk"}:
        markup = markup.replace("utf-8", "gb2312")
    elif encoding == "big5":
        markup = markup.replace("utf-8", "big5")
    source = markup.encode(encoding)
    text, offsets = offsets_of(source)
    assert "臺灣" in text
    assert len(offsets) == 4
    codec = "utf-8" if encoding == "utf-8-sig" else "utf-16-le" if encoding == "utf-16" else encoding
    for _, _, start, end, byte_start, byte_end in offsets:
        assert source[byte_start:byte_end].decode(codec) == markup[start:end]


def test_broken_bytes_have_characters_but_no_byte_places() -> None:
    letters = "中文內容一二三四五" * 40
    source = f"<meta charset=utf-8><p>{letters}".encode() + b"\xff" + "六七八</p>".encode()
    text, offsets = offsets_of(source)
    assert "五\ufffd六" in text
    assert (offsets.source_start >= 0).all()
    assert (offsets.byte_start == -1).all()
    assert (offsets.byte_end == -1).all()


def test_a_str_has_no_bytes() -> None:
    assert (offsets_of("<p>a")[1].byte_start == -1).all()


# -- any page -----------------------------------------------------------------------------------------


@each("name", ZOO)
def test_every_page_of_the_zoo(name: str) -> None:
    page = parse(ZOO[name])
    check(ZOO[name], everything(page), all_known=name not in NOT_ALL)


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_selection_of_generated_pages(data: st.DataObject) -> None:
    markup = data.draw(MARKUP)
    check(markup, data.draw(selections(parse(markup))))


@given(st.text(alphabet="ab<>/!-&;# \r\n\x00中p'\"=\U000f0001\U000f4002", max_size=60))
def test_any_characters(markup: str) -> None:
    page = parse(markup)
    check(markup, everything(page), all_known=False)


@given(MARKUP)
def test_places_of_text_are_apart_and_in_order(markup: str) -> None:
    places = list(text_places(markup))
    assert all(a < b for a, b, _ in places)
    assert all(before[1] <= after[0] for before, after in pairwise(places))


@pytest.mark.parametrize(
    ("shown", "expected"),
    [("- one\n- two", "onetwo"), ("ne tw", "netw"), ("", ""), ("[1] one two", "onetwo")],
)
def test_rendering_may_add_and_leave_out(shown: str, expected: str) -> None:
    markup = "<p>one two</p>"
    page = parse(markup)
    offsets = find_offsets(page, everything(page).keep, shown, markup)
    known = np.flatnonzero(offsets.char_start >= 0).tolist()
    assert "".join(shown[i] for i in known) == expected
    assert all(markup[offsets.char_start[i]] == shown[i] for i in known)


def test_many_pieces_take_no_time_to_speak_of() -> None:
    markup = "</>x<b>y</b>" * 20_000
    text, offsets = offsets_of(markup)
    assert len(text) == int((offsets.char_start >= 0).sum()) == 40_000


# -- documents ----------------------------------------------------------------------------------------


def test_a_document_gives_the_offsets_of_its_text() -> None:
    markup = "<nav>menu</nav><main><p>The main text of this small page.</p></main>"
    doc = extract(markup, method="tag_filter")
    [(a, b, c, d, _, _)] = list(doc.offsets(markup))
    assert doc.text[a:b] == markup[c:d] == "The main text of this small page."


def test_another_source_is_refused() -> None:
    doc = extract("<p>one</p>", method="all_text")
    with pytest.raises(OptionError, match="not parsed from this source"):
        doc.offsets("<p>two</p>")
