"""Read the page that a command is about, and write the files that the user named."""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.cli.options import fetch_changes
from maintext.cli.terminal import WRITE_REMEDIES
from maintext.compression import DAMAGED, decompressed, stem_of
from maintext.errors import InputError, OptionError
from maintext.html import Page, parse
from maintext.metadata.moment import Moment, parse_moment
from maintext.options import Options, changed

if TYPE_CHECKING:  # imported on first use
    from maintext.browser import Rendered, RenderOptions, Snapshot

__all__ = [
    "checked_write", "fetched_at", "is_snapshot", "page_layout", "page_source", "parse_bytes",
    "parse_page", "read_bytes", "read_page", "read_snapshot", "render_source", "write_file", "write_output",
]  # fmt: skip

_IS_URL = re.compile(r"\s*[a-z][a-z0-9+.-]*://", re.IGNORECASE)
# A missing file is not a host name, however much "page.html" looks like one.
_FILE_SUFFIXES = frozenset(
    ".html .htm .xhtml .shtml .mhtml .mht .webarchive .eml .xml .txt .json .php .md".split()
)
_SNAPSHOT = ".json.gz"
# What the user can do about an error of the system.
_READING = {
    errno.ENOENT: "check the name", errno.EISDIR: "maintext batch reads folders",
    errno.EACCES: "ask its owner for leave to read it",
}  # fmt: skip
_WRITING = WRITE_REMEDIES | {errno.ENOENT: "make its folder first", errno.EISDIR: "name a file in it"}
_LOOKS_LIKE_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?:[:/?#].*)?$", re.IGNORECASE)


def page_source(page: str | None, url: str | None, input_file: str | None) -> tuple[str, str | None]:
    """Return what to read, and the URL of the page if it is known before reading.

    Raises OptionError: nothing to read is named, or two things are.
    """
    given = [value for value in (page, input_file) if value is not None]
    if len(given) > 1:
        raise OptionError("give either a page or --input-file, not both")
    source = given[0] if given else url
    if source:
        return source, url
    if source is not None or sys.stdin.isatty():
        raise OptionError("nothing to read: give a URL, a file, or - for stdin (see maintext extract --help)")
    return "-", None


def read_page(source: str, url: str | None, given: dict[str, Any]) -> tuple[bytes, str | None, str | None]:
    """Return the bytes of a page, its URL, and the charset that the server stated.

    ``source`` is a URL, a file name, or ``-`` for stdin; a snapshot (``.json.gz``) gives its rendered HTML,
    other compressed files what is in them.
    ``url`` is for a page from a file or stdin. ``given`` has the values of
    :data:`maintext.cli.options.page_options`.

    Raises InputError: the file cannot be read, or has more bytes than allowed; SnapshotError: a file named
    like a snapshot is not one; FetchError: the page could not be fetched.
    """
    max_bytes = given["max_bytes"]
    if source == "-":
        with _checked_read("stdin"):
            return _check_size(sys.stdin.buffer.read(max_bytes + 1), max_bytes, "stdin"), url, None
    if is_snapshot(source):
        snapshot = read_snapshot(source, url)
        return _check_size(snapshot.html.encode("utf-8", "replace"), max_bytes, source), snapshot.url, "utf-8"
    path, is_url = Path(source), bool(_IS_URL.match(source))
    may_be_host = Path(stem_of(path.name)).suffix not in _FILE_SUFFIXES and not path.exists()
    if is_url or (may_be_host and _LOOKS_LIKE_HOST.match(source)):
        from maintext.net import FetchOptions, fetch  # noqa: PLC0415 - loads urllib3

        options = changed(FetchOptions(), fetch_changes(given))
        response = fetch(source if is_url else f"https://{source}", options)
        return response.body, response.url, response.charset
    with _checked_read(source), path.open("rb") as file, decompressed(file, source) as stream:
        data = _check_size(stream.read(max_bytes + 1), max_bytes, source)
    is_table = stem_of(source).endswith((".csv", ".tsv"))
    if is_table and not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        raise InputError(f"{source} is a table, which maintext batch reads, not a web page", stage="read")
    return data, url, None


def _check_size(data: bytes, max_bytes: int, source: str) -> bytes:
    if len(data) > max_bytes:
        raise InputError(f"{source} has more than {max_bytes} bytes; raise --max-bytes", stage="read")
    return data


def parse_bytes(data: bytes, url: str | None, charset: str | None, given: dict[str, Any]) -> Page:
    """Parse the result of :func:`read_page`."""
    options = Options(max_bytes=given["max_bytes"])
    return parse(data, url, encoding=given["encoding"], http_charset=charset, options=options)


def parse_page(source: str, url: str | None, given: dict[str, Any]) -> Page:
    """Read and parse a page; arguments as for :func:`read_page`."""
    return parse_bytes(*read_page(source, url, given), given)


def is_snapshot(source: str) -> bool:
    """Return True if a source is a file of ``maintext render --snapshot``."""
    return source.lower().endswith(_SNAPSHOT) and not _IS_URL.match(source)


def read_snapshot(path: str, url: str | None = None) -> Snapshot:
    """Read a snapshot; ``url`` replaces the URL stored in it.

    Raises InputError: the file cannot be read; SnapshotError: the file is not a snapshot.
    """
    from maintext.browser import load_snapshot  # noqa: PLC0415 - loads urllib3

    with _checked_read(path):
        snapshot = load_snapshot(path)
    return snapshot if url is None else replace(snapshot, url=url)


def render_source(source: str, url: str | None, options: RenderOptions, given: dict[str, Any]) -> Rendered:
    """Render a URL, or without any network a file or stdin; arguments as for :func:`read_page`."""
    from maintext.browser import Browser  # noqa: PLC0415 - loads urllib3

    with Browser() as browser:
        if "://" in source:
            return browser.render(source, options)
        return browser.render_saved(read_page(source, url, given)[0], url, options)


def page_layout(
    source: str, url: str | None, given: dict[str, Any], *, screenshot: bool = False
) -> tuple[Snapshot, bytes | None]:
    """Return the layout of a page, and its screenshot if requested and taken.

    A snapshot needs no browser and has no screenshot. Arguments are as for :func:`read_page`.

    Raises NoBrowserError: the page must be rendered, and there is no browser; MaintextError: the page cannot
    be read or rendered, or the snapshot is invalid.
    """
    if is_snapshot(source):
        return read_snapshot(source, url), None
    from maintext.browser import RenderOptions  # noqa: PLC0415 - loads urllib3

    options = RenderOptions(layout=True, screenshot=screenshot, allow_private=given["allow_private"])
    named = {name: given[name] for name in ("timeout_s", "user_agent") if given[name] is not None}
    rendered = render_source(source, url, changed(options, named), given)
    if rendered.snapshot is None:  # the layout was requested, so no page causes this
        raise InputError(f"{source} was rendered without layout; try again", stage="render")
    return rendered.snapshot, rendered.screenshot


def read_bytes(path: str) -> bytes:
    """Read a file that the user named.

    Raises InputError: it cannot be read.
    """
    with _checked_read(path):
        return Path(path).read_bytes()


@contextmanager
def _checked_read(path: str) -> Iterator[None]:
    """Turn a read error in a block into an error that names the file."""
    try:
        yield
    except DAMAGED as error:
        raise InputError(f"cannot read {path}: {_with_remedy(error, _READING)}", stage="read") from error


@contextmanager
def checked_write(path: str) -> Iterator[None]:
    """Turn a write error in a block into an error that names the file.

    Raises OptionError: the file cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise OptionError(f"cannot write {path}: {_with_remedy(error, _WRITING)}") from error


def _with_remedy(error: Exception, remedies: Mapping[int, str]) -> str:
    """Return what the system or a decompressor says, and what the user can do."""
    said, remedy = getattr(error, "strerror", None) or error, remedies.get(getattr(error, "errno", None) or 0)
    return f"{said}; {remedy}" if remedy else str(said)


def write_file(path: str, content: str | bytes) -> None:
    """Write a file that the user named.

    Raises OptionError: it cannot be written.
    """
    with checked_write(path):
        Path(path).write_bytes(content if isinstance(content, bytes) else content.encode())


def write_output(path: str | None, content: str) -> None:
    """Write a file as :func:`write_file` does, or to stdout in UTF-8 for ``-`` and no name."""
    if path and path != "-":
        write_file(path, content)
    else:
        sys.stdout.buffer.write(content.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()


def fetched_at(text: str | None, page: str) -> Moment | datetime | None:
    """Return the time in ``--fetched``; by default now for a URL, ``None`` for a file and stdin.

    Raises OptionError: the text is not a time, or a year or month alone.
    """
    moment = parse_moment(text) if text else None
    if text and (moment is None or moment.day is None):
        raise OptionError(f"--fetched must be a time like 2024-05-01 or 2024-05-01T10:20, not {text!r}")
    is_url = page != "-" and ("://" in page or not Path(page).exists())
    return moment or (datetime.now(UTC) if is_url else None)
