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
be refused, so false alarms are counted without them too. A page has an example's template if half of the ids
and classes that one of the two has stand in both (names with digits left out). Pages of one template have .83
to 1 in common there, those of two 0 to .35.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import mean

from maintext.api import extract
from maintext.html import parse
from maintext.lab.evaluate import read_corpus, word_f1
from maintext.lab.evaluate.corpus import GoldPage
from maintext.options import Options
from maintext.render import render_text
from maintext.sites.wrapper import ExamplePage, LearnOptions, Wrapper, apply_wrapper, learn_wrapper
from maintext.sites.wrapper.apply import select_body
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
    n_unlike: int = 0  # pages of a template that no example has
    n_unlike_refused: int = 0
    n_unlike_false: int = 0
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


def forced_f1(wrapper: Wrapper, page: GoldPage, options: Options) -> float:
    """F1 of what a wrapper keeps on a page that it refused."""
    parsed = parse(page.html)
    default = extract(page.html, options=options).selection
    return f1(render_text(parsed, select_body(PageIndex(parsed), wrapper.body, default)), page)


def element_names(page: GoldPage) -> set[str]:
    """Return the ids and classes of a page, those with digits left out."""
    parsed = parse(page.html)
    values = (value for name in ("id", "class") for value in parsed.values(name).values())
    return {name for value in values for name in value.split() if not any(map(str.isdigit, name))}


def likeness(first: set[str], second: set[str]) -> float:
    """Return the share of the names of two pages that stand in both."""
    return len(first & second) / max(1, len(first | second))


def f1(text: str, page: GoldPage) -> float:
    """Word-F1 of a text."""
    return word_f1(text, page.gold_text or "").f1


def measure(
    sites: dict[str, list[GoldPage]], site: str, k: int, given: argparse.Namespace, source: str
) -> Figures:
    """Learn from k pages of a site, several times, and apply to the rest and to other sites."""
    options = Options(method_options={"model": given.model} if given.model else {})
    figures, pages = Figures(), sites[site]
    others = [page for name, some in sites.items() if name != site for page in some]
    names = {page.id: element_names(page) for page in pages}
    default = {page.id: f1(extract(page.html, options=options).text, page) for page in pages}
    for draw in range(given.draws):
        rng = random.Random(f"{site} {k} {draw}")  # noqa: S311 - a draw that can be repeated
        chosen = rng.sample(pages, k)
        start = time.process_time()
        examples = [
            ExamplePage(html=page.html, text=page.gold_text if source == "texts" else None) for page in chosen
        ]
        wrapper = learn_wrapper(examples, LearnOptions(site=site, rest=given.rest), extraction=options)
        figures.learn_s += time.process_time() - start
        figures.kinds.append(wrapper.body.rest)
        rest = [page for page in pages if page not in chosen]
        scores = []
        for page in rest:
            result = apply_wrapper(wrapper, page.html, options=options)
            scores.append(f1(result.document.text, page))
            figures.n_pages += 1
            is_unlike = all(likeness(names[page.id], names[example.id]) < _ALIKE for example in chosen)
            figures.n_unlike += is_unlike
            figures.n_unlike_refused += is_unlike and result.is_drifted
            if result.is_drifted:
                figures.n_refused += 1
                is_false = forced_f1(wrapper, page, options) >= default[page.id]
                figures.n_false += is_false
                figures.n_unlike_false += is_unlike and is_false
                if given.verbose:
                    said = ("FALSE " * is_false) + ("other template " * is_unlike)
                    print("  refused", page.id, said, result.drift)
        figures.draws.append(mean(scores))
        figures.defaults.append(mean(default[page.id] for page in rest))
        for page in rng.sample(others, given.others):
            result = apply_wrapper(wrapper, page.html, options=options)
            figures.n_others += 1
            figures.n_detected += result.is_drifted
            if given.verbose and not result.is_drifted:
                print("  not noticed", page.id)
    return figures


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
    n_unlike, n_unlike_refused = sum(one.n_unlike for one in some), sum(one.n_unlike_refused for one in some)
    n_false = sum(one.n_false - one.n_unlike_false for one in some)
    below = sum(mean(one.draws) < mean(one.defaults) - _SAME for one in some)
    print(
        f"\nmean of sites: wrapper {mean(mean(one.draws) for one in some):.4f}, "
        f"worst draw {mean(min(one.draws) for one in some):.4f}, "
        f"default {mean(mean(one.defaults) for one in some):.4f}; "
        f"sites below the default {below}/{len(some)}; "
        f"refused {sum(one.n_refused for one in some) / n_pages:.2%}, "
        f"false alarms {sum(one.n_false for one in some) / n_pages:.2%} of {n_pages} pages; "
        f"of templates of an example {n_false / max(1, n_pages - n_unlike):.2%} of {n_pages - n_unlike}; "
        f"of other templates {n_unlike_refused} of {n_unlike} refused; "
        f"drift noticed {sum(one.n_detected for one in some) / n_others:.2%} of {n_others}; "
        f"learning {sum(one.learn_s for one in some) / sum(len(one.draws) for one in some):.2f} s CPU",
        flush=True,
    )


_ALIKE = 0.5
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
    sites = read_sites(given.corpus, given.name, given.least_pages)
    wanted = given.sites.split(",") if given.sites else list(sites)
    for source in given.sources.split(","):
        for k in map(int, given.k.split(",")):
            figures = {site: measure(sites, site, k, given, source) for site in wanted}
            report(figures, f"from {source}, k = {k}")


if __name__ == "__main__":
    main()
