"""Words that introduce a value in a byline, by kind, in many languages.

Kinds: the roles of :class:`~maintext.metadata.candidate.Person`, ``poster`` for the uploader of a text, the
fields ``source``, ``published``, ``modified``, ``original_title``, ``tag``, ``category``, and ``other`` for
words that only end a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from maintext._core.fields import find_words
from maintext._core.words import build_word_table
from maintext.html.characters import CJK_LETTER
from maintext.metadata import pattern_lists, phrase_lists, word_lists
from maintext.metadata.moment import word_key

__all__ = [
    "CONNECTORS", "DEGREES", "JOBS", "NAME_PATTERNS", "NOBODY", "NO_NAMES", "OPENING_WORDS", "ORGANISATION",
    "PREPOSITIONS", "WRITING", "find_labels", "is_label_word", "label_beginnings", "may_name_by",
    "opens_byline",
]  # fmt: skip

# Chinese, Japanese and Korean labels end at a colon, a bar, a slash or white space; a writer may put
# spaces between the characters, as in "作　者：".
_HAN = word_lists("han_labels")

# Labels of other scripts: those that need no colon, and those that do.
_WORDS, _COLON_WORDS = phrase_lists("labels"), phrase_lists("colon_labels")


_KIND_OF_HAN = {word: kind for kind, words in _HAN.items() for word in words}
_BEGINNING = 5  # characters of a label that are searched first
_LONGEST_HAN = max(map(len, _KIND_OF_HAN))
_MARK = re.compile(
    r"[\s\u3000]*[:：|｜丨│︱∣❘┃▏/／]|(?<=[文图圖])\s?[·•・](?![\s写撮構取図])|(?<=写真|撮影|執筆)\s?・(?![\s文])|(?<=[\u3400-\u9fff])】|[=＝]|[\s\u3000]+|(?<=[于於])(?=\d)|(?=《)|$"
)
_HAN_CHARACTER = re.compile(r"[\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7a3]|IP")
# Words that are ordinary in sentences too: labels before a colon only.
_BEFORE_COLON = frozenset(
    "来自 來自 转载于 轉載於 原载 原載 原载于 原載於 频道 頻道 板块 版块 专栏 專欄 기자"
    " 报道 報道 报导 報導 采访报道 独家报道 整理报道 研究员 分析师 录入 上传".split()
)
_AFTER_NAMES = frozenset("报道 報道 报导 報導".split())  # 报道：张三, but 记者张三报道：…
# A text of another, without a colon: 以下文章来源于某某 ，作者张三, 本文转载自某报
_SHARED = re.compile(
    r"[※*\s（(【\[]{0,3}(?:以下文章来源于|本文(?:[转轉][载載]?自|来自微信公众号|來自微信公眾號))\s*[:：]?(?!\s*\Z)"
)
_SHARED_WRITER = re.compile(r"，\s*作者[:：]?(?=\s*\w)")
# 制图/张三, but 张三 制图
_BEFORE_MARK = frozenset("制图 製圖 一审 整理 撰写 撰寫 採訪整理 采访整理".split())
_BEFORE_TITLE = frozenset("原载 原載 原载于 原載於 摘自 转载自 轉載自 转自 轉自".split())  # 摘自《某刊》
# 【记者】张三
_BRACKETED = frozenset("author reporter editor responsible_editor photographer source".split())
_BEFORE_SLASH = frozenset("审 審 校 编 編".split())  # 编/张三, but in a court 审：
_OTHER_WORK = re.compile(r"(?:该.|該.|[书書片画畫])$")  # 该书作者：张三, 图片作者：张三
_MAX_GAP = 4  # spaces allowed between two characters of a label, as in 作　　者：


# As find_words ends a word: a vowel sign of Hindi ends it.
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")


def _labels_by_first_word() -> dict[str, list[tuple[str, str, str]]]:
    """Return the labels of other scripts, what follows them and their kinds, the longest first.

    Capital letters often lack accents: ΔΗΜΟΣΙΕΥΣΗ for δημοσίευση.
    """
    found: dict[str, list[tuple[str, str, str]]] = {}
    for phrases, ending in ((_WORDS, r"(?:\s?[:：]|(?!\w))"), (_COLON_WORDS, _COLON)):
        for kind in phrases:
            for phrase in phrases[kind]:
                capitals = word_key(phrase).upper()
                bare = [capitals] if capitals.isupper() and capitals != phrase.upper() else []
                for spelling in (phrase, *bare):
                    first = _FIRST_WORD.findall(spelling.lower())[0]
                    found.setdefault(first, []).append((spelling, ending, kind))
    return {first: sorted(labels, key=lambda label: -len(label[0])) for first, labels in found.items()}


_COLON = r"\s?[:：](?!in(?:nen)?\b)"  # not in Autor:innen
_LABELS = _labels_by_first_word()


@cache  # all are compiled in 70 ms, and a page needs few
def _patterns_of_labels(first: str) -> list[tuple[re.Pattern[str], str]]:
    """Return the patterns of the labels with a first word, and their kinds."""
    found = []
    for phrase, ending, kind in _LABELS[first]:
        words = re.escape(phrase).replace(r"\ ", r"\s+")
        may_stand_alone = kind in _ALONE and not phrase.endswith(_PLURALS)
        alone = rf"|(?m:^){words}[^\S\n]*\n" if may_stand_alone else ""
        found.append((re.compile(f"{words}{ending}{alone}", 0 if phrase.isupper() else re.IGNORECASE), kind))
    return found


# Labels that need no colon in an element of their own; below those of several people is a list.
_ALONE = frozenset({"author", "editor", "published", "modified"})
_PLURALS = ("s", "en", "ori", "ы")


PREPOSITIONS = "by|von|par|por|di|da|door|af|av|przez|oleh|от|автор|του|της|كتب|كتبت|بقلم|โดย|nga|deur"
"""Prepositions before the name of an author: By Ann, von Anna."""
_PREPOSITIONS = frozenset(PREPOSITIONS.split("|"))
_KNOWN = _PREPOSITIONS.union(_LABELS)
_HASHES, _ = build_word_table(dict.fromkeys(_KNOWN, 1))


@lru_cache(maxsize=32)  # a line is read as a whole, then in parts
def find_labels(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return the labels of a line in order: start, end with the colon, kind of the value.

    Ranges do not overlap. Cost O(n_chars).
    """
    found: list[tuple[int, int, str]] = []
    if not text.isascii() and CJK_LETTER.search(text):
        shared = _SHARED.match(text)
        found += _labels_of_shared(text, shared.end()) if shared else _han_labels(text)
    end = 0
    for start, first in _known_words(text):
        for pattern, kind in _patterns_of_labels(first) if start >= end and first in _LABELS else ():
            if match := pattern.match(text, start):
                end = match.end()
                found.append((match.start(), end, kind))
                break
    return tuple(sorted(found))


