"""Selection to plain text: blocks apart, lines as the page breaks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled
from maintext.page.tags import tag_mask
from maintext.render.markup import shown_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maintext.page import Page
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = ["render_text"]

# Pages use these as spaces; str.split knows only those of Unicode.
_ZERO_WIDTH = ("\u200b", "\u2060", "\ufeff")
_KERNEL = compiled("text")
_WRITTEN = ("pre", "listing", "xmp", "plaintext", "textarea")
# What stands between two blocks, by the innermost of these elements around both: items of a list and
# rows of a table are closer than paragraphs; in a cell there are paragraphs again, as pages are laid out
# in tables too.
_NOTHING, _SPACE, _BREAK, _PARAGRAPH, _TAB, _NEXT = range(6)
_GLUE = ("", " ", "\n", "\n\n", "\t", "\n")
_TIGHT, _LINE, _CELLS = ("ul", "ol", "dl", "table", "select"), ("tr",), ("td", "th")
_PART = tag_mask((*_TIGHT, *_LINE, *_CELLS))
_GAP_OF = np.select([tag_mask(_TIGHT), tag_mask(_LINE)], [_NEXT, _TAB], _PARAGRAPH)


def render_text(page: Page, selection: Selection) -> str:
    """Return the kept text of a page.

    White space is collapsed as browsers do, but kept in ``<pre>``. Paragraphs and headings are set
    apart by an empty line, in a table's cell too; items of a list and rows of a table stand on
    neighbouring lines, cells of a row are set apart by a tab. No white space at either end.

    Cost O(n_rows) in numpy, and O(1) for each line of the result.
    """
    rows = np.flatnonzero(selection.keep & (page.block >= 0))
    if len(rows) == 0:
        return ""
    lines = _Lines(page, rows, shown_rows(page, selection.keep))
    if _KERNEL is not None:
        text: str = _KERNEL.assembled(
            page.text, lines.start, lines.end, lines.glue, lines.as_written.view(np.uint8),
            _SPACE, _BREAK, _PARAGRAPH, _GLUE,
        )  # fmt: skip
        return text
    parts: list[str] = []
    for glue, text in lines.blocks():
        parts += [glue, text] if parts else [text]
    return "".join(parts)


class _Lines:
    """Kept text rows as runs of neighbours, each one slice of the page's text."""

    def __init__(self, page: Page, rows: Rows, shown: Bool) -> None:
        self.page = page
        before, after = rows[:-1], rows[1:]
        new_block = page.block[before] != page.block[after]
        new_line = page.line[before] != page.line[after]
        apart = page.text_end[before] != page.text_start[after]
        glue = np.where(apart, self._in_line(before, after, shown), _NOTHING)
        glue = np.where(new_line, _BREAK, glue)
        glue = np.where(new_block, self._gaps(rows), glue)
        begins = np.concatenate(([True], apart | new_line | new_block))
        first = np.flatnonzero(begins)
        last = np.append(first[1:], len(rows)) - 1
        self.glue = np.concatenate(([_PARAGRAPH], glue))[first]
        self.start = page.text_start[rows[first]]
        self.end = page.text_end[rows[last]]
        self.as_written = page.inside(page.is_tag(_WRITTEN))[rows[first]]

    def blocks(self) -> Iterator[tuple[str, str]]:
        """What stands before each block that has text, and its text.

        Between two texts with an empty block between them stands what is widest of the gaps.
        """
        gap = _NOTHING
        lines: list[str] = []
        as_written = False
        columns = (column.tolist() for column in (self.glue, self.start, self.end, self.as_written))
        for glue, start, end, written in zip(*columns, strict=True):
            if glue >= _PARAGRAPH:
                if text := _block_text(lines, as_written=as_written):
                    yield _GLUE[gap], text
                lines, as_written, gap = [""], written, glue
            elif glue == _BREAK:
                lines.append("")
            # In code a dropped text, such as a line number, leaves no space at the begin of a line.
            space = " " if glue == _SPACE and not (written and lines[-1].endswith("\n")) else ""
            lines[-1] += space + self.page.text[start:end]
        if text := _block_text(lines, as_written=as_written):
            yield _GLUE[gap], text

    def _in_line(self, before: Rows, after: Rows, shown: Bool) -> Rows:
        """Words with a dropped text between them stay apart; with a hidden one they do not."""
        place = np.cumsum(self.page.is_text & shown)
        return np.where(place[after] == place[before] + 1, _NOTHING, _SPACE)

    def _gaps(self, rows: Rows) -> Rows:
        """What stands between each two neighbouring rows if a block ends between them."""
        page = self.page
        found = np.full(len(rows) - 1, _PARAGRAPH)
        parts = np.flatnonzero(_PART[page.tag])
        first, last = np.searchsorted(rows, parts), np.searchsorted(rows, page.end[parts]) - 1
        wanted = np.flatnonzero(last > first)
        gap = _GAP_OF[page.tag[parts[wanted]]]
        # Pre-order: an inner element comes later and overwrites its part of the outer one's range.
        for start, end, number in zip(
            first[wanted].tolist(), last[wanted].tolist(), gap.tolist(), strict=True
        ):
            found[start:end] = number
        return found


def _block_text(lines: list[str], *, as_written: bool) -> str:
    if as_written:
        return "\n".join(lines).strip("\n").rstrip()
    if len(lines) == 1:
        return _collapsed(lines[0])
    return "\n".join(line for line in map(_collapsed, lines) if line)


def _collapsed(line: str) -> str:
    if not line.isascii():
        for mark in _ZERO_WIDTH:
            line = line.replace(mark, " ")
    return " ".join(line.split())
