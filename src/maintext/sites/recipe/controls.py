"""Buttons and select elements of a list page that a browser operates."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from maintext.errors import OptionError
from maintext.html import Page
from maintext.html.characters import collapse_whitespace
from maintext.records.anchors import is_load_more_label, is_next_label
from maintext.sites.wrapper.selectors import PageIndex, parse_path

__all__ = ["find_button", "find_choices", "find_unfollowed", "has_button"]

_MAX_LABEL_CHARS = 30
# A button by its text, as find_button writes it.
_WRITTEN = re.compile(r'(\w+):text-is\("(.*)"\)')


def find_button(page: Page, is_label: Callable[[str], bool]) -> str:
    """Return the selector, for the browser, of an element whose script does what it says, or ``""``."""
    row, label = _find_labelled(page, is_label)
    # Its place may be another button's while a dialog is open.
    shown = f'[value="{label}"]' if page.name(row) == "input" else f':text-is("{label}")'
    return f"{page.name(row)}{shown}" if row else ""


def find_unfollowed(page: Page) -> str:
    """Return what shows more of a list by a script or a form, as its label; ``""`` for nothing."""
    for is_label in (is_load_more_label, is_next_label):
        row, label = _find_labelled(page, is_label)
        # Where a list ends, the word often stays, as a text of no use.
        if row and (page.name(row) in {"a", "button", "input"} or "onclick" in page.attributes(row)):
            return label
    return ""


def _find_labelled(page: Page, is_label: Callable[[str], bool]) -> tuple[int, str]:
    """Return the last possible button with such a label, and the label; 0 and ``""`` for none."""
    rows = np.flatnonzero(page.is_tag(("a", "button", "div", "span", "p", "input")) & ~page.is_hidden)
    n_chars = page.subtree_sum(page.n_chars)[rows]
    for row in rows[n_chars <= _MAX_LABEL_CHARS].tolist()[::-1]:
        said = page.attributes(row).get("value", "") if page.name(row) == "input" else page.row_text(row)
        label = collapse_whitespace(said)
        if is_label(label) and any(map(str.isalpha, label)) and not _is_disabled(page, row):
            return row, label
    return 0, ""


def has_button(page: Page, selector: str) -> bool:
    """Return True if a page shows a button that can be clicked.

    ``selector`` is one of :func:`find_button` or a CSS path. Raises OptionError: it is neither.
    """
    if (written := _WRITTEN.fullmatch(selector)) is not None:
        return find_button(page, written[2].__eq__).startswith(f"{written[1]}:")
    rows = PageIndex(page).rows(parse_path(selector))
    return any(not page.is_hidden[row] and not _is_disabled(page, row) for row in rows)


def _is_disabled(page: Page, row: int) -> bool:
    attributes = page.attributes(row)
    return (
        "disabled" in attributes
        or attributes.get("aria-disabled") == "true"
        or "disabled" in attributes.get("class", "")
    )


def find_choices(page: Page, selector: str) -> list[str]:
    """Return the texts of the options of a select element, without one that asks to choose (an empty value).

    Raises OptionError: no such element, or it has no options.
    """
    index = PageIndex(page)
    rows = [row for at in index.rows(parse_path(selector)) for row in range(at, int(page.end[at]))]
    values = page.values("value")
    texts = [collapse_whitespace(page.row_text(row)) for row in rows
             if page.name(row) == "option" and values.get(row, "-").strip()]  # fmt: skip
    if not texts:
        raise OptionError(f"each = {selector!r}: the page has no such element with options", url=page.url)
    return texts
