"""Pages in a real browser: their HTML after scripts, and their layout.

::

    model.py      RenderOptions, Rendered, errors
    chromium.py   Browser: the one file that imports Playwright
    loading.py    requests, waits, clicks and scrolls of one page
    proxy.py      a proxy that connects to checked addresses only
    capture.py    maps the browser's layout to the rows of the page
    vips/         visual blocks, separators, content structure, main block
    picture.py    draws blocks and separators on the screenshot (matplotlib)

Needs the extra ``browser`` and a Chromium of the system to render; a saved snapshot needs neither.
"""

from __future__ import annotations

import re

from maintext.browser.chromium import Browser, find_browser
from maintext.browser.model import NoBrowserError, Rendered, RenderError, RenderOptions
from maintext.errors import OptionError
from maintext.html.snapshot import Layout, Snapshot, SnapshotError, load_snapshot, save_snapshot

__all__ = [
    "Browser", "Layout", "NoBrowserError", "RenderError", "RenderOptions", "Rendered", "Snapshot",
    "SnapshotError", "find_browser", "load_snapshot", "render", "save_snapshot",
]  # fmt: skip

_DEFAULT = RenderOptions()
_URL = re.compile(r"\s*[a-z][a-z0-9+.-]*://\S+\s*", re.IGNORECASE)


def render(source: bytes | str, options: RenderOptions = _DEFAULT, *, url: str | None = None) -> Rendered:
    """Render one page in a new browser; for several pages use :class:`Browser`.

    ``source`` is a URL, or a saved page: bytes, or text that contains a ``<``. A saved page gets no network;
    ``url`` is its URL.

    Raises OptionError: ``source`` is neither a URL nor HTML; MaintextError: as :meth:`Browser.render` and
    :meth:`Browser.render_saved`.
    """
    with Browser() as browser:
        if isinstance(source, str) and _URL.fullmatch(source):
            return browser.render(source.strip(), options)
        if isinstance(source, str) and "<" not in source:
            raise OptionError(f"{source[:80]!r} is neither a URL with http:// or https:// nor HTML")
        return browser.render_saved(source, url, options)
