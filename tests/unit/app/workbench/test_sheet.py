"""A list page as a table: proposed, edited, and never made worse by a click."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.recipe_sites import SITES, RecipeSite, two_templates

from maintext.app.workbench import ServeOptions, pages, sheet
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.pages import KeptPages
from maintext.app.workbench.runs.records import RecordWriter
from maintext.crawl.recipe_table import RecipeTable
from maintext.errors import OptionError
from maintext.net import Response
from maintext.sites.listing import Item
from maintext.sites.recipe import RecipeVisit, recipe_from_toml, run_recipe

HOST = "https://site.example"


def kept(site: RecipeSite) -> KeptPages:
    def fetch(url: str) -> Response:
        body = site.pages[url.removeprefix(HOST)].encode(site.charset)
        return Response(
            url=url, requested_url=url, status=200, headers={}, body=body, charset=site.charset,
            content_type="text/html",
        )  # fmt: skip

    return KeptPages(ServeOptions(), fetch)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_PAUSE_S", 0.0)


class Table:
    """A table that is edited step by step."""

    def __init__(self, site: RecipeSite, **asked: Any) -> None:
        self.site, self.pages, self.marks = site, kept(site), list[dict[str, Any]]()
        request = {"url": HOST + site.start, "can_draw": False, **asked}
        self.names_of_user = asked.get("names", {})
        self.sheet = sheet.make_sheet(request, self.pages)

    @property
    def names(self) -> list[str]:
        return [one["name"] for one in self.sheet["columns"]]

    def values(self, name: str) -> list[str]:
        at = self.names.index(name)
        return [row["values"][at] for row in self.sheet["rows"]]

    def edit(self, do: str, **more: Any) -> None:
        request = {"recipe": self.sheet["recipe"], "edit": {"do": do, **more}, "marks": self.marks}
        request |= {"names": self.names_of_user}
        self.sheet = sheet.edit_sheet(request, self.pages)

    def visit(self, visit: RecipeVisit) -> Response:
        return self.pages.get(visit).response

    def click_class(self, name: str) -> None:
        """Add a column of that name from the element of that class on the first entry."""
        page = self.pages.get(RecipeVisit(url=HOST + "/d/0")).document.page
        row = next(row for row, said in page.values("class").items() if said == name)
        self.edit("add", url=HOST + "/d/0", row=row, text="", name=name)

    def click(self, path: str, text: str, **more: Any) -> None:
        page = self.pages.get(RecipeVisit(url=HOST + path)).document.page
        row = next(r for r in range(len(page)) if page.is_text[r] and page.row_text(r).strip() == text)
        do = more.pop("do", "correct" if "column" in more else "add")
        at = {"url": HOST + path, "row": int(page.parent[row])}
        self.edit(do, **at, text=text, **more)
        if "column" in more:
            self.marks.append({"column": more["column"], **at})


@pytest.mark.parametrize(("name", "kind"), [("news", "list"), ("forum", "list"), ("search", "form")])
def test_what_a_page_is_follows_from_its_address(name: str, kind: str) -> None:
    site = SITES[name]
    asked = {"can_draw": False}
    assert sheet.open_address({"url": HOST + site.start, **asked}, kept(site))["kind"] == kind
    entry = next(iter(site.entries))
    assert sheet.open_address({"url": HOST + entry, **asked}, kept(site))["kind"] == "article"


def test_what_is_no_url_is_left_to_the_fetch() -> None:
    kept(SITES["news"]).forget_host("http://[::1")


def test_a_page_with_a_search_form_and_little_text_is_a_form() -> None:
    said = "The register holds all boats of the island that are longer than a man."
    form = "<form action=/find><label>Name <input name=q></label><button>Look</button></form>"
    whole = f"<title>Boats</title><h1>Register of boats</h1><p>{said}</p>{form}<p>Town of Vale, 2026</p>"
    for text, kind in ((whole, "form"), (whole.replace(said, 9 * f"{said} "), "article")):
        site = RecipeSite("register", {"/": text}, "/", (), {}, "")
        found = sheet.open_address({"url": f"{HOST}/", "can_draw": False}, kept(site))
        assert (found["kind"], len(found["forms"])) == (kind, 1)


def test_the_proposal_has_columns_with_values_under_the_names_of_the_user() -> None:
    table = Table(SITES["news"], names={"title": "标题", "published": "发布时间"})
    assert table.names == ["标题", "发布时间", "source", "text", "url"]
    assert all(all(row["values"]) for row in table.sheet["rows"])
    assert table.sheet["list"]["next"] == "link"


def test_columns_of_a_list_have_names_of_the_user_also_when_clicked_and_no_tag_as_name() -> None:
    rows = [
        row.replace("<em class=rig>", "<em>") for row in _boat_rows("rig", [f"{n} oars" for n in range(15)])
    ]
    table = Table(_site_of(rows, _boat_details(15)), names={"column": "新列"})
    assert "新列" in table.names
    table.edit("delete", column="新列")
    table.click("/list", "1 oars")
    assert table.names[-1] == "新列"


def test_a_clicked_column_is_called_by_its_label_and_changes_no_other_column() -> None:
    table = Table(SITES["news"])
    before = [(name, table.values(name)) for name in table.names]
    table.click("/2026/c0000.shtml", SITES["news"].entries["/2026/c0000.shtml"]["editor"])
    assert "编辑" in table.names
    urls = [row["url"].removeprefix(HOST) for row in table.sheet["rows"]]
    assert table.values("编辑") == [SITES["news"].entries[url]["editor"] for url in urls]
    assert [(name, table.values(name)) for name in table.names if name != "编辑"] == before


def test_a_click_on_a_text_with_its_label_takes_the_value_alone() -> None:
    site = SITES["news"]
    for path in site.entries:
        site.pages[path] = site.pages[path].replace("编辑：<span>", "<span>编辑：")
    try:
        table = Table(site)
        first = next(iter(site.entries))
        table.click(first, f"编辑：{site.entries[first]['editor']}")
        assert table.values("编辑")[0] == site.entries[first]["editor"]
    finally:
        for path in site.entries:
            site.pages[path] = site.pages[path].replace("<span>编辑：", "编辑：<span>")


@pytest.mark.parametrize("line", ["联系人：{}　电话：0571-880{}", "<b>联系人</b>：{}　电话：0571-880{}"])
@pytest.mark.parametrize("names", [["王建国"] * 15, [f"王{n}" for n in "一二三四五六七八九十甲乙丙丁戊"]])
def test_a_click_on_a_line_of_several_labels_takes_what_the_first_one_names(
    line: str, names: list[str]
) -> None:
    details = [
        f"{body}<p class=who>{line.format(names[i], 10 + i)}</p>" for i, body in enumerate(_boat_details(15))
    ]
    table = Table(_site_of(_boat_rows("rig", ["sloop"] * 15), details))
    row = next(
        row
        for row, said in table.pages.get(RecipeVisit(url=f"{HOST}/d/0")).document.page.values("class").items()
        if said == "who"
    )
    table.edit("add", url=f"{HOST}/d/0", row=row, text="")
    urls = [int(one["url"].rpartition("/")[2]) for one in table.sheet["rows"]]
    assert table.values("联系人") == [names[i] for i in urls]


def test_columns_are_renamed_moved_typed_and_deleted_in_the_recipe() -> None:
    table = Table(SITES["shop"])
    table.click("/p/7000", "€20.50", name="price")
    assert table.values("price")[0] == "20.50"
    table.edit("type", column="price", to="text")
    assert table.values("price")[0] == "€20.50"
    table.edit("rename", column="price", to="Cost of it")
    table.edit("move", column="Cost of it", place=0)
    table.edit("delete", column="text")
    assert table.names[0] == "Cost of it"
    recipe = recipe_from_toml(table.sheet["recipe"])
    assert list(recipe.table.sources()) == table.names
    assert recipe.table.sources()["Cost of it"] == "price"
    before = {name: table.values(name) for name in ("title", "Cost of it")}
    table.edit("rename", column="title", to="thing")
    table.edit("rename", column="Cost of it", to="title")
    assert (table.values("thing"), table.values("title")) == tuple(before.values())
    with pytest.raises(OptionError, match="cannot be called error"):
        sheet.edit_sheet(
            {"recipe": table.sheet["recipe"], "edit": {"do": "rename", "column": "url", "to": "error"}},
            table.pages,
        )


def test_a_column_is_one_of_numbers_where_files_have_numbers() -> None:
    site = SITES["forum"]
    table = Table(site)
    table.click("/thread-4000-1.html", site.entries["/thread-4000-1.html"]["views"], name="views")

    def kinds() -> dict[str, str]:
        return {one["name"]: one["kind"] for one in table.sheet["columns"]}

    assert kinds()["views"] == "text"
    table.edit("type", column="views", to="number")
    assert kinds()["views"] == "number"
    assert RecipeTable.of(recipe_from_toml(table.sheet["recipe"])).numbers >= {"views"}


def test_a_clicked_date_with_dots_is_no_number_and_can_be_a_date() -> None:
    facts = [f"<p class=due>0{i + 1}.03.2026</p><p class=fee>{i + 4}.50 €</p>" for i in range(6)]
    details = [f"{one}{fact}" for one, fact in zip(_boat_details(6), facts, strict=True)]
    table = Table(_site_of(_boat_rows("berth", [f"B{i}7" for i in range(6)]), details))
    table.click("/d/0", "01.03.2026", name="due")
    table.click("/d/0", "4.50 €", name="fee")
    assert table.values("due")[:2] == ["01.03.2026", "02.03.2026"]
    assert table.values("fee")[:2] == ["4.50", "5.50"]
    table.edit("type", column="due", to="date")
    assert table.values("due")[:2] == ["2026-03-01", "2026-03-02"]


def test_the_scheme_of_a_url_is_no_label() -> None:
    details = [f"{one}<p class=web>https://boat{i}.example/</p>" for i, one in enumerate(_boat_details(6))]
    table = Table(_site_of(_boat_rows("berth", [f"B{i}7" for i in range(6)]), details))
    table.click_class("web")
    assert table.values("web")[0] == "https://boat0.example/"


def test_prices_of_other_countries_are_numbers_and_phones_are_none() -> None:
    facts = [
        f"<p class=prix>1\u202f2{i}9,50\u00a0€</p><p class=preco>R$ 1.2{i}9,00</p><p class=yen>3{i}0円</p>"
        f"<p class=tel>030 123 45{i}</p><p class=norm>ISO 900{i}</p><p class=off>$5{i} off</p>"
        for i in range(6)
    ]
    details = [f"{one}{fact}" for one, fact in zip(_boat_details(6), facts, strict=True)]
    table = Table(_site_of(_boat_rows("berth", [f"B{i}7" for i in range(6)]), details))
    for name, text in (("prix", "1 209,50 €"), ("preco", "R$ 1.209,00"), ("yen", "300円")):
        table.click_class(name)
        assert table.values(name)[0] == {"prix": "1209.50", "preco": "1209.00", "yen": "300"}[name], text
    for name, text in (("tel", "030 123 450"), ("norm", "ISO 9000"), ("off", "$50 off")):
        table.click_class(name)
        assert table.values(name)[0] == text


def test_a_field_of_the_page_has_the_type_it_has_there() -> None:
    table = Table(SITES["shop"])
    url = table.sheet["rows"][0]["url"].removeprefix(HOST)
    table.click(url, table.values("title")[0], column="title")
    assert not any(one["is_rule"] for one in table.sheet["columns"] if one["name"] == "title")
    with pytest.raises(RequestError, match="is that of the page"):
        table.edit("type", column="title", to="number")


def test_a_column_of_two_templates_keeps_the_values_of_both() -> None:
    site = two_templates()
    table = Table(site)
    table.click("/r/0", site.entries["/r/0"]["desk"])
    table.marks.append({"column": "记者", "url": f"{HOST}/r/0", "row": table.sheet["rows"][0]["at"][3]})
    other = table.sheet["rows"][-1]["url"].removeprefix(HOST)
    table.click(other, site.entries[other]["desk"], column="记者")
    urls = [row["url"].removeprefix(HOST) for row in table.sheet["rows"]]
    assert table.values("记者") == [site.entries[url]["desk"] for url in urls]
    assert [one["n"] for one in table.sheet["columns"][table.names.index("记者")]["places"]] == [2, 3]


def test_a_refused_value_is_taken_no_more() -> None:
    table = Table(SITES["shop"])
    table.click("/p/7000", "2.0 kg", name="fact")
    row = table.sheet["rows"][1]
    url, at = row["url"], row["at"][table.names.index("fact")]
    with pytest.raises(RequestError, match="delete the column"):  # the label is all there is
        table.edit("refuse", column="fact", url=url, row=at)
    old = table.sheet["recipe"].replace('table.spec td :label("Weight")', "table.spec td")
    table.sheet = sheet.make_sheet({"recipe": old.replace('td :label("Weight")', "td")}, table.pages)
    assert table.values("fact")[1] == row["values"][table.names.index("fact")]


def test_an_edited_recipe_is_checked_at_its_line() -> None:
    table = Table(SITES["forum"])
    wrong = table.sheet["recipe"].replace("max_pages = 1000", "max_pages = 0")
    line = next(i for i, text in enumerate(wrong.splitlines(), 1) if text.startswith("max_pages"))
    with pytest.raises(RequestError, match=f"^line {line}: "):
        sheet.make_sheet({"recipe": wrong}, table.pages)


def test_a_book_has_no_next_page_of_its_list() -> None:
    site = SITES["forum"]
    page = site.pages[site.start].replace("/forum-7-2.html", "/thread-4000-1.html")
    book = RecipeSite("book", {**site.pages, site.start: page}, site.start, (), site.entries, "threadlist")
    assert Table(book).sheet["list"]["next"] == "none"


def _site_of(rows: list[str], details: list[str], *, start: str = "/list") -> RecipeSite:
    """Return a site of one list page: ``<li>`` or other elements that link to ``/d/0``, ``/d/1``, ..."""
    pages = {f"/d/{i}": f"<title>{i}</title><main>{body}</main>" for i, body in enumerate(details)}
    pages[start] = f"<title>Boats</title><h1>Boats</h1><div class=rows>{''.join(rows)}</div>"
    return RecipeSite("own", pages, start, (), {}, "rows")


def _boat_rows(name: str, values: list[str]) -> list[str]:
    return [
        f"<p class=row><a href=/d/{i}>Boat number {i} leaves</a> <em class={name}>{value}</em></p>"
        for i, value in enumerate(values)
    ]


def _boat_details(n: int, extra: str = "") -> list[str]:
    text = "The harbour master counted the boats twice before the ferry left for the island of {}."
    return [
        f"<h1>Boat number {i} leaves</h1><p>{text.format(i)}</p><p>{text.format(i + 90)}</p>{extra}"
        for i in range(n)
    ]


def test_the_samples_show_what_the_run_gives_for_relative_times() -> None:
    times = ["just now", "5 minutes ago", "2 hours ago", "yesterday", "3 days ago", "2 weeks ago"]
    table = Table(_site_of(_boat_rows("tm", times), _boat_details(6)))
    assert "published" in table.names
    recipe = recipe_from_toml(table.sheet["recipe"])
    run = run_recipe(recipe, table.visit, fetched=datetime.now(UTC))
    found = {one.item.url: RecipeTable.of(recipe).row(one.to_dict()) for one in run}
    for name in table.names:
        of_run = [sheet._shown_text(found[row["url"]][name])[:10] for row in table.sheet["rows"]]
        assert [value[:10] for value in table.values(name)] == of_run


def test_names_of_columns_that_differ_only_in_capital_letters_are_one_name(tmp_path: Path) -> None:
    facts = "<dl><dt>Berth</dt><dd>north</dd><dt>Kind</dt><dd>sloop</dd></dl>"
    table = Table(_site_of(_boat_rows("berth", [f"B{i}7" for i in range(6)]), _boat_details(6, facts)))
    assert "berth" in table.names
    table.click("/d/0", "north")
    assert "Berth 2" in table.names
    table.edit("rename", column="title", to="TEXT")
    assert table.names[0] == "TEXT 2"
    table.click("/d/0", "sloop")  # of a label that names a column of records
    assert table.values("Kind")[0] == "sloop"
    columns = RecipeTable.of(recipe_from_toml(table.sheet["recipe"])).columns()
    with RecordWriter(tmp_path / "records.sqlite", columns) as writer:
        writer.add(dict.fromkeys(columns, "x"))
    with pytest.raises(OptionError, match="cannot be called Error"):
        table.edit("rename", column="url", to="Error")
    twice = re.sub(r'"url"(,?\s*\]\n)', r'"url", "URL = title"\1', table.sheet["recipe"])
    with pytest.raises(RequestError, match=r"^line \d+: columns has url and URL, "):
        sheet.make_sheet({"recipe": twice}, table.pages)


def test_a_corrected_text_is_that_of_the_clicked_element_alone() -> None:
    site = SITES["shop"]
    table = Table(site)
    urls = [row["url"].removeprefix(HOST) for row in table.sheet["rows"]]
    before = table.values("text")
    for row in range(len(page := table.pages.get(RecipeVisit(url=HOST + urls[0])).document.page)):
        if page.name(row) in {"img", "td"}:
            with pytest.raises(RequestError, match="take the part around it"):
                table.edit("correct", column="text", url=HOST + urls[0], row=row)
    table.click(urls[0], "€20.50", column="text")
    assert table.values("text") == [f"€{site.entries[url]['price']}" for url in urls]
    assert before != table.values("text")
    assert recipe_from_toml(table.sheet["recipe"]).expected.fields["text"].most_chars == 6
    table.marks.clear()
    table.click(urls[1], table.values("title")[1], column="text")
    assert table.values("text") == table.values("title")


def test_a_corrected_text_leaves_pages_of_another_template_as_they_were() -> None:
    site = two_templates()
    table = Table(site)
    urls = [row["url"].removeprefix(HOST) for row in table.sheet["rows"]]
    table.click(urls[0], site.entries[urls[0]]["desk"])
    at = table.sheet["rows"][0]["at"][table.names.index("记者")]
    table.marks.append({"column": "记者", "url": HOST + urls[0], "row": at})
    table.click(urls[-1], site.entries[urls[-1]]["desk"], column="记者")
    before = table.values("text")
    table.click(urls[0], site.entries[urls[0]]["desk"], column="text")
    desks = {url: site.entries[url]["desk"] for url in urls if "class=report" in site.pages[url]}
    assert table.values("text") == [desks.get(url, was) for url, was in zip(urls, before, strict=True)]
    assert table.values("记者") == [site.entries[url]["desk"] for url in urls]
    assert not any(row["drift"] for row in table.sheet["rows"])


def test_samples_that_are_all_one_page_are_told() -> None:
    wall = "<h1>Sign in</h1><p>Sign in to read what the harbour master wrote into the long book.</p>"
    names = ["Gannet", "Petrel", "Curlew", "Avocet", "Dunlin", "Plover"]
    rows = [
        f"<p class=row><a href=/d/{i}>The {name} leaves the island</a></p>" for i, name in enumerate(names)
    ]
    table = Table(_site_of(rows, 6 * [wall]))
    (problem,) = table.sheet["problems"]
    assert problem.startswith("text: the same on all records that have it: Sign in")
    other = Table(_site_of(_boat_rows("berth", [f"B{i}7" for i in range(6)]), _boat_details(6)))
    assert other.sheet["problems"] == []


def test_a_column_that_alternates_on_the_list_is_proposed() -> None:
    table = Table(_site_of(_boat_rows("rig", ["sloop", "ketch", "yawl"] * 5), _boat_details(15)))
    assert "rig" in table.names
    fixed = Table(_site_of(_boat_rows("rig", ["sloop"] * 15), _boat_details(15)))
    assert "rig" not in fixed.names


@pytest.mark.parametrize("n", [2, 3])
def test_samples_meet_templates_that_take_turns(n: int) -> None:
    rows = _boat_rows("berth", [f"B{i}7" for i in range(15)])
    table = Table(_site_of(rows, _boat_details(15)))
    chosen = [int(row["url"].rpartition("/")[2]) for row in table.sheet["rows"]]
    assert {number % n for number in chosen} == set(range(n))


def test_samples_meet_each_kind_of_address() -> None:
    rows = _boat_rows("berth", [f"B{i}7" for i in range(15)])
    site = _site_of([row.replace("/d/11>", "/film/11>") for row in rows], _boat_details(15))
    site.pages["/film/11"] = site.pages["/d/11"]
    urls = [row["url"].removeprefix(HOST) for row in Table(site).sheet["rows"]]
    assert "/film/11" in urls
    assert len(set(urls)) == 5
    entries = [Item(str(i), f"{HOST}/{'abcdefgh'[i]}/x") for i in range(8)]
    assert len(sheet._choose_samples(entries)) == 5  # each of its own kind


def _moved_site() -> tuple[RecipeSite, RecipeSite]:
    """Return a site, and the same one with another list element and another place of the cargo."""
    values = [f"pier {i}" for i in range(6)]
    details = [f"<div class=box><b class=cargo>{i}7 crates</b></div>" for i in range(6)]
    before = _site_of(_boat_rows("pier", values), [_boat_details(6, one)[i] for i, one in enumerate(details)])
    rows = [
        f"<li><h3><a href=/d/{i}>Boat number {i} leaves</a></h3><i class=quay>{i}</i></li>" for i in range(6)
    ]
    moved = [f"<p class=hold>Hold: <strong>{i}7 crates</strong></p>" for i in range(6)]
    after = _site_of([], [_boat_details(6, one)[i] for i, one in enumerate(moved)])
    after.pages["/list"] = f"<h1>Boats</h1><section><ol class=new>{''.join(rows)}</ol></section>"
    return before, after


def test_a_table_whose_list_is_gone_is_told_and_mended_by_a_click_on_an_entry() -> None:
    before, after = _moved_site()
    table = Table(before)
    table.click("/d/0", "07 crates", name="cargo")
    names = table.names
    table.pages.fetch = kept(after).fetch
    asked = {"recipe": table.sheet["recipe"], "can_draw": False}
    assert len(sheet.make_sheet(asked, table.pages)["rows"]) == 5  # of pages that are kept
    table.sheet = sheet.make_sheet({**asked, "fresh": True}, table.pages)
    assert (table.sheet["rows"], table.sheet["problems"]) == ([], [sheet._NO_ENTRIES])
    table.marks = []
    table.click("/list", "Boat number 3 leaves", do="list")
    assert [one for one in names if one != "pier"] == [one for one in table.names if one != "quay"]
    assert table.values("title")[0] == "Boat number 0 leaves"
    assert not any(row["drift"] for row in table.sheet["rows"])
    table.click("/d/0", "07 crates", column="cargo")
    assert all(value.endswith("7 crates") for value in table.values("cargo"))
    run = run_recipe(recipe_from_toml(table.sheet["recipe"]), table.visit, fetched=datetime.now(UTC))
    assert [one.fields["cargo"].value for one in run] == [f"{i}7 crates" for i in range(6)]
    assert not run.problems


def test_another_list_of_the_page_is_taken_by_a_click_on_it() -> None:
    site = _site_of(_boat_rows("pier", [f"pier {i}" for i in range(6)]), _boat_details(9))
    crews = [
        f"<li><a href=/d/{i}>Boat number {i} leaves</a> <u class=crew>crew {i}</u></li>" for i in (6, 7, 8)
    ]
    site.pages["/list"] += f"<ul class=small>{''.join(crews)}</ul>"
    table = Table(site)
    table.edit("delete", column="text")
    table.click("/list", "Boat number 7 leaves", do="list")
    assert [row["url"][-4:] for row in table.sheet["rows"]] == ["/d/6", "/d/7", "/d/8"]
    assert "crew" in table.names
    assert not {"pier", "text"} & {*table.names}
    with pytest.raises(RequestError, match="does not repeat"):
        table.click("/list", "Boats", do="list")


def test_titles_are_those_of_the_list_where_all_pages_have_the_one_of_the_site() -> None:
    rows = _boat_rows("pier", [f"pier {i}" for i in range(6)])
    site = _site_of(rows, _boat_details(6))
    for i in range(6):
        page = site.pages[f"/d/{i}"].replace(f"<title>{i}", "<title>Notices")
        site.pages[f"/d/{i}"] = page.replace("<main><h1>", "<main><h2>").replace("</h1>", "</h2>")
    table = Table(site)
    assert table.values("title")[0] == "Boat number 0 leaves"
    assert len({*table.values("title")}) == 5


def test_a_table_reads_lists_of_many_pages_and_entries() -> None:
    recipe = recipe_from_toml(Table(SITES["news"]).sheet["recipe"])
    assert recipe.list.max_pages == 1000
    assert recipe.limits.max_items == 100_000


def test_a_column_of_what_no_record_has_is_refused_at_its_line() -> None:
    table = Table(SITES["forum"])
    recipe = table.sheet["recipe"]
    wrong = re.sub(r'(columns = \[\s*)"title"', r'\1"Title = titel"', recipe)
    line = next(i for i, text in enumerate(wrong.splitlines(), 1) if text.startswith("columns"))
    with pytest.raises(
        RequestError,
        match=f"^line {line}: the columns name 'titel', which no record has; did you mean 'title'",
    ):
        sheet.make_sheet({"recipe": wrong}, table.pages)
    for source in ("title", "kind", "description", "listed.gone today"):
        right = wrong.replace("titel", source)
        assert sheet.make_sheet({"recipe": right}, table.pages)["columns"][0]["source"] == source


def test_a_click_on_what_a_column_of_the_page_shows_adds_none() -> None:
    table = Table(_site_of(_boat_rows("pier", [f"pier {i}" for i in range(6)]), _boat_details(6, "<i>x</i>")))
    before = table.sheet["recipe"]
    table.click("/d/0", "Boat number 0 leaves")
    assert table.sheet["recipe"] == before


def test_a_corrected_column_keeps_its_type_if_the_clicked_value_has_it() -> None:
    details = [f"<p class=load>{i}7 crates</p><ul><li>{i}.5<li>7.5</ul><p class=by>Tom</p>" for i in range(6)]
    site = _site_of(
        _boat_rows("pier", [f"pier {i}" for i in range(6)]),
        [_boat_details(6, one)[i] for i, one in enumerate(details)],
    )
    table = Table(site)
    other = table.sheet["rows"][2]["url"].removeprefix(HOST)
    n = int(other[-1])
    for first, second, name, kind in (
        ("07 crates", f"{n}7 crates", "load", "number"),
        ("0.5", f"{n}.5", "sizes", "several"),
    ):
        table.click("/d/0", first, name=name)
        table.edit("type", column=name, to=kind)
        before = table.values(name)
        table.click(other, second, column=name)
        assert table.values(name) == before
        assert table.sheet["columns"][table.names.index(name)]["kind"] == kind
    assert before[0] == "0.5; 7.5"
    table.marks.clear()
    table.click(other, "Tom", column="load")  # no number
    assert table.values("load")[0] == "Tom"


@pytest.mark.parametrize(
    ("edit", "missing"),
    [
        ({"do": "rename", "column": "title"}, "to"), ({"do": "move", "column": "title"}, "place"),
        ({"do": "delete"}, "column"), ({"do": "add"}, "url"), ({"do": "list"}, "row"),
        ({"do": "correct", "column": "title"}, "url"), ({"do": "refuse"}, "column"),
    ],
)  # fmt: skip
def test_what_an_edit_lacks_is_an_error_of_the_request(edit: dict[str, Any], missing: str) -> None:
    with pytest.raises(RequestError, match=f"edit.{missing} is missing: {edit['do']} needs it"):
        Table(SITES["shop"]).edit(**edit)


@pytest.mark.parametrize("part", ["text", "link", "image"])
def test_a_row_that_a_page_does_not_have_is_an_error_of_the_request(part: str) -> None:
    with pytest.raises(RequestError, match="the page has no element in row 99999"):
        Table(SITES["shop"]).edit("correct", column="title", url=f"{HOST}/p/7000", row=99999, part=part)
