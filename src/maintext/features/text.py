"""What the text of a block says about it, in any language.

Counts by character class, shares, first and last character, repeated texts, and a few phrases that
mark boilerplate in many languages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.features.phrases import FAMILIES
from maintext.features.wording import MARKS
from maintext.page import characters as ch
from maintext.page.tags import HEADING_TAGS, tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene

    Columns = dict[str, NDArray[Any]]

__all__ = ["BOLD", "DEFINITIONS", "END_VALUE", "IMAGE", "INPUT", "text_features"]

BOLD = tag_mask(("b", "strong", *HEADING_TAGS, "th"))
IMAGE = tag_mask(("img",))
INPUT = tag_mask(("input", "button", "select"))
END_VALUE = np.zeros(65536)  # by last character
END_VALUE[ch.code_points('.!?。！？…"”’」』．')] = 1.0
END_VALUE[ch.code_points(":：")] = 0.5
_UNDERSCORE = ord("_")

DEFINITIONS = {
    "log_chars": "log(1 + characters)",
    "log_words": "log(1 + words); a CJK character is a word",
    "chars_per_word": "characters / words",
    "link_density": "characters in links / characters",
    "cjk_share": "CJK characters / characters",
    "digit_share": "digits / characters",
    "punctuation_density": "punctuation marks / words",
    "n_sentences": "log(1 + sentence ends)",
    "sentence_density": "sentence ends / words",
    "bold_share": "characters in b, strong, headings inside the block / characters",
    "n_links": "log(1 + links that begin since the block before)",
    "n_images": "images since the block before",
    "n_inputs": "form controls since the block before",
    "n_runs": "log(1 + text rows)",
    "ends_sentence": "1 when the last character ends a sentence or quotation, 0.5 for a colon",
    "starts_word": "1 when the first character is a letter or digit",
    "starts_link": "1 when the first text is in a link",
    "n_same": "blocks of the page with the same text",
    "nth_same": "how many of them stand before",
    **{f"{name}_density": f"characters of {marks!r} / words" for name, marks in MARKS.items()},
    **{f"says_{name}": f"1 when a short block matches the phrases of {name}" for name in FAMILIES},
}


def text_features(scene: Scene) -> Columns:
    """Return the features of :data:`DEFINITIONS` for every block."""
    blocks = scene.blocks
    words = np.maximum(blocks.n_words, 1).astype(np.float32)
    chars = np.maximum(blocks.n_chars, 1).astype(np.float32)
    columns: Columns = {
        "log_chars": np.log1p(blocks.n_chars),
        "log_words": np.log1p(blocks.n_words),
        "chars_per_word": chars / words,
        "link_density": blocks.n_link_chars / chars,
        "cjk_share": blocks.n_cjk / chars,
        "digit_share": blocks.n_digits / chars,
        "punctuation_density": blocks.n_punctuation / words,
        "n_sentences": np.log1p(scene.wording.n_sentences),
        "sentence_density": scene.wording.n_sentences / words,
        "n_same": np.minimum(scene.wording.n_same, 20),
        "nth_same": np.minimum(scene.wording.nth_same, 20),
    }
    columns |= _inside(scene, chars)
    columns |= _edges(scene)
    columns |= zip((f"{name}_density" for name in MARKS), scene.wording.n_marks / words, strict=True)
    said = (scene.wording.said >> np.arange(len(FAMILIES))[:, None]) & 1
    columns |= zip((f"says_{name}" for name in FAMILIES), said, strict=True)
    return columns


def _inside(scene: Scene, chars: NDArray[np.floating]) -> Columns:
    """Counts of what stands in, or just before, each block."""
    page, blocks = scene.page, scene.blocks
    bold = page.inside(BOLD[page.tag])
    total_bold = np.concatenate(([0], np.cumsum(page.n_chars * bold)))
    texts = np.cumsum(page.is_text & (page.n_chars > 0))
    before = np.concatenate(([-1], blocks.last[:-1]))
    in_bold = total_bold[blocks.last + 1] - total_bold[blocks.row]
    return {
        "bold_share": np.minimum(in_bold / chars, 1),
        "n_links": np.log1p(_since(page.is_anchor, before, blocks.last)),
        "n_images": np.minimum(_since(IMAGE[page.tag], before, blocks.last), 10),
        "n_inputs": np.minimum(_since(INPUT[page.tag], before, blocks.last), 10),
        "n_runs": np.log1p(texts[blocks.last] - texts[blocks.row] + 1),
    }


def _since(
    chosen: NDArray[np.bool_], before: NDArray[np.int64], last: NDArray[np.int64]
) -> NDArray[np.int64]:
    total = np.concatenate(([0], np.cumsum(chosen)))
    counts: NDArray[np.int64] = total[last + 1] - total[before + 1]
    return counts


def _edges(scene: Scene) -> Columns:
    first, last = scene.wording.first, scene.wording.last
    starts = ((ch.classes(first) & ch.WORD) != 0) & (first != _UNDERSCORE)
    return {
        "ends_sentence": END_VALUE.take(last, mode="clip"),
        "starts_word": starts.astype(np.float32),
        "starts_link": scene.page.is_link[scene.blocks.row].astype(np.float32),
    }
