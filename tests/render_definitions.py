"""Plain definitions of how a selection becomes text, markup and HTML; slow, one step after the other.

:mod:`maintext._core.text` and :mod:`maintext._core.markup` are compared with them.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

import numpy as np
import turbohtml
from turbohtml.clean import OnDisallowed, Policy, Sanitizer

from maintext.html.blocks import find_blocks, main_region_mask, shown_rows
from maintext.html.tags import BLOCK, CUSTOM, HEADING_TAGS, NAMES, tag_id, tag_ids, tag_mask
from maintext.html.urls import base_url, url_joiner
from maintext.render import artifacts
from maintext.render.duplicates import COPY, CUT_OFF, find_copies
from maintext.render.html import ATTRIBUTES, ID_PREFIX, TAGS, chosen_value
from maintext.render.markup import (
    FULL_WIDTH_MARKS,
    MARKS,
    RAW_TEXT,
    SEEN_NAMES,
    WRITTEN,
    Edits,
    _write_gap_before,
)
from maintext.render.regions import find_edges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.html.blocks import Blocks
    from maintext.options import Options
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]


# -- text ---------------------------------------------------------------------------------------------

_WITHOUT_WIDTH = re.compile("[\xad\u2060\ufeff]|(?<![\u0e00-\u109f\u1780-\u17ff])\u200b")
_NOTHING, _SPACE, _BREAK, _PARAGRAPH, _TAB, _NEXT = range(6)
_GLUE = ("", " ", "\n", "\n\n", "\t", "\n")
_TIGHT, _LINE, _CELLS = (tag_mask(names.split()) for names in ("ul ol dl table select pre", "tr", "td th"))
_GAP_OF = np.select([_TIGHT, _LINE, _CELLS], [_NEXT, _TAB, _PARAGRAPH], _NOTHING).astype(np.uint8)
_GAP = "\x01"  # stands for a space of ours until the line is whole; no page has this character
_GAP_BEFORE_MARK = re.compile(rf" ?{_GAP}[ {_GAP}]*(?=[{re.escape(MARKS)}](?!\w)|[{FULL_WIDTH_MARKS}])")


def text_of(page: Page, selection: Selection) -> str:
    """The kept text of a page."""
    keep = selection.keep
    parted = np.zeros(0, dtype=np.bool_)
    if len(edges := find_edges(page, keep)):
        parted = np.zeros(len(page), dtype=np.bool_)
        parted[edges] = True
    rows = np.flatnonzero(keep & (page.block >= 0))
    if len(rows) == 0:
        return ""
    parts: list[str] = []
    for glue, text in _Lines(page, rows, shown_rows(page, keep), parted).blocks():
        parts += [glue, text] if parts else [text]
    return "".join(parts)


class _Lines:
    """Kept text rows as runs of neighbours, each one slice of the page's text."""

    def __init__(self, page: Page, rows: Rows, shown: Bool, parted: Bool) -> None:
        self.page = page
        before, after = rows[:-1], rows[1:]
        new_block = page.block[before] != page.block[after]
        new_line = page.line[before] != page.line[after]
        apart = page.text_end[before] != page.text_start[after]
        glue = np.where(apart, self._in_line(before, after, shown), _NOTHING)
        if len(parted):
            glue[parted[after]] = _SPACE
        glue = np.where(new_line, _BREAK, glue)
        glue = np.where(new_block, self._gaps(rows), glue)
        begins = np.concatenate(([True], apart | (glue != _NOTHING)))
        first = np.flatnonzero(begins)
        last = np.append(first[1:], len(rows)) - 1
        self.glue = np.concatenate(([_PARAGRAPH], glue))[first]
        self.start = page.text_start[rows[first]]
        self.end = page.text_end[rows[last]]
        self.as_written = page.inside(WRITTEN[page.tag])[rows[first]]

    def blocks(self) -> Iterator[tuple[str, str]]:
        """What stands before each block that has text, and its text.

        Between two texts with an empty block between them stands what is widest of the gaps.
        """
        gap = _NOTHING
        lines: list[str] = []
        as_written = False
        columns = (column.tolist() for column in (self.glue, self.start, self.end, self.as_written))
        for glue, start, end, written in zip(*columns, strict=True):
            if glue >= _PARAGRAPH:
                if text := _block_text(lines, as_written=as_written):
                    yield _GLUE[gap], text
                lines, as_written, gap = [""], written, glue
            elif glue == _BREAK:
                lines.append("")
            # In code a dropped text, such as a line number, leaves no space at the begin of a line.
            elif glue == _SPACE and not (written and lines[-1].endswith("\n")):
                lines[-1] += " " if as_written else _GAP
            lines[-1] += self.page.text[start:end]
        if text := _block_text(lines, as_written=as_written):
            yield _GLUE[gap], text

    def _in_line(self, before: Rows, after: Rows, shown: Bool) -> Rows:
        """Words with a dropped text between them stay apart; with a hidden one they do not."""
        place = np.cumsum(self.page.is_text & shown)
        return np.where(place[after] == place[before] + 1, _NOTHING, _SPACE)

    def _gaps(self, rows: Rows) -> Rows:
        """What stands between each two neighbouring rows if a block ends between them."""
        page = self.page
        found = np.full(len(rows) - 1, _PARAGRAPH)
        parts = np.flatnonzero(_GAP_OF[page.tag])
        first, last = np.searchsorted(rows, parts), np.searchsorted(rows, page.end[parts]) - 1
        wanted = np.flatnonzero(last > first)
        gap = _GAP_OF[page.tag[parts[wanted]]]
        # Pre-order: an inner element comes later and overwrites its part of the outer one's range.
        for start, end, number in zip(
            first[wanted].tolist(), last[wanted].tolist(), gap.tolist(), strict=True
        ):
            found[start:end] = number
        return found


