"""Extract the images, players, links and tables of the main content.

Source for tables: HTML Living Standard, 4.9.12.1 (forming a table).
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np

from maintext._core.elements import WordSet
from maintext._core.fields import read_links
from maintext._core.text import find_glued
from maintext.html import Page
from maintext.html.arrays import Bool, Int, ancestors, mark_rows
from maintext.html.blocks import (
    caption_texts,
    link_around,
    main_region_mask,
    pictures_of_teasers,
    shown_rows,
    smallest_with_text,
)
from maintext.html.tags import tag_id, tag_mask
from maintext.html.urls import absolute_url, base_url, encode_query, url_resolver
from maintext.metadata import word_lists

__all__ = [
    "EMPTY_WORDS", "LAZY", "MAX_IMAGES", "PICTURE_FRAMES", "READER_CLASS", "SETS", "FactTable", "Image",
    "Link", "Media", "caption_elements", "captions_of", "figure_around", "fill_width", "find_images",
    "find_links", "find_media", "find_tables", "image_rows", "images_of", "is_control", "is_emoji",
    "is_placeholder", "outermost_wrapper", "parse_pixels", "pictures_to_leave", "read_references",
]  # fmt: skip

PICTURE_FRAMES = tag_mask(("noscript", "picture"))
"""Elements around one picture, a mask over tags."""
_IMG, _FIGURE, _FIGCAPTION = map(tag_id, ("img", "figure", "figcaption"))
_MEDIA = tag_mask(("video", "audio", "iframe", "embed"))
_BUTTON, _NOSCRIPT = tag_mask(("button",)), tag_mask(("noscript",))
# Elements that scripts replace by a frame: a part of the name, and what the identifier is added to.
_FRAMELESS = (("youtube", "https://www.youtube.com/watch?v="), ("vimeo", "https://vimeo.com/"))

LAZY, _PLACEHOLDERS, *_CONTROL_WORDS = word_lists("lazy_images").values()
"""Attributes in which lazy-loading scripts keep the URL, the full size first.

