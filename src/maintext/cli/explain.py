"""``maintext explain``: why one method kept or dropped each block of a page."""

from __future__ import annotations

import json
import shutil
from typing import Any

import click

from maintext.cli.reading import option_help, page_options, page_source, parsed_page, write_file
from maintext.compare import draw_scores, explain, explanation_html, explanation_table
from maintext.compare.phrases import LANGUAGES
from maintext.errors import OptionError
from maintext.methods import METHODS
from maintext.options import DEFAULT_METHOD, read_changes

__all__ = ["explain_command"]


@click.command("explain")
@click.argument("page", metavar="URL|FILE|-", required=False)
@click.option("-u", "--URL", "url", help="Fetch this address, or: the address that FILE or stdin came from.")
@click.option(
    "-m",
    "--method",
    type=click.Choice(list(METHODS)),
    default=DEFAULT_METHOD,
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
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--plot", "plot_file", type=click.Path(), help="Draw the score along the page (.svg, .png).")
@click.option("--html", "html_file", type=click.Path(), help="Write a page that shows what the method keeps.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of that page."
)
@page_options
def explain_command(page: str | None, url: str | None, **given: Any) -> None:
    """Tell for each block of a page whether a method keeps it, and why.

    Prints the numbers the decision used; then for each block + or - (± for a part), its score, the
    reason, its text, a CSS selector, and its bytes in the parsed page.

    \b
    maintext explain page.html
    maintext explain page.html -m html2article --set depth=3 --plot lines.svg
    """  # noqa: D301 - click's mark for "do not rewrap"
    method = given["method"]
    changes = read_changes(METHODS[method].defaults, given["method_options"])
    source, address = page_source(page, url, None)
    explanation = explain(parsed_page(source, address, given), method, changes)
    if given["plot_file"]:
        try:
            draw_scores(explanation.page, explanation.selection, given["plot_file"])
        except OSError as error:
            raise OptionError(f"cannot write {given['plot_file']}: {error.strerror}") from error
    if given["html_file"]:
        write_file(given["html_file"], explanation_html(explanation, lang=given["lang"]))
    if given["as_json"]:
        click.echo(json.dumps(explanation.to_dict(), ensure_ascii=False, indent=2))
    else:
        click.echo(explanation_table(explanation, width=shutil.get_terminal_size().columns))
