"""Selectors that may become a rule: what can be said of the elements of the example pages, ranked.

A selector is good when it is short, names what a person named (an id, a class), stands on every example,
and would still match after a box is put beside it. Names that a system makes for one page are not used.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from maintext.sites.wrapper.path import Path, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from maintext.sites.wrapper.path import PageIndex

__all__ = ["candidates", "is_made_up", "is_plain", "price", "steps_of"]

# Long numbers, and what looks like a hash: letters and digits that change more than once.
_NUMBER = re.compile(r"\d{3,}")
_HASH = re.compile(r"(?=(?:[a-z]*\d+[a-z]+){2}|(?:\d*[a-z]+\d+){3})[a-z\d]{6,}", re.IGNORECASE)
_USABLE = re.compile(r"-?[^\W\d][\w-]*")  # what needs no escapes
_ATTRIBUTES = ("itemprop", "property", "role", "rel", "align")
_MOST_ATTRIBUTE_CHARS = 40
_N_AROUND = 3  # named elements around an element that a selector may begin with
_MOST_LEVELS = 30  # of elements around, with names or without
_PLAIN = frozenset("a b body center dd div em font i li p span strong table tbody td tr ul".split())
_PRICES = {"id": 1.0, "class": 1.2, "attribute": 1.3, "tag": 1.6, "plain": 4.0, "number": 4.0}


def is_made_up(name: str) -> bool:
    """Whether a name looks as if a program made it for one page: ``post-12345``, ``css-1a2b3c``."""
    return bool(_NUMBER.search(name) or any(_HASH.fullmatch(part) for part in re.split(r"[-_]", name)))


def price(path: Path) -> float:
    """What a selector costs in length and brittleness, from 1 for an id; the lower, the better."""
    if len(path.steps) == 1 and str(path) in _PLAIN:  # it says nothing of what the element is
        return _PRICES["plain"]
    return sum(map(_step_price, path.steps)) + 0.1 * sum(step.is_child for step in path.steps)


def _step_price(step: Step) -> float:
    if step.number:
        return _PRICES["number"]
    if step.id:
        return _PRICES["id"]
    if step.classes:
        return _PRICES["class"]
    return _PRICES["attribute" if step.attributes else "tag"]


def is_plain(step: Step) -> bool:
    """Whether a step is a tag alone that says nothing of what the element is."""
    return str(step) in _PLAIN


def steps_of(index: PageIndex, row: int) -> list[Step]:
    """Return what can be said of one element: by id, class, attribute, tag, the best first."""
    page = index.page
    tag, values = page.name(row), page.values
    names = [name for name in values("class").get(row, "").split() if _is_usable(name)]
    own_id = values("id").get(row, "").strip()
    steps = [Step(tag, id=own_id)] if _is_usable(own_id) else []
    steps += [Step(tag, classes=(name,)) for name in dict.fromkeys(names)]
    for name in (*_ATTRIBUTES, *(("name",) if tag == "meta" else ())):
        value = values(name).get(row)
        if value and len(value) <= _MOST_ATTRIBUTE_CHARS and not is_made_up(value) and '"' not in value:
            steps.append(Step(tag, attributes=((name, value),)))
    steps.append(Step(tag))
    return steps


def candidates(indexes: Sequence[PageIndex], rows: Sequence[Iterable[int]], *, least: int = 1) -> list[Path]:
    """Return selectors for some elements of each example page, the cheapest first.

    ``rows`` are the elements of each page. A selector is given if it was made on at least ``least`` pages.
    """
    n_pages: Counter[Path] = Counter()
    for index, wanted in zip(indexes, rows, strict=True):
        n_pages.update({path for row in wanted for path in _paths(index, row)})
    found = [path for path, n in n_pages.items() if n >= least]
    return sorted(found, key=lambda path: (price(path) - 0.5 * n_pages[path] / len(indexes), str(path)))


def _paths(index: PageIndex, row: int) -> Iterator[Path]:
    own = steps_of(index, row)
    for step in own:
        yield Path((step,))
    around = list(_named_around(index, row))
    parent = int(index.page.parent[row])
    for at, outer in around:
        for step in own:
            yield Path((outer, step))
        if at == parent:
            for step in own:
                yield Path((outer, _child(step)))


def _child(step: Step) -> Step:
    return Step(step.tag, step.id, step.classes, step.attributes, step.number, is_child=True)


def _named_around(index: PageIndex, row: int) -> Iterator[tuple[int, Step]]:
    """Steps of the nearest elements around a row that have a name of their own."""
    page = index.page
    n_named, n_levels, at = 0, 0, int(page.parent[row])
    while at > 0 and n_named < _N_AROUND and n_levels < _MOST_LEVELS:
        n_levels += 1
        named = [step for step in steps_of(index, at) if step.id or step.classes]
        n_named += bool(named)
        for step in named[:2]:
            yield at, step
        at = int(page.parent[at])


def _is_usable(name: str) -> bool:
    return bool(_USABLE.fullmatch(name)) and not is_made_up(name)
