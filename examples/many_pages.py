"""Many pages: items in, a row for each, errors too; then the same from files to a file."""

import tempfile
from pathlib import Path

from maintext.batch import BatchItem, BatchOptions, extract_many, run

HERE = Path(__file__).parent

if __name__ == "__main__":  # worker processes import this file
    items = [
        BatchItem(key="news", path=str(HERE / "news_zh.html")),
        BatchItem(key="picture", html=b"\x89PNG\r\n\x1a\n"),
        BatchItem(key="short", html="<p>One sentence of text.</p>"),
    ]
    for row in extract_many(items, n_processes=2, page_timeout_s=10.0):
        print(row.key, row.outcome, row.record.get("n_words"), row.record["reason"])

    with tempfile.TemporaryDirectory() as folder:
        report = run([str(HERE)], f"{folder}/pages.csv", batch=BatchOptions(form="markdown"))
        print(report.to_dict())
