"""Find the main text in a page's scripts: declared in JSON-LD, or prose of an application's state."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from maintext.classify.embedded.data import (
    EmbeddedContent,
    EmbeddedText,
    JsonPath,
    Key,
    containment,
    iter_strings,
    parse_data,
    strip_tags,
)
from maintext.html import Page
from maintext.html.characters import WORDS
from maintext.metadata.declared.meta import first_contents

Keys = tuple[Key, ...]

__all__ = ["declared_text", "find_embedded_content", "is_content_key", "prose_words", "state_text"]

# A state has the declared text in full if it contains this share of it and is so many times as long.
_MIN_CONTAINMENT, _MIN_LENGTH_RATIO = 0.5, 1.5
_MIN_STATE_WORDS = 60  # less prose in a state is a notice as often as a text
# Bounds the time for hostile data: twice the values and characters of the richest page of the corpus.
_MAX_VALUES = 100_000
_MAX_CHARS = 4_000_000
_HEX_ESCAPE = re.compile(r"\\x([0-9a-f]{2})")
_BODY = re.compile(r'"(?:articleBody|text)"')

_POSTS = frozenset({"DiscussionForumPosting", "SocialMediaPosting", "Question", "Answer", "Comment"})
_POST_KEYS = frozenset({"text", "articleBody"})
_FAQ = "FAQPage"
# Descriptions of these tell about the site, its makers, or a part of the page.
_NOT_THE_SUBJECT = frozenset(
    "WebSite WebPage Organization NewsMediaOrganization Corporation Person Brand ImageObject Offer "
    "AggregateOffer Review ListItem BreadcrumbList SearchAction PropertyValue QAPage".split()
) | {_FAQ}
# An article's description is a summary. A job's is the text.
_ARTICLES = ("Article", "BlogPosting", "ForumPosting", "MediaPosting", "Report")

_MIN_WORDS = 8  # shorter strings are labels as often as sentences
_SENTENCE_END = re.compile(r"[.!?…।؟։][\s\"'”’»)\]]*(?:\s|$)|[。！？]")
_ENDS = ".!?…:।؟։。！？："
_NOT_PROSE = re.compile(
    r"\s*(?:[{\[]|https?:|data:|//|/\*|<svg|<style|<script|@media|:root|[\"']use strict"
    r"|(?:function|const|var|let|import|export)\b)"
)
_CODE = re.compile(r"[{};=]")
_MAX_CODE = 0.02  # share of the characters; prose about programs has less outside of tags
# Least shares of the prose to descend into a member of an object, or an item of a list. Items are of one
# kind, so one stands for all only if it has nearly all.
_MEMBER, _ITEM = 0.6, 0.9
# Keys of text about the site, other pages, buttons and pictures. Programs have English keys everywhere.
_OFF_TOPIC_KEY = re.compile(
    r"cookie|consent|privacy|gdpr|legal|disclaimer|warrant|i18n|intl$|locali[sz]|translat|dictionar"
    r"|messages?$|labels?$|footer|newsletter|config|settings|experiment|feature.?flag|errors?$|schema|style|css"
    r"|(?<!tran)script$|alt$|alt.?text|caption|tooltip|alert|bio$|notice|promo|share|review|.notes?$|source$|template$"
    r"|related|sidebar|rail|recommend|trending|popular|latest|nav(?:bar|igation|links|items)?$|menu|^ads?$"
    r"|^seo|^meta|excerpt|teaser|^title$|headline",
    re.IGNORECASE,
)


def find_embedded_content(
    page: Page, *, bodies_only: bool = False, attributes: bool = True
) -> EmbeddedContent | None:
    """Return the main text in a page's scripts, ``None`` if there is none.

    Text declared in JSON-LD is preferred. The prose of a state is taken if nothing but a summary is
    declared, or if it contains the declared text in full. ``bodies_only`` reads only JSON-LD with articles
    or posts; without ``attributes``, data in those are passed over.
    """
    declared: list[EmbeddedText] = []
    prose: list[EmbeddedText] = []
    wanted, budget = cache(is_content_key), iter(range(_MAX_VALUES))
    n_chars = 0
    for number, script in enumerate(page.json_scripts if bodies_only else page.scripts):
        n_chars += len(script.text)
        if n_chars > _MAX_CHARS:
            break
        if "ld+json" in script.type:
            if not bodies_only or _BODY.search(script.text):
                declared += iter_strings(number, parse_data(script.text), budget)
        elif not bodies_only and (attributes or script.type != "attribute"):
            prose += iter_strings(number, parse_data(script.text), budget, wanted)
    found = _choose_content(declared_text(declared), state_text(prose))
    return found if found or bodies_only else _described_text(page)


def _described_text(page: Page) -> EmbeddedContent | None:
    r"""Return the description in the head if it has several lines, as that of a shared text has.

    WeChat escapes its marks: ``\x0a`` for a line break, ``\x26quot;`` for a quotation mark.
    """
    text = first_contents(page, {"og:description"}).get("og:description", "")
    text = _HEX_ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), text)
    path = JsonPath(None, "og:description", ())
    is_text = "\n" in text.strip() and len(WORDS.findall(text)) >= _MIN_WORDS
    return EmbeddedContent("meta:og:description", ((EmbeddedText(-1, path, text),),)) if is_text else None


def _choose_content(
    declared: EmbeddedContent | None, state: EmbeddedContent | None
) -> EmbeddedContent | None:
    if state is None or state.n_words < _MIN_STATE_WORDS:
        return declared
    if declared is None or declared.is_summary:
        return state
    is_longer = state.n_words >= _MIN_LENGTH_RATIO * declared.n_words
    return state if is_longer and containment(declared.plain, state.plain) >= _MIN_CONTAINMENT else declared


# -- JSON-LD ------------------------------------------------------------------------------------------


def declared_text(found: list[EmbeddedText]) -> EmbeddedContent | None:
    """Return the text that JSON-LD declares: of an article, else of posts, else the longest description.

    Questions of a FAQ come last: most stand next to another text.
    """
    return (
        _join_bodies("json-ld:articleBody", [t for t in found if _is_article(t)])
        or _join_bodies("json-ld:text", [t for t in found if _is_post(t) and not _is_in_faq(t.path)])
        or _longest_description([t for t in found if _is_description(t)])
        or _join_bodies("json-ld:text", [t for t in found if _is_post(t) and _is_in_faq(t.path)])
    )


def _is_article(text: EmbeddedText) -> bool:
    return text.path.key == "articleBody" and _POSTS.isdisjoint(text.path.types)


def _is_post(text: EmbeddedText) -> bool:
    if text.path.key == "name":
        return "Question" in text.path.types
    return text.path.key in _POST_KEYS and not _POSTS.isdisjoint(text.path.types)


def _is_description(text: EmbeddedText) -> bool:
    return text.path.key == "description" and _NOT_THE_SUBJECT.isdisjoint(text.path.types)


def _is_in_faq(path: JsonPath) -> bool:
    at: JsonPath | None = path
    while at is not None and _FAQ not in at.types:
        at = at.above
    return at is not None


def _join_bodies(origin: str, chosen: list[EmbeddedText]) -> EmbeddedContent | None:
    once = {text.text: (text,) for text in reversed(chosen)}
    return EmbeddedContent(origin, tuple(reversed(once.values()))) if once else None


def _longest_description(chosen: list[EmbeddedText]) -> EmbeddedContent | None:
    if not chosen:
        return None
    longest = max(chosen, key=lambda text: len(WORDS.findall(strip_tags(text.text).lower())))
    is_summary = any(name.endswith(_ARTICLES) for name in longest.path.types)
    return EmbeddedContent("json-ld:description", ((longest,),), is_summary=is_summary)


# -- state --------------------------------------------------------------------------------------------


def is_content_key(key: str) -> bool:
    """Return True if a key of a state may hold the page's text, unlike ``cookieNotice`` or ``related``."""
    return _OFF_TOPIC_KEY.search(key) is None


