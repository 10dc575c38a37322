"""Embedded text as a page of its own, and when it replaces what the page shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from maintext.classify.embedded.data import EmbeddedContent, containment, to_markup
from maintext.classify.embedded.find import find_embedded_content
from maintext.errors import InputError
from maintext.html import Page, parse
from maintext.metadata.candidate import Candidate
from maintext.selection import Outcome, Selection, Selector

__all__ = ["EmbeddedPage", "content_to_page", "find_embedded_text", "shows_little"]

# A page is a shell if fewer words are kept, or fewer are visible at all.
_SHELL_KEPT, _SHELL_VISIBLE = 50, 150
# It is a teaser if a declared text contains this share of fewer words kept. Lines such as "read on" are
# kept too; longer beginnings are texts of their own.
_TEASER_KEPT, _TEASER_CONTAINMENT = 300, 0.5
_MIN_LENGTH_RATIO = 3  # of the text of the script to what is kept
_MIN_WORDS = 25  # a shorter description says no more than a heading
_MAX_CONTAINMENT = 0.5  # more of the script's text in the page: the method did not want it

_PART_ATTRIBUTE = "data-part"
_PART_DEPTH = 2  # html, body, div: no string gets there, as its elements are closed
_MAX_REASONS = 10_000  # reasons are numbered in 16 bits; texts after the last one share its reason


@dataclass(frozen=True, slots=True, eq=False)
class EmbeddedPage:
    """Main text from the scripts of a page."""

    page: Page  # the text as a page: one div for each body, post or paragraph
    selection: Selection  # all visible text of it; the reasons name the script and the keys
    origin: str  # kind of script and key of the text: json-ld:articleBody, state:content
    fields: tuple[Candidate, ...] = ()  # next to the text in a state; JSON-LD is read as on every page
    is_page: bool = False
    """True if the page shows almost nothing else, so that the text tells the kind of page. Posts do not."""


def shows_little(page: Page) -> bool:
    """Return True if fewer than 150 words of a page are visible, as on pages that scripts fill."""
    return bool(page.n_words[~page.is_hidden].sum() < _SHELL_VISIBLE)


def find_embedded_text(page: Page, selection: Selection) -> EmbeddedPage | None:
    """Return the text of a page's scripts if the page is a shell or a teaser, else ``None``.

    The text is taken if all of these hold; each CJK character is a word:

    - the page is a shell: fewer than 50 words are kept, or fewer than 150 are visible; or it is a teaser:
      fewer than 300 words are kept, and half of them occur in an article or posts that JSON-LD declares,
    - the script's text has at least 25 words and is three times as long as what is kept,
    - the page, visible or hidden, contains less than half of it.

    Scripts are parsed only if the number of kept words permits it, those of a state only for a shell, and
    data in attributes only if fewer than 50 words are kept.
    """
    n_kept = int(page.n_words[selection.keep].sum())
    min_words = max(_MIN_WORDS, _MIN_LENGTH_RATIO * n_kept)
    if n_kept >= _TEASER_KEPT:
        return None
    is_shell = n_kept < _SHELL_KEPT or shows_little(page)
    # A text of so many words has at least as many characters.
    if not is_shell and sum(len(script.text) for script in page.json_scripts) < min_words:
        return None
    # Data in attributes are of a part of the page, unless it has no text.
    content = find_embedded_content(page, bodies_only=not is_shell, attributes=n_kept < _SHELL_KEPT)
    if content is None or content.n_words < min_words:
        return None
    if not is_shell:
        rows = np.flatnonzero(selection.keep & (page.n_chars > 0))
        kept_text = " ".join(map(page.row_text, rows.tolist()))
        if containment(kept_text, content.plain) < _TEASER_CONTAINMENT:
            return None
    if containment(content.plain, page.text) >= _MAX_CONTAINMENT:
        return None
    found = content_to_page(content, page)
    is_page = shows_little(page) and content.origin != "json-ld:text"
    return replace(found, is_page=True) if found and is_page else found


def content_to_page(content: EmbeddedContent, page: Page) -> EmbeddedPage | None:
    """Return the text of scripts as a page of its own; ``None`` if it shows nothing, or is too large."""
    bodies = (to_markup("".join(piece.text for piece in part)) for part in content.parts)
    try:
        embedded = parse("".join(f'<div {_PART_ATTRIBUTE}="">{body}</div>' for body in bodies), page.url)
    except InputError:  # more of it than a page may have
        return None
    reasons = []
    for text, *_ in content.parts[:_MAX_REASONS]:
        if text.script < 0:
            reasons.append(f"the page shows little; declared in the head as {text.path}")
            continue
        script = page.scripts[text.script]
        name = script.variable or script.id or f"number {text.script} of type {script.type}"
        holder = "attribute" if script.type == "attribute" else "script"
        reasons.append(f"the page shows little; in the {holder} {name} at {text.path}")
    selection = _select_parts(embedded, reasons)
    if selection.outcome(embedded) is not Outcome.FOUND:
        return None
    if not content.origin.startswith("state:"):
        return EmbeddedPage(embedded, selection, content.origin)
    # Few pages need them, and what reads names and dates takes long to import.
    from maintext.classify.embedded.fields import sibling_fields  # noqa: PLC0415

    return EmbeddedPage(embedded, selection, content.origin, sibling_fields(page, content.parts[0][0]))


def _select_parts(embedded: Page, reasons: list[str]) -> Selection:
    """Select all visible text; the reason of a text is that of its part."""
    everything = np.ones(len(embedded), dtype=np.bool_)
    selection = Selector(embedded, "outside the text").keep(everything, "text of a script").done("shell")
    tops = embedded.attribute(_PART_ATTRIBUTE).row
    tops = tops[embedded.depth[tops] == _PART_DEPTH]
    part = np.searchsorted(tops, np.arange(len(embedded)), side="right") - 1
    named = selection.keep & (embedded.n_chars > 0) & (part >= 0)
    number = len(selection.reasons) + np.minimum(part, len(reasons) - 1)
    reason = np.where(named, number, selection.reason).astype(np.int16)
    reason.setflags(write=False)
    return replace(selection, reason=reason, reasons=(*selection.reasons, *reasons))
