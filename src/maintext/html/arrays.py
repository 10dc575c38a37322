"""Types of arrays: a column of a page, or of its blocks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Bool", "Float", "Int"]

Bool = NDArray[np.bool_]
Float = NDArray[np.float64]
Int = NDArray[np.int64]
