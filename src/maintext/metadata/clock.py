"""When a page was fetched, by the clock that its readers live by: 今天 06:30 is of a day in Beijing.

Crawlers know the time in UTC, where a morning in East Asia is still the day before.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

from maintext.metadata.language import has_cjk
from maintext.metadata.moment import Moment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.html import Page
    from maintext.metadata.candidate import Candidate

__all__ = ["local_time"]

# Where these languages are written there is one time: +8 h in China, Taiwan, Hong Kong, Macau, Singapore and
# Malaysia, +9 h in Japan and Korea.
_HOURS = {"zh": 8, "ja": 9, "ko": 9}
_KANA, _HANGUL = re.compile("[\u3041-\u3096\u30a1-\u30fa]"), re.compile("[\uac00-\ud7a3]")
_MOST_CHARS = 5_000  # of the text that are looked at for a script
_LEAST_SHARE = 0.1  # of such characters among these


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
        minutes = 60 * _HOURS.get(_language(page), 0)
    return fetched.astimezone(dt.timezone(dt.timedelta(minutes=minutes))) if minutes else fetched


def _language(page: Page) -> str:
    """Language that a page names, two letters; else the one of its script, ``""`` for others."""
    stated = (page.value(0, "lang") or "").lower()
    if stated[:2] in _HOURS and not stated[2:3].isalpha():
        return stated[:2]
    if not page.cached(has_cjk):
        return ""
    text = page.text[:_MOST_CHARS]
    for language, script in (("ko", _HANGUL), ("ja", _KANA)):
        if len(script.findall(text)) > _LEAST_SHARE * len(text):
            return language
    return "zh" if int(page.n_cjk.sum()) > _LEAST_SHARE * len(page.text) else ""
