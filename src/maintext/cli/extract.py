"""``maintext extract``: pages in, main text out."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from maintext.api import extract, select
from maintext.classify.methods.catalogue import METHODS
from maintext.cli.extraction import extraction_changes, kept_options, method_options
from maintext.cli.flags import in_flags
from maintext.cli.reading import is_fetched, page_options, page_source, read_page, write_file
from maintext.cli.rendered import VIPS, page_layout
from maintext.cli.several import SEVERAL
from maintext.document import Document
from maintext.errors import MaintextError, OptionError
from maintext.options import Options, changed
from maintext.selection import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["extract_command"]

_SOME_FAILED = 1
_NO_CONTENT = 6

_NEXT_STEP = {
    Outcome.NO_TEXT: "where scripts fill the page, maintext render saves it as a browser shows it",
    Outcome.NO_CONTENT: "another --method may find it, and -v says why each line was left out",
}

_FORMATS: dict[str, Callable[[Document], str]] = {
    "text": lambda doc: doc.text,
    "markdown": lambda doc: doc.markdown,
    "html": lambda doc: doc.html,
    "json": lambda doc: doc.to_json(indent=2),
}


@click.command("extract")
@click.argument("pages", metavar="[URL|FILE|-]...", nargs=-1)
@click.option("-u", "--URL", "url", help="Fetch this address, or: the address that FILE or stdin came from.")
@click.option("-i", "--input-file", type=click.Path(), help="Read this file.")
@click.option("-o", "--output-file", type=click.Path(), help="Write to this file instead of stdout.")
@method_options((*METHODS, VIPS))
@click.option("--text", "form", flag_value="text", default=True, help="Plain text (the default).")
@click.option("--markdown", "form", flag_value="markdown", help="GitHub-flavoured Markdown.")
@click.option("--html", "form", flag_value="html", help="Safe HTML with its tags kept.")
@click.option("--json", "form", flag_value="json", help="Everything found, as one JSON object.")
@click.option(
    "-f",
    "--format",
    "named_form",
    type=click.Choice([*_FORMATS, *SEVERAL]),
    help="The same by name, and: jsonl (one record a line), csv (one row a page), tei (XML). "
    "These three take several pages.",
)
@kept_options
@click.option(
    "--fetched",
    metavar="TIME",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S%z"]),
    help='When the page was fetched, as 2024-05-01T10:20: dates like "3 hours ago" are counted from it. '
    "Now for an address that is fetched, unknown for a file.",
)
@page_options
@click.option(
    "-v", "--verbose", is_flag=True, help="Say on stderr what was read, and how the text was chosen."
)
def extract_command(
    pages: tuple[str, ...], url: str | None, input_file: str | None, output_file: str | None, **given: Any
) -> None:
    """Find the main text of a page: a URL, a file, or stdin (-); with some formats, of several.

    A file may be a snapshot that maintext render saved (.json.gz). With -m vips any other page is rendered
    in a browser.

    \b
    maintext extract https://example.org/news/1
    maintext extract page.html --markdown
    curl -s https://example.org/ | maintext extract - -u https://example.org/ --json
    maintext extract saved/*.html --format csv -o pages.csv
    maintext extract page.json.gz -m vips --markdown
    """  # noqa: D301 - click's mark for "do not rewrap"
    form = given["named_form"] or given["form"]
    if len(pages) > 1:
        _refuse_several(form, url, input_file)
        documents = _read_several(pages, given)
        _write(SEVERAL[form](documents), output_file)
        if len(documents) < len(pages):
            click.get_current_context().exit(_SOME_FAILED)
        return
    source, address = page_source(pages[0] if pages else None, url, input_file)
    doc = _extracted(source, address, given)
    _write(SEVERAL[form]([doc]) if form in SEVERAL else _FORMATS[form](doc), output_file)
    if doc.outcome is not Outcome.FOUND:
        said = f"no main content found ({doc.outcome.value}); {_NEXT_STEP[doc.outcome]}"
        click.echo(f"maintext: {said}", err=True)
        click.get_current_context().exit(_NO_CONTENT)


def _refuse_several(form: str, url: str | None, input_file: str | None) -> None:
    if form not in SEVERAL:
        raise OptionError(f"several pages cannot be written as {form}: give --format {', '.join(SEVERAL)}")
    if url is not None or input_file is not None:
        raise OptionError("--URL and --input-file are for one page; name the pages only")


def _read_several(pages: tuple[str, ...], given: dict[str, Any]) -> list[Document]:
    """The pages that can be read; of the others stderr says why not."""
    documents = []
    for page in pages:
        try:
            documents.append(_extracted(page, None, given))
        except OptionError:
            raise
        except MaintextError as error:
            command = click.get_current_context().command
            click.echo(f"maintext: {in_flags(str(error), command)}", err=True)
    return documents


def _extracted(source: str, address: str | None, given: dict[str, Any]) -> Document:
    options = changed(Options(), extraction_changes(given))
    fetched = given["fetched"] or (datetime.now(UTC) if is_fetched(source) else None)
    if options.method == VIPS:
        doc = _seen(source, address, given, options, fetched)
    else:
        data, address, charset = read_page(source, address, given)
        doc = extract(
            data, address, encoding=given["encoding"], http_charset=charset, fetched=fetched, options=options
        )
    if given["verbose"]:
        _explain(doc)
    return doc


def _seen(
    source: str, address: str | None, given: dict[str, Any], options: Options, fetched: datetime | None
) -> Document:
    """What vips makes of a page with its layout."""
    from maintext.browser.vips.method import vips_method  # noqa: PLC0415 - the browser is loaded for it only

    snapshot, _ = page_layout(source, address, given)
    selection = select(snapshot.page, vips_method(snapshot), options.method_options)
    return Document(snapshot.page, selection, options, fetched=fetched)


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
