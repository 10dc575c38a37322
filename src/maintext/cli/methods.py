"""Commands about methods: ``maintext methods``, ``maintext explain`` and ``maintext compare``."""

from __future__ import annotations

import json
import shutil
from typing import Any

import click

from maintext.classify.methods import Method, Variant
from maintext.classify.methods.catalogue import METHODS, method_record, read_figures
from maintext.cli import options as flags
from maintext.cli.reading import (
    checked_write,
    is_snapshot,
    page_layout,
    page_source,
    parse_page,
    read_bytes,
    write_file,
)
from maintext.cli.terminal import translate
from maintext.errors import InputError, OptionError
from maintext.lab import compare
from maintext.lab.compare.highlight import LANGUAGES
from maintext.options import DEFAULT_METHOD, changed

__all__ = ["compare_command", "explain_command", "methods_command"]

_NEEDS_LAYOUT = "needs the layout: a snapshot of maintext render, or a browser; for extract, compare, explain"

_page_argument = flags.add_options(
    click.argument("page", metavar="URL|FILE|-", required=False),
    click.option("-u", "--url", help="URL to fetch, or URL of the page in FILE or stdin."),
)
_report_language = click.option(
    "--lang", type=flags.NamedChoice(LANGUAGES), default="en", show_default=True,
    help="Language of the HTML report.",
)  # fmt: skip


def _report_words(lang: str) -> dict[str, Any]:
    """Return the arguments of an HTML report that say its language."""
    return {"lang": lang, "translate": translate if lang == "zh" else str}


@click.command("methods")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every option of every method.")
def methods_command(as_json: bool) -> None:
    """List the extraction methods with their sources and scores.

    Scores are mean word-F1 over the development corpus, by language. Times are processor time beyond parsing.
    """
    from maintext.browser.vips import vips_method  # noqa: PLC0415 - loads the browser

    figures, methods = read_figures(), [*METHODS.values(), vips_method()]
    if as_json:
        rows = [method_record(method) | {"needs_layout": method.id not in METHODS} for method in methods]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for method in methods:
        click.echo(f"{method.id}{'  (default)' if method.id == DEFAULT_METHOD else ''}")
        lines = [f"{method.title} · {method.title_zh}", method.idea, method.source]
        if method.id not in METHODS:
            lines.append(_NEEDS_LAYOUT)
        if one := figures.methods.get(method.id):
            overall = "-" if one.overall is None else f"{one.overall:.3f}"
            languages = "  ".join(f"{lang} {f1:.3f}" for lang, f1 in one.languages.items())
            star = "*" if one.trained_here else ""
            lines.append(f"word-F1 {overall}{star}  {languages}  {one.ms:.1f} ms a page")
        click.echo("\n".join(f"    {line}" for line in lines))
    trained = [name for name, measured in figures.methods.items() if measured.trained_here]
    star = f"; * learned on these pages: too good ({', '.join(trained)})" if trained else ""
    click.echo(f"\nword-F1: mean over {figures.overall:,} pages with gold by people{star}")


@click.command("explain")
@_page_argument
@flags.method_options((*METHODS, flags.VIPS))
@click.option("--json", "as_json", is_flag=True, help="Print the whole explanation as JSON.")
@click.option(
    "--plot", "plot_file", type=click.Path(),
    help="Plot the scores along the page; for vips draw blocks and separators on a screenshot (.svg, .png).",
)  # fmt: skip
@click.option("--screenshot", metavar="FILE", help="With -m vips: screenshot to draw on (.png).")
@click.option("--html", "html_file", type=click.Path(), help="Write an HTML report of what the method keeps.")
@_report_language
@flags.page_options
def explain_command(page: str | None, url: str | None, **given: Any) -> None:  # fmt: skip
    """Explain for each block of a page why a method keeps or drops it.

    Prints the numbers behind the decision, then for each block + or - (± for partly kept), score, reason,
    text, CSS selector, and byte range in the parsed page. With -m vips the page is rendered in a browser,
    unless it is a snapshot that maintext render saved (.json.gz).

    \b
    maintext explain page.html
    maintext explain page.html -m html2article --set depth=3 --plot lines.svg
    maintext explain page.json.gz -m vips --plot blocks.png
    """  # noqa: D301 - click's mark for "do not rewrap"
    source, url = page_source(page, url, None)
    explanation = (_explain_vips if given["method"] == flags.VIPS else _explain_method)(source, url, given)
    if given["html_file"]:
        write_file(given["html_file"], compare.explanation_html(explanation, **_report_words(given["lang"])))
    if given["as_json"]:
        click.echo(json.dumps(explanation.to_dict(), ensure_ascii=False, indent=2))
    else:
        click.echo(compare.explanation_table(explanation, width=shutil.get_terminal_size().columns))


