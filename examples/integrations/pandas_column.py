"""pandas: a column of pages becomes columns of texts and fields, a row for what is no page too.

Needs ``pip install 'maintext[pandas]'``.
"""

from pathlib import Path

import pandas as pd

from maintext.integrations.pandas import extract_column

PAGES = Path(__file__).parent.parent

if __name__ == "__main__":
    frame = pd.DataFrame(
        {
            "url": ["https://gazette.example/ferry", "https://news.example/1", None],
            "html": [(PAGES / "town_news.html").read_bytes(), (PAGES / "news_zh.html").read_bytes(), None],
        },
        index=["ferry", "news", "lost"],
    )
    columns = ["title", "author", "published", "n_words", "outcome", "reason", "text"]
    found = extract_column(frame["html"], url=frame["url"], columns=columns)
    print(frame[["url"]].join(found).to_string(max_colwidth=24))
