from __future__ import annotations

import itertools
import re
import unicodedata
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from tests.cost import cpu_s
from tests.each import each
from tests.generated import MARKUP, everything, keeping, selected, selections
from tests.zoo import ZOO

from maintext.html import parse
from maintext.options import Options
from maintext.render import render_markdown, render_text


def markdown_of(markup: str, url: str | None = None, **options: Any) -> str:
    page = parse(markup, url)
    return render_markdown(page, everything(page), Options(**options))


# -- blocks -------------------------------------------------------------------------------------------


def test_paragraphs_are_set_apart() -> None:
    assert markdown_of("<p>one</p><p>two</p>") == "one\n\ntwo"


def test_headings_have_their_level() -> None:
    assert markdown_of("<h1>one</h1><h3>two</h3>") == "# one\n\n### two"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<h2>a&nbsp;b \u3000c</h2><p>d</p>", "## a\xa0b \u3000c\n\nd"),
        ("<h2>a&nbsp;</h2><p>b</p>", "## a\n\nb"),
        ("<dl><dt>a<dd>b&nbsp;</dl><p>c</p>", "- **a**  \n  b\n\nc"),
        ("<h2>use <code>&amp;#160;</code>&nbsp;or &amp;#160;</h2>", "## use `&#160;`\xa0or \\&#160;"),
        ("<h2>a&nbsp;b</h2><pre><code># c&amp;#160;d</code></pre>", "## a\xa0b\n\n```\n# c&#160;d\n```"),
    ],
)
def test_spaces_are_characters_not_references(markup: str, markdown: str) -> None:
    assert markdown_of(markup) == markdown


def test_headings_without_text_are_not_written() -> None:
    assert markdown_of("<p>a</p><h2></h2><h2><span> </span></h2><h2><br></h2><p>b</p>") == "a\n\nb"
    picture = "<p>a</p><h2><img src='http://example.org/a.png' alt='xy'></h2><p>b</p>"
    assert markdown_of(picture) == "a\n\n![xy](http://example.org/a.png)\n\nb"
    assert markdown_of(picture, images=False) == "a\n\nb"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<p>{0} The hill.</p>", "{1}\n\nThe hill."),
        (
            "<p><b><a href='http://e.org/'>{0}</a> Hills.</b> All.</p>",
            "[{1}](http://e.org/)\n\n**Hills.** All.",
        ),
        ("<p>{0}{0}The hill.</p>", "{1}\n\nThe hill."),
        ("<h2>{0}The hill</h2>", "{1}\n\n## The hill"),
        ("<h2>The hill {0}</h2>", "## The hill\n\n{1}"),
        ("<p>The <b>hill</b>&nbsp; {0}</p>", "The **hill**\n\n{1}"),
        ("<p>The hill {0} here</p>", "The hill {1} here"),
        ("<p>{0}</p>", "{1}"),
    ],
)
def test_a_picture_that_begins_or_ends_a_paragraph_is_one(markup: str, markdown: str) -> None:
    picture = "<img src='http://e.org/a.jpg' alt='Hill'>"
    found = markdown_of("<p>x</p>" + markup.format(picture) + "<p>y</p>")
    assert found == f"x\n\n{markdown.format(picture, '![Hill](http://e.org/a.jpg)')}\n\ny"


@pytest.mark.parametrize("image", ["/i/icons/hill.png", "/hill.svg", "/emoji/1.png", "/smile.gif"])
def test_a_sign_goes_on_with_its_line(image: str) -> None:
    assert (
        markdown_of(f"<p><img src='http://e.org{image}' alt='on'> Up</p>") == f"![on](http://e.org{image}) Up"
    )


def test_a_list_of_one_picture_is_none() -> None:
    item = "<li><img src='http://e.org/a.jpg'></li>"
    for items, markdown in (
        (item, "![](http://e.org/a.jpg)"),
        (item + item.replace("a.jpg", "b.jpg"), "- ![](http://e.org/a.jpg)\n- ![](http://e.org/b.jpg)"),
        (f"{item}<li>z</li>", "- ![](http://e.org/a.jpg)\n- z"),
    ):
        assert markdown_of(f"<p>x</p><ul>{items}</ul><p>y</p>") == f"x\n\n{markdown}\n\ny"


def test_links_to_one_address_next_to_each_other_are_one() -> None:
    link = "<a href='http://e.org/{}'>{}</a>"
    pieces = "".join(link.format("a", part) for part in ("Ad", "ven", "ture"))
    assert markdown_of(f"<p>{pieces}{link.format('b', 's')} x</p>") == (
        "[Adventure](http://e.org/a)[s](http://e.org/b) x"
    )


