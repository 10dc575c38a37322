"""Every method on every page of a corpus: no exception, no slow page, the same output twice.

    python scripts/check_corpus.py ../shared/corpus --jobs 2

Prints a row per method; ends with 1 when a page fails.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import maintext
from maintext.errors import MaintextError
from maintext.lab.evaluate import GoldPage, read_corpus
from maintext.options import DEFAULT_METHOD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True)
class Check:
    """What one method did on one page."""

    method: str
    page: str
    cpu_s: float
    problem: str | None


def check_page(methods: list[str], max_s: float, page: GoldPage) -> list[Check]:
    """Run each method twice on one page: the default from bytes to every form, the others to text."""
    parsed = maintext.parse(page.html, page.url)
    checks = []
    for method in methods:
        output = partial(every_form, page) if method == DEFAULT_METHOD else partial(text, parsed, method)
        checks.append(check(method, max_s, page.id, output))
    return checks


def every_form(page: GoldPage) -> str:
    """All that the default method gives."""
    return maintext.extract(page.html, page.url).to_json()


def text(page: maintext.Page, method: str) -> str:
    """The text that a method gives; all methods are rendered in one way."""
    return maintext.Document(page, maintext.select(page, method), maintext.Options(method=method)).text


def check(method: str, max_s: float, page: str, output: Callable[[], str]) -> Check:
    """Make an output twice."""
    started = time.process_time()
    try:
        first = output()
        cpu_s = time.process_time() - started
        second = output()
    except (MaintextError, ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
        return Check(method, page, time.process_time() - started, f"{type(error).__name__}: {error}")
    if first != second:
        return Check(method, page, cpu_s, "the second run gave another output")
    if cpu_s > max_s:
        return Check(method, page, cpu_s, f"took {cpu_s:.2f} s")
    return Check(method, page, cpu_s, None)


def run(corpus: str, methods: list[str], max_s: float, n_jobs: int) -> Iterator[Check]:
    """Check all pages in several processes, in corpus order."""
    with ProcessPoolExecutor(n_jobs) as pool:
        pages = read_corpus(corpus)
        # map takes all it is given at once, and a corpus is large.
        while batch := list(islice(pages, 256)):
            for checks in pool.map(partial(check_page, methods, max_s), batch, chunksize=8):
                yield from checks


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    parser.add_argument("--methods", default=",".join(method.id for method in maintext.catalogue()))
    parser.add_argument("--max-s", type=float, default=2.0)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    checks = list(run(given.corpus, given.methods.split(","), given.max_s, given.jobs))
    for method in given.methods.split(","):
        mine = [c for c in checks if c.method == method]
        mean_ms = sum(c.cpu_s for c in mine) / len(mine) * 1e3
        slowest = max(mine, key=lambda c: c.cpu_s)
        n_bad = sum(c.problem is not None for c in mine)
        print(f"{method:16} {len(mine)} pages  {n_bad} failed  mean {mean_ms:.1f} ms", end="  ")
        print(f"slowest {slowest.cpu_s:.2f} s {slowest.page}")
    bad = [c for c in checks if c.problem]
    for c in bad[:20]:
        print(f"FAILED {c.method} {c.page}: {c.problem}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
