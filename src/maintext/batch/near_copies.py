"""Pages with the same bytes or nearly the same text as an earlier one; the only file that imports rensa.

Near-duplicates share most of their runs of five words (characters of Chinese), estimated by MinHash (Broder,
"On the resemblance and containment of documents", 1997) and looked up by LSH in bands.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from itertools import count
from typing import Any

from maintext.errors import needs_extra
from maintext.html.word_overlap import split_words

__all__ = ["DUPLICATES", "copy_finder"]

DUPLICATES = ("payload", "text")
"""What duplicates have in common."""

_RUN = 5  # words; as FineWeb and others
_MIN_SHARED = 0.8  # of the runs of two texts, as Common Crawl's users drop
_N_HASHES, _N_BANDS, _SEED = 128, 16, 42  # bands of 8 find 95 % of pairs that share 0.8 of their runs


def copy_finder(kind: str) -> Callable[[str | None, str], str]:
    """Return a function from the digest of a page and its text to ``payload``, ``text`` or ``""``.

    It says what the page has in common with one that it was called with before, ``""`` for a new one.
    ``kind`` is one of :data:`DUPLICATES`; ``text`` finds both. Memory is about 2.5 kB a page with ``text``.

    Raises MissingExtraError: ``text`` needs rensa.
    """
    payloads: set[bytes] = set()
    is_new_text = _text_finder() if kind == "text" else None

    def find(digest: str | None, text: str) -> str:
        payload = blake2b((digest or "").encode(), digest_size=16).digest()
        if digest and payload in payloads:
            return "payload"
        payloads.add(payload)
        return "" if is_new_text is None or is_new_text(text) else "text"

    return find


def _text_finder() -> Callable[[str], bool]:
    """Return a function that is True for a text like which it has seen none."""
    with needs_extra("rensa", "dedup"):
        import rensa  # noqa: PLC0415 - an extra
    known: Any = rensa.RMinHashDeduplicator(
        threshold=_MIN_SHARED, num_perm=_N_HASHES, use_lsh=True, num_bands=_N_BANDS
    )
    numbers = count(1)

    def is_new(text: str) -> bool:
        words = split_words(text)
        runs = [" ".join(words[i : i + _RUN]) for i in range(max(len(words) - _RUN + 1, 1))]
        hashes = rensa.RMinHash(num_perm=_N_HASHES, seed=_SEED)
        hashes.update(runs)
        return bool(known.add(str(next(numbers)), hashes))

    return is_new
