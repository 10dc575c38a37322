"""Blocks, lists, tables, emphasis and small forms."""

from __future__ import annotations

from tests.unit.render.constructs import Construct

__all__ = ["CONSTRUCTS"]

CONSTRUCTS: tuple[Construct, ...] = (
    Construct(
        "HTML editor: a list of three",
        "<ul><li>planks</li><li>nails</li><li>a lamp</li></ul>",
        has=("- planks\n- nails\n- a lamp",),
        lacks=("\n- \n",),
    ),
)
