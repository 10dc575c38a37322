from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("scrapy.http", reason="Scrapy is not installed (extra crawl)")

import scrapy
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse, Response
from scrapy.settings import Settings
from tests.integrations.news import EMPTY, ENGLISH, ENGLISH_URL, GBK, PICTURE
from tests.site_server import Site, SiteServer

from maintext.errors import NotHtmlError, OptionError
from maintext.integrations.scrapy import MaintextPipeline, extract_response

if TYPE_CHECKING:
    from pathlib import Path

RESPONSE = HtmlResponse(ENGLISH_URL, body=ENGLISH.encode(), headers={"Content-Type": "text/html"})


class Stats:
    """Counts what the pipeline counts."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def inc_value(self, name: str) -> None:
        self.counts[name] += 1


def pipeline(stats: Stats | None = None, **settings: Any) -> MaintextPipeline:
    crawler = SimpleNamespace(settings=Settings(settings), stats=stats or Stats())
    return MaintextPipeline.from_crawler(crawler)


@dataclass
class NewsItem:
    html: Any = None
    url: str | None = None
    title: str | None = None
    text: str | None = None


class DeclaredItem(scrapy.Item):
    response = scrapy.Field()
    title = scrapy.Field()


def test_a_response_becomes_main_text_and_fields() -> None:
    item = pipeline().process_item({"response": RESPONSE, "mine": 1})
    assert item["mine"] == 1
    assert "response" not in item
    assert item["url"] == ENGLISH_URL
    assert item["title"] == "The ferry comes back"
    assert item["tags"] == ["ferry", "river"]
    assert item["outcome"] == "found"
    assert "eleven winters" in item["text"]
    assert "Contact" not in item["text"]
    json.dumps(item)


@pytest.mark.parametrize("name", ["html", "body"])
@pytest.mark.parametrize("page", [GBK, GBK.decode("gbk")])
def test_bytes_and_text_are_pages_too(name: str, page: bytes | str) -> None:
    item = pipeline().process_item({name: page, "url": "http://river.example/1"})
    assert item["title"] == "渡轮恢复通航"
    assert item["source"] == "河岸日报"
    assert item["url"] == "http://river.example/1"


def test_only_declared_fields_are_filled() -> None:
    item = pipeline().process_item(NewsItem(html=ENGLISH))
    assert item.title == "The ferry comes back"
    assert "oystercatchers" in (item.text or "")
    declared = pipeline().process_item(DeclaredItem(response=RESPONSE))
    assert dict(declared) == {"title": "The ferry comes back"}


def test_values_of_the_spider_stay_unless_told_otherwise() -> None:
    given = {"html": ENGLISH, "title": "Mine"}
    assert pipeline().process_item(dict(given))["title"] == "Mine"
    assert pipeline(MAINTEXT_OVERWRITE=True).process_item(dict(given))["title"] == "The ferry comes back"


def test_the_page_can_be_kept() -> None:
    assert pipeline(MAINTEXT_KEEP_INPUT=True).process_item({"html": ENGLISH})["html"] == ENGLISH


def test_items_without_a_page_pass_as_they_are() -> None:
    assert pipeline().process_item({"price": 3}) == {"price": 3}


def test_fields_can_be_chosen_and_named() -> None:
    named = pipeline(MAINTEXT_FIELDS={"title": "headline", "markdown": "body_md"}, MAINTEXT_FORM="markdown")
    item = named.process_item({"html": ENGLISH})
    assert item.keys() == {"headline", "body_md"}
    assert "After eleven winters without a crossing" in item["body_md"]
    listed = pipeline(MAINTEXT_FIELDS="title, images").process_item({"html": ENGLISH})
    assert listed == {"title": "The ferry comes back", "images": []}


def test_the_page_may_stand_in_another_field() -> None:
    item = pipeline(MAINTEXT_INPUT=["raw"], MAINTEXT_FIELDS=["title"]).process_item({"raw": GBK, "html": ""})
    assert item == {"html": "", "title": "渡轮恢复通航"}


def test_an_error_is_told_in_the_item_and_counted() -> None:
    stats = Stats()
    item = pipeline(stats).process_item({"body": PICTURE})
    assert (item["outcome"], item["error"]) == ("error", "NotHtmlError")
    assert item["reason"]
    assert stats.counts == {"maintext/error": 1}


@pytest.mark.parametrize("page", [EMPTY, PICTURE])
def test_items_without_main_text_may_be_dropped(page: bytes | str) -> None:
    assert pipeline().process_item({"html": page})["outcome"] != "found"
    with pytest.raises(DropItem):
        pipeline(MAINTEXT_DROP=True).process_item({"html": page})


@pytest.mark.parametrize(
    "wrong",
    [{"MAINTEXT_FORM": "pdf"}, {"MAINTEXT_FIELDS": ["titel"]}, {"MAINTEXT_OPTIONS": {"linkz": True}}],
)
def test_wrong_settings_are_refused_at_the_start(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        pipeline(**wrong)


def test_a_callback_gets_a_document() -> None:
    response = HtmlResponse(
        "http://river.example/1",
        body="<p>Posted 3 hours ago</p><article><p>The river rose again in the night.</p></article>",
        encoding="utf-8",
        headers={"Date": "Mon, 04 May 2026 12:00:00 GMT"},
    )
    document = extract_response(response, links=False)
    assert document.fetched is not None
    assert document.fetched.isoformat() == "2026-05-04T12:00:00+00:00"
    assert not document.options.links
    assert "river rose" in document.text


def test_the_charset_of_the_header_is_read() -> None:
    body = "<p>停航十一年之后，连接两岸的小渡轮恢复通航。</p>".encode("gbk")
    response = Response(
        "http://river.example/1", body=body, headers={"Content-Type": "text/html; charset=gbk"}
    )
    assert extract_response(response).page.encoding_source == "http"


def test_what_is_no_page_raises_in_a_callback() -> None:
    with pytest.raises(NotHtmlError):
        extract_response(Response("http://river.example/1.png", body=PICTURE))


SPIDER = """
import scrapy

class NewsSpider(scrapy.Spider):
    name = "news"
    custom_settings = {
        "ITEM_PIPELINES": {"maintext.integrations.scrapy.MaintextPipeline": 300},
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        for path in self.paths.split(","):
            yield scrapy.Request(self.site + path)

    def parse(self, response):
        yield {"response": response}
"""


def test_a_spider_writes_main_texts(tmp_path: Path) -> None:
    (tmp_path / "news_spider.py").write_text(SPIDER, encoding="utf-8")
    site = Site(8)
    with SiteServer(site) as server:
        paths = ",".join(site.article(number).path for number in (1, 6))
        command = [sys.executable, "-m", "scrapy", "runspider", "news_spider.py", "-o", "out.jsonl"]
        command += ["-a", f"site={server.url}", "-a", f"paths={paths}"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120)
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    by_title = {row["title"]: row for row in rows}
    assert by_title.keys() == {site.article(1).title, site.article(6).title}, done.stderr
    chinese = by_title[site.article(6).title]
    assert all(text in chinese["text"] for text in site.article(6).paragraphs)
    assert "'maintext/found': 2" in done.stderr
