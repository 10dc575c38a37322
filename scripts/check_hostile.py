"""Hostile pages in every form and command: how the cost grows with the size, the time and the memory.

    python scripts/check_hostile.py [MAX_S] [--full] [--only TEXT] [--strings N] [--patterns N]

Takes each shape of page at half a size and at the size itself, each shape in a process of its own, and
prints a row: CPU seconds of each form at that size, the most that a form grew, and the peak memory. Ends
with 1 when a form took more than 2.3 times as long for twice the size, when the time at full size would be
over MAX_S (2 by default) for the text, ten times that to learn a recipe or three times for another form, or
the memory over 1 GB, and when anything but a result or a refusal came. MAX_S is that of a quiet core: where
a fixed piece of work takes longer right before and after a shape, the bound grows with it. Shapes have an
eighth of their full size; a form that seems to grow too much is measured at twice that, up to full size.
Without ``--full``, the forms that extract a page several times are left out. docs/hostile.md has what
``--full`` printed.

With ``--strings`` pages that have N characters made to slow expressions down, in each place of a page, are
tried instead; those whose cost is worse than linear are printed. With ``--patterns`` every regular
expression of the package is tried alone on N characters made of its own pieces; what it prints is suspected,
and may still be harmless where the expression reads short strings only.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import resource
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import TimeoutError as NoResult
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.hostile.exercise import exercise, signature
from tests.hostile.forms import DOCUMENT_FORMS, INPUT_FORMS, REFUSED, document_of
from tests.hostile.inputs import ATTACKS, HostileInput
from tests.hostile.machine import slowness
from tests.hostile.patterns import patterns, slowest
from tests.hostile.places import PLACES, SLOW, slow_string

if TYPE_CHECKING:
    from collections.abc import Callable

    import maintext

SIZE, NESTED = 100_000, 50_000
SHARE = 8  # of the full size: what is measured first
QUICK = ("text", *DOCUMENT_FORMS, "listed")
FULL = (*QUICK, *(form for form in INPUT_FORMS if form not in {*QUICK, "again", "rules"}))
TIMEOUT_S = 600
MAX_MB = 1024
MAX_GROWTH = 2.3  # times, for twice the size
MIN_S = 0.1  # what is shorter fits into the caches of a processor at one size and not at twice that
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # of mallopt, in <malloc.h>
MAX_ROUNDS = 4  # of a form that seems to grow too much, at each size
# Other forms may take three times as long as the text; learning a recipe reads a page some fifty times.
TIMES_OF_TEXT = {"text": 1, "learn": 10}
# libxml2 compares each attribute with those before it; only XPath expressions and noise lists need it.
NOT_OURS = {("attributes", "gne")}
MAX_S_A_CHARACTER = 1e-5  # of a slow string that stands in several places; 1 s for 100,000
# Attacks of another size than 100,000: nested 50,000 deep; what 100 characters a unit would take over the
# limit of bytes; values of attributes of 1 MB.
SIZES = {
    **{name: NESTED for name in ATTACKS if name.startswith(("nested", "misnested"))},
    **{name: 50_000 for name in ATTACKS if name.startswith(("a long", "attributes"))},
    "links": 80_000,
    "nested math": 32_000,
    **{name: 99_000 for name in ATTACKS if name.startswith(("one text", "one line"))},
    "one text of words": 19_900,
    "one text of Chinese": 22_000,
    "one text of dates": 58_000,
    "one text of Chinese dates": 55_000,
    "one text of by-lines": 82_000,
    "references": 99_000,
    "numeric references": 95_000,
    "JSON, one text": 99_000,
    # As many elements as max_nodes lets through.
    "table cells": 80_000,
    "images": 80_000,
    "code blocks": 80_000,
    "footnotes": 60_000,
    "comments of readers": 40_000,
    "formulas": 100_000,
}


@dataclass(slots=True)
class Result:
    """What became of a shape.

    Attributes
    ----------
    name, size, full_size
        The shape, the size it was measured at, and the full size, which the bounds apply to.
    cpu_s, half_s
        Form to CPU seconds at the size and at half of it.
    base_mb, peak_mb
        Memory of the process before and after.
    full_mb
        Memory at full size: as measured, or as told from a smaller size.
    growing
        Forms that took too much longer for twice the size, at every size that was measured.
    slowness
        How many times as long as on a quiet core the machine took at that moment.
    """

    name: str
    size: int
    full_size: int
    cpu_s: dict[str, float] = field(default_factory=dict)
    half_s: dict[str, float] = field(default_factory=dict)
    base_mb: float = 0.0
    peak_mb: float = 0.0
    full_mb: float = 0.0
    growing: frozenset[str] = frozenset()
    slowness: float = 1.0
    failure: str = ""

    def growth(self, form: str) -> float:
        """Times that a form takes for twice the size; 0 where it is too short to say."""
        return grow(self.half_s, self.cpu_s, form)

    def too_much(self, max_s: float) -> list[str]:
        """Bounds that were broken, as words."""
        if self.failure:
            return [self.failure]
        scale = self.full_size / self.size
        slow = [
            f"{form} {s * scale:.1f} s at full size"
            for form, s in self.cpu_s.items()
            if s * scale > max_s * self.slowness * TIMES_OF_TEXT.get(form, 3)
        ]
        growing = [f"{form} grows {self.growth(form):.1f}-fold" for form in sorted(self.growing)]
        return slow + growing + ([f"{self.full_mb:.0f} MB at full size"] if self.full_mb > MAX_MB else [])

    def row(self, forms: tuple[str, ...], max_s: float) -> str:
        """The result as a row of a Markdown table."""
        times = " | ".join(f"{self.cpu_s[form]:.2f}" if form in self.cpu_s else "" for form in forms)
        most = max(map(self.growth, self.cpu_s), default=0.0)
        note = "; ".join(self.too_much(max_s))
        return f"| {self.name} | {self.size:,} | {times} | {most:.1f} | {self.peak_mb:.0f} | {note} |"


def cpu_s(ask: Callable[[], object]) -> float:
    """CPU seconds of a call that may refuse its input."""
    gc.collect()
    gc.disable()  # when it runs is chance, and no more than a share of the rest
    started = time.process_time()
    with suppress(*REFUSED):
        ask()
    spent = time.process_time() - started
    gc.enable()
    return spent


def times(name: str, size: int, forms: tuple[str, ...]) -> dict[str, float]:
    """Return the CPU seconds of each form of a shape: what it takes after those before it."""
    given = HostileInput(0, name, ATTACKS[name](size))
    documents: list[maintext.Document] = []

    def extract() -> None:
        documents.append(document_of(given))
        len(documents[0].text)

    spent = {"text": cpu_s(extract)}
    for form in forms:
        if form in INPUT_FORMS:
            spent[form] = cpu_s(partial(INPUT_FORMS[form], given))
        elif form in DOCUMENT_FORMS and documents:
            spent[form] = cpu_s(partial(DOCUMENT_FORMS[form], given, documents[0]))
    return spent


def grow(half_s: dict[str, float], whole_s: dict[str, float], form: str) -> float:
    """Times that a form takes for twice the size; 0 where it is too short to say."""
    return 0.0 if whole_s[form] < MIN_S else whole_s[form] / max(half_s[form], 1e-9)


def both_sizes(
    name: str, size: int, forms: tuple[str, ...], suspected: frozenset[str]
) -> tuple[dict[str, float], dict[str, float], frozenset[str]]:
    """Measure a shape at half a size and at it; return both, and which suspected forms grow too much.

    It is repeated as long as one of them does.
    """
    half_s: dict[str, float] = {}
    whole_s: dict[str, float] = {}
    growing = suspected
    for _ in range(MAX_ROUNDS):
        # Forms of a document take what those before them have left.
        forms = tuple(form for form in forms if form in growing or form in DOCUMENT_FORMS)
        # The shortest of several times was disturbed least.
        for at, best in ((size // 2, half_s), (size, whole_s)):
            for form, s in times(name, at, forms).items():
                best[form] = min(s, best.get(form, s))
        spent = growing & whole_s.keys()
        growing = frozenset(form for form in spent if grow(half_s, whole_s, form) > MAX_GROWTH)
        if not growing:
            break
    return half_s, whole_s, growing


def measured(task: tuple[str, int, int, tuple[str, ...]]) -> Result:
    """Measure a shape in this process; what seems to grow too much, several times and at twice the size."""
    name, size, full_size, forms = task
    slowness_before = slowness()
    keep_freed_memory()
    result = Result(name, size, full_size, base_mb=peak_mb())
    try:
        result.half_s, result.cpu_s, growing = both_sizes(name, size, forms, frozenset(forms))
        peak_at_size = peak_mb()
        # What outgrows a cache of the processor grows more than twofold once, not at the next size.
        larger = [min(size << step, full_size) for step in range(1, SHARE.bit_length())]
        # At last the first size again: a neighbour that disturbed it is another one by now.
        for at in (*larger, size):
            if growing:
                growing = both_sizes(name, at, forms, growing)[2]
        result.slowness = max(slowness_before, slowness())
        result.growing = growing - {form for form in growing if (name, form) in NOT_OURS}
        result.peak_mb = peak_at_size
        result.full_mb = result.base_mb + (peak_at_size - result.base_mb) * full_size / size
        if result.full_mb > MAX_MB and full_size > size:
            # Small blocks of memory are not given back, large ones are: only the size itself tells.
            times(name, full_size, forms)
            result.full_mb = peak_mb()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding; the other shapes go on
        result.failure = f"{signature(error)}: {error}"
    return result


def keep_freed_memory() -> None:
    """Have what this process frees used again: to get large blocks from the system grows by itself."""
    with suppress(OSError, AttributeError):  # another C library than glibc
        for parameter, n_bytes in ((M_TRIM_THRESHOLD, 2**31 - 1), (M_MMAP_THRESHOLD, 2**25)):
            ctypes.CDLL(None).mallopt(parameter, n_bytes)


def peak_mb() -> float:
    """Peak memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def string_s(name: str, place: str, n_chars: int) -> float:
    """CPU seconds of a page with a slow string in a place, in all forms but the rare ones."""
    page = PLACES[place](slow_string(name, n_chars))
    started = time.process_time()
    exercise(HostileInput(0, name, page), frozenset({"json", "markdown"}))
    return time.process_time() - started


