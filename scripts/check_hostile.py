"""Hostile pages at full size: each in its own process, with the time of every form and the peak memory.

    python scripts/check_hostile.py [MAX_S] [--only TEXT] [--size N] [--strings N] [--patterns N]

Prints a row per attack: CPU seconds from the bytes to the text, what each other form took after that, and
the peak memory of the process. Ends with 1 when the text took over MAX_S (2 by default), another form over
three times as long, the process over 1 GB, or one ended in anything but a result or an InputError.
With ``--strings`` pages that have N characters made to slow expressions down, in each place of a page, are
tried instead; those whose cost is worse than linear are printed. With ``--patterns`` every regular
expression of the package is tried alone on N characters made of its own pieces; what it prints is suspected,
and may still be harmless where the expression reads short strings only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.hostile.exercise import exercise
from tests.hostile.inputs import ATTACKS, HostileInput
from tests.hostile.patterns import patterns, slowest
from tests.hostile.places import PLACES, SLOW, slow_string

ROOT = Path(__file__).parent.parent
FORMS = ("text", "markdown", "html", "json", "tei", "trace")
SIZE, NESTED = 100_000, 50_000
TIMEOUT_S = 240
MOST_MB = 1024
MOST_S_A_CHARACTER = 1e-5  # of a slow string that stands in several places; 1 s for 100,000
# Attacks of another size than 100,000: nested 50,000 deep; what 100 characters a unit would take over the
# limit of bytes; values of attributes of 1 MB.
SIZES = {
    **{name: NESTED for name in ATTACKS if name.startswith(("nested", "misnested"))},
    **{name: 50_000 for name in ATTACKS if name.startswith(("a long", "attributes"))},
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
OVER_THE_LIMIT = {"a 20 MB text": ("one text of words", 40_000)}
RUN = """
import json, resource, sys, time
sys.path.insert(0, {root!r})
import maintext
from tests.hostile.inputs import ATTACKS
page = ATTACKS[{name!r}]({size})
before = time.process_time()
def spent(form):
    global before
    now = time.process_time()
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([form, now - before, peak_mb]), flush=True)
    before = time.process_time()
try:
    doc = maintext.extract(page, "https://example.org/2024/05/06/a.html")
    doc.text; spent("text")
    doc.markdown; spent("markdown")
    doc.html; spent("html")
    doc.to_json(); spent("json")
    doc.tei; spent("tei")
    doc.trace(); spent("trace")
except maintext.InputError as error:
    spent(type(error).__name__)
"""


@dataclass(slots=True)
class Result:
    """What became of an attack."""

    name: str
    size: int
    cpu_s: dict[str, float] = field(default_factory=dict)
    peak_mb: float = 0.0
    failure: str = ""

    def is_too_much(self, max_s: float) -> bool:
        """Whether a bound was broken."""
        slow = any(s > (max_s if form == "text" else 3 * max_s) for form, s in self.cpu_s.items())
        return bool(self.failure) or slow or self.peak_mb > MOST_MB

    def row(self, max_s: float) -> str:
        """The result as a row of a Markdown table."""
        refused = [form for form in self.cpu_s if form not in FORMS]
        times = " | ".join(f"{self.cpu_s[form]:.2f}" if form in self.cpu_s else "" for form in FORMS)
        note = self.failure or " ".join(refused) or ("TOO MUCH" if self.is_too_much(max_s) else "")
        return f"| {self.name} | {self.size:,} | {times} | {self.peak_mb:.0f} | {note} |"


def attacked(name: str, size: int) -> Result:
    """Run one attack in a process of its own."""
    attack, size = OVER_THE_LIMIT.get(name, (name, size))
    result = Result(name, size)
    code = RUN.format(root=str(ROOT), name=attack, size=size)
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
        output = done.stdout
        if done.returncode:
            result.failure = f"exit code {done.returncode}: {done.stderr.strip().splitlines()[-1:]}"
    except subprocess.TimeoutExpired as error:
        output = error.stdout.decode() if isinstance(error.stdout, bytes) else error.stdout or ""
        result.failure = f"not done in {TIMEOUT_S} s"
    for line in output.splitlines():
        form, cpu_s, result.peak_mb = json.loads(line)
        result.cpu_s[form] = cpu_s
    return result


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
            if spent_s < n_chars * MOST_S_A_CHARACTER:
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
    """Run all attacks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("max_s", type=float, nargs="?", default=2.0, metavar="MAX_S")
    parser.add_argument("--only", default="", help="attacks with this in their name")
    parser.add_argument("--size", type=int, help="another size for all")
    parser.add_argument("--strings", type=int, metavar="N", help="slow strings of N characters instead")
    parser.add_argument("--patterns", type=int, metavar="N", help="each expression on N characters instead")
    arguments = parser.parse_args()
    if arguments.patterns:
        print_suspected(arguments.patterns)
        return 0
    if arguments.strings:
        return 1 if check_strings(arguments.strings) else 0
    sys.stdout.write(
        f"| attack | size | {' | '.join(FORMS)} | MB | |\n|---|---:|{'---:|' * len(FORMS)}---:|---|\n"
    )
    n_bad = 0
    for name in [*OVER_THE_LIMIT, *ATTACKS]:
        if arguments.only not in name:
            continue
        result = attacked(name, arguments.size or SIZES.get(name, SIZE))
        n_bad += result.is_too_much(arguments.max_s)
        sys.stdout.write(result.row(arguments.max_s) + "\n")
        sys.stdout.flush()
    return 1 if n_bad else 0


if __name__ == "__main__":
    sys.exit(main())
