"""Read metadata from the objects around a text in an application's state.

    {"title": "…", "author": {"name": "张三"}, "publishTime": "2024-05-01 10:20", "content": "<p>…"}

Nobody declares these keys; they are the names that programmers in every country use.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from maintext._core.fields import rows_of_tag
from maintext.classify.embedded.data import EmbeddedText, parse_data, unpack_json
from maintext.html import Page
from maintext.html.tags import tag_id
from maintext.metadata.byline import split_people
from maintext.metadata.candidate import Candidate, Person
from maintext.metadata.moment import parse_moment
from maintext.metadata.page_dates import local_timestamp

__all__ = ["sibling_fields"]

# Keys in lower case without marks, the surer ones first.
_KEYS = {
    "title": """headline title articletitle newstitle posttitle contenttitle maintitle statustitle
        publictitle name""",
    "author": """author authors authorname authornames authorlist byline writer writers reporter reporters
        user nickname screenname username""",
    "published": """publishtime publishedtime publishdate publisheddate publishat publishedat pubtime
        pubdate publicationdate publicationtime datepublished firstpublished firstpublishedat firstsharedat
        releasetime releasedate releasedat issuetime posttime postdate postedat newstime ptime displaydate
        publishtimestamp createdtime createdat createtime created ctime time date""",
    "modified": """updatetime updatedtime updatedate updatedat modifiedtime modifiedat datemodified
        lastmodified""",
    "source": "source sourcename newssource articlesource medianame media copyfrom",
}
_NAMES = ("name", "nickname", "screen_name", "nickName")  # of a person
_NO_LETTERS = re.compile(r"[^a-z]")
_TAG = re.compile(r"<[^<>]*>")
_MAX_OBJECTS_ABOVE = 2  # objects around that of the text: article.body.content
_MAX_VALUE_CHARS = {"title": 300, "source": 60}  # of a value; longer ones are something else
_TIMESTAMP_DIGITS = 10  # 13 in milliseconds
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
            around = around if len(at) == 1 else []
        if isinstance(at, dict):
            around.append(at)
        try:
            at = unpack_json(at[key])
        except (KeyError, IndexError, TypeError):
            return ()
    found: dict[str, list[Candidate]] = {}
    titles = rows_of_tag(page.columns, tag_id("title"))
    title = page.row_text(titles[0]).strip() if titles else ""
    for node in around[: -_MAX_OBJECTS_ABOVE - 2 : -1]:
        for field, candidates in _object_fields(page, node, title).items():
            found.setdefault(field, candidates)
    return tuple(one for candidates in found.values() for one in candidates)


def _object_fields(page: Page, node: dict[str, Any], title: str) -> dict[str, list[Candidate]]:
    """Return the candidates of one object by field, each from its surest key with a value.

    Objects such as ``subInfo`` in it belong to it. A ``name`` is the title only if the ``title`` of the page
    begins with it.
    """
    facts = [one for key, one in node.items() if key.endswith("Info") and isinstance(one, dict)]
    node = {key: value for one in (*facts, node) for key, value in one.items()}
    keys = {_NO_LETTERS.sub("", key.lower()): key for key in reversed(node)}
    found: dict[str, list[Candidate]] = {}
    for field, names in _KEYS.items():
        for name in filter(keys.__contains__, names.split()):
            key = keys[name]
            values = list(_read_values(page, field, node[key]))
            if values and (name != "name" or title.startswith(values[0])):
                found[field] = [Candidate(field, one, f"state:{key}") for one in values]
                break
    return found


def _read_values(page: Page, field: str, value: Any) -> Iterator[Any]:
    """Yield the values of a field: people, dates, texts."""
    for text in _plain_texts(value):
        if field == "author":
            is_name = len(text) <= _MAX_VALUE_CHARS["source"]
            yield from split_people(text) or ([Person(text)] if is_name else [])
        elif field in {"published", "modified"}:
            if (moment := parse_moment(text)) is not None and moment.day is not None:
                is_timestamp = text.isdigit() and len(text) >= _TIMESTAMP_DIGITS
                yield local_timestamp(page, moment) if is_timestamp else moment
                return
        elif len(text) <= _MAX_VALUE_CHARS[field] and "://" not in text:
            yield text
            return


def _plain_texts(value: Any) -> Iterator[str]:
    """Yield the plain texts of a value; the name of an object, numbers as digits."""
    for one in value[:_MAX_VALUES] if isinstance(value, list) else [value]:
        named = next((one[key] for key in _NAMES if key in one), None) if isinstance(one, dict) else one
        if isinstance(named, int) and not isinstance(named, bool):
            yield str(named)
        elif isinstance(named, str):
            text = " ".join(html.unescape(_TAG.sub(" ", named[:2000])).split())
            if text:
                yield text
