"""The title of a page: the headline that a reader sees, or what the page declares.

The heading is the title in the author's words, without the site's name, so it is taken first; but a
page may have several (a logo, teasers). The one that the ``<title>``, ``og:title`` or JSON-LD repeats
is the headline of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from maintext._core.fields import Lines, element_text, rows_of_tag
from maintext.html import Page
from maintext.html import characters as ch
from maintext.html.arrays import Bool
from maintext.html.tags import tag_id, tag_mask
from maintext.html.urls import split_url
from maintext.metadata.candidate import Candidate
from maintext.metadata.declared.meta import first_contents

__all__ = [
    "OWNED", "TITLE_CONFIDENCE", "TitleText", "cut_slogan", "find_site_name", "find_titles", "first_heading",
    "split_words", "title_words",
]  # fmt: skip

_Wordings: TypeAlias = set[frozenset[str]]

TITLE_CONFIDENCE = {
    "h1": 0.87, "h1:other": 0.47, "h1:hidden": 0.96, "h2": 0.89, "h3": 0.89, "line": 0.91,
    "json-ld": 0.61, "json-ld:headline": 0.84, "json-ld:page": 0.68,
    "microdata": 0.72, "microdata:headline": 0.86, "rdfa": 0.6, "meta": 0.75, "title": 0.7,
}  # fmt: skip
"""Share of titles from each kind of place with token-F1 above 0.9 on the development corpus."""

# The name of a Chinese house or office, as it ends the titles of its own site: 通知公告_某市教育局.
_HOUSE = (
    r"[\u3400-\u9fff（）()]{2,16}(?:公司|集团|集團|大学|大學|学院|學院|中学|中學|小学|小學|医院|醫院|人民政府|[市县縣区區省]\w{1,10}(?:局|厅|廳|委员会|委員會)"
    r"|研究院|研究所|博物馆|博物館|图书馆|圖書館|协会|協會|(?:大学|大學|学院|學院|医院|醫院)\w{1,6}(?:处|處|部|室|院|中心))"
)
_CJK_HOUSE = re.compile(_HOUSE)
# Between a headline and the name of the site: a dash, bar, colon, angle or dot with space around it, or one
# of the marks that Chinese and Korean titles use without space; among these a single dash only before what
# ends like the name of a site, as in 标题-国内新闻-新华网.
_SEPARATOR = re.compile(
    r"(?=[-—_－|｜│ㅣ＿]| [-–—|:•·»«/~›><→│┃ㅣ｜＿_])(?: [-–—|:·•»«/~›><→│┃ㅣ]+ | ?[|｜│ㅣ＿]+ ?"
    r"|(?<![a-zA-Z0-9])_+ ?| ?_+(?![a-zA-Z0-9_])| ?—— ?| :: | ?(?<![a-zA-Z0-9])-- ?"
    r"|[-－—](?=(?:[^\s－—-]{1,10}[-－—])*(?:[^\s－—-]{1,8}(?:网|網|报|報|新闻|新聞|频道|頻道|在线|论坛|論壇|博客|社区|社區|空间|门户|門戶)"
    rf"|{_HOUSE})$))"
)
# After a dash or colon, three words of which the first is in lower case: the sentence goes on.
_CONTINUATION = re.compile(r" [-–—:] (?!by )[‘“„«\"']?[a-zß-öø-ÿа-яёіїά-ώ][^\s|]{0,30} \w[^\s|-]{0,30} \w")
_CJK_SITE = re.compile(
    r"(?:[A-Za-z]+ )?.{0,10}"
    r"(?:网|網|报|報|新[闻聞](?:中心)?|频道|頻道|订阅|在线|论坛|論壇|贴吧|博客|뉴스|일보|ニュース)"
)
OWNED = re.compile(
    r"((?:[^\s_\-|｜–—·,，、:：]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])){2,16})的(?:博客|BLOG|部落格|专栏|專欄|个人空间|空间|微博|个人主页|主页|日志)"
)
"""Pattern of the name of a Chinese weblog or page of a user, with the name of its owner: 张三的博客."""
_BAR = re.compile("[|｜│]")
_ANY_SEPARATOR = re.compile(r"\s*[-–—－|｜:：·•»_＿]+\s*")
# The same, and what stands in brackets before or after a title: 【独家】, 【报价 图片 评测】
# and a space between the name of a Chinese site and the title.
_ANY_MARK = re.compile(
    rf"{_ANY_SEPARATOR.pattern}|(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])"
    r"|^【[^【】]{2,30}】|【[^【】]{2,30}】$"
)
# ASCII in lower case, with spaces between the words; a pattern takes three times as long.
_ASCII_WORDS = bytes(
    point if chr(point).isalnum() or point == ord("_") else ord(" ") for point in bytes(range(128)).lower()
).ljust(256)
_TITLE, _BUTTON, _RUBY_TEXT, _RUBY = tag_id("title"), tag_id("button"), tag_id("rt"), tag_mask(("ruby",))
_HEADING = {name: tag_id(name) for name in ("h1", "h2", "h3")}
_PERMALINK = frozenset("¶#§🔗")  # the link to itself that documentation pages put at a heading
_MIN_COPY = 8  # characters of a copy for the screen, for an animation, for screen readers
_COPIES = re.compile(rf"(.{{{_MIN_COPY},}}?)\1+")
_MAX_CHARS = 500  # of a title; the longest gold title has 274
_MAX_ROWS = 200  # of an element that are read
_MAX_HEADINGS = 10  # of one level
_MAX_SEPARATORS = 6  # of a title
_MIN_LINE = 6  # characters of a title that is looked for in the text
# Agreement is the token-F1 of a heading and what is declared. Five pairs of limits from 0.4–0.7 and
# 0.2–0.4 were tried on the development corpus; the titles that are right differ by less than 0.5 %.
_AGREES = 0.5
_AGREES_ENOUGH = 0.4  # for a heading with a link in it, which may be the logo
_OTHER_LEVEL = 0.85  # for headings below <h1> and hidden ones: they must be the declared title


class TitleText(NamedTuple):
    """A title-like text with its words."""

    value: str
    origin: str
    words: frozenset[str]
    row: int = -1

    @property
    def is_headline(self) -> bool:
        """Whether it is declared as the title of this text, not as the name of some thing."""
        return self.origin.endswith(":headline") or self.origin in _IN_HEAD


def title_words(page: Page) -> frozenset[str]:
    """Return the words of the title of a page, in lower case; none where it states none."""
    return split_words(next((text.value for text in _order_titles(page, ()) if text.value), ""))


def find_titles(page: Page, declared: Sequence[Candidate] = ()) -> list[Candidate]:
    """Return all titles of a page, the best first.

    Order: the ``<h1>`` that agrees best with what is declared; a heading below it, or a line, that is what
    is declared (an ``<h3>`` only with all words of a title in the head); another ``<h1>`` that is not the
    name of the site, on pages that are no article behind ``og:title``; what is declared, without the name
    of the site.

    - ``declared``: candidates for the title from JSON-LD and microdata.

    Cost O(n_rows).
    """
    unique: dict[tuple[str, str], TitleText] = {}
    for text in _order_titles(page, declared):
        if text.value:
            unique.setdefault((text.value, text.origin.removesuffix(":other")), text)
    return [Candidate("title", text.value, text.origin, text.row) for text in unique.values()]


def first_heading(page: Page, kept: Bool) -> list[Candidate]:
    """Return the first main heading, for pages that declare no title; empty if there is none.

    Without one it is the only ``<h2>``, else the only ``<h3>``, on top of the main text or up to three texts
    above it.

    - ``kept``: text rows of the main content: bool of shape (n_rows,).
    """
    found = page.cached(_main_headings)[:1]
    start = int(kept.argmax())  # 0 without a main text
    is_shown = page.is_text & (page.n_chars > 0) & ~page.is_hidden
    for level in ("h2", "h3"):
        only = [] if found else _headings_of_level(page, level)
        if len(only) == 1 and only[0].row <= start:
            found = only if is_shown[page.end[only[0].row] : start].sum() <= _TEXTS_BETWEEN else []
    return [Candidate("title", text.value, f"{text.origin}:other", text.row) for text in found]


# On the development corpus this order gives as many titles with token-F1 above 0.9 as a linear model of 45
# features, cross-validated by site: 0.815 and 0.806 on wcxb_dev, 0.871 and 0.843 on trafilatura.
def _order_titles(page: Page, declared: Sequence[Candidate]) -> Iterator[TitleText]:
    """Yield the titles of a page, the best first; some twice, or empty. Features look at the first alone."""
    head = page.cached(_head_titles)
    stated = [_make_title(str(one.value), one.origin, one.row) for one in declared]
    stated += [
        TitleText(value, origin, split_words(value))
        for origin, value in head.items()
        if origin not in _NO_TITLES
    ]
    keys = page.cached(_site_keys)
    split = {text.value: _split_title(text.value, *keys) for text in stated}
    wordings = {split_words(value) for title, parts in split.items() for value in (title, parts.headline)}
    headings = page.cached(_main_headings)
    found = _agreeing_headings(headings, wordings)
    if found and found[0].value != (title := head.get("title", "")) and title.endswith(found[0].value):
        below = [*headings, *_headings_of_level(page, "h2")]
        found = [*_title_beginning(below, found[0], title), *found]
    if not found and wordings:
        # Headings below <h1>, and hidden ones, must be what is declared.
        others = [*_headings_of_level(page, "h1", hidden=True), *_headings_of_level(page, "h2")]
        rests = {split_words(_rest_of_title(head["title"], name)) for name in page.cached(_linked_sites)}
        found = [text for text in others if _title_agreement(text, wordings | rests) > _OTHER_LEVEL]
        if not found:  # weblogs of Blogger have their titles in <h3>
            in_head = [text.value for text in stated if text.origin in _IN_HEAD]
            named = {split_words(one) for title in in_head for one in (title, split[title].headline)}
            found = [text for text in _headings_of_level(page, "h3") if text.words in named | rests]
    if found:
        headlines = sorted({split[text.value].whole for text in stated if text.is_headline}, key=len)
        variants = {part for title, parts in split.items() for part in (title, parts.headline, *parts.parts)}
        yield from (_without_extras(page, text, variants, headlines) for text in found)
    else:
        if stated and not headings and all(_names_only_site(split[text.value]) for text in stated):
            others = _headings_of_level(page, "h2")
            # A digital edition has its own name as the title.
            found = others if len(others) == 1 else _line_above_text(page)
        found = found or list(_title_lines(page, [text for text in stated if text.row < 0], bool(headings)))
        yield from found
    rest = [TitleText(split[text.value].headline, text.origin, text.words, text.row) for text in stated]
    if len(headings) == 1 and (
        not _is_linked(page, headings[0].row) or _title_agreement(headings[0], wordings) > _AGREES_ENOUGH
    ):
        is_slogan = not found and not any(headings[0].words <= text.words for text in stated)
        social = _social_titles(head, declared, split) if is_slogan else []
        rest = [*social, headings[0]._replace(origin="h1:other"), *rest]
    if rest and not found and rest[0].origin in _IN_HEAD and ch.CJK_LETTER.search(rest[0].value):
        yield rest[0]._replace(value=_without_text(page, rest[0].value))
    yield from rest


def _is_linked(page: Page, heading: int) -> bool:
    """Return True if a heading has a link to another page; one to a part of its own is a permalink."""
    anchors = heading + page.is_anchor[heading : page.end[heading]].nonzero()[0]
    return not all(_OWN_PART.match(page.value(row, "href") or "") for row in anchors.tolist())


_OWN_PART = re.compile(r"\s*#\S")


def _names_only_site(title: _TitleParts) -> bool:
    """Return True if a declared title is the name of a Chinese site or house, of a section, or of no page."""
    return any(one.fullmatch(title.headline) for one in (_CJK_SITE, _CJK_HOUSE, _SECTION))


def _line_above_text(page: Page) -> list[TitleText]:
    """Return the line that stands right above the first prose, as the headline of a page without one.

    Lines with dates, labels and buttons may stand between the two.
    """
    lines = Lines(page.columns)
    is_prose = (lines.n_chars >= _PROSE_CHARS) & (lines.n_link_chars * 2 < lines.n_chars)
    start = int(is_prose.argmax()) if len(lines) else 0
    for i in range(start - 1, max(start - _LINES_ABOVE, 0) - 1, -1):
        first, last = int(lines.row[i]), int(lines.last[i])
        text = _collapse_whitespace(page.text[page.text_start[first] : page.text_end[last]])
        if len(text) >= _MIN_HEADLINE and not _BYLINE_MARK.search(text):
            fits = len(text) <= _MAX_HEADLINE and not lines.n_link_chars[i]
            return [_make_title(text, "line", first)] if fits else []
    return []


_SECTION = re.compile(
    r"(?:[^\W\d_]{2})?(?:新闻|新聞|动态|動態|资讯|資訊|公告|通知)|首页|首頁|无标题(?:文档|页)|新建网页 ?\d*"
    r"|(?:文章|新闻|新聞|资讯|資訊|公告|通知|信息)?(?:内容|內容|详情|詳情|详细|正文)(?:页|頁|页面|頁面)?"
)
_TEXTS_BETWEEN = 3  # text nodes between a heading and the text: a byline, buttons
_PROSE_CHARS, _LINES_ABOVE, _MIN_HEADLINE, _MAX_HEADLINE = 40, 8, 8, 60  # characters, lines
_BYLINE_MARK = re.compile(
    r"(?:时间|時間|日期|来源|來源|作者|记者|記者|编辑|編輯|字号|字體|字体|点击|點擊|浏览|瀏覽)\s?[：:]"
    # The last two are the reporters of a paper, and the line below its headline: ——某市观察.
    r"|\d{4}\s?[-/.年]\s?\d{1,2}(?!\d)|^[【（(].*[】）)]$|。$|^\W?\s?\w{0,8}(?:记者|記者|通讯员)\s|^—"
)


def _without_text(page: Page, title: str) -> str:
    """Return the first sentence of a title that is the beginning of the text, as of a short message.

    It ends with an ellipsis, or the description begins with it.
    """
    cut = re.sub(r"\s?(?:\.{3,}|…+)$", "", title)
    if cut != title:
        text = page.text[:_MAX_SEARCHED].replace(title, "")
        return cut if ch.letters_of(cut) in ch.letters_of(text) else title
    description = first_contents(page, _DESCRIPTION).get("og:description", "")
    sentence = _SENTENCE.match(title)
    return sentence[0] if sentence and description.startswith(title) else title


_DESCRIPTION, _MAX_SEARCHED = frozenset({"og:description"}), 20_000
_SENTENCE = re.compile(r"[^。！？]{4,}[。！？](?=.)")


def _social_titles(
    head: dict[str, str], declared: Sequence[Candidate], split: dict[str, _TitleParts]
) -> list[TitleText]:
    """The ``og:title`` of a page that is a website by its ``og:type``, or says nothing of it.

    Services write a slogan in their only heading; an article or product may be called otherwise in a feed.
    On the development corpus it was right 25 times where the heading was not, and wrong 4 times where it was.
    """
    is_article = "published" in head or any(one.origin.endswith(":headline") for one in declared)
    is_website = head.get("type", "website").lower() == "website"
    title = head.get("meta:og:title")
    if is_article or not is_website or title is None:
        return []
    return [_make_title(split[title].headline, "meta:og:title")]


def _agreeing_headings(headings: list[TitleText], wordings: _Wordings) -> list[TitleText]:
    """Headings that agree with what is declared, the best first, of equals that of more words."""
    agreements = [(_title_agreement(text, wordings), len(text.words), -i) for i, text in enumerate(headings)]
    return [headings[-i] for agreement, _, i in sorted(agreements, reverse=True) if agreement >= _AGREES]


def _title_beginning(headings: list[TitleText], best: TitleText, title: str) -> list[TitleText]:
    """Return the heading below the best one that begins a title which ends with that: Chapter - Book."""
    begin = _rest_of_title(title, best.value).lower()
    return [one for one in headings if one.row > best.row and one.value.lstrip(_NUMBER).lower() == begin][:1]


_NUMBER = "0123456789. "


def _without_extras(page: Page, text: TitleText, variants: set[str], headlines: Sequence[str]) -> TitleText:
    """Of a heading that holds a label, date or button too: the text in it that is the declared title."""
    for title in headlines:
        if len(title) < len(text.value) and (headline := _without_kicker(text.value, title)):
            return _make_title(headline, text.origin, text.row)
    if text.value in variants:
        return text
    rows = text.row + page.n_chars[text.row : page.end[text.row]].nonzero()[0][:_MAX_HEADINGS]
    if len(rows) < 2:
        return text
    parts = (_collapse_whitespace(page.row_text(row)[:_MAX_CHARS]) for row in rows.tolist())
    part = max((part for part in parts if part in variants), key=len, default="")
    # Topic: Headline, each an element; the declared title has the colon. PHPCMS has the byline in its <h1>.
    if len(part) * 3 < len(text.value) and not _BYLINE_MARK.search(text.value):
        first, key = text.value[0], ch.letters_of(text.value)
        longer = (one for one in variants if one.startswith(first) and len(one) > len(text.value))
        part = min((one for one in longer if ch.letters_of(one) == key), default=text.value)
    return _make_title(part, text.origin, text.row)


def _without_kicker(heading: str, title: str) -> str:
    """Return the part of a heading that repeats a title after a kicker and its mark, ``""`` for none.

    The words count: a heading and a title may differ in their quotation marks and dashes.
    """
    words = list(ch.WORDS.finditer(heading))
    wanted = ch.WORDS.findall(title.lower())
    n_before = len(words) - len(wanted)
    if len(wanted) < _MIN_WORDS or n_before < 1:
        return ""
    if [word.group().lower() for word in words[n_before:]] != wanted:
        return ""
    end, start = words[n_before - 1].end(), words[n_before].start()
    mark = _KICKER_MARK.match(heading, end, start)
    return heading[mark.end() :] if mark else ""


# A kicker ends with one of these; the headline may begin with a quotation mark.
_KICKER_MARK = re.compile(r"[\"'”“»)\]]?\s?[:：|｜/\-–—>〉»・·]{1,2}\s*")
_MIN_WORDS = 3
_MORE_WORDS = 2  # besides the site's name, as in: Hill Herald Sports


def _title_lines(page: Page, stated: list[TitleText], has_headings: bool) -> Iterator[TitleText]:
    """Give the visible text that is a declared title up to one of its separators.

    The line says where the headline ends and the name of the site begins. On pages without headings it may
    be any part of the title, as after the name of a site or section.
    """
    rows = (page.is_text & ~page.is_hidden).nonzero()[0]
    starts = page.text_start[rows]
    first = int(starts[0]) if len(starts) else 0
    sites, keys = page.cached(_linked_sites), page.cached(_site_keys)
    for text in stated:
        for part in _runs_of_parts(text.value):
            if has_headings and (part == text.value or not text.value.startswith(part)):
                continue
            if part != text.value and (part in sites or _is_site_name(part, *keys)):
                continue
            at = page.text.find(part, first)
            row = int(rows[starts.searchsorted(at, side="right") - 1]) if at >= 0 and len(rows) else -1
            if row >= 0 and _collapse_whitespace(page.row_text(row)) == part:
                yield _make_title(part, "line", row)
                return


def _runs_of_parts(title: str) -> list[str]:
    """Return the texts between separators of a title: beginnings first, the longest of each first."""
    marks = list(_ANY_MARK.finditer(title))[-_MAX_SEPARATORS:]
    starts, ends = [0, *(mark.end() for mark in marks)], [*(mark.start() for mark in marks), len(title)]
    shortest = max(_MIN_LINE, len(title) // 4)
    longest = len(title) - bool(_SEPARATOR.search(title))
    runs = [(start, end) for start in starts for end in ends if shortest <= end - start <= longest]
    return [title[start:end] for start, end in sorted(runs, key=lambda run: (run[0] > 0, run[0] - run[1]))]


def _head_titles(page: Page) -> dict[str, str]:
    """Titles in the head by origin, the social ones first, none empty.

    Then facts about the page: the name of its ``site``, when it was ``published``, its ``type``, the
    ``software`` that made it.
    """
    found = first_contents(page, _HEAD_KEYS)
    if titles := rows_of_tag(page.columns, _TITLE):
        found["title"] = page.row_text(titles[0])
    stated = ((origin, found[key]) for origin, key in (*_NAMED, *_FACTS) if key in found)
    return {origin: text for origin, value in stated if (text := _without_markup(value))}


def _without_markup(text: str) -> str:
    text = text[:_MAX_CHARS]
    is_markup = "</" in text or ("<" in text and '="' in text)
    return _collapse_whitespace(_MARKUP.sub(" ", text) if is_markup else text)


_MARKUP = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
# ArticleTitle is that of the standard for Chinese government sites.
_META_TITLES = ("og:title", "twitter:title", "articletitle")
_NAMED = (*((f"meta:{name}", name) for name in _META_TITLES), ("title", "title"))
_FACTS = (
    ("site", "og:site_name"), ("published", "article:published_time"), ("type", "og:type"),
    ("software", "generator"),
)  # fmt: skip
_HEAD_KEYS = frozenset({*_META_TITLES, *(key for _, key in _FACTS)})
_IN_HEAD = tuple(origin for origin, _ in _NAMED)
_NO_TITLES = frozenset(name for name, _ in _FACTS)


def _main_headings(page: Page) -> list[TitleText]:
    """Visible headings of the first level that are not the name of the site."""
    site, host = page.cached(_site_keys)
    linked = page.cached(_linked_sites)
    found = []
    for text in page.cached(_first_level):
        key = ch.letters_of(text.value) if host else ""
        is_site = (len(key) > 2 and key in host) or (bool(site) and text.words <= site)
        is_site |= text.value in linked or ("的" in text.value and OWNED.fullmatch(text.value) is not None)
        found += [] if is_site else [text]
    if len(found) > 1 and page.has_tag(_BESIDE):
        beside = page.inside(page.tagged(_BESIDE))
        found = [text for text in found if not beside[text.row]] or found
    return found


_BESIDE = tag_mask(("aside", "footer", "nav"))


def _linked_sites(page: Page) -> list[str]:
    """Return the headings that link to the home page, and stand in the ``<title>`` next to another text."""
    title, found = page.cached(_head_titles).get("title", ""), []
    for text in page.cached(_first_level):
        if _rest_of_title(title, text.value):
            anchors = text.row + page.is_anchor[text.row : page.end[text.row]].nonzero()[0][:1]
            urls = [page.value(row, "href") or "" for row in anchors.tolist()]
            found += [text.value for url in urls if _HOME_PATH.fullmatch(url)]
    return found


def _rest_of_title(title: str, name: str) -> str:
    """Return what a title has after or before a name and a mark; ``""`` for nothing."""
    if title.startswith(name):
        rest = title.removeprefix(name).lstrip()
        mark = rest[:1]
    else:
        rest = title.removesuffix(name).rstrip() if title.endswith(name) else ""
        mark = rest[-1:]
    return rest.strip(_MARKS_NEXT_TO_SITE) if mark and mark in _MARKS_NEXT_TO_SITE else ""


_MARKS_NEXT_TO_SITE = " -–—－|｜:：·•»›_＿"
_HOME_PATH = re.compile(r"(?:https?:)?(?://[^/]*)?/?")


def _first_level(page: Page) -> list[TitleText]:
    """Return the visible headings of the first level."""
    return _headings_of_level(page, "h1")


def _headings_of_level(page: Page, name: str, *, hidden: bool = False) -> list[TitleText]:
    """Headings of one level with some text, hidden or visible ones."""
    is_hidden, origin = page.is_hidden, f"{name}:hidden" if hidden else name
    rows = rows_of_tag(page.columns, _HEADING[name])
    if levels := page.values("aria-level"):
        stated = [row for row, level in levels.items() if level.strip() == name[1]]
        rows = sorted({*rows, *(row for row in stated if page.value(row, "role") == "heading")})
    first = islice((row for row in rows if is_hidden[row] == hidden), _MAX_HEADINGS)
    texts = [_make_title(_heading_text(page, row), origin, row) for row in first]
    return [text for text in texts if text.value]


def _heading_text(page: Page, row: int) -> str:
    """Return the text of a heading without its buttons, or without its ruby text."""
    has_ruby = page.has_tag(_RUBY) and (page.tag[row : page.end[row]] == _RUBY_TEXT).any()
    text: str = element_text(page.columns, row, _MAX_ROWS, _RUBY_TEXT if has_ruby else _BUTTON)
    text = (_EMPTY_BRACKET.sub("", text) if has_ruby else text)[:_MAX_CHARS].strip()
    if text[:1] in _PERMALINK or text[-1:] in _PERMALINK:
        anchors = row + page.is_anchor[row : page.end[row]].nonzero()[0]
        marks = {page.row_text(anchor).strip() for anchor in anchors.tolist()}
        text = next((text.removeprefix(mark).removesuffix(mark) for mark in marks & _PERMALINK), text)
    copies = _COPIES.fullmatch(text) if text.find(text[:_MIN_COPY], _MIN_COPY) > 0 else None
    return copies[1] if copies else text


_EMPTY_BRACKET = re.compile(r"[(（]\s*[)）]")


def _make_title(value: str, origin: str, row: int = -1) -> TitleText:
    collapsed = _collapse_whitespace(value)
    return TitleText(collapsed, origin, split_words(collapsed), row)


@lru_cache(maxsize=256)  # a page says its title in several places
def split_words(text: str) -> frozenset[str]:
    """Return the words of a text, in lower case."""
    if text.isascii():
        return frozenset(text.encode().translate(_ASCII_WORDS).decode().split())
    return frozenset(ch.WORDS.findall(text.lower()))


def _title_agreement(text: TitleText, wordings: _Wordings) -> float:
    """Greatest token-F1 of a text with one of the declared titles, 0 without any."""
    if text.words in wordings:
        return float(bool(text.words))
    # Titles hardly repeat any word: sets will do.
    sizes = ((len(text.words & other), len(text.words) + len(other)) for other in wordings)
    return max((2 * n_shared / n_all for n_shared, n_all in sizes if n_all), default=0.0)


def _collapse_whitespace(text: str) -> str:
    """White space collapsed, and characters without width left out."""
    if not (text.isascii() or text.isprintable()) and any(mark in text for mark in _NO_WIDTH):
        text = text.translate(dict.fromkeys(map(ord, _NO_WIDTH)))
    return " ".join(text.split())


_NO_WIDTH = "\u200b\u2060\ufeff\xad"


# What software, forums and shops put after a title: - Powered by X, 【某某吧】, 【价格 图片 评测】
_SOFTWARE = re.compile(r"\s*[-–—|]?\s*Powered by .{2,40}$")
_SITE_MARK = re.compile(
    _SOFTWARE.pattern + r"|(?<=.{6})【(?:[^【】]{2,8}|[^【】\s]{1,8}(?: [^【】\s]{1,8}){2,9})】(?=$|[_-])"
)


def _site_keys(page: Page) -> tuple[frozenset[str], str]:
    """Return the words of the site's declared name, and the letters of its host."""
    host, _ = page.cached(_host_labels)
    return split_words(page.cached(_head_titles).get("site", "")), ch.letters_of(host)


