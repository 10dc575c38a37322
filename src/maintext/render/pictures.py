"""Edit images and players: lazy URLs, captions, formulas and emoji, links to what is played."""

from __future__ import annotations

import html
import re

import numpy as np

from maintext._core.elements import WordSet
from maintext._core.markup import read_pictures
from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_rows
from maintext.html.blocks import caption_texts
from maintext.html.characters import letters_of
from maintext.html.tags import tag_id, tag_mask
from maintext.html.urls import base_url, url_prefixes
from maintext.metadata.body_parts import (
    EMPTY_WORDS,
    LAZY,
    MAX_IMAGES,
    PICTURE_FRAMES,
    SETS,
    caption_elements,
    captions_of,
    fill_width,
    find_media,
    image_rows,
    images_of,
    is_control,
    is_emoji,
    is_placeholder,
    outermost_wrapper,
    pictures_to_leave,
    read_references,
)
from maintext.options import Options
from maintext.render.formula import is_display_image, latex_of_image, write_formula
from maintext.render.markup import Edits
from maintext.render.regions import Regions, RenderContext

__all__ = ["edit_lazy_pictures", "edit_pictures", "edit_players", "left_out_of", "link_players"]

_PLAYERS = tag_mask(("video", "audio", "iframe", "embed"))

_IMG, _NOSCRIPT = tag_id("img"), tag_id("noscript")
_LIST, _CELLS = tag_mask(("ul", "ol", "li")), tag_mask(("td", "th"))
_WRAPPERS = tag_mask("p div span center picture figure noscript".split())
# Meanings of image attributes, as the engine numbers them.
_MEANINGS = {
    **{name.encode(): rank for rank, name in enumerate(LAZY)},
    **{name.encode(): -5 for name in SETS},
    **dict.fromkeys((b"data-w", b"data-width", b"data-height"), -7),
    b"src": -1,
    b"alt": -2,
    b"width": -3,
    b"height": -4,
}
# What differs between sizes of one picture: the query of a file, a folder or an end of its name.
_SIZE = re.compile(
    r"[?&/_-](?:(?<=\.(?:jpg|png|gif)[?&]).*|(?<=\.(?:jpeg|webp|avif)[?&]).*"
    r"|(?<=/)(?:[a-z]*(?:thumb\w*|\d+x\d*)|[wh]_?\d+)(?=/)|(?<=[-_])\d+x\d+(?=\.\w+$))",
    re.IGNORECASE,
)
# Tags in alternative texts, as systems copy captions there; the last one may be cut off.
_TAG = re.compile(
    r"&lt;/?(?:a|b|i|p|u|br|em|strong|span|div|img|font|su[bp]|small|h[1-6]|li|[uo]l|cite)"
    r"(?:\s*/?&gt;|\s+[\w-]+=(?:(?!&gt;).)*(?:&gt;|\Z))"
)
# What a camera or a system calls a file (more words say what it shows), or what editors write until somebody
# says it.
_SAYS_NOTHING = re.compile(
    r"[^\s/]{1,80}(?: [^\s/]{1,80}){0,2}\.(?:jpe?g|png|gif|webp|avif|bmp)|enter image description here"
    r"|image|img|alt text|refer to caption|undefined|图片(?:描述)?|在这里插入图片描述|输入图片说明",
    re.IGNORECASE,
)
_MIN_SAID, _MIN_BEGINNING = 8, 25  # letters of an alternative text that is the next text, or begins it
# The URL that a script loads, whatever it shows until then.
_LAZY_NAME = re.compile(rb" (?:" + "|".join(LAZY).encode() + rb')="[^"]*[/.]')
# The start tag of every image that stands for text contains one of these.
_TEXT_WORDS = WordSet((*"emoji emoticon smil math tex codecogs equation formula ee_img".split(), "\\"))


