"""All features of a page's blocks as one matrix.

The order of :data:`FEATURES` is part of a model: :data:`VERSION` changes with it, and a model says
which version it was trained on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.features import context, page_level, position, structure, text
from maintext.features.compiled import filled
from maintext.features.scene import Scene
from maintext.kernel import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DEFINITIONS", "FEATURES", "VERSION", "feature_matrix"]

VERSION = 1
_KERNEL = compiled("features")

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
_NOTHING = -1.0  # before the first and after the last block

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
    if _KERNEL is not None and len(scene.blocks):
        return filled(_KERNEL, scene, FEATURES, neighbours=_NEIGHBOUR, windows=_WINDOWS).T
    own = text.text_features(scene)
    says = {name: column for name, column in own.items() if name.startswith("says_")}
    own |= context.context_features(scene)
    own |= structure.structure_features(scene, says)
    own |= position.position_features(scene, says)
    n_own = len(_OWN)
    matrix = np.empty((len(FEATURES), len(scene.blocks)), dtype=np.float32)
    np.concatenate([own[name] for name in _OWN], out=matrix[:n_own].reshape(-1), casting="unsafe")
    row = n_own
    row = _neighbours(matrix, own, row)
    row = _windows(matrix, scene, own, row)
    numbers = page_level.page_features(scene, says)
    matrix[row:] = np.array([numbers[name] for name in page_level.DEFINITIONS], dtype=np.float32)[:, None]
    return matrix.T  # column after column, as the trees read it


def _neighbours(matrix: NDArray[np.float32], own: dict[str, NDArray[Any]], row: int) -> int:
    n, n_columns = matrix.shape[1], len(_NEIGHBOUR) * len(_STEPS)
    padded = np.full((len(_NEIGHBOUR), n + 6), _NOTHING, dtype=np.float32)
    for line, name in zip(padded, _NEIGHBOUR, strict=True):
        line[3 : n + 3] = own[name]
    columns = matrix[row : row + n_columns].reshape(len(_NEIGHBOUR), len(_STEPS), n)
    for i, step in enumerate(_STEPS):
        columns[:, i] = padded[:, 3 + step : n + 3 + step]
    return row + n_columns


def _windows(matrix: NDArray[np.float32], scene: Scene, own: dict[str, NDArray[Any]], row: int) -> int:
    words = scene.blocks.n_words.astype(np.float64)
    values = np.stack([words, words * own["link_density"], words * scene.is_long, scene.wording.n_sentences])
    n, n_columns = len(words), len(_WINDOWED) * len(_WINDOWS)
    total = np.concatenate((np.zeros((4, 1)), np.cumsum(values, axis=1)), axis=1)
    number = np.arange(n)
    columns = matrix[row : row + n_columns].reshape(len(_WINDOWED), len(_WINDOWS), n)
    for i, k in enumerate(_WINDOWS):
        sums = total[:, np.minimum(number + k + 1, n)] - total[:, np.maximum(number - k, 0)]
        columns[::3, i] = np.log1p(sums[::3])  # words and sentences, the others are shares of the words
        columns[1:3, i] = sums[1:3] / np.maximum(sums[0], 1)
    return row + n_columns
