"""Questions and answers that a page declares for search engines, if the choice of blocks has missed them."""

from __future__ import annotations

from html import unescape

import numpy as np

from maintext.classify.features.context import BlockContext
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.html.characters import letters_of
from maintext.html.tags import HEADING_TAGS, tag_mask

__all__ = ["complete_faq"]

_HEADING = tag_mask(HEADING_TAGS)


def complete_faq(scene: BlockContext) -> Bool:
    """Return the blocks of the questions and answers of schema.org's ``FAQPage``, bool of shape (n_blocks,).

    A question is a block with the declared words, and its answer the blocks after it whose words stand in the
    declared answer in this order; signs of buttons between them are left out. The heading right before a
    question is one of theirs. Cost O(n_characters) where a page declares some.
    """
    page, blocks = scene.page, scene.blocks
    found = np.zeros(len(blocks), dtype=np.bool_)
    answers = _declared_answers(page)
    if not answers:
        return found
    texts = [letters_of(text) for text in scene.texts]
    is_heading = page.inside(_HEADING.take(page.tag))[blocks.row]
    for at, question in enumerate(texts):
        end = _end_of_answer(texts, at + 1, answers.get(question, ""))
        if end > at + 1:
            found[at - bool(at and is_heading[at - 1]) : end] = True
    found &= np.array([bool(text) for text in texts])
    return found


def _end_of_answer(texts: list[str], at: int, answer: str) -> int:
    """Return where the blocks from ``at`` on that stand in an answer end; ``at`` if it is none."""
    begin, end = 0, at
    for after, text in enumerate(texts[at:], start=at + 1):
        begin = answer.find(text, begin)
        if begin < 0 or not answer:
            break
        begin += len(text)
        end = after if text else end
    return end


def _declared_answers(page: Page) -> dict[str, str]:
    """Return the letters of declared answers by those of their questions."""
    if not any("FAQPage" in script.text for script in page.json_scripts):
        return {}
    # Most pages need none of this.
    from maintext.classify.embedded.data import strip_tags  # noqa: PLC0415
    from maintext.metadata.declared.structured_data import as_values, read_json_ld  # noqa: PLC0415

    answers: dict[str, str] = {}
    for node in read_json_ld(page):
        for answer in as_values(node.get("acceptedAnswer"), 1):
            question, text = node.get("name"), answer.get("text") if isinstance(answer, dict) else None
            if isinstance(question, str) and isinstance(text, str):
                letters = [letters_of(unescape(strip_tags(one))) for one in (question, text)]
                answers[letters[0]] = letters[1]
    answers.pop("", None)
    return answers