They are those of the common scripts (lazysizes, lozad, jQuery Lazy Load, WordPress, Discuz, WeChat).
"""
_LAZY_NAMES = frozenset(LAZY)
_PLAYER_SOURCES = ("src", *(name for name in LAZY if name.endswith("src")))
SETS = ("data-srcset", "data-lazy-srcset", "srcset")
"""Attributes with several URLs of an image; browsers read the last one, before ``src``."""
EMPTY_WORDS = WordSet(tuple(_PLACEHOLDERS))
"""Words in the URLs of placeholder pictures; each such URL has one."""
# The whole name of such a file: photos of blankets and of a grey sweater have other words too.
_EMPTY_WORD = rf"(?:{'|'.join(EMPTY_WORDS.words)}|spacer|load|image|img|data|dot|trans|white|bg)"
# One or two words or numbers; two numbers side by side are one, so that there is one way to read them.
_EMPTY_NAME = rf"(?:{_EMPTY_WORD}(?:{_EMPTY_WORD}|[\da-f]{{6,}})?|[\da-f]{{6,}}{_EMPTY_WORD}?)"
_EMPTY_FILE = re.compile(
    rf"(?:placeholder[\w-]*|(?:^|/)(?:\w{{1,4}}[_-]+|_)?{_EMPTY_NAME}"
    rf"(?:[_-]+(?:{_EMPTY_NAME}|\w{{1,4}})){{0,4}})"
    r"\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)"
)
_HOST = re.compile(r"^(?:https?:)?//[^/?#]*", re.IGNORECASE)
# Of a site, not of one page. "Default" after a number is the size of a photo, after letters that of a video.
_SITE_PICTURE = re.compile(
    r"(?<!ta)(?<!dia)(?<!o)(?<!pro)(?<!epi)(?:logo|LOGO|Logo)s?(?![a-z])|(?<![a-zA-Z])[lL]ogo|[fF]avicon"
    r"|(?<![a-zA-Z\d])(?<!\d[_-])[dD]efault(?![a-z])|(?<=[a-z])Default(?![a-z])"
)
_WORDS = re.compile(r"[^\W\d_]{4,}|\d{4,}")
_FILE_END = re.compile(r"\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)")
_CONTROLS, _CONTROL_FORMS = map(frozenset, _CONTROL_WORDS)
_LETTERS_OR_DIGITS, _ICON_ENDINGS = re.compile(r"[^\W\d_]+|\d+"), frozenset(("gif", "png", "svg", "webp"))
_SOURCE = re.compile(r"(?<![^\s,])([^\s,](?:\S*[^\s,])?)(?:\s+([0-9]+\.?[0-9]*|\.[0-9]+|)[wx])?\s*(?:,|$)")
_IS_IMAGE_NAME = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|bmp|svg)(?:[?!#]|$)", re.IGNORECASE)
_PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$", re.ASCII)
# WordPress shows another post in such a frame, next to a link to it.
_NO_PLAYER = re.compile(r"/maps\b|openstreetmap|/embed/?#\?secret=", re.IGNORECASE)
_PLAYER = re.compile(r"/(?:embed|player|video|iframe|v)\b|player|autoplay=", re.IGNORECASE)
MAX_IMAGES = 500
"""Images of one main content; a whole page of the development corpus has up to 796."""
_MIN_SIDE = 32  # pixels: what is smaller on both sides is an icon or counts visits
_MAX_CAPTION, _MAX_CAPTION_WORDS = 500, 60
# Classes of what stands next to a picture and is no ``caption`` by its name: who took it, what it shows.
_CAPTION_CLASS = re.compile(
    r"caption|credit|copyright|cutline|legend|photographer"
    r"|(?:img|image|photo|picture|media|bild|foto|lightbox)[a-z]*[_-]+(?:\w*[_-])?(?:info|desc|source|author|agency)"
    r"|(?:pic|img|photo)(?:s|ture)?(?:info|intro|des(?:c\w*)?)\b",
    re.IGNORECASE,
)
_LINK_SIGNS = frozenset("¶#§🔗")  # as of Sphinx
_MAX_STEPS = 6  # from an image up to its figure
READER_CLASS = re.compile(
    r"(?:^|[\s_-])(?:sr-only|screen-?reader\w*|off-?screen|visually-?hidden)(?:$|[\s_-])", re.IGNORECASE
)
"""Class of what is drawn for screen readers alone."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture of the main content, or the lead image that the page declares.

    - ``url``: absolute if the URL of the page is known.
    - ``alt``, ``caption``: alternative text and caption; ``""`` for none.
    - ``width``, ``height``: in pixels as stated by the page; ``None`` for unknown.
    - ``row``: row of the element; −1 for an image that is only declared.
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

    - ``kind``: ``video``, ``audio``, or ``embed`` for a player in a frame.
    - ``url``: URL of the file or frame, absolute if the URL of the page is known.
    - ``title``: ``title`` or ``aria-label`` of the element, else its caption; ``""`` for none.
    - ``caption``: text of the ``<figcaption>``; ``""`` for none.
    - ``poster``: URL of the still image; ``""`` for none.
    - ``row``: row of the element.
    """

    kind: str
    url: str
    title: str = ""
    poster: str = ""
    row: int = -1
    caption: str = ""


def find_images(
    page: Page,
    kept: Bool,
    lead: Iterable[Image] = (),
    *,
    in_main: Bool | None = None,
    left_out: Iterable[int] | None = None,
    title: str = "",
) -> list[Image]:
    """Return the images of the main content in page order, the declared lead image first.

    - ``kept``: bool of shape (n_rows,): the text rows of the main content.
    - ``lead``: declared images, the preferred one first. Only the first is added, with caption and size from
      the page if the page shows it; logos and default pictures of the site are only if it does.
    - ``in_main``, ``left_out``: results of :func:`~maintext.html.blocks.main_region_mask` and
      :func:`pictures_to_leave`, if already computed.
    - ``title``: of the page: a logo whose file has a word of it is no site's.
    """
    found: dict[str, Image] = {}
    if len(rows := (page.tag == _IMG).nonzero()[0]):
        in_main = main_region_mask(page, kept) if in_main is None else in_main
        rows = rows[in_main[rows]]
        left_out = pictures_to_leave(page, kept, rows) if left_out is None else left_out
        rows = rows[~mark_rows(len(page), list(left_out))[rows]]
        for image in filter(None, images_of(page, image_rows(page, rows, kept))):
            found.setdefault(image.url, image)
    for first in lead:
        same = next((image for image in found.values() if _same_file(image.url, first.url)), None)
        if same is not None:
            return [same, *(image for image in found.values() if image is not same)]
        if not is_placeholder(first.url) and not _is_site_picture(first.url, title):
            return [first, *found.values()]
    return list(found.values())


def _is_site_picture(url: str, title: str) -> bool:
    """Return True for a logo or default picture by its file's name, if that has no word of the title.

    Words of the host do not count: they are the site's.
    """
    host, name = (_HOST.match(url) or [""])[0].lower(), url.partition("?")[0].rpartition("/")[2]
    if not _SITE_PICTURE.search(name):
        return False
    words = set(_WORDS.findall(_SITE_PICTURE.sub("", name).lower())).intersection(
        _WORDS.findall(title.lower())
    )
    return all(word in host for word in words)


def find_media(page: Page, kept: Bool, *, in_main: Bool | None = None) -> list[Media]:
    """Return videos, sound and embedded players of the main content, each once, in page order.

    Parameters are those of :func:`find_images`.
    """
    is_player = page.tagged(_MEDIA)
    is_player[page.attribute("videoid").row] = is_player[page.attribute("data-videoid").row] = True
    rows = is_player.nonzero()[0]
    if not len(rows):
        return []
    in_main = main_region_mask(page, kept) if in_main is None else in_main
    rows = rows[in_main[rows]][:MAX_IMAGES]
    base = page.cached(base_url)
    # Players of one URL that a script fills differ in their titles.
    found: dict[tuple[str, str], Media] = {}
    known = page.cached(_PartsRead).media
    known.update((row, _read_media(page, row, base)) for row in set(rows.tolist()) - known.keys())
    for media in map(known.__getitem__, rows.tolist()):
        found.setdefault((media.url, media.title), media)
    return [media for media in found.values() if media.url]


class _PartsRead:
    """The parts of a page that were read already, by row: each form of a document asks for them."""

    def __init__(self, _: Page) -> None:
        self.images: dict[int, Image | None] = {}
        self.captions: dict[int, int] = {}
        self.media: dict[int, Media] = {}


def figure_around(page: Page, rows: Int) -> Int:
    """Return the row of the innermost ``<figure>`` around each of ascending rows; −1 for none."""
    found = np.full(len(rows), -1, dtype=np.int64)
    figures = (page.tag == _FIGURE).nonzero()[0]
    first, last = rows.searchsorted(figures), rows.searchsorted(page.end[figures])
    # Pre-order: an inner figure comes later and overwrites its part of the outer one's range.
    for figure, start, end in zip(figures.tolist(), first.tolist(), last.tolist(), strict=True):
        found[start:end] = figure
    return found


def pictures_to_leave(page: Page, kept: Bool, rows: Int) -> Iterator[int]:
    """Yield pictures of teasers and buttons, and those that hold the place of a copy in ``<noscript>``.

    These stand right before the copy and name neither its file nor another one to load.
    """
    yield from pictures_of_teasers(page, kept, rows)
    yield from (row for row in rows[:MAX_IMAGES].tolist() if _is_button(page, row))
    if not len(rows) or not page.is_hidden[rows].any() or not page.has_tag(_NOSCRIPT):
        return
    rows = image_rows(page, rows, kept)
    rows = rows[[image is not None for image in images_of(page, rows)]]
    is_copy = page.inside(page.tagged(_NOSCRIPT))[rows]
    for at in (is_copy[1:] & ~is_copy[:-1]).nonzero()[0].tolist():
        before, copy = rows[at : at + 2].tolist()
        if page.parent[outermost_wrapper(page, copy)] < before and not page.n_chars[before:copy].any():
            attributes = page.attributes(before) | {"style": ""}
            source = page.value(copy, "src") or ""
            if _LAZY_NAMES.isdisjoint(attributes) and source not in " ".join(attributes.values()):
                yield before


def _is_button(page: Page, row: int) -> bool:
    """Return True for a drawing (GIF, SVG) that runs a script at a click, alone in its link or by itself.

    A photo that waits for a script may be a GIF of one point.
    """
    tag = page.data[page.byte_start[row] : page.inner_start[row]].lower()
    if (b".gif" not in tag and b".svg" not in tag) or b"data-" in tag or b"srcset" in tag:
        return False
    if b"onclick=" in tag:
        return True
    link = link_around(page, row) if page.is_link[row] else -1
    address = page.value(link, "href") or "" if link >= 0 else ""
    return address.startswith("javascript:") and not page.n_chars[link : page.end[link]].any()


def outermost_wrapper(page: Page, row: int) -> int:
    """Return the outermost ``<picture>`` or ``<noscript>`` right around a picture, else the picture."""
    while (parent := int(page.parent[row])) >= 0 and PICTURE_FRAMES[page.tag[parent]]:
        row = parent
    return row


def image_rows(page: Page, rows: Int, kept: Bool) -> Int:
    """Filter images: visible, in a hidden element with kept text or in ``<noscript>``; 500 at most."""
    is_drawn = shown_rows(page, kept)[rows]
    if not is_drawn.all():
        rows = rows[is_drawn | page.inside(page.tagged(_NOSCRIPT))[rows]]
    return rows[:MAX_IMAGES]


def images_of(page: Page, rows: Int) -> list[Image | None]:
    """Return the image of each ``<img>`` row; None for icons and for images without a URL."""
    known = page.cached(_PartsRead).images
    if new := [row for row in rows.tolist() if row not in known]:
        absolute = url_resolver(page.cached(base_url))
        for row, caption in zip(new, captions_of(page, np.array(new, dtype=np.int64)), strict=True):
            known[row] = _read_image(page, row, page.attributes(row), absolute, caption)
    return [known[row] for row in rows.tolist()]


def captions_of(page: Page, rows: Int) -> list[str]:
    """Return the text of the caption of each image, see :func:`caption_elements`; ``""`` for none."""
    elements = caption_elements(page, rows).tolist()
    if max(elements, default=-1) < 0:
        return [""] * len(elements)
    apart, texts = page.cached(_captions_read)
    texts.update((row, _caption_text(page, row, apart)) for row in set(elements) - texts.keys() - {-1})
    return [texts[row] if row >= 0 else "" for row in elements]


def caption_elements(page: Page, rows: Int) -> Int:
    """Return the ``<figcaption>`` of the figure close around each of ascending images; -1 for none.

    An image in the caption itself, as of the author, has none. Where there is no caption, the smallest
    element with text around the image is, if it shows no other image and all its text is that of a caption or
    credit by the name of a class; else the line right below the image.
    """
    known = page.cached(_PartsRead).captions
    if new := [row for row in rows.tolist() if row not in known]:
        known.update(zip(new, _find_captions(page, np.array(new, dtype=np.int64)), strict=True))
    return np.array([known[row] for row in rows.tolist()], dtype=np.int64)


def _find_captions(page: Page, rows: Int) -> list[int]:
    found: list[int] = []
    captions = (page.tag == _FIGCAPTION).nonzero()[0]
    figures = figure_around(page, rows).tolist() if len(captions) else [-1] * len(rows)
    for row, figure in zip(rows.tolist(), figures, strict=True):
        at = captions.searchsorted(figure)
        first = int(captions[at]) if figure >= 0 and at < len(captions) else len(page)
        if first < page.end[figure] and page.depth[row] - page.depth[figure] <= _MAX_STEPS:
            found.append(-1 if first <= row < page.end[first] else first)
        else:
            named = _named_caption(page, row)
            found.append(named if named >= 0 else _line_below(page, row))
    return found


def _named_caption(page: Page, row: int) -> int:
    """Return the smallest element with text around an image, if all of that is its caption; else -1."""
    row, own = smallest_with_text(page, page.cached(_texts_shown), row)
    is_caption, texts = caption_texts(page), own.tolist()
    # The first text says no of most, so no more are looked at.
    if not texts or not all(is_caption[text] or _is_called_caption(page, text, row) for text in texts):
        return -1
    is_short = page.n_words[own].sum() <= _MAX_CAPTION_WORDS or is_caption[own].all()
    if page.is_link[own].all() or not is_short:
        return -1
    inside = slice(row, page.end[row])
    return row if np.count_nonzero((page.tag[inside] == _IMG) & ~page.is_hidden[inside]) <= 1 else -1


def _line_below(page: Page, image: int) -> int:
    """Return the block with the line below an image that is its caption; else -1.

    Chinese editors centre both, put them alone in a table, or begin the line with a mark (▲, 图为); systems
    name the line. A bold one is a heading.
    """
    box = int(page.parent[image])
    while box > 0 and not _BLOCKS[page.tag[box]]:
        box = int(page.parent[box])
    texts, first = page.cached(_texts_shown), box
    start, stop = texts.searchsorted((box, page.end[box])).tolist()
    if start == stop and page.tag[box] == _TD:
        while box > 0 and page.tag[box] != _TABLE:
            box = int(page.parent[box])
        start, stop = texts.searchsorted((box, page.end[box])).tolist()
    elif start == stop:
        box, end = int(page.end[box]), int(page.end[page.parent[box]])
        while box < end and page.is_text[box] and not page.n_chars[box]:
            box += 1
        if box >= end or not (
            (_is_centred(page, first) and _is_centred(page, box))
            or _is_caption_class(page.value(box, "class") or "")
            or _CAPTION_MARK.match(page.row_text(box))
        ):
            return -1
        start, stop = texts.searchsorted((box, page.end[box])).tolist()
    elif texts[start] < image or not (
        _is_centred(page, box) or _CAPTION_MARK.match(page.row_text(texts[start]))
    ):
        return -1
    own, tags = texts[start:stop], page.tag[box : page.end[box]]
    n_words, n_cjk = int(page.n_words[own].sum()), int(page.n_cjk[own].sum())
    is_line = len(own) and own[0] > image and n_words - n_cjk <= _MAX_LINE_WORDS and n_cjk <= _MAX_LINE_CJK
    n_images = np.count_nonzero(tags == _IMG)
    is_other = _STRESSED[tags[1:]].any() or page.is_link[own].any() or n_images > (image >= box)
    # Without letters it is a rating, or the number of a note.
    return box if is_line and not is_other and _LETTERS.search(page.row_text(box)) else -1


def _is_centred(page: Page, row: int) -> bool:
    """Return True for a block that is centred by its tag, an attribute, its style or a class."""
    if not _BLOCKS[page.tag[row]]:
        return False
    stated = page.attributes(row)
    return bool(
        page.tag[row] == _CENTER
        or stated.get("align", "").lower() == "center"
        or _CENTRED_STYLE.search(stated.get("style", ""))
        or _CENTRED_CLASS.search(stated.get("class", ""))
    )


_CENTER, _TD, _TABLE = tag_id("center"), tag_id("td"), tag_id("table")
_BLOCKS = tag_mask(("p", "div", "center", "section", "td"))
_STRESSED = tag_mask("b strong h1 h2 h3 h4 h5 h6 button table".split())
_LETTERS = re.compile(r"[^\W\d_]{2}")
_CAPTION_MARK = re.compile(r"\s*(?:[▲△↑]|[图圖](?:为|為|[说說注註]?[:：]))")
_CENTRED_CLASS = re.compile(r"(?:^|[\s_-])center(?:ed)?(?:$|[\s_-])")
_CENTRED_STYLE = re.compile(r"text-align\s*:\s*center", re.IGNORECASE)
_MAX_LINE_WORDS, _MAX_LINE_CJK = 30, 80  # of a centred caption: words, and characters of Chinese


def _is_called_caption(page: Page, text: int, box: int) -> bool:
    """Return True if a class of an element around a text, below ``box``, is that of a caption or credit."""
    names = (page.value(at, "class") for at in ancestors(page.parent, text, box))
    return any(name and _is_caption_class(name) for name in names)


@lru_cache(maxsize=1_024)
def _is_caption_class(name: str) -> bool:
    """Return True if a class is that of a caption or credit."""
    return _CAPTION_CLASS.search(name) is not None


def _texts_shown(page: Page) -> Int:
    """Return the texts that are not hidden, nor in buttons, ascending."""
    is_aside = page.is_hidden
    if page.has_tag(_BUTTON):
        is_aside = is_aside | page.inside(page.tagged(_BUTTON))
    return (page.is_text & (page.n_chars > 0) & ~is_aside).nonzero()[0]


def _captions_read(page: Page) -> tuple[set[int], dict[int, str]]:
    """Return the texts of captions that stand after a space, and the captions read so far."""
    in_caption = page.is_text & (page.inside(page.tag == _FIGCAPTION) | caption_texts(page))
    return set(find_glued(page.columns, in_caption.view(np.uint8))), {}


def _caption_text(page: Page, caption: int, apart: set[int]) -> str:
    """Return the text of a caption; a space parts its lines, and what is ``apart``, as a credit."""
    texts = caption + page.is_text[caption : page.end[caption]].nonzero()[0]
    text, last = "", -1  # line
    for row, line in zip(texts.tolist(), page.line[texts].tolist(), strict=True):
        own = page.row_text(row)
        if not _is_for_readers(page, row, caption):
            is_sentence = text.endswith((".", "!", "?")) and own[:1].isalpha()
            is_next = -1 < last < line and not text.endswith("(")
            text += " " * (row in apart or is_sentence or is_next) + own
            last = max(last, line)
    return " ".join(text[:_MAX_CAPTION].split())


def _is_for_readers(page: Page, row: int, caption: int) -> bool:
    """Return True for words that announce a caption to screen readers, in a button, or the sign of a link."""
    if page.is_link[row] and page.row_text(row).strip() in _LINK_SIGNS:
        return True
    return any(
        _BUTTON[page.tag[at]] or READER_CLASS.search(page.value(at, "class") or "")
        for at in ancestors(page.parent, row, caption)
    )


def _read_image(
    page: Page, row: int, attributes: dict[str, str], absolute: Callable[[str], str], caption: str
) -> Image | None:
    url = absolute(fill_width(_image_url(attributes)) or _picture_source(page, row))
    width = parse_pixels(
        attributes.get("width") or attributes.get("data-w") or attributes.get("data-width", "")
    )
    height = parse_pixels(attributes.get("height") or attributes.get("data-height", ""))
    is_icon = max(width or _MIN_SIDE, height or _MIN_SIDE) < _MIN_SIDE
    if not url or is_icon or is_control(url) or is_emoji(attributes):
        return None
    alt = read_references(attributes.get("alt", ""))
    return Image(url, " ".join(alt.split()), caption, width, height, row)


def is_emoji(attributes: dict[str, str]) -> bool:
    """Return True if an image is an emoji by its alternative text, and by its class or file."""
    is_short = _EMOJI.fullmatch(attributes.get("alt", "").strip())
    return bool(is_short and _EMOJI_NAME.search(attributes.get("class", "") + attributes.get("src", "")))


def read_references(text: str) -> str:
    """Return a text with the character references that are left where it was escaped twice read."""
    return _REFERENCE.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text


# With joiners and colours of skin, or its name, or drawn with punctuation.
_EMOJI = re.compile(r"[^\x00-\x7f]{1,8}|:[\w+-]+:|(?=\w*[^\w\s])\S{1,8}")
_EMOJI_NAME = re.compile(r"emo(?:ji|ticon)|smil(?:ey|ie)", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")


def _image_url(attributes: dict[str, str]) -> str:
    """Return the URL that a script would load, else the largest of a set of sizes, else ``src``."""
    for name in () if _LAZY_NAMES.isdisjoint(attributes) else LAZY:
        value = attributes.get(name, "").strip()
        is_url = not value.startswith("{") and ("/" in value or _IS_IMAGE_NAME.search(value))
        if value and is_url and not is_placeholder(value):
            return value
    src = attributes.get("src", "").strip()
    is_set = is_placeholder(src)
    for name in SETS:
        if largest := _largest_in_srcset(attributes.get(name, "")):
            return largest
    return "" if is_set else src


def fill_width(url: str) -> str:
    """Return a URL with large numbers where a script, as of Shopify's themes, would put the size."""
    return url.replace("{width}", "1080").replace("{height}", "1080") if "{" in url else url


