"""Pages from a stream that can be read once: standard input."""

from __future__ import annotations

import gzip
import io
from typing import IO, TYPE_CHECKING, cast

from maintext.batch.source.base import Reading, Source
from maintext.batch.source.kinds import WARC_MARK
from maintext.batch.source.lines import json_items, url_items
from maintext.batch.source.warc import warc_items
from maintext.errors import InputError, OptionError
from maintext.net.compression import BytesRead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.batch.item import Item

__all__ = ["Stream"]

_NAME = "stdin"
_GZIP = b"\x1f\x8b"
_HEAD_BYTES = 512


class Stream(Source):
    """JSON Lines, a list of URLs, or WARC, on a stream; gzip is unpacked.

    Parameters
    ----------
    stream
        The bytes.
    reading
        Limits and field names.
    kind
        ``jsonl``, ``urls`` or ``warc``; ``""`` to look at the first bytes.
    """

    def __init__(self, stream: IO[bytes], reading: Reading, kind: str = "") -> None:
        if kind not in {"", "jsonl", "urls", "warc"}:
            raise OptionError(f"stdin cannot be read as {kind}: pipe jsonl, urls or warc, or name a file")
        super().__init__("-", 0)
        self._stream, self._reading, self._kind = stream, reading, kind

    def stamp(self) -> list[str]:
        """Nothing but that it is stdin: to resume, the same must be piped again."""
        return ["stdin"]

    def items(self) -> Iterator[Item]:
        """Give the pages.

        Raises
        ------
        InputError
            The first bytes are those of a single page, or of something else.
        """
        stream = io.BufferedReader(cast("io.RawIOBase", BytesRead(self._stream)))
        if stream.peek(2)[:2] == _GZIP:
            stream = io.BufferedReader(cast("io.RawIOBase", gzip.GzipFile(fileobj=stream)))
        kind = self._kind or _kind_of(stream.peek(_HEAD_BYTES)[:_HEAD_BYTES])
        if kind == "warc":
            return warc_items(stream, _NAME, self._reading)
        if kind == "jsonl":
            return json_items(stream, _NAME, self._reading)
        return url_items(stream, _NAME)


def _kind_of(head: bytes) -> str:
    head = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(WARC_MARK):
        return "warc"
    if head.startswith(b"{"):
        return "jsonl"
    if head.startswith((b"<", b"PK\x03\x04", b"PAR1")):
        raise InputError(
            "stdin is neither JSON Lines nor a list of URLs nor WARC: for one page use  maintext extract - "
            " and name other files by their path",
            stage="read",
        )
    return "urls"