_SENTENCE = (
    "The harbour office said on Monday that both piers open again in May, a year after the storm broke them."
)


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<h2>{long}</h2><p>a</p>", "{long}\n\na"),
        ("<h1>Piers</h1><h2><b>Both open in May, a year after the storm.</b></h2><p>a</p>",
         "# Piers\n\nBoth open in May, a year after the storm.\n\na"),
        ("<h1>Piers</h1><h2>{long} So it</h2><p>a</p>", "# Piers\n\n{long} So it\n\na"),
        ("<p>a</p><h3>{long}</h3><p>b</p>", "a\n\n{long}\n\nb"),
        ("<ul><li>a<li><h3>{long}</h3></ul>", "- a\n- {long}"),
        # Headings.
        ("<p>a</p><h3>{long} So it</h3><p>b</p>", "a\n\n### {long} So it\n\nb"),
        ("<p>a</p><h3>Both open, a year after storms.</h3>", "a\n\n### Both open, a year after storms."),
        ("<p>a</p><h3>{long} And then?</h3><p>b</p>", "a\n\n### {long} And then?\n\nb"),
        ("<p>a</p><h3>2. {long}</h3><p>b</p>", "a\n\n### 2. {long}\n\nb"),
        ("<p>a</p><h3><a href=/b>{long}</a></h3><p>b</p>", "a\n\n### [{long}](/b)\n\nb"),
        ("<h1>{long}</h1><p>a</p>", "# {long}\n\na"),
        ("<title>{long} - Bay</title><h2>{long} So it</h2><p>a</p>", "## {long} So it\n\na"),
    ],
)  # fmt: skip
def test_a_heading_that_is_a_sentence_is_a_paragraph(markup: str, markdown: str) -> None:
    page = parse(markup.format(long=_SENTENCE))
    kept = selected(page, ~page.is_hidden & ~page.inside(page.is_tag(("title",))))
    assert render_markdown(page, kept, Options()) == markdown.format(long=_SENTENCE)


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<p>See:</p><p>- hills</p><p>- <b>bays</b></p><p>All.</p>", "See:\n\n- hills\n- **bays**\n\nAll."),
        ("<p>See:<br>- hills<br>- bays<br>All.</p>", "See:\n\n- hills\n- bays\n\nAll."),
        ("<p><b>See:</b></p><p>–hills<br>– bays<br>– piers", "**See:**\n\n- hills\n- bays\n- piers"),
        ("<p>He said:</p><p>– Go!</p><p>– No.</p>", "He said:\n\n– Go!\n\n– No."),
        ("<p>She laughs.</p><p>- Go!</p><p>- No.</p>", "She laughs.\n\n\\- Go!\n\n\\- No."),
        ("<ul><li>See:</ul><p>- hills</p><p>- bays", "- See:\n\n\\- hills\n\n\\- bays"),
        ("<pre>a:\n— b\n— c\n— d</pre>", "```\na:\n— b\n— c\n— d\n```"),
    ],
)
def test_lines_with_dashes_after_a_colon_are_a_list(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>a</p>{markup}") == f"a\n\n{markdown}"


@pytest.mark.parametrize("rule", ["***", "* * *", "_ _ _ _", "-----", "====", "###", "———", "~~~"])
def test_a_typed_rule_is_one(rule: str) -> None:
    assert markdown_of(f"<p>a</p><p>{rule}</p><p>b</p>") == "a\n\n---\n\nb"


def test_other_signs_are_no_typed_rule() -> None:
    for line in ("**", "——", "* a *", "*_*"):
        assert "---" not in markdown_of(f"<p>a</p><p>{line}</p><p>b</p>")
    assert markdown_of("<p>a<br>***<br>b</p>") == "a  \n\\*\\*\\*  \nb"
    assert markdown_of("<p>a</p><pre>b\n\n———\n\nc</pre><p>d</p>") == "a\n\n```\nb\n\n———\n\nc\n```\n\nd"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<em>All</em><em> the</em> <em>hills</em>", "*All the hills*"),
        ("<b>All</b>&nbsp;<b>hills</b>", "**All\xa0hills**"),
        ("<b><i>Tip:</i></b> <b><i>go</i></b>", "**_Tip: go_**"),
        ("<b>All</b>, <b>hills</b> <i>far</i>", "**All**, **hills** *far*"),
        ("<b>A</b><span><strong>ll</strong></span> hills", "**All** hills"),
        ("<em><b>All</b></em><b>®</b> hills", "***All*®** hills"),
        ("<b>All</b><font size=2><b>®</b></font> hills", "**All®** hills"),
        ("<i>A</i><sup><i>n</i></sup> and <i>x</i><sub><i>i</i></sub>", "*Aⁿ* and *xᵢ*"),
    ],
)
def test_emphasis_in_pieces_is_one(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>{markup}</p>") == markdown


def test_marks_in_code_stay() -> None:
    assert markdown_of("<p>a<pre>**Note:**b\n- **Tip:**c</pre>") == "a\n\n```\n**Note:**b\n- **Tip:**c\n```"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<b>All<br></b> <b>hills</b>", "**All**  \n**hills**"),
        ("go,<br><b>All hills<br></b>far", "go,  \n**All hills**  \nfar"),
        ("go,<br><b>All hills<br> </b><br> far", "go,  \n**All hills**\n\nfar"),
        ("go<b><br>All</b>, hills", "go  \n**All**, hills"),
        ("<b><font>All<br>&nbsp;</font></b><a href=/b><b>hills</b></a>", "**All**  \n[**hills**](/b)"),
        (
            "<b>it’s</b>, <b>All<br>&gt; hills<br>1. far</b> off",
            "**it’s**, **All  \n\\> hills  \n1\\. far** off",
        ),
    ],
)
def test_line_breaks_at_the_edges_of_emphasis_stand_outside(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>{markup}</p>") == markdown


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("so <i>All.</i><b>hills</b>® far", "so _All._**hills**® far"),
        ("<b>All</b><i>, hills</i> far", "**All**_, hills_ far"),
        ("so <i>All</i><b>“hills”</b>® far", "so _All_**“hills”**® far"),
        ("so <i>All</i><b>hills</b>® far", "so *All***hills**® far"),
        ("<b>All <i>hills</i></b>far", "**All *hills***far"),
        ("all<b><i>hills</i></b>", "all***hills***"),
        ("<b>山：</b><span>高</span>", "**山**：高"),
        ("<code>*All.***hills**</code>", "`*All.***hills**`"),
        (
            "<b>it’s</b>, <i>so </i><a href=/b><b><i>All hills</i></b></a><i>.</i>",
            "**it’s**, *so* [***All hills***](/b)*.*",
        ),
    ],
)
def test_emphasis_next_to_a_word_or_other_emphasis_is_read_as_such(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>{markup}</p>") == markdown
    text = re.sub(r"<code>.*?</code>|<[^<>]*>", "", MarkdownIt().render(markdown))
    assert "*" not in text
    assert "_" not in text


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("She said „<q>Go <b>on</b></q>“.", "She said „Go **on**“."),
        ("She said <q>«Go on»</q>.", "She said «Go on»."),
        ("She said <q>Go on</q>.", 'She said "Go on".'),
    ],
)
def test_a_quotation_in_typed_marks_has_no_others(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>{markup}</p>") == markdown


def test_no_break_spaces_stand_outside_of_links() -> None:
    markup = "<p>the<a href='http://e.org/'>&nbsp;old&nbsp;hill&nbsp;&nbsp;</a>here</p>"
    assert markdown_of(markup) == "the\xa0[old\xa0hill](http://e.org/)\xa0\xa0here"
    slanted = "<p>the <a href='http://e.org/'><em>hill&nbsp;</em></a><em>here</em></p>"
    assert markdown_of(slanted) == "the [*hill*](http://e.org/)\xa0*here*"


def test_a_heading_around_paragraphs_is_a_block() -> None:
    assert markdown_of("<h1><p>one</p><p>two</p></h1>") == "one\n\ntwo"
    assert markdown_of("<h1><p>one</p></h1>") == "# one"


def test_a_heading_around_a_heading_is_a_block() -> None:
    assert markdown_of("<h1><div><h2>one</h2></div></h1><p>two</p>") == "## one\n\ntwo"
    assert markdown_of("<div role=heading aria-level=3><h2>one</h2></div><p>two</p>") == "## one\n\ntwo"


def test_lists_have_marks_and_numbers() -> None:
    markup = "<ul><li>a<li>b</ul><ol start=3><li>c<li>d</ol>"
    assert markdown_of(markup) == "- a\n- b\n\n3. c\n4. d"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<ol><li>a<li value=3>b <b>c</b><li>d</ol>", "1. a\n2. b **c**\n3. d"),
        ("<ol start=2><li value=2>a<li value='3'>b</ol>", "2. a\n3. b"),
        ("<ol reversed><li value=2>a<li value=1>b</ol>", "1. a\n2. b"),
        ("<ol start=-4><li>a<li>b</ol>", "1. a\n2. b"),
    ],
)
def test_items_are_numbered_from_the_start_of_their_list(markup: str, markdown: str) -> None:
    assert markdown_of(markup) == markdown


