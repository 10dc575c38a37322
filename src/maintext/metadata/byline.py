"""Parse a byline: authors, dates, source, tags and categories in a line near the headline.

    来源：新华网　作者：张三　2024年5月1日 10:20　责任编辑：李四
    By Ann Example and Bob Sample | Updated May 1, 2024 at 3:20 pm

A line is cut at its labels (来源, 作者, ``By``, ``Updated`` …) and its dates, in whatever order they come.
The words are in :mod:`~maintext.metadata.byline_words`. A line break in the text marks the end of an
element: a weak end of a value.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from maintext.html.characters import CJK_LETTER
from maintext.metadata import word_lists
from maintext.metadata.byline_words import (
    CONNECTORS,
    DEGREES,
    JOBS,
    NAME_PATTERNS,
    NO_NAMES,
    ORGANISATION,
    PREPOSITIONS,
    WRITING,
    find_labels,
    is_label_word,
    may_name_by,
)
from maintext.metadata.candidate import AGENCIES, Candidate, Person
from maintext.metadata.dateline import (
    VERBS,
    bare_names,
    closing_people,
    dateline_people,
    is_han_name,
    join_japanese_names,
    join_spaced_name,
    medium_before_reporter,
    split_work,
)
from maintext.metadata.moment import OTHER_DATE, DateOrder, Moment, find_moments
from maintext.metadata.page_dates import find_relative_date

__all__ = [
    "MAX_TERMS", "ROLES", "LineLink", "clean_term", "is_medium", "may_be_labelled", "parse_byline",
    "split_people", "without_media",
]  # fmt: skip


def _medium_before_reporter(text: str) -> str:
    """Return the medium before its reporter (新京报 · 记者 韩梅梅); ``""`` for none or "our own"."""
    name = medium_before_reporter(text)
    is_short = len(name) == 2 and name[1] in "报報" and name[0] not in "本日早晚晨"  # 明报
    return name if is_short or is_medium(name) else ""


def without_media(people: list[Person]) -> tuple[list[Person], list[str]]:
    """Split a list of people into people, and names of media and offices.

    An agency by its Latin name stays among the people if nobody else is named.
    """
    media = [one.name for one in people if is_medium(one.name)]
    others = [one for one in people if one.name not in media]
    is_agency = all(one.lower() in AGENCIES for one in media)
    return (others, media) if others or not is_agency else (people, [])


def is_medium(name: str) -> bool:
    """Return True if a name ends like that of a medium or office, or is that of an agency."""
    return name.lower() in AGENCIES or (len(name) > 2 and ORGANISATION.search(name) is not None)


MAX_TERMS = 30
"""Tags that one text has; what has more is a list of all tags of the site."""

_MAX_TERM_CHARS, _MAX_TERM_WORDS = 40, 5  # of one name
_MAX_PLAIN = 120  # characters of names that are no links
_BETWEEN_TERMS = re.compile(r"[\s\u3000,，、;；/·•#&+]*(?:(?:and|und|et|y|e|i|и|和|与)\s+)?#?", re.IGNORECASE)
_TERMS_END = re.compile(r"[|｜。！？\[\]【】]|\s[-–—]\s")
_TERM_SEPARATOR = re.compile(r"[,，、;；/·•\n#]+")
_AROUND_TERM = " \t\n\u3000\xa0,，、;；:：#·•\"'“”[]【】«»‹›<>→"
# Texts of links that are no names: to edit, to comment, to see all.
_NO_TERM = re.compile(NAME_PATTERNS["no_terms"], re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LineLink:
    """A link within a line: the character range of its text, and its URL."""

    start: int
    end: int
    url: str


def clean_term(text: str) -> str:
    """Return the name of a tag or category without marks around it; ``""`` for other text."""
    name = " ".join(text.split()).strip(_AROUND_TERM)
    is_short = len(name) <= _MAX_TERM_CHARS and name.count(" ") < _MAX_TERM_WORDS
    return name if is_short and not _NO_TERM.fullmatch(name) else ""


def may_be_labelled(text: str) -> bool:
    """Return True if a line may state a value with a label, by its words alone."""
    is_posted = _POSTED.match(text) is not None or _FIRST_PUBLISHED.search(text) is not None
    return is_posted or may_name_by(text) or any(kind != "other" for *_, kind in find_labels(text))


def _terms_after_label(text: str, part: _Part, links: Sequence[LineLink]) -> list[str]:
    """Return the tags or categories after a label, in order; ``[]`` for prose or more than 30.

    - ``links``: links of the line. After a label without a colon only links count, because prose has these
      words too.
    """
    value, end = part.value_start, part.end
    inside = [link for link in links if value <= link.start and link.end <= end]
    has_colon = any(mark in text[part.start : value] for mark in ":：于於")  # 分类于 随笔
    if CJK_LETTER.search(text, part.start, value) and not has_colon:
        return []  # 分类 标签 归档: a menu
    plain = text[value:end] if has_colon else ""
    names = _linked_terms(text, value, inside) if inside else _split_plain_terms(plain)
    found = list(dict.fromkeys(filter(None, names)))
    return found if len(found) <= MAX_TERMS else []


def _linked_terms(text: str, at: int, links: list[LineLink]) -> list[str]:
    """Return the texts of consecutive links with only separators between them."""
    names = []
    for link in links:
        if not _BETWEEN_TERMS.fullmatch(text, at, link.start):
            break
        names.append(clean_term(text[link.start : link.end]))
        at = link.end
    return names


def _split_plain_terms(text: str) -> list[str]:
    """Split names at separators, or at spaces if they are Chinese, Japanese or Korean."""
    text = _FULL_STOP.sub("", _TERMS_END.split(text.strip(_AROUND_TERM))[0])
    if len(text) > _MAX_PLAIN:
        return []
    pieces = _TERM_SEPARATOR.split(text)
    if len(pieces) == 1 and CJK_LETTER.search(text):
        pieces = text.split()
    names = [clean_term(piece) for piece in pieces if piece.strip(_AROUND_TERM)]
    return names if all(names) else []


ROLES = {
    role: role
    for role in "author reporter editor responsible_editor photographer illustrator translator".split()
}
ROLES["poster"] = "author"  # where nobody else is named
"""Kinds of labels that introduce people, with the roles of these."""

_MAX_CHARS = 400  # of a line that may be a byline
_SPACES = re.compile(r"\s+")


class _Part(NamedTuple):
    """A label (or date) of a line and the text up to the next one."""

    kind: str
    start: int
    value_start: int
    end: int


def parse_byline(
    text: str,
    *,
    links: Sequence[LineLink] = (),
    row: int = -1,
    reference: Moment | dt.datetime | None = None,
    order: DateOrder = "mdy",
    numeric: bool = True,
) -> list[Candidate]:
    """Return the values stated by a byline, in order; ``[]`` for text over 400 characters.

    Fields: ``author`` (one Person with a role per candidate), ``published``, ``modified``, ``source``,
    ``source_url``, ``original_title``, ``tag``, ``category``. Origins: ``byline:label`` for a labelled value,
    ``byline:poster`` for who uploaded the text, ``byline:place`` for a date or name without a label,
    ``byline:relative`` for a date that needs the ``reference`` (昨天, 3 hours ago, 05-01); dates in prose do
    not count.

    - ``text``: the line. A line break marks the end of an element.
    - ``links``: links in the line; the one around the source gives ``source_url``.
    - ``row``: row of the page to note in the candidates.
    - ``reference``, ``order``: as for :func:`~maintext.metadata.moment.parse_moment`.
    - ``numeric``: as for :func:`~maintext.metadata.page_dates.find_yearless`.
    """
    if len(text) > _MAX_CHARS:
        return []
    absolute = _absolute_dates(text, reference=reference, order=order)
    relative = _relative_date(text, absolute, reference, numeric=numeric, order=order)
    dates = {start: (moment, "byline:relative") for start, _, moment in relative}
    dates.update((start, (moment, "")) for start, _, moment in absolute)
    parts = _with_other_work(text, _cut_line(text, [*absolute, *relative]))
    found: list[Candidate] = []
    media: list[str] = []  # named among people
    labels = [*parts[1:], None] if _has_labels_after(text, parts) else [None, *parts]
    for label, part in zip(labels, parts, strict=False):
        if part.kind == "moment":
            field, origin = _moment_field(text, label, part)
            moment, of_relative = dates[part.start]
            found.append(Candidate(field, moment, of_relative or origin, row))
        elif part.kind != "poster" and not _is_in_menu(part, links):
            found += _read_labelled(text, part, links, row, media)
    if not any(one.names_writer for one in found):  # else 原作者 counts, not 发布者
        posters = [part for part in parts if part.kind == "poster"]
        named = [one for part in posters for one in _read_labelled(text, part, links, row, media)]
        found += [replace(one, origin="byline:poster") for one in named]
    if not any(one.field == "author" for one in found):
        found += _unlabelled_people(text, parts, links, row)
    if not any(one.field == "source" for one in found):
        media += filter(None, [_medium_before_reporter(text)])
        named = [Candidate("source", name, "byline:place", row) for name in media[:1]]
        may_name = not any(one.field == "author" for one in found)
        found += named or _unlabelled_source(text, parts, row, may_name=may_name)
    return found


def _unlabelled_people(text: str, parts: list[_Part], links: Sequence[LineLink], row: int) -> list[Candidate]:
    """Return who is named next to a date, in a dateline, or in the bracket after date and source."""
    # Of cnblogs: posted @ 2024-05-01 10:20 张三 阅读(12)
    if links and _POSTED.match(text) and _COUNTS.match(text, links[0].end):
        people = split_people(text[links[0].start : links[0].end])
        if people:
            return [Candidate("author", people[0], "byline:label", row)]
    people = _named_next_to_date(text, parts) or dateline_people(text, _unlabelled_pieces(text, parts))
    if not people and any(part.kind in {"moment", "source"} for part in parts):
        people = closing_people(text)  # 2024-05-01 来源：某报 [张三]
    return [Candidate("author", person, "byline:place", row) for person in people]


_POSTED = re.compile(r"\s*(?:posted @|发布于|发表于)", re.IGNORECASE)
_POSTED_BY = re.compile(r"由?\s*([\u3400-\u9fff]{2,4}?)\s*[发發][布佈表][于於]")  # 张三 发布于 2024-05-01
_COUNTS = re.compile(r"[\s|·]*(?:阅读|浏览|评论|views|comments)", re.IGNORECASE)
_COUNT_AT_END = re.compile(r"[|｜·\s]*\d[\d.,万w+]*次?$")
# Mon, 6 May 2024 · 3 min · 650 words · Ann Lee
_BETWEEN_PARTS = re.compile(r"\s*[|·•]\s*|\s[-–—]\s")
_NO_PART = re.compile(r"\W*|\d[\d.,]*\s(?:min(?:ute)?s?(?:\sread)?|words)")
_CLOCK_ALONE = re.compile(r"^\s*(?:at|à|um|às|a las|alle)?\s*\d\d?\s?[h:.]\s?\d\d\s*$")  # mis à jour à 19h05


# Ann Lee | 1 May 2024, 01.05.2024 - Anna Beispiel, 原创 张三 2024-05-01
def _named_next_to_date(text: str, parts: list[_Part]) -> list[Person]:
    """Return the person whose name and the date are the whole line, with a mark between them.

    Next to a Chinese name there may be a count, and no mark.
    """
    if (posted := _POSTED_BY.match(text)) and is_han_name(posted[1]):
        return split_people(posted[1])
    kinds = {part.kind for part in parts}
    if not parts or not kinds <= {"moment", "published", "modified", "other"}:
        return []
    after = _CLOCK_ALONE.sub("", text[parts[-1].value_start :])
    rest = " ".join([*text[: parts[0].start].split(), *after.split()])
    pieces = " ".join(_unlabelled_pieces(text, parts))
    bare = _COUNT_AT_END.sub("", pieces).strip("|｜·•–—- \n\xa0\u3000")
    if len(bare) > 2 and is_han_name(bare):  # of two characters most are other words
        return [Person(bare)]
    others = [one for one in _BETWEEN_PARTS.split(rest) if not _NO_PART.fullmatch(one)]
    named = [one for one in others if not is_label_word(one.rstrip(","))]
    name = " | ".join(named).removeprefix("原创").strip("|·•–—- \xa0")
    is_alone = name != rest and name.count(" ") in {1, 2} and name.istitle()
    is_alone |= rest.startswith("原创")
    return [one for one in split_people(name) if one.name == name] if is_alone else []


def _unlabelled_pieces(text: str, parts: list[_Part]) -> list[str]:
    """Return the text before the first label or date, and after each date."""
    first = parts[0].start if parts else len(text)
    after = [text[part.value_start : part.end] for part in parts if part.kind in {"moment", "source"}]
    return [piece for piece in (text[:first], *after) if piece.strip()]


_OTHER_WORK = frozenset({"photographer", "illustrator", "editor", "responsible_editor"})


def _with_other_work(text: str, parts: list[_Part]) -> list[_Part]:
    """Return the parts, reporters right after a label of other work in that role: 摄影：某报记者 张三."""
    found = parts[:1]
    for label, part in pairwise(parts):
        office = text[label.value_start : label.end].strip(" \u3000\n")
        is_other = part.kind == "reporter" and label.kind in _OTHER_WORK and (not office or is_medium(office))
        found.append(part._replace(kind=label.kind) if is_other else part)
    return found


def _read_people(text: str, role: str) -> list[Person]:
    """Return the people after a label; who takes the pictures in that role: 通讯员 张三 文 李四 摄."""
    writers, others, other = (split_work(text) if role in WRITING else None) or (text, "", "")
    return split_people(writers, role) + split_people(others, other)


_NOWHERE = ("javascript:", "#")
# What a reporter says in an interview: 记者：谢谢。请问…？
_SPOKEN = re.compile(r"\s*(?:[谢謝]{2}|[请請][问問]|[您你]好|[^。，|｜\s)）】]*[？！])")


def _is_in_menu(part: _Part, links: Sequence[LineLink]) -> bool:
    """Return True if a label of a role is a link right before one to another page: Authors: Newsletter.

    Links that lead nowhere are buttons, each of its own: 编辑 锁定.
    """
    return part.kind in ROLES and any(
        label.start <= part.start < label.end < part.value_start
        and value.start <= part.value_start + 1
        and (value.url != label.url or label.url.startswith(_NOWHERE))
        for label, value in pairwise(links)
    )


def _read_labelled(
    text: str, part: _Part, links: Sequence[LineLink], row: int, media: list[str]
) -> list[Candidate]:
    """Read the value after one label; append agencies named among people to ``media``."""
    if part.kind in ROLES:
        role = ROLES[part.kind]
        value = text[part.value_start : part.end]
        value = "" if _SPOKEN.match(value) else _first_segments(value)
        named = _read_people(value, role)
        if named and named[-1].name[-1] == text[part.end - 1] and not is_han_name(named[-1].name):
            named = named[: -1 if part.end < len(text) else None]  # 记者：张三　某报编辑：李四
        people, named_media = without_media(named)
        media += named_media if role in WRITING else []
        role = "agency" if role in WRITING else role  # Photo: Ann Lee / dpa
        people += [Person(name, role) for name in named_media if name.lower() in AGENCIES]
        return [Candidate("author", person, "byline:label", row) for person in people]
    if part.kind == "source":
        return _read_source(text, part, links, row)
    if part.kind in {"tag", "category"}:
        names = _terms_after_label(text, part, links)
        return [Candidate(part.kind, name, "byline:label", row) for name in names]
    if part.kind == "original_title" and (title := _strip_around_title(text[part.value_start : part.end])):
        return [Candidate("original_title", title, "byline:label", row)]
    return []


# 自2024年6月1日起施行, 2024年5月6日至10日
_OF_PERIOD = re.compile(r"\s?(?:起|之?前|止|[至到~～—–-]+\s?\d{1,2}\s?[月日号號])")
_TO = re.compile(r"\s*(?:[至到~～—–-]+|to|bis)\s*")  # between the ends of a period


def _absolute_dates(text: str, **reading: Any) -> list[tuple[int, int, Moment]]:
    """Return the absolute dates in a line (no reference date needed), without those of other things."""
    dates = find_moments(text, **reading)
    spans = [pair for pair in pairwise(dates) if _TO.fullmatch(text, pair[0][1], pair[1][0])]
    ends = {one for pair in spans if len({str(one[2])[:10] for one in pair}) > 1 for one in pair}
    shown = [one for one in dates if one not in ends and not OTHER_DATE.search(text, 0, one[0])]
    found = [one for one in shown if not _OF_PERIOD.match(text, one[1])]
    if len(found) != 1 or reading["reference"] is None:  # a relative date is the only one of its line
        return found
    starts = {start for start, _, _ in find_moments(text, **{**reading, "reference": None})}
    return [one for one in found if one[0] in starts]


def _relative_date(
    text: str,
    absolute: list[tuple[int, int, Moment]],
    reference: Moment | dt.datetime | None,
    *,
    numeric: bool,
    **reading: Any,
) -> list[tuple[int, int, Moment]]:
    """Return the relative date of a line, unless an absolute one states the publication."""
    if reference is None or any(not _says_changed(text[:start]) for start, _, _ in absolute):
        return []
    for start, end, _ in find_moments(text, **reading):
        text = f"{text[:start]}{'|' * (end - start)}{text[end:]}"
    found = find_relative_date(text, reference, numeric=numeric, **reading)
    return [one for one in found if not OTHER_DATE.search(text, 0, one[0])]


def _says_changed(before: str) -> bool:
    """Return True if the label right before a date is one of modification."""
    labels = find_labels(before)
    return bool(labels) and labels[-1][2] == "modified" and len(before) - labels[-1][1] <= _MAX_BEFORE_DATE


_MAX_BEFORE_DATE = 12  # characters between a label and its date


# -- cutting the line ---------------------------------------------------------------------------------

# Prepositions before a name, at the start of the line or after a separator: By Ann, Von Anna, 文 is a
# label.
_BY = re.compile(
    rf"(?:^|(?<=[\n|·•–—,(【\[])|(?<=\d[ap]m)|(?<=\d\s[ap]m)|(?<=\s[-/]\s))\s*(?i:{PREPOSITIONS})\s+(?:-\s)?"
    r"(?=[^\W\d_]*[^\W\d_a-zа-яα-ω]|d['’]|de |van |von )"
)
# The same with any name, user names too, after a date or at the start: July 1, 2024 by infuy.
# Words that sentences have in these places too come before capitals only: Funnet 6. mai av politiet.
_BY_ANY = re.compile(
    r"(?:^|(?<=[\s\d]))(?:(?i:by|von|par|por|door)\s+(?=[^\W\d_])|(?i:av|af|przez|oleh)\s+(?=[^\W\d_a-zæøåäöąćęłńóśźż]))"
)


def _cut_line(text: str, moments: list[tuple[int, int, Moment]]) -> list[_Part]:
    """Cut a line into labels and dates, each with its value up to the next one."""
    marks = [(start, end, "moment") for start, end, _ in moments]
    labels = [*find_labels(text)]
    if may_name_by(text):
        labels += _prepositions_as_labels(text, moments)
    for start, end, kind in sorted(labels, key=lambda label: (label[0], -label[1])):
        if all(end <= other_start or start >= other_end for other_start, other_end, _ in marks):
            marks.append((start, end, kind))
    marks.sort()
    ends = [start for start, _, _ in marks[1:]] + [len(text)]
    return [_Part(kind, start, value, end) for (start, value, kind), end in zip(marks, ends, strict=False)]


def _prepositions_as_labels(
    text: str, moments: list[tuple[int, int, Moment]]
) -> Iterator[tuple[int, int, str]]:
    """Yield prepositions before names as labels of authors."""
    yield from ((match.start(), match.end(), "author") for match in _BY.finditer(text))
    ends = {0, *(end for _, end, _ in moments)}
    for match in _BY_ANY.finditer(text):
        if len(text[: match.start()].rstrip(" \n,|·•-")) in ends:
            yield match.start(), match.end(), "author"


_FIRST_PUBLISHED = re.compile(r"\s?首次发布")


def _has_labels_after(text: str, parts: list[_Part]) -> bool:
    """Return True if a line of dates ends with the label of the last one: 5月1日 发布 5月2日 更新."""
    dated = [part for part in parts if part.kind == "moment" or part.kind in _DATED]
    if len(dated) < 3 or dated[0].kind != "moment":
        return False
    # A colon shows that the dates come after their labels: 5月2日 发布日期：5月1日 修改.
    labels = [text[part.start : part.value_start] for part in dated if part.kind in _DATED]
    last = text[dated[-1].start : dated[-1].end].rstrip(" \n\u3000|)）")
    return last in _LABELS_AFTER and not any(label.endswith((":", "：")) for label in labels)


_DATED = frozenset({"published", "modified"})
_LABELS_AFTER = frozenset("发布 發布 發佈 发表 公開 更新 修改".split())


def _moment_field(text: str, label: _Part | None, date: _Part) -> tuple[str, str]:
    """Return field and origin of a date from the label next to it; published without one."""
    if _FIRST_PUBLISHED.match(text, date.value_start):
        return "published", "byline:label"
    if label is not None and label.kind in _DATED:
        first, second = sorted((label, date), key=lambda part: part.start)
        between = text[first.value_start : second.start]
        if len(between.strip(" \n:：,·-–—()（[")) <= _MAX_BEFORE_DATE:
            return label.kind, "byline:label"
    return "published", "byline:place"


def _strip_marks(text: str) -> str:
    """Collapse white space, and strip marks and brackets at the ends."""
    return _SPACES.sub(" ", text).strip(" \t\n\u3000|｜/／·•-–—_:：,，;；、。()（）[]［］【】<>《》»«\"“”'#")


def _strip_around_title(text: str) -> str:
    """Strip marks at the ends of a title, but quotation marks; ``""`` if nothing else is left."""
    title = _SPACES.sub(" ", _until_closing(text)).strip(" \t\n\u3000|｜/／·•-–—_:：,，;；、。")
    return title if _strip_marks(title) else ""


_HARD_END = re.compile(r"(?<=\s)[|｜](?=\s)|[。！？]|\s{3,}")
_OPENING, _CLOSING = frozenset("（([［【《"), frozenset("）)]］】》")


def _until_closing(text: str) -> str:
    """Cut a text at the first closing bracket that was not opened in it."""
    depth = 0
    for i, character in enumerate(text):
        depth += (character in _OPENING) - (character in _CLOSING)
        if depth < 0:
            return text[:i]
    return text


def _first_segments(text: str) -> str:
    """Cut a text after its last name; only "and" or a first name alone continues past an element."""
    taken = ""
    for segment in re.split(r"\n+", _HARD_END.split(_until_closing(text))[0]):
        stripped = segment.strip(" \u3000\t")
        if not stripped:
            continue
        if taken and not _is_continued(taken, stripped):
            break
        taken += f" {stripped}"
    return taken.strip()


def _is_continued(taken: str, segment: str) -> bool:
    last = taken.strip()
    if CONNECTORS.match(f" {segment} ") or is_medium(last) or is_han_name(segment):
        return True
    if last[-1:] in ",;、，&/" or (CONNECTORS.search(f" {last[-5:]} ") and last.split()[-1].islower()):
        return True
    return f"{last}{segment}".isalpha() and last.istitle() and segment.istitle()


# -- people -------------------------------------------------------------------------------------------

_HAN = re.compile(r"[\u3400-\u9fff]")
_HAN_NAME = re.compile(r"[\u3400-\u9fff]{2,4}|[\u3400-\u9fff]{1,8}(?:[·•・][\u3400-\u9fffA-Z.]{1,8}){1,3}")
_HAN_LEAD = re.compile(r"^.{0,12}(?:记者|記者|通讯员|通訊員|编辑|作家|作者)(?=.{2})[：:\s]*")
_HAN_END = re.compile(
    r"(?:报道|報道|報導|报导|摄影报道|摄|攝|撰文|文|图|编辑|编译|发自.{0,6}"
    r"|综合报道|实习生|等|/文|/图|(?<=[\u3041-\u30ff\u3400-\u9fff]{4})記者)$"
)
_ADDRESS = re.compile(r"https?:\S+|www\.\S+|\S+@\S+|(?<!\w)@\w+")
_KOREAN_JOB = re.compile(r"(?<=[가-힣])\s+(?:[가-힣]{0,4}(?:기자|특파원|논설위원)|제공)(?=$|\s*[,·、])")
_HAN_OFFICE = re.compile(
    r"(?:记者|記者|作者|编辑|編輯|评论员|研究员|教授|编译|作家|主编|通讯员|撰稿人|特派[员員]|編集委員|論説委員)$"
)
_BRACKETS = re.compile(r"[（(\[【<].{0,80}?(?:[）)\]】>]|$)")
_LEAD = re.compile(
    r"^(?:(?:written|posted|published|story|words|text|photos?|edited|reviewed|submitted|created|reported|started)\s+)?"
    rf"(?:{PREPOSITIONS}|από)[:\s]+|^(?:mr|mrs|ms|sir|dame|rev|hon)\.?\s+",  # degrees stay
    re.IGNORECASE,
)
# Quotation marks around a by-name, and pictures: Ann “Sunny” Lee, Ann Lee 🌊
_NAME = re.compile(
    r"[^\W\d_][\w\u0900-\u0dff\u0e01-\u0e4e.'’`\-·&+ #!\"“”„\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]{0,59}"
)
_HANDLE = re.compile(r"[\w.\-]{2,30}|[a-zäöü]{2,5}(?:/[a-zäöü]{2,5}){1,3}")
_PARTICLES = frozenset(word_lists("names")["particles"])


def split_people(text: str, role: str = "author") -> list[Person]:
    """Split an author string into people, without "by", jobs, URLs and brackets.

    Degrees stay with the name, as written: ``Ann Example, M.D.`` A single word counts as a user name if it
    looks like one. ``[]`` if no name is left, and for texts over 400 characters.
    """
    return [Person(name, role) for name in _split_names(text, role == "author")]


@lru_cache(maxsize=64)  # a page names its author in several places
def _split_names(text: str, may_be_pen_name: bool) -> tuple[str, ...]:
    if not 1 < len(text) <= _MAX_CHARS:
        return ()
    text = _KOREAN_JOB.sub("", _ADDRESS.sub(" ", text).strip())
    labels = find_labels(text)
    if labels and labels[0][0] == 0 and labels[0][2] in ROLES:
        text = text[labels[0][1] :]
    plain = _LEAD.sub("", _BRACKETS.sub(" ", text).strip())
    names = _han_names(plain, may_be_pen_name) if _HAN.search(plain) else _western_names(plain)
    return tuple(dict.fromkeys(names))


def _han_names(text: str, may_be_pen_name: bool) -> list[str]:
    text = _REFERENCE.sub("", text)
    text = _STAFF_NUMBER.sub("", _REPORTED_FROM.sub("", join_japanese_names(join_spaced_name(text))))
    whole = _strip_marks(text)
    pieces = re.split(
        r"[\s\u3000、，,;；/／|｜&＆▪]+|(?<=[\u3400-\u9fff]{2})(?<!以)[和与與及](?=[\u3400-\u9fff]{2})", whole
    )
    names: list[str] = []
    for piece in pieces:
        without = _HAN_LEAD.sub("", piece)
        is_name = without[-1:] == "文" and is_han_name(without) and not any(map(_DREW.search, pieces))
        without = without if is_name else _HAN_END.sub("", without)  # 冯志文 is a name as well
        if _UNKNOWN_LABEL.match(without):
            break  # a word before a colon is an unknown label
        if _WORK_WITHOUT_COLON.fullmatch(piece) and names:
            break
        if _HAN_OFFICE.search(piece) and piece != pieces[-1]:
            continue
        bare = _strip_marks(without)
        is_ended = piece[-1:] in _WORK_ENDS and len(piece) > _MAX_SIGNED and not is_han_name(bare)
        bare = _strip_marks(piece) if is_ended or len(bare) < 2 else bare  # 王文 is a name, not a text by 王
        if _NOBODY.fullmatch(bare) or (names and _REPORTS.search(piece)):
            continue
        if _HAN_NAME.fullmatch(bare) and not NO_NAMES.search(bare):
            names.append(bare)
        elif names:
            break
        elif may_be_pen_name and _is_pen_name(bare):
            names.append(bare)
        elif VERBS.search(piece):  # 记者 日前从有关部门获悉，各地区…
            break
    return names


# Labels without a colon of what else is done for a text: 记者 张三 剪辑 李四.
_WORK_WITHOUT_COLON = re.compile(NAME_PATTERNS["other_work"])
# The signs of notes after the authors of a journal: 张三1, 李四1,2*
_REFERENCE = re.compile(r"(?<=[\u3400-\u9fff]{2})\s?(?:\d(?:[,，]\d){0,3}[*†]?|[*†])(?=\s*(?:$|[，,、;；]))")
_DREW = re.compile("[图圖摄攝]影?$")  # 张三文 李四图, 张三文/图
_WORK_ENDS, _MAX_SIGNED = frozenset("文图圖摄攝"), 4  # characters of a name and such an end
_REPORTS = re.compile("(?:报道|報道|報導|报导)$")  # 张三 北京报道
_REPORTED_FROM = re.compile(r"\s?[／/∕⁄]\s?[\u3400-\u9fff]{2,4}(?:報導|报导|報道)$")  # 張三 / 台北報導
_UNKNOWN_LABEL = re.compile(r"[^:：]{1,12}[:：](?!//)")
_NOBODY = re.compile(NAME_PATTERNS["nobody"])
_HAN_SENTENCE = re.compile(r"[，。！？；：“”]|\d{5}|\d[年月日]|^\d+$")
_FUNCTION_CHARACTER = re.compile("[的了是在]")  # in pen names of a few characters only
_MAX_PEN_NAME, _MAX_PHRASE = 16, 8
_STAFF_NUMBER = re.compile(r"(?<=[\u3400-\u9fff])_[A-Z]{1,3}\d{1,6}(?![A-Za-z0-9])")  # 责任编辑：张三_N1234
_HAN_NO_NAME = re.compile(f"^(?:{NAME_PATTERNS['no_pen_names']})")


def _is_pen_name(text: str) -> bool:
    is_phrase = len(text) > _MAX_PHRASE and _FUNCTION_CHARACTER.search(text)
    fits = 1 < len(text) <= _MAX_PEN_NAME and not is_phrase
    return fits and not _HAN_SENTENCE.search(text) and not _HAN_NO_NAME.match(text)


_NAME_END = re.compile(
    r"\s(?:at|on|in|[Ff]or|via|[Ff]rom|um|am|le|il|vor|last|updated|published|posted|is|was|has)\s|\s(?:on|at|am|le|il|el|em|op|den)$|\s[-–—]\s|\s\d|(?<=[a-z]{3})[.!?]\s(?=[A-Z])"
)


# Ann Lee in New York and Bob Roe in Rome
_IN_PLACE = re.compile(r"\sin(?:\s[A-ZÀ-Þ][\w.'’-]{1,20}){1,3}(?=\s(?:and|&)\s|,\s)")
_BEFORE_AGENCY = re.compile(rf"([A-ZÄÖÜ]\w+)/(?=(?i:{'|'.join(sorted(AGENCIES))})\b)")  # Ann Lee/dpa
# By Ann Lee The Associated Press: an agency whose name is no surname
_LAST_AGENCIES = (*(one for one in AGENCIES if " " in one), "reuters")
_THEN_AGENCY = re.compile(rf"^(\s*\S+ [^,;/\n]{{2,60}}?)\s+({'|'.join(_LAST_AGENCIES)})\s*$", re.IGNORECASE)
_IS_DOMAIN = re.compile(r"^\s*[\w-]{2,40}(?:\.[\w-]{2,40}){0,3}\.[a-z]{2,4}\s*$", re.IGNORECASE)


def _western_names(text: str) -> list[str]:
    names: list[str] = []
    text = _NAME_END.split(_IN_PLACE.sub("", text))[0]
    text = _BEFORE_AGENCY.sub(r"\1 / ", text) if "/" in text else text
    text = _THEN_AGENCY.sub(r"\1, \2", text) if text.rstrip().lower().endswith(_LAST_AGENCIES) else text
    pieces, marks = CONNECTORS.split(f" {text} "), ["", *CONNECTORS.findall(f" {text} ")]
    if _IS_DOMAIN.search(pieces[0]):  # example.de, Frankfurt, Germany: an address
        return names
    for i, piece in enumerate(pieces, 1):
        if i < len(pieces) and piece.rstrip().endswith((":", "：")):
            continue  # an unknown label
        name = _LEAD.sub("", _strip_marks(piece))
        name = _FULL_STOP.sub("", name) if " " in name else name
        is_office = names and name.lower() not in AGENCIES and _is_office(name, names[-1], marks[i - 1])
        is_job = is_office or (names and JOBS.search(name))
        if names and DEGREES.fullmatch(name):
            names[-1] = f"{names[-1]}, {name}"
        elif not name or is_job:
            continue
        elif _is_name(name):
            names.append(name)
        elif names or _is_phrase(name):
            break
    return names


def _is_office(name: str, before: str, mark: str) -> bool:
    """Return True if what follows a name is where its owner works: Ann Lee, ABC News; Ann Lee, Berlin."""
    is_word = " " in before and " " not in name and mark.strip() in {"", ",", "/", "|"}
    is_place = is_word or (" " in name and name[0].islower())  # Ana Paz, do Rio
    is_abbreviated = not before.isupper() and _ABBREVIATION.match(name) is not None
    return is_place or is_abbreviated or name.startswith("The ")


_ABBREVIATION = re.compile(r"(?:[A-ZÄÖÜ]{3,}|TV)(?=[\s-])")


def _is_phrase(name: str) -> bool:
    """Return True if a text has words in lower case that are in no name: Ministerium für Wirtschaft."""
    words = name.split()
    return len(words) > 2 and any(word.islower() and word not in _PARTICLES for word in words)


def _is_name(name: str) -> bool:
    words = name.split()
    if not 2 <= len(name) <= 60 or len(words) > 6 or NO_NAMES.search(name) or is_label_word(name):
        return False
    if words[-1] in _FUNCTION or words[-1] in {"In", "By"}:
        return False
    if len(words) == 1:
        return _is_handle(name)
    if _NAME.fullmatch(name) is None or any(character.isdigit() for character in name):
        return False
    is_written_so = (not word[0].islower() or word in _PARTICLES or word[1:2] in _ELISION for word in words)
    is_team = len(words) > 2 and words[-1].lower() in _TEAMS  # the River Team, but not "From the team"
    first = words[0].lower().removeprefix("the") if is_team else words[0]
    return all(is_written_so) and first not in _FUNCTION


def _is_handle(name: str) -> bool:
    """Return True if a word may be a user name: no initials, abbreviation or job."""
    if name.islower() and (len(name) == 2 or name.endswith("ing")):  # By continuing to browse …
        return False
    if name.endswith(".") or JOBS.fullmatch(name) or _STAFF_CODE.fullmatch(name):
        return False
    return _HANDLE.fullmatch(name) is not None and any(character.isalpha() for character in name)


_FULL_STOP = re.compile(r"(?<=[^\W\d_][a-zа-яё]{2})(?<!Esq)\.$")  # Текст: Анна Петрова.
_STAFF_CODE = re.compile(r"[A-Z]{1,3}\d{2,6}")  # 责任编辑：PN018
_ELISION = frozenset("'’")  # Jean d'Example
_TEAMS = frozenset({"team", "editors"})
_FUNCTION = frozenset("the and or of for in on at from by with to".split())


# -- sources ------------------------------------------------------------------------------------------

_SOURCE_END = re.compile(
    r"\n|[|｜/]|[ \u3000\t]{2,}|\u3000|(?<=[\u3400-\u9fff])\s|[，,。；;]"
    r"|[（(](?=记者|記者|作者|ID|微信)|(?<=[社报報网網台刊端])(?=记者|記者)|\s[·•–—-]\s"
)


_MAX_SOURCE_WORDS = 9
_UNKNOWN = frozenset("未知 不详 不詳 佚名 匿名 原创 转载 其他 网络 網絡 網路 互联网 网上 http https".split())
_TITLE_MARKS = re.compile("《[^《》]{2,30}》")  # of a periodical, part of its name as written


def _read_source(text: str, part: _Part, links: Sequence[LineLink], row: int) -> list[Candidate]:
    value, start = text[part.value_start : part.end].lstrip(" \n\u3000\t"), part.value_start
    end = _SOURCE_END.search(value)
    name = value[: end.start()] if end else value
    title = _TITLE_MARKS.match(name)
    name = title[0] if title else _strip_marks(name)
    for opening, closing in ("()", "（）"):
        name = name if closing in name else name.partition(opening)[0].rstrip()
    for opening, closing in ("《》", "«»", "“”"):  # 光明网－《某某日报》, 微信公众号“某某发布”
        n_open = name.count(opening) - name.count(closing)
        name = f"{opening * -n_open}{name}{closing * n_open}"
    is_phrase = name.count(" ") >= _MAX_SOURCE_WORDS
    if not 1 < len(name) <= 60 or is_phrase or name.isdigit() or name in _UNKNOWN:
        return []
    found = [Candidate("source", name, "byline:label", row)]
    url = next((link.url for link in links if link.start < start + len(name) and link.end > start), None)
    return [*found, Candidate("source_url", url, "byline:label", row)] if url else found


def _unlabelled_source(text: str, parts: list[_Part], row: int, *, may_name: bool) -> list[Candidate]:
    """Find a medium by its ending, next to a date, and its writer: 2024-05-01 10:20 某某日报 张三."""
    if text.isascii() or not any(part.kind == "moment" for part in parts):
        return []
    after = next(part.value_start for part in parts if part.kind == "moment")
    if periodical := _PERIODICAL.match(text, after) or _PERIODICAL_BEFORE.match(text):
        return [Candidate("source", f"《{periodical[1]}》", "byline:place", row)]
    pieces = _PIECES.split(text[: parts[0].start])
    n_before = len(pieces)
    pieces += _PIECES.split(text[after:])
    # Before a date the nearest to it: 社会新闻 某某早报 2024-05-01.
    for i in (*range(n_before)[::-1], *range(n_before, len(pieces))):
        name = _strip_marks(pieces[i])
        is_named_so = 3 <= len(name) <= 12 and _HAN.match(name) and ORGANISATION.search(name)
        is_other = "：" in name or pieces[i - 1 : i] in _FROM_DEVICE  # 来自 某某客户端
        if is_named_so and not (is_other or _NOBODY.fullmatch(name) or find_labels(pieces[i])):
            people = bare_names(" ".join(pieces[i + 1 :])) if may_name and name.endswith(_PRESS) else []
            found = [Candidate("author", Person(one, "reporter"), "byline:place", row) for one in people]
            return [Candidate("source", name, "byline:place", row), *found]
    return []


_PERIODICAL = re.compile(r"\s*《\s?([^《》]{2,14}?)\s?》")
_PERIODICAL_BEFORE = re.compile(rf"{_PERIODICAL.pattern}\s*[（(]\s?\d")  # 《某报》（2024年5月1日 02版）
_PIECES = re.compile(r"[\s\u3000|｜·╱]+")
_FROM_DEVICE = (["来自"], ["來自"])
_PRESS = ("报", "報", "社", "刊")
