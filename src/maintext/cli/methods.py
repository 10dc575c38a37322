"""``maintext methods``: the catalogue."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from maintext.classify.methods import Method
from maintext.classify.methods.catalogue import METHODS, read_figures
from maintext.options import DEFAULT_METHOD, option_rows

if TYPE_CHECKING:
    from maintext.classify.methods.catalogue import Figures, MethodFigures

__all__ = ["methods_command"]

_NEEDS_LAYOUT = "needs the layout: a snapshot of maintext render, or a browser; for extract, compare, explain"


@click.command("methods")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with every option of every method.")
def methods_command(as_json: bool) -> None:
    """List the methods that find main content, with their sources and what they reach.

    Figures are mean word-F1 over the development corpus, by language, and processor time beyond parsing.
    """
    figures, methods = read_figures(), _catalogue()
    if as_json:
        rows = [_record(method, figures.methods.get(method.id)) for method in methods]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for method in methods:
        default = "  (default)" if method.id == DEFAULT_METHOD else ""
        click.echo(f"{method.id}{default}")
        for line in (f"{method.title} · {method.title_zh}", method.idea, method.source):
            click.echo(f"    {line}")
        if method.id not in METHODS:
            click.echo(f"    {_NEEDS_LAYOUT}")
        if method.id in figures.methods:
            click.echo(f"    {_reached(figures.methods[method.id])}")
    click.echo(f"\n{_legend(figures)}")


def _catalogue() -> list[Method]:
    """All methods: the registered ones, and vips, which needs more than a page."""
    from maintext.browser.vips.method import vips_method  # noqa: PLC0415 - the browser is loaded for it only

    return [*METHODS.values(), vips_method()]


def _reached(figures: MethodFigures) -> str:
    overall = "-" if figures.overall is None else f"{figures.overall:.3f}"
    languages = "  ".join(f"{lang} {f1:.3f}" for lang, f1 in figures.languages.items())
    star = "*" if figures.trained_here else ""
    return f"word-F1 {overall}{star}  {languages}  {figures.ms:.1f} ms a page"


def _legend(figures: Figures) -> str:
    """What the figures are of."""
    trained = [name for name, method in figures.methods.items() if method.trained_here]
    star = f"; * learned on these pages: too good ({', '.join(trained)})" if trained else ""
    return f"word-F1: mean over {figures.overall:,} pages with gold by people{star}"


def _record(method: Method, figures: MethodFigures | None) -> dict[str, Any]:
    fields = ("id", "title", "title_zh", "source", "idea")
    record: dict[str, Any] = {name: getattr(method, name) for name in fields}
    record["needs_layout"] = method.id not in METHODS
    record["default"] = method.id == DEFAULT_METHOD
    record["options"] = option_rows(method.defaults)
    record["figures"] = None if figures is None else asdict(figures)
    return record
