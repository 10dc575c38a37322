"""Crawl a site into a database, and write the records as CSV.

Run it with the address of a site of yours: ``python examples/crawl_a_site.py https://example.org/``. Run it
again: it asks what has changed. Needs ``pip install 'maintext[crawl]'``.
"""

from __future__ import annotations

import sys

from maintext.crawl import CrawlProgress, crawl
from maintext.crawl.counts import progress_line, report_lines


def show(progress: CrawlProgress) -> None:
    """Print one line that changes."""
    print(f"\r\x1b[K{progress_line(progress)}", end="", file=sys.stderr)


def main(urls: list[str]) -> None:
    """Crawl at most 200 pages."""
    from maintext.batch.store import export, open_store  # noqa: PLC0415 - an extra

    with open_store("records.sqlite") as store:
        report = crawl(urls, store, max_pages=200, progress=show)
        print("", *report_lines(report), sep="\n")
        for change in store.changes(report.run)[:10]:
            print(change["what"], change["title"], change["url"])
        export(store, "records.csv")


if __name__ == "__main__":  # pages are extracted in another process, which reads this file
    if sys.argv[1:]:
        main(sys.argv[1:])
    else:
        print(__doc__)