def _block_text(lines: list[str], *, as_written: bool) -> str:
    if as_written:
        return "\n".join(lines).strip("\n").rstrip()
    if len(lines) == 1:
        return _collapsed(lines[0])
    return "\n".join(line for line in map(_collapsed, lines) if line)


def _collapsed(line: str) -> str:
    if not line.isascii():
        line = _WITHOUT_WIDTH.sub("", line)
    line = " ".join(line.split())
    if _GAP in line:
        line = " ".join(_GAP_BEFORE_MARK.sub("", line).replace(_GAP, " ").split())
    return line


# -- decoration and copies ----------------------------------------------------------------------------


def remove_artifacts(page: Page, selection: Selection) -> Selection:
    """A selection without decoration, each rule applied to every page that has what the rule is about."""
    there = _kinds(page, selection.keep)
    always = artifacts._HAS_LINK_BACK | artifacts._HAS_HEADING_LINK | artifacts._HAS_EDIT_LINK
    for needed, rule, reason, is_kept in artifacts._RULES:
        rows = rule(page, selection.keep) if (there | always) & needed == needed else None
        if rows is not None and rows.any():
            selection = selection.with_rule(rows, reason, is_kept=is_kept)
    return selection


def _kinds(page: Page, keep: Bool) -> int:
    """Bits of what stands on the page, and of what is among its kept texts."""
    solid = keep & (page.n_chars > 0)
    kind = artifacts._KIND_OF[page.tag]
    in_code = page.inside((kind & artifacts._HOLDS_CODE) != 0)
    parts = (
        (artifacts._HAS_NUMBER, solid & (page.n_digits == page.n_chars) & in_code),
        (artifacts._HAS_SIGN_LINK, artifacts._may_be_link_signs(page, keep)),
        (artifacts._HAS_HIDDEN, solid & page.is_hidden),
    )
    return int(np.bitwise_or.reduce(kind)) | sum(bit for bit, rows in parts if rows.any())


def drop_duplicate_blocks(page: Page, selection: Selection) -> Selection:
    """A selection in which copies were looked for, whatever the page has."""
    blocks = find_blocks(page, selection.keep)
    keep, reason = selection.keep.copy(), selection.reason.copy()
    for number, chosen in enumerate(find_copies(page, blocks), start=len(selection.reasons)):
        rows = keep & np.isin(page.block, page.block[blocks.row[chosen]]) & page.is_text
        keep[rows] = False
        reason[rows] = number
    return replace(selection, keep=keep, reason=reason, reasons=(*selection.reasons, COPY, CUT_OFF))


def ends_in_ellipsis(text: str) -> bool:
    """Return True if a text ends in an ellipsis; brackets that close after it do not count."""
    return text[-12:].rstrip(" \n\t\r\u00a0])】］）").endswith(("…", "...", "。。。"))


