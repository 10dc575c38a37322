"""Measure wrappers on sites with many pages: text of the pages not learned from, drift, false alarms.

    .venv/bin/python scripts/measure_wrappers.py CORPUS [--set daniel] [-k 1,2,3,4,5] [--draws 3]
        [--from texts,default] [--rest drop] [--model FILE] [--others 10] [--least-pages 8]

For every site of the set with enough pages, k pages are drawn at random, a wrapper is learned from them
(``--from texts``: their gold texts; ``default``: what the default method finds), and applied to the other
pages of the site and to some of other sites. A figure of a site is the mean over its pages and draws;
``worst`` is the worst draw.

The shipped model was trained on the development corpus: its figures on these pages are better than on new
sites. ``--model`` takes one that was trained without them (``maintext train CORPUS --sets …``).

A *refusal* is any page of the site that the wrapper refuses; a *false alarm* is one on which the wrapper's
text would have been at least as good as the default method's. Pages of a template that no example has are to
be refused, so false alarms are counted without them too, twice. A page is of an example's *kind* if people
gave both the same type (the set ``wcxb_dev``; all of ``daniel`` are articles). It has an example's *template*
if it is of its kind, and half of the ids and classes that one of the two has stand in both (names with digits
left out): those of the whole page, or those of the elements around most of the gold text. Neither looks at
what the wrapper learned.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean

import numpy as np

from maintext.api import extract
from maintext.document import Document
from maintext.html import Page
from maintext.html.blocks import find_blocks
from maintext.html.characters import WORDS
from maintext.lab.evaluate import read_corpus, word_f1
from maintext.lab.evaluate.corpus import GoldPage
from maintext.options import Options
from maintext.render import render_text
from maintext.sites.wrapper import ExamplePage, LearnOptions, Wrapper, learn_wrapper
from maintext.sites.wrapper.apply import rewrap, select_body
from maintext.sites.wrapper.selectors import PageIndex


@dataclass
class Figures:
    """What was counted for one site and one k."""

    draws: list[float] = field(default_factory=list)
    defaults: list[float] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    n_pages: int = 0
    n_refused: int = 0
    n_false: int = 0
    of_kind: list[bool] = field(default_factory=list)  # of pages of an example's kind: a false alarm
    of_template: list[bool] = field(default_factory=list)
    of_other_template: list[bool] = field(default_factory=list)  # of the others: refused
    n_others: int = 0
    n_detected: int = 0
    learn_s: float = 0.0


def read_sites(corpus: str, name: str, least: int) -> dict[str, list[GoldPage]]:
    """Pages of a set by site, sites with at least some pages."""
    sites: dict[str, list[GoldPage]] = defaultdict(list)
    for page in read_corpus(corpus, sets=[name]):
        if page.ranked and page.gold_text:
            sites[page.site].append(page)
    return {site: pages for site, pages in sorted(sites.items()) if len(pages) >= least}


def forced_f1(wrapper: Wrapper, document: Document, page: GoldPage) -> float:
    """F1 of what a wrapper keeps on a page that it refused."""
    index = PageIndex(document.page)
    return f1(render_text(document.page, select_body(index, wrapper.body, document.selection)), page)


class SitePage:
    """A page of a site, extracted by the default method, with its names."""

    def __init__(self, gold: GoldPage, options: Options) -> None:
        self.gold = gold
        self.document = extract(gold.html, options=options)
        self.f1 = f1(self.document.text, gold)
        page = self.document.page
        self._names = find_names(page, range(len(page)))
        self._names_around = find_names(page, rows_around(page, gold.gold_text or ""))

    def is_of_kind(self, other: SitePage) -> bool:
        """True if people gave both pages the same type."""
        return self.gold.page_type == other.gold.page_type

    def is_of_template(self, other: SitePage) -> bool:
        """True if both are of one kind and have half of their names, or of those around the text."""
        pairs = (self._names, other._names), (self._names_around, other._names_around)
        return self.is_of_kind(other) and any(2 * len(a & b) >= max(1, len(a | b)) for a, b in pairs)


def find_names(page: Page, rows: Iterable[int]) -> set[str]:
    """Return the ids and classes of elements, those with digits left out."""
    values = [page.values(name) for name in ("id", "class")]
    names = {name for row in rows for one in values for name in one.get(row, "").split()}
    return {name for name in names if not any(map(str.isdigit, name))}


def rows_around(page: Page, gold_text: str) -> list[int]:
    """Return the element with most of the gold text directly in its paragraphs, and those around it."""
    gold, n_words = " ".join(WORDS.findall(gold_text.lower())), Counter[int]()
    blocks = find_blocks(page)
    for row in np.flatnonzero(blocks.of_row >= 0).tolist():
        words = WORDS.findall(page.row_text(row).lower())
        if len(words) >= _TELLING and " ".join(words) in gold:
            n_words[int(page.parent[blocks.element[blocks.of_row[row]]])] += len(words)
    rows = [at for at, _ in n_words.most_common(1)]
    while rows and rows[-1] > 0:
        rows.append(int(page.parent[rows[-1]]))
    return rows


def f1(text: str, page: GoldPage) -> float:
    """Word-F1 of a text."""
    return word_f1(text, page.gold_text or "").f1


def measure(
    sites: Mapping[str, Sequence[SitePage]], site: str, k: int, given: argparse.Namespace, source: str
) -> Figures:
    """Learn from k pages of a site, several times, and apply to the rest and to other sites."""
    options = Options(method_options={"model": given.model} if given.model else {})
    figures, pages = Figures(), sites[site]
    others = [page for name, some in sites.items() if name != site for page in some]
    for draw in range(given.draws):
        rng = random.Random(f"{site} {k} {draw}")  # noqa: S311 - a draw that can be repeated
        chosen = rng.sample(pages, k)
        start = time.process_time()
        golds = [page.gold for page in chosen]
        examples = [
            ExamplePage(html=gold.html, text=gold.gold_text if source == "texts" else None) for gold in golds
        ]
        wrapper = learn_wrapper(examples, LearnOptions(site=site, rest=given.rest), extraction=options)
        figures.learn_s += time.process_time() - start
        figures.kinds.append(wrapper.body.rest)
        rest = [page for page in pages if page not in chosen]
        figures.draws.append(mean(apply(wrapper, page, chosen, figures, given.verbose) for page in rest))
        figures.defaults.append(mean(page.f1 for page in rest))
        for page in rng.sample(others, given.others):
            is_noticed = rewrap(wrapper, page.document).is_drifted
            figures.n_others += 1
            figures.n_detected += is_noticed
            if given.verbose and not is_noticed:
                print("  not noticed", page.gold.id)
    return figures


def apply(
    wrapper: Wrapper, page: SitePage, chosen: Sequence[SitePage], figures: Figures, verbose: bool
) -> float:
    """Apply a wrapper to a page, count what it says, and return the F1 of the result."""
    result = rewrap(wrapper, page.document)
    is_false = result.is_drifted and forced_f1(wrapper, page.document, page.gold) >= page.f1
    is_of_kind, is_of_template = any(map(page.is_of_kind, chosen)), any(map(page.is_of_template, chosen))
    figures.n_pages += 1
    figures.n_refused += result.is_drifted
    figures.n_false += is_false
    if is_of_kind:
        figures.of_kind.append(is_false)
    if is_of_template:
        figures.of_template.append(is_false)
    else:
        figures.of_other_template.append(result.is_drifted)
    if verbose and result.is_drifted:
        said = ("FALSE " * is_false) + ("other kind " * (not is_of_kind))
        print("  refused", page.gold.id, said + "other template " * (not is_of_template), result.drift)
    return f1(result.document.text, page.gold)


def report(all_figures: dict[str, Figures], title: str) -> None:
    """Print a table of sites and a line for all."""
    print(f"\n## {title}\n\n| site | wrapper | worst | default | rest | refused | false | others noticed |")
    print("|---|---|---|---|---|---|---|---|")
    for site, one in all_figures.items():
        w, d = mean(one.draws), mean(one.defaults)
        n_default = one.kinds.count("default")
        print(
            f"| {site}{' (below)' if w < d - _SAME else ''} | {w:.4f} | {min(one.draws):.4f} | {d:.4f} "
            f"| {n_default}/{len(one.kinds)} | {one.n_refused}/{one.n_pages} | {one.n_false} "
            f"| {one.n_detected}/{one.n_others} |"
        )
    some = list(all_figures.values())
    n_pages, n_others = sum(one.n_pages for one in some), sum(one.n_others for one in some)
    of_kind, of_template, of_other = (
        [is_it for one in some for is_it in getattr(one, name)]
        for name in ("of_kind", "of_template", "of_other_template")
    )
    below = sum(mean(one.draws) < mean(one.defaults) - _SAME for one in some)
    print(
        f"\nmean of sites: wrapper {mean(mean(one.draws) for one in some):.4f}, "
        f"worst draw {mean(min(one.draws) for one in some):.4f}, "
        f"default {mean(mean(one.defaults) for one in some):.4f}; "
        f"sites below the default {below}/{len(some)}; "
        f"refused {sum(one.n_refused for one in some) / n_pages:.2%}, "
        f"false alarms {sum(one.n_false for one in some) / n_pages:.2%} of {n_pages} pages; "
        f"{sum(of_kind)} of {len(of_kind)} of an example's kind, "
        f"{sum(of_template)} of {len(of_template)} of its template; "
        f"of other templates {sum(of_other)} of {len(of_other)} refused; "
        f"drift noticed {sum(one.n_detected for one in some) / n_others:.2%} of {n_others}; "
        f"learning {sum(one.learn_s for one in some) / sum(len(one.draws) for one in some):.2f} s CPU",
        flush=True,
    )


_TELLING = 8  # words of a text that stands in the gold text by no chance
_SAME = 5e-5  # of F1: what four digits do not show


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("corpus")
    parser.add_argument("--set", default="daniel", dest="name")
    parser.add_argument("-k", default="3")
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--from", default="texts", dest="sources")
    parser.add_argument("--model", default="")
    parser.add_argument("--rest", default="", help="Kind of rules: drop, default, or the better one.")
    parser.add_argument("--others", type=int, default=10)
    parser.add_argument("--least-pages", type=int, default=8)
    parser.add_argument("--sites", default="", help="Only these, separated by commas.")
    parser.add_argument("-v", "--verbose", action="store_true")
    given = parser.parse_args()
    options = Options(method_options={"model": given.model} if given.model else {})
    read = read_sites(given.corpus, given.name, given.least_pages)
    sites = {site: [SitePage(gold, options) for gold in golds] for site, golds in read.items()}
    wanted = given.sites.split(",") if given.sites else list(sites)
    for source in given.sources.split(","):
        for k in map(int, given.k.split(",")):
            figures = {site: measure(sites, site, k, given, source) for site in wanted}
            report(figures, f"from {source}, k = {k}")


if __name__ == "__main__":
    main()
