"""A story that only scripts hold, and pages around it."""

from __future__ import annotations

import json
from typing import Any

from maintext.api import extract
from maintext.classify.embedded import EmbeddedPage
from maintext.classify.embedded.find import find_embedded_content
from maintext.classify.embedded.page import content_to_page
from maintext.html import Page, parse

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


def build_embedded_page(page: Page) -> EmbeddedPage | None:
    """The main text in a page's scripts as a page, also where the page shows a better one."""
    content = find_embedded_content(page)
    return content_to_page(content, page) if content else None


def found(markup: str) -> EmbeddedPage:
    text = build_embedded_page(parse(markup, URL))
    assert text is not None
    return text


def text_of(markup: str) -> str:
    doc = extract(markup, URL)
    assert doc.text_origin != "visible"
    return doc.text
