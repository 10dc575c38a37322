"""The values that go into a rendering and come out of it, and its errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext.errors import FetchError, MaintextError
from maintext.options import CheckedOptions, option

if TYPE_CHECKING:
    from maintext.html.snapshot import Snapshot

__all__ = ["NoBrowserError", "RenderError", "RenderOptions", "Rendered"]

_LONGEST_S = 3600


class NoBrowserError(MaintextError):
    """No browser was found on this computer, or it does not start; the message says what to install."""

    exit_code = 5


class RenderError(FetchError):
    """The browser could not open the page, or broke down over it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions(CheckedOptions):
    """How a page is rendered: what is waited for, what is loaded, and the limits.

    Raises
    ------
    OptionError
        A value has another type than its default, or is out of its bounds.
    """

    timeout_s: float = option(
        30.0, "Give up when all of it, with waiting, clicks and scrolls, takes longer.", unit="s",
        minimum=0.1, maximum=_LONGEST_S,
    )  # fmt: skip
    wait_for: str = option(
        "", "CSS selector of what must be there before the page is read; empty waits for the network only."
    )
    quiet_s: float = option(
        0.5, "The network is quiet when nothing was loading for this long.", unit="s",
        minimum=0.0, maximum=_LONGEST_S,
    )  # fmt: skip
    settle_s: float = option(
        8.0, "Wait no longer than this for a quiet network, each time.", unit="s",
        minimum=0.0, maximum=_LONGEST_S,
    )  # fmt: skip
    click: str = option("", "CSS selector of a button to click again and again, as load more.")
    max_clicks: int = option(10, "Click it no more often than this.", minimum=0)
    max_scrolls: int = option(
        0, "Scroll to the end of the page at most this often, as long as it grows.", minimum=0
    )
    images: bool = option(False, "Also load images, fonts and media; boxes of unsized images need them.")
    javascript: bool = option(True, "Run the scripts of the page.")
    allow_private: bool = option(False, "Also load from this computer and from private networks.")
    max_bytes: int = option(
        50_000_000, "Give up when the page loads more than this, decompressed.", unit="bytes", minimum=1
    )
    max_html_bytes: int = option(
        10_000_000, "Refuse a page whose HTML is longer, after scripts.", unit="bytes", minimum=1,
        source="as max_bytes of maintext.Options",
    )  # fmt: skip
    width: int = option(1280, "Width of the window.", unit="px", minimum=100)
    height: int = option(900, "Height of the window.", unit="px", minimum=100)
    user_agent: str = option("", "The User-Agent header; empty for the browser's own.")
    language: str = option("", "Language to ask for, e.g. zh-CN; empty for the browser's own.")
    screenshot: bool = option(False, "Take a picture of the whole page.")
    layout: bool = option(False, "Take a snapshot: boxes, fonts and colours of every row of the page.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A page as the browser shows it.

    Attributes
    ----------
    html
        The document after scripts, UTF-8; open shadow roots stand in it as declared ones.
    url
        Address of the document, after redirects and scripts; ``None`` for a saved page without one.
    status
        HTTP status; 200 for a saved page.
    is_complete
        Whether what was waited for came: the selector, else a quiet network.
    screenshot
        PNG of the page from top to bottom; ``None`` when not asked for.
    snapshot
        Layout of every row; ``None`` when not asked for.
    notes
        What went wrong without being an error: messages of scripts, requests that were refused or
        failed, waits that were in vain. At most 200.
    n_requests
        Requests that the page made, blocked ones included.
    render_s
        Wall-clock time it took, in seconds.
    """

    html: bytes
    url: str | None
    status: int
    is_complete: bool
    screenshot: bytes | None
    snapshot: Snapshot | None
    notes: tuple[str, ...]
    n_requests: int
    render_s: float
