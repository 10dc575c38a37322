from __future__ import annotations

import re
import string
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.generated import MARKUP, everything, keeping, selected, selections
from tests.zoo import ZOO

from maintext.html import parse
from maintext.metadata.body_parts import READER_CLASS
from maintext.render import render_text
from maintext.render.artifacts import _CONTROL_CLASSES, _LABELS, _LATEXML_MARKS, remove_artifacts
from maintext.render.highlighters import EDITOR
from maintext.render.insertions import _PULLED
from maintext.render.regions import class_rows


def text_of(markup: str, url: str | None = "http://example.org/p") -> str:
    page = parse(markup, url)
    return render_text(page, remove_artifacts(page, everything(page)))


def test_heads_of_columns_before_each_value_go_but_not_from_the_values_of_one_column() -> None:
    lines = [["Model", "Range"], ["<b>Model</b> S", "{}600 km"], ["<b>Model</b> 3", "{}500 km"]]
    cells = "".join(f"<tr><td>{'<td>'.join(line)}" for line in lines).replace("td", "th", 2)
    shown = text_of(f"<table>{cells.format('', '')}</table>")
    assert shown.splitlines() == ["Model\tRange", "Model S\t600 km", "Model 3\t500 km"]
    shown = text_of(f"<table>{cells.format(*['<b>Range</b> '] * 2)}</table>")
    assert shown.splitlines() == ["Model\tRange", "S\t600 km", "3\t500 km"]


def test_hidden_words_of_a_heading_go() -> None:
    page = parse(
        "<h2>10 Answers<i hidden>10</i></h2><h2>City<i hidden>: </i>News</h2><p>a<i hidden>b</i></p>"
    )
    kept = remove_artifacts(page, selected(page, page.is_text))
    assert render_text(page, kept) == "10 Answers\n\nCity: News\n\na b"


@pytest.mark.parametrize("name", ["copy-code-btn", "btn clipboard"])
def test_a_button_to_copy_code_is_none_of_it(name: str) -> None:
    button = f"<span class='{name}'>复制代码</span>"
    assert text_of(f"<pre><code>let a;\nlet b;{button}</code></pre>") == "let a;\nlet b;"
    assert text_of(f"<pre>{button}let a;\nlet b;</pre>") == "let a;\nlet b;"
    assert text_of("<pre>run\n<span class=k>copy</span></pre>") == "run\ncopy"


def test_line_numbers_of_code_without_pre_go() -> None:
    lines = "".join(
        f'<div class="line"><span class="lineno">{n}</span>{text}</div>\n'
        for n, text in ((1, "a {"), (2, "}"))
    )
    assert text_of(f'<div class="fragment">{lines}</div>').split() == ["a", "{", "}"]
    assert text_of(f'<div class="fragment"><p>{lines}</p></div>').split() == ["1a", "{", "2}"]


def test_what_shows_over_a_word_of_code_goes() -> None:
    for name in ("twoslash-popup-container", "hover-info messages"):
        popup = f'<span class="{name}"><code>const rope: string</code></span>'
        words = text_of(f"<pre><code>const {popup}rope = 1</code></pre>").split()
        assert words == ["const", "rope", "=", "1"]


def test_a_sign_next_to_the_words_of_a_button_goes() -> None:
    assert text_of("<h3><button>How long?<span>+</span></button></h3>") == "How long?"
    assert text_of("<p>2 <button>+</button> 3").split() == ["2", "+", "3"]


# -- signs ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["¶", "#", "§", "◆", "🔗", "↩", "↩︎", "^", "[↑]", "\uf0c1"])
def test_a_sign_that_leads_to_a_place_in_the_page_goes(sign: str) -> None:
    assert text_of(f"<h2>head <a href='#h'>{sign}</a></h2>") == "head"
    assert text_of(f"<h2>head <a href='http://example.org/p#h'>{sign}</a></h2>") == "head"


def test_a_sign_that_leads_back_goes_where_a_saved_page_states_its_url() -> None:
    note = "<ol><li><b><a href='https://e.org/p#r'>^</a></b> a note</ol>"
    assert text_of(note, None) == "a note"
    assert text_of(note, "https://e.org/other") == "^ a note"


