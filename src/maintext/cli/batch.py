"""``maintext batch``: extract many pages into one file or folder."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from maintext.batch import BatchOptions, SourceReading, extract_many, find_sources, progress, run
from maintext.batch.columns import chosen_columns
from maintext.batch.item import BatchItem
from maintext.batch.options import FORMS
from maintext.batch.sink import MarkdownSink, find_sink, json_line
from maintext.batch.source import PageSource, items_of
from maintext.cli import options as flags
from maintext.cli.terminal import ProgressLine, echo_lines, echo_note, set_resume_hint
from maintext.errors import InputError, OptionError
from maintext.options import Options, changed

if TYPE_CHECKING:  # imported on first use
    from maintext.net import FetchOptions

__all__ = ["batch_command", "exit_on_loss"]

_options = partial(flags.declared_options, BatchOptions)
_NAMED = "times shard_pages html_field url_field id_field fetched_field paths_prefix group_rows".split()
_PAGE_FLAGS = {name: f"--{name.replace('_', '-')}" for name in _NAMED}


@click.command("batch")
@click.argument("inputs", metavar="INPUT...", nargs=-1)
@click.option("-o", "--output", default="-", help="File or folder to write; - for JSON Lines on stdout.")
@_options({"input_kind": "--from", "output_kind": "--to", "form": "-f --format"}, shown=False)
@flags.method_options()
@flags.content_options
@flags.kept_options
@_options({"n_processes": "-p --processes", "page_timeout_s": "--page-timeout"})
@click.option("--resume", is_flag=True, help="Continue a stopped batch; start it if there is none.")
@click.option("--overwrite", is_flag=True, help="Delete the output of an earlier batch.")
@click.option(
    "--ordered/--unordered", default=True, help="Write rows to stdout in input order (files always are)."
)
@_options({"columns": "--columns NAME,...", "dedup": "--dedup"}, shown=False)
@_options(
    {"language": "--language CODE,...", "filter_file": "--filter", "keep": "--keep LABEL,..."}, shown=False
)
@_options(_PAGE_FLAGS)
@_options({"fetched": "--fetched TIME|mtime", "address": "--address"}, shown=False)
@_options({"delay_s": "--delay", "n_connections": "--connections", "engine": "--engine"})
@flags.page_options
@click.option("-q", "--quiet", is_flag=True, help="Show no progress and no report.")
def batch_command(inputs: tuple[str, ...], output: str, **given: Any) -> None:
    """Extract many pages: folders, patterns, WARC, JSON Lines, Parquet, CSV, ZIP, TAR, URLs, or stdin.

    Stdin, or a pipe, is JSON Lines (other keys than html stay in the output), CSV, URLs, WARC, a page, or
    paths that end in NUL. The exit code is 0 if everything was read, also with error rows of single
    pages; 3 if an input does not exist or is damaged, or every page is an error; 2 for wrong options and
    an output that cannot be written.

    \b
    maintext batch saved/ -o pages.jsonl
    maintext batch 'crawl/*.warc.gz' -o pages.parquet --resume
    maintext batch urls.txt -o pages.csv
    maintext batch links.csv --html-field '' -o pages.csv
    zcat pages.jsonl.gz | maintext batch - -o markdown/
    find saved -name '*.html' -print0 | maintext batch - > pages.jsonl
    maintext batch '/shared/*.warc.gz' -o /shared/pages.parquet --engine ray --address head:6379
    """  # noqa: D301 - click's mark for "do not rewrap"
    options, batch, fetch_options = _read_options(given)
    sink = None if output == "-" else find_sink(output, batch)
    form = batch.form or (sink.form if sink else "text")
    flags.note_unused(given, next((name for name in reversed(FORMS) if name in batch.column_names), form))
    if given["front_matter"] is False and isinstance(sink, MarkdownSink):
        echo_note("no effect on a folder of Markdown files: --no-front-matter")
    if output == "-":
        if name := next((name for name in ("resume", "overwrite") if given[name]), ""):
            raise OptionError(f"--{name} is for files: name one with -o")
        counts, skipped = _write_to_stdout(inputs, options, batch, fetch_options, ordered=given["ordered"])
        if not given["quiet"]:
            lines = progress.error_lines(counts) if counts.n_pages else ["0 pages"]
            echo_lines([*lines, *progress.skipped_lines(skipped, counts.n_pages + skipped.total())])
        exit_on_loss(counts)
        return
    if given["resume"] and given["overwrite"]:
        raise OptionError("--resume keeps what is there, --overwrite deletes it: give one of them")
    start = "resume" if given["resume"] else "overwrite" if given["overwrite"] else "new"
    set_resume_hint("the same command with --resume goes on")
    show = None if given["quiet"] else ProgressLine(progress.progress_line)
    report = run(
        inputs, output, options=options, batch=batch, fetch_options=fetch_options, start=start, progress=show
    )
    if show:
        show.end()
        echo_lines(progress.report_lines(report))
    exit_on_loss(report.counts)


def exit_on_loss(counts: progress.ShardCounts) -> None:
    """Report damage of the input, and exit with an error code if there is any."""
    if counts.n_lost:
        echo_note(progress.loss_line(counts))
        click.get_current_context().exit(InputError.exit_code)


def _read_options(given: dict[str, Any]) -> tuple[Options, BatchOptions, FetchOptions]:
    from maintext.net import FetchOptions  # noqa: PLC0415 - loads urllib3

    options = changed(Options(), flags.extraction_changes(given))
    batch = {name: given[name] for name in flags.declared_rows(BatchOptions) if given[name] is not None}
    if given["reader"]:
        batch.setdefault("form", "markdown")
    return options, changed(BatchOptions(), batch), changed(FetchOptions(), flags.fetch_changes(given))


def _write_to_stdout(
    inputs: tuple[str, ...], options: Options, batch: BatchOptions, fetch_options: FetchOptions,
    *, ordered: bool,
) -> tuple[progress.ShardCounts, Counter[str]]:  # fmt: skip
    """Write the rows as they are done; return their numbers, and those of the records that are no pages."""
    if batch.engine != "local":
        raise OptionError("--engine ray writes files: name one with -o, in a folder that all machines share")
    if batch.output_kind not in {"", "jsonl"}:
        raise OptionError(f"stdout takes JSON Lines, not {batch.output_kind}: name a file with -o")
    if batch.dedup:
        raise OptionError("--dedup writes a file: name one with -o")
    reading = SourceReading.of(options.max_bytes, batch)
    sources: list[PageSource] = []

    def read() -> Iterator[BatchItem]:  # what is wrong with options comes before what is wrong with inputs
        sources.extend(find_sources(inputs, reading, kind=batch.input_kind))
        yield from chain.from_iterable(map(items_of, sources))

    rows = extract_many(read(), options=options, batch=batch, fetch_options=fetch_options, ordered=ordered)
    names = batch.column_names
    chosen_columns(names, "", batch)
    counts = progress.ShardCounts()
    for row in rows:
        counts.add(row.outcome, row.record["error"], row.record["reason"])
        sys.stdout.buffer.write(json_line(row.record, names))
        sys.stdout.buffer.flush()  # the next program in the pipe need not wait for the last page
    return counts, sum((source.skipped for source in sources), Counter())
