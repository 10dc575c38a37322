"""CPU time of the stages of an extraction and of whole extractions, beside other extractors.

    sh benchmarks/setup                          # once: an environment with the other extractors
    .peers/benchmarks/bin/python benchmarks/speed.py ../shared/corpus --limit 100
    .peers/benchmarks/bin/python benchmarks/speed.py                 # without a corpus: on made pages

Everything takes turns on twelve pages before the next twelve come; the figures are CPU time (see
``benchmarks/timing.py``). Prints Markdown. Extractors that are not installed are left out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import chart, machine
from benchmarks.cases import BARE_PARSE, PARTS, WHOLE, installed_peers
from benchmarks.pages import SMALLEST, made_page
from benchmarks.timing import KERNELS, STAGE, Clock

from maintext.evaluate import read_corpus
from maintext.kernel import in_use

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ON_NUMPY = " [numpy]"
"""What the names of what ran on numpy end with."""

FORMS = (WHOLE, f"{WHOLE}, Markdown", f"{WHOLE}, all fields and forms")
_DRAWN = (
    BARE_PARSE, WHOLE, WHOLE + ON_NUMPY,
    "turbohtml-article", "resiliparse", "trafilatura-fast", "trafilatura", "readability-lxml",
)  # fmt: skip
_BATCH = 12  # pages
_MADE = "made pages"
_MADE_SIZES = (SMALLEST, 30_000, 100_000, 250_000, 600_000)


@dataclass(frozen=True, slots=True)
class Bar:
    """A target: the CPU time of one system over that of another.

    Attributes
    ----------
    over, under
        Names of the two systems; the ratio is ``over / under``.
    least, most
        What the ratio should be; ``None`` for no bound.
    """

    over: str
    under: str
    least: float | None = None
    most: float | None = None

    def met(self, ratio: float) -> bool:
        """Whether a measured ratio is within the bounds."""
        return (self.least is None or ratio >= self.least) and (self.most is None or ratio <= self.most)

    def target(self) -> str:
        """The bounds in words."""
        return f"at least {self.least}" if self.least is not None else f"at most {self.most}"


BARS = (
    Bar("resiliparse", WHOLE, least=1.5),
    Bar(WHOLE, "turbohtml-article", most=1.25),
    Bar(WHOLE + ON_NUMPY, "resiliparse", most=1.3),
    Bar("trafilatura", WHOLE, least=15),
    Bar(WHOLE, BARE_PARSE, most=2.2),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One page: its group, its size in UTF-8, the median CPU milliseconds of each system, who failed."""

    group: str
    id: str
    n_bytes: int
    ms: dict[str, float]
    failed: list[str]


def pages(
    corpus: Path | None, groups: Sequence[str], limit: int | None
) -> Iterator[tuple[str, str, str, Any]]:
    """Give group, id, markup and address; a group is sets joined by ``+``; none is every set on its own."""
    if corpus is None:
        for size in _MADE_SIZES:
            for seed in range(limit or 4):
                yield _MADE, f"{size}-{seed}", made_page(size, seed), None
        return
    group_of = {name: group for group in groups for name in group.split("+")}
    for page in read_corpus(corpus, sets=list(group_of) or None, limit_per_set=limit):
        yield group_of.get(page.set, page.set), page.id, page.html, page.url


def measure(
    sample: Iterator[tuple[str, str, str, Any]], peers: Sequence[str], n_rounds: int
) -> list[Measured]:
    """Time everything on every page, a batch of pages after the other."""
    with_compiled = in_use() == KERNELS[0]
    alone = [BARE_PARSE, *FORMS, *peers]
    with ExitStack() as stack:
        clocks = {}
        if with_compiled:
            clocks[""] = stack.enter_context(Clock(alone, KERNELS[0], with_stages=True))
        # Beside the compiled kernel only what differs from it.
        names = [WHOLE] if with_compiled else alone
        clocks[ON_NUMPY] = stack.enter_context(Clock(names, KERNELS[1], with_stages=True))
        found: list[Measured] = []
        while batch := list(islice(sample, _BATCH)):
            found += _measured_batch(batch, clocks, n_rounds)
            print(f"{len(found)} pages", file=sys.stderr)
    return found


