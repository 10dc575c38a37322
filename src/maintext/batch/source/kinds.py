"""What a file is by its name."""

from __future__ import annotations

from pathlib import Path

from maintext.compression import stem_of

__all__ = ["KINDS", "kind_of"]

KINDS = {
    **dict.fromkeys((".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp"), "page"),
    **dict.fromkeys((".jsonl", ".ndjson"), "jsonl"),
    **dict.fromkeys((".txt", ".urls"), "urls"),
    ".parquet": "parquet",
    ".warc": "warc",
    ".zip": "zip",
}
"""Suffix of a name to the kind of input; a suffix of compression may follow."""


def kind_of(name: str) -> str | None:
    """Return what a file is, one of :data:`~maintext.batch.options.INPUT_KINDS`; ``None`` for unknown."""
    return KINDS.get(Path(stem_of(name)).suffix)