def letters_of(page: Page, blocks: Blocks, block: int) -> str:
    """Letters and digits of a block, in one case."""
    rows = np.flatnonzero(blocks.of_row == block).tolist()
    return "".join(filter(str.isalnum, "".join(map(page.row_text, rows)))).casefold()


# -- regions and survey -------------------------------------------------------------------------------


def regions_of(page: Page, kept: Bool) -> tuple[Bool, Bool, Rows, Bool, list[int]]:
    """Shown, in_main, n_kept, tags and begins of :class:`maintext.render.regions.Regions`."""
    n_kept: Rows = page.subtree_sum(kept)
    tags = np.zeros((2, len(NAMES)), dtype=np.bool_)
    tags[0, page.tag] = True
    tags[1, page.tag[n_kept > 0]] = True
    return (
        shown_rows(page, kept),
        main_region_mask(page, kept),
        n_kept,
        tags,
        line_begins(page, kept).tolist(),
    )


def line_begins(page: Page, kept: Bool) -> Rows:
    """Return the kept texts that begin a line within a block, where no ``<br>`` does but a style.

    Ascending. Cost O(n_rows).
    """
    texts = np.flatnonzero(kept)
    before, after = texts[:-1], texts[1:]
    parted = (page.line[before] != page.line[after]) & (page.block[before] == page.block[after])
    if parted.any():
        n_breaks = np.cumsum(page.tag == tag_id("br"))
        parted &= n_breaks[before] == n_breaks[after]
    found: Rows = after[parted]
    return found


# -- markup -------------------------------------------------------------------------------------------

_MEDIA = tag_mask("img picture source video audio track hr br wbr math iframe embed".split())
_RULES = tag_mask(("hr", "br", "wbr"))  # which part texts: there is nothing before the first text to part
_SEEN = tag_mask(SEEN_NAMES)
_HEADINGS = tag_mask(HEADING_TAGS)
_BLANK = re.compile(r"(?:\s|<(?!img\b|math\b)[^<>]*>)*")  # markup with nothing to see
# Drawn by browsers although their fallback text is hidden.
_DRAWN = tag_mask(("video", "audio"))
_VOID = tag_mask(
    """
        area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr
    """.split()
)
_BODY = tag_mask(("body", "frameset"))
_SPACE_OR_MARK, _LINE_END, _SPACE_ANYWAY = 1, 2, 4  # marks, see maintext.render.markup


def markup_of(page: Page, kept: Bool, edits: Edits | None = None) -> str:
    """The kept text with the elements around it."""
    edits = edits or Edits()
    if not kept.any() and not edits.whole:
        return ""
    in_main, shown = main_region_mask(page, kept), shown_rows(page, kept)
    edits = _with_gaps(page, kept, edits)
    drawn = shown | _in_players(page)
    edits = _closed_elements(page, in_main & drawn, edits)
    whole, partly = _states(page, kept, shown, drawn, in_main, edits)
    pieces = _pieces(page, whole, partly)
    pieces.marked(kept, shown)
    markup = set_apart(pieces.joined(edits).decode())[0]
    return _RAW_TAG.sub(r"\1pre", markup) if RAW_TEXT[page.tag].any() else markup


def _with_gaps(page: Page, kept: Bool, edits: Edits) -> Edits:
    """Edits by which texts stay apart that neither an element nor a removed part sets apart."""
    begins = line_begins(page, kept)
    edges = find_edges(page, kept)
    if not len(begins) and not len(edges):
        return edits
    spaces = np.where(page.inside(WRITTEN[page.tag])[edges], _SPACE_ANYWAY, _SPACE_OR_MARK).tolist()
    gaps = dict(zip(edges.tolist(), spaces, strict=True)) | dict.fromkeys(begins.tolist(), _LINE_END)
    texts = np.flatnonzero(kept)
    more = Edits(edits.start.copy(), edits.end.copy(), edits.whole.copy())
    for row, gap in gaps.items():
        place = int(np.searchsorted(texts, row))
        if place > 0:
            _write_gap_before(page, row, int(texts[place - 1]), f"\x01{gap}", more)
    return more


