"""What the features of :mod:`maintext.classify.features.structure` mean: a block's subtrees."""

from __future__ import annotations

from functools import cache
from math import log, log1p
from typing import TYPE_CHECKING

import numpy as np
from tests.feature_view import N_LEVELS, Block, View

if TYPE_CHECKING:
    Numbers = dict[str, float]


def structure_of(view: View, block: Block) -> Numbers:
    return {
        **levels(view, block),
        **best(view, block),
        **dominant(view, block, 0.55),
        **dominant(view, block, 0.75),
        **dominant(view, block, 0.9),
        **group(view, block),
    }


def levels(view: View, block: Block) -> Numbers:
    """A level is a run of ancestors that hold the same blocks; its top is measured."""
    runs: list[list[int]] = []
    for a in view.path(block.element):
        if runs and len(view.below(a)) == len(view.below(runs[-1][0])):
            runs[-1].append(a)
        else:
            runs.append([a])
    numbers: Numbers = {}
    for n in range(N_LEVELS):
        run = runs[n] if n < len(runs) else []
        top = runs[min(n, len(runs) - 1)][-1]
        of_level = measured(view, top) | {"n_alike": log(max([1, *(view.n_alike[a] for a in run)]))}
        numbers |= {f"l{n}_{name}": value for name, value in of_level.items()}
    return numbers


@cache
def measured(view: View, top: int) -> Numbers:
    """What a level has of its top alone."""
    blocks = view.below(top)
    total = sum(b.n_words for b in blocks)
    words = max(total, 1)
    n_images = sum(row.name == "img" for row in view.rows[top : view.rows[top].end])
    return {
        "log_words": log1p(total),
        "share": total / max(view.n_words, 1),
        "link_density": sum(b.n_linked for b in blocks) / words,
        "n_blocks": log1p(len(blocks)),
        "long_share": sum(b.n_words for b in blocks if b.is_long) / words,
        "sentence_density": sum(b.n_sentences for b in blocks) / words,
        "n_images": min(5, n_images / len(blocks)),
        "prose": view.prose[top] / max(1e-6, view.best_prose),
    }


def best(view: View, block: Block) -> Numbers:
    best = view.prose.index(view.best_prose)
    path = view.path(block.element)
    return {
        "best_share": sum(b.n_words for b in view.below(best)) / max(view.n_words, 1),
        "in_best": float(view.holds(best, block.first)),
        "steps_to_best": next((i for i, a in enumerate(path) if view.holds(a, best)), 0),
    }


def dominant(view: View, block: Block, share: float) -> Numbers:
    """The smallest row with that share of the long words, or of all words where no block is long."""
    chosen = view.dominant(share)
    inside = view.below(chosen)
    words = max(1, sum(b.n_words for b in inside))
    start = sum(b.n_words for b in view.blocks if b.first < chosen)
    before = sum(b.n_words for b in view.blocks[: block.number])
    name = f"dominant_{int(share * 100)}"
    return {
        f"in_{name}": float(view.holds(chosen, block.first)),
        f"{name}_share": words / max(view.n_words, 1),
        f"{name}_place": min(1.5, max(-0.5, (before - start) / words)),
    }


def group(view: View, block: Block) -> Numbers:
    """The blocks whose element and the element above have the same shapes."""

    members = [b for b in view.blocks if view.shapes(b) == view.shapes(block)]
    words = sum(b.n_words for b in members)
    return {
        "group_n": log(len(members)),
        "group_share": words / max(view.n_words, 1),
        "group_link_density": sum(b.n_linked for b in members) / max(words, 1),
        "group_spread": float(np.std([log1p(b.n_words) for b in members])),
    }