def _measured_batch(
    batch: Sequence[tuple[str, str, str, Any]], clocks: dict[str, Clock], n_rounds: int
) -> list[Measured]:
    """Let the processes take turns; their times are told apart by the suffix."""
    sent = [(html, url) for _, _, html, url in batch]
    answers = {suffix: clock.times(sent, n_rounds) for suffix, clock in clocks.items()}
    found = []
    for place, (group, page_id, html, _) in enumerate(batch):
        times = {
            name + suffix if name.startswith((WHOLE, STAGE)) else name: ms
            for suffix, answer in answers.items()
            for name, ms in answer[place].items()
        }
        found.append(
            Measured(
                group, page_id, len(html.encode("utf-8", "replace")),
                # Only the decision may be negative by noise; elsewhere the sign marks a failure.
                {name: round(ms if name.startswith(STAGE) else abs(ms), 4) for name, ms in times.items()},
                [name for name, ms in times.items() if ms < 0 and not name.startswith(STAGE)],
            )
        )  # fmt: skip
    return found


# -- figures ----------------------------------------------------------------------------------------


def by_group(found: Sequence[Measured]) -> dict[str, list[Measured]]:
    """Sort pages into their groups."""
    groups: dict[str, list[Measured]] = defaultdict(list)
    for page in found:
        groups[page.group].append(page)
    return dict(groups)


def mean_ms(found: Sequence[Measured]) -> dict[str, float]:
    """Mean milliseconds a page of each system and stage."""
    return {name: fmean(page.ms[name] for page in found) for name in found[0].ms}


def kernels_of(found: Sequence[Measured]) -> dict[str, str]:
    """The kernels that were measured, with the suffix of their names."""
    suffixes = dict(zip(KERNELS, ("", ON_NUMPY), strict=True))
    return {kernel: suffix for kernel, suffix in suffixes.items() if WHOLE + suffix in found[0].ms}


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
    base = WHOLE if WHOLE in found[0].ms else WHOLE + ON_NUMPY
    means = mean_ms(found)
    n_megabytes = fmean(page.n_bytes for page in found) / 1e6
    lines = [
        f"| system | ms a page | median ms | ms a MB | times {base} | median over pages | failed |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for name in sorted(means, key=means.__getitem__):
        if not name.startswith(STAGE) and (compared := ratios(found, name, base)):
            n_failed = sum(name in page.failed for page in found)
            lines.append(
                f"| {name} | {means[name]:.2f} | {median(page.ms[name] for page in found):.2f} | "
                f"{means[name] / n_megabytes:.1f} | {compared[0]:.2f} | {compared[1]:.2f} | {n_failed} |"
            )
    return "\n".join(lines) + "\n"


def _stages_table(found: Sequence[Measured]) -> str:
    means, kernels = mean_ms(found), kernels_of(found)
    lines = ["| stage, ms a page | " + " | ".join(kernels) + " |", "|---|" + "--:|" * len(kernels)]
    rows: dict[str, tuple[str, ...]] = {name: (STAGE + name,) for name in ("decode", *PARTS)}
    rows |= {"sum from parse to text": tuple(STAGE + name for name in PARTS), "whole": (WHOLE,)}
    for label, names in rows.items():
        cells = [f"{sum(means[name + suffix] for name in names):.2f}" for suffix in kernels.values()]
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _bars_table(found: Sequence[Measured]) -> str:
    lines = ["| target | wanted | total | median over pages | met |", "|---|---|--:|--:|---|"]
    for bar in BARS:
        if compared := ratios(found, bar.over, bar.under):
            total, middle = compared
            met = "yes" if bar.met(total) else "no"
            lines.append(
                f"| {bar.over} / {bar.under} | {bar.target()} | {total:.2f} | {middle:.2f} | {met} |"
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
        parts = {
            kernel: {name: means[STAGE + name + suffix] for name in PARTS}
            for kernel, suffix in kernels_of(found).items()
        }
        chart.bars(axes[1], parts, "Stages of maintext", "CPU ms a page, mean")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path, nargs="?", help="directory of a corpus; default: made pages")
    parser.add_argument("--sets", nargs="*", default=[], metavar="A+B", help="groups; default: each set")
    parser.add_argument("--limit", type=int, help="most pages of a set, evenly spread")
    parser.add_argument("--rounds", type=int, default=5, help="times a case runs on a page [default: 5]")
    parser.add_argument("--peers", nargs="*", help="which; default: all that are installed")
    parser.add_argument("--json", type=Path, help="write all figures, page by page")
    parser.add_argument("--plot", type=Path, help="draw to this SVG file")
    given = parser.parse_args(arguments)
    facts: dict[str, Any] = machine.facts() | {"load before": machine.load_average()}
    peers = installed_peers() if given.peers is None else given.peers
    found = measure(pages(given.corpus, given.sets, given.limit), peers, given.rounds)
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
