"""What the styles of elements say, as they stand in the page."""

from __future__ import annotations

import re

__all__ = ["HIDDEN_STYLE"]

_GAP = r"(?:\s|&#\d+;)*"  # tabs and line ends stand as references in values

HIDDEN_STYLE = re.compile(
    rf"display{_GAP}:{_GAP}none|visibility{_GAP}:{_GAP}(?:hidden|collapse)".encode(), re.IGNORECASE
)
"""A value of ``style`` by which an element is not drawn."""
