"""Pictures for Markdown: real addresses of lazy ones, captions, formulas and emoji that are pictures."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled
from maintext.metadata.attributes import attributes_of, beginnings
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

_KERNEL = compiled("elements")
_IMG, _FIGCAPTION, _NOSCRIPT = (tag_mask((name,)) for name in ("img", "figcaption", "noscript"))
_WRAPPERS = tag_mask(("noscript", "picture"))
_EMOJI = re.compile(r"[^\x00-\x7f]{1,8}")  # with joiners and colours of skin
_SMALL = re.compile(r"emoji|smil(?:ey|ie)", re.IGNORECASE)
# One of these is in the start tag of each picture that is text; most pictures are told by that.
_TEXT_WORDS = (b"emoji", b"smil", b"math", b"tex", b"codecogs", b"\\")
_BEGINNINGS = beginnings(_TEXT_WORDS)


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
    texts = _texts(page, rows, scene.formula)
    parts = zip(rows.tolist(), _in_noscript(page, rows), _has_kept_caption(scene, rows), strict=True)
    for row, is_fallback, has_caption in parts:
        if row in texts:
            edits.whole[_around(page, row)] = texts[row]
        elif (image := found.get(row)) is not None:
            edits.whole[_around(page, row)] = _element(image, "" if has_caption else image.caption)
        elif not is_fallback:
            edits.whole[_around(page, row)] = ""


def _texts(page: Page, rows: Rows, formula: Callable[[str], str]) -> dict[int, str]:
    """What stands for pictures that are text, by row."""
    if _KERNEL is not None:
        may_be = _KERNEL.tags_holding(
            page.data, rows, page.byte_start, page.inner_start, _TEXT_WORDS, _BEGINNINGS
        )
    else:
        places = zip(page.byte_start[rows].tolist(), page.inner_start[rows].tolist(), strict=True)
        tags = (page.data[start:end].lower() for start, end in places)
        may_be = [any(map(tag.__contains__, _TEXT_WORDS)) for tag in tags]
    chosen = rows[may_be]
    texts = zip(chosen.tolist(), attributes_of(page, chosen), strict=True)
    found = ((row, _text(attributes, formula)) for row, attributes in texts)
    return {row: text for row, text in found if text}


def _in_noscript(page: Page, rows: Rows) -> list[bool]:
    if not page.is_hidden[rows].any():  # as all is that stands there
        return [False] * len(rows)
    found: list[bool] = page.inside(_NOSCRIPT[page.tag])[rows].tolist()
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


def _text(attributes: dict[str, str], formula: Callable[[str], str]) -> str:
    """What stands for a picture that is text, ``""`` for other ones."""
    if not attributes.get("alt"):
        return ""
    if latex := latex_of_image(attributes):
        return formula(latex)
    alt = attributes["alt"].strip()
    is_emoji = _EMOJI.fullmatch(alt) and _SMALL.search(
        attributes.get("class", "") + attributes.get("src", "")
    )
    return html.escape(alt) if is_emoji else ""