def label_beginnings(*kinds: str) -> tuple[str, ...]:
    """Return the first five characters of all labels of some kinds, also in capitals."""
    found: set[str] = set()
    for kind in kinds:
        found.update(word[:_BEGINNING] for word in _HAN.get(kind, ()))
        for phrase in (*_WORDS.get(kind, ()), *_COLON_WORDS.get(kind, ())):
            begin = phrase[:_BEGINNING]
            found.update((begin, begin.capitalize(), begin.upper()))
    # What begins with another of them needs no look of its own.
    return tuple(sorted(word for word in found if not any(word[:n] in found for n in range(1, len(word)))))


_OPENING = {"author", "reporter", "editor", "translator", "source"}
OPENING_WORDS = frozenset(
    word for word, labels in _LABELS.items() if not _OPENING.isdisjoint(kind for *_, kind in labels)
).union(_PREPOSITIONS)
"""First words of labels and prepositions that may open a byline, in small letters."""
_OPENING_WORD = re.compile(rf"\W{{0,4}}({_FIRST_WORD.pattern})")


def opens_byline(text: str) -> bool:
    """Return True if a line begins with a word that may open a byline."""
    word = _OPENING_WORD.match(text)
    return word is not None and word[1].lower() in OPENING_WORDS


def may_name_by(text: str) -> bool:
    """Return True if a line has a preposition that may introduce a name: by, von."""
    return any(word in _PREPOSITIONS for _, word in _known_words(text))