def _states(
    page: Page, kept: Bool, shown: Bool, drawn: Bool, in_main: Bool, edits: Edits
) -> tuple[Bool, Bool]:
    """Rows to copy with their subtree, and elements of which only a part is kept."""
    solid = page.is_text & (page.n_chars > 0)
    is_space = page.is_text & ~solid & shown & in_main
    is_media = _MEDIA[page.tag] & drawn & in_main
    before = slice(0, int(np.argmax(kept)))  # the first kept text
    is_media[before] &= ~_RULES[page.tag[before]]
    is_space[before] = False
    in_empty = _in_empty_headings(page, kept, is_media, edits)
    replaced = _rows_of(page, edits.whole) & ~in_empty
    n_wanted = page.subtree_sum(((kept | is_space | is_media) & ~in_empty) | replaced)
    unwanted = (solid & ~kept) | ~drawn | replaced | in_empty | _rows_of(page, edits.start)
    whole = (n_wanted > 0) & (page.subtree_sum(unwanted) == 0) & ~(page.is_text & ~kept & ~is_space)
    partly = (n_wanted > 0) & ~whole & ~page.is_text
    if edits.whole:
        partly &= ~page.inside(replaced)
    return whole | replaced, partly


def _in_empty_headings(page: Page, kept: Bool, is_media: Bool, edits: Edits) -> Bool:
    """Rows of headings that would be written with nothing to see in them, of empty ones too."""
    seen = kept | (is_media & _SEEN[page.tag])
    if edits.whole:
        seen[list(edits.whole)] = [not _BLANK.fullmatch(markup) for markup in edits.whole.values()]
    is_empty = _HEADINGS[page.tag]
    is_empty &= page.subtree_sum(seen) == 0
    return page.inside(is_empty) if is_empty.any() else is_empty


def _rows_of(page: Page, rows: Iterable[int]) -> Bool:
    found = np.zeros(len(page), dtype=np.bool_)
    found[list(rows)] = True
    return found


def _in_players(page: Page) -> Bool:
    """Rows of video and audio players that nothing else hides."""
    players = _DRAWN[page.tag]
    if not players.any():
        return players
    return page.inside(players & ~page.is_hidden[np.maximum(page.parent, 0)])


def _closed_elements(page: Page, in_main: Bool, edits: Edits) -> Edits:
    """Edits that also write ``<i/>`` with an end tag: to a parser of HTML the slash means nothing."""
    is_empty = in_main & ~page.is_text & (page.inner_start == page.byte_end) & ~_VOID[page.tag]
    rows = np.flatnonzero(is_empty)
    if not len(rows):
        return edits
    starts, ends = page.byte_start[rows].tolist(), page.byte_end[rows].tolist()
    closed = {
        row: f"{page.data[start : end - 2].decode()}></{page.name(row)}>"
        for row, start, end in zip(rows.tolist(), starts, ends, strict=True)
        if row not in edits.whole
    }
    return Edits(edits.start, edits.end, edits.whole | closed)


# -- how it is written --------------------------------------------------------------------------------


@dataclass(slots=True)
class _Pieces:
    """Slices of the page's bytes in document order; of a piece that is no slice, what to write."""

    page: Page
    row: Rows  # the row a piece is of
    start: Rows
    end: Rows
    kind: Rows  # 0 a row with its subtree, 1 a start tag, 2 an end tag, 3 a removed row
    mark: Rows | None = None

    def marked(self, kept: Bool, shown: Bool) -> None:
        """Find what stands in the place of removed rows; leave out those that leave nothing."""
        page = self.page
        places = np.flatnonzero(kept)
        removed = np.flatnonzero(self.kind == 3)
        rows = self.row[removed]
        after_number = np.searchsorted(places, page.end[rows])
        before_number = np.searchsorted(places, rows) - 1
        inside = (before_number >= 0) & (after_number < len(places))
        removed, rows = removed[inside], rows[inside]
        before, after = places[before_number[inside]], places[after_number[inside]]
        seen = np.concatenate(([0], np.cumsum(page.is_text & shown)))
        is_seen = seen[page.end[rows]] > seen[rows]
        space = np.where(page.inside(WRITTEN[page.tag])[after], 4, 1)
        in_line = np.where(page.line[before] == page.line[after], is_seen * space, 2)
        self.mark = np.zeros(len(self.row), dtype=np.int64)
        self.mark[removed] = np.where(page.block[before] == page.block[after], in_line, 3)

    def joined(self, edits: Edits) -> bytes:
        """Bytes of all pieces, neighbouring slices copied as one."""
        assert self.mark is not None
        other: dict[int, bytes] = {}
        for kind, texts in enumerate((edits.whole, edits.start, edits.end)):
            numbers = np.flatnonzero((self.kind == kind) & _rows_of(self.page, texts)[self.row])
            rows = self.row[numbers].tolist()
            other.update((n, texts[row].encode()) for n, row in zip(numbers.tolist(), rows, strict=True))
        marked = np.flatnonzero(self.mark)
        marks = self.mark[marked].tolist()
        other.update((n, b"\x01%d" % mark) for n, mark in zip(marked.tolist(), marks, strict=True))
        is_slice = self.kind != 3
        is_slice[list(other)] = False
        return b"".join(self._copied(is_slice, other))

    def _copied(self, is_slice: Bool, other: dict[int, bytes]) -> list[bytes]:
        data = self.page.data
        joins = np.zeros(len(self.row), dtype=np.bool_)
        joins[1:] = is_slice[1:] & is_slice[:-1] & (self.start[1:] == self.end[:-1])
        first = np.flatnonzero(is_slice & ~joins)
        last = np.flatnonzero(is_slice & ~np.append(joins[1:], False))
        slices = zip(first.tolist(), self.start[first].tolist(), self.end[last].tolist(), strict=True)
        texts = [(number, data[start:end]) for number, start, end in slices]
        if other:
            texts = sorted([*texts, *other.items()])
        return [text for _, text in texts]


