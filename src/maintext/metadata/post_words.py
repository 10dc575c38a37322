"""Words of comments and posts: element names, button texts, counts, author lines.

Read by :mod:`~maintext.metadata.posts` and :mod:`maintext.records.posts`. Patterns for buttons match lines
that are the text of one element; white space in them is plain spaces.
"""

from __future__ import annotations

import re
from functools import lru_cache

from maintext._core.elements import WordSet
from maintext.metadata import pattern_lists, word_lists, word_sets
from maintext.metadata.moment import find_moments

__all__ = [
    "ACTIONS", "ANSWERS", "BUTTON", "BUTTONS", "COUNT", "MARKS", "NOTE", "NUMBER", "SIGNS", "USER_PAGE",
    "author_name", "is_around_comments", "is_text_of_post", "name_words",
    "part_of_name", "record_of_name", "text_of_comment",
]  # fmt: skip


COUNT = r"(?>\d[\d,.]* ?(?:[万萬億亿]|[km](?![a-z]))?\+?)"
"""Pattern of a number as counts are written: 12, 1,204, 1.2万, 3.4K. Atomic: long digits cost no more."""

NUMBER = re.compile(rf"[\s(（\[]*({COUNT})[\s)）\]]*", re.IGNORECASE)
"""A text that is a count."""

_WORDS_OF = pattern_lists("buttons")
BUTTONS = {kind: _WORDS_OF[kind] for kind in ("n_reposts", "n_comments", "n_likes")}
"""Texts of the buttons that show a count, by field."""

BUTTON = re.compile(
    rf"[ |·•|/,.:：(（\[]*(?:(?:{'|'.join(BUTTONS.values())}|{_WORDS_OF['others']}|{COUNT})"
    r"[ ()（）\[\]|·•:：]*){1,8}"
    r"|[#№]?\d{1,6}[#楼樓]?|[^\w\n]+",
    re.IGNORECASE,
)
"""A line of up to eight buttons, counts, post numbers or lead-ins."""


_LEVEL = re.compile(rb"(?:^|[\s_-])(?:depth|level|indent)[_-]?(\d{1,2})(?:$|\s)")
_ELEMENTS = word_sets("record_elements")
SIGNS = WordSet(tuple(word_lists("record_elements")["parts"]))
"""Substrings of the words that name a comment or post; names without any are skipped."""
ANSWERS = (b"answer", *(name.encode() for name in _ELEMENTS["exact"] - {"detailed-status"}))
"""Ends of the names of what is said to another text, so that it opens no thread."""
_WORDS = re.compile(r"[a-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SAYS = re.compile(
    r"\s(?:sa(?:ys|id|gt)|wrote|schrieb|dit|dice|说|回复)$|(?:^|\s)[发發]表[于於]$", re.IGNORECASE
)
_BY = re.compile(
    r"^(?:(?:posted |written |comment )?by|(?:kommentar )?von|par|por|di|от|由):?\s+|^作者\s*[:：]\s*",
    re.IGNORECASE,
)
# Discuz! on a phone: 2#张三, 楼主张三
_FLOOR = re.compile(r"^(?:\d{1,6}[#楼樓]|楼主|樓主|沙发|沙發|板凳|地板)\s*(?=\w)")
_TEXT_OF_POST = re.compile(r"(?:post|message|comment|reply)(?:body|content|text|message|msg)")
_SHOWN_TAG = re.compile(r"</?[a-z]+>")  # escaped twice by the site
_WEEKDAY = re.compile(r"[\s»|,·-]+(?:mon|tue|wed|thu|fri|sat|sun)\w{0,6}$", re.IGNORECASE)
MARKS = " :,·•|-–—»«\n"
"""Marks around a name or a date."""
ACTIONS = re.compile(f"(?:{_WORDS_OF['actions']})", re.IGNORECASE)
"""A line that is a button, a post number or a lead-in."""


NOTE = re.compile(f"(?:{_WORDS_OF['notes']})", re.IGNORECASE)
"""A line that a board adds to the text of a post."""


