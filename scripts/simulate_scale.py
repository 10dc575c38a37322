"""A Common Crawl snapshot on paper: core-hours, money, bottlenecks; and a simulation that checks them.

    python scripts/simulate_scale.py                              # the tables of docs/scale.md
    python scripts/simulate_scale.py --price 0.02 --pages 2.5e9 --machines 100
    python scripts/simulate_scale.py --figures figures.json       # of scripts/measure_scale.py

What is measured comes from scripts/measure_scale.py, what is assumed from the flags. The simulation gives
files to cores as ``maintext batch --engine ray`` does: a core reads one file from its beginning and notes it
shard by shard; when its machine is lost, the file goes back to the head of the queue, and who takes it reads
over what is noted. The same seed gives the same tables.
"""

from __future__ import annotations

import argparse
import heapq
import json
import sys
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

MEASURED = {
    "html_kb_per_page": 176.5,
    "read_ms_per_page": 0.194,
    "hand_over_ms_per_page": 0.112,
    "extract_ms_of_a_page": 5.71,
    "extract_ms_per_100_kb": 1.21,
    "extract_variation": 0.68,
    "write_ms_per_page": 0.044,
    "out_kb_per_page": 3.04,
}
"""Output of scripts/measure_scale.py; see docs/scale.md for when and where."""

_HOUR_S = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A snapshot, the machines, and what a page costs.

    Attributes
    ----------
    n_pages, n_files
        Of the snapshot.
    page_s, read_s
        Seconds of a core for a page with all that belongs to it, and for only reading over it.
    variation
        Standard deviation of the seconds of a page divided by their mean.
    shard_pages
        Pages that are noted at once.
    n_machines, n_cores
        Machines, and cores of each.
    slow_share, slow_factor
        Share of machines that are slow, and how many times as long they take.
    losses_per_machine_day
        How often a machine is lost in a day, on average.
    new_machine_s
        Seconds until another one stands in its place.
    """

    n_pages: float
    n_files: int
    page_s: float
    read_s: float
    variation: float = 0.0
    shard_pages: int = 1000
    n_machines: int = 1
    n_cores: int = 1
    slow_share: float = 0.0
    slow_factor: float = 1.0
    losses_per_machine_day: float = 0.0
    new_machine_s: float = 300.0

    @property
    def file_pages(self) -> float:
        """Pages of a file."""
        return self.n_pages / self.n_files

    @property
    def n_shards(self) -> int:
        """Shards of a file; the last one may be smaller."""
        return int(np.ceil(self.file_pages / self.shard_pages))

    @property
    def work_s(self) -> float:
        """Seconds of a core for all pages, each done once on a machine that is not slow."""
        return self.n_pages * self.page_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a simulated run.

    Attributes
    ----------
    seconds
        From the start to the last shard.
    busy_s
        Seconds that cores worked, all together.
    lost_s
        Of these, work that was not noted when a machine was lost, and reading over what was.
    n_losses
        Machines lost.
    """

    seconds: float
    busy_s: float
    lost_s: float
    n_losses: int


