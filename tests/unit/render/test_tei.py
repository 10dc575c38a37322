"""TEI: valid, and with all of the main text."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.examples import examples
from tests.generated import MARKUP, everything, selections
from tests.tei_subset import SCHEMA
from tests.zoo import ZOO

import maintext
from maintext.html import parse
from maintext.options import Options
from maintext.render import render_html, render_text
from maintext.render.tei import Header, render_tei, render_tei_corpus

HEADER = Header(
    title="Title & more", authors=("Ann", "王小明"), published="2024-05-01T10:20+08:00", modified="2024-06",
    url="https://site.test/a b?c=d#e", site_name="Site", source="新华网", source_url="https://x.test/",
    description="What it says.", language="zh-Hans", licence="https://cc.test/by", keywords=("a", "b"),
    program=("maintext", "0.1.0"), credits=(("responsible_editor", "Bo & Co"),),
)  # fmt: skip
TEI = "{http://www.tei-c.org/ns/1.0}"
ARTICLE = """<h1>Title</h1><p>a <b>b</b> <a href="/x y">l</a><br>c<img src=i.png alt=pic> d</p>
<h2>Part</h2><ul><li>one<ul><li>two</ul><li>three</ul><h2>Other</h2>
<table><caption>cap</caption><tr><th>h<tr><td colspan=2>v<p>w</table><h1>Second</h1>
<pre><code class=language-py>if x:\n    y()</code></pre><blockquote><h3>q</h3><p>quoted</blockquote>"""


def tei_of(markup: str, header: Header = HEADER) -> str:
    page = parse(markup, "https://site.test/")
    return render_tei(render_html(page, everything(page), Options()), header)


def body_of(markup: str) -> str:
    text = tei_of(markup).partition("<body>")[2].partition("</body>")[0]
    return text or "<body/>"


@cache
def schema() -> Any:
    etree = pytest.importorskip("lxml.etree", reason="lxml is needed to validate")
    return etree.RelaxNG(etree.fromstring(SCHEMA))


def problems(tei: str) -> list[str]:
    relaxng = schema()
    etree = pytest.importorskip("lxml.etree")
    relaxng.validate(etree.fromstring(tei.encode()))
    return [error.message for error in relaxng.error_log]


def words(text: str) -> str:
    """Visible characters: where spaces stand is the schema's matter."""
    return re.sub(r"[\s\xad\u200b\u2060\ufeff]+", "", text)


def text_of(tei: str) -> str:
    body = ET.fromstring(tei).find(f".//{TEI}body")  # noqa: S314 - written here
    assert body is not None
    for description in body.iter(f"{TEI}figDesc"):
        description.text = ""
    return "".join(body.itertext())


# -- structure ----------------------------------------------------------------------------------------


def test_headings_nest_divisions() -> None:
    body = body_of("<p>0</p><h1>1</h1><p>a</p><h2>2</h2><p>b</p><h2>3</h2><h1>4</h1><p>c</p>")
    assert body == (
        "<p>0</p><div><head>1</head><p>a</p><div><head>2</head><p>b</p></div><div><head>3</head></div></div>"
        "<div><head>4</head><p>c</p></div>"
    )


def test_emphasis_links_and_breaks() -> None:
    body = body_of('<p>a <b><i>b</i></b><br>c <a href="x y">d</a> <del>e</del></p>')
    assert body == (
        '<p>a <hi rend="bold"><hi rend="italic">b</hi></hi><lb />c '
        '<ref target="https://site.test/x%20y">d</ref> <del>e</del></p>'
    )


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://x.test/a[1]=2", "https://x.test/a%5B1%5D=2"),
        ("https://x.test/100%/%20#a#b", "https://x.test/100%25/%20#a%23b"),
        ("http://http://x.test/", "http://http//x.test/"),
        ("http://[::1]/a b", "http://[::1]/a%20b"),
        ("https://x.test/中文", "https://x.test/%E4%B8%AD%E6%96%87"),
        ("https://x.test/{a}|<b>", "https://x.test/%7Ba%7D%7C%3Cb%3E"),
    ],
)
def test_addresses_are_what_xml_schema_takes(address: str, expected: str) -> None:
    tei = tei_of(f'<p><a href="{address}">a</a></p>')
    assert f'<ref target="{expected}">a</ref>' in tei
    assert problems(tei) == []


