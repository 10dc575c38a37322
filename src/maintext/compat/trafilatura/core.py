"""Names of ``trafilatura.core``."""

from maintext.compat.trafilatura.extraction import bare_extraction, extract, extract_with_metadata
from maintext.compat.trafilatura.settings import Document, Extractor

__all__ = ["Document", "Extractor", "bare_extraction", "extract", "extract_with_metadata"]
