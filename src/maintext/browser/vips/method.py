"""vips as an entry of the catalogue: a method that has the layout of one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.browser.vips import VipsOptions, select
from maintext.classify.methods import Method
from maintext.errors import OptionError

if TYPE_CHECKING:
    from maintext.html import Page
    from maintext.html.snapshot import Snapshot
    from maintext.selection import Selection

__all__ = ["vips_method"]


def vips_method(snapshot: Snapshot | None = None) -> Method:
    """Return vips as a method like the registered ones, for ``maintext.select`` and what compares methods.

    Parameters
    ----------
    snapshot
        The layout it is to read; the method then runs on ``snapshot.page`` only. Without one it is good for
        nothing but its name, source and options: a page alone has no layout. On any other page the method
        raises :class:`~maintext.errors.OptionError`.
    """

    def function(page: Page, options: VipsOptions) -> Selection:
        if snapshot is None or page is not snapshot.page:
            raise OptionError("vips needs the layout of the page: give a snapshot of it", url=page.url)
        return select(snapshot, options)

    return Method(
        id="vips",
        title="Vision-based page segmentation",
        title_zh="基于视觉的页面分块",
        source="Cai, Yu, Wen, Ma: VIPS, a vision-based page segmentation algorithm, MSR-TR-2003-79, 2003",
        idea="Keep the main one of the blocks that a reader sees.",
        function=function,
        defaults=VipsOptions(),
    )