def _pieces(page: Page, whole: Bool, partly: Bool) -> _Pieces:
    """Rows whose parent is written in part, cut into what is copied, what is written and what is not."""
    body = np.flatnonzero(_BODY[page.tag])
    top = int(body[0]) if len(body) else 0
    # A row with kept text is whole or partly, and so is every element around it.
    at = np.zeros(len(page), dtype=np.bool_)
    at[top : page.end[top]] = partly[page.parent[top : page.end[top]]]
    at[top] = True
    rows = np.flatnonzero(at)
    opened = rows[partly[rows]]
    closed = opened
    others = rows[~partly[rows]]
    row = np.concatenate((others, opened, closed))
    kind = np.repeat([0, 1, 2], [len(others), len(opened), len(closed)])
    kind[: len(others)] = np.where(whole[others], 0, 3)
    start = np.concatenate((page.byte_start[others], page.byte_start[opened], page.inner_end[closed]))
    end = np.concatenate((page.byte_end[others], page.inner_start[opened], page.byte_end[closed]))
    order = np.argsort(start, kind="stable")
    return _Pieces(page, row[order], start[order], end[order], kind[order])


# -- spaces -------------------------------------------------------------------------------------------

_RAW_TAG = re.compile(r"(</?)(?:listing|plaintext|xmp)(?=[\s/>])")
_SIGN = "\x01"
_MARK = re.compile(rf"{_SIGN}(\d)")
_BETWEEN_TEXTS = re.compile(rf"(?:<[^<>]*+>|\s++|{_SIGN}\d)*+")
_MAX_STEP = 100  # characters of white space looked at in one go
_BLOCK_NAMES = BLOCK - {"#custom"}
_BLOCK_TAG = re.compile(rf"</?(?:[^\s/>]*-|(?:{'|'.join(sorted(_BLOCK_NAMES))})[\s/>])")
_BREAK_TAG = re.compile(r"<br[\s/>]")
_SEEN_TAG = re.compile(rf"<(?:{'|'.join(sorted(SEEN_NAMES))})[\s/>]")
_FULL_WIDTH_MARK, _MARK_OF_ASCII = re.compile(f"[{FULL_WIDTH_MARKS}]"), re.compile(f"[{re.escape(MARKS)}]")
_TAGS = re.compile(r"(?:<[^<>]*+>)*+")
_ANY_TAG = re.compile(r"<[^<>]*>")
# White space, and the mark of byte order, which the renderer treats as such.
_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\ufeff"
_TAG = re.compile(r"(<[^<>]*>)")
_LINES = re.compile(
    r"(<pre(?:\s[^<>]*)?>.*?(?:</pre>|\Z)|<br(?=[\s/>])[^<>]*>"
    rf"|</?(?:[^\s/<>]*-[^<>]*|(?:{'|'.join(sorted(_BLOCK_NAMES))})(?=[\s/>])[^<>]*)>)",
    re.DOTALL,
)


