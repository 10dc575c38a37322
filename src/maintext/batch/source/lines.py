"""Sources of pages in lines: JSON Lines with the HTML, and lists of URLs."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any

from maintext.batch.item import BatchItem, Problem, fetch_time
from maintext.batch.source.base import FileSource, PageSource, SourceReading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["JsonLines", "UrlList", "UrlsNamed", "json_items", "url_items"]

# "\u0000": JSON may write six bytes for one of the page's; the rest is for the other fields.
_JSON_BYTES_PER_BYTE, _JSON_MORE_BYTES = 6, 1_000_000
_URL_BYTES = 100_000


class JsonLines(FileSource):
    """A file of JSON Lines, one page per line: ``.jsonl``, ``.ndjson``, also compressed."""

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per line that is not blank; its key is the id field, else file and line."""
        with self.counted() as counted, self.opened(counted) as stream:
            for item in json_items(stream, self.name, self.reading):
                self.n_read = counted.n_bytes
                yield item


class UrlList(FileSource):
    """A file with one URL per line; blank lines and lines that begin with ``#`` are skipped."""

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per URL, to be fetched; its key is the URL."""
        with self.counted() as counted, self.opened(counted) as stream:
            for item in url_items(stream, self.name):
                self.n_read = counted.n_bytes
                yield item


class UrlsNamed(PageSource):
    """URLs given by the user, at least one."""

    def __init__(self, urls: Sequence[str]) -> None:
        super().__init__(urls[0], 0)
        self._urls = urls

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per URL, to be fetched."""
        for url in self._urls:
            yield BatchItem(key=url, url=url)

    def stamp(self) -> list[str]:
        """The URLs."""
        return list(self._urls)


def json_items(stream: IO[bytes], name: str, reading: SourceReading) -> Iterator[BatchItem]:
    """Yield the pages of a stream of JSON Lines; a bad line is an item with a problem."""
    max_bytes = reading.max_bytes * _JSON_BYTES_PER_BYTE + _JSON_MORE_BYTES
    for number, line in _read_lines(stream, max_bytes):
        key = f"{name}:{number}"
        if line is None:
            yield _bad_item(key, f"the line has more than {max_bytes} bytes; raise --max-bytes")
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield _bad_item(key, f"the line is not JSON ({error})")
        else:
            yield _json_item(record, key, reading)


def url_items(stream: IO[bytes], name: str) -> Iterator[BatchItem]:
    """Yield the URLs of a stream, one per line."""
    for number, line in _read_lines(stream, _URL_BYTES):
        url = (line or b"").decode("utf-8", "replace").strip().removeprefix("\ufeff")
        if line is None or (not url.startswith("#") and "://" not in url):
            yield _bad_item(
                f"{name}:{number}", f"the line is not a URL ({url[:80]!r}); write http:// or https://"
            )
        elif not url.startswith("#"):
            yield BatchItem(key=url, url=url)


def _json_item(record: Any, key: str, reading: SourceReading) -> BatchItem:
    if not isinstance(record, dict):
        return _bad_item(key, "the line is not a JSON object")
    html, url, own = (record.get(name) for name in (reading.html_field, reading.url_field, reading.id_field))
    key = str(own) if isinstance(own, str | int) and own != "" else key
    url = url if isinstance(url, str) else None
    if not isinstance(html, str):
        fields = ", ".join(map(str, list(record)[:10]))
        return _bad_item(
            key, f"no text in the field {reading.html_field!r} (there are: {fields}); see --html-field", url
        )
    fetched = fetch_time(record.get(reading.fetched_field), reading.fetched)
    return BatchItem(key=key, html=html, url=url, fetched=fetched)


def _bad_item(key: str, reason: str, url: str | None = None) -> BatchItem:
    return BatchItem(key=key, url=url, problem=Problem("InputError", reason))


def _read_lines(stream: IO[bytes], max_bytes: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines that are not blank with their numbers from 1; ``None`` for a line that is too long."""
    number = 0
    while line := stream.readline(max_bytes + 1):
        number += 1
        if len(line) > max_bytes:
            while line and not line.endswith(b"\n"):
                line = stream.readline(max_bytes)
            yield number, None
        elif not line.isspace():
            yield number, line
