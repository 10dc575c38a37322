"""Every method on every page of a corpus: no exception, no slow page, the same output twice.

    python scripts/check_corpus.py ../shared/corpus --jobs 2
    python scripts/check_corpus.py CORPUS --step 5 --markdown ../shared/corpus_transfer --offsets 60 --gate

Prints a row per method; ends with 1 when a page fails. With ``--step N`` the second run, and the methods but
the default, take every Nth page. With ``--markdown`` the Markdown of these pages and of further corpora is
judged as by check_markdown.py, with ``--offsets N`` every Nth page is cut as by check_offsets.py, and with
``--gate`` the methods' texts of its pages are scored as by gate.py: in the same pass, since reading a corpus
and extracting its pages takes longer than judging.
"""

from __future__ import annotations

import argparse
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

from scripts import check_markdown, check_offsets, gate

import maintext
from maintext.errors import MaintextError
from maintext.lab.evaluate import GoldPage, PageResult, read_corpus
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
    gated: frozenset[tuple[str, str]]  # sets and ids of pages whose texts are scored


@dataclass(frozen=True)
class Seen:
    """What came of one page."""

    checks: list[Check]
    markdown: check_markdown.Found | None
    offsets: check_offsets.Check | None
    scores: list[PageResult]


def check_page(task: Task, numbered: tuple[int, GoldPage]) -> Seen:
    """Run the methods on one page: the default from bytes to every form, the others to text."""
    number, page = numbered
    is_repeated, is_gated = number % task.step == 0, (page.set, page.id) in task.gated
    parsed = maintext.parse(page.html, page.url) if is_repeated or is_gated else None
    checks: list[Check] = []
    forms, texts = {"text": "", "markdown": ""}, {}
    run_check = partial(check, task.max_s, page.id, is_repeated=is_repeated)
    for method in task.methods:
        if method == DEFAULT_METHOD:
            done, made = run_check(method, partial(every_form, page))
            forms = json.loads(made) if made else forms
            texts[method] = forms["text"]
        elif parsed is not None:
            done, texts[method] = run_check(method, partial(gate.text, parsed, method))
        else:
            continue
        checks.append(done)
    is_cut = task.offsets_step and number % task.offsets_step == 0
    return Seen(
        checks,
        check_markdown.judged(page, forms["markdown"]) if task.has_markdown else None,
        check_offsets.check(page) if is_cut else None,
        gate.scores(page, texts) if is_gated else [],
    )


def every_form(page: GoldPage) -> str:
    """All that the default method gives."""
    return maintext.extract(page.html, page.url).to_json()


def check(
    max_s: float, page: str, method: str, output: Callable[[], str], *, is_repeated: bool
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
    parser.add_argument("--gate", action="store_true", help="no method's word-F1 below its floor")
    parser.add_argument("--offsets", type=int, default=0, metavar="N", help="cut every Nth page")
    given = parser.parse_args()
    methods, has_markdown = given.methods.split(","), given.markdown is not None
    if has_markdown and DEFAULT_METHOD not in methods:
        parser.error(f"--markdown is of the method {DEFAULT_METHOD}: add it to --methods")
    sample, digest = gate.read_sample(given.corpus) if given.gate else ([], "")
    gated = frozenset((page.set, page.id) for page in sample)
    del sample  # a few hundred pages, which come again
    task = Task(methods, given.step, given.max_s, has_markdown, given.offsets, gated)
    seen = list(run(given.corpus, task, given.jobs))
    failed = [report([check for one in seen for check in one.checks], methods)]
    if has_markdown:
        more = check_markdown.run(given.markdown, None, given.jobs)
        failed.append(check_markdown.report(chain((one.markdown for one in seen if one.markdown), more)))
    if given.offsets:
        failed.append(check_offsets.report([one.offsets for one in seen[:: given.offsets]]))
    if given.gate:
        scores = (score for one in seen for score in one.scores)
        failed.append(gate.report(gate.read_floors(), gate.measured(digest, scores)))
    return int(any(failed))


if __name__ == "__main__":
    sys.exit(main())
