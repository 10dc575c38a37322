"""How many examples a property of pages is tried with: fewer by default, all with ``-m ""`` and in CI."""

from __future__ import annotations

from hypothesis import settings


def examples(n: int) -> int:
    """Scale a number of examples by what the profile of the run has instead of a hundred."""
    return n * settings().max_examples // 100
