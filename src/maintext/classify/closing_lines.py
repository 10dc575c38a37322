"""The lines that close a Chinese document below its text: who signs it and when, and its attachments."""

from __future__ import annotations

import re

import numpy as np

from maintext.classify.features.context import BlockContext
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.html.blocks import is_mostly_cjk, link_around
from maintext.html.tags import BLOCK, tag_mask

__all__ = ["complete_closing_lines"]

_MAX_BETWEEN = 5  # blocks between the text and its attachments: printing, sharing
_MAX_LABEL, _MAX_LIST, _MAX_SIGNATURE = 20, 300, 40  # characters
_IS_BLOCK = tag_mask(BLOCK)
_LABEL = re.compile(r"\W*(?:相关|相關)?(?:附件|附表|附[:：])")
_FILE = re.compile(r"(?im)\.(?:pdf|docx?|xlsx?|pptx?|rtf|csv|zip|rar|7z|ofd|wps|et|ceb)\s*(?:$|[?#(（\[）)])")
_RIGHT = re.compile(r"(?i)(?:text-)?align\W{1,3}right")
# The date below a Chinese document, and the note who may read it (GB/T 9704).
_DATE = re.compile(r"(?:\d{4}|[〇○零一二三四五六七八九]{4})\s*年\s*\w{1,2}\s*月\s*\w{1,3}\s*日")
_NOTE = re.compile(r"[(（]此件[^()（）]{2,20}[)）]")


def complete_closing_lines(scene: BlockContext, chosen: Bool) -> Bool:
    """Return the blocks of signatures with their dates, and of attachments, right after chosen blocks.

    A Chinese date is all of its line and has the parent of the text before it, and so have the lines of the
    signature right before it, which are short and aligned to the right. Attachments begin with that word, up
    to five blocks after the text; they stand in one element, and all their links lead to files.
    ``chosen`` and the result are bool of shape (n_blocks,). Cost O(n_blocks).
    """
    found = np.zeros(len(chosen), dtype=np.bool_)
    if not scene.page.cached(is_mostly_cjk):
        return found
    for last in (chosen[:-1] & ~chosen[1:]).nonzero()[0].tolist():
        rest = chosen[last + 1 :].argmax()
        stop = last + 1 + int(rest) if chosen[last + 1 + rest] else len(chosen)
        at = _end_of_signature(scene, last, stop)
        found[last + 1 : at] = True
        between = 0
        while at < stop and between <= _MAX_BETWEEN:
            end = _end_of_attachments(scene, at, stop)
            found[at:end] = True
            between += end == at
            at = max(end, at + 1)
    return found


def _end_of_signature(scene: BlockContext, last: int, stop: int) -> int:
    """Return where the lines of a signature after the block ``last`` end: with the date, or with a note."""
    page, blocks = scene.page, scene.blocks
    parent = page.parent[_line_around(page, int(blocks.element[last]))]
    end = last + 1
    for at in range(end, stop):
        text, line = scene.text_of(at), _line_around(page, int(blocks.element[at]))
        is_short = 0 < len(text) <= _MAX_SIGNATURE and not blocks.n_link_chars[at]
        if not is_short or page.parent[line] != parent or page.is_hidden[blocks.row[at]]:
            break
        if _DATE.fullmatch(text) or _NOTE.fullmatch(text):
            end = at + 1
        elif not _RIGHT.search(page.data[page.byte_start[line] : page.inner_start[line]].decode()):
            break
    return end


def _line_around(page: Page, row: int) -> int:
    """Return the nearest element from a row up that is laid out as a block."""
    while page.parent[row] > 0 and not _IS_BLOCK[page.tag[row]]:
        row = int(page.parent[row])
    return row


def _end_of_attachments(scene: BlockContext, at: int, stop: int) -> int:
    """Return where the blocks of attachments that begin at ``at`` end, in one element; ``at`` if none do."""
    page, blocks, text = scene.page, scene.blocks, scene.text_of(at)
    if len(text) > _MAX_LIST or not _LABEL.match(text) or page.is_hidden[blocks.row[at]]:
        return at
    end = first_file = at if blocks.n_link_chars[at] or len(text) > _MAX_LABEL else at + 1
    end_row = page.end[page.parent[_line_around(page, int(blocks.element[at]))]]
    while end < stop and blocks.row[end] < end_row and _leads_to_files(scene, end):
        end += 1
    return end if end > first_file else at


def _leads_to_files(scene: BlockContext, at: int) -> bool:
    """Return True for a visible block that has links, all of which lead to files."""
    page, blocks = scene.page, scene.blocks
    rows = np.arange(blocks.row[at], blocks.last[at] + 1)
    links = {link_around(page, row) for row in rows[page.is_link[rows] & (page.n_chars[rows] > 0)].tolist()}
    is_short = len(scene.text_of(at)) <= _MAX_LIST and not page.is_hidden[blocks.row[at]]
    return is_short and bool(links) and all(_is_file(page, link) for link in links)


def _is_file(page: Page, link: int) -> bool:
    """Return True for a link that says in its address or text that it leads to a file, or is to be saved."""
    stated = page.attributes(link)
    said = f"{stated.get('href', '')}\n{page.text[page.text_start[link] : page.text_end[link]]}"
    return "download" in stated or _FILE.search(said) is not None