def test_what_is_no_address_has_no_target() -> None:
    assert body_of("<p><a href='http://x.test:port/'>a</a></p>") == "<p><ref>a</ref></p>"
    assert problems(tei_of("<p>x", Header(title="t", url="http://[x", licence="http://a:b/"))) == []


def test_links_within_the_page_have_no_target() -> None:
    assert body_of("<p>a<a href=#n>1</a></p><p id=n>n</p>") == "<p>a<ref>1</ref></p><p>n</p>"


def test_lists_within_lists() -> None:
    assert body_of("<ul><li>a<ol><li>b</ol></ul>") == (
        '<list rend="bulleted"><item><p>a</p><list rend="numbered"><item><p>b</p></item></list></item></list>'
    )


def test_numbers_that_a_list_states() -> None:
    assert body_of("<ol start=3><li>a<li>b<li value=9>c</ol>") == (
        '<list rend="numbered"><item n="3"><p>a</p></item><item><p>b</p></item>'
        '<item n="9"><p>c</p></item></list>'
    )


def test_labels_and_items_of_definitions_take_turns() -> None:
    assert body_of("<dl><dt>a<dt>b<dd>c<dd>d</dl>") == (
        '<list type="gloss"><label>a</label><item /><label>b</label><item><p>c</p></item>'
        "<label /><item><p>d</p></item></list>"
    )


def test_tables_have_spans_and_label_cells() -> None:
    assert body_of("<table><tr><th colspan=2>a<tr><td>b<td rowspan=3>c</table>") == (
        '<table><row><cell role="label" cols="2"><p>a</p></cell></row>'
        '<row><cell><p>b</p></cell><cell rows="3"><p>c</p></cell></row></table>'
    )


def test_empty_cells_keep_the_others_in_their_columns() -> None:
    inner = "<table><tr><td>c</td><td></td></tr></table>"
    assert body_of(
        f"<table><tr><td></td><td>a</td><td></td></tr><tr><td>{inner}</td><td>b</td></tr></table>"
    ) == (
        "<table><row><cell /><cell><p>a</p></cell><cell /></row>"
        "<row><cell><table><row><cell><p>c</p></cell><cell /></row></table></cell>"
        "<cell><p>b</p></cell></row></table>"
    )


def test_a_caption_outside_of_the_text_describes_the_picture() -> None:
    assert "<figDesc>a boat</figDesc><figDesc>The Aurora</figDesc></figure>" in body_of(
        "<p>b <img src=i.png alt='a boat' title='The Aurora'></p>"
    )


def test_code_keeps_its_lines() -> None:
    assert body_of("<pre><code class=language-py>if x:\n    <b>y</b>()</code></pre>") == (
        '<ab type="code"><code lang="py" xml:space="preserve">if x:\n    y()</code></ab>'
    )


def test_pictures_stand_where_they_stood() -> None:
    assert body_of("<p>a <img src=i.png alt='one two'> b</p>") == (
        '<p>a <figure><graphic url="https://site.test/i.png" /><figDesc>one two</figDesc></figure> b</p>'
    )


def test_formulas_are_tex_where_the_page_has_it() -> None:
    markup = (
        "<p>x<math><semantics><mi>y</mi><annotation encoding=application/x-tex>y_1</annotation></math></p>"
    )
    assert '<formula notation="TeX">y_1</formula>' in body_of(markup)


def test_an_empty_page_has_an_empty_paragraph() -> None:
    assert body_of("") == "<p />"


# -- header -------------------------------------------------------------------------------------------


def test_the_header_names_what_is_known() -> None:
    tei = tei_of("<p>x</p>")
    for piece in (
        "<title>Title &amp; more</title>", "<author>王小明</author>",
        "<respStmt><resp>responsible editor</resp><name>Bo &amp; Co</name></respStmt>",
        'when="2024-05-01T10:20:00+08:00"',
        '<ref target="https://site.test/a%20b?c=d#e">', '<language ident="zh-Hans">', "<term>b</term>",
        '<licence target="https://cc.test/by">', '<change><date when="2024-06">',
    ):  # fmt: skip
        assert piece in tei


