"""line_ratio: characters of text per byte of HTML, line by line.

Source
    An anonymous Chinese translation of an English tutorial on getting useful text out of arbitrary HTML
    by the ratio of text to code (文本与HTML代码的密度), with Python code; author and year are not in the
    copy at hand, which has lost the code, the list of inputs and the figures.
Idea
    Menus need much HTML for little text, main text needs little. A line of text is kept by that ratio; a
    small neural network that sees the lines around it, too, errs less.
Symbols
    ========================  ======================================================================
    line or paragraph (行, 段)  a run of text between block boundaries or ``<br>`` (``page.line``)
    HTML bytes                bytes of ``page.data`` from the end of the line before to the end of this
                              one, tags included: ``html_bytes``
    text bytes                bytes of the line's visible text in UTF-8, white space collapsed:
                              ``text_bytes``
    density                   text bytes / HTML bytes, from 0 to 1
    1A, 2A, 3A                attributes of a line: density; and HTML bytes; and text bytes
    1L, 2L, 3L                lines of the window: this one; and the one before; and the one after
    ========================  ======================================================================
Steps
    1. Cut the page into lines and count their bytes (:func:`find_lines`).
    2. ``threshold``: keep lines with density > 0.5. ``mean``: with density > the page's mean density.
    3. ``perceptron``, ``mlp``: the attributes of the window go into a single-layer or multi-layer
       perceptron (:func:`line_inputs`, :class:`maintext.classify.model.networks.Network`). A line is kept
       when its output p, the probability of main text, is so high that dropping the line would cost more:
       p > c · (1 − p), where c is the cost of a false positive in false negatives.
Cost
    O(n_rows + length of the text).
Fails on
    Short lines of main text: headings, lists, poems, forum posts of one line. Long lines that are none:
    licences, teasers of other stories, comments. Paragraphs with many links, or with long addresses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from maintext.classify.method import Method
from maintext.classify.model.archive import model_bytes
from maintext.classify.model.networks import Networks, load_networks
from maintext.errors import ModelError
from maintext.html import Page
from maintext.html import characters as ch
from maintext.html.arrays import Float, Int
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = [
    "METHOD", "N_ATTRIBUTES", "WINDOWS", "LineRatioOptions", "SourceLines", "find_lines", "input_columns",
    "line_inputs", "load_weights", "network_name",
]  # fmt: skip

NETWORKS = ("perceptron", "mlp")
VARIANTS = ("threshold", "mean", *NETWORKS)
N_ATTRIBUTES = (1, 2, 3)
WINDOWS = (1, 2, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRatioOptions(CheckedOptions):
    """Which rule decides about a line."""

    variant: str = option(
        "mlp", "Rule: a fixed density, the page's mean density, or a network of one or more layers.",
        choices=VARIANTS,
    )  # fmt: skip
    threshold: float = option(
        0.5, "Of the variant threshold: keep lines with a density above this; higher keeps fewer.",
        unit="share", source="the article's guess", minimum=0,
    )  # fmt: skip
    n_attributes: int = option(
        3, "Of the networks: density alone (1), with HTML bytes (2), with text bytes (3).",
        source="the article's best network; docs/line-ratio.md", choices=N_ATTRIBUTES,
    )  # fmt: skip
    window: int = option(
        3, "Of the networks: the line alone (1), with the one before (2), with the one after (3).",
        unit="lines", source="the article's best network; docs/line-ratio.md", choices=WINDOWS,
    )  # fmt: skip
    false_positive_cost: float = option(
        1.0, "Of the networks: cost of keeping boilerplate; higher keeps fewer lines.",
        unit="false negatives", source="1: both errors cost the same", minimum=0,
    )  # fmt: skip
    model: str = option("", "Of the networks: file of other weights; the shipped ones by default.")


# -- lines --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class SourceLines:
    """Lines of one page in document order; arrays of shape (n_lines,)."""

    of_row: Int  # line of each row: of visible texts that are not blank, −1 for others
    html_bytes: Int  # from the end of the line before
    text_bytes: Int  # of its visible text in UTF-8; white space inside counts 1, at its ends 0

    def __len__(self) -> int:
        """Number of lines."""
        return len(self.html_bytes)

    @property
    def density(self) -> Float:
        """Text bytes / HTML bytes."""
        return self.text_bytes / self.html_bytes


def find_lines(page: Page) -> SourceLines:
    """Return the lines of a page's visible text. Cost O(n_rows + length of the text)."""
    rows = np.flatnonzero((page.n_chars > 0) & ~page.is_hidden)
    begins = np.diff(page.line[rows], prepend=-2) != 0
    of_row = np.full(len(page), -1, dtype=np.int64)
    of_row[rows] = np.cumsum(begins) - 1
    last = rows[np.append(begins, True)[1:]]
    html_bytes = np.diff(page.byte_end[last], prepend=0)
    return SourceLines(of_row, html_bytes, _text_bytes(page, of_row, len(last)))


