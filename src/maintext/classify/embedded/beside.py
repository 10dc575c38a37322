"""Fields in an application's state: what stands in the object that the text came from.

    {"title": "…", "author": {"name": "张三"}, "publishTime": "2024-05-01 10:20", "content": "<p>…"}

Nobody declares these keys; they are what programmers call such things in every country.
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

    from maintext.classify.embedded.data import Text
    from maintext.html import Page

__all__ = ["fields_beside"]

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
_MOST_ABOVE = 2  # objects around that of the text: article.body.content
_MOST_CHARS = {"title": 300, "source": 60}  # of a value; longer ones are something else
_MOST_VALUES = 20  # of one list


def fields_beside(page: Page, text: Text) -> tuple[Candidate, ...]:
    """Return candidates for title, author, published, modified and source from around a text of a state.

    Those of the object that holds the text come first, then those of up to two objects around it, as long
    as no list lies between: there are other articles. Origins are ``state:`` and the key. Cost as
    :func:`~maintext.classify.embedded.data.parse_data`.

    Parameters
    ----------
    page, text
        The page, and the string of one of its scripts.
    """
    around: list[dict[str, Any]] = []
    at: Any = parse_data(page.scripts[text.script].text)
    for key in text.place.keys:
        if isinstance(at, list):
            around.clear()
        if isinstance(at, dict):
            around.append(at)
        try:
            at = at[key]
        except (KeyError, IndexError, TypeError):
            return ()
    found: dict[str, list[Candidate]] = {}
    for node in around[: -_MOST_ABOVE - 2 : -1]:
        for field, candidates in _of_node(node).items():
            found.setdefault(field, candidates)
    return tuple(one for candidates in found.values() for one in candidates)


def _of_node(node: dict[str, Any]) -> dict[str, list[Candidate]]:
    """Candidates of one object by field, of each the first key with a value."""
    found: dict[str, list[Candidate]] = {}
    for key, value in node.items():
        field = _FIELD_OF.get(_NO_LETTERS.sub("", key.lower()))
        if field is not None and field not in found and (values := list(_read(field, value))):
            found[field] = [Candidate(field, one, f"state:{key}") for one in values]
    return found


def _read(field: str, value: Any) -> Iterator[Any]:
    """Give the values of a field: people, dates, texts."""
    for text in _texts(value):
        if field == "author":
            yield from split_people(text) or ([Person(text)] if len(text) <= _MOST_CHARS["source"] else [])
        elif field in {"published", "modified"}:
            if (moment := parse_moment(text)) is not None and moment.day is not None:
                yield moment
                return
        elif len(text) <= _MOST_CHARS[field] and "://" not in text:
            yield text
            return


def _texts(value: Any) -> Iterator[str]:
    """Give the plain texts of a value, of an object its name; numbers as digits."""
    for one in value[:_MOST_VALUES] if isinstance(value, list) else [value]:
        named = one.get("name") if isinstance(one, dict) else one
        if isinstance(named, int) and not isinstance(named, bool):
            yield str(named)
        elif isinstance(named, str) and (
            text := " ".join(html.unescape(_TAG.sub(" ", named[:2000])).split())
        ):
            yield text
