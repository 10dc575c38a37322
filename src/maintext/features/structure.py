"""The subtrees around a block: how much text, how linked, how repeated, how dominant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.page.tags import tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Columns = dict[str, NDArray[Any]]
    Float = NDArray[np.float64]
    Int = NDArray[np.int64]

__all__ = ["DEFINITIONS", "N_LEVELS", "OTHER", "PROSE"]

N_LEVELS = 6
OTHER = ("related", "comment", "review", "account", "share", "paging", "cookie", "copyright")
_OPENING_LEVELS = (1, 2, 3, 4)
_DOMINANT = (0.55, 0.75, 0.9)
_IMAGE = tag_mask(("img",))
PROSE = tag_mask(("p", "pre", "blockquote"))

_LEVEL = {
    "log_words": "log(1 + words)",
    "share": "words / words of the page",
    "link_density": "words in link-dense share: linked words / words",
    "n_blocks": "log(1 + blocks)",
    "words_per_block": "words / blocks, log",
    "long_share": "words in blocks of at least 15 words / words",
    "sentence_density": "sentence ends / words",
    "n_headings": "log(1 + heading blocks)",
    "n_images": "images / blocks",
    "n_children": "log(1 + child elements)",
    "n_alike": "log(siblings of the same tag and class)",
    "prose": "prose score (see best_share) / the best on the page",
    "place": "where the block stands in it, 0–1 in words",
}
DEFINITIONS = {
    **{f"l{level}_{name}": f"{text}, of the ancestor {level} levels up" for level in range(N_LEVELS) for name, text in _LEVEL.items()},
    "best_share": "share of the page's words in the element with the best prose score: sum of square roots of words of"
    " its unlinked long blocks, half of that for grandchildren",
    "in_best": "1 inside that element",
    "steps_to_best": "steps up to the lowest ancestor that holds it",
    **{f"in_dominant_{int(t * 100)}": f"1 inside the smallest element with {t:.0%} of the long words" for t in _DOMINANT},
    **{f"dominant_{int(t * 100)}_share": f"its share of the page's words ({t:.0%})" for t in _DOMINANT},
    **{f"dominant_{int(t * 100)}_place": f"where the block stands to it, 0–1 inside ({t:.0%})" for t in _DOMINANT},
    **{
        f"l{level}_opens_{name}": f"1 when the first short block of the ancestor {level} levels up speaks of {text}"
        for level in _OPENING_LEVELS
        for name, text in {"other": "related pages, comments, reviews, accounts, sharing or paging", "detail": "details"}.items()
    },
    "group_n": "log of the blocks in elements of the same shape",
    "group_share": "their share of the page's words",
    "group_link_density": "their link density",
    "group_spread": "standard deviation of their log words",
}  # fmt: skip
