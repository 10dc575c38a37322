"""``maintext extract``: the main text of one page, or of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from maintext import __version__
from maintext.api import extract, select
from maintext.classify.methods.catalogue import METHODS
from maintext.cli import options as flags
from maintext.cli.reading import fetched_at, page_layout, page_source, read_page, write_output
from maintext.cli.terminal import NOTHING_FOUND, echo_note
from maintext.document import Document
from maintext.errors import MaintextError, OptionError
from maintext.html.parser import MARKS
from maintext.metadata.moment import Moment
from maintext.options import Options, changed
from maintext.render.tei import render_tei_corpus
from maintext.rows import csv_lines, json_lines
from maintext.selection import Outcome

__all__ = ["extract_command"]

_SOME_FAILED = 1
_N_EMPTY = 3  # rows of a page without anything: html, head, body

_NEXT_STEP = {
    Outcome.NO_TEXT: "if scripts fill the page, maintext render saves it as a browser shows it",
    Outcome.NO_CONTENT: "another --method may find it, and -v says why each line was left out",
}

_PAGE_FORMATS = ("text", "markdown", "html", "json")


def _write_tei(documents: Sequence[Document]) -> str:
    if len(documents) == 1:
        return documents[0].tei
    return render_tei_corpus(((doc.html, doc.tei_header) for doc in documents), ("maintext", __version__))


# Formats that hold any number of pages; without the last line end.
_CORPUS_FORMATS: dict[str, Callable[[Sequence[Document]], str]] = {
    "jsonl": lambda docs: "".join(json_lines(doc.to_dict() for doc in docs)).rstrip("\n"),
    "csv": lambda docs: "".join(csv_lines(doc.to_dict(["text"]) for doc in docs)).removesuffix("\n"),
    "tei": _write_tei,
}
# The form of the main text in formats that hold more; JSON has all forms.
_TEXT_FORMS = {"json": "markdown", "jsonl": "markdown", "csv": "text", "tei": "html"}


@click.command("extract")
@click.argument("pages", metavar="[URL|FILE|-]...", nargs=-1)
@click.option("-u", "--url", help="URL to fetch, or URL of the page in FILE or stdin.")
@click.option("-i", "--input-file", type=click.Path(), help="Read this file.")
@flags.output_option("Write to this file instead of stdout.", "output_file")
@flags.method_options((*METHODS, flags.VIPS))
@click.option("--text", "form", flag_value="text", help="Plain text (the default).")
@click.option("--markdown", "form", flag_value="markdown", help="GitHub-flavoured Markdown.")
@click.option("--html", "form", flag_value="html", help="Sanitized HTML.")
@click.option("--json", "form", flag_value="json", help="Text and all metadata, as one JSON object.")
@click.option(
    "-f", "--format", "named_form", type=flags.NamedChoice([*_PAGE_FORMATS, *_CORPUS_FORMATS]),
    help="Output format; jsonl (a record per line), csv (a row per page) and tei (XML) take several pages. "
    "Empty to go by the name of the output: .md, .html, .json, .jsonl, .csv, .xml, .tei.",
)  # fmt: skip
@flags.content_options
@flags.kept_options
@click.option(
    "--fetched", metavar="TIME",
    help='Time of the fetch, as 2024-05-01T10:20: reference for dates like "3 hours ago". '
    "Default: now for a URL, unknown for a file.",
)  # fmt: skip
@flags.page_options
@click.option(
    "-v", "--verbose", is_flag=True, help="Explain on stderr what was read and how text was chosen."
)
def extract_command(
    pages: tuple[str, ...], url: str | None, input_file: str | None, output_file: str | None, **given: Any
) -> None:  # fmt: skip
    """Extract the main text of a page: a URL, a file, or stdin (-). Some formats take several pages.

    A file may be a snapshot that maintext render saved (.json.gz). With -m vips any other page is rendered
    in a browser.

    \b
    maintext extract https://example.org/news/1
    maintext extract page.html --markdown
    curl -s https://example.org/ | maintext extract - -u https://example.org/ --json
    maintext extract saved/*.html --format csv -o pages.csv
    maintext extract page.json.gz -m vips --markdown
    """  # noqa: D301 - click's mark for "do not rewrap"
    default, known = "markdown" if given["reader"] else "text", (*_PAGE_FORMATS, *_CORPUS_FORMATS)
    form = given["named_form"] or given["form"] or flags.form_of(output_file, known, default)
    flags.note_unused(given, _TEXT_FORMS.get(form, form))
    if len(pages) > 1:
        _check_several(form, url, input_file)
        documents = _extract_several(pages, given)
        _write_result(output_file, form, _CORPUS_FORMATS[form](documents))
        if len(documents) < len(pages):
            click.get_current_context().exit(_SOME_FAILED)
        return
    source, url = page_source(pages[0] if pages else None, url, input_file)
    doc = _extract_page(source, url, given)
    if form in _CORPUS_FORMATS:
        result = _CORPUS_FORMATS[form]([doc])
    else:
        result = doc.to_json(indent=2) if form == "json" else str(getattr(doc, form))
    _write_result(output_file, form, result)
    if doc.outcome is not Outcome.FOUND:
        next_step = "the page is empty" if len(doc.page) <= _N_EMPTY else _NEXT_STEP[doc.outcome]
        next_step = "check --only-css" if given["only_css"] else next_step
        echo_note(f"no main content found ({doc.outcome.value}); {next_step}")
        click.get_current_context().exit(NOTHING_FOUND)


def _write_result(output_file: str | None, form: str, result: str) -> None:
    mark = "\ufeff" if form == "csv" and output_file not in {None, "-"} else ""  # by which Excel knows UTF-8
    write_output(output_file, f"{mark}{result}\n" if result else "")


def _check_several(form: str, url: str | None, input_file: str | None) -> None:
    if form not in _CORPUS_FORMATS:
        formats = ", ".join(_CORPUS_FORMATS)
        raise OptionError(f"several pages cannot be written as {form}: give --format {formats}")
    if url is not None or input_file is not None:
        raise OptionError("--url and --input-file are for one page; name the pages only")


def _extract_several(pages: tuple[str, ...], given: dict[str, Any]) -> list[Document]:
    """Extract the readable pages; report the others on stderr."""
    documents = []
    for page in pages:
        try:
            documents.append(_extract_page(page, None, given))
        except OptionError:
            raise
        except MaintextError as error:
            echo_note(f"{error}" if page in str(error) else f"{page}: {error}")
    return documents


def _extract_page(source: str, url: str | None, given: dict[str, Any]) -> Document:
    options = changed(Options(), flags.extraction_changes(given))
    moment = fetched_at(given["fetched"], source)
    fetched = moment.datetime() if isinstance(moment, Moment) else moment
    if options.method == flags.VIPS:
        from maintext.browser.vips import vips_method  # noqa: PLC0415 - loads the browser

        if rule := next((name for name in ("only", "keep", "drop", "focus") if getattr(options, name)), None):
            raise OptionError(f"{rule} is not available with -m vips; use another method")
        snapshot, _ = page_layout(source, url, given)
        selection = select(snapshot.page, vips_method(snapshot), options.method_options)
        doc = Document(snapshot.page, selection, options, fetched=fetched)
    else:
        data, url, charset = read_page(source, url, given)
        doc = extract(
            data, url, encoding=given["encoding"], http_charset=charset, fetched=fetched, options=options
        )
    for name, mark in MARKS.items():
        if given[f"{name}_css"] and not len(doc.page.attribute(mark).row):
            echo_note(f"no element fits --{name}-css {given[f'{name}_css']!r}")
    if given["verbose"]:
        _print_trace(doc)
    return doc


def _print_trace(doc: Document) -> None:
    page = doc.page
    click.echo(f"encoding: {page.encoding} ({page.encoding_source})", err=True)
    click.echo(f"method: {doc.method}; outcome: {doc.outcome.value}; {len(page)} rows", err=True)
    for row in doc.trace():
        mark = "+" if row.kept else "-"
        click.echo(f"{mark} {row.reason}: {row.text[:60]}", err=True)
