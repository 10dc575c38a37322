"""What sets texts apart in markup and Markdown: in the place of removed parts, of line breaks, of indents."""

from __future__ import annotations

import re

from maintext.kernel import compiled
from maintext.page.tags import BLOCK
from maintext.render.closing import CLOSING, FULL_WIDTH_MARKS, MARKS

__all__ = ["SEEN_NAMES", "as_html", "with_paragraphs", "without_indents"]

_KERNEL = compiled("apart")
SEEN_NAMES = frozenset(("img", "video", "audio", "math", "iframe", "embed"))
"""Elements of which something is to be seen, without text too."""
_RAW_TAG = re.compile(r"(</?)(?:listing|plaintext|xmp)(?=[\s/>])")
# A mark and a number stand for a removed part, until it is known whether other markup does its work: 1, the
# texts on its two sides want a space between them, but not before a comma or the like; 2, a line break; 3,
# two; 4, a space in any case. No page has this character.
_SIGN = "\x01"
_MARK = re.compile(rf"{_SIGN}(\d)")
_BETWEEN_TEXTS = re.compile(rf"(?:<[^<>]*+>|\s++|{_SIGN}\d)*+")
_MAX_STEP = 100  # characters of white space looked at in one go
_BLOCK_NAMES = BLOCK - {"#custom"}
_BLOCK_TAG = re.compile(rf"</?(?:[^\s/>]*-|(?:{'|'.join(sorted(_BLOCK_NAMES))})[\s/>])")
_BREAK = re.compile(r"<br[\s/>]")
_SEEN_TAG = re.compile(rf"<(?:{'|'.join(sorted(SEEN_NAMES))})[\s/>]")
_FULL_WIDTH_MARK, _MARK_OF_ASCII = re.compile(f"[{FULL_WIDTH_MARKS}]"), re.compile(f"[{re.escape(MARKS)}]")
_TAGS = re.compile(r"(?:<[^<>]*+>)*+")
_ANY_TAG = re.compile(r"<[^<>]*>")
_EMPHASIS = frozenset("a b code del em i ins kbd mark q s samp strike strong sub sup u var".split())
_BREAKS = re.compile(
    rf"<(?:pre[\s>].*?</pre>|(?P<slash>/?)(?:{'|'.join(sorted(_EMPHASIS))})(?=[\s>])"
    r"|(?P<breaks>br[^<>]*>(?:(?:\s|&nbsp;)*<br[^<>]*>)+))",
    re.DOTALL,
)
_BREAK_BREAK = re.compile(r"<br[^<>]*>(?:\s|&nbsp;)*<br")
# White space, and the mark of byte order, which the renderer treats as such.
_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\ufeff"
_TAG = re.compile(r"(<[^<>]*>)")
_LINES = re.compile(
    r"(<pre(?:\s[^<>]*)?>.*?(?:</pre>|\Z)|<br(?=[\s/>])[^<>]*>"
    rf"|</?(?:[^\s/<>]*-[^<>]*|(?:{'|'.join(sorted(_BLOCK_NAMES))})(?=[\s/>])[^<>]*)>)",
    re.DOTALL,
)


def as_html(markup: str, *, has_raw_text: bool) -> tuple[str, bool]:
    """Return markup with marks so that a parser of HTML reads the same elements, and texts stay apart.

    Parameters
    ----------
    markup
        What :func:`maintext.render.markup.kept_data` returns, decoded.
    has_raw_text
        Whether a tag of :data:`maintext.render.markup.RAW_TEXT` stands on the page.

    Returns
    -------
    markup
        Without marks.
    has_breaks
        Whether line breaks stand in the place of marks.
    """
    has_breaks = False
    if _SIGN in markup:
        markup, has_breaks = (
            _parted(markup)
            if _KERNEL is None
            else _KERNEL.set_apart(markup, _BLOCK_NAMES, SEEN_NAMES, CLOSING)
        )
    return _RAW_TAG.sub(r"\1pre", markup) if has_raw_text else markup, has_breaks


def _parted(markup: str) -> tuple[str, bool]:
    """Markup in which what else is needed to part two texts stands in the place of the marks; any breaks."""
    parts: list[str] = []
    done, has_breaks = 0, False
    while (mark := markup.find(_SIGN, done)) >= 0:
        start = _start_of_tags(markup, mark, done)
        end = _BETWEEN_TEXTS.match(markup, mark).end()  # type: ignore[union-attr] # it matches ""
        between, filling = _set_apart(markup[start:end], closes=_closes(markup, end))
        parts += [markup[done:start], between]
        has_breaks |= filling.startswith("<")
        done = end
    return "".join([*parts, markup[done:]]), has_breaks


