"""Names behind a label of tags or of categories: links, or words between separators.

标签：学习 随笔　　Tags: hills, rain　　Posted in News, Sports by Ann Lee
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MOST_TERMS", "Link", "names_behind", "term_of"]

MOST_TERMS = 30
"""Tags that one text has; what has more is a list of all tags of the site."""

_MOST_CHARS, _MOST_WORDS = 40, 5  # of one name
_MOST_PLAIN = 120  # characters of names that are no links
_BETWEEN = re.compile(r"[\s\u3000,，、;；/·•#&+]*(?:(?:and|und|et|y|e|i|и|和|与)\s+)?#?", re.IGNORECASE)
_END = re.compile(r"[|｜。！？\[\]【】]|\s[-–—]\s")
_SEPARATOR = re.compile(r"[,，、;；/·•\n#]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_AROUND = " \t\n\u3000\xa0,，、;；:：#·•\"'“”[]【】«»‹›<>→"
# Texts of links that are no names: to edit, to comment, to see all.
_NO_TERM = re.compile(
    r"edit|more|all|none|uncategori[sz]ed|no tags|\d+ comments?|comments?|leave a .{3,10}|reply|share"
    r"|allgemein|sin categoría|non classé|未分类|未分類|默认分类|無|无|暂无|编辑|更多|评论|分享|全部"
    r"|[\W\d_]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Link:
    """A link within a line: the range of its text, and where it points."""

    start: int
    end: int
    url: str


def term_of(text: str) -> str:
    """Return a name without what stands around it; ``""`` for what is no name of a tag or category."""
    name = " ".join(text.split()).strip(_AROUND)
    if "(" not in name and "（" not in name:
        name = name.rstrip(")）")
    is_name = len(name) <= _MOST_CHARS and name.count(" ") < _MOST_WORDS and not _NO_TERM.fullmatch(name)
    return name if is_name else ""


def names_behind(text: str, part: tuple[int, int, int], links: Sequence[Link] = ()) -> list[str]:
    """Return the names behind a label, in order; ``[]`` for prose and for more than 30.

    Parameters
    ----------
    text
        The line.
    part
        Where the label begins, where the value begins, and where the value ends.
    links
        Links of the line. Behind a label without colon only links are names: prose has these words too.
    """
    start, value, end = part
    inside = [link for link in links if value <= link.start and link.end <= end]
    has_colon = any(mark in text[start:value] for mark in ":：")
    if _CJK.search(text, start, value) and not has_colon:
        return []  # 分类 标签 归档: a menu
    plain = text[value:end] if has_colon else ""
    names = _linked(text, value, inside) if inside else _plain(plain)
    found = list(dict.fromkeys(filter(None, names)))
    return found if len(found) <= MOST_TERMS else []


def _linked(text: str, at: int, links: list[Link]) -> list[str]:
    """Texts of the links that stand one behind the other, with nothing but separators between."""
    names = []
    for link in links:
        if not _BETWEEN.fullmatch(text, at, link.start):
            break
        names.append(term_of(text[link.start : link.end]))
        at = link.end
    return names


def _plain(text: str) -> list[str]:
    """Names between separators; between spaces where they are Chinese, Japanese or Korean and stand alone."""
    text = _END.split(text.strip(_AROUND))[0]
    if len(text) > _MOST_PLAIN:
        return []
    pieces = _SEPARATOR.split(text)
    if len(pieces) == 1 and _CJK.search(text):
        pieces = text.split()
    names = [term_of(piece) for piece in pieces if piece.strip(_AROUND)]
    return names if all(names) else []