def find_site_name(page: Page, headline: str = "") -> list[Candidate]:
    """Return the end or the beginning of the ``<title>`` that is the name of the site.

    It is a heading that leads home, or in the host, or has a word of the host; then any part in the host,
    also before a colon or after “on”. The end may also be called as Chinese sites are, or be all that
    follows ``headline``; on Blogger the name stands before it and a colon. Empty if the title has one part.
    """
    head = page.cached(_head_titles)
    title = _SOFTWARE.sub("", head.get("title", ""))
    if head.get("software") == "blogger" and headline and title.endswith(f": {headline}"):
        name = title.removesuffix(f": {headline}")
        return [Candidate("site_name", name[:_MAX_SITE], "title")] if ch.letters_of(name) else []
    host, labels = page.cached(_host_labels)
    parts = [part.strip("【】") for part in _SITE_SEPARATOR.split(title) if part]
    ends = (parts[-1], parts[0]) if len(parts) > 1 else ()
    found = [part for part in ends if _is_of_host(part, ch.letters_of(host), labels)]
    if not found and len(names := _NAME_SEPARATOR.split(title)) > 1:
        named = (name.strip(" ()[]") for name in names)
        found = sorted((name for name in named if _is_of_host(name, ch.letters_of(host), [])), key=len)[-1:]
    is_rest = len(parts) == 2 and parts[0].endswith(headline or " ") and parts[1].count(" ") < _MAX_WORDS
    while len(parts) > 2 and _NO_SITE.fullmatch(parts[-1]):  # 标题 - 某某网 - 新闻
        parts.pop()
    last = _ROMAN_NAME.sub("", parts[-1]) if ends else ""
    is_house = bool(ends) and parts[0].endswith(headline or " ") and _CJK_HOUSE.fullmatch(last) is not None
    if (is_rest or is_house or _CJK_SITE.fullmatch(last)) and not _NO_SITE.fullmatch(last):
        found.append(last)
    found = page.cached(_linked_sites) or found
    return [Candidate("site_name", part, "title") for part in found if len(part) <= _MAX_SITE][:1]


