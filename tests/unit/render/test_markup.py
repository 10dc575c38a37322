from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.examples import examples
from tests.generated import MARKUP, everything, keeping, selected, selections
from tests.zoo import ZOO

from maintext.html import Page, parse
from maintext.render import render_text
from maintext.render.markup import write_kept_markup
from maintext.render.regions import regions_of

if TYPE_CHECKING:
    from maintext.selection import Selection

generously = settings(
    max_examples=examples(150),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def markup_of(page: Page, selection: Selection) -> str:
    return write_kept_markup(regions_of(page, selection))[0]


def inner(page: Page, *texts: str) -> str:
    """Kept markup without the body's own tags."""
    markup = markup_of(page, keeping(page, *texts))
    return re.sub(r"^<body[^<>]*>|</body>$", "", markup)


def kept(markup: str, *texts: str) -> str:
    return inner(parse(markup), *texts)


def whole(markup: str) -> str:
    page = parse(markup)
    return markup_of(page, everything(page)).removeprefix("<body>").removesuffix("</body>")


# -- what is kept -------------------------------------------------------------------------------------


def test_a_page_kept_as_a_whole_is_its_body() -> None:
    assert whole("<title>t</title><div class=a><p>one</p></div>") == '<div class="a"><p>one</p></div>'


def test_nothing_kept_is_no_markup() -> None:
    assert kept("<p>one</p>") == ""


def test_only_the_way_to_kept_text_is_written() -> None:
    page = "<nav>menu</nav><div id=a><section><h2>head</h2><p>one</p></section><p>two</p></div>"
    assert kept(page, "one") == '<div id="a"><section><p>one</p></section></div>'


@pytest.mark.parametrize(
    "heading",
    [
        "<h3>\n<a>drop</a>\n</h3>",
        "<h3><br></h3>",
        "<h3><b> </b></h3>",
        "<h3><i>drop</i><br/></h3>",
        "<h3></h3>",
        "<h3><span></span></h3>",
    ],
)
def test_a_heading_of_which_nothing_is_left_is_not_written(heading: str) -> None:
    assert kept(f"<p>one</p>{heading}<p>two</p>", "one", "two") == "<p>one</p><p>two</p>"


def test_a_heading_that_is_a_picture_is_written() -> None:
    page = '<p>one</p><h3><img src="a.png"/></h3><p>two</p>'
    assert kept(page, "one", "two") == page


def test_hidden_parts_are_cut_out_of_kept_parts() -> None:
    assert whole("<div><p>one</p><p hidden>secret</p><p>two</p></div>") == "<div><p>one</p><p>two</p></div>"


def test_hidden_elements_without_text_are_cut_out() -> None:
    assert whole('<p>one<i style="display:none"></i></p>') == "<p>one</p>"


def test_white_space_between_kept_texts_stays() -> None:
    assert whole("<p><b>one</b> <i>two</i></p>") == "<p><b>one</b> <i>two</i></p>"


# -- elements without text ----------------------------------------------------------------------------


def test_an_image_between_kept_texts_stays() -> None:
    assert whole("<p>one</p><img src=a><p>two</p>") == '<p>one</p><img src="a"/><p>two</p>'


def test_an_image_beside_dropped_text_goes() -> None:
    assert kept("<p>one</p><img src=a><p>advert</p>", "one") == "<p>one</p>"


def test_an_image_between_dropped_texts_goes() -> None:
    assert kept("<p>menu</p><img src=a><p>login</p><div>one</div>", "one") == "<div>one</div>"


def test_an_image_at_the_edge_of_a_kept_part_stays() -> None:
    page = "<p>menu</p><div><img src=a><p>one</p></div>"
    assert kept(page, "one") == '<div><img src="a"/><p>one</p></div>'


def test_a_player_stays_without_its_fallback_text() -> None:
    page = "<p>one</p><video><source src=a>no video?</video><p>two</p>"
    assert whole(page) == '<p>one</p><video><source src="a"/></video><p>two</p>'


def test_an_empty_element_does_not_hold_what_follows() -> None:
    page = "<p><i class=icon></i>one <a name=x></a>two</p>"
    assert whole(page) == '<p><i class="icon"></i>one <a name="x"></a>two</p>'


@pytest.mark.parametrize("name", ["audio", "video"])
def test_a_player_without_content_ends_where_it_stands(name: str) -> None:
    page = f"<p>one</p><{name} src=a></{name}><p>two <{name} src=b></{name}> three</p>"
    assert whole(page) == (f'<p>one</p><{name} src="a"></{name}><p>two <{name} src="b"></{name}> three</p>')


def test_a_void_element_gets_no_end_tag() -> None:
    assert whole("<p>one<br>two<wbr>three</p>") == "<p>one<br/>two<wbr/>three</p>"


@pytest.mark.parametrize("name", ["xmp", "listing", "plaintext"])
def test_elements_that_html_reads_as_raw_text_become_pre(name: str) -> None:
    assert whole(f"<{name}>a &lt; b").startswith("<pre>a &")


# -- texts stay apart ---------------------------------------------------------------------------------


def test_a_space_stands_for_a_text_cut_from_a_line() -> None:
    assert kept("<p>one<b>two</b>three</p>", "one", "three") == "<p>one three</p>"


def test_a_break_stands_for_a_line_that_was_cut() -> None:
    assert kept("<p>one<br>two<br>three</p>", "one", "three") == "<p>one<br/>three</p>"


def test_two_breaks_stand_for_a_block_that_was_cut() -> None:
    page = "<div>one<aside>advert</aside>three</div>"
    assert kept(page, "one", "three") == "<div>one<br/><br/>three</div>"


def test_no_break_where_another_block_parts_the_texts() -> None:
    page = "<p>one <em>two</em></p><div>advert</div><p>three</p>"
    assert kept(page, "one", "three") == "<p>one </p><p>three</p>"


def test_hidden_text_cut_from_a_word_leaves_one_word() -> None:
    assert whole("<p>in<span hidden>x</span>side</p>") == "<p>inside</p>"


# -- hidden text that a method kept -------------------------------------------------------------------


def test_hidden_text_that_is_kept_is_written_with_what_is_in_it() -> None:
    page = "<p>one</p><div hidden><p>two<br>three</p><img src=a><p>four</p></div>"
    assert kept(page, "one", "two", "three", "four") == (
        '<p>one</p><div hidden=""><p>two<br/>three</p><img src="a"/><p>four</p></div>'
    )


def test_hidden_text_beside_kept_hidden_text_is_cut_out() -> None:
    page = "<div hidden><p>two</p><p>three</p></div><p hidden>four</p>"
    assert kept(page, "two") == '<div hidden=""><p>two</p></div>'


def test_a_word_in_hidden_text_stays_one_word() -> None:
    assert kept("<p hidden>in<b>si</b>de</p>", "in", "si", "de") == '<p hidden="">in<b>si</b>de</p>'


# -- properties ---------------------------------------------------------------------------------------


def solid(page: Page, rows: np.ndarray) -> str:
    """Kept characters in order, white space left out."""
    texts = [page.row_text(row) for row in np.flatnonzero(rows & (page.n_chars > 0)).tolist()]
    return "".join("".join(texts).split())


def words(page: Page, rows: np.ndarray) -> list[str]:
    return re.findall(r"\w+", render_text(page, selected(page, rows)))


def assert_same_text(page: Page, keep: np.ndarray) -> None:
    again = parse(markup_of(page, selected(page, keep)))
    assert solid(again, again.is_text) == solid(page, keep & page.is_text)
    assert words(again, again.is_text) == words(page, keep)


@generously
@given(st.data())
def test_parsed_again_the_kept_text_of_a_generated_page_is_there(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP))
    assert_same_text(page, data.draw(selections(page)).keep)