def edit_pictures(context: RenderContext, edits: Edits, options: Options) -> None:
    """Write each image of the main region once, in its first size, with its absolute URL.

    Buttons and what belongs to the headlines of other pages are dropped.

    A caption without kept text becomes the title, unless the options leave captions out; else the image's own
    title stays if it differs from the alternative text. That is left out if it is the kept text before or
    after, or the name of a file. Formulas and emoji are text, and stay without images. A picture that is all
    of a table cell, such as a tick, stays in each cell, and one with an alternative text within a line stays
    in each line.
    """
    page, shown = context.page, options.images
    rows = ((page.tag == _IMG) & context.in_main).nonzero()[0]
    if not len(rows):
        return
    pictures, may_be_text, titles = _read_plain_pictures(page, rows, context.regions.shown)
    if not shown:
        pictures, may_be_text = [None] * len(rows), rows.tolist()
    others = rows[[picture is None for picture in pictures]] if None in pictures else rows[:0]
    found = _read_other_pictures(context, others, shown=shown)
    texts = _read_text_pictures(context, may_be_text)
    fallbacks = _rows_in_noscript(page, others)
    left_out = set(context.regions.cached(left_out_of))
    if len(rows) > MAX_IMAGES:
        left_out |= set(rows.tolist()) - set(image_rows(page, rows, context.kept).tolist())
    seen: set[str] = set()
    told: dict[int, str] = {}
    own = context.kept.nonzero()[0]
    places = own.searchsorted(rows).tolist()
    for row, picture, (title, origin), place in zip(
        rows.tolist(), pictures, _choose_titles(context, rows, titles, options), places, strict=True
    ):
        at, url, alt = picture or found[row]
        name, around = _SIZE.sub("", url), own[max(place - 1, 0) : place + 1]
        if row in texts:
            edits.whole[at] = texts[row]
        elif (
            url
            and row not in left_out
            and (name not in seen or _is_mark(context, at, url, alt) or _is_word(page, row, alt, around))
            and not is_control(name)
        ):
            label, tip = map(_clean_label, (alt, title))
            is_copy = label and label == told.get(origin)
            shown_alt = "" if _SAYS_NOTHING.fullmatch(label) or _is_said(page, label, around) else label
            is_told = origin in told or not tip or tip == label or letters_of(tip) == letters_of(label)
            shown_title = "" if is_told else f' title="{tip}"'
            edits.whole[at] = "" if is_copy else f'<img src="{url}" alt="{shown_alt}"{shown_title}/>'
            told[origin] = label
            _leave_list(context, at, edits)
        elif row not in fallbacks:
            edits.whole[at] = ""
        seen.add(name)


def _is_mark(context: RenderContext, row: int, url: str, alt: str) -> bool:
    """Return True for a picture that is all of a table cell, such as a tick; no link, no spacer."""
    page, cell = context.page, int(context.page.parent[row])
    if not alt and url.endswith(".gif"):
        return False
    while _WRAPPERS[page.tag[cell]] and not context.n_kept[cell]:
        cell = int(page.parent[cell])
    inside = slice(cell, int(page.end[cell]))
    is_alone = not context.n_kept[cell] and np.count_nonzero(page.tag[inside] == _IMG) == 1
    return bool(is_alone and _CELLS[page.tag[cell]] and context.n_kept[page.parent[cell]])


def _is_word(page: Page, row: int, alt: str, around: Int) -> bool:
    """Return True for a picture with a text between two text nodes of a line; a link is none.

    Such are the icons of buttons in instructions.
    """
    is_between = len(around) == 2 and page.line[around[0]] == page.line[around[1]]
    return bool(alt and is_between and not page.is_link[row])


def _is_said(page: Page, label: str, texts: Int) -> bool:
    """Return True if one of two texts has the letters of an alternative text, or begins with many of them."""
    for row in texts.tolist() if label else ():
        text = page.row_text(row).strip()
        if text[:1].lower() == label[:1].lower():
            said, letters = letters_of(text), letters_of(html.unescape(label))
            least = _MIN_SAID if said == letters else _MIN_BEGINNING
            if len(letters) >= least and said.startswith(letters):
                return True
    return False


def _leave_list(context: RenderContext, row: int, edits: Edits) -> None:
    """Write the list around one picture, of which nothing else is shown, as blocks."""
    page, parts, around = context.page, [], int(context.page.parent[row])
    while around >= 0 and not context.n_kept[around]:
        parts += [around] if _LIST[page.tag[around]] else []
        row, around = around, int(page.parent[around])
    inside = slice(row, int(page.end[row]))
    if not parts or np.count_nonzero((page.tag[inside] == _IMG) & context.in_main[inside]) > 1:
        return
    if page.name(parts[-1]) != "li":
        edits.open_blocks(parts)


