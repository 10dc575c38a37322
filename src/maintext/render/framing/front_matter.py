"""Write what a document states about itself above its Markdown: YAML front matter, the title as a heading."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from typing import Any

from maintext.html.characters import letters_of
from maintext.html.parser import to_markdown
from maintext.render.framing.posts import LINK_TARGET

__all__ = ["write_front_matter", "write_title"]


def write_front_matter(values: Mapping[str, Any]) -> str:
    """Return values as YAML between lines of three hyphens; those that are empty are left out.

    Texts and lists are written as JSON, which every reader of YAML takes. ``""`` if there is no value.
    """
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items() if value]
    return f"---\n{''.join(lines)}---\n\n" if lines else ""


def write_title(title: str, markdown: str, *, adds: bool = True) -> str:
    """Return Markdown with a title above it as a heading.

    Its own first line, pictures left out, goes if it is the title; letters and digits count. Without
    ``adds`` only a plain line, or the only item of a list, becomes the heading.
    """
    heading = to_markdown(
        f"<h1>{html.escape(title)}</h1>", base_url=None, links=False, images=False, tables=False
    ).strip()
    lines = markdown.lstrip().split("\n")
    first = next((i for i, line in enumerate(lines) if line and not _PICTURE.fullmatch(line)), 0)
    if not title or lines[0] == heading:
        return markdown
    after = next(filter(None, lines[first + 1 :]), "")
    is_other = lines[first].startswith(("#", ">", "|")) or "![" in lines[first] or heading in lines
    is_other |= lines[first].startswith("-") and after.startswith(("-", " "))
    if not adds and is_other:
        return markdown
    if (letters := letters_of(title)) and letters_of(LINK_TARGET.sub("]", lines[first])) == letters:
        lines[first : first + 1 + (lines[first + 1 : first + 2] == [""])] = []
    elif not adds:
        return markdown
    return f"{heading}\n\n" + "\n".join(lines)


_PICTURE = re.compile(rf"\[?!\[[^\]\n]*{LINK_TARGET.pattern}(?:{LINK_TARGET.pattern})?\s*")
