"""ISTM, DeleteSame and average linkage, as plain as they are defined."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page


def children(page: Page, row: int, *, texts: bool) -> list[int]:
    found = np.flatnonzero(page.parent == row).tolist()
    return [at for at in found if (not page.is_text[at] or (texts and page.n_chars[at] > 0))]


def body(page: Page) -> int:
    found = np.flatnonzero(page.is_tag(("body",))).tolist()
    return found[0] if found else 0


def label(page: Page, row: int, attributes: str) -> object:
    named = page.attributes(row)
    kept = {
        "all": named,
        "names": set(named),
        "none": None,
        "class": {
            key: "".join(char for char in value if char not in "0123456789")
            for key, value in named.items()
            if key in {"class", "id"}
        },
    }
    return page.name(row), kept[attributes], len(children(page, row, texts=False))


def istm(a: Page, b: Page, attributes: str) -> float:
    """Algorithm 2 of the source."""

    def compare(row_a: int, row_b: int, level: int) -> float:
        if label(a, row_a, attributes) != label(b, row_b, attributes):
            return 0.0
        pairs = list(zip(children(a, row_a, texts=False), children(b, row_b, texts=False), strict=True))
        n = len(pairs)
        if n == 0:
            return 1.0
        contribution = [abs((n - 1) / 2 - m) + 1 for m in range(n)]
        weight = [c / sum(contribution) for c in contribution] if level == 1 else [1 / n] * n
        return sum(w * compare(*pair, level + 1) for w, pair in zip(weight, pairs, strict=True))

    return compare(body(a), body(b), 1)


def delete_same(page: Page, neighbour: Page) -> set[int]:
    """Rows of the page's texts that DeleteSame leaves."""
    removed = np.zeros(len(page), dtype=np.bool_)

    def content(of: Page, row: int) -> object:
        if of.is_text[row]:
            return " ".join(of.row_text(row).split())
        return of.name(row), of.attributes(row), [content(of, at) for at in children(of, row, texts=True)]

    def walk(row: int, other: int) -> None:
        pairs = zip(children(page, row, texts=True), children(neighbour, other, texts=True), strict=False)
        for one, two in pairs:
            if content(page, one) == content(neighbour, two):
                removed[one : page.end[one]] = True
            else:
                walk(one, two)

    walk(0, 0)
    return set(np.flatnonzero((page.n_chars > 0) & ~removed).tolist())


def joins(distance: NDArray[np.float64], method: str) -> list[float]:
    """Distances of all joins: the two nearest groups, again and again."""
    groups = [[i] for i in range(len(distance))]
    heights = []
    while len(groups) > 1:
        pairs = [(i, j) for i in range(len(groups)) for j in range(i)]
        far = [_together(distance[np.ix_(groups[i], groups[j])], method) for i, j in pairs]
        best = int(np.argmin(far))
        heights.append(far[best])
        i, j = pairs[best]
        groups[j] += groups.pop(i)
    return heights


def _together(distances: NDArray[np.float64], method: str) -> float:
    if method == "average":
        return float(distances.mean())
    return float(distances.max() if method == "complete" else distances.min())