def left_out_of(regions: Regions) -> list[int]:
    """Return the pictures of the main region that are not shown, see :func:`pictures_to_leave`."""
    pictures = ((regions.page.tag == _IMG) & regions.in_main).nonzero()[0]
    return list(pictures_to_leave(regions.page, regions.kept, pictures))


def _clean_label(text: str) -> str:
    """Return an escaped text of a picture without tags, and without what was escaped twice."""
    text = html.escape(read_references(html.unescape(text))) if "&amp;" in text else text
    text = text.replace("&#13;", "").replace("&#10;", " ")
    return _TAG.sub("", text) if "&lt;" in text else text


def _read_plain_pictures(
    page: Page, rows: Int, shown: Bool
) -> tuple[list[tuple[int, str, str] | None], list[int], list[str]]:
    """Return images that need no further work (None for others), rows that may be text, and titles.

    An image is the element it replaces, and its URL and alternative text, both escaped; the URL is ``""`` if
    it is not shown.
    """
    before = url_prefixes(page.cached(base_url))
    origin = html.escape(before.origin) if before.place else ""
    found: tuple[list[tuple[int, str, str] | None], list[int], list[str]] = read_pictures(
        page.columns, rows, shown.view(np.uint8), PICTURE_FRAMES.view(np.uint8), origin, _MEANINGS,
        _TEXT_WORDS, EMPTY_WORDS, _NOSCRIPT,
    )  # fmt: skip
    for at, picture in enumerate(found[0]):
        if picture and "{" in picture[1]:
            found[0][at] = picture[0], fill_width(picture[1]), picture[2]
    return found


def _read_other_pictures(
    context: RenderContext, rows: Int, *, shown: bool
) -> dict[int, tuple[int, str, str]]:
    """Return element, URL and alternative text of lazy and similar images, by row."""
    page = context.page
    if not len(rows):
        return {}
    found = {row: (outermost_wrapper(page, row), "", "") for row in rows.tolist()}
    for image in images_of(page, image_rows(page, rows, context.kept)) if shown else ():
        if image is not None:
            found[image.row] = found[image.row][0], html.escape(image.url), html.escape(image.alt)
    return found


def _read_text_pictures(context: RenderContext, rows: list[int]) -> dict[int, str]:
    """Return the text of images that stand for text, by row."""
    if not rows:
        return {}
    page = context.page
    tags = (page.data[page.byte_start[row] : page.inner_start[row]].decode() for row in rows)
    chosen = (row for row, tag in zip(rows, tags, strict=True) if _TEXT_WORDS.found_in(tag))
    found = ((row, _text_of_picture(context, row)) for row in chosen)
    return {row: text for row, text in found if text}


def _rows_in_noscript(page: Page, rows: Int) -> set[int]:
    if not len(rows) or not page.is_hidden[rows].any():  # as all is that stands there
        return set()
    return set(rows[page.inside(page.tag == _NOSCRIPT)[rows]].tolist())


def _choose_titles(
    context: RenderContext, rows: Int, own: list[str], options: Options
) -> list[tuple[str, int]]:
    """Return escaped titles: a caption without kept text, else the image's own title; and what each is of.

    That is the row of the caption, which may be one for several images, else of the image.
    """
    captions = captions_of(context.page, rows) if options.captions else []
    if not any(captions):
        return list(zip(own, rows.tolist(), strict=True))
    elements = caption_elements(context.page, rows)
    is_written = ((elements >= 0) & (context.n_kept[elements] > 0)).tolist()
    titles = (
        title if has_caption or not caption else html.escape(caption)
        for title, caption, has_caption in zip(own, captions, is_written, strict=True)
    )
    return list(zip(titles, np.where(elements < 0, rows, elements).tolist(), strict=True))


def _text_of_picture(context: RenderContext, row: int) -> str:
    """Return the formula or emoji that an image stands for, ``""`` for other images.

    An emoji drawn with punctuation, ``:)``, needs a kept text beside it.
    """
    attributes = context.page.attributes(row)
    if latex := latex_of_image(attributes):
        return write_formula(context, latex, display=is_display_image(attributes))
    alt = attributes.get("alt", "").strip()
    around = int(context.page.parent[row])
    while not context.n_kept[around] and context.page.name(around) == "span":
        around = int(context.page.parent[around])
    has_text = not alt.isascii() or context.n_kept[around] > 0
    return html.escape(alt) if has_text and is_emoji(attributes) else ""


