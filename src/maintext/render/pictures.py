"""Pictures for Markdown: real addresses of lazy ones, captions, formulas and emoji that are pictures."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.images import figure_around, find_images
from maintext.page.tags import tag_mask
from maintext.render.formula import latex_of_image

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from maintext.metadata.images import Image
    from maintext.page import Page
    from maintext.render.markup import Edits
    from maintext.render.scene import Scene

    Rows = NDArray[np.int64]

__all__ = ["edit_pictures"]

_IMG, _FIGCAPTION, _NOSCRIPT = (tag_mask((name,)) for name in ("img", "figcaption", "noscript"))
_WRAPPERS = tag_mask(("noscript", "picture"))
_EMOJI = re.compile(r"[^\x00-\x7f]{1,8}")  # with joiners and colours of skin
_SMALL = re.compile(r"emoji|smil(?:ey|ie)", re.IGNORECASE)
# One of these is in the start tag of each picture that is text; most pictures are told by that.
_TEXT_WORDS = (b"emoji", b"smil", b"math", b"tex", b"codecogs", b"\\")


def edit_pictures(scene: Scene, edits: Edits, *, shown: bool) -> None:
    """Write each picture of the main content once, with its absolute address; others not at all.

    A caption that is no kept text becomes the title of its picture. Formulas and emoji are text and stay
    when pictures are not ``shown``.
    """
    page = scene.page
    rows = scene.rows_in_main(_IMG)
    if not len(rows):
        return
    images = find_images(page, scene.kept, in_main=scene.in_main) if shown else []
    found = {image.row: image for image in images}
    parts = zip(rows.tolist(), _in_noscript(page, rows), _has_kept_caption(scene, rows), strict=True)
    for row, is_fallback, has_caption in parts:
        if text := _text(page, row, scene.formula):
            edits.whole[_around(page, row)] = text
        elif (image := found.get(row)) is not None:
            edits.whole[_around(page, row)] = _element(image, "" if has_caption else image.caption)
        elif not is_fallback:
            edits.whole[_around(page, row)] = ""


def _in_noscript(page: Page, rows: Rows) -> list[bool]:
    is_noscript = _NOSCRIPT[page.tag]
    found: list[bool] = (page.inside(is_noscript) if is_noscript.any() else is_noscript)[rows].tolist()
    return found


def _has_kept_caption(scene: Scene, rows: Rows) -> list[bool]:
    """Whether a kept text stands in the caption of the figure around each row."""
    page, captions = scene.page, scene.rows(_FIGCAPTION)
    if not len(captions):
        return [False] * len(rows)
    figures = figure_around(page, rows)
    n_inside = np.searchsorted(captions, page.end[figures]) - np.searchsorted(captions, figures)
    found: list[bool] = ((figures >= 0) & (n_inside > 0)).tolist()
    return found


def _around(page: Page, row: int) -> int:
    at = row
    while (parent := int(page.parent[at])) >= 0 and _WRAPPERS[page.tag[parent]]:
        at = parent
    return at


def _element(image: Image, title: str) -> str:
    title = f' title="{html.escape(title)}"' if title else ""
    return f'<img src="{html.escape(image.url)}" alt="{html.escape(image.alt)}"{title}/>'


def _text(page: Page, row: int, formula: Callable[[str], str]) -> str:
    """What stands for a picture that is text, ``""`` for other ones."""
    tag = page.data[page.byte_start[row] : page.inner_start[row]].lower()
    if not any(word in tag for word in _TEXT_WORDS):
        return ""
    attributes = page.attributes(row)
    if not attributes.get("alt"):
        return ""
    if latex := latex_of_image(attributes):
        return formula(latex)
    alt = attributes.get("alt", "").strip()
    is_emoji = _EMOJI.fullmatch(alt) and _SMALL.search(
        attributes.get("class", "") + attributes.get("src", "")
    )
    return html.escape(alt) if is_emoji else ""
