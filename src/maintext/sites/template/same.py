"""template: drop the text that pages of the same layout share.

Source
    王海涌 et al. 2018 (see :mod:`maintext.sites.template.cluster`), section 3.2, DeleteSame.
Definition
    DeleteSame compares the children of two nodes pairwise. It removes equal subtrees and descends into
    others, whatever their names. So a text is removed if the other page has the same text at the same
    position below every ancestor. This is one key per text (:func:`~maintext.sites.template.keys.row_keys`).
Deviations
    The source is ``TemplateOptions(place="position", n_neighbours=1, links="keep")``; see
    ``docs/sites-template.md`` for measurements. ``place="path"`` tolerates an inserted paragraph above a
    rail. Several neighbours remove what two pages happen to differ in. ``links="drop"`` also drops blocks
    of links (except h1 and h2), because rails of headlines differ on every page. Neighbours with the same
    ``title`` are ignored: they may be the same story.
Cost
    O(n_rows) a page, and the keys of each neighbour.
Limits
    Teasers and comments that differ on every page; stories that quote one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page
from maintext.html.blocks import find_blocks
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector
from maintext.sites.template.cluster import Clustering, ClusterOptions, cluster_pages
from maintext.sites.template.keys import PLACES, Key, page_title, row_keys

__all__ = ["TemplateOptions", "select_cluster", "select_with"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateOptions(CheckedOptions):
    """Options for comparing a page with its neighbours."""

    n_neighbours: int = option(
        20, "Most pages to compare with; the source takes 1.", unit="pages", source="docs/sites-template.md",
        minimum=1,
    )  # fmt: skip
    place: str = option(
        "path",
        "Where an equal text counts: below the same names and classes, at the same position (the source), "
        "or anywhere.",
        source="docs/sites-template.md",
        choices=PLACES,
    )
    links: str = option(
        "drop",
        "What to do with a block that is mostly links and differs: keep it (the source) or drop it.",
        source="docs/sites-template.md",
        choices=("drop", "keep"),
    )


_DEFAULT, _CLUSTERS = TemplateOptions(), ClusterOptions()


def select_with(page: Page, neighbours: Sequence[Page], options: TemplateOptions = _DEFAULT) -> Selection:
    """Keep the visible text that no neighbour has.

    ``neighbours`` are pages of the same layout, most similar first. Without any (with another title)
    boilerplate is unknown and nothing is kept. ``facts["n_neighbours"]`` counts the pages compared with.
    """
    title = page_title(page)
    usable = [other for other in neighbours if not title or page_title(other) != title]
    keys = [_page_keys(other, options.place) for other in usable[: options.n_neighbours]]
    return _select_unshared(page, _page_keys(page, options.place), keys, options)


def select_cluster(
    pages: Sequence[Page],
    options: TemplateOptions = _DEFAULT,
    clustering: Clustering | ClusterOptions = _CLUSTERS,
) -> list[Selection]:
    """Cluster pages by layout and compare each with its neighbours, in order.

    ``clustering`` is a known clustering of these pages, or its options.
    """
    groups = clustering if isinstance(clustering, Clustering) else cluster_pages(pages, clustering)
    titles = [page_title(page) for page in pages]
    keys = [_page_keys(page, options.place) for page in pages]
    selections = []
    for i, page in enumerate(pages):
        usable = [keys[j] for j in groups.neighbours(i) if not titles[i] or titles[j] != titles[i]]
        selections.append(_select_unshared(page, keys[i], usable[: options.n_neighbours], options))
    return selections


def _page_keys(page: Page, place: str) -> Key:
    return row_keys(page, np.flatnonzero(page.n_chars > 0), place)


def _select_unshared(page: Page, own: Key, others: Sequence[Key], options: TemplateOptions) -> Selection:
    selector, facts = Selector(page, "no neighbour to compare with"), {"n_neighbours": len(others)}
    if not others:
        return selector.done("template", facts=facts)
    is_text, count = page.n_chars > 0, np.zeros(len(page))
    count[is_text] = np.sum([np.isin(own, other) for other in others], axis=0)
    selector.keep(is_text, "on no neighbour").drop(count > 0, "the same on a neighbour")
    if options.links == "drop":
        selector.drop(_is_link_block(page) & (count == 0), "on no neighbour, but mostly links")
    return selector.done("template", score=np.where(is_text, count / len(others), np.nan), facts=facts)


def _is_link_block(page: Page) -> NDArray[np.bool_]:
    """Return True for texts of blocks with more than half links, outside h1 and h2."""
    blocks = find_blocks(page)
    linked = np.append(2 * blocks.n_link_chars > blocks.n_chars, [False])  # -1 points at the last
    found: NDArray[np.bool_] = linked[blocks.of_row] & ~page.inside(page.is_tag(("h1", "h2")))
    return found
