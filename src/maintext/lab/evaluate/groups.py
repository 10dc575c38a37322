"""Groups of page results: all ranked pages, the sets, each set by page type, each set by language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.lab.evaluate.run import PageResult

__all__ = ["Group", "group_results"]

_KINDS = ("overall", "set", "page_type", "language")


@dataclass(frozen=True, slots=True)
class Group:
    """Key of a group.

    Attributes
    ----------
    kind
        ``overall``, ``set``, ``page_type`` or ``language``.
    set
        Name of the set; empty for ``overall``.
    value
        The page type or the language; empty for the other kinds.
    """

    kind: str
    set: str = ""
    value: str = ""

    @property
    def name(self) -> str:
        """``overall``, the name of a set, or ``<set> · <page type>`` or ``<set> · <language>``."""
        return " · ".join(part for part in (self.set, self.value) if part) or self.kind


def group_results(results: Iterable[PageResult]) -> dict[Group, dict[str, list[PageResult]]]:
    """Sort page results by group and system.

    Parameters
    ----------
    results
        Results of :func:`~maintext.lab.evaluate.run.evaluate`; several runs may be joined.

    Returns
    -------
    dict
        By group: ``overall`` (pages with ``human`` or ``annotated`` gold only; absent when there are none),
        the sets (ranked, then those with snippets only, then those with another tool's output as gold),
        then each set by page type and by language. Within a group by system in order of first appearance.
        Pages without a page type form the group ``<set> · untyped``.
    """
    rows: dict[Group, dict[str, list[PageResult]]] = {}
    for result in results:
        for group in _groups_of(result):
            rows.setdefault(group, {}).setdefault(result.system, []).append(result)
    set_ranks = {group.set: _set_rank(by_system) for group, by_system in rows.items() if group.kind == "set"}

    def order(group: Group) -> tuple[int, int, str, str]:
        return _KINDS.index(group.kind), set_ranks.get(group.set, 0), group.set, group.value

    return {group: rows[group] for group in sorted(rows, key=order)}


def _groups_of(result: PageResult) -> list[Group]:
    groups = [
        Group("set", result.set),
        Group("page_type", result.set, result.page_type or "untyped"),
        Group("language", result.set, result.lang),
    ]
    return [Group("overall"), *groups] if result.ranked else groups


def _set_rank(by_system: dict[str, list[PageResult]]) -> int:
    kinds = {page.gold_kind for pages in by_system.values() for page in pages}
    if "tool" in kinds:
        return 2
    return 1 if kinds <= {"snippets", "date"} else 0
