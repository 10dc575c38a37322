"""What visual features buy the learned method: the DOM's features alone, and with those of the layout.

    .venv/bin/python scripts/study_layout.py CORPUS --snapshots DIR [--pages 400] [--seeds 3] [--trees 300]

Takes pages of ``wcxb_dev`` at even distances and renders them without network and without scripts; what
was rendered is kept in the folder and used again. All models are trained and scored on the DOM as it
came out of the browser, on the same folds by site, with the settings of ``maintext train``. Prints word-F1
on sites not seen by page type, the difference with its 95 % interval (bootstrap over sites), and the
share of the trees' gain by visual feature.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from maintext.browser import Browser, RenderOptions, Snapshot, load_snapshot, save_snapshot
from maintext.browser.visual_features import FEATURES as VISUAL
from maintext.browser.visual_features import visual_matrix
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import FEATURES, feature_matrix
from maintext.errors import MaintextError
from maintext.html import characters as ch
from maintext.lab.evaluate import GoldPage, read_corpus
from maintext.lab.train import Example, TrainOptions, cross_validate
from maintext.lab.train.dataset import example_of, site_of
from maintext.lab.train.fit import used_gain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

SET = "wcxb_dev"
N_DOM = len(FEATURES)
DRAWN = VISUAL.index("drawn")
# A page counts as styled when its usual font size is not the browser's, when half of its drawn words stand
# in columns of less width, or when a fifth of them have at least so many others beside them.
PLAIN_PX, NARROW, BESIDE_WORDS = 16.0, 0.85, 10
N_RESAMPLED = 2000
N_SHOWN = 15


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page with both kinds of features: its example, and whether styles of its own came with its HTML."""

    example: Example
    is_styled: bool


def snapshots(pages: Sequence[GoldPage], folder: Path) -> Iterator[tuple[GoldPage, Snapshot]]:
    """Each page with its snapshot, rendered now or before; says which ones could not be rendered."""
    options = RenderOptions(layout=True, javascript=False, quiet_s=0.05, settle_s=3.0)
    with Browser() as browser:
        for page in pages:
            file = folder / (page.id.replace("/", "_") + ".json.gz")
            try:
                if not file.exists():
                    rendered = browser.render_saved(page.html, page.url, options)
                    assert rendered.snapshot is not None  # noqa: S101 - asked for
                    save_snapshot(rendered.snapshot, file)
                yield page, load_snapshot(file)
            except MaintextError as error:
                print(f"not rendered: {page.id}: {error}", file=sys.stderr)


def both_features(page: GoldPage, snapshot: Snapshot) -> Rendered:
    """Features of the DOM, then those of the layout, of the page as it came out of the browser."""
    scene = BlockContext(snapshot.page)
    visual = visual_matrix(snapshot, scene)
    features = np.concatenate([feature_matrix(scene), visual], axis=1)
    example = example_of(page, features, [ch.WORDS.findall(text) for text in scene.texts])
    return Rendered(example, is_styled(visual, example.n_words))


def is_styled(visual: NDArray[np.float32], n_words: NDArray[np.int64]) -> bool:
    """Whether a page looks other than a document without a style sheet."""
    drawn = visual[:, DRAWN] > 0
    seen = dict(zip(VISUAL, visual[drawn].T, strict=True))
    if not drawn.any():
        return False
    words = n_words[drawn] / max(int(n_words[drawn].sum()), 1)
    usual_px = float(seen["font"][0] / seen["font_to_usual"][0]) if seen["font_to_usual"][0] else PLAIN_PX
    narrow = words[seen["column_width"] < NARROW].sum()
    beside = words[seen["beside"] >= np.log1p(BESIDE_WORDS)].sum()
    return bool(abs(usual_px - PLAIN_PX) > 0.2 or narrow >= 0.5 or beside >= 0.2)


def with_columns(example: Example, columns: Sequence[int]) -> Example:
    """The example with only these of its features; the others are constant."""
    features = np.zeros_like(example.features)
    features[:, columns] = example.features[:, columns]
    return replace(example, features=features)