def is_placeholder(url: str) -> bool:
    """Return True if a URL is empty or that of a placeholder picture."""
    if not url or url[:6].lower().startswith(("data:", "about:")):
        return True
    # Looking for words first is ten times as fast; most URLs have none.
    if not EMPTY_WORDS.found_in(url) or not EMPTY_WORDS.found_in(url := _HOST.sub("", url, 1)):
        return False
    url = url.lower()
    ends = ((max(url.rfind("/", 0, end.start()), 0), end.end()) for end in _FILE_END.finditer(url))
    return any(_EMPTY_FILE.search(url, *name) for name in ends)


def is_control(url: str) -> bool:
    """Return True for the picture of a button to share, print or copy, by all words of its file's name.

    A drawing in a folder of icons is one too, what readers show that they like a post with, and the icon of a
    file that UEditor sets before its link.
    """
    folder, _, name = url.partition("?")[0].lower().rpartition("/")
    stem, _, ending = name.rpartition(".")
    if ending not in _ICON_ENDINGS:
        return False
    if (ending == "svg" and "/icons" in folder) or "/reactions" in folder or "/filetypeimages" in folder:
        return True
    parts = set(_LETTERS_OR_DIGITS.findall(stem))
    words = set(filter(str.isalpha, parts))
    forms = words - _CONTROLS
    # Numbered pictures of a subject, as the steps of a guide to mail, have no word of a button next to it.
    return len(forms) < len(words) and forms <= _CONTROL_FORMS and (bool(forms) or parts == words)


