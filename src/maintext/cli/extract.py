"""``maintext extract``: one page in, main text out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.reading import option_help, page_options, page_source, read_page, write_file
from maintext.document import Document
from maintext.extract import extract
from maintext.methods import METHODS
from maintext.options import Options, read_changes
from maintext.selection import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["extract_command"]

_NO_CONTENT = 6

_FORMATS: dict[str, Callable[[Document], str]] = {
    "text": lambda doc: doc.text,
    "markdown": lambda doc: doc.markdown,
    "html": lambda doc: doc.html,
    "json": lambda doc: doc.to_json(indent=2),
}


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
    help=option_help("method"),
)
@click.option(
    "--set",
    "method_options",
    metavar="NAME=VALUE",
    multiple=True,
    help="Change an option of the method (docs/options.md); may be given several times.",
)
@click.option("--text", "form", flag_value="text", default=True, help="Plain text (the default).")
@click.option("--markdown", "form", flag_value="markdown", help="GitHub-flavoured Markdown.")
@click.option("--html", "form", flag_value="html", help="Safe HTML with its tags kept.")
@click.option("--json", "form", flag_value="json", help="Everything found, as one JSON object.")
@click.option("--links/--no-links", default=True, help=option_help("links"))
@click.option("--images/--no-images", default=True, help=option_help("images"))
@click.option("--tables/--no-tables", default=True, help=option_help("tables"))
@page_options
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
    shown["method_options"] = read_changes(METHODS[given["method"]].defaults, given["method_options"])
    source, address = page_source(page, url, input_file)
    data, address, charset = read_page(source, address, given)
    doc = extract(data, address, encoding=given["encoding"], http_charset=charset, **shown)
    if given["verbose"]:
        _explain(doc)
    _write(_FORMATS[form](doc), output_file)
    if doc.outcome is not Outcome.FOUND:
        click.echo(f"maintext: no main content found ({doc.outcome.value})", err=True)
        click.get_current_context().exit(_NO_CONTENT)


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
    write_file(output_file, output)
