"""What a wrapper keeps on a page, and whether the page is one it was made for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.selection import Selector

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.selection import Selection
    from maintext.sites.wrapper.path import PageIndex, Path
    from maintext.sites.wrapper.rules import BodyRule, FieldRule, Layout, Wrapper

    Bool = NDArray[np.bool_]

__all__ = [
    "agreement",
    "find_drift",
    "landmark_share",
    "link_share",
    "n_words",
    "select_body",
]

METHOD = "wrapper"
"""Method of a selection that a wrapper made."""


def select_body(index: PageIndex, rule: BodyRule, default: Selection) -> Selection:
    """Return what the rule keeps: visible text, and hidden text that the default method keeps too."""
    page = index.page
    may = ~page.is_hidden | default.keep
    include, exclude = _inside(index, rule.include), _inside(index, rule.exclude)
    selector = Selector(page, "outside the elements that the wrapper includes", also_hidden=True)
    if rule.rest == "default":
        selector.drop(~default.keep, "no rule of the wrapper, and the default method drops it")
        selector.keep(default.keep, "no rule of the wrapper, and the default method keeps it")
    selector.keep(include & may, "in an element that the wrapper includes")
    selector.drop(exclude & (include | default.keep), "in an element that the wrapper excludes")
    return selector.done(METHOD, score=default.score)


def find_drift(
    index: PageIndex, wrapper: Wrapper, body: Selection, default: Selection, values: Mapping[str, object]
) -> tuple[str, ...]:
    """Return why a page does not fit a wrapper; empty where it does.

    ``values`` are what the wrapper's field rules found. Cost O(n_rows) for each selector.
    """
    return (
        *_structure(index, wrapper.body, wrapper.layout),
        *_missing(wrapper.fields, values),
        *_statistics(index.page, wrapper.layout, body, default),
    )


def landmark_share(index: PageIndex, landmarks: Sequence[Path]) -> float:
    """Share of the landmarks that a page has, 0–1; 1 where there are none."""
    return sum(bool(index.rows(path)) for path in landmarks) / len(landmarks) if landmarks else 1.0


def n_words(page: Page, keep: Bool) -> int:
    """Words of the kept text."""
    return int(page.n_words[keep].sum())


def link_share(page: Page, keep: Bool) -> float:
    """Share of the kept characters inside links, 0–1."""
    n_chars = page.n_chars * keep
    return float(n_chars[page.is_link].sum() / max(1, n_chars.sum()))


def agreement(page: Page, keep: Bool, default: Bool) -> float:
    """Dice coefficient of two choices in words, 0–1; 1 where both are empty."""
    total = n_words(page, keep) + n_words(page, default)
    return 2 * n_words(page, keep & default) / total if total else 1.0


def _structure(index: PageIndex, body: BodyRule, layout: Layout) -> list[str]:
    found = []
    share = landmark_share(index, layout.landmarks)
    if share < layout.least_landmarks:
        found.append(
            f"structure changed: {share:.0%} of the landmarks are there, not {layout.least_landmarks:.0%}"
        )
    if body.rest == "drop" and not any(index.rows(path) for path in body.include):
        found.append("structure changed: no element matches an include selector")
    return found


def _missing(rules: Sequence[FieldRule], values: Mapping[str, object]) -> list[str]:
    return [f"required field missing: {one.name}" for one in rules if one.required and one.name not in values]


def _statistics(page: Page, layout: Layout, body: Selection, default: Selection) -> list[str]:
    found = []
    words, links = n_words(page, body.keep), link_share(page, body.keep)
    if words < layout.least_words or 0 < layout.most_words < words:
        found.append(f"text statistics off: {words} words, not {layout.least_words}–{layout.most_words}")
    if links > layout.most_link_share:
        found.append(
            f"text statistics off: {links:.0%} of the text is links, not {layout.most_link_share:.0%}"
        )
    alike = agreement(page, body.keep, default.keep)
    if alike < layout.least_agreement:
        found.append(
            f"text statistics off: {alike:.0%} in common with the default method, "
            f"not {layout.least_agreement:.0%}"
        )
    return found


def _inside(index: PageIndex, paths: Sequence[Path]) -> Bool:
    roots = np.zeros(len(index.page), dtype=np.bool_)
    for path in paths:
        roots |= index.match(path)
    return index.page.inside(roots)
