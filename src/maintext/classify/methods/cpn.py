"""cpn: blocks judged by a counter-propagation network (基于CPN网络的Web正文抽取).

Source
    基于CPN网络的Web正文抽取技术研究 (Extraction of the main text of web pages based on CPN networks);
    authors, journal and year do not stand in the copy we have, which is parts of some pages: on wrappers
    and visual blocks, the kinds of pages it is for (news, and what is laid out like it, such as blogs), and
    why CPN. The network: Hecht-Nielsen, "Counterpropagation networks", Applied Optics 26(23), 1987.
Idea
    Encode every block of a page as a pattern of numbers. A competitive layer, trained without wanted
    outputs, finds groups of alike patterns; an output layer, trained with them, learns for each group
    how much of it is main text. Nothing is propagated back, so training is a pass over the data.
Symbols
    ===========================  ====================================================================
    模式编码 x (pattern encoding)    :func:`block_features`; standardised by the network
    隐藏层 w_k (hidden layer)       Kohonen's competitive layer: ``CounterPropagation.kohonen``
    输出层 v_k (output layer)       Grossberg's layer: ``CounterPropagation.grossberg``
    y                            share of a block that stands in the gold text, for training
    m                            ``n_winners``
    ===========================  ====================================================================
Steps
    1. Encode the blocks of the page (:data:`FEATURES`); x' = (x − mean) / scale for each feature.
    2. The units of the hidden layer compete; the m nearest win:

    ::

           d_k = |x' − w_k|²,   winners = the m units with the smallest d_k                        (1)

    3. The output is what the winners have learned:

    ::

           out(x) = Σ v_k / (d_k + 0.001) / Σ 1 / (d_k + 0.001) over the winners                   (2)

    4. Blocks with out(x) > ``min_output`` are main text. The source is for content pages, which it tells
       from link pages by link density: with ``max_page_links``, a page with a larger one has no main text.

    Training, in :mod:`maintext.lab.train.cpn`; η falls from 0.3 to 0.005 in the course of it:

    ::

        w_k ← w_k + η · (x' − w_k)   for the winner k                                              (3)
        v_k = mean of y over the patterns that k wins                                              (4)
Cost
    O(n_rows + n_blocks · n_hidden · n_features), in numpy.
Fails on
    Pages unlike the training data; texts of main content that look like menus (lists of names), and
    notes that look like main content (comments, teasers below the article).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from maintext.classify.method import Method
from maintext.classify.model.archive import model_bytes
from maintext.classify.model.networks import CounterPropagation, load_counter_propagation
from maintext.errors import ModelError
from maintext.html import Page
from maintext.html.arrays import Float, Int
from maintext.html.blocks import Blocks, find_blocks, sum_by_subtree
from maintext.html.tags import HEADING_TAGS, tag_mask
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = ["FEATURES", "METHOD", "VERSION", "CpnOptions", "block_features", "load_network"]

VERSION = 1
"""Version of the encoding; a network is for one version."""

FEATURES = {
    "length": "log(1 + characters)",
    "link_density": "linked characters / characters",
    "punctuation": "punctuation marks / characters, at most 0.3",
    "is_paragraph": "1 when the element is p, pre or blockquote",
    "is_heading": "1 when the element is h1 … h6",
    "in_list": "1 inside ul, ol or dl",
    "in_boilerplate": "1 inside aside, button, footer, form, header, label, menu, nav or select",
    "in_main": "1 inside article or main",
    "before_prose": "log(1 + prose of the block before)",
    "after_prose": "log(1 + prose of the block after)",
    "before_link_density": "link density of the block before, 1 where there is none",
    "after_link_density": "link density of the block after, 1 where there is none",
    "near_2_prose": "log(1 + prose of the block and of 2 on each side)",
    "near_2_link_density": "linked characters / characters of them",
    "near_6_prose": "log(1 + prose of the block and of 6 on each side)",
    "near_6_link_density": "linked characters / characters of them",
    "near_20_link_density": "linked characters / characters of the block and of 20 on each side",
    "place": "prose before the block and half of its own / prose of the page",
    "share": "prose / prose of the page",
    "page_prose": "log(1 + prose of the page)",
    "page_blocks": "log(blocks of the page)",
    "above_1_link_density": "linked characters / characters of the element one step above the block's",
    "above_2_prose": "prose of the element two steps above the block's / prose of the page",
    "above_2_link_density": "linked characters / characters of that element",
    "above_3_prose": "prose of the element three steps above the block's / prose of the page",
    "above_3_link_density": "linked characters / characters of that element",
    "in_dominant": "1 inside the element where the way down to children with 0.6 of the prose ends",
    "after_heading": "1 at and after the first visible h1",
}
"""Definition of every feature. Prose is u · min(u, 80) / 80 for the u unlinked characters of a block of
which at most half is link text, else 0; "above" the root is the root."""

_FULL_CHARS = 80
_DOMINANT = 0.6
_PARAGRAPH, _HEADING = tag_mask(("p", "pre", "blockquote")), tag_mask(HEADING_TAGS)
_LISTS, _MAIN = ("ul", "ol", "dl"), ("article", "main")
_BOILERPLATE = ("aside", "button", "footer", "form", "header", "label", "menu", "nav", "select")


@dataclass(frozen=True, slots=True, kw_only=True)
class CpnOptions(CheckedOptions):
    """Options of the network."""

    n_winners: int = option(
        2, "Units whose outputs are averaged; 1 for the plain network.",
        unit="units", source="swept on the development corpus, see Interpretation", minimum=1,
    )  # fmt: skip
    min_output: float = option(
        0.45, "Keep blocks with a larger output; lower keeps more.",
        unit="share", source="swept on the development corpus, see Interpretation", minimum=0,
    )  # fmt: skip
    max_page_links: float = option(
        1.0, "Keep nothing of a link page: one with a larger share of link text; 1 knows none.",
        unit="share", source="the paper tells link pages so, without a number", minimum=0,
    )  # fmt: skip
    model: str = option("", "File of another network from `maintext train`; the shipped one by default.")


@cache
def load_network(path: str = "") -> CounterPropagation:
    """Return a network, read once; the shipped one for ``""``.

    Raises
    ------
    OptionError
        The file cannot be read.
    ModelError
        It is no network, or one for another version of the encoding.
    """
    network = load_counter_propagation(model_bytes("cpn.npz", path))
    if network.card.get("features_version") != VERSION or len(network.mean) != len(FEATURES):
        raise ModelError("the network is for other features; train it again", stage="model")
    return network


def select(page: Page, options: CpnOptions) -> Selection:
    """Keep the blocks with a network output above the threshold."""
    blocks = find_blocks(page)
    selector = Selector(page, "not a block of text")
    if len(blocks) == 0:
        return selector.done("cpn")
    output = load_network(options.model).output(block_features(page, blocks), n_winners=options.n_winners)
    page_links = blocks.n_link_chars.sum() / blocks.n_chars.sum()
    is_link_page = page_links > options.max_page_links
    chosen = (output > options.min_output) & ~is_link_page
    in_block = blocks.of_row >= 0
    of_row = in_block & chosen[blocks.of_row]
    facts = {"n_blocks": len(blocks), "n_kept": int(chosen.sum()), "page_links": float(page_links)}
    reason = "on a link page" if is_link_page else "unlike blocks of main text"
    return (
        selector.drop(in_block & ~of_row, reason)
        .keep(of_row, "like blocks of main text")
        .done("cpn", score=np.where(in_block, output[blocks.of_row], np.nan), facts=facts)
    )


def block_features(page: Page, blocks: Blocks) -> Float:
    """Return the patterns of the blocks, float64 of shape (n_blocks, n_features). Cost O(n_rows)."""
    if len(blocks) == 0:
        return np.zeros((0, len(FEATURES)))
    unlinked = blocks.n_chars - blocks.n_link_chars
    # Prose times 80, so that sums are exact.
    prose = np.where(
        2 * blocks.n_link_chars <= blocks.n_chars, unlinked * np.minimum(unlinked, _FULL_CHARS), 0
    )
    headings = np.flatnonzero(page.is_tag(("h1",)) & ~page.is_hidden)
    columns = (
        _own_features(page, blocks)
        | _neighbour_features(blocks, prose / _FULL_CHARS)
        | _page_features(prose / _FULL_CHARS)
        | _ancestor_features(page, blocks, prose)
        | {"after_heading": blocks.row > (headings[0] if len(headings) else len(page))}
    )
    return np.stack([columns[name].astype(np.float64) for name in FEATURES], axis=1)


def _own_features(page: Page, blocks: Blocks) -> dict[str, NDArray[np.generic]]:
    element = blocks.element
    return {
        "length": np.log1p(blocks.n_chars),
        "link_density": blocks.n_link_chars / blocks.n_chars,
        "punctuation": np.minimum(blocks.n_punctuation / blocks.n_chars, 0.3),
        "is_paragraph": _PARAGRAPH[page.tag[element]],
        "is_heading": _HEADING[page.tag[element]],
        "in_list": page.inside(page.is_tag(_LISTS))[element],
        "in_boilerplate": page.inside(page.is_tag(_BOILERPLATE))[element],
        "in_main": page.inside(page.is_tag(_MAIN))[element],
    }


def _neighbour_features(blocks: Blocks, prose: Float) -> dict[str, NDArray[np.generic]]:
    log_prose, density = np.log1p(prose), blocks.n_link_chars / blocks.n_chars
    columns: dict[str, NDArray[np.generic]] = {
        "before_prose": np.append(0.0, log_prose[:-1]),
        "after_prose": np.append(log_prose[1:], 0.0),
        "before_link_density": np.append(1.0, density[:-1]),
        "after_link_density": np.append(density[1:], 1.0),
    }
    for k in (2, 6):
        columns[f"near_{k}_prose"] = np.log1p(_window_sum(prose, k))
    for k in (2, 6, 20):
        linked, total = _window_sum(blocks.n_link_chars, k), _window_sum(blocks.n_chars, k)
        columns[f"near_{k}_link_density"] = linked / total
    return columns


def _window_sum(values: NDArray[np.generic], k: int) -> Float:
    """Sum a value over each block and k on each side."""
    n = len(values)
    total = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
    number = np.arange(n)
    sums: Float = total[np.minimum(number + k + 1, n)] - total[np.maximum(number - k, 0)]
    return np.maximum(sums, 0.0)


def _page_features(prose: Float) -> dict[str, NDArray[np.generic]]:
    n, total = len(prose), max(float(prose.sum()), 1.0)
    return {
        "place": (np.cumsum(prose) - prose / 2) / total,
        "share": prose / total,
        "page_prose": np.full(n, np.log1p(total)),
        "page_blocks": np.full(n, np.log(n)),
    }


def _ancestor_features(page: Page, blocks: Blocks, prose: Int) -> dict[str, NDArray[np.generic]]:
    weight = sum_by_subtree(page, blocks, prose)
    share = weight / max(float(prose.sum()), _FULL_CHARS)
    linked, total = (sum_by_subtree(page, blocks, n) for n in (blocks.n_link_chars, blocks.n_chars))
    parent = np.maximum(page.parent, 0)
    columns: dict[str, NDArray[np.generic]] = {}
    at = blocks.element
    for k in (1, 2, 3):
        at = parent[at]
        columns[f"above_{k}_prose"] = share[at]
        columns[f"above_{k}_link_density"] = linked[at] / np.maximum(total[at], 1)
    left = ~page.is_text & ((weight < _DOMINANT * weight[parent]) | (weight == 0))
    left[0] = False
    dominant = int(np.flatnonzero(~page.is_text & ~page.inside(left))[-1])
    columns["in_dominant"] = (blocks.element >= dominant) & (blocks.element < page.end[dominant])
    return columns


METHOD = Method(
    id="cpn",
    title="Counter-propagation network",
    title_zh="基于CPN网络的正文抽取",
    source="基于CPN网络的Web正文抽取技术研究",
    idea="A competitive layer groups blocks by their features; each group has learned if it is main text.",
    function=select,
    defaults=CpnOptions(),
    card=lambda options: load_network(options.model).card,
)
