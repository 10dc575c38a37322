"""Where a block stands: on the page, to the headline, to the headings around it; and what it repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene

    Columns = dict[str, NDArray[Any]]

__all__ = ["DEFINITIONS", "SECTIONS", "position_features"]

SECTIONS = ("related", "comment", "review", "detail", "share", "account", "shop", "question")

DEFINITIONS = {
    "place": "blocks before / blocks of the page",
    "word_place": "words before / words of the page",
    "n_before": "log(1 + blocks before)",
    "n_after": "log(1 + blocks after)",
    "words_before": "log(1 + words before)",
    "words_after": "log(1 + words after)",
    "heading_level": "1–6 in a heading, 0 else",
    "has_headline": "1 when a block states the page's title",
    "from_headline": "blocks since the headline, signed log; 0 without one",
    "words_from_headline": "words since the headline, signed log",
    "steps_to_headline": "steps up to the lowest ancestor that also holds the headline",
    "headline_steps": "steps from the headline up to that ancestor",
    "is_headline": "1 for the headline itself",
    "since_heading": "log(1 + blocks since the last heading)",
    "words_since_heading": "log(1 + words since the last heading)",
    "last_heading_level": "level of the last heading before the block, 0 for none",
    **{f"heading_says_{name}": f"1 when the last heading speaks of {name}" for name in SECTIONS},
    "to_heading": "log(1 + blocks up to the next heading)",
    "section_words": "log(1 + words between the headings around the block)",
    "section_link_density": "link density of that section",
    "section_blocks": "log(1 + blocks of that section)",
    "title_share": "share of the block's words that stand in the page's title",
    "title_cover": "share of the title's words that stand in the block",
    "description_cover": "share of the description's words that stand in the block",
}


def position_features(scene: Scene, says: Columns) -> Columns:
    """Return the features of :data:`DEFINITIONS` for every block; ``says`` are those of the phrases."""
    n = len(scene.blocks)
    words = scene.blocks.n_words.astype(np.float64)
    before = np.cumsum(words) - words
    number = np.arange(n)
    columns: Columns = {
        "place": number / max(n, 1),
        "word_place": before / max(float(words.sum()), 1),
        "n_before": np.log1p(number),
        "n_after": np.log1p(n - 1 - number),
        "words_before": np.log1p(before),
        "words_after": np.log1p(words.sum() - before - words),
        "heading_level": scene.heading_level,
    }
    columns |= _headline(scene, before)
    columns |= _headings(scene, words, says)
    columns |= _similarity(scene)
    return columns


def _signed_log(values: NDArray[np.floating] | NDArray[np.integer]) -> NDArray[np.float64]:
    signed: NDArray[np.float64] = np.sign(values) * np.log1p(np.abs(values))
    return signed


def _headline(scene: Scene, before: NDArray[np.float64]) -> Columns:
    page, n, at = scene.page, len(scene.blocks), scene.headline
    if at < 0:
        names = (
            "has_headline",
            "from_headline",
            "words_from_headline",
            "steps_to_headline",
            "headline_steps",
            "is_headline",
        )
        return {name: np.zeros(n) for name in names}
    row = int(scene.blocks.row[at])
    steps = scene.steps_to(row)
    common = scene.path[steps, np.arange(n)]
    number = np.arange(n)
    return {
        "has_headline": np.ones(n),
        "from_headline": _signed_log(number - at),
        "words_from_headline": _signed_log(before - before[at]),
        "steps_to_headline": steps,
        "headline_steps": page.depth[row] - page.depth[common],
        "is_headline": number == at,
    }


def _headings(scene: Scene, words: NDArray[np.float64], says: Columns) -> Columns:
    n = len(words)
    level = scene.heading_level
    is_heading = level > 0
    section = np.cumsum(is_heading)
    starts = np.concatenate(([0], np.flatnonzero(is_heading), [n]))
    last, following = starts[section], starts[section + 1]
    linked = words * scene.blocks.n_link_chars / np.maximum(scene.blocks.n_chars, 1)
    total = np.concatenate(([0], np.cumsum(words)))
    n_sections = int(section[-1]) + 1 if n else 0
    section_words = np.bincount(section, words, n_sections)
    section_linked = np.bincount(section, linked, n_sections)
    number = np.arange(n)
    heading = np.minimum(last, max(n - 1, 0))
    return {
        **{
            f"heading_says_{name}": np.where(section > 0, says[f"says_{name}"][heading], 0)
            for name in SECTIONS
        },
        "since_heading": np.where(section > 0, np.log1p(number - last), 8),
        "words_since_heading": np.log1p(total[number] - total[last]),
        "last_heading_level": np.where(section > 0, level[heading], 0),
        "to_heading": np.log1p(following - number),
        "section_words": np.log1p(section_words)[section],
        "section_link_density": (section_linked / np.maximum(section_words, 1))[section],
        "section_blocks": np.log1p(np.bincount(section, minlength=n_sections))[section],
    }


def _similarity(scene: Scene) -> Columns:
    found = scene.wording
    return {
        "title_share": found.n_in_title / np.maximum(found.n_different, 1),
        "title_cover": found.n_in_title / max(len(scene.title_words), 1),
        "description_cover": found.n_in_description / max(len(scene.description_words), 1),
    }
