"""Measure what the learned method's last steps are worth: whole parts, regions, announcements, threads.

    python scripts/measure_choice.py ../shared/corpus --also training --labels training/labels.json.xz
    python scripts/measure_choice.py ../shared/corpus --probabilities FILE  # reads theirs, or keeps them

The probabilities of a page's blocks, and of its kind, come from models that have not seen its site. Prints
word-F1 of the best set of blocks and of what is kept in the end, by set, language and page type; of labelled
pages with snippets the shares of the wanted and unwanted ones that are kept; then the pages that the trees
for families, regions or threads change, in Markdown for docs/model-card.md.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import fmean

import numpy as np

from maintext.evaluate import GoldPage, read_corpus, snippet_rate
from maintext.features.scene import Scene
from maintext.methods.choice import choose
from maintext.model.decision import best_blocks
from maintext.model.softmax import Softmax
from maintext.page import parse
from maintext.train import Example, TrainOptions, build_examples, fit_kind
from maintext.train.cross_validation import probabilities, scored_page
from maintext.train.dataset import examples_of_families, fold_of
from maintext.train.labels import labelled, read_labels

Judged = tuple[Example, np.ndarray, dict[str, np.ndarray]]
"""A page, and the probabilities of its blocks by the models of all pages, and by those of families."""
MIN_PAGES = 20  # of a group that is shown
_N_FOLDS = TrainOptions().n_folds


@dataclass(frozen=True)
class Row:
    """One page: its groups, its scores, and the steps that changed it."""

    name: str
    groups: tuple[str, ...]
    best: float
    kept: float
    steps: str
    snippets: tuple[float | None, float | None] = (None, None)


def predicted(corpora: list[str], labels: str | None, file: Path | None, n_jobs: int) -> list[Judged]:
    """The pages with probabilities of their blocks, from models that have not seen their sites."""
    if file is not None and file.exists():
        found: list[Judged] = pickle.loads(file.read_bytes())  # noqa: S301 - our own
        return found
    pages = labelled(chain.from_iterable(map(read_corpus, corpora)), read_labels(labels) if labels else {})
    examples, options = build_examples(pages, n_jobs=n_jobs), TrainOptions()
    of_all = probabilities(examples, options)
    of_family = {
        family: {e.id: p for e, p in probabilities(examples, options, learned=its)}
        for family, its in examples_of_families(examples).items()
    }
    found = [(e, p, {family: its[e.id] for family, its in of_family.items()}) for e, p in of_all]
    if file is not None:
        file.write_bytes(pickle.dumps(found))
    return found


def kinds_of_folds(found: list[Judged]) -> list[Softmax]:
    """For each fold a model of kinds that has learned from the others."""
    scored = [scored_page(example, probability) for example, probability, _ in found if example.is_ranked]
    return [
        fit_kind([one for one in scored if fold_of(one.example, _N_FOLDS) != fold])
        for fold in range(_N_FOLDS)
    ]


def measured(gold: GoldPage, judged: Judged, kinds: Softmax) -> Row:
    """Choose the blocks of one page, by the best set alone and with every step."""
    example, probability, of_family = judged
    scene = Scene(parse(gold.html, gold.url))

    def second(family: str, blocks: np.ndarray) -> np.ndarray | None:
        return of_family[family][blocks] if family in of_family else None

    choice = choose(scene, example.features, probability, 1.0, second, kinds)
    kind = gold.lang if gold.set == "daniel" else gold.page_type
    best = best_blocks(probability, example.n_words)
    changed_by = {"region": choice.doubtful, "thread": choice.posts, "aside": choice.aside}
    steps = [step for step, blocks in changed_by.items() if blocks.any()]
    if choice.kind.family in of_family:
        steps.insert(0, choice.kind.family)
    groups = ("all", gold.set, f"{gold.set} · {kind}") if gold.ranked else ()
    f1_best, f1_kept = (example.score(chosen)[2] for chosen in (best, choice.kept))
    return Row(gold.id, groups, f1_best, f1_kept, ", ".join(steps), snippet_rates(gold, scene, choice.kept))


def snippet_rates(gold: GoldPage, scene: Scene, kept: np.ndarray) -> tuple[float | None, float | None]:
    """Shares of the wanted and the unwanted snippets that stand in what is kept."""
    starts, ends = (places[kept].tolist() for places in scene.places)
    text = "\n".join(scene.page.text[start:end] for start, end in zip(starts, ends, strict=True))
    return snippet_rate(text, gold.with_snippets), snippet_rate(text, gold.without_snippets)


def rows(corpus: str, found: list[Judged]) -> Iterator[Row]:
    """Measure every page that has blocks."""
    of_page = {judged[0].id: judged for judged in found}
    kinds = kinds_of_folds(found)
    for gold in read_corpus(corpus):
        if gold.id in of_page and len(of_page[gold.id][1]):
            judged = of_page[gold.id]
            yield measured(gold, judged, kinds[fold_of(judged[0], _N_FOLDS)])


def figures(groups: dict[str, list[Row]]) -> dict[str, list[dict[str, object]]]:
    """What is kept in the end, as ``maintext train --cross-validate --json`` writes its scores."""
    scores = [
        {
            "group": "overall" if group == "all" else group,
            "system": "cross-validated",
            "n_scored": len(members),
            "f1": fmean(row.kept for row in members),
        }
        for group, members in groups.items()
    ]
    return {"groups": scores}


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus")
    parser.add_argument("--also", action="append", default=[], metavar="CORPUS", help="learned from too")
    parser.add_argument("--labels", metavar="FILE", help="of pages that are learned from too")
    parser.add_argument("--probabilities", type=Path, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write figures for make_results.py")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    judged = predicted([given.corpus, *given.also], given.labels, given.probabilities, given.jobs)
    found = list(rows(given.corpus, judged))
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in found:
        for group in row.groups:
            groups[group].append(row)
    print("| group | pages | best set | in the end |\n|---|---:|---:|---:|")
    for group, members in sorted(groups.items()):
        if len(members) >= MIN_PAGES:
            means = (fmean(getattr(row, name) for row in members) for name in ("best", "kept"))
            print(f"| {group} | {len(members)} | " + " | ".join(f"{mean:.4f}" for mean in means) + " |")
    if given.json is not None:
        given.json.write_text(json.dumps(figures(groups)), encoding="utf-8")
    for i, name in enumerate(("wanted", "unwanted")):
        rates = [rate for row in found if not row.groups and (rate := row.snippets[i]) is not None]
        if rates:
            print(f"\n{name} snippets of {len(rates)} labelled pages: {fmean(rates):.4f}")
    changed = [row for row in found if row.groups and row.kept != row.best]
    better = sum(row.kept > row.best for row in changed)
    print(
        f"\n{len(changed)} pages changed, {better} better, {sum(r.kept < r.best for r in changed)} worse:\n"
    )
    for row in sorted(changed, key=lambda row: row.best - row.kept):
        print(f"- {row.kept - row.best:+.3f}, {row.kept:.2f}: {row.steps}, {row.name}")


if __name__ == "__main__":
    main()
