"""Memory: flat over many extractions in one process, and the peak by size of the page.

    python benchmarks/memory.py --extractions 100000 --plot memory.svg

Every page is another one: made pages of 8 kB to 400 kB take turns, each time with another address,
title and class names, so a cache that is keyed by anything of a page would show. Each extraction
makes the text, every tenth all fields and forms. Memory is the resident set of the process (on
Linux; elsewhere its peak). The peak by size is that of a fresh process for each size, over what the
process had before. Prints Markdown.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np
from benchmarks import chart, machine
from benchmarks.cases import NO_LIMITS
from benchmarks.pages import SMALLEST, made_page

import maintext

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
_CYCLE_SIZES = (SMALLEST, 12_000, 20_000, 30_000, 50_000, 80_000, 130_000, 400_000)
_N_SAMPLES = 200
_STATUS = Path("/proc/self/status")


def resident_mb() -> float:
    """Resident set of this process in megabytes; its peak so far where there is no ``/proc``."""
    return _status_mb("VmRSS") if _STATUS.exists() else peak_mb()


def peak_mb() -> float:
    """Largest resident set of this process so far, in megabytes."""
    if _STATUS.exists():  # getrusage would count the parent's memory at the start of a child
        return _status_mb("VmHWM")
    import resource  # noqa: PLC0415 - not on every system

    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1e6 if sys.platform == "darwin" else 1e3)


def _status_mb(name: str) -> float:
    match = re.search(rf"^{name}:\s*(\d+) kB", _STATUS.read_text("ascii"), re.MULTILINE)
    if match is None:
        raise OSError(f"the system does not tell {name}")
    return int(match[1]) * 1024 / 1e6


def run_many(n_extractions: int) -> list[tuple[int, float]]:
    """Extract so many pages; give number and resident megabytes, after a tenth of a cycle and then evenly."""
    templates = [made_page(size, seed) for seed, size in enumerate(_CYCLE_SIZES)]
    every = max(1, n_extractions // _N_SAMPLES)
    samples = []
    for number in range(1, n_extractions + 1):
        # 7 has no divisor in common with the length of the cycle.
        html = _another(templates[number * 7 % len(templates)], number)
        document = maintext.extract(html, f"https://site{number}.example.org/{number}.html")
        if number % 10 == 0:
            document.to_dict()
        if not document.text:
            raise RuntimeError(f"page {number} has no text: this measures nothing")
        if number % every == 0:
            samples.append((number, resident_mb()))
    return samples


def _another(html: str, number: int) -> str:
    """The page with another title, and other words and class names in places."""
    html = html.replace("<title>", f"<title>Number{number} ", 1)
    html = html.replace('class="article', f'class="a{number} article')
    return html.replace('<p class="small"', f'<p id="n{number}" class="small s{number}"', 5)


def growth_kb(samples: Sequence[tuple[int, float]]) -> float:
    """Kilobytes that a thousand extractions leave, by a straight line through the second half."""
    later = np.array(samples[len(samples) // 2 :])
    slope, _ = np.polyfit(later[:, 0], later[:, 1], 1)
    return float(slope * 1e6)


def peaks(sizes: Sequence[int]) -> list[tuple[float, float]]:
    """Peak of text alone and of all fields and forms on a page of each size, in megabytes over the start."""
    spawn = multiprocessing.get_context("spawn")
    found = []
    for size in sizes:
        both = []
        for whole in (False, True):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=_peak_of_one, args=(theirs, size, whole), daemon=True)
            process.start()
            both.append(ours.recv())
            process.join()
        found.append((both[0], both[1]))
    return found


def _peak_of_one(pipe: Connection, size_bytes: int, whole: bool) -> None:
    html = made_page(size_bytes)
    maintext.extract(made_page(SMALLEST)).to_dict()
    gc.collect()
    _reset_peak()
    before = resident_mb()
    document = maintext.extract(html, options=NO_LIMITS)
    if whole:
        document.to_dict()
    else:
        _ = document.text
    pipe.send(peak_mb() - before)


def _reset_peak() -> None:
    """Forget the peak of making the page."""
    reset = Path("/proc/self/clear_refs")
    if reset.exists():
        reset.write_text("5", "ascii")


def report(
    samples: Sequence[tuple[int, float]], sizes: Sequence[int], found: Sequence[tuple[float, float]]
) -> str:
    """Both tables as Markdown."""
    lines = ["| extractions | resident MB |", "|--:|--:|"]
    places = sorted({len(samples) * tenth // 10 for tenth in (0, 1, 2, 4, 6, 8)} | {len(samples) - 1})
    lines += [f"| {samples[place][0]:,} | {samples[place][1]:.1f} |" for place in places]
    lines += [f"\nSecond half: {growth_kb(samples):+.1f} kB a thousand extractions.\n"]
    lines += [
        "| page | peak for the text, MB | times the page | all fields and forms, MB |",
        "|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {size / 1e6:g} MB | {text:.1f} | {text * 1e6 / size:.0f} | {everything:.1f} |"
        for size, (text, everything) in zip(sizes, found, strict=True)
    ]
    return "\n".join(lines) + "\n"


def draw(samples: Sequence[tuple[int, float]], path: Path) -> None:
    """Draw the resident set over the number of extractions."""
    with chart.figure(path, 1, 2.8) as (axes,):
        numbers = [number for number, _ in samples]
        chart.lines(axes, numbers, {"resident": [mb for _, mb in samples]}, "Memory of one process")
        axes.set_ylim(bottom=0)
        axes.set_xlabel("extractions")
        axes.set_ylabel("resident MB")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--extractions", type=int, default=20_000, help="at least 20 [default: 20000]")
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=list(SIZES), help="bytes of the pages for peaks"
    )
    parser.add_argument("--json", type=Path, help="write the figures")
    parser.add_argument("--plot", type=Path, help="draw to this SVG file")
    given = parser.parse_args(arguments)
    if given.extractions < 20:
        parser.error("at least 20 extractions: growth is a line through the second half")
    facts = machine.facts()
    found = peaks(given.sizes)
    samples = run_many(given.extractions)
    print(machine.sentence(facts), end="\n\n")
    print(report(samples, given.sizes, found))
    if given.json:
        everything: dict[str, Any] = {"machine": facts, "samples": samples}
        everything["peaks_mb"] = dict(zip(given.sizes, found, strict=True))
        given.json.write_text(json.dumps(everything, indent=1) + "\n", "utf-8")
    if given.plot:
        draw(samples, given.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
