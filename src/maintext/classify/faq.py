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
    is_heading = page.inside(page.tagged(_HEADING))[blocks.row]
    places = zip(*(offsets.tolist() for offsets in scene.places), strict=True)
    letters = [letters_of(page.text[start:end]) for start, end in places]
    for at, text in enumerate(letters):
        answer = answers.get(text)
        inside = _blocks_of_answer(letters, at + 1, answer) if answer else []
        if inside:
            found[[at - bool(at and is_heading[at - 1]), at, *inside]] = True
    return found


def _blocks_of_answer(letters: list[str], at: int, answer: str) -> list[int]:
    """Return the blocks with letters from ``at`` on that stand in an answer."""
    found, begin = [], 0
    for after, text in enumerate(letters[at:], at):
        begin = answer.find(text, begin)
        if begin < 0:
            break
        begin += len(text)
        found += [after] if text else []
    return found


def _declared_answers(page: Page) -> dict[str, str]:
    """Return the letters of declared answers by those of their questions."""
    if not any("ld+json" in script.type and "FAQPage" in script.text for script in page.json_scripts):
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
