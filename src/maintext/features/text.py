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

    Columns = dict[str, NDArray[Any]]

__all__ = ["BOLD", "DEFINITIONS", "END_VALUE", "IMAGE", "INPUT"]

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