@pytest.mark.parametrize(
    "box",
    ["{}", "<p>{}", "<label class=x>{}<span></span></label>", "<label>{}", "<span> {}</span>", "<b>{}</b>"],
)
def test_items_with_a_checkbox_before_their_text_are_tasks(box: str) -> None:
    ticked, empty = (box.format(f"<input type={kind}>") for kind in ("checkbox checked", "CheckBox"))
    markup = f"<ul><li>{ticked} a<input type=checkbox></li><li>{empty} b<ul><li>{ticked} c</ul></ul>"
    assert markdown_of(markup) == "- [x] a\n- [ ] b\n  - [x] c"
    assert markdown_of(f"<ol start=3><li>{empty} a</ol>") == "3. [ ] a"


@pytest.mark.parametrize("item", ["a <input type=checkbox checked>", "<input type=radio checked>a", "a"])
def test_other_items_are_no_tasks(item: str) -> None:
    assert markdown_of(f"<p><input type=checkbox></p><ul><li>{item}</ul>") == "- a"


def test_a_list_around_the_text_is_no_list() -> None:
    story = "<p>one one one</p><p>two two two</p><ul><li>x</li></ul><p>three three</p>"
    blocks = "one one one\n\ntwo two two\n\n- x\n\nthree three"
    assert markdown_of(f"<ul><li>{story}</li></ul><p>end</p>") == f"{blocks}\n\nend"
    assert markdown_of(f"<ul><li>{story}</li><li>next</li></ul>").startswith("- one one one\n\n  two")
    assert (
        markdown_of(f"<p>{'long ' * 20}</p><ol><li>{story}</li></ol>").count("1. one one one\n\n   two") == 1
    )


def test_a_nested_list_is_indented() -> None:
    assert markdown_of("<ul><li>a<ul><li>b</ul></ul>") == "- a\n  - b"


def test_code_is_fenced_with_its_language() -> None:
    markup = '<pre><code class="language-python">def f():\n    pass</code></pre>'
    assert markdown_of(markup) == "```python\ndef f():\n    pass\n```"


def test_a_quotation_is_marked() -> None:
    assert markdown_of("<blockquote><p>one<p>two</blockquote>") == "> one\n>\n> two"


def test_a_page_may_end_with_who_is_quoted() -> None:
    assert markdown_of("<p>one</p><blockquote><cite>Ann Lee") == "one\n\n> Ann Lee"


@pytest.mark.parametrize("name", ["messageText ugc", "postcontent restore", "post-body"])
def test_the_text_of_a_post_is_no_quotation(name: str) -> None:
    post = f"<blockquote class='{name}'><blockquote>one</blockquote><p>two</blockquote>"
    assert markdown_of(post) == "> one\n\ntwo"
    assert markdown_of("<blockquote class='quote-text'>one</blockquote>") == "> one"


def test_a_table_has_pipes() -> None:
    markup = "<table><tr><th>a<th>b<tr><td>c<td>d</table>"
    assert markdown_of(markup) == "| a | b |\n| --- | --- |\n| c | d |"


def test_br_is_a_hard_break() -> None:
    assert markdown_of("<p>one<br>two</p>") == "one  \ntwo"


def test_an_element_that_its_style_draws_as_a_block_begins_and_ends_a_line() -> None:
    markup = '<p>a<a href="/x" style="display:block"><b>b</b> c</a>d<span style="display:flex">e</span></p>'
    assert markdown_of(markup) == "a  \n[**b** c](/x)  \nd  \ne"


def test_a_drawn_line_beside_a_break_is_one_line() -> None:
    markup = '<p>a<br><i></i><span style="display:block">b</span><br>c</p>'
    assert markdown_of(markup) == "a  \nb  \nc"


def test_text_that_is_not_drawn_stays_apart() -> None:
    page = parse("<p>one<img src=i><span hidden>two<b>x</b></span>three<span hidden>, four</span></p>")
    selection = selected(page, page.is_text)
    assert render_markdown(page, selection, Options(images=False)) == "one two**x** three, four"
    assert render_text(page, selection) == "one twox three, four"


@pytest.mark.parametrize("breaks", ["<br><br>", "<br> <br>", "<br>&nbsp;<br/>", "<br><br><br>"])
def test_br_after_br_ends_a_paragraph(breaks: str) -> None:
    assert markdown_of(f"<p>一{breaks}\u3000\u3000二</p>") == "一\n\n二"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<b>one<br><br>two</b>", "**one**\n\n**two**"),
        ("<p><b>one <i>1<br> <br>2</i></b><br><br>3", "**one *1***\n\n**_2_**\n\n3"),
        ("<a href=/x>one<br><br>two</a>", "[one  \ntwo](/x)"),
    ],
)
def test_br_after_br_inside_emphasis_ends_a_paragraph(markup: str, markdown: str) -> None:
    assert markdown_of(markup) == markdown


def test_br_after_br_after_emphasis_ends_a_paragraph() -> None:
    assert markdown_of("<b>one</b><br><br>two") == "**one**\n\ntwo"


def test_br_after_br_in_code_is_an_empty_line() -> None:
    assert markdown_of("<pre>one<br><br>two</pre>") == "```\none\n\ntwo\n```"


@pytest.mark.parametrize(
    "space", ["\u3000", "\xa0", "&emsp;", "&ensp;", "\u2009", " \xa0 ", "<b> \u3000</b>\ufeff"]
)
def test_indents_of_lines_go(space: str) -> None:
    assert markdown_of(f"<p>{space * 2}一\u3000二{space}</p>") == "一\u3000二"
    markup = f"<ul><li>{space}a<br>{space}b<li><b>{space}c</b>{space}</ul><blockquote>{space}d</blockquote>"
    assert markdown_of(markup + f"<h2>{space}e") == "- a  \n  b\n- **c**\n\n> d\n\n## e"
    assert markdown_of(f"<p>a</p><p>{space}</p><p>b</p>") == "a\n\nb"
    assert markdown_of(f"<p>a<b>{space}b</b>") == markdown_of(f"<p>a<b>{space}b") != "a**b**"