def cut_slogan(page: Page, name: str, headline: str) -> str:
    """Return the part of a declared name of a site that the host has: Name of ``Name - We do it all``.

    It is the first or the last part, or the rest after ``headline``. An abbreviation keeps what it stands
    for, and the name of a part of the site is none.
    """
    parts = _SLOGAN_SEPARATOR.split(name)
    if len(parts) < 2:
        return name
    if parts[0] == headline:
        return parts[-1]
    host, labels = page.cached(_host_labels)
    for part, other in ((parts[0], parts[-1]), (parts[-1], parts[0])):
        key, words = ch.letters_of(part), part.lower().split()
        is_site = len(key) >= _MIN_SITE and key in ch.letters_of(host)
        is_site |= 0 < len(words) <= _MAX_NAMED and words[0] in labels[-1:]
        is_section = not {key, ch.letters_of(other)}.isdisjoint(labels[:-1])
        is_short = _ABBREVIATION.fullmatch(part) and _has_in_order(other, part.partition(".")[0])
        if is_site and not is_section and not is_short:
            return part.strip('"“”')
    return name


def _has_in_order(text: str, letters: str) -> bool:
    """Return True if a text has some letters in their order."""
    rest = iter(text.lower())
    return all(letter in rest for letter in letters.lower())


def _host_labels(page: Page) -> tuple[str, list[str]]:
    """Return the host of a page, and the words of its labels without the last."""
    host = (split_url(page.url or "").hostname or "").removeprefix("www.")
    return host, [label for label in host.replace("-", ".").split(".")[:-1] if len(label) >= _MIN_SITE]


