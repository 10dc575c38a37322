"""Halves of surrogate pairs in a given address do not reach any output."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest

import maintext
from maintext.compat import gne, magic_html, newspaper, trafilatura
from maintext.errors import InputError, OptionError
from maintext.html.surrogates import join_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable

URL = "http://e.example/\ud800/a?q=\udc80"
WHOLE = "http://e.example/\ufffd/a?q=\ufffd"
PAGE = '<title>A walk</title><p>Some text with a <a href="x">link</a> <img src=b.png> of the day.</p>' * 9


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", "a"),
        ("\ud83d\ude00", "😀"),
        ("\ud83d", "\ufffd"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("😀\ud800x", "😀\ufffdx"),
    ],
)
def test_pairs_become_their_character_and_halves_a_mark(text: str, expected: str) -> None:
    assert join_surrogates(text) == expected


def test_the_address_is_cleaned() -> None:
    document = maintext.extract(PAGE, URL)
    assert document.url == WHOLE
    assert "](http://e.example/\ufffd/x)" in document.markdown or "%EF%BF%BD/x)" in document.markdown
    for form in (document.text, document.markdown, document.html, document.tei, document.to_json()):
        assert form.encode()
    assert json.loads(document.to_json())["url"] == WHOLE
    assert pickle.loads(pickle.dumps(document.page)).url == WHOLE  # noqa: S301 - made here


@pytest.mark.parametrize("html", [PAGE.encode(), "<p>é</p>".encode("latin-1") * 9])
def test_other_arguments_are_no_harm(html: bytes) -> None:
    assert maintext.extract(html, URL, http_charset="\ud800").to_json().encode()
    with pytest.raises(OptionError) as failed:
        maintext.extract(html, URL, encoding="\ud800")
    assert str(failed.value).encode()


def test_an_address_in_the_place_of_a_page_is_refused_with_a_message_that_can_be_printed() -> None:
    with pytest.raises(InputError) as failed:
        maintext.extract(URL)
    assert str(failed.value).encode()


@pytest.mark.parametrize(
    "script",
    [
        r'<script type=application/ld+json>{"@type":"Article","headline":"x \ud800 \ud83d\ude00"}</script>',
        r'<script type=application/ld+json>{"@type":"Article","headline":"x \ud800 \ud83d\ude00",}</script>',
        r'<script type="application/ld+json">"headline":"x \ud800 \ud83d\ude00", {</script>',
        r'<script>window.__S__ = {"title":"x \ud800 \ud83d\ude00","content":"<p>x \ud800 \ud83d\ude00 '
        + "and many words of the text. " * 30 + r'</p>"}</script>',
        r'<script>window.__S__ = JSON.parse("{\"content\":\"<p>x \\ud800 \\ud83d\\ude00 '
        + "and many words of the text. " * 30 + r'</p>\"}")</script>',
    ],
)  # fmt: skip
def test_json_of_scripts_is_cleaned(script: str) -> None:
    found = maintext.extract(f"<body><div id=app></div>{script}").to_json()
    assert found.encode()
    assert "x \ufffd 😀" in found


@pytest.mark.parametrize(
    "made",
    [
        lambda: trafilatura.extract(PAGE, url=URL, output_format="json", with_metadata=True),
        lambda: trafilatura.extract(PAGE, url=URL, output_format="csv", with_metadata=True),
        lambda: trafilatura.extract(PAGE, url=URL, output_format="xml", with_metadata=True),
        lambda: trafilatura.extract(PAGE, record_id="\ud800", output_format="json", with_metadata=True),
        lambda: trafilatura.extract(PAGE, url=URL, output_format="markdown", with_metadata=True),
        lambda: str(getattr(trafilatura.bare_extraction(PAGE, url=URL, with_metadata=True), "url", URL)),
        lambda: vars(newspaper.Article(URL).download(input_html=PAGE).parse())["url"],
        lambda: newspaper.Article(URL).source_url,
        lambda: json.dumps(gne.GeneralNewsExtractor().extract(PAGE, host=URL), ensure_ascii=False),
        lambda: json.dumps(magic_html.GeneralExtractor().extract(PAGE, base_url=URL), ensure_ascii=False),
    ],
)
def test_the_shims_clean_addresses_too(made: Callable[[], Any]) -> None:
    assert made().encode()


def test_an_expression_with_a_surrogate_is_refused() -> None:
    with pytest.raises(OptionError, match="not a valid XPath expression"):
        gne.GeneralNewsExtractor().extract(PAGE, author_xpath="//\ud800")
