"""Recipes: learned from a list, written, read, and run on a made-up site without a network."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.unit.sites.wrapper import news_site

from maintext.errors import FetchError, OptionError
from maintext.metadata.candidate import Field, Person
from maintext.net import Response
from maintext.sites.listing import Item
from maintext.sites.recipe import (
    DetailRule,
    LearnedRecipe,
    Limits,
    ListRule,
    Recipe,
    RecipeRecord,
    RecipeVisit,
    Taught,
    learn_recipe,
    recipe_from_toml,
    recipe_to_toml,
    run_recipe,
)

if TYPE_CHECKING:
    from collections.abc import Callable

HOST = "http://news.example"
START = f"{HOST}/list/index.html"
N_PAGES, N_EACH = 3, 6


def list_page(number: int) -> str:
    first = (number - 1) * N_EACH
    items = "".join(
        f"<li><a href=/a/{i}.html>{news_site.title(i)}，全长{i}公里</a><span>2024-05-{i + 1:02}</span></li>"
        for i in range(first, first + N_EACH)
    )
    following = f"<a href=/list/index_{number + 1}.html>下一页</a>" if number < N_PAGES else ""
    return (
        "<html><head><meta charset=gbk><title>新闻列表</title></head><body>"
        "<div id=top><a href=/>首页</a> <a href=/gn/>国内</a> <a href=/sh/>社会</a></div>"
        f"<div class=list><ul class=news>{items}</ul><div class=pages>{following}</div></div>"
        "<div id=foot>石岭新闻网 版权所有</div></body></html>"
    )


PAGERS = {
    "<form method=post><input type=hidden name=p value=2><input type=submit value=下一页></form>": "下一页",
    "<a href='javascript:go(2)'>下一页</a>": "下一页",
    "<span onclick='go(2)'>Next</span>": "Next",
    "<button class=more>加载更多</button>": "加载更多",
    "<a href=# data-page=1>1</a><a href=# data-page=2>2</a><a href=# data-page=3>3</a>": "1 2 3",
    "<a href=\"javascript:__doPostBack('pager','2')\">2</a> <a href=javascript:go(3)>3</a>": "2 3",
    "<ul class=el-pager><li>1</li><li>2</li></ul>": "1 2",
    "<script type=text/xml><nextgroup><![CDATA[<a href=/more>]]></nextgroup></script>": "nextgroup",
    "<script type=text/xml><nextgroup><![CDATA[]]></nextgroup></script>": "",
    "<a href=# onclick='goPage(2)'>&raquo;</a>": "»",
    "<nav class=pagination><button disabled>&lsaquo;</button><button>&rsaquo;</button></nav>": "›",
    "<nav class=pagination><button>&lsaquo;</button><button disabled>&rsaquo;</button></nav>": "",
    "<a href=# data-slide=next class=page>&rsaquo;</a>": "",
    "<div class=page-footer><a href=/b>News</a> &rsaquo; <a href=/b/c>Town</a></div>": "",
    "<p>共24条记录 第1/3页</p>": "共24条记录",
    "<form>Go to page <input name=page> of 9</form>": "page of 9",
    "<p>总计45个</p>": "总计45个",
    "<p>共找到45件商品</p>": "共找到45件商品",
    "<p>Showing 1–6 of 1,045</p>": "1–6 of 1,045",
    "<p>45 results</p>": "45 results",
    "<p>Seite 1 von 5</p>": "Seite 1 von 5",
    "<select><option value='?p=1'>Page 1<option value='?p=2'>Page 2</select>": "Page 1 Page 2",
    "<p>共45个文件</p><p>7–12 of 45</p>": "",
    "<p>共6条 1/1页</p><ul class=el-pager><li>1</li></ul>": "",
    "<p>2人赞，共24条评论</p><table><tr><td>1<td>2</table>": "",
    "<span>下一页</span>": "",
    "<input type=submit value=下一页 disabled>": "",
    "<form action=/find><input type=submit value=搜索></form>": "",
}


@pytest.mark.parametrize(("pager", "label"), PAGERS.items())
def test_a_list_that_a_script_or_a_form_goes_on_with_is_not_all_there_is(pager: str, label: str) -> None:
    markup = re.sub(r"(<div class=pages>).*?(</div>)", rf"\1{pager}\2", list_page(1))
    site = Site(**{"/list/index.html": markup})
    recipe = learn_recipe([START], site, limits=Limits(delay_s=0)).recipe
    run = run_recipe(recipe, site)
    assert len(list(run)) == N_EACH
    said = f"{N_EACH} entries without a link to more, though the page says {label}"
    if not re.search("of|von|results|[共总]", label):
        said = f"{label} may show more of the list by a script or a form"
    said = f"{START}: {said}; learn with --render always, or set max_pages = 1 if the list ends there"
    assert run.problems == ([said] if label else [])
    chosen = run_recipe(replace(recipe, list=replace(recipe.list, max_pages=1)), site)
    assert (len(list(chosen)), chosen.problems) == (N_EACH, [])
    shown = run_recipe(replace(recipe, list=replace(recipe.list, render="always")), site)
    assert len(list(shown)) == N_EACH
    assert all("set next_button to what shows the next page" in one for one in shown.problems)


class Site:
    """Answers visits from a dictionary, and notes them."""

    def __init__(self, **pages: str) -> None:
        self.visits: list[RecipeVisit] = []
        self.pages = {f"{HOST}/a/{i}.html": news_site.markup(i) for i in range(N_PAGES * N_EACH)}
        self.pages |= {
            (START if n == 1 else f"{HOST}/list/index_{n}.html"): list_page(n) for n in range(1, N_PAGES + 1)
        }
        self.pages |= {f"{HOST}{path}": markup for path, markup in pages.items()}

    def __call__(self, visit: RecipeVisit) -> Response:
        self.visits.append(visit)
        if visit.url not in self.pages:
            raise FetchError("404 Not Found", url=visit.url)
        body = self.pages[visit.url].encode("gbk")
        return Response(
            url=visit.url,
            requested_url=visit.url,
            status=200,
            headers={},
            body=body,
            charset=None,
            content_type="text/html",
        )


@pytest.mark.parametrize("said", ["共180条", "1/30页"])
def test_pages_that_have_less_than_the_first_one_says_are_not_all(said: str) -> None:
    pages = {f"/list/index{n}.html": list_page(int(n[1:] or 1)) for n in ("", "_2", "_3")}
    first = pages["/list/index.html"].replace("</ul>", f"</ul><p>{said}</p>")
    site = Site(**{**pages, "/list/index.html": first})
    recipe = learn_recipe([START], site, limits=Limits(delay_s=0)).recipe
    run = run_recipe(recipe, site)
    n = N_PAGES * N_EACH
    assert len(list(run)) == n
    assert f"{n} entries on {N_PAGES} pages, though the first one says {said}" in run.problems[0]
    assert "set max_pages" in run.problems[0]
    limited = run_recipe(replace(recipe, list=replace(recipe.list, max_pages=N_PAGES)), site)
    assert (len(list(limited)), limited.problems) == (n, [])


@pytest.fixture(scope="module")
def learned() -> Recipe:
    return learn_recipe([START], Site()).recipe


def run(
    recipe: Recipe, change: Callable[[Site], object] = lambda _: None
) -> tuple[list[dict[str, object]], Site]:
    site = Site()
    change(site)
    return [record.to_dict() for record in run_recipe(recipe, site)], site


def test_a_recipe_is_learned_from_the_address_of_a_list(learned: Recipe) -> None:
    assert learned.list.start == (START,)
    assert learned.list.region
    assert learned.list.max_pages > 1
    assert learned.detail.wrapper is not None
    assert learned.site == "news.example"


def test_the_charset_of_an_answer_counts_while_a_recipe_is_learned() -> None:
    pages = {url: re.sub("<meta[^>]*>", "", markup) for url, markup in Site().pages.items()}
    pages = {url: one.replace("</h1>", "</h1><p class=colour>Žalia</p>") for url, one in pages.items()}

    def fetch(visit: RecipeVisit) -> Response:
        body = pages[visit.url].encode("cp1257", "xmlcharrefreplace")
        return Response(
            url=visit.url, requested_url=visit.url, status=200, headers={}, body=body, charset="cp1257",
            content_type="text/html",
        )  # fmt: skip

    recipe = learn_recipe([START], fetch, taught=Taught(clicks={"colour": "Žalia"})).recipe
    record = next(run_recipe(recipe, fetch))
    assert record.to_dict()["fields"]["colour"] == "Žalia"


def test_learning_says_what_was_found() -> None:
    notes = " ".join(learn_recipe([START], Site()).notes)
    assert "6 entries" in notes
    assert "index_2.html" in notes
    assert "wrapper of 3 entries" in notes


def test_learning_passes_over_entries_that_cannot_be_had() -> None:
    site = Site()
    del site.pages[f"{HOST}/a/0.html"]
    found = learn_recipe([START], site)
    assert any("passed over" in note for note in found.notes)
    assert found.recipe.detail.wrapper is not None


def test_a_page_without_a_list_is_an_error_that_says_what_to_give() -> None:
    with pytest.raises(OptionError, match="give a page with links to the entries"):
        learn_recipe([f"{HOST}/x"], Site(**{"/x": "<p>Nothing but a sentence stands here.</p>"}))


def test_a_written_recipe_is_read_as_it_was(learned: Recipe) -> None:
    assert recipe_from_toml(recipe_to_toml(learned)) == learned


def test_a_recipe_without_wrapper_is_read_as_it_was() -> None:
    recipe = Recipe(
        list=ListRule(start=(START,), wait_for="li"), detail=DetailRule(render="auto"), site='a "b"'
    )
    assert recipe_from_toml(recipe_to_toml(recipe)) == recipe


def test_every_entry_of_every_page_becomes_a_record(learned: Recipe) -> None:
    rows, _ = run(learned)
    assert [row["url"] for row in rows] == [f"{HOST}/a/{i}.html" for i in range(N_PAGES * N_EACH)]
    assert [row["title"] for row in rows] == [news_site.title(i) for i in range(N_PAGES * N_EACH)]
    assert all(news_site.paragraphs(i)[0] in str(row["text"]) for i, row in enumerate(rows))
    assert not any(row["error"] or row["drift"] for row in rows)


def test_a_record_holds_what_the_list_says(learned: Recipe) -> None:
    rows, _ = run(learned)
    listed = rows[2]["listed"]
    assert isinstance(listed, dict)
    assert listed["date"] == "2024-05-03"
    assert rows[2]["list_url"] == START


def test_each_address_is_visited_once(learned: Recipe) -> None:
    _, site = run(learned)
    addresses = [visit.url for visit in site.visits]
    assert len(addresses) == len(set(addresses)) == N_PAGES + N_PAGES * N_EACH


def test_an_entry_with_other_tracking_parameters_is_the_same_one(learned: Recipe) -> None:
    def link_again(site: Site) -> None:
        again = "".join(
            f'<li><a href="/a/{i}.html?utm_source=top">Once more: {news_site.title(i)}</a></li>'
            for i in (0, 1)
        )
        site.pages[START] = site.pages[START].replace("</li></ul>", f"</li>{again}</ul>")
        assert again in site.pages[START]

    rows, _ = run(learned, link_again)
    assert len(rows) == N_PAGES * N_EACH


def test_the_number_of_records_is_bounded(learned: Recipe) -> None:
    rows, site = run(replace(learned, limits=Limits(max_items=4)))
    assert len(rows) == 4
    assert len(site.visits) == 5


def test_the_number_of_list_pages_is_bounded(learned: Recipe) -> None:
    rows, _ = run(replace(learned, list=replace(learned.list, max_pages=2)))
    assert len(rows) == 2 * N_EACH


def test_a_missing_page_is_a_record_with_the_error(learned: Recipe) -> None:
    rows, _ = run(learned, lambda site: site.pages.pop(f"{HOST}/a/3.html"))
    assert len(rows) == N_PAGES * N_EACH
    assert "404" in str(rows[3]["error"])
    assert str(rows[3]["title"]).startswith(news_site.title(3))


def test_a_missing_page_of_the_list_without_a_known_next_one_ends_it(learned: Recipe) -> None:
    rows, _ = run(learned, lambda site: site.pages.pop(f"{HOST}/list/index_2.html"))
    assert len(rows) == N_EACH


def test_a_missing_first_page_is_an_error(learned: Recipe) -> None:
    with pytest.raises(FetchError, match="404"):
        run(learned, lambda site: site.pages.pop(START))


@pytest.mark.parametrize("start", [(f"{HOST}/gone", START), (START, f"{HOST}/gone")])
def test_of_several_lists_one_that_is_missing_is_lost_and_the_others_are_read(
    learned: Recipe, start: tuple[str, ...]
) -> None:
    made = run_recipe(replace(learned, list=replace(learned.list, start=start)), Site())
    assert len(list(made)) == N_PAGES * N_EACH
    assert [(url, "404" in reason) for url, reason in made.lost.items()] == [(f"{HOST}/gone", True)]
    assert made.n_missing >= 1


def test_a_page_of_another_layout_has_its_drift_and_the_default_text(learned: Recipe) -> None:
    other = (
        "<h1>Notice</h1><p>The office is closed on Monday, and the letters of the week come on Tuesday.</p>"
    )
    rows, _ = run(learned, lambda site: site.pages.update({f"{HOST}/a/1.html": other}))
    assert rows[1]["drift"]
    assert "letters of the week" in str(rows[1]["text"])


def test_an_entry_on_another_host_is_left_out_and_counted(learned: Recipe) -> None:
    site = Site()
    site.pages[START] = site.pages[START].replace("/a/2.html", "http://other.example/a/2.html")
    made = run_recipe(learned, site)
    assert len(list(made)) == N_PAGES * N_EACH - 1
    assert not any("other.example" in visit.url for visit in site.visits)
    what = "entries on other hosts that were left out: 1, as http://other.example/a/2.html"
    assert made.cut == [f"{what}; same_host = false reads them"]
    assert made.problems == []


@pytest.mark.parametrize("link", ["<a href='javascript:show(2)'>", "<b>"])
def test_elements_of_a_list_without_an_address_are_counted(link: str) -> None:
    site = Site()
    site.pages[START] = site.pages[START].replace("<a href=/a/2.html>", link)
    found, title = learn_recipe([START], site), f"{news_site.title(2)}，全长2公里"
    why = f"1, as {title}; they have no link, or a script opens them"
    assert f"elements of the list without an address that were left out: {why}" in found.notes
    made = run_recipe(found.recipe, site)
    assert len(list(made)) == N_PAGES * N_EACH - 1
    what = "elements of the list without an address that were left out"
    assert made.cut == [f"{what}: {why}"]


def test_an_entry_that_leads_on_by_itself_is_read_there() -> None:
    site = Site()
    for i in range(N_PAGES * N_EACH):
        site.pages[f"{HOST}/b/{i}.html"] = site.pages[f"{HOST}/a/{i}.html"]
        head = f"<meta http-equiv=Refresh content='0; URL=/b/{i}.html'>"
        site.pages[f"{HOST}/a/{i}.html"] = f"{head}<p>正在跳转，<a href=/b/{i}.html>点击这里</a>"
    made = run_recipe(learn_recipe([START], site).recipe, site)
    records = list(made)
    assert (len(records), made.problems) == (N_PAGES * N_EACH, [])
    assert all(record.text and not record.drift for record in records)
    # A page that is loaded anew, and one with a text of its own, are what they are.
    again = "<meta http-equiv=refresh content='60; url=/a/0.html'>"
    away = "<meta http-equiv=refresh content='600; url=/login'>"
    pages = {"/a/0.html": f"{again}<p>短讯", "/a/1.html": away + news_site.markup(1)}
    site = Site(**pages)
    records = list(run_recipe(learn_recipe([START], Site()).recipe, site))
    assert not any(record.error for record in records)
    assert [visit.url for visit in site.visits].count(f"{HOST}/a/0.html") == 1


def test_a_list_behind_a_page_that_leads_on_by_itself_is_read() -> None:
    home = f"{HOST}/"
    site = Site(**{"/": "<meta http-equiv=refresh content='0;url=/list/index.html'><p>正在跳转"})
    recipe = learn_recipe([home], site).recipe
    made = run_recipe(recipe, site)
    assert (len(list(made)), made.problems, recipe.list.start) == (N_PAGES * N_EACH, [], (home,))


def test_a_second_template_does_not_get_the_name_of_the_site_into_its_titles() -> None:
    site = Site()
    for i in range(N_PAGES * N_EACH):
        name = f"{news_site.title(i)}，全长{i}公里"
        text = f"<p>{name}的消息。{'这里的人们都很关心这条新的公路什么时候能通车。' * (i % 3 + 4)}</p>" * 3
        mark, suffix = ("h1", "_石岭新闻网") if i % 5 == 0 else ("h2 class=hl", "")
        markup = (
            f"<title>{name}{suffix}</title><div class=t{i % 5 == 0}><{mark}>{name}</{mark[:2]}>{text}</div>"
        )
        site.pages[f"{HOST}/a/{i}.html"] = markup
    records = list(run_recipe(learn_recipe([START], site).recipe, site))
    titles = [record.document.title for record in records if record.document]
    assert titles == [record.item.title for record in records]


@pytest.mark.parametrize("n_files", [2, 4])
def test_entries_that_are_files_are_records_of_the_list_alone(n_files: int) -> None:
    site = Site()
    recipe = replace(learn_recipe([START], site).recipe, limits=Limits(delay_s=0, max_items=N_EACH))
    for i in range(n_files):
        site.pages[f"{HOST}/a/{i}.html"] = "%PDF-1.4\n1 0 obj\n<<>>\nendobj"
    made = run_recipe(recipe, site)
    rows = [record.to_dict() for record in made]
    assert [(row["error"], bool(row["text"])) for row in rows] == [("", i >= n_files) for i in range(N_EACH)]
    assert all(row["title"] for row in rows)
    what = f"entries that are files, not pages, whose text was not read: {n_files}, as {HOST}/a/0.html"
    assert what in made.cut[-1]
    most = [f"{n_files} of {N_EACH} entries are files, not pages"] if n_files > N_EACH / 2 else []
    assert made.problems == most


@pytest.mark.parametrize("n_places", [2, 5])
def test_entries_that_are_places_on_one_page_are_no_records_of_their_own(n_places: int) -> None:
    site = Site()
    for i in range(1, n_places + 1):
        site.pages[START] = site.pages[START].replace(f"/a/{i}.html", f"/a/0.html#item{i}")
    what = f"entries that are places on the page of another one: {n_places}, as {HOST}/a/0.html#item1"
    found = learn_recipe([START], site)
    assert f"{what}; maintext items gives them as the list shows them" in found.notes
    made = run_recipe(found.recipe, site)
    assert len(list(made)) == N_PAGES * N_EACH - n_places
    said = f"{what}; maintext items gives them as the list shows them"
    most = [f"{START}: {said}"] if 2 * n_places > N_EACH else []
    assert (made.cut, made.problems) == ([] if most else [said], most)


@pytest.mark.parametrize(("host", "n_left"), [("http://www.news.example", 0), ("http://a.example", 1)])
def test_a_next_page_on_another_host_is_left_out_and_told(learned: Recipe, host: str, n_left: int) -> None:
    site = Site()
    site.pages[START] = site.pages[START].replace("href=/list/", f"href={host}/list/")
    site.pages |= {url.replace(HOST, host): page for url, page in site.pages.items()}
    made = run_recipe(learned, site)
    assert len(list(made)) == N_EACH * (1 if n_left else N_PAGES)
    said = f"{START}: the next page is on another host: {host}/list/index_2.html"
    assert made.problems == [f"{said}; set same_host = false to read it"] * n_left


@pytest.mark.parametrize(("n_elsewhere", "same_host"), [(2, True), (5, False)])
def test_a_recipe_reads_other_hosts_if_most_entries_are_there(n_elsewhere: int, same_host: bool) -> None:
    site, other = Site(), "http://other.example"
    for i in range(n_elsewhere):
        site.pages[START] = site.pages[START].replace(f"/a/{i}.html", f"{other}/a/{i}.html")
    site.pages |= {url.replace(HOST, other): page for url, page in site.pages.items()}
    found = learn_recipe([START], site)
    assert found.recipe.limits.same_host is same_host
    assert f"entries on other hosts: {n_elsewhere} of {N_EACH}, as {other}/a/0.html" in "\n".join(found.notes)


def test_the_host_of_a_list_is_the_one_that_its_address_leads_to(learned: Recipe) -> None:
    site, old = Site(), "http://old.example/news"

    def moved(visit: RecipeVisit) -> Response:
        return site(replace(visit, url=START) if visit.url == old else visit)

    made = run_recipe(replace(learned, list=replace(learned.list, start=(old,))), moved)
    assert (len(list(made)), made.problems) == (N_PAGES * N_EACH, [])


def split(site: Site, second: str, first: str = news_site.markup(0)) -> None:
    """Give the first article a second part."""
    following = "<a href=/a/0_2.html>下一页</a><div class=tags>"
    site.pages[f"{HOST}/a/0.html"] = first.replace("<div class=tags>", following)
    site.pages[f"{HOST}/a/0_2.html"] = second


SECOND_PART = news_site.markup(0).replace(
    news_site.paragraphs(0)[0],
    "第二页的正文从这里开始，讲的是另一件事情，同前面的段落没有关系，读者可以放心。",
)


def test_parts_of_an_article_are_one_text(learned: Recipe) -> None:
    rows, _ = run(learned, lambda site: split(site, SECOND_PART))
    text = str(rows[0]["text"])
    assert "第二页的正文从这里开始" in text
    assert text.count(news_site.paragraphs(0)[1]) == 1


def test_a_run_says_how_many_articles_have_more_parts_than_it_reads(learned: Recipe) -> None:
    def cut(max_parts: int) -> list[str]:
        site = Site()
        split(site, SECOND_PART.replace("<div class=tags>", "<a href=/a/0_3.html>下一页</a><div class=tags>"))
        site.pages[f"{HOST}/a/0_3.html"] = SECOND_PART.replace("第二页", "第三页")
        made = run_recipe(replace(learned, detail=replace(learned.detail, max_parts=max_parts)), site)
        assert not any(record.error for record in made)
        return made.cut

    said = f"articles with more parts than were read: 1, as {HOST}/a/0.html; raise max_parts for the rest"
    assert cut(2) == [said]
    assert cut(1) == cut(3) == []  # one part is chosen, not reached


def test_visits_carry_what_a_browser_must_wait_for(learned: Recipe) -> None:
    recipe = replace(
        learned, detail=replace(learned.detail, render="always", wait_for="div.text", wait_s=5.0)
    )
    _, site = run(recipe)
    visit = next(visit for visit in site.visits if "/a/" in visit.url)
    assert (visit.render, visit.wait_for, visit.wait_s) == ("always", "div.text", 5.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "needs start"),
        ("[list]\nstart = 'x'", "list of URLs"),
        ("[list]\nstart = ['x']\nmax_page = 3", "did you mean 'max_pages'"),
        ("[list]\nstart = ['x']\nmax_pages = 0", "at least 1"),
        ("[list]\nstart = ['x']\n[detail]\nrender = 'yes'", "one of 'never'"),
        ("[list]\nstart = ['x']\n[detail.wrapper.body]\ninclude = ['<']", "cannot read the selector"),
        ("format = 9\n[list]\nstart = ['x']", "format must be 1"),
        ("lists = 3", "unknown key 'lists'"),
        ("list = 3", "as \\[list\\]"),
        ("=", "no TOML"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        recipe_from_toml(text)


@pytest.mark.parametrize("page", ["/a/3.html", "/list/index_2.html"])
def test_a_defect_fails_one_page_with_a_traceback_in_the_log(
    learned: Recipe, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, page: str
) -> None:
    from maintext.sites.recipe import run as module  # noqa: PLC0415

    def broken(body: bytes, url: str, *, step: Callable[..., object], **given: object) -> object:
        if url.endswith(page):
            raise ZeroDivisionError("by zero")
        return step(body, url, **given)

    for name in ("parse", "extract"):
        monkeypatch.setattr(module, name, partial(broken, step=getattr(module, name)))
    rows, _ = run(learned)
    failed = [number for number, row in enumerate(rows) if row["error"]]
    assert (len(rows), failed) == ((N_PAGES * N_EACH, [3]) if page == "/a/3.html" else (N_EACH, []))
    assert all("ZeroDivisionError: by zero" in str(rows[number]["error"]) for number in failed)
    (logged,) = caplog.records
    assert logged.exc_info
    assert logged.exc_info[0] is ZeroDivisionError


def test_a_part_that_is_no_page_is_an_error_and_takes_no_other_part_with_it(learned: Recipe) -> None:
    rows, _ = run(learned, lambda site: split(site, "%PDF-1.7 and so on"))
    assert [bool(row["error"]) for row in rows] == [True] + [False] * (N_PAGES * N_EACH - 1)
    assert str(rows[0]["error"]).startswith(f"a part of the article is missing: {HOST}/a/0_2.html could not")
    assert news_site.paragraphs(0)[1] in str(rows[0]["text"])


def test_a_record_shows_people_by_their_names() -> None:
    fields = {"author": Field((Person("张三"), Person("李四")), "wrapper:.by", None, 3)}
    record = RecipeRecord(Item("", f"{HOST}/a.html"), None, fields=fields)
    assert record.to_dict()["fields"] == {"author": ["张三", "李四"]}


# -- what a person teaches ------------------------------------------------------------------------------


def taught_prices(taught: Taught) -> list[object]:
    recipe = learn_recipe([START], Site(), taught=taught).recipe
    rows, _ = run(recipe_from_toml(recipe_to_toml(recipe)))
    return [row["fields"].get("price") for row in rows]  # type: ignore[attr-defined]


ALL_PRICES = [f"{i + 3}.50元" for i in range(N_PAGES * N_EACH)]


def test_a_field_is_taught_by_its_text_on_the_first_entry() -> None:
    assert taught_prices(Taught(clicks={"price": "3.50元"})) == ALL_PRICES


def test_a_field_is_taught_by_a_selector() -> None:
    assert taught_prices(Taught(clicks={"price": "div.price"})) == ALL_PRICES


def test_the_name_of_a_tag_is_a_selector_though_parts_of_words_are_like_it() -> None:
    site = Site()
    site.pages = {url: page.replace("</h1>", "</h1><p>with 1 part") for url, page in site.pages.items()}
    learned = learn_recipe([START], site, taught=Taught(clicks={"head": "h1"})).recipe
    assert learned.detail.wrapper
    assert [str(rule.select[0]) for rule in learned.detail.wrapper.fields if rule.name == "head"] == ["h1"]


def test_a_word_in_small_letters_is_a_text_of_the_page_beside_others() -> None:
    site = Site()
    row = "</h1><table class=facts><tr><th>Colour<td>{}<tr><th>Size<td>xl</table>"
    colours = {url: ("oak", "ash", "elm")[n % 3] for n, url in enumerate(site.pages)}
    site.pages = {url: page.replace("</h1>", row.format(colours[url])) for url, page in site.pages.items()}
    colour = colours[f"{HOST}/a/0.html"]
    learned = learn_recipe([START], site, taught=Taught(clicks={"colour": colour})).recipe
    rows = run_recipe(learned, site)
    assert [row.to_dict()["fields"]["colour"] for row in rows][:3] == [
        colours[f"{HOST}/a/{n}.html"] for n in range(3)
    ]


def test_a_selector_of_several_elements_is_told() -> None:
    said = "the first is taken, several = true in the recipe takes all"
    notes = learn_recipe([START], Site(), taught=Taught(clicks={"line": "p"})).notes
    assert [note for note in notes if note.endswith(said)] == [
        next(note for note in notes if note.startswith("line: up to "))
    ]
    notes = learn_recipe([START], Site(), taught=Taught(clicks={"price": "div.price"})).notes
    assert not [note for note in notes if note.endswith(said)]


def test_a_field_is_taught_by_labels_of_any_entries() -> None:
    labels = {f"{HOST}/a/{i}.html": {"price": f"{i + 3}.50元"} for i in (4, 9)}
    assert taught_prices(Taught(labels=labels)) == ALL_PRICES


def site_with(**lines: str) -> Site:
    """Return a site with a line of markup below the headline of some entries, by number."""
    site = Site()
    for name, line in lines.items():
        url = f"{HOST}/a/{name[1:]}.html"
        site.pages[url] = site.pages[url].replace("</h1>", f"</h1>{line}")
    return site


def test_examples_without_a_taught_value_are_shown() -> None:
    site = site_with(a0="<i class=size>4 cm</i>", a1="<i class=size>5 cm</i>")
    notes = learn_recipe([START], site, taught=Taught(clicks={"size": "4 cm"})).notes
    assert "size: 4 cm | – | –" in notes
    assert "size: no value on 2 of 3 entries; see whether they have one" in notes


def test_learning_shows_a_date_as_records_have_it() -> None:
    line = "<p class=meta>来源：青湾晚报 2024-06-0{} 08:00</p>"
    site = site_with(**{f"a{i}": line.format(i) for i in (1, 2, 3)})
    labels = {f"{HOST}/a/{i}.html": {"modified": f"2024-06-0{i}"} for i in (1, 2, 3)}
    notes = learn_recipe([START], site, taught=Taught(labels=labels)).notes
    assert "modified: 2024-06-01T08:00 | 2024-06-02T08:00 | 2024-06-03T08:00" in notes


def test_labels_that_say_other_than_their_pages_are_named() -> None:
    def learn(**prices: str) -> LearnedRecipe:
        labels = {f"{HOST}/a/{name[1:]}.html": {"price": price} for name, price in prices.items()}
        return learn_recipe([START], Site(), taught=Taught(labels=labels))

    notes = learn(a1="4.50元", a2="5.50元", a3="9.90元").notes
    assert f"price: 6.50元 on the page, 9.90元 in the labels [{HOST}/a/3.html]" in notes
    with pytest.raises(OptionError, match=r"price: '9\.90元' of the labels is not on .*/a/1\.html"):
        learn(a1="9.90元", a2="9.80元")
    with pytest.raises(OptionError, match=r"no page of the labels could be read: .*404"):
        learn(a99="9.90元")


def test_what_is_neither_a_text_nor_a_selector_is_named_with_the_pages() -> None:
    with pytest.raises(OptionError, match=r"price: '99\.99' is neither .*/a/0\.html"):
        learn_recipe([START], Site(), taught=Taught(clicks={"price": "99.99"}))


def test_learning_shows_the_values_of_each_field() -> None:
    notes = learn_recipe([START], Site(), taught=Taught(clicks={"price": "3.50元"})).notes
    assert "price: 3.50元 | 6.50元 | 7.50元" in notes


def test_the_recipe_of_the_guide_is_one() -> None:
    guide = (Path(__file__).parents[4] / "docs" / "sites.md").read_text("utf-8")
    text = re.search(r"```toml\n(.*?)```", guide, re.DOTALL)[1]  # type: ignore[index]
    recipe = recipe_from_toml(text)
    assert recipe_from_toml(recipe_to_toml(recipe)) == recipe
    assert recipe.list_visit(recipe.list.start[0]).steps == recipe.list.steps
    assert recipe.list_visit("https://shop.example/find?page=2").steps == ("dismiss #accept",)


def test_pages_without_structured_data_give_the_price_and_facts_of_a_product() -> None:
    site = Site()
    for i in range(N_PAGES * N_EACH):
        facts = {"@type": "Product", "sku": f"A-{i}", "brand": "Nord", "offers": {"price": f"{i + 3}.50"}}
        more = (
            f'<script type="application/ld+json">{json.dumps(facts)}</script>'
            if i % 2 == 0
            else f"<table><tr><th>SKU</th><td>A-{i}</td></tr><tr><th>Brand</th><td>Nord</td></tr></table>"
        )
        site.pages[f"{HOST}/a/{i}.html"] = site.pages[f"{HOST}/a/{i}.html"].replace(
            "</body>", f"{more}</body>"
        )
    recipe = learn_recipe([START], site).recipe
    records = [record.to_dict() for record in run_recipe(recipe, site)]
    assert [record["fields"]["price"] for record in records] == [f"{i + 3}.50" for i in range(len(records))]
    assert [record["fields"]["sku"] for record in records] == [f"A-{i}" for i in range(len(records))]
    assert {record["fields"]["brand"] for record in records} == {"Nord"}
    assert {record["kind"] for record in records} == {"product"}


def test_lists_of_several_sections_have_entries_in_folders_of_their_own() -> None:
    def section(name: str) -> dict[str, str]:
        first = list_page(N_PAGES).replace("/a/", f"/{name}/")
        whole = {f"/{name}/{i}.html": news_site.markup(i) for i in range(N_PAGES * N_EACH)}
        return {f"/{name}/": first, **whole}

    site, start = Site(**section("gn"), **section("sh")), [f"{HOST}/gn/", f"{HOST}/sh/"]
    learned = learn_recipe(start, site, limits=Limits(delay_s=0)).recipe
    both = run_recipe(learned, site)
    assert (len(list(both)), both.problems) == (2 * N_EACH, [])
    assert learn_recipe(start[:1], site).recipe.expected.url_prefix == "/gn/"


def test_another_list_of_a_recipe_may_lead_elsewhere() -> None:
    pages = {f"/b/{i}.html": news_site.markup(i) for i in range(N_PAGES * N_EACH)}
    site = Site(**pages, **{"/other/": list_page(N_PAGES).replace("/a/", "/b/")})
    recipe = learn_recipe([START, f"{HOST}/other/"], site, limits=Limits(delay_s=0)).recipe
    both = run_recipe(recipe, site)
    assert (len(list(both)), both.problems) == (N_PAGES * N_EACH + N_EACH, [])


def test_days_to_come_are_no_dates_of_entries_when_a_recipe_is_learned_and_run() -> None:
    site, now = Site(), datetime.now(UTC)
    for url, markup in site.pages.items():
        if "/list/" in url:
            coming = f"{now.year + 1}-05-" if url != START else f"{now.year - 1}-05-"
            site.pages[url] = markup.replace("2024-05-01", f"{now.year - 1}-05-01").replace(
                "2024-05-", coming
            )
    site.pages[START] = re.sub(r"<span>\d{4}-05-(?!01)", f"<span>{now.year + 1}-05-", site.pages[START])
    recipe = learn_recipe([START], site, limits=Limits(delay_s=0)).recipe
    made = run_recipe(recipe, site, fetched=now)
    assert (len(list(made)), made.problems) == (N_PAGES * N_EACH, [])
