"""Run systems over the pages of a corpus and score their texts.

A system is any callable from a :class:`~maintext.lab.evaluate.corpus.GoldPage` to a text. If it raises, the
page counts as crashed, with score 0. A system in another process returns :class:`Timed` or raises
:class:`ElsewhereError`, as its processor time cannot be measured here. A system that learned from gold
pages may have an attribute ``learned_sets``, the names of their sets: its results there are marked.
"""

from __future__ import annotations

import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from maintext.batch.item import Problem
from maintext.batch.pool import Pool
from maintext.errors import MethodError, OptionError
from maintext.html.word_overlap import (
    count_words,
    drop_title_line,
    score_counts,
    score_order,
    snippet_rate,
    split_words,
)
from maintext.lab.evaluate.corpus import RANKED_KINDS, GoldPage

System: TypeAlias = Callable[[GoldPage], "str | Timed"]

__all__ = ["ElsewhereError", "PageResult", "Timed", "evaluate"]

_LIMIT_S = 86_400  # of all systems on one page
_SCORES = ("precision", "recall", "f1", "lcs_precision", "lcs_recall", "lcs_f1", "f1_no_title")


class Timed(NamedTuple):
    """A text, from a system in another process, and the processor time it took there."""

    text: str
    cpu_ms: float


class ElsewhereError(MethodError):
    """A system in another process failed there."""

    def __init__(self, message: str, *, cpu_ms: float = 0.0) -> None:
        super().__init__(message)
        self.cpu_ms = cpu_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class PageResult:
    """The scores of one system on one page, with what the page has in a GoldPage.

    Scores, 0–1, are by words, ``lcs_*`` by the longest common subsequence of tokens; ``None`` without a full
    gold text. A crash scores 0 even if the gold is empty; its ``without_rate`` is ``None``.
    """

    page_id: str
    set: str
    lang: str
    page_type: str | None
    gold_kind: str
    system: str
    precision: float | None
    recall: float | None
    f1: float | None
    f1_no_title: float | None = None  # the title line removed from gold and prediction, if it is known
    with_rate: float | None = None  # share of the wanted snippets in the text
    without_rate: float | None = None  # share of the unwanted snippets in the text, 0 is best
    cpu_ms: float
    """Of the call in all threads, the first with loading, or as the system reports it."""
    n_chars: int
    error: str | None = None  # class and message of the exception
    lcs_precision: float | None = None
    lcs_recall: float | None = None
    lcs_f1: float | None = None
    site: str = ""  # host
    trained_here: bool = False  # the system learned from pages of the set: its scores are too good

    @property
    def ranked(self) -> bool:
        """True if the page counts for the ranking: its gold is ``human`` or ``annotated``."""
        return self.gold_kind in RANKED_KINDS


