"""``maintext explain --method vips``: a rendered page, or a saved snapshot, as visual blocks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.browser import Browser, RenderOptions, load_snapshot
from maintext.browser.picture import draw_blocks
from maintext.browser.vips import VipsOptions, segment, select
from maintext.cli.reading import read_page, writing
from maintext.compare.explain import explain_selection
from maintext.errors import InputError, OptionError
from maintext.methods import Method
from maintext.options import changed, read_changes

if TYPE_CHECKING:
    from maintext.browser import Snapshot
    from maintext.compare import Explanation
    from maintext.page import Page
    from maintext.selection import Selection

__all__ = ["explain_vips"]

_SNAPSHOT = ".json.gz"


def explain_vips(source: str, url: str | None, given: dict[str, Any]) -> Explanation:
    """Segment a page by its layout, draw it where ``--plot`` asks for that, and explain the main block.

    Parameters
    ----------
    source
        A URL, an HTML file or ``-``, which a browser renders; or a snapshot (``.json.gz``), which needs none.
    url
        Address that a file or stdin came from.
    given
        Values of the options of ``maintext explain``.

    Raises
    ------
    NoBrowserError
        A page is to be rendered, and there is no browser.
    MaintextError
        The page cannot be read or rendered, the snapshot is none, an option is wrong.
    """
    options = changed(VipsOptions(), read_changes(VipsOptions(), given["method_options"]))
    snapshot, screenshot = _snapshot(source, url, given)
    if given["plot_file"]:
        with writing(given["plot_file"]):
            draw_blocks(snapshot, segment(snapshot, options), given["plot_file"], screenshot=screenshot)
    return explain_selection(snapshot.page, select(snapshot, options), _METHOD)


def _snapshot(source: str, url: str | None, given: dict[str, Any]) -> tuple[Snapshot, bytes | None]:
    """The layout of a page, and a picture of it where one is given or was taken."""
    picture = _read(given["screenshot"]) if given["screenshot"] else None
    if source.endswith(_SNAPSHOT):
        try:
            return load_snapshot(source), picture
        except OSError as error:
            raise InputError(f"cannot read {source}: {error.strerror}", stage="read") from error
    take = bool(given["plot_file"]) and picture is None
    options = RenderOptions(layout=True, screenshot=take, allow_private=given["allow_private"])
    named = {"timeout_s": given["timeout_s"], "user_agent": given["user_agent"]}
    options = changed(options, {name: value for name, value in named.items() if value is not None})
    with Browser() as browser:
        if "://" in source:
            rendered = browser.render(source, options)
        else:
            rendered = browser.render_saved(read_page(source, url, given)[0], url, options)
    if rendered.snapshot is None:  # asked for, so this is no outcome of a page
        raise InputError(f"{source} was rendered without layout; try again", stage="render")
    return rendered.snapshot, picture or rendered.screenshot


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}") from error


def _no_page_alone(page: Page, _options: VipsOptions) -> Selection:
    raise OptionError("vips needs a rendered page: maintext explain -m vips renders it", url=page.url)


_METHOD = Method(
    id="vips",
    title="Vision-based page segmentation",
    title_zh="基于视觉的页面分块",
    source="Cai, Yu, Wen, Ma: VIPS, a vision-based page segmentation algorithm, MSR-TR-2003-79, 2003",
    idea="Keep the main one of the blocks that a reader sees.",
    function=_no_page_alone,
    defaults=VipsOptions(),
)
