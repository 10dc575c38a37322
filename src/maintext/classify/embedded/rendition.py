"""Embedded text as a page of its own, with all of it selected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.embedded.find import find_embedded
from maintext.classify.embedded.markup import to_markup
from maintext.errors import InputError
from maintext.html import Page, parse
from maintext.selection import Outcome, Selection, Selector

if TYPE_CHECKING:
    from maintext.classify.embedded.data import Text
    from maintext.classify.embedded.embedded import Embedded
    from maintext.html import DataScript
    from maintext.metadata.candidate import Candidate

__all__ = ["ShellText", "shell_page", "to_page"]

_MARK = "data-part"
_MARK_DEPTH = 2  # html, body, div: no string gets there, as its elements are closed
# Reasons are numbered in 16 bits; texts behind the last one share its reason.
_MAX_REASONS = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class ShellText:
    """Main text that stood in the scripts of a page.

    Attributes
    ----------
    page
        The text as a page: one ``div`` for each body, post or paragraph.
    selection
        All visible text of it; the reasons name the script and the keys.
    origin
        Kind of script and key of the text: ``json-ld:articleBody``, ``state:content``.
    beside
        Candidates for fields that stand beside the text in a state; what JSON-LD declares is read as on
        every page.
    is_page
        Whether the page shows nearly nothing else, so that the text says what kind of page it is. Posts say
        nothing of that kind.
    """

    page: Page
    selection: Selection
    origin: str
    beside: tuple[Candidate, ...] = ()
    is_page: bool = False


def shell_page(page: Page) -> ShellText | None:
    """Return the main text in a page's scripts as a page; ``None`` where they hold none.

    Whether it is better than what the page shows is not asked. Nothing in a script is an error.
    Cost O(characters of the scripts).
    """
    embedded = find_embedded(page)
    return to_page(embedded, page) if embedded else None


def to_page(embedded: Embedded, page: Page) -> ShellText | None:
    """Return embedded text of a page as a page; ``None`` where no text is in it.

    Parameters
    ----------
    embedded
        From :func:`~maintext.classify.embedded.find.find_embedded`.
    page
        Where it was found: gives the address and the names of the scripts.
    """
    bodies = (to_markup("".join(piece.text for piece in part)) for part in embedded.parts)
    try:
        shell = parse("".join(f'<div {_MARK}="">{body}</div>' for body in bodies), page.url)
    except InputError:  # more of it than a page may have
        return None
    reasons = [_reason(page.scripts[part[0].script], part[0]) for part in embedded.parts[:_MAX_REASONS]]
    selection = _select(shell, reasons)
    found = selection.outcome(shell) is Outcome.FOUND
    if not found:
        return None
    if not embedded.origin.startswith("state:"):
        return ShellText(shell, selection, embedded.origin)
    # Few pages need them, and what reads names and dates takes long to import.
    from maintext.classify.embedded.beside import fields_beside  # noqa: PLC0415

    return ShellText(shell, selection, embedded.origin, fields_beside(page, embedded.parts[0][0]))


def _reason(script: DataScript, text: Text) -> str:
    name = script.variable or script.id or f"number {text.script} of type {script.type}"
    return f"the page shows little; in the script {name} at {text.place}"


def _select(shell: Page, reasons: list[str]) -> Selection:
    everything = np.ones(len(shell), dtype=np.bool_)
    selection = Selector(shell, "outside the text").keep(everything, "text of a script").done("shell")
    marks = shell.attribute(_MARK).row
    marks = marks[shell.depth[marks] == _MARK_DEPTH]
    part = np.searchsorted(marks, np.arange(len(shell)), side="right") - 1
    named = selection.keep & (shell.n_chars > 0) & (part >= 0)
    number = len(selection.reasons) + np.minimum(part, len(reasons) - 1)
    reason = np.where(named, number, selection.reason).astype(np.int16)
    reason.setflags(write=False)
    return replace(selection, reason=reason, reasons=(*selection.reasons, *reasons))
