"""What the styles of elements say, as they stand in the page; twin of ``maintext.kernel.styles``."""

from __future__ import annotations

import re

__all__ = ["BLOCK_STYLE", "HIDDEN_STYLE"]

_GAP = r"(?:\s|&#\d+;)*"  # tabs and line ends stand as references in values
_BLOCK_VALUES = r"(?:block|flex|grid|flow-root|list-item|table(?:-row)?)"

HIDDEN_STYLE = re.compile(
    rf"display{_GAP}:{_GAP}none|visibility{_GAP}:{_GAP}(?:hidden|collapse)".encode(), re.IGNORECASE
)
"""A value of ``style`` by which an element is not drawn."""

BLOCK_STYLE = re.compile(
    rf'\sstyle="(?:[^"]*?[^\w"-])?display{_GAP}:{_GAP}{_BLOCK_VALUES}(?![\w-])'.encode(), re.IGNORECASE
)
"""An attribute ``style`` by which an element begins and ends a line."""
