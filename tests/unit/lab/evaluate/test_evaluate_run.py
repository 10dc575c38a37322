from __future__ import annotations

import dataclasses
import os
from functools import partial
from typing import TYPE_CHECKING, cast

import pytest

from maintext.errors import MethodError, OptionError
from maintext.lab.evaluate.corpus import GoldPage
from maintext.lab.evaluate.run import ElsewhereError, PageResult, Timed, evaluate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.lab.evaluate.run import System


def gold_page(number: int = 1, gold_text: str | None = "one two", **changes: object) -> GoldPage:
    page = GoldPage(
        id=f"s/{number}", set="s", url=None, lang="en", page_type="article", html=f"<p>one {number}</p>",
        gold_text=gold_text, gold_kind="snippets" if gold_text is None else "human",
        with_snippets=(), without_snippets=(), title=None, author=None, date=None, encoding=None,
    )  # fmt: skip
    return dataclasses.replace(page, **changes)  # type: ignore[arg-type]


def say(page: GoldPage, text: str = "one") -> str:  # noqa: ARG001 - the shape of a system
    return text


def page_html(page: GoldPage) -> str:
    return page.html


def crash_on_third(page: GoldPage) -> str:
    if page.id == "s/3":
        raise KeyError("third")
    return "one two"


def return_nothing(page: GoldPage) -> None:
    """Break the contract of a system."""


def end_process(page: GoldPage) -> str:
    os._exit(len(page.id))


def evaluate_one(page: GoldPage, text: str) -> PageResult:
    (result,) = evaluate({"say": partial(say, text=text)}, [page])
    return result


def test_result_has_the_page_and_the_scores() -> None:
    result = evaluate_one(gold_page(), "one three four five")

    assert dataclasses.replace(result, cpu_ms=0) == PageResult(
        page_id="s/1", set="s", lang="en", page_type="article", gold_kind="human", system="say",
        precision=0.25, recall=0.5, f1=1 / 3, f1_no_title=1 / 3,
        with_rate=None, without_rate=None, cpu_ms=0, n_chars=19, error=None,
        lcs_precision=0.25, lcs_recall=0.5, lcs_f1=1 / 3,
    )  # fmt: skip


def test_result_knows_the_order_and_the_site() -> None:
    result = evaluate_one(gold_page(gold_text="one two", url="https://Example.org/x"), "two one")

    assert (result.f1, result.lcs_precision, result.lcs_recall, result.lcs_f1) == (1.0, 0.5, 0.5, 0.5)
    assert result.site == "example.org"


class Learned:
    learned_sets = frozenset({"s"})

    def __call__(self, page: GoldPage) -> str:
        if page.id == "s/3":
            raise KeyError(page.id)
        return page.html


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_results_on_the_sets_that_a_system_learned_from_are_marked(n_jobs: int) -> None:
    pages = [gold_page(1), gold_page(2, set="other"), gold_page(3)]

    results = evaluate({"learned": Learned(), "say": say}, pages, n_jobs=n_jobs)

    assert [(r.page_id, r.system) for r in results if r.trained_here] == [
        ("s/1", "learned"),
        ("s/3", "learned"),
    ]


def test_results_come_by_page_then_by_system() -> None:
    results = evaluate({"b": say, "a": page_html}, [gold_page(1), gold_page(2)])

    assert [(r.page_id, r.system) for r in results] == [
        ("s/1", "b"),
        ("s/1", "a"),
        ("s/2", "b"),
        ("s/2", "a"),
    ]


def test_systems_take_turns_in_running_first() -> None:
    calls = []

    def system(name: str, page: GoldPage) -> str:
        calls.append(name)
        return page.html

    evaluate({name: partial(system, name) for name in "ab"}, [gold_page(1), gold_page(2)])

    assert calls == ["a", "b", "b", "a"]


def test_title_line_is_ignored_on_both_sides() -> None:
    result = evaluate_one(gold_page(gold_text="The title\n1 2 3 4 5 6", title="The Title"), "1 2 3 4 5 6")

    assert (result.recall, result.f1_no_title) == (0.75, 1.0)


def test_snippet_pages_have_rates_but_no_word_scores() -> None:
    page = gold_page(gold_text=None, with_snippets=("one", "two"), without_snippets=("menu",))

    result = evaluate_one(page, "one menu")

    assert (result.f1, result.f1_no_title, result.with_rate, result.without_rate) == (None, None, 0.5, 1.0)


