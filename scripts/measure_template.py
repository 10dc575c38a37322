"""Measure page templates: clustering, the method ``template``, and several pages of a site at hand.

    python scripts/measure_template.py ../shared/corpus               # clustering and template: a minute
    python scripts/measure_template.py ../shared/corpus --prior       # the prior as well: trains six models

The pages are those of the set ``daniel``, grouped by host. Prints Markdown for docs/sites-template.md.
The prior is measured with models that have not seen a page's site (cross-validated), and with one that has
seen no page of the set (left out); ``--probabilities FILE`` keeps theirs for the next run.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
import zlib
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.api import select
from maintext.classify.features.context import BlockContext
from maintext.classify.model.decision import max_expected_f1_set, shift_log_odds
from maintext.html import parse
from maintext.lab.evaluate import read_corpus, word_f1
from maintext.lab.train import Example, TrainOptions, build_examples
from maintext.lab.train.cross_validation import probabilities
from maintext.lab.train.dataset import registered_domain
from maintext.lab.train.fit import fit
from maintext.render import render_text
from maintext.sites.template import (
    ClusterOptions,
    TemplateOptions,
    cluster_pages,
    find_layout,
    select_cluster,
    select_together,
    similarities,
)
from maintext.sites.template.cluster import LINKAGES
from maintext.sites.template.keys import page_title
from maintext.sites.template.prior import STRENGTH, n_titles_with, prior_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.html import Page
    from maintext.lab.evaluate import GoldPage
    from maintext.selection import Selection

SET = "daniel"
LANGUAGES = ("zh", "en", "el", "pl", "ru")
SINGLE = ("learned", "main_subtree", "text_density", "html2article")
STRENGTHS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
AT_HAND = (2, 5, 10, None)
N_FOLDS = 5


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print Markdown."""
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(f"{c:.3f}" if isinstance(c, float) else str(c) for c in row) + " |")
    print()


def purity(names: Sequence[str], of_page: Sequence[int]) -> float:
    """Share of the pages that are of the most frequent name of their cluster."""
    groups: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for name, number in zip(names, of_page, strict=True):
        groups[number][name] += 1
    return sum(group.most_common(1)[0][1] for group in groups.values()) / len(names)


def with_mate(hosts: Sequence[str], of_page: Sequence[int]) -> int:
    """Pages whose cluster has another page of their host."""
    count = Counter(zip(hosts, of_page, strict=True))
    return sum(n for n in count.values() if n > 1)


def clustering_row(name: str, golds: Sequence[GoldPage], pages: Sequence[Page], **changes: Any) -> list[Any]:
    """Measure one clustering."""
    start = time.process_time()
    found = cluster_pages(pages, ClusterOptions(**changes))
    spent = time.process_time() - start
    hosts, of_page = [gold.site for gold in golds], found.of_page.tolist()
    pure = purity(hosts, of_page), purity(list(map(registered_domain, hosts)), of_page)
    single = sum(len(cluster.pages) == 1 for cluster in found.clusters)
    return [name, len(pages), len(found.clusters), single, *pure, with_mate(hosts, of_page), f"{spent:.1f} s"]


