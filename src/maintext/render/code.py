"""Find code blocks: their exact text, language and line numbers.

Highlighters wrap code in spans, divs, list items or tables, with line numbers beside it. Code blocks are
recognised by structure: a ``pre``, or a table of ``pre`` or ``code`` cells and line numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_id, tag_ids, tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = ["CODE", "CodeBlock", "find_code", "line_number_rows"]

_PRE = tag_mask(("pre", "listing", "xmp"))
CODE = tag_mask(("pre", "code", "listing", "xmp"))
"""Every code block has one of these elements; a mask over tags."""
_TABLE, _CELL = tag_mask(("table",)), tag_mask(("td", "th"))
_TR, _TH = tag_mask(("tr",)), tag_mask(("th",))
_BR, _LINE = tag_id("br"), tag_id("tr")
_BREAKING = tag_mask(("br", "tr"))
_DIRECT = tag_mask(("pre", "code"))
_LINE_BOX = tag_ids(("div", "li", "tr", "p"))
_MAX_BLOCKS = 500
_MAX_STEPS = 6  # from a <pre> up to what names its language
# How highlighters name the language in a class: language-x and lang-x (HTML standard, Prism),
# highlight-x (Sphinx), highlight-source-x (GitHub), brush: x (SyntaxHighlighter), sourceCode x (pandoc),
# lang:x (Crayon).
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text-html|highlight-text|highlight)-"
    r"|brush:\s*|lang:|(?:sourceCode|hljs|prettyprint|shiki)\s+(?=[a-z]+$))([A-Za-z][\w+#.-]*)"
)
# Every tag that names a language contains one of these.
_LANGUAGE_WORDS = (b"lang", b"highlight", b"brush", b"sourceCode", b"hljs", b"prettyprint", b"shiki")
_NO_LANGUAGE = frozenset(
    """
        none plain text plaintext plain-text default nohighlight no-highlight notranslate
        wrap wrapper container box block
    """.split()
)
_LINE_CLASS = re.compile(r"(?:^|[\s_-])(?:code-?|token-?|view-?)?line(?:$|[\s_-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    r"""A code block with kept text.

    Attributes
    ----------
    row
        A ``pre``, or the table of line numbers and code.
    text
        Lines separated by ``\n``, without line numbers.
    language
        As the page names it, lower case; ``""`` for none.
    numbers
        Text rows of line numbers.
    """

    row: int
    text: str
    language: str
    numbers: tuple[int, ...]


def find_code(page: Page, kept: Bool) -> list[CodeBlock]:
    """Return the code blocks with kept text, in page order.

    ``kept`` is bool of shape (n_rows,). Cost O(n_rows), plus O(rows inside) for each block.
    """
    has_text = kept & (page.n_chars > 0)
    if not CODE[page.tag].any():
        return []
    areas = _find_areas(page, has_text, page.subtree_sum(has_text) > 0)
    languages = _LanguageReader(page)
    return [block for area in areas if (block := _read_block(page, has_text, area, languages)) is not None]


def line_number_rows(page: Page, kept: Bool) -> list[int]:
    """Return the text rows of line numbers in code blocks, in page order."""
    has_text = kept & (page.n_chars > 0)
    digits = page.subtree_sum(has_text & (page.n_digits == page.n_chars))
    parts = [_split_area(page, has_text, area) for area in _find_areas(page, has_text, digits > 0)]
    return [row for rows, numbers in parts if has_text[rows].any() for row in sorted(numbers)]


def _find_areas(page: Page, has_text: Bool, wanted: Bool) -> list[int]:
    """Return the outermost code elements among the wanted ones, at most 500."""
    is_code = CODE[page.tag]
    tables = np.flatnonzero(_TABLE[page.tag] & wanted)
    areas: list[int] = []
    if len(tables):
        tables = tables[page.subtree_sum(is_code)[tables] > 0][:_MAX_BLOCKS]
        in_code = page.inside(is_code)
        areas = [row for row in tables.tolist() if _is_code_table(page, has_text, row, in_code)]
    areas += (_PRE[page.tag] & wanted).nonzero()[0].tolist()
    found: list[int] = []
    for row in sorted(areas):
        if not found or row >= page.end[found[-1]]:
            found.append(row)
    return found[:_MAX_BLOCKS]


def _is_code_table(page: Page, has_text: Bool, table: int, in_code: Bool) -> bool:
    """Return True for a table of code: two cells a line, consecutive numbers in the first."""
    inside = slice(table, int(page.end[table]))
    texts = table + np.flatnonzero(has_text[inside])
    n_lines = int(np.count_nonzero(_TR[page.tag[inside]]))
    n_cells = int(np.count_nonzero(_CELL[page.tag[inside]]))
    is_number = page.n_digits[texts] == page.n_chars[texts]
    if n_cells != 2 * n_lines or not (in_code[texts] | is_number).all() or (_TH[page.tag[inside]].any()):
        return False
    cells = table + np.flatnonzero(_CELL[page.tag[inside]])
    first = _is_inside(page, cells[::2], texts)
    numbers = _read_integers(page, texts[first])
    return bool((~first).any()) and is_number[first].all() and _is_run(numbers)


def _is_inside(page: Page, roots: Rows, rows: Rows) -> Bool:
    """Return the mask of rows in the subtrees of some ascending roots."""
    n_begun = np.searchsorted(roots, rows, side="right")
    n_ended = np.searchsorted(np.sort(page.end[roots]), rows, side="right")
    found: Bool = n_begun > n_ended
    return found


def _rows_in(page: Page, area: int, mask: Bool) -> Rows:
    """Return the rows of a subtree whose tag is in ``mask``."""
    found: Rows = area + mask[page.tag[area : page.end[area]]].nonzero()[0]
    return found


def _read_integers(page: Page, rows: Rows) -> list[int]:
    words = " ".join(page.row_text(row) for row in rows.tolist()).split()
    return [int(word) for word in words if word.isdecimal()][:100_000]


def _is_run(numbers: list[int]) -> bool:
    return numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True


def _read_block(page: Page, has_text: Bool, area: int, languages: _LanguageReader) -> CodeBlock | None:
    rows, numbers = _split_area(page, has_text, area)
    text = _join_rows(page, area, rows)
    if not text.strip():
        return None
    return CodeBlock(area, text, languages.language_of(area), tuple(sorted(numbers)))


def _split_area(page: Page, has_text: Bool, area: int) -> tuple[list[int], set[int]]:
    """Return the text rows of code, with white space, and those of line numbers."""
    inside = slice(area, int(page.end[area]))
    is_table = bool(_TABLE[page.tag[area]])
    is_text, is_kept_text = page.is_text[inside], has_text[inside]
    numbers = _find_line_numbers(page, area + (is_text & is_kept_text).nonzero()[0], is_table=is_table)
    wanted = is_text & (is_kept_text | ((page.n_chars[inside] == 0) & ~page.is_hidden[inside]))
    texts: Rows = area + wanted.nonzero()[0]
    if is_table:
        kept = _is_inside(page, _rows_in(page, area, _CELL), texts)
        if len(inner := _rows_in(page, area, _PRE)):
            kept &= _is_inside(page, inner, texts) | has_text[texts]
        texts = texts[kept]
    rows: list[int] = texts.tolist()
    return [row for row in rows if row not in numbers] if numbers else rows, numbers


def _find_line_numbers(page: Page, texts: Rows, *, is_table: bool) -> set[int]:
    """Return the text rows of line numbers.

    In a table they stand in the first cells; elsewhere each begins a line, wrapped in an element.
    """
    is_number = page.n_digits[texts] == page.n_chars[texts]
    if not is_number.any():
        return set()
    if is_table:
        cells = np.flatnonzero(_CELL[page.tag])
        if len(cells) == 0:
            return set()
        cell_of = np.searchsorted(cells, texts, side="right") - 1
        first = np.searchsorted(cells, page.parent[cells], side="right")
        return set(texts[is_number & (first[cell_of] == cell_of)].tolist())
    begins = [i for i in is_number.nonzero()[0].tolist() if _begins_line(page, texts, i)]
    if len(begins) < 2:
        return set()
    numbers = texts[begins]
    is_code = np.ones(len(texts), dtype=np.bool_)
    is_code[begins] = False
    # Numbers may stand in a list of their own, before or after the code.
    n_lines = page.row_text(int(texts[0])).count("\n") + len(set(page.line[texts[is_code]].tolist()))
    others = len(texts) - len(numbers)
    enough = others >= len(numbers) // 2 and len(numbers) * 2 >= n_lines
    return set(numbers.tolist()) if enough and _is_run(_read_integers(page, numbers)) else set()


def _begins_line(page: Page, texts: Rows, i: int) -> bool:
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
    lines = _lines_by_class(page, area)
    may_break = _BREAKING[page.tag[area : page.end[area]]]
    first, last = rows[0], rows[-1]
    is_one_line = not lines and page.line[first] == page.line[last] and not may_break.any()
    if is_one_line and np.count_nonzero(page.is_text[first : last + 1]) == len(rows):
        return _clean_code(page.text[page.text_start[first] : page.text_end[last]])
    may_break[[row - area for row in lines]] = True
    n_before = np.concatenate(([0], np.cumsum(may_break)))
    at = np.array(rows, dtype=np.int64)
    before, after = at[:-1], at[1:]
    is_apart = page.line[before] != page.line[after]
    is_apart |= n_before[after - area] > n_before[before + 1 - area]
    is_cut = is_apart | (page.text_end[before] != page.text_start[after])
    start, end, apart = page.text_start[at].tolist(), page.text_end[at].tolist(), is_apart.tolist()
    parts: list[str] = []
    for begin, stop in pairwise([0, *(is_cut.nonzero()[0] + 1).tolist(), len(rows)]):
        text = page.text[start[begin] : end[stop - 1]]
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
        return max(tags.count(_BR), tags.count(_LINE))
    if page.line[before] != page.line[row]:
        boxes = [at for at, tag in enumerate(tags, before + 1) if tag in _LINE_BOX]
        n_empty = sum(bool(page.end[at] <= row) and not page.row_text(at).strip("\n") for at in boxes)
        return n_empty + (0 if has_break[0] else 1)
    return int(not any(has_break) and not lines.isdisjoint(range(before + 1, row)))


def _lines_by_class(page: Page, area: int) -> set[int]:
    """Return the elements of a block whose class says that they are lines."""
    if b"line" not in page.data[page.byte_start[area] : page.byte_end[area]].lower():
        return set()
    at = page.attribute("class")
    own = slice(*np.searchsorted(at.row, (area, page.end[area])).tolist())
    places = zip(at.row[own].tolist(), at.start[own].tolist(), at.end[own].tolist(), strict=True)
    classes = {row: page.data[start:end] for row, start, end in places}
    # Highlighters use the same few names for thousands of words.
    lines = {
        names
        for names in set(classes.values())
        if b"line" in names.lower() and _LINE_CLASS.search(names.decode())
    }
    return {row for row, names in classes.items() if names in lines}


class _LanguageReader:
    """Read the languages that elements name; blocks share many ancestors, so results are kept."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pres: list[int] = _PRE[page.tag].nonzero()[0].tolist()
        self.seen: dict[int, tuple[str, int, int]] = {}

    def language_of(self, area: int) -> str:
        """Return the language that the code, its block or a near ancestor names."""
        page = self.page
        inside = _rows_in(page, area, CODE)
        n_own = max(_count_between(self.pres, area, int(page.end[area])), 1)
        at = int(inside[-1]) if len(inside) else area
        for _ in range(_MAX_STEPS + int(page.depth[at] - page.depth[area])):
            name, parent, _ = self._read_element(at)
            if name:
                return name
            at = parent
            if at < 0 or self._read_element(at)[2] > n_own:
                break
        return ""

    def _read_element(self, at: int) -> tuple[str, int, int]:
        """Return the language an element names, its parent, and the number of ``<pre>`` inside."""
        found = self.seen.get(at)
        if found is None:
            page = self.page
            tag = page.data[page.byte_start[at] : page.inner_start[at]]
            name = (
                _stated_language(page.attributes(at)) if any(map(tag.__contains__, _LANGUAGE_WORDS)) else ""
            )
            found = name, int(page.parent[at]), _count_between(self.pres, at, int(page.end[at]))
            self.seen[at] = found
        return found


def _count_between(rows: list[int], start: int, end: int) -> int:
    return bisect_left(rows, end) - bisect_left(rows, start)


def _stated_language(attributes: dict[str, str]) -> str:
    for name in ("data-lang", "data-language", "data-code-language"):
        if attributes.get(name, "").replace("-", "").isalnum():
            return _normalise_language(attributes[name])
    found = _LANGUAGE.search(attributes.get("class", ""))
    return _normalise_language(found[1]) if found else ""


def _normalise_language(name: str) -> str:
    name = name.lower().strip(".-")
    return "" if name in _NO_LANGUAGE else name
