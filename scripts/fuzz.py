"""Fuzz everything that reads what others wrote: pages, lists, posts, feeds, sitemaps, rules, the shims.

    python scripts/fuzz.py [--minutes 10] [--inputs N] [--jobs 2] [--corpus ../shared/corpus] [--seed 1]

Each input is a pure function of the seed and its number: generated, mutated from small pages or, with a
corpus, from real ones. Every input is extracted; a share of them goes through each form and command of
``tests/hostile/forms.py``. Child processes do the work; one that dies or hangs is found by the parent, which
saves the input and goes on after it. Wrong are: any exception but a refusal, any warning, more CPU time than
``--limit``, another result the second time, memory that keeps growing. Ends with 1 when something was wrong;
the first failure of a kind is saved as FOUND/NUMBER.html, with the traceback as FOUND/NUMBER.txt.
``--only NUMBER`` runs one input in this process, in all forms; ``--minimise FILE`` makes the smallest page
that fails as a file does.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.hostile.exercise import ALL_FORMS, exercise, forms_of, signature
from tests.hostile.inputs import HostileInput, hostile_input

from maintext.lab.evaluate import read_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.sharedctypes import Synchronized

HUNG_S = 120.0  # wall-clock seconds after which a child is ended; machines may be busy
EVERY = 1_000  # inputs between two looks at memory
WARM = 20_000  # inputs after which memory should not grow: caches are full
MAX_GROWTH_MB = 64.0  # of a process from its warm state to its end
MIN_SIZE = 250_000  # characters or bytes from which on the limit grows: less has the limit of these
PAGE_BYTES = 60_000  # real pages larger than this are left out: an input should take milliseconds


@dataclass(slots=True)
class Run:
    """What was found so far."""

    found: Path
    make: Callable[[int], HostileInput]
    kinds: Counter[str] = field(default_factory=Counter)
    is_stopped: bool = False

    def stop(self, *_: object) -> None:
        """Let the run end, with its summary."""
        self.is_stopped = True

    def failed(self, number: int, what: str, details: str) -> None:
        """Note a failure; save the first of a kind."""
        self.kinds[what] += 1
        if self.kinds[what] > 1:
            return
        given = self.make(number)
        html = given.html if isinstance(given.html, bytes) else given.html.encode("utf-8", "surrogatepass")
        self.found.mkdir(parents=True, exist_ok=True)
        self.found.joinpath(f"{number}.html").write_bytes(html)
        self.found.joinpath(f"{number}.txt").write_text(
            f"{what}\n{given.kind}, {type(given.html).__name__}, http_charset={given.http_charset}, "
            f"url={given.url!a}\n{details}"
        )
        _say(f"input {number} ({given.kind}): {what}")


@dataclass(frozen=True, slots=True)
class Progress:
    """What a child says of itself: the inputs it has done, its memory and the CPU time they took."""

    number: int
    done: int
    resident_mb: float
    spent_s: float


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _resident_mb() -> float:
    """Resident memory of this process; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * 4096 / 1e6


def work(
    make: Callable[[int], HostileInput],
    numbers: range,
    limit_s: float,
    at: Synchronized[int],
    reports: Connection,
) -> None:
    """Run inputs in a child; ``at`` always holds the number of the one being run."""
    warnings.simplefilter("error")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    spent_s = 0.0
    for done, number in enumerate(numbers):
        at.value = number
        if done % EVERY == 0:
            reports.send(Progress(number, done, _resident_mb(), spent_s))
        given = make(number)
        started = time.process_time()
        try:
            exercise(given)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            reports.send((number, signature(error), traceback.format_exc()))
        input_s = time.process_time() - started
        spent_s += input_s
        most_s = limit_s * max(len(given.html), MIN_SIZE) / 1e6
        if input_s > most_s:
            forms = ", ".join(sorted(forms_of(given)))
            what = f"{given.kind}: over {limit_s} s for 1 MB"
            reports.send((number, what, f"{input_s:.2f} s for {len(given.html)} bytes: text, {forms}"))
    reports.send(Progress(numbers[-1], len(numbers), _resident_mb(), spent_s))


