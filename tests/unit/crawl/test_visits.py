"""Visits of a recipe: plain pages, and a list and its entries that scripts fill, in the real browser."""

from __future__ import annotations

import datetime as dt
import json
import time
from dataclasses import replace
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import pytest
from tests.loopback import Reply, answering
from tests.unit.browser.real import needs_browser
from tests.unit.crawl.test_parts import served
from tests.unit.net.answering import page, serving
from tests.unit.net.test_proxies import proxy

from maintext.browser import RenderOptions
from maintext.crawl.visits import Renderer, Visitor
from maintext.errors import FetchError, OptionError
from maintext.net import FetchOptions
from maintext.net.client import read_retry_after
from maintext.net.page_steps import parse_steps
from maintext.sites.recipe import FetchRule, Limits, ListRule, Recipe, RecipeVisit, learn_recipe, run_recipe

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


COLOURS = ("Red", "Blue")
# Entries come by a click on 加载更多, three at a time, of the colour that was chosen, for the words that were
# looked for; a dialog covers the page first.
SEARCH = """<html><head><meta charset=utf-8><title>Markets</title></head><body>
<div id=consent style="position:fixed;inset:0;background:#fff"><button id=accept
 onclick="document.querySelector('#consent').remove()">Accept</button></div>
<form onsubmit="word = q.value; shown = 0; more(); return false"><input id=q name=q></form>
<select id=colour onchange="colour = this.value; shown = 0; more()"><option value="">Choose a colour</option>
<option value=r>Red</option><option value=b>Blue</option></select>
<main><ul class=entries></ul></main><button class=more onclick="more()">加载更多</button>
<script>var word = "", colour = "", shown = 0;
function more() {
  if (!word) return;
  shown = Math.min(shown + 3, 8);
  document.querySelector(".entries").innerHTML = Array.from({length: shown}, (_, i) =>
    "<li class=entry><h2><a href=/a/" + i + "?c=" + colour + ">The " + word + " number " + i +
    " of the old town" + colour + "</a></h2><span>2024-05-0" + (i + 1) + "</span></li>").join("");
  if (shown == 8) document.querySelector(".more").style.display = "none";
}</script></body></html>"""


def answer(path: str) -> str | None:
    path = path.partition("?")[0]
    if path == "/search":
        return SEARCH
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
    def reply(path: str) -> Reply | None:
        found = answer(path)
        kind = "application/json" if "/data/" in path else "text/html"
        return None if found is None else Reply(found, kind=kind)

    with answering(reply) as server:
        yield server.url


def test_an_empty_answer_is_no_page() -> None:
    options = FetchOptions(allow_private=True)
    with served({"/empty": "\n"}) as (host, asked), Visitor(options, retry_s=0.01) as visit:
        with pytest.raises(FetchError, match="an empty page"):
            visit(RecipeVisit(url=f"{host}/empty"))
        assert asked == ["/empty"] * 3


def test_a_server_that_asks_to_wait_is_asked_again_after_that() -> None:
    answers = iter((page(b"", "429 Too Many Requests", Retry_After="1"), page(b"Text")))
    with serving() as site, Visitor(FetchOptions(allow_private=True), retry_s=0.0) as visit:
        site.pages["/a"] = lambda sock: sock.sendall(next(answers))
        started = time.monotonic()
        assert visit(RecipeVisit(url=f"{site.url}/a")).body == b"Text"
        assert time.monotonic() - started >= 1


def test_the_wait_that_a_server_asks_for_is_read() -> None:
    now = dt.datetime.now(dt.UTC)
    later = read_retry_after(format_datetime(now + dt.timedelta(seconds=30), usegmt=True))
    assert later is not None
    assert 25 < later <= 30
    known = {"7": 7, "0": 0, "": None, "soon": None, "-3": None, format_datetime(now): 0}
    assert {asked: read_retry_after(asked) for asked in known} == known


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


STEPS = ("dismiss #accept", "fill #q = market", "press Enter", "wait li.entry")


