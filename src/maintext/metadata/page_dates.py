"""Read dates with the help of the page: its fetch time, time zone and date order.

:func:`find_yearless` completes a date without a year. :func:`stands_apart` tells a byline's relative date
from one in prose: 指挥部于昨日夜间启动, 5月1日起施行.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from maintext.html import Page
from maintext.html.blocks import is_mostly_cjk
from maintext.metadata.byline_words import find_labels
from maintext.metadata.candidate import Candidate
from maintext.metadata.declared.meta import first_contents
from maintext.metadata.language import SURE, detect_language, has_cjk
from maintext.metadata.moment import MONTHS, DateOrder, Moment, find_moments, to_ascii_digits, word_key

__all__ = [
    "find_relative_date", "find_yearless", "local_time", "local_timestamp", "may_be_recent", "page_order",
    "stands_apart",
]  # fmt: skip

# Where these languages are written there is one time: +8 h in China, Taiwan, Hong Kong, Macau, Singapore and
# Malaysia, +9 h in Japan and Korea.
_UTC_OFFSET_HOURS = {"zh": 8, "ja": 9, "ko": 9}
_KANA, _HANGUL = re.compile("[\u3041-\u3096\u30a1-\u30fa]"), re.compile("[\uac00-\ud7a3]")
_MAX_SCRIPT_CHARS = 5_000  # of the text that are looked at for a script
_MIN_SCRIPT_SHARE = 0.1  # of such characters among these


def local_time(
    page: Page, fetched: Moment | dt.datetime | None, declared: Iterable[Candidate] = ()
) -> Moment | dt.datetime | None:
    """Return the fetch time in the time zone of the page.

    The zone is that of the declared dates. Else it is the zone of ``fetched`` if not UTC, the one of a page
    in Chinese, Japanese or Korean, or UTC. A time without a zone is returned unchanged. Cost O(1).

    - ``page``: the page; its ``lang``, else its script, gives the language.
    - ``fetched``: fetch time; ``None`` for unknown.
    - ``declared``: declared dates; those in UTC tell nothing about the place.
    """
    if not isinstance(fetched, dt.datetime) or fetched.tzinfo is None:
        return fetched
    minutes = next(filter(None, (one.value.offset_minutes for one in declared)), None)
    if minutes is None and fetched.tzname() == "UTC":
        minutes = 60 * _UTC_OFFSET_HOURS.get(_east_asian_language(page), 0)
    return fetched.astimezone(dt.timezone(dt.timedelta(minutes=minutes))) if minutes else fetched


def local_timestamp(page: Page, moment: Moment) -> Moment:
    """Return a Unix timestamp in the time zone of a page in Chinese, Japanese or Korean."""
    local = local_time(page, moment.datetime())
    if not isinstance(local, dt.datetime) or local.tzname() == "UTC":
        return moment
    offset = _UTC_OFFSET_HOURS[_east_asian_language(page)] * 60
    return Moment(*local.timetuple()[:6], offset)


def _east_asian_language(page: Page) -> str:
    """Return ``zh``, ``ja`` or ``ko`` by the page's ``lang`` or script; ``""`` for others."""
    stated = (page.value(0, "lang") or "").lower()
    if stated[:2] in _UTC_OFFSET_HOURS and not stated[2:3].isalpha():
        return stated[:2]
    if not page.cached(has_cjk):
        return ""
    text = page.text[:_MAX_SCRIPT_CHARS]
    for language, script in (("ko", _HANGUL), ("ja", _KANA)):
        if len(script.findall(text)) > _MIN_SCRIPT_SHARE * len(text):
            return language
    return "zh" if int(page.n_cjk.sum()) > _MIN_SCRIPT_SHARE * len(page.text) else ""


_DAY_FIRST = re.compile(r"(?!en(?:$|-us|-ca|-ph))[a-z]{2}")
_YEAR_FIRST = re.compile(r"(?:zh|ja|ko|yue|fa)(?:$|-)")
_DAY_FIRST_ADDRESS = re.compile(
    r"https?://(?:[\w-]+\.)+(?:uk|au|nz|ie|in|za)(?:[:/]|$)|https?://[^/]+/en[-_](?:gb|au|nz|in|ie|za)/",
    re.IGNORECASE,
)
_OF_TEMPLATES = frozenset({"", "en", "en-us"})  # stated on pages of any language
_LOCALES = ("content-language", "og:locale")


