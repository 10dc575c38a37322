"""What page a command reads: a URL, a file or stdin; shared by the commands that read one page."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.declared import declared_option
from maintext.errors import InputError, OptionError
from maintext.html import parse
from maintext.metadata.moment import Moment, parse_moment
from maintext.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maintext.browser import Snapshot
    from maintext.html import Page

__all__ = [
    "fetch_changes",
    "fetched_at",
    "is_fetched",
    "is_snapshot",
    "page_of",
    "page_options",
    "page_source",
    "parsed_page",
    "read_page",
    "saved_snapshot",
    "write_file",
    "write_output",
    "writing",
]

_IS_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
# A missing file is not a host name, however much "page.html" looks like one.
_FILE_SUFFIXES = frozenset(
    {".html", ".htm", ".xhtml", ".mhtml", ".shtml", ".xml", ".txt", ".json", ".php", ".md"}
)
_SNAPSHOT = ".json.gz"
_LOOKS_LIKE_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?:[:/?#].*)?$", re.IGNORECASE)


_PAGE_OPTIONS = (
    click.option("--encoding", help="Encoding of the page, when you know better than the page."),
    declared_option(Options, "max_bytes", "--max-bytes"),
    click.option("--timeout", "timeout_s", type=float, help="Seconds to wait for a server.  [default: 20]"),
    click.option(
        "--total-timeout",
        "total_timeout_s",
        type=float,
        help="Seconds for all of one page, however slowly it comes.  [default: 60]",
    ),
    click.option("--user-agent", help="User agent to send when fetching."),
    click.option("--allow-private", is_flag=True, help="Also fetch from addresses inside private networks."),
)


def page_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of :func:`read_page`."""
    for add in reversed(_PAGE_OPTIONS):
        command = add(command)
    return command


def parsed_page(source: str, url: str | None, given: dict[str, Any]) -> Page:
    """Read and parse a page, for commands that look at its columns; arguments as for :func:`read_page`."""
    return page_of(*read_page(source, url, given), given)


def page_of(data: bytes, address: str | None, charset: str | None, given: dict[str, Any]) -> Page:
    """Parse what :func:`read_page` gave."""
    options = Options(max_bytes=given["max_bytes"])
    return parse(data, address, encoding=given["encoding"], http_charset=charset, options=options)


def page_source(page: str | None, url: str | None, input_file: str | None) -> tuple[str, str | None]:
    """What to read, and the page's address where it is known before reading.

    Raises
    ------
    OptionError
        Nothing to read is named, or two things are.
    """
    given = [value for value in (page, input_file) if value is not None]
    if len(given) > 1:
        raise OptionError("give either a page or --input-file, not both")
    if given:
        return given[0], url
    if url is not None:
        return url, url
    if sys.stdin.isatty():
        raise OptionError("nothing to read: give a URL, a file, or - for stdin (see maintext extract --help)")
    return "-", None


def read_page(source: str, url: str | None, given: dict[str, Any]) -> tuple[bytes, str | None, str | None]:
    """Bytes of the page, its address, and the charset the server stated.

    Parameters
    ----------
    source
        A URL, the name of a file, or ``-`` for stdin. Of a snapshot (``.json.gz``) it is the HTML, as the
        browser had it.
    url
        Address that a file or stdin came from.
    given
        Values of the options in :func:`page_options`.

    Raises
    ------
    InputError
        The file cannot be read, or has more bytes than allowed.
    SnapshotError
        The file is named like a snapshot and is none.
    FetchError
        The page could not be fetched.
    """
    if source == "-":
        return _limited(sys.stdin.buffer.read(given["max_bytes"] + 1), given["max_bytes"], "stdin"), url, None
    if is_snapshot(source):
        snapshot = saved_snapshot(source, url)
        data = snapshot.html.encode("utf-8", "replace")
        return _limited(data, given["max_bytes"], source), snapshot.url, "utf-8"
    path = Path(source)
    is_host = (
        _LOOKS_LIKE_HOST.match(source) and path.suffix.lower() not in _FILE_SUFFIXES and not path.exists()
    )
    if _IS_URL.match(source) or is_host:
        return _fetch(source if _IS_URL.match(source) else f"https://{source}", given)
    try:
        with path.open("rb") as file:
            return _limited(file.read(given["max_bytes"] + 1), given["max_bytes"], source), url, None
    except OSError as error:
        raise InputError(f"cannot read {source}: {error.strerror}", stage="read") from error


def is_snapshot(source: str) -> bool:
    """Whether a command's argument is a file of ``maintext render --snapshot``."""
    return source.lower().endswith(_SNAPSHOT) and not _IS_URL.match(source)


def saved_snapshot(path: str, url: str | None = None) -> Snapshot:
    """Read a snapshot; ``url`` takes the place of its address.

    Raises
    ------
    InputError
        The file cannot be read.
    SnapshotError
        It is no snapshot.
    """
    from maintext.browser import load_snapshot  # noqa: PLC0415 - urllib3 is loaded for snapshots only

    try:
        snapshot = load_snapshot(path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", stage="read") from error
    return snapshot if url is None else replace(snapshot, url=url)


def _limited(data: bytes, max_bytes: int, source: str) -> bytes:
    if len(data) > max_bytes:
        raise InputError(f"{source} has more than {max_bytes} bytes; raise --max-bytes", stage="read")
    return data


def _fetch(url: str, given: dict[str, Any]) -> tuple[bytes, str | None, str | None]:
    from maintext.net import FetchOptions, fetch  # noqa: PLC0415 - urllib3 is loaded only to fetch
    from maintext.options import changed  # noqa: PLC0415

    response = fetch(url, changed(FetchOptions(), fetch_changes(given)))
    return response.body, response.url, response.charset


def fetch_changes(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of fetching that a user has chosen."""
    names = ("timeout_s", "total_timeout_s", "max_bytes", "allow_private", "user_agent")
    return {name: given[name] for name in names if given.get(name) is not None}


def write_file(path: str, content: str) -> None:
    """Write a file that the user named.

    Raises
    ------
    OptionError
        It cannot be written.
    """
    with writing(path):
        Path(path).write_text(content, encoding="utf-8")


def write_output(path: str | None, content: str) -> None:
    """Write a file that the user named, as :func:`write_file`, or to stdout where none is named."""
    if path:
        write_file(path, content)
    else:
        click.echo(content, nl=False)


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Name the file that the user named in the error of a block that writes it.

    Raises
    ------
    OptionError
        It cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error


def fetched_at(text: str | None, page: str) -> Moment | datetime | None:
    """Return what ``--fetched`` says; without it now for a URL, ``None`` for a file and stdin.

    Raises
    ------
    OptionError
        It is no date.
    """
    moment = parse_moment(text) if text else None
    if text and moment is None:
        raise OptionError(f"--fetched must be a date like 2024-05-01, not {text!r}")
    return moment or (datetime.now(UTC) if is_fetched(page) else None)


def is_fetched(page: str) -> bool:
    """Whether a command's argument is an address, not stdin or a file."""
    return page != "-" and ("://" in page or not Path(page).exists())
