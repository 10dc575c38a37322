"""One entry of a list."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.metadata.moment import Moment

__all__ = ["Item"]


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list.

    Attributes
    ----------
    title
        Text of the link, or of the heading in it; from the ``title`` attribute where the text is cut off.
    url
        Where it leads, absolute where the page's address is known.
    date
        When it was published, as exact as stated; ``None`` where none is found.
    date_text
        The date as the page writes it, also of one without a year (``05-01``); ``""`` for none.
    summary
        The first of the long texts beside the title; ``""`` for none.
    image_url
        The first picture; ``""`` for none.
    columns
        All other texts by name: the heading of a table's column, else the name of the element's class,
        else its tag. Only names that some of the items share. ``section`` is the heading that the item
        stands below, where the list has several.
    row, end
        Rows of the record on the page, half-open.
    """

    title: str
    url: str
    date: Moment | None = None
    date_text: str = ""
    summary: str = ""
    image_url: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    row: int = -1
    end: int = -1

    def to_dict(self) -> dict[str, Any]:
        """Return the item as plain values, without its rows."""
        return {
            "title": self.title, "url": self.url, "date": str(self.date) if self.date else None,
            "date_text": self.date_text, "summary": self.summary, "image_url": self.image_url,
            "columns": dict(self.columns),
        }  # fmt: skip
