"""Find code blocks: their exact text, language and line numbers.

Highlighters wrap code in spans, divs, list items or tables, with line numbers next to it. Code blocks are
recognised by structure: a ``pre``, a table of ``pre`` or ``code`` cells and line numbers, a ``code`` that is
a block of its own; and by the classes of editors that write none of these.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from itertools import islice, pairwise, takewhile
from textwrap import dedent

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page
from maintext.html.arrays import Bool, Int, ancestors, mark_rows, outermost
from maintext.html.tags import HEADING_TAGS, tag_id, tag_ids, tag_mask
from maintext.render.highlighters import (
    BUTTON_WORDS,
    EDITOR,
    LanguageReader,
    find_editors,
    is_frame_class,
    is_number_class,
)
from maintext.render.markup import Edits
from maintext.render.regions import Regions, RenderContext

__all__ = ["CODE", "CodeBlock", "edit_code", "find_code", "line_number_rows"]

Counts = NDArray[np.int32] | Int

_PRE = tag_mask(("pre", "listing", "xmp"))
CODE = tag_mask(("pre", "code", "listing", "xmp"))
"""Every code block has one of these elements; a mask over tags."""
_TABLE, _CELL = tag_mask(("table",)), tag_mask(("td", "th"))
_AREAS, _HEADING = CODE | _TABLE, tag_mask(HEADING_TAGS)
_TR, _TH, _IN_TABLE = tag_mask(("tr",)), tag_mask(("th",)), tag_mask(("table", "tr"))
_BR, _LINE = tag_id("br"), tag_id("tr")
_BREAKING = tag_mask(("br", "tr"))
_CODE, _ASIDE = tag_mask(("code",)), tag_mask(("textarea", "button"))
_DIRECT = tag_mask(("pre", "code"))
_LINE_BOX = tag_ids(("div", "li", "tr", "p"))
_MAX_BLOCKS = 500
_MAX_NUMBER_DEPTH = 3
_IS_BLOCK = re.compile(r"white-space:\s*pre(?!-line)")
_LINE_CLASS = re.compile(r"(?:^|(?<!token)\s|[_-])(?:code-?|token-?|view-?)?line(?:$|[\s_-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    r"""A code block with kept text.

    Attributes
    ----------
    row
        A ``pre``, a block of ``code``, a table of line numbers and code, or an editor.
    text
        Lines separated by ``\n``, without line numbers.
    language
        As the page names it, lower case; ``""`` for none.
    """

    row: int
    text: str
    language: str


def find_code(page: Page, kept: Bool, n_kept: Counts | None = None) -> list[CodeBlock]:
    """Return the code blocks with kept text, in page order.

    ``kept`` is bool of shape (n_rows,), ``n_kept`` the number of such texts in each subtree, if known. Cost
    O(n_rows), plus O(rows inside) for each block.
    """
    has_text = kept & (page.n_chars > 0)
    n_kept = page.subtree_sum(has_text) if n_kept is None else n_kept
    areas = _find_areas(page, has_text, n_kept, n_kept > 0)
    languages = LanguageReader(page)
    return [block for area in areas if (block := _read_block(page, has_text, area, languages)) is not None]


def _code_of(regions: Regions) -> list[CodeBlock]:
    return find_code(regions.page, regions.kept, regions.n_kept)


def line_number_rows(page: Page, kept: Bool) -> list[int]:
    """Return the text rows of line numbers in code blocks, and in tables the line breaks after them."""
    has_text = kept & (page.n_chars > 0)
    digits = page.subtree_sum(has_text & (page.n_digits == page.n_chars))
    found: set[int] = set()
    for area in _find_areas(page, has_text, page.subtree_sum(has_text), digits > 0):
        rows, numbers = _split_area(page, has_text, area)
        if has_text[rows].any():
            after = {row + 1 for row in numbers if _IN_TABLE[page.tag[area]] and row + 1 < page.end[area]}
            found |= numbers | {row for row in after if page.is_text[row] and not page.n_chars[row]}
    return sorted(found)


def _find_areas(page: Page, has_text: Bool, n_kept: Counts, wanted: Bool) -> list[int]:
    """Return the outermost code elements among the wanted ones, at most 500."""
    editors = [row for row in page.cached(find_editors) if n_kept[row]]
    n_pre = page.subtree_sum(page.tagged(_PRE)) if editors else n_kept
    areas = [row for row in editors if wanted[row] and not (n_pre[row] == 1 and _holds_lines(page, row))]
    others = (page.tagged(_AREAS) & wanted).nonzero()[0]
    tags = page.tag[others]
    tables = others[_TABLE[tags]]
    if len(tables) and page.has_tag(CODE):
        is_code = page.tagged(CODE)
        tables = tables[page.subtree_sum(is_code)[tables] > 0][:_MAX_BLOCKS]
        in_code = page.inside(is_code)
        lines = (_last_line(page, row) for row in tables.tolist())
        areas += [row for row in lines if _is_code_table(page, has_text, row, in_code)]
    areas += others[_PRE[tags]].tolist()
    texts = has_text.nonzero()[0]
    areas += [row for row in others[_CODE[tags]].tolist() if _is_code_block(page, texts, row)]
    return outermost(sorted(areas), page.end)[:_MAX_BLOCKS]


def _holds_lines(page: Page, row: int) -> bool:
    """Return True if the first ``pre`` of an editor holds several lines, as in an exported notebook."""
    pre = row + int(np.argmax(_PRE[page.tag[row : page.end[row]]]))
    return "\n" in page.row_text(pre).strip("\n")


def _is_code_block(page: Page, texts: Int, row: int) -> bool:
    """Return True for a ``code`` that states it is a block, or has lines and a block for itself."""
    if "block" in (page.value(row, "class") or "").split():
        return True
    if _BR not in page.tag[row : page.end[row]] and not _IS_BLOCK.search(page.value(row, "style") or ""):
        return False
    first, end = texts.searchsorted((row, page.end[row])).tolist()
    blocks = page.block[texts[max(0, first - 1) : end + 1]]  # with those of the texts next to it
    return bool(np.isin(blocks, page.block[texts[first:end]]).sum() == end - first)


def _is_code_table(page: Page, has_text: Bool, table: int, in_code: Bool) -> bool:
    """Return True for a table of code: two cells a line, consecutive numbers in the first."""
    inside = slice(table, int(page.end[table]))
    texts = table + has_text[inside].nonzero()[0]
    n_lines = int(np.count_nonzero(_TR[page.tag[inside]]))
    n_cells = int(np.count_nonzero(_CELL[page.tag[inside]]))
    is_number = page.n_digits[texts] == page.n_chars[texts]
    if n_cells != 2 * n_lines or not (in_code[texts] | is_number).all() or (_TH[page.tag[inside]].any()):
        return False
    cells = table + _CELL[page.tag[inside]].nonzero()[0]
    first = page.inside(mark_rows(len(page), cells[::2]))[texts]
    numbers = _read_integers(page, texts[first])
    return bool((~first).any()) and is_number[first].all() and _is_run(numbers)


def _last_line(page: Page, table: int) -> int:
    """Return the second and last line of a table below a title, the table itself if it has none."""
    lines = table + _TR[page.tag[table : page.end[table]]].nonzero()[0]
    is_titled = len(lines) == 2 and np.count_nonzero(_CELL[page.tag[lines[0] : lines[1]]]) == 1
    return int(lines[1]) if is_titled else table


def _read_integers(page: Page, rows: Int) -> list[int]:
    words = " ".join(page.row_text(row) for row in rows.tolist()).split()
    return [int(word) for word in words if word.isdecimal()][:100_000]


def _is_run(numbers: list[int]) -> bool:
    return numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True


def _read_block(page: Page, has_text: Bool, area: int, languages: LanguageReader) -> CodeBlock | None:
    rows, numbers = _split_area(page, has_text, area)
    text = _join_rows(page, area, rows)
    if _CODE[page.tag[area]] or numbers or _has_dropped_numbers(page, has_text, area):
        text = dedent(text).strip("\n")
    if not text.strip():
        return None
    return CodeBlock(area, text, languages.language_of(area))


def _has_dropped_numbers(page: Page, has_text: Bool, area: int) -> bool:
    inside = slice(area, int(page.end[area]))
    is_number = (page.n_digits[inside] == page.n_chars[inside]) & (page.n_chars[inside] > 0)
    return bool((page.is_text[inside] & is_number & ~has_text[inside]).any())


def _split_area(page: Page, has_text: Bool, area: int) -> tuple[list[int], set[int]]:
    """Return the text rows of code, with white space, and those of line numbers."""
    inside = slice(area, int(page.end[area]))
    is_table = bool(_IN_TABLE[page.tag[area]])
    is_text, is_kept_text = page.is_text[inside], has_text[inside]
    kept: Int = area + (is_text & is_kept_text).nonzero()[0]
    numbers = _numbers_by_class(page, area, kept) | _find_line_numbers(page, kept, is_table=is_table)
    # White space is hidden with the text around it, as in a tab that is not shown.
    may_stay = ~page.is_hidden[inside] | page.is_hidden[area]
    texts: Int = area + (is_text & (is_kept_text | ((page.n_chars[inside] == 0) & may_stay))).nonzero()[0]
    if is_table:
        in_cell = page.inside(page.tagged(_CELL))
        if _PRE[page.tag[inside]].any():
            in_cell &= page.inside(page.tagged(_PRE)) | has_text
        texts = texts[in_cell[texts]]
    rows: list[int] = texts.tolist()
    if EDITOR.search(page.value(area, "class") or ""):
        rows = [row for row in rows if has_text[row] or "\n" not in page.row_text(row)]
        rows = [row for row in rows if not _stands_aside(page, area, row)] or rows
    return [row for row in rows if row not in numbers] if numbers else rows, numbers


def _stands_aside(page: Page, area: int, row: int) -> bool:
    """Return True for a text in the toolbar of an editor, or in the field that holds its text once more."""
    return page.row_text(row).strip() in BUTTON_WORDS or any(
        _ASIDE[page.tag[at]] or is_frame_class(page.value(at, "class") or "")
        for at in ancestors(page.parent, row, area)
    )


def _numbers_by_class(page: Page, area: int, texts: Int) -> set[int]:
    """Return the text rows of digits in elements that say they number lines."""
    found = set()
    for row in texts[page.n_digits[texts] == page.n_chars[texts]].tolist():
        for at in islice(ancestors(page.parent, row, area), _MAX_NUMBER_DEPTH):
            names = page.value(at, "class") or ""
            if is_number_class(names) or (_CELL[page.tag[at]] and "number" in names.split()):
                found.add(row)
    return found


def _find_line_numbers(page: Page, texts: Int, *, is_table: bool) -> set[int]:
    """Return the text rows of line numbers.

    In a table they stand in the first cells; elsewhere each begins a line, wrapped in an element.
    """
    is_number = page.n_digits[texts] == page.n_chars[texts]
    if not is_number.any():
        return set()
    if is_table:
        cells = page.tagged(_CELL).nonzero()[0]
        if len(cells) == 0:
            return set()
        cell_of = cells.searchsorted(texts, side="right") - 1
        first = cells.searchsorted(page.parent[cells], side="right")
        return set(texts[is_number & (first[cell_of] == cell_of)].tolist())
    begins = [i for i in is_number.nonzero()[0].tolist() if _begins_line(page, texts, i)]
    if len(begins) < 2:
        return set()
    numbers = texts[begins]
    is_code = np.ones(len(texts), dtype=np.bool_)
    is_code[begins] = False
    # Numbers may stand in a list of their own, before or after the code.
    n_breaks = page.text.count("\n", page.text_start[texts[0]], page.text_end[texts[-1]])
    n_lines = max(n_breaks, len(set(page.line[texts[is_code]].tolist())))
    others, stated = len(texts) - len(numbers), _read_integers(page, numbers)
    enough = others >= len(numbers) // 2 and len(numbers) * 2 >= n_lines
    # What counts from 0 is what the code writes.
    return set(numbers.tolist()) if enough and stated[:1] != [0] and _is_run(stated) else set()


def _begins_line(page: Page, texts: Int, i: int) -> bool:
    row = int(texts[i])
    if _DIRECT[page.tag[page.parent[row]]]:
        return False
    if i == 0 or page.line[row] != page.line[texts[i - 1]]:
        return True
    between = page.text[page.text_start[texts[i - 1]] : page.text_start[row]]
    return "\n" in between[len(between.rstrip()) :]


def _join_rows(page: Page, area: int, rows: list[int]) -> str:
    """Join the text rows of a block with the line breaks that elements make."""
    if not rows:
        return ""
    if len(rows) == 1:
        return _clean_code(page.row_text(rows[0]))
    lines = _lines_by_class(page, area) | _lines_of_code(page, area)
    may_break = _BREAKING[page.tag[area : page.end[area]]]
    first, last = rows[0], rows[-1]
    is_one_line = not lines and page.line[first] == page.line[last] and not may_break.any()
    if is_one_line and np.count_nonzero(page.is_text[first : last + 1]) == len(rows):
        return _clean_code(page.text[page.text_start[first] : page.text_end[last]])
    is_collapsed = bool(_CODE[page.tag[area]]) and _BR in page.tag[area : page.end[area]]
    may_break[[at - area for row in lines for at in (row, page.end[row] - 1)]] = True
    n_before = np.concatenate(([0], np.cumsum(may_break)))
    at = np.array(rows, dtype=np.int64)
    before, after = at[:-1], at[1:]
    is_apart = page.line[before] != page.line[after]
    is_apart |= n_before[after - area] > n_before[before - area]
    is_cut = is_apart | (page.text_end[before] != page.text_start[after])
    start, end, apart = page.text_start[at].tolist(), page.text_end[at].tolist(), is_apart.tolist()
    parts: list[str] = []
    for begin, stop in pairwise([0, *(is_cut.nonzero()[0] + 1).tolist(), len(rows)]):
        text = page.text[start[begin] : end[stop - 1]]
        text = text.strip("\n") if is_collapsed else text
        if begin and apart[begin - 1]:
            has_break = parts[-1].endswith("\n"), text.startswith("\n")
            parts.append("\n" * _count_breaks(page, rows[begin - 1], rows[begin], has_break, lines))
        parts.append(text)
    return _clean_code("".join(parts))


def _clean_code(text: str) -> str:
    """Strip trailing spaces and blank outer lines, and replace no-break spaces."""
    text = text.replace("\xa0", " ").replace("\u200b", "")
    return "\n".join(map(str.rstrip, text.split("\n"))).lstrip("\n").rstrip()


def _count_breaks(page: Page, before: int, row: int, has_break: tuple[bool, bool], lines: set[int]) -> int:
    """Count the line breaks between two texts: of ``<br>``, blocks and line spans.

    ``has_break`` says if the first text ends in a line break, and if the second begins with one.
    """
    tags: list[int] = page.tag[before + 1 : row].tolist()
    if _BR in tags or _LINE in tags:
        n_codes = sum(at in lines and bool(_CODE[page.tag[at]]) for at in range(before + 1, row))
        return max(tags.count(_BR), tags.count(_LINE) - has_break[0], n_codes)
    if page.line[before] != page.line[row]:
        boxes = [at for at, tag in enumerate(tags, before + 1) if tag in _LINE_BOX]
        n_empty = sum(bool(page.end[at] <= row) and _is_empty_line(page, at) for at in boxes)
        return n_empty + (0 if has_break[0] else 1)
    begun = [at for at in range(before + 1, row) if at in lines] if lines and not has_break[0] else []
    is_in_line = any(page.end[at] > row for at in begun)
    if has_break[1] and not is_in_line:
        return 0
    n_empty = sum(bool(page.end[at] <= row) and _is_empty_line(page, at) for at in begun)
    # Gatsby writes boxes around some lines, and no line breaks next to them.
    ended = takewhile(lambda at: page.end[at] <= row, ancestors(page.parent, before))
    is_after = any(at in lines and str(page.value(at, "class")).endswith("line") for at in ended)
    is_after &= not has_break[0] and bool(page.n_chars[row] > 0 or row + 1 not in lines)
    return n_empty + bool(n_empty or is_in_line or is_after)  # others are left out


def _is_empty_line(page: Page, box: int) -> bool:
    return not page.row_text(box).strip("\n") and not is_number_class(page.value(box, "class") or "")


def _lines_of_code(page: Page, area: int) -> set[int]:
    """Return the children of a block that are ``code``, if there are several and no text around them."""
    inside = slice(area, int(page.end[area]))
    codes = area + ((page.parent[inside] == area) & _CODE[page.tag[inside]]).nonzero()[0]
    n_around = page.n_chars[inside].sum() - sum(page.n_chars[row : page.end[row]].sum() for row in codes)
    return set(codes.tolist()) if len(codes) > 1 and not n_around else set()


def _lines_by_class(page: Page, area: int) -> set[int]:
    """Return the elements of a block whose class says that they are lines."""
    tags = page.data[page.byte_start[area] : page.byte_end[area]]
    if b"line" not in tags.lower():
        return set()
    if b"data-line=" in tags:
        stated = page.attribute("data-line").row
        first, last = stated.searchsorted((area, page.end[area]))
        return set(stated[first:last].tolist())
    at = page.attribute("class")
    own = slice(*at.row.searchsorted((area, page.end[area])).tolist())
    places = zip(at.row[own].tolist(), at.start[own].tolist(), at.end[own].tolist(), strict=True)
    classes = {row: page.data[start:end] for row, start, end in places}
    # Highlighters use the same few names for thousands of words.
    lines = {names for names in set(classes.values()) if _LINE_CLASS.search(names.decode())}
    return {row for row, names in classes.items() if names in lines}


# -- edits -------------------------------------------------------------------------------------------


def _is_plain(page: Page, block: CodeBlock) -> bool:
    """Return True for a ``pre`` of no stated language with headings, or with the text of its code."""
    if block.language or not _PRE[page.tag[block.row]]:
        return False
    has_headings = _HEADING[page.tag[block.row : page.end[block.row]]].any()
    return bool(has_headings) or block.text == _clean_code(page.row_text(block.row))


def edit_code(context: RenderContext, edits: Edits, *, keeps_plain: bool = False) -> Bool | None:
    """Write the code blocks of a selection without highlighting; return their row mask, None for none.

    With ``keeps_plain`` a ``<pre>`` of no stated language stays as it is if it holds headings, or if its text
    is as the page has it.
    """
    page = context.page
    blocks = context.regions.cached(_code_of)
    found = [block for block in blocks if not (keeps_plain and _is_plain(page, block))]
    if not found:
        return None
    is_block = np.zeros(len(page), dtype=np.bool_)
    for block in found:
        language = f' class="language-{html.escape(block.language)}"' if block.language else ""
        # The parser takes one line break after <pre> away.
        code = f"<pre>\n<code{language}>{html.escape(block.text, quote=False)}</code></pre>"
        edits.whole[block.row] = f"<tr><td>{code}</td></tr>" if _TR[page.tag[block.row]] else code
        is_block[block.row] = True
    # <code> around a block would make a line of it.
    around = context.rows(_CODE)
    edits.open_blocks(around[page.subtree_sum(is_block)[around] > 0].tolist())
    return page.inside(is_block)
