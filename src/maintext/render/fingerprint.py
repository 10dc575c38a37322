"""A near-duplicate fingerprint: 64 bits that are nearly the same for texts that are nearly the same.

SimHash (Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; for web pages
Manku, Jain and Das Sarma, WWW 2007) over runs of three tokens. A token is what the evaluation counts: a
run of word characters or one CJK character, so three tokens are three characters of Chinese. Before that
the text is brought to one form (NFKC, case folded): full-width letters, capitals and ligatures make no
difference, and neither do punctuation, white space and line breaks.

Each different run has one vote however often it stands there, so a repeated line does not outweigh a
text. The hash is arithmetic on code points: the same on every machine, in every process and release as
long as :data:`VERSION` stays; it does not depend on what was hashed before.

Cost O(n_characters); no memory of earlier texts.
"""

from __future__ import annotations

import unicodedata

from maintext._core.text import hash_text
from maintext.html import characters as ch

__all__ = ["VERSION", "distance", "fingerprint"]

VERSION = 1
"""Fingerprints can be compared when they are of the same version."""


def fingerprint(text: str) -> int:
    """Return the fingerprint of a text, in [0, 2**64).

    A text without words has 0. One of fewer than three tokens has that of all its tokens as one run, so
    short texts are either the same or far apart.
    """
    found: int = hash_text(unicodedata.normalize("NFKC", text).casefold(), ch.table())
    return found


def distance(first: int, second: int) -> int:
    """Return how many of the 64 bits of two fingerprints differ.

    Texts that have nothing in common differ in 32 bits, give or take 4. ``docs/output-formats.md`` has
    figures for near-duplicates.
    """
    return (first ^ second).bit_count()
