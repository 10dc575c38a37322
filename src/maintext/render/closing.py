"""Marks that close: no space stands before them where a text was dropped. ".NET" and ":root" are words."""

from __future__ import annotations

import numpy as np

__all__ = ["CLOSING", "FULL_WIDTH_MARKS", "MARKS"]

MARKS, FULL_WIDTH_MARKS = ",.;:!?)]}", "，。、．；：！？）】〕」』》〉"
CLOSING = np.zeros(0x10000, dtype=np.uint8)
"""Over code points: 1 for a full-width mark, 2 for one that begins some names, 0 for others."""
CLOSING[[ord(mark) for mark in FULL_WIDTH_MARKS]] = 1
CLOSING[[ord(mark) for mark in MARKS]] = 2
