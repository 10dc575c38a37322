"""Selection to safe HTML: the kept markup, sanitised."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from maintext.page.parser import to_clean_html
from maintext.render.markup import is_block, kept_markup

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.options import Options
    from maintext.page import Page
    from maintext.selection import Selection

__all__ = ["ATTRIBUTES", "TAGS", "clean_markup", "render_html"]

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

_LINKS = frozenset({"a"})
_IMAGES = frozenset({"img", "picture", "source", "figure"})
_TABLES = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col", "colgroup"})

# A block that may not stay becomes a <div>, so that its text stays apart, or one of these; an inline
# element is taken out, tags only.
_STAND_INS = {
    **dict.fromkeys(("dir", "menu", "optgroup", "select"), "ul"),
    "option": "li",
    "textarea": "pre",
}
# Groups of rows need no stand-in, cells a space between them; a <div> would end the formula.
_TAKEN_OUT = {"body": "", "thead": "", "tbody": "", "tfoot": "", "td": " ", "th": " ", "annotation-xml": " "}


def render_html(page: Page, selection: Selection, options: Options) -> str:
    """Return the kept part of a page as safe HTML.

    Elements in :data:`TAGS` with attributes in :data:`ATTRIBUTES`; no scripts, handlers or
    ``javascript:`` links. Relative addresses become absolute where the page's URL is known.
    ``options.links``, ``images`` and ``tables`` take those elements out of the output and change
    nothing else; without tables, rows are blocks and cells are set apart by a space.
    """
    tags = TAGS
    for wanted, names in ((options.links, _LINKS), (options.images, _IMAGES), (options.tables, _TABLES)):
        tags = tags if wanted else tags - names
    return clean_markup(page, selection, tags)


def clean_markup(
    page: Page, selection: Selection, tags: frozenset[str], as_div: NDArray[np.bool_] | None = None
) -> str:
    """Return the kept part of a page as safe HTML of the given elements; text in others stays apart."""
    markup = _not_allowed(tags).sub(_replaced, kept_markup(page, selection, as_div))
    return to_clean_html(markup, base_url=page.url, tags=tags, attributes=ATTRIBUTES).strip()


@cache
def _not_allowed(tags: frozenset[str]) -> re.Pattern[str]:
    """The tags that the output may not contain."""
    return re.compile(rf"<(/?)(?!(?:{'|'.join(sorted(tags))})[\s/>])([^\s/>]+)([^<>]*)>")


def _replaced(tag: re.Match[str]) -> str:
    slash, name, rest = tag.groups()
    if name in _TAKEN_OUT or not is_block(name):
        return _TAKEN_OUT.get(name, "")
    return f"<{slash}{_STAND_INS.get(name, 'div')}{rest}>"
