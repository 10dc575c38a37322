"""Read dates with the help of the page: its fetch time, time zone and date order.

:func:`find_yearless` completes a date without a year. :func:`stands_apart` tells a byline's relative date
from one in prose: 指挥部于昨日夜间启动, 5月1日起施行.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Any

from maintext.metadata.byline_words import find_labels
from maintext.metadata.language import has_cjk
from maintext.metadata.moment import MONTHS, Moment, find_moments, word_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maintext.html import Page
    from maintext.metadata.candidate import Candidate
    from maintext.metadata.moment import DateOrder

__all__ = ["find_relative_date", "find_yearless", "local_time", "may_be_recent", "page_order", "stands_apart"]

# Where these languages are written there is one time: +8 h in China, Taiwan, Hong Kong, Macau, Singapore and
# Malaysia, +9 h in Japan and Korea.
_UTC_OFFSET_HOURS = {"zh": 8, "ja": 9, "ko": 9}
_KANA, _HANGUL = re.compile("[\u3041-\u3096\u30a1-\u30fa]"), re.compile("[\uac00-\ud7a3]")
_MAX_SCRIPT_CHARS = 5_000  # of the text that are looked at for a script
_MIN_SCRIPT_SHARE = 0.1  # of such characters among these


def local_time(
    page: Page, fetched: Moment | dt.datetime | None, declared: Iterable[Candidate] = ()
) -> Moment | dt.datetime | None:
    """Return when a page was fetched in the zone of its own dates, else in one that belongs to it.

    That is the zone of ``fetched`` itself where it is another than UTC, else the one of a page in Chinese,
    Japanese or Korean, else UTC. A time without a zone is taken for the page's own. Cost O(1).

    Parameters
    ----------
    page
        The page; its ``lang``, else its script, says the language.
    fetched
        When it was fetched, ``None`` where that is not known.
    declared
        What it declares of itself; dates in UTC say nothing of a place.
    """
    if not isinstance(fetched, dt.datetime) or fetched.tzinfo is None:
        return fetched
    offsets = [one.value.offset_minutes for one in declared if isinstance(one.value, Moment)]
    minutes = next(filter(None, offsets), None)
    if minutes is None and fetched.tzname() == "UTC":
        minutes = 60 * _UTC_OFFSET_HOURS.get(_east_asian_language(page), 0)
    return fetched.astimezone(dt.timezone(dt.timedelta(minutes=minutes))) if minutes else fetched


def _east_asian_language(page: Page) -> str:
    """Language that a page names, two letters; else the one of its script, ``""`` for others."""
    stated = (page.value(0, "lang") or "").lower()
    if stated[:2] in _UTC_OFFSET_HOURS and not stated[2:3].isalpha():
        return stated[:2]
    if not page.once(has_cjk):
        return ""
    text = page.text[:_MAX_SCRIPT_CHARS]
    for language, script in (("ko", _HANGUL), ("ja", _KANA)):
        if len(script.findall(text)) > _MIN_SCRIPT_SHARE * len(text):
            return language
    return "zh" if int(page.n_cjk.sum()) > _MIN_SCRIPT_SHARE * len(page.text) else ""


_DAY_FIRST = re.compile(r"(?!en(?:$|-us|-ca|-ph))[a-z]{2}")
_YEAR_FIRST = re.compile(r"(?:zh|ja|ko|yue)(?:$|-)")
_DAY_FIRST_ADDRESS = re.compile(
    r"https?://(?:[\w-]+\.)+(?:uk|au|nz|ie|in|za)(?:[:/]|$)|https?://[^/]+/en[-_](?:gb|au|nz|in|ie|za)/",
    re.IGNORECASE,
)


def page_order(page: Page) -> DateOrder:
    """Return what the dates of a page begin with: by its language, the script of its text, its address.

    Templates say ``en`` or nothing on pages of any language: such a page is Chinese, Japanese or Korean if
    most of its characters are, and otherwise read as its address says: ``.co.uk``, ``/en-gb/``. ``mdy`` for
    American English, and where nothing tells.
    """
    language = (page.value(0, "lang") or "").lower().replace("_", "-")
    if language in {"", "en"}:
        if page.once(has_cjk) and int(page.n_cjk.sum()) * 2 > int(page.n_chars.sum()):
            return "ymd"
        return "dmy" if _DAY_FIRST_ADDRESS.match(page.url or "") else "mdy"
    if _YEAR_FIRST.match(language):
        return "ymd"
    return "dmy" if _DAY_FIRST.match(language) else "mdy"


_NUMERALS = {character: n for n, character in enumerate("一二三四五六日", 1)} | {"天": 7}
_MONTH_DAY = re.compile(
    r"(?:(?P<year>去年|昨年|今年|本年|올해|작년)的?\s?|(?<![\d:./年-]))(?P<month>0?[1-9]|1[0-2])\s?"
    r"(?P<mark>[-/.月월])\s?(?P<day>0?[1-9]|[12]\d|3[01])(?:\s?[日号號일])?(?![\d:./-]|\s?[-/.]\d)"
)
_NAME_DAY = re.compile(
    r"(?<![^\W_])(?P<name>[^\W\d_]{3,12})\.?\s(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:./]|,?\s?\d{4})"
)
_DAY_NAME = re.compile(
    r"(?<![\d:./,-])(?P<day>\d{1,2})(?:\.|er|st|nd|rd|th)?\s(?:de\s)?(?P<name>[^\W\d_]{3,12})(?![^\W_]|[.,]?\s?\d{4})"
)
_WEEKDAY = re.compile(r"(?:星期|礼拜|禮拜|周|週)(?P<weekday>[一二三四五六日天])(?=\s?\d{1,2}[:：]\d\d)")
_FORMS = (_MONTH_DAY, _WEEKDAY, _NAME_DAY, _DAY_NAME)
_LAST_YEAR = frozenset({"去年", "昨年", "작년"})
_DIGITS = str.maketrans("０１２３４５６７８９٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹：", "0123456789" * 3 + ":")

_SIGN = re.compile(
    r"\d[-/月월]\s?\d|[前전昨今어오]|(?:星期|礼拜|禮拜|周|週)[一二三四五六日天]|\d{1,2}\.?\s[^\W\d_]{3}|[^\W\d_]{3}\.?\s\d"
    r"|(?<!\w)(?:ago|назад|منذ|قبل|أمس|امس|اليوم)(?!\w)"
)


def may_be_recent(text: str) -> bool:
    """Return whether a line may hold such a date, by a cheap look at it."""
    return _SIGN.search(text) is not None


# -- dates without a year -----------------------------------------------------------------------------


def find_yearless(
    text: str, reference: dt.datetime | Moment | None, *, numeric: bool = True
) -> tuple[int, int, Moment | None] | None:
    """Return the first date of a text that names no year, with its time: range and moment.

    It is taken for the latest such day before the page was fetched; clocks differ by zone, so that one day
    behind it is allowed. ``星期三`` needs a clock behind it, and is a day of the week before.

    Parameters
    ----------
    text
        A short text.
    reference
        When the page was fetched. Without it there is a range, but no moment.
    numeric
        Whether ``05-01`` and ``5/1`` are read, as the first of May.

    Returns
    -------
    tuple or None
        Half-open range of characters, with the clock, and the moment; ``None`` for no such date.
    """
    plain = text if text.isascii() else text.translate(_DIGITS)
    now = reference.datetime() if isinstance(reference, Moment) else reference
    for match in sorted(_yearless_matches(plain, numeric=numeric), key=lambda match: match.start()):
        if now is None:
            return match.start(), match.end(), None
        for day in _possible_days(match, now):
            written = f"{plain[: match.start()]}{day} {plain[match.end() :].lstrip(',， ')}"
            found = find_moments(written, reference=now)
            n_more = len(written) - len(plain)
            for start, end, moment in found:
                if start <= match.start() < end:
                    return start, max(min(end - n_more, len(text)), match.end()), moment
    return None


def _yearless_matches(text: str, *, numeric: bool) -> Iterator[re.Match[str]]:
    """Give the first match of each form that may be a date."""
    for form in _FORMS:
        for match in form.finditer(text):
            parts = match.groupdict()
            if parts.get("mark") in {"-", "/", "."} and not numeric:
                continue
            if "name" in parts and word_key(parts["name"]) not in MONTHS:
                continue
            yield match
            break


def _possible_days(match: re.Match[str], now: dt.datetime) -> Iterator[str]:
    """Give the days that a match may be, as ISO 8601, the latest first."""
    parts = match.groupdict()
    if weekday := parts.get("weekday"):
        n_back = (now.isoweekday() - _NUMERALS[weekday]) % 7
        yield (now - dt.timedelta(days=n_back)).date().isoformat()
        return
    month = int(parts["month"]) if parts.get("month") else MONTHS[word_key(parts["name"])]
    stated = parts.get("year")
    years = (now.year, now.year - 1)
    for year in years if stated is None else years[stated in _LAST_YEAR :][:1]:
        yield f"{year}-{month:02}-{int(parts['day']):02}"


# -- dates of a byline --------------------------------------------------------------------------------

_Dates = list[tuple[int, int, Moment]]


def find_relative_date(
    text: str, reference: dt.datetime | Moment, *, numeric: bool, **reading: Any
) -> _Dates:
    """Return the date of a byline that is counted from the fetch, or lacks a year; ``[]`` in prose.

    Parameters
    ----------
    text
        A line, without the dates that say all; a line break stands where an element ends.
    reference, numeric
        As for :func:`find_yearless`.
    reading
        As for :func:`~maintext.metadata.moment.find_moments`.
    """
    found: _Dates = find_moments(text, reference=reference, **reading)[:1]
    if found:
        return [one for one in found if stands_apart(text, one[0], one[1])]
    if not may_be_recent(text) or (yearless := find_yearless(text, reference, numeric=numeric)) is None:
        return []
    start, end, moment = yearless
    is_one = moment is not None and _is_sure(text, start, end) and stands_apart(text, start, end)
    return [(start, end, moment)] if moment is not None and is_one else []


_TWO_DIGITS = re.compile(r"\d\d-\d\d")
_CLOCK = re.compile(r"\d[:：时時點点h]\s?\d\d")


def _is_sure(text: str, start: int, end: int) -> bool:
    """Whether a date without a year is none of the numbers of bylines (1/3, 5-10), and no day of delivery.

    A name of a month without a clock or label is alone in its part of the line.
    """
    written = text[start:end]
    if _CLOCK.search(written) or _HAN_CHARACTER.search(written) or _TWO_DIGITS.fullmatch(written):
        return True
    beside = f"{_AROUND.split(text[:start])[-1]} {_AROUND.split(text[end:])[0]}".strip(" ,:：")
    is_named = any(character.isalpha() for character in written)
    return is_named and (not beside or _is_labelled(text, start, at_front=False))


_HAN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_SENTENCE = re.compile(rf"[。！？；]|[{_HAN}]{{2}}[，,][{_HAN}]{{2}}")
_LATIN_SENTENCE = re.compile(r"[^\W\d_]{2}[.!?](?:\s+[^\W\d_]|\s*$)")
_MAX_LATIN = 40  # characters of a line that may end with a full stop: Posted 3 hours ago.
_AROUND = re.compile(r"\n|[|｜·•\t\u3000()（）\[\]【】]|\s[-–—/]\s|\s{2,}")
_MAX_BESIDE = 40  # characters beside a date in its part of the line
_MAX_HAN_PIECE = 12  # of characters without a space or mark: names are shorter, headlines are longer
_BEFORE_HAN = re.compile(
    r"(?:发布于|發佈於|發布於|发表于|發表於|编辑于|編輯於|更新于|更新於|刊登于|发布|更新|发表|时间|時間)$"
)
_BEHIND_HAN = re.compile(r"发布|發布|發佈|更新|发表|發表|编辑|編輯|来自|來自|阅读|閱讀|发自")
_HAN_CHARACTER = re.compile(rf"[{_HAN}]")
_SMALL_WORD = re.compile(r"(?<![^\W_])[^\W\d_A-ZА-Я]\w*")
_BESIDE_NAMES = frozenset(
    """by von par por di da in at from on um à às alle om o в and und et y e the updated published posted last
    submitted asked written min read minutes via""".split()
)


def stands_apart(text: str, start: int, end: int) -> bool:
    """Return whether a date in a line is stated beside other things, and is no part of a sentence.

    It is where a label of a date stands right before it; else only in a line that is no prose, and there
    between spaces or marks, with names and labels beside it at most.
    """
    is_prose = _is_prose(text)
    if _is_labelled(text, start, at_front=is_prose):
        return True
    if is_prose:
        return False
    if _HAN_CHARACTER.search(text[start:end]):
        return _is_apart_in_han(text, start, end)
    return _is_apart_in_words(text, start, end)


def _is_prose(text: str) -> bool:
    if not text.isascii() and _SENTENCE.search(text):
        return True
    return len(text) > _MAX_LATIN and _LATIN_SENTENCE.search(text) is not None


def _is_labelled(text: str, start: int, *, at_front: bool) -> bool:
    """Whether a label of a date stands right before it; in prose only one that begins a part of the line."""
    for label_start, label_end, kind in find_labels(text):
        is_right_before = label_end <= start and not text[label_end:start].strip(" \n:：-–—\u3000")
        if kind in {"published", "modified"} and is_right_before:
            before = text[:label_start].rstrip(" ")
            return not at_front or not before or _AROUND.search(before[-1:]) is not None
    return False


def _is_apart_in_han(text: str, start: int, end: int) -> bool:
    before, behind = text[:start], text[end:]
    if before[-1:].isalnum() and not _BEFORE_HAN.search(before):
        return False
    if behind[:1].isalnum() and not _BEHIND_HAN.match(behind):
        return False
    if _CLOCK.search(text[start:end]):
        return True
    pieces = re.findall(rf"[{_HAN}]+", f"{before} {behind}")
    return max(map(len, pieces), default=0) <= _MAX_HAN_PIECE


def _is_apart_in_words(text: str, start: int, end: int) -> bool:
    """Whether a date begins or ends its part of the line beside little else; yesterday only beside names."""
    before = _AROUND.split(text[:start])[-1].strip(" ,:：")
    behind = _AROUND.split(text[end:])[0].strip(" ,:：")
    if (before and behind) or len(before) + len(behind) > _MAX_BESIDE:
        return False
    if any(character.isdecimal() for character in text[start:end]):
        return True
    words = _SMALL_WORD.findall(f"{before} {behind}")
    return all(word.lower() in _BESIDE_NAMES for word in words)