def page_order(page: Page, text: str = "") -> DateOrder:
    """Return the order of numeric dates, by the language, URL and other dates of the page.

    Templates state ``en`` or nothing on pages of any language. Such a page is read by its script if most
    characters are Chinese, Japanese or Korean; else by ``xml:lang``, ``content-language`` and
    ``og:locale``, its URL (``.co.uk``, ``/en-gb/``), a date that can be read in one order only (24/12/2011),
    and the language of its text. The default is ``mdy``.

    - ``text``: beginning of the main text, if known.
    """
    language = _language_key(page.value(0, "lang"))
    if language not in _OF_TEMPLATES:
        return _order_of(language)
    if language != "en-us":
        if page.cached(is_mostly_cjk):
            return "ymd"
        named = first_contents(page, _LOCALES)
        stated = (page.value(0, "xml:lang"), *map(named.get, _LOCALES))
        found = next((key for one in stated if (key := _language_key(one)) not in _OF_TEMPLATES), "")
        if found or _DAY_FIRST_ADDRESS.match(page.url or ""):
            return _order_of(found) if found else "dmy"
    dates = [*islice(_numeric_dates(page.text), _MAX_NUMERIC)]
    is_day_first, is_month_first = (any(pair[i] > _MONTHS_OF_YEAR for pair in dates) for i in (0, 1))
    if is_day_first != is_month_first or not dates:
        return "dmy" if is_day_first else "mdy"
    read = detect_language(text or page.text)
    return _order_of(read.tag) if read.confidence >= SURE else "mdy"


def _language_key(stated: str | None) -> str:
    return (stated or "").strip().lower().replace("_", "-")


def _order_of(language: str) -> DateOrder:
    if _YEAR_FIRST.match(language):
        return "ymd"
    return "dmy" if _DAY_FIRST.match(language) else "mdy"


# The mark is a literal at the beginning, so that most pages cost one look for it.
_TAILS = (
    re.compile(r"/\s?(\d\d?)\s?/\s?(?:(?:19|20)\d\d|\d\d)(?![\d/])"),
    re.compile(r"-(\d\d?)-(?:19|20)\d\d(?![\d-])"),
)
_FIRST_NUMBER = re.compile(r"(?<![\d./:-])\d\d?\s?\Z")
_MAX_NUMERIC, _MONTHS_OF_YEAR, _DAYS_OF_MONTH = 200, 12, 31


def _numeric_dates(text: str) -> Iterator[tuple[int, int]]:
    """Yield the first two numbers of each date such as 1/5/2024 and 1-5-2024."""
    for tail in _TAILS:
        for match in tail.finditer(text):
            before = _FIRST_NUMBER.search(text, max(0, match.start() - 3), match.start())
            pair = (int(before[0]), int(match[1])) if before else (0, 0)
            if 0 < min(pair) <= _MONTHS_OF_YEAR and max(pair) <= _DAYS_OF_MONTH:
                yield pair


