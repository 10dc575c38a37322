"""Footnotes for Markdown: references as ``[^1]``, and the notes as ``[^1]: …``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.render.markup import Edits
    from maintext.render.scene import Scene

__all__ = ["edit_notes", "finished_notes"]

_SUP, _BOXES = tag_mask(("sup",)), tag_mask("li p div dd aside section td".split())
_REFERENCE = re.compile(r"[\[(]?(\w{1,3}|[*†‡§]{1,3})[\])]?")
_NAME = re.compile(r"fn|note|cite|^ref|^_?ftn|^f\d|^n\d", re.IGNORECASE)
_MAX_NOTES = 1_000
_MIN_CHARS = 4  # of a note; what has less is its mark
_ITEM = re.compile(r"^([> ]*)10[.)] (\[\^\w+\]:)(?:\n\n {4}(?=\S))?[ ]*", re.MULTILINE)


def edit_notes(scene: Scene, edits: Edits) -> None:
    """Write references to footnotes and the notes in the way of GitHub.

    A reference is a short link, in ``<sup>`` or to a place named like a note, to a list item, paragraph or
    the like that stands behind it and is kept. Notes are written as items of a list numbered 10, so that
    the renderer indents what belongs to a note by four spaces; :func:`finished_notes` does the rest.
    """
    page, opaque = scene.page, scene.opaque
    links = _links_within(scene)
    if not links:
        return
    references, labels = _references(page, links, scene.n_kept)
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
        _drop_mark(page, note, label, edits)


def finished_notes(markdown: str) -> str:
    """Notes as GitHub reads them, once the renderer has written them as items of a list."""
    return _ITEM.sub(r"\1\2 ", markdown)


def _links_within(scene: Scene) -> dict[int, str]:
    """Names of the places in the page that kept links lead to, by row of the link."""
    page = scene.page
    found = {}
    for row, href in scene.survey.links_to_places.items():
        own, mark, place = href.strip().partition("#")
        if mark and own in {"", page.url}:
            found[row] = place
    return found


def _references(
    page: Page, links: dict[int, str], n_kept: NDArray[np.int32]
) -> tuple[list[tuple[int, int]], dict[int, str]]:
    """Pairs of an anchor and its note, and the label of each note."""
    labels: dict[int, str] = {}
    references: list[tuple[int, int]] = []
    marks = {row: _REFERENCE.fullmatch(page.row_text(row).strip()) for row in links}
    if not any(marks.values()):  # a list of contents, or a link to the top: most pages
        return [], {}
    row_of = {name: row for row, name in reversed(list(page.values("id").items()))}
    in_sup = page.inside(_SUP[page.tag])
    for row, place in links.items():
        target = row_of.get(place, -1)
        if target <= row or not (in_sup[row] or _NAME.search(place)):
            continue
        label = marks[row]
        note = _box(page, target)
        if label is not None and note > row and n_kept[note] and len(references) < _MAX_NOTES:
            references.append((row, note))
            labels.setdefault(note, label[1] if label[1].isalnum() else str(len(labels) + 1))
    return references, labels


def _box(page: Page, target: int) -> int:
    """The element that holds the text of a note whose mark is at a place; −1 for none."""
    at = target
    while at >= 0 and not (_BOXES[page.tag[at]] and page.n_chars[at : page.end[at]].sum() > _MIN_CHARS):
        at = int(page.parent[at])
    return at


def _drop_mark(page: Page, note: int, label: str, edits: Edits) -> None:
    """Leave out the mark that a note begins with, as ``[^1]:`` says it."""
    texts = (note + np.flatnonzero((page.is_text & (page.n_chars > 0))[note : page.end[note]])[:3]).tolist()
    said = ""
    for i, row in enumerate(texts):
        said += page.row_text(row).strip()
        if said.strip("[]().:") == label:
            for at in texts[: i + 1]:
                edits.whole[_alone(page, at, note)] = ""
            return


def _alone(page: Page, row: int, note: int) -> int:
    """The outermost element in a note that has no other text than this one."""
    n_chars = page.n_chars[row]
    while (around := int(page.parent[row])) > note and page.n_chars[
        around : page.end[around]
    ].sum() == n_chars:
        row = around
    return row
