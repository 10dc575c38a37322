"""``maintext explain --method vips``: a rendered page, or a saved snapshot, as visual blocks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.browser.picture import draw_blocks
from maintext.browser.vips import VipsOptions, segment
from maintext.browser.vips.method import vips_method
from maintext.cli.reading import writing
from maintext.cli.rendered import page_layout
from maintext.errors import OptionError
from maintext.lab.compare import explain
from maintext.options import changed, read_changes

if TYPE_CHECKING:
    from maintext.lab.compare import Explanation

__all__ = ["explain_vips"]


def explain_vips(source: str, url: str | None, given: dict[str, Any]) -> Explanation:
    """Segment a page by its layout, draw it where ``--plot`` asks for that, and explain the main block.

    Parameters
    ----------
    source, url
        As for :func:`maintext.cli.rendered.page_layout`.
    given
        Values of the options of ``maintext explain``.

    Raises
    ------
    MaintextError
        As :func:`~maintext.cli.rendered.page_layout`; or an option is wrong.
    """
    changes = read_changes(VipsOptions(), given["method_options"])
    options = changed(VipsOptions(), changes)
    picture = _read(given["screenshot"]) if given["screenshot"] else None
    take = bool(given["plot_file"]) and picture is None
    snapshot, screenshot = page_layout(source, url, given, screenshot=take)
    if given["plot_file"]:
        with writing(given["plot_file"]):
            draw_blocks(
                snapshot, segment(snapshot, options), given["plot_file"], screenshot=picture or screenshot
            )
    return explain(snapshot.page, vips_method(snapshot), changes)


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error
