"""Read metadata from the objects around a text in an application's state.

    {"title": "…", "author": {"name": "张三"}, "publishTime": "2024-05-01 10:20", "content": "<p>…"}

Nobody declares these keys; they are the names that programmers in every country use.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from maintext.classify.embedded.data import parse_data
from maintext.metadata.byline import split_people
from maintext.metadata.candidate import Candidate, Person
from maintext.metadata.moment import parse_moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.classify.embedded.data import EmbeddedText
    from maintext.html import Page

__all__ = ["sibling_fields"]

_KEYS = {
    "title": "title headline articletitle newstitle posttitle contenttitle maintitle",
    "author": "author authors authorname authornames authorlist byline writer writers reporter reporters",
    "published": """publishtime publishedtime publishdate publisheddate publishat publishedat pubtime
        pubdate publicationdate publicationtime datepublished firstpublished firstpublishedat releasetime
        releasedate releasedat issuetime posttime postdate postedat newstime ptime displaydate
        publishtimestamp""",
    "modified": """updatetime updatedtime updatedate updatedat modifiedtime modifiedat datemodified
        lastmodified""",
    "source": "source sourcename newssource articlesource medianame copyfrom",
}
_FIELD_OF = {key: field for field, keys in _KEYS.items() for key in keys.split()}
_NO_LETTERS = re.compile(r"[^a-z]")
_TAG = re.compile(r"<[^<>]*>")
_MAX_OBJECTS_ABOVE = 2  # objects around that of the text: article.body.content
_MAX_VALUE_CHARS = {"title": 300, "source": 60}  # of a value; longer ones are something else
_MAX_VALUES = 20  # of one list


def sibling_fields(page: Page, text: EmbeddedText) -> tuple[Candidate, ...]:
    """Return candidates for title, author, published, modified and source from around a text of a state.

    Those of the object that holds the text come first, then those of up to two objects around it, unless
    a list lies between: it has other articles.
    """
    around: list[dict[str, Any]] = []
    at: Any = parse_data(page.scripts[text.script].text)
    for key in text.path.keys:
        if isinstance(at, list):
            around.clear()
        if isinstance(at, dict):
            around.append(at)
        try:
            at = at[key]
        except (KeyError, IndexError, TypeError):
            return ()
    found: dict[str, list[Candidate]] = {}
    for node in around[: -_MAX_OBJECTS_ABOVE - 2 : -1]:
        for field, candidates in _object_fields(node).items():
            found.setdefault(field, candidates)
    return tuple(one for candidates in found.values() for one in candidates)


def _object_fields(node: dict[str, Any]) -> dict[str, list[Candidate]]:
    """Return the candidates of one object by field, each from the first key with a value."""
    found: dict[str, list[Candidate]] = {}
    for key, value in node.items():
        field = _FIELD_OF.get(_NO_LETTERS.sub("", key.lower()))
        if field is not None and field not in found and (values := list(_read_values(field, value))):
            found[field] = [Candidate(field, one, f"state:{key}") for one in values]
    return found


def _read_values(field: str, value: Any) -> Iterator[Any]:
    """Yield the values of a field: people, dates, texts."""
    for text in _plain_texts(value):
        if field == "author":
            is_name = len(text) <= _MAX_VALUE_CHARS["source"]
            yield from split_people(text) or ([Person(text)] if is_name else [])
        elif field in {"published", "modified"}:
            if (moment := parse_moment(text)) is not None and moment.day is not None:
                yield moment
                return
        elif len(text) <= _MAX_VALUE_CHARS[field] and "://" not in text:
            yield text
            return


def _plain_texts(value: Any) -> Iterator[str]:
    """Yield the plain texts of a value; the name of an object, numbers as digits."""
    for one in value[:_MAX_VALUES] if isinstance(value, list) else [value]:
        named = one.get("name") if isinstance(one, dict) else one
        if isinstance(named, int) and not isinstance(named, bool):
            yield str(named)
        elif isinstance(named, str) and (
            text := " ".join(html.unescape(_TAG.sub(" ", named[:2000])).split())
        ):
            yield text
