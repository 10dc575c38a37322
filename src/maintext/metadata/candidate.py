"""A value that a page states for a field, with its origin. Finders make these, the merge picks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.metadata.moment import Moment

__all__ = ["Candidate", "Person"]


@dataclass(frozen=True, slots=True)
class Person:
    """A person named as an author or contributor of a text.

    Attributes
    ----------
    name
        As written, white space collapsed.
    role
        ``author``, ``reporter``, ``editor``, ``responsible_editor``, ``photographer`` or ``translator``.
    """

    name: str
    role: str = "author"

    @property
    def is_writer(self) -> bool:
        """True if the role is author or reporter."""
        return self.role in {"author", "reporter"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One value that a page states for one field.

    Attributes
    ----------
    field
        Name of the field: ``title``, ``author``, ``published``, ``source`` …
    value
        Text with white space collapsed, a date and time, or a person.
    origin
        Where it was found, the kind of place first: ``json-ld:datePublished``, ``meta:article:author``,
        ``byline``, ``h1`` …
    row
        Row of the element or text node; −1 for scripts and the head.
    """

    field: str
    value: str | Moment | Person
    origin: str
    row: int = -1

    @property
    def names_writer(self) -> bool:
        """True if the value is a person who wrote the text."""
        return isinstance(self.value, Person) and self.value.is_writer