def _explain_method(source: str, url: str | None, given: dict[str, Any]) -> compare.Explanation:
    if given["screenshot"]:
        raise OptionError("--screenshot goes with -m vips: other methods draw their scores")
    explanation = compare.explain(
        parse_page(source, url, given), given["method"], flags.method_changes(given)
    )
    if given["plot_file"]:
        with checked_write(given["plot_file"]):
            compare.draw_scores(explanation.page, explanation.selection, given["plot_file"])
    return explanation


def _explain_vips(source: str, url: str | None, given: dict[str, Any]) -> compare.Explanation:
    """Segment a rendered page or a snapshot into visual blocks, and explain the main block."""
    from maintext.browser.picture import draw_blocks  # noqa: PLC0415 - loads the browser
    from maintext.browser.vips import VipsOptions, segment, vips_method  # noqa: PLC0415

    changes = flags.method_changes(given)
    options = changed(VipsOptions(), changes)
    picture = read_bytes(given["screenshot"]) if given["screenshot"] else None
    plot_file = given["plot_file"]
    snapshot, screenshot = page_layout(source, url, given, screenshot=bool(plot_file) and picture is None)
    if plot_file:
        with checked_write(plot_file):
            draw_blocks(snapshot, segment(snapshot, options), plot_file, screenshot=picture or screenshot)
    return compare.explain(snapshot.page, vips_method(snapshot), changes)


@click.command("compare")
@_page_argument
@flags.variant_options
@click.option("--gold", type=click.Path(), help="File with the correct main text; adds scores.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, including the texts.")
@click.option(
    "--html", "html_file", type=click.Path(), help="Write an HTML report of what each method keeps."
)
@_report_language
@flags.page_options
def compare_command(page: str | None, url: str | None, **given: Any) -> None:
    """Run all methods on one page and compare what they keep.

    Prints for each method the kept characters, their share of the visible text, and the processor time
    beyond parsing; then the agreement of each pair of texts (word-F1 in percent). For a snapshot that
    maintext render saved (.json.gz), vips is included. If vips is named for another page, a browser renders
    it, and all methods read the rendered page.

    \b
    maintext compare page.html
    maintext compare https://example.org/news/1 --html compared.html
    maintext compare page.html -m line_ratio:variant=mean,line_ratio:variant=threshold:threshold=.4
    """  # noqa: D301 - click's mark for "do not rewrap"
    gold = None if given["gold"] is None else _read_gold(given["gold"])
    source, url = page_source(page, url, None)
    comparison = _compare_page(source, url, given, gold)
    if given["html_file"]:
        write_file(given["html_file"], compare.comparison_html(comparison, **_report_words(given["lang"])))
    if given["as_json"]:
        click.echo(json.dumps(comparison.to_dict(), ensure_ascii=False, indent=2))
        return
    click.echo(compare.comparison_table(comparison))
    click.echo("\nagreement: word-F1 of each pair of texts in percent; = for the same words")
    click.echo(compare.agreement_table(comparison, width=shutil.get_terminal_size().columns))


def _compare_page(
    source: str, url: str | None, given: dict[str, Any], gold: str | None
) -> compare.Comparison:
    names = flags.split_names(given["methods"]) or [*METHODS, *([flags.VIPS] if is_snapshot(source) else [])]
    variants = flags.chosen_variants([name for name in names if name != flags.VIPS], given["changes"])
    if flags.VIPS not in names:
        return compare.compare_methods(parse_page(source, url, given), variants, gold=gold)
    from maintext.browser.vips import vips_method  # noqa: PLC0415 - loads the browser

    snapshot, _ = page_layout(source, url, given)
    chosen: list[Variant | Method] = list(variants)
    chosen.insert(names.index(flags.VIPS), vips_method(snapshot))
    return compare.compare_methods(snapshot.page, chosen, gold=gold)


def _read_gold(path: str) -> str:
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read {path}: the gold text must be UTF-8", stage="read") from error