def test_what_follows_an_indent_is_no_mark_of_a_block() -> None:
    assert markdown_of("<p>&nbsp;1. a</p><p>\u3000- b</p><p>&emsp;# c</p>") == "1\\. a\n\n\\- b\n\n\\# c"


def test_wide_space_in_code_stays() -> None:
    assert markdown_of("<pre>\u3000a\n&nbsp;b\n&amp;#160;c</pre>") == "```\n\u3000a\n b\n&#160;c\n```"


def test_breaks_that_begin_a_block_are_not_written() -> None:
    assert markdown_of("<p><br>one</p><p><strong> <br>two</strong>") == "one\n\n**two**"
    assert (
        markdown_of("<ul><li><br>\xa0<br/>a<br>b</ul><p><img src=/a.png><br>c")
        == "- a  \n  b\n\n![](/a.png)  \nc"
    )


RADIOS = "<input type=radio id=t1 name=t><input type=radio id=t2 name=t>"
LABELS = "<div><label for=t1>npm</label><label for=t2>yarn</label></div>"
PANELS = "<div><div><pre>npm i</pre></div><div><pre>yarn</pre></div></div>"


def test_tabs_of_radio_buttons_stand_under_their_labels() -> None:
    expected = "npm\n\n```\nnpm i\n```\n\nyarn\n\n```\nyarn\n```"
    assert markdown_of(f"{RADIOS}{LABELS}{PANELS}") == expected


def test_labels_of_other_fields_stay_where_they_are() -> None:
    assert markdown_of(f"<input id=t1><input id=t2>{LABELS}{PANELS}").startswith("npm yarn\n")
    assert markdown_of(f"{RADIOS}{LABELS}<div><p>one</p></div>") == "npm yarn\n\none"


def test_a_line_of_code_that_is_a_number_stays() -> None:
    rows = "".join(
        f"<tr><td class='hljs-ln-line hljs-ln-numbers'><div class=hljs-ln-n>{i}</div><td class='hljs-ln-line"
        f" hljs-ln-code'><b>return</b> {i}"
        for i in (1, 2)
    )
    assert markdown_of(f"<pre><code><table class=hljs-ln>{rows}</table></code></pre>") == (
        "```\nreturn 1\nreturn 2\n```"
    )


# -- tables that lay out the page ---------------------------------------------------------------------


def test_a_table_of_one_kept_cell_is_no_table() -> None:
    page = parse("<table><tr><td>menu<td><p>one</p><p>two</p></table>")
    assert render_markdown(page, keeping(page, "one", "two"), Options()) == "one\n\ntwo"


def test_a_table_with_many_paragraphs_in_a_cell_is_no_table() -> None:
    markup = "<table><tr><td>rail<td>\u3000\u3000一<br><br>\u3000\u3000二<br><br>\u3000\u3000三</table>"
    assert markdown_of(markup) == "rail\n\n一\n\n二\n\n三"


def test_a_table_inside_a_table_that_lays_out_the_page_stays_a_table() -> None:
    inner = "<table><tr><th>a<th>b<tr><td>c<td>d</table>"
    markup = f"<table><tr><td><h1>one</h1><p>two</p><p>three</p>{inner}</table>"
    assert markdown_of(markup) == "# one\n\ntwo\n\nthree\n\n| a | b |\n| --- | --- |\n| c | d |"


def test_links_and_emphasis_around_the_paragraphs_of_a_cell_have_no_space_at_their_edges() -> None:
    markup = "<table><tr><th>a<th>b<tr><td><b><p>one</p></b>{}<td>two</table>"
    lines = markdown_of(markup.format("")), markdown_of(markup.format("and <a href=/x><p>three</p></a>"))
    assert [line.split("\n")[2] for line in lines] == [
        "| **one** | two |",
        "| **one** and [three](/x) | two |",
    ]
    breaks = markdown_of("<table><tr><th>a<th>b<tr><td><b>one<br> two<br>\n</b>three<td>four</table>")
    assert breaks.split("\n")[2] == "| **one two** three | four |"


# -- inline -------------------------------------------------------------------------------------------


def test_emphasis_is_marked() -> None:
    assert markdown_of("<p>one <b>two</b> <em>three</em></p>") == "one **two** *three*"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("中<b>粗体</b>文", "中**粗体**文"),
        ("中 <em>斜体</em> 文", "中 *斜体* 文"),
        ("中<b>粗体。</b>文", "中**粗体**。文"),
        ("中<b>粗</b><b>体</b>文", "中**粗体**文"),
        ("中<b>粗</b><i>体</i>文", "中**粗***体*文"),
        ("中<b><i>粗体</i></b>文", "中***粗体***文"),
        ("中<b>【粗体】</b>文", "中【**粗体**】文"),
        ("<b>“粗体”的字。</b>文", "**“粗体”的字**。文"),
        ("<b>粗体（一、二）</b>文", "**粗体**（一、二）文"),
        ("<b>，粗体。</b>文", "，**粗体**。文"),
        ("中<b>粗<b>体</b></b>文", "中**粗体**文"),
        ("中<b>！</b>文", "中！文"),
        ("<code>&lt;em&gt;x&lt;/em&gt;</code>中<b>粗</b>", "`<em>x</em>`中**粗**"),
    ],
)
def test_emphasis_in_chinese_is_marked_where_marks_work(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>{markup}</p>") == markdown


def test_code_that_looks_like_emphasis_stays() -> None:
    assert markdown_of("<pre>&lt;em&gt;x&lt;/em&gt;</pre>") == "```\n<em>x</em>\n```"


def test_characters_with_a_meaning_are_escaped() -> None:
    assert markdown_of("<p>1. a*b*</p><p># [c](d)</p>") == "1\\. a\\*b\\*\n\n\\# \\[c\\](d)"


def test_links_are_absolute() -> None:
    markdown = markdown_of("<p><a href=/x>one</a></p>", "http://example.org/d/")
    assert markdown == "[one](http://example.org/x)"


def test_links_have_no_titles() -> None:
    assert (
        markdown_of('<p><a href="https://example.org/" title="An example">x</a></p>')
        == "[x](https://example.org/)"
    )


def test_links_that_run_scripts_are_text() -> None:
    assert markdown_of("<p><a href=javascript:x()>one</a></p>") == "one"


def test_images_have_their_text_and_address() -> None:
    markdown = markdown_of("<p>a</p><img src=i.png alt=hill><p>b</p>", "http://example.org/d/")
    assert markdown == "a\n\n![hill](http://example.org/d/i.png)\n\nb"


def test_text_around_a_player_stays_apart() -> None:
    assert markdown_of("one<video src=data:video/mp4,v></video>two") == "one\n\ntwo"


def test_a_player_without_the_url_of_the_page_is_a_link_as_pictures_are() -> None:
    assert markdown_of("one<video src=/v.mp4 title=Rain></video>") == "one\n\n[Rain](/v.mp4)"


# -- switches and selections --------------------------------------------------------------------------


def test_without_links_their_text_stays() -> None:
    assert markdown_of("<p>a <a href=/x>link</a></p>", links=False) == "a link"
    markup = "<p><i>a </i><a href=/x><i>link</i></a><i>.</i></p>"
    assert markdown_of(markup, links=False) == "*a link.*"


def test_without_images_no_image_stays() -> None:
    assert markdown_of("<p>a</p><img src=i alt=hill><p>b</p>", images=False) == "a\n\nb"


def test_a_heading_that_is_the_first_line_stands_above_the_table() -> None:
    rows = "<tr><td>a<td>b<tr><td>c<td>d"
    grid = "| a | b |\n| --- | --- |\n| c | d |"
    for head in ("<thead><tr><th colspan=2><h3>The hill</h3></thead>", "<tr><td><h3>The hill</h3><td>"):
        assert markdown_of(f"<p>x</p><table>{head}<tbody>{rows}</table>") == f"x\n\n### The hill\n\n{grid}"
    assert "|" not in markdown_of(f"<table><tr><th><h3>The hill</h3>{rows}<td><h3>e</h3>f</table>")


def test_without_tables_rows_are_lines_and_cells_are_apart() -> None:
    markdown = markdown_of("<table><tr><th>a<th>b<tr><td>c<td>d</table>", tables=False)
    assert markdown == "a b\n\nc d"


def test_only_kept_text_is_written() -> None:
    page = parse("<h1>one</h1><ul><li>menu</ul><p>two <a href=/ad>advert</a></p>")
    assert render_markdown(page, keeping(page, "one", "two"), Options()) == "# one\n\ntwo"


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text))


