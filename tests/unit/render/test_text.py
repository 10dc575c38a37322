from __future__ import annotations

import pytest
from tests.generated import everything, keeping, selected

from maintext.html import parse
from maintext.render import render_text


def text_of(markup: str) -> str:
    page = parse(markup)
    return render_text(page, everything(page))


def kept_text(markup: str, *texts: str) -> str:
    page = parse(markup)
    return render_text(page, keeping(page, *texts))


# -- blocks and lines ---------------------------------------------------------------------------------


def test_paragraphs_are_set_apart_by_an_empty_line() -> None:
    assert text_of("<p>one</p><p>two</p>") == "one\n\ntwo"


def test_a_heading_is_set_apart_from_its_text() -> None:
    assert text_of("<h1>head</h1>text") == "head\n\ntext"


def test_items_of_a_list_stand_on_neighbouring_lines() -> None:
    assert text_of("<ul><li>one</li><li>two</li></ul>") == "one\ntwo"


def test_a_nested_list_stays_tight() -> None:
    assert text_of("<ol><li>one<ul><li>in</li></ul></li><li>two</li></ol>") == "one\nin\ntwo"


def test_terms_and_definitions_stand_on_neighbouring_lines() -> None:
    assert text_of("<dl><dt>term</dt><dd>meaning</dd></dl>") == "term\nmeaning"


def test_a_list_is_set_apart_from_the_text_around_it() -> None:
    assert text_of("before<ul><li>one</li></ul>after") == "before\n\none\n\nafter"


def test_two_lists_are_set_apart() -> None:
    assert text_of("<ul><li>one</li></ul><ul><li>two</li></ul>") == "one\n\ntwo"


def test_cells_of_a_row_are_set_apart_by_a_tab() -> None:
    assert text_of("<table><tr><th>a</th><td>b</td></tr></table>") == "a\tb"


def test_rows_of_a_table_stand_on_neighbouring_lines() -> None:
    assert text_of("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>") == "a\tb\nc"


def test_paragraphs_in_a_cell_are_set_apart_by_an_empty_line() -> None:
    assert text_of("<table><tr><td>a</td><td><p>b<p>c</td></tr></table>") == "a\tb\n\nc"
    assert text_of("<table><tr><td>一<br><br>二</td></tr></table>") == "一\n\n二"


def test_a_list_in_a_cell_stays_tight() -> None:
    assert text_of("<table><tr><td><ul><li>a<li>b</ul>c</td></tr></table>") == "a\nb\n\nc"


def test_a_table_in_a_cell_has_rows_of_its_own() -> None:
    inner = "<table><tr><td>a<td>b<tr><td>c</table>"
    assert text_of(f"<table><tr><td>{inner}</td><td>d</td></tr></table>") == "a\tb\nc\td"


def test_a_caption_stands_on_the_line_above_its_table() -> None:
    assert text_of("<table><caption>c</caption><tr><td>a</td></tr></table>") == "c\na"


def test_br_ends_a_line() -> None:
    assert text_of("<p>one<br>two</p>") == "one\ntwo"


@pytest.mark.parametrize("style", ["display:block", "color:red; DISPLAY : flex", "display:table!important"])
def test_an_element_that_its_style_draws_as_a_block_has_lines_of_its_own(style: str) -> None:
    assert text_of(f'<p>one<span style="{style}">two</span>three</p>') == "one\ntwo\nthree"


@pytest.mark.parametrize("style", ["display:inline-block", "--display:block", "display:inline", "block"])
def test_an_element_that_its_style_draws_in_the_line_does_not_split_words(style: str) -> None:
    assert text_of(f'<p>one<span style="{style}">two</span>three</p>') == "onetwothree"


def test_lines_of_code_that_end_themselves_are_ended_once() -> None:
    line = '<span style="display:block">{}</span>'
    code = f"<pre>{line.format('a' + chr(10))}{line.format('b')}{line.format('c')}d</pre>"
    assert text_of(f"<p>one</p>{code}") == "one\n\na\nb\nc\nd"


@pytest.mark.parametrize("breaks", ["<br><br>", "<br> <br>", "<br>&nbsp;<br>", "<br><br><br>"])
def test_br_after_br_ends_a_paragraph(breaks: str) -> None:
    assert text_of(f"<p>一{breaks}二</p>") == "一\n\n二"


# -- white space --------------------------------------------------------------------------------------


def test_white_space_is_collapsed() -> None:
    assert text_of("<p>  one \n\t two&nbsp; </p>") == "one two"


