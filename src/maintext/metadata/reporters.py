"""Reporters and their media in one line: 中央社 記者林美麗／台北報導, 記者・山田太郎, By Jane Doe, Reuters.

Names of media stand beside names of people without a label of their own; here the two are told apart.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maintext.metadata.byline_words import ORGANISATION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.metadata.candidate import Person

__all__ = ["find_reporters", "medium_before", "without_media"]

_HAN = r"\u3400-\u9fff"
_BEGIN = rf"(?:^|[\s（(【[]|(?<=[{_HAN}][社報报網网刊訊讯]))"
_REPORTER = r"(?:特派|實習|实习|見習|见习)?(?:記者|记者|特派員|特派员)"
_TAIWANESE = re.compile(
    # 記者陳大文／台北報導, 記者陳大文、林美麗／綜合報導
    rf"{_BEGIN}{_REPORTER}\s?(?P<names>[{_HAN}]{{2,4}}(?:[、\s][{_HAN}]{{2,4}}){{0,3}})\s?[／/]\s?"
    rf"[{_HAN}]{{1,8}}(?:報導|报导|報道|报道)"
    # 記者林美麗台北5日電: the place has two characters
    rf"|{_BEGIN}{_REPORTER}(?P<agency>[{_HAN}]{{2,3}})[{_HAN}]{{2}}\d{{1,2}}日[電电]"
)
_JAPANESE = re.compile(
    rf"{_BEGIN}(?:記者|取材|執筆)\s?・\s?(?P<names>[{_HAN}\u3040-\u309f\u30a0-\u30fa々ー]{{2,8}}"
    rf"(?:、[{_HAN}\u3040-\u309f\u30a0-\u30fa々ー]{{2,8}}){{0,3}})(?=$|[\s）)】\]])"
)
_MEDIUM_BEFORE = re.compile(
    rf"(?:^|[\s（(【[])(?P<medium>[{_HAN}]{{2,12}})[\s·・｜|]*(?=(?:特派|實習|实习|見習|见习)?(?:記者|记者|特派員))"
)
_ENDS_LIKE_MEDIUM = re.compile(r"(?:通信|通訊|通讯|時報|时报)$")
_OF_A_MEDIUM = frozenset({"本報", "本报", "本網", "本网", "本社", "本台", "本刊"})
_AGENCIES = frozenset(
    (
        "reuters|thomson reuters|associated press|the associated press|ap|afp|agence france-presse|bloomberg"
        "|bloomberg news|dpa|upi"
        "|xinhua|xinhua news agency|kyodo|kyodo news|yonhap|jiji press|tass|interfax"
        "|efe|ansa|aap|pa media|press association|canadian press|the canadian press"
        "|anadolu agency|europa press|pti"
    ).split("|")
)
"""News agencies that stand behind their reporters' names, in small letters."""


def find_reporters(text: str) -> Iterator[str]:
    """Give the names of reporters that a Taiwanese or Japanese dateline states, as written, in order."""
    if "者" not in text and "員" not in text and "材" not in text and "筆" not in text:
        return
    for form in (_TAIWANESE, _JAPANESE):
        for match in form.finditer(text):
            names = match["names"] or match.groupdict().get("agency") or ""
            yield from re.split(r"[、\s]", names)


def medium_before(text: str) -> str:
    """Return the medium before its reporter (新京报 · 记者 韩梅梅), ``""`` for none and for our own."""
    match = _MEDIUM_BEFORE.search(text) if "者" in text or "員" in text else None
    name = match["medium"] if match else ""
    return name if _is_medium(name) else ""


def without_media(people: list[Person]) -> tuple[list[Person], list[str]]:
    """Return the people of one list, and the names of media and offices among them.

    Where nobody else is named the medium is who wrote, and stays.
    """
    media = [one.name for one in people if _is_medium(one.name)]
    others = [one for one in people if one.name not in media]
    return (others, media) if others else (people, [])


def _is_medium(name: str) -> bool:
    if name.isascii():
        return name.lower() in _AGENCIES
    if len(name) < 3 or name in _OF_A_MEDIUM:
        return False
    return ORGANISATION.search(name) is not None or _ENDS_LIKE_MEDIUM.search(name) is not None
