"""Selection to output: text, Markdown, HTML with tags kept."""

from __future__ import annotations

from maintext.render.html import render_html
from maintext.render.markdown import render_markdown
from maintext.render.text import render_text

__all__ = ["render_html", "render_markdown", "render_text"]
