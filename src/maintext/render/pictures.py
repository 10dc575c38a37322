"""Pictures for Markdown: real addresses of lazy ones, captions, formulas and emoji that are pictures."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.images import find_images
from maintext.page.tags import tag_mask
from maintext.render.formula import latex_of_image

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from maintext.metadata.images import Image
    from maintext.page import Page
    from maintext.render.markup import Edits
    from maintext.render.scene import Scene

__all__ = ["edit_pictures"]

_IMG, _PICTURE, _NOSCRIPT = tag_mask(("img",)), tag_mask(("picture",)), tag_mask(("noscript",))
_FIGCAPTION = tag_mask(("figcaption",))
_EMOJI = re.compile(r"[^\x00-\x7f]{1,8}")  # with joiners and colours of skin
_SMALL = re.compile(r"emoji|smil(?:ey|ie)", re.IGNORECASE)


def edit_pictures(page: Page, scene: Scene, edits: Edits, *, shown: bool) -> None:
    """Write each picture of the main content once, with its absolute address; others not at all.

    A caption that is no kept text becomes the title of its picture. Formulas and emoji are text and stay
    when pictures are not ``shown``.
    """
    is_img = _IMG[page.tag] & scene.in_main
    rows = np.flatnonzero(is_img)
    if not len(rows):
        return
    found = {image.row: image for image in find_images(page, scene.kept)} if shown else {}
    in_noscript = page.inside(_NOSCRIPT[page.tag])[rows].tolist()
    in_caption = scene.kept & page.inside(_FIGCAPTION[page.tag])
    for row, is_fallback in zip(rows.tolist(), in_noscript, strict=True):
        image = found.get(row)
        if text := _text(page, row, scene.formula):
            edits.whole[_around(page, row)] = text
        elif image is not None:
            title = "" if _caption_is_kept(page, in_caption, row) else image.caption
            edits.whole[_around(page, row)] = _element(image, title)
        elif not is_fallback:
            edits.whole[_around(page, row)] = ""


def _around(page: Page, row: int) -> int:
    at = row
    while (parent := int(page.parent[at])) >= 0 and (_NOSCRIPT | _PICTURE)[page.tag[parent]]:
        at = parent
    return at


def _element(image: Image, title: str) -> str:
    title = f' title="{html.escape(title)}"' if title else ""
    return f'<img src="{html.escape(image.url)}" alt="{html.escape(image.alt)}"{title}/>'


def _caption_is_kept(page: Page, in_caption: NDArray[np.bool_], row: int) -> bool:
    at = int(page.parent[row])
    while at >= 0 and page.name(at) != "figure":
        at = int(page.parent[at])
    return at >= 0 and bool(in_caption[at : page.end[at]].any())


def _text(page: Page, row: int, formula: Callable[[str], str]) -> str:
    """What stands for a picture that is text, ``""`` for other ones."""
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
