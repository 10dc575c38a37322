"""Names of ``readability.readability``."""

from maintext.compat.readability import Document, Unparseable

__all__ = ["Document", "Unparseable"]
