"""Visits of a recipe: plain pages, and a list and its entries that scripts fill, in the real browser."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from tests.unit.browser.real import needs_browser

from maintext.browser import RenderOptions
from maintext.crawl.visits import Renderer, Visitor
from maintext.errors import FetchError
from maintext.net import FetchOptions
from maintext.sites.recipe import RecipeVisit, learn_recipe, run_recipe

if TYPE_CHECKING:
    from collections.abc import Iterator

N = 5
DELAY_MS = 700
TITLES = [f"Market day number {i} in the old town" for i in range(N)]
TEXTS = [
    f"The market of week {i} opened at seven in the rain. Farmers sold {i + 3} kinds of apples and cheese, "
    f"and the band of the fire brigade played until noon, when the sun came out at last for {i + 2} hours."
    for i in range(N)
]
SHELL = """<html><head><title>{title}</title></head><body>
<div id=top><a href=/>Home</a></div><div id=app></div>
<script>setTimeout(() => fetch("{data}").then(r => r.json()).then(d => {{
  document.querySelector("#app").innerHTML = d.html; }}), {delay});</script></body></html>"""


def answer(path: str) -> str | None:
    if path == "/list":
        return SHELL.format(title="Markets", data="/data/list", delay=DELAY_MS)
    if path == "/data/list":
        items = "".join(
            f"<li class=entry><h2><a href=/a/{i}>{title}</a></h2><span>2024-05-{i + 1:02}</span></li>"
            for i, title in enumerate(TITLES)
        )
        return json.dumps({"html": f"<ul class=entries>{items}</ul>"})
    kind, _, number = path.rpartition("/")
    if kind == "/a":
        return SHELL.format(title=TITLES[int(number)], data=f"/data/{number}", delay=DELAY_MS)
    if kind == "/data":
        i = int(number)
        return json.dumps({"html": f"<h1>{TITLES[i]}</h1><div class=story><p>{TEXTS[i]}</p></div>"})
    return None


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = answer(self.path)
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Type", "application/json" if "/data/" in self.path else "text/html")
            self.end_headers()
            self.wfile.write((found or "").encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


def visitor() -> Visitor:
    return Visitor(FetchOptions(allow_private=True))


def test_a_plain_visit_needs_no_browser(site: str) -> None:
    with visitor() as visit:
        response = visit(RecipeVisit(url=f"{site}/list"))
    assert b"<div id=app></div>" in response.body


def test_visits_are_kept_apart_in_time(site: str) -> None:
    started = time.monotonic()
    with Visitor(FetchOptions(allow_private=True), delay_s=0.2) as visit:
        for _ in range(3):
            visit(RecipeVisit(url=f"{site}/list"))
    assert time.monotonic() - started >= 0.4


def test_a_page_that_is_not_there_is_an_error(site: str) -> None:
    with visitor() as visit, pytest.raises(FetchError, match="404"):
        visit(RecipeVisit(url=f"{site}/nothing"))


@needs_browser
def test_a_list_and_entries_that_scripts_fill_become_records(site: str) -> None:
    with visitor() as visit:
        learned = learn_recipe(
            [f"{site}/list"], visit, render="always", wait_for_list="li.entry", wait_for_entry="div.story"
        )
        records = list(run_recipe(learned.recipe, visit))
    assert [record.item.title for record in records] == TITLES
    assert all(TEXTS[i] in " ".join(record.text.split()) for i, record in enumerate(records))


@needs_browser
def test_a_page_that_shows_little_is_drawn_where_that_is_asked_for(site: str) -> None:
    with visitor() as visit:
        response = visit(RecipeVisit(url=f"{site}/a/1", render="auto", wait_for="div.story", wait_s=5.0))
    assert TEXTS[1].encode() in response.body


@needs_browser
def test_a_wait_in_vain_ends(site: str) -> None:
    recipe = replace(RecipeVisit(url=f"{site}/a/1", render="always"), wait_for="div.never", wait_s=1.0)
    with visitor() as visit:
        assert b'id="app"' in visit(recipe).body


@needs_browser
def test_a_crawl_draws_pages_that_show_little(site: str) -> None:
    pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
    from maintext.batch.store import open_store  # noqa: PLC0415
    from maintext.crawl import crawl  # noqa: PLC0415

    options = RenderOptions(wait_for="#app h1, #app li", allow_private=True)
    with open_store("sqlite://") as store, Renderer("auto", options) as render:
        report = crawl(
            f"{site}/list", store, allow_private=True, robots=False, sitemaps=False, delay_s=0.0,
            n_processes=0, render=render, max_depth=1,
        )  # fmt: skip
        titles = {str(row["title"]) for row in store.records()}
    assert report.state == "finished"
    assert titles >= set(TITLES)


@needs_browser
def test_a_page_that_the_browser_cannot_open_is_taken_as_it_was() -> None:
    with Renderer("always", RenderOptions(allow_private=True, timeout_s=5.0)) as render:
        assert render("http://127.0.0.1:1/", b"<p>a</p>") is None
