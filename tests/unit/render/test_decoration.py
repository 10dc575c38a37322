from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.generated import MARKUP, everything, keeping, selected, selections
from tests.zoo import ZOO

from maintext.page import parse
from maintext.render import render_text
from maintext.render.decoration import without_decoration


def text_of(markup: str, url: str | None = "http://example.org/p") -> str:
    page = parse(markup, url)
    return render_text(page, without_decoration(page, everything(page)))


# -- signs ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["¶", "#", "§", "🔗", "↩", "↩︎", "^", "[↑]"])
def test_a_sign_that_leads_to_a_place_in_the_page_goes(sign: str) -> None:
    assert text_of(f"<h2>head <a href='#h'>{sign}</a></h2>") == "head"
    assert text_of(f"<h2>head <a href='http://example.org/p#h'>{sign}</a></h2>") == "head"


@pytest.mark.parametrize("link", ["<a href='/x'>#</a>", "<a href='#h'>1</a>", "<a href='#h'># two</a>", "#"])
def test_other_links_and_signs_stay(link: str) -> None:
    page = parse(f"<p>one {link}</p>", "http://example.org/p")
    assert without_decoration(page, everything(page)).keep.sum() == everything(page).keep.sum()


def test_the_reason_says_what_went() -> None:
    page = parse("<h2>head<a href='#h'>¶</a></h2>")
    before = everything(page)
    after = without_decoration(page, before)
    row = int(np.flatnonzero(before.keep & ~after.keep)[0])
    assert page.row_text(row) == "¶"
    assert after.why(row) == "sign of a link within the page"
    assert before.keep[row]


# -- code -----------------------------------------------------------------------------------------------


def test_numbers_beside_code_go() -> None:
    markup = "<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>"
    assert text_of(markup) == "a\nb"


def test_numbers_at_the_begin_of_lines_of_code_go() -> None:
    assert text_of("<pre><i>1</i>a\n<i>2</i>\n<i>3</i>b</pre>") == "a\n\nb"


@pytest.mark.parametrize(
    "markup",
    [
        "<pre>1\n2\n3</pre>",  # numbers alone are the text
        "<pre><i>1</i>\n<i>2</i></pre>",
        "<pre><i>3</i>a\n<i>7</i>b</pre>",  # no run
        "<pre>a <i>1</i>\nb <i>2</i></pre>",  # not at the begin of a line
        "<table><tr><td>1<td>one<tr><td>2<td>two</table>",  # no code
    ],
)
def test_other_numbers_stay(markup: str) -> None:
    page = parse(markup)
    assert without_decoration(page, everything(page)) is not None
    assert without_decoration(page, everything(page)).keep.tolist() == everything(page).keep.tolist()


def test_buttons_beside_code_go_and_others_stay() -> None:
    assert text_of("<div><button>Copy</button><pre>a</pre></div>") == "a"
    assert text_of("<div><button>Copy</button><p>a</p></div>") == "Copy\n\na"


# -- formulas and ruby ----------------------------------------------------------------------------------

FORMULA = (
    "<span><span><math><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation>"
    "<annotation encoding='other'>y</annotation></math></span><span aria-hidden=true>x2</span></span>"
)


def test_of_a_formula_its_latex_stays() -> None:
    assert text_of(f"<p>a {FORMULA} b</p>") == "a x^2 b"


def test_what_is_drawn_of_a_formula_goes_where_a_method_kept_it() -> None:
    page = parse(f"<p>a {FORMULA}</p>")
    selection = selected(page, page.is_text)
    assert render_text(page, without_decoration(page, selection)) == "a x^2"


def test_a_formula_without_latex_stays() -> None:
    assert text_of("<p><math><mi>x</mi><mn>2</mn></math></p>") == "x2"


def test_parentheses_of_kept_ruby_are_kept() -> None:
    assert text_of("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字") == "漢(kan)字"


def test_parentheses_of_dropped_or_hidden_ruby_are_not() -> None:
    page = parse("<p>one</p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>")
    assert render_text(page, without_decoration(page, keeping(page, "one"))) == "one"
    assert text_of("<p>one</p><p hidden><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>") == "one"


# -- always ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ZOO)
def test_decoration_of_a_zoo_page_goes_once(name: str) -> None:
    page = parse(ZOO[name])
    once = without_decoration(page, everything(page))
    assert without_decoration(page, once).keep.tolist() == once.keep.tolist()


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_selection_without_decoration_is_the_same_selection(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP))
    selection = data.draw(selections(page))
    # Generated pages have none of it but formulas, which state no LaTeX there.
    assert without_decoration(page, selection).keep.tolist() == selection.keep.tolist()
