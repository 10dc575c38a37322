"""``maintext compare``: all methods on one page, side by side."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.classify.methods.catalogue import METHODS
from maintext.cli.lists import listed
from maintext.cli.reading import is_snapshot, page_options, page_source, parsed_page, write_file
from maintext.cli.rendered import VIPS, page_layout
from maintext.cli.variants import chosen_variants, variant_options
from maintext.errors import InputError
from maintext.lab.compare import agreement_table, compare_methods, comparison_html, comparison_table
from maintext.lab.compare.highlight import LANGUAGES

if TYPE_CHECKING:
    from maintext.classify.methods import Method, Variant
    from maintext.lab.compare import Comparison

__all__ = ["compare_command"]


@click.command("compare")
@click.argument("page", metavar="URL|FILE|-", required=False)
@click.option("-u", "--URL", "url", help="Fetch this address, or: the address that FILE or stdin came from.")
@variant_options
@click.option("--gold", type=click.Path(), help="File with the text a person would keep, for scores.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, the texts with it.")
@click.option(
    "--html", "html_file", type=click.Path(), help="Write a page that shows what each method keeps."
)
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of that page."
)
@page_options
def compare_command(page: str | None, url: str | None, **given: Any) -> None:
    """Run all methods on one page and compare what they keep.

    Prints for each method the kept characters, their share of the visible text, and the processor time
    beyond parsing; then the agreement of each two texts (word-F1 in percent). Of a snapshot that maintext
    render saved (.json.gz), vips is one of all methods; where it is named for another page, that is rendered
    in a browser, and all methods read what comes out.

    \b
    maintext compare page.html
    maintext compare https://example.org/news/1 --html compared.html
    maintext compare page.html -m line_ratio:variant=mean,line_ratio:variant=threshold:threshold=.4
    """  # noqa: D301 - click's mark for "do not rewrap"
    gold = None if given["gold"] is None else _read_text(given["gold"])
    source, address = page_source(page, url, None)
    comparison = _comparison(source, address, given, gold)
    if given["html_file"]:
        write_file(given["html_file"], comparison_html(comparison, lang=given["lang"]))
    if given["as_json"]:
        click.echo(json.dumps(comparison.to_dict(), ensure_ascii=False, indent=2))
        return
    click.echo(comparison_table(comparison))
    click.echo("\nagreement: word-F1 of each two texts in percent; = for the same words")
    click.echo(agreement_table(comparison, width=shutil.get_terminal_size().columns))


def _comparison(source: str, url: str | None, given: dict[str, Any], gold: str | None) -> Comparison:
    names = listed(given["methods"]) or [*METHODS, *([VIPS] if is_snapshot(source) else [])]
    variants = chosen_variants([name for name in names if name != VIPS], given["changes"])
    if VIPS not in names:
        return compare_methods(parsed_page(source, url, given), variants, gold=gold)
    from maintext.browser.vips.method import vips_method  # noqa: PLC0415 - the browser is loaded for it only

    snapshot, _ = page_layout(source, url, given)
    chosen: list[Variant | Method] = list(variants)
    chosen.insert(names.index(VIPS), vips_method(snapshot))
    return compare_methods(snapshot.page, chosen, gold=gold)


def _read_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", stage="read") from error
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read {path}: the gold text must be UTF-8", stage="read") from error
