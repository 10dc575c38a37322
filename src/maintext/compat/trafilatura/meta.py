"""Name of ``trafilatura.meta``."""

from maintext.compat.trafilatura.settings import SEEN_TEXTS
from maintext.compat.trafilatura.utils import trim

__all__ = ["reset_caches"]


def reset_caches() -> None:
    """Forget the texts that ``deduplicate=True`` has seen, and those trimmed."""
    SEEN_TEXTS.clear()
    trim.cache_clear()
