"""All features of a page's blocks as one matrix.

The order of :data:`FEATURES` is part of a model: :data:`VERSION` changes with it, and a model says
which version it was trained on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.features import context, page_level, position, structure, text
from maintext.features.compiled import filled
from maintext.features.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DEFINITIONS", "FEATURES", "VERSION", "feature_matrix"]

VERSION = 1

# Features that are also seen of the blocks before and after, and averaged over windows.
_NEIGHBOUR = (
    "log_words",
    "link_density",
    "ends_sentence",
    "up_p",
    "up_li",
    "up_a",
    "heading_level",
    "l1_share",
    "bold_share",
)
_STEPS = (-3, -2, -1, 1, 2, 3)
_WINDOWED = ("words", "link_density", "long_share", "n_sentences")
_WINDOWS = (2, 5, 12)

_OWN: dict[str, str] = text.DEFINITIONS | context.DEFINITIONS | structure.DEFINITIONS | position.DEFINITIONS
DEFINITIONS: dict[str, str] = {
    **_OWN,
    **{
        f"{name}[{step:+d}]": f"{name} of the block {step:+d}; −1 for none"
        for name in _NEIGHBOUR
        for step in _STEPS
    },
    **{f"{name}[±{k}]": f"{name} over the blocks up to {k} away" for name in _WINDOWED for k in _WINDOWS},
    **page_level.DEFINITIONS,
}
FEATURES: tuple[str, ...] = tuple(DEFINITIONS)


def feature_matrix(scene: Scene) -> NDArray[np.float32]:
    """Return every feature of every block, float32 of shape (n_blocks, n_features); no NaN."""
    return filled(scene, FEATURES, neighbours=_NEIGHBOUR, windows=_WINDOWS).T
