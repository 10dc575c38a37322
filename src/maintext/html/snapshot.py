"""A rendered page with the layout of every row, and its file format."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.errors import InputError
from maintext.html import Page, parse
from maintext.html.arrays import Bool

__all__ = ["POSITIONS", "Layout", "Snapshot", "SnapshotError", "load_snapshot", "save_snapshot", "tenths"]

POSITIONS = ("static", "relative", "absolute", "sticky", "fixed")
"""Values of the column ``position``, by number."""


class SnapshotError(InputError):
    """A file is not a snapshot, or does not fit the page it holds; render the page again."""


_FORMAT = "maintext-snapshot-1"
_DTYPES = {
    "x": np.float32, "y": np.float32, "width": np.float32, "height": np.float32,
    "font_px": np.float32, "font_weight": np.int16, "colour": np.int32, "background": np.int32,
    "is_shown": np.bool_, "is_inline": np.bool_, "z": np.int32, "position": np.int8,
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Position and style of each row of a page; arrays of shape (n_rows,), read-only.

    - ``x``, ``y``, ``width``, ``height``: float32, px from the top left of the page. A text row has the
      rectangle around all its lines. 0 if not drawn. An element without a box (``display: contents``) has
      the rectangle around its content.
    - ``font_px``, ``font_weight``: computed size (float32) and weight (int16, 100–900); a text row has those
      of its element.
    - ``colour``, ``background``: int32, 0xRRGGBB: text colour, and the element's own background; −1 for none
      (transparent, or no box).
    - ``is_shown``: bool: drawn where it can be seen. See :mod:`maintext.browser.capture`.
    - ``is_inline``: bool: a text, or an inline element (computed ``display`` is ``inline…`` or
      ``contents``).
    - ``z``: int32: painting order, later over earlier; −1 without a box.
    - ``position``: int8: computed ``position``, index into :data:`POSITIONS`; 0 for a text row.
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    width: NDArray[np.float32]
    height: NDArray[np.float32]
    font_px: NDArray[np.float32]
    font_weight: NDArray[np.int16]
    colour: NDArray[np.int32]
    background: NDArray[np.int32]
    is_shown: Bool
    is_inline: Bool
    z: NDArray[np.int32]
    position: NDArray[np.int8]

    def __post_init__(self) -> None:
        for field in fields(self):
            getattr(self, field.name).setflags(write=False)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.x)


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A rendered page: its HTML and the layout of its rows.

    - ``html``: the document after scripts; ``layout`` has a value for each row of :attr:`page`.
    - ``url``: URL, ``None`` if unknown.
    - ``width``, ``height``: size of the page in px.
    - ``view_width``, ``view_height``: size of the window in px.
    - ``layout``: columns in addition to those of the page.
    """

    html: str
    url: str | None
    width: int
    height: int
    view_width: int
    view_height: int
    layout: Layout

    @cached_property
    def page(self) -> Page:
        """Return the HTML as columns, with the same rows as ``layout``.

        Raises
        ------
        SnapshotError
            The number of rows differs: another version of the parser took the snapshot.
        """
        page = parse(self.html, self.url)
        if len(page) != len(self.layout):
            raise SnapshotError(
                f"the page has {len(page)} rows, its layout {len(self.layout)}: the snapshot was taken with"
                " another version of the parser; render the page again",
                url=self.url,
            )
        return page


def save_snapshot(snapshot: Snapshot, path: str | os.PathLike[str]) -> None:
    """Write a snapshot as gzipped JSON; equal snapshots give equal files."""
    layout = {f.name: getattr(snapshot.layout, f.name) for f in fields(Layout)}
    columns = {
        name: tenths(column) if column.dtype.kind == "f" else list(map(int, column.tolist()))
        for name, column in layout.items()
    }
    sizes = {n: getattr(snapshot, n) for n in ("url", "width", "height", "view_width", "view_height")}
    record = {"format": _FORMAT, **sizes, "html": snapshot.html, "layout": columns}
    data = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    Path(path).write_bytes(gzip.compress(data, mtime=0))


def tenths(px: NDArray[Any]) -> list[float]:
    """Round lengths to a tenth of a pixel, as snapshots store them."""
    return [round(value, 1) for value in px.tolist()]


def load_snapshot(path: str | os.PathLike[str]) -> Snapshot:
    """Read a snapshot file; needs no browser.

    Raises
    ------
    SnapshotError
        The file is not a snapshot, or is damaged.
    OSError
        The file cannot be read.
    """
    try:
        record = json.loads(gzip.decompress(Path(path).read_bytes()))
        if record["format"] != _FORMAT:
            raise SnapshotError(f"{path} has the format {record['format']!r}, we read {_FORMAT!r}")
        layout = Layout(**{n: np.array(record["layout"][n], dtype=kind) for n, kind in _DTYPES.items()})
        sizes = {n: record[n] for n in ("html", "url", "width", "height", "view_width", "view_height")}
    except (gzip.BadGzipFile, EOFError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise SnapshotError(
            f"{path} is no snapshot of a page ({error}); make one with maintext render"
        ) from error
    return Snapshot(**sizes, layout=layout)
