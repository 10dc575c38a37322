"""Images, videos and sound of the main content, with the addresses that lazy loading hides."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.elements import WordSet, read_attributes
from maintext.html.tags import tag_id, tag_mask
from maintext.metadata.address import absolute_url, base_url
from maintext.metadata.region import main_region_mask
from maintext.metadata.resolving import absolute_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from maintext.html import Page

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = [
    "EMPTY_WORDS",
    "LAZY",
    "MAX_IMAGES",
    "SETS",
    "Image",
    "Media",
    "captions_of",
    "figure_around",
    "find_images",
    "find_media",
    "image_rows",
    "images_of",
]

_IMG, _NOSCRIPT, _FIGURE, _FIGCAPTION = map(tag_id, ("img", "noscript", "figure", "figcaption"))
_MEDIA = tag_mask(("video", "audio", "iframe", "embed"))

LAZY = (
    "data-src data-original data-lazy-src data-original-src data-actualsrc data-lazyload data-lazy "
    "data-echo data-url data-img data-image data-real-src real_src data-orig-file data-hi-res-src "
    "data-full-url data-backsrc file zoomfile original"
).split()
"""Attributes in which scripts that load images late keep the address, the full size first.

They are those of the common scripts (lazysizes, lozad, jQuery Lazy Load, WordPress, Discuz, WeChat).
"""
_LAZY_NAMES = frozenset(LAZY)
SETS = ("data-srcset", "data-lazy-srcset", "srcset")
"""Attributes with several addresses of an image; the last one is read by browsers, before ``src``."""
EMPTY_WORDS = WordSet(tuple("blank placeholder loading lazy transparent pixel grey 1x1 clear space".split()))
"""One of these is in the address of every picture that only holds the place of another."""
_EMPTY_FILE = re.compile(rf"(?:{'|'.join(EMPTY_WORDS.words)})[\w-]*\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)")
_SOURCE = re.compile(r"(?<![^\s,])([^\s,](?:\S*[^\s,])?)(?:\s+([\d.]+)([wx]))?\s*(?:,|$)")
_IS_IMAGE_NAME = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|bmp|svg)(?:[?!#]|$)", re.IGNORECASE)
_PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$", re.ASCII)
_PLAYER = re.compile(r"/(?:embed|player|video|iframe|v)\b|player|autoplay=", re.IGNORECASE)
MAX_IMAGES = 500
"""Images of one main content; a whole page of the development corpus has up to 796."""
_MIN_SIDE = 32  # pixels: what is smaller on both sides is an icon or counts visits
_MAX_CAPTION = 500
_MAX_STEPS = 6  # from an image up to its figure


@dataclass(frozen=True, slots=True)
class Image:
    """A picture of the main content, or the one that the page declares as its lead.

    Attributes
    ----------
    url
        Absolute where the page's address is known.
    alt, caption
        Text instead of it, and text below it; ``""`` for none.
    width, height
        In pixels as the page states them, ``None`` for unknown.
    row
        Row of the element, −1 for an image that is only declared.
    """

    url: str
    alt: str = ""
    caption: str = ""
    width: int | None = None
    height: int | None = None
    row: int = -1


@dataclass(frozen=True, slots=True)
class Media:
    """A video or sound in the main content.

    Attributes
    ----------
    kind
        ``video``, ``audio``, or ``embed`` for a player in a frame.
    url
        Address of the file or the frame, absolute where the page's address is known.
    title
        ``title`` or ``aria-label`` of the element, ``""`` for none.
    poster
        Address of the still image, ``""`` for none.
    row
        Row of the element.
    """

    kind: str
    url: str
    title: str = ""
    poster: str = ""
    row: int = -1


def find_images(
    page: Page, kept: Bool, lead: Iterable[Image] = (), *, in_main: Bool | None = None
) -> list[Image]:
    """Return the images of the main content in page order, the declared lead image first.

    Parameters
    ----------
    page
        The page.
    kept
        Bool of shape (n_rows,): the text rows of the main content.
    lead
        Images that the page declares, the preferred one first; only the first is added, with caption
        and size from the page where it shows the same image.
    in_main
        What ``main_region_mask`` gives, for those who have it already.
    """
    found = _shown(page, kept, in_main)
    first = next(iter(lead), None)
    if first is None:
        return list(found.values())
    same = next((image for image in found.values() if _same_file(image.url, first.url)), None)
    if same is None:
        return [first, *found.values()]
    return [same, *(image for image in found.values() if image is not same)]


def find_media(page: Page, kept: Bool, *, in_main: Bool | None = None) -> list[Media]:
    """Return videos, sound and embedded players of the main content, in page order.

    Parameters are those of :func:`find_images`.
    """
    rows = np.flatnonzero(_MEDIA[page.tag])
    if not len(rows):
        return []
    in_main = main_region_mask(page, kept) if in_main is None else in_main
    rows = rows[in_main[rows]][:MAX_IMAGES]
    base = page.cached(base_url)
    found = (_media(page, row, base) for row in rows.tolist())
    return [media for media in found if media.url]


def figure_around(page: Page, rows: Rows) -> Rows:
    """Return the innermost ``<figure>`` around each of some ascending rows; −1 for none."""
    found = np.full(len(rows), -1, dtype=np.int64)
    figures = np.flatnonzero(page.tag == _FIGURE)
    first, last = np.searchsorted(rows, figures), np.searchsorted(rows, page.end[figures])
    # Pre-order: an inner figure comes later and overwrites its part of the outer one's range.
    for figure, start, end in zip(figures.tolist(), first.tolist(), last.tolist(), strict=True):
        found[start:end] = figure
    return found


def image_rows(page: Page, rows: Rows) -> Rows:
    """Return those of some ``<img>`` that are looked at: drawn or in ``<noscript>``, and not too many."""
    is_drawn = ~page.is_hidden[rows]
    if not is_drawn.all():
        rows = rows[is_drawn | page.inside(page.tag == _NOSCRIPT)[rows]]
    return rows[:MAX_IMAGES]


def images_of(page: Page, rows: Rows) -> list[Image | None]:
    """Return the image of each of some ``<img>``; None for icons and those without an address."""
    absolute = absolute_on(page.cached(base_url))
    parts = zip(rows.tolist(), read_attributes(page.columns, rows), captions_of(page, rows), strict=True)
    return [_image(page, row, attributes, absolute, caption) for row, attributes, caption in parts]


def captions_of(page: Page, rows: Rows) -> list[str]:
    """Return the text of the ``<figcaption>`` of the figure close around each image, ``""`` for none."""
    captions = np.flatnonzero(page.tag == _FIGCAPTION)
    if not len(captions):
        return [""] * len(rows)
    figures = figure_around(page, rows)
    is_close = (figures >= 0) & (page.depth[rows] - page.depth[figures] <= _MAX_STEPS)
    first = np.append(captions, len(page))[np.searchsorted(captions, figures)]
    is_inside = is_close & (first < page.end[figures])
    return [
        " ".join(page.row_text(caption)[:_MAX_CAPTION].split()) if has_caption else ""
        for caption, has_caption in zip(first.tolist(), is_inside.tolist(), strict=True)
    ]


def _shown(page: Page, kept: Bool, in_main: Bool | None) -> dict[str, Image]:
    """Images of the main content by address, in page order; each address once."""
    rows = (page.tag == _IMG).nonzero()[0]
    if not len(rows):
        return {}
    in_main = main_region_mask(page, kept) if in_main is None else in_main
    found: dict[str, Image] = {}
    for image in images_of(page, image_rows(page, rows[in_main[rows]])):
        if image is not None:
            found.setdefault(image.url, image)
    return found


def _image(
    page: Page, row: int, attributes: dict[str, str], absolute: Callable[[str], str], caption: str
) -> Image | None:
    """Return one ``<img>``; None for icons and those without an address."""
    url = absolute(_address(attributes) or _picture_source(page, row))
    width = _pixels(attributes.get("width") or attributes.get("data-w") or attributes.get("data-width", ""))
    height = _pixels(attributes.get("height") or attributes.get("data-height", ""))
    is_icon = max(width or _MIN_SIDE, height or _MIN_SIDE) < _MIN_SIDE
    if not url or is_icon:
        return None
    return Image(url, " ".join(attributes.get("alt", "").split()), caption, width, height, row)


def _address(attributes: dict[str, str]) -> str:
    """Address of an image: what a script would load, the largest of a set, or ``src``."""
    for name in () if _LAZY_NAMES.isdisjoint(attributes) else LAZY:
        value = attributes.get(name, "").strip()
        if value and ("/" in value or _IS_IMAGE_NAME.search(value)) and not _is_placeholder(value):
            return value
    src = attributes.get("src", "").strip()
    is_set = _is_placeholder(src)
    for name in SETS:
        if name in attributes and (is_set or name != "srcset") and (largest := _largest(attributes[name])):
            return largest
    return "" if is_set else src


def _is_placeholder(address: str) -> bool:
    """Whether an address is none, or of a picture that only holds the place of another."""
    if not address or address[:6].lower().startswith(("data:", "about:")):
        return True
    # Looking for words first is ten times as fast; most addresses have none.
    return EMPTY_WORDS.found_in(address) and _EMPTY_FILE.search(address.lower()) is not None


def _picture_source(page: Page, row: int) -> str:
    """Largest address of the ``<source>`` elements beside an image in a ``<picture>``."""
    parent = int(page.parent[row])
    if page.name(parent) != "picture":
        return ""
    for at in range(parent + 1, min(int(page.end[parent]), parent + 20)):
        if page.name(at) == "source":
            attributes = page.attributes(at)
            largest = next((value for name in SETS if (value := _largest(attributes.get(name, "")))), "")
            if largest:
                return largest
    return ""


def _largest(srcset: str) -> str:
    """Address of the greatest width or density in a ``srcset`` (HTML standard, 4.8.4.2.1)."""
    best, best_size = "", -1.0
    for url, number, _ in _SOURCE.findall(srcset[:10_000]):
        try:
            size = float(number or 1)
        except ValueError:
            continue
        if size > best_size and not _is_placeholder(url):
            best, best_size = url, size
    return best


def _media(page: Page, row: int, base: str) -> Media:
    attributes = page.attributes(row)
    name = page.name(row)
    kind = name if name in {"video", "audio"} else "embed"
    url = attributes.get("src") or attributes.get("data-src") or attributes.get("data-lazy-src", "")
    if kind == "embed":
        is_player = _PLAYER.search(url) or "allowfullscreen" in attributes
        url = url if is_player else ""
    elif not url:
        url = _first_source(page, row)
    title = attributes.get("title") or attributes.get("aria-label", "")
    poster = absolute_url(base, attributes.get("poster", ""))
    return Media(kind, absolute_url(base, url), " ".join(title.split()), poster, row)


def _first_source(page: Page, row: int) -> str:
    for at in range(row + 1, min(int(page.end[row]), row + 20)):
        if page.name(at) == "source":
            return page.attributes(at).get("src", "")
    return ""


def _pixels(text: str) -> int | None:
    number = _PIXELS.match(text) if text else None
    return int(number[1]) if number else None


def _same_file(one: str, other: str) -> bool:
    """Whether two addresses are of the same image, perhaps in different sizes."""
    names = [url.partition("?")[0].rpartition("/")[2] for url in (one, other)]
    return one == other or (len(names[0]) > 8 and names[0] == names[1])
