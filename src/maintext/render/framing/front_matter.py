"""Write what a document states about itself above its Markdown: YAML front matter, the title as a heading."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from maintext.html.characters import letters_of
from maintext.html.parser import to_markdown
from maintext.render.framing.posts import LINK_TARGET

__all__ = ["STATED", "raise_title", "write_front_matter", "write_title"]


# Characters that JSON may hold and YAML may not.
_NOT_OF_YAML = re.compile("[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")

# Values of a record, besides its URL, that front matter states.
STATED = "title authors published modified canonical_url site_name source language licence tags".split()


def write_front_matter(record: Mapping[str, Any]) -> str:
    """Return values of a page's record as YAML between lines of three hyphens; the empty are left out.

    Texts and lists are written as JSON, which every reader of YAML takes. ``""`` if there is no value.
    """
    values = {_NAMES.get(name, name): record.get(name) for name in STATED}
    values["authors"] = [person["name"] for person in values["authors"] or ()]
    values["url"] = values["url"] or record["url"]
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items() if value]
    lines = [_NOT_OF_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in lines]
    return f"---\n{''.join(lines)}---\n\n" if lines else ""


def write_title(title: str, markdown: str) -> str:
    """Return Markdown with a title above it as a heading.

    The heading further down goes, or else its first line, pictures left out, if it is the title; letters and
    digits count.
    """
    heading, lines = _make_heading(title), markdown.lstrip().split("\n")
    if not title or lines[0] == heading:
        return markdown
    first = lines.index(heading) if heading in lines else _first_line(lines)
    if _is_title(lines[first], title):
        line, after = lines[first], lines[first + 1 : first + 2]
        marks = line[: len(line) - len(line.lstrip("*_"))]
        # Emphasis that does not end in the line goes on after its break.
        goes_on = line.endswith("  ") and not line.rstrip().endswith(marks)
        lines[first : first + 2] = [marks * goes_on + text for text in after if text]
    return f"{heading}\n\n" + "\n".join(lines)


def raise_title(markdown: str, read_title: Callable[[], str]) -> str:
    """Return Markdown with its first line, pictures left out, as a heading, if it is the title and plain.

    The only item of a list counts as plain. ``read_title`` is called where the line may be a title.
    """
    lines = markdown.lstrip().split("\n")
    first = _first_line(lines)
    line, after = lines[first], next(filter(None, lines[first + 1 :]), "")
    is_list = line.startswith("-") and after.startswith(("-", " "))
    if is_list or len(line) > _MAX_TITLE or line.startswith(("#", ">", "|")) or "![" in line:
        return markdown
    title = read_title()
    is_raised = _is_title(line, title) and _make_heading(title) not in lines
    return write_title(title, markdown) if is_raised else markdown


def _make_heading(title: str) -> str:
    markup = f"<h1>{html.escape(title)}</h1>"
    return to_markdown(markup, base_url=None, links=False, images=False, tables=False).strip()


def _first_line(lines: list[str]) -> int:
    """Return the number of the first line that is no picture."""
    return next((i for i, line in enumerate(lines) if line and not _PICTURE.fullmatch(line)), 0)


def _is_title(line: str, title: str) -> bool:
    letters = letters_of(title)
    return bool(letters) and letters_of(LINK_TARGET.sub("]", line)) == letters


_NAMES = {"canonical_url": "url", "site_name": "site"}
_MAX_TITLE = 500  # characters, with the target of a link
_PICTURE = re.compile(rf"\[?!\[[^\]\n]*{LINK_TARGET.pattern}(?:{LINK_TARGET.pattern})?\s*")
