"""Text in the code of scripts: percent-encoded JSON, JavaScript that is no JSON, later statements."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from tests.unit.classify.embedded.ferry import BODY, FIRST, URL, script, shell

from maintext.api import extract

STATE = {"article": {"title": "The last crossing", "content": BODY, "user": {"nickname": "Ann Lee"}}}
PLAIN = json.dumps(STATE)


@pytest.mark.parametrize(
    "code",
    [
        f"var data = {PLAIN};",
        f"var config = {{env: 'prod'}};\n  var $data = [{PLAIN}][0] || {{}};",
        f"window.ads = [1]; window.__STATE__ = {PLAIN};",
        f'window.__STATE__ = JSON.parse(decodeURIComponent("{quote(PLAIN)}"));',
        f"window.__NUXT__=(function(a,b){{return {{data:[{{title:{json.dumps('Other')},content:{json.dumps(BODY)},views:a}}]}}}}(1,2));",
    ],
    ids=["variable", "second statement", "same line", "percent-encoded", "JavaScript"],
)
def test_data_that_code_assigns(code: str) -> None:
    doc = extract(shell(f"<script>{code}</script>"), URL)
    assert (doc.text, doc.text_origin) == (BODY, "state:content")


def test_a_percent_encoded_script() -> None:
    doc = extract(shell(script(quote(PLAIN), "application/json", 'id="RENDER_DATA"')), URL)
    assert (doc.text, doc.title, doc.author) == (BODY, "The last crossing", "Ann Lee")


def test_names_of_other_things_are_no_titles() -> None:
    state = {"article": {"name": "editorial-42", "content": BODY, "pubInfo": {"time": "2024-05-01 10:20"}}}
    doc = extract(shell(script(state, "application/json", 'id="__NEXT_DATA__"')), URL)
    assert (doc.title, str(doc.published)) == ("The ferry", "2024-05-01T10:20")


def test_a_date_of_publication_wins_over_one_of_creation() -> None:
    state = {"article": {"created": "2023-01-02", "publishTime": "2024-05-01", "content": BODY}}
    assert (
        str(extract(shell(script(state, "application/json", 'id="__NEXT_DATA__"')), URL).published)
        == "2024-05-01"
    )


def test_a_description_of_several_lines_is_the_text() -> None:
    def described(text: str) -> str:
        page = f'<!DOCTYPE html><title></title><meta property="og:description" content="{text}"><body></body>'
        return extract(page, URL).text

    assert described(f"{FIRST}\\x0a\\x0a\\x26quot;See you.\\x26quot;") == f'{FIRST}\n\n"See you."'
    assert described(FIRST) == ""
