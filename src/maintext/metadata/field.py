"""The chosen value of a field, with its origin and confidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["FIELDS", "Field"]

FIELDS = (
    "title", "subtitle", "description", "author", "published", "modified", "source", "source_url",
    "original_title", "site_name", "category", "tag", "language", "licence", "canonical_url", "image",
)  # fmt: skip
"""Names of the fields that are merged from candidates."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a page.

    Attributes
    ----------
    value
        Text with white space collapsed, a :class:`~maintext.metadata.moment.Moment`, or a tuple of texts or
        of :class:`~maintext.metadata.candidate.Person` for fields with several values.
    origin
        Where it was found, the kind of place first: ``h1``, ``meta:og:title``, ``json-ld:headline``,
        ``byline`` …
    confidence
        Share of correct values from such a place on the development corpus, from 0 to 1; ``None`` for fields
        without gold values.
    row
        Row it was read from; −1 for the head and scripts.
    """

    value: Any
    origin: str
    confidence: float | None = None
    row: int = -1
