"""Words of comments and posts: names of their elements, texts of their buttons, names of their authors.

Read by :mod:`~maintext.metadata.posts`, which finds records by such names, and by
:mod:`maintext.records.posts`, which finds them by what repeats.
"""

from __future__ import annotations

import re
from functools import lru_cache

from maintext.metadata.moment import find_moments

__all__ = ["ACTIONS", "MARKS", "PARTS", "author_name", "name_words", "part_of_name", "record_of_name"]

_LEVEL = re.compile(rb"(?:^|[\s_-])(?:depth|level|indent)[_-]?(\d{1,2})(?:$|\s)")
# Last words of a name: "comment", "fdb-reply", "comment-item", "post_message" …
_COMMENT = frozenset(
    """comment reply answer kommentar commentaire comentario commento komentarz antwort reponse respuesta
    pinglun huifu usercomment usercomments""".split()
)
_POST = frozenset("post message msg posting topicpost forumpost discussionforumposting tiezi".split())
PARTS = tuple("omment oment reply answer antwort repons respues pinglun huifu post message msg tiezi".split())
"""Each word that names a comment or post has one of these parts; most names have none, and are left whole."""
_PARTS = tuple(map(str.encode, PARTS))
_WHOLE = frozenset("item entry row node wrapper wrap container box block thread single li".split())
_NO_RECORD = frozenset(
    """form respond input button count link new add write no closed list area section title header author
    meta body content text avatar date time footer actions toolbar menu nav related teaser preview widget
    sidebar recent latest""".split()
)
_AUTHOR = frozenset(
    """author username user name fn nick nickname byline poster commenter creator displayname authorname
    member autor auteur yonghu""".split()
)
_NO_AUTHOR = frozenset(
    """avatar image img photo title badge role rank info details stats count link-list menu area content
    text body date time meta level grade group vip medal score points reputation flair status posts""".split()
)
_DATE = frozenset(
    """date time datetime timestamp published created posted ago permalink datum fecha data shijian
    datepublished datecreated""".split()
)
_TEXT = frozenset(
    """content body text message bodytext commenttext commentbody postbody postcontent postmessage posttext
    messagetext description bd neirong""".split()
)
_WORDS = re.compile(r"[a-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SAYS = re.compile(r"\s(?:says|said|wrote|schrieb|sagt|dit|dice|说|回复)$", re.IGNORECASE)
_BY = re.compile(r"^(?:(?:posted |written )?by|von|par|por|di|от)\s+|^作者\s*[:：]\s*", re.IGNORECASE)
_WEEKDAY = re.compile(r"[\s»|,·-]+(?:mon|tue|wed|thu|fri|sat|sun)\w{0,6}$", re.IGNORECASE)
_PICTURE = frozenset("avatar image img photo".split())
_NO_TEXT = frozenset("author user avatar header footer meta actions date".split())
MARKS = " :,·•|-–—»«\n"
"""What stands around a name or a date."""
ACTIONS = re.compile(
    r"(?:reply(?: to .{1,40})?|quote|like|share|report|permalink|link|edit|flag|delete|log in to reply|upvote"
    r"|downvote|antworten|zitieren|melden|répondre|signaler|responder|citar|rispondi|odpowiedz|ответить"
    r"|回复|回覆|举报|舉報|引用|点赞|赞|分享|返信|답글|[#№]?\d{1,6}|[·•|,.:–—-]|says:?|said:?|wrote:?|schrieb:?)",
    re.IGNORECASE,
)
"""A line that is a button, the number of a post, or only leads in."""


@lru_cache(maxsize=16_384)
def record_of_name(raw: bytes) -> tuple[bool, bytes, int] | None:
    """Whether names are those of a post, and not of a comment; the name; the level. None for no record."""
    small = raw.lower()
    if raw.isascii() and not any(part in small for part in _PARTS):
        return None
    level = _LEVEL.search(raw)
    for name in raw.split():
        words = name_words(name.rpartition(b"/")[2])
        while len(words) > 1 and words[-1] in _WHOLE:
            words = words[:-1]
        if not words or not _NO_RECORD.isdisjoint(words):
            continue
        if words[-1] in _COMMENT or words[-1] in _POST:
            is_post = words[-1] in _POST and _COMMENT.isdisjoint(words)
            return is_post, "-".join(words).encode(), int(level[1]) if level else -1
    return None


def name_words(name: bytes) -> list[str]:
    """Return the words of a name like ``postBody-2`` in lower case, ASCII letters only."""
    return _WORDS.findall(_CAMEL.sub("-", name.decode(errors="replace")).lower())


@lru_cache(maxsize=16_384)
def part_of_name(raw: bytes) -> str | None:
    """What a name inside a record promises."""
    for name in raw.split():
        words = name_words(name)
        if not words:
            continue
        is_named = words[-1] in _AUTHOR and _PICTURE.isdisjoint(words)
        if is_named or (not _AUTHOR.isdisjoint(words) and _NO_AUTHOR.isdisjoint(words)):
            return "author"
        if words[-1] in _DATE:
            return "date"
        if words[-1] in _TEXT and _NO_TEXT.isdisjoint(words):
            return "text"
    return None


def author_name(line: str) -> str:
    """Name at the beginning of a line: By Ann Lee » 1 May 2024."""
    dates = find_moments(line)
    before = _WEEKDAY.sub("", line[: dates[0][0]].strip(MARKS)) if dates else line
    return _SAYS.sub("", _BY.sub("", before.strip(MARKS))).strip(MARKS)
