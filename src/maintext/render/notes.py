"""Write footnotes as GitHub does: references ``[^1]`` and notes ``[^1]: …``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.elements import WordSet
from maintext.html.tags import tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.render.markup import Edits
    from maintext.render.regions import RenderContext

__all__ = ["edit_notes", "finish_notes"]

_A, _SUP, _NOTE_TAGS = (tag_mask(names.split()) for names in ("a", "sup", "li p div dd aside section td"))
_REFERENCE = re.compile(r"[\[(]?(\w{1,3}|[*†‡§]{1,3})[\])]?")
_NOTE_NAME = re.compile(r"fn|note|cite|^ref|^_?ftn|^f\d|^n\d", re.IGNORECASE)
_NUMBER_SIGN = WordSet(("#",))
_MAX_NOTES = 1_000
_MIN_NOTE_CHARS = 4  # of a note; what has less is its mark
_NOTE_ITEM = re.compile(r"^([> ]*)10[.)] (\[\^\w+\]:)(?:\n\n {4}(?=\S))?[ ]*", re.MULTILINE)


def edit_notes(context: RenderContext, edits: Edits) -> None:
    """Write footnotes as GitHub does: references ``[^1]`` and notes ``[^1]: …``.

    A reference is a short link, in ``<sup>`` or to an anchor named like a note. Its note is a kept item or
    paragraph after it. Notes become items of a list numbered 10, so that the renderer indents them by four
    spaces; :func:`finish_notes` does the rest.
    """
    page, opaque = context.page, context.opaque
    links = _links_within_page(context)
    if not links:
        return
    references, labels = _find_references(page, links, context.n_kept)
    if len(set(labels.values())) < len(labels):
        return  # two notes of one name
    for row, note in references:
        parent = int(page.parent[row])
        alone = _SUP[page.tag[parent]] and page.row_text(parent).strip() == page.row_text(row).strip()
        edits.whole[parent if alone else row] = opaque(f"[^{labels[note]}]")
    for note, label in labels.items():
        edits.rename(note, f'<ol start="10"><li>{opaque(f"[^{label}]:")} ', "</li></ol>")
        holder = int(page.parent[note])
        if page.name(holder) in {"ol", "ul"}:
            edits.rename(holder, "<div>", "</div>")
        _drop_note_mark(page, note, label, edits)


def finish_notes(markdown: str) -> str:
    """Turn the list items of :func:`edit_notes` into notes in the rendered Markdown."""
    return _NOTE_ITEM.sub(r"\1\2 ", markdown)


def _links_within_page(context: RenderContext) -> dict[int, str]:
    """Return the anchor names of kept links within the page, by row."""
    page = context.page
    found = {}
    for row, href in context.values("href", _A, _NUMBER_SIGN).items():
        own, mark, anchor = href.strip().partition("#")
        if mark and own in {"", page.url}:
            found[row] = anchor
    return found


def _find_references(
    page: Page, links: dict[int, str], n_kept: NDArray[np.int32]
) -> tuple[list[tuple[int, int]], dict[int, str]]:
    """Return pairs of reference and note, and the label of each note."""
    labels: dict[int, str] = {}
    references: list[tuple[int, int]] = []
    marks = {row: _REFERENCE.fullmatch(page.row_text(row).strip()) for row in links}
    if not any(marks.values()):  # most pages link to a table of contents or the top only
        return [], {}
    row_of = {name: row for row, name in reversed(list(page.values("id").items()))}
    in_sup = page.inside(_SUP[page.tag])
    for row, anchor in links.items():
        target = row_of.get(anchor, -1)
        if target <= row or not (in_sup[row] or _NOTE_NAME.search(anchor)):
            continue
        label = marks[row]
        note = _note_element(page, target)
        if label is not None and note > row and n_kept[note] and len(references) < _MAX_NOTES:
            references.append((row, note))
            labels.setdefault(note, label[1] if label[1].isalnum() else str(len(labels) + 1))
    return references, labels


def _note_element(page: Page, target: int) -> int:
    """Return the element with the text of a note whose mark is at ``target``; −1 for none."""
    at = target
    while at >= 0 and not (
        _NOTE_TAGS[page.tag[at]] and page.n_chars[at : page.end[at]].sum() > _MIN_NOTE_CHARS
    ):
        at = int(page.parent[at])
    return at


def _drop_note_mark(page: Page, note: int, label: str, edits: Edits) -> None:
    """Drop the mark at the start of a note, which ``[^1]:`` repeats."""
    texts = (note + np.flatnonzero((page.is_text & (page.n_chars > 0))[note : page.end[note]])[:3]).tolist()
    text = ""
    for i, row in enumerate(texts):
        text += page.row_text(row).strip()
        if text.strip("[]().:") == label:
            for at in texts[: i + 1]:
                edits.whole[_outermost_with_text(page, at, note)] = ""
            return


def _outermost_with_text(page: Page, row: int, note: int) -> int:
    """Return the outermost element in a note with no text but this one."""
    n_chars = page.n_chars[row]
    while (around := int(page.parent[row])) > note and page.n_chars[
        around : page.end[around]
    ].sum() == n_chars:
        row = around
    return row