def _picture_source(page: Page, row: int) -> str:
    """Return the largest URL in the ``<source>`` siblings of an image in a ``<picture>``."""
    parent = int(page.parent[row])
    if page.name(parent) != "picture":
        return ""
    sets = (source.get(name, "") for source in _sources_below(page, parent) for name in SETS)
    return next(filter(None, map(_largest_in_srcset, sets)), "")


def _sources_below(page: Page, row: int) -> Iterator[dict[str, str]]:
    """Yield the attributes of the ``<source>`` elements among the first rows below an element."""
    inside = range(row + 1, min(int(page.end[row]), row + 20))
    return (page.attributes(at) for at in inside if page.name(at) == "source")


def _largest_in_srcset(srcset: str) -> str:
    """Return the URL of the greatest width or density (HTML standard, 4.8.4.2.1)."""
    sources = _SOURCE.findall(srcset[:10_000]) if srcset else ()
    largest_first = sorted(sources, key=lambda source: float(source[1] or 1), reverse=True)
    return next((url for url, _ in largest_first if not is_placeholder(url)), "")


def _read_media(page: Page, row: int, base: str) -> Media:
    attributes = page.attributes(row)
    name = page.name(row)
    kind = name if name in {"video", "audio"} else "embed"
    sources = (attributes.get(name, "") for name in _PLAYER_SOURCES)
    url = next((source for source in sources if source and not is_placeholder(source)), "")
    if stated := attributes.get("videoid") or attributes.get("data-videoid"):
        url = next((f"{start}{stated}" for word, start in _FRAMELESS if word in name), url)
    elif kind == "embed":
        is_player = (_PLAYER.search(url) or "allowfullscreen" in attributes) and not _NO_PLAYER.search(url)
        url = url if is_player else ""
    elif not url:
        url = next((source.get("src", "") for source in _sources_below(page, row)), "")
    titles = (attributes.get(name, "") for name in ("title", "aria-label", "playlabel"))
    title = " ".join(next(filter(None, titles), "").split())
    poster = absolute_url(base, attributes.get("poster", ""))
    caption = captions_of(page, np.array([row]))[0] if url else ""  # others are left out
    return Media(kind, absolute_url(base, url), title or caption, poster, row, caption)