@pytest.mark.parametrize(
    ("moment", "when"),
    [
        ("2024", "2024"),
        ("2024-05", "2024-05"),
        ("2024-05-01", "2024-05-01"),
        ("2024-05-01T10", None),
        ("2024-05-01T10:20", "2024-05-01T10:20:00"),
        ("2024-05-01T10:20:30Z", "2024-05-01T10:20:30Z"),
    ],
)
def test_dates_are_written_as_xml_schema_has_them(moment: str, when: str | None) -> None:
    date = ET.fromstring(tei_of("<p>x", Header(published=moment))).find(f".//{TEI}date")  # noqa: S314
    assert date is not None
    assert (date.get("when"), date.text) == (when, moment)


def test_characters_that_xml_cannot_hold_are_left_out() -> None:
    tei = tei_of("<p>x", Header(title="a\x00b\x0bc\ud800", url="http://x.test/\x01"))
    assert "<title>abc</title>" in tei
    ET.fromstring(tei)  # noqa: S314


# -- validity and completeness ------------------------------------------------------------------------


def test_the_schema_refuses_what_tei_refuses() -> None:
    good = tei_of(ARTICLE)
    assert problems(good) == []
    for right, wrong in (
        ("<item>", "<item><item />"),
        ("</head>", "</head></div><p>after a division</p><div>"),
        ("<row>", "<p>in a table</p><row>"),
        ('when="2024-06"', 'when="June"'),
        ("<graphic url=", "<graphic src="),
        ("<body>", "<body><span />"),
    ):
        assert problems(good.replace(right, wrong, 1)), wrong


@each("name", ZOO)
def test_every_page_of_the_zoo_is_valid_and_whole(name: str) -> None:
    page = parse(ZOO[name])
    kept = everything(page)
    tei = render_tei(render_html(page, kept, Options()), HEADER)
    assert words(text_of(tei)) == words(render_text(page, kept))
    assert problems(tei) == []


@pytest.mark.parametrize("header", [Header(), HEADER, Header(language="not a language", licence="free")])
def test_any_header_is_valid(header: Header) -> None:
    assert problems(tei_of(ARTICLE, header)) == []


def test_a_formula_among_code_is_kept() -> None:
    assert text_of(tei_of("<pre>a = 1 # <math><mi>x</mi></math></pre>")) == "a = 1 # x"


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_generated_pages_are_valid_and_whole(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP))
    selection = data.draw(selections(page))
    tei = render_tei(render_html(page, selection, Options()), Header())
    assert words(text_of(tei)) == words(render_text(page, selection))
    assert problems(tei) == []


@pytest.mark.parametrize("name", ["ul", "blockquote", "b", "table><tr><td", "dl><dd", "div"])
def test_deep_nesting_is_no_problem(name: str) -> None:
    tei = tei_of(f"<{name}>a" * 3000 + "b")
    assert text_of(tei).count("a") == 3000
    assert problems(tei) == []


def test_several_documents_make_a_corpus() -> None:
    tei = render_tei_corpus([("<p>a</p>", HEADER), ("<h1>b</h1>", Header())], ("maintext", "0.1.0"))
    assert problems(tei) == []
    assert [body.tag for body in ET.fromstring(tei).findall(f"{TEI}TEI")] == [f"{TEI}TEI"] * 2  # noqa: S314


def test_a_text_that_is_an_address_has_a_tei_document() -> None:
    assert "<p>https://www.example.org/</p>" in maintext.extract(b"<p>https://www.example.org/").tei


def test_a_page_within_the_limits_has_a_tei_document_though_its_html_is_longer() -> None:
    document = maintext.extract(
        "<p>" + "The words of a sentence & more of them &&&&&&&&&&&&&&&&&&&&&&&&. " * 80_000
    )
    assert len(document.html) > Options().max_bytes
    assert document.tei.count("&amp;") == 80_000 * 25


def test_the_program_is_named_where_the_package_has_no_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program that PyInstaller or zipapp packed."""
    monkeypatch.setattr("importlib.metadata.Distribution.discover", lambda **_: iter(()))
    assert f'version="{maintext.__version__}"' in maintext.extract("<p>A short text.</p>").tei
