"""From an address to a table in a file, done as a person would: clicks and keys, counted."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.serving import serving
from tests.browser.starting import wait_until
from tests.recipe_sites import SITES, SiteServer, serve_site, two_templates
from tests.unit.browser.real import needs_browser

from maintext.app.workbench import ServeOptions, sheet
from maintext.sites.product import PRODUCT_FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Open = Callable[..., Any]
    Keep = Callable[[Any, str], None]

MAX_CLICKS = 12
LOCALES = ("zh-CN", "en-US")


@pytest.fixture(scope="module")
def base(data: Path) -> Iterator[str]:
    with (
        pytest.MonkeyPatch.context() as patch,
        serving(ServeOptions(data=str(data), allow_private=True)) as address,
    ):
        patch.setattr(sheet, "_DELAY_S", 0.0)  # these sites are on this computer
        yield address


class Person:
    """Do what a person does on the page, and count it."""

    def __init__(self, page: Any) -> None:
        self.page, self.n_clicks = page, 0

    def type(self, selector: str, text: str) -> None:
        """Fill in a field and press Enter."""
        self.n_clicks += 1
        self.page.fill(selector, text)
        self.page.press(selector, "Enter")

    def click(self, target: Any) -> None:
        self.n_clicks += 1
        (self.page.locator(target) if isinstance(target, str) else target).click()

    def open_list(self, site: SiteServer) -> None:
        self.type("#url", site.url + site.site.start)
        if site.site.name == "search":
            self.type("#forms input", "ferry")
        self.page.locator("#sheet tbody tr").first.wait_for(timeout=60_000)

    def open_entry(self, number: int) -> str:
        """Open a sample; return its path."""
        link = self.page.locator("#sheet tbody .link").nth(number)
        self.click(link)
        title: str = link.inner_text().strip()
        frame = self.page.frame_locator("#sheet-frame iframe")
        frame.locator("html.pick :is(h1, h2)").filter(has_text=title).first.wait_for()
        return title

    def click_value(self, value: str) -> None:
        """Click the text that is this value on the page that is shown."""
        frame = self.page.frame_locator("#sheet-frame iframe")
        marks = frame.locator("html.pick mark").filter(has_text=value)
        marks.first.wait_for()
        exact = [i for i, text in enumerate(marks.all_inner_texts()) if text.strip().strip("€") == value]
        self.click(marks.nth(exact[0]))
        self.page.locator("#sheet-told button").first.wait_for()
        self.page.wait_for_selector("body:not(.working)")

    def collect(self) -> list[dict[str, str]]:
        """Collect all rows and export them."""
        self.click("#sheet-run")
        self.page.locator("#run-status.s-done, #run-status.s-limited, #run-status.s-failed").wait_for(
            timeout=120_000
        )
        with self.page.expect_download() as download:
            self.click("#run-exports [data-export=csv]")
        with Path(download.value.path()).open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))


def columns(page: Any) -> list[str]:
    names: list[str] = page.locator("#sheet thead [data-column]").evaluate_all(
        "all => all.map(b => b.dataset.column)"
    )
    return names


def check_rows(rows: list[dict[str, str]], served: SiteServer, column: str, field: str) -> None:
    """Check that there is a row for each entry, with the value that was taught."""
    url = next(name for name in rows[0] if name in {"Address", "网址"})
    found = {row[url].removeprefix(served.url): row[column] for row in rows}
    assert found == {path: values[field] for path, values in served.site.entries.items()}
    assert not any(row["error"] or row["drift"] for row in rows)


@pytest.mark.parametrize(
    ("name", "locale"),
    [
        *zip(("news", "forum", "shop", "search"), 2 * LOCALES, strict=True),
        pytest.param("script", LOCALES[0], marks=needs_browser),
    ],
)
def test_an_address_becomes_a_table_with_every_row(
    open_page: Open, base: str, screenshot: Keep, name: str, locale: str
) -> None:
    with serve_site(SITES[name]) as served:
        person = Person(open_page("start", base=base, locale=locale))
        person.open_list(served)
        before = columns(person.page)
        person.open_entry(0)
        field, value = next(iter(next(iter(served.site.entries.values())).items()))
        person.click_value(value)
        (taught,) = set(columns(person.page)) - set(before)
        screenshot(person.page, f"table-{name}-{locale}")
        rows = person.collect()
        screenshot(person.page, f"table-run-{name}-{locale}")
        assert person.n_clicks < MAX_CLICKS
        check_rows(rows, served, taught, field)


def test_a_column_holds_for_two_templates(open_page: Open, base: str, screenshot: Keep) -> None:
    with serve_site(two_templates()) as served:
        person = Person(open_page("start", base=base))
        person.open_list(served)
        before = columns(person.page)
        person.open_entry(0)
        person.click_value(served.site.entries["/r/0"]["desk"])
        (taught,) = set(columns(person.page)) - set(before)
        assert taught == "记者"  # the label on the page
        person.click(f"#sheet [data-column={taught}]")
        last = person.page.locator("#sheet tbody .link").count() - 1
        title = person.open_entry(last)
        path = next(path for path, html in served.site.pages.items() if f">{title}</h2>" in html)
        person.click_value(served.site.entries[path]["desk"])
        screenshot(person.page, "table-two-templates")
        rows = person.collect()
        assert person.n_clicks < MAX_CLICKS
        check_rows(rows, served, taught, "desk")


def test_a_table_is_mended_where_its_site_has_changed(open_page: Open, base: str, screenshot: Keep) -> None:
    site = two_templates()
    with serve_site(site) as served:
        person = Person(open_page("start", base=base))
        person.open_list(served)
        person.page.fill("#sheet-name", "moved")
        person.click("#sheet-save")
        person.page.wait_for_function("() => location.hash.includes('recipe=moved')")
        person.collect()
        moved = site.pages[site.start].replace("<ul class=all>", "<section class=new>")
        for old, new in (("<li><a href=/r/", "<article><h3><a href=/r/"), ("</a><em>", "</a></h3><i>")):
            moved = moved.replace(old, new)
        served.pages[site.start] = moved.replace("</em></li>", "</i></article>")
        person.click("#run-open")
        person.page.locator("#sheet .notice").wait_for()
        screenshot(person.page, "table-list-gone")
        frame = person.page.frame_locator("#sheet-frame iframe")
        person.click(frame.locator("html.pick mark").filter(has_text="（3）").first)
        person.page.locator("#sheet tbody tr").first.wait_for(timeout=60_000)
        assert not person.page.locator("#sheet .notice").count()
        assert len(person.collect()) == len(site.entries)


def test_entries_that_cannot_be_read_are_told_with_the_reason(open_page: Open, base: str) -> None:
    site = two_templates()
    pages = {path: page if path == site.start else "%PDF-1.4" for path, page in site.pages.items()}
    with serve_site(replace(site, pages=pages)) as served:
        person = Person(open_page("start", base=base))
        person.open_list(served)
        (said,) = person.page.locator("#sheet .notice").all_inner_texts()
        assert said.startswith("5 of 5 sample pages cannot be read: this is a PDF")
        assert f" ({served.url}/" in said
        assert "[" not in said


def test_each_reason_why_entries_cannot_be_read_is_told(open_page: Open, base: str) -> None:
    site = two_templates()
    pages = {path: page if path == site.start else "%PDF-1.4" for path, page in site.pages.items()}
    del pages["/r/0"]
    with serve_site(replace(site, pages=pages)) as served:
        person = Person(open_page("start", base=base))
        person.open_list(served)
        said = person.page.locator("#sheet .notice").all_inner_texts()
        assert [one.split(" (")[0].split(";")[0] for one in said] == [
            "1 of 5 sample pages cannot be read: the server answered 404 Not Found",
            "4 of 5 sample pages cannot be read: this is a PDF, not a web page",
        ]


def test_a_column_can_be_clicked_on_an_entry_that_is_no_sample(open_page: Open, base: str) -> None:
    site = two_templates()
    with serve_site(site) as served:
        person = Person(open_page("start", base=base))
        page = person.page
        person.open_list(served)
        options = page.locator("#sheet-entry option").evaluate_all("all => all.map((one) => one.value)")[1:]
        assert len(options) == len(site.entries) - page.locator("#sheet tbody tr").count()
        path = options[0].removeprefix(served.url)
        served.pages[path] = f"{site.pages[path]}<p class=only>Only here 77</p>"
        page.select_option("#sheet-entry", options[0])
        page.frame_locator("#sheet-frame iframe").locator("mark", has_text="Only here 77").wait_for()
        person.click_value("Only here 77")
        assert "filled on 0 of 5 samples" in page.inner_text("#sheet-told")
        page.click("#sheet-pages button >> nth=0")
        rows = person.collect()
        url = next(name for name in rows[0] if name in {"Address", "网址"})
        assert [row[url] for row in rows if "Only here 77" in row.values()] == [options[0]]


def test_a_deleted_column_leaves_the_focus_to_its_neighbour_and_names_are_taken_once(
    open_page: Open, base: str
) -> None:
    with serve_site(two_templates()) as served:
        person = Person(open_page("start", base=base))
        page = person.page
        person.open_list(served)
        person.open_entry(0)
        before = columns(page)
        person.click(f'#sheet [data-column="{before[0]}"]')
        page.frame_locator("#sheet-frame iframe").locator("body").press("Escape")
        page.locator("#column-name").wait_for(state="detached")
        person.click(f'#sheet [data-column="{before[0]}"]')
        page.click("#column-delete")
        page.wait_for_selector(f'#sheet [data-column="{before[1]}"]:focus')
        person.click(f'#sheet [data-column="{before[1]}"]')
        person.type("#column-name", " ")
        assert page.input_value("#column-name") == before[1]
        person.type("#column-name", before[2])
        page.locator("#sheet-said", has_text=f"the column is called “{before[2]} 2”").wait_for()


def test_the_saved_table_of_an_address_is_offered(open_page: Open, base: str) -> None:
    with serve_site(two_templates()) as served:
        person = Person(open_page("start", base=base))
        person.open_list(served)
        person.page.fill("#sheet-name", "kept before")
        person.click("#sheet-save")
        person.page.wait_for_function("() => location.hash.includes('recipe=kept')")
        again = Person(open_page("start", base=base))
        again.open_list(served)
        again.click("#sheet-other button")
        again.page.wait_for_function("() => location.hash.includes('recipe=kept')")
        again.page.locator("#sheet h2").filter(has_text="kept before").wait_for()


def test_a_saved_table_is_saved_again_without_a_question_and_under_another_name(
    open_page: Open, base: str
) -> None:
    with serve_site(two_templates()) as served:
        person = Person(open_page("start", base=base))
        page = person.page
        person.open_list(served)
        page.fill("#sheet-name", "first name")
        person.click("#sheet-save")
        page.wait_for_function("() => location.hash.includes('recipe=first')")
        page.goto(f"{base}/#table?recipe=first+name")
        page.reload()
        page.locator("#sheet-save[disabled]").wait_for(timeout=60_000)
        person.click("#sheet [data-column=Title]")
        person.type("#column-name", "address")
        page.locator("#sheet [data-column='address 2'][aria-pressed=true]").wait_for()
        person.click("#sheet-save")  # a question would be answered with no
        page.locator("#sheet-save[disabled]").wait_for()
        page.fill("#sheet-name", "second name")
        person.click("#sheet-save")
        page.wait_for_function("() => location.hash.includes('recipe=second')")


def test_a_record_begins_with_the_columns_of_its_table_and_says_nothing_twice(
    open_page: Open, base: str
) -> None:
    with serve_site(SITES["news"]) as served:
        person = Person(open_page("start", base=base))
        page = person.page
        person.open_list(served)
        names = columns(page)
        person.collect()
        page.locator("#run-table tbody tr").first.click()
        page.wait_for_selector("#record[open]")
        shown = page.locator("#record-body th").all_inner_texts()
        assert shown[: len(names) - 1] == [name for name in names if name != "Text"]
        values = page.locator("#record-body td").all_inner_texts()
        assert len(values) == len(set(values))
        assert page.locator("#record-body .text").count() == 1


def test_fields_of_products_have_names_in_each_language(open_page: Open, base: str) -> None:
    page = open_page("start", base=base)
    for language in ("en", "zh"):
        words = page.evaluate("async (name) => (await fetch(`/lang/${name}.json`)).json()", language)
        assert {f"column_{name}" for name in (*PRODUCT_FIELDS, "tags")} <= {*words}
    named = (
        page.evaluate("async () => (await fetch('/sheet.js')).text()")
        .split("const NAMED", 1)[1]
        .split("]", 1)[0]
    )
    assert {*PRODUCT_FIELDS, "tags"} <= {*re.findall(r'"(\w+)"', named)}


def test_no_page_stands_under_the_name_of_an_entry_that_cannot_be_read(open_page: Open, base: str) -> None:
    with serve_site(SITES["shop"]) as served:
        person = Person(open_page("start", base=base))
        page = person.page
        person.open_list(served)
        page.frame_locator("#sheet-frame iframe").locator("mark").first.wait_for()
        page.route("**/api/page", lambda route: route.fulfill(status=424, json={
            "error": "fetch_failed", "message": "the connection was closed", "hint": "",
        }))  # fmt: skip
        person.click("#sheet-pages button >> nth=1")
        page.wait_for_selector("#failure:not([hidden])")
        assert not page.locator("#sheet-frame iframe").count()


def test_changes_of_the_text_are_not_given_up_without_a_question(open_page: Open, base: str) -> None:
    with serve_site(SITES["shop"]) as served:
        person = Person(open_page("start", base=base))
        page = person.page
        person.open_list(served)
        person.click("#sheet-text")
        text = page.input_value("#sheet-recipe")
        page.fill("#sheet-recipe", text.replace('site = "', 'site = "Chairs of '))
        person.click("#sheet [data-column=Title]")
        with page.expect_event("dialog") as asked:
            page.once("dialog", lambda dialog: dialog.dismiss())
            person.click("#column-delete")
        assert "not applied" in asked.value.message
        assert "Title" in columns(page)
        assert "Chairs of" in page.input_value("#sheet-recipe")
        person.click("#sheet-apply")
        page.locator("#sheet-said", has_text="The text is applied").wait_for()
        assert page.locator("#sheet-apply").is_disabled()


def test_a_page_is_shown_in_its_own_styles_but_not_hidden_by_them(open_page: Open, base: str) -> None:
    site = SITES["shop"]
    styles = "<style>h1, h2 { color: rgb(1, 2, 3) } body { visibility: hidden; opacity: 0 }</style>"
    pages = {path: page.replace("<body", f"{styles}<body", 1) for path, page in site.pages.items()}
    assert pages != site.pages
    with serve_site(replace(site, pages=pages)) as served:
        person = Person(open_page("start", base=base))
        person.open_list(served)
        person.open_entry(0)
        heading = person.page.frame_locator("#sheet-frame iframe").locator("h1, h2").first
        is_styled = "one => getComputedStyle(one).color === 'rgb(1, 2, 3)'"
        wait_until(lambda: heading.evaluate(is_styled))
        assert heading.is_visible()


def test_a_record_says_the_values_of_a_list_once(open_page: Open, base: str) -> None:
    page = open_page("runs", base=base)
    shown = page.evaluate(
        """async () => {
            const { Runs } = await import("/runs.js");
            const authors = [{ name: "Tove Lind", role: "author", title: null }];
            const tagged = { tags: ["sail", "wood"], Rig: "sail; wood" };
            const record = { title: "Gannet", ...tagged, author: "Tove Lind", authors, text: "" };
            const table = { answer: { columns: ["Rig", "author"] } };
            Runs.prototype.drawRecord.call({ recordShown: record, table });
            return document.getElementById("record-body").innerText;
        }"""
    )
    assert [shown.count(one) for one in ("wood", "Tove Lind")] == [1, 1]


def test_a_change_is_shown_where_it_is(open_page: Open, base: str) -> None:
    page = open_page("runs", base=base)
    shown = page.evaluate(
        """async () => {
            const { Runs } = await import("/runs.js");
            const same = "The brook was high. ".repeat(20);
            const text = ["text", `${same}Hay is late.`, `${same}Hay is early.`];
            const values = [text, ["author", null, "Tove Lind"]];
            const rows = [{ what: "changed", key: "a", title: "Hay", values }];
            const counts = { new: 0, changed: 1, gone: 0 };
            const before = { created: new Date().toISOString() };
            Runs.prototype.drawChanges.call({ list: { missing: {} }, comparison: { before, counts, rows } });
            const shown = document.querySelectorAll("#run-changes del, #run-changes ins");
            return [...shown].map((one) => one.textContent);
        }"""
    )
    assert [one[0] for one in shown[:2]] == ["…", "…"]
    assert [one[-12:] for one in shown] == ["Hay is late.", "ay is early.", "—", "Tove Lind"]


def test_a_single_page_is_one_page(open_page: Open, base: str) -> None:
    page = open_page("runs", base=base)
    said = "async (n) => (await import('/texts.js')).t('pages_done', { n })"
    assert [page.evaluate(said, n) for n in ("1", "2", "21")] == ["1 page", "2 pages", "21 pages"]


def test_long_titles_stay_in_their_column(open_page: Open, base: str) -> None:
    site = two_templates()
    pages = {**site.pages, site.start: site.pages[site.start].replace("</a>", f"{30 * ' and so on'}</a>")}
    with serve_site(replace(site, pages=pages)) as served:
        person = Person(open_page("start", base=base))
        person.open_list(served)
        title = person.page.locator("#sheet tbody .link").first
        row, cell = (
            title.locator("xpath=ancestor::tr").locator(one).bounding_box() for one in ("th", "td >> nth=0")
        )
        box = title.bounding_box()
        assert box["x"] + box["width"] <= row["x"] + row["width"] == cell["x"]
        assert row["height"] < 70


def test_a_search_form_is_offered_where_a_page_has_no_list(
    open_page: Open, base: str, screenshot: Keep
) -> None:
    site = SITES["search"]
    said = "<p>Notices of the town are kept for ten years, and are read out in the hall on request.</p>"
    pages = {**site.pages, "/find": site.pages["/find"].replace("<form", f"{9 * said}<form")}
    with serve_site(replace(site, pages=pages)) as served:
        person = Person(open_page("start", base=base))
        person.type("#url", served.url + site.start)
        person.page.locator("#look-frame iframe").wait_for()
        person.click("nav [data-view=table]")
        person.page.locator("#forms input").wait_for()
        assert person.page.locator("#failure").is_visible()
        screenshot(person.page, "table-offers-form")
        person.type("#forms input", "ferry")
        person.page.locator("#sheet tbody tr").first.wait_for(timeout=60_000)
        assert not person.page.locator("#forms input, #failure").first.is_visible()


def test_what_was_done_with_a_table_is_said_and_that_values_are_lost(open_page: Open, base: str) -> None:
    site = SITES["shop"]
    pages = {path: page.replace("€", "10 of €") for path, page in site.pages.items()}
    with serve_site(replace(site, pages=pages)) as served:
        person = Person(open_page("start", base=base))
        page = person.page
        person.open_list(served)
        person.open_entry(0)
        frame = page.frame_locator("#sheet-frame iframe")
        person.click(frame.locator("mark").filter(has_text="10 of €").first)
        page.locator("#sheet-told button", has_text="Take the part around it").wait_for()
        person.open_entry(1)
        assert not page.locator("#sheet-told button").count()
        added = re.search("“(.+?)”", page.inner_text("#sheet-told"))[1]  # type: ignore[index]
        person.click(f'#sheet [data-column="{added}"]')
        page.select_option("#column-type", "number")
        page.locator("#sheet-said", has_text="only 0 of 5 samples have a value; before, 5 had one").wait_for()
        person.click("#column-delete")
        page.locator("#sheet-said", has_text="Deleted the column").wait_for()
        assert added in page.inner_text("#sheet-said")
        assert f"what “{added}” is" not in page.inner_text("#sheet-told")
        page.fill("#sheet-name", "told")
        person.click("#sheet-save")
        page.locator("#sheet-said", has_text="Saved as “told”").wait_for()
        person.click("#sheet [data-column=Title]")
        assert page.locator("#column-type").is_disabled()
        assert "Its type is that of the page" in page.inner_text(".column-bar")


def test_a_table_that_is_not_given_up_stays_with_its_address(open_page: Open, base: str) -> None:
    with serve_site(two_templates()) as served:
        person = Person(open_page("start", base=base))
        page = person.page
        page.on("dialog", lambda dialog: dialog.dismiss())
        address = served.url + served.site.start
        person.type("#url", address.replace("://", "：//"))  # as Chinese keyboards write it
        page.locator("#sheet tbody tr").first.wait_for(timeout=60_000)
        person.click("#sheet [data-column=Title]")
        person.type("#column-name", "Head")
        page.locator("#sheet [data-column=Head]").wait_for()
        page.wait_for_selector(".column-bar :focus")
        page.keyboard.press("Escape")
        page.locator("#column-name").wait_for(state="detached")
        with page.expect_event("dialog"):
            person.type("#url", served.url + "/r/0")
        page.wait_for_selector("body:not(.working)")
        assert page.input_value("#url") == address
        assert "Head" in columns(page)


def test_advice_for_the_command_line_is_not_shown(open_page: Open, base: str) -> None:
    kept = {
        "the page has no list: only menus repeat": "; or --render always if scripts fill it",
        "entries that are places on the page of another one: 1, as https://a.example/b#c": (
            "; maintext items gives them as the list shows them"
        ),
        "this is a feed, not a web page": "; maintext crawl follows its URLs, maintext items lists them",
        "rel: not one number or date: x [fetch, https://a.example/b]": "; cut it by pattern in the recipe",
        "this is a PDF, not a web page; convert it to HTML first": "",
    }
    said = "async (one) => (await import('/reasons.js')).reason(one)"
    page = open_page("start", base=base)
    for text, advice in kept.items():
        place = text.find(" [") if " [" in text else len(text)
        words = text.replace("[fetch, ", "(").replace("]", ")")
        assert page.evaluate(said, f"{text[:place]}{advice}{text[place:]}") == words


def test_a_pointed_text_is_called_what_it_is(open_page: Open, base: str) -> None:
    page = open_page("start", base=base)
    kinds = {
        "price": ["预算：12.50万元", "¥12.50", "12,50 €"],
        "date": ["01.03.2026", "1.3.", "05-12", "发布日期：2026-03-01", "3 May 2026"],
        "number": ["12.50", "12.50 kg", "-3.5"],
    }
    said = """async (all) => {
        const words = await import('/words.js');
        return all.map((one) => words.kindOfText(one, []));
    }"""
    for kind, texts in kinds.items():
        assert page.evaluate(said, texts) == [kind] * len(texts)