@pytest.mark.parametrize("marks", [("a", "b"), ("1.0", "1.1"), ("a",)])
@pytest.mark.parametrize("sign", ["^", "<b>↑</b>"])
def test_several_links_back_from_a_note_go(sign: str, marks: tuple[str, ...]) -> None:
    links = ", ".join(f"<a href='#r{mark}'><sup><b>{mark}</b></sup></a>" for mark in marks)
    assert text_of(f"<ol><li>{sign} {links} <cite>Li, a book</cite><li>{sign} b</ol>").startswith(
        "Li, a book\n"
    )


@pytest.mark.parametrize(
    "text", ["^ <a href='/a'>a</a> b", "^ <a href='#a'>a book</a>", "x ^ <a href='#a'>a</a>", "^ a", "^"]
)
def test_other_texts_with_such_signs_stay(text: str) -> None:
    page = parse(f"<p>{text}</p>", "http://example.org/p")
    assert remove_artifacts(page, everything(page)).keep.sum() == everything(page).keep.sum()


def test_a_link_beside_a_heading_that_leads_to_it_goes() -> None:
    link = "<a href='#%E5%AE%89'><i>Section titled “安”</i></a>"
    assert text_of(f"<div><h2 id=安>安</h2>\n{link}</div><p>one</p>") == "安\n\none"
    assert text_of(f"<section id=安><h2>安</h2>{link}</section>") == "安"
    assert text_of("<h2 id=a>a</h2><a href='#b'>b</a>") == "a\n\nb"
    assert text_of("<h2 id=a>a</h2><a href='/x#a'>b</a>") == "a\n\nb"
    assert text_of("<h2 id=a>a <a href='#a'>b</a></h2><p><a href='#a'>c</a>") == "a b\n\nc"


def test_names_of_icons_go() -> None:
    icons = "<i class=material-icons>arrow_forward</i><b class='x material-symbols-outlined'> home </b>"
    assert text_of(f"<p>Go {icons} now</p>") == "Go now"
    assert text_of("<p class=material-icons>A text</p><p class=immaterial-icons>home</p>") == "A text\n\nhome"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "<div class='jp-InputPrompt jp-InputArea-prompt'>In&nbsp;[3]:</div>",
            "<div class=prompt>Out[3]:</div>",
        ),
        ("<div class='prompt highlight-none'><div><pre><span></span>[3]:\n</pre></div></div>", ""),
    ],
)
def test_numbers_of_the_cells_of_a_notebook_go(before: str, after: str) -> None:
    assert text_of(f"<p>one</p>{before}<pre>a = 1\nb</pre>{after}<p class=prompt>A[3]</p>") == (
        "one\n\na = 1\nb\n\nA[3]"
    )


def test_notes_to_browsers_without_scripts_or_frames_go() -> None:
    def kept_of(markup: str) -> str:
        page = parse(f"<p>one</p>{markup}")
        every = selected(page, np.ones(len(page), dtype=np.bool_))
        return render_text(page, remove_artifacts(page, every)).removeprefix("one").strip()

    assert kept_of("<noscript><p>Please enable <b>JavaScript</b>.</p></noscript>") == ""
    assert kept_of("<noscript>请启用JavaScript。</noscript><noframes>No frames here.</noframes>") == ""
    for other in ("A text for all.", ("A browser is a program. " * 30).strip()):
        assert kept_of(f"<noscript><p>{other}</p></noscript>") == other


@pytest.mark.parametrize("link", ["<a href='/x'>#</a>", "<a href='#h'>1</a>", "<a href='#h'># two</a>", "#"])
def test_other_links_and_signs_stay(link: str) -> None:
    page = parse(f"<p>one {link}</p>", "http://example.org/p")
    assert remove_artifacts(page, everything(page)).keep.sum() == everything(page).keep.sum()


def test_the_reason_says_what_went() -> None:
    page = parse("<h2>head<a href='#h'>¶</a></h2>")
    before = everything(page)
    after = remove_artifacts(page, before)
    row = int(np.flatnonzero(before.keep & ~after.keep)[0])
    assert page.row_text(row) == "¶"
    assert after.why(row) == "sign of a link within the page"
    assert before.keep[row]