def _is_of_host(part: str, host: str, labels: list[str]) -> bool:
    key, words = ch.letters_of(_ARTICLE.sub("", part)), split_words(part)
    return (len(key) >= _MIN_SITE and key in host) or any(label in words for label in labels)


_ARTICLE = re.compile(r"^(?:the|die|der|das|les?|la|el|los|il)\s", re.IGNORECASE)  # The Bay Post: baypost.com
_SITE_SEPARATOR = re.compile(
    r"\s+(?:[-–—―:»›]+|//)\s+|\s*[|｜ǀ•·_＿]+\s*|(?<![A-Za-z0-9\s])[-－—―]+(?=[\u3040-\u9fff\uac00-\ud7a3])"
)
# Next to a name that the host has: DigitalOcean: AI-Powered, Rust on Steam.
_NAME_SEPARATOR = re.compile(rf"{_SITE_SEPARATOR.pattern}|:\s+|\s(?:on|at|from|@)\s")
_SLOGAN_SEPARATOR = re.compile(rf"{_SITE_SEPARATOR.pattern}|:\s+")
_ABBREVIATION, _MAX_NAMED = re.compile(r"[^a-z]+|\S+\.[A-Za-z]+"), 2  # words: Example Developer
# A section, or a date or number: it ends the title of one page.
_NO_SITE = re.compile(
    r"[^网網]*(?:频道|頻道)|手机版|(?:.{0,2}(?:国内|国际|社会|滚动))?(?:新闻|新聞)|(?:.*[ ,/])?\d+"
)
_ROMAN_NAME = re.compile(r"(?<=[\u3400-\u9fff])[-(（][A-Za-z][A-Za-z. ]*[)）]?$")  # 某某新闻-The Example
_MIN_SITE, _MAX_SITE, _MAX_WORDS = 3, 60, 7  # characters and words of a name


