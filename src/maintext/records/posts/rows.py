"""Records of micro-content as rows: a table for reading, CSV for spreadsheets, JSON Lines for programs."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from maintext.render.rows import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.records.posts.post import MicroPost

__all__ = ["posts_csv", "posts_jsonl", "posts_table"]

_FIELDS = tuple(
    """author published time_text text n_reposts n_comments n_likes images url quoted quoted_author level
    confidence""".split()
)
_COUNTS = {"n_reposts": "reposts", "n_comments": "comments", "n_likes": "likes"}
_MOST_TEXT = 300  # characters that the table shows


def posts_jsonl(posts: Iterable[MicroPost]) -> str:
    """Return each record as a line of JSON, non-ASCII letters as they are."""
    return "".join(json.dumps(post.to_dict(), ensure_ascii=False) + "\n" for post in posts)


def posts_csv(posts: Iterable[MicroPost]) -> str:
    """Return a header and a line per record, by RFC 4180; addresses of images are apart by a space.

    A text that a spreadsheet would run as a formula has a ``'`` before it.
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(_FIELDS)
    for post in posts:
        record = post.to_dict() | {"images": " ".join(post.images)}
        values = (record[name] for name in _FIELDS)
        writer.writerow(["" if value is None else harmless(str(value)) for value in values])
    return file.getvalue()


def posts_table(posts: Iterable[MicroPost]) -> str:
    """Return two lines per record: author, time and counts, then the text; replies stand further in."""
    return "".join(_shown(post) for post in posts)


def _shown(post: MicroPost) -> str:
    indent = "  " * post.level
    counts = [
        f"{getattr(post, field)} {name}"
        for field, name in _COUNTS.items()
        if getattr(post, field) is not None
    ]
    head = "  ".join([post.author or "-", str(post.published or post.time_text or "-"), *counts])
    text = " ".join(post.text.split())
    cut = text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…"
    quoted = f"{indent}  > {' '.join(post.quoted.split())[:_MOST_TEXT]}\n" if post.quoted else ""
    return f"{indent}{head}\n{quoted}{indent}  {cut}\n"