def set_apart(markup: str) -> tuple[str, bool]:
    """Markup in which what else is needed to part two texts stands in the place of the marks; any breaks."""
    parts: list[str] = []
    done, has_breaks = 0, False
    while (mark := markup.find(_SIGN, done)) >= 0:
        start = _start_of_tags(markup, mark, done)
        end = _BETWEEN_TEXTS.match(markup, mark).end()  # type: ignore[union-attr] # it matches ""
        between, filling = _set_apart(markup[start:end], closes=_closes(markup, end))
        parts += [markup[done:start], between]
        has_breaks |= filling.startswith("<")
        done = end
    return "".join([*parts, markup[done:]]), has_breaks


def _start_of_tags(markup: str, at: int, floor: int) -> int:
    """Where the run of tags and spaces begins that ends at a place."""
    while at > floor:
        if markup[at - 1] == ">":
            at = markup.rindex("<", floor, at)
        else:
            near = markup[max(floor, at - _MAX_STEP) : at]
            n_blank = len(near) - len(near.rstrip())
            if not n_blank:
                break
            at -= n_blank
    return at


def _set_apart(between: str, *, closes: bool) -> tuple[str, str]:
    """What stands among the tags between two texts: what parts them else in the place of the marks; that.

    ``closes`` is whether the second text begins with a comma or the like.
    """
    if _BLOCK_TAG.search(between):
        return _MARK.sub("", between), ""
    marks = _MARK.findall(between)
    if closes and set(marks) == {"1"} and not _SEEN_TAG.search(between):
        return "".join(_ANY_TAG.findall(between)), ""
    needed = max(1 if mark == "4" else int(mark) for mark in marks)
    filling = " " if needed == 1 else "<br/>" * (needed - 1 - len(_BREAK_TAG.findall(between)))
    at = between.index(_SIGN)
    return between[:at] + filling + _MARK.sub("", between[at:]), filling


def _closes(markup: str, at: int) -> bool:
    """Whether a mark stands at a place before which there is no space: one that begins no name."""
    if not _MARK_OF_ASCII.match(markup, at):
        return _FULL_WIDTH_MARK.match(markup, at) is not None
    tags = _TAGS.match(markup, at + 1)
    assert tags is not None
    behind = markup[tags.end() : tags.end() + 1]
    is_parted = _BLOCK_TAG.search(tags[0]) or _BREAK_TAG.search(tags[0])
    return bool(is_parted) or not (behind.isalnum() or behind == "_")


def without_indents(markup: str) -> str:
    """Markup without white space at both ends of lines that HTML shows, and without breaks that begin blocks.

    Chinese pages indent paragraphs by wide spaces, others by such that do not break. What is in ``<pre>``
    stays.
    """
    parts = _LINES.split(markup)
    begins_block = True
    for number, part in enumerate(parts):
        if number % 2 == 0:
            parts[number], is_empty = _without_edges(part)
            begins_block &= is_empty
        elif not _BREAK_TAG.match(part):
            begins_block = True
        elif begins_block:
            parts[number] = ""
    return "".join(parts)


def _without_edges(line: str) -> tuple[str, bool]:
    """A line without white space at both ends that HTML shows; whether nothing of it is to be seen."""
    parts = _TAG.split(line)  # texts at even places
    seen = [n for n, part in enumerate(parts) if (_SEEN_TAG.match(part) if n % 2 else part.strip(_BLANKS))]
    first, last = (seen[0], seen[-1]) if seen else (len(parts), -1)
    for n in range(0, len(parts), 2):
        if n <= first:
            bare = parts[n].lstrip(_BLANKS)
            parts[n] = parts[n] if parts[n][: len(parts[n]) - len(bare)].isascii() else bare
        if n >= last:
            bare = parts[n].rstrip(_BLANKS)
            parts[n] = parts[n] if parts[n][len(bare) :].isascii() else bare
    return "".join(parts), not seen


# -- attributes and HTML ------------------------------------------------------------------------------

_LINK = re.compile(r' href="(?!https?://[^"\s\[\]]*")([^"]*)"')
_HREF = ' href="'
_UNSAFE = re.compile(r"(?!https?:|mailto:|tel:|ftp:)[a-z][a-z0-9+.\s-]*:|#\Z", re.IGNORECASE)