def assert_all_letters_are_there(text: str, markdown: str) -> None:
    """Every letter of the text stands in the Markdown, in order; Markdown adds numbers and addresses."""
    rest = iter(letters(markdown))
    missing = [letter for letter in letters(text) if letter not in rest]
    assert not missing


@each("name", ZOO)
def test_no_switch_loses_a_letter_of_a_zoo_page(name: str) -> None:
    page = parse(ZOO[name])
    kept = everything(page)
    for links, images, tables in itertools.product((True, False), repeat=3):
        options = Options(links=links, images=images, tables=tables)
        assert_all_letters_are_there(render_text(page, kept), render_markdown(page, kept, options))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_plain_markdown_of_a_selection_has_its_words(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP))
    selection = data.draw(selections(page))
    markdown = render_markdown(page, selection, Options(links=False, images=False))
    assert_all_letters_are_there(render_text(page, selection), markdown)


# -- what the renderer of the parser does not know ------------------------------------------------------


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        ("<tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e", ["| a |  | b |", "| c | d | e |"]),
        ("<tr><td rowspan=2>a<td>b<tr><td>c", ["| a | b |", "|  | c |"]),
        ("<tr><td>a<td rowspan=2>b<tr><td>c", ["| a | b |", "| c |  |"]),
        ("<tr><td>a<td>b<tr><td>c", ["| a | b |", "| c |  |"]),
        ("<tr><td>a<td>b<tr><td>c<td>d<td hidden>e", ["| a | b |", "| c | d |"]),
        ("<tr><td>a<td>x<p>y<tr><td>b<td><ul><li>z", ["| a | x y |", "| b | • z |"]),
        ("<tr><td>a<td rowspan=0>b<tr><td>c<tr><td>d", ["| a | b |", "| c |  |", "| d |  |"]),
        ("<tr><td>a<td>b<tr><td>c<td><img src=/i alt=d>", ["| a | b |", "| c | ![d](/i) |"]),
        (
            "<tr><td>a<td><td>b<tr><td>c<td><a href=/p><img src=/i></a><td>d",
            ["| a |  | b |", "| c | [![](/i)](/p) | d |"],
        ),
        ("<tr><td>a<td>b<tr><td><img src=/i><td><img src=/j>", ["| a | b |", "| ![](/i) | ![](/j) |"]),
    ],
)
def test_tables_are_grids(markup: str, lines: list[str]) -> None:
    found = markdown_of(f"<table>{markup}</table>").splitlines()
    assert [found[0], *found[2:]] == lines


def test_a_kept_hidden_line_is_one_of_its_table() -> None:
    page = parse("<table><tr><td>a<td>b<td>x<tr hidden><td>c<td>d<td>e</table>")
    kept = page.is_text & np.array([page.row_text(row) != "d" for row in range(len(page))])
    found = render_markdown(page, selected(page, kept), Options()).splitlines()
    assert [found[0], *found[2:]] == ["| a | b | x |", "| c |  | e |"]


@pytest.mark.parametrize(
    "span", ["colspan=9007199254740991", "rowspan=9007199254740991", "colspan=x", "rowspan=-1"]
)
def test_absurd_spans_cost_little(span: str) -> None:
    markdown = markdown_of(f"<table><tr><td {span}>a<td>b<tr><td>c<td>d</table>")
    assert len(markdown) < 20_000
    assert "a" in markdown


def test_one_line_wider_than_all_makes_no_grid_of_empty_cells() -> None:
    markdown = markdown_of("<table><tr>" + "<td>a" * 2_000 + "<tr><td>b" * 1_000 + "</table>")
    assert markdown.count("|") < 10_000
    lines = markdown_of("<table>" + "<tr><td>b" * 8_000 + "<tr><td>a<td>c</table>").splitlines()
    assert (lines[0], lines[-1]) == ("| b |  |", "| a | c |")


@pytest.mark.parametrize(
    "table",
    [
        "<table role=presentation><tr><td>a<td>b",
        "<table><tr><td><h2>a</h2><td>b",
        "<table><tr><td>a<tr><td>b",
    ],
)
def test_tables_that_lay_out_the_page_are_blocks(table: str) -> None:
    assert "|" not in markdown_of(table)


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        ("<tr><th>a<th><h3>b</h3><tr><td>c<td>d", ["| a | b |", "| c | d |"]),
        ("<tr><td><h4>a</h4><td><h4>b</h4><tr><td>c<td>d", ["| a | b |", "| c | d |"]),
        ("<tr><th>a<th>b<tr><td><h4>c</h4><p>d<td>e", ["| a | b |", "| **c** d | e |"]),
        (
            "<tr><th>a<th>b<tr><td>c<td>d<table><tr><td>e<td>f<tr><td>g<td>h</table>",
            ["| a | b |", "| c | d e f g h |"],
        ),
        ("<tr><th>a<td>b<tr><th>c<td><pre>d | e\n\n  f</pre>g", ["| a | b |", "| c | `d \\| e` `f` g |"]),
        ("<tr><th>a<th>b<tr><td>c<td><blockquote><p>d<p>e</blockquote>", ["| a | b |", "| c | d e |"]),
        ("<tr><th>a<th>b<tr><td>c<td><a href=/u><p>d</p><p>e</p></a>", ["| a | b |", "| c | [d](/u) e |"]),
    ],
)
def test_a_table_with_heads_stays_one_around_a_big_element(markup: str, lines: list[str]) -> None:
    found = markdown_of(f"<table>{markup}</table>").splitlines()
    assert [found[0], *found[2:]] == lines