@lru_cache(maxsize=32)
def _known_words(text: str) -> list[tuple[int, str]]:
    """Return the words that may begin a label and the prepositions, in small letters, each with its start."""
    found = find_words(text, _HASHES)
    return [(start, word) for start, end in found if (word := text[start:end].lower()) in _KNOWN]


_NAMES = word_lists("names")
NOBODY = frozenset(_NAMES["nobody"])
"""Words in the place of a name that name nobody, also where they are declared: Agencies, mit, publisher."""
_NO_NAME_WORDS = NOBODY.union(_NAMES["no_names"], _NAMES["weekdays"])


def is_label_word(text: str) -> bool:
    """Return True if a text is a label without a value, or a word that is never a name."""
    word = text.lower()
    if word in _NO_NAME_WORDS:
        return True
    first = word.split()[0]
    return first in _LABELS and any(
        pattern.fullmatch(f"{text}:") for pattern, _ in _patterns_of_labels(first)
    )


# Of media, and ranks: 河畔日报全媒体记者 张三, 首席记者 张三.
_MEDIUM_ENDS = tuple(
    "报 報 社 网 網 台 刊 讯 融媒 媒体 媒體 傳媒 传媒 新闻 新聞 客户端 中心 首席 资深 資深 高级 见习".split()
)


def _labels_of_shared(text: str, end: int) -> Iterator[tuple[int, int, str]]:
    yield 0, end, "source"
    writers = [(found.start(), found.end(), "author") for found in _SHARED_WRITER.finditer(text, end)]
    yield from writers
    kinds = {"author"} if writers else set()
    yield from (one for one in _han_labels(text) if one[0] >= end and one[2] not in kinds)


def _han_labels(text: str) -> Iterator[tuple[int, int, str]]:
    end, before = 0, ""
    for mark in _MARK.finditer(text):
        is_space, is_colon = not mark[0].strip(), mark[0].strip() in {":", "："}
        is_title = text.startswith("《", mark.start())
        places = _places_before(text, mark.start(), end, 0 if is_space else _MAX_GAP)
        letters = "".join([text[place] for place in places])
        for n in range(len(places), 0, -1):
            word, start = letters[-n:], places[-n]
            if (kind := _KIND_OF_HAN.get(word)) is None:
                continue
            is_bare = (
                word not in _BEFORE_TITLE
                if is_title
                else word in _BEFORE_COLON and not (is_colon or mark[0] == " /")
            )
            is_bare |= (word in _BEFORE_MARK and is_space) or (word in _BEFORE_SLASH and is_colon)
            # 【记者】好的。 is said in an interview.
            is_credit = kind in _BRACKETED and text[start - 1 : start] == "【" and text[-1] not in "。？！"
            is_bare |= mark[0] == "】" and not is_credit
            is_bare |= word in _AFTER_NAMES and _follows_names(text, start, before)
            follows = start > end and _HAN_CHARACTER.match(text[start - 1]) is not None
            if follows and is_title and text.endswith("本文", 0, start):
                follows = False  # 本文原载于《某刊》
            if follows and kind == "reporter" and text.endswith(_MEDIUM_ENDS, 0, start):
                follows = False  # 河畔日报记者 张三
            if follows and kind == "published" and not is_colon:
                continue  # 来源：河畔发布 | 编辑：张三
            is_vague = n == 1 and is_space and not (word == "글" and start == end == 0 and "사진" in text)
            is_vague &= not start == end > 0 or before != "photographer"  # 图/文 张三
            is_split = places[-1] - start >= n  # 文/张小文 图/李四: two labels
            is_split |= word == "作者" and _OTHER_WORK.search(text[max(start - 2, 0) : start]) is not None
            if is_bare or (follows and (is_space or n == 1 or is_split)) or is_vague:
                continue
            if _is_quoted(text, start, mark.end(), follows=follows):
                break
            if start == end > 0 and before in WRITING and kind == "photographer":  # 文/图：, 文·图：
                kind = before
            end = mark.end()
            yield start, end, kind
            before = kind
            break


