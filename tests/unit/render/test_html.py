from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.generated import MARKUP, everything, keeping, selections
from tests.zoo import ZOO

from maintext.html import parse
from maintext.options import Options
from maintext.render import render_html, render_text
from maintext.render.artifacts import remove_artifacts

SWITCHES = [
    Options(links=links, images=images, tables=tables)
    for links, images, tables in itertools.product((True, False), repeat=3)
]


def html_of(markup: str, url: str | None = None, **options: Any) -> str:
    page = parse(markup, url)
    return render_html(page, everything(page), Options(**options))


def words(markup: str) -> list[str]:
    page = parse(markup)
    return re.findall(r"\w+", render_text(page, everything(page)))


# -- what stays ---------------------------------------------------------------------------------------


def test_elements_of_text_stay() -> None:
    markup = "<h2>head</h2><p>one <b>two</b></p><ul><li>three</li></ul>"
    assert html_of(markup) == markup


def test_part_of_a_page_has_only_the_way_to_its_text() -> None:
    page = parse("<div><p>menu</p><section><p>one</p></section></div>")
    html = render_html(page, keeping(page, "one"), Options())
    assert html == "<div><section><p>one</p></section></div>"


def test_nothing_kept_is_no_html() -> None:
    page = parse("<p>one</p>")
    assert render_html(page, keeping(page), Options()) == ""


def test_preformatted_text_stays_as_written() -> None:
    assert html_of("<pre>a\n  b &lt; c</pre>") == "<pre>a\n  b &lt; c</pre>"


def test_useful_attributes_stay() -> None:
    markup = '<table><tbody><tr><td colspan="2">one</td></tr></tbody></table>'
    assert html_of(markup) == markup


def test_the_language_of_code_stays() -> None:
    markup = '<pre><code class="language-python">x</code></pre>'
    assert html_of(markup) == markup


def test_lines_of_code_without_pre_are_code() -> None:
    line = '<div class="ql-code-block" data-language="python">'
    lines = f"{line}if x:</div>{line}  y</div>"
    shown = html_of(f'<div class="ql-code-block-container">{lines}</div>')
    assert shown == '<pre><code class="language-python">if x:\n  y</code></pre>'
    lines = "<span class=line>if x:</span><span class=line>  y</span>"
    assert html_of(f"<pre><code>{lines}</code></pre>") == "<pre><code>if x:\n  y</code></pre>"
    assert html_of("<pre>if <b>x</b>:\n  y</pre>") == "<pre>if <b>x</b>:\n  y</pre>"
    assert html_of("<pre><h2>One</h2><p>two</p></pre>") == "<pre><h2>One</h2><p>two</p></pre>"


# -- what goes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("attribute", ["onclick=x()", "class=a", "style=color:red", "data-x=1", "bogus=1"])
def test_handlers_styles_and_unknown_attributes_go(attribute: str) -> None:
    assert html_of(f"<p {attribute}>one</p>") == "<p>one</p>"


def test_scripts_and_hidden_parts_go() -> None:
    assert (
        html_of("<p>one</p><script>x()</script><p hidden>two</p><noscript>three</noscript>") == "<p>one</p>"
    )


def test_a_copy_in_noscript_is_shown_for_what_holds_its_place() -> None:
    copy = "<noscript><img src='http://e.org/max/3788/a.png' alt='hill'></noscript>"
    markup = f"<p>one</p><div><img src='http://e.org/max/60/a.png' alt='hill'>{copy}</div><p>two</p>"
    shown = '<img src="http://e.org/max/3788/a.png" alt="hill"'
    assert html_of(markup).count("<img") == html_of(markup).count(shown) == 1


def test_a_picture_that_a_script_loads_goes_after_its_copy_in_noscript() -> None:
    copy = "<noscript><img src='http://e.org/a_b.jpg' data-original='http://e.org/a_r.jpg'></noscript>"
    lazy = (
        "<img src='data:image/svg+xml;utf8,&lt;svg/&gt;' class='lazy' data-original='http://e.org/a_r.jpg'>"
    )
    html = html_of(f"<p>one</p><figure>{copy}{lazy}</figure><p>two</p>")
    assert html.count("<img") == html.count('src="http://e.org/a_r.jpg"') == 1


@pytest.mark.parametrize("link", ["javascript:x()", "JavaScript:x()", " java\nscript:x()", "vbscript:x()"])
def test_links_that_run_scripts_go(link: str) -> None:
    assert html_of(f'<p><a href="{link}">one</a></p>') == "<p><a>one</a></p>"


