"""trafilatura's plain text: a line a paragraph, dashes before list items, bars between table cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

__all__ = ["write_plain_text"]

_OWN_LINE = frozenset({"p", "head", "quote", "list", "table", "row", "cell"})
_MANY_PARAGRAPHS = 3  # in one cell


def write_plain_text(body: ET.Element) -> str:
    """Return a ``body`` of trafilatura's elements as text without empty lines.

    Links and pictures are written as in Markdown, a table that only arranges the page cell by cell.
    """
    lines = _write_element(body, depth=-1).split("\n")
    return "\n".join(line for line in lines if line.strip()).strip()


def _write_element(element: ET.Element, depth: int) -> str:
    """Return an element as lines; ``depth`` is how many lists its items stand in below the first."""
    tag = element.tag
    if tag == "lb":
        return "\n"
    if tag == "table" and not any(_holds_blocks(cell) for cell in element.iter("cell")):
        return _write_table(element)
    depth += tag == "list"
    parts = [element.text or ""]
    for child in element:
        parts += _write_element(child, depth), child.tail or ""
    return _frame_text(element, "".join(parts), depth)


def _frame_text(element: ET.Element, text: str, depth: int) -> str:
    """Return the text of an element with what is written around it."""
    tag = element.tag
    if tag == "item":
        return f"\n{'  ' * depth}- {text.strip()}\n"
    if tag == "ref" and element.get("target"):
        return f"[{text}]({element.get('target')})"
    if tag == "graphic":
        return f"![{element.get('alt', '')}]({element.get('src', '')})"
    if tag in _OWN_LINE:
        return f"\n{text.strip(' ')}\n"
    return f"\n{text}\n" if tag == "code" and "\n" in text else text


def _holds_blocks(cell: ET.Element) -> bool:
    """Tell a cell that arranges the page from one of data."""
    return len(cell.findall("p")) >= _MANY_PARAGRAPHS or any(cell.iter("table"))


def _write_table(table: ET.Element) -> str:
    """Return a table as lines between bars, with a line below the first row if that has headings."""
    lines = [f"\n{(table.text or '').strip()}"]
    for row in table.iter("row"):
        cells = [" ".join(_write_element(cell, depth=0).split()).replace("|", "\\|") for cell in row]
        lines.append(f"| {' | '.join(cells)} | ")
        if len(lines) == 2 and any(cell.get("role") for cell in row):
            lines.append("|" + "---|" * len(cells))
    return "\n".join([*lines, ""])
