"""Make a safe copy of a page for display, with every text in a ``<mark>``.

The copy is made from the bytes of the page (``page.data``). Start tags keep their name and a few visual
attributes: no URL, no handler. Elements that load, run or hide other documents are removed. The copy is for a
sandboxed frame with the policy :data:`POLICY`; each of the three alone keeps scripts and the network out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

import numpy as np

from maintext.html import Page
from maintext.html.arrays import Int

__all__ = ["POLICY", "framed_page", "marked_rows"]

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
"""Content security policy of the copy: nothing is loaded, nothing runs; pictures may be put in as data."""

# The head is made anew; the others load or contain other documents. Their text is hidden from readers.
_CUT = (
    "head", "base", "meta", "link", "iframe", "frame", "object", "embed", "applet", "param",
    "audio", "video", "source", "track", "canvas", "noembed", "noframes", "datalist",
)  # fmt: skip
# A parser drops elements inside these, or reads them as characters.
_UNMARKED = ("title", "textarea", "select", "option", "optgroup")
# With these names the copy parses like the page: no inert content, no raw text, no other marks, no frames
# instead of a body.
_RENAMED = {
    b"template": b"div", b"noscript": b"div", b"frameset": b"div", b"portal": b"div",
    b"plaintext": b"pre", b"xmp": b"pre", b"listing": b"pre", b"mark": b"b",
}  # fmt: skip
_VOID = frozenset(
    b"""
        area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr
    """.split()
)
_ATTRIBUTES = frozenset(
    b"""
        align alt bgcolor border cellpadding cellspacing checked class color cols colspan dir disabled face
        height hidden id lang label nowrap placeholder reversed role rows rowspan selected size span start
        style type valign value width
    """.split()
)
_TAG = re.compile(rb"<(/?)([^\s/>]+)([^>]*?)(/?)>")
_ATTRIBUTE = re.compile(rb'([^\s=<>"/]+)="([^"]*)"')
_LOADS = re.compile(rb"url|image|src|expression|binding|@|\\|&", re.IGNORECASE)

_HEAD = f"""<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}"><style>
:root {{ color-scheme: light; background: #fff; color: #111; font: 16px/1.5 system-ui, sans-serif }}
body {{ margin: 12px; overflow-wrap: anywhere }}
img {{ max-width: 100%; border: 1px dashed #bbb }}
table, pre {{ max-width: 100% }} pre {{ white-space: pre-wrap }}
a {{ color: #1a56b0; text-decoration: underline }}
mark[data-k] {{ background: none; color: inherit }}
mark[data-k].kept {{ background: #ffe27a; color: #111 }}
mark[data-k].by1 {{ background: #fff6d1; color: #111 }}
mark[data-k].by2 {{ background: #ffeca3; color: #111 }}
mark[data-k].by3 {{ background: #ffd966; color: #111 }}
mark[data-k].by4 {{ background: #ffc02e; color: #111 }}
mark[data-k].by5 {{ background: #f79a00; color: #111 }}
mark[data-k].off {{ background: #fff; color: #6b6b6b }}
</style></head>""".encode()


def marked_rows(page: Page) -> Int:
    """Return the text rows that get a mark: not blank, nor where elements are removed or a tag is text."""
    inside = page.inside(page.is_tag((*_CUT, *_UNMARKED)))
    return np.flatnonzero((page.n_chars > 0) & ~inside)


def framed_page(page: Page, classes: Sequence[str], titles: Sequence[str] = ()) -> str:
    """Return the safe copy of a page, a whole HTML document. Cost O(n_bytes).

    ``classes`` and ``titles`` are the classes (``""`` for none) and tooltips of the marks, one for each of
    :func:`marked_rows`. The k-th mark has ``data-k="k"``, a picture its row as ``data-r``.
    """
    rows = marked_rows(page).tolist()
    removed = page.is_tag(_CUT)
    removed &= ~page.inside(removed)[np.maximum(page.parent, 0)]  # the outermost ones
    starts, ends = page.byte_start.tolist(), page.byte_end.tolist()
    edits = [(starts[row], ends[row], b"") for row in np.flatnonzero(removed).tolist()]
    for k, row in enumerate(rows):
        class_ = f' class="{classes[k]}"' if classes[k] else ""
        tooltip = f' title="{html.escape(titles[k])}"' if titles and titles[k] else ""
        opening = f'<mark data-k="{k}"{class_}{tooltip}>'.encode()
        edits.append((starts[row], ends[row], opening + page.data[starts[row] : ends[row]] + b"</mark>"))
    for row in np.flatnonzero(
        page.is_tag(("img",)) & ~page.inside(page.is_tag((*_CUT, *_UNMARKED)))
    ).tolist():
        picture = _clean_markup(page.data[starts[row] : ends[row]])
        edits.append((starts[row], ends[row], picture.replace(b"<img", b'<img data-r="%d"' % row, 1)))
    edits.sort(key=lambda edit: edit[:2])
    at = int(page.inner_start[0])
    parts = [b"<!DOCTYPE html>", _clean_markup(page.data[:at]), _HEAD]
    for start, end, new in edits:
        parts += [_clean_markup(page.data[at:start]), new]
        at = end
    parts.append(_clean_markup(page.data[at:]))
    return b"".join(parts).decode()


def _clean_markup(markup: bytes) -> bytes:
    """Rewrite all tags; text is already escaped in the bytes of a page."""
    return _TAG.sub(_clean_tag, markup)


def _clean_tag(tag: re.Match[bytes]) -> bytes:
    slash, name, rest, is_empty = tag.groups()
    shown = _RENAMED.get(name, name)
    if slash:
        return b"</" + shown + b">"
    attributes = [
        b' %b="%b"' % (key, value)
        for key, value in _ATTRIBUTE.findall(rest)
        if key in _ATTRIBUTES and not (key == b"style" and _LOADS.search(value))
    ]
    if name == b"noscript" or (name == b"template" and b' shadowrootmode="' not in rest):
        attributes.append(b' hidden=""')
    if name == b"details":
        attributes.append(b' open=""')
    closing = b"</" + shown + b">" if is_empty and shown not in _VOID else b""
    return b"<" + shown + b"".join(attributes) + b">" + closing
