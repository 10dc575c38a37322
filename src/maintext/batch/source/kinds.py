"""What a file is by its name, or by its first bytes."""

from __future__ import annotations

from pathlib import Path

from maintext.errors import MissingExtraError
from maintext.net.compression import DAMAGED, decompressed, stem_of

__all__ = ["KINDS", "WARC_MARK", "kind_of", "kind_of_file"]

WARC_MARK = b"WARC/"
"""What every WARC record begins with."""

_GZIP = b"\x1f\x8b"

KINDS = {
    **dict.fromkeys((".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp"), "page"),
    **dict.fromkeys((".jsonl", ".ndjson"), "jsonl"),
    **dict.fromkeys((".txt", ".urls"), "urls"),
    ".parquet": "parquet",
    **dict.fromkeys((".warc", ".wet"), "warc"),
    ".zip": "zip",
}
"""Suffix of a name to the kind of input; a suffix of compression may follow."""


def kind_of(name: str) -> str | None:
    """Return what a file is, one of :data:`~maintext.batch.options.INPUT_KINDS`; ``None`` for unknown."""
    return KINDS.get(Path(stem_of(name)).suffix)


def kind_of_file(name: str) -> str | None:
    """Return what a file is by its name, or where that says nothing, whether its first bytes are WARC's."""
    return kind_of(name) or ("warc" if _begins_with(name, WARC_MARK) else None)


def _begins_with(name: str, mark: bytes) -> bool:
    """Whether a file begins with some bytes, as it is or decompressed; not for one that cannot be read."""
    try:
        with Path(name).open("rb") as file:
            suffix = ".gz" if file.read(len(_GZIP)) == _GZIP else Path(name).suffix
            file.seek(0)
            return decompressed(file, suffix and f"x{suffix}").read(len(mark)) == mark
    except (*DAMAGED, MissingExtraError):  # that is said where it is read as what it is not known to be
        return False