def _text_bytes(page: Page, of_row: Int, n_lines: int) -> Int:
    """Count the UTF-8 bytes of each line; a run of white space inside counts 1."""
    texts = np.flatnonzero(page.is_text)
    n_points = page.text_end[texts] - page.text_start[texts]
    line = np.repeat(of_row[texts], n_points)
    is_visible = np.repeat(~page.is_hidden[texts], n_points)
    points = ch.code_points(page.text)
    is_space = (ch.classes(points) & ch.SPACE) != 0
    solid = np.flatnonzero(is_visible & ~is_space)
    n_spaces = np.cumsum(is_visible & is_space)[solid]
    line, point = line[solid], points[solid]
    n_bytes = 1 + (point >= 0x80).astype(np.int64) + (point >= 0x800) + (point >= 0x10000)
    n_bytes[1:] += (line[1:] == line[:-1]) & (n_spaces[1:] != n_spaces[:-1])
    return np.bincount(line, weights=n_bytes, minlength=n_lines).astype(np.int64)


# -- networks -----------------------------------------------------------------------------------------


def line_inputs(lines: SourceLines) -> NDArray[np.float32]:
    """Return all inputs of the networks, float32 of shape (n_lines, 9).

    Density, log(1 + HTML bytes), log(1 + text bytes) of this line, of the line before, and of the line
    after; 0 for none. :func:`input_columns` selects those of a network.
    """
    own = np.stack([lines.density, np.log1p(lines.html_bytes), np.log1p(lines.text_bytes)], axis=1)
    padded = np.pad(own, ((1, 1), (0, 0)))
    return np.concatenate([own, padded[:-2], padded[2:]], axis=1).astype(np.float32)


def input_columns(n_attributes: int, window: int) -> list[int]:
    """Return the columns of :func:`line_inputs` that belong to the first attributes and lines.

    >>> input_columns(2, 3)
    [0, 1, 3, 4, 6, 7]
    """
    return [
        line * len(N_ATTRIBUTES) + attribute for line in range(window) for attribute in range(n_attributes)
    ]


def network_name(variant: str, n_attributes: int, window: int) -> str:
    """Return the name of a network in a file of weights.

    >>> network_name("mlp", 3, 2)
    'mlp 2L 3A'
    """
    return f"{variant} {window}L {n_attributes}A"


@cache
def load_weights(path: str = "") -> Networks:
    """Return a file of networks, read once; the shipped one for ``""``.

    Raises
    ------
    OptionError, ModelError
        The file cannot be read, or is no file of networks.
    """
    return load_networks(model_bytes("line_ratio.npz", path))


def _network_output(lines: SourceLines, options: LineRatioOptions) -> Float:
    """Return the output of the selected network for each line."""
    name = network_name(options.variant, options.n_attributes, options.window)
    network = load_weights(options.model).by_name.get(name)
    if network is None:
        raise ModelError(f"no network {name!r} in the weights; train it, or choose another", stage="model")
    columns = input_columns(options.n_attributes, options.window)
    return network.probability(line_inputs(lines)[:, columns])


# -- method -------------------------------------------------------------------------------------------


def select(page: Page, options: LineRatioOptions) -> Selection:
    """Keep the lines with a high density, or a high network output."""
    lines = find_lines(page)
    if len(lines) == 0:
        return Selector(page, "not a line of text").done("line_ratio")
    score, cut, name = _score_lines(lines, options)
    in_line = lines.of_row >= 0
    kept = in_line & (score > cut)[lines.of_row]
    facts = {"n_lines": len(lines), "n_kept": int((score > cut).sum()), "cut": cut}
    return (
        Selector(page, "not a line of text")
        .keep(kept, f"on a line with a {name} above the cut")
        .drop(in_line & ~kept, f"on a line with a {name} up to the cut")
        .done("line_ratio", score=np.where(in_line, score[lines.of_row], np.nan), facts=facts)
    )


def _score_lines(lines: SourceLines, options: LineRatioOptions) -> tuple[Float, float, str]:
    """Return the score of each line, the threshold of kept lines, and the name of the score."""
    if options.variant == "threshold":
        return lines.density, options.threshold, "density"
    if options.variant == "mean":
        return lines.density, float(lines.density.mean()), "density"
    cost = options.false_positive_cost
    # p > c · (1 − p)
    return _network_output(lines, options), cost / (1 + cost), "probability"


METHOD = Method(
    id="line_ratio",
    title="Ratio of text to HTML, line by line",
    title_zh="文本与HTML代码的密度",
    source="Chinese translation of a tutorial on the ratio of text to HTML",
    idea="A line that needs few bytes of HTML for its text is main text; a network looks at its neighbours.",
    function=select,
    defaults=LineRatioOptions(),
    card=lambda options: load_weights(options.model).card if options.variant in NETWORKS else {},
)
