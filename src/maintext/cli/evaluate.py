"""``maintext evaluate``: score methods on a corpus with gold texts."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.classify.learned import BETA
from maintext.classify.methods.catalogue import METHODS
from maintext.cli.options import chosen_variants, split_names, variant_options
from maintext.errors import OptionError
from maintext.lab.compare.agreement import method_system
from maintext.lab.evaluate import (
    difference_table,
    draw_comparison,
    evaluate,
    paired_differences,
    read_corpus,
    report_table,
    summarise,
    to_json,
)
from maintext.lab.evaluate.groups import METRICS, shown_groups
from maintext.lab.evaluate.paired import check_comparison
from maintext.lab.evaluate.peers import PEERS, peer_system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maintext.lab.evaluate import PageResult, PairedDifference
    from maintext.lab.evaluate.run import System

__all__ = ["evaluate_command"]


@click.command("evaluate")
@click.argument("corpus", type=click.Path())
@variant_options
@click.option("--focus", type=click.Choice(tuple(BETA)), help="Short for --set learned.focus=…")
@click.option("--peers", help=f"Other extractors to score, separated by commas: {', '.join(PEERS)}.")
@click.option(
    "--peers-dir", type=click.Path(), default=".peers", show_default=True,
    help="Folder of scripts/install_peers.",
)  # fmt: skip
@click.option("--sets", help="Only these sets, separated by commas.")
@click.option("--langs", help="Only these languages, separated by commas.")
@click.option("--limit", type=click.IntRange(min=1), help="Maximum pages per set, evenly spread.")
@click.option(
    "--metric", default="f1", show_default=True, metavar="LIST",
    help=f"Metrics of the table, separated by commas: {', '.join(METRICS)}.",
)  # fmt: skip
@click.option(
    "--against", metavar="SYSTEM",
    help="Compare the others with this system page by page: mean difference, interval, p, better and worse.",
)  # fmt: skip
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Number of processes.")
@click.option("--markdown", is_flag=True, help="Print the table as Markdown.")
@click.option("--json", "json_file", type=click.Path(), help="Write all scores to this file.")
@click.option("--pages", is_flag=True, help="With --json: also one row per page.")
@click.option("--chart", type=click.Path(), help="Plot the first metric to this .png or .svg file.")
@click.option(
    "--min-pages", type=click.IntRange(min=1), default=5, show_default=True, help="Smallest group shown."
)
def evaluate_command(
    corpus: str, sets: str | None, langs: str | None, limit: int | None, **given: Any
) -> None:
    """Score methods on a corpus of pages with gold texts.

    CORPUS is a folder of .jsonl, .jsonl.xz or .jsonl.gz files, one such file, or a folder of pages x.html
    with their main texts x.txt (docs/evaluation.md). The table has word-F1 by set, language and page type,
    and milliseconds a page. With several metrics it has a line for each group and system.

    \b
    maintext evaluate CORPUS -m learned,main_subtree --metric precision,recall,f1
    maintext evaluate CORPUS -m learned,main_subtree --against main_subtree
    """  # noqa: D301 - click's mark for "do not rewrap"
    systems = _chosen_systems(given)
    metrics = split_names(given["metric"]) or ["f1"]
    check_comparison(metrics, list(systems), given["against"])
    read = partial(read_corpus, corpus, sets=split_names(sets), langs=split_names(langs), limit_per_set=limit)
    # Counting reads the corpus once more, so it is done only for somebody who watches the bar.
    n_pages = sum(1 for _ in read()) if sys.stderr.isatty() else None
    with _progress_bar(n_pages) as advance:
        results = evaluate(systems, read(), n_jobs=given["jobs"], progress=advance)
    if not results:
        raise OptionError("no page of the corpus fits --sets, --langs and --limit")
    _write_report(results, metrics, given)


def _chosen_systems(given: dict[str, Any]) -> dict[str, System]:
    """Return the chosen methods, then the peers, by column name."""
    if given["focus"]:
        given["changes"] += (f"learned.focus={given['focus']}",)
    variants = chosen_variants(split_names(given["methods"]) or METHODS, given["changes"])
    systems: dict[str, System] = {one.name: method_system(one) for one in variants}
    for name in split_names(given["peers"]) or []:
        systems[name] = peer_system(name, given["peers_dir"])
    return systems


@contextmanager
def _progress_bar(n_pages: int | None) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on stderr, unless the number of pages is unknown."""
    if n_pages is None:
        yield None
        return
    with click.progressbar(length=n_pages, label="pages", show_pos=True, file=sys.stderr) as bar:
        yield lambda n_done: bar.update(n_done - bar.pos)


def _write_report(results: list[PageResult], metrics: list[str], given: dict[str, Any]) -> None:
    click.echo(report_table(results, metrics, markdown=given["markdown"], min_pages=given["min_pages"]))
    differences = _print_differences(results, metrics, given) if given["against"] else []
    if given["json_file"]:
        figures = to_json(results, pages=given["pages"], differences=differences)
        Path(given["json_file"]).write_text(
            json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
    if given["chart"]:
        draw_comparison(results, given["chart"], metric=metrics[0], min_pages=given["min_pages"])


def _print_differences(
    results: list[PageResult], metrics: list[str], given: dict[str, Any]
) -> list[PairedDifference]:
    """Print the paired differences of the shown groups; return those of all groups."""
    scores = summarise(results)
    found = []
    for metric in metrics:
        differences = paired_differences(results, given["against"], metric)
        shown = set(shown_groups(scores, metric, min_pages=given["min_pages"]))
        kept = [one for one in differences if one.group in shown]
        click.echo(difference_table(kept, markdown=given["markdown"]))
        found += differences
    return found
