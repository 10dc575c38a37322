"""Fuzz the whole way, from bytes to every form, with hostile pages.

    python scripts/fuzz.py [--minutes 10] [--inputs N] [--corpus ../shared/corpus] [--seed 1] [--found DIR]

Each input is a pure function of the seed and its number: generated, mutated from small pages or, with a
corpus, from real ones. A child process does the work; one that dies or hangs is found by its parent,
which saves the input and goes on behind it. Wrong are: any exception but InputError, any warning, more
CPU time than ``--limit``, another result from the numpy twins or the second time, memory that keeps
growing. Ends with 1 when something was wrong; each failure is saved once, as FOUND/NUMBER.html with the
traceback beside it. ``--only NUMBER`` runs one input in this process; ``--minimise FILE`` makes the
smallest page that fails as a file does.
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
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.hostile.exercise import ALL_FORMS, exercise, forms_of, signature
from tests.hostile.inputs import HostileInput, hostile_input

from maintext.evaluate import read_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.sharedctypes import Synchronized

HUNG_S = 120.0  # wall-clock seconds after which a child is ended; machines may be busy
EVERY = 10_000  # inputs between two looks at memory
WARM = 20_000  # inputs after which memory should not grow: caches are full
MOST_GROWTH_MB = 64.0  # of a process from its warm state to its end
PAGE_BYTES = 60_000  # real pages larger than this are left out: an input should take milliseconds


@dataclass(slots=True)
class Run:
    """What was found so far."""

    found: Path
    make: Callable[[int], HostileInput]
    kinds: Counter[str] = field(default_factory=Counter)
    memory: list[tuple[int, float]] = field(default_factory=list)
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
            f"{what}\n{given.kind}, {type(given.html).__name__}, http_charset={given.http_charset}\n{details}"
        )
        _say(f"input {number} ({given.kind}): {what}")

    def growth_mb(self) -> float:
        """Growth of resident memory after the warm state, as medians of a fifth of the looks at it."""
        warm = [mb for done, mb in self.memory if done >= WARM]
        fifth = len(warm) // 5
        return 0.0 if fifth == 0 else sorted(warm[-fifth:])[fifth // 2] - sorted(warm[:fifth])[fifth // 2]


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
    for done, number in enumerate(numbers):
        at.value = number
        started = time.process_time()
        try:
            exercise(make(number))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            reports.send((number, signature(error), traceback.format_exc()))
        spent_s = time.process_time() - started
        if spent_s > limit_s:
            forms = ", ".join(sorted(forms_of(number)))
            reports.send((number, f"over {limit_s} s", f"{spent_s:.2f} s for text, {forms}"))
        if done % EVERY == 0:
            reports.send((done, "", _resident_mb()))
    reports.send((len(numbers), "", _resident_mb()))


def supervise(run: Run, start: int, n_inputs: int, minutes: float, limit_s: float) -> int:
    """Run inputs until they or the minutes are used up; return how many were run."""
    until = time.monotonic() + 60 * minutes
    number = start
    context = multiprocessing.get_context("spawn")
    signal.signal(signal.SIGTERM, run.stop)
    signal.signal(signal.SIGINT, run.stop)
    while number < start + n_inputs and time.monotonic() < until and not run.is_stopped:
        receiver, sender = context.Pipe(duplex=False)
        at = context.Value("q", number, lock=False)
        numbers = range(number, start + n_inputs)
        child = context.Process(target=work, args=(run.make, numbers, limit_s, at, sender), daemon=True)
        child.start()
        sender.close()
        why = _watch(run, receiver, child, at, until)
        number = at.value + 1
        if why:
            run.failed(at.value, why, f"exit code {child.exitcode}")
    return number - start


def _watch(run: Run, receiver: Connection, child: Any, at: Synchronized[int], until: float) -> str:
    """Collect the reports of a child until it ends; return why it must not have, or nothing."""
    seen, since = -1, time.monotonic()
    while True:
        try:
            while receiver.poll(0.2):
                number, what, details = receiver.recv()
                if what:
                    run.failed(number, what, details)
                else:
                    run.memory.append((number, details))
                    _say(f"{number} inputs, {details:.0f} MB")
        except EOFError:
            child.join()
            return "" if child.exitcode == 0 else "the process died"
        if at.value != seen:
            seen, since = at.value, time.monotonic()
        is_hung = time.monotonic() - since > HUNG_S
        if is_hung or time.monotonic() > until or run.is_stopped:
            child.kill()
            child.join()
            return "the process hung" if is_hung else ""


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
    parser.add_argument("--limit", type=float, default=2.0, help="CPU seconds an input may take (2)")
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
    n_run = supervise(run, arguments.start, arguments.inputs, arguments.minutes, arguments.limit)
    grown_mb = run.growth_mb()
    n_wrong = sum(run.kinds.values())
    _say(
        f"{n_run} inputs in {time.monotonic() - started:.0f} s, {n_wrong} wrong in {len(run.kinds)} ways; "
        f"memory grew by {grown_mb:.1f} MB"
    )
    for what, n in run.kinds.most_common():
        _say(f"{n:8} {what}")
    return 1 if n_wrong or grown_mb > MOST_GROWTH_MB else 0


if __name__ == "__main__":
    sys.exit(main())