USER_PAGE = re.compile(
    rb"/~[\w.-]|/(?:u|users?|home|space|people|members?|profiles?)/[^/]|/@[\w.-]|//(?:author|space|i)\.[^/]+/."
    rb"|[?&-]u(?:ser)?id[=-]\w|[?&]u=\d"
)
"""URL of the page of a user, on platforms whose users write."""


@lru_cache(maxsize=16_384)
def record_of_name(raw: bytes) -> tuple[bool, bytes, int] | None:
    """Return (is a post, name, level) for the names of an element; None for no record."""
    if raw.isascii() and not SIGNS.found_in(raw.decode()):
        return None
    for name in raw.split():
        if name.decode(errors="replace") in _ELEMENTS["exact"]:  # of col-push-3 and pl-3 nothing is said
            return False, name, -1
        words = name_words(name.rpartition(b"/")[2])
        while len(words) > 1 and words[-1] in _ELEMENTS["whole"]:
            words = words[:-1]
        if not words or not _ELEMENTS["no_record"].isdisjoint(words):
            continue
        if words[-1] in _ELEMENTS["comment"] or words[-1] in _ELEMENTS["post"]:
            is_post = words[-1] in _ELEMENTS["post"] and _ELEMENTS["comment"].isdisjoint(words)
            level = _LEVEL.search(raw)
            return is_post, "-".join(words).encode(), int(level[1]) if level else -1
    return None


@lru_cache(maxsize=16_384)
def is_around_comments(raw: bytes) -> bool:
    """Return True if a name of an element says that it holds the comments of a page: ``comments-area``."""
    return any("-".join(name_words(name)) in _ELEMENTS["around"] for name in raw.split())


@lru_cache(maxsize=16_384)
def name_words(name: bytes) -> tuple[str, ...]:
    """Return the words of a name like ``postBody-2`` in lower case, ASCII letters only."""
    readable = name.decode(errors="replace")
    divided = readable if readable.islower() else _CAMEL.sub("-", readable).lower()
    return tuple(_WORDS.findall(divided))


@lru_cache(maxsize=16_384)
def part_of_name(raw: bytes) -> str | None:
    """Return the part of a record that a name tells: ``author``, ``date``, ``text`` or None."""
    author = _ELEMENTS["author"]
    for name in raw.split():
        words = name_words(name)
        if not words:
            continue
        is_named = words[-1] in author and _ELEMENTS["picture"].isdisjoint(words)
        if is_named or (not author.isdisjoint(words) and _ELEMENTS["no_author"].isdisjoint(words)):
            return "author"
        if words[-1] in _ELEMENTS["date"]:
            return "date"
        if words[-1] in _ELEMENTS["text"] and _ELEMENTS["no_text"].isdisjoint(words):
            return "text"
    return None


@lru_cache(maxsize=16_384)
def text_of_comment(raw: bytes) -> bytes:
    """Return the name that says that an element is the text of a comment, without numbers: ``reply-content``.

    ``b""`` if there is none.
    """
    for words in map(name_words, raw.split()):
        if len(words) > 1 and words[-1] in _ELEMENTS["text"] and words[-2] in _ELEMENTS["comment"]:
            return "-".join(words).encode()
    return b""


@lru_cache(maxsize=16_384)
def is_text_of_post(raw: bytes) -> bool:
    """Return True if a name of an element is that of the text of a post or comment: ``messageText``."""
    return any(_TEXT_OF_POST.fullmatch("".join(name_words(name))) for name in raw.split())


def author_name(line: str) -> str:
    """Return the name at the beginning of a line: By Ann Lee » 1 May 2024."""
    line = _SHOWN_TAG.sub("", line)
    dates = [] if line.isdigit() else find_moments(line)
    before = _WEEKDAY.sub("", line[: dates[0][0]].strip(MARKS)) if dates else line
    return _SAYS.sub("", _BY.sub("", _FLOOR.sub("", before.strip(MARKS)))).strip(MARKS)
