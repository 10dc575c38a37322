"""Visual block extraction: which elements are divided, which are blocks; the rules stand in the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from maintext.browser.vips.scene import Scene

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


def shown_children(scene: Scene, row: int) -> list[int]:
    """Rows of the valid children of an element, in order."""
    ends, valid, found = scene.page.end, scene.is_valid, []
    child, end = row + 1, int(ends[row])
    while child < end:
        if valid[child]:
            found.append(child)
        child = int(ends[child])
    return found


def divided(scene: Scene, root: int, region_area: float) -> list[Piece]:
    """Divide the subtree of a row, the row itself for certain; the pool of its blocks, in page order."""
    return _Round(scene, root, region_area).pool


class _Round:
    """One round of extraction below a root."""

    def __init__(self, scene: Scene, root: int, region_area: float) -> None:
        self._scene, self._root = scene, root
        self._area = max(region_area, 1.0)
        self.pool: list[Piece] = []
        self._divide(root)

    def _divide(self, root: int) -> None:
        """Go down from a row; a stack, since pages are nested deeper than Python may recurse."""
        todo: list[tuple[int, int, bool]] = [(root, int(self._scene.page.end[root]), False)]
        while todo:
            row, end, is_held = todo.pop()
            if end > int(self._scene.page.end[row]):  # a run of texts between elements
                self.pool.append(Piece(row, end, 10, 4))
                continue
            children = shown_children(self._scene, row)
            rule, coherence = self._judge(row, children, is_held)
            if coherence is None:
                todo.extend(reversed(self._parts(row, children)))
            else:
                self.pool.append(Piece(row, end, coherence, rule))

    def _parts(self, row: int, children: list[int]) -> list[tuple[int, int, bool]]:
        """Children to go on with: neighbouring texts as one, those of another colour held together."""
        scene = self._scene
        parts: list[tuple[int, int, bool, bool]] = []
        for child in children:
            end = int(scene.page.end[child])
            is_text = bool(scene.is_virtual_text[child])
            if parts and is_text and parts[-1][3]:
                parts[-1] = (parts[-1][0], end, False, True)
            else:
                is_held = bool(scene.background[child] != scene.background[row]) and len(children) > 1
                parts.append((child, end, is_held, is_text))
        return [part[:3] for part in parts]

    def _judge(self, row: int, children: list[int], is_held: bool) -> tuple[int, int | None]:
        """Number of the rule that applies, and the degree of coherence; ``None`` to divide."""
        scene = self._scene
        if not children:
            return (4 if scene.page.is_text[row] else 1), 10
        if is_held and row != self._root:
            return 8, self._coherence(row)
        if len(children) == 1 and not scene.page.is_text[children[0]]:
            return 2, None
        texts = [child for child in children if scene.is_virtual_text[child]]
        if len(texts) == len(children):
            is_even = len({(float(scene.font_px[c]), float(scene.font_weight[c])) for c in children}) == 1
            return 4, 10 if is_even else 9
        if row == self._root:
            return 3, None
        return self._judge_by_kind(row, children, bool(texts))

    def _judge_by_kind(self, row: int, children: list[int], has_text: bool) -> tuple[int, int | None]:
        scene = self._scene
        share = float(scene.area[row]) / self._area
        rule = self._dividing_rule(row, children)
        if rule:
            return rule, None
        if has_text and share < _SMALL_SHARE:
            return 9, self._coherence(row)
        largest = max(float(scene.area[child]) for child in children) / self._area
        if self._kind(row) == _CELL and largest < _SMALL_SHARE:
            return 10, self._coherence(row)
        return (13, self._coherence(row)) if share < _TINY_SHARE else (12, None)

    def _dividing_rule(self, row: int, children: list[int]) -> int:
        """The first of rules 5–8 by which an element is divided; 0 for none."""
        scene, kind = self._scene, self._kind(row)
        if kind in {_INLINE, _PARAGRAPH} and any(not scene.is_virtual_text[child] for child in children):
            return 5
        if any(scene.is_line[child] for child in children):
            return 6
        if kind == _TABLE and sum(float(scene.area[c]) for c in children) > float(scene.area[row]):
            return 7
        return 8 if any(scene.background[child] != scene.background[row] for child in children) else 0

    def _kind(self, row: int) -> int:
        name = self._scene.page.name(row)
        return _KINDS.get(name, _INLINE if self._scene.is_virtual_text[row] else _OTHER)

    def _coherence(self, row: int) -> int:
        """By the element's purpose, one more for a small one."""
        usual = _COHERENCE.get(self._scene.page.name(row), 7)
        return min(usual + (float(self._scene.area[row]) < _TINY_SHARE * self._area), 8)