_NUMERALS = {character: n for n, character in enumerate("一二三四五六日", 1)} | {"天": 7}
_MONTH_DAY = re.compile(
    r"(?:(?P<year>去年|昨年|今年|本年|올해|작년)的?\s?|(?<![\d./年-])(?<!\d:))(?P<month>0?[1-9]|1[0-2])\s?"
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

_SIGN = re.compile(
    r"\d\s?[-/月월]\s?\d|[前전昨今어오]|(?:星期|礼拜|禮拜|周|週)[一二三四五六日天]|\d{1,2}\.?\s[^\W\d_]{3}|[^\W\d_]{3}\.?\s\d|\d\s?[\u0900-\u0e4e]"
    r"|(?<!\w)(?:ago|назад|منذ|قبل|أمس|امس|اليوم)(?!\w)"
)


def may_be_recent(text: str) -> bool:
    """Return True if a line may hold a relative date, by a cheap pattern."""
    return _SIGN.search(text) is not None


# -- dates without a year -----------------------------------------------------------------------------


def find_yearless(
    text: str, reference: dt.datetime | Moment | None, *, numeric: bool = True
) -> tuple[int, int, Moment] | None:
    """Return the first date of a text without a year, completed from the fetch time.

    The date is the latest such day before the fetch; one day later is allowed, because clocks differ by
    zone. A weekday (``星期三``) needs a clock after it, and is one of the past seven days.

    - ``reference``: fetch time; without it there is no such date.
    - ``numeric``: read ``05-01`` and ``5/1`` as the first of May.

    Returns
    -------
    tuple or None
        Start and end (exclusive) with the clock, and the moment; ``None`` for no such date.
    """
    if reference is None:
        return None
    plain = to_ascii_digits(text)
    now = reference.datetime() if isinstance(reference, Moment) else reference
    for match in sorted(_yearless_matches(plain, numeric=numeric), key=lambda match: match.start()):
        for day in _possible_days(match, now):
            written = f"{plain[: match.start()]}{day} {plain[match.end() :].lstrip(',， ')}"
            found = find_moments(written, reference=now)
            n_more = len(written) - len(plain)
            for start, end, moment in found:
                if start <= match.start() < end:
                    return start, max(min(end - n_more, len(text)), match.end()), moment
    return None


def _yearless_matches(text: str, *, numeric: bool) -> Iterator[re.Match[str]]:
    """Yield the first possible match of each form."""
    for form in _FORMS:
        for match in form.finditer(text):
            parts = match.groupdict()
            is_number = parts.get("mark") in {"-", "/", "."}
            if (numeric or not is_number) and ("name" not in parts or word_key(parts["name"]) in MONTHS):
                yield match
                break


def _possible_days(match: re.Match[str], now: dt.datetime) -> Iterator[str]:
    """Yield the days that a match may mean in ISO 8601, the latest first."""
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
    """Return the date of a byline that is relative or lacks a year; ``[]`` in prose.

    - ``text``: a line without its absolute dates; a line break marks the end of an element.
    - ``reference``, ``numeric``: as for :func:`find_yearless`.
    - ``reading``: as for :func:`~maintext.metadata.moment.find_moments`.
    """
    found: _Dates = find_moments(text, reference=reference, **reading)[:1]
    if found:
        return [one for one in found if stands_apart(text, one[0], one[1])]
    if not may_be_recent(text) or (yearless := find_yearless(text, reference, numeric=numeric)) is None:
        return []
    start, end, moment = yearless
    if not _is_sure(text, start, end) or not stands_apart(text, start, end):
        return []
    return [(start, end, moment)]


_TWO_DIGITS = re.compile(r"\d\d-\d\d")
_CLOCK = re.compile(r"\d[:：时時點点h]\s?\d\d")


def _is_sure(text: str, start: int, end: int) -> bool:
    """Return True if a date without a year is no other number of bylines (1/3, 5-10).

    A month name without a clock or label must be alone in its part of the line.
    """
    written = text[start:end]
    if _CLOCK.search(written) or _HAN_CHARACTER.search(written) or _TWO_DIGITS.fullmatch(written):
        return True
    if not any(character.isalpha() for character in written):
        return False
    return not any(_parts_around(text, start, end)) or _is_labelled(text, start, at_front=False)


_HAN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_SENTENCE = re.compile(rf"[。！？；]|[{_HAN}]{{2}}[，,][{_HAN}]{{2}}")
_LATIN_SENTENCE = re.compile(r"[^\W\d_]{2}[.!?](?:\s+[^\W\d_]|\s*$)")
_MAX_LATIN = 40  # characters of a line that may end with a full stop: Posted 3 hours ago.
_AROUND = re.compile(r"\n|[|｜·•\t\u3000()（）\[\]【】]|\s[-–—/]\s|\s{2,}")
_MAX_CONTEXT = 40  # characters next to a date in its part of the line
_MAX_HAN_PIECE = 12  # of characters without a space or mark: names are shorter, headlines are longer
_BEFORE_HAN = re.compile(
    r"(?:发布于|發佈於|發布於|发表于|發表於|编辑于|編輯於|更新于|更新於|刊登于|发布|更新|发表|时间|時間)$"
)
_AFTER_HAN = re.compile(
    "发布|發布|發佈|更新|发表|發表|编辑|編輯|来自|來自|阅读|閱讀|发自|配信|公開|掲載|投稿"
)
_HAN_CHARACTER = re.compile(rf"[{_HAN}]")
_SMALL_WORD = re.compile(r"(?<![^\W_])[^\W\d_A-ZА-Я]\w*")
_BESIDE_NAMES = frozenset(
    """by von par por di da in at from on um à às alle om o в and und et y e the updated published posted last
    submitted asked written min read minutes via""".split()
)


def stands_apart(text: str, start: int, end: int) -> bool:
    """Return True if a date in a line is not part of a sentence.

    A date with its label right before it always counts. Others count outside prose, between spaces or marks,
    with only names and labels next to them.
    """
    is_prose = (not text.isascii() and _SENTENCE.search(text) is not None) or (
        len(text) > _MAX_LATIN and _LATIN_SENTENCE.search(text) is not None
    )
    if _is_labelled(text, start, at_front=is_prose):
        return True
    is_apart = _is_apart_in_han if _HAN_CHARACTER.search(text[start:end]) else _is_apart_in_words
    return not is_prose and is_apart(text, start, end)


def _is_labelled(text: str, start: int, *, at_front: bool) -> bool:
    """Return True if a date label stands right before; ``at_front``: at the start of its part."""
    for label_start, label_end, kind in find_labels(text):
        is_right_before = label_end <= start and not text[label_end:start].strip(" \n:：-–—\u3000")
        if kind in {"published", "modified"} and is_right_before:
            before = text[:label_start].rstrip(" ")
            return not at_front or not before or _AROUND.search(before[-1:]) is not None
    return False


def _is_apart_in_han(text: str, start: int, end: int) -> bool:
    before, after = text[:start], text[end:]
    if before[-1:].isalnum() and not _BEFORE_HAN.search(before):
        return False
    if after[:1].isalnum() and not _AFTER_HAN.match(after):
        return False
    if _CLOCK.search(text[start:end]):
        return True
    pieces = re.findall(rf"[{_HAN}]+", f"{before} {after}")
    return max(map(len, pieces), default=0) <= _MAX_HAN_PIECE


def _is_apart_in_words(text: str, start: int, end: int) -> bool:
    """Return True if a date starts or ends its part of the line, next to little else."""
    before, after = _parts_around(text, start, end)
    if (before and after) or len(before) + len(after) > _MAX_CONTEXT:
        return False
    if any(character.isdecimal() for character in text[start:end]):
        return True
    return all(word.lower() in _BESIDE_NAMES for word in _SMALL_WORD.findall(f"{before} {after}"))


def _parts_around(text: str, start: int, end: int) -> list[str]:
    """Return what stands before and after a date in its part of the line."""
    return [part.strip(" ,:：") for part in (_AROUND.split(text[:start])[-1], _AROUND.split(text[end:])[0])]
