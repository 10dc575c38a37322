"""Render a selection as text, Markdown or HTML."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from maintext.render.text import render_text

if TYPE_CHECKING:  # imported on first use
    from maintext.render.html import render_html
    from maintext.render.markdown import render_markdown

__all__ = ["render_html", "render_markdown", "render_text"]


def __getattr__(name: str) -> Any:
    """Import the Markdown and HTML renderers on first use; text needs neither."""
    if name in {"render_html", "render_markdown"}:
        return getattr(import_module(f"maintext.render.{name.removeprefix('render_')}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
