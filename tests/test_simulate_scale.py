"""The simulation of scripts/simulate_scale.py against what can be counted by hand."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from pathlib import Path

import pytest
from scripts.simulate_scale import MEASURED, Plan, Simulation, main, page_ms

EQUAL = Plan(n_pages=120_000, n_files=12, page_s=0.02, read_s=0.001, shard_pages=1000)
FILE_S = 10_000 * 0.02


@pytest.mark.parametrize(("n_machines", "n_cores"), [(1, 1), (2, 2), (1, 5), (3, 4), (4, 4)])
def test_equal_files_and_no_losses_take_as_many_rounds_as_there_are_files_for_a_core(
    n_machines: int, n_cores: int
) -> None:
    found = Simulation(replace(EQUAL, n_machines=n_machines, n_cores=n_cores)).run()
    assert found.seconds == pytest.approx(ceil(12 / (n_machines * n_cores)) * FILE_S)
    assert found.busy_s == pytest.approx(EQUAL.work_s)
    assert (found.lost_s, found.n_losses) == (0, 0)


def test_shards_that_do_not_divide_a_file_change_no_work() -> None:
    found = Simulation(replace(EQUAL, shard_pages=3000, n_cores=12)).run()
    assert found.seconds == pytest.approx(FILE_S)


def test_slow_machines_take_their_factor_longer() -> None:
    slow = replace(EQUAL, n_cores=12, slow_share=1.0, slow_factor=3.0)
    assert Simulation(slow).run().seconds == pytest.approx(3 * FILE_S)


def test_fast_machines_take_what_slow_ones_leave() -> None:
    plan = replace(EQUAL, n_pages=1.2e6, n_files=120, n_machines=10, slow_share=0.5, slow_factor=3.0)
    simulation = Simulation(plan, seed=3)
    n_slow = int((simulation._factor > 1).sum())
    assert 0 < n_slow < 10
    least_s = plan.work_s / (10 - n_slow + n_slow / 3)
    assert least_s <= simulation.run().seconds <= least_s + 3 * FILE_S


def test_work_that_is_not_lost_is_the_work_of_all_pages() -> None:
    plan = replace(EQUAL, n_machines=3, n_cores=2, losses_per_machine_day=400.0, new_machine_s=20.0)
    for seed in range(20):
        found = Simulation(plan, seed).run()
        assert found.busy_s - found.lost_s == pytest.approx(plan.work_s)
        assert found.seconds >= plan.work_s / 6
    assert found.n_losses > 0


def test_what_a_loss_costs_is_half_a_shard_and_reading_over_half_a_file() -> None:
    # One core: each loss leaves half a shard undone on average, and has the noted part read over.
    plan = replace(EQUAL, n_files=12, losses_per_machine_day=80.0, new_machine_s=0.0)
    runs = [Simulation(plan, seed).run() for seed in range(400)]
    per_loss_s = sum(run.lost_s for run in runs) / sum(run.n_losses for run in runs)
    assert per_loss_s == pytest.approx(1000 * 0.02 / 2 + 10_000 * 0.001 / 2, rel=0.15)


def test_the_same_seed_gives_the_same_run() -> None:
    plan = replace(EQUAL, variation=0.5, losses_per_machine_day=100.0, n_machines=3)
    assert Simulation(plan, 5).run() == Simulation(plan, 5).run()
    assert Simulation(plan, 5).run() != Simulation(plan, 6).run()


def test_a_page_of_the_measured_size_costs_what_was_measured() -> None:
    stages = page_ms(MEASURED, MEASURED["html_kb_per_page"])
    assert stages["undo gzip, read WARC"] == pytest.approx(MEASURED["read_ms_per_page"])
    extract = MEASURED["extract_ms_of_a_page"] + MEASURED["extract_ms_per_100_kb"] * (
        MEASURED["html_kb_per_page"] / 100
    )
    assert stages["extract"] == pytest.approx(extract)


def test_the_tables_are_those_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    document = (Path(__file__).parents[1] / "docs" / "scale.md").read_text(encoding="utf-8")
    for line in capsys.readouterr().out.splitlines():
        assert line in document