class Job:
    """A share of the inputs, run by one child after the other: what one dies of, the next one leaves out."""

    def __init__(self, run: Run, numbers: range, limit_s: float) -> None:
        self.run, self.numbers, self.limit_s = run, numbers, limit_s
        self.memory: list[tuple[int, float]] = []
        self.n_run, self.spent_s, self.is_done = 0, 0.0, not numbers
        self._n_before, self._s_before = 0, 0.0  # of children that ended
        if numbers:
            self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.reports, sender = context.Pipe(duplex=False)
        self._at = context.Value("q", self.numbers[0], lock=False)
        arguments = (self.run.make, self.numbers, self.limit_s, self._at, sender)
        self._child = context.Process(target=work, args=arguments, daemon=True)
        self._child.start()
        sender.close()
        self._seen, self._since = -1, time.monotonic()

    def look(self) -> None:
        """Collect the reports of the child; start another one after the input that it did not survive."""
        try:
            while self.reports.poll():
                self._note(self.reports.recv())
        except EOFError:
            self._child.join()
            if self._child.exitcode == 0:
                self.n_run, self.is_done = self._n_before + len(self.numbers), True
            else:
                self._go_on("the process died")
            return
        if self._at.value != self._seen:
            self._seen, self._since = self._at.value, time.monotonic()
        self.n_run = self._n_before + self.numbers.index(self._at.value)
        if time.monotonic() - self._since > max(HUNG_S, 60 * self.limit_s):
            self.end()
            self._go_on("the process hung")

    def _note(self, report: Progress | tuple[int, str, str]) -> None:
        if not isinstance(report, Progress):
            self.run.failed(*report)
            return
        self.memory.append((report.done, report.resident_mb))
        self.spent_s = self._s_before + report.spent_s
        _say(f"{self._n_before + report.done} inputs, {report.resident_mb:.0f} MB")

    def _go_on(self, why: str) -> None:
        """Start a child with the inputs after the one that ended the last."""
        number = self._at.value
        self.run.failed(number, why, f"exit code {self._child.exitcode}")
        n_done = self.numbers.index(number) + 1
        self._n_before += n_done
        self._s_before = self.spent_s
        self.n_run, self.numbers = self._n_before, self.numbers[n_done:]
        self.is_done = not self.numbers
        if self.numbers:
            self._start()

    def end(self) -> None:
        """Kill the child."""
        self._child.kill()
        self._child.join()

    def growth_mb(self) -> float:
        """Growth of resident memory after the warm state, as medians of a fifth of the looks at it."""
        warm = [mb for done, mb in self.memory if done >= WARM]
        fifth = len(warm) // 5
        return 0.0 if fifth == 0 else sorted(warm[-fifth:])[fifth // 2] - sorted(warm[:fifth])[fifth // 2]


def supervise(run: Run, numbers: range, n_jobs: int, minutes: float, limit_s: float) -> list[Job]:
    """Run inputs until they or the minutes are used up."""
    until = time.monotonic() + 60 * minutes
    signal.signal(signal.SIGTERM, run.stop)
    signal.signal(signal.SIGINT, run.stop)
    jobs = [Job(run, numbers[i::n_jobs], limit_s) for i in range(n_jobs)]
    while running := [job for job in jobs if not job.is_done]:
        if run.is_stopped or time.monotonic() > until:
            for job in running:
                job.end()
            break
        wait([job.reports for job in running], timeout=0.2)
        for job in running:
            job.look()
    return jobs


def real_pages(corpus: Path, n: int) -> list[str]:
    """Some small pages of every set of a corpus."""
    pages = (page.html for page in read_corpus(corpus, limit_per_set=n) if len(page.html) < PAGE_BYTES)
    return list(islice(pages, 20 * n))


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the inputs of one seed; can be sent to another process."""

    seed: int
    pages: Sequence[str]

    def __call__(self, number: int) -> HostileInput:
        """Return the input with a number."""
        return hostile_input(self.seed, number, self.pages)


def failure(html: bytes | str) -> str:
    """Signature of how a page fails in all forms, empty when it does not."""
    try:
        exercise(HostileInput(0, "file", html), ALL_FORMS)
    except Exception as error:  # noqa: BLE001 - as above
        return signature(error)
    return ""


def minimised(html: bytes, fails: Callable[[bytes], str]) -> bytes:
    """Leave out pieces, ever smaller ones, as long as the page fails alike."""
    wanted, size = fails(html), max(1, len(html) // 2)
    while wanted and size >= 1:
        at, n_before = 0, len(html)
        while at < len(html):
            shorter = html[:at] + html[at + size :]
            if fails(shorter) == wanted:
                html = shorter
            else:
                at += size
        size = size // 2 if len(html) == n_before else size
    return html


def main() -> int:
    """Fuzz, or look at one input."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="stop after this long (10)")
    parser.add_argument("--inputs", type=int, default=10**9, help="stop after so many inputs")
    parser.add_argument("--corpus", type=Path, help="folder with real pages to mutate")
    parser.add_argument("--pages", type=int, default=20, help="pages of each set of it (20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="number of the first input (0)")
    parser.add_argument("--limit", type=float, default=2.0, help="CPU seconds that 1 MB may take (2)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the inputs (1)")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="where failures go")
    parser.add_argument("--only", type=int, help="run the input with this number here, in all forms")
    parser.add_argument("--minimise", type=Path, help="print the smallest page that fails like this file")
    arguments = parser.parse_args()
    if arguments.minimise:
        sys.stdout.buffer.write(minimised(arguments.minimise.read_bytes(), failure))
        return 0
    pages = real_pages(arguments.corpus, arguments.pages) if arguments.corpus else []
    make = Maker(arguments.seed, pages)
    if arguments.only is not None:
        exercise(make(arguments.only), ALL_FORMS)
        return 0
    run = Run(arguments.found, make)
    started = time.monotonic()
    numbers = range(arguments.start, arguments.start + arguments.inputs)
    jobs = supervise(run, numbers, arguments.jobs, arguments.minutes, arguments.limit)
    n_run, spent_s = sum(job.n_run for job in jobs), sum(job.spent_s for job in jobs)
    grown_mb = max(job.growth_mb() for job in jobs)
    n_wrong = sum(run.kinds.values())
    _say(
        f"{n_run} inputs in {time.monotonic() - started:.0f} s, {1000 * spent_s / max(n_run, 1):.1f} ms CPU "
        f"each; {n_wrong} wrong in {len(run.kinds)} ways; memory grew by {grown_mb:.1f} MB"
    )
    for what, n in run.kinds.most_common():
        _say(f"{n:8} {what}")
    return 1 if n_wrong or grown_mb > MAX_GROWTH_MB else 0


if __name__ == "__main__":
    sys.exit(main())
