"""Sums over subtrees as the literature defines them: each row counts for itself and all its ancestors."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.definitions import Row


def subtree_sums(rows: list[Row], value: Callable[[Row], int]) -> list[int]:
    """The sum of a value over each row's subtree; hidden rows have none."""
    sums = [0] * len(rows)
    for i, row in enumerate(rows):
        at, counted = i, 0 if row.is_hidden else value(row)
        while counted and at >= 0:
            sums[at] += counted
            at = rows[at].parent
    return sums


def text_chars(rows: list[Row]) -> list[int]:
    """T(i)."""
    return subtree_sums(rows, lambda row: row.n_chars)


def link_chars(rows: list[Row]) -> list[int]:
    """LT(i)."""
    return subtree_sums(rows, lambda row: row.n_chars if row.is_link else 0)


def tags(rows: list[Row], without: tuple[str, ...] = ()) -> list[int]:
    """TG(i), perhaps without some elements."""
    return subtree_sums(rows, lambda row: int(not row.is_text and row.name not in without))


def anchors(rows: list[Row]) -> list[int]:
    """LTG(i)."""
    return subtree_sums(rows, lambda row: int(row.is_anchor))


def punctuation(rows: list[Row]) -> list[int]:
    """Sb(i)."""
    return subtree_sums(rows, lambda row: row.n_punctuation)


def paragraphs(rows: list[Row]) -> list[int]:
    """P(i)."""
    return subtree_sums(rows, lambda row: int(row.name == "p"))
