"""Selection to HTML with its tags kept: slices of the page's bytes around the kept text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.page.parser import to_clean_html
from maintext.page.tags import HIDDEN, tag_ids

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.options import Options
    from maintext.page import Page
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]

__all__ = ["ATTRIBUTES", "TAGS", "kept_markup", "render_html"]

# What the HTML output may contain; other elements are unwrapped, other attributes dropped.
TAGS = frozenset(
    """
        a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn
        div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark math
        maction menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace
        msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics annotation ol p
        pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td
        tfoot th thead time tr tt u ul var video audio picture
    """.split()
)
ATTRIBUTES = {
    "*": frozenset({"lang", "dir", "title", "id"}),
    "a": frozenset({"href", "rel"}),
    "img": frozenset({"src", "srcset", "alt", "width", "height"}),
    "source": frozenset({"src", "srcset", "type", "media"}),
    "video": frozenset({"src", "poster", "controls"}),
    "audio": frozenset({"src", "controls"}),
    "td": frozenset({"colspan", "rowspan", "headers", "align"}),
    "th": frozenset({"colspan", "rowspan", "headers", "scope", "align"}),
    "col": frozenset({"span"}),
    "colgroup": frozenset({"span"}),
    "ol": frozenset({"start", "type", "reversed"}),
    "li": frozenset({"value"}),
    "time": frozenset({"datetime"}),
    "code": frozenset({"class"}),
    "pre": frozenset({"class"}),
    "math": frozenset({"display", "alttext", "xmlns"}),
    "annotation": frozenset({"encoding"}),
    "blockquote": frozenset({"cite"}),
    "q": frozenset({"cite"}),
    "details": frozenset({"open"}),
}

_MEDIA = ("img", "picture", "source", "video", "audio", "track", "hr", "br", "wbr", "math", "iframe", "embed")
# Drawn by browsers although their fallback text is hidden.
_DRAWN = tag_ids(("video", "audio"))
_NEVER = tag_ids(HIDDEN - {"video", "audio"})
_LINKS = frozenset({"a"})
_IMAGES = frozenset({"img", "picture", "source", "figure"})
_TABLES = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col", "colgroup"})


def render_html(page: Page, selection: Selection, options: Options) -> str:
    """Return the kept part of a page as safe HTML.

    Elements in :data:`TAGS` with attributes in :data:`ATTRIBUTES`; no scripts, handlers or
    ``javascript:`` links. Relative addresses become absolute where the page's URL is known.
    ``options.links``, ``images`` and ``tables`` take those elements out of the output and change
    nothing else.
    """
    tags = TAGS
    for wanted, names in ((options.links, _LINKS), (options.images, _IMAGES), (options.tables, _TABLES)):
        tags = tags if wanted else tags - names
    return to_clean_html(
        kept_markup(page, selection), base_url=page.url, tags=tags, attributes=ATTRIBUTES
    ).strip()


def kept_markup(page: Page, selection: Selection) -> str:
    """Return the kept text with the elements around it, unsanitised.

    A subtree whose visible text is all kept is one slice of ``page.data``; elsewhere only the tags
    on the way to kept text are written. Hidden parts are cut out. Pictures and other elements
    without text stay when the texts before and after them are kept.
    """
    whole, partly = _states(page, selection)
    body = np.flatnonzero(page.is_tag(("body", "frameset")))
    pieces: list[bytes] = []
    row = int(body[0]) if len(body) else 0
    last = int(page.end[row])
    closing: list[int] = []
    while row < last or closing:
        if closing and (row >= last or page.end[closing[-1]] <= row):
            done = closing.pop()
            pieces.append(page.data[page.inner_end[done] : page.byte_end[done]])
        elif whole[row]:
            pieces.append(page.data[page.byte_start[row] : page.byte_end[row]])
            row = int(page.end[row])
        elif partly[row]:
            pieces.append(page.data[page.byte_start[row] : page.inner_start[row]])
            closing.append(row)
            row += 1
        else:
            row = int(page.end[row])
    return b"".join(pieces).decode()


def _states(page: Page, selection: Selection) -> tuple[Bool, Bool]:
    """Rows to copy with their subtree, and elements of which only a part is kept."""
    solid = page.is_text & (page.n_chars > 0)
    kept = selection.keep & solid
    wanted = kept | _space_between(page, kept, solid) | _media_between(page, kept, solid)
    unwanted = (solid & ~kept) | (page.is_hidden & ~_in_media(page))
    n_wanted, n_unwanted = page.subtree_sum(wanted), page.subtree_sum(unwanted)
    whole = (n_wanted > 0) & (n_unwanted == 0) & ~(page.is_text & ~wanted)
    return whole, (n_wanted > 0) & ~whole & ~page.is_text


def _neighbours(page: Page, kept: Bool, solid: Bool) -> tuple[Bool, Bool]:
    """Whether the nearest visible text before, and after, each row is kept."""
    visible = solid & ~page.is_hidden
    places = np.flatnonzero(visible)
    if len(places) == 0:
        nowhere = np.zeros(len(page), dtype=np.bool_)
        return nowhere, nowhere
    rows = np.arange(len(page))
    before = np.searchsorted(places, rows, side="left") - 1
    after = np.minimum(np.searchsorted(places, page.end, side="left"), len(places) - 1)
    is_after = places[after] >= page.end
    return (before >= 0) & kept[places[np.maximum(before, 0)]], is_after & kept[places[after]]


def _space_between(page: Page, kept: Bool, solid: Bool) -> Bool:
    before, after = _neighbours(page, kept, solid)
    return page.is_text & ~solid & ~page.is_hidden & before & after


def _media_between(page: Page, kept: Bool, solid: Bool) -> Bool:
    """Elements without text that stand between kept texts, or at the edge of a kept container."""
    before, after = _neighbours(page, kept, solid)
    visible = solid & ~page.is_hidden
    parent = np.maximum(page.parent, 0)
    all_kept = (page.subtree_sum(kept) == page.subtree_sum(visible)) & (page.subtree_sum(visible) > 0)
    in_kept = page.inside(all_kept & ~page.is_text)
    is_media = page.is_tag(_MEDIA) & (~page.is_hidden | _in_media(page))
    return is_media & ((before & after) | in_kept | in_kept[parent])


def _in_media(page: Page) -> Bool:
    """Rows of video and audio players that nothing else hides."""
    players = np.isin(page.tag, list(_DRAWN)) & ~page.is_hidden[np.maximum(page.parent, 0)]
    return page.inside(players)
