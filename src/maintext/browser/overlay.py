"""Find overlays by layout: cookie walls, modals and bars over a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.snapshot import POSITIONS

if TYPE_CHECKING:
    from maintext.html.snapshot import Snapshot

__all__ = ["Overlay", "OverlayKind", "find_overlays"]

_FIXED, _STICKY, _ABSOLUTE = (POSITIONS.index(name) for name in ("fixed", "sticky", "absolute"))
# Shares of the window: a modal covers at least the first; a bar is nearly as wide, and low.
_MODAL_SHARE, _BAR_WIDTH, _BAR_HEIGHT, _MIN_SHARE = 0.25, 0.8, 0.35, 0.005
_CONSENT = re.compile(
    r"\bcookies?\b|\bconsent\b|\bgdpr\b|privacy (?:policy|settings|choices)|datenschutz|隐私|隱私|クッキー",
    re.IGNORECASE,
)


class OverlayKind(Enum):
    """Kind of an overlay."""

    COOKIE = "cookie"  # asks for consent, at any position
    MODAL = "modal"  # covers a quarter of the window or more
    BAR = "bar"  # along the upper or lower edge
    WIDGET = "widget"  # anything else: chat buttons, share buttons


@dataclass(frozen=True, slots=True)
class Overlay:
    """A part of a page that covers other parts."""

    row: int  # The element's row; its subtree is the overlay
    kind: OverlayKind
    share: float  # Share of the window that it covers, 0–1
    text: str  # white space collapsed


def find_overlays(snapshot: Snapshot) -> list[Overlay]:
    """Find the overlays of a freshly opened page, in page order; O(n_rows).

    An overlay is a shown element that is fixed to the window, or wide and sticky, or absolutely positioned
    over at least a quarter of the window and painted after half of the text. It holds at most half of the
    page's text. Nested overlays count as one; columns that scroll with the page are not overlays.
    """
    page, layout = snapshot.page, snapshot.layout
    shares = _window_shares(snapshot)
    n_chars = page.subtree_sum(page.n_chars * (page.is_text & layout.is_shown))
    over = layout.z > _median_z(snapshot)
    modal = (layout.position == _ABSOLUTE) & (shares >= _MODAL_SHARE) & over
    stuck = (layout.position == _STICKY) & (layout.width >= _BAR_WIDTH * snapshot.view_width)
    chosen = layout.is_shown & ~page.is_text & ((layout.position == _FIXED) | modal | stuck)
    chosen &= (2 * n_chars <= n_chars[:1].sum()) & (shares >= _MIN_SHARE)
    rows = np.flatnonzero(chosen)
    found, end = [], 0
    for row in rows.tolist():
        if row >= end:
            end = int(page.end[row])
            found.append(_classify_overlay(snapshot, row, float(shares[row])))
    return found


def _median_z(snapshot: Snapshot) -> int:
    """Return the paint order at which half of the shown characters are painted; −1 if none are shown."""
    page, layout = snapshot.page, snapshot.layout
    rows = np.flatnonzero(page.is_text & layout.is_shown & (page.n_chars > 0))
    if not len(rows):
        return -1
    rows = rows[np.argsort(layout.z[rows], kind="stable")]
    painted = np.cumsum(page.n_chars[rows])
    return int(layout.z[rows[np.searchsorted(painted, painted[-1] / 2)]])


def _window_shares(snapshot: Snapshot) -> np.typing.NDArray[np.float64]:
    """Return the share of the unscrolled window that each row covers."""
    layout = snapshot.layout
    right = np.minimum(layout.x + layout.width, snapshot.view_width)
    bottom = np.minimum(layout.y + layout.height, snapshot.view_height)
    width, height = right - np.maximum(layout.x, 0), bottom - np.maximum(layout.y, 0)
    area: np.typing.NDArray[np.float64] = np.maximum(width, 0).astype(np.float64) * np.maximum(height, 0)
    return area / (snapshot.view_width * snapshot.view_height)


def _classify_overlay(snapshot: Snapshot, row: int, share: float) -> Overlay:
    layout = snapshot.layout
    text = " ".join(snapshot.page.row_text(row).split())
    is_wide = layout.width[row] >= _BAR_WIDTH * snapshot.view_width
    is_low = layout.height[row] <= _BAR_HEIGHT * snapshot.view_height
    if _CONSENT.search(text):
        kind = OverlayKind.COOKIE
    elif is_wide and is_low:
        kind = OverlayKind.BAR
    else:
        kind = OverlayKind.MODAL if share >= _MODAL_SHARE else OverlayKind.WIDGET
    return Overlay(row, kind, share, text)
