"""``maintext learn`` and ``maintext run``: learn a recipe from a list page, and run it."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.options import fetch_changes, fetch_options, render_mode
from maintext.cli.reading import write_output
from maintext.cli.terminal import ProgressLine, set_resume_hint
from maintext.crawl.recipe_table import RecipeTable, write_rows
from maintext.errors import OptionError
from maintext.net.model import FetchOptions
from maintext.options import changed
from maintext.render.rows import json_lines
from maintext.sites.recipe import (
    Limits,
    ListRule,
    Recipe,
    learn_recipe,
    read_recipe,
    recipe_to_toml,
    run_recipe,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maintext.crawl.visits import Visitor
    from maintext.sites.recipe import RecipeRecord

__all__ = ["learn_command", "run_command"]


@click.command("learn")
@click.argument("start", metavar="START_URL...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", help="Write the recipe here (.toml) instead of stdout.")
@click.option("--examples", "n_examples", type=click.IntRange(1, 10), default=3, show_default=True,
              help="Number of entries to learn from.")  # fmt: skip
@click.option("--delay", "delay_s", type=float, default=Limits().delay_s, show_default=True,
              help="Seconds between two requests.")  # fmt: skip
@render_mode
@click.option("--wait-for-list", default="", metavar="SELECTOR", help="Element to wait for on list pages.")
@click.option("--wait-for-entry", default="", metavar="SELECTOR", help="Element to wait for on entry pages.")
@click.option("--wait", "wait_s", type=float, default=ListRule().wait_s, show_default=True,
              help="Maximum wait for these elements, in seconds.")  # fmt: skip
@fetch_options
def learn_command(start: tuple[str, ...], output: str | None, n_examples: int, **given: Any) -> None:
    """Learn a recipe from a list page of a site.

    Finds the list, the link to its next page, and the rules of the entries' pages. You can edit the recipe;
    `maintext run` runs it.
    """
    limits = changed(Limits(), {"delay_s": given["delay_s"]})
    waiting = {name: given[name] for name in ("render", "wait_s", "wait_for_list", "wait_for_entry")}
    with _make_visitor(given, limits.delay_s) as visit:
        learned = learn_recipe(start, visit, n_examples=n_examples, limits=limits, **waiting)
    for note in learned.notes:
        click.echo(f"maintext: {note}", err=True)
    write_output(output, recipe_to_toml(learned.recipe))


@click.command("run")
@click.argument("recipe_file", metavar="RECIPE", type=click.Path())
@click.option("-o", "--output", default="-", metavar="FILE",
              help="Write records here (.jsonl, .csv, .xlsx, .parquet) instead of stdout.")  # fmt: skip
@click.option("--max-items", type=int, help="Maximum number of records; by default the recipe's limit.")
@fetch_options
def run_command(recipe_file: str, output: str, max_items: int | None, **given: Any) -> None:
    """Run a recipe and write a line of JSON, or a table row, for each entry of its lists.

    An entry whose page could not be fetched has `error`; one that does not fit the wrapper has `drift`. A
    table is written at the end, or when the run stops early.
    """
    recipe = read_recipe(recipe_file)
    if max_items is not None:
        limits = changed(recipe.limits, {"max_items": max_items})
        recipe = Recipe(list=recipe.list, detail=recipe.detail, limits=limits, site=recipe.site)
    set_resume_hint("the same command starts over")
    counts: Counter[str] = Counter()
    shown = ProgressLine[Counter[str]](lambda n: f"{n.total()} records, {n['with an error']} errors")
    with _make_visitor(given, recipe.limits.delay_s) as visit, _open_output(recipe, output) as add:
        for record in run_recipe(recipe, visit, fetched=datetime.now(UTC)):
            counts["with an error" if record.error else "drifted" if record.drift else "as expected"] += 1
            add(record)
            shown(counts)
    shown.end()
    summary = ", ".join(f"{n} {name}" for name, n in counts.items()) or "none: check the region of the list"
    click.echo(f"maintext: {counts.total()} records: {summary}", err=True)


@contextmanager
def _open_output(recipe: Recipe, output: str) -> Iterator[Callable[[RecipeRecord], None]]:
    """Yield a function that takes records: JSON lines at once, or a table at the end."""
    from maintext.batch.store.export import TABLES  # noqa: PLC0415 - loads the store

    table, ending = RecipeTable.of(recipe), Path(output).suffix.lower()
    if output != "-" and ending not in {".jsonl", *TABLES}:
        raise OptionError(f"{output}: end the name in {', '.join(('.jsonl', *TABLES))}")
    if output == "-" or ending == ".jsonl":
        with click.open_file(output, "w", encoding="utf-8") as file:
            yield lambda record: file.writelines(json_lines([record.to_dict()]))
        return
    rows: list[dict[str, Any]] = []
    try:
        yield lambda record: rows.append(table.row(record))
    finally:
        write_rows(table, rows, output)


def _make_visitor(given: dict[str, Any], delay_s: float) -> Visitor:
    from maintext.crawl.visits import Visitor  # noqa: PLC0415 - loads urllib3

    return Visitor(changed(FetchOptions(), fetch_changes(given)), delay_s=delay_s)
