"""The annotated pages: every record, who wrote it, when, and what it says; none where there are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from maintext.html import parse
from maintext.metadata.moment import parse_moment
from maintext.records.posts import MicroContent, find_microcontent

FOLDER = Path(__file__).parents[3] / "microcontent_pages"
FILES = sorted(FOLDER.glob("*/*.json"))
COUNTS = ("n_reposts", "n_comments", "n_likes")
# A number next to an icon that nothing names; a name in brackets, which is written as <nick> in chats.
NOT_TOLD = {
    "reviews_zh": {"n_comments"},
    "douban_group": {"author"},
    "mail_thread": {"n_comments", "n_likes"},
}
FALLS_SHORT = {
    "issue_thread": "an event between the comments is taken for one",
    "topic_zh": "the first post is made otherwise than the replies",
    "podcast_reviews": "the heading of a review is left out",
}


def read(file: Path) -> tuple[list[dict[str, Any]], MicroContent]:
    stated = json.loads(file.read_text(encoding="utf-8"))
    page = parse(file.with_suffix(".html").read_bytes(), stated["url"])
    return stated["records"], find_microcontent(page, reference=parse_moment(stated["fetched"]))


def test_there_are_more_than_thirty_pages_some_without_records() -> None:
    n_records = [len(json.loads(file.read_text(encoding="utf-8"))["records"]) for file in FILES]
    assert len(FILES) >= 30
    assert n_records.count(0) >= 4
    assert n_records.count(1) >= 2


def case(file: Path) -> Any:
    reason = FALLS_SHORT.get(file.stem)
    marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
    return pytest.param(file, id=f"{file.parent.name}/{file.stem}", marks=marks)


@pytest.mark.parametrize("file", [case(file) for file in FILES])
def test_the_records_of_a_page(file: Path) -> None:
    records, found = read(file)
    assert ["".join(post.text.split()) for post in found.posts] == [
        "".join(r["text"].split()) for r in records
    ]
    unknown = NOT_TOLD.get(file.stem, set())
    for record, post in zip(records, found.posts, strict=True):
        said = post.to_dict()
        names = {"author", "published", "level", "url", "images", *COUNTS, "quoted_author"} - unknown
        for name in sorted(names):
            assert (said[name] or None) == (record[name] or None), name
        assert record["time"] in post.time_text
        assert "".join(post.quoted.split()) == "".join((record["quoted"] or "").split())
        assert 0 < post.confidence <= 1


@pytest.mark.parametrize(
    "file", [file for file in FILES if file.stem.startswith("none_")], ids=lambda f: f.stem
)
def test_pages_without_micro_content_say_why(file: Path) -> None:
    _, found = read(file)
    assert found.posts == ()
    assert found.reason
    assert found.confidence == 0
