"""polars: a column of pages becomes columns of texts and fields, a row for what is no page too.

Needs ``pip install 'maintext[polars]'``.
"""

from pathlib import Path

import polars as pl

from maintext.integrations.polars import extract_column

PAGES = Path(__file__).parent.parent

if __name__ == "__main__":
    frame = pl.DataFrame(
        {
            "url": ["https://gazette.example/ferry", "https://news.example/1", None],
            "html": [(PAGES / "town_news.html").read_bytes(), (PAGES / "news_zh.html").read_bytes(), None],
        }
    )
    columns = ["title", "author", "published", "n_words", "outcome", "reason", "text"]
    found = frame.hstack(extract_column(frame["html"], url=frame["url"], columns=columns))
    print(found.drop("html"))
    print(found.group_by("outcome").len())
