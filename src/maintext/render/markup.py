"""Write the kept part of a page as markup, and minify it for one output form."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._core.markup import clean_markup, drop_hollow, join_pieces, set_apart, strip_lines
from maintext._core.words import build_word_table
from maintext.html import Page
from maintext.html.blocks import closed_rows
from maintext.html.tags import AS_WRITTEN, BLOCK, HEADING_TAGS, NAMES, tag_mask
from maintext.html.urls import base_url, url_prefixes
from maintext.render.regions import Regions

__all__ = [
    "ASK", "CLOSING", "COPY", "FULL_WIDTH_MARKS", "HAS_BREAKS", "HAS_EDGES", "INDENT", "LINE_END", "MARKS",
    "PREFIX", "RAW_TEXT", "RESOLVE", "SEEN_NAMES", "WRITTEN", "Edits", "Policy", "drop_hollow_elements",
    "end_paragraphs_at_breaks", "minify_markup", "resolve_gaps", "strip_line_indents", "write_kept_markup",
]  # fmt: skip

MARKS, FULL_WIDTH_MARKS = ",.;:!?)]}", "，。、．；：！？）】〕」』》〉"
CLOSING = np.zeros(0x10000, dtype=np.uint8)
"""Over code points: 1 for a full-width mark, 2 for one that begins some names, 0 for others."""
CLOSING[[ord(mark) for mark in FULL_WIDTH_MARKS]] = 1
CLOSING[[ord(mark) for mark in MARKS]] = 2


SEEN_NAMES = frozenset(("img", "video", "audio", "math", "iframe", "embed"))
"""Elements that are visible without text."""
_RAW_TAG = re.compile(r"(</?)(?:listing|plaintext|xmp)(?=[\s/>])")
# A gap mark is this character, which no page has, and a number. It replaces a removed part until the markup
# around it is known: 1 is a space except before closing punctuation, 2 a line break, 3 two, 4 a space.
_SIGN = "\x01"
_BLOCK_NAMES = BLOCK - {"#custom"}
_EMPHASIS = frozenset("a b code del i q s sub sup".split())  # and what these stand for
_BETWEEN = r"\s*(?:<span[^<>]*>\s*</span>\s*)*"  # nothing to see
INDENT = "\u3000\u3000"
"""Spaces that begin a paragraph of a Chinese or Japanese text."""
_BREAK_BREAK = re.compile(rf"<br[^<>]*>(?:{_BETWEEN}<br|\s*{INDENT})")
_BREAKS = re.compile(
    rf"<(?:pre[\s>].*?</pre>|(?P<slash>/?)(?P<name>{'|'.join(sorted(_EMPHASIS))})(?=[\s>])"
    rf"|(?P<breaks>br[^<>]*>(?:(?:{_BETWEEN}<br[^<>]*>)+|(?=\s*{INDENT}))))",
    re.DOTALL,
)
_LINE_BEGINS = re.compile(rf"</?(?:{'|'.join(sorted(_BLOCK_NAMES))})(?=[\s>])[^<>]*>\s*\Z")
_MAX_OPEN = 8  # elements of emphasis that are closed and opened again at the end of a paragraph
_MEDIA = tag_mask("img picture source video audio track hr br wbr math iframe embed".split())
_RULES = tag_mask(("hr", "br", "wbr"))  # separators, of no use before the first text
# Visible without text, also within an otherwise empty heading.
_SEEN = tag_mask(SEEN_NAMES)
_HEADINGS = tag_mask(HEADING_TAGS)
_BLANK = re.compile(rf"(?:\s|{_SIGN}\d|<(?!img\b|math\b)[^<>]*>)*")  # markup with nothing to see
# Drawn by browsers although their fallback text is hidden.
_DRAWN = tag_mask(("video", "audio"))
_VOID = tag_mask(
    """
        area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr
    """.split()
)
_BODY = tag_mask(("body", "frameset"))
WRITTEN = tag_mask(AS_WRITTEN)
"""Elements whose white space stays as it is written, a mask over tags."""
_KIND_OF = sum(
    mask.astype(np.uint8) << bit
    for bit, mask in enumerate((_MEDIA, _RULES, _SEEN, _HEADINGS, _DRAWN, _VOID, _BODY, WRITTEN))
)
_SPACE_OR_MARK, _LINE_END, _SPACE = 1, 2, 4  # marks, see ``_SIGN``
LINE_END = f"{_SIGN}{_LINE_END}"
"""Stands for a block that was left out: a line break where no other block ends or begins the line."""
RAW_TEXT = tag_mask(("listing", "plaintext", "xmp"))
"""Elements whose content HTML reads without entities (plaintext has no end), a mask over tags."""


@dataclass(frozen=True, slots=True)
class Edits:
    """Markup that replaces the page's own, by row.

    ``start`` and ``end`` replace the tags of elements with kept text; ``whole`` a row with its content.
    """

    start: dict[int, str] = field(default_factory=dict)
    end: dict[int, str] = field(default_factory=dict)
    whole: dict[int, str] = field(default_factory=dict)

    def rename(self, row: int, start: str, end: str) -> None:
        """Replace the start and end tag of an element."""
        self.start[row], self.end[row] = start, end

    def open_blocks(self, rows: Iterable[int]) -> None:
        """Write elements as ``<div>``."""
        for row in rows:
            self.rename(row, "<div>", "</div>")

    def drop_tags(self, rows: Iterable[int]) -> None:
        """Write the content of elements without their tags."""
        for row in rows:
            self.rename(row, "", "")


def write_kept_markup(regions: Regions, edits: Edits | None = None) -> tuple[str, bool]:
    """Return the kept text with the elements around it, not sanitised.

    A subtree whose visible text is all kept is one slice of ``page.data``. Elsewhere only the tags around
    kept text are written. Hidden parts are cut out. Elements without text, such as images, stay if the texts
    before and after them are kept. Where only a removed part separated two texts, a space or ``<br/>``
    replaces it.

    Returns the markup, ``""`` if nothing is kept, and if line breaks replace removed parts. Cost O(n_rows),
    plus O(1) for each slice.
    """
    edits = edits or Edits()
    if not regions.kept.any() and not edits.whole:
        return "", False
    page, closed = regions.page, regions.page.cached(closed_rows)
    if closed is not None:  # players are drawn although they are hidden
        players = (closed & page.tagged(_DRAWN) & regions.in_main[page.parent]).nonzero()[0]
        edits.whole.update(dict.fromkeys(players.tolist(), " "))
    edits = _add_gaps(regions, edits)
    rows = (column.view(np.uint8) for column in (regions.kept, regions.shown, regions.in_main))
    data: bytes = join_pieces(
        regions.page.columns, *rows, _KIND_OF, edits.start, edits.end, edits.whole, _BLANK.fullmatch
    )
    return resolve_gaps(data.decode(), has_raw_text=bool(regions.tags[0][RAW_TEXT].any()))


def _add_gaps(regions: Regions, edits: Edits) -> Edits:
    """Add gap marks where neither an element nor a removed part separates two texts."""
    if not regions.begins and not regions.edges:
        return edits
    page = regions.page
    spaces = np.where(page.inside(page.tagged(WRITTEN))[regions.edges], _SPACE, _SPACE_OR_MARK).tolist()
    gaps = dict(zip(regions.edges, spaces, strict=True)) | dict.fromkeys(regions.begins, _LINE_END)
    texts = regions.kept.nonzero()[0]
    more = Edits(edits.start.copy(), edits.end.copy(), edits.whole.copy())
    for row, gap in gaps.items():
        i = int(texts.searchsorted(row))
        if i > 0:
            _write_gap_before(page, row, int(texts[i - 1]), f"\x01{gap}", more)
    return more


def _write_gap_before(page: Page, row: int, left: int, mark: str, edits: Edits) -> None:
    """Write a mark before the outermost element that begins between two texts."""
    while page.parent[row] > left:
        row = int(page.parent[row])
    if row in edits.whole or page.is_text[row]:
        own = page.data[page.byte_start[row] : page.byte_end[row]].decode()
        edits.whole[row] = mark + edits.whole.get(row, own)
        return
    tags = (page.byte_start, page.inner_start), (page.inner_end, page.byte_end)
    opening, closing = (page.data[start[row] : end[row]].decode() for start, end in tags)
    edits.start[row] = mark + edits.start.get(row, opening)
    edits.end.setdefault(row, closing)


def resolve_gaps(markup: str, *, has_raw_text: bool) -> tuple[str, bool]:
    """Replace gap marks by spaces and line breaks; rename raw-text elements to ``pre``.

    ``has_raw_text`` says that the page has a tag of :data:`RAW_TEXT`. Returns the markup, and if line breaks
    replace marks.
    """
    has_breaks = False
    if _SIGN in markup:
        markup, has_breaks = set_apart(markup, _BLOCK_NAMES, SEEN_NAMES, CLOSING)
    return _RAW_TAG.sub(r"\1pre", markup) if has_raw_text else markup, has_breaks


def end_paragraphs_at_breaks(markup: str) -> str:
    """End the paragraph at consecutive line breaks, also in emphasis; a link breaks its line there.

    One break before a line with the indent of a paragraph is enough. Breaks where a block begins or has ended
    are left out.
    """
    opened: list[str] = []

    def end_paragraph(match: re.Match[str]) -> str:
        if match["breaks"]:
            if _LINE_BEGINS.match(markup, markup.rfind("<", 0, match.start()), match.start()):
                return ""
            if "a" in opened or len(opened) > _MAX_OPEN:
                return "<br/>"
            ends = "".join(f"</{name}>" for name in reversed(opened))
            return f"{ends}<p></p>{''.join(f'<{name}>' for name in opened)}"
        if match["name"] and not match["slash"]:
            opened.append(match["name"])
        elif opened and opened[-1] == match["name"]:
            opened.pop()
        return match[0]

    return _BREAKS.sub(end_paragraph, markup) if _BREAK_BREAK.search(markup) else markup


def strip_line_indents(markup: str) -> str:
    """Remove wide and no-break spaces at line ends, and breaks at the start of blocks.

    Chinese pages indent paragraphs with such spaces. Content of ``<pre>`` stays.
    """
    return str(strip_lines(markup, _BLOCK_NAMES, SEEN_NAMES))


# As maintext/_core/markup.pxd has them.
_ROLES = np.zeros(len(NAMES), dtype=np.uint8)
for _bit, _names in enumerate(
    (
        BLOCK, "li tr thead tbody tfoot colgroup".split(), ("td", "th"), SEEN_NAMES | {"hr"}, (),
        ("b", "strong", "s", "del"), ("em", "i", "s", "del"), AS_WRITTEN,
    )
):  # fmt: skip
    _ROLES |= tag_mask(_names) * np.uint8(1 << _bit)
_ROLES |= _VOID * np.uint8(1 << 4)


def drop_hollow_elements(markup: str, page: Page) -> str:
    """Drop elements with nothing to see from well-formed markup, and emphasis within the same emphasis.

    What they separated stays separated. Empty table cells stay. Cost O(length).
    """
    return str(drop_hollow(markup, page.columns.tables, _ROLES))


# -- what an output form reads ----------------------------------------------------------------------

# As maintext/_core/markup.pxd has them.
COPY, RESOLVE, ASK, PREFIX = range(1, 5)
HAS_BREAKS, HAS_EDGES = 1, 2
_ENDS_LINE, _IS_SEEN = 1, 2
_LINES = tag_mask(BLOCK) * np.uint8(_ENDS_LINE) + tag_mask(SEEN_NAMES) * np.uint8(_IS_SEEN)


class Policy(NamedTuple):
    """Rules for tags and attributes of one output form, in the form the engine reads.

    Attributes
    ----------
    kinds
        uint8 of shape (n_tags, n_names): ``COPY``, ``RESOLVE``, ``ASK``, ``PREFIX``, or 0 to drop the
        attribute. The first column is for names that are not in the table ``names``.
    others
        Replacement of each tag: None to keep it, ``b""`` or ``b" "`` to remove it.
    lines
        uint8: flags of each tag.
    prefix
        Text before values of ``PREFIX``.
    """

    kinds: NDArray[np.uint8]
    names: tuple[NDArray[np.uint64], NDArray[np.uint64]]
    others: list[bytes | None]
    lines: NDArray[np.uint8]
    prefix: bytes

    @staticmethod
    def build(
        kinds: Mapping[str, Mapping[str, int]], others: Mapping[str, str] | None = None, prefix: str = ""
    ) -> Policy:
        """Build a policy.

        ``kinds`` are actions by tag and attribute name, ``*`` for all tags; ``others`` are replacements of
        tags, ``""`` or ``" "`` to remove one.
        """
        names = list(dict.fromkeys(name for of_tag in kinds.values() for name in of_tag))
        number = {name: at for at, name in enumerate(names, start=1)}
        table = np.zeros((len(NAMES), len(names) + 1), dtype=np.uint8)
        replaced: list[bytes | None] = [None] * len(NAMES)
        for tag, other in (others or {}).items():
            replaced[NAMES.index(tag)] = other.encode()
        for at, tag in enumerate(NAMES):
            own = kinds.get((replaced[at] or tag.encode()).decode(), {})
            for name, kind in {**kinds.get("*", {}), **own}.items():
                table[at, number[name]] = kind
        return Policy(table, build_word_table(number), replaced, _LINES, prefix.encode())


def minify_markup(
    markup: str,
    page: Page,
    policy: Policy,
    make_attribute: Callable[[str, str, str], str],
    *,
    resolves_places: bool,
) -> tuple[str, int]:
    """Apply a policy to well-formed markup of a page, with absolute URLs.

    ``make_attribute`` is called with tag, name and raw value, for ``ASK`` and for URLs that need more than a
    prefix; it returns the attribute with a space before it. ``#fragment`` is resolved on the page's URL only
    if ``resolves_places``. Returns the markup, and ``HAS_BREAKS`` and ``HAS_EDGES`` combined.
    """
    before = url_prefixes(page.cached(base_url))
    place = html.escape(before.place).encode() if resolves_places else b""
    origin = html.escape(before.origin).encode()
    found: tuple[str, int] = clean_markup(
        markup, page.columns.tables, tuple(policy), origin, place, make_attribute
    )
    return found