@pytest.mark.parametrize(
    "table",
    [
        f"<table><tr><th>a<th>b<tr><td><h2>c</h2>{'d' * 501}<td>e",
        "<table><tr><th>a<th>b<th><pre>c</pre></table>",
        "<table><tr><th>a<tr><th>b<tr><td><h2>c</h2></table>",
        "<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d",
    ],
)
def test_a_table_around_a_section_or_of_one_line_or_column_is_none(table: str) -> None:
    assert "|" not in markdown_of(table)


def test_a_dropped_cell_keeps_its_place() -> None:
    page = parse("<table><tr><th>a<th>b<tr><td>c<td>d</table>")
    assert render_markdown(page, keeping(page, "a", "b", "d"), Options()).endswith("|  | d |")


def test_a_list_that_counts_backwards_is_a_list() -> None:
    assert markdown_of("<ol reversed start=3 onclick=x()><li>a</ol>") == "3. a"


def test_definitions_are_a_list() -> None:
    assert markdown_of("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>") == "- **a**  \n  b  \n  c\n- **d**  \n  e"
    contents = markdown_of("<dl><dt><a href=/1>1</a><dt><a href=/2>2</a><dd>b</dl>")
    assert contents.count("- ") == 2


def test_a_callout_is_an_alert() -> None:
    markup = "<div class='admonition tip'><p class='admonition-title'>Tip</p><p>one</p></div>"
    assert markdown_of(markup) == "> [!TIP]\n> one"
    assert markdown_of("<div class='alert'>one</div>") == "one"


def test_a_box_that_is_named_and_begins_like_a_callout_is_one() -> None:
    assert markdown_of("<div class='card note'><p><strong>Note:</strong> one</p></div>") == "> [!NOTE]\n> one"
    assert markdown_of("<div class='card note'><h3>Note</h3><p>one</p></div>") == "> [!NOTE]\n> one"
    item = "<ul><li><p>a</p><div class='card note'><p><b>Note:</b> one</p></div></ul>"
    assert markdown_of(item) == "- a\n  > [!NOTE]\n  > one"
    assert markdown_of("<div class='card note'><p>Note: one</p></div>") == "Note: one"
    assert markdown_of("<div class='footnote'><p><b>Warning</b> one</p></div>") == "**Warning** one"


def test_a_callout_says_its_kind_in_an_attribute() -> None:
    title = "<div class=callout-title><div class=inner>Why</div></div>"
    markup = f"<div class=callout data-callout=faq>{title}<p>one</p></div>"
    assert markdown_of(markup) == "> [!NOTE]\n> **Why**\n>\n> one"
    assert markdown_of(markup.replace("faq", "bug")).startswith("> [!CAUTION]")


def test_a_player_after_the_last_text_stays() -> None:
    player = "<iframe src='https://player.vimeo.com/video/4'></iframe>"
    assert markdown_of(f"<p>a</p>{player}") == "a\n\n<https://player.vimeo.com/video/4>"


@pytest.mark.parametrize("name", ["blanket-1.jpg", "grey-sweater.jpg", "261x157.jpg", "lazy-loaded.jpg"])
def test_a_picture_named_like_a_placeholder_stays(name: str) -> None:
    assert markdown_of(f"<p>a</p><img src=https://e.org/{name}><p>b</p>").count(name) == 1


@pytest.mark.parametrize(
    "name", ["blank.gif", "lazy_placeholder.png", "grey-pixel.png", "placeholder-wide.svg"]
)
def test_a_placeholder_is_no_picture(name: str) -> None:
    assert markdown_of(f"<p>a</p><img src=https://e.org/{name}><p>b</p>") == "a\n\nb"


def test_notes_are_notes() -> None:
    markup = "<p>a<sup><a href=#n>1</a></sup></p><p>b</p><ol><li id=n>some words</ol>"
    assert markdown_of(markup) == "a[^1]\n\nb\n\n[^1]: some words"
    # A script shows the note that an attribute names; a saved page has its own URL in front.
    for link in ("<b data-note=fn1><a href=#>1</a></b>", "<sup><a href=https://e.org/page#fn1>1</a></sup>"):
        assert markdown_of(f"<p>a{link}</p><p>b</p><aside id=fn1>some words</aside>").endswith(
            "[^1]: some words"
        )


@pytest.mark.parametrize(
    "markup",
    [
        "<p>a<sup><a href=#n>1</a></sup></p>",  # no note
        "<p id=n>some words</p><p>a<sup><a href=#n>1</a></sup></p>",  # before its reference
        "<p>a <a href=#part>see</a></p><p id=part>some words</p>",  # a link to a part
    ],
)
def test_what_is_no_note(markup: str) -> None:
    assert "[^" not in markdown_of(markup)


