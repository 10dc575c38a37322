from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("web_poet.pages", reason="web-poet is not installed (extra web-poet)")

from tests.integrations.news import ENGLISH, ENGLISH_URL, GBK, PICTURE
from tests.site_server import Site, SiteServer
from web_poet import HttpResponse, Returns, field

from maintext.errors import NotHtmlError
from maintext.integrations.web_poet import MaintextPage
from maintext.options import Options

if TYPE_CHECKING:
    from pathlib import Path


def response(body: bytes, **headers: str) -> HttpResponse:
    return HttpResponse(
        ENGLISH_URL, body, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


def test_the_item_has_the_fields_of_a_record() -> None:
    page = MaintextPage(response(ENGLISH.encode()))
    item = asyncio.run(page.to_item())
    assert item["url"] == ENGLISH_URL
    assert item["author"] == "Mira Hale"
    assert item["published"] == "2026-05-04T07:40:00+01:00"
    assert item["tags"] == ["ferry", "river"]
    assert item["outcome"] == "found"
    known = page.document.to_dict()
    assert {name: known[name] for name in item} == item
    json.dumps(item)


def test_fields_are_properties() -> None:
    page = MaintextPage(response(GBK))
    assert page.title == "渡轮恢复通航"
    assert page.source == "河岸日报"
    assert "停航十一年之后" in page.markdown
    assert page.document.outcome.value == "found"


def test_headers_of_the_response_are_read() -> None:
    body = "<p>停航十一年之后，连接两岸的小渡轮恢复通航。</p>".encode("gbk")
    page = MaintextPage(
        response(body, Content_Type="text/html; charset=gbk", Date="Mon, 04 May 2026 12:00:00 GMT")
    )
    assert page.document.page.encoding_source == "http"
    assert page.document.fetched is not None


@dataclass
class News:
    title: str
    text: str


class NewsPage(MaintextPage, Returns[News], skip_nonitem_fields=True):  # type: ignore[misc,call-arg]
    options = Options(links=False)

    @field  # type: ignore[untyped-decorator]
    def title(self) -> Any:
        return self.css("h1::text").get().upper()


def test_a_subclass_has_its_own_fields_item_and_options() -> None:
    page = NewsPage(response(ENGLISH.encode()))
    item = asyncio.run(page.to_item())
    assert isinstance(item, News)
    assert item.title == "THE FERRY COMES BACK"
    assert "oystercatchers" in item.text
    assert "](" not in page.markdown


def test_the_address_can_be_had_of_what_is_no_page() -> None:
    page = MaintextPage(response(PICTURE))
    assert page.url == ENGLISH_URL
    with pytest.raises(NotHtmlError):
        asyncio.run(page.to_item())


SPIDER = """
import scrapy
from maintext.integrations.web_poet import MaintextPage

class NewsSpider(scrapy.Spider):
    name = "news"
    custom_settings = {
        "ADDONS": {"scrapy_poet.Addon": 300},
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self):
        yield scrapy.Request(self.address, self.parse_page)

    async def parse_page(self, response, page: MaintextPage):
        yield await page.to_item()
"""


def test_scrapy_poet_gives_the_page_to_a_callback(tmp_path: Path) -> None:
    pytest.importorskip("scrapy_poet", reason="scrapy-poet is not installed")
    (tmp_path / "news_spider.py").write_text(SPIDER, encoding="utf-8")
    site = Site(8)
    with SiteServer(site) as server:
        command = [sys.executable, "-m", "scrapy", "runspider", "news_spider.py", "-o", "out.jsonl"]
        command += ["-a", f"address={server.url}{site.article(6).path}"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120)
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert [row["title"] for row in rows] == [site.article(6).title], done.stderr
    assert all(text in rows[0]["text"] for text in site.article(6).paragraphs)
