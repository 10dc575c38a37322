"""Learn a wrapper from examples: gold texts, clicks or default results.

The body rule is found by greedy forward search for the selectors with the best word-F1 on the examples, minus
a cost per selector. From each of several starts the best next selector is added while it pays; the best end
wins. A selector must help on most examples, because gold texts differ in details such as date lines and
captions. Unnamed text is either dropped or left to the default method. Leave-one-out validation chooses
between the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.api import extract
from maintext.document import Document
from maintext.errors import OptionError
from maintext.html import Page
from maintext.html.arrays import Bool, Float, Int, mark_rows
from maintext.html.characters import WORDS
from maintext.options import CheckedOptions, Options, option
from maintext.sites.wrapper.apply import measure_body, select_body
from maintext.sites.wrapper.learn_field import WrapperExample, learn_field
from maintext.sites.wrapper.rules import RESTS, BodyRule, Wrapper, WrapperLayout
from maintext.sites.wrapper.selectors import (
    PageIndex,
    Path,
    describe_element,
    parse_path,
    rank_selectors,
    selector_cost,
)

__all__ = [
    "AlignedExample", "ExamplePage", "LearnOptions", "find_landmarks", "learn_body", "learn_wrapper",
]  # fmt: skip

_N_LANDMARKS, _FEW_LANDMARKS = 12, 4
_DIGITS = re.compile(r"\d")
_IN_BYLINES, _OTHERS = frozenset({"author", "source"}), re.compile(r"[\d:：|｜/·]")
_MIN_LANDMARKS, _MIN_OF_ONE = 0.4, 0.2  # of one example, many landmarks are its own
# What a new page may differ in from the examples. Pages of one site differ in length more than in anything
# else: descriptions of products from one sentence to a booklet.
_MIN_FACTOR, _MAX_MINIMUM, _MAX_FACTOR = 12, 30, 40
_LINKS_MARGIN, _AGREEMENT_FACTOR = 0.3, 0.4
_JUDGES = 0.2  # where the default method agrees less on an example, it does not know the site
_N_STARTS = 6
_SELECTOR_COST = 0.002  # of F1, for a selector of price 1
_MAX_SELECTORS = 12
_NOTABLE = 0.001  # change of F1 on an example that counts as better or worse
_MARGIN = 0.01  # by so much rules that drop the rest must be better: where they fail, nothing is left
_MIN_TO_LEAVE_OUT = 2  # examples
_MIN_LEFT = 0.5  # share of the default method's text; gold texts that want less are often wrong
_LOST = 0.5  # with less F1, an example has another layout: a selector may help it alone
_SHINGLE = 4
_ENOUGH = 0.5  # share of a row's words that must stand in the gold text for the row to count

Click = str | int
"""An element that a person pointed at: a selector, or a row of the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnOptions(CheckedOptions):
    """Options for learning a wrapper."""

    site: str = option("", "Name of the site, written into the file.")
    rest: str = option(
        "", "Text that no rule names: drop it, or leave it to the default method; empty to find out.",
        choices=("", *RESTS),
    )  # fmt: skip
    default_fields: bool = option(
        True, "Learn fields that no example gives from what is found without a wrapper."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamplePage:
    """A page to learn from, with its known values.

    Values and clicks are by field: ``title``, ``author``, ``date``, ``source``, ``tags`` (with commas) or any
    other. Clicked elements are rows of the page or selectors as printed by ``maintext explain``; ``body`` is
    the main text, instead of ``text``. A clicked line with the author or source among dates and labels means
    that part of it.
    """

    html: bytes | str | Document  # a document that is extracted already is taken as it is
    url: str | None = None
    text: str | None = None  # main text; None for the result of the default method
    values: Mapping[str, str] = field(default_factory=dict)
    clicks: Mapping[str, Click | Sequence[Click]] = field(default_factory=dict)
    encoding: str | None = None  # of bytes


_DEFAULT = LearnOptions()


def learn_wrapper(
    pages: Sequence[ExamplePage], options: LearnOptions = _DEFAULT, *, extraction: Options | None = None
) -> Wrapper:
    """Learn the rules of a site from some pages of one layout, best from three to five.

    ``extraction`` are options of :func:`maintext.extract`, for values that no example states. ``not_learned``
    of the result names the given fields without a rule. Raises :class:`OptionError` without a page or for a
    click that matches no element, :class:`~maintext.errors.InputError` for a page that is not HTML.
    """
    if not pages:
        raise OptionError("a wrapper is learned from at least one page")
    examples = [_make_example(one, options, extraction or Options()) for one in pages]
    body, f1 = learn_body(examples, options.rest)
    known = dict.fromkeys(name for one in examples for name in (*one.values, *one.clicked))
    given = dict.fromkeys(name for one in pages for name in (*one.values, *one.clicks))
    rules = {name: rule for name in known if name != "body" and (rule := learn_field(name, examples))}
    # Without a value of its own the document has the default method's: nothing is lost.
    rules = {name: rule if name in given else replace(rule, required=False) for name, rule in rules.items()}
    has_texts = any(one.text is not None for one in pages)
    origin = "clicks" if any("body" in one.clicks for one in pages) else "texts" if has_texts else "default"
    return Wrapper(
        site=options.site,
        body=body,
        fields=tuple(rules.values()),
        layout=_learn_layout(examples, body),
        learned_from=origin,
        n_examples=len(pages),
        f1=round(f1, 4),
        not_learned=tuple(name for name in given if name not in {"body", *rules}),
    )


def _make_example(given: ExamplePage, options: LearnOptions, extraction: Options) -> WrapperExample:
    document = given.html
    if not isinstance(document, Document):
        document = extract(document, given.url, encoding=given.encoding, options=extraction)
    index = document.page.cached(PageIndex)
    clicked = {name: _clicked_rows(index, name, paths) for name, paths in given.clicks.items()}
    values = {name: value for name, value in given.values.items() if value.strip()}
    if options.default_fields:
        found = _default_values(document)
        for name in found.keys() & clicked.keys():
            if not _is_in_line(name, found[name], index.page, clicked[name]):
                del found[name]
        values |= found | values
    if "body" in clicked:
        gold = "\n".join(map(index.page.row_text, clicked["body"]))
    else:
        gold = document.text if given.text is None else given.text
    return WrapperExample(index, document.selection, gold, values, clicked)


def _clicked_rows(index: PageIndex, name: str, clicks: Click | Sequence[Click]) -> list[int]:
    rows: list[int] = []
    for click in [clicks] if isinstance(clicks, str | int) else clicks:
        if isinstance(click, str):
            found = index.rows(parse_path(click))
        else:
            found = [click] if 0 <= click < len(index.page) and not index.page.is_text[click] else []
        if not found:
            raise OptionError(
                f"the click {click!r} for {name} leads to no element; take a selector from maintext explain",
                url=index.page.url,
            )
        rows += found
    return rows


def _is_in_line(name: str, value: str, page: Page, rows: Sequence[int]) -> bool:
    """Return True if a clicked line holds a person or source among dates and labels, not alone."""
    text = page.row_text(rows[0]) if len(rows) == 1 else ""
    return name in _IN_BYLINES and value in text and bool(_OTHERS.search(text.replace(value, "", 1)))


def _default_values(document: Document) -> dict[str, str]:
    found = {
        "title": document.title,
        "author": document.author,
        "date": document.published.isoformat() if document.published else None,
        "source": document.source,
        "tags": ", ".join(document.tags),
    }
    return {name: value for name, value in found.items() if value}


def _learn_layout(examples: Sequence[WrapperExample], body: BodyRule) -> WrapperLayout:
    """Return what the examples share, with tolerances."""
    kept = [(one.page, select_body(one.index, body, one.default).keep, one.default.keep) for one in examples]
    words, links, alike = zip(*(measure_body(*one) for one in kept), strict=True)
    least_alike = min(alike) * _AGREEMENT_FACTOR
    landmarks, least = find_landmarks(examples), _MIN_LANDMARKS if len(examples) > 1 else _MIN_OF_ONE
    if len(landmarks) < _FEW_LANDMARKS:  # examples of several templates: a page has those of one
        own = [find_landmarks([one]) for one in examples]
        n = _N_LANDMARKS // len(own)
        landmarks = tuple(dict.fromkeys(path for some in own for path in _spread_evenly(list(some), n)))
        least = _MIN_OF_ONE / len(own)
    return WrapperLayout(
        landmarks=landmarks,
        least_landmarks=least,
        least_words=min(min(words) // _MIN_FACTOR, _MAX_MINIMUM),
        most_words=max(words) * _MAX_FACTOR,
        most_link_share=round(min(1.0, max(links) + _LINKS_MARGIN), 2),
        least_agreement=round(least_alike, 2) if least_alike >= _JUDGES else 0.0,
    )


def find_landmarks(examples: Sequence[WrapperExample]) -> tuple[Path, ...]:
    """Return named elements of every example, ids first, spread over the page."""
    named: list[dict[Path, None]] = []
    for one in examples:
        rows = sorted({*one.page.values("id"), *one.page.values("class")})
        steps = [
            step
            for row in rows
            for step in one.index.cached(describe_element, row)
            if step.id or step.classes
        ]
        named.append(dict.fromkeys(Path((step,)) for step in steps))
    shared = [path for path in named[0] if all(path in paths for paths in named)]
    # Numbered ones count what a page holds: p0, p1 … of a thread.
    names = {path: "".join((path.steps[0].id, *path.steps[0].classes)) for path in shared}
    shared = [path for path in shared if not _DIGITS.search(names[path])] or shared
    ids = [path for path in shared if path.steps[0].id]
    chosen = _spread_evenly(ids, _N_LANDMARKS)
    classes = [path for path in shared if not path.steps[0].id]
    return tuple(chosen + _spread_evenly(classes, _N_LANDMARKS - len(chosen)))


def _spread_evenly(paths: list[Path], n: int) -> list[Path]:
    """Return at most ``n`` paths at even distances."""
    return paths if len(paths) <= n else [paths[i * len(paths) // n] for i in range(n)]


# -- the body -----------------------------------------------------------------------------------------


def learn_body(examples: Sequence[WrapperExample], rest: str = "") -> tuple[BodyRule, float]:
    """Return the body rule with the best mean word-F1 on the examples, and that F1.

    ``rest`` is one of :data:`~maintext.sites.wrapper.rules.RESTS`, or ``""`` to choose the better one. Cost:
    O(n_examples · n_steps · n_candidates · n_rows) in numpy.
    """
    material, everything = _Material(examples), range(len(examples))
    found: dict[str, tuple[_Search, _State]] = {}
    for kind in (rest,) if rest else RESTS:
        search = _Search(material, kind, everything)
        if end := search.find_best():
            found[kind] = search, end
    if not found:
        return BodyRule(rest="default"), 0.0
    kind = max(found, key=lambda one: _rate_kind(material, one, found[one][1], len(examples)))
    search, end = found[kind]
    include, exclude = (tuple(material.paths[i] for i in some) for some in (end.included, end.excluded))
    return BodyRule(include, exclude, kind), float(search.f1_by_example(search.masks(end)).mean())


def _rate_kind(material: _Material, kind: str, end: _State, n_examples: int) -> float:
    """Return the leave-one-out F1 of a kind of rule; its score for few examples."""
    handicap = _MARGIN if kind == "drop" else 0.0
    if n_examples < _MIN_TO_LEAVE_OUT:
        return end.score - handicap
    held_out = []
    for i in range(n_examples):
        state = _Search(material, kind, [j for j in range(n_examples) if j != i]).find_best()
        alone = _Search(material, kind, [i])
        held_out.append(float(alone.f1_by_example(alone.masks(state))[0, 0]) if state else 0.0)
    return float(np.mean(held_out)) - handicap


class _State(NamedTuple):
    """Selectors chosen so far, as indexes of the candidates."""

    score: float = -1.0
    included: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()


class _Material:
    """Text rows of all examples, and the candidate selectors with the rows they cover."""

    def __init__(self, examples: Sequence[WrapperExample]) -> None:
        self.aligned = [AlignedExample(example) for example in examples]
        ends = np.cumsum([len(one.row) for one in self.aligned]).tolist()
        self.parts = [slice(end - len(one.row), end) for one, end in zip(self.aligned, ends, strict=True)]
        self.is_default = np.concatenate([one.is_default for one in self.aligned])
        both = list(zip(examples, self.aligned, strict=True))
        rows = [_elements_around(one.page, aligned.row) for one, aligned in both]
        # The best selector for each distinct set of text rows.
        found: dict[bytes, tuple[Path, Bool]] = {}
        for path in rank_selectors([one.index for one in examples], rows):
            masks = [one.page.inside(one.index.match(path))[aligned.row] for one, aligned in both]
            cover = np.concatenate(masks)
            found.setdefault(np.packbits(cover).tobytes(), (path, cover))
        self.paths = [path for path, _ in found.values()]
        self.covers = np.array([cover for _, cover in found.values()], dtype=np.bool_)
        self.costs = _SELECTOR_COST * np.array([selector_cost(path) for path in self.paths])


class _Search:
    """Greedy search over selectors for one kind of rule on some examples, the seen ones."""

    def __init__(self, material: _Material, kind: str, seen: Sequence[int]) -> None:
        self._material, self._kind = material, kind
        self._seen = [(material.parts[i], material.aligned[i]) for i in seen]

    def masks(self, state: _State) -> tuple[Bool, Bool]:
        """Return the rows included and excluded, each of shape (1, n_rows)."""
        covers = self._material.covers
        chosen = (state.included, state.excluded)
        include, exclude = (np.logical_or.reduce(covers[[*some]])[None] for some in chosen)
        return include, exclude

    def f1_by_example(self, choice: tuple[Bool, Bool]) -> Float:
        """Return the F1 of choices on each seen example, shape (n_seen, n_choices)."""
        keep = self._apply_choice(choice)
        return np.stack([one.f1(keep[:, part]) for part, one in self._seen])

    def _leaves_enough(self, choice: tuple[Bool, Bool]) -> Bool:
        """Return True for choices that keep enough default text, shape (n_choices,)."""
        keep = (self._apply_choice(choice) & self._material.is_default).astype(np.float32)
        enough = [
            keep[:, part] @ one.n_words >= _MIN_LEFT * float(one.n_words[one.is_default].sum())
            for part, one in self._seen
        ]
        all_enough: Bool = np.logical_and.reduce(enough)
        return all_enough

    def _apply_choice(self, choice: tuple[Bool, Bool]) -> Bool:
        include, exclude = choice
        return (include | self._material.is_default if self._kind == "default" else include) & ~exclude

    def find_best(self) -> _State | None:
        """Return the best choice for the seen examples, or None without selectors."""
        if not self._material.paths:
            return None
        nothing = self.masks(_State())
        if self._kind == "default":
            starts = [_State(float(self.f1_by_example(nothing).mean()))]
        else:  # the best single selectors
            f1 = self.f1_by_example((self._material.covers, nothing[1])).mean(axis=0)
            scores = f1 - self._material.costs
            order = np.argsort(-scores, kind="stable")[:_N_STARTS].tolist()
            starts = [_State(float(scores[i]), (i,)) for i in order]
        return max(map(self._climb_from, starts), key=lambda state: state.score)

    def _climb_from(self, state: _State) -> _State:
        """Add the best next selector until none pays."""
        while len(state.included) + len(state.excluded) < _MAX_SELECTORS:
            include, exclude = self.masks(state)
            more = self._score_steps(state, (self._material.covers | include, exclude))
            less = self._score_steps(state, (include, self._material.covers | exclude))
            i, j = int(np.argmax(more)), int(np.argmax(less))
            wider = _State(float(more[i]), (*state.included, i), state.excluded)
            narrower = _State(float(less[j]), state.included, (*state.excluded, j))
            better = max(wider, narrower, key=lambda one: one.score)
            if better.score <= state.score:
                break
            state = better
        return state

    def _score_steps(self, state: _State, choices: tuple[Bool, Bool]) -> Float:
        """Return the score with each further selector; −1 if the examples disagree."""
        costs, chosen = self._material.costs, self.masks(state)
        is_change = (self._apply_choice(choices) != self._apply_choice(chosen)).any(axis=1)
        scores: Float = np.full(len(costs), -1.0)
        if not is_change.any():
            return scores
        include, exclude = (some[is_change] if len(some) == len(is_change) else some for some in choices)
        now, then = self.f1_by_example(chosen), self.f1_by_example((include, exclude))
        better, worse = then > now + _NOTABLE, then < now - _NOTABLE
        n_better = better.sum(axis=0)
        is_agreed = (n_better >= min(2, len(now))) & (n_better >= 2 * worse.sum(axis=0))
        if self._kind == "drop":
            is_agreed |= (better & (now < _LOST)).any(axis=0) & ~worse.any(axis=0)
        else:  # the default method is overruled only where nothing speaks for it
            is_agreed &= ~worse.any(axis=0) & self._leaves_enough((include, exclude))
        spent = costs[is_change] + float(costs[[*state.included, *state.excluded]].sum())
        scores[is_change] = np.where(is_agreed, then.mean(axis=0) - spent, -1.0)
        return scores


def _elements_around(page: Page, rows: Int) -> list[int]:
    n_inside = page.subtree_sum(mark_rows(len(page), rows))
    return np.flatnonzero((n_inside > 0) & ~page.is_text).tolist()


class AlignedExample:
    """Text rows of an example that may be kept, aligned with its gold text.

    ``row`` (int64), ``is_default`` (kept by the default method) and ``n_words`` (float32) are of each row.
    ``gold`` counts each distinct gold word in the gold text.
    """

    def __init__(self, example: WrapperExample) -> None:
        page = example.page
        self.row = np.flatnonzero((page.n_chars > 0) & (~page.is_hidden | example.default.keep))
        self.is_default = example.default.keep[self.row]
        # Words as numbers: as text, those of a page of 10 MB would take a gigabyte.
        number: dict[str, int] = {}
        gold_lines = [_number_words(line, number) for line in example.gold.splitlines()]
        gold, n_gold = np.concatenate([*gold_lines, np.zeros(0, dtype=np.int32)]), len(number)
        texts = [_number_words(page.row_text(at), number) for at in self.row.tolist()]
        self.n_words = np.array([len(words) for words in texts], dtype=np.float32)
        self.gold = np.bincount(gold, minlength=n_gold)
        # One entry a word: a matrix of rows and words would grow with the square of the page.
        words = np.concatenate([*texts, np.zeros(0, dtype=np.int32)])
        row_of = np.repeat(np.arange(len(texts)), self.n_words.astype(np.int64))
        n_found = np.bincount(row_of, weights=_mark_shingles(words, gold), minlength=len(texts))
        # A headline, or an item of a list, may be a word or two.
        lines = {line.tobytes() for line in gold_lines if len(line)}
        is_line = np.array([text.tobytes() in lines for text in texts], dtype=np.bool_)
        held = (n_found >= _ENOUGH * np.maximum(self.n_words, 1)) | is_line
        counts = held[row_of] & (words < n_gold)
        self._row_of, self._word_of = row_of[counts], words[counts]

    def f1(self, keep: Bool) -> Float:
        """Return the word-F1 of choices of rows, float64 of shape (n_choices,).

        ``keep`` has shape (n_choices, n_rows). Words of rows outside the gold text count as wrong, even if
        the gold text has them elsewhere.
        """
        taken = keep.astype(np.float32)
        found = (
            np.bincount(self._word_of[choice[self._row_of]], minlength=len(self.gold)) for choice in keep
        )
        right = np.array([np.minimum(words, self.gold).sum() for words in found])
        total = taken @ self.n_words + self.gold.sum()
        f1: Float = 2 * right / np.maximum(total, 1)
        return f1


def _number_words(text: str, number: dict[str, int]) -> NDArray[np.int32]:
    """Return the number of each word of a text; new words take the next ones."""
    found = (number.setdefault(match[0], len(number)) for match in WORDS.finditer(text.lower()))
    return np.fromiter(found, dtype=np.int32)


def _mark_shingles(words: NDArray[np.int32], gold: NDArray[np.int32]) -> Bool:
    """Return True for the words in a run of four that the gold text has too."""
    shingles = set(_iter_shingles(gold.tolist()))
    found = np.zeros(len(words), dtype=np.bool_)
    for i, shingle in enumerate(_iter_shingles(words.tolist())):
        if shingle in shingles:
            found[i : i + _SHINGLE] = True
    return found


def _iter_shingles(words: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return zip(*(words[i:] for i in range(_SHINGLE)), strict=False)