def test_no_rule_stands_before_notes_of_the_text() -> None:
    note = '<label class="margin-toggle sidenote-number"></label><span class="sidenote">By hand.</span>'
    markdown = markdown_of(f"<p>Its rope{note} is old.</p><hr>")
    assert markdown == "Its rope[^1] is old.\n\n[^1]: By hand."


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("H<sub>2</sub>O, m<sup>2</sup>", "H₂O, m²"),
        ("10<sup>-6</sup> x<sub>max</sub> x<sup>n+1</sup>", "10⁻⁶ xₘₐₓ xⁿ⁺¹"),
        ("1<sup>er</sup> 2<sup>o</sup> Name<sup>TM</sup> a<sub>if</sub>", "1er 2o NameTM aif"),
        ("word<sup>[1]</sup> word<sup> <i>3</i> </sup>", "word\\[1\\] word *³*"),
        ("word<sup><a href=/x>4</a></sup>", "word[⁴](/x)"),
        ("a<sup>b<sub>1</sub></sup><sup></sup>", "ab₁"),
        ("<sup>1 </sup>In <sup>2 </sup>at 15 m<sup>3 </sup>oil", "¹ In ² at 15 m³ oil"),
    ],
)
def test_sub_and_sup_are_lowered_and_raised(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>{markup}</p>") == markdown


def test_latex_is_not_escaped() -> None:
    assert markdown_of(r"<p>\(a_1*b_2\) and a_1</p>") == r"$a_1*b_2$ and a_1"
    assert markdown_of(r"<pre>\(a\)</pre>") == "```\n\\(a\\)\n```"


@pytest.mark.parametrize(
    "latex",
    [
        "$x_i$", r"$\alpha + 1$", "$a * b$", "$f(x)^2$", "$a < b_1$", r"$\{x\}$", r"($x_1$, $y_1$)",
        r"$\begin{pmatrix} a_1 & a_2 \end{pmatrix}$",
    ],
)  # fmt: skip
def test_latex_between_dollars_is_not_escaped(latex: str) -> None:
    assert markdown_of(f"<p>Let {latex.replace('&', '&amp;').replace('<', '&lt;')}.</p>") == f"Let {latex}."


def test_environments_of_latex_are_not_escaped() -> None:
    markup = r"<p>So \begin{align*} a_1 &amp;= b_2 \end{align*} is <i>it</i>."
    assert markdown_of(markup) == "So\n\n$$\\begin{align*} a_1 &= b_2 \\end{align*}$$\n\nis *it*."
    assert markdown_of(r"<p>\begin{cases} a_1 \end{cases}, b_1") == r"$\begin{cases} a_1 \end{cases}$, b_1"


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("$5 and $10_000", "$5 and $10_000"),
        ("$5_000-$10_000", "$5_000-$10_000"),
        ("$HOME/my_dir and $PATH", "$HOME/my_dir and $PATH"),
        ("US$5 *a* 6$", "US$5 \\*a\\* 6$"),
        ("$a_b$c", "$a_b$c"),
        ("$ x_1$", "$ x_1$"),
    ],
)
def test_prices_and_variables_are_no_latex(text: str, markdown: str) -> None:
    assert markdown_of(f"<p>{text}</p>") == markdown


def test_addresses_are_no_latex() -> None:
    markup = "<p><a href='/a?$B_C$'>$x_1$</a><img src='/b?$D_E$' alt=f> c"
    expected = "[$x_1$](http://a.org/a?$B_C$)![f](http://a.org/b?$D_E$) c"
    assert markdown_of(markup, "http://a.org/") == expected


def test_lazy_images_have_their_address_once() -> None:
    lazy = "<img src=blank.gif data-src=/a.jpg alt=hill><noscript><img src=/a.jpg alt=hill></noscript>"
    markdown = markdown_of(f"<p>one</p>{lazy}<p>two</p>", "http://example.org/")
    assert markdown == "one\n\n![hill](http://example.org/a.jpg)\n\ntwo"


def test_a_dropped_caption_is_the_title_of_its_image() -> None:
    page = parse(
        "<p>one</p><figure><img src=http://e.org/a.jpg><figcaption>the hill</figcaption></figure><p>two</p>"
    )
    figure = '![](http://e.org/a.jpg "the hill")'
    assert figure not in render_markdown(page, everything(page), Options())
    assert "the hill" in render_markdown(page, everything(page), Options())


def test_a_picture_has_its_own_title_where_that_says_more() -> None:
    image = "<img src='http://a.org/b.png' alt='c' title='{}'>"
    assert markdown_of(f"<p>x{image.format(' d &quot;e  f')}y") == 'x![c](http://a.org/b.png "d \\"e f")y'
    assert (
        markdown_of(f"<p>x{image.format('c')}")
        == markdown_of(f"<p>x{image.format(' ')}")
        == "x![c](http://a.org/b.png)"
    )


def test_what_a_picture_shows_is_said_once() -> None:
    image = "<img src='http://a.org/b.png' alt='{}'>"
    alone, words = "![](http://a.org/b.png)", "The old boat in the bay"
    longer = f"{words} of the town, before the storm came"
    for markup in (f"<h2>{words}</h2><p>{image}</p>", f"<p>{image}</p><h4>{words}!</h4>"):
        assert alone in markdown_of(markup.format(words))
    assert alone in markdown_of(f"<p>{image.format(longer)}</p><p>{longer}. Photo: Ann Lee</p>")
    assert f"![{words}]" in markdown_of(f"<p>{image.format(words)}</p><p>{longer}</p>")
    assert "![Bay]" in markdown_of(f"<p>{image.format('Bay')}</p><p>Bay</p>")


@pytest.mark.parametrize(
    ("alt", "shown"),
    [
        ("IMG_2067.jpeg", ""),
        ("Old boat 4.JPG", ""),
        ("The old boat in the bay.png", "The old boat in the bay.png"),
        ("Boat.", "Boat."),
    ],
)
def test_the_name_of_a_file_is_not_what_a_picture_shows(alt: str, shown: str) -> None:
    markdown = markdown_of(f"<p>x</p><p><img src='http://a.org/b.png' alt='{alt}'></p><p>y</p>")
    assert markdown == f"x\n\n![{shown}](http://a.org/b.png)\n\ny"


def test_a_title_with_the_letters_of_the_alternative_text_is_left_out() -> None:
    image = "<img src='http://a.org/b.png' alt='The old boat' title='The old boat!'>"
    assert markdown_of(f"<p>x</p>{image}") == "x\n\n![The old boat](http://a.org/b.png)"


@pytest.mark.parametrize("inside", ["", "<noscript><img src=/b.png></noscript>", "<img src='/b.png' alt=c>"])
def test_pictures_of_amp_are_pictures(inside: str) -> None:
    markup = f"<p>x</p><amp-img src=/b.png alt=c width=900 height=90>{inside}</amp-img><p>y</p>"
    assert markdown_of(markup, "http://a.org") == "x\n\n![c](http://a.org/b.png)\n\ny"


