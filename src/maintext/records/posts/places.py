"""What where things stand says: pictures that are no portraits, and how deep replies are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.body_parts import find_images

if TYPE_CHECKING:
    from maintext.metadata.body_parts import Image
    from maintext.records.posts.slots import Slots

__all__ = ["levels_of", "pictures"]

_LEAST_SIDE = 64  # px: what is drawn smaller is a portrait or an icon
_LEAST_INDENT = 12.0  # px between levels of replies
_INDENT = ("indent", "data-depth", "data-level", "depth", "data-indent", "aria-level")
_PORTRAIT = re.compile(
    rb"avatar|\bface\b|userpic|head[-_]?(?:img|pic|icon|portrait)|portrait|profile|emoji|emotion|\bicon|smil",
    re.IGNORECASE,
)


def pictures(slots: Slots) -> dict[int, list[Image]]:
    """Pictures of each record by its number, without portraits and icons."""
    page = slots.scene.page
    inside = slots.owner >= 0
    found = find_images(page, inside & page.is_text, in_main=inside & ~slots.in_quote)
    by_record: dict[int, list[Image]] = {}
    n_of_slot: dict[int, set[int]] = {}
    for image in found:
        n_of_slot.setdefault(int(slots.key[image.row]), set()).add(int(slots.owner[image.row]))
    for image in found:
        number = int(slots.owner[image.row])
        everywhere = len(n_of_slot[int(slots.key[image.row])]) >= max(2, 0.9 * len(slots.records))
        if number >= 0 and not _is_portrait(slots, image, everywhere=everywhere):
            by_record.setdefault(number, []).append(image)
    return by_record


def _is_portrait(slots: Slots, image: Image, *, everywhere: bool) -> bool:
    page, start = slots.scene.page, int(slots.records[slots.owner[image.row], 0])
    sides = [float(side) for side in (image.width, image.height) if side is not None]
    if (layout := slots.scene.layout) is not None and layout.is_shown[image.row]:
        sides = [float(layout.width[image.row]), float(layout.height[image.row])]
    if sides and max(sides) < _LEAST_SIDE and not _is_among_many(slots, image):
        return True
    at = image.row
    for _ in range(3):
        raw = page.data[page.byte_start[at] : page.inner_start[at]]
        if _PORTRAIT.search(raw.partition(b"src=")[0]) and at > start:
            return True
        at = int(page.parent[at])
        if at <= start:
            break
    rows = np.flatnonzero(slots.key[start : image.row] == np.uint64(max(slots.main, 0)))
    return everywhere and not (slots.scene.weight[start + rows] > 0).any()


def _is_among_many(slots: Slots, image: Image) -> bool:
    """Whether a small picture stands behind the text, as previews of pictures do."""
    start = int(slots.records[slots.owner[image.row], 0])
    before = slice(start, image.row)
    said = slots.scene.weight[before] * (slots.key[before] == np.uint64(max(slots.main, 0)))
    return bool(said.any())


def levels_of(slots: Slots) -> list[int]:
    """How deep each record stands: in how many others; else as an attribute or the layout says."""
    levels: list[int] = []
    ends: list[int] = []
    for start, end in slots.records.tolist():
        while ends and ends[-1] <= start:
            ends.pop()
        levels.append(len(ends))
        ends.append(end)
    return levels if any(levels) else _stated_levels(slots) or _drawn_levels(slots) or levels


def _drawn_levels(slots: Slots) -> list[int]:
    """Levels by how far in the texts of records are drawn; empty without layout.

    Columns side by side are no levels: a record that is not below the one before it ends the search.
    """
    layout, scene = slots.scene.layout, slots.scene
    if layout is None:
        return []
    firsts = [start + int(np.argmax(scene.weight[start:end] > 0)) for start, end in slots.records.tolist()]
    x, y = layout.x[firsts].astype(float), layout.y[firsts].astype(float)
    if (np.diff(y) <= 0).any() or np.ptp(x) < _LEAST_INDENT:
        return []
    steps = np.unique(np.round((x - x.min()) / _LEAST_INDENT))
    levels: list[int] = np.searchsorted(steps, np.round((x - x.min()) / _LEAST_INDENT)).tolist()
    return levels


def _stated_levels(slots: Slots) -> list[int]:
    """Levels by attributes that state one; empty where not every record has one."""
    for name in _INDENT:
        values = slots.scene.page.values(name)
        found = {int(slots.owner[row]): value for row, value in values.items() if slots.owner[row] >= 0}
        if len(found) == len(slots.records) and all(value.isdecimal() for value in found.values()):
            levels = [int(found[i]) for i in range(len(found))]
            return [level - min(levels) for level in levels]
    return []
