"""The forms of trafilatura's outputs and fields, where they are not maintext's."""

from __future__ import annotations

import json
from html import escape
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from maintext.compat.trafilatura import (
    bare_extraction,
    baseline,
    extract,
    extract_metadata,
    extraction,
    html2txt,
    settings,
)
from maintext.compat.trafilatura.output import body_element
from maintext.compat.trafilatura.settings import use_config
from maintext.compat.trafilatura.text import write_text

PROSE = "Nobody had told us that the bridge was gone"
AUTHORS = """<script type="application/ld+json">{"@type": "Article", "author": [
{"@type": "Organization", "name": "Daily"}, {"@type": ["Person"], "name": "Ann Lee"}]}</script>"""


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>a <b> x </b> b</p>", "a  **x**  b"),
        ("<p>a <b>   </b> b</p>", "a     b"),
        ("<p>x<sup>2</sup> and <u>u</u><u>v</u>, <b>b <b>c</b></b>, <del>d</del></p>",
         "x<sup>2</sup> and <u>uv</u>, **b c**, ~~d~~"),
        ("<p>one<br>two</p><blockquote><p>three</p></blockquote>", "one\n\ntwo\n\nthree"),
        ("<p>2 * 3 [see] snake_case \\(a_1\\)</p>", "2 \\* 3 \\[see\\] snake\\_case $a_1$"),
        ("<p># no heading</p><p>1. no list</p>", "\\# no heading\n\n1\\. no list"),
        ("<h3>Head</h3><p>text</p>", "### Head\n\ntext"),
        ("<ol><li>a<ul><li>b</li></ul>c</li><li><p>d</p> e</li></ol>", "1. a\n  - b\n\n  c\n2. d e"),
        ("<p>run <code>a|b `c`</code></p><pre>if x:\n\n    go()</pre>",
         "run `` a|b `c` ``\n\n```\nif x:\n\n    go()\n```"),
        ("<table><tr><td>a<br>b</td><td>c|d</td></tr><tr><td><h2>e</h2></td><td>f</td></tr></table>",
         "| a b | c\\|d | \n| e | f |"),
        ("<table><caption>Cap</caption><tr><td>a</td><td>b</td></tr></table>",
         "| Cap |  | \n|---|---|\n| a | b |"),
        ("<p>see <a href='/x (1)'>this</a><img src='a.png' alt='A' title='T'> now</p>",
         "see [this](</x (1)>) ![T A](a.png) now"),
        ("<div>see <math display=block><mi>x</mi></math> be&shy;low</div>", "see\n$$\nx\n$$\nbelow"),
        ("<p>so <math><mfrac><mi>a</mi><mi>b</mi></mfrac></math> is</p>", "so $\\frac{a}{b}$ is"),
    ],
)  # fmt: skip
def test_markdown_has_the_form_of_the_original(markup: str, text: str) -> None:
    assert write_text(body_element(markup), formatting=True) == text


def test_no_white_space_stands_next_to_blocks() -> None:
    body = body_element("<h2> <p>a</p> <ul> <li> <p>b</p> <p>c</p> </li> </ul> </h2>")
    assert ET.tostring(body, encoding="unicode") == (
        '<body><head rend="h2"><p>a</p><list rend="ul"><item><p>b</p><p>c</p></item></list></head></body>'
    )


def test_elements_that_a_program_adds_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"<p>{PROSE}.<o:p>It was read.</o:p></p><blockquote>It was gone.</blockquote>"
    page = f"<html><body><form>{text}</form></body></html>"
    assert "It was gone" in (extract(page) or "")
    monkeypatch.setattr(extraction, "MANUALLY_CLEANED", [*settings.CLEANED, "blockquote", "o:p"])
    assert extract(page) == f"{PROSE}."


@pytest.mark.parametrize(
    ("head", "given", "url"),
    [
        ("<link rel=canonical href=https://a.example/x>", "https://b.example/", "https://a.example/x"),
        ("<link rel=canonical href=/x>", "https://b.example/y", "https://b.example/y"),
        ("<link rel=canonical href=/x><base href=https://a.example/>", None, "https://a.example/x"),
        ("<link rel=alternate hreflang=x-default href=https://a.example/en>", None, "https://a.example/en"),
        (
            "<link rel=alternate hreflang=x-default href=https://a.example/en>",
            "https://b.example/",
            "https://b.example/",
        ),
        ("<base href=https://a.example/>", None, "https://a.example/"),
        ("<base href=/x>", None, None),
    ],
)
def test_the_url_is_the_one_that_a_page_declares_in_full(
    head: str, given: str | None, url: str | None
) -> None:
    assert extract_metadata(f"<html><head>{head}</head><body></body></html>", given).url == url


def test_titles_are_cut_after_many_characters() -> None:
    titles = [extract_metadata(f"<title>{'A' * n}</title>").title or "" for n in (700, 30_000)]
    assert titles == ["A" * 700, "A" * 9_999 + "…"]


def test_words_of_parts_that_are_side_by_side_are_not_joined() -> None:
    assert (
        html2txt("<div><a style='display:block'>Home</a><a style='display:block'>News</a></div>")
        == "Home News"
    )


def test_pictures_in_links_and_lines_of_a_paragraph_stay_in_them() -> None:
    body = body_element("<div>one<br><b>two</b><br>three</div><p><a href='/x'> <img src='a.png'> [a]</a></p>")
    assert [[child.tag for child in element] for element in body] == [["lb", "hi", "lb"], ["ref"]]
    assert write_text(body, formatting=False) == "one\ntwo\nthree\n[![](a.png) \\[a\\]](/x)"


