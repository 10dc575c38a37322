"""What a method shows of a page: the text it keeps, and the reason for each text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.html import parse
from maintext.render import render_text

if TYPE_CHECKING:
    from maintext.classify.methods import Method


def kept(method: Method, markup: str, **options: Any) -> str:
    """The text that a method keeps, with some of its options changed."""
    page = parse(markup)
    return render_text(page, method.select(page, options))


def reasons(method: Method, markup: str) -> dict[str, str]:
    """The reason for each text that is not blank."""
    page = parse(markup)
    selection = method.select(page)
    rows = np.flatnonzero(page.n_chars > 0).tolist()
    return {page.row_text(row): selection.why(row) for row in rows}
