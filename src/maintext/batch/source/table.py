"""Pages in the rows of a Parquet file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.batch.arrow import read_columns
from maintext.batch.fetch_time import fetched_at
from maintext.batch.item import Item, Problem
from maintext.batch.parquet import with_pyarrow
from maintext.batch.source.base import FileSource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from maintext.batch.source.base import Reading

__all__ = ["Table", "item_of"]


class Table(FileSource):
    """A Parquet file with the HTML of a page in a column, as text or as bytes.

    Raises
    ------
    MissingExtraError
        pyarrow is not installed.
    """

    def __init__(self, path: Path, reading: Reading) -> None:
        with_pyarrow()
        super().__init__(path, reading)

    def items(self) -> Iterator[Item]:
        """Give one item per row; its key is the id column, else the file and the number from 1.

        Raises
        ------
        InputError
            There is no such column.
        """
        reading = self.reading
        names = (reading.html_field, reading.url_field, reading.id_field, reading.fetched_field)
        for number, (share, row) in enumerate(read_columns(self.path, names), 1):
            self.n_read = int(share * self.n_bytes)
            html, url, own, stated = map(row.get, names)
            fetched = fetched_at(stated, reading.fetched)
            yield item_of(own, html, url, names[0], f"{self.name}:{number}", fetched)


def item_of(
    own: Any, html: Any, url: Any, html_field: str, key: str = "", fetched: datetime | None = None
) -> Item:
    """Return the item of a row: its own key where it has one; a problem where there is no page."""
    key = str(own) if isinstance(own, str | int) and own != "" else key
    url = url if isinstance(url, str) else None
    if not isinstance(html, str | bytes):
        reason = f"no text in the column {html_field!r}; see --html-field"
        return Item(key=key, url=url, problem=Problem("InputError", reason))
    return Item(key=key, html=html, url=url, fetched=fetched)
