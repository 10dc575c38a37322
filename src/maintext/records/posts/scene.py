"""A page of micro-content with what is counted of its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.html.snapshot import Layout
    from maintext.records.names import Signs
    from maintext.records.posts.marks import Marks

    Int = NDArray[np.int64]

__all__ = ["CLASSLESS", "Scene"]

CLASSLESS = np.uint64(0xFF)
"""Numbers of names up to this one are of elements without class and id."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A page with what is counted of its rows, and its layout where that is known."""

    page: Page
    weight: Int
    marks: Marks
    signs: Signs
    layout: Layout | None = None

    def sums(self, values: NDArray[np.generic]) -> Int:
        """Prefix sums of a row value, int64 of shape (n_rows + 1,)."""
        return np.concatenate(([0], np.cumsum(values, dtype=np.int64)))