def edit_players(context: RenderContext, edits: Edits, *, shown: bool) -> None:
    """Write players without kept text as links if ``shown``, else as what separates their neighbours."""
    rows = context.rows_in_main(_PLAYERS)
    edits.whole.update(dict.fromkeys(rows[context.n_kept[rows] == 0].tolist(), "<div></div>"))
    if shown:
        link_players(context, edits, _PLAYERS)


def link_players(context: RenderContext, edits: Edits, tags: Bool) -> None:
    """Write players without kept text as links: those with a tag in ``tags``, and those a script makes."""
    for media in find_media(context.page, context.kept, in_main=context.in_main):
        is_other = _PLAYERS[context.page.tag[media.row]] and not tags[context.page.tag[media.row]]
        if not is_other and not context.n_kept[media.row]:
            url = html.escape(media.url)
            caption = f"<p>{html.escape(media.caption)}</p>" if media.caption not in {"", media.title} else ""
            edits.whole[media.row] = f'<p><a href="{url}">{html.escape(media.title) or url}</a></p>{caption}'


# -- pictures of HTML -------------------------------------------------------------------------------


def edit_lazy_pictures(context: RenderContext, edits: Edits, options: Options) -> None:
    """Give images that a script loads their URL, and a title for a caption without kept text.

    A copy in ``<noscript>`` is shown where the image itself is not. Buttons go, and what belongs to headlines
    of other pages; the rest stays as it is.
    """
    page = context.page
    rows = ((page.tag == _IMG) & context.in_main).nonzero()[0][:MAX_IMAGES]
    left_out = context.regions.cached(left_out_of)
    edits.whole.update((outermost_wrapper(page, row), "") for row in left_out)
    rows = rows[~mark_rows(len(page), left_out)[rows]]
    tags = [page.data[page.byte_start[row] : page.inner_start[row]] for row in rows.tolist()]
    sources = [tag.partition(b' src="')[2].partition(b'"')[0].strip().decode() for tag in tags]
    is_lazy = list(map(is_placeholder, sources))
    loaded = {row for row, tag in zip(rows.tolist(), tags, strict=True) if _LAZY_NAME.search(tag)}
    controls = (row for row, source in zip(rows.tolist(), sources, strict=True) if is_control(source))
    edits.whole.update(dict.fromkeys(controls, ""))
    is_plain = not any(is_lazy) and not left_out and not caption_texts(page).any()
    if is_plain and not loaded:
        return
    pictures, _, titles = _read_plain_pictures(page, rows, context.regions.shown)
    others = rows[[picture is None for picture in pictures]]
    other = _read_other_pictures(context, others, shown=True)
    found = [picture or other[row] for row, picture in zip(rows.tolist(), pictures, strict=True)]
    files = zip(rows.tolist(), found, sources, strict=True)
    waiting = {row for row, (_, url, _), source in files if row in loaded and not _is_same_file(url, source)}
    if is_plain and not waiting:
        return
    fallbacks = _rows_in_noscript(page, others)
    chosen = [title for title, _ in _choose_titles(context, rows, titles, options)]
    drawn = list(zip(rows.tolist(), found, is_lazy, chosen, titles, strict=True))
    seen = {url for row, (_, url, _), lazy, *_ in drawn if not lazy and row not in fallbacks}
    copied: set[str] = set()
    for row, (at, url, _), lazy, title, own_title in drawn:
        is_copy = row in fallbacks
        is_other = lazy or row in waiting
        if not is_copy and (url in copied or (lazy and not url)):
            edits.whole[row if url else at] = ""
        is_same = not (is_other or is_copy or title != own_title)
        if is_same or url in copied or not url or (is_copy and url in seen):
            continue
        shown = dict(page.attributes(row))
        if is_other:
            shown["src"] = html.unescape(url)
        shown["title"] = html.unescape(title)
        names = (name for name in ("src", "srcset", "alt", "title", "width", "height") if shown.get(name))
        written = "".join(f' {name}="{html.escape(shown[name])}"' for name in names)
        edits.whole[at if is_copy else row] = f"<img{written}/>"
        seen.add(url)
        copied |= {url} if is_copy else set()


def _is_same_file(one: str, other: str) -> bool:
    """Return True if two URLs have the same name of a file, perhaps in different sizes."""
    names = [_SIZE.sub("", html.unescape(url)).partition("?")[0].rpartition("/")[2] for url in (one, other)]
    return names[0] == names[1]