@each("name", ZOO)
def test_parsed_again_the_kept_text_of_a_zoo_page_is_there(name: str) -> None:
    page = parse(ZOO[name])
    random = np.random.default_rng(1)
    for share in (0.2, 0.5, 0.8, 1.0):
        assert_same_text(page, (random.random(len(page)) < share) & ~page.is_hidden)


@generously
@given(st.data())
def test_no_dropped_text_is_written(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP))
    selection = data.draw(selections(page))
    solid_rows = page.is_text & (page.n_chars > 0)
    n_kept = int((selection.keep & solid_rows).sum())
    again = parse(markup_of(page, selection))
    # Neighbouring texts may join, none may come from a dropped row.
    assert int((again.is_text & (again.n_chars > 0)).sum()) <= n_kept


# -- before a comma or the like ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("word<b>1</b>, and", "word, and"),
        ("word <b>1</b>, and", "word, and"),
        ("word <b>1</b> <b>2</b> , and", "word, and"),
        ("<i>word <b>1</b></i> <i>, and</i>", "<i>word</i><i>, and</i>"),
        ("word<b>1</b>.", "word."),
        ("(word <b>1</b>) and", "(word) and"),
        ("字<b>一</b>，好", "字，好"),
        ("字 <b>一</b>。好", "字。好"),
        ("<i>他说（字 <b>一</b></i>）。", "<i>他说（字</i>）。"),
    ],
)
def test_no_space_stands_before_a_mark_where_a_text_was_dropped(markup: str, expected: str) -> None:
    assert without_bold(f"<p>{markup}</p>") == f"<p>{expected}</p>"


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("word , and", "word , and"),
        ("字 ，好", "字 ，好"),
        ("learn<b>x</b>.NET", "learn .NET"),
        ("learn<b>x</b><i>.</i>NET", "learn <i>.</i>NET"),
        ("learn<b>x</b><i>.</i> NET", "learn<i>.</i> NET"),
        ("learn<b>x</b>.<br>NET", "learn.<br/>NET"),
        ("one<b>x</b><img src=y>, two", 'one <img src="y"/>, two'),
        ("one<br><b>x</b>, two", "one<br/>, two"),
        ("一<b>二</b>三", "一 三"),
    ],
)
def test_other_spaces_stay(markup: str, expected: str) -> None:
    assert without_bold(f"<p>{markup}</p>") == f"<p>{expected}</p>"


def test_in_code_a_mark_stays_apart_from_what_was_dropped() -> None:
    assert without_bold("<pre>a<b>1</b>, b</pre>") == "<pre>a , b</pre>"
    assert without_bold("<textarea>a</textarea><pre><i>a<b>1</b></i>)</pre>").endswith(
        "<pre><i>a </i>)</pre>"
    )


def without_bold(markup: str) -> str:
    page = parse(markup)
    selection = selected(page, page.is_text & ~page.inside(page.is_tag(("b",))))
    return markup_of(page, selection).removeprefix("<body>").removesuffix("</body>")
