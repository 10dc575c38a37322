"""Code, formulas and footnotes."""

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

CONSTRUCTS: tuple[Construct, ...] = ()
