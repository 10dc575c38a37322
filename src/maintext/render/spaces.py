"""White space that the renderer writes as references, in headings and at the ends of lines, as characters."""

from __future__ import annotations

import re

__all__ = ["with_spaces"]

# Escapes and code stay as they are.
_CODE_OR_REFERENCE = re.compile(r"\\.|`(`*).*?(?<!`)`\1(?!`)|``*|&#(?P<point>\d{3,5});", re.DOTALL)


def with_spaces(markdown: str) -> str:
    """Return Markdown with white space in the place of references to it; none of it ends a line."""
    return _CODE_OR_REFERENCE.sub(_as_space, markdown)


def _as_space(match: re.Match[str]) -> str:
    space = chr(int(match["point"])) if match["point"] else ""
    if not space.isspace():
        return match[0]
    return "" if match.string[match.end() : match.end() + 1] in {"", "\n"} else space
