"""``maintext explain``: why one method kept or dropped each block of a page."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import click

from maintext.classify.methods.catalogue import METHODS
from maintext.cli.extraction import method_options
from maintext.cli.reading import page_options, page_source, parsed_page, write_file, writing
from maintext.cli.rendered import VIPS
from maintext.errors import OptionError
from maintext.lab.compare import draw_scores, explain, explanation_html, explanation_table
from maintext.lab.compare.highlight import LANGUAGES
from maintext.options import read_changes

if TYPE_CHECKING:
    from maintext.lab.compare import Explanation

__all__ = ["explain_command"]


@click.command("explain")
@click.argument("page", metavar="URL|FILE|-", required=False)
@click.option("-u", "--URL", "url", help="Fetch this address, or: the address that FILE or stdin came from.")
@method_options((*METHODS, VIPS))
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option(
    "--plot",
    "plot_file",
    type=click.Path(),
    help="Draw the score along the page; of vips, blocks and separators over its picture (.svg, .png).",
)
@click.option("--screenshot", metavar="FILE", help="With -m vips: draw over this picture of the page (.png).")
@click.option("--html", "html_file", type=click.Path(), help="Write a page that shows what the method keeps.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of that page."
)
@page_options
def explain_command(page: str | None, url: str | None, **given: Any) -> None:
    """Tell for each block of a page whether a method keeps it, and why.

    Prints the numbers the decision used; then for each block + or - (± for a part), its score, the
    reason, its text, a CSS selector, and its bytes in the parsed page. With -m vips the page is rendered in
    a browser, unless it is a snapshot that maintext render saved (.json.gz).

    \b
    maintext explain page.html
    maintext explain page.html -m html2article --set depth=3 --plot lines.svg
    maintext explain page.json.gz -m vips --plot blocks.png
    """  # noqa: D301 - click's mark for "do not rewrap"
    source, address = page_source(page, url, None)
    explanation = _explanation(source, address, given)
    if given["html_file"]:
        write_file(given["html_file"], explanation_html(explanation, lang=given["lang"]))
    if given["as_json"]:
        click.echo(json.dumps(explanation.to_dict(), ensure_ascii=False, indent=2))
    else:
        click.echo(explanation_table(explanation, width=shutil.get_terminal_size().columns))


def _explanation(source: str, address: str | None, given: dict[str, Any]) -> Explanation:
    """Explain a method's decisions, and draw them where that is asked for."""
    method = given["method"]
    if method == VIPS:
        from maintext.cli.explain_vips import explain_vips  # noqa: PLC0415 - the browser is loaded for it only

        return explain_vips(source, address, given)
    if given["screenshot"]:
        raise OptionError("--screenshot goes with -m vips: other methods draw their scores")
    changes = read_changes(METHODS[method].defaults, given["method_options"])
    explanation = explain(parsed_page(source, address, given), method, changes)
    if given["plot_file"]:
        with writing(given["plot_file"]):
            draw_scores(explanation.page, explanation.selection, given["plot_file"])
    return explanation
