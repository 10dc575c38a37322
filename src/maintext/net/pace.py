"""Durations and rates of work on many pages, formatted for people."""

from __future__ import annotations

__all__ = ["duration", "pages_per_second"]


def pages_per_second(n_pages: int, seconds: float) -> float:
    """Return the rate; 0 before any time has passed."""
    return n_pages / seconds if seconds > 0 else 0.0


def duration(seconds: float) -> str:
    """Format a duration: ``2 h 5 min``, ``3 min 20 s``, ``8 s``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
