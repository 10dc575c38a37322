"""``maintext filter``: train a page filter on labelled pages, and label others."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

import click

from maintext.batch import BatchOptions, SourceReading, extract_many, read_items
from maintext.batch import page_filter as filters
from maintext.batch.progress import ShardCounts
from maintext.batch.sink import json_line
from maintext.cli.batch import exit_on_loss
from maintext.cli.options import declared_options, output_option
from maintext.cli.reading import write_file
from maintext.cli.terminal import echo_note, with_progress
from maintext.errors import DatasetError
from maintext.lab.evaluate.report import lay_out
from maintext.options import Options

__all__ = ["filter_group"]

_MAX_SHOWN = 5


@click.group("filter", context_settings={"help_option_names": ["-h", "--help"]})
def filter_group() -> None:
    """Learn which pages to keep from labelled ones, and label others."""


@filter_group.command("train")
@click.argument("labelled", type=click.Path())
@output_option("File to write (.npz).", required=True)
@click.option("--json", "json_file", type=click.Path(), help="Write all scores to this file.")
@click.option("--no-measure", is_flag=True, help="Train only; for labels whose pages come from one site.")
def train_command(labelled: str, output: str, json_file: str | None, *, no_measure: bool) -> None:
    """Train a filter on LABELLED pages, and measure it with and without extraction.

    LABELLED is a folder with a sub-folder of HTML files for each label, or JSON Lines with `label` and `html`
    or `path`, and optionally `url`. Training and test pages never share a site. Needs the extra `filter`.

    \b
    maintext filter train labelled/ -o f.npz
    """  # noqa: D301 - click's mark for "do not rewrap"
    prepared = filters.prepare(filters.read_labelled(labelled))
    for name, why in prepared.left_out[:_MAX_SHOWN]:
        echo_note(f"{name} is left out: {why}")
    if (n_more := len(prepared.left_out) - _MAX_SHOWN) > 0:
        echo_note(f"{n_more} more are left out")
    if not prepared.extracted:
        raise DatasetError(f"{labelled} has no page with main text")
    texts = {} if no_measure else {"with extraction": prepared.extracted, "without": prepared.visible}
    scores = {name: filters.cross_validate(examples) for name, examples in texts.items()}
    figures = {name: _score_record(one) for name, one in scores.items()}
    filters.train_filter(prepared.extracted, {"figures": figures}).save(output)
    if json_file:
        write_file(json_file, json.dumps(figures, ensure_ascii=False, indent=2))
    if scores:
        click.echo(_score_table(scores))


def _score_record(score: filters.FilterScore) -> dict[str, Any]:
    shown = ("precision", "recall", "f1")
    labels = {
        one.label: {"n_pages": one.n_pages} | {name: round(getattr(one, name), 4) for name in shown}
        for one in score.labels
    }
    return {"accuracy": round(score.accuracy, 4), "f1": round(score.means[2], 4), "labels": labels}


def _score_table(scores: Mapping[str, filters.FilterScore]) -> str:
    rows: list[tuple[str, ...]] = [("", "label", "pages", "accuracy", "precision", "recall", "F")]
    for name, score in scores.items():
        for one in score.labels:
            figures = map("{:.3f}".format, (one.precision, one.recall, one.f1))
            rows.append((name, one.label, str(one.n_pages), "", *figures))
        n_pages = sum(one.n_pages for one in score.labels)
        rows.append((name, "all", str(n_pages), *map("{:.3f}".format, (score.accuracy, *score.means))))
    return lay_out(rows, n_left=2)


@filter_group.command("apply")
@click.argument("filter_file", metavar="FILTER", type=click.Path())
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@click.option("--keep", multiple=True, metavar="LABEL", help="Only pages with this label. Repeatable.")
@click.option("--records", is_flag=True, help="Write the whole record of each page, not only its label.")
@click.option("-p", "--processes", "n_processes", type=click.IntRange(min=0), default=1, show_default=True,
              help="Worker processes; 0 is one per core.")  # fmt: skip
@declared_options(BatchOptions, {"html_field": "--html-field", "url_field": "--url-field"})
@click.option("--allow-private", is_flag=True, help="Also fetch from private networks and this computer.")
@click.option("-q", "--quiet", is_flag=True, help="Show no counts at the end.")
def apply_command(filter_file: str, inputs: tuple[str, ...], **given: Any) -> None:
    """Label the pages of INPUTs with a FILTER, and write one line of JSON per page.

    Inputs are those of `maintext batch`. A page without main text, or an unreadable one, has the label null
    and the reason. The exit code is 3 if an input is damaged, or every page is an error.

    \b
    maintext filter apply f.npz saved/ > labels.jsonl
    maintext filter apply f.npz crawl.warc.gz --keep finance --records > finance.jsonl
    """  # noqa: D301
    page_filter = filters.load_filter(filter_file)
    page_filter.check_labels(given["keep"])
    counts, read = Counter[str](), ShardCounts()
    for record in with_progress(_read_records(inputs, given), "labelled"):
        read.add(record["outcome"], record["error"], record["reason"])
        verdict = page_filter.judge_record(record)
        label = verdict.label if verdict else None
        record |= {"label": label, "probability": round(verdict.probability, 4) if verdict else None}
        counts[label or str(record["outcome"])] += 1
        if given["keep"] and label not in given["keep"]:
            continue
        names = () if given["records"] else ("key", "url", "outcome", "reason", "label", "probability")
        sys.stdout.buffer.write(json_line(record, names))
    sys.stdout.buffer.flush()
    if not given["quiet"]:
        click.echo(", ".join(f"{label}: {n}" for label, n in sorted(counts.items())), err=True)
    exit_on_loss(read)


def _read_records(inputs: tuple[str, ...], given: Mapping[str, Any]) -> Any:
    """Extract the pages into records, as a batch does."""
    from maintext.net import FetchOptions  # noqa: PLC0415 - loads urllib3

    fields = {name: given[name] for name in ("html_field", "url_field")}
    items = read_items(inputs, SourceReading(max_bytes=Options().max_bytes, **fields))
    batch = BatchOptions(n_processes=given["n_processes"])
    fetching = FetchOptions(allow_private=given["allow_private"])
    return (dict(row.record) for row in extract_many(items, batch=batch, fetch_options=fetching))