def scores(
    examples: Sequence[Example], columns: Sequence[int], options: TrainOptions, n_seeds: int
) -> NDArray[np.float64]:
    """Word-F1 of each page on a model of other sites; shape (n_seeds, n_pages)."""
    chosen = [with_columns(example, columns) for example in examples]
    runs = [cross_validate(chosen, replace(options, seed=seed)) for seed in range(1, n_seeds + 1)]
    return np.array([[scored.f1 for scored in run] for run in runs])


def interval(difference: NDArray[np.float64], sites: Sequence[str]) -> tuple[float, float]:
    """95 % interval of the mean, from resampled sites."""
    number = np.unique(np.array(sites), return_inverse=True)[1]
    total, n_pages = np.bincount(number, difference), np.bincount(number)
    drawn = np.random.default_rng(1).integers(len(total), size=(N_RESAMPLED, len(total)))
    low, high = np.percentile(total[drawn].sum(axis=1) / n_pages[drawn].sum(axis=1), (2.5, 97.5))
    return float(low), float(high)


def variants() -> dict[str, list[int]]:
    """What each model may read."""
    dom, visual = list(range(N_DOM)), list(range(N_DOM, N_DOM + len(VISUAL)))
    return {"DOM": dom, "+ drawn": [*dom, N_DOM + DRAWN], "+ visual": [*dom, *visual], "visual": visual}


def print_scores(pages: Sequence[Rendered], found: dict[str, NDArray[np.float64]]) -> None:
    """One line a page type, one for pages in columns and the others, one for all."""
    kinds = np.array([page.example.page_type or "" for page in pages])
    styled = np.array([page.is_styled for page in pages])
    sites = np.array([site_of(page.example) for page in pages])
    groups = {kind: kinds == kind for kind in sorted(set(kinds.tolist()))}
    groups |= {"styled": styled, "plain": ~styled, "all": styled | ~styled}
    print("| pages | n |", " | ".join(found), "| visual − DOM | 95 % | better / worse |")
    print("|---" * (len(found) + 5) + "|")
    for name, chosen in groups.items():
        means = [f"{runs[:, chosen].mean():.3f}" for runs in found.values()]
        gain = (found["+ visual"] - found["DOM"]).mean(axis=0)[chosen]
        low, high = interval(gain, sites[chosen].tolist())
        wins, losses = (gain > 0.01).sum(), (gain < -0.01).sum()
        cells = (*means, f"{gain.mean():+.3f}", f"{low:+.3f} … {high:+.3f}", f"{wins} / {losses}")
        print(f"| {name} | {chosen.sum()} | {' | '.join(cells)} |")
    for name, runs in found.items():
        print(f"{name}: by seed {', '.join(f'{run.mean():.4f}' for run in runs)}")


def print_gain(examples: Sequence[Example], options: TrainOptions) -> None:
    """Visual features by their share of the gain of trees that may read everything."""
    gain = used_gain(examples, options)
    gain /= gain.sum()
    visual = gain[N_DOM:]
    print(f"visual features: {visual.sum():.1%} of the gain")
    for i in np.argsort(-visual)[:N_SHOWN].tolist():
        print(f"| `{VISUAL[i]}` | {visual[i]:.1%} |")


def main() -> None:
    """Render, train, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--snapshots", type=Path, required=True, help="folder of what was rendered")
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--trees", type=int, default=TrainOptions().n_trees)
    parser.add_argument("--json", type=Path, help="write the word-F1 of each page by seed")
    given = parser.parse_args()
    given.snapshots.mkdir(parents=True, exist_ok=True)
    gold = read_corpus(given.corpus, sets=[SET], limit_per_set=given.pages)
    usable = [page for page in gold if page.ranked and page.gold_text]
    pages = [both_features(page, snapshot) for page, snapshot in snapshots(usable, given.snapshots)]
    examples = [page.example for page in pages]
    options = TrainOptions(n_trees=given.trees, n_threads=1)
    print(f"{len(pages)} pages, {len({site_of(example) for example in examples})} sites", flush=True)
    found = {name: scores(examples, columns, options, given.seeds) for name, columns in variants().items()}
    if given.json:
        by_page = {page.id: {name: runs[:, i].tolist() for name, runs in found.items()}
                   for i, page in enumerate(examples)}  # fmt: skip
        given.json.write_text(json.dumps(by_page, indent=1), encoding="utf-8")
    print_scores(pages, found)
    print_gain(examples, options)


if __name__ == "__main__":
    main()
