"""The website extractor: a site in, a table of records out.

::

    options.py   CrawlOptions
    scope.py     which URLs belong to a crawl
    links.py     which links are followed; endless parts of a site
    feeds.py     robots.txt, sitemaps, RSS, Atom
    read.py      from a page to its record and links
    workers.py   the same in worker processes
    parts.py     articles on several pages
    session.py   between the network and the store; which pages become records
    reactor.py   the file that imports Scrapy; the thread of its reactor
    state.py     shared state of a running crawl
    engine.py    Scrapy's spider, scheduler and middleware
    site.py      crawl(), watch()
    counts.py    counts, progress and report
    visits.py    pages fetched plainly or rendered by a browser
    recipe_table.py  records of a recipe as a table

Needs Scrapy and SQLAlchemy, the extra ``crawl``.
"""

from __future__ import annotations

from maintext.crawl.counts import CrawlProgress, CrawlReport
from maintext.crawl.options import CrawlOptions
from maintext.crawl.site import crawl

__all__ = ["CrawlOptions", "CrawlProgress", "CrawlReport", "crawl"]
