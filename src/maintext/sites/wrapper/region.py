"""Learning which elements hold the main text: what to take, and what to leave out inside it.

A search over selectors for the sets ``include`` and ``exclude`` that give the best word-F1 on the example
pages, less a price for every selector. From each of some promising beginnings the best next step is taken,
as long as it pays; the best end wins. A selector must help on most of the examples: gold texts differ in
what they hold (a date line, a caption), and one page alone proves little.

There are two kinds of rules: what no selector names is dropped, or left to the default method. Which kind
a site gets is decided by how well rules learned from all examples but one do on that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.sites.wrapper.candidate import candidates, price
from maintext.sites.wrapper.example import Aligned
from maintext.sites.wrapper.rules import BodyRule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.sites.wrapper.example import Example
    from maintext.sites.wrapper.path import Path

    Bool = NDArray[np.bool_]
    Float = NDArray[np.float64]

__all__ = ["learn_body"]

_N_STARTS = 6
_PRICE = 0.002  # of F1, for a selector of price 1
_MOST_SELECTORS = 12
_NOTABLE = 0.001  # change of F1 on an example that counts as better or worse
_MARGIN = 0.01  # by so much rules that drop the rest must be better: where they fail, nothing is left
_LEAST_TO_LEAVE_OUT = 3  # examples
_LEAST_LEFT = 0.5  # share of the default method's text; gold texts that want less are often wrong
_LOST = 0.5  # with less F1, an example has another layout: a selector may help it alone


def learn_body(examples: Sequence[Example], rest: str = "") -> tuple[BodyRule, float]:
    """Return the rule that gives the gold texts of the examples best, and its mean F1 on them.

    Parameters
    ----------
    examples
        At least one.
    rest
        What to do with text that no rule names, one of :data:`~maintext.sites.wrapper.rules.RESTS`; ``""``
        to find out which is better.

    Returns
    -------
    BodyRule, float
        Cost O(n_examples · n_steps · n_candidates · n_rows) in numpy.
    """
    search = _Search(examples)
    kinds = (rest,) if rest else ("drop", "default")
    everything = range(len(examples))
    ends = {kind: end for kind in kinds if (end := search.best(kind, everything)) is not None}
    if not ends:
        return BodyRule(rest="default"), 0.0
    kind = max(ends, key=lambda one: _worth(search, one, ends[one], len(examples)))
    end = ends[kind]
    include, exclude = (tuple(search.paths[i] for i in some) for some in (end.included, end.excluded))
    return BodyRule(include, exclude, kind), float(search.each(end.as_choice(), kind).mean())


def _worth(search: _Search, kind: str, end: _State, n_examples: int) -> float:
    """How good a kind of rule is for these examples; the score of its end where they are too few."""
    handicap = _MARGIN if kind == "drop" else 0.0
    if n_examples < _LEAST_TO_LEAVE_OUT:
        return end.score - handicap
    held_out = []
    for i in range(n_examples):
        others = [j for j in range(n_examples) if j != i]
        state = search.best(kind, others)
        held_out.append(float(search.each(state.as_choice(), kind, [i])[0, 0]) if state else 0.0)
    return float(np.mean(held_out)) - handicap


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """A choice of selectors with the rows of all examples they cover."""

    included: tuple[int, ...]
    excluded: tuple[int, ...]
    include: Bool
    exclude: Bool
    score: float

    def as_choice(self) -> tuple[Bool, Bool]:
        """The rows as one choice for :meth:`_Search.each`."""
        return self.include[None, :], self.exclude[None, :]


class _Search:
    """The examples side by side: one column for each text row of each page."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self._aligned = [Aligned(example) for example in examples]
        ends = np.cumsum([len(one.row) for one in self._aligned]).tolist()
        self._parts = [slice(end - len(one.row), end) for one, end in zip(self._aligned, ends, strict=True)]
        self._is_default = np.concatenate([one.is_default for one in self._aligned])
        rows = [_around(e.page, a.row) for e, a in zip(examples, self._aligned, strict=True)]
        paths = candidates([example.index for example in examples], rows)
        self.paths, self._covers = self._distinct(examples, paths)
        self._price = _PRICE * np.array([price(path) for path in self.paths])

    def _distinct(self, examples: Sequence[Example], paths: list[Path]) -> tuple[list[Path], Bool]:
        """The best selector for every set of text rows, with the sets."""
        found: dict[bytes, tuple[Path, Bool]] = {}
        for path in paths:
            masks = [e.page.inside(e.index.match(path)) for e in examples]
            cover = np.concatenate([m[a.row] for m, a in zip(masks, self._aligned, strict=True)])
            found.setdefault(np.packbits(cover).tobytes(), (path, cover))
        covers = [cover for _, cover in found.values()]
        return [path for path, _ in found.values()], np.array(covers, dtype=np.bool_)

    def each(self, choice: tuple[Bool, Bool], kind: str, seen: Sequence[int] | None = None) -> Float:
        """F1 of some choices of included and excluded rows on each seen example: (n_seen, n_choices)."""
        keep = self._kept(choice, kind)
        numbers = range(len(self._aligned)) if seen is None else seen
        return np.stack([self._aligned[i].f1(keep[:, self._parts[i]]) for i in numbers])

    def _leaves_enough(self, choice: tuple[Bool, Bool], kind: str, seen: Sequence[int]) -> Bool:
        """Whether choices leave enough of what the default method keeps of each example, (n_choices,)."""
        keep = self._kept(choice, kind) & self._is_default
        enough: list[Bool] = []
        for i in seen:
            one, part = self._aligned[i], self._parts[i]
            left = keep[:, part].astype(np.float32) @ one.n_words
            enough.append(left >= _LEAST_LEFT * float(one.n_words[one.is_default].sum()))
        all_enough: Bool = np.logical_and.reduce(enough)
        return all_enough

    def _kept(self, choice: tuple[Bool, Bool], kind: str) -> Bool:
        include, exclude = choice
        kept: Bool = ((include | self._is_default) if kind == "default" else include) & ~exclude
        return kept

    def best(self, kind: str, seen: Sequence[int]) -> _State | None:
        """The best choice for the examples that are seen; None where there is no selector at all."""
        ends = [self._climb(start, kind, seen) for start in self._starts(kind, seen)]
        return max(ends, key=lambda state: state.score, default=None)

    def _starts(self, kind: str, seen: Sequence[int]) -> list[_State]:
        """Choices of one selector, those with the best F1; of none where the default method does the rest."""
        if len(self.paths) == 0:
            return []
        nothing = np.zeros_like(self._is_default)
        if kind == "default":
            f1 = self.each((nothing[None, :], nothing[None, :]), kind, seen).mean()
            return [_State((), (), nothing, nothing, float(f1))]
        score = self.each((self._covers, nothing[None, :]), kind, seen).mean(axis=0) - self._price
        order = np.argsort(-score, kind="stable")[:_N_STARTS].tolist()
        return [_State((i,), (), self._covers[i], nothing, float(score[i])) for i in order]

    def _climb(self, state: _State, kind: str, seen: Sequence[int]) -> _State:
        """Take the best next selector until none pays."""
        while len(state.included) + len(state.excluded) < _MOST_SELECTORS:
            better = max(self._next(state, kind, seen), key=lambda one: one.score)
            if better.score <= state.score:
                break
            state = better
        return state

    def _next(self, state: _State, kind: str, seen: Sequence[int]) -> tuple[_State, _State]:
        """The best selector to include, and the best to exclude."""
        wider, narrower = self._covers | state.include, self._covers | state.exclude
        more = self._scores(state, (wider, state.exclude[None, :]), kind, seen)
        less = self._scores(state, (state.include[None, :], narrower), kind, seen)
        i, j = int(np.argmax(more)), int(np.argmax(less))
        return (
            _State((*state.included, i), state.excluded, wider[i], state.exclude, float(more[i])),
            _State(state.included, (*state.excluded, j), state.include, narrower[j], float(less[j])),
        )

    def _scores(self, state: _State, choices: tuple[Bool, Bool], kind: str, seen: Sequence[int]) -> Float:
        """Mean F1 less prices of a state with each further selector; −1 where the examples disagree."""
        kept = self._kept(state.as_choice(), kind)
        is_change = (self._kept(choices, kind) != kept).any(axis=1)
        scores: Float = np.full(len(self.paths), -1.0)
        if not is_change.any():
            return scores
        include, exclude = (some[is_change] if len(some) == len(is_change) else some for some in choices)
        now = self.each(state.as_choice(), kind, seen)
        then = self.each((include, exclude), kind, seen)
        better, worse = then > now + _NOTABLE, then < now - _NOTABLE
        n_better = better.sum(axis=0)
        is_agreed = (n_better >= min(2, len(now))) & (n_better >= 2 * worse.sum(axis=0))
        if kind == "drop":
            is_agreed |= (better & (now < _LOST)).any(axis=0) & ~worse.any(axis=0)
        else:  # the default method is overruled only where nothing speaks for it
            is_agreed &= ~worse.any(axis=0) & self._leaves_enough((include, exclude), kind, seen)
        spent = self._price[is_change] + float(self._price[[*state.included, *state.excluded]].sum())
        scores[is_change] = np.where(is_agreed, then.mean(axis=0) - spent, -1.0)
        return scores


def _around(page: Page, rows: NDArray[np.int64]) -> list[int]:
    """Elements that hold one of the rows."""
    is_row = np.zeros(len(page), dtype=np.bool_)
    is_row[rows] = True
    found: list[int] = np.flatnonzero((page.subtree_sum(is_row) > 0) & ~page.is_text).tolist()
    return found
