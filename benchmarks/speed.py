"""CPU time of the stages of an extraction and of whole extractions, compared with other extractors.

    sh benchmarks/setup                          # once: an environment with the other extractors
    .peers/benchmarks/bin/python benchmarks/speed.py CORPUS/a.jsonl.xz:200 CORPUS/b.jsonl.xz
    .peers/benchmarks/bin/python benchmarks/speed.py                 # without a corpus: on made pages

Everything takes turns on twelve pages before the next twelve come; the figures are CPU time (see
``benchmarks/timing.py``). Prints Markdown. Extractors that are not installed are left out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import chart, machine
from benchmarks.cases import BARE_PARSE, EVERYTHING, STAGES, TO_TEXT, WHOLE, installed_peers
from benchmarks.sources import HELP, read_pages, source
from benchmarks.timing import STAGE, Clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ALL = "all pages"
"""Name of the group that all pages are in where there are several sets."""

_DRAWN = (
    BARE_PARSE, WHOLE, EVERYTHING,
    "turbohtml-article", "resiliparse", "trafilatura-fast", "trafilatura", "readability-lxml",
)  # fmt: skip
_BATCH = 12  # pages


@dataclass(frozen=True, slots=True)
class Bar:
    """A target: the CPU time of one system over that of another is at most so much."""

    over: str
    under: str
    most: float

    def met(self, ratio: float) -> bool:
        """Return True if a measured ratio is within the bound."""
        return ratio <= self.most


BARS = (
    Bar(WHOLE, "resiliparse", most=1.0),
    Bar(WHOLE, "turbohtml-article", most=2.5),
    Bar(EVERYTHING, WHOLE, most=2.0),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One page: its group, its size in UTF-8, the median CPU milliseconds of each system, who failed."""

    group: str
    id: str
    n_bytes: int
    ms: dict[str, float]
    failed: list[str]


def measure(
    sample: Iterator[tuple[str, str, str, Any]], peers: Sequence[str], n_rounds: int
) -> list[Measured]:
    """Time everything on every page, a batch of pages after the other."""
    found: list[Measured] = []
    with Clock([BARE_PARSE, WHOLE, EVERYTHING, *peers], with_stages=True) as clock:
        while batch := list(islice(sample, _BATCH)):
            answers = clock.times([(html, url) for _, _, html, url in batch], n_rounds)
            found += [
                _measured(group, page_id, html, times)
                for (group, page_id, html, _), times in zip(batch, answers, strict=True)
            ]
            print(f"{len(found)} pages", file=sys.stderr)
    return found


def _measured(group: str, page_id: str, html: str, times: dict[str, float]) -> Measured:
    # Of stages the decision may be negative by noise; elsewhere the sign marks a failure.
    ms = {name: round(value if name.startswith(STAGE) else abs(value), 4) for name, value in times.items()}
    failed = [name for name, value in times.items() if value < 0 and not name.startswith(STAGE)]
    return Measured(group, page_id, len(html.encode("utf-8", "replace")), ms, failed)


# -- figures ----------------------------------------------------------------------------------------


def by_group(found: Sequence[Measured]) -> dict[str, list[Measured]]:
    """Sort pages into their sets; where there are several, all pages are a group as well."""
    groups: dict[str, list[Measured]] = defaultdict(list)
    for page in found:
        groups[page.group].append(page)
    return dict(groups) if len(groups) == 1 else {**groups, ALL: list(found)}


def mean_ms(found: Sequence[Measured]) -> dict[str, float]:
    """Mean milliseconds a page of each system and stage."""
    return {name: fmean(page.ms[name] for page in found) for name in found[0].ms}


def ratios(found: Sequence[Measured], over: str, under: str) -> tuple[float, float] | None:
    """All time of one system over all time of another, and the median over the pages."""
    if not {over, under} <= found[0].ms.keys():
        return None
    total = sum(page.ms[over] for page in found) / sum(page.ms[under] for page in found)
    return total, median(page.ms[over] / page.ms[under] for page in found)


