"""Visual block extraction: which elements are divided, which are blocks; the rules stand in the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from maintext.browser.vips.scene import Rows

__all__ = ["Piece", "divided", "shown_children"]

_TABLE, _CELL, _INLINE, _PARAGRAPH, _OTHER = range(5)
_KINDS = {
    "table": _TABLE,
    "tbody": _TABLE,
    "thead": _TABLE,
    "tr": _TABLE,
    "td": _CELL,
    "th": _CELL,
    "p": _PARAGRAPH,
}
# Degree of coherence of a block that is not divided, by what its element is for; 7 for others.
_COHERENCE = {
    **dict.fromkeys(("body", "html"), 4),
    **dict.fromkeys(("div", "section", "main", "table", "tbody", "form", "center", "article", "aside"), 6),
    **dict.fromkeys(
        ("p", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "li", "figure", "dd", "dt"), 8
    ),
}
_SMALL_SHARE = 0.1
_TINY_SHARE = 0.01


class Piece(NamedTuple):
    """A block of the pool: rows ``start`` … ``end - 1``, which are whole siblings.

    Attributes
    ----------
    start, end
        Half-open range of rows.
    coherence
        1–10: how well it hangs together.
    rule
        Number of the rule that decided.
    """

    start: int
    end: int
    coherence: int
    rule: int


def shown_children(rows: Rows, row: int) -> list[int]:
    """Rows of the valid children of an element, in order."""
    ends, valid, found = rows.end, rows.is_valid, []
    child, end = row + 1, ends[row]
    while child < end:
        if valid[child]:
            found.append(child)
        child = ends[child]
    return found


def divided(rows: Rows, root: int, region_area: float) -> list[Piece]:
    """Divide the subtree of a row, the row itself for certain; the pool of its blocks, in page order."""
    return _Round(rows, root, region_area).pool


class _Round:
    """One round of extraction below a root."""

    def __init__(self, rows: Rows, root: int, region_area: float) -> None:
        self._rows, self._root = rows, root
        self._area = max(region_area, 1.0)
        self.pool: list[Piece] = []
        self._divide(root)

    def _divide(self, root: int) -> None:
        """Go down from a row; a stack, since pages are nested deeper than Python may recurse."""
        ends = self._rows.end
        todo: list[tuple[int, int, bool]] = [(root, ends[root], False)]
        while todo:
            row, end, is_held = todo.pop()
            if end > ends[row]:  # a run of texts between elements
                self.pool.append(Piece(row, end, 10, 4))
                continue
            children = shown_children(self._rows, row)
            rule, coherence = self._judge(row, children, is_held)
            if coherence is None:
                todo.extend(reversed(self._parts(row, children)))
            else:
                self.pool.append(Piece(row, end, coherence, rule))

    def _parts(self, row: int, children: list[int]) -> list[tuple[int, int, bool]]:
        """Children to go on with: neighbouring texts as one, those of another colour held together."""
        ends, texts, background = self._rows.end, self._rows.is_virtual_text, self._rows.background
        parts: list[tuple[int, int, bool, bool]] = []
        for child in children:
            is_text = texts[child]
            if parts and is_text and parts[-1][3]:
                parts[-1] = (parts[-1][0], ends[child], False, True)
            else:
                is_held = background[child] != background[row] and len(children) > 1
                parts.append((child, ends[child], is_held, is_text))
        return [part[:3] for part in parts]

    def _judge(self, row: int, children: list[int], is_held: bool) -> tuple[int, int | None]:
        """Number of the rule that applies, and the degree of coherence; ``None`` to divide."""
        rows = self._rows
        if not children:
            return (4 if rows.is_text[row] else 1), 10
        if is_held and row != self._root:
            return 8, self._coherence(row)
        if len(children) == 1 and not rows.is_text[children[0]]:
            return 2, None
        texts = [child for child in children if rows.is_virtual_text[child]]
        if len(texts) == len(children):
            is_even = len({(rows.font_px[c], rows.font_weight[c]) for c in children}) == 1
            return 4, 10 if is_even else 9
        if row == self._root:
            return 3, None
        return self._judge_by_kind(row, children, bool(texts))

    def _judge_by_kind(self, row: int, children: list[int], has_text: bool) -> tuple[int, int | None]:
        areas = self._rows.area
        share = areas[row] / self._area
        rule = self._dividing_rule(row, children)
        if rule:
            return rule, None
        if has_text and share < _SMALL_SHARE:
            return 9, self._coherence(row)
        largest = max(areas[child] for child in children) / self._area
        if self._kind(row) == _CELL and largest < _SMALL_SHARE:
            return 10, self._coherence(row)
        return (13, self._coherence(row)) if share < _TINY_SHARE else (12, None)

    def _dividing_rule(self, row: int, children: list[int]) -> int:
        """The first of rules 5–8 by which an element is divided; 0 for none."""
        rows, kind = self._rows, self._kind(row)
        if kind in {_INLINE, _PARAGRAPH} and any(not rows.is_virtual_text[child] for child in children):
            return 5
        if any(rows.is_line[child] for child in children):
            return 6
        if kind == _TABLE and sum(rows.area[child] for child in children) > rows.area[row]:
            return 7
        return 8 if any(rows.background[child] != rows.background[row] for child in children) else 0

    def _kind(self, row: int) -> int:
        name = self._rows.page.name(row)
        return _KINDS.get(name, _INLINE if self._rows.is_virtual_text[row] else _OTHER)

    def _coherence(self, row: int) -> int:
        """By the element's purpose, one more for a small one."""
        usual = _COHERENCE.get(self._rows.page.name(row), 7)
        return min(usual + (self._rows.area[row] < _TINY_SHARE * self._area), 8)