def _start_of_tags(markup: str, at: int, floor: int) -> int:
    """Where the run of tags and spaces begins that ends at a place."""
    while at > floor:
        if markup[at - 1] == ">":
            at = markup.rindex("<", floor, at)
        else:
            near = markup[max(floor, at - _MAX_STEP) : at]
            n_blank = len(near) - len(near.rstrip())
            if not n_blank:
                break
            at -= n_blank
    return at


def _set_apart(between: str, *, closes: bool) -> tuple[str, str]:
    """What stands among the tags between two texts: what parts them else in the place of the marks; that.

    ``closes`` is whether the second text begins with a comma or the like.
    """
    if _BLOCK_TAG.search(between):
        return _MARK.sub("", between), ""
    marks = _MARK.findall(between)
    if closes and set(marks) == {"1"} and not _SEEN_TAG.search(between):
        return "".join(_ANY_TAG.findall(between)), ""
    needed = max(1 if mark == "4" else int(mark) for mark in marks)
    filling = " " if needed == 1 else "<br/>" * (needed - 1 - len(_BREAK.findall(between)))
    at = between.index(_SIGN)
    return between[:at] + filling + _MARK.sub("", between[at:]), filling


def _closes(markup: str, at: int) -> bool:
    """Whether a mark stands at a place before which there is no space: one that begins no name."""
    if not _MARK_OF_ASCII.match(markup, at):
        return _FULL_WIDTH_MARK.match(markup, at) is not None
    tags = _TAGS.match(markup, at + 1)
    assert tags is not None  # noqa: S101 - it matches ""
    behind = markup[tags.end() : tags.end() + 1]
    is_parted = _BLOCK_TAG.search(tags[0]) or _BREAK.search(tags[0])
    return bool(is_parted) or not (behind.isalnum() or behind == "_")


def with_paragraphs(markup: str) -> str:
    """Put the end of a paragraph where line breaks follow one another, but not inside emphasis."""
    if not _BREAK_BREAK.search(markup):
        return markup
    if _KERNEL is not None:
        found: str = _KERNEL.with_paragraphs(markup, _EMPHASIS)
        return found
    n_open = 0

    def replaced(match: re.Match[str]) -> str:
        nonlocal n_open
        if match["slash"] is not None:
            n_open += -1 if match["slash"] else 1
        return "<p></p>" if match["breaks"] and n_open == 0 else match[0]

    return _BREAKS.sub(replaced, markup)


def without_indents(markup: str) -> str:
    """Markup without white space at both ends of lines that HTML shows, and without breaks that begin blocks.

    Chinese pages indent paragraphs by wide spaces, others by such that do not break. What is in ``<pre>``
    stays.
    """
    if _KERNEL is not None:
        found: str = _KERNEL.without_indents(markup, _BLOCK_NAMES, SEEN_NAMES)
        return found
    parts = _LINES.split(markup)
    begins_block = True
    for number, part in enumerate(parts):
        if number % 2 == 0:
            parts[number], is_empty = _without_edges(part)
            begins_block &= is_empty
        elif not _BREAK.match(part):
            begins_block = True
        elif begins_block:
            parts[number] = ""
    return "".join(parts)


def _without_edges(line: str) -> tuple[str, bool]:
    """A line without white space at both ends that HTML shows; whether nothing of it is to be seen."""
    parts = _TAG.split(line)  # texts at even places
    seen = [n for n, part in enumerate(parts) if (_SEEN_TAG.match(part) if n % 2 else part.strip(_BLANKS))]
    first, last = (seen[0], seen[-1]) if seen else (len(parts), -1)
    for n in range(0, len(parts), 2):
        if n <= first:
            bare = parts[n].lstrip(_BLANKS)
            parts[n] = parts[n] if parts[n][: len(parts[n]) - len(bare)].isascii() else bare
        if n >= last:
            bare = parts[n].rstrip(_BLANKS)
            parts[n] = parts[n] if parts[n][len(bare) :].isascii() else bare
    return "".join(parts), not seen
