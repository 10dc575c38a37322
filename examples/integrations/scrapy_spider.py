"""Scrapy: a spider hands over responses; the pipeline makes main text and fields of them.

Needs ``pip install 'maintext[crawl]'``. The pages are files here, so that it runs without a network.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response

from maintext.integrations.scrapy import extract_response

PAGES = Path(__file__).parent.parent


class ShowPipeline:
    """Prints what comes out of the pipeline before it."""

    def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
        """Print title, author and size."""
        print(item["title"], item["author"], len(item["text"]), item["n_kept"])
        return item


class NewsSpider(scrapy.Spider):
    """Two pages; ``n_kept`` is what the callback itself asks of the document."""

    name = "news"
    start_urls = ((PAGES / "town_news.html").as_uri(), (PAGES / "news_zh.html").as_uri())
    custom_settings = {  # noqa: RUF012 - as Scrapy has it
        "ITEM_PIPELINES": {"maintext.integrations.scrapy.MaintextPipeline": 300, ShowPipeline: 400},
        "MAINTEXT_OPTIONS": {"links": False},
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
    }

    def parse(self, response: Response) -> Iterator[dict[str, Any]]:
        """Hand over the page."""
        n_kept = int(extract_response(response).selection.keep.sum())
        yield {"response": response, "n_kept": n_kept}


if __name__ == "__main__":
    process = CrawlerProcess()
    process.crawl(NewsSpider)
    process.start()
