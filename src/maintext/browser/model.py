"""Options, result and errors of rendering a page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from maintext.errors import FetchError, MaintextError, OptionError
from maintext.html.snapshot import Snapshot
from maintext.options import CheckedOptions, check_options, option

__all__ = ["NoBrowserError", "RenderError", "RenderOptions", "Rendered"]

_MAX_S = 3600


class NoBrowserError(MaintextError):
    """No browser is installed, or it does not start; the message says what to install."""

    exit_code = 5


class RenderError(FetchError):
    """The browser could not open the page, or crashed on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions(CheckedOptions):
    """Options of rendering a page: waits, what to load, outputs, and limits.

    Raises OptionError: a value has another type than its default, or is out of its bounds; ``state`` cannot
    be read.
    """

    timeout_s: float = option(
        30.0, "Time limit for the whole rendering, with waits, clicks and scrolls.", unit="s",
        minimum=0.1, maximum=_MAX_S,
    )  # fmt: skip
    wait_for: str = option(
        "", "CSS selector of an element to wait for; empty waits for a quiet network only."
    )
    quiet_s: float = option(
        0.5, "Time without requests after which the network counts as quiet.", unit="s",
        minimum=0.0, maximum=_MAX_S,
    )  # fmt: skip
    settle_s: float = option(
        8.0, "Maximum wait for a quiet network, each time.", unit="s",
        minimum=0.0, maximum=_MAX_S,
    )  # fmt: skip
    click: str = option("", "CSS selector of a button to click repeatedly, such as load more.")
    max_clicks: int = option(10, "Maximum number of clicks on it.", minimum=0)
    max_scrolls: int = option(
        0, "Maximum number of scrolls to the end of the page, as long as it grows.", minimum=0
    )
    steps: tuple[str, ...] = option(
        (),
        'What to do first, in order: "dismiss #accept", "fill #q = chairs", "press Enter" (docs/browser.md).',
    )
    state: str = option(
        "", "File with cookies and storage of a browser that is logged in (storage state of Playwright)."
    )
    images: bool = option(False, "Also load images, fonts and media; boxes of unsized images need them.")
    javascript: bool = option(True, "Run the scripts of the page.")
    allow_private: bool = option(False, "Also load from this computer and from private networks.")
    max_bytes: int = option(
        50_000_000, "Maximum size of all that the page loads, decompressed.", unit="bytes", minimum=1
    )
    max_html_bytes: int = option(
        10_000_000, "Maximum size of the HTML after scripts.", unit="bytes", minimum=1,
        source="as max_bytes of maintext.Options",
    )  # fmt: skip
    proxies: tuple[str, ...] = option(
        (), "Proxies, http://user:password@host:port, or files with one on each line; each page takes one by"
        " random.",
    )  # fmt: skip
    width: int = option(1280, "Width of the window.", unit="px", minimum=100)
    height: int = option(900, "Height of the window.", unit="px", minimum=100)
    user_agent: str = option("", "The User-Agent header; empty for the browser's own.")
    language: str = option("", "Language to ask for, e.g. zh-CN; empty for the browser's own.")
    screenshot: bool = option(False, "Take a screenshot of the whole page.")
    layout: bool = option(False, "Take a snapshot: boxes, fonts and colours of every row of the page.")

    def __post_init__(self) -> None:
        check_options(self)
        try:
            is_state = not self.state or isinstance(json.loads(Path(self.state).read_bytes()), dict)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or f"it is no JSON: {error}"
            raise OptionError(f"cannot read the state in {self.state}: {reason}") from error
        if not is_state:
            raise OptionError(f"{self.state} is no state of a browser: save one as docs/browser.md says")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A rendered page."""

    html: bytes  # The document after scripts, UTF-8, with open shadow roots as declarative ones
    url: str | None  # URL of the document, after redirects and scripts; `None` for a saved page without one
    status: int  # HTTP status; 200 for a saved page
    is_complete: bool  # True if the awaited selector, or else a quiet network, came in time
    screenshot: bytes | None  # PNG of the whole page; `None` if not requested
    snapshot: Snapshot | None  # Layout of every row; `None` if not requested
    # At most 200 problems that are not errors: script messages, failed requests, waits that timed out
    notes: tuple[str, ...]
    n_requests: int  # Number of requests that the page made, including blocked ones
    render_s: float  # Wall-clock time, in seconds
    # URLs of the same host that scripts asked for in vain, with the status: overload and errors of the server
    failed: tuple[str, ...] = ()
