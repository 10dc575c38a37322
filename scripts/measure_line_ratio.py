"""Train the networks of the method ``line_ratio``, and compare its variants as its source does.

    python scripts/measure_line_ratio.py ../shared/corpus

Takes every second page with a full gold text by a person, learns from four fifths of the sites and
measures on the others. Writes ``docs/line-ratio.md``; with ``--weights`` also trains every network on
all these pages and writes them to ``src/maintext/classify/model/line_ratio.npz``. About two minutes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.methods.line_ratio import N_ATTRIBUTES, WINDOWS, input_columns, network_name
from maintext.classify.model.networks import Network, save_networks
from maintext.lab.evaluate import read_corpus
from maintext.lab.train.dataset import Example, fold_of
from maintext.lab.train.line_ratio import fit_network, fit_networks, line_example

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    Rule = Callable[[Example], NDArray[np.bool_]]

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "line-ratio.md"
WEIGHTS = ROOT / "src" / "maintext" / "classify" / "model" / "line_ratio.npz"
COSTS = (0.5, 1.0, 2.0, 4.0, 8.0)
EVERY = 2
SEED = 1
N_FOLDS = 5

TEXT = """<!-- Made by scripts/measure_line_ratio.py. -->

# line_ratio: the comparison of its source

The method [`line_ratio`](../src/maintext/classify/methods/line_ratio.py) keeps a line by its density, the
bytes of its text per byte of HTML, or by what a perceptron makes of the line and its neighbours. Its source
compares a fixed density of 0.5 with perceptrons that see 1 to 3 lines (1L … 3L) with 1 to 3 attributes each
(1A … 3A). This page is the same comparison on the development corpus.

{data}

A line counts as main text when the gold text holds more than half of its words. Figures are shares of the
lines of a page in percent, and word-F1 of the kept lines; each is the mean over the held-out pages, so that
every page counts the same.

- *false positives*: lines of boilerplate that are kept,
- *false negatives*: lines of main text that are dropped,
- *error*: their sum,
- *fewer errors*: compared with keeping all lines.

{comparison}

## What the source found, and what we find

{findings}

## Cost of a false positive

The source ends with a note that false positives can be penalised more than false negatives. A cost of 2
says that keeping a line of boilerplate is as bad as losing two lines of main text. It can go into the error
that training makes small (`fit_networks(…, false_positive_cost=2)`, or
`maintext train --method line_ratio --set false_positive_cost=2`), or into the use of a network trained
without it (`maintext.select(page, "line_ratio", {{"false_positive_cost": 2}})`): its output p is a
probability, so the line is kept when p > c · (1 − p). Network: mlp 3L 3A.