def parse_pixels(text: str) -> int | None:
    """Return a stated width or height in pixels, None for other units."""
    number = _PIXELS.match(text) if text else None
    return int(number[1]) if number else None


def _same_file(one: str, other: str) -> bool:
    """Return True if two URLs point to the same image, perhaps in different sizes."""
    names = [url.partition("?")[0].rpartition("/")[2] for url in (one, other)]
    return one == other or (len(names[0]) > 8 and names[0] == names[1])


_MAX_LINKS = 5_000


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the main content.

    - ``url``: absolute if the URL of the page is known.
    - ``text``: link text in one line.
    - ``rel``: ``rel`` attribute; ``""`` for none.
    - ``row``: row of the anchor.
    """

    url: str
    text: str
    rel: str = ""
    row: int = -1


def find_links(page: Page, kept: Bool) -> list[Link]:
    """Return the anchors with kept text that lead to another page, in page order.

    Cost O(n_attributes), and O(rows) per link.
    """
    absolute = url_resolver(page.cached(base_url))
    kept = np.ascontiguousarray(kept)
    anchors = read_links(page.columns, kept.view(np.uint8), _MAX_LINKS)
    # A text that is alone in its link is read already.
    n_texts = page.subtree_sum(page.is_text & (page.n_chars > 0)) if anchors else ()
    found = (
        Link(
            absolute(encode_query(page, href)),
            _link_text(page, row, kept) if n_texts[row] > 1 else text,
            rel,
            row,
        )
        for row, href, text, rel in anchors
    )
    return [link for link in found if link.url]


def _link_text(page: Page, link: int, kept: Bool) -> str:
    """Return the text of a link with several texts, a space between its lines; hidden ones if kept."""
    texts = link + page.is_text[link : page.end[link]].nonzero()[0]
    return _join_lines(page, texts[~page.is_hidden[texts] | kept[texts]])


_MAX_TABLES = 100
_MAX_CELLS = 20_000  # of one table with its spans; a page can claim a thousand columns in a few bytes
_MAX_SPAN = 1_000  # what HTML allows for colspan
_TR, _CELLS, _CAPTION = map(tag_mask, (("tr",), ("td", "th"), ("caption",)))


@dataclass(frozen=True, slots=True)
class FactTable:
    """A table of the main content.

    - ``rows``: cell texts by table row, all of equal length. A cell that spans several columns or rows is
      repeated in each of them. Next to cells with text, one of pictures has their ``alt``.
    - ``n_header_rows``: number of header rows at the top.
    - ``caption``: text of the ``<caption>``; ``""`` for none.
    - ``row``: row of the ``<table>`` element on the page.
    """

    rows: tuple[tuple[str, ...], ...]
    n_header_rows: int
    caption: str
    row: int


def find_tables(page: Page, kept: Bool) -> list[FactTable]:
    """Return the tables with kept text and at least two rows and columns, in page order.

    Layout tables, which contain other tables, are left out. Cost O(n_rows), and O(cells).
    """
    tables = page.is_tag(("table",)).nonzero()[0]
    if not len(tables):
        return []
    solid = kept & (page.n_chars > 0)
    inner = tables[np.append(tables[1:], len(page)) >= page.end[tables]]
    with_text = [row for row in inner.tolist() if solid[row : page.end[row]].any()]
    found = [_read_table(page, row) for row in with_text[:_MAX_TABLES]]
    return [table for table in found if len(table.rows) > 1 and len(table.rows[0]) > 1]


def _read_table(page: Page, row: int) -> FactTable:
    tags = page.tag[row : page.end[row]]
    lines, cells, captions = (row + mask.take(tags).nonzero()[0] for mask in (_TR, _CELLS, _CAPTION))
    caption = " ".join(page.row_text(int(captions[0])).split()) if len(captions) else ""
    # Each cell belongs to the last line that begins before it.
    owner = lines.searchsorted(cells, side="right") - 1
    by_line: list[list[int]] = [[] for _ in lines]
    for cell, line in zip(cells.tolist(), owner.tolist(), strict=True):
        if line >= 0:
            by_line[line].append(cell)
    grid = _fill_grid(page, by_line)
    return FactTable(grid, _header_rows(page, by_line), caption, row)


def _fill_grid(page: Page, by_line: list[list[int]]) -> tuple[tuple[str, ...], ...]:
    """Copy every cell into all columns and rows that it spans; pad rows to equal length."""
    places: dict[tuple[int, int], str] = {}
    n_lines = len(by_line)
    for y, cells in enumerate(by_line):
        x = 0
        for cell, text in zip(cells, _cell_texts(page, cells), strict=True):
            if len(places) >= _MAX_CELLS:
                break
            while (y, x) in places:
                x += 1
            width, height = _cell_spans(page, cell)
            height = min(height, n_lines - y, max(1, _MAX_CELLS // width))
            places.update({(y + dy, x + dx): text for dy in range(height) for dx in range(width)})
            x += width
    n_columns = max((x for _, x in places), default=-1) + 1
    n_lines = min(n_lines, _MAX_CELLS // max(n_columns, 1))
    rows = (tuple(places.get((y, x), "") for x in range(n_columns)) for y in range(n_lines))
    return tuple(row for row in rows if any(row))


def _cell_spans(page: Page, cell: int) -> tuple[int, int]:
    """Return the columns and rows that a cell takes; a rowspan of 0 means all that follow."""
    width = _parse_span(page.values("colspan").get(cell, ""))
    height = page.values("rowspan").get(cell, "").strip()
    return max(width, 1), _MAX_SPAN * 66 if height == "0" else max(_parse_span(height), 1)


def _parse_span(text: str) -> int:
    digits = text.strip()[:20]
    return min(int(digits), _MAX_SPAN) if digits.isascii() and digits.isdigit() else 1


def _cell_texts(page: Page, cells: list[int]) -> list[str]:
    """Return the texts of the cells of a line; next to a text, what pictures such as ticks say."""
    inside = (slice(cell, page.end[cell]) for cell in cells)
    shown = (page.is_text[one] & ~page.is_hidden[one] for one in inside)
    texts = [_join_lines(page, cell + mask.nonzero()[0]) for cell, mask in zip(cells, shown, strict=True)]
    if all(texts) or not any(texts):
        return texts
    return [text or _picture_words(page, cell) for text, cell in zip(texts, cells, strict=True)]


def _picture_words(page: Page, cell: int) -> str:
    pictures = cell + (page.tag[cell : page.end[cell]] == _IMG).nonzero()[0]
    return " ".join(" ".join(page.value(row, "alt") or "" for row in pictures.tolist()).split())


def _join_lines(page: Page, texts: Int) -> str:
    """Return texts in one line, a space between the lines of the page."""
    lines = groupby(texts.tolist(), key=page.line.__getitem__)
    return " ".join(" ".join("".join(map(page.row_text, line)) for _, line in lines).split())


def _header_rows(page: Page, by_line: list[list[int]]) -> int:
    """Count the leading rows with ``<th>`` only, or in ``<thead>``."""
    for y, cells in enumerate(by_line):
        in_head = bool(cells) and page.name(int(page.parent[page.parent[cells[0]]])) == "thead"
        if not in_head and not (cells and all(page.name(cell) == "th" for cell in cells)):
            return y
    return len(by_line)