class Simulation:
    """Files given to cores, event after event.

    Parameters
    ----------
    plan
        What is simulated.
    seed
        Of the chances.
    """

    def __init__(self, plan: Plan, seed: int = 1) -> None:
        self._plan, self._chance = plan, np.random.default_rng(seed)
        # The mean of many pages varies by a root less than one page does; files are all that vary here.
        spread = plan.variation / np.sqrt(plan.file_pages)
        self._shard_s = (
            np.maximum(self._chance.normal(1.0, spread, plan.n_files), 0.1)
            * (plan.file_pages / plan.n_shards)
            * plan.page_s
        )
        self._read_s = plan.file_pages / plan.n_shards * plan.read_s
        self._factor = np.where(self._chance.random(plan.n_machines) < plan.slow_share, plan.slow_factor, 1.0)
        self._queue: deque[tuple[int, int]] = deque((file, 0) for file in range(plan.n_files))
        self._events: list[tuple[float, int, int, int]] = []  # when, what, machine, epoch of the machine
        self._work: dict[tuple[int, int], tuple[int, int, float]] = {}  # (machine, core): file, first, start
        self._epoch = [0] * plan.n_machines
        self._idle: list[tuple[int, int]] = []
        self._busy_s = self._lost_s = self._end_s = 0.0
        self._n_losses = 0
        self._n_left = plan.n_files

    def run(self) -> Outcome:
        """Run to the last shard."""
        for machine in range(self._plan.n_machines):
            self._join(machine, 0.0)
        while self._n_left:
            now, core, machine, epoch = heapq.heappop(self._events)
            if epoch != self._epoch[machine]:
                continue
            if core == _LOSS:
                self._lose(machine, now)
            elif core == _JOIN:
                self._join(machine, now)
            else:
                self._finish(machine, core, now)
        return Outcome(seconds=self._end_s, busy_s=self._busy_s, lost_s=self._lost_s, n_losses=self._n_losses)

    def _join(self, machine: int, now: float) -> None:
        rate = self._plan.losses_per_machine_day / (24 * _HOUR_S)
        if rate:
            self._note(now + self._chance.exponential(1 / rate), _LOSS, machine)
        for core in range(self._plan.n_cores):
            self._take(machine, core, now)

    def _take(self, machine: int, core: int, now: float) -> None:
        if not self._queue:
            self._idle.append((machine, core))
            return
        file, first = self._queue.popleft()
        self._work[machine, core] = file, first, now
        seconds = first * self._read_s + (self._plan.n_shards - first) * self._shard_s[file]
        self._note(now + seconds * self._factor[machine], core, machine)

    def _finish(self, machine: int, core: int, now: float) -> None:
        _, first, start = self._work.pop((machine, core))
        self._busy_s += now - start
        self._lost_s += first * self._read_s * self._factor[machine]
        self._end_s = now
        self._n_left -= 1
        self._take(machine, core, now)

    def _lose(self, machine: int, now: float) -> None:
        """End all that a machine works on; its files go to the head of the queue."""
        self._n_losses += 1
        self._epoch[machine] += 1
        for core in range(self._plan.n_cores):
            if (machine, core) in self._work:
                file, first, start = self._work.pop((machine, core))
                worked_s = (now - start) / self._factor[machine]
                noted = int(max(0.0, worked_s - first * self._read_s) / self._shard_s[file])
                noted = min(noted, self._plan.n_shards - first)
                self._busy_s += now - start
                self._lost_s += (now - start) - noted * self._shard_s[file] * self._factor[machine]
                self._queue.appendleft((file, first + noted))
        self._idle = [place for place in self._idle if place[0] != machine]
        self._note(now + self._plan.new_machine_s, _JOIN, machine)
        waiting, self._idle = self._idle, []
        for place in waiting:
            self._take(*place, now)

    def _note(self, when: float, what: int, machine: int) -> None:
        heapq.heappush(self._events, (when, what, machine, self._epoch[machine]))


_LOSS, _JOIN = -1, -2


