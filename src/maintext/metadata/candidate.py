"""Values that a page states for its fields: candidates from the finders, and the field chosen of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from maintext.metadata import phrase_lists

__all__ = ["AGENCIES", "FIELDS", "Candidate", "Field", "Person"]

FIELDS = (
    "title", "subtitle", "description", "author", "credit", "published", "modified", "source", "source_url",
    "original_title", "site_name", "category", "tag", "language", "licence", "canonical_url", "image",
)  # fmt: skip
"""Names of the fields that are merged from candidates."""
AGENCIES = frozenset(phrase_lists("phrases")["agencies"])
"""News agencies written after their reporters' names, in lower case."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person or house named as an author or contributor of a text.

    - ``name``: as written, white space collapsed.
    - ``role``: ``author`` or ``reporter`` for who signs; ``editor``, ``responsible_editor``,
      ``photographer``, ``illustrator``, ``translator`` or ``agency`` for credits.
    """

    name: str
    role: str = "author"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One value that a page states for one field.

    - ``field``: name of the field: ``title``, ``author``, ``published``, ``source`` …
    - ``value``: text with white space collapsed; of dates a :class:`~maintext.metadata.moment.Moment`, of
      authors and credits a :class:`Person`.
    - ``origin``: where it was found, the kind of place first: ``json-ld:datePublished``,
      ``meta:article:author``, ``byline``, ``h1`` …
    - ``row``: row of the element or text node; −1 for scripts and the head.
    """

    field: str
    value: Any
    origin: str
    row: int = -1

    @property
    def names_writer(self) -> bool:
        """True if the value is a person who wrote the text."""
        return isinstance(self.value, Person) and self.value.role in {"author", "reporter"}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a page.

    - ``value``: text with white space collapsed, a :class:`~maintext.metadata.moment.Moment`, or a tuple of
      texts or of :class:`~maintext.metadata.candidate.Person` for fields with several values.
    - ``origin``: where it was found, the kind of place first: ``h1``, ``meta:og:title``,
      ``json-ld:headline``, ``byline`` …
    - ``confidence``: share of correct values from such a place on the development corpus, from 0 to 1;
      ``None`` for fields without gold values.
    - ``row``: row it was read from; −1 for the head and scripts.
    """

    value: Any
    origin: str
    confidence: float | None = None
    row: int = -1
