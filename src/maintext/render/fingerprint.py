"""Compute near-duplicate fingerprints: 64 bits that differ little for similar texts.

SimHash (Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; for web pages
Manku, Jain and Das Sarma, WWW 2007) over runs of three tokens, the tokens of the evaluation metric. The
text is first normalised by NFKC and case folding; punctuation and white space are ignored. Each distinct
run votes once.

The hash depends on code points only: equal on every machine and in every release with the same
:data:`VERSION`. Cost O(n_characters).
"""

from __future__ import annotations

import unicodedata

from maintext._core.text import hash_text
from maintext.html import characters as ch

__all__ = ["VERSION", "distance", "fingerprint"]

VERSION = 1
"""Fingerprints can be compared when they are of the same version."""

# Signs that NFKC would replace by the same, and marks that the hash ignores: without them most texts are
# known to be normalised, and most lines of English are ASCII.
_SIGNS = tuple(zip("，：（）？；！．…“”‘’–—", (*",:()?;!.", "...", *"\"\"''--"), strict=True))


def fingerprint(text: str) -> int:
    """Return the fingerprint of a text, in [0, 2**64); 0 for a text without words.

    Fewer than three tokens count as one run, so short texts are either equal or far apart.
    """
    if not text.isascii():
        for sign, ascii_sign in _SIGNS:
            text = text.replace(sign, ascii_sign)
    # A line break joins with nothing, so lines are normalised alone: most need little work.
    text = "\n".join([unicodedata.normalize("NFKC", line).casefold() for line in text.split("\n")])
    return int(hash_text(text, ch.table()))


def distance(first: int, second: int) -> int:
    """Return the number of bits in which two fingerprints differ.

    Unrelated texts differ in 32 bits, give or take 4. ``docs/output-formats.md`` has figures for
    near-duplicates.
    """
    return (first ^ second).bit_count()
