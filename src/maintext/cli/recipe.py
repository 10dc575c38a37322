"""``maintext learn`` and ``maintext run``: a recipe from a list's address, and its records."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.ending import say_how_to_go_on
from maintext.cli.progress import ProgressLine
from maintext.cli.reading import fetch_changes, write_output
from maintext.crawl.recipe_table import RecipeTable, write_rows
from maintext.errors import OptionError
from maintext.net.model import FetchOptions
from maintext.options import changed
from maintext.render.rows import json_lines
from maintext.sites.recipe import (
    RENDER,
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
    from maintext.sites.recipe import Record

__all__ = ["learn_command", "run_command"]

_FETCHING = (
    click.option("--allow-private", is_flag=True, help="Also fetch from addresses inside private networks."),
    click.option("--user-agent", help="User agent to send."),
    click.option("--timeout", "timeout_s", type=float, help="Seconds to wait for a server.  [default: 20]"),
    click.option(
        "--total-timeout",
        "total_timeout_s",
        type=float,
        help="Seconds for all of one page, however slowly it comes.  [default: 60]",
    ),
)


def _fetching(command: Callable[..., None]) -> Callable[..., None]:
    for add in reversed(_FETCHING):
        command = add(command)
    return command


@click.command("learn")
@click.argument("start", metavar="START_URL...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", help="Write the recipe here (.toml), not to stdout.")
@click.option("--examples", "n_examples", type=click.IntRange(1, 10), default=3, show_default=True,
              help="Entries to learn from.")  # fmt: skip
@click.option("--delay", "delay_s", type=float, default=Limits().delay_s, show_default=True,
              help="Seconds between two requests.")  # fmt: skip
@click.option("--render", type=click.Choice(RENDER), default="never", show_default=True,
              help="When Chromium draws a page: auto where the plain one shows little.")  # fmt: skip
@click.option(
    "--wait-for-list", default="", metavar="SELECTOR", help="Element of the list's page to wait for."
)
@click.option(
    "--wait-for-entry", default="", metavar="SELECTOR", help="Element of an entry's page to wait for."
)
@click.option("--wait", "wait_s", type=float, default=ListRule().wait_s, show_default=True,
              help="The longest wait for it, in seconds.")  # fmt: skip
@_fetching
def learn_command(start: tuple[str, ...], output: str | None, n_examples: int, **given: Any) -> None:
    """Learn a recipe from the page of a site that lists its entries.

    Finds the list, the link to its next page, and the rules of the pages that the entries lead to. The file
    can be edited; `maintext run` runs it.
    """
    limits = changed(Limits(), {"delay_s": given["delay_s"]})
    waiting = {name: given[name] for name in ("render", "wait_s", "wait_for_list", "wait_for_entry")}
    with _visitor(given, limits.delay_s) as visit:
        learned = learn_recipe(start, visit, n_examples=n_examples, limits=limits, **waiting)
    for note in learned.notes:
        click.echo(f"maintext: {note}", err=True)
    write_output(output, recipe_to_toml(learned.recipe))


@click.command("run")
@click.argument("recipe_file", metavar="RECIPE", type=click.Path())
@click.option("-o", "--output", default="-", metavar="FILE",
              help="Write records here (.jsonl, .csv, .xlsx, .parquet), not to stdout.")  # fmt: skip
@click.option("--max-items", type=int, help="Records at most; the recipe's limit by default.")
@_fetching
def run_command(recipe_file: str, output: str, max_items: int | None, **given: Any) -> None:
    """Run a recipe: a line of JSON, or a row of a table, for each entry of its lists.

    An entry whose page cannot be had is a record with `error`; one that does not fit the wrapper has `drift`.
    A table is written at the end, or when the run breaks off.
    """
    recipe = read_recipe(recipe_file)
    if max_items is not None:
        recipe = _with_most(recipe, max_items)
    say_how_to_go_on("the same command begins anew")
    counts: Counter[str] = Counter()
    shown = ProgressLine(_progress)
    with _visitor(given, recipe.limits.delay_s) as visit, _written(recipe, output) as add:
        for record in run_recipe(recipe, visit, fetched=datetime.now(UTC)):
            counts["with an error" if record.error else "drifted" if record.drift else "as expected"] += 1
            add(record)
            shown(counts)
    shown.end()
    said = ", ".join(f"{n} {name}" for name, n in counts.items()) or "none: look at the region of the list"
    click.echo(f"maintext: {counts.total()} records: {said}", err=True)


@contextmanager
def _written(recipe: Recipe, output: str) -> Iterator[Callable[[Record], None]]:
    """What takes records: lines of JSON as they come, or a table at the end."""
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


def _with_most(recipe: Recipe, max_items: int) -> Recipe:
    limits = changed(recipe.limits, {"max_items": max_items})
    return Recipe(list=recipe.list, detail=recipe.detail, limits=limits, site=recipe.site)


def _visitor(given: dict[str, Any], delay_s: float) -> Visitor:
    from maintext.crawl.visits import Visitor  # noqa: PLC0415 - urllib3 is loaded only to fetch

    return Visitor(changed(FetchOptions(), fetch_changes(given)), delay_s=delay_s)


def _progress(counts: Counter[str]) -> str:
    return f"{counts.total()} records, {counts['with an error']} errors"