def _follows_names(text: str, start: int, before: str) -> bool:
    """Return True if CJK text that no label introduces, or reporters, stand before a word."""
    return before in {"", "reporter"} and _HAN_CHARACTER.match(text[:start].rstrip()[-1:]) is not None


_OPENING_QUOTES = frozenset('“「『"')


def _is_quoted(text: str, start: int, end: int, *, follows: bool) -> bool:
    """Return True for a word in prose: 凡注明“来源：某网”的作品, or before what is quoted: 发出的文字：“…."""
    in_quotes = start > 1 and text[start - 1] in _OPENING_QUOTES
    in_quotes |= text.startswith(("注明", "註明", "标明", "標明"), max(start - 2, 0))  # 转载请注明出处：某网
    return in_quotes or (follows and text[end : end + 1] in _OPENING_QUOTES)


WRITING = frozenset({"author", "reporter"})
"""Kinds of labels that introduce who signs a text."""


def _places_before(text: str, position: int, start: int, most_gap: int) -> list[int]:
    """Return the positions of the label characters before a mark, white space and points skipped."""
    places: list[int] = []
    gap = 0
    while position > start and len(places) < _LONGEST_HAN and gap <= most_gap:
        position -= 1
        if text[position].isspace():  # also &nbsp; and &emsp;
            gap += 1
        elif text[position] in "、・·":  # 文、图/, 取材・文
            continue
        elif _HAN_CHARACTER.match(text[position]) or text[position] in "IP":
            places.append(position)
            gap = 0
        else:
            break
    return places[::-1]


_JOINED = r"(?:and|und|et|y|e|i|и|και|en|och|og|ve|with|mit|con|avec)(?=\s)"
CONNECTORS = re.compile(
    rf"\s*(?:[,;，;；、&＆|｜\n•·](?-i:\s*(?:AND\s|{_JOINED}))?|(?<![a-zäöü])/|/(?![a-zäöü])|\s{_JOINED}|[和与與及])\s*",
    re.IGNORECASE,
)
"""Separators between two names; a slash between abbreviations is part of one: srf/abcd."""

NAME_PATTERNS = pattern_lists("name_patterns")
"""Patterns of jobs, media, offices and other words that are no names, by kind."""
ORGANISATION = re.compile(f"(?:{NAME_PATTERNS['organisations']})$")
"""Endings of names of Chinese media and offices."""

JOBS = re.compile(rf"(?<!\w)(?:{NAME_PATTERNS['jobs']})(?!\w)", re.IGNORECASE)
"""Job titles and the words of institutes, which follow a name but are not part of it."""

_DEGREE = (
    r"(?:ph\.?d|m\.?d|mba|msc|m\.?s|b\.?s|b\.?a|m\.?a|rdn?|ldn|rn|dds|dvm|d\.?o|cfa|cpa|cfp|esq|jr|sr|faclm|fand"
    r"|e-ryt \d+|mph|cpt|facp|lcsw|pharmd|ii|iii|iv)\.?"
)
DEGREES = re.compile(rf"{_DEGREE}(?:\s{_DEGREE})*", re.IGNORECASE)
"""Degrees, certificates and the like that belong to the name before them: Ann Example, M.D."""

NO_NAMES = re.compile(
    rf"(?:https?:|www\.|@|\.(?:com|org|net|cn|de)\b|©|\b(?:{NAME_PATTERNS['no_names']})\b)", re.IGNORECASE
)
"""Patterns that exclude a text from being a name."""