def test_crash_is_recorded_and_scores_nothing() -> None:
    result = evaluate({"x": crash_on_third}, [gold_page(3)])[0]

    assert (result.error, result.f1, result.n_chars) == ("KeyError: 'third'", 0.0, 0)


def test_crash_scores_nothing_even_where_nothing_was_to_be_found() -> None:
    result = evaluate({"x": crash_on_third}, [gold_page(3, gold_text="", without_snippets=("menu",))])[0]

    assert (result.f1, result.f1_no_title, result.without_rate) == (0.0, 0.0, None)


def test_crash_leaves_the_other_pages_and_systems_alone() -> None:
    results = evaluate({"x": crash_on_third, "y": page_html}, [gold_page(n) for n in (2, 3, 4)])

    assert [r.error is None for r in results] == [True, True, False, True, True, True]


def test_panic_outside_exception_is_a_crash() -> None:
    class Panic(BaseException):
        pass

    def panic(page: GoldPage) -> str:
        raise Panic(page.id)

    assert evaluate({"x": panic}, [gold_page()])[0].error == "Panic: s/1"


def test_keyboard_interrupt_stops_the_run() -> None:
    def interrupted(page: GoldPage) -> str:
        raise KeyboardInterrupt(page.id)

    with pytest.raises(KeyboardInterrupt):
        evaluate({"x": interrupted}, [gold_page()])


def test_system_that_returns_no_text_counts_as_crashed() -> None:
    result = evaluate({"x": cast("System", return_nothing)}, [gold_page()])[0]

    assert result.error == "MethodError: a system must return a str, not NoneType: return '' for no content"


def test_time_that_a_system_tells_is_taken() -> None:
    result = evaluate({"x": lambda page: Timed(page.html, 1234.5)}, [gold_page()])[0]

    assert (result.cpu_ms, result.n_chars, result.error) == (1234.5, len("<p>one 1</p>"), None)


def test_time_of_a_failure_elsewhere_is_taken() -> None:
    def fail(page: GoldPage) -> str:
        raise ElsewhereError(page.id, cpu_ms=1234.5)

    result = evaluate({"x": fail}, [gold_page()])[0]

    assert (result.cpu_ms, result.error) == (1234.5, "ElsewhereError: s/1")


def test_two_processes_give_the_results_of_one() -> None:
    systems: dict[str, System] = {"crash": crash_on_third, "html": page_html, "say": partial(say, text="two")}
    pages = [gold_page(number) for number in range(20)]

    one, two = (evaluate(systems, pages, n_jobs=n) for n in (1, 2))

    assert [dataclasses.replace(r, cpu_ms=0) for r in two] == [dataclasses.replace(r, cpu_ms=0) for r in one]


def test_process_that_ends_is_an_error() -> None:
    with pytest.raises(MethodError, match="a process ended early"):
        evaluate({"x": end_process}, [gold_page()], n_jobs=2)


def test_system_that_cannot_be_sent_is_an_error() -> None:
    with pytest.raises(OptionError, match="system 'x' cannot be sent"):
        evaluate({"x": lambda page: page.html}, [gold_page()], n_jobs=2)


def test_pages_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []
    seen: list[int] = []

    def pages() -> Iterator[GoldPage]:
        for number in range(3):
            taken.append(number)
            yield gold_page(number)

    evaluate({"x": page_html}, pages(), progress=lambda _: seen.append(len(taken)))

    assert seen == [1, 2, 3]


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_progress_ends_with_the_number_of_pages(n_jobs: int) -> None:
    seen: list[int] = []

    evaluate(
        {"x": say, "y": page_html}, [gold_page(n) for n in range(11)], n_jobs=n_jobs, progress=seen.append
    )

    assert seen[-1] == 11


def test_no_pages_give_no_results() -> None:
    assert evaluate({"x": say}, []) == []


def test_no_system_is_an_error() -> None:
    with pytest.raises(OptionError, match="no system"):
        evaluate({}, [gold_page()])


def test_no_process_is_an_error() -> None:
    with pytest.raises(OptionError, match="n_jobs is 0"):
        evaluate({"x": say}, [gold_page()], n_jobs=0)