def test_a_caption_that_has_the_alternative_text_stands_once_and_a_table_below_it_apart() -> None:
    figure = "<figure><img src='b.jpg' alt='The hill' title='The hill. By K.'></figure>"
    table = "<table><tr><th>Line</th><th>First</th></tr><tr><td>4</td><td>05:30</td></tr></table>"
    found = write_text(body_element(f"<p>back.</p>{figure}{table}"), formatting=True)
    assert found == "back.\n\n![The hill. By K.](b.jpg)\n\n| Line | First | \n|---|---|\n| 4 | 05:30 |"


def test_a_table_of_data_that_is_mostly_kept_is_kept_whole() -> None:
    rows = "<tr><td>one hill</td><td>312 m</td></tr>"
    rows += "<tr><td><a href='/b'>back</a></td><td><img src='i.png'></td></tr>"
    text = extract(f"<article><p>{PROSE} and back.</p><table>{rows}</table></article>", include_images=True)
    assert (text or "").endswith("| one hill | 312 m | \n| back | ![](i.png) |")


@pytest.mark.parametrize(
    ("markup", "name", "value"),
    [
        ("<meta name=author content='Ann Lee ❤️'>", "author", "Ann Lee"),
        ("<meta name=author content=express1>", "author", None),
        ("<meta name=author content='王小明'>", "author", "王小明"),
        (AUTHORS, "author", "Ann Lee"),
        ("<title>Rain in the hills » Notes</title>", "title", "Rain in the hills"),
        ("<title>hills.example</title><h1> </h1><h1>Hills</h1><h1>Rain</h1>", "title", "Hills"),
        ("<h2>Hills</h2><p>Rain</p>", "title", "Hills"),
        ("<h2>Hills</h2><div class=post-title>Rain</div>", "title", "Rain"),
        ("<title>hills.example - Home</title>", "sitename", "hills.example"),
        (
            "<p class=postmeta><a href=/category/hills/>Hills</a> <a href=/us>Us</a></p>",
            "categories", ["Hills"],
        ),
        ("<meta name=keywords content='hills, &amp;quot, rain'>", "tags", ["hills, rain"]),
        ("<footer>By <a href=/legal>CC BY-NC 4.0</a>, <a href=/us>us</a>", "license", "CC BY-NC 4.0"),
        ("<p><a rel=license href=/legal></a></p>", "license", None),
    ],
)  # fmt: skip
def test_fields_follow_the_rules_of_the_original(markup: str, name: str, value: object) -> None:
    assert getattr(extract_metadata(f"<html><body>{markup}</body></html>"), name) == value


def test_dates_of_the_text_alone_are_left_out_where_the_search_is_not_extensive() -> None:
    page = f"<html><body><article><p>Posted on 1 December 2019</p><p>{PROSE}</p></article></body></html>"
    off = use_config()
    off["DEFAULT"]["EXTENSIVE_DATE_SEARCH"] = "off"
    given: list[dict[str, Any]] = [
        {},
        {"config": off},
        {"date_extraction_params": {"extensive_search": False}},
    ]
    dates = [bare_extraction(page, with_metadata=True, **one).date for one in given]  # type: ignore[union-attr]
    assert dates == ["2019-12-01", None, None]


def test_signs_in_the_text_of_json_ld_are_no_tags() -> None:
    body = (
        "For x<y and z>0 the paths\\n\\tare full of water, and nobody had told us that the bridge was gone."
    )
    page = f'<script type="application/ld+json">{{"articleBody": "{body} {body}"}}</script>'
    assert "For x<y and z>0 the paths are full" in baseline(f"<html>{page}</html>")[1]


def test_baseline_reads_posts_that_discourse_loads() -> None:
    posts = [{"cooked": f"<p>{PROSE}.</p>"}, {"cooked": f"<p>{PROSE} at all, so we went back.</p>"}]
    data = escape(json.dumps({"site": "none", "topic_1": json.dumps({"posts": posts})}))
    page = f'<html><body><div data-preloaded="{data}"></div></body></html>'
    assert baseline(page)[1] == f"{PROSE}.\n\n{PROSE} at all, so we went back."


def test_baseline_leaves_out_teasers_and_notices_about_cookies() -> None:
    main, teaser = f"<p>{PROSE}, and so we went back.</p>" * 9, f"<p>{PROSE}.</p>"
    notice = "<div class='site cookie-notice'><p>We use cookies on these pages.</p></div>"
    topic = f"<div class=cookie-recipe-content>{teaser}</div>"
    page = f"<body class=cookies-not-set><article>{main}</article><article>{teaser}</article>{topic}{notice}"
    text = baseline(page)[1]
    assert (text.count(PROSE), "We use" in text) == (10, False)
    assert "We use" not in html2txt(page)
    assert "We use" in html2txt(page, clean=False)
    assert baseline(f"<article>{teaser * 3}</article>" * 2)[1].count(PROSE) == 6


def test_questions_of_a_block_of_them_are_headings() -> None:
    block = f"<div><strong class='schema-faq-question'>Why <i>so</i>?</strong> <p>{PROSE}.</p></div>"
    page = f"<article><p>{PROSE}, and so we went back at once.</p>{block}</article>"
    assert "\n\n### Why so?\n\n" in (extract(page, output_format="markdown") or "")
    assert '<head rend="h3">Why so?</head>' in (extract(page, output_format="xml") or "")