def state_text(found: list[EmbeddedText]) -> EmbeddedContent | None:
    """Return the longest prose under one key in one part of one script, ``None`` if there is none.

    For every key the search descends from the whole script to the smallest part that still has nearly
    all prose of that key. This finds a body in one string, a list of paragraphs and a tree of rich text
    alike, without labels and teasers under other keys.
    """
    keys = [text.path.keys for text in found]
    prose: dict[tuple[int, str], list[tuple[Keys, int]]] = defaultdict(list)
    for text, at in zip(found, keys, strict=True):
        if n_words := prose_words(text.text):
            prose[text.script, _nearest_name(at)].append((at, n_words))
    parts = [(*_smallest_part(items), *group) for group, items in prose.items()]
    if not parts:
        return None
    _, top, script, name = max(parts, key=lambda part: part[0])
    chosen = [
        (at[len(top) :], text)
        for text, at in zip(found, keys, strict=True)
        if text.script == script
        and at[: len(top)] == top
        and _nearest_name(at) == name
        # Without a name a string must be prose itself, else a piece of prose is enough.
        and (_NOT_PROSE.match(text.text) is None if name else prose_words(text.text) > 0)
    ]
    paragraphs: dict[str, tuple[EmbeddedText, ...]] = {}  # equal ones count once
    for paragraph in _join_pieces(chosen):
        paragraphs.setdefault("".join(piece.text for piece in paragraph), tuple(paragraph))
    return EmbeddedContent(f"state:{name or 'text'}", tuple(paragraphs.values()))


def prose_words(text: str) -> int:
    """Count the words of a string with a sentence; 0 for labels, code, URLs and the like."""
    if len(text) < _MIN_WORDS or _NOT_PROSE.match(text):
        return 0
    plain = strip_tags(text)
    if not _SENTENCE_END.search(plain) or len(_CODE.findall(plain)) > _MAX_CODE * len(plain):
        return 0
    n_words = len(WORDS.findall(plain))
    return n_words if n_words >= _MIN_WORDS else 0


def _nearest_name(keys: Keys) -> str:
    """Return the last key that is a name; strings in a list have that of the list."""
    return next((key for key in reversed(keys) if isinstance(key, str)), "")


def _smallest_part(prose: list[tuple[Keys, int]]) -> tuple[int, Keys]:
    """Return the number of words in the smallest part with nearly all prose, and its keys.

    ``prose`` has the keys of each string with prose, and its number of words.
    """
    n_words = sum(n for _, n in prose)
    depth = 0
    while True:
        n_words_below: dict[Key, int] = defaultdict(int)
        for keys, n in prose:
            if len(keys) > depth:
                n_words_below[keys[depth]] += n
        key = max(n_words_below, key=n_words_below.__getitem__, default="")
        minimum = (_ITEM if isinstance(key, int) else _MEMBER) * n_words
        if n_words_below.get(key, 0) < minimum:
            return n_words, prose[0][0][:depth]
        prose = [(keys, n) for keys, n in prose if len(keys) > depth and keys[depth] == key]
        n_words = n_words_below[key]
        depth += 1


def _join_pieces(chosen: list[tuple[Keys, EmbeddedText]]) -> Iterator[list[EmbeddedText]]:
    """Yield paragraphs: neighbours in a list inside a list, up to one that ends a sentence."""
    paragraph: list[EmbeddedText] = []
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
