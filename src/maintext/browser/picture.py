"""Draw visual blocks and separators on the screenshot of a page; needs the extra ``plot``.

Playwright could draw on a page that is open; these are also pages that were saved.
"""

from __future__ import annotations

import io
import os
from typing import Any

from maintext.browser.vips import Segmentation, VisualBlock
from maintext.errors import OptionError
from maintext.html.snapshot import Snapshot
from maintext.picture import PICTURES, check_suffix, saved_figure

__all__ = ["draw_blocks"]

_BLOCK, _MAIN, _GAP = "#0072B2", "#009E73", "#D55E00"  # Okabe and Ito's palette
_PX_PER_INCH, _DPI = 200.0, 100
_MAX_PX = 4000.0  # of a page's height: the picture of a longer one ends there


def draw_blocks(
    snapshot: Snapshot, found: Segmentation, path: str | os.PathLike[str], *, screenshot: bytes | None = None
) -> None:
    """Draw the leaves of the content structure, its separators, and the main block.

    ``path`` is a ``.png``, ``.jpg`` or ``.svg`` file to write or replace. ``screenshot`` is a PNG to draw on;
    without it texts are drawn as grey boxes.

    Raises OptionError: the suffix is another one, or nothing on the page is visible; MissingExtraError:
    matplotlib is not installed; OSError: the file cannot be written.
    """
    check_suffix(path, (*PICTURES, ".jpg"))
    if found.root is None or found.main is None:
        raise OptionError("nothing on the page is visible: there is nothing to draw")
    height = min(float(snapshot.height), _MAX_PX)
    size = (snapshot.width / _PX_PER_INCH, height / _PX_PER_INCH)
    with saved_figure(path, size, dpi=_DPI, layout=None, settings={"font.size": 6}) as figure:
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        _draw_page(axes, snapshot, screenshot)
        axes.set(xlim=(0, snapshot.width), ylim=(height, 0))
        _draw_separators(axes, found.root)
        for leaf, _ in found.main.leaves:
            _draw_box(axes, leaf, _BLOCK, 0.8)
            axes.annotate(str(leaf.coherence), (leaf.x, leaf.y), color=_BLOCK, va="bottom", clip_on=True)
        if found.main.block is not None:
            _draw_box(axes, found.main.block, _MAIN, 2.5)


def _draw_page(axes: Any, snapshot: Snapshot, screenshot: bytes | None) -> None:
    if screenshot is not None:
        from matplotlib.image import imread  # noqa: PLC0415 - as above

        picture = imread(io.BytesIO(screenshot), format="png")
        extent = (0, picture.shape[1], picture.shape[0], 0)
        axes.imshow(picture, extent=extent, aspect="auto", alpha=0.7, interpolation="antialiased")
        return
    layout, page = snapshot.layout, snapshot.page
    for row in (page.is_text & layout.is_shown & (page.n_chars > 0)).nonzero()[0].tolist():
        where = (layout.x[row], layout.y[row], layout.width[row], layout.height[row])
        _draw_rectangle(axes, where, color="#dddddd", linewidth=0)


def _draw_separators(axes: Any, block: VisualBlock) -> None:
    for separator in block.separators:
        alpha = 0.04 * separator.weight
        _draw_rectangle(axes, separator[:4], facecolor=_GAP, edgecolor="none", alpha=alpha, zorder=2)
    for child in block.children:
        _draw_separators(axes, child)


def _draw_box(axes: Any, block: VisualBlock, colour: str, width: float) -> None:
    where = (block.x, block.y, block.width, block.height)
    _draw_rectangle(axes, where, fill=False, edgecolor=colour, linewidth=width, zorder=3)


def _draw_rectangle(axes: Any, where: tuple[float, float, float, float], **style: Any) -> None:
    from matplotlib.patches import Rectangle  # noqa: PLC0415 - as above

    axes.add_patch(Rectangle(where[:2], where[2], where[3], **style))
