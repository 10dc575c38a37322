"""What is taken of JSON-LD."""

from __future__ import annotations

import pytest
from tests.unit.classify.embedded.ferry import (
    ARTICLE,
    BODY,
    FIRST,
    SECOND,
    THIRD,
    URL,
    build_embedded_page,
    script,
    shell,
    text_of,
)

from maintext.api import extract
from maintext.html import parse


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
    assert build_embedded_page(parse(shell(script({"@type": kind, "description": BODY})))) is None


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