def measure_clustering(golds: Sequence[GoldPage], pages: Sequence[Page]) -> None:
    """Purity, mates and time."""
    hosts = Counter(gold.site for gold in golds)
    thirty = {host for host, _ in hosts.most_common(30)}
    some = [i for i, gold in enumerate(golds) if gold.site in thirty]
    some = [some[i * len(some) // 500] for i in range(500)]
    head = (
        "pages of",
        "pages",
        "clusters",
        "of one page",
        "purity by host",
        "by domain",
        "with a mate",
        "CPU",
    )
    few = clustering_row("30 sites", [golds[i] for i in some], [pages[i] for i in some])
    rows = [few, clustering_row("all sites", golds, pages)]
    for attributes in ("class", "names", "all", "none"):
        for cut in (0.3, 0.5, 0.6, 0.7):
            name = f"all, {attributes}, cut {cut}"
            rows.append(clustering_row(name, golds, pages, attributes=attributes, cut=cut))
    rows += [clustering_row(f"all, linkage {how}", golds, pages, linkage=how) for how in LINKAGES[1:]]
    table(head, rows)
    print(f"{sum(n for n in hosts.values() if n > 1)} pages have another of their host.\n")


def score(golds: Sequence[GoldPage], pages: Sequence[Page], found: Sequence[Selection]) -> np.ndarray:
    """Precision, recall and word-F1 of every page."""
    texts = (render_text(page, selection) for page, selection in zip(pages, found, strict=True))
    scores = (word_f1(text, gold.gold_text or "") for text, gold in zip(texts, golds, strict=True))
    return np.array([(s.precision, s.recall, s.f1) for s in scores])


def measure_template(golds: Sequence[GoldPage], pages: Sequence[Page]) -> None:
    """Compare the method with single-page methods, on the pages that have a neighbour."""
    clustering = cluster_pages(pages)
    found: dict[str, np.ndarray] = {}
    usable = np.ones(len(pages), dtype=np.bool_)
    for name, options in (
        ("template", TemplateOptions()),
        ("template, 1 neighbour", TemplateOptions(n_neighbours=1)),
        ("template, 5 neighbours", TemplateOptions(n_neighbours=5)),
        ("template, anywhere", TemplateOptions(place="anywhere")),
        ("template, links kept", TemplateOptions(links="keep")),
        ("template, position, links kept", TemplateOptions(place="position", links="keep")),
        ("the source", TemplateOptions(place="position", links="keep", n_neighbours=1)),
    ):
        selections = select_cluster(pages, options, clustering)
        usable &= [selection.facts["n_neighbours"] > 0 for selection in selections]
        found[name] = score(golds, pages, selections)
    found |= {name: score(golds, pages, [select(page, name) for page in pages]) for name in SINGLE}
    langs = np.array([gold.lang for gold in golds])
    print(f"{int(usable.sum())} pages have a neighbour of another title in their cluster.\n")
    rows = []
    for name, values in found.items():
        own = values[usable]
        by_lang = [float(values[usable & (langs == lang), 2].mean()) for lang in LANGUAGES]
        rows.append([name, *own.mean(axis=0).tolist(), float(np.median(own[:, 2])), *by_lang])
    table(("method", "P", "R", "F1", "median F1", *LANGUAGES), rows)
    by_site(golds, usable, found)


def by_site(golds: Sequence[GoldPage], usable: np.ndarray, found: dict[str, np.ndarray]) -> None:
    """P, R and F1 of the largest sites, numbered by size; how many reach the source's figure."""
    sites = np.array([gold.site for gold in golds])
    counts = Counter(sites[usable].tolist())
    rows, means = [], []
    for number, (site, n) in enumerate(counts.most_common(), 1):
        own = usable & (sites == site)
        values = found["template"][own].mean(axis=0).tolist()
        means.append(values[2])
        others = [float(found[name][own, 2].mean()) for name in ("the source", *SINGLE)]
        lang = golds[int(np.flatnonzero(own)[0])].lang
        rows.append([f"{lang} {number}", n, *values, *others])
        print(f"  {number} {site}", file=sys.stderr)
    table(("site", "pages", "P", "R", "F1", "the source's F1", *SINGLE), rows[:30])
    good = sum(mean >= 0.9567 for mean in means)
    print(f"{good} of {len(means)} sites reach .9567; mean over sites {fmean(means):.3f}\n")


def model_probabilities(corpus: Path, cache: Path | None) -> tuple[dict[str, Example], dict[str, Any]]:
    """Examples of the set by id, and what models that have not seen them say of their blocks."""
    if cache and cache.exists():
        examples, found = pickle.loads(cache.read_bytes())  # noqa: S301 - written by this script
        return examples, found
    every = build_examples(read_corpus(corpus))
    options = TrainOptions(n_threads=1)
    left_out = fit([e for e in every if e.set != SET], options)
    own = {e.id: e for e in every if e.set == SET}
    found = {
        "cross-validated": {e.id: p for e, p in probabilities(every, options) if e.set == SET},
        "left out": {e.id: left_out.probability(e.features) for e in own.values() if len(e.label)},
    }
    if cache:
        cache.write_bytes(pickle.dumps((own, found)))
    return own, found


def counts_at_hand(
    golds: Sequence[GoldPage], pages: Sequence[Page], n: int | None
) -> dict[str, tuple[np.ndarray, int]]:
    """For each page: the count of each block with n pages of its host at hand, and the other titles."""
    scenes = [BlockContext(page) for page in pages]
    titles = [page_title(page) for page in pages]
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for i, gold in enumerate(golds):
        groups[gold.site].append(i)
    found = {}
    for group in groups.values():
        alike = similarities([find_layout(pages[i]) for i in group])
        for at, i in enumerate(group):
            near = [group[j] for j in np.argsort(-alike[at], kind="stable").tolist() if j != at]
            chosen = [i, *near[: None if n is None else n - 1]]
            others = {titles[j] for j in chosen} - {titles[i]}
            found[golds[i].id] = n_titles_with([scenes[j] for j in chosen])[0], len(others)
    return found


def f1_of(example: Example, probability: np.ndarray, count: np.ndarray, strength: float) -> float:
    """Word-F1 of the best set of blocks."""
    if not len(probability):
        return 0.0
    p = shift_log_odds(probability, prior_of(count, strength)) if strength else probability
    return example.score(max_expected_f1_set(p, example.n_words))[2]


def measure_prior(corpus: Path, cache: Path | None, golds: Sequence[GoldPage], pages: Sequence[Page]) -> None:
    """F1 by number of pages at hand and by strength; the strength chosen on other sites."""
    examples, found = model_probabilities(corpus, cache)
    hand = {n: counts_at_hand(golds, pages, n) for n in AT_HAND}
    used = [gold for gold in golds if hand[None][gold.id][1] > 0]
    fold = np.array([zlib.crc32(registered_domain(gold.site).encode()) % N_FOLDS for gold in used])
    langs = np.array([gold.lang for gold in used])
    print(f"{len(used)} pages have another of their host with another title.\n")
    for model, of_page in found.items():
        rows, sweep = [], []
        for n in AT_HAND:
            counts = hand[n]
            f1 = np.array([
                [f1_of(examples[g.id], of_page.get(g.id, np.zeros(0)), counts[g.id][0], s) for s in STRENGTHS]
                for g in used
            ])  # fmt: skip
            best = [int(np.argmax(f1[fold != k].mean(axis=0))) for k in range(N_FOLDS)]
            ours = f1[np.arange(len(used)), [best[k] for k in fold]]
            fixed = f1[:, STRENGTHS.index(STRENGTH)]
            name = f"{n or 'all'}"
            change = f"{(fixed > f1[:, 0] + 1e-9).sum()} / {(fixed < f1[:, 0] - 1e-9).sum()}"
            for kind, values in (
                ("alone", f1[:, 0]),
                ("strength 2", fixed),
                ("strength of other sites", ours),
            ):
                by_lang = [float(values[langs == lang].mean()) for lang in LANGUAGES]
                rows.append(
                    [name, kind, float(values.mean()), *by_lang, change if kind == "strength 2" else ""]
                )
            sweep.append([name, *f1.mean(axis=0).tolist(), " ".join(f"{STRENGTHS[i]:g}" for i in best)])
        print(f"Model: {model}\n")
        table(("pages at hand", "", "F1", *LANGUAGES, "pages better / worse"), rows)
        table(("pages at hand", *(f"{s:g}" for s in STRENGTHS), "best on the other sites, by fold"), sweep)


def measure_shipped(golds: Sequence[GoldPage], pages: Sequence[Page]) -> None:
    """What the shipped model keeps, alone and with all pages of a host at hand; it was trained on these."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for i, gold in enumerate(golds):
        groups[gold.site].append(i)
    several = [group for group in groups.values() if len(group) > 1]
    order = [i for group in several for i in group]
    together = [s for group in several for s in select_together([pages[i] for i in group])]
    own_golds, own_pages = [golds[i] for i in order], [pages[i] for i in order]
    langs = np.array([gold.lang for gold in own_golds])
    rows = []
    for name, found in (("alone", [select(page) for page in own_pages]), ("together", together)):
        values = score(own_golds, own_pages, found)
        by_lang = [float(values[langs == lang, 2].mean()) for lang in LANGUAGES]
        rows.append([name, len(order), *values.mean(axis=0).tolist(), *by_lang])
    print("Shipped model, the whole method\n")
    table(("", "pages", "P", "R", "F1", *LANGUAGES), rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--prior", action="store_true", help="measure the prior as well")
    parser.add_argument("--only-prior", action="store_true", help="measure nothing else")
    parser.add_argument("--probabilities", type=Path, help="file to keep the models' probabilities in")
    given = parser.parse_args(arguments)
    golds = list(read_corpus(given.corpus, sets=[SET]))
    pages = [parse(gold.html) for gold in golds]
    if not given.only_prior:
        measure_clustering(golds, pages)
        measure_template(golds, pages)
    if given.prior or given.only_prior:
        measure_prior(given.corpus, given.probabilities, golds, pages)
        measure_shipped(golds, pages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
