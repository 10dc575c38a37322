"""Tag names as small numbers, and the sets of tags that decide layout and visibility.

Row tags are ``int16``: :data:`TEXT` for a text node, :data:`UNKNOWN` for an element outside the HTML
standard, for those of :data:`INLINE` and for custom elements directly in one of :data:`HOLDS_LINES`,
:data:`CUSTOM` for other names with a hyphen (custom elements), else the index in
:data:`NAMES`. The numbers may change between releases; store names, not numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from maintext.html.arrays import Bool, mark_rows

__all__ = [
    "AS_WRITTEN", "BLOCK", "CUSTOM", "HEADING_LEVEL", "HEADING_TAGS", "HIDDEN", "HIDDEN_STYLE", "HOLDS_LINES",
    "INLINE", "NAMES", "TEXT", "UNKNOWN", "tag_id", "tag_ids", "tag_mask",
]  # fmt: skip

TEXT = 0
UNKNOWN = 1
CUSTOM = 2

# Every element of the HTML standard, the obsolete ones that old pages use, and MathML's.
NAMES: tuple[str, ...] = (
    "#text", "#unknown", "#custom",
    *"""
        a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink
        blockquote body br button canvas caption center cite code col colgroup data datalist dd del
        details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame
        frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd
        keygen label legend li link listing main map mark marquee menu menuitem meta meter multicol nav
        nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal
        pre progress q rb rp rt rtc ruby s samp script search section select slot small source spacer
        span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead
        time title tr track tt u ul var video wbr xmp math maction menclose merror mfenced mfrac mi
        mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup
        mtable mtd mtext mtr munder munderover semantics annotation
    """.split(),
)  # fmt: skip

_ID = {name: i for i, name in enumerate(NAMES)}

# Elements that browsers lay out as blocks (HTML standard, section "Rendering"), with table parts,
# list items, captions and form parts: text on their two sides never belongs to one paragraph.
BLOCK = frozenset(
    """
        address applet article aside audio blockquote body button canvas caption center dd details
        dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6
        head header hgroup hr html iframe isindex legend li listing main marquee menu nav noembed
        noframes noscript object ol optgroup option p plaintext portal pre search section select summary
        table tbody td template textarea tfoot th thead title tr ul video xmp #custom
    """.split()
)

INLINE = ("annotation-xml", "d-math", "data-lsp", "g-emoji", "math-renderer")
"""Elements with a hyphen that stand in a line; they count as unknown ones, as those of MathJax do."""

AS_WRITTEN = frozenset({"pre", "listing", "xmp", "plaintext", "textarea"})
"""Elements whose white space stays as it is written."""

# Elements whose text a reader does not see: fallbacks for missing features, ruby brackets, the head.
HIDDEN = frozenset(
    "audio canvas datalist head iframe noembed noframes noscript object rp template video".split()
)

_GAP = r"(?:\s|&#\d+;)*"  # tabs and line ends stand as references in values

HIDDEN_STYLE = re.compile(
    rf"display{_GAP}:{_GAP}none|visibility{_GAP}:{_GAP}(?:hidden|collapse)".encode(), re.IGNORECASE
)
"""A value of ``style`` by which an element is not drawn."""

HEADING_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6")
"""Headings, the highest level first."""

HOLDS_LINES = frozenset("p pre a b strong em i code".split())
"""Elements whose custom elements stand in a line; elsewhere they are laid out as blocks."""


def tag_id(name: str) -> int:
    """Return the number of a lower-case tag name; :data:`CUSTOM` or :data:`UNKNOWN` for others."""
    is_block = "-" in name and name not in INLINE and not name.startswith("mjx-")
    return _ID.get(name, CUSTOM if is_block else UNKNOWN)


def tag_ids(names: Iterable[str]) -> frozenset[int]:
    """Return the numbers of known tag names; raise ``KeyError`` for others."""
    return frozenset(_ID[name] for name in names)


def tag_mask(names: Iterable[str]) -> Bool:
    """Return a lookup table over tag numbers, bool of shape (n_names,); see :meth:`Page.tagged`."""
    return mark_rows(len(NAMES), list(tag_ids(names)))


HEADING_LEVEL = np.sum([tag_mask((tag,)) * level for level, tag in enumerate(HEADING_TAGS, start=1)], axis=0)
"""Level of a heading by tag number, 0 for other elements."""