def test_full_width_indents_are_white_space() -> None:
    assert text_of("<p>\u3000\u3000中文，\u3000中文。</p>") == "中文， 中文。"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>\ufeffone\u200b two</p>", "one two"),
        ("<p>std::&#8203;vector wo&#xFEFF;rd x&#8288;y</p>", "std::vector word xy"),
        ("<p>a<b>\u200b</b>b<br>\u200bc\u200b\u200b d</p>", "ab\nc d"),
        ("<p>\u200b</p><p>one</p>", "one"),
        ("<p>Strom&shy;rech&shy;nung <b>\xad</b>ab</p>", "Stromrechnung ab"),
        # Khmer and Thai part words so.
        ("<p>ភាសា\u200bខ្មែរ</p>", "ភាសា\u200bខ្មែរ"),
        ("<p>ไทย\u200b\u200bดี \u200bx</p>", "ไทย\u200bดี x"),
    ],
)
def test_characters_without_width_are_left_out(markup: str, text: str) -> None:
    assert text_of(markup) == text


def test_lines_of_code_in_elements_are_lines() -> None:
    code = "<pre><code><div>if x:</div><div>    y()</div></code></pre>"
    assert text_of(f"<p>one</p>{code}{code}<p>two</p>") == ("one\n\nif x:\n    y()\n\nif x:\n    y()\n\ntwo")


def test_full_width_letters_stay_as_written() -> None:
    assert text_of("<p>ＡＢＣ１２３，。！</p>") == "ＡＢＣ１２３，。！"


@pytest.mark.parametrize("name", ["pre", "listing", "textarea"])
def test_preformatted_text_is_kept(name: str) -> None:
    assert text_of(f"<{name}>if x:\n    y()\n\n  z</{name}>") == "if x:\n    y()\n\n  z"


def test_indent_of_the_first_preformatted_line_is_kept() -> None:
    assert text_of("<p>code:</p><pre>\n    a\nb\n</pre>") == "code:\n\n    a\nb"


# -- inline elements ----------------------------------------------------------------------------------


def test_inline_elements_do_not_split_words() -> None:
    assert text_of("<p>in<b>s<i>id</i></b>e</p>") == "inside"


def test_space_inside_an_inline_element_sets_words_apart() -> None:
    assert text_of("<p>one<b> two</b><span> </span>three</p>") == "one two three"


def test_a_comment_does_not_split_words() -> None:
    assert text_of("<p>in<!-- x -->side</p>") == "inside"


# -- selections ---------------------------------------------------------------------------------------


def test_nothing_kept_is_no_text() -> None:
    assert kept_text("<p>one</p>") == ""


def test_white_space_alone_is_no_text() -> None:
    assert text_of("<p> \n&nbsp;\u3000</p>") == ""


def test_a_page_of_nothing_is_no_text() -> None:
    assert text_of("") == ""


def test_dropped_blocks_leave_no_trace() -> None:
    assert kept_text("<p>one</p><p>two</p><p>three</p>", "one", "three") == "one\n\nthree"


def test_words_beside_a_dropped_text_stay_apart() -> None:
    assert kept_text("<p>one<b>two</b>three</p>", "one", "three") == "one three"


def test_a_dropped_line_leaves_no_empty_line() -> None:
    assert kept_text("<p>one<br>two<br>three</p>", "one", "three") == "one\nthree"


def test_a_dropped_cell_leaves_no_tab() -> None:
    assert kept_text("<table><tr><td>a<td>b<td>c</table>", "a", "c") == "a\tc"


def test_words_around_hidden_text_are_one_word() -> None:
    assert text_of("<p>in<span hidden>x</span>side</p>") == "inside"


def test_words_of_kept_hidden_text_stay_whole() -> None:
    assert kept_text("<p hidden>in<b>si</b>de <i>out</i></p>", "in", "si", "de", "out") == "inside out"


# -- what stands where a text was dropped, and around text that is not drawn -----------------------------


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("word<b>1</b>, and", "word, and"),
        ("word <b>1</b>, and", "word, and"),
        ("word <b>1</b> <b>2</b> , and", "word, and"),
        ("word<b>1</b>.", "word."),
        ("(word <b>1</b>) and", "(word) and"),
        ("字<b>一</b>，好", "字，好"),
        ("字 <b>一</b>。好", "字。好"),
        ("他说（字<b>一</b>）。", "他说（字）。"),
    ],
)
def test_no_space_stands_before_a_mark_where_a_text_was_dropped(markup: str, expected: str) -> None:
    page = parse(f"<p>{markup}</p>")
    kept = page.is_text & ~page.inside(page.is_tag(("b",)))
    assert render_text(page, selected(page, kept)) == expected


