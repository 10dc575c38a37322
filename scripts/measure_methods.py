"""Word-F1 and time of every method, for the catalogue and the pages in docs/methods.

    python scripts/measure_methods.py ../shared/corpus                    # all pages
    python scripts/measure_methods.py ../shared/corpus --limit 60         # an even sample of each set
    python scripts/measure_methods.py ../shared/corpus --methods a,b      # these anew, the others as they are

Writes src/maintext/classify/methods/figures.json; run  python scripts/make_docs.py  afterwards. A page is
parsed once for all methods. The time is that of the method alone: not of parsing, of the columns that every
method needs, of reading a model, or of writing the text.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from functools import cache, lru_cache, partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from maintext.api import select
from maintext.classify.methods import Variant, get_method
from maintext.classify.methods.catalogue import METHODS
from maintext.html import Page, parse
from maintext.lab.evaluate import PageResult, evaluate, read_corpus, summarise
from maintext.lab.evaluate.run import Timed
from maintext.options import Options
from maintext.render import render_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maintext.lab.evaluate import GoldPage

FIGURES = Path(__file__).parents[1] / "src/maintext/classify/methods/figures.json"
NO_LIMITS = Options(max_bytes=10**9, max_nodes=10**8)
MIN_PAGES = 10  # of a language
WARM_UP = "<title>One</title><nav><a href=/>Home</a></nav><p>One sentence of a few words, and a second one."


@lru_cache(maxsize=1)
def parsed(html: str, url: str | None) -> Page:
    """Return the page of the moment with the flags that every method reads."""
    page = parse(html, url, options=NO_LIMITS)
    _ = (page.is_text, page.is_hidden, page.is_anchor, page.is_link)
    return page


@cache
def warmed_up(method: str) -> str:
    """Return the id of a method that has read its model in this process."""
    select(parse(WARM_UP), method)
    return method


def timed_text(method: str, gold: GoldPage) -> Timed:
    """Return the text of a method on a gold page, and the milliseconds of the method alone."""
    page = parsed(gold.html, gold.url)
    method = warmed_up(method)
    start = time.process_time()
    selection = select(page, method)
    cpu_ms = (time.process_time() - start) * 1000
    return Timed(render_text(page, selection), cpu_ms)


def figures_of(results: Sequence[PageResult]) -> dict[str, Any]:
    """Return what :class:`maintext.classify.methods.catalogue.Figures` is read from."""
    scores = summarise(results)
    sets = {s.set: s.n_scored for s in scores if s.kind == "set" and s.n_scored}
    ranked = [r for r in results if r.ranked and r.f1 is not None]
    systems = list(dict.fromkeys(r.system for r in results))
    n_by_lang: dict[str, int] = defaultdict(int)
    for result in ranked:
        n_by_lang[result.lang] += result.system == systems[0]
    by_size = sorted(n_by_lang.items(), key=lambda item: (-item[1], item[0]))
    languages = {lang: n for lang, n in by_size if n >= MIN_PAGES}
    return {
        "n_pages": len(results) // len(systems),
        "overall": sum(r.system == systems[0] for r in ranked),
        "sets": sets,
        "languages": languages,
        "alarm_sets": list(dict.fromkeys(s.set for s in scores if s.alarm_only and s.kind == "set")),
        "methods": {name: method_figures(name, results, list(sets), list(languages)) for name in systems},
    }


def method_figures(
    name: str, results: Iterable[PageResult], sets: Sequence[str], languages: Sequence[str]
) -> dict[str, Any]:
    """Return the figures of one method."""
    own = [r for r in results if r.system == name]
    scored = [r for r in own if r.f1 is not None]
    ranked = [r for r in scored if r.ranked]
    return {
        "overall": mean_f1(ranked),
        "sets": {s: mean_f1(r for r in scored if r.set == s) for s in sets},
        "languages": {lang: mean_f1(r for r in ranked if r.lang == lang) for lang in languages},
        "ms": round(fmean(r.cpu_ms for r in own), 2),
        "n_crashed": sum(r.error is not None for r in own),
        "trained_here": not Variant(name).learned_sets.isdisjoint(r.set for r in own),
    }


def mean_f1(results: Iterable[PageResult]) -> float | None:
    """Mean word-F1 to three digits."""
    values = [r.f1 for r in results if r.f1 is not None]
    return round(fmean(values), 3) if values else None


def joined(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return new figures with the old ones of other methods, in the order of the catalogue.

    They must be of the same pages.
    """
    if any(old[key] != new[key] for key in old.keys() - {"methods"}):
        sys.exit("the figures in the file are of other pages: measure all methods")
    methods = old["methods"] | new["methods"]
    return new | {"methods": {name: methods[name] for name in METHODS if name in methods}}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--limit", type=int, help="at most this many pages of a set, evenly spread")
    parser.add_argument("--methods", help="only these, separated by commas")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--output", type=Path, default=FIGURES, help="file to write")
    given = parser.parse_args(arguments)
    names = [get_method(name).id for name in given.methods.split(",")] if given.methods else list(METHODS)
    systems = {name: partial(timed_text, name) for name in names}
    pages = read_corpus(given.corpus, limit_per_set=given.limit)
    figures = figures_of(evaluate(systems, pages, n_jobs=given.jobs))
    if given.methods and given.output.exists():
        figures = joined(json.loads(given.output.read_text("utf-8")), figures)
    given.output.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
