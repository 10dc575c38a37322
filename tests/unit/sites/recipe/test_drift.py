"""Runs of a recipe that lose something, or find something else: each says so."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
from tests.unit.sites.recipe.test_recipe import HOST, N_EACH, N_PAGES, START, Site, list_page
from tests.unit.sites.wrapper import news_site

from maintext.sites.recipe import (
    ExpectedField,
    ExpectedRun,
    Recipe,
    RecipeRecord,
    RecipeRecords,
    RecipeVisit,
    Taught,
    learn_recipe,
    recipe_from_toml,
    recipe_to_toml,
    run_recipe,
    with_expected,
)
from maintext.sites.wrapper import ExamplePage, LearnOptions, learn_wrapper
from maintext.sites.wrapper.values import kind_of_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.net import Response

N = N_PAGES * N_EACH
RAIL = "".join(f"<li><a href=/hot/{i}.html>{news_site.title(i)}，热门新闻</a></li>" for i in range(8))


@pytest.fixture(scope="module")
def recipe() -> Recipe:
    site = Site()
    pages = [
        ExamplePage(
            html=site.pages[f"{HOST}/a/{i}.html"], text=news_site.gold(i), values={"price": f"{i + 3}.50元"}
        )
        for i in range(3)
    ]
    wrapper = learn_wrapper(pages, LearnOptions(site="news.example"))
    # Without a required field the page would be refused for it, one by one.
    fields = tuple(replace(rule, required=False) for rule in wrapper.fields)
    wrapper = replace(wrapper, fields=fields)
    return learn_recipe([START], site, taught=Taught(wrapper=wrapper)).recipe


def change(site: Site, pattern: str, edit: Callable[[str], str]) -> None:
    for url in site.pages:
        if re.search(pattern, url):
            site.pages[url] = edit(site.pages[url])


def run(
    recipe: Recipe, edit: Callable[[Site], object] = lambda _: None
) -> tuple[RecipeRecords, list[RecipeRecord]]:
    site = Site()
    edit(site)
    made = run_recipe(recipe, site)
    return made, list(made)


def test_an_undisturbed_run_has_no_problem(recipe: Recipe) -> None:
    made, records = run(recipe)
    assert made.problems == []
    assert len(records) == N
    assert not any(record.drift or record.error for record in records)


def test_a_recipe_expects_what_its_examples_show(recipe: Recipe) -> None:
    expected = recipe.expected
    assert (expected.entries, expected.listed, expected.url_prefix) == (N_EACH, ("date",), "/a/")
    assert expected.fields["price"].kind == "number"
    assert expected.fields["price"].single
    assert expected.fields["price"].share == 1.0


def test_a_lost_page_of_the_list_is_named_with_what_is_missing_at_least(recipe: Recipe) -> None:
    made, records = run(recipe, lambda site: site.pages.pop(f"{HOST}/list/index_2.html"))
    assert len(records) == N_EACH
    assert list(made.lost) == [f"{HOST}/list/index_2.html"]
    assert made.n_missing == 1
    assert "404" in made.problems[0]


def test_the_run_goes_on_after_a_lost_page_whose_follower_is_known(recipe: Recipe) -> None:
    def number_pages(site: Site) -> None:
        links = "".join(f"<a href=/list/index_{n}.html>{n}</a> " for n in range(2, N_PAGES + 1))
        change(site, "/list/", lambda page: page.replace("<div class=pages>", f"<div class=pages>{links}"))
        del site.pages[f"{HOST}/list/index_2.html"]

    made, records = run(recipe, number_pages)
    assert len(records) == N - N_EACH
    assert made.n_missing == N_EACH


def test_known_entries_are_not_read_again(recipe: Recipe) -> None:
    site = Site()
    known = {record.item.url: record.to_dict() for record in run(recipe)[1][:-2]}
    records = list(run_recipe(recipe, site, known=known))
    assert [record.item.url for record in records] == [f"{HOST}/a/{i}.html" for i in range(N - 2, N)]
    assert known.keys().isdisjoint(visit.url for visit in site.visits)


def test_a_resumed_run_is_judged_with_the_records_that_are_kept(recipe: Recipe) -> None:
    field = replace(recipe.expected.fields["title"], share=0.9)
    expected = replace(recipe.expected, fields={**recipe.expected.fields, "rare": field})
    earlier = [record.to_dict() for record in run(recipe)[1][:-3]]
    for record in earlier:
        record["fields"]["rare"] = record["title"]
    known = {record["listed"]["url"]: record for record in earlier}
    made = run_recipe(replace(recipe, expected=expected), Site(), known=known)
    assert len(list(made)) == 3
    assert not any("empty on all" in problem for problem in made.problems)


def test_dates_of_the_list_are_not_taken_for_those_of_kept_pages(recipe: Recipe) -> None:
    def cut_dates(site: Site) -> None:
        change(site, "/a/", lambda page: re.sub("<span class=when>.*?</span>", "", page))

    site = Site()
    cut_dates(site)
    wrapper = recipe.detail.wrapper
    assert wrapper is not None
    dateless = replace(wrapper, fields=tuple(rule for rule in wrapper.fields if rule.name != "date"))
    plain = learn_recipe([START], site, taught=Taught(wrapper=dateless)).recipe
    whole = list(run_recipe(plain, site))
    known = {record.item.url: record.to_dict() for record in whole[:-4]}
    assert any(record["published"] for record in known.values())
    made = run_recipe(plain, site, known=known)
    assert len(list(made)) == 4
    assert made.problems == []


def second_page(site: Site, edit: Callable[[str], str]) -> None:
    url = f"{HOST}/list/index_2.html"
    site.pages[url] = edit(site.pages[url])


def test_a_page_that_repeats_an_earlier_one_is_a_drift(recipe: Recipe) -> None:
    made, records = run(recipe, lambda site: second_page(site, lambda _: site.pages[START]))
    assert len(records) == N_EACH
    assert "entries of earlier pages only" in made.problems[0]


def test_a_list_page_of_half_the_entries_is_a_drift(recipe: Recipe) -> None:
    def halve(page: str) -> str:
        items = re.findall(r"<li>.*?</li>", page, re.DOTALL)
        listed = [item for item in items if "/a/" in item]
        for item in listed[len(listed) // 2 :]:
            page = page.replace(item, "")
        return page

    made, _ = run(recipe, lambda site: second_page(site, halve))
    assert f"though {N_EACH} are expected" in made.problems[0]


def shorten_last(site: Site, after: str) -> None:
    """Leave two entries on the last page, with a link to one more page."""
    url, following = (f"{HOST}/list/index_{n}.html" for n in (N_PAGES, N_PAGES + 1))
    rows = "".join(re.findall(r"<li>.*?</li>", site.pages[url])[:2])
    whole = re.compile("<ul.*</ul>")
    page = whole.sub(f"<ul class=news>{rows}</ul>", site.pages[url])
    site.pages[url] = page.replace("<div class=pages>", f"<div class=pages><a href={following}>下一页</a>")
    if after:
        site.pages[following] = whole.sub(f"<ul class=news>{after}</ul>", page)


@pytest.mark.parametrize(
    "after", ["<li>没有更多新闻", "".join(re.findall("<li>.*?</li>", list_page(1))), RAIL]
)
def test_a_short_page_before_one_without_news_is_the_last(recipe: Recipe, after: str) -> None:
    made, records = run(recipe, lambda site: shorten_last(site, after))
    assert (len(records), made.problems) == (N - N_EACH + 2, [])
    assert not any(record.drift for record in records)


def test_a_short_page_before_a_lost_one_keeps_its_entries(recipe: Recipe) -> None:
    made, records = run(recipe, lambda site: shorten_last(site, ""))
    assert len(records) == N - N_EACH + 2
    assert list(made.lost) == [f"{HOST}/list/index_{N_PAGES + 1}.html"]


def test_an_empty_page_after_a_full_one_is_told_with_what_to_do(recipe: Recipe) -> None:
    made, _ = run(recipe, lambda site: second_page(site, lambda page: re.sub("<ul.*</ul>", "<p>无", page)))
    assert "the list is not there" in made.problems[0]
    assert "if the list ends before it, set max_pages" in made.problems[0]


def test_a_link_to_the_next_page_that_is_gone_is_a_drift(recipe: Recipe) -> None:
    def cut(site: Site) -> None:
        site.pages[START] = re.sub(r"<div class=pages>.*?</div>", "", site.pages[START], flags=re.DOTALL)

    made, records = run(recipe, cut)
    assert len(records) == N_EACH
    assert "no link to a next page" in made.problems[0]


def test_fewer_entries_in_all_than_the_first_run_read_are_a_drift(recipe: Recipe) -> None:
    known = replace(recipe, expected=replace(recipe.expected, all_entries=3 * N, has_next=False))
    assert f"{N} entries in all, though {3 * N} are expected" in run(known)[0].problems[-1]
    limited = replace(known, limits=replace(known.limits, max_items=N))
    assert run(limited)[0].problems == []


def test_a_list_whose_entries_lead_elsewhere_gives_none(recipe: Recipe) -> None:
    made, records = run(
        recipe, lambda site: change(site, "/list/", lambda page: page.replace("/a/", "/b/c/"))
    )
    assert records == []
    assert "its entries lead outside /a/" in made.problems[0]


def in_section(site: Site, section: str) -> None:
    """Move the entries of a site to a folder below that of all entries."""
    site.pages |= {url.replace("/a/", f"/a/{section}/"): page for url, page in site.pages.items()}
    change(site, "/list/", lambda page: page.replace("/a/", f"/a/{section}/"))


def second_section(site: Site) -> None:
    site.pages |= {url.replace("/a/", "/sport/"): page for url, page in site.pages.items()}
    second_page(site, lambda page: page.replace("/a/", "/sport/"))


@pytest.mark.parametrize(
    ("learned_on", "move"),
    [
        (partial(in_section, section="may"), partial(in_section, section="june")),
        (lambda _: None, second_section),
    ],
    ids=["the next month", "a later page"],
)
def test_entries_of_another_folder_that_show_the_same_are_of_the_list(
    learned_on: Callable[[Site], None], move: Callable[[Site], None]
) -> None:
    first = Site()
    learned_on(first)
    made, records = run(learn_recipe([START], first).recipe, move)
    assert (len(records), made.problems) == (N, [])


def test_a_list_that_a_browser_could_not_load_whole_is_a_loss(recipe: Recipe) -> None:
    def fetch(visit: RecipeVisit) -> Response:
        response = site(visit)
        return replace(response, problem="/data/10 answered 500") if "/list/" in visit.url else response

    site = Site()
    made = run_recipe(recipe, fetch)
    assert len(list(made)) == N
    assert "/data/10 answered 500" in made.problems[0]
    assert made.n_missing > 0


def test_another_list_is_not_taken_for_a_renamed_one(recipe: Recipe) -> None:
    def rename(site: Site) -> None:
        change(
            site,
            "/list/",
            lambda page: page.replace("class=news", "class=stories").replace(
                "<div id=foot>", f"<div id=hot><ul>{RAIL}</ul></div><div id=foot>"
            ),
        )

    made, records = run(recipe, rename)
    assert records == []
    assert "the list is not there" in made.problems[0]


def test_other_entries_in_the_place_of_the_list_are_noticed(recipe: Recipe) -> None:
    def replace_entries(site: Site) -> None:
        change(
            site, "/list/", lambda page: re.sub(r"(<ul class=news>).*?(</ul>)", rf"\g<1>{RAIL}\g<2>", page)
        )
        site.pages |= {f"{HOST}/hot/{i}.html": news_site.markup(i) for i in range(8)}

    made, records = run(recipe, replace_entries)
    assert made.drift
    assert all(record.drift for record in records)


def test_pages_of_a_new_template_are_no_expected_records(recipe: Recipe) -> None:
    def renew(site: Site) -> None:
        site.pages |= {f"{HOST}/a/{i}.html": news_site.new_layout(i) for i in range(N - 6, N)}

    _, records = run(recipe, renew)
    assert [bool(record.drift) for record in records] == [False] * (N - 6) + [True] * 6


def test_an_old_price_next_to_the_new_one_is_noticed(recipe: Recipe) -> None:
    def double(site: Site) -> None:
        change(
            site,
            r"/a/4\.html",
            lambda page: page.replace("<div class=price>", "<div class=price>99.00元</div><div class=price>"),
        )

    _, records = run(recipe, double)
    assert [i for i, record in enumerate(records) if record.drift] == [4]
    assert "price" in records[4].drift[0]


def test_a_text_with_digits_that_is_no_number_is_told(recipe: Recipe) -> None:
    text = recipe_to_toml(recipe)
    place = "[detail.wrapper.fields.price]"
    numbers = recipe_from_toml(text.replace(place, f'{place}\nform = "number"'))

    def change_prices(site: Site) -> None:
        change(site, r"/a/4\.", lambda page: page.replace("7.50元", "7.50元–9元"))
        change(site, r"/a/5\.", lambda page: page.replace("8.50元", "面议"))

    _, records = run(numbers, change_prices)
    assert [record.fields["price"].value for record in records[:4]] == ["3.50", "4.50", "5.50", "6.50"]
    assert [[one[:39] for one in record.drift] for record in records[3:6]] == [
        [], ["price: not one number or date: 7.50元–9元"], []
    ]  # fmt: skip
    assert "price" not in {**records[4].fields, **records[5].fields}


def test_a_field_that_is_gone_is_named(recipe: Recipe) -> None:
    made, _ = run(
        recipe, lambda site: change(site, "/a/", lambda page: page.replace("class=price", "class=cost"))
    )
    assert made.drift == [f"price: empty on all {N} records"]


def test_a_field_that_is_gone_from_some_record_on_is_named(recipe: Recipe) -> None:
    def drop(site: Site) -> None:
        change(site, r"/a/1[3-7]\.", lambda page: page.replace("class=price", "class=cost"))

    made, _ = run(recipe, drop)
    assert made.drift == ["price: empty from record 14 on"]


def test_what_all_records_of_a_run_had_a_later_record_must_have(recipe: Recipe) -> None:
    made, _ = run(recipe)
    site = Site()
    change(site, r"/a/4\.html", lambda page: page.replace("class=price", "class=cost"))
    records = list(run_recipe(replace(recipe, expected=made.seen), site))
    assert [(i, record.drift) for i, record in enumerate(records) if record.drift] == [(4, ("price: empty",))]


def test_a_field_that_is_the_same_everywhere_is_named(recipe: Recipe) -> None:
    def level(site: Site) -> None:
        change(site, "/a/", lambda page: re.sub(r"<div class=price>[^<]*", "<div class=price>1.00元", page))

    made, _ = run(recipe, level)
    assert made.drift == ["price: the same on all records that have it: 1.00元"]


PROSE = ExpectedField(share=1.0, least_chars=80, most_chars=900, median_chars=250)


@pytest.mark.parametrize(
    ("expected", "values", "said"),
    [
        (ExpectedField(share=1.0), ["", "a", "", "", "", "", "b"], "on 2 of 7 records; 100% are expected"),
        (ExpectedField(share=1.0), ["a", "", "b", "", "c", ""], "on 3 of 6 records; 100% are expected"),
        (ExpectedField(share=0.3), ["", "a", "", "", "", "b", ""], ""),
        (ExpectedField(share=1.0, kind="number"), ["8.50 €", "sold", "out", "so"], "3 of 4 values"),
        (ExpectedField(share=1.0, kind="number"), ["8.50 €", "9 €", "¥10.00", "12"], ""),
        (ExpectedField(share=1.0, least_chars=40, most_chars=90), ["x" * 500, "y" * 300, "z" * 9], "media"),
        (ExpectedField(share=1.0, least_chars=40, most_chars=90), ["x" * 30, "y" * 90, "z" * 99], ""),
        (PROSE, ["x" * 300, "y" * 90, "z" * 90] * 10, "median 90 characters; 250 are expected"),
        (PROSE, ["x" * 300, "y" * 290, "z" * 90] * 10, ""),
        (PROSE, ["x" * 300, "y" * 90, "z" * 90] * 3, ""),
        (ExpectedField(share=1.0, value="EUR"), ["USD"] * 3, "USD in place of EUR on all records"),
        (ExpectedField(value="EUR", most_chars=3), ["USD", "EUR", "USD"], ""),
        (ExpectedField(), ["", "", ""], ""),
    ],
)  # fmt: skip
def test_the_form_of_a_field_is_compared(expected: ExpectedField, values: list[str], said: str) -> None:
    found = ExpectedRun(n_records=30, fields={"f": expected}).field_drift([{"f": value} for value in values])
    assert bool(found) == bool(said)
    assert said in "".join(found)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("8.50", "number"),
        ("¥1,299.00", "number"),
        ("EUR 8,50", "number"),
        ("RMB8", "number"),
        ("US $12", "number"),
        ("HX-100", "text"),
        ("A4", "text"),
        ("200 g", "number"),
        ("3.50元", "number"),
        ("2024-05-01T10:20", "date"),
        ("https://example.org/", "url"),
        ("12 Angry Men in the city", "text"),
        ("", "text"),
    ],
)
def test_a_value_is_of_a_kind(value: str, kind: str) -> None:
    assert kind_of_value(value) == kind


def test_expectations_are_written_and_read_as_they_were(recipe: Recipe) -> None:
    assert recipe_from_toml(recipe_to_toml(recipe)) == recipe


def test_new_expectations_leave_the_rest_of_the_file_as_written(recipe: Recipe) -> None:
    text = recipe_to_toml(recipe).replace("[limits]", "# be gentle\n[limits]")
    changed = with_expected(text, ExpectedRun(entries=3, fields={"a b": ExpectedField(share=0.5)}))
    assert "# be gentle\n[limits]" in changed
    read = recipe_from_toml(changed)
    assert read.expected == ExpectedRun(entries=3, fields={"a b": ExpectedField(share=0.5)})
    assert (read.list, read.detail, read.limits) == (recipe.list, recipe.detail, recipe.limits)


def test_the_page_of_another_entry_is_told_by_its_title(recipe: Recipe) -> None:
    def swap(site: Site) -> None:
        site.pages[f"{HOST}/a/2.html"] = site.pages[f"{HOST}/a/3.html"]
        titles = news_site.title(1), f"{news_site.title(1)}（更新）"
        change(site, "/a/1.html", lambda page: page.replace(*titles))

    assert recipe.expected.same_title
    _, records = run(recipe, swap)
    assert [record.drift for record in records if record.drift] == [
        (f"another title than in the list: {news_site.title(3)}",)
    ]


def test_titles_of_one_language_share_some_letters() -> None:
    expected, listed = ExpectedRun(same_title=True), "Council opens the new bridge at the mill"
    assert expected.title_drift(listed, "Storm closes the new harbour for a week")
    assert not expected.title_drift(listed, "Council opens new bridge")


@pytest.mark.parametrize(
    ("title", "is_told"),
    [
        ("您访问的页面不存在或已被删除", True),
        ("石岭短讯", False),
        ("微博内容被删除引争议", False),
        ("文章被删除之后", False),
        ("部分商品下架通知", False),
        ("The page you are looking for", False),
        ("Sign in to events", False),
        ("This page isn't available", True),
    ],
)
def test_an_error_page_is_told_where_the_list_shows_other_titles(title: str, *, is_told: bool) -> None:
    said = ExpectedRun(same_title=False).title_drift(news_site.title(3), title)
    assert said == (f"another title than in the list: {title}" if is_told else "")


@pytest.mark.parametrize(("target", "told"), [("/member?back={}", (7, 9)), ("/member/{}", ())])
def test_entries_that_lead_on_to_one_page_are_told_also_by_a_short_text(
    target: str, told: tuple[int, ...]
) -> None:
    site = Site()

    def fetch(visit: RecipeVisit) -> Response:
        if visit.url in {f"{HOST}/a/{i}.html" for i in (2, 7, 9)}:
            site.pages[visit.url] = "<title>会员</title><p>会员才能阅读。</p>"
            return replace(site(visit), url=HOST + target.format(visit.url[-6]))
        return site(visit)

    plain = replace(learn_recipe([START], site).recipe, expected=ExpectedRun())
    plain = replace(plain, detail=replace(plain.detail, wrapper=None))
    records = {record.item.url: record.drift for record in run_recipe(plain, fetch)}
    said = f"the same text as the page of another entry: {HOST}/a/2.html"
    assert {url: drift for url, drift in records.items() if drift} == {
        f"{HOST}/a/{i}.html": (said,) for i in told
    }


def test_error_pages_are_no_examples() -> None:
    site = Site()
    change(site, "/a/0.html", lambda _: "<title>请先登录</title><p>登录后才能阅读全文。</p>")
    learned = learn_recipe([START], site)
    assert (
        f"an entry was passed over: {HOST}/a/0.html has the title of an error page, '请先登录'"
        in learned.notes
    )
    assert learned.recipe.expected.n_records == 2


def test_variants_with_one_text_and_prices_of_their_own_are_no_copies(recipe: Recipe) -> None:
    def describe_alike(site: Site) -> None:
        site.pages[f"{HOST}/a/7.html"] = site.pages[f"{HOST}/a/2.html"].replace("5.50元", "10.50元")

    blind = replace(recipe, expected=replace(recipe.expected, same_title=False))
    _, records = run(blind, describe_alike)
    assert [record.drift for record in records if record.drift] == []
    known = {record.item.url: record.to_dict() for record in records if "/7." not in record.item.url}
    site = Site()
    describe_alike(site)
    assert [record.drift for record in run_recipe(blind, site, known=known)] == [()]


def test_the_page_of_an_entry_with_a_similar_title_is_told_by_its_text(recipe: Recipe) -> None:
    def serve_other(site: Site) -> None:
        site.pages[f"{HOST}/a/7.html"] = site.pages[f"{HOST}/a/2.html"]

    # Without the titles, which are too different here.
    blind = replace(recipe, expected=replace(recipe.expected, same_title=False))
    _, records = run(blind, serve_other)
    said = {record.item.url: record.drift for record in records if record.drift}
    assert said == {f"{HOST}/a/7.html": (f"the same text as the page of another entry: {HOST}/a/2.html",)}


@pytest.mark.parametrize(
    "page",
    [
        "<title>请先登录</title><h1>请先登录</h1><p>登录后才能阅读全文，没有账号请先注册。</p>",
        "<title>出错了</title><h1>页面不存在</h1><p>您访问的第{}页不存在，请返回首页。</p>",
    ],
    ids=["login", "error"],
)
def test_a_recipe_learned_from_pages_that_are_all_one_page_is_no_success(page: str) -> None:
    site = Site()
    for i in range(N):
        site.pages[f"{HOST}/a/{i}.html"] = page.format(i)
    made = run_recipe(learn_recipe([START], site).recipe, site)
    assert len(list(made)) == N
    assert [problem for problem in made.problems if problem.startswith("text: the same on all records")]


def test_short_notes_under_titles_of_their_own_may_be_alike() -> None:
    site = Site()
    for i in range(N):
        site.pages[f"{HOST}/a/{i}.html"] = (
            f"<title>{i}</title><h1>{news_site.title(i)}</h1><p>点击下载附件。</p>"
        )
    made = run_recipe(learn_recipe([START], site).recipe, site)
    assert len(list(made)) == N
    assert made.problems == []


def test_a_page_without_text_is_told_where_all_others_have_one(recipe: Recipe) -> None:
    plain = replace(recipe, detail=replace(recipe.detail, wrapper=None))
    known = replace(plain, expected=run(plain)[0].seen)
    made, records = run(known, lambda site: change(site, "/a/3.html", lambda _: "<title>x</title><br>"))
    assert ["text: empty" in record.drift for record in records] == [i == 3 for i in range(N)]
    assert made.problems == []


def test_pages_that_show_nothing_are_told_from_the_first_run_on() -> None:
    site = Site()
    change(site, "/a/", lambda _: "<title>App</title><div id=root></div><script src=/app.js></script>")
    learned = learn_recipe([START], site)
    what_to_do = "learn with --render always if a script fills"
    assert learned.notes[-1] == f"the pages of the entries show no text; {what_to_do} them"
    records = list(run_recipe(learned.recipe, site))
    assert {record.drift for record in records} == {(f"the page shows no text; {what_to_do} it",)}


def test_titles_are_not_compared_where_the_list_shows_others(recipe: Recipe) -> None:
    site = Site()
    change(site, "/list/", lambda page: re.sub(r"(/a/(\d+).html)>[^<]*", r"\1>本地短讯第\2条", page))
    wrapper = recipe.detail.wrapper
    assert not learn_recipe([START], site, taught=Taught(wrapper=wrapper)).recipe.expected.same_title


def test_a_value_of_another_kind_is_told_on_its_page(recipe: Recipe) -> None:
    expected = run(recipe)[0].seen
    known = replace(recipe, expected=expected)
    assert expected.fields["price"].kind == "number"

    def double(site: Site) -> None:
        change(site, "/a/1.html", lambda page: re.sub(r"(\d+\.50元)", r"9\1 \1", page))

    _, records = run(known, double)
    assert [record.drift for record in records if record.drift] == [("price: not a number: 94.50元 4.50元",)]


class MovedSite(Site):
    """Sends those who ask for some entries to the list, as sites do with what they deleted."""

    moved = (f"{HOST}/a/0.html", f"{HOST}/a/7.html")

    def __call__(self, visit: RecipeVisit) -> Response:
        if visit.url in self.moved:
            return replace(super().__call__(replace(visit, url=START)), requested_url=visit.url)
        return super().__call__(visit)


def test_an_entry_that_leads_back_to_the_list_is_drifted_and_no_example(recipe: Recipe) -> None:
    learned = learn_recipe([START], MovedSite())
    assert f"an entry was passed over: {HOST}/a/0.html leads back to the list" in learned.notes
    for one in (recipe, learned.recipe):
        records = list(run_recipe(one, MovedSite()))
        drifted = [record.item.url for record in records if "it leads back to the list" in record.drift]
        assert drifted == [HOST + "/a/0.html"]
        assert all(record.drift for record in records if record.item.url in MovedSite.moved)


def test_a_run_says_that_a_list_goes_on_after_the_last_page_it_reads(recipe: Recipe) -> None:
    def cut(max_pages: int) -> list[str]:
        return run(replace(recipe, list=replace(recipe.list, max_pages=max_pages)))[0].cut

    assert cut(2) == [f"{START}: the list goes on after 2 pages; raise max_pages for the rest"]
    assert cut(1) == cut(N_PAGES) == cut(20) == []  # one page is chosen, not reached


def test_a_run_says_that_the_limit_of_its_recipe_ended_it(recipe: Recipe) -> None:
    of_two = replace(recipe, limits=replace(recipe.limits, max_items=2))
    assert run(of_two)[0].cut == ["the run ended at max_items = 2; raise it if entries are missing"]
    asked = run_recipe(recipe, Site(), max_items=2)
    assert (len(list(asked)), asked.cut, asked.n_entries) == (2, [], 2)
