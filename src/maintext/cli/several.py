"""Several pages to one output: JSON Lines, CSV or TEI, for ``maintext extract``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext import __version__
from maintext.render.rows import csv_lines, json_lines
from maintext.render.tei import render_tei_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maintext.document import Document

__all__ = ["SEVERAL"]


def _tei(documents: Sequence[Document]) -> str:
    if len(documents) == 1:
        return documents[0].tei
    return render_tei_corpus(((doc.html, doc.tei_header) for doc in documents), ("maintext", __version__))


SEVERAL: dict[str, Callable[[Sequence[Document]], str]] = {
    "jsonl": lambda documents: "".join(json_lines(doc.to_dict() for doc in documents)).rstrip("\n"),
    "csv": lambda documents: "".join(csv_lines(doc.to_dict() for doc in documents)).removesuffix("\r\n"),
    "tei": _tei,
}
"""Output forms that hold any number of pages, by name; without a line end at the end."""
