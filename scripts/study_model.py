"""Study a model of the learned method: learning curve, decision, features, worst pages; all as Markdown.

    python scripts/study_model.py CORPUS… [--labels FILE] [--processes N] > study.md

All scores are word-F1 on pages of unseen sites. About thirty trainings; docs/model-study.md is made from it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

import numpy as np

from maintext.classify.features.matrix import FEATURES
from maintext.classify.model.decision import max_expected_f1_set
from maintext.html.arrays import Bool, Float, Int
from maintext.lab.evaluate import GoldPage, read_corpus
from maintext.lab.train.cross_validation import CrossValidated, cross_validate, probabilities
from maintext.lab.train.dataset import Example, build_examples
from maintext.lab.train.fit import WORD_POWERS, TrainOptions, train_booster
from maintext.lab.train.labels import labelled, read_labels

Rule = Callable[[Float, Int], Bool]

_N_WORST = 30
_N_IMPORTANT = 30


_RULES = {
    "windows of blocks": r".*\[±\d+\]",
    "neighbours": r".*\[[+-]\d+\]",
    "page": r"page_.*",
    "subtrees": r"l\d_.*",
    "regions and groups": r"(.*_)?(best|dominant)(_.*)?|group_.*",
    "class and id names": r"(n_)?named_.*",
    "tags around": r"up_.*|depth|is_hidden|is_block_tag",
    "text of the block": r"log_.*|link_density|(n_)?sentence.*|bold_share|ends_sentence|n(th)?_same|sep.*",
    "position and headline": r".*",
}


def _family_of(name: str) -> str:
    return next(family for family, rule in _RULES.items() if re.fullmatch(rule, name))


FAMILIES = {family: tuple(name for name in FEATURES if _family_of(name) == family) for family in _RULES}
"""Names of the features by family: the first whose rule matches the name."""


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", nargs="+", metavar="CORPUS")
    parser.add_argument("--labels", help="labels of pages without a gold text by a person")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    pages: Iterator[GoldPage] = chain.from_iterable(map(read_corpus, given.corpora))
    if given.labels:
        pages = labelled(pages, read_labels(given.labels))
    examples, options = build_examples(pages, n_jobs=given.processes), TrainOptions(n_threads=given.processes)
    sys.stdout.write(study_report(examples, cross_validate(examples, options), options))
    return 0


def learning_curve(
    examples: Sequence[Example], options: TrainOptions, shares: Sequence[float] = (0.125, 0.25, 0.5, 1.0)
) -> dict[str, float]:
    """Return word-F1 by the share of training pages; one cross-validation each."""
    return {
        f"{share:.0%}": _mean_f1(cross_validate(examples, options, n_folds_run=2, share=share))
        for share in shares
    }


def ablation(examples: Sequence[Example], options: TrainOptions) -> dict[str, float]:
    """Return the loss of word-F1 without each family of features (two folds); ``"all"`` is the whole."""
    whole = _mean_f1(cross_validate(examples, options, n_folds_run=2))
    lost = {
        family: whole - _mean_f1(cross_validate(examples, options, n_folds_run=2, without=names))
        for family, names in FAMILIES.items()
    }
    return {"all": whole, **lost}


def importance(examples: Sequence[Example], options: TrainOptions) -> dict[str, float]:
    """Return each feature's share of the gain in trees trained on all examples, largest first."""
    boosters = [train_booster(examples, options, power=power) for power in WORD_POWERS]
    gain = np.sum([one.feature_importance("gain") for one in boosters], axis=0)
    total = float(gain.sum()) or 1.0
    order = np.argsort(-gain, kind="stable").tolist()
    return {FEATURES[i]: float(gain[i]) / total for i in order}


def decision_study(examples: Sequence[Example], options: TrainOptions) -> dict[str, float]:
    """Return word-F1 of decision rules on the same probabilities (two folds)."""
    rules: dict[str, Rule] = {
        "threshold .5": lambda p, _: p >= 0.5,
        "threshold .4": lambda p, _: p >= 0.4,
        "best expected F1, blocks independent": partial(max_expected_f1_set, together=0.0),
        "best expected F1, blocks together": partial(max_expected_f1_set, together=1.0),
        "mean of both (ours)": max_expected_f1_set,
    }
    scored = [one for one in probabilities(examples, options, n_folds_run=2) if one[0].is_ranked]
    return {
        name: float(np.mean([e.score(rule(p, e.n_words))[2] if len(p) else 0.0 for e, p in scored]))
        for name, rule in rules.items()
    }


def study_report(examples: Sequence[Example], scored: Sequence[CrossValidated], options: TrainOptions) -> str:
    """Return the whole study as Markdown; about thirty trainings on part of the data."""
    gain = importance(examples, options)
    by_family = {family: sum(gain[name] for name in names) for family, names in FAMILIES.items()}
    lost = ablation(examples, options)
    curve = {share: f"{f1:.4f}" for share, f1 in learning_curve(examples, options).items()}
    rules = {rule: f"{f1:.4f}" for rule, f1 in decision_study(examples, options).items()}
    introduction = (
        f"{len(examples)} pages, {options.n_trees} trees, seed {options.seed}; word-F1 on sites not seen. "
        "Curve, ablation and decision are of two of the five folds."
    )
    families = {
        name: f"{len(FAMILIES[name])} | {by_family[name]:.1%} | {lost[name]:+.4f}"
        for name in sorted(FAMILIES, key=lambda family: -lost[family])
    }
    head = ("family", "features", "share of gain", "F1 lost without")
    used = {f"`{name}`": f"{share:.1%}" for name, share in list(gain.items())[:_N_IMPORTANT]}
    parts = [
        f"# What the model learned from what\n\n{introduction}",
        _markdown_table("Learning curve", ("share of the pages", "word-F1"), curve),
        _markdown_table("Decision", ("rule", "word-F1"), rules),
        _markdown_table(f"Families of features (all: {lost['all']:.4f})", head, families),
        _markdown_table("Most used features", ("feature", "share of gain"), used),
        _worst_pages(scored),
    ]
    return "\n\n".join(parts) + "\n"


def _markdown_table(title: str, head: Sequence[str], rows: Mapping[str, str]) -> str:
    lines = [f"| {name} | {rest} |" for name, rest in rows.items()]
    return "\n".join([f"## {title}", "", f"| {' | '.join(head)} |", "|---" * len(head) + "|", *lines])


def _worst_pages(scored: Sequence[CrossValidated]) -> str:
    worst = sorted(scored, key=lambda s: s.f1)[:_N_WORST]
    rows = {
        f"`{s.example.id}`": f"{s.example.set} | {s.example.page_type} | {s.f1:.3f} | {s.precision:.3f} | "
        f"{s.recall:.3f} | {int(s.example.gold.sum())}"
        for s in worst
    }
    return _markdown_table(
        "Worst pages", ("page", "set", "type", "F1", "precision", "recall", "gold words"), rows
    )


def _mean_f1(scored: Sequence[CrossValidated]) -> float:
    return float(np.mean([s.f1 for s in scored])) if scored else 0.0


if __name__ == "__main__":
    sys.exit(main())