{costs}
"""


def read_examples(corpus: Path) -> list[Example]:
    """Lines of every second page that systems may be ranked on."""
    pages = (page for page in read_corpus(corpus) if page.ranked and page.gold_text)
    return [line_example(page) for page in islice(pages, 0, None, EVERY)]


def split_by_site(examples: Iterable[Example]) -> tuple[list[Example], list[Example]]:
    """Return the pages of four fifths of the sites, and those of the others."""
    parts: tuple[list[Example], list[Example]] = ([], [])
    for example in examples:
        parts[fold_of(example, N_FOLDS) == 0].append(example)
    return parts


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """Errors of one rule on held-out pages; means over the pages.

    Attributes
    ----------
    name
        The rule: ``all``, ``threshold``, ``mean`` or the name of a network.
    false_positives, false_negatives
        Shares of the lines that are boilerplate and kept, and main text and dropped.
    f1
        Word-F1 of the kept lines.
    """

    name: str
    false_positives: float
    false_negatives: float
    f1: float

    @property
    def error(self) -> float:
        """Share of the lines judged wrong."""
        return self.false_positives + self.false_negatives


def compare(learn: Sequence[Example], held_out: Sequence[Example], *, seed: int = 1) -> list[ComparisonRow]:
    """Compare fixed density 0.5, mean density, and all networks, as the source does.

    ``learn`` and ``held_out`` have lines of pages of different sites (:func:`split_by_site`).
    """
    rows = [
        _measure_rule("all lines", held_out, lambda e: np.ones(len(e.label), dtype=np.bool_)),
        _measure_rule("density > 0.5", held_out, lambda e: e.features[:, 0] > 0.5),
        _measure_rule("density > mean", held_out, _above_mean),
    ]
    for variant in ("perceptron", "mlp"):
        for window in WINDOWS:
            for n_attributes in N_ATTRIBUTES:
                network = fit_network(
                    learn, variant=variant, n_attributes=n_attributes, window=window, seed=seed
                )
                name = network_name(variant, n_attributes, window)
                rows.append(_measure_rule(name, held_out, _network_rule(network, n_attributes, window)))
    return rows


def compare_costs(
    learn: Sequence[Example], held_out: Sequence[Example], costs: Iterable[float], *, seed: int = 1
) -> list[tuple[float, ComparisonRow, ComparisonRow]]:
    """Compare the full mlp trained with, and used with, each cost of a false positive."""
    plain = fit_network(learn, variant="mlp", seed=seed)
    rows: list[tuple[float, ComparisonRow, ComparisonRow]] = []
    for cost in costs:
        trained = fit_network(learn, variant="mlp", seed=seed, false_positive_cost=cost)
        rows.append(
            (
                cost,
                _measure_rule("trained with it", held_out, _network_rule(trained)),
                _measure_rule("used with it", held_out, _network_rule(plain, cut=cost / (1 + cost))),
            )
        )
    return rows


def _above_mean(example: Example) -> NDArray[np.bool_]:
    density = example.features[:, 0]
    return density > density.mean() if len(density) else np.zeros(0, dtype=np.bool_)


def _network_rule(network: Network, n_attributes: int = 3, window: int = 3, cut: float = 0.5) -> Rule:
    columns = input_columns(n_attributes, window)
    return lambda example: network.probability(example.features[:, columns]) > cut


def _measure_rule(name: str, examples: Sequence[Example], rule: Rule) -> ComparisonRow:
    wrong = np.zeros((len(examples), 3))
    for i, example in enumerate(examples):
        kept, is_main = rule(example), example.label > 0.5
        n_lines = max(len(kept), 1)
        f1 = example.score(kept)[2]
        wrong[i] = (kept & ~is_main).sum() / n_lines, (~kept & is_main).sum() / n_lines, f1
    false_positives, false_negatives, f1 = wrong.mean(axis=0).tolist() if len(wrong) else (0.0,) * 3
    return ComparisonRow(name, false_positives, false_negatives, f1)


def comparison_table(rows: Sequence[ComparisonRow]) -> str:
    """The comparison as Markdown."""
    everything = rows[0].error
    lines = [
        "| rule | false positives | false negatives | error | fewer errors | word-F1 |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.name} | {_percent(row.false_positives)} | {_percent(row.false_negatives)} "
        f"| {_percent(row.error)} | {_percent(1 - row.error / everything)} | {row.f1:.3f} |"
        for row in rows
    ]
    return "\n".join(lines)


def cost_table(rows: Sequence[tuple[float, ComparisonRow, ComparisonRow]]) -> str:
    """The costs as Markdown."""
    heads = [
        f"{how} it: false positives | false negatives | word-F1" for how in ("trained with", "used with")
    ]
    lines = [f"| cost | {' | '.join(heads)} |", "|---|---|---|---|---|---|---|"]
    for cost, *both in rows:
        cells = [
            f"{_percent(row.false_positives)} | {_percent(row.false_negatives)} | {row.f1:.3f}"
            for row in both
        ]
        lines.append(f"| {cost:g} | {' | '.join(cells)} |")
    return "\n".join(lines)


def findings(rows: Sequence[ComparisonRow]) -> str:
    """Each finding of the source, with ours next to it."""
    by_name = {row.name: row for row in rows}
    fixed, mean = by_name["density > 0.5"], by_name["density > mean"]
    one, three = by_name["perceptron 1L 1A"], by_name["perceptron 1L 3A"]
    wide, best = by_name["perceptron 3L 3A"], by_name["mlp 3L 3A"]
    least = min(rows, key=lambda row: row.error)
    saved = _percent(1 - best.error / rows[0].error)
    lost = [_percent(row.false_negatives) for row in (three, fixed, one)]
    error = {row.name: _percent(row.error) for row in rows}
    cells = {
        "A fixed 0.5, a guess, is very good.": (
            f"Error {error[fixed.name]}; the page's mean {error[mean.name]}; all lines {error['all lines']}."
        ),
        "A perceptron on the density alone finds nothing better.": (
            f"{error[one.name]} against {error[fixed.name]}."
        ),
        "Three attributes are better, with more false negatives.": (
            f"Error {error[three.name]} against {error[fixed.name]} (fixed) and {error[one.name]} (density "
            f"alone); false negatives {lost[0]} against {lost[1]} and {lost[2]}."
        ),
        "More lines help.": f"3L 3A {error[wide.name]} against 1L 3A {error[three.name]}.",
        "The larger network is best, with 80 % fewer errors.": (
            f"mlp 3L 3A {error[best.name]}, {saved} % fewer than all lines; least of all: {least.name}, "
            f"{error[least.name]}."
        ),
    }
    return "\n".join(["| the source | here |", "|---|---|", *(f"| {a} | {b} |" for a, b in cells.items())])


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def described(learn: Sequence[Example], held_out: Sequence[Example]) -> str:
    """What was measured on what."""
    sets = Counter(example.set for example in [*learn, *held_out])
    names = ", ".join(f"{name} {n}" for name, n in sorted(sets.items()))
    n_lines = sum(len(example.label) for example in held_out)
    return (
        f"Every second page with a full gold text by a person: {names}.\n"
        f"The networks learn from {len(learn):,} pages; the {len(held_out):,} pages measured here, with "
        f"{n_lines:,} lines, are of other sites."
    )


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--weights", action="store_true", help="write the shipped networks, too")
    parser.add_argument("-o", "--output", type=Path, default=PAGE, help="file of the page")
    given = parser.parse_args()
    examples = read_examples(given.corpus)
    if given.weights:
        save_networks(fit_networks(examples, seed=SEED), WEIGHTS)
    learn, held_out = split_by_site(examples)
    rows = compare(learn, held_out, seed=SEED)
    text = TEXT.format(
        data=described(learn, held_out),
        comparison=comparison_table(rows),
        findings=findings(rows),
        costs=cost_table(compare_costs(learn, held_out, COSTS, seed=SEED)),
    )
    given.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