# -- wikis ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["edit", "编辑", "modifier</a> | <a href='/w?t=A&veaction=edit'>le code"])
def test_links_to_edit_a_section_go(words: str) -> None:
    edit = f"<span>[<a href='/w?t=A&action=edit&section=1'>{words}</a>]</span>"
    assert text_of(f"<h2>Head{edit}</h2><p>one</p>") == "Head\n\none"
    assert text_of(f"<div><h2>Head</h2>{edit}</div><p>one</p>") == "Head\n\none"


def test_links_to_pages_not_yet_written_and_links_in_sentences_stay() -> None:
    new_page = "<p>one <i>[<a href='/w?t=B&action=edit&redlink=1'>two</a>]</i></p>"
    assert text_of(new_page) == "one [two]"
    assert text_of("<p>You may <a href='/w?t=B&action=edit'>edit</a> it.</p>") == "You may edit it."


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
    assert remove_artifacts(page, everything(page)) is not None
    assert remove_artifacts(page, everything(page)).keep.tolist() == everything(page).keep.tolist()


def test_buttons_beside_code_go_and_others_stay() -> None:
    assert text_of("<div><button>Copy</button><pre>a</pre></div>") == "a"
    assert text_of("<div><button>Copy</button><p>a</p></div>") == "Copy\n\na"
    code = "<pre>a\nb</pre><div><button>Toggle word wrap</button><button>Run</button></div>"
    assert text_of(f"<p>one</p><div>{code}</div>") == "one\n\na\nb"
    assert text_of(f"<main><p>one</p><button>Join</button><div>{code}</div></main>") == "one\n\nJoin\n\na\nb"


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
    assert render_text(page, remove_artifacts(page, selection)) == "a x^2"


def test_a_formula_without_latex_stays() -> None:
    assert text_of("<p><math><mi>x</mi><mn>2</mn></math></p>") == "x2"


def test_parentheses_of_kept_ruby_are_kept() -> None:
    assert text_of("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字") == "漢(kan)字"


def test_parentheses_of_dropped_or_hidden_ruby_are_not() -> None:
    page = parse("<p>one</p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>")
    assert render_text(page, remove_artifacts(page, keeping(page, "one"))) == "one"
    assert text_of("<p>one</p><p hidden><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>") == "one"


# -- marks of notes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["<sup>1</sup>", "<sup><a href='#n'>1</a></sup>", "<label>1</label>"])
def test_of_a_mark_twice_in_a_row_the_first_stays(first: str) -> None:
    assert text_of(f"<p>word{first}<span><sup>1</sup> A note.</span> more</p>") == "word1 A note. more"


@pytest.mark.parametrize(
    "markup", ["<i>2</i><sup>2</sup>", "<sup>2<sup>2</sup></sup>", "x<sup>1</sup> <sup>1</sup>"]
)
def test_powers_and_marks_that_stand_apart_stay(markup: str) -> None:
    page = parse(f"<p>{markup}</p>")
    assert remove_artifacts(page, everything(page)).keep.tolist() == everything(page).keep.tolist()


def test_what_latexml_writes_before_a_note_goes() -> None:
    mark = "<sup class='ltx_note_mark'>1</sup>"
    label = "<span class='ltx_note_type'>footnotemark: </span><span class='ltx_tag ltx_tag_note'>1</span>"
    assert (
        text_of(f"<p>A. Writer{mark}<span>{mark}{label}</span>and B. Reader</p>")
        == "A. Writer1 and B. Reader"
    )


# -- what is shown twice --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "said"),
    [("(21)", "with 21 reviews"), ("<b>$</b><b>30.00</b>", "was $30.00"), ("（二十一）", "共二十一条评论")],
)
def test_words_for_the_eyes_alone_go_where_the_block_says_them_again(seen: str, said: str) -> None:
    page = parse(f"<p>Kettle <span aria-hidden=true>{seen}</span> <span>{said}</span></p>")
    after = remove_artifacts(page, selected(page, page.is_text))
    assert render_text(page, after) == f"Kettle {said}"
    assert "second copy for the eyes alone" in after.reasons


