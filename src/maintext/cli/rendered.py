"""Pages with their layout, for the method vips: snapshots, and pages that a browser renders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.cli.reading import is_snapshot, read_page, saved_snapshot
from maintext.errors import InputError
from maintext.options import changed

if TYPE_CHECKING:
    from maintext.browser import Snapshot

__all__ = ["VIPS", "page_layout"]

VIPS = "vips"
"""The method that needs more than a page: where everything is drawn."""


def page_layout(
    source: str, url: str | None, given: dict[str, Any], *, screenshot: bool = False
) -> tuple[Snapshot, bytes | None]:
    """Return the layout of a page, and a picture of it where one is asked for and was taken.

    Parameters
    ----------
    source
        A URL, an HTML file or ``-``, which a browser renders; or a snapshot (``.json.gz``), which needs none
        and has no picture.
    url
        Address that a file or stdin came from.
    given
        Values of the options of :func:`maintext.cli.reading.page_options`.

    Raises
    ------
    NoBrowserError
        A page is to be rendered, and there is no browser.
    MaintextError
        The page cannot be read or rendered, or the snapshot is none.
    """
    if is_snapshot(source):
        return saved_snapshot(source, url), None
    from maintext.browser import Browser, RenderOptions  # noqa: PLC0415 - urllib3 is loaded only to render

    options = RenderOptions(layout=True, screenshot=screenshot, allow_private=given["allow_private"])
    named = {"timeout_s": given["timeout_s"], "user_agent": given["user_agent"]}
    options = changed(options, {name: value for name, value in named.items() if value is not None})
    with Browser() as browser:
        if "://" in source:
            rendered = browser.render(source, options)
        else:
            rendered = browser.render_saved(read_page(source, url, given)[0], url, options)
    if rendered.snapshot is None:  # asked for, so this is no outcome of a page
        raise InputError(f"{source} was rendered without layout; try again", stage="render")
    return rendered.snapshot, rendered.screenshot