def check_strings(n_chars: int) -> int:
    """Print the strings and places whose cost grows three times for twice the length."""
    n_bad = 0
    for name in SLOW:
        for place in PLACES:
            spent_s = string_s(name, place, n_chars)
            if spent_s < n_chars * MAX_S_A_CHARACTER:
                continue
            growth = spent_s / string_s(name, place, n_chars // 2)
            if growth > 3:
                n_bad += 1
                sys.stdout.write(
                    f"{name} as {place}: {spent_s:.2f} s for {n_chars}, {growth:.1f} times half\n"
                )
    sys.stdout.write(f"{n_bad} of {len(SLOW) * len(PLACES)} pages too slow\n")
    return n_bad


def print_suspected(n_chars: int) -> None:
    """Print the expressions that take three times as long for twice as many characters."""
    for name, pattern in patterns().items():
        spent_s, growth, attack = slowest(pattern, n_chars)
        if spent_s:
            sys.stdout.write(f"{name}: {1000 * spent_s:.1f} ms, {growth:.1f} times for twice, {attack!r}\n")
            sys.stdout.flush()


def main() -> int:
    """Check all shapes, or strings, or expressions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("max_s", type=float, nargs="?", default=2.0, metavar="MAX_S")
    parser.add_argument("--full", action="store_true", help="every form")
    parser.add_argument("--jobs", type=int, default=2, help="shapes at a time (2)")
    parser.add_argument("--only", default="", help="shapes with this in their name")
    parser.add_argument("--size", type=int, help="another size for all")
    parser.add_argument("--strings", type=int, metavar="N", help="slow strings of N characters instead")
    parser.add_argument("--patterns", type=int, metavar="N", help="each expression on N characters instead")
    arguments = parser.parse_args()
    if arguments.patterns:
        print_suspected(arguments.patterns)
        return 0
    if arguments.strings:
        return 1 if check_strings(arguments.strings) else 0
    return check_shapes(arguments)


def check_shapes(arguments: argparse.Namespace) -> int:
    """Print a row for every shape; return 1 where a bound was broken."""
    forms = FULL if arguments.full else QUICK
    columns = "---:|" * (len(forms) + 3)
    sys.stdout.write(f"| shape | size | {' | '.join(forms)} | growth | MB | |\n|---|{columns}---|\n")

    names = [name for name in ATTACKS if arguments.only in name]
    full_sizes = [arguments.size or SIZES.get(name, SIZE) for name in names]
    tasks = [(name, size // SHARE, size, forms) for name, size in zip(names, full_sizes, strict=True)]
    # Imports, and what is made once: children are forked, so that each begins with it.
    times("an index page", 500, forms)
    gc.freeze()  # it is no garbage: to look at it before each form would take longer than most forms
    n_bad = 0
    with get_context("fork").Pool(arguments.jobs, maxtasksperchild=1) as pool:
        results = pool.imap(measured, tasks, chunksize=1)
        for name, size, full_size, _ in tasks:
            try:
                result = results.next(TIMEOUT_S)
            except NoResult:
                result = Result(
                    name, size, full_size, failure=f"no result in {TIMEOUT_S} s, or its process died"
                )
            sys.stdout.write(result.row(forms, arguments.max_s) + "\n")
            sys.stdout.flush()
            n_bad += bool(result.too_much(arguments.max_s))
            if result.failure.startswith("no result"):
                break  # the pool waits for the child for good
    return 1 if n_bad else 0


if __name__ == "__main__":
    sys.exit(main())