def test_markup_in_an_attribute_stays_an_attribute() -> None:
    html = html_of("<p title='<script>x()</script>'>one</p>")
    assert parse(html).attributes(3) == {"title": "<script>x()</script>"}


def test_text_that_looks_like_markup_stays_text() -> None:
    assert html_of("<p>&lt;script&gt;x()</p>") == "<p>&lt;script&gt;x()</p>"


def test_inline_elements_that_may_not_stay_leave_their_text() -> None:
    assert html_of("<p>in<font color=red>si</font>de</p>") == "<p>inside</p>"


def test_blocks_that_may_not_stay_become_div() -> None:
    assert html_of("<center>one</center><my-card>two</my-card>") == "<div>one</div><div>two</div>"


def test_a_list_that_is_left_out_parts_the_texts_around_it() -> None:
    page = parse("<div>one<ul>Menu</ul>two</div>")
    assert render_html(page, keeping(page, "one", "two"), Options()) == "<div>one<br>two</div>"


def test_a_heading_around_a_list_that_is_left_out_goes() -> None:
    page = parse("<div><p>one</p><h2><ul><li>Menu</li></ul></h2><p>two</p></div>")
    assert render_html(page, keeping(page, "one", "two"), Options()) == "<div><p>one</p><p>two</p></div>"


def test_options_of_a_form_become_a_list() -> None:
    assert html_of("<select><option>a<option>b</select>") == "<ul><li>a</li><li>b</li></ul>"


# -- addresses ----------------------------------------------------------------------------------------


def test_links_are_absolute_where_the_url_is_known() -> None:
    html = html_of("<a href=../x>one</a>", "http://example.org/a/b/")
    assert html == '<a href="http://example.org/a/x">one</a>'


def test_addresses_of_images_are_absolute_too() -> None:
    html = html_of("<p>a<img src=i.png>b</p>", "http://example.org/d/")
    assert html == '<p>a<img src="http://example.org/d/i.png">b</p>'


@pytest.mark.parametrize(
    "name", ["zoomfile", "real_src", "data-lazyload", "data-original", "_src", "data-lazy-img"]
)
@pytest.mark.parametrize("source", ["/common/none.gif", "/t.gif", "/waiting-for-the-bay.jpg"])
def test_pictures_that_a_script_loads_are_shown(name: str, source: str) -> None:
    markup = f'<p>one</p><img src="{source}" {name}="/boat.jpg" alt="Boat"><p>two</p>'
    assert html_of(markup) == '<p>one</p><img src="/boat.jpg" alt="Boat"><p>two</p>'


def test_another_size_that_a_script_loads_is_not_shown() -> None:
    image = '<img src="/boat-300x200.jpg" {}alt="Boat">'
    markup = image.format('data-orig-file="/boat.jpg?w=2000" ')
    assert html_of(f"<p>one</p>{markup}<p>two</p>") == f"<p>one</p>{image.format('')}<p>two</p>"


def test_links_stay_as_written_where_no_url_is_known() -> None:
    assert html_of("<a href=../x>one</a>") == '<a href="../x">one</a>'


def test_an_impossible_link_is_no_error() -> None:
    assert words(html_of("<a href='http://[x'>one</a>", "http://example.org/")) == ["one"]


# -- switches -----------------------------------------------------------------------------------------


def test_without_links_their_text_stays() -> None:
    assert html_of("<p>a <a href=/x>link</a></p>", links=False) == "<p>a link</p>"


def test_without_images_no_image_stays() -> None:
    markup = "<p>a</p><figure><img src=i><figcaption>c</figcaption></figure>"
    assert html_of(markup, images=False) == "<p>a</p><div><figcaption>c</figcaption></div>"


def test_without_tables_rows_are_blocks_and_cells_are_apart() -> None:
    html = html_of("<table><tr><th>a<th>b<tr><td>c<td>d</table>", tables=False)
    assert "<t" not in html
    assert words(html) == ["a", "b", "c", "d"]


@each("name", ZOO)
def test_no_switch_changes_the_words_of_a_zoo_page(name: str) -> None:
    page = parse(ZOO[name])
    kept = everything(page)
    if "<rp" not in ZOO[name]:  # browsers do not draw it, and text has it
        kept = remove_artifacts(page, kept)
    expected = re.findall(r"\w+", render_text(page, kept))
    for options in SWITCHES:
        assert words(render_html(page, kept, options)) == expected


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(SWITCHES))
def test_no_switch_changes_the_words_of_a_selection(data: st.DataObject, options: Options) -> None:
    page = parse(data.draw(MARKUP))
    selection = data.draw(selections(page))
    html = render_html(page, selection, options)
    assert words(html) == re.findall(r"\w+", render_text(page, selection))
