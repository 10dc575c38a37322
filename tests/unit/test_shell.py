"""Text that only scripts hold: found, made a page of its own, and taken only for shells and teasers."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.document import Document
from maintext.extract import extract, select
from maintext.page import Page, parse
from maintext.page.parser import well_formed
from maintext.selection import Outcome
from maintext.shell import ShellText, better_text, shell_page
from maintext.shell.data import Text, everything, parse_data, texts
from maintext.shell.embedded import share_held
from maintext.shell.find import find_embedded
from maintext.shell.markup import bare, to_markup
from maintext.shell.state import is_main, prose_words

URL = "http://example.org/ferry"
FIRST = (
    "The old ferry crossed the lake for the last time on Sunday evening, with the mayor, two brass bands and"
    " some four hundred passengers on board. Nobody wanted to leave when it came back to the pier at nine."
)
SECOND = (
    "From next week a bridge will carry the road to the northern shore, where most of the people who work in"
    " the town have their houses. It was built in three years and cost less than the council had planned for."
)
THIRD = (
    "What happens to the ship is open. A museum on the coast has asked for it, a hotel would like to turn it"
    " into a restaurant, and the crew have begun to collect money so that it can stay where it always was."
)
BODY = f"{FIRST}\n\n{SECOND}\n\n{THIRD}"
ZH = (
    "周日傍晚，老渡轮最后一次横渡湖面，市长、两支铜管乐队和大约四百名乘客都在船上。九点钟靠岸的时候，谁也不愿意离开。"
    "从下周开始，一座新桥将把公路接到北岸，镇上大多数工作的人都住在那里。这座桥建了三年，花费比原来计划的要少。"
)
ARTICLE = {"@context": "https://schema.org", "@type": "NewsArticle", "articleBody": BODY}


def script(data: Any, kind: str = "application/ld+json", more: str = "") -> str:
    text = data if isinstance(data, str) else json.dumps(data).replace("</", "<\\/")
    return f'<script type="{kind}" {more}>{text}</script>'


def shell(*scripts: str, body: str = '<div id="app"></div>') -> str:
    return f"<!DOCTYPE html><title>The ferry</title>{''.join(scripts)}<body>{body}</body>"


def state(data: Any) -> str:
    return shell(script(data, "application/json", 'id="__NEXT_DATA__"'))


def found(markup: str) -> ShellText:
    text = shell_page(parse(markup, URL))
    assert text is not None
    return text


def text_of(markup: str) -> str:
    doc = extract(markup, URL)
    assert doc.text_origin != "visible"
    return doc.text


# -- JSON-LD: what is taken ---------------------------------------------------------------------------


def test_the_body_of_an_article() -> None:
    doc = extract(shell(script(ARTICLE)), URL)
    assert doc.text == BODY
    assert doc.text_origin == "json-ld:articleBody"


def test_a_body_deep_in_a_graph() -> None:
    page = {"@graph": [{"@type": "WebPage", "description": FIRST}, {"mainEntity": [ARTICLE]}]}
    assert text_of(shell(script(page))) == BODY


def test_a_body_that_stands_twice_counts_once() -> None:
    assert text_of(shell(script(ARTICLE), script([ARTICLE]))) == BODY


def test_a_product_has_its_description() -> None:
    product = {
        "@type": "Product",
        "name": "Ferry model",
        "description": FIRST,
        "brand": {"description": BODY},
    }
    doc = extract(shell(script({**product, "brand": {"@type": "Brand", "description": BODY}})), URL)
    assert (doc.text, doc.text_origin) == (FIRST, "json-ld:description")


def test_of_descriptions_the_longest_is_taken() -> None:
    data = [{"@type": "Event", "description": FIRST}, {"@type": "Event", "description": f"{SECOND} {THIRD}"}]
    assert text_of(shell(script(data))) == f"{SECOND} {THIRD}"


@pytest.mark.parametrize(
    "kind", ["WebSite", "Organization", "Person", "ImageObject", "http://schema.org/Brand"]
)
def test_a_description_of_something_else_is_not_the_text(kind: str) -> None:
    assert shell_page(parse(shell(script({"@type": kind, "description": BODY})))) is None


def test_a_thread_is_its_posts_in_order() -> None:
    thread = {
        "@type": "DiscussionForumPosting",
        "text": FIRST,
        "author": {"@type": "Person", "name": "Ann", "text": "not a post"},
        "comment": [{"@type": "Comment", "text": SECOND, "comment": {"@type": ["Comment"], "text": THIRD}}],
    }
    doc = extract(shell(script(thread)), URL)
    assert (doc.text, doc.text_origin) == (BODY, "json-ld:text")


def test_a_question_is_asked_before_it_is_answered() -> None:
    question = {
        "@type": "Question",
        "name": "Where will the ferry go?",
        "text": FIRST,
        "acceptedAnswer": {"@type": "Answer", "text": SECOND},
        "suggestedAnswer": [{"@type": "Answer", "text": THIRD}],
    }
    page = {"@type": "QAPage", "mainEntity": question}
    assert text_of(shell(script(page))) == f"Where will the ferry go?\n\n{BODY}"


def test_comments_are_no_part_of_an_article() -> None:
    data = {**ARTICLE, "comment": [{"@type": "Comment", "text": "I was on board that evening."}]}
    assert text_of(shell(script(data))) == BODY


def test_questions_of_a_faq_stand_behind_a_description() -> None:
    answer = {"@type": "Question", "name": "Is it far?", "acceptedAnswer": {"@type": "Answer", "text": BODY}}
    faq = {"@type": "FAQPage", "mainEntity": [answer]}
    product = {"@type": "Product", "description": FIRST}
    assert text_of(shell(script(faq), script(product))) == FIRST
    assert text_of(shell(script(faq))) == f"Is it far?\n\n{BODY}"


# -- state: what is taken -----------------------------------------------------------------------------


def test_the_longest_prose_of_a_state() -> None:
    post = {"title": "The ferry", "content": BODY, "slug": "the-ferry", "author": {"about": FIRST}}
    doc = extract(state({"props": {"pageProps": {"post": post}}, "buildId": "a1"}), URL)
    assert (doc.text, doc.text_origin) == (BODY, "state:content")


def test_html_in_a_string_is_html() -> None:
    content = f"<h2>The last trip</h2><p>{FIRST}</p><ul><li>{SECOND}</li></ul><script>code()</script>"
    doc = extract(state({"post": {"content": content}}), URL)
    assert doc.markdown == f"## The last trip\n\n{FIRST}\n\n- {SECOND}"
    assert "code" not in doc.html


def test_paragraphs_in_a_list() -> None:
    blocks = [{"type": "p", "text": FIRST}, {"type": "p", "text": SECOND}, {"type": "h", "text": "The end"}]
    assert text_of(state({"article": {"blocks": blocks}})) == f"{FIRST}\n\n{SECOND}\n\nThe end"


def test_pieces_of_rich_text_are_joined_to_paragraphs() -> None:
    halves = FIRST.split("ferry")
    pieces = [{"text": halves[0]}, {"text": "ferry", "mark": "b"}, {"text": halves[1]}]
    body = [{"children": pieces}, {"children": [{"text": SECOND}]}]
    assert text_of(state({"doc": {"body": body}})) == f"{FIRST}\n\n{SECOND}"


def test_replies_in_lists_stay_paragraphs() -> None:
    posts = [{"replies": [{"text": FIRST}, {"text": SECOND}]}, {"replies": [{"text": THIRD}]}]
    assert text_of(state({"posts": posts})) == BODY


def test_strings_in_a_list_have_the_name_of_the_list() -> None:
    doc = extract(state({"story": {"paragraphs": [FIRST, SECOND]}}), URL)
    assert (doc.text, doc.text_origin) == (f"{FIRST}\n\n{SECOND}", "state:paragraphs")


def test_equal_paragraphs_count_once() -> None:
    assert text_of(state({"a": {"text": [FIRST, SECOND, FIRST]}})) == f"{FIRST}\n\n{SECOND}"


def test_a_text_is_not_mixed_with_teasers_of_others() -> None:
    others = [
        {"content": f"The council met on day {day} of the month and found nothing."} for day in range(4)
    ]
    assert text_of(state({"post": {"content": BODY}, "more": others})) == BODY


def test_texts_of_one_length_in_a_list_are_all_kept() -> None:
    posts = [{"content": FIRST}, {"content": SECOND}, {"content": THIRD}]
    assert text_of(state({"thread": {"posts": posts}})) == BODY


def test_texts_of_the_site_are_not_the_page() -> None:
    notice = {"cookieNotice": {"content": BODY * 3}, "relatedPosts": [{"content": BODY * 3}]}
    assert text_of(state({**notice, "post": {"content": BODY}})) == BODY
    assert shell_page(parse(state(notice))) is None


def test_a_state_of_labels_holds_no_text() -> None:
    labels = {f"label{n}": "Please wait a moment." for n in range(200)}
    assert shell_page(parse(state({"labels": labels, "b": list(labels.values()), "c": "x" * 5000}))) is None


def test_a_short_notice_in_a_state_is_no_text() -> None:
    assert shell_page(parse(state({"popup": {"body": FIRST}}))) is None  # 39 words
    assert shell_page(parse(state({"popup": {"body": f"{FIRST} {SECOND}"}}))) is not None


def test_chinese_words_are_characters() -> None:
    doc = extract(state({"news": {"content": ZH}}), URL)
    assert (doc.text, doc.text_origin) == (ZH, "state:content")


def test_code_is_no_prose() -> None:
    code = "function start() { let ship = find('ferry'); if (ship) { ship.go(); } } " * 20
    assert prose_words(code) == prose_words(code.removeprefix("function ")) == 0
    assert prose_words("https://example.org/a b c d e f g h i. ") == 0
    assert prose_words("<p>" + FIRST + "</p>") == prose_words(FIRST) == 39


@pytest.mark.parametrize(
    "key", ["content", "body", "description", "posts", "transcript", "paragraphs", "html"]
)
def test_keys_of_main_text(key: str) -> None:
    assert is_main(key)


@pytest.mark.parametrize(
    "key", ["cookieText", "i18n", "errorMessages", "relatedPosts", "altText", "headline", "inlineScript"]
)
def test_keys_of_other_text(key: str) -> None:
    assert not is_main(key)


def test_what_is_declared_comes_before_the_state() -> None:
    other = {"reader": {"opinion": f"{THIRD} {SECOND}"}}
    markup = shell(script({"@type": "Product", "description": FIRST}), script(other, "application/json"))
    assert text_of(markup) == FIRST


def test_a_state_that_has_the_declared_text_in_full_comes_first() -> None:
    declared = {"@type": "Product", "description": FIRST}
    markup = shell(script(declared), script({"item": {"text": BODY}}, "application/json"))
    assert extract(markup).text_origin == "state:text"


def test_a_state_comes_before_the_summary_of_an_article() -> None:
    declared = {"@type": "NewsArticle", "description": FIRST}
    markup = shell(script(declared), script({"item": {"text": f"{SECOND} {THIRD}"}}, "application/json"))
    assert extract(markup).text_origin == "state:text"


# -- data in code -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "variable"),
    [
        ("window.__STATE__ = {};", "window.__STATE__"),
        (" var  __DATA__={};more()", "__DATA__"),
        ("self.data=[{}]", "self.data"),
        ('window["__S__"] = {}', 'window["__S__"]'),
        ("\nwindow.app.state = {}", "window.app.state"),
    ],
)
def test_code_that_begins_with_data_is_kept(code: str, variable: str) -> None:
    code = code.replace("{}", json.dumps({"content": BODY}))
    _, [kept] = well_formed(shell(f"<script>{code}</script>"))
    assert (kept.variable, kept.type) == (variable, "")
    assert find_embedded(parse(shell(f"<script>{code}</script>"))) is not None


def test_data_parsed_from_a_string_are_read() -> None:
    code = "window.__S__ = JSON.parse(" + json.dumps(json.dumps({"post": {"content": BODY}})) + ");"
    doc = extract(shell(f"<script>{code}</script>"), URL)
    assert doc.text == BODY
    assert doc.trace()[0].reason.endswith("in the script window.__S__ at post.content")


@pytest.mark.parametrize(
    "code",
    ["go({})", "windows = {}", "if (window.a == {}) go()", "x.window.a = {}", "window.a = b", "a = {}"],
)
def test_other_code_is_not_kept(code: str) -> None:
    assert well_formed(shell(f"<script>{code}; {'wait();' * 500}</script>"))[1] == ()


def test_code_of_a_page_with_much_markup_is_not_read() -> None:
    code = f"<script>window.a = {json.dumps({'content': BODY})}</script>"
    assert well_formed(code + "<p>text</p>" * 100)[1] == ()
    assert len(well_formed(code + "<p>text</p>")[1]) == 1
    assert well_formed(code + "<p>text</p>" * 10_000 + f"<script>{'wait();' * 40_000}</script>")[1] == ()


def test_data_come_before_code() -> None:
    _, kept = well_formed(shell(f"<script>window.a = {{}}; {'wait();' * 50}</script>", script("{}")))
    assert [one.variable for one in kept] == ["", "window.a"]


# -- when it is taken ---------------------------------------------------------------------------------


def test_a_page_that_shows_its_text_keeps_it() -> None:
    visible = f"<article><h1>The ferry</h1><p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p></article>"
    doc = extract(shell(script({**ARTICLE, "articleBody": BODY.upper()}), body=visible), URL)
    assert (doc.text_origin, doc.embedded) == ("visible", None)
    assert doc.text.endswith(BODY)


def teaser(n_paragraphs: int, *, beginning: str = FIRST) -> str:
    """A page that shows the first paragraph of a text; the body has that many more."""
    more = [f"Part {n}: on pier {n} they tell the story of day {n}, {SECOND}" for n in range(n_paragraphs)]
    menu = "".join(f"<li><a href=/{n}>{n} more about the town</a></li>" for n in range(30))
    visible = f"<ul>{menu}</ul><article><h1>The ferry</h1><p>{beginning}</p><p>{THIRD}</p></article>"
    return shell(script({**ARTICLE, "articleBody": "\n\n".join([FIRST, THIRD, *more])}), body=visible)


def test_a_teaser_gives_way_to_the_whole_text() -> None:
    page = parse(teaser(12))
    assert 50 <= page.n_words[select(page).keep].sum() < 300
    doc = extract(teaser(12), URL)
    assert doc.text_origin == "json-ld:articleBody"
    assert doc.text.startswith(f"{FIRST}\n\n{THIRD}\n\nPart 0")


def test_a_text_that_is_not_much_longer_is_not_taken() -> None:
    assert extract(teaser(1), URL).text_origin == "visible"


def test_a_text_that_begins_otherwise_is_not_taken() -> None:
    page = teaser(12).replace(f"<p>{FIRST}</p><p>{THIRD}</p>", f"<p>{ZH}</p>")
    assert extract(page, URL).text_origin == "visible"


def test_a_state_is_not_read_for_a_teaser() -> None:
    page = teaser(12).replace("application/ld+json", "application/json")
    assert extract(page, URL).text_origin == "visible"
    assert shell_page(parse(page)) is not None


def test_a_text_that_the_page_holds_is_not_taken() -> None:
    hidden = f"<template><p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p></template>"
    page = parse(shell(script(ARTICLE), body=hidden))
    assert shell_page(page) is not None
    assert better_text(page, select(page)) is None


def test_a_few_words_more_are_not_taken() -> None:
    data = {"@type": "Product", "description": "A model of the ferry."}
    doc = extract(shell(script(data)))
    assert (doc.text_origin, doc.text, doc.outcome) == ("visible", "", Outcome.NO_TEXT)


@pytest.mark.parametrize("method", ["main_subtree", "all_text", "paragraphs"])
def test_a_method_asked_for_by_name_is_shown_as_it_is(method: str) -> None:
    assert extract(shell(script(ARTICLE)), method=method).text_origin == "visible"


def test_scripts_of_a_long_page_are_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise AssertionError

    monkeypatch.setattr("maintext.shell.rule.find_embedded", fail)
    long = "".join(f"<p>Day {n}: {FIRST}</p>" for n in range(20))
    extract(shell(script(ARTICLE), body=f"<article>{long}</article>"))
    extract(shell(body=f"<p>{FIRST}</p>"))


# -- the document -------------------------------------------------------------------------------------


def test_the_document_shows_the_text_in_every_form() -> None:
    doc = extract(shell(script({**ARTICLE, "articleBody": f"<p>{FIRST}</p><p><b>{SECOND}</b></p>"})), URL)
    assert doc.text == f"{FIRST}\n\n{SECOND}"
    assert doc.markdown == f"{FIRST}\n\n**{SECOND}**"
    assert doc.html == f"<div><p>{FIRST}</p><p><b>{SECOND}</b></p></div>"
    assert doc.outcome is Outcome.FOUND
    assert [row.text for row in doc.trace()] == [FIRST, SECOND]
    assert all(row.kept for row in doc.trace())


def test_page_and_selection_stay_those_of_the_visible_page() -> None:
    doc = extract(shell(script(ARTICLE), body="<p id=a>Loading</p>"), URL)
    assert doc.page.text.split("ferry") == ["The ", "Loading"]
    assert len(doc.selection.keep) == len(doc.page)
    assert (doc.title, doc.method, doc.url) == ("The ferry", "learned", URL)
    assert doc.embedded is not None
    assert doc.embedded.page.url == URL


def test_the_record_says_where_the_text_stood() -> None:
    record = extract(shell(script(ARTICLE)), URL).to_dict()
    assert (record["text_origin"], record["outcome"]) == ("json-ld:articleBody", "found")
    assert extract(f"<p>{FIRST}</p>").to_dict()["text_origin"] == "visible"


def test_reasons_name_the_script_and_the_keys() -> None:
    posts = [{"@type": "Comment", "text": FIRST}, {"@type": "Comment", "text": SECOND}]
    data = {"@graph": [{"@type": "DiscussionForumPosting", "comment": posts}]}
    text = found(shell(script({}), script(data)))
    reasons = [text.selection.why(int(row)) for row in np.flatnonzero(text.page.n_chars > 0)]
    start = "the page shows little; in the script number 1 of type application/ld+json at @graph[0].comment"
    assert reasons == [f"{start}[0].text", f"{start}[1].text"]
    text = found(state({"post": {"content": BODY}}))
    assert text.selection.why(len(text.page) - 1).endswith("__NEXT_DATA__ at post.content")


def test_html_that_is_not_closed_stays_in_its_part() -> None:
    open_ended = [
        f"<div><b>{FIRST}",
        f"</div></div></b>{SECOND}",
        f"{THIRD}<!-- <p>",
        f"<textarea>{FIRST[:80]}",
    ]
    posts = [{"@type": "Comment", "text": text} for text in open_ended]
    text = found(shell(script([*posts, {"@type": "Comment", "text": "The end of it."}])))
    of_row = {
        text.page.row_text(int(row)): text.selection.why(int(row)).rpartition(" ")[2]
        for row in np.flatnonzero(text.page.n_chars > 0)
    }
    expected = [FIRST, SECOND, THIRD, FIRST[:80], "The end of it."]
    assert of_row == {part: f"[{n}].text" for n, part in enumerate(expected)}


def test_hidden_text_in_a_string_is_not_kept() -> None:
    content = f"<p>{FIRST}</p><noscript>no script</noscript><p hidden>hidden</p><p>{SECOND}</p>"
    assert text_of(state({"content": content})) == f"{FIRST}\n\n{SECOND}"


def test_the_arrays_cannot_be_changed() -> None:
    selection = found(shell(script(ARTICLE))).selection
    assert not selection.keep.flags.writeable
    assert not selection.reason.flags.writeable


# -- strings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("one", "<p>one</p>"),
        ("one\n\n two \n \n\nthree", "<p>one</p><p> two </p><p>three</p>"),
        ("one\ntwo", "<p>one</p><p>two</p>"),
        ("one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"),
        ("one\r\n\r\ntwo", "<p>one</p><p>two</p>"),
        ("a < b & c &amp; d &lt; 3", "<p>a &lt; b &amp; c &amp; d &lt; 3</p>"),
        ("<p>one", "<p>one</p>"),
        ("one<br>two\n\nthree", "one<br>two\n\nthree"),
        ("&lt;p&gt;one &amp;amp; two&lt;/p&gt;", "<p>one &amp; two</p>"),
    ],
)
def test_strings_as_markup(text: str, markup: str) -> None:
    assert to_markup(text) == markup


def test_tags_are_not_counted() -> None:
    assert bare('a<b class="x">c</b> 1 < 2').split() == ["a", "c", "1", "<", "2"]
    assert bare("&lt;p&gt;one&lt;/p&gt;").split() == ["one"]


def test_the_share_of_a_text_in_another() -> None:
    assert share_held(BODY, f"Before. {BODY} After.") == 1
    assert share_held(BODY, BODY.upper().replace(".", " ;")) == 1
    assert share_held(BODY, "") == share_held("", BODY) == share_held("…", BODY) == 0
    assert share_held("a ferry", "the old ferry") == 0
    assert 0.25 <= share_held(BODY, FIRST) <= 0.4
    assert share_held(ZH, ZH[:60]) == pytest.approx(0.5, abs=0.1)


def held_by_definition(text: str, other: str) -> float:
    """All stretches of eight words, one after another, that stand in the other text."""
    own, theirs = text.split(), other.split()
    stretches = [own[at : at + 8] for at in range(0, max(len(own) - 7, 1), 8)] if own else []
    held = [any(theirs[at : at + len(s)] == s for at in range(len(theirs))) for s in stretches]
    return sum(held) / len(held) if held else 0.0


SENTENCES = st.lists(st.sampled_from("aa bb cc".split()), max_size=60).map(" ".join)


@given(SENTENCES, SENTENCES)
def test_the_share_is_as_defined(text: str, other: str) -> None:
    assert share_held(text, other) == held_by_definition(text, other)


# -- data ---------------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([FIRST, BODY, ZH]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["articleBody", "text", "description", "content", "@type", "@graph", "name", "cookie"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


def texts_by_definition(
    value: Any, keys: tuple[str | int, ...] = ()
) -> list[tuple[tuple[str | int, ...], str]]:
    """Strings with their keys, by plain recursion."""
    if isinstance(value, str):
        return [(keys, value)] if value.strip() else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [pair for key, item in items for pair in texts_by_definition(item, (*keys, key))]


def walk(value: Any, n_values: int = 10**6) -> list[Text]:
    return list(texts(0, value, iter(range(n_values))))


@given(JSON)
def test_all_strings_are_found_with_their_keys(value: Any) -> None:
    assert [(text.place.keys, text.text) for text in walk(value)] == texts_by_definition(value)


def test_types_are_those_of_the_nearest_object_that_has_one() -> None:
    value = {
        "@type": ["schema:Question", 3, "http://x.org/y#Q"],
        "a": {"b": "one"},
        "c": {"@type": 3, "d": "two"},
    }
    assert {t.text: t.place.types for t in walk(value)}["one"] == ("Question", "Q")
    assert {t.text: t.place.types for t in walk(value)}["two"] == ("Question", "Q")


def test_keys_can_be_left_out() -> None:
    value = {"a": {"b": "one", "c": ["two"]}, "d": "three"}
    left = [t.text for t in texts(0, value, iter(range(99)), lambda key: key != "a")]
    assert left == ["three"]
    assert everything("a")


def test_the_search_ends_with_its_budget() -> None:
    assert [t.text for t in walk(["a", "b", "c"], 3)] == ["a", "b"]  # the list is a value too


def test_what_stands_too_deep_is_left_out() -> None:
    value: Any = "deep"
    for _ in range(64):
        value = [value]
    assert [t.text for t in walk(value)] == ["deep"]
    assert walk([value]) == []


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        ' \n{"a": 1};',
        '<!--{"a": 1}-->',
        '//<![CDATA[\n{"a": 1}\n//]]>',
        '/*<![CDATA[*/{"a": 1}',
        '{"a": 1}; go()',
        json.dumps('{"a": 1}'),
    ],
)
def test_data_in_what_stands_around_them(text: str) -> None:
    assert parse_data(text) == {"a": 1}


def test_line_breaks_inside_strings_are_read() -> None:
    assert parse_data('{"a": "b\nc"}') == {"a": "b\nc"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        '{"a"',
        "{'a': 1}",
        "go()",
        '"x"',
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 10_000,
        "\x00",
        "null",
    ],
)
def test_broken_data_are_nothing(text: str) -> None:
    assert parse_data(text) is None
    assert extract(shell(script(text), script(text, "application/json"))).text_origin == "visible"


def test_broken_data_do_not_hide_good_ones() -> None:
    assert text_of(shell(script("{"), script(ARTICLE), script("[" * 5000))) == BODY


@settings(max_examples=50)
@given(st.lists(JSON, max_size=3), st.booleans())
def test_no_data_are_an_error(values: list[Any], declared: bool) -> None:
    kind = "application/ld+json" if declared else "application/json"
    page = parse(shell(*(script(value, kind) for value in values)))
    text = shell_page(page)
    assert text is None or (text.selection.keep & (text.page.n_chars > 0)).any()
    assert isinstance(extract(shell(*(script(value, kind) for value in values))), Document)


@given(st.text(max_size=200))
def test_no_string_is_an_error(text: str) -> None:
    page: Page = parse(shell(script({"articleBody": text})))
    made = shell_page(page)
    assert made is None or made.origin == "json-ld:articleBody"


def test_large_data_are_read_up_to_a_limit() -> None:
    large = json.dumps({"content": "One two three four five six seven eight. " * 50_000})
    assert len(large) < 4_000_000
    assert shell_page(parse(shell(script(large, "application/json")))) is not None
    assert shell_page(parse(shell(script(large + " " * 4_000_000, "application/json")))) is None


def test_many_parts_share_the_last_reason() -> None:
    body = [f"This is the sentence with the number {n} of all." for n in range(10_050)]
    text = found(state({"body": body}))
    assert text.selection.why(len(text.page) - 1).endswith("at body[9999]")
    assert text.selection.keep[-1]