def report(found: Sequence[Measured], facts: dict[str, Any]) -> str:
    """All tables as Markdown."""
    parts = [f"{machine.sentence(facts)}; load {facts['load before']} to {facts['load after']}.\n"]
    for group, members in by_group(found).items():
        size = fmean(page.n_bytes for page in members) / 1000
        parts.append(f"## {group}: {len(members)} pages, mean {size:.0f} kB\n")
        parts += [_systems_table(members), _stages_table(members), _bars_table(members)]
    return "\n".join(parts)


def _systems_table(found: Sequence[Measured]) -> str:
    means = mean_ms(found)
    n_megabytes = fmean(page.n_bytes for page in found) / 1e6
    lines = [
        f"| system | ms a page | median ms | ms a MB | times {WHOLE} | median over pages | failed |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for name in sorted(means, key=means.__getitem__):
        if not name.startswith(STAGE) and (compared := ratios(found, name, WHOLE)):
            n_failed = sum(name in page.failed for page in found)
            lines.append(
                f"| {name} | {means[name]:.2f} | {median(page.ms[name] for page in found):.2f} | "
                f"{means[name] / n_megabytes:.1f} | {compared[0]:.2f} | {compared[1]:.2f} | {n_failed} |"
            )
    return "\n".join(lines) + "\n"


def _stages_table(found: Sequence[Measured]) -> str:
    means = mean_ms(found)
    lines = ["| stage | ms a page |", "|---|--:|"]
    lines += [f"| {name} | {means[STAGE + name]:.3f} |" for name in STAGES]
    lines.append(f"| sum from parse to text | {sum(means[STAGE + name] for name in TO_TEXT):.3f} |")
    return "\n".join(lines) + "\n"


def _bars_table(found: Sequence[Measured]) -> str:
    lines = ["| target | wanted | total | median over pages | met |", "|---|---|--:|--:|---|"]
    for bar in BARS:
        if compared := ratios(found, bar.over, bar.under):
            total, middle = compared
            met = "yes" if bar.met(total) else "no"
            lines.append(
                f"| {bar.over} / {bar.under} | at most {bar.most} | {total:.2f} | {middle:.2f} | {met} |"
            )
    return "\n".join(lines) + "\n"


def draw(found: Sequence[Measured], path: Path) -> None:
    """Draw the whole extractions of each group, and the stages over all pages."""
    groups = {group: mean_ms(members) for group, members in by_group(found).items()}
    shown = [name for name in _DRAWN if name in found[0].ms]
    with chart.figure(path, 2, 1.2 + 0.2 * len(shown) * max(len(groups), 2)) as axes:
        whole = {group: {name: means[name] for name in shown} for group, means in groups.items()}
        chart.bars(axes[0], whole, "Whole extraction to text", "CPU ms a page, mean")
        means = mean_ms(found)
        parts = {ALL: {name: means[STAGE + name] for name in STAGES}}
        chart.bars(axes[1], parts, "Stages of maintext", "CPU ms a page, mean")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=source, nargs="*", metavar="CORPUS[:N]", help=HELP)
    parser.add_argument("--rounds", type=int, default=5, help="times a case runs on a page [default: 5]")
    parser.add_argument("--peers", nargs="*", help="which; default: all that are installed")
    parser.add_argument("--json", type=Path, help="write all figures, page by page")
    parser.add_argument("--plot", type=Path, help="draw to this SVG file")
    given = parser.parse_args(arguments)
    facts: dict[str, Any] = machine.facts() | {"load before": machine.load_average()}
    peers = installed_peers() if given.peers is None else given.peers
    found = measure(read_pages(given.sources), peers, given.rounds)
    facts["load after"] = machine.load_average()
    print(report(found, facts))
    if given.json:
        everything = {"machine": facts, "rounds": given.rounds, "pages": [asdict(page) for page in found]}
        given.json.write_text(json.dumps(everything, ensure_ascii=False, indent=1) + "\n", "utf-8")
    if given.plot:
        draw(found, given.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
