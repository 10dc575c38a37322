"""The result of an extraction: what was found on a page, in every form, with the reasons."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.metadata import Field, find_title
from maintext.render import render_html, render_markdown, render_text

if TYPE_CHECKING:
    from maintext.options import Options
    from maintext.page import Page
    from maintext.selection import Outcome, Selection

__all__ = ["Document", "TraceRow"]


@dataclass(frozen=True, slots=True)
class TraceRow:
    """Why one text of the page was kept or dropped.

    Attributes
    ----------
    row
        Row of the text on the page.
    kept, reason, score
        What the method decided; the score is of the nearest scored row, NaN for none.
    path
        Names of the elements from the root down to the text's own.
    text
        The text, white space collapsed.
    """

    row: int
    kept: bool
    reason: str
    score: float
    path: str
    text: str


class Document:
    """Main content and fields of one page; immutable, each form is made when first asked for.

    Attributes
    ----------
    page, selection, options
        What it was made from.
    """

    def __init__(self, page: Page, selection: Selection, options: Options) -> None:
        self.page, self.selection, self.options = page, selection, options

    def __repr__(self) -> str:
        return f"<Document {self.title!r} {len(self.text)} characters, {self.outcome.value}>"

    @cached_property
    def text(self) -> str:
        """Main text; ``""`` when there is none."""
        return render_text(self.page, self.selection)

    @cached_property
    def markdown(self) -> str:
        """Main content as GitHub-flavoured Markdown."""
        return render_markdown(self.page, self.selection, self.options)

    @cached_property
    def html(self) -> str:
        """Main content as safe HTML with its tags kept."""
        return render_html(self.page, self.selection, self.options)

    @cached_property
    def title_field(self) -> Field | None:
        """Title with its origin; ``None`` where the page states none."""
        return find_title(self.page)

    @property
    def title(self) -> str | None:
        """Title of the page; ``None`` where it states none."""
        return self.title_field.value if self.title_field else None

    @property
    def url(self) -> str | None:
        """Address of the page, as given."""
        return self.page.url

    @property
    def method(self) -> str:
        """Id of the method that chose the text."""
        return self.selection.method

    @cached_property
    def outcome(self) -> Outcome:
        """Whether main content was found, and if not, why."""
        return self.selection.outcome(self.page)

    def trace(self) -> list[TraceRow]:
        """Return why each visible or hidden text of the page was kept or dropped, in page order."""
        rows = np.flatnonzero(self.page.n_chars > 0).tolist()
        return [self._trace_row(row) for row in rows]

    def to_dict(self) -> dict[str, Any]:
        """Return everything found as plain values: url, title, text, Markdown, HTML, outcome …"""
        return {
            "url": self.url,
            "title": self.title,
            "title_origin": self.title_field.origin if self.title_field else None,
            "text": self.text,
            "markdown": self.markdown,
            "html": self.html,
            "outcome": self.outcome.value,
            "method": self.method,
            "encoding": self.page.encoding,
            "encoding_source": self.page.encoding_source,
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """Return :meth:`to_dict` as JSON, non-ASCII letters as they are."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def _trace_row(self, row: int) -> TraceRow:
        path: list[int] = []
        at = int(self.page.parent[row])
        while at >= 0:
            path.append(at)
            at = int(self.page.parent[at])
        scores = self.selection.score[[row, *path]]
        scored = scores[~np.isnan(scores)]
        return TraceRow(
            row=row,
            kept=bool(self.selection.keep[row]),
            reason=self.selection.why(row),
            score=float(scored[0]) if len(scored) else float("nan"),
            path=" > ".join(self.page.name(at) for at in reversed(path)),
            text=" ".join(self.page.row_text(row).split()),
        )
