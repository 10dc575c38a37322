"""What is taken of the state of an application, and of data in code."""

from __future__ import annotations

import json

import pytest
from tests.unit.classify.embedded.ferry import (
    BODY,
    FIRST,
    SECOND,
    THIRD,
    URL,
    ZH,
    build_embedded_page,
    script,
    shell,
    state,
    text_of,
)

from maintext.api import extract
from maintext.classify.embedded.find import find_embedded_content, is_content_key, prose_words
from maintext.html import parse

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
    assert build_embedded_page(parse(state(notice))) is None


def test_a_state_of_labels_holds_no_text() -> None:
    labels = {f"label{n}": "Please wait a moment." for n in range(200)}
    assert (
        build_embedded_page(parse(state({"labels": labels, "b": list(labels.values()), "c": "x" * 5000})))
        is None
    )


def test_a_short_notice_in_a_state_is_no_text() -> None:
    assert build_embedded_page(parse(state({"popup": {"body": FIRST}}))) is None  # 39 words
    assert build_embedded_page(parse(state({"popup": {"body": f"{FIRST} {SECOND}"}}))) is not None


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
    assert is_content_key(key)


@pytest.mark.parametrize(
    "key", ["cookieText", "i18n", "errorMessages", "relatedPosts", "altText", "headline", "inlineScript"]
)
def test_keys_of_other_text(key: str) -> None:
    assert not is_content_key(key)


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
    [kept] = parse(shell(f"<script>{code}</script>")).scripts
    assert (kept.variable, kept.type) == (variable, "")
    assert find_embedded_content(parse(shell(f"<script>{code}</script>"))) is not None


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
    assert parse(shell(f"<script>{code}; {'wait();' * 500}</script>")).scripts == ()


def test_code_of_a_page_with_much_markup_is_not_read() -> None:
    code = f"<script>window.a = {json.dumps({'content': BODY})}</script>"
    assert parse(code + "<p>text</p>" * 100).scripts == ()
    assert len(parse(code + "<p>text</p>").scripts) == 1
    assert parse(code + "<p>text</p>" * 10_000 + f"<script>{'wait();' * 40_000}</script>").scripts == ()


def test_data_come_before_code() -> None:
    kept = parse(shell(f"<script>window.a = {{}}; {'wait();' * 50}</script>", script("{}"))).scripts
    assert [one.variable for one in kept] == ["", "window.a"]
