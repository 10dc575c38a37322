"""Every method on every page of a corpus: no exception, no slow page, the same output twice.

    python scripts/check_corpus.py ../shared/corpus --jobs 2
    python scripts/check_corpus.py CORPUS --step 5 --markdown ../shared/corpus_transfer --offsets 60

Prints a row per method; ends with 1 when a page fails. With ``--step N`` the second run, and the methods but
the default, take every Nth page. With ``--markdown`` the Markdown of these pages and of further corpora is
judged as by check_markdown.py, with ``--offsets N`` every Nth page is cut as by check_offsets.py: in the same
pass, since reading a corpus and extracting its pages takes longer than judging.
"""

from __future__ import annotations

import argparse
import html
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts import check_markdown, check_offsets

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


@dataclass(frozen=True)
class Task:
    """What to do with the pages."""

    methods: list[str]
    step: int
    max_s: float
    has_markdown: bool
    offsets_step: int


@dataclass(frozen=True)
class Seen:
    """What came of one page."""

    checks: list[Check]
    markdown: check_markdown.Found | None
    offsets: check_offsets.Check | None


def check_page(task: Task, numbered: tuple[int, GoldPage]) -> Seen:
    """Run the methods on one page: the default from bytes to every form, the others to text."""
    number, page = numbered
    parsed = maintext.parse(page.html, page.url)
    checks, markdown, is_taken = [], "", number % task.step == 0
    for method in task.methods:
        is_default = method == DEFAULT_METHOD
        if not (is_default or is_taken):
            continue
        output = partial(every_form, page) if is_default else partial(text, parsed, method)
        done, made = check(method, task.max_s, page.id, output, is_repeated=is_taken)
        checks.append(done)
        if is_default and made:
            markdown = json.loads(made)["markdown"]
    found = (page.set, page.id, check_markdown.blemishes(markdown, html.unescape(page.html)))
    is_cut = task.offsets_step and number % task.offsets_step == 0
    cut = check_offsets.check(page) if is_cut else None
    return Seen(checks, found if task.has_markdown else None, cut)


def every_form(page: GoldPage) -> str:
    """All that the default method gives."""
    return maintext.extract(page.html, page.url).to_json()


def text(page: maintext.Page, method: str) -> str:
    """The text that a method gives; all methods are rendered in one way."""
    return maintext.Document(page, maintext.select(page, method), maintext.Options(method=method)).text


def check(
    method: str, max_s: float, page: str, output: Callable[[], str], *, is_repeated: bool
) -> tuple[Check, str]:
    """Make an output, once or twice; return what is to say, and the output."""
    started = time.process_time()
    first = ""
    try:
        first = output()
        cpu_s = time.process_time() - started
        second = output() if is_repeated else first
    except (MaintextError, ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
        failure = f"{type(error).__name__}: {error}"
        return Check(method, page, time.process_time() - started, failure), first
    problem = f"took {cpu_s:.2f} s" if cpu_s > max_s else None
    if first != second:
        problem = "the second run gave another output"
    return Check(method, page, cpu_s, problem), first


def run(corpus: str, task: Task, n_jobs: int) -> Iterator[Seen]:
    """Check all pages in several processes, in corpus order."""
    with ProcessPoolExecutor(n_jobs) as pool:
        pages = enumerate(read_corpus(corpus))
        # map takes all it is given at once, and a corpus is large.
        while batch := list(islice(pages, 256)):
            yield from pool.map(partial(check_page, task), batch, chunksize=8)


def report(checks: list[Check], methods: list[str]) -> bool:
    """Print a row per method and the pages that failed; return whether there are any."""
    for method in methods:
        mine = [c for c in checks if c.method == method]
        mean_ms = sum(c.cpu_s for c in mine) / len(mine) * 1e3
        slowest = max(mine, key=lambda c: c.cpu_s)
        n_bad = sum(c.problem is not None for c in mine)
        print(f"{method:16} {len(mine)} pages  {n_bad} failed  mean {mean_ms:.1f} ms", end="  ")
        print(f"slowest {slowest.cpu_s:.2f} s {slowest.page}")
    bad = [c for c in checks if c.problem]
    for c in bad[:20]:
        print(f"FAILED {c.method} {c.page}: {c.problem}")
    return bool(bad)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--methods", default=",".join(method.id for method in maintext.catalogue()))
    parser.add_argument(
        "--step", type=int, default=1, metavar="N", help="a second run, other methods: every Nth page"
    )
    parser.add_argument("--max-s", type=float, default=2.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--markdown", nargs="*", metavar="CORPUS", help="judge Markdown, of these too")
    parser.add_argument("--offsets", type=int, default=0, metavar="N", help="cut every Nth page")
    given = parser.parse_args()
    methods, has_markdown = given.methods.split(","), given.markdown is not None
    if has_markdown and DEFAULT_METHOD not in methods:
        parser.error(f"--markdown is of the method {DEFAULT_METHOD}: add it to --methods")
    task = Task(methods, given.step, given.max_s, has_markdown, given.offsets)
    seen = list(run(given.corpus, task, given.jobs))
    failed = [report([check for one in seen for check in one.checks], methods)]
    if has_markdown:
        more = check_markdown.run(given.markdown, None, given.jobs)
        failed.append(check_markdown.report(chain((one.markdown for one in seen if one.markdown), more)))
    if given.offsets:
        failed.append(check_offsets.report([one.offsets for one in seen[:: given.offsets]]))
    return int(any(failed))


if __name__ == "__main__":
    sys.exit(main())