def evaluate(
    systems: Mapping[str, System],
    pages: Iterable[GoldPage],
    *,
    n_jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[PageResult]:
    """Run every system on every page and score the texts.

    The system that runs first changes from page to page, so that none always has warm caches.

    Parameters
    ----------
    systems
        Callables by name. Each gets the page and returns its main text, ``""`` for none, alone or as
        :class:`Timed`. With ``n_jobs`` above 1 they must be picklable.
    pages
        From :func:`~maintext.lab.evaluate.corpus.read_corpus`; never held all at once.
    n_jobs
        Number of processes, at least 1. They share the memory bus, so more make timings a little longer.
        They are spawned: a script must call this under ``if __name__ == "__main__":``.
    progress
        Called with the number of pages done, after each page.

    Returns
    -------
    list of PageResult
        By page, then by system, in the order given.

    Raises
    ------
    OptionError
        There is no system, ``n_jobs`` is below 1, or a system is not picklable and has to be.
    MethodError
        A process ended early; exceptions of systems are recorded, not raised.
    DatasetError
        From reading ``pages``.
    """
    if not systems:
        raise OptionError("there is no system to evaluate: give at least one name and callable")
    if n_jobs < 1:
        raise OptionError(f"n_jobs is {n_jobs}: give a number of processes of at least 1")
    function, numbered = partial(_evaluate_page, dict(systems)), enumerate(pages)
    of_pages = map(function, numbered) if n_jobs == 1 else _run_in_processes(function, numbered, n_jobs)
    results: list[PageResult] = []
    for number, of_page in enumerate(of_pages, 1):
        results += of_page
        if progress is not None:
            progress(number)
    return results


def _run_in_processes(
    function: partial[list[PageResult]], numbered: Iterable[tuple[int, GoldPage]], n_jobs: int
) -> Iterator[list[PageResult]]:
    _check_picklable(function.args[0])
    with Pool(function, n_processes=n_jobs, timeout_s=_LIMIT_S) as pool:
        for _, result in pool.map_with_timeout(numbered):
            if isinstance(result, Problem):
                raise MethodError(
                    f"a process ended early ({result.reason}): a system crashed in compiled code or ran out"
                    " of memory; evaluate with n_jobs=1 to find out",
                    stage="evaluate",
                )
            yield result


def _check_picklable(systems: Mapping[str, System]) -> None:
    for name, system in systems.items():
        try:
            pickle.dumps(system)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise OptionError(
                f"system {name!r} cannot be sent to another process ({error}): "
                "use a function of a module or functools.partial of one, or n_jobs=1"
            ) from error


def _evaluate_page(systems: Mapping[str, System], numbered: tuple[int, GoldPage]) -> list[PageResult]:
    position, page = numbered
    names, gold = list(systems), _Gold(page)
    first = position % len(names)
    of_page = {name: _run_system(name, systems[name], gold) for name in names[first:] + names[:first]}
    return [of_page[name] for name in names]


class _Gold:
    """A page with its gold tokens, counted once for all systems."""

    def __init__(self, page: GoldPage) -> None:
        self.page = page
        text = page.gold_text or ""
        self.in_order = split_words(text)
        self.words = Counter(self.in_order)
        self.words_no_title = _words_no_title(text, page.title, self.words)


def _words_no_title(text: str, title: str | None, words: Counter[str]) -> Counter[str]:
    body = drop_title_line(text, title)
    return words if body is text else count_words(body)


def _run_system(name: str, system: System, gold: _Gold) -> PageResult:
    text, error = "", None
    reported_ms: float | None = None
    start = time.process_time()
    try:
        returned = system(gold.page)
        if isinstance(returned, Timed):
            returned, reported_ms = returned
        if not isinstance(returned, str):
            kind = type(returned).__name__
            raise MethodError(f"a system must return a str, not {kind}: return '' for no content")  # noqa: TRY301
        text = returned
    except (KeyboardInterrupt, SystemExit):
        raise
    # Compiled peers derive their panics from BaseException.
    except BaseException as exception:  # noqa: BLE001 - one system on one page must not end the run
        error = f"{type(exception).__name__}: {exception}"
        if isinstance(exception, ElsewhereError):
            reported_ms = exception.cpu_ms
    cpu_ms = (time.process_time() - start) * 1000 if reported_ms is None else reported_ms
    page = gold.page
    return PageResult(
        page_id=page.id, set=page.set, lang=page.lang, page_type=page.page_type, gold_kind=page.gold_kind,
        site=page.site, system=name, cpu_ms=cpu_ms, n_chars=len(text), error=error,
        **_score_text(gold, text, crashed=error is not None),
        with_rate=snippet_rate(text, page.with_snippets),
        without_rate=snippet_rate(text, page.without_snippets) if error is None else None,
        trained_here=page.set in getattr(system, "learned_sets", ()),
    )  # fmt: skip


def _score_text(gold: _Gold, text: str, *, crashed: bool) -> dict[str, float | None]:
    """Return the scores by words, by order, and without title line; ``None`` without gold text."""
    if gold.page.gold_text is None:
        return dict.fromkeys(_SCORES)
    if crashed:
        return dict.fromkeys(_SCORES, 0.0)
    in_order = split_words(text)
    words = Counter(in_order)
    by_order = score_order(in_order, gold.in_order)
    no_title = score_counts(_words_no_title(text, gold.page.title, words), gold.words_no_title)
    lcs = {f"lcs_{name}": value for name, value in asdict(by_order).items()}
    return {**asdict(score_counts(words, gold.words)), **lcs, "f1_no_title": no_title.f1}
