"""Find the lines around the headline: the position of the byline, and the subtitle.

A line is the text between block boundaries and ``<br>``. The headline is the ``<h1>`` that the page's title
repeats. The first long line after it begins the main text. The byline stands between the two, or a few lines
above the headline.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

import numpy as np

from maintext._core.elements import WordSet
from maintext._core.fields import Lines, values_having
from maintext.html import Page
from maintext.html.arrays import Bool, Int
from maintext.html.blocks import caption_texts, link_around
from maintext.html.characters import CJK_LETTER, letters_of
from maintext.html.tags import tag_id, tag_mask
from maintext.metadata import word_lists
from maintext.metadata.byline import LineLink, parse_byline
from maintext.metadata.candidate import Candidate
from maintext.metadata.moment import find_moments

__all__ = [
    "LONG", "BylinePosition", "Lines", "find_byline_position", "find_subtitle", "is_of_entry", "line_text",
    "plain_line",
]  # fmt: skip

_ABOVE_TEXT = 24  # lines above the text, if there is no headline: a table of facts
_ABOVE, _BELOW = 10, 30  # lines around the headline; below it also up to the main text only
# Lines of the main text that may still hold a byline, as under a lead or a picture.
_MAX_LINES_AFTER_START = 3
LONG = 140
"""Characters of a line that is prose, not a caption or a lead of one sentence."""
_SENTENCE = 30  # characters of a sentence, if no line of the text is long
_TITLE_CHARS = 500  # of a title or heading that are compared
_MIN_TITLE = 6  # characters of a title that is searched among the lines
_MAX_HEADINGS = 40  # headings, and lines, that are compared with the title
# As browsers show them; an ideographic space stays, it separates.
_BREAKS = re.compile(r"[\r\n\t ]{2,}|[\r\n\t]")
_UNSEEN = re.compile("[\u200b\u200e\u200f\ufeff]")  # of no width, and marks of the direction
_TITLE, _FIRST, _OTHERS = tag_id("title"), ("h1",), ("h2", "h3")


@dataclass(frozen=True, slots=True)
class BylinePosition:
    """Lines in which a byline may stand.

    - ``headline``: line of the headline; −1 for none.
    - ``headline_row``: row of the headline; −1 for none.
    - ``start``, ``end``: Half-open range of lines.
    - ``text_start``: line on which the main text begins.
    """

    headline: int
    headline_row: int
    start: int
    end: int
    text_start: int


def find_byline_position(page: Page, lines: Lines, kept: Bool, headline_row: int) -> BylinePosition:
    """Return the range of lines in which the byline of a page may stand.

    - ``kept``: text rows of the main content: bool of shape (n_rows,).
    - ``headline_row``: row of the headline; −1 to look for it.
    """
    headline_row = headline_row if headline_row >= 0 else _headline_row(page, lines)
    headline = lines.at(headline_row) if headline_row >= 0 else -1
    if headline_row >= 0 and (headline < 0 or lines.last[headline] < headline_row):
        headline += 1  # the text of the heading is in a later row
    text_start = _text_start(lines, max(headline, 0), kept)
    around = headline if headline >= 0 else text_start
    end = min(text_start + _MAX_LINES_AFTER_START, len(lines))
    if headline >= 0:
        end = max(min(headline + _BELOW, end), min(headline + 4, len(lines)))
    start = max(0, around - (_ABOVE if headline >= 0 else _ABOVE_TEXT))
    return BylinePosition(headline, headline_row if headline >= 0 else -1, start, end, text_start)


def _text_start(lines: Lines, headline: int, kept: Bool) -> int:
    """Return the first line of prose after the headline, else the last line."""
    first = headline + 1
    prose = -1  # the first line of prose, kept or not
    for i in (first + (lines.n_chars[first:] >= LONG).nonzero()[0]).tolist():
        if lines.n_link_chars[i] * 2 < lines.n_chars[i]:
            if kept[lines.row[i]] or kept[lines.last[i]]:
                return int(i)
            prose = i if prose < 0 else prose
    if not kept.any():
        return prose if prose >= 0 else max(len(lines) - 1, 0)
    return _short_text_start(lines, first, kept)


def _short_text_start(lines: Lines, first: int, kept: Bool) -> int:
    """Return the first kept line at least half as long as the longest kept one, else the last."""
    n_chars = lines.n_chars[first:]
    usable = kept[lines.row[first:]] & (lines.n_link_chars[first:] * 2 < n_chars) & (n_chars >= _SENTENCE)
    if not usable.any():
        return max(len(lines) - 1, 0)
    return first + int((usable & (n_chars * 2 >= n_chars[usable].max())).argmax())


def _headline_row(page: Page, lines: Lines) -> int:
    """Return the row of the heading or line that repeats most of the title, else of the first ``<h1>``."""
    titles = (page.tag == _TITLE).nonzero()[0]
    title = letters_of(page.row_text(int(titles[0]))[:_TITLE_CHARS]) if len(titles) else ""
    firsts = _headings_by_row(page, _FIRST)
    best = _best_repeating(firsts, title)
    if best < 0 or len(firsts[best]) * 2 < len(title):
        others = firsts | _headings_by_row(page, _OTHERS)
        best = _best_repeating(others, title)
    if best >= 0:
        return best
    row = _title_line(page, lines, title)
    return row if row >= 0 else next((row for row, key in firsts.items() if key), -1)


def _headings_by_row(page: Page, names: tuple[str, ...]) -> dict[int, str]:
    """Return the visible headings by row, as keys to compare."""
    rows = page.is_tag(names).nonzero()[0]
    rows = rows[~page.is_hidden[rows]][:_MAX_HEADINGS]
    return {row: letters_of(page.row_text(row)[:_TITLE_CHARS]) for row in rows.tolist()}


def _best_repeating(keys: dict[int, str], title: str) -> int:
    """Return the row of the heading that repeats most of the title, at least a quarter; −1 for none."""
    rows = [row for row, key in keys.items() if key and key in title and len(key) * 4 >= len(title)]
    return max(rows, key=lambda row: (len(keys[row]), -row), default=-1)


def _title_line(page: Page, lines: Lines, title: str) -> int:
    """Return the row of the first line that is most of the title; −1 for none."""
    if len(title) < _MIN_TITLE:
        return -1
    fits = (lines.n_chars * 5 >= len(title) * 2) & (lines.n_chars <= len(title) * 1.2 + 4)
    for i in fits.nonzero()[0][:_MAX_HEADINGS].tolist():
        if (key := letters_of(plain_line(page, lines, i))) and title.startswith(key):
            return int(lines.row[i])
    return -1


def is_of_entry(page: Page, row: int, headline_row: int, name: str = "") -> bool:
    """Return True if a row is in one of three short entries or more that each begin with a linked title.

    Entries are elements of one parent and tag that hold elements like that of the row. What holds the
    headline is none. ``name`` is that of an author in the row: it is no title, and if it stands in all of
    them, they are of the page's author.
    """
    at = inner = int(page.parent[row]) if page.is_text[row] else row
    for _ in range(_MAX_UP):
        parent = int(page.parent[at])
        if parent <= 0 or at <= headline_row < page.end[at] or not _is_short(page, at):
            return False
        if page.tag[at] != _ROW and (title := _linked_title(page, at)) >= 0:
            children = parent + 1 + (page.parent[parent + 1 : page.end[parent]] == parent).nonzero()[0]
            children = children[:_MAX_ENTRIES].tolist()
            entries = [one for one in children if _is_entry_like(page, one, at, inner)]
            if len(entries) >= _MIN_ENTRIES:  # of one author all may be on a page about him
                is_title = name and name in page.row_text(title)
                return not is_title and (not name or any(name not in page.row_text(one) for one in entries))
        at = parent
    return False


_ROW, _ARTICLE = tag_id("tr"), tag_id("article")
_MIN_ENTRIES, _MAX_ENTRIES, _MAX_ENTRY, _MAX_UP = 3, 60, 300, 16  # rows of an entry, ancestors of a row
_MIN_LINKED, _MAX_CHARS = 15, 1_500  # characters of a linked title, of an entry


def _is_entry_like(page: Page, row: int, entry: int, inner: int) -> bool:
    """Return True if an element begins with a linked title, and holds one like an element of an entry.

    An ``<article>`` need not hold one.
    """
    name = page.value(inner, "class")
    is_same = page.tag[row] == page.tag[entry]
    is_same &= name is not None or page.value(row, "class") == page.value(entry, "class")
    if not is_same or not _is_short(page, row) or _linked_title(page, row) < 0:
        return False
    if page.tag[row] == _ARTICLE:
        return True
    rows = row + (page.tag[row : min(int(page.end[row]), row + _MAX_ENTRY)] == page.tag[inner]).nonzero()[0]
    return any(page.value(at, "class") == name for at in rows.tolist())


def _is_short(page: Page, row: int) -> bool:
    """Return True if an element has few enough characters for an entry."""
    return bool(page.n_chars[row : page.end[row]].sum() <= _MAX_CHARS)


def _linked_title(page: Page, row: int) -> int:
    """Return the row of the first text of an element that is long enough for a title.

    −1 if that is no link, a date, or leads to the page itself.
    """
    captions = caption_texts(page)
    for text in (row + (page.n_chars[row : page.end[row]] >= _MIN_LINKED).nonzero()[0]).tolist():
        if page.is_text[text] and not page.is_hidden[text] and not captions[text]:
            is_title = page.is_link[text] and "#" not in _link_url(page, text)
            return text if is_title and not find_moments(page.row_text(text)) else -1
    return -1


def plain_line(page: Page, lines: Lines, i: int) -> str:
    """Return the text of a line as it stands in the page, with hidden parts."""
    return _collapse_spaces(page.text[page.text_start[lines.row[i]] : page.text_end[lines.last[i]]])


def _collapse_spaces(text: str) -> str:
    """Return a text with breaks and runs of spaces as one, without what is not seen."""
    if "  " in text or "\n" in text or "\t" in text or "\r" in text:  # few have a break
        text = _BREAKS.sub(" ", text)
    return text if text.isprintable() else _UNSEEN.sub("", text)  # one look, without a copy


def line_text(page: Page, row: int, last: int) -> tuple[str, tuple[LineLink, ...]]:
    """Return the visible text of a range of rows, joined by line breaks, with its links."""
    # Most lines have a few rows: for these lists are quicker than arrays.
    chosen = slice(row, last + 1)
    shown = zip(page.n_chars[chosen].tolist(), page.is_hidden[chosen].tolist(), strict=True)
    rows = [row + i for i, (n, is_hidden) in enumerate(shown) if n and not is_hidden]
    pieces: list[str] = []
    links: list[LineLink] = []
    position = 0
    for text_row in rows:
        piece = _collapse_spaces(page.text[page.text_start[text_row] : page.text_end[text_row]])
        piece = piece.replace("\xa0", " ").strip(" ")
        if page.is_link[text_row]:
            links.append(LineLink(position, position + len(piece), _link_url(page, text_row)))
        pieces.append(piece)
        position += len(piece) + 1
    return "\n".join(pieces), tuple(links)


def _link_url(page: Page, row: int) -> str:
    link = link_around(page, row)
    return (page.value(link, "href") or "") if link >= 0 else ""


_MAX_NAME_BYTES = 6_000

# Names that systems give to the line below the headline, in the languages of the corpus.
_LEAD_NAME = re.compile(
    r"(?:^|[\s_-])(?:sub-?_?(?:title|head|headline|heading)|dek|deck|standfirst|strap-?line|lead|lede|intro(?:duction)?"
    r"|summary|excerpt|teaser|vorspann|unterzeile|untertitel|chapo|chapeau|entradilla|bajada|sommario|sottotitolo"
    r"|ingress|zajawka|zhaiyao|daodu|abstract)(?:$|[\s_-])"
    r"|(?:^|\s)(?:sub|fbt|futi|(?:document|(?:post|entry|article|news)[_-]{1,2})description)(?:$|\s)",
    re.IGNORECASE,
)
# What else is called so: lead-image, intro__author, fivestar-summary; and what stands in a box of controls.
_OF_CONTROLS = re.compile(
    r"(?:^|[\s_-])(?:share|social|sort|toc|tlbr|fivestar|facets)(?:$|[\s_-])", re.IGNORECASE
)
_NO_LEAD = re.compile(
    rf"{_OF_CONTROLS.pattern}|(?:^|[\s_-])(?:author|meta(?:data)?|caption|image|photo|picture|readtime)(?:$|[\s_-])",
    re.IGNORECASE,
)
_ANCHOR_NAME = re.compile(rb"intro|summary|abstract")  # of a section, and of a paragraph to be read out
_CONTROL = tag_mask(("button", "summary"))
_LOWER, _NO_HEADING = tag_mask(("h2", "h3", "h4")), re.compile(r"[:：]\s*$|\d[./]\d\d?[./]\d\d")
_LEAD_SIGNS = WordSet(tuple(word_lists("byline_elements")["subtitle_parts"]))  # parts of these names
_ROWS_BELOW = 60
_MIN_LEAD, _MAX_LEAD = 15, 600  # characters
_MIN_BEGIN, _FIRST_CHARS = 40, 12  # letters of a line that begins a description; characters to look for first


def find_subtitle(page: Page, headline: int, descriptions: Iterable[str] = ()) -> list[Candidate]:
    """Return the line below the headline that its class names so, that is the next heading, or described.

    Of named elements in each other the innermost counts; none that begins after a long paragraph. A heading
    with another one of its level after it begins a section. ``headline`` is the row of the title's heading,
    −1 for none. ``descriptions`` are those that the page declares: a line that one of them is or begins with
    is the last resort.
    """
    if headline < 0:
        return []
    start = int(page.end[headline])
    end = min(start + _ROWS_BELOW, len(page))
    below = slice(start, end)
    solid = page.is_text[below] & ~page.is_hidden[below] & (page.n_chars[below] > 0)
    prose = solid & ~page.is_link[below] & (page.n_chars[below] >= LONG)
    if prose.any() and (prose := prose & ~caption_texts(page)[below]).any():
        end = start + int(prose.argmax())
    limits = (start, end), _LEAD_SIGNS, _ROWS_BELOW, _MAX_NAME_BYTES
    named = values_having(page.columns, b" class", *limits)
    named += [one for one in values_having(page.columns, b" id", *limits) if not _ANCHOR_NAME.search(one[1])]
    leads = sorted({row for row, name in named if _is_lead(name) and _is_shown_lead(page, row)})
    for row, following in zip_longest(leads, leads[1:], fillvalue=len(page)):
        if following >= page.end[row]:
            return [Candidate("subtitle", _element_line(page, row), "class:subtitle", row)]
    texts = start + solid[: end + 1 - start].nonzero()[0]
    if len(texts) and (row := _next_heading(page, texts)) >= 0:
        return [Candidate("subtitle", _element_line(page, row), "h2", row)]
    row = _find_described(page, texts, descriptions)
    return [Candidate("subtitle", _element_line(page, row), "line:description", row)] if row >= 0 else []


def _next_heading(page: Page, texts: Int) -> int:
    """Return the heading that the first text is; −1 for none.

    A heading with another one of its level after it begins a section.
    """
    row = int(page.parent[texts[0]])
    after = slice(int(page.end[row]), int(page.end[page.parent[row]]))
    is_section = (page.tag[after] == page.tag[row]) & (page.parent[after] == page.parent[row])
    if not _LOWER[page.tag[row]] or is_section.any() or _NO_HEADING.search(page.row_text(row)):
        return -1
    return row if _is_line(page, row) else -1


def _find_described(page: Page, texts: Int, descriptions: Iterable[str]) -> int:
    """Return the element of a block that a description is or begins with; −1 for none.

    ``texts`` are the rows to look in. The first of several paragraphs belongs to the text.
    """
    if not len(texts):
        return -1
    starts, end = page.text_start[texts], int(page.text_end[texts[-1]])
    for description in descriptions:
        begin = description[:_FIRST_CHARS].rstrip()
        at = page.text.find(begin, int(starts[0]), end)
        while at >= 0:
            first = int(starts.searchsorted(at, side="right")) - 1
            row = _element_of_block(page, texts, first)
            own, key = letters_of(_element_line(page, row)), letters_of(description)
            if own == key or (len(own) >= _MIN_BEGIN and key.startswith(own)):
                is_apart = _is_line(page, row) and not caption_texts(page)[texts[first]]
                return row if is_apart and not _begins_text(page, row) else -1
            # It may stand in a hidden text after the visible one.
            at = page.text.find(begin, max(int(page.text_end[texts[first]]), at + 1), end)
    return -1


def _element_of_block(page: Page, texts: Int, first: int) -> int:
    """Return the smallest element around a text and those after it in its block."""
    rest = texts[first:]
    last = int(rest[np.count_nonzero(page.block[rest] == page.block[rest[0]]) - 1])
    row = int(page.parent[rest[0]])
    while page.end[row] <= last:
        row = int(page.parent[row])
    return row


def _begins_text(page: Page, row: int) -> bool:
    """Return True if an element, or a box with nothing else in it, is followed by one of its kind."""
    n_chars = page.n_chars[row : page.end[row]].sum()
    while (parent := int(page.parent[row])) >= 0:
        after = slice(int(page.end[row]), int(page.end[parent]))
        alike = (page.tag[after] == page.tag[row]) & (page.parent[after] == parent)
        name = page.value(row, "class")
        if any(page.value(other, "class") == name for other in (after.start + alike.nonzero()[0]).tolist()):
            return True
        if page.n_chars[parent : page.end[parent]].sum() > n_chars:
            return False
        row = parent
    return False


@lru_cache(maxsize=16_384)
def _is_lead(name: bytes) -> bool:
    text = name.decode()
    return _LEAD_NAME.search(text) is not None and not _NO_LEAD.search(text)


def _is_shown_lead(page: Page, row: int) -> bool:
    """Return True if an element is a visible line: no caption, control, or section with a heading."""
    rows, parent = slice(row, int(page.end[row])), int(page.parent[row])
    headings = (row + _LOWER[page.tag[rows]].nonzero()[0]).tolist()
    headings = [at for at in headings if not _NO_HEADING.search(page.row_text(at))]  # Summary: is a label
    n_chars = sum(int(page.n_chars[at : page.end[at]].sum()) for at in headings)
    if 0 < n_chars < page.n_chars[rows].sum():
        return False
    is_own = page.is_text[rows] & (page.n_chars[rows] > 0) & ~caption_texts(page)[rows]
    is_control = _CONTROL[page.tag[[row, parent]]].any() or _OF_CONTROLS.search(
        page.value(parent, "class") or ""
    )
    return bool(is_own.any()) and not page.is_hidden[row] and not is_control and _is_line(page, row)


def _is_line(page: Page, row: int) -> bool:
    line = _element_line(page, row)
    rows = slice(row, int(page.end[row]))
    n_linked = int(page.n_chars[rows][page.is_link[rows]].sum())
    n_digits = sum(map(str.isdigit, line))
    n_words = len(line) - sum(end - start for start, end, _ in find_moments(line[:_MAX_LEAD]))
    is_text = max(n_digits * 4, n_linked * 2) < len(line)  # no numbers, no teaser
    n_more = 2 * len(CJK_LETTER.findall(line[:_MAX_LEAD]))  # a character of CJK says as much as three letters
    is_long = n_words + n_more >= _MIN_LEAD and len(line) + n_more <= _MAX_LEAD
    # Neither does it name its author, or say when it was published.
    stated = parse_byline(line) if is_long and is_text and len(line) < LONG else []
    is_byline = any(one.field == "author" or one.origin == "byline:label" for one in stated)
    return is_long and is_text and not is_byline


def _element_line(page: Page, row: int) -> str:
    line = " ".join(page.row_text(row).split(maxsplit=_MAX_LEAD))  # what is cut is too long
    return _LEAD_LABEL.sub("", line)


_LEAD_LABEL = re.compile(
    r"^[\[【]?(?:(?:内容)?(?:摘要|提要)|导读|導讀|导语|導語|核心提示|[Ss]ummary|[Aa]bstract)[\]】]?\s*[:：]\s*"
)
