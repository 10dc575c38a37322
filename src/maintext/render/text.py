"""Selection to plain text: blocks apart, lines as the page breaks them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled
from maintext.page.tags import tag_mask
from maintext.render.between import not_drawn_edges
from maintext.render.closing import CLOSING, FULL_WIDTH_MARKS, MARKS
from maintext.render.markup import WRITTEN, shown_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maintext.page import Page
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = ["render_text"]

_KERNEL = compiled("text")
# Says where a line may break, or may not; Thai, Lao, Tibetan, Burmese and Khmer part words by U+200B.
_WITHOUT_WIDTH = re.compile("[\u2060\ufeff]|(?<![\u0e00-\u109f\u1780-\u17ff])\u200b")
# What stands between two blocks, by the innermost of these elements around both: items of a list and
# rows of a table are closer than paragraphs, and lines of code; in a cell there are paragraphs again, as
# pages are laid out in tables too.
_NOTHING, _SPACE, _BREAK, _PARAGRAPH, _TAB, _NEXT = range(6)
_GLUE = ("", " ", "\n", "\n\n", "\t", "\n")
_TIGHT, _LINE, _CELLS = (tag_mask(names.split()) for names in ("ul ol dl table select pre", "tr", "td th"))
_GAP_OF = np.select([_TIGHT, _LINE, _CELLS], [_NEXT, _TAB, _PARAGRAPH], _NOTHING).astype(np.uint8)
_GAP = "\x01"  # stands for a space of ours until the line is whole; no page has this character
_GAP_BEFORE_MARK = re.compile(rf" ?{_GAP}[ {_GAP}]*(?=[{re.escape(MARKS)}](?!\w)|[{FULL_WIDTH_MARKS}])")


def render_text(page: Page, selection: Selection) -> str:
    """Return the kept text of a page.

    White space is collapsed as browsers do, but kept in ``<pre>``. Paragraphs and headings are set
    apart by an empty line, in a table's cell too; items of a list and rows of a table stand on
    neighbouring lines, cells of a row are set apart by a tab. No white space at either end. Characters
    without width, which say where a line may break, are left out.

    A space stands where a visible text was dropped, but not before a comma, full stop or the like, and
    around the text of an element that the page does not draw.

    Cost O(n_rows), and O(n_characters) of what is kept.
    """
    keep = selection.keep
    shown = shown_rows(page, keep)
    parted = np.zeros(0, dtype=np.bool_)
    if len(edges := not_drawn_edges(page, keep)):
        parted = np.zeros(len(page), dtype=np.bool_)
        parted[edges] = True
    if _KERNEL is not None:
        columns = (page.block, page.line, page.text_start, page.text_end, page.tag, page.end)
        text: str = _KERNEL.assembled(
            page.text, keep.view(np.uint8), shown.view(np.uint8), parted.view(np.uint8), *columns,
            _GAP_OF, WRITTEN.view(np.uint8), CLOSING, _GLUE,
        )  # fmt: skip
        return text
    rows = np.flatnonzero(keep & (page.block >= 0))
    if len(rows) == 0:
        return ""
    parts: list[str] = []
    for glue, text in _Lines(page, rows, shown, parted).blocks():
        parts += [glue, text] if parts else [text]
    return "".join(parts)


class _Lines:
    """Kept text rows as runs of neighbours, each one slice of the page's text."""

    def __init__(self, page: Page, rows: Rows, shown: Bool, parted: Bool) -> None:
        self.page = page
        before, after = rows[:-1], rows[1:]
        new_block = page.block[before] != page.block[after]
        new_line = page.line[before] != page.line[after]
        apart = page.text_end[before] != page.text_start[after]
        glue = np.where(apart, self._in_line(before, after, shown), _NOTHING)
        if len(parted):
            glue[parted[after]] = _SPACE
        glue = np.where(new_line, _BREAK, glue)
        glue = np.where(new_block, self._gaps(rows), glue)
        begins = np.concatenate(([True], apart | (glue != _NOTHING)))
        first = np.flatnonzero(begins)
        last = np.append(first[1:], len(rows)) - 1
        self.glue = np.concatenate(([_PARAGRAPH], glue))[first]
        self.start = page.text_start[rows[first]]
        self.end = page.text_end[rows[last]]
        self.as_written = page.inside(WRITTEN[page.tag])[rows[first]]

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
            elif glue == _SPACE and not (written and lines[-1].endswith("\n")):
                lines[-1] += " " if as_written else _GAP
            lines[-1] += self.page.text[start:end]
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
        parts = np.flatnonzero(_GAP_OF[page.tag])
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
        line = _WITHOUT_WIDTH.sub("", line)
    line = " ".join(line.split())
    if _GAP in line:
        line = " ".join(_GAP_BEFORE_MARK.sub("", line).replace(_GAP, " ").split())
    return line