@needs_browser
def test_a_list_behind_a_search_is_read_by_steps_and_clicks(site: str) -> None:
    rule = ListRule(start=(f"{site}/search",), steps=STEPS, click="button.more", wait_s=2.0)
    recipe = Recipe(list=rule, limits=Limits(delay_s=0.0))
    with visitor() as visit:
        titles = [record.item.title for record in run_recipe(recipe, visit)]
    assert titles == [f"The market number {i} of the old town" for i in range(8)]


@needs_browser
def test_a_list_is_read_for_each_option_of_an_element(site: str) -> None:
    steps = ("dismiss #accept", "fill #q = market", "press Enter")
    rule = ListRule(start=(f"{site}/search",), steps=steps, each="#colour", click="button.more", wait_s=2.0)
    with visitor() as visit:
        urls = [
            record.item.url for record in run_recipe(Recipe(list=rule, limits=Limits(delay_s=0.0)), visit)
        ]
    assert [url.rpartition("/")[2] for url in urls] == [f"{i}?c={c}" for c in "rb" for i in range(8)]


@needs_browser
def test_a_list_behind_a_search_is_learned_with_its_button_for_more(site: str) -> None:
    with visitor() as visit:
        learned = learn_recipe([f"{site}/search"], visit, steps=STEPS, wait_s=2.0)
        assert learned.recipe.list.click == 'button:text-is("加载更多")'
        titles = [record.item.title for record in run_recipe(learned.recipe, visit)]
    assert titles == [f"The market number {i} of the old town" for i in range(8)]


@needs_browser
def test_a_step_whose_element_is_missing_is_named(site: str) -> None:
    with visitor() as visit, pytest.raises(FetchError, match=r"the step 'click #never' failed"):
        visit(RecipeVisit(url=f"{site}/search", steps=("click #never",), wait_s=1.0))


def test_a_line_that_is_no_step_is_refused_with_the_forms() -> None:
    for line in ("jump #a", "fill #a", "click", "scroll down"):
        with pytest.raises(OptionError, match="fill SELECTOR = TEXT"):
            ListRule(start=("https://example.org/",), steps=(line,))
    step = parse_steps(("fill input[name=q] = a = b",))[0]
    assert (step.target, step.value) == ("input[name=q]", "a = b")


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


def recipe_at(url: str, **fetching: Any) -> Recipe:
    return Recipe(list=ListRule(start=(url,)), limits=Limits(delay_s=0), fetch=FetchRule(**fetching))


ROBOTS = "User-agent: *\nDisallow: /secret\nCrawl-delay: 0.2\n"


def test_a_recipe_says_how_its_pages_are_asked_for() -> None:
    with served({"/robots.txt": ROBOTS, "/open": "<p>Open.</p>", "/secret": "<p>Secret.</p>"}) as (
        host,
        asked,
    ):
        recipe = recipe_at(host, robots=True, headers=("Cookie: city=hangzhou",), retries=0)
        with Visitor.of(recipe, {"allow_private": True, "headers": ("X-A: 1",)}) as visit:
            start = time.monotonic()
            for _ in range(2):
                assert visit(RecipeVisit(url=f"{host}/open")).status == 200
            assert time.monotonic() - start >= 0.2
            with pytest.raises(FetchError, match=r"robots\.txt does not allow this page"):
                visit(RecipeVisit(url=f"{host}/secret"))
        assert asked == ["/robots.txt", "/open", "/open"]
        with Visitor.of(recipe_at(host), {"allow_private": True}) as visit:
            assert visit(RecipeVisit(url=f"{host}/secret")).status == 200


@pytest.mark.parametrize(
    ("render", "said"),
    [
        ("never", "http://nowhere.invalid/"),
        pytest.param(
            "always", "nowhere.invalid:80", marks=needs_browser
        ),  # the browser asks for tunnels only
    ],
)
def test_pages_of_a_recipe_come_through_its_proxies(render: str, said: str) -> None:
    with proxy() as (place, asked):
        recipe = recipe_at("http://nowhere.invalid/", proxies=(f"http://me:pw@{place}",), retries=0)
        with Visitor.of(recipe) as visit:
            found = visit(RecipeVisit(url="http://nowhere.invalid/", render=render, wait_s=1.0))
    assert (b"Through the proxy" in found.body) == (render == "never")
    assert (said, "Basic bWU6cHc=") in asked  # the browser has questions of its own
