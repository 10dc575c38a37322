"""The website extractor: a site in, a table of records out.

::

    options.py   CrawlOptions
    scope.py     which addresses belong to a crawl
    traps.py     endless parts of a site
    robots.py    robots.txt
    feeds.py     sitemaps, RSS, Atom
    read.py      what is taken from a page          workers.py  … in other processes
    filters.py   which pages become records
    links.py     which links are followed
    session.py   between the network and the store
    engine.py    Scrapy
    sending.py   what goes to it                    answers.py  … and what comes back
    site.py      crawl()                            watch.py    … again and again
    counts.py    progress and report                report.py   the report as a page

Needs Scrapy and SQLAlchemy, the extra ``crawl``.
"""

from __future__ import annotations

from maintext.crawl.counts import CrawlProgress, CrawlReport
from maintext.crawl.options import CrawlOptions
from maintext.crawl.site import crawl

__all__ = ["CrawlOptions", "CrawlProgress", "CrawlReport", "crawl"]
