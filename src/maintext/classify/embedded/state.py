"""The longest prose of an application's state: the strings of one key below one part of the data."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from maintext.classify.embedded.embedded import Embedded
from maintext.classify.embedded.markup import bare
from maintext.html.characters import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.classify.embedded.data import Key, Text

    Keys = tuple[Key, ...]

__all__ = ["is_main", "prose_words", "state_text"]

# Shorter strings are labels as often as sentences.
_MIN_WORDS = 8
_SENTENCE_END = re.compile(r"[.!?…।؟։][\s\"'”’»)\]]*(?:\s|$)|[。！？]")
_ENDS = ".!?…:।؟։。！？："
_NOT_PROSE = re.compile(
    r"\s*(?:[{\[]|https?:|data:|//|/\*|<svg|<style|<script|@media|:root|[\"']use strict"
    r"|(?:function|const|var|let|import|export)\b)"
)
_CODE = re.compile(r"[{};=]")
_MAX_CODE = 0.02  # share of the characters; prose about programs has less outside of tags
# Shares of the prose at which the search goes down into a part: a member of an object, an item of a
# list. Items are of one kind, so that one stands for all only when it is nearly all.
_MEMBER, _ITEM = 0.6, 0.9
# Keys of what is not the page's own text: of the site, of other pages, of buttons and pictures.
# Programs have English keys in every country.
_ASIDE = re.compile(
    r"cookie|consent|privacy|gdpr|legal|disclaimer|warrant|i18n|intl$|locali[sz]|translat|dictionar"
    r"|messages?$|labels?$|footer|newsletter|config|settings|experiment|feature.?flag|errors?$|schema|style|css"
    r"|(?<!tran)script$|alt$|alt.?text|caption|tooltip|alert|bio$|notice|promo|share|review|notes?$|source$|template$"
    r"|related|sidebar|rail|recommend|trending|popular|latest|nav(?:bar|igation|links|items)?$|menu|^ads?$"
    r"|^seo|^meta|excerpt|teaser|^title$|headline",
    re.IGNORECASE,
)


class _Prose(NamedTuple):
    keys: Keys
    n_words: int


def is_main(key: str) -> bool:
    """Say whether a key of a state may hold text of the page; ``cookieNotice`` and ``related`` do not."""
    return _ASIDE.search(key) is None


def state_text(found: list[Text]) -> Embedded | None:
    """Return the prose that one key holds in one part of one script, of all such the longest.

    For every key the search goes down from the whole script to the smallest part that still has
    nearly all prose of that key. So a body in one string, a list of paragraphs and a tree of rich text
    are found alike, and neither labels nor teasers under other keys come along.

    Parameters
    ----------
    found
        Strings of scripts with data, the keys chosen by :func:`is_main`.

    Returns
    -------
    Embedded or None
        ``None`` where no string has a sentence.
    """
    keys = [text.place.keys for text in found]
    prose: dict[tuple[int, str], list[_Prose]] = defaultdict(list)
    for text, at in zip(found, keys, strict=True):
        if n_words := prose_words(text.text):
            prose[text.script, _name(at)].append(_Prose(at, n_words))
    parts = [(*_part(items), *group) for group, items in prose.items()]
    if not parts:
        return None
    _, top, script, name = max(parts, key=lambda part: part[0])
    chosen = [
        (at[len(top) :], text)
        for text, at in zip(found, keys, strict=True)
        if text.script == script and at[: len(top)] == top and _name(at) == name and _belongs(name, text.text)
    ]
    return Embedded(f"state:{name or 'text'}", tuple(_paragraphs(chosen)))


def prose_words(text: str) -> int:
    """Count the words of a string with a sentence; 0 for labels, code, addresses and the like."""
    if len(text) < _MIN_WORDS or _NOT_PROSE.match(text):
        return 0
    plain = bare(text)
    if not _SENTENCE_END.search(plain) or len(_CODE.findall(plain)) > _MAX_CODE * len(plain):
        return 0
    n_words = len(WORDS.findall(plain))
    return n_words if n_words >= _MIN_WORDS else 0


def _name(keys: Keys) -> str:
    """Nearest name; strings in a list have that of the list."""
    return next((key for key in reversed(keys) if isinstance(key, str)), "")


def _belongs(name: str, text: str) -> bool:
    """Whether a string beside prose is a piece of it; without a name it must be prose itself."""
    return _NOT_PROSE.match(text) is None if name else prose_words(text) > 0


def _part(prose: list[_Prose]) -> tuple[int, Keys]:
    """Smallest part with nearly all of the prose: its number of words, and the keys to it."""
    n_words = sum(p.n_words for p in prose)
    depth = 0
    while True:
        n_words_below: dict[Key, int] = defaultdict(int)
        for p in prose:
            if len(p.keys) > depth:
                n_words_below[p.keys[depth]] += p.n_words
        key = max(n_words_below, key=n_words_below.__getitem__, default="")
        least = (_ITEM if isinstance(key, int) else _MEMBER) * n_words
        if n_words_below.get(key, 0) < least:
            return n_words, prose[0].keys[:depth]
        prose = [p for p in prose if len(p.keys) > depth and p.keys[depth] == key]
        n_words = n_words_below[key]
        depth += 1


def _paragraphs(chosen: list[tuple[Keys, Text]]) -> Iterator[tuple[Text, ...]]:
    """Join the pieces of rich text; equal paragraphs count once."""
    seen: set[str] = set()
    for paragraph in _pieces(chosen):
        whole = "".join(piece.text for piece in paragraph)
        if whole not in seen:
            seen.add(whole)
            yield tuple(paragraph)


def _pieces(chosen: list[tuple[Keys, Text]]) -> Iterator[list[Text]]:
    """Neighbours in a list inside a list are one paragraph, unless one ends a sentence."""
    paragraph: list[Text] = []
    before: Keys | None = None
    for keys, text in chosen:
        numbers = [at for at, key in enumerate(keys) if isinstance(key, int)]
        around = keys[: numbers[-1]] if len(numbers) > 1 else None
        if paragraph and (around is None or around != before or paragraph[-1].text[-1] in _ENDS):
            yield paragraph
            paragraph = []
        paragraph.append(text)
        before = around
    if paragraph:
        yield paragraph
