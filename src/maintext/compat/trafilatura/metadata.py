"""Names of ``trafilatura.metadata``."""

from maintext.compat.trafilatura.extraction import extract_metadata
from maintext.compat.trafilatura.settings import Document

__all__ = ["Document", "extract_metadata"]
