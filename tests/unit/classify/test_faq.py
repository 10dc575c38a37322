"""Questions and answers that a page declares."""

from __future__ import annotations

import json

from maintext.classify.faq import complete_faq
from maintext.classify.features.context import BlockContext
from maintext.html import parse

ANSWERS = {
    "How long is the bridge?": "<p>It has 90 metres.</p><ul><li>Seven arches<li>Two towers &amp; gates</ul>",
    "Who built it?": "Masons from the valley.",
}


def declared(kind: str = "FAQPage") -> str:
    """Return a script that declares the answers."""
    questions = [
        {"@type": "Question", "name": name, "acceptedAnswer": {"@type": "Answer", "text": text}}
        for name, text in ANSWERS.items()
    ]
    node = {"@context": "https://schema.org", "@type": kind, "mainEntity": questions}
    return f"<script type=application/ld+json>{json.dumps(node)}</script>"


def completed(markup: str, script: str) -> list[str]:
    """Return the texts of the blocks that are questions or answers."""
    scene = BlockContext(parse(script + markup))
    return [text for text, is_one in zip(scene.texts, complete_faq(scene), strict=True) if is_one]


def test_declared_answers_and_their_questions() -> None:
    page = (
        "<p>Menu</p><h2>Questions</h2><div>How long is the bridge? <i>+</i></div><button>+</button>"
        "<div hidden><p>It has 90 metres.</p><ul><li>Seven arches</li><li>Two towers & gates</li></ul></div>"
        "<p>Ask us</p><div>Who built it?</div><div>Masons from the valley.</div><p>Seven arches</p>"
    )
    assert completed(page, declared()) == [
        "questions", "how long is the bridge? +", "it has 90 metres.", "seven arches",
        "two towers & gates", "who built it?", "masons from the valley.",
    ]  # fmt: skip
    assert completed(page, declared("QAPage")) == []
    assert completed(page, "") == []


def test_questions_without_their_answer_and_answers_in_another_order_are_none() -> None:
    assert completed("<h3>Who built it?</h3><p>Read more</p>", declared()) == []
    assert completed("<h3>Who built it?</h3>", declared()) == []
    page = "<h3>How long is the bridge?</h3><p>Seven arches</p><p>It has 90 metres.</p>"
    assert completed(page, declared()) == ["how long is the bridge?", "seven arches"]


def test_answers_that_are_no_text_are_none() -> None:
    for answer in ("null", "[]", "{}", '"Masons"', '{"text": ["Masons"]}', '{"text": ""}'):
        question = f'{{"@type": "Question", "name": "Who built it?", "acceptedAnswer": {answer}}}'
        script = (
            f'<script type=application/ld+json>{{"@type": "FAQPage", "mainEntity": [{question}]}}</script>'
        )
        assert completed("<h3>Who built it?</h3><p>Masons</p>", script) == []