def page_ms(figures: dict[str, float], html_kb: float) -> dict[str, float]:
    """Milliseconds of a core for a page of a size, stage by stage."""
    size = html_kb / figures["html_kb_per_page"]
    return {
        "undo gzip, read WARC": figures["read_ms_per_page"] * size,
        "hand over": figures["hand_over_ms_per_page"] * size,
        "extract": figures["extract_ms_of_a_page"] + figures["extract_ms_per_100_kb"] * html_kb / 100,
        "write": figures["write_ms_per_page"],
    }


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table; all columns but the first are numbers."""
    lines = [head, ["--", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def cost_table(stages: dict[str, float], given: argparse.Namespace) -> str:
    """Stage by stage: milliseconds, core-hours and money for the snapshot."""
    rows = [
        [name, f"{ms:.2f}", f"{hours:,.0f}", f"{hours * given.price:,.0f}"]
        for name, ms in {**stages, "all": sum(stages.values())}.items()
        for hours in [ms / 1e3 * given.pages / _HOUR_S]
    ]
    return table(["stage", "ms a page", "core-hours", "US$"], rows)


def limit_table(stages: dict[str, float], figures: dict[str, float], given: argparse.Namespace) -> str:
    """What a core asks of each shared thing, and how many cores use it up."""
    pages_per_s = 1e3 / sum(stages.values())
    in_mb, out_mb = pages_per_s * given.warc_kb / 1e3, pages_per_s * figures["out_kb_per_page"] / 1e3
    limits = [
        ("network of a machine", f"{in_mb:.2f} MB/s in", given.nic_gbit * 125 / in_mb),
        ("storage, read", f"{in_mb:.2f} MB/s", given.store_gb_per_s * 1e3 / in_mb),
        ("storage, written", f"{out_mb:.3f} MB/s", given.store_gb_per_s * 1e3 / out_mb),
    ]
    for n_pages in (1000, 5000, given.pages / given.files):
        shards_per_s = pages_per_s / n_pages
        name = f"driver, shards of {n_pages:,.0f} pages"
        limits.append((name, f"{shards_per_s:.4f} shards/s", 1e3 / given.note_ms / shards_per_s))
    return table(
        ["shared thing", "a core asks for", "cores that use it up"],
        [[name, asked, f"{cores:,.0f}"] for name, asked, cores in limits],
    )


def run_rows(plan: Plan, price: float) -> list[list[object]]:
    """The simulated runs: nothing goes wrong, then one thing after another, then all of them."""
    slow = {"slow_share": 0.02, "slow_factor": 3.0}
    cases = {
        "nothing goes wrong": {},
        "2 % of the machines take 3 times as long": slow,
        "a machine is lost once in 30 days": {"losses_per_machine_day": 1 / 30},
        "a machine is lost once in a day (spot)": {"losses_per_machine_day": 1.0},
        "four times a day": {"losses_per_machine_day": 4.0},
        "slow ones, and lost once in a day": {**slow, "losses_per_machine_day": 1.0},
        "the same, shards of 1,000 pages": {**slow, "losses_per_machine_day": 1.0, "shard_pages": 1000},
        "the same, a shard a file": {**slow, "losses_per_machine_day": 1.0, "shard_pages": 1_000_000},
        "the same, files ten times as large": {
            **slow, "losses_per_machine_day": 1.0, "n_files": plan.n_files // 10,
        },
    }  # fmt: skip
    rows: list[list[object]] = []
    for name, changes in cases.items():
        case = replace(plan, **changes)  # type: ignore[arg-type]
        found = Simulation(case).run()
        n_cores = case.n_machines * case.n_cores
        paid_hours = found.seconds * n_cores / _HOUR_S
        rows.append(
            [
                name,
                f"{found.seconds / _HOUR_S:.2f}",
                f"{found.seconds * n_cores / case.work_s:.3f}",
                f"{found.lost_s / found.busy_s:.2%}",
                found.n_losses,
                f"{paid_hours * price:,.0f}",
            ]
        )
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    given = parsed(arguments)
    figures = {**MEASURED, **(json.loads(given.figures.read_text()) if given.figures else {})}
    stages = page_ms(figures, given.html_kb)
    page_s = sum(stages.values()) / 1e3
    print(
        f"A page of {given.html_kb:g} kB: {page_s * 1e3:.2f} ms of a core, {1 / page_s:.1f} pages/s,"
        f" {given.html_kb / 1e3 / page_s:.2f} MB/s of HTML, {given.warc_kb / 1e3 / page_s:.2f} MB/s of WARC\n"
    )
    print(cost_table(stages, given))
    print(limit_table(stages, figures, given))
    plan = Plan(
        n_pages=given.pages,
        n_files=given.files,
        page_s=page_s,
        read_s=stages["undo gzip, read WARC"] / 1e3,
        variation=figures["extract_variation"],
        shard_pages=given.shard_pages,
        n_machines=given.machines,
        n_cores=given.cores,
    )
    head = [f"{given.machines} machines of {given.cores} cores", "hours", "times the least", "work lost"]
    head += ["machines lost", "US$"]
    print(table(head, run_rows(plan, given.price)))
    return 0


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The flags; all numbers here are assumptions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    number = parser.add_argument
    number("--figures", type=Path, help="JSON of scripts/measure_scale.py  [default: those of docs/scale.md]")
    number("--pages", type=float, default=3e9, help="pages of the snapshot  [%(default)s]")
    number("--files", type=int, default=90_000, help="WARC files of the snapshot  [%(default)s]")
    number("--html-kb", type=float, default=140.0, help="HTML of a page, kB  [%(default)s]")
    number("--warc-kb", type=float, default=33.0, help="WARC of a page, kB  [%(default)s]")
    number("--price", type=float, default=0.04, help="US$ for an hour of a core  [%(default)s]")
    number("--machines", type=int, default=64, help="[%(default)s]")
    number("--cores", type=int, default=16, help="of each machine  [%(default)s]")
    number("--shard-pages", type=int, default=5000, help="pages noted at once  [%(default)s]")
    number("--nic-gbit", type=float, default=10.0, help="network of a machine, Gbit/s  [%(default)s]")
    number("--store-gb-per-s", type=float, default=10.0, help="shared storage, GB/s  [%(default)s]")
    number("--note-ms", type=float, default=20.0, help="to rename and note a shard there, ms  [%(default)s]")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
