"""``maintext evaluate``: methods against gold texts, side by side."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from maintext.cli.lists import listed
from maintext.errors import OptionError
from maintext.evaluate import GoldPage, draw_comparison, evaluate, read_corpus, report_table, to_json
from maintext.evaluate.peers import PEERS, peer_system
from maintext.evaluate.report import METRICS
from maintext.extract import extract
from maintext.methods import METHODS, get_method

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from click._termui_impl import ProgressBar

    from maintext.evaluate import PageResult
    from maintext.evaluate.run import System

__all__ = ["evaluate_command", "method_text"]


def method_text(method: str, page: GoldPage) -> str:
    """Run one method on a gold page, from HTML to text."""
    return extract(page.html, page.url, method=method, max_bytes=10**9, max_nodes=10**8).text


@click.command("evaluate")
@click.argument("corpus", type=click.Path())
@click.option(
    "-m", "--methods", default=",".join(METHODS), help="Methods, separated by commas.  [default: all]"
)
@click.option("--peers", help=f"Other extractors beside them, separated by commas: {', '.join(PEERS)}.")
@click.option(
    "--peers-dir",
    type=click.Path(),
    default=".peers",
    show_default=True,
    help="Folder of scripts/install_peers.",
)
@click.option("--sets", help="Only these sets, separated by commas.")
@click.option("--langs", help="Only these languages, separated by commas.")
@click.option("--limit", type=click.IntRange(min=1), help="At most this many pages of a set, evenly spread.")
@click.option(
    "--metric", type=click.Choice(METRICS), default="f1", show_default=True, help="What the table shows."
)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
@click.option("--markdown", is_flag=True, help="Print the table as Markdown.")
@click.option("--json", "json_file", type=click.Path(), help="Write all figures to this file.")
@click.option("--pages", is_flag=True, help="With --json: a row per page too.")
@click.option("--chart", type=click.Path(), help="Draw the comparison to this .png or .svg file.")
@click.option(
    "--min-pages", type=click.IntRange(min=1), default=5, show_default=True, help="Smallest group shown."
)
def evaluate_command(
    corpus: str, methods: str, sets: str | None, langs: str | None, limit: int | None, **given: object
) -> None:
    """Score methods on a corpus of pages with gold texts.

    CORPUS is a folder of *.jsonl.xz files or one such file (docs/evaluation.md). The table has
    word-F1 by set, language and page type, and milliseconds a page.
    """
    systems = _systems(methods, given)
    read = partial(read_corpus, corpus, sets=listed(sets), langs=listed(langs), limit_per_set=limit)
    # Counting reads the corpus once more, so it is done only for somebody who watches the bar.
    n_pages = sum(1 for _ in read()) if sys.stderr.isatty() else None
    with _progress(n_pages) as advance:
        results = evaluate(systems, read(), n_jobs=int(str(given["jobs"])), progress=advance)
    if not results:
        raise OptionError("no page of the corpus fits --sets, --langs and --limit")
    _report(results, given)


def _systems(methods: str, given: dict[str, object]) -> dict[str, System]:
    """Our methods, then the peers."""
    systems: dict[str, System] = {
        name: partial(method_text, get_method(name).id) for name in listed(methods) or list(METHODS)
    }
    for name in listed(given["peers"]) or []:
        systems[name] = peer_system(name, str(given["peers_dir"]))
    return systems


@contextmanager
def _progress(n_pages: int | None) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on stderr; nothing when the number of pages is not known."""
    if n_pages is None:
        yield None
        return
    with click.progressbar(length=n_pages, label="pages", show_pos=True, file=sys.stderr) as bar:
        yield partial(_advance, bar)


def _advance(bar: ProgressBar[int], n_done: int) -> None:
    bar.update(n_done - bar.pos)


def _report(results: list[PageResult], given: dict[str, object]) -> None:
    min_pages = int(str(given["min_pages"]))
    click.echo(
        report_table(results, str(given["metric"]), markdown=bool(given["markdown"]), min_pages=min_pages)
    )
    if given["json_file"]:
        figures = to_json(results, pages=bool(given["pages"]))
        Path(str(given["json_file"])).write_text(
            json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
    if given["chart"]:
        draw_comparison(results, Path(str(given["chart"])), min_pages=min_pages)
