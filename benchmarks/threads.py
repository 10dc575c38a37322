"""Wall time on one thread, on several threads and in several processes.

    python benchmarks/threads.py CORPUS/a.jsonl.xz:60

The three take turns in rounds over the same pages; the best round of each counts, since other
processes can only make a round slower. On a machine that is busy with other things the figures say
little: a thread more gets a larger part of the processors. So the cores that were kept busy (CPU
time over wall time) and the load are printed as well. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import sysconfig
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import turbohtml
from benchmarks import machine
from benchmarks.sources import HELP, read_pages, source

import maintext

if TYPE_CHECKING:
    from collections.abc import Sequence

ONE = "1 thread"
MIN_TIMES = 1.7
"""Target: pages a second of two threads extracting, over those of one."""


def length(html: str) -> int:
    """Extract a page; the length of its text, which is cheap to send between processes."""
    return len(maintext.extract(html).text)


def bare_parse(html: str) -> int:
    """Let the parser library build a tree; the number of its paragraphs."""
    return len(turbohtml.parse(html, positions=False).find_all("p"))


def parse_only(html: str) -> int:
    """Parse a page into columns; the number of its rows."""
    return len(maintext.parse(html))


TASKS = {"bare parse": bare_parse, "parse": parse_only, "extract": length}


def one_round(executor: Executor, task: str, pages: Sequence[str]) -> tuple[float, float, int]:
    """Wall seconds and CPU seconds of this process for all pages, and the sum of the answers."""
    cpu, wall = time.process_time(), time.perf_counter()
    answers = sum(executor.map(TASKS[task], pages))
    return time.perf_counter() - wall, time.process_time() - cpu, answers


def measure(
    task: str, pages: Sequence[str], n_workers: int, n_rounds: int
) -> dict[str, list[tuple[float, float, int]]]:
    """Rounds of each way, in turns; all must give the same answers."""
    with ExitStack() as stack:
        ways: dict[str, Executor] = {
            ONE: stack.enter_context(ThreadPoolExecutor(1)),
            f"{n_workers} threads": stack.enter_context(ThreadPoolExecutor(n_workers)),
            f"{n_workers} processes": stack.enter_context(
                ProcessPoolExecutor(n_workers, mp_context=multiprocessing.get_context("spawn"))
            ),
        }
        for executor in ways.values():
            one_round(executor, task, [*pages[:2], *pages[:2]])  # starts workers, reads models
        rounds: dict[str, list[tuple[float, float, int]]] = {name: [] for name in ways}
        for _ in range(n_rounds):
            for name, executor in ways.items():
                rounds[name].append(one_round(executor, task, pages))
    answers = {answer for rows in rounds.values() for _, _, answer in rows}
    if len(answers) != 1:
        raise RuntimeError(f"{task}: threads and processes do not give the same: {sorted(answers)}")
    return rounds


def report(task: str, n_pages: int, rounds: dict[str, list[tuple[float, float, int]]]) -> str:
    """A table with a row for each way, as Markdown."""
    best = {name: min(rows) for name, rows in rounds.items()}
    lines = [f"| {task} | pages a second | times one thread | cores kept busy |", "|---|--:|--:|--:|"]
    for name, (wall, cpu, _) in best.items():
        busy = "" if name.endswith("processes") else f"{cpu / wall:.2f}"  # their time is not this process's
        lines.append(f"| {name} | {n_pages / wall:.0f} | {best[ONE][0] / wall:.2f} | {busy} |")
    if task == "extract":
        threads = next(name for name in best if name.endswith("threads"))
        times = best[ONE][0] / best[threads][0]
        met = "yes" if times >= MIN_TIMES else "no"
        lines += ["", f"Target: two threads at least {MIN_TIMES} times one; {times:.2f}, met: {met}."]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=source, nargs="*", metavar="CORPUS[:N]", help=HELP)
    parser.add_argument("--workers", type=int, default=2, help="threads and processes [default: 2]")
    parser.add_argument("--rounds", type=int, default=7, help="[default: 7]")
    parser.add_argument("--json", type=Path, help="write the figures")
    given = parser.parse_args(arguments)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # of the processes; here numpy is loaded already
    facts: dict[str, Any] = machine.facts() | {"load before": machine.load_average()}
    facts["gil"] = not sysconfig.get_config_var("Py_GIL_DISABLED")
    pages = [html for _, _, html, _ in read_pages(given.sources)]
    rounds = {task: measure(task, pages, given.workers, given.rounds) for task in TASKS}
    facts["load after"] = machine.load_average()
    print(f"{machine.sentence(facts)}; load {facts['load before']} to {facts['load after']}.\n")
    for task, rows in rounds.items():
        print(report(task, len(pages), rows))
    if given.json:
        given.json.write_text(json.dumps({"machine": facts, "rounds": rounds}, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
