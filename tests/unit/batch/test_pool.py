"""The pool of processes: pages that hang, die and raise cost themselves and nothing else."""

from __future__ import annotations

import multiprocessing
import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from tests.unit.batch.made import awkward, double, no_start

from maintext.batch.item import Problem
from maintext.batch.pool import _ONE_THREAD, Pool, _one_thread
from maintext.errors import MethodError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator


@pytest.fixture(scope="module")
def workers_are_forked() -> None:
    """Workers are spawned here, as they are in use."""


def map_with_timeout(  # noqa: PLR0913 - one value each
    function: Callable[[Any], Any],
    items: Iterable[Any],
    *,
    n_processes: int,
    timeout_s: float,
    ordered: bool = True,
    prepare: Callable[[], object] | None = None,
    size_of: Callable[[Any], int] | None = None,
) -> Generator[tuple[int, Any], None, None]:
    with Pool(function, n_processes=n_processes, timeout_s=timeout_s, prepare=prepare) as pool:
        yield from pool.map_with_timeout(items, ordered=ordered, size_of=size_of)


def awkwardly(words: list[str], timeout_s: float = 30.0, *, ordered: bool = True) -> list[tuple[int, object]]:
    return list(map_with_timeout(awkward, words, n_processes=1, timeout_s=timeout_s, ordered=ordered))


def test_every_item_has_one_result_in_order() -> None:
    assert list(map_with_timeout(double, range(100), n_processes=2, timeout_s=30)) == [
        (i, 2 * i) for i in range(100)
    ]


def test_without_order_the_same_results() -> None:
    results = map_with_timeout(double, range(100), n_processes=2, timeout_s=30, ordered=False)
    assert sorted(results) == [(i, 2 * i) for i in range(100)]


def test_threads_that_start_processes_leave_the_environment_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    before, seen = dict(os.environ), set()

    def start(_: int) -> None:
        with _one_thread():
            time.sleep(0.001)
            seen.add(tuple(os.environ.get(name) for name in _ONE_THREAD))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(start, range(100)))
    assert dict(os.environ) == before
    assert seen == {("1", "1", "2")}


def test_no_items() -> None:
    assert list(map_with_timeout(double, [], n_processes=1, timeout_s=30)) == []


@pytest.mark.parametrize("word", ["hang", "spin"])
def test_an_item_over_the_limit_is_a_problem_and_the_others_are_done(word: str) -> None:
    results = dict(awkwardly(["a", "b", "c", word, "d", "e", "f"], timeout_s=3))
    problem = results.pop(3)
    assert isinstance(problem, Problem)
    assert problem.error == "PageTimeout"
    assert "after 3 s" in problem.reason
    assert [results[i] for i in (0, 1, 2, 4, 5, 6)] == ["a", "b", "c", "d", "e", "f"]


def test_the_limit_is_of_an_item_not_of_all_that_a_process_has() -> None:
    words = [f"work {i}" for i in range(80)]  # 4 s of sleep in all
    assert [result for _, result in awkwardly(words, timeout_s=3.0)] == words


@pytest.mark.parametrize(("word", "says"), [("die", "SIGKILL"), ("leave", "exit code 3")])
def test_an_item_that_ends_its_process_is_a_problem_and_the_others_are_done(word: str, says: str) -> None:
    results = awkwardly(["a", "b", "c", word, "d", word, "e"])
    assert [index for index, _ in results] == list(range(7))
    found = [result for _, result in results]
    assert [found[i] for i in (0, 1, 2, 4, 6)] == ["a", "b", "c", "d", "e"]
    for index in (3, 5):
        problem = found[index]
        assert isinstance(problem, Problem)
        assert (problem.error, says in problem.reason) == ("WorkerDied", True)


def test_an_exception_is_a_problem_with_its_name() -> None:
    assert awkwardly(["a", "raise", "b"]) == [(0, "a"), (1, Problem("ValueError", "a bad page")), (2, "b")]


def test_processes_that_cannot_start_are_an_error_and_not_tried_for_ever() -> None:
    with pytest.raises(MethodError, match="__main__"):
        list(map_with_timeout(double, range(3), n_processes=1, timeout_s=30, prepare=no_start))


def test_items_are_read_as_they_are_needed() -> None:
    n_read = 0

    def counted() -> Iterator[int]:
        nonlocal n_read
        for number in range(100_000):
            n_read += 1
            yield number

    results = map_with_timeout(double, counted(), n_processes=1, timeout_s=30)
    assert next(results) == (0, 0)
    assert n_read < 100
    results.close()


def test_few_large_items_are_read_ahead() -> None:
    n_read = 0

    def counted() -> Iterator[int]:
        nonlocal n_read
        for number in range(1000):
            n_read += 1
            yield number

    results = map_with_timeout(double, counted(), n_processes=1, timeout_s=30, size_of=lambda _: 3_000_000)
    for _ in range(100):
        next(results)
    assert n_read <= 104
    results.close()


def test_no_process_is_left_when_results_are_not_read_to_the_end() -> None:
    before = set(multiprocessing.active_children())
    results = map_with_timeout(awkward, ["a", "hang"] * 5, n_processes=1, timeout_s=30)
    assert next(results) == (0, "a")
    results.close()
    assert set(multiprocessing.active_children()) <= before


def test_an_exception_of_the_items_is_raised() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        list(map_with_timeout(double, broken(), n_processes=1, timeout_s=30))