class _TitleParts(NamedTuple):
    """A declared title: ``whole`` without the name of the site at its ends, its parts, its headline."""

    whole: str
    parts: tuple[str, ...]
    headline: str


@lru_cache(maxsize=256)
def _split_title(title: str, site: frozenset[str], host: str) -> _TitleParts:
    """Split a title at its separators.

    Its headline is the first part; if that has one or two words, the longest, where this is most of it.
    """
    if "【" in title or "Powered by" in title:
        title = _SITE_MARK.sub("", title)
    marks = list(_SEPARATOR.finditer(title))
    starts, ends = [0, *(mark.end() for mark in marks)], [*(mark.start() for mark in marks), len(title)]
    spans = [(start, end) for start, end in zip(starts, ends, strict=True) if start < end]
    if len(spans) < 2:
        whole = title[slice(*spans[0])] if spans else title
        return _TitleParts(whole, (whole,), whole)
    named = (i for i in range(1, len(spans)) if split_words(title[slice(*spans[i])]) == site)
    del spans[next(named, len(spans)) if site else len(spans) :]  # Page - Name of the site - What hosts it
    # 讣告 - 某某大学; between bars it may be what an account tells of: 招聘 | 某某大学.
    if len(spans) > 1 and not _BAR.search(title) and _CJK_HOUSE.fullmatch(title, spans[-1][0]):
        spans.pop()
    while len(spans) > 1 and _is_site_name(title[slice(*spans[-1])], site, host):
        spans.pop()
    while len(spans) > 1 and _is_site_name(title[slice(*spans[0])], site, host):
        del spans[0]
    for i in range(len(spans) - 1, 0, -1):
        if _CONTINUATION.match(title, spans[i - 1][1]):
            spans[i - 1 : i + 1] = [(spans[i - 1][0], spans[i][1])]
    whole, parts = title[spans[0][0] : spans[-1][1]], tuple(title[start:end] for start, end in spans)
    first, longest = parts[0], max(parts, key=len)
    is_sentence = len(first) * 2 >= len(longest) and len(split_words(first)) >= _MIN_WORDS
    if longest == first or is_sentence:
        return _TitleParts(whole, parts, first)
    return _TitleParts(whole, parts, longest if len(longest) * 2 >= len(whole) else whole)


def _is_site_name(part: str, site: frozenset[str], host: str) -> bool:
    """Return True if a part of a title is the site's name, with a few words more or less."""
    key, words = ch.letters_of(part), split_words(part)
    if not key or (len(key) > 2 and key in host) or _CJK_SITE.fullmatch(part):
        return True
    more = words - site
    is_named = site <= words and len(more) <= _MORE_WORDS and not any(word.isdecimal() for word in more)
    return bool(site) and (is_named or words <= site)
