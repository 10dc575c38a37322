"""Measure the learned method on sites and sources that its trees have not seen, with every step after them.

    python scripts/measure_choice.py ../shared/corpus --also training --labels training/labels.json.xz
    python scripts/measure_choice.py ../shared/corpus --also … --leave-out gne,daniel --leave-out wcxb_dev

Five folds by site: the trees, those for families, and the model of kinds have not seen the site of a page.
Prints word-F1 of the best set of blocks by the trees for all pages, and of what is kept, by set, language and
page type; of labelled pages the shares of the wanted and unwanted snippets that are kept. The table is for
docs/model-card.md; ``--json`` writes the figures for ``scripts/make_results.py``.

``--leave-out`` adds a table of sources: by trees that have seen neither a group of sources nor a page of its
sites, and the models of kinds of the folds.

``--keep`` keeps what the models say of each page. A second run with the same folder trains nothing: it takes
a minute or two, and measures the steps after the models alone. ``--scores`` and ``--against`` compare two
such runs page by page.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from multiprocessing import Pool
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.classify.choice import Judges, choose
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import block_features
from maintext.classify.model.decision import adjust_log_odds, max_expected_f1_set
from maintext.classify.model.networks import Softmax
from maintext.classify.model.trees import Trees
from maintext.html import parse
from maintext.lab.evaluate import GoldPage, read_corpus, snippet_rate
from maintext.lab.train import Example, TrainOptions, build_examples, fit, fit_kind
from maintext.lab.train.cross_validation import scored_page
from maintext.lab.train.dataset import fold_of, site_of
from maintext.lab.train.labels import labelled, read_labels

MIN_PAGES = 20  # of a group that is shown
N_FOLDS = TrainOptions().n_folds
EQUAL = 0.001  # scores closer than this are neither better nor worse


@dataclass(frozen=True)
class Row:
    """One page: its site, its groups, its scores, and the shares of its snippets that are kept."""

    id: str
    site: str
    groups: tuple[str, ...]
    best: float
    kept: float
    snippets: tuple[float | None, float | None]


@dataclass(frozen=True)
class Case:
    """A page without its features, and what models say of it that have not seen its site."""

    example: Example
    probability: NDArray[np.float64]
    families: Mapping[str, Trees]
    kinds: Softmax


def models_of_folds(examples: list[Example], n_jobs: int) -> tuple[list[Trees], list[Softmax]]:
    """Return for each fold the trees and the model of kinds that have learned from the others."""
    options = replace(TrainOptions(), n_threads=n_jobs)
    trees = [fit([e for e in examples if fold_of(e, N_FOLDS) != k], options) for k in range(N_FOLDS)]
    ranked = [e for e in examples if e.is_ranked and len(e.label)]
    scored = [scored_page(e, trees[fold_of(e, N_FOLDS)].probability(e.features)) for e in ranked]
    kinds = [fit_kind([one for one in scored if fold_of(one.example, N_FOLDS) != k]) for k in range(N_FOLDS)]
    return trees, kinds


def judged_by_folds(examples: list[Example], n_jobs: int) -> tuple[dict[str, Case], list[Softmax]]:
    """Return each page with what the models of its fold say of it, and the models of kinds of all folds."""
    trees, kinds = models_of_folds(examples, n_jobs)
    chosen = [e for e in examples if len(e.label) and (e.is_ranked or e.gold_kind == "labelled")]
    places = [(e, fold_of(e, N_FOLDS)) for e in chosen]
    return {e.id: make_case(e, trees[fold], kinds[fold]) for e, fold in places}, kinds


def judged_without(
    sources: set[str], examples: list[Example], kinds: list[Softmax], n_jobs: int
) -> dict[str, Case]:
    """Return pages of sources with what trees say that have seen neither these nor pages of their sites."""
    sites = {site_of(e) for e in examples if e.set in sources}
    seen = [e for e in examples if site_of(e) not in sites]
    trees = fit(seen, replace(TrainOptions(), n_threads=n_jobs))
    left_out = [e for e in examples if e.set in sources and e.is_ranked and len(e.label)]
    return {e.id: make_case(e, trees, kinds[fold_of(e, N_FOLDS)]) for e in left_out}


def make_case(example: Example, trees: Trees, kinds: Softmax) -> Case:
    """Return what models say of a page; of its features that is all that is needed."""
    bare = replace(example, features=np.zeros((0, 0), dtype=np.float32))
    return Case(bare, trees.probability(example.features), trees.of_family, kinds)


def measured(gold: GoldPage) -> Row:
    """Choose the blocks of one page, by the best set alone and with every step."""
    case = _cases[gold.id]
    example, probability = case.example, case.probability
    scene = BlockContext(parse(gold.html, gold.url))
    choice = choose(scene, block_features(scene), probability, 1.0, Judges(case.families, case.kinds))
    kind = gold.lang if gold.set == "daniel" else gold.page_type
    groups = ("all", gold.set, f"{gold.set} · {kind}") if gold.ranked else ()
    best = max_expected_f1_set(adjust_log_odds(probability, example.n_words), example.n_words)
    f1_best, f1_kept = (example.score(chosen)[2] for chosen in (best, choice.kept))
    snippets = snippet_rates(gold, scene, choice.kept)
    return Row(gold.id, gold.site or gold.id, groups, f1_best, f1_kept, snippets)


_cases: dict[str, Case] = {}  # of the run that is measured; the processes inherit them


def rows(pages: Iterable[GoldPage], cases: Mapping[str, Case], n_jobs: int) -> list[Row]:
    """Return the rows of the pages that have a case, measured in several processes."""
    _cases.clear()
    _cases.update(cases)
    with Pool(n_jobs) as pool:
        return pool.map(measured, [page for page in pages if page.id in cases], 16)


def snippet_rates(gold: GoldPage, scene: BlockContext, kept: np.ndarray) -> tuple[float | None, float | None]:
    """Return the shares of the wanted and the unwanted snippets that stand in what is kept."""
    starts, ends = (places[kept].tolist() for places in scene.places)
    text = "\n".join(scene.page.text[start:end] for start, end in zip(starts, ends, strict=True))
    return snippet_rate(text, gold.with_snippets), snippet_rate(text, gold.without_snippets)


def figures(groups: dict[str, list[Row]]) -> dict[str, list[dict[str, object]]]:
    """Return what is kept as ``maintext train --cross-validate --json`` writes its scores."""
    scores = [
        {
            "group": "overall" if group == "all" else group,
            "system": "cross-validated",
            "n_scored": len(members),
            "f1": fmean(row.kept for row in members),
            "interval": interval(members),
        }
        for group, members in groups.items()
    ]
    return {"groups": scores}


def interval(members: list[Row]) -> list[float]:
    """Return the 95 % interval of the mean of what is kept: 2,000 bootstrap draws of whole sites."""
    by_site = defaultdict(list)
    for row in members:
        by_site[row.site].append(row.kept)
    total = np.array([sum(scores) for scores in by_site.values()])
    n_pages = np.array([len(scores) for scores in by_site.values()])
    drawn = np.random.default_rng(1).integers(len(total), size=(2000, len(total)))
    means = total[drawn].sum(axis=1) / n_pages[drawn].sum(axis=1)
    return [float(np.quantile(means, share)) for share in (0.025, 0.975)]


def by_group(found: Iterable[Row]) -> dict[str, list[Row]]:
    """Return the rows of each group, by name."""
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in found:
        for group in row.groups:
            groups[group].append(row)
    return dict(sorted(groups.items()))


def print_table(groups: dict[str, list[Row]]) -> None:
    """Print the means of the groups that have enough pages."""
    print("| group | pages | best set | kept | 95 % interval |\n|---|---:|---:|---:|---:|")
    for group, members in groups.items():
        if len(members) >= MIN_PAGES:
            means = (fmean(getattr(row, name) for row in members) for name in ("best", "kept"))
            low, high = interval(members)
            cells = [group, str(len(members)), *(f"{mean:.4f}" for mean in means), f"[{low:.3f}, {high:.3f}]"]
            print(f"| {' | '.join(cells)} |", flush=True)


def print_differences(found: list[Row], before: Mapping[str, float]) -> None:
    """Print by group how what is kept differs from earlier scores of the same pages."""
    print("| group | pages | difference | 95 % interval | better | worse |\n|---|---:|---:|---:|---:|---:|")
    known = [replace(row, kept=row.kept - before[row.id]) for row in found if row.id in before]
    for group, members in by_group(known).items():
        if len(members) >= MIN_PAGES:
            better, worse = (sum(sign * row.kept > EQUAL for row in members) for sign in (1, -1))
            low, high = interval(members)
            mean = fmean(row.kept for row in members)
            print(
                f"| {group} | {len(members)} | {mean:+.4f} | [{low:+.4f}, {high:+.4f}] | {better} | {worse} |"
            )


def kept_in(folder: Path | None, name: str, make: Callable[[], Any]) -> Any:
    """Return what an earlier run has kept under a name, else make it and keep it."""
    if folder is None:
        return make()
    file = folder / f"{name}.pickle"
    if not file.exists():
        made = make()
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(made))
    return pickle.loads(file.read_bytes())  # noqa: S301 - written by this script


def main() -> None:
    """Print the tables and the shares."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus")
    parser.add_argument("--also", action="append", default=[], metavar="CORPUS", help="learned from too")
    parser.add_argument("--labels", metavar="FILE", help="of pages that are learned from too")
    parser.add_argument(
        "--leave-out", action="append", default=[], metavar="SET,SET", help="a group of sources"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write figures for make_results.py")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="of the models' probabilities")
    parser.add_argument("--scores", type=Path, metavar="FILE", help="write what every page reaches")
    parser.add_argument("--against", type=Path, metavar="FILE", help="print differences from such a file")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    corpora = (given.corpus, *given.also)
    pages = list(chain.from_iterable(map(read_corpus, corpora)))

    @cache
    def examples() -> list[Example]:
        labels = read_labels(given.labels) if given.labels else {}
        return list(build_examples(labelled(pages, labels), n_jobs=given.jobs))

    cases, kinds = kept_in(given.keep, "folds", lambda: judged_by_folds(examples(), given.jobs))

    def without(names: str) -> dict[str, Case]:
        return judged_without(set(names.split(",")), examples(), kinds, given.jobs)

    own = {page.id for page in read_corpus(given.corpus)}
    found = rows((page for page in pages if page.id in own), cases, given.jobs)
    runs = {"five folds by site": found}
    for names in given.leave_out:
        left_out = kept_in(given.keep, names, partial(without, names))
        runs[f"without {names}"] = rows(pages, left_out, given.jobs)
    before = json.loads(given.against.read_text("utf-8")) if given.against else {}
    for name, members in runs.items():
        print(f"\n{name}:")
        print_table(by_group(members))
        if given.against:
            print()
            print_differences(members, before[name])
    for i, name in enumerate(("wanted", "unwanted")):
        rates = [rate for row in found if not row.groups and (rate := row.snippets[i]) is not None]
        if rates:
            print(f"\n{name} snippets of {len(rates)} labelled pages: {fmean(rates):.4f}")
    if given.json is not None:
        given.json.write_text(json.dumps(figures(by_group(found))), encoding="utf-8")
    if given.scores is not None:
        scores = {name: {row.id: row.kept for row in members} for name, members in runs.items()}
        given.scores.write_text(json.dumps(scores), encoding="utf-8")


if __name__ == "__main__":
    main()
