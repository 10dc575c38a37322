"""JSON of pages with escapes that are no characters."""

from __future__ import annotations

import json

import pytest

from maintext import extract
from maintext.html.surrogates import mend_json

ARTICLE = {
    "@type": "NewsArticle",
    "headline": "The river XX rose",
    "author": {"@type": "Person", "name": "Jo XX Doe"},
    "publisher": {"@type": "Organization", "name": "The XX Post"},
    "keywords": ["flood XX", "rain"],
    "image": "http://e.example/XX.jpg",
    "articleBody": "On Monday XX the river rose by a metre, and the lower town was left by all. " * 20,
    "comment": [
        {"@type": "Comment", "text": "We were there XX and saw it rise all night.", "author": "bXXb"}
    ],
}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r'"\ud83d\ude00"', "😀"),
        (r'"\uD83D\uDE00 \ud800"', "😀 \ufffd"),
        (r'"\ude00\ud83d"', "\ufffd\ufffd"),
        (r'"\ud800\ud83d\ude00"', "\ufffd😀"),
        (r'"\u0000"', "\ufffd"),
        (r'"\\ud800 \\\ud800"', "\\ud800 \\\ufffd"),
        (r'"\u5c71 \n"', "山 \n"),
        ('"\ud83d\ude00 \ud800"', "😀 \ufffd"),
    ],
)
def test_halves_of_pairs_are_replaced_and_pairs_are_kept(written: str, value: str) -> None:
    assert json.loads(mend_json(written)) == value


@pytest.mark.parametrize("escape", [r"\ud800", r"\u0000", "\ud800"])
@pytest.mark.parametrize(
    "page",
    [
        '<script type="application/ld+json">{}</script><p>Rain.',
        '<div id=app></div><script id="__NEXT_DATA__" type="application/json">{{"article": {}}}</script>',
        "<div id=app></div><script>window.__STATE__ = {{&quot;article&quot;: {}}};</script>".replace(
            "&quot;", '"'
        ),
    ],
    ids=["json-ld", "next", "window"],
)
def test_every_form_of_a_page_can_be_encoded(page: str, escape: str) -> None:
    document = extract(page.format(json.dumps(ARTICLE).replace("XX", escape)), "http://e.example/1")
    said = json.dumps(document.to_dict(), ensure_ascii=False)
    assert "\ufffd" in said
    for form in (said, document.to_json(), document.text, document.markdown, document.html):
        assert b"\0" not in form.encode()
        assert "\\u0000" not in form


def test_json_in_a_string_of_json_is_mended_too() -> None:
    inner = json.dumps({"article": ARTICLE}).replace("XX", r"\ud800")
    page = f"<div id=app></div><script>window.__STATE__ = JSON.parse({json.dumps(inner)});</script>"
    document = extract(page, "http://e.example/1")
    assert "\ufffd" in document.text
    assert json.dumps(document.to_dict(), ensure_ascii=False).encode()
