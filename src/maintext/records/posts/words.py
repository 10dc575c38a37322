"""Words and patterns of micro-content: times, counts, addresses of people; buttons are those of comments.

Patterns are for lines that are texts of one element each; white space in them is plain spaces.
"""

from __future__ import annotations

import re

from maintext.metadata.post_words import BUTTON, BUTTONS, COUNT

__all__ = [
    "BUTTON", "BUTTONS", "CLOCK", "COUNT", "FROM_DIGIT", "NUMBER", "OF_PEOPLE", "PANELS", "PERSON", "QUOTES",
    "SENTENCE", "SIGNATURES", "SIGNED", "STAMP", "WITH_PEOPLE", "WITH_STAMP",
]  # fmt: skip

_LINES = re.IGNORECASE | re.MULTILINE


def _any(*words: str) -> str:
    return "|".join(words)


_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
STAMP = re.compile(
    _any(
        r"\d{4} ?[-/.年] ?\d{1,2} ?[-/.月] ?\d{1,2}(?!\d)",
        r"(?<![\d.])\d{1,2}[-/.]\d{1,2}[-/.](?:20|19)\d\d(?!\d)",
        r"(?<!\d)\d{1,2} ?月 ?\d{1,2} ?日",
        r"(?<![\d.-])\d{1,2}[-/]\d{1,2} \d{1,2}:\d\d",
        r"刚刚|剛剛|刚才",
        r"(?:\d{1,3}|半|几) ?个?(?:秒钟?|秒鐘|分钟?|分鐘|小?时|小時|時間|天|日|周|週間?|星期)[之以]?前",
        r"\d{1,3} ?(?:个?月|個月|か月|ヶ月|年)[之以]?前",
        r"(?:[昨今前]天|[昨今]日|一昨日)(?= *\d| *[上下]午| *$)",
        r"그제|어제|오늘|방금|\d{1,3} ?(?:초|분|시간|일|주|개월|년) ?전",
        r"\b(?:\d{1,3}|an?|one) ?(?:sec(?:ond)?|min(?:ute)?|hr|hour|day|week|month|year)s? ago\b",
        r"\bjust now\b|\byesterday\b|\b(?:vor|hace|il y a|há) \w{1,5} \w{2,10}",
        r"\b(?:gestern|heute|hier à|ayer|вчера|сегодня)\b|\d{1,3} \w{1,10} назад",
        r"(?<!\d)\d{1,2}\.? (?:de )?[^\W\d_]{3,10}\.?,? (?:de )?(?:20|19)\d\d(?!\d)",
        rf"\b{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?\b",
        rf"\b\d{{1,2}}\.?(?:st|nd|rd|th)?[ -]{_MONTH}\.?(?:[ -]\d{{2,4}})?\b",
    ),
    _LINES,
)
"""A time, wherever in a line."""

FROM_DIGIT = re.compile(r"\d[^\n]*")
"""A line from its first digit on."""

WITH_STAMP = (
    *"刚 剛 前 昨 今 그제 어제 오늘 방금 ago now yesterday vor hace há gestern heute hier ayer".split(),
    *("вчера", "сегодня", "il y a"),
)
"""Lines in small letters without a digit hold one of these where they have a :data:`STAMP`."""

CLOCK = re.compile(
    r"^ *[\[(]?(?:"
    r"\d{1,3} ?(?:s|m|h|d|w|mo|y|min|hr|hrs)\.?|\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?|\d{1,2}[-/]\d{1,2}"
    r"|today|hier|hoy|oggi|ieri|aujourd['’]hui|dzisiaj|dziś|wczoraj|今天|今日"
    r")[\])]? *$",
    _LINES,
)
"""What is a time only where nothing stands beside it: 2h, 09:14, 5/20."""

SENTENCE = re.compile(r"[，。！？!?；]")
"""Marks that no time has."""

OF_PEOPLE = re.compile(
    r"\bjoin(?:ed|[ -]date)\b|\bregist(?:ered|rier)|\bmember since\b|\blast (?:seen|visit|login|active)"
    r"|注册|註冊|入住|加入于|加入於|最后登录|最後登入|上次登录|登録日|가입"
    r"|зарегистрир|регистрация|mitglied seit|dabei seit|angemeldet|inscrit|registrad[oa]|se unió|iscritto"
    r"|dołączył|rejestracja|geregistreerd|lid sinds|εγγραφή|kayıt tarihi|katılım",
    re.IGNORECASE,
)
"""What stands before the day on which somebody joined."""

WITH_PEOPLE = (
    *"join regist since last 注册 註冊 入住 加入 最后登录 最後登入 上次登录 登録日 가입".split(),
    *"зарегистрир регистрация mitglied dabei angemeldet inscrit uni iscritto dołącz".split(),
    *"rejestracja lid εγγραφή tarihi katılım".split(),
)
"""Lines in small letters hold one of these where they have one of :data:`OF_PEOPLE`."""

NUMBER = re.compile(rf"^[ (（\[]*{COUNT}[ )）\]]*$", _LINES)
"""A line that is a count."""

PERSON = re.compile(
    r"/(?:people|users?|u|profiles?|members?|home|space|author|by|channel)[/?=.-]?[\w%.@-]+|/@[\w.-]+$"
    r"|space-uid|[?&](?:uid|userid|user)=|(?:member|user|profile|memberlist)\.\w{3,4}\?",
    re.IGNORECASE,
)
"""Address of somebody's page."""

SIGNED = re.compile(r"\b(?:by|von|par|por|di|od|автор:?|от) [\w@]|作者[：: ]|投稿者", re.IGNORECASE)
"""A line that says who wrote it."""

SIGNATURES = frozenset("signature sig signatur qianming usersig postsignature".split())
"""Words in the names of elements that hold what an author puts below all posts."""

QUOTES = frozenset(
    """quote quoted blockquote quotebox quotecontent yinyong reference expand retweeted reposted forwarded
    original""".split()
)
"""Words in the names of elements that hold what a post quotes."""

PANELS = frozenset("user userinfo userdetails author member profile poster postprofile".split())
"""Words in the names of elements that tell about an author."""
