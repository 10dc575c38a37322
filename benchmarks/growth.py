"""CPU time by the size of the page: made pages of 10 kB to 10 MB.

    python benchmarks/growth.py --plot growth.svg

Sizes take turns. Other extractors that are installed and whose time stays within minutes are measured as
well. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import chart, machine
from benchmarks.cases import BARE_PARSE, EVERYTHING, WHOLE, installed_peers
from benchmarks.pages import made_page
from benchmarks.timing import Clock

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
MAX_RATIO = 1.5
"""Target: the largest milliseconds a megabyte over the smallest."""

_FAST_PEERS = ("resiliparse", "turbohtml-article")


def measure(sizes: Sequence[int], n_rounds: int) -> dict[str, list[float]]:
    """Milliseconds a megabyte by system, one number a size: the median over the rounds.

    In each round every size has a page of its own, on which a system runs three times.
    """
    peers = [name for name in _FAST_PEERS if name in installed_peers()]
    samples: dict[str, list[list[float]]] = {}
    with Clock([BARE_PARSE, WHOLE, EVERYTHING, *peers]) as clock:
        for seed in range(n_rounds):
            for place, size in enumerate(sizes):
                html = made_page(size, seed)
                (times,) = clock.times([(html, None)], 3)
                for name, ms in times.items():
                    samples.setdefault(name, [[] for _ in sizes])[place].append(ms / len(html.encode()) * 1e6)
    return {label: [median(row) for row in rows] for label, rows in samples.items()}


def report(sizes: Sequence[int], found: dict[str, list[float]], facts: dict[str, Any]) -> str:
    """A table with a row for each size, as Markdown."""
    lines = [
        f"{machine.sentence(facts)}; load {facts['load before']} to {facts['load after']}.\n",
        "| page | " + " | ".join(f"{label}, ms a MB" for label in found) + " |",
        "|---|" + "--:|" * len(found),
    ]
    for place, size in enumerate(sizes):
        cells = " | ".join(f"{values[place]:.1f}" for values in found.values())
        lines.append(f"| {_size_label(size)} | {cells} |")
    spread = " | ".join(f"{max(values) / min(values):.2f}" for values in found.values())
    lines.append(f"| largest / smallest (wanted: at most {MAX_RATIO}) | {spread} |")
    from_100_kb = [place for place, size in enumerate(sizes) if size >= 100_000]
    if from_100_kb:
        kept = [[values[place] for place in from_100_kb] for values in found.values()]
        cells = " | ".join(f"{max(values) / min(values):.2f}" for values in kept)
        lines.append(f"| largest / smallest from 100 kB on | {cells} |")
    return "\n".join(lines) + "\n"


def _size_label(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:g} MB" if size_bytes >= 1_000_000 else f"{size_bytes / 1000:g} kB"


def draw(sizes: Sequence[int], found: dict[str, list[float]], path: Path) -> None:
    """Draw milliseconds a megabyte over the size."""
    with chart.figure(path, 1, 3.2) as (axes,):
        chart.lines(axes, sizes, found, "CPU time by size of the page")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xticks(sizes, [_size_label(size) for size in sizes])
        axes.minorticks_off()
        ticks = [1, 3, 10, 30, 100, 300, 1000]
        axes.set_yticks(ticks, [str(tick) for tick in ticks])
        axes.set_ylabel("CPU ms a MB")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="bytes")
    parser.add_argument("--rounds", type=int, default=5, help="pages of each size [default: 5]")
    parser.add_argument("--json", type=Path, help="write the figures")
    parser.add_argument("--plot", type=Path, help="draw to this SVG file")
    given = parser.parse_args(arguments)
    facts: dict[str, Any] = machine.facts() | {"load before": machine.load_average()}
    found = measure(given.sizes, given.rounds)
    facts["load after"] = machine.load_average()
    print(report(given.sizes, found, facts))
    if given.json:
        everything = {"machine": facts, "sizes": given.sizes, "ms_per_mb": found}
        given.json.write_text(json.dumps(everything, indent=1) + "\n", "utf-8")
    if given.plot:
        draw(given.sizes, found, given.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