def with_addresses(markup: str, page: Page) -> str:
    """Markup with absolute addresses of links; none for what runs a script, and ``#``."""
    resolved = url_joiner(base_url(page))
    parts: list[str] = []
    done = 0
    for link in _LINK.finditer(markup):
        begin = link.start()
        if markup.rfind("<", done, begin) < markup.rfind(">", done, begin):
            continue  # text that reads like an attribute
        parts += [markup[done:begin], _address(html.unescape(link[1]).strip(), resolved)]
        done = link.end()
    return "".join([*parts, markup[done:]])


_EMPHASIS = frozenset({"b", "em", "i", "strong"})


def with_stand_ins(markup: str, stand_ins: Mapping[str, str]) -> str:
    """Markup with other names of some elements, or without their tags; custom ones are ``#custom``.

    Emphasis has no attribute: whether it holds a picture alone is read off the markup.
    """

    def named(match: re.Match[str]) -> str:
        name = "#custom" if tag_id(match[2]) == CUSTOM else match[2]
        if match[2] == "annotation-xml":
            return " "
        other = stand_ins.get(name, match[2])
        return other and f"<{match[1]}{other}{'' if other in _EMPHASIS else match[3]}>"

    return re.sub(r"<(/?)([^\s<>/]+)([^<>]*)>", named, markup)


def _address(link: str, resolved: Callable[[str], str]) -> str:
    """Attribute with the absolute address of a link; ``""`` for what runs a script, and ``#``."""
    if _UNSAFE.match(link):
        return ""
    try:
        return f'{_HREF}{html.escape(resolved(link))}"'
    except ValueError:  # an unclosed bracket in the host
        return ""


_LINKS = frozenset({"a"})
_IMAGES = frozenset({"img", "picture", "source", "figure"})
_TABLES = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col", "colgroup"})

_BLOCK_TAGS = tag_ids(BLOCK)
# A block that may not stay becomes a <div>, so that its text stays apart, or one of these; an inline
# element is taken out, tags only.
_STAND_INS = {
    **dict.fromkeys(("dir", "menu", "optgroup", "select"), "ul"),
    "option": "li",
    "textarea": "pre",
}
# Groups of rows need no stand-in, cells a space between them; a <div> would end the formula.
_TAKEN_OUT = {"body": "", "thead": "", "tbody": "", "tfoot": "", "td": " ", "th": " ", "annotation-xml": " "}
_ID = re.compile(r' id="([^"]*)"')


def html_of(page: Page, kept: Bool, options: Options, edits: Edits | None = None) -> str:
    """The kept part of a page as safe HTML: every link and every attribute asked for one at a time."""
    tags = TAGS
    for wanted, names in ((options.links, _LINKS), (options.images, _IMAGES), (options.tables, _TABLES)):
        tags = tags if wanted else tags - names
    markup = _not_allowed(tags).sub(_replaced, markup_of(page, kept, edits))
    fragment = turbohtml.parse_fragment(markup)
    fragment.rewrite_links(_rewriting(base_url(page), frozenset(_ID.findall(markup))))
    policy = Policy(
        tags=tags,
        attributes=dict(ATTRIBUTES),
        attribute_filter=chosen_value,
        url_schemes=frozenset({"http", "https", "mailto", "tel", "data", "ftp"}),
        allow_fragment_urls=True,
        on_disallowed_tag=OnDisallowed.STRIP,
        css_properties=frozenset(),
    )
    return Sanitizer(policy).sanitize(fragment).strip()


def _not_allowed(tags: frozenset[str]) -> re.Pattern[str]:
    """The tags that the output may not contain."""
    return re.compile(rf"<(/?)(?!(?:{'|'.join(sorted(tags))})[\s/>])([^\s/>]+)([^<>]*)>")


def _replaced(tag: re.Match[str]) -> str:
    slash, name, rest = tag.groups()
    if name in _TAKEN_OUT or tag_id(name) not in _BLOCK_TAGS:
        return _TAKEN_OUT.get(name, "")
    return f"<{slash}{_STAND_INS.get(name, 'div')}{rest}>"


def _rewriting(base: str, ids: frozenset[str]) -> Callable[[str], str]:
    """What makes the addresses of the output, which has these ids."""
    resolved = url_joiner(base)

    def rewritten(link: str) -> str:
        place = link.strip()
        if place.startswith("#") and not {place[1:], unquote(place[1:])}.isdisjoint(ids):
            return f"#{ID_PREFIX}{place[1:]}"
        try:
            return resolved(link)
        except ValueError:  # an unclosed bracket in the host: leave what the page says
            return link

    return rewritten
