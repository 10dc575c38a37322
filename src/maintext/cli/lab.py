"""``maintext evaluate`` and ``maintext train``: score methods on a corpus, and train their models."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import click

from maintext.classify.learned import BETA
from maintext.classify.methods.catalogue import METHODS
from maintext.classify.model.networks import save_counter_propagation, save_networks, save_softmax
from maintext.classify.model.trees import save_trees
from maintext.cli import options as flags
from maintext.cli.reading import checked_write, write_file
from maintext.cli.terminal import with_progress
from maintext.errors import OptionError
from maintext.lab import evaluate as scoring
from maintext.lab.compare.agreement import method_system
from maintext.lab.evaluate.groups import METRICS, shown_groups
from maintext.lab.evaluate.paired import check_comparison
from maintext.lab.evaluate.peers import PEERS, peer_system
from maintext.lab.evaluate.run import System
from maintext.lab.train import (
    CrossValidated,
    Example,
    TrainOptions,
    build_examples,
    cross_validate,
    fit,
    fit_kind,
    leave_out,
)
from maintext.lab.train.cpn import CpnTrainOptions, train_cpn
from maintext.lab.train.labels import labelled, read_labels
from maintext.lab.train.line_ratio import LineRatioTrainOptions, fit_networks, line_examples
from maintext.options import DEFAULT_METHOD, changed, read_changes
from maintext.picture import check_suffix

__all__ = ["evaluate_command", "train_command"]


@click.command("evaluate")
@click.argument("corpus", type=click.Path())
@flags.variant_options
@click.option("--focus", type=flags.NamedChoice(tuple(BETA)), help="Short for --set learned.focus=…")
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
@click.option("-p", "--processes", "jobs", type=click.IntRange(min=1), default=1, show_default=True,
              help="Number of processes.")  # fmt: skip
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
    metrics = flags.split_names(given["metric"]) or ["f1"]
    check_comparison(metrics, list(systems), given["against"])
    _check_outputs(given["json_file"], given["chart"])
    if given["chart"]:
        check_suffix(given["chart"])
    named = {"sets": flags.split_names(sets), "langs": flags.split_names(langs)}
    pages = scoring.read_corpus(corpus, **named, limit_per_set=limit)
    results = scoring.evaluate(systems, with_progress(pages, "read"), n_jobs=given["jobs"])
    if not results:
        raise OptionError("no page of the corpus fits --sets, --langs and --limit")
    _write_report(results, metrics, given)


def _check_outputs(*paths: str | None) -> None:
    """Raise OptionError, before long work, for folders, and for files that have none to be written to."""
    for path in filter(None, paths):
        with checked_write(path):
            next(Path(path).parent.iterdir(), None)
            if Path(path).is_dir():
                Path(path).write_bytes(b"")  # the system refuses it with its reason


def _chosen_systems(given: dict[str, Any]) -> dict[str, System]:
    """Return the chosen methods, then the peers, by column name."""
    focus = (f"learned.focus={given['focus']}",) if given["focus"] else ()
    variants = flags.chosen_variants(flags.split_names(given["methods"]) or METHODS, given["changes"] + focus)
    systems: dict[str, System] = {one.name: method_system(one) for one in variants}
    peers = flags.split_names(given["peers"]) or []
    return systems | {name: peer_system(name, given["peers_dir"]) for name in peers}


def _write_report(results: list[scoring.PageResult], metrics: list[str], given: dict[str, Any]) -> None:
    click.echo(
        scoring.report_table(results, metrics, markdown=given["markdown"], min_pages=given["min_pages"])
    )
    differences = _print_differences(results, metrics, given) if given["against"] else []
    if given["json_file"]:
        figures = scoring.to_json(results, pages=given["pages"], differences=differences)
        write_file(given["json_file"], json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    if given["chart"]:
        scoring.draw_comparison(results, given["chart"], metric=metrics[0], min_pages=given["min_pages"])


def _print_differences(
    results: list[scoring.PageResult], metrics: list[str], given: dict[str, Any]
) -> list[scoring.PairedDifference]:
    """Print the paired differences of the shown groups; return those of all groups."""
    scores = scoring.summarise(results)
    found = []
    for metric in metrics:
        differences = scoring.paired_differences(results, given["against"], metric)
        shown = set(shown_groups(scores, metric, min_pages=given["min_pages"]))
        kept = [one for one in differences if one.group in shown]
        click.echo(scoring.difference_table(kept, markdown=given["markdown"]))
        found += differences
    return found


_TrainOptions = TrainOptions | LineRatioTrainOptions | CpnTrainOptions
_OPTIONS: dict[str, _TrainOptions] = {DEFAULT_METHOD: TrainOptions()}
_OPTIONS |= {"line_ratio": LineRatioTrainOptions(), "cpn": CpnTrainOptions()}


@click.command("train")
@click.argument("corpora", metavar="CORPUS...", type=click.Path(), nargs=-1, required=True)
@click.option(
    "-m", "--method", type=flags.NamedChoice(list(_OPTIONS)), default=DEFAULT_METHOD, show_default=True,
    help="Method whose model to train.",
)  # fmt: skip
@flags.output_option("Write the model here (.npz).", "output_file")
@click.option(
    "--set", "changes", metavar="NAME=VALUE", multiple=True,
    help="Change an option of the training (docs/options.md). Repeatable.",
)  # fmt: skip
@click.option(
    "--labels", "labels_file", type=click.Path(),
    help="Labels of pages without a gold text by a person (scripts/label_pages.py).",
)  # fmt: skip
@click.option("--sets", help="Only these sets, separated by commas.")
@click.option("--limit", type=click.IntRange(min=1), help="Maximum pages per set.")
@click.option(
    "--cross-validate", "cross", is_flag=True, help="Score the pages by models that have not seen their site."
)
@click.option(
    "--json", "json_file", type=click.Path(), help="With --cross-validate: write all scores to this file."
)
@click.option(
    "--kind", "kind_file", type=click.Path(),
    help="With --cross-validate: write the model of page kinds here (.npz).",
)  # fmt: skip
@click.option("--leave-out", "left_out", help="Score these sets by models that have not seen them.")
@flags.declared_options(TrainOptions, {"n_trees": "--trees", "seed": "--seed"})
@click.option(
    "-p", "--processes", "jobs", type=click.IntRange(min=1), default=1, show_default=True,
    help="Number of processes and threads.",
)  # fmt: skip
def train_command(
    corpora: tuple[str, ...], output_file: str | None, sets: str | None, limit: int | None, **given: Any
) -> None:
    """Train the model of a method on a corpus of pages with gold texts.

    The options from --cross-validate to --processes, except --seed, are for the learned method. Only pages
    with a gold text by a person are scored. Training also uses synthetic pages, pages with the text of
    another extractor, and pages in --labels. Each CORPUS is as for `maintext evaluate`. Use the model with
    `maintext.select(page, "learned", {"model": FILE})`, or with another method's option `model`.

    \b
    maintext train corpus/ -o model.npz --set learning_rate=0.05
    maintext train corpus/ training/ --labels training/labels.json.xz -o model.npz
    maintext train corpus/ --method cpn -o cpn.npz --set n_hidden=512
    maintext train corpus/ --method line_ratio -o lines.npz --set false_positive_cost=2
    """  # noqa: D301 - click's mark for "do not rewrap"
    for name in ("json", "kind"):
        if given[f"{name}_file"] and not given["cross"]:
            raise OptionError(f"--{name} needs --cross-validate: it is about pages the models have not seen")
    options = _train_options(given)
    _check_outputs(output_file, given["json_file"], given["kind_file"])
    pages: Iterator[scoring.GoldPage] = chain.from_iterable(
        [scoring.read_corpus(corpus, sets=flags.split_names(sets), limit_per_set=limit) for corpus in corpora]
    )
    if given["labels_file"]:
        pages = labelled(pages, read_labels(given["labels_file"]))
    pages = with_progress(pages, "read")
    if not isinstance(options, TrainOptions):
        _train_other(options, pages, output_file, given)
        return
    examples = build_examples(pages, n_jobs=given["jobs"])
    is_asked = output_file or given["cross"] or given["left_out"]
    doing = "training …" if is_asked else "nothing is trained without -o, --cross-validate or --leave-out"
    click.echo(f"{len(examples)} pages, {sum(len(e.label) for e in examples)} blocks; {doing}", err=True)
    scores = _score_pages(examples, options, given) if given["cross"] else {}
    for left in flags.split_names(given["left_out"]) or []:
        click.echo(scoring.report_table(_page_results(leave_out(examples, left, options), f"without {left}")))
    if output_file:
        _write_model(output_file, partial(save_trees, fit(examples, options, scores)))


def _train_options(given: Mapping[str, Any]) -> _TrainOptions:
    """Return the training options; ``--set`` overrides the flags of the learned method."""
    default = _OPTIONS[given["method"]]
    changes = read_changes(default, given["changes"])
    own = {"n_trees": given["n_trees"], "seed": given["seed"], "n_threads": given["jobs"]}
    return changed(default, own | changes if isinstance(default, TrainOptions) else changes)


def _score_pages(
    examples: Sequence[Example], options: TrainOptions, given: Mapping[str, Any]
) -> dict[str, float]:
    """Score the pages, write the requested files, and return the score for the model card."""
    scored = cross_validate(examples, options)
    results = _page_results(scored, "cross-validated")
    click.echo(scoring.report_table(results))
    if given["json_file"]:
        write_file(given["json_file"], json.dumps(scoring.to_json(results), indent=1))
    if given["kind_file"]:
        kinds = fit_kind(scored)
        click.echo(json.dumps(dict(kinds.card), indent=1), err=True)
        _write_model(given["kind_file"], partial(save_softmax, kinds))
    mean_f1 = sum(result.f1 or 0.0 for result in results) / max(1, len(results))
    return {"cross_validated_f1": round(mean_f1, 4)}


def _train_other(
    options: _TrainOptions,
    pages: Iterator[scoring.GoldPage],
    output_file: str | None,
    given: Mapping[str, Any],
) -> None:
    """Train one of the learned methods of the literature."""
    if output_file is None:
        raise OptionError(f"training {given['method']} only writes a model: give it a file with -o")
    seed, changes = given["seed"], asdict(options)
    if isinstance(options, CpnTrainOptions):
        save = partial(save_counter_propagation, train_cpn(pages, seed=seed, **changes))
    else:
        save = partial(save_networks, fit_networks(line_examples(pages), seed=seed, **changes))
    _write_model(output_file, save)


def _write_model(path: str, save: Callable[[Any], None]) -> None:
    """Write a model with its function; numpy would add .npz to another name, but not to an open file."""
    with checked_write(path), Path(path).open("wb") as file:
        save(file)


def _page_results(scored: Sequence[CrossValidated], system: str) -> list[scoring.PageResult]:
    return [
        scoring.PageResult(
            page_id=s.example.id, set=s.example.set, lang=s.example.lang, page_type=s.example.page_type,
            gold_kind="human", system=system, precision=s.precision, recall=s.recall, f1=s.f1,
            cpu_ms=0.0, n_chars=0,
        )
        for s in scored
    ]  # fmt: skip
