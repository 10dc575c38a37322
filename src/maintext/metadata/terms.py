"""Find the tags and categories that a page shows near its text, and its breadcrumb.

    <a rel="category tag">News</a>    标签：学习 随笔    Filed under: Hills, Rain

They stand right below the headline, right after the text, or above the headline. Elsewhere they belong to
other texts, or list all tags of the site. A page with several groups is a list of texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from maintext._core.columns import find_word
from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.html.characters import CJK_LETTER, letters_of
from maintext.html.tags import tag_mask
from maintext.metadata.byline import MAX_TERMS, clean_term, parse_byline
from maintext.metadata.byline_scan import BylineScan
from maintext.metadata.byline_words import find_labels, label_beginnings
from maintext.metadata.candidate import Candidate
from maintext.metadata.declared.main_entity import is_home
from maintext.metadata.language import has_cjk
from maintext.metadata.near_headline import line_text

__all__ = ["find_breadcrumb", "find_linked_terms", "find_terms"]

# pathway is that of Joomla and Mambo.
_CRUMB = re.compile(rb"[Bb]read[-_]?[Cc]rumb| (?:class|id)=\"(?:[^\"]*[ _-])?(?:[Cc]rumb(?!l)|pathway\")")
# What such a line begins with: where you are; or ends with on Chinese pages: the text.
_HERE = re.compile(
    r"位置\s*(?:[:：是为為]|(?=[首主][页頁]))|[>＞»›]\s*(?:正文|(?:详细|文章)内容)|ou are here|ie sind hier"
)
_HERE_PARTS, _N_CHINESE = ("位置", "正文", "内容", "ou are here", "ie sind hier"), 3
_MARKS = " \n\t>»›/|·•→:：»＞-\xa0\u3000"
_MAX_LEVELS = 10
_MAX_LEVEL_CHARS = 60
_MAX_TRIES = 20
_MAX_ROWS = 200
_MAX_TEXT = 6_000  # characters before the headline in which the words are looked for


def find_breadcrumb(page: Page, title: str = "", headline_row: int = -1) -> list[Candidate]:
    """Return the levels of a visible breadcrumb as categories, without home and the page itself.

    The outermost level comes first. Cost O(size of the page), by a search of its bytes and text.

    - ``title``: title of the page: a level that ends the breadcrumb.
    - ``headline_row``: row of the headline, −1 for none.
    """
    for row, mark in _breadcrumb_rows(page, title, headline_row):
        levels = _breadcrumb_levels(page, row, title, mark) if row > 0 and not page.is_hidden[row] else []
        if levels:
            return [Candidate("category", level, "breadcrumb", row) for level in levels]
    return []


def _breadcrumb_rows(page: Page, title: str, headline_row: int) -> Iterator[tuple[int, str]]:
    """Yield rows that may be a breadcrumb: by their name, its opening or closing words, or the title in it.

    With each row comes what must follow its links: of the last kind the mark before the title.
    """
    # Words are found by their second byte: "hway" ends pathway, and w is rarer than a.
    for at in chain.from_iterable(find_word(page.data, word, _MAX_TRIES) for word in (b"rumb", b'hway"')):
        row = int(page.byte_start.searchsorted(at, side="right")) - 1
        if _CRUMB.search(page.data, int(page.byte_start[row]), int(page.inner_start[row])):
            yield row, ""
    rows = page.is_text.nonzero()[0]
    shown = rows[rows.searchsorted(headline_row) :][:1].tolist() if headline_row >= 0 else []
    headline = int(page.text_start[shown[0]]) if shown else 0
    first = max(headline - _MAX_TEXT, 0)
    text = page.text[first : max(headline, _MAX_TEXT)]
    places: list[tuple[int, str]] = []
    if any(part in text for part in _HERE_PARTS[0 if page.cached(has_cjk) else _N_CHINESE :]):
        found = [match.start() for match in _HERE.finditer(text)]
        places += [(at, "") for at in found if at + first < headline][-1:] or [(at, "") for at in found[:1]]
    begin = title[: _MAX_LEVEL_CHARS // 2]
    at = text.find(begin) if begin else -1
    while at >= 0 and (before := text[:at].rstrip())[-1:] not in _BEFORE_LEVEL:
        at = text.find(begin, at + 1)
    if at >= 0:
        places.append((len(before) - 1, before[-1]))
    for at, mark in places:
        row = rows[page.text_start[rows].searchsorted(first + at, side="right") - 1]
        parent = int(page.parent[row])
        yield from ((parent, mark), (int(page.parent[parent]), mark))


def _breadcrumb_levels(page: Page, row: int, title: str, mark: str) -> list[str]:
    """Return the link texts of an element, or of the list in it, without home and what follows the title."""
    last = min(int(page.end[row]), row + _MAX_ROWS)
    anchors = (row + page.is_anchor[row:last].nonzero()[0]).tolist()
    if not 0 < len(anchors) <= _MAX_LEVELS:
        return []
    lists = (row + _LISTS[page.tag[row : anchors[0]]].nonzero()[0]).tolist()
    last = int(page.end[lists[-1]]) if lists else last  # a menu may follow the list
    texts = (row + page.is_text[row:last].nonzero()[0]).tolist()
    last = next((one for one in texts if _is_title(page.row_text(one), title)), last)
    anchors = [one for one in anchors if page.end[one] <= last and _is_before(page, one, mark)]
    whole = (" ".join(page.row_text(anchor)[:_MAX_ROWS].split()) for anchor in anchors)
    names = [_ICON_NAME.sub("", text).strip(_MARKS) for text in whole]
    links = [(page.value(anchor, "href") or "").strip() for anchor in anchors]
    levels = [one for one in zip(names, links, strict=True) if 0 < len(one[0]) <= _MAX_LEVEL_CHARS]
    return [
        name
        for i, (name, link) in enumerate(levels)
        if not is_home(name, "-" if i else link) and not link.startswith("#")
    ]


def _is_before(page: Page, anchor: int, mark: str) -> bool:
    """Return True if a mark follows the text of a link; ``""`` is before everything."""
    rows = anchor + page.is_text[anchor : page.end[anchor]].nonzero()[0][-1:]
    after = int(page.text_end[rows[0]]) if len(rows) else 0
    return page.text[after : after + _MAX_GAP].lstrip().startswith(mark)


def _is_title(level: str, title: str) -> bool:
    """Return True if the text of a level is the title of the page, perhaps cut, or 正文: the text."""
    key, whole = letters_of(level[:_MAX_CHARS]), letters_of(title)
    is_cut = bool(key) and whole.startswith(key) and level.rstrip().endswith(("...", "…"))
    return is_cut or key in {whole or "正文", "正文"}


_LISTS = tag_mask(("ol", "ul"))
_BEFORE_LEVEL = frozenset(">＞»›")
_MAX_GAP = 4  # characters between a link and a mark
_ICON_NAME = re.compile(r"\s[a-z]+(?:_[a-z]+)+$")  # which a font draws as one sign: keyboard_arrow_right
_FIELDS = ("tag", "category")
_BEGINNINGS = label_beginnings(*_FIELDS)
_ASCII = tuple(word for word in _BEGINNINGS if word.isascii())
_NO_CJK = tuple(word for word in _BEGINNINGS if not CJK_LETTER.match(word))
_REL = WordSet(_FIELDS)
_HEADINGS = tag_mask(("h1", "h2", "h3", "h4"))
_LINES_ABOVE, _LINES_AFTER = 4, 14  # lines above the headline, and after the text
_LAST = 4  # lines of the text that may hold them, as these are part of it on some pages
_MAX_LINES = 40  # of a zone
_MAX_CHARS = 220  # of a line with a label
_MAX_GROUPS = 2  # of one field, above and after the text; a page with more is a list of texts
_MAX_RELS = 200  # of one page that are looked at
_MAX_APART = 12  # rows between two links of a group
_MAX_LABEL = 12  # characters of a line that is a label alone
_MAX_UP = 3  # ancestors that may hold its names
_MAX_LINE_OF_NAMES = 120  # characters


def find_terms(page: Page, scan: BylineScan, kept: Bool) -> list[Candidate]:
    """Return candidates for ``tag`` and ``category``, those of the best place first.

    Origins: ``rel:tag``, ``rel:category`` (links with that ``rel``), ``byline:label`` (names after a label),
    ``class:category`` (of a wiki).

    - ``kept``: text rows of the main content: bool of shape (n_rows,).

    Cost O(n_lines) in C, then the lines that begin with a label.
    """
    zones = _TermZones(page, scan, kept)
    found = _rel_links(page, zones)
    found += [one for one in scan.stated if one.field in _FIELDS and zones.have(one.row)]
    if {one.field for one in found} < set(_FIELDS):
        found += _labelled_lines(page, scan, zones)
    if of_wiki := _wiki_categories(page):
        found = [*of_wiki, *(one for one in found if one.field != "category")]
    return found


def _wiki_categories(page: Page) -> list[Candidate]:
    """Return the categories below a page of MediaWiki, which lie far after its text; not those for editors.

    The first link is their label.
    """
    for row in page.rows_with("id", b"mw-normal-catlinks"):
        anchors = row + page.is_anchor[row : page.end[row]].nonzero()[0][1:_MAX_RELS]
        names = [(" ".join(page.row_text(anchor).split()), anchor) for anchor in anchors.tolist()]
        return [Candidate("category", name, "class:category", anchor) for name, anchor in names if name]
    return []


class _TermZones:
    """The rows that may hold tags and categories of the text, in order of preference."""

    def __init__(self, page: Page, scan: BylineScan, kept: Bool) -> None:
        place = scan.place
        self._page, self._scan = page, scan
        last = scan.text_end if kept.any() else place.text_start
        self._headline = max(place.headline, 0)
        self._last = max(last, self._headline)
        self.read = -1  # the last row that was read as a name

    def rows(self) -> tuple[int, int]:
        """Return a half-open range of rows around all zones."""
        lines = self._scan.lines
        first, last = max(self._headline - _LINES_ABOVE, 0), min(self._last + _LINES_AFTER, len(lines) - 1)
        start = int(lines.last[first - 1]) + 1 if first else 0
        return start, int(lines.last[last]) + 1

    def begun(self) -> list[int]:
        """Return the lines that begin like a label, ascending; a few may lie after the zones."""
        above = max(self._headline - _LINES_ABOVE, 0)
        after = max(self._last - _LAST, min(self._scan.place.end, self._last + 1))
        words = _BEGINNINGS if self._page.cached(has_cjk) else _NO_CJK
        words = _ASCII if self._page.text.isascii() else words
        found: list[int] = []
        for first, n in ((above, after - above), (after, self._last + _LINES_AFTER + 1 - after)):
            found += self._scan.lines.begun(first, words, _MAX_CHARS, 0, min(n, _MAX_LINES))
        return sorted(set(found))

    def number(self, row: int, *, under_headings: bool = False) -> int:
        """Return 0 below the headline, 1 after the text, 2 above the headline, −1 elsewhere."""
        i = self._scan.lines.at(row)
        if self._headline <= i < min(self._scan.place.end, self._last + 1):
            return 0
        if self._last - _LAST <= i <= self._last + _LINES_AFTER and i > self._headline:
            return -1 if self._is_after_heading(row) and not under_headings else 1
        return 2 if self._headline - _LINES_ABOVE <= i < self._headline else -1

    def have(self, row: int, *, under_headings: bool = False) -> bool:
        """Return True if a row is in a zone, and not in a sidebar or the like."""
        is_near = self.number(row, under_headings=under_headings) >= 0
        return is_near and not self._scan.is_aside(row)

    def set_apart(self, group: list[int]) -> bool:
        """Return True if links are all of their line, or stand between marks."""
        page, lines = self._page, self._scan.lines
        linked = group[0] + page.n_chars[group[0] : page.end[group[-1]]].nonzero()[0]
        if not len(linked):
            return False
        first, last = int(linked[0]), int(linked[-1])
        line, line_end = int(lines.row[lines.at(first)]), int(lines.last[lines.at(last)])
        before = page.text[page.text_start[line] : page.text_start[first]].rstrip()
        after = page.text[page.text_end[last] : page.text_end[line_end]].lstrip()
        return (not before or before[-1] in _AROUND) and (not after or after[0] in _AROUND)

    def surround(self, row: int) -> bool:
        """Return True if a row is in the text."""
        return bool(self._headline < self._scan.lines.at(row) < self._last)

    def _is_after_heading(self, row: int) -> bool:
        """Return True if a heading separates a row from the text.

        Some pages write each tag as a heading: rows already read as names do not count.
        """
        start = max(int(self._scan.lines.last[self._last]), self.read + 1)
        return bool(_HEADINGS[self._page.tag[start:row]].any())


def _rel_links(page: Page, zones: _TermZones) -> list[Candidate]:
    """Read the first group of links with ``rel`` ``tag`` or ``category``; none if there are many.

    A tag whose URL lies in the folder of categories is one of these, as WordPress writes them.
    """
    groups: dict[str, list[int]] = {}
    for row, value in values_having(page.columns, b" rel", zones.rows(), _REL, _MAX_RELS):
        rels = value.lower().split()
        field = "category" if b"category" in rels else "tag" if b"tag" in rels else ""
        if field and page.is_anchor[row]:
            is_category = field == "tag" and _CATEGORY_URL.search(page.value(row, "href") or "")
            groups.setdefault("category" if is_category else field, []).append(row)
    return [
        one
        for field, rows in groups.items()
        for one in _nearest_names(page, zones, _group_rows(rows), field, "rel")
    ]


def _nearest_names(
    page: Page, zones: _TermZones, groups: list[list[int]], field: str, origin: str
) -> list[Candidate]:
    """Return the names of the nearest group of links; none if there are many groups."""
    usable = [group for group in groups if zones.have(group[0], under_headings=origin != "rel")]
    if not usable and origin != "path" and len(groups) == 1 and zones.surround(groups[0][0]):
        usable = groups  # between the posts of a thread
    nearest = sorted(usable, key=lambda one: zones.number(one[0], under_headings=True))
    if not nearest or len(nearest) > _MAX_GROUPS or len(nearest[0]) > MAX_TERMS:
        return []
    names = [(clean_term(page.row_text(row)), row) for row in nearest[0]]
    return [Candidate(field, name, f"{origin}:{field}", row) for name, row in names if name]


_CATEGORY_URL = re.compile(r"/(?:\w+-)?[ck]ateg[oó]r\w{1,4}/|[?&]cat=\d")
_AROUND = frozenset("/|·•:»›#")  # links in a line of facts
_MAX_CATEGORIES = 5  # of a text; more are those of a menu
_MAX_BOX = 40  # rows of an element that holds nothing but tags or categories
# Folders of the pages of topics.
_TOPIC_URL = re.compile(
    rb"/(?:tags?|tagg(?:ed|ing)|topics?|labels?|keywords?|thema|themen|temas?|etiquetas?|sujets?|themes?"
    rb"|mots?-cles?|argomenti|tagy|onderwerp|konular?)/[^/]+/?$"
)
_TOPIC_SIGNS = WordSet(tuple("/tag /topi /labe /keyw /them /tema /etiq /suje /mot /argo /onde /konu".split()))
# Of a link (tag-link), or of a list (article-tags).
_TAG_CLASS = re.compile(
    rb"(?:^|[\s_-])(?:tags?(?:[_-]?list|[_-](?:item|link|name|text|content|a))?|hashtags)(?=\s|$)"
)
# WordPress themes write entry-categories or cat-links on the element around the links, or on these; Tistory
# and Squarespace category and blog-item-category.
_CATEGORY_CLASS = re.compile(
    rb"(?:^|\s)(?:(?:blog[_-]?)?(?:entry|post|article|meta|item)[_-]{1,2}){0,2}(?:category|categories|cats?)"
    rb"(?:[_-]links?)?(?=\s|$)"
)
# As WordPress and MediaWiki write them.
_CATEGORY_PAGE = re.compile(rb"/(?:[ck]ategor\w{1,4}(?:/[^/]+){1,2}/?|Category:[^/]+)$")
# Origin, attribute, words that stand in its values, and pattern of these.
_LINKED = {
    "tag": (
        ("path", b" href", _TOPIC_SIGNS, _TOPIC_URL),
        ("class", b" class", WordSet(("tag",)), _TAG_CLASS),
    ),
    "category": (
        ("class", b" class", WordSet(("cat",)), _CATEGORY_CLASS),
        ("path", b" href", WordSet(("ategor",)), _CATEGORY_PAGE),
    ),
}


def find_linked_terms(page: Page, scan: BylineScan, kept: Bool, field: str) -> list[Candidate]:
    """Return the first group of links near the text that are called tags or categories, or lead to topics.

    Origins: ``path:tag``, ``class:tag``, ``class:category``, ``path:category``. Parameters and cost are those
    of :func:`find_terms`.
    """
    zones = _TermZones(page, scan, kept)
    for origin, *cues in _LINKED[field]:
        groups = _linked_groups(page, zones, *cues)
        if (field, origin) == ("category", "path"):  # in no sentence or menu
            groups = [one for one in groups if len(one) <= _MAX_CATEGORIES and zones.set_apart(one)]
        if found := _nearest_names(page, zones, groups, field, origin):
            return found
    return []


def _linked_groups(
    page: Page, zones: _TermZones, attribute: bytes, words: WordSet, pattern: re.Pattern[bytes]
) -> list[list[int]]:
    """Return the groups of links with a value of an attribute, or in a small element with one."""
    rows: set[int] = set()
    for row, value in values_having(page.columns, attribute, zones.rows(), words, len(page)):
        if page.end[row] - row <= _MAX_BOX and pattern.search(value):
            rows.update((row + page.is_anchor[row : page.end[row]].nonzero()[0]).tolist())
    return _group_rows(sorted(rows))


def _group_rows(rows: Iterable[int]) -> list[list[int]]:
    """Return ascending rows in groups of neighbours."""
    groups: list[list[int]] = []
    for row in rows:
        if groups and row - groups[-1][-1] <= _MAX_APART:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _labelled_lines(page: Page, scan: BylineScan, zones: _TermZones) -> list[Candidate]:
    """Read the lines that begin with a label; nothing if the page has many of them."""
    lines = scan.lines
    found: dict[str, list[list[Candidate]]] = {field: [] for field in _FIELDS}
    for i in zones.begun():
        row = int(lines.row[i])
        if zones.number(row) < 0:
            continue
        last = _last_row(page, scan, i)
        text, links = line_text(page, row, last)
        if not any(kind in _FIELDS for _, _, kind in find_labels(text)):
            continue
        stated = parse_byline(text, links=links, row=row)
        if any(one.field in _FIELDS for one in stated):
            zones.read = max(zones.read, last)
        for field in _FIELDS:
            if some := [one for one in stated if one.field == field]:
                found[field].append(some)
    kept = [one for some in found.values() if len(some) <= _MAX_GROUPS for of_line in some for one in of_line]
    return [one for one in kept if not scan.is_aside(one.row)]


def _last_row(page: Page, scan: BylineScan, i: int) -> int:
    """Return the last row of a line; after a bare label, that of the names in the next elements."""
    lines, row = scan.lines, int(scan.lines.row[i])
    last = int(lines.last[i])
    text = line_text(page, row, last)[0].strip()
    if len(text) > _MAX_LABEL or not text.endswith((":", "：")):
        return last
    at = int(page.parent[row])
    for _ in range(_MAX_UP):
        if at <= 0 or (page.end[at] > last + 1 and page.n_chars[last + 1 : page.end[at]].any()):
            break
        at = int(page.parent[at])
    end = int(page.end[at]) if at > 0 else last + 1
    while i + 1 < len(lines) and lines.last[i + 1] < end and lines.n_chars[i + 1] <= _MAX_LINE_OF_NAMES:
        i += 1
        last = int(lines.last[i])
        if not lines.n_link_chars[i]:
            break  # names without links take one line
    return last