def test_style_does_not_make_code() -> None:
    assert markdown_of("<p><span style='white-space:pre-wrap'>one  two</span></p>") == "one two"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<b>one:</b>&nbsp;two", "**one:** two"),
        ("中<b>a</b>。", "中**a**。"),
        ("<b>“一”</b>二", "“**一**”二"),
    ],
)
def test_emphasis_is_in_marks_where_the_standard_reads_them(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>{markup}</p>").replace("\xa0", " ").replace("&#160;", " ") == markdown


def test_keys_beside_each_other_stay_apart() -> None:
    assert markdown_of("<p><kbd>F</kbd><kbd>TAB</kbd> ends</p>") == "`F` `TAB` ends"


def test_no_zero_width_character_is_left_that_parts_no_words() -> None:
    assert markdown_of("<h2>End\u200b</h2><p>\ufeffa\u200bb\u2060c\xadd</p>") == "## End\n\nabcd"
    assert markdown_of("<p>ភាសា\u200bខ្មែរ</p>") == "ភាសា\u200bខ្មែរ"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<strong>\u200b 重点</strong>词", "**重点**词"),
        ("two <b>one \u200b</b>x", "two **one** x"),
        ("<em>\u2060 a</em>b", "*a*b"),
        ("<b>\u200e text</b>", "**text**"),
        ("<b>&#173;&nbsp;text</b> x", "**text** x"),
    ],
)
def test_space_next_to_a_zero_width_character_stands_outside_of_emphasis(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>{markup}</p>") == markdown


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("原价<del>￥199</del>现价", "原价<s>￥199</s>现价"),
        ("price<s>$10</s>now", "price<s>$10</s>now"),
        ("see a<del>(x)</del>b <del>c</del>", "see a<s>(x)</s>b ~~c~~"),
        ("中<del>「旧」</del>文", "中「~~旧~~」文"),
        ("a<s>,</s> b", "a, b"),
        ("a<del>$1 <b>2</b></del>b", "a<s>$1 **2**</s>b"),
    ],
)
def test_what_is_deleted_is_marked_where_marks_do_not_work(markup: str, markdown: str) -> None:
    assert markdown_of(f"<p>{markup}</p>") == markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("see http://e.org/a_b__c?x_y=1, snake_case", "see http://e.org/a_b__c?x_y=1, snake_case"),
        ("https://e.org/~ann/_a (www.e.org/a_b)", "https://e.org/~ann/_a (www.e.org/a_b)"),
        ("站点https://e.org/路_径", "站点https://e.org/路_径"),
        ("http://e.org/_a_/b*c*", "http://e.org/_a\\_/b\\*c\\*"),
        ("<code>http://e.org/a\\_b</code> http://e.org/c_d", "`http://e.org/a\\_b` http://e.org/c_d"),
        ("a__b, 港_口, _c_ and __init__", "a__b, 港_口, \\_c\\_ and \\_\\_init\\_\\_"),
        ("a\\_b <i>c_d</i> <code>e\\_f</code>", "a\\\\\\_b *c_d* `e\\_f`"),
    ],
)
def test_a_word_or_address_has_no_escapes_within_it(text: str, markdown: str) -> None:
    assert markdown_of(f"<p>{text}</p>") == markdown


def test_a_line_with_the_indent_of_a_paragraph_is_one() -> None:
    assert markdown_of("<p>　　一。<br>　　二。<br>三。<br>\n　　四。</p>") == "一。\n\n二。  \n三。\n\n四。"


def test_a_picture_stands_in_one_size() -> None:
    markup = "<p>a</p><img src=https://e.org/x/lamp-1.jpg?w=900><p>b</p><img src={}><p>c</p>"
    for other in ("x/lamp-1.jpg?w=90", "x/80x80/lamp-1.jpg", "thumbs/x/lamp-1.jpg", "x/lamp-1-300x200.jpg"):
        assert markdown_of(markup.format(f"https://e.org/{other}")).count("![") == 1, other
    assert markdown_of(markup.format("https://e.org/y/lamp-1.jpg")).count("![") == 2


def test_a_picture_that_is_all_of_a_cell_stays_in_each() -> None:
    yes, corner = '<img src="/yes.png" alt="yes">', '<img src="/corner.gif">'
    table = (
        f"<table><tr><th>Bed<td>{yes}<td><p>{yes}</p><tr><th>Sofa<td>{yes}<td>{corner}<tr><th>Rug<td>{corner}"
    )
    shown = "![yes](/yes.png)"
    assert markdown_of(table).splitlines() == [
        f"| Bed | {shown} | {shown} |",
        "| --- | --- | --- |",
        f"| Sofa | {shown} | ![](/corner.gif) |",
        "| Rug |  |  |",
    ]
    linked = f'<a href="/buy">{yes}</a>'
    assert (
        markdown_of(f"<table><tr><th>Bed<td>{linked}<tr><th>Sofa<td>{linked}</table>").count("yes.png") == 1
    )


def test_pictures_with_one_caption_have_it_once() -> None:
    pictures = "<img src=https://e.org/a.jpg><img src=https://e.org/b.jpg>"
    markup = f"<p>a</p><figure>{pictures}<figcaption hidden>Hill</figcaption></figure><p>b</p>"
    assert markdown_of(markup).count('"Hill"') == 1


def test_a_link_to_the_top_of_its_page_is_none() -> None:
    markup = "<p><a href='#'>Hill</a> and <a href=' #'><img src=https://e.org/a.jpg></a> and more</p>"
    assert markdown_of(markup) == "Hill and ![](https://e.org/a.jpg) and more"


def test_pictures_of_reactions_are_controls() -> None:
    markup = "<p>a</p><img src=https://e.org/reactions/like.png alt=Like><p>b</p>"
    assert markdown_of(markup) == "a\n\nb"


def test_a_stated_heading_does_not_link_to_itself() -> None:
    markup = "<div role=heading aria-level=3><a href='#c4'>Why?</a></div><p>a</p>"
    assert markdown_of(markup) == "### Why?\n\na"


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("<a href=/b><h3>Hills</h3></a>", "### [Hills](https://e.org/b)"),
        ("<a href=/b><h3><span>Hills</span> far</h3></a>", "### [Hills far](https://e.org/b)"),
        ("<a href=/b><i>New</i><h3>Hills</h3></a>", "*New*\n\n### [Hills](https://e.org/b)"),
        ("<ul><li><a href=/b><h3>Hills</h3></a>", "- ### [Hills](https://e.org/b)"),
        ("<a href=/a><h3>Hills</h3></a>", "### Hills"),
        ("<a href=#hills><h3>Hills</h3></a>", "### Hills"),
        ("<a href=/b><p>Hills</p></a>", "[Hills](https://e.org/b)"),
    ],
)
def test_a_heading_in_a_link_is_a_heading(markup: str, markdown: str) -> None:
    found = markdown_of(f"<p>a</p>{markup}", "https://e.org/a")
    assert found == f"a\n\n{markdown}"


def test_a_named_emoji_is_text() -> None:
    image = "<img class=emoji src=https://e.org/s.png alt=':sun:'>"
    assert markdown_of(f"<p>a {image}</p>") == markdown_of(f"<p>a <span>{image}</span></p>") == "a :sun:"


def test_spaces_in_code_next_to_a_table_with_blocks_in_cells_cost_linear_time() -> None:
    table = "<table><tr><th>A<th>B<tr><td><p>one</p><p>two</p><td>x</table>"
    markup = f"<p>Words of a text.</p>{table}<pre>a{' ' * 100_000}b</pre>"
    assert cpu_s(lambda: markdown_of(markup)) < 2
