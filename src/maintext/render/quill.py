"""Write lists of the editor Quill, whose items say their kind and depth themselves."""

from __future__ import annotations

import re

from maintext._core.elements import WordSet
from maintext.html import Page
from maintext.html.tags import tag_mask
from maintext.render.markup import Edits
from maintext.render.regions import RenderContext

__all__ = ["edit_quill_lists"]

_LI = tag_mask(("li",))
_INDENT = re.compile(r"(?:^|\s)ql-indent-(\d)(?:\s|$)")
_INDENTED = WordSet(("ql-indent-",))
_TAGS = {"bullet": "ul", "checked": "ul", "unchecked": "ul", "ordered": "ol"}
_BOXES = {"checked": '<input type="checkbox" checked/>', "unchecked": '<input type="checkbox"/>'}


def edit_quill_lists(context: RenderContext, edits: Edits) -> None:
    """Write flat lists whose items state a depth (``ql-indent-1``) or a kind (``data-list``) as nested."""
    page = context.page
    if not (context.values("data-list", _LI) or context.values("class", _LI, _INDENTED)):
        return
    for holder, rows in context.items.items():
        stated = [_read_item(page, row, page.name(holder)) for row in rows]
        if any(depth or kind for depth, kind, _ in stated):
            _nest_items(holder, rows, stated, edits)


def _read_item(page: Page, row: int, tag: str) -> tuple[int, str, str]:
    """Return the depth of an item, the kind that it states, and the tag of its list."""
    indent = _INDENT.search(page.value(row, "class") or "")
    kind = page.value(row, "data-list") or ""
    kind = kind if kind in _TAGS else ""  # Feishu states kinds of its own
    return int(indent[1]) if indent else 0, kind, _TAGS.get(kind, "ol" if tag == "ol" else "ul")


def _nest_items(holder: int, rows: list[int], stated: list[tuple[int, str, str]], edits: Edits) -> None:
    """Open and close lists before and after items, so that deeper ones stand in the item before."""
    edits.rename(holder, "", "")
    lists: list[tuple[int, str]] = []  # depths and tags of those that are open, each with an open item
    for at, (row, (depth, kind, tag)) in enumerate(zip(rows, stated, strict=True)):
        closing = ""
        while lists and lists[-1] != (depth, tag) and lists[-1][0] >= depth:
            closing += f"</li></{lists.pop()[1]}>"
        is_next = lists[-1:] == [(depth, tag)]
        if at:
            edits.end[rows[at - 1]] = closing + ("</li>" if is_next else "")
        lists += [] if is_next else [(depth, tag)]
        edits.rename(row, ("" if is_next else f"<{tag}>") + f"<li>{_BOXES.get(kind, '')}", "")
    edits.end[rows[-1]] = "".join(f"</li></{tag}>" for _, tag in reversed(lists))