@pytest.mark.parametrize(
    "markup",
    [
        "<p><span aria-hidden=true>T</span>he kettle</p>",  # said nowhere else
        "<p><span aria-hidden=true>21</span></p><p>21 reviews</p>",  # another block
        "<p><span aria-hidden=true>★★★</span> three stars</p>",  # no words
        "<p><span hidden>21</span> 21 reviews</p>",  # for nobody: a method's choice
    ],
)
def test_other_hidden_texts_stay_where_a_method_kept_them(markup: str) -> None:
    page = parse(markup)
    before = selected(page, page.is_text)
    assert remove_artifacts(page, before).keep.tolist() == before.keep.tolist()


# -- always ---------------------------------------------------------------------------------------------


@each("name", ZOO)
def test_decoration_of_a_zoo_page_goes_once(name: str) -> None:
    page = parse(ZOO[name])
    once = remove_artifacts(page, everything(page))
    assert remove_artifacts(page, once).keep.tolist() == once.keep.tolist()


@each("name", ZOO)
def test_an_empty_selection_stays_empty(name: str) -> None:
    page = parse(ZOO[name] + "<ul><li>• one</ul>")
    nothing = selected(page, np.zeros(len(page), dtype=np.bool_))
    assert not remove_artifacts(page, nothing).keep.any()


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_selection_without_decoration_is_the_same_selection(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP.filter(lambda markup: "<pre" not in markup and "hidden" not in markup)))
    selection = data.draw(selections(page))
    # Generated pages have none of it but formulas, which state no LaTeX there.
    assert remove_artifacts(page, selection).keep.tolist() == selection.keep.tolist()


def test_the_cost_of_texts_nested_in_each_other_is_not_their_square() -> None:
    """Each text might be a sign, and so might all that the elements around it hold."""
    page = parse("<div>a " * 50_000)
    start = time.process_time()
    remove_artifacts(page, selected(page, page.is_text))
    assert time.process_time() - start < 2.0


CLASS_PATTERNS = READER_CLASS, EDITOR, _PULLED, _LATEXML_MARKS, *(of_class for of_class, _ in _LABELS)


@pytest.mark.parametrize("pattern", CLASS_PATTERNS, ids=lambda pattern: pattern.pattern[:20])
@given(st.data())
def test_classes_that_a_rule_looks_for_are_among_those_that_are_read(
    pattern: re.Pattern[str], data: st.DataObject
) -> None:
    names = data.draw(st.from_regex(pattern, alphabet=string.ascii_letters + string.digits + " -_"))
    page = parse(f"<p class='{names}'>a</p>")
    assert [page.name(row) for row in class_rows(page, pattern.search)] == ["p"]


def test_classes_of_controls_are_among_those_that_are_read() -> None:
    page = parse("".join(f"<p class={name}>a</p>" for name in sorted(_CONTROL_CLASSES)))
    assert len(class_rows(page, lambda _: True)) == len(_CONTROL_CLASSES)


def test_a_tooltip_goes() -> None:
    markup = "<p>one</p><button>up</button><div role=tooltip>It is <b>useful</b></div><p>two</p>"
    assert text_of(markup).split() == ["one", "up", "two"]


def test_hidden_cells_of_a_line_that_is_shown_go() -> None:
    lines = "".join(f"<tr><td>{n}<td style='display:none'>66{n}<td>oak" for n in (1, 2))
    page = parse(f"<table>{lines}</table><table hidden><tr><td>elm<td>ash</table>")
    kept = remove_artifacts(page, selected(page, page.is_text))
    assert render_text(page, kept).split() == ["1", "oak", "2", "oak", "elm", "ash"]


def test_a_sign_in_a_heading_goes_wherever_it_leads() -> None:
    assert text_of("<h2>head <span><a href='/find?name=head'>🔗</a></span></h2><p>one</p>") == "head\n\none"
    assert text_of("<h2><a href='/all'>#</a></h2><p>one</p>") == "#\n\none"
