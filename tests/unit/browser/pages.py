"""The saved snapshots, and snapshots with a layout made up for a test."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from maintext.browser import Layout, Snapshot, load_snapshot
from maintext.html import parse

__all__ = ["NAMES", "PAGES", "made_up", "saved"]

PAGES = Path(__file__).resolve().parents[2] / "browser_pages"
NAMES = tuple(sorted(file.name.removesuffix(".json.gz") for file in PAGES.glob("*.json.gz")))


def saved(name: str) -> Snapshot:
    return load_snapshot(PAGES / f"{name}.json.gz")


def made_up(html: str, *, inline: tuple[str, ...] = ("b", "i", "a", "span", "img")) -> Snapshot:
    """A page whose boxes stand in attributes: ``box="x y width height"``, ``font``, ``weight``, ``bg`` …

    A text has the box and font of its element, an element without them those of its parent.
    """
    page = parse(html)
    n = len(page)
    rect, font, weight = np.zeros((n, 4)), np.full(n, 16.0), np.full(n, 400)
    background, position = np.full(n, -1), np.zeros(n)
    shown = np.ones(n, dtype=np.bool_)
    for row in range(n):
        around = int(page.parent[row])
        if around >= 0:
            rect[row], font[row], weight[row] = rect[around], font[around], weight[around]
            shown[row] = shown[around]
        given = page.attributes(row)
        if "box" in given:
            rect[row] = [float(word) for word in given["box"].split()]
        font[row] = float(given.get("font", font[row]))
        weight[row] = int(given.get("weight", weight[row]))
        background[row] = int(given.get("bg", "-1"), 16)
        position[row] = int(given.get("pos", 0))
        shown[row] &= "off" not in given and page.name(row) != "head"
    layout = Layout(
        x=rect[:, 0].astype(np.float32), y=rect[:, 1].astype(np.float32),
        width=rect[:, 2].astype(np.float32), height=rect[:, 3].astype(np.float32),
        font_px=font.astype(np.float32), font_weight=weight.astype(np.int16),
        colour=np.zeros(n, np.int32), background=background.astype(np.int32), is_shown=shown,
        is_inline=page.is_text | page.is_tag(inline), z=np.arange(n, dtype=np.int32),
        position=position.astype(np.int8),
    )  # fmt: skip
    return Snapshot(html, None, 1000, 1000, 1000, 800, layout)