def test_the_page_s_own_space_before_a_mark_stays() -> None:
    assert text_of("<p>word , and . 字 ，好</p>") == "word , and . 字 ，好"
    assert text_of("<p>word <i hidden>x</i>, and</p>") == "word , and"
    assert kept_text("<p>word <b>x</b> one , two</p>", "word", "one , two") == "word one , two"


@pytest.mark.parametrize("word", [".NET", ":root", ".5", "._x"])
def test_a_word_that_begins_with_a_mark_stays_apart(word: str) -> None:
    assert kept_text(f"<p>learn <b>x</b>{word}</p>", "learn", word) == f"learn {word}"
    in_two = f"<p>learn<b>x</b><i>{word[0]}</i>{word[1:]}</p>"
    assert kept_text(in_two, "learn", word[0], word[1:]) == f"learn {word}"


def test_in_code_a_mark_stays_apart_from_what_was_dropped() -> None:
    assert kept_text("<pre>a<b>1</b>, b</pre>", "a", ", b") == "a , b"


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("roots.<i>1<i style='display:none'>You can.</i></i> And", "roots.1 You can. And"),
        ("each month.<i hidden>Send up</i> to", "each month. Send up to"),
        ("each month.<i hidden>Send up</i>to", "each month. Send up to"),
        ("one<i hidden>two</i><i hidden>three</i>", "one two three"),
        ("one<i style='visibility: hidden'>, two</i>", "one, two"),
        ("one<i style='display:\tnone'>two</i>", "one two"),
        ("一<i style='visibility\n:collapse'>二</i>", "一 二"),
        ("根据。<i>一<i style='DISPLAY : none'>你可以</i></i>以后", "根据。一 你可以 以后"),
        ("根据<i hidden>你可以</i>，以后", "根据 你可以，以后"),
    ],
)
def test_kept_text_of_an_element_that_is_not_drawn_stands_apart(markup: str, expected: str) -> None:
    page = parse(f"<p>{markup}</p>")
    assert render_text(page, selected(page, page.is_text)) == expected


@pytest.mark.parametrize(
    "markup",
    [
        "<i aria-hidden=true>T</i>he kettle",  # a large first letter: drawn where it stands
        "<i style='color:red'>T</i>he kettle",
        "<b hidden>T<i style='color:red'>he</i> kettle</b>",
    ],
)
def test_kept_text_that_is_drawn_or_hidden_together_stays_whole(markup: str) -> None:
    page = parse(f"<p>{markup}</p>")
    assert render_text(page, selected(page, page.is_text)) == "The kettle"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<b>Publisher</b><i>Houghton</i>", "Publisher Houghton"),
        ("<span><b>27.01.2022</b></span>Oil prices", "27.01.2022 Oil prices"),
        ("Is it far?<i>Monday</i>", "Is it far? Monday"),
        ("???<i>Monday</i>", "???Monday"),
        ("<b>€25</b><i>€49</i>", "€25 €49"),
        ("<b>Pages</b><i>320</i>", "Pages 320"),
        ("<b>Made in the EU</b><i>In stock</i>", "Made in the EU In stock"),
        ("<b>Mill &amp; Co-op</b><i>Lantern</i>", "Mill & Co-op Lantern"),
        ("<b>Mc</b><i>Allan</i>", "McAllan"),
        ("<span>1</span><span>Blue Sky</span>", "1 Blue Sky"),
        ("<span>1)</span><span>Blue Sky</span>", "1) Blue Sky"),
        ("<span>3</span><span>D</span>", "3D"),
        ("<span>5</span><span>th</span>", "5th"),
        ("<span>T</span><span>he mill</span>", "The mill"),
        ("<p>7<b>Eleven", "7Eleven"),
        (
            "<a href=/a>PvP</a><a href=/b>3D Maps</a><a href=/c>Quiz!</a><a href=/d>FAQ</a>",
            "PvP 3D Maps Quiz! FAQ",
        ),
        ("<a href=/a>over</a><a href=/b>lapping</a>", "overlapping"),
        ("<a href=/a>新闻</a><a href=/b>体育</a>", "新闻体育"),
    ],
)
def test_a_space_parts_what_only_a_style_parts(markup: str, text: str) -> None:
    assert text_of(markup) == text
