"""The benchmarks run, and their figures are what they say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

import pytest
from benchmarks import growth, machine, memory, speed, threads
from benchmarks.cases import BARE_PARSE, EVERYTHING, STAGES, WHOLE, stages
from benchmarks.pages import SMALLEST, made_page
from benchmarks.sources import Source, read_pages, source
from benchmarks.timing import STAGE, timed

from maintext import extract

ROOT = Path(__file__).parents[1]


def run(script: str, *arguments: str) -> str:
    """Output of a benchmark that is run as a user runs it."""
    command = [sys.executable, str(ROOT / "benchmarks" / script), *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def measured(group: str = "g", **ms: float) -> speed.Measured:
    return speed.Measured(group, "p", 1000, ms, [])


# -- made pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALLEST, 30_000, 200_000])
def test_made_pages_have_their_size_and_are_always_the_same(size: int) -> None:
    html = made_page(size)
    assert abs(len(html.encode()) - size) < 1000
    assert html == made_page(size)
    assert html != made_page(size, seed=1)


def test_made_pages_have_main_text_and_boilerplate() -> None:
    document = extract(made_page(50_000))
    n_visible = int(document.page.n_chars[~document.page.is_hidden].sum())
    assert 0.3 < len("".join(document.text.split())) / n_visible < 0.8


def test_a_page_that_cannot_hold_all_parts_is_refused() -> None:
    with pytest.raises(ValueError, match="at least"):
        made_page(SMALLEST - 1)


# -- timing -------------------------------------------------------------------------------------------


def test_the_median_of_the_rounds_counts() -> None:
    given = iter([5.0, 1.0, 3.0])
    (times,) = timed({"case": lambda _html, _url: {"": next(given)}}, [("<p>a", None)], 3)
    assert times == {"case": 3.0}


def test_a_slow_case_is_not_run_again_on_the_page() -> None:
    ran: list[str] = []

    def slow(html: str, _url: str | None) -> dict[str, float]:
        ran.append(html)
        return {"": 100 if html == "<p>slow" else 1}

    timed({"case": slow}, [("<p>slow", None), ("<p>fast", None)], 4)
    assert (ran.count("<p>slow"), ran.count("<p>fast")) == (1, 4)


def test_the_stages_are_those_of_an_extraction() -> None:
    found = stages(made_page(20_000), None)
    assert tuple(found) == STAGES
    assert all(ms > 0 for name, ms in found.items() if name not in {"decision", "embedded"})


# -- figures ------------------------------------------------------------------------------------------


def test_ratios_are_of_the_whole_and_of_the_page_in_the_middle() -> None:
    pages = [measured(a=1, b=1), measured(a=10, b=2), measured(a=3, b=1)]
    assert speed.ratios(pages, "a", "b") == (14 / 4, 3)
    assert speed.ratios(pages, "a", "not measured") is None


@pytest.mark.parametrize(("ratio", "met"), [(0.1, True), (1.25, True), (1.3, False)])
def test_a_bound_is_met_up_to_it(ratio: float, met: bool) -> None:
    assert speed.Bar("a", "b", 1.25).met(ratio) is met


def test_all_pages_are_a_group_beside_several_sets() -> None:
    assert list(speed.by_group([measured("x", a=1)])) == ["x"]
    groups = speed.by_group([measured("x", a=1), measured("y", a=2)])
    assert {name: len(pages) for name, pages in groups.items()} == {"x": 1, "y": 1, speed.ALL: 2}


def test_growth_is_the_slope_of_the_second_half() -> None:
    flat = [(n, 50 + min(n, 500) / 10) for n in range(10, 1001, 10)]
    leaking = [(n, 50 + n * 0.002) for n in range(10, 1001, 10)]  # 2 kB each
    assert memory.growth_kb(flat) == pytest.approx(0, abs=1e-6)
    assert memory.growth_kb(leaking) == pytest.approx(2000)


def test_resident_memory_grows_with_what_is_kept() -> None:
    before = memory.resident_mb()
    kept = b"x" * 60_000_000
    assert memory.resident_mb() - before > 50
    assert len(kept) == 60_000_000


def test_the_ratio_of_growth_is_largest_over_smallest() -> None:
    facts = machine.facts() | {"load before": 0, "load after": 0}
    table = growth.report([10_000, 200_000, 1_000_000], {"x": [6.0, 3.0, 2.0]}, facts)
    assert "(wanted: at most 1.5) | 3.00 |" in table
    assert "from 100 kB on | 1.50 |" in table


# -- scripts ------------------------------------------------------------------------------------------


def record(name: str, size: int) -> str:
    page: dict[str, Any] = {"id": name, "html": made_page(size), "gold_kind": "human", "gold_text": "x"}
    return json.dumps(page | {"url": f"https://example.org/{name}", "lang": "en"}) + "\n"


def test_speed_measures_stages_and_systems_on_a_corpus(tmp_path: Path) -> None:
    corpus, figures, plot = tmp_path / "tiny.jsonl", tmp_path / "speed.json", tmp_path / "speed.svg"
    corpus.write_text(record("one", 10_000) + record("two", 20_000), "utf-8")
    output = run(
        "speed.py", str(corpus), "--rounds", "2", "--peers", "turbohtml-article",
        "--json", str(figures), "--plot", str(plot),
    )  # fmt: skip
    pages = json.loads(figures.read_text("utf-8"))["pages"]
    wanted = {BARE_PARSE, WHOLE, EVERYTHING, "turbohtml-article", *(STAGE + name for name in STAGES)}
    assert [page["id"] for page in pages] == ["one", "two"]
    for page in pages:
        assert page["ms"].keys() == wanted
        assert page["failed"] == []
        assert page["ms"][EVERYTHING] > page["ms"][WHOLE] > page["ms"][BARE_PARSE] > 0
    assert "## tiny: 2 pages, mean 15 kB" in output
    assert f"| {EVERYTHING} / {WHOLE} | at most 2.0 |" in output
    assert "turbohtml-article" in plot.read_text("utf-8")


def test_a_source_is_a_corpus_with_the_most_pages_of_a_set(tmp_path: Path) -> None:
    corpus = tmp_path / "tiny.jsonl"
    corpus.write_text("".join(record(f"page {number}", 10_000) for number in range(4)), "utf-8")
    assert source(f"{corpus}:2") == Source(corpus, 2)
    assert source(str(tmp_path)) == Source(tmp_path)
    found = [(group, name) for group, name, _, _ in read_pages([Source(corpus, 2), Source(tmp_path)])]
    assert len(found) == 6
    assert found[2:] == [("tiny", f"page {number}") for number in range(4)]


def test_a_source_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentTypeError, match="does not exist"):
        source(f"{tmp_path}/no.jsonl:3")


def test_growth_gives_a_row_for_each_size(tmp_path: Path) -> None:
    figures = tmp_path / "growth.json"
    output = run("growth.py", "--sizes", "10000", "40000", "--rounds", "1", "--json", str(figures))
    found = json.loads(figures.read_text("utf-8"))["ms_per_mb"]
    assert {WHOLE, EVERYTHING, BARE_PARSE} <= found.keys()
    assert all(len(values) == 2 and min(values) > 0 for values in found.values())
    assert "| 40 kB |" in output


def test_memory_gives_samples_and_peaks(tmp_path: Path) -> None:
    figures = tmp_path / "memory.json"
    run("memory.py", "--extractions", "40", "--sizes", "3000000", "--json", str(figures))
    found = json.loads(figures.read_text("utf-8"))
    assert [number for number, _ in found["samples"]] == list(range(1, 41))
    assert found["peaks_mb"]["3000000"][0] > 1


def test_threads_and_processes_give_the_same(tmp_path: Path) -> None:
    figures = tmp_path / "threads.json"
    corpus = tmp_path / "tiny.jsonl"
    corpus.write_text("".join(record(f"page {number}", 20_000) for number in range(4)), "utf-8")
    output = run("threads.py", str(corpus), "--rounds", "1", "--json", str(figures))
    rounds = json.loads(figures.read_text("utf-8"))["rounds"]["extract"]
    assert set(rounds) == {threads.ONE, "2 threads", "2 processes"}
    assert len({answer for rows in rounds.values() for _, _, answer in rows}) == 1
    assert "| 2 threads |" in output
    assert f"Target: two threads at least {threads.MIN_TIMES} times one" in output
