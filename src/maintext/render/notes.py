"""Write footnotes and sidenotes as GitHub does: references ``[^1]`` and notes ``[^1]: …``."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._core.elements import WordSet
from maintext.html import Page
from maintext.html.arrays import Int
from maintext.html.notes import (
    MIN_NOTE_CHARS,
    REFERENCE,
    find_note,
    is_long,
    leads_back,
    links_within_page,
    rows_by_name,
)
from maintext.html.tags import BLOCK, HEADING_LEVEL, tag_mask
from maintext.render.blocks import child_elements, list_start
from maintext.render.markup import Edits
from maintext.render.regions import RenderContext

__all__ = ["edit_notes", "finish_notes"]

_A, _SUP, _TABLE, _OL, _LI, _ASIDE = (
    tag_mask((name,)) for name in ("a", "sup", "table", "ol", "li", "aside")
)
_PASSED = tag_mask(("input", "#text"))  # between a note and its mark, if they have no text
_MARKS = tag_mask(("sup", "label"))
_TABLE_PARTS = tag_mask("table colgroup col thead tbody tr td th".split())
_INLINE = tag_mask(("span", "small"))
_BLOCKS = tag_mask(BLOCK)
_MARKED = re.compile(r"\s*[\[(]?(.{1,20}?)[\]).:]{1,2}\s+")  # the start of a note
_NOTE_NAME = re.compile(r"fn|note|cite|^ref|^_?ftn|^f\d|^n\d", re.IGNORECASE)
_NOTES_NAME = re.compile(r"(?:foot|end)-?_?notes?(?![a-z])", re.IGNORECASE)
_NUMBER_SIGN = WordSet(("#",))
_INLINE_NAME = WordSet(("note", "tooltip"))
_AROUND_MARK = "[]().: \n\t\xa0"
_MAX_NOTES = 1_000
_MAX_MARK_TEXTS = 5  # as in [, 1, ]
_NOTE_ITEM = re.compile(
    r"^([> ]*)10[.)] (\[\^[\w-]+\]:|\d+\.)(?:\n[> ]*\n\1 {4}(?=\S))?[ \xa0]*", re.MULTILINE
)
_RULE_BEFORE = re.compile(r"^---\n\n(?=\[\^[\w-]+\]: )", re.MULTILINE)  # readers write one of their own
# A note that stands in the text, between two characters that no page has; its label begins it.
_OPENS, _CLOSES = "\x0e", "\x0f"
_HAS_NOTES = re.compile(rf"\[\^|{_OPENS}")
_INLINE_NOTE = re.compile(rf" ?{_OPENS}([\w-]+){_OPENS}([^{_OPENS}{_CLOSES}]*){_CLOSES}")


class _Note(NamedTuple):
    """A note.

    Attributes
    ----------
    row
        Its element; its mark if it shares a block with other notes.
    mark
        The mark as written, without brackets.
    references
        Elements that refer to it.
    is_inline
        It stands in the text, right after its mark.
    block
        The block that it shares with other notes; -1 for none.
    """

    row: int
    mark: str
    references: list[int]
    is_inline: bool = False
    block: int = -1


def edit_notes(context: RenderContext, edits: Edits) -> None:
    """Write footnotes as GitHub does: references ``[^1]`` and notes ``[^1]: …``.

    A reference is a short link, in ``<sup>``, to an anchor named like a note, or to one that leads back; its
    note is a kept item or paragraph after it, without headings. Or it is a number in ``<sup>``, and its note
    a later block that begins with the same number; or a mark with its note right after it in the text. Notes
    become items of a list numbered 10, so that the renderer indents them by four spaces;
    :func:`finish_notes` does the rest.
    """
    notes = _find_linked_notes(context)
    notes = notes or _find_numbered_notes(context)
    notes += _find_inline_notes(context)
    labels: set[str] = set()
    for note in notes[:_MAX_NOTES]:
        label = _choose_label(note.mark, labels)
        labels.add(label)
        for row in note.references:
            edits.whole[row] = "" if note.is_inline else context.opaque(f"[^{label}]")
        if note.is_inline:
            edits.rename(note.row, context.opaque(f"{_OPENS}{label}{_OPENS}"), context.opaque(_CLOSES))
        else:
            _edit_note(context, note, label, edits)
    rows = {note.row for note in notes[:_MAX_NOTES]}
    for holder in {int(context.page.parent[row]) for row in rows if _LI[context.page.tag[row]]}:
        # An item that nothing refers to keeps its number.
        for number, item in _numbered_items(context, holder) if _OL[context.page.tag[holder]] else ():
            if item not in rows:
                start = f'<ol start="10"><li>{context.opaque(f"{number}.")} '
                edits.rename(item, start, "</li></ol>")


def finish_notes(markdown: str) -> str:
    """Turn what :func:`edit_notes` wrote into notes in the rendered Markdown."""
    if not _HAS_NOTES.search(markdown):
        return markdown
    markdown = _NOTE_ITEM.sub(r"\1\2 ", markdown)
    inline = _INLINE_NOTE.findall(markdown)
    markdown = _INLINE_NOTE.sub(r"[^\1]", markdown)
    texts = (f"[^{label}]: {text.strip()}" for label, text in inline)
    return _RULE_BEFORE.sub("", "\n\n".join([markdown.rstrip("\n"), *texts]))


def _choose_label(mark: str, taken: set[str]) -> str:
    """Return the mark as a label, or a number where it is a sign or taken."""
    label, number = (mark if mark.isalnum() else str(len(taken) + 1)), 2
    base = label
    while label in taken:
        label, number = f"{base}-{number}", number + 1
    return label


def _edit_note(context: RenderContext, note: _Note, label: str, edits: Edits) -> None:
    page, row = context.page, note.row
    start = f'<ol start="10"><li>{context.opaque(f"[^{label}]:")} '
    if note.block >= 0:
        edits.whole[row] = start if note.block not in edits.start else f"</li></ol>{start}"
        edits.rename(note.block, "<div>", "</li></ol></div>")
        return
    edits.rename(row, start, "</li></ol>")
    if _TABLE[page.tag[row]]:
        inside = np.arange(row + 1, page.end[row])
        edits.drop_tags(inside[_TABLE_PARTS[page.tag[inside]] & (context.n_kept[inside] > 0)].tolist())
    holder = int(page.parent[row])
    if page.name(holder) in {"ol", "ul"}:
        edits.rename(holder, "<div>", "</div>")
    _drop_note_mark(context, note, edits)


# -- references that are links --------------------------------------------------------------------------


def _find_linked_notes(context: RenderContext) -> list[_Note]:
    """Return the notes that short links within the page lead to, in the order of their first reference."""
    page = context.page
    marks = {
        row: mark
        for row in context.values("href", _A, _NUMBER_SIGN)
        if (mark := REFERENCE.fullmatch(page.row_text(row).strip()))
    }
    if not marks:  # most pages link to a table of contents or the top only
        return []
    links = page.cached(links_within_page)
    marked: dict[int, set[str]] = defaultdict(set)  # marks of the notes in an element
    row_of = page.cached(rows_by_name)
    near_sup = page.inside(page.tagged(_SUP)) | (page.subtree_sum(page.tagged(_SUP)) > 0)
    found: dict[int, _Note] = {}
    parts: dict[int, _Note] = {}  # notes in a block with others, by the row of their mark
    targets = ((row, row_of.get(name, -1)) for row, name in links.items() if row in marks)
    target_of = {row: target for row, target in targets if target > row}
    note_of = {target: find_note(page, target) for target in set(target_of.values())}
    for row, target in target_of.items():
        mark, note = marks[row], note_of[target]
        if note <= row or not context.n_kept[note] or HEADING_LEVEL[page.tag[note : page.end[note]]].any():
            continue
        is_named = near_sup[row] or _NOTE_NAME.search(links[row]) or _is_item(page, note, mark[1])
        if not (is_named or leads_back(page, links, target, note, row)):
            continue
        for notes, at in ((found, note), (parts, target)):
            notes.setdefault(at, _Note(at, mark[1], [])).references.append(_outermost_mark(page, row))
        marked[note].add(mark[1])
    alone = [note for row, note in found.items() if len(marked[row]) == 1]
    of_block = {row: int(page.parent[row]) for row in parts if len(marked.get(page.parent[row], ())) > 1}
    begun = (row for row in of_block if page.row_text(row).strip(_AROUND_MARK) == parts[row].mark)
    return alone + [parts[row]._replace(block=of_block[row]) for row in begun]


def _is_item(page: Page, row: int, number: str) -> bool:
    """Return True for the item with a number in a numbered list."""
    around = slice(int(page.parent[row]), row + 1)
    is_item = _LI[page.tag[around]] & (page.parent[around] == around.start)
    return bool(_OL[page.tag[around.start]] and str(np.count_nonzero(is_item)) == number)


def _outermost_mark(page: Page, row: int) -> int:
    """Return the element that a reference replaces: the ``<sup>`` around it if it has no more text."""
    parent = int(page.parent[row])
    text, own = (page.row_text(at).strip(_AROUND_MARK) for at in (parent, row))
    return parent if _SUP[page.tag[parent]] and text == own.strip(_AROUND_MARK) else row


# -- numbers without links, notes in the text -----------------------------------------------------------


def _find_numbered_notes(context: RenderContext) -> list[_Note]:
    """Return the notes of raised numbers, from 1 on: blocks or items of lists with the same number."""
    page, sups = context.page, context.rows(_SUP).tolist()
    if not sups:
        return []
    texts = context.kept.nonzero()[0]
    begins = np.append(True, page.block[texts[1:]] != page.block[texts[:-1]])
    references: dict[str, list[int]] = {}
    for row in sups:
        mark = page.row_text(row).strip(_AROUND_MARK)
        if mark.isdecimal() and len(mark) < 4 and not begins[texts.searchsorted(row)]:
            references.setdefault(mark, []).append(row)
    if "1" not in references:
        return []
    first = references["1"][0]
    found = _blocks_by_number(page, texts[begins & (texts > first)], context.n_kept)
    if not found:
        found = _items_by_number(context, first)
    notes = [_Note(found[mark], mark, rows) for mark, rows in references.items() if mark in found]
    return notes if all(note.references[0] < note.row for note in notes) else []


def _blocks_by_number(page: Page, texts: Int, n_kept: NDArray[np.int32]) -> dict[str, int]:
    """Return the blocks by the numbers that they begin with, in elements of their own, from 1 on."""
    found: dict[str, int] = {}
    for row in texts[page.n_chars[texts] <= MIN_NOTE_CHARS].tolist():
        mark = page.row_text(row).strip(_AROUND_MARK)
        if mark in found:  # notes of several tables or chapters
            return {}
        if mark == str(len(found) + 1) and not _BLOCKS[page.tag[page.parent[row]]]:
            note = find_note(page, row)
            if note < 0 or not n_kept[note] or note in found.values():
                return {}
            found[mark] = note
    return found


def _items_by_number(context: RenderContext, first: int) -> dict[str, int]:
    """Return the items by number of the numbered lists that are notes by their name or in an ``aside``."""
    page = context.page
    found: dict[str, int] = {}
    for row in context.rows(_OL)[context.rows(_OL) > first].tolist():
        around = [row, int(page.parent[row]), int(page.parent[page.parent[row]])]
        names = " ".join(f"{page.value(at, 'class') or ''} {page.value(at, 'id') or ''}" for at in around)
        if _NOTES_NAME.search(names) or _ASIDE[page.tag[around[1]]]:
            found.update((str(number), item) for number, item in _numbered_items(context, row))
    return found


def _numbered_items(context: RenderContext, row: int) -> list[tuple[int, int]]:
    """Return the items of a numbered list that have kept text, with their numbers."""
    page = context.page
    items = child_elements(page, row)
    numbered = enumerate(items[_LI[page.tag[items]]].tolist(), list_start(page.value(row, "start")))
    return [(number, item) for number, item in numbered if context.n_kept[item]]


def _find_inline_notes(context: RenderContext) -> list[_Note]:
    """Return the notes right after their mark in a line, by the names of their classes or roles."""
    page = context.page
    named = context.values("class", _INLINE, _INLINE_NAME) | {
        row: role for row, role in context.roles.items() if _INLINE[page.tag[row]]
    }
    found: list[_Note] = []
    for row in sorted(named):
        mark = _mark_before(page, row)
        if mark is None or _BLOCKS[page.tag[row : page.end[row]]].any() or not is_long(page, row):
            continue
        if not found or row >= page.end[found[-1].row]:
            found.append(_Note(row, page.row_text(mark).strip(_AROUND_MARK), [mark], is_inline=True))
    return found


def _mark_before(page: Page, row: int) -> int | None:
    """Return the short ``<sup>`` or ``<label>``, perhaps in a link, right before a row; None for none."""
    around, before = int(page.parent[row]), row - 1
    while page.parent[before] != around or (_PASSED[page.tag[before]] and not page.n_chars[before]):
        if before <= around:
            return None
        before = before - 1 if page.parent[before] == around else int(page.parent[before])
    if page.is_text[before]:
        is_number = page.n_digits[before] == page.n_chars[before] < MIN_NOTE_CHARS
        return before if is_number and before == page.parent[row] + 1 else None
    is_mark = _MARKS[page.tag[before : page.end[before]]].any() and not is_long(page, before)
    return before if is_mark else None


def _drop_note_mark(context: RenderContext, note: _Note, edits: Edits) -> None:
    """Drop the mark at the start of a note, which ``[^1]:`` repeats, and the punctuation after it."""
    page = context.page
    texts = note.row + context.kept[note.row : page.end[note.row]].nonzero()[0][: _MAX_MARK_TEXTS + 1]
    text, n_mark = "", 0
    for n, row in enumerate(texts.tolist(), start=1):
        text += page.row_text(row)
        if text.strip(_AROUND_MARK) == note.mark:
            n_mark = n
    first = page.row_text(int(texts[0]))
    if not n_mark and (begin := _MARKED.match(first)) and begin[1] == note.mark:
        edits.whole[int(texts[0])] = html.escape(first[begin.end() :], quote=False)
    for row in texts[:n_mark].tolist():
        edits.whole[_outermost_with_text(page, row, note.row)] = ""
    if 0 < n_mark < len(texts):
        rest = page.row_text(int(texts[n_mark]))
        if (stripped := rest.lstrip(_AROUND_MARK)) != rest:
            edits.whole[int(texts[n_mark])] = html.escape(stripped, quote=False)


def _outermost_with_text(page: Page, row: int, note: int) -> int:
    """Return the outermost element in a note with no text but this one."""
    n_chars = page.n_chars[row]
    while (around := int(page.parent[row])) > note and page.n_chars[
        around : page.end[around]
    ].sum() == n_chars:
        row = around
    return row
