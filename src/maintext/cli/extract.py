"""``maintext extract``: one page in, main text out."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.document import Document
from maintext.errors import InputError, OptionError
from maintext.extract import extract
from maintext.methods import METHODS
from maintext.options import Options, option_rows
from maintext.selection import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["extract_command"]

_NO_CONTENT = 6
_IS_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
# A missing file is not a host name, however much "page.html" looks like one.
_FILE_SUFFIXES = frozenset(
    {".html", ".htm", ".xhtml", ".mhtml", ".shtml", ".xml", ".txt", ".json", ".php", ".md"}
)
_LOOKS_LIKE_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?:[:/?#].*)?$", re.IGNORECASE)

_FORMATS: dict[str, Callable[[Document], str]] = {
    "text": lambda doc: doc.text,
    "markdown": lambda doc: doc.markdown,
    "html": lambda doc: doc.html,
    "json": lambda doc: doc.to_json(indent=2),
}


def _help(name: str) -> str:
    """Help of an option, from its one declaration."""
    return next(str(row["help"]) for row in option_rows(Options) if row["name"] == name)


@click.command("extract")
@click.argument("page", metavar="URL|FILE|-", required=False)
@click.option("-u", "--URL", "url", help="Fetch this address, or: the address that FILE or stdin came from.")
@click.option("-i", "--input-file", type=click.Path(), help="Read this file.")
@click.option("-o", "--output-file", type=click.Path(), help="Write to this file instead of stdout.")
@click.option(
    "-m",
    "--method",
    type=click.Choice(list(METHODS)),
    default=Options().method,
    show_default=True,
    help=_help("method"),
)
@click.option("--text", "form", flag_value="text", default=True, help="Plain text (the default).")
@click.option("--markdown", "form", flag_value="markdown", help="GitHub-flavoured Markdown.")
@click.option("--html", "form", flag_value="html", help="Safe HTML with its tags kept.")
@click.option("--json", "form", flag_value="json", help="Everything found, as one JSON object.")
@click.option("--links/--no-links", default=True, help=_help("links"))
@click.option("--images/--no-images", default=True, help=_help("images"))
@click.option("--tables/--no-tables", default=True, help=_help("tables"))
@click.option("--encoding", help="Encoding of the page, when you know better than the page.")
@click.option(
    "--max-bytes", type=int, default=Options().max_bytes, show_default=True, help=_help("max_bytes")
)
@click.option(
    "--timeout",
    "timeout_s",
    type=float,
    help="Seconds to wait for a server.  [default: 20]",
)
@click.option("--user-agent", help="User agent to send when fetching.")
@click.option("--allow-private", is_flag=True, help="Also fetch from addresses inside private networks.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Say on stderr what was read, and how the text was chosen."
)
def extract_command(
    page: str | None,
    url: str | None,
    input_file: str | None,
    output_file: str | None,
    form: str,
    **given: Any,
) -> None:
    """Find the main text of one page: a URL, a file, or stdin (-).

    \b
    maintext extract https://example.org/news/1
    maintext extract page.html --markdown
    curl -s https://example.org/ | maintext extract - -u https://example.org/ --json
    """  # noqa: D301 - click's mark for "do not rewrap"
    shown = {name: given[name] for name in ("method", "links", "images", "tables", "max_bytes")}
    source, address = _source(page, url, input_file)
    data, address, charset = _read(source, address, given)
    doc = extract(data, address, encoding=given["encoding"], http_charset=charset, **shown)
    if given["verbose"]:
        _explain(doc)
    _write(_FORMATS[form](doc), output_file)
    if doc.outcome is not Outcome.FOUND:
        click.echo(f"maintext: no main content found ({doc.outcome.value})", err=True)
        click.get_current_context().exit(_NO_CONTENT)


def _source(page: str | None, url: str | None, input_file: str | None) -> tuple[str, str | None]:
    """What to read, and the page's address where it is known before reading."""
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


def _read(source: str, url: str | None, given: dict[str, Any]) -> tuple[bytes, str | None, str | None]:
    """Bytes of the page, its address, and the charset the server stated."""
    if source == "-":
        return _limited(sys.stdin.buffer.read(given["max_bytes"] + 1), given["max_bytes"], "stdin"), url, None
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


def _limited(data: bytes, max_bytes: int, source: str) -> bytes:
    if len(data) > max_bytes:
        raise InputError(f"{source} has more than {max_bytes} bytes; raise --max-bytes", stage="read")
    return data


def _fetch(url: str, given: dict[str, Any]) -> tuple[bytes, str | None, str | None]:
    from maintext.fetch import FetchOptions, fetch  # noqa: PLC0415 - urllib3 is loaded only to fetch
    from maintext.options import changed  # noqa: PLC0415

    names = ("timeout_s", "max_bytes", "allow_private", "user_agent")
    changes = {name: given[name] for name in names if given[name] is not None}
    response = fetch(url, changed(FetchOptions(), changes))
    return response.body, response.url, response.charset


def _explain(doc: Document) -> None:
    page = doc.page
    click.echo(f"encoding: {page.encoding} ({page.encoding_source})", err=True)
    click.echo(f"method: {doc.method}; outcome: {doc.outcome.value}; {len(page)} rows", err=True)
    for row in doc.trace():
        mark = "+" if row.kept else "-"
        click.echo(f"{mark} {row.reason}: {row.text[:60]}", err=True)


def _write(output: str, output_file: str | None) -> None:
    output = output + "\n" if output else ""
    if output_file is None:
        sys.stdout.buffer.write(output.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
        return
    try:
        Path(output_file).write_text(output, encoding="utf-8")
    except OSError as error:
        raise OptionError(f"cannot write {output_file}: {error.strerror}") from error
