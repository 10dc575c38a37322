"""Write what a document states about itself above its Markdown: YAML front matter, the title as a heading."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from typing import Any

from maintext.html.parser import to_markdown

__all__ = ["write_front_matter", "write_title"]


def write_front_matter(values: Mapping[str, Any]) -> str:
    """Return values as YAML between lines of three hyphens; those that are empty are left out.

    Texts and lists are written as JSON, which every reader of YAML takes. ``""`` if there is no value.
    """
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items() if value]
    return f"---\n{''.join(lines)}---\n\n" if lines else ""


def write_title(title: str, markdown: str) -> str:
    """Return Markdown with a title above it as a heading, unless it begins with that heading."""
    heading = to_markdown(
        f"<h1>{html.escape(title)}</h1>", base_url=None, links=False, images=False, tables=False
    ).strip()
    first = markdown.lstrip().partition("\n")[0]
    if not title or first.lstrip("# ") == heading.lstrip("# "):
        return markdown
    return f"{heading}\n\n{markdown}"
