"""Lists in command-line options: names separated by commas."""

from __future__ import annotations

__all__ = ["listed"]


def listed(names: object) -> list[str] | None:
    """Return the names of a comma-separated option, without spaces around them; None when not given."""
    return [name.strip() for name in str(names).split(",") if name.strip()] if names else None
