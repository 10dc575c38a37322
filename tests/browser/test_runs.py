"""Runs, and Teach to the end, done as a person would: sites on loopback become files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.serving import serving
from tests.browser.starting import start_run, wait_until, write_finished_run
from tests.site_server.content import Site
from tests.site_server.server import SiteServer

from maintext.app.workbench import ServeOptions
from maintext.report import counted, html_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Open = Callable[..., Any]
    Keep = Callable[[Any, str], None]

N_MANY = 10_000
NO_ROOM = {"error": "no_room", "message": "the files that wait have 9 bytes already", "hint": "Start a run."}


@pytest.fixture(scope="module")
def site() -> Iterator[SiteServer]:
    with SiteServer(Site(48, traps=False)) as server:
        yield server


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data")
    write_finished_run(path, "ten thousand", [*map(_record, range(N_MANY))])
    return path


def _record(i: int) -> dict[str, Any]:
    title, day = f"Report {i * 7919 % N_MANY} of the valley", f"20{i % 24:02}-0{i % 9 + 1}-11"
    about = {"key": f"{i:05}.html", "title": title, "published": day, "language": ("en", "zh", "de")[i % 3]}
    about |= {"source": f"Paper {i % 100}"}
    return about | {"n_words": i % 977, "text": "The brook was high. " * 60}


def finished(page: Any) -> None:
    page.locator("#run-status", has_text="running").wait_for(state="hidden", timeout=60_000)
    page.locator("#run-status.s-done, #run-status.s-limited, #run-status.s-failed").wait_for(timeout=60_000)


def test_a_saved_recipe_can_be_chosen(open_page: Open, base: str, data: Path) -> None:
    (data / "recipes").mkdir(exist_ok=True)
    (data / "recipes" / "of old.toml").write_text('[list]\nstart = ["https://valley.example/"]', "utf-8")
    page = open_page("runs", base=base)
    page.check("input[name=run][value=recipe]", force=True)
    page.select_option("#run-recipe-name", "of old")
    assert "valley.example" in page.input_value("#run-recipe-text")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#run-recipe-delete")
    page.wait_for_selector("#run-recipe-delete", state="hidden")
    assert not (data / "recipes" / "of old.toml").exists()
    assert page.input_value("#run-recipe-text") == ""


def test_a_site_is_crawled_followed_and_stopped(
    open_page: Open, base: str, site: SiteServer, screenshot: Keep
) -> None:
    pytest.importorskip("scrapy")
    page = open_page("runs", base=base)
    page.fill("#run-urls", f"{site.url}/")
    page.fill("#run-pages", "40")
    start_run(page, "#run-start")
    page.wait_for_selector("#run-status.s-running", timeout=30_000)
    page.locator(".records tbody tr").nth(3).wait_for(timeout=60_000)
    assert page.inner_text("#run-status") == "running"
    screenshot(page, "runs-running")
    page.click("#run-stop")
    page.locator("#run-status", has_text="stopped").wait_for(timeout=30_000)
    page.wait_for_selector("#run-report:not([hidden])")
    page.click("#run-report")
    report = page.frame_locator("#run-report-frame iframe")
    report.locator("h1").wait_for()
    assert "Crawl of" in report.locator("h1").inner_text()
    page.click(".records tbody tr >> nth=0")
    page.wait_for_selector("#record[open]")
    assert len(page.inner_text("#record-body .text")) > 100
    screenshot(page, "runs-record")
    page.keyboard.press("Escape")
    page.on("dialog", lambda dialog: dialog.accept())
    n_before = page.locator("#run-list .entry").count()
    page.click("#run-delete")
    wait_until(lambda: page.locator("#run-list .entry").count() == n_before - 1)


@pytest.mark.parametrize(
    ("view", "late"), [("runs", "runs"), (f"runs/{'a' * 32}", "runs"), (f"runs/{'a' * 32}", "recipes")]
)
def test_a_run_is_open_once_it_has_started_however_late_older_answers_come(
    open_page: Open, base: str, view: str, late: str
) -> None:
    page, held = open_page("start", base=base), []
    page.wait_for_load_state("networkidle")
    # The answer of now, which comes after the run has started.
    page.route(f"**/api/{late}", lambda route: held.append((route, route.fetch())), times=1)
    page.evaluate("view => { location.hash = view; }", view)
    page.check("input[name=run][value=batch]", force=True)
    page.fill("#run-addresses", f"{base}/icon.svg")
    wait_until(lambda: bool(page.title() and held))
    start_run(page, "#run-start")
    route, answer = held.pop()
    with page.expect_response("**/api/runs/*/records*"):
        route.fulfill(response=answer)
    finished(page)
    assert page.inner_text("#run-title") == "addresses.txt"
    assert page.locator("[data-run][aria-current]").get_attribute("data-run") in page.url


def test_pasted_addresses_become_records(open_page: Open, base: str, site: SiteServer) -> None:
    page = open_page("runs", base=base)
    page.check("input[name=run][value=batch]", force=True)
    page.click("#run-start")
    page.locator("#failure", has_text="Choose files, or enter addresses").wait_for()
    page.fill("#run-addresses", f"See:\n1. {site.url}/\n“{site.url}/”，\n- {site.url}/robots.txt;")
    start_run(page, "#run-start")
    finished(page)
    page.locator("#run-table .above", has_text="3 records").wait_for()
    assert "the line is not a URL ('See:')" in page.inner_text("#run-message")
    assert page.input_value("#run-addresses") == ""


def test_a_double_click_starts_one_run(open_page: Open, base: str) -> None:
    page = open_page("runs", base=base)
    page.locator("#run-title").wait_for()
    page.check("input[name=run][value=batch]", force=True)
    page.fill("#run-addresses", f"{base}/icon.svg")
    n_before = page.locator("#run-list .entry").count()
    for n, button in enumerate(("#run-start", "#run-again"), 1):
        # A person needs some time for the second click, in which another button may have come there.
        box = page.locator(button).bounding_box()
        for _ in range(2):
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_timeout(200)
        page.locator("#run-list .entry").nth(n_before + n - 1).wait_for()
        finished(page)
        page.wait_for_selector("body:not(.working)")
        assert page.locator("#run-list .entry").count() == n_before + n
        assert not page.is_visible("#failure")


def test_addresses_are_found_in_what_was_pasted(open_page: Open, base: str) -> None:
    page = open_page("runs", base=base)
    found = page.evaluate(
        "async (text) => (await import('/addresses.js')).addressesIn(text)",
        "http：／／a.example/1。\n1. http://a.example/2, http://a.example/3；http://a.example/4\n\n"
        "<http://a.example/5>;\n请看http://a.example/6！\n(http://a.example/7)\nhttp://a.example/8_(b)\n"
        "见http://a.example/11，谢谢！\n（http://a.example/12）转载\nhttp://a.example/你好，再见\n"
        "见http://a.example/13（官网）\nhttp://a.example/14。http://a.example/15，备用：http://a.example/16\n"
        "http://a.example/Dog’s_Life\n‘http://a.example/17’等\nhttp://a.example/北京（消歧义）\n"
        "a.example/9\nhttp://a.example/2\tTitle\nhttps://b.example/http://a.example/\njust words\n",
    )
    numbered = [f"http://a.example/{n}" for n in range(1, 8)]
    ends = ("8_(b)", 11, 12, "你好，再见", *range(13, 17), "Dog’s_Life", 17, "北京（消歧义）")
    numbered += [f"http://a.example/{end}" for end in ends]
    others = ["https://a.example/9", "https://b.example/http://a.example/", "just words"]
    assert found == [*numbered, *others]


def test_a_start_page_that_is_no_address_is_named(open_page: Open, base: str) -> None:
    page = open_page("runs", base=base)
    page.fill("#run-urls", "http://a.example/\nftp://a.example/")
    page.click("#run-start")
    page.locator("#failure", has_text="There is no address in “ftp://a.example/”").wait_for()


def test_files_become_records(open_page: Open, base: str, tmp_path: Path, screenshot: Keep) -> None:
    for name, title in (("one", "The mill is dry"), ("two", "Hay is late")):
        text = f"<p>{title}, says the miller, who has seen many summers and few like this one.</p>" * 4
        (tmp_path / f"{name}.html").write_text(
            f"<title>{title}</title><h1>{title}</h1>{text}", encoding="utf-8"
        )
    page = open_page("runs", base=base)
    page.check("input[name=run][value=batch]", force=True)
    assert {".mhtml", ".csv"} <= set(page.get_attribute("#run-files", "accept").split(","))
    page.set_input_files("#run-files", [str(path) for path in sorted(tmp_path.iterdir())])
    start_run(page, "#run-start")
    page.locator("#run-title", has_text="one.html").wait_for()
    finished(page)
    page.locator(".records tbody tr").nth(1).wait_for()
    assert "Hay is late" in page.inner_text(".records")
    with page.expect_download() as download:
        page.click("[data-export=jsonl]")
    lines = Path(download.value.path()).read_text("utf-8").splitlines()
    assert {json.loads(line)["title"] for line in lines} == {"The mill is dry", "Hay is late"}
    screenshot(page, "runs-files")


def test_a_file_that_was_sent_before_a_start_failed_is_not_sent_again(
    open_page: Open, base: str, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.html").write_text("<p>The mill is dry, says the miller.</p>" * 9, "utf-8")
    page, sent = open_page("runs", base=base), []
    page.on("request", lambda request: sent.append(request.url.partition("uploads?")[2]))
    page.route("**/api/uploads?name=two.html", lambda route: route.fulfill(status=413, json=NO_ROOM))
    page.check("input[name=run][value=batch]", force=True)
    page.set_input_files("#run-files", [str(path) for path in sorted(tmp_path.iterdir())])
    page.click("#run-start")
    page.locator("#failure", has_text="There is no room").wait_for()
    page.set_input_files("#run-files", str(tmp_path / "one.html"))
    start_run(page, "#run-start")
    finished(page)
    assert list(filter(None, sent)) == ["name=one.html", "name=two.html"]


def test_ten_thousand_records_are_sorted_filtered_and_paged(
    open_page: Open, base: str, screenshot: Keep
) -> None:
    page = open_page("runs", base=base)
    page.locator(".entry", has_text="ten thousand").click()
    page.locator(".records tbody tr").nth(99).wait_for()
    assert page.locator(".records tbody tr").count() == 100
    page.click("[data-sort=n_words]")
    page.wait_for_selector("th[aria-sort=descending] [data-sort=n_words]")
    assert page.inner_text(".records tbody tr >> nth=0 >> td.c-n_words") == "976"
    page.click("button[aria-label='Last page']")
    page.locator(".pager", has_text="9,901–10,000 of 10,000").wait_for()
    others = page.locator("#run-table [data-facet=source] option").last
    assert (others.inner_text(), others.is_disabled()) == ("… (6,000)", True)
    page.select_option("[data-facet=language]", "=zh")
    page.locator(".above", has_text="3,333 of 10,000").wait_for()
    page.fill(".search", "Report 7777 of")
    page.locator(".above .hint", has_text=re.compile("^1 of 10,000")).wait_for()
    assert "Report 7777 of" in page.inner_text(".records tbody tr")
    page.fill(".search", "")
    page.locator(".above", has_text="3,333 of 10,000").wait_for()
    page.focus(".records tbody tr >> nth=0")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("#record[open]")
    page.keyboard.press("Escape")
    screenshot(page, "runs-many")


def test_records_can_be_sorted_filtered_and_paged_with_the_keyboard(open_page: Open, base: str) -> None:
    page = open_page(f"runs/{'a' * 32}", base=base)
    page.locator(".records tbody tr").nth(99).wait_for()
    page.wait_for_selector("body:not(.working)")

    def press(*keys: str) -> None:
        for key in keys:
            with page.expect_response("**/records*"):
                page.keyboard.press(key)
            page.wait_for_selector("body:not(.working)")

    page.focus("[data-sort=title]")
    press("Enter", "Enter")
    page.wait_for_selector("th[aria-sort=descending] [data-sort=title]")
    page.focus("[data-page=page_after]")
    press("Enter", "Enter")
    page.locator(".pager", has_text="201–300").wait_for()
    page.focus("[data-page=last_page]")
    press("Enter")
    assert page.evaluate("document.activeElement.className") == "records"
    # From the table the next stop is its first row, then the pages.
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.closest('thead') !== null"):
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.page") == "first_page"
    page.focus("[data-facet=language]")
    press("ArrowDown", "ArrowDown")
    page.locator(".above", has_text="3,333 of 10,000").wait_for()
    page.focus("#run-every")
    page.keyboard.press("ArrowDown")
    page.locator("#run-next", has_text="Next").wait_for()
    page.keyboard.press("ArrowUp")
    page.wait_for_selector("#run-next:empty", state="attached")


def test_a_run_has_no_limit_where_none_is_written(open_page: Open, base: str, site: SiteServer) -> None:
    page = open_page("runs", base=base)
    page.fill("#run-urls", f"{site.url}/robots.txt")
    page.fill("#run-pages", "")
    page.fill("#run-minutes", "")
    with page.expect_request("**/api/run/crawl") as asked:
        start_run(page, "#run-start")
    assert asked.value.post_data_json["max_pages"] == 100_000
    finished(page)


@pytest.mark.parametrize(
    ("field", "value"), [("#run-pages", "0"), ("#run-pages", "1e"), ("#run-minutes", "-5")]
)
def test_a_limit_that_is_none_is_refused(open_page: Open, base: str, field: str, value: str) -> None:
    page, started = open_page("runs", base=base), []
    page.on("request", lambda request: started.append(request.url) if "/api/run/" in request.url else None)
    page.fill("#run-urls", f"{base}/icon.svg")
    page.fill(field, "")
    page.type(field, value)
    page.click("#run-start")
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.id") == field[1:]
    assert started == []


def test_a_start_that_failed_can_be_repeated(open_page: Open, base: str) -> None:
    page = open_page("runs", base=base)
    page.fill("#run-urls", f"{base}/icon.svg")
    page.route("**/api/run/crawl", lambda route: route.fulfill(status=404, body="<html>"), times=1)
    page.click("#run-start")
    page.wait_for_selector("#failure:not([hidden])")
    page.wait_for_selector("body:not(.working)")
    start_run(page, "#run-start")
    finished(page)


def test_a_report_is_dark_where_the_page_is(open_page: Open, screenshot: Keep) -> None:
    page = open_page("runs", color_scheme="dark")
    page.wait_for_load_state("networkidle")  # the list of runs, when it comes, hides what has no run
    report = html_page("Crawl of valley.example", [counted("Facts", [("records", 12), ("words", 4210)])])
    script = """async (report) => {
        const frame = document.createElement("iframe");
        Object.assign(frame, { sandbox: "allow-same-origin", srcdoc: report });
        document.getElementById("run-report-frame").replaceChildren(frame);
        const parts = document.querySelectorAll("#run-report-card, #run-detail, #run-result");
        for (const part of parts) part.hidden = false;
        await new Promise((resolve) => frame.addEventListener("load", resolve));
        return [getComputedStyle(frame.contentDocument.body).color, getComputedStyle(frame).backgroundColor];
    }"""
    assert page.evaluate(script, report) == ["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]
    page.locator("#run-report-frame").scroll_into_view_if_needed()
    screenshot(page, "runs-report-dark")


@pytest.mark.parametrize(("locale", "said"), [("en-US", "English"), ("zh-CN", "英语")])
def test_a_report_counts_words_of_the_page_and_no_codes(open_page: Open, locale: str, said: str) -> None:
    page = open_page("runs", locale=locale)
    report = html_page("Crawl of [valley]", [counted("By language", [("en", 3)])])
    shown = page.evaluate("async (one) => (await import('/reasons.js')).translatedReport(one)", report)
    assert f"<td>{said}</td>" in shown
    assert "[valley]" in shown


def test_times_are_written_as_people_do_in_columns_of_any_name(open_page: Open, base: str) -> None:
    page = open_page("runs", base=base)
    said = "async (one) => (await import('/texts.js')).valueName('发布时间', one)"
    times = ["2026-03-04T09:30:15.5+01:00", "2026-03-04T00:00", "2026-03-04", "at 2026-03-04T09:30"]
    shown = [page.evaluate(said, one) for one in times]
    assert shown == ["2026-03-04 09:30", "2026-03-04", "2026-03-04", "at 2026-03-04T09:30"]


def test_a_record_has_names_of_this_language(open_page: Open, base: str) -> None:
    page = open_page("runs", base=base, locale="zh-CN")
    page.locator(".entry", has_text="ten thousand").click()
    page.locator(".records tbody tr").first.click()
    page.wait_for_selector("#record[open]")
    assert {"文件", "发布时间", "词数"} <= set(page.locator("#record-body th").all_text_contents())


def test_a_file_that_cannot_be_written_is_not_offered(open_page: Open, base: str) -> None:
    page = open_page("look", base=base)

    def without(route: Any) -> None:
        answer = route.fetch()
        needed = {"xlsx": "pip install 'maintext[xlsx]'"}
        route.fulfill(response=answer, json=answer.json() | {"missing_extras": needed})

    page.route("**/api/runs", without)
    page.click("a[data-view=runs]")
    page.locator(".entry", has_text="ten thousand").click()
    button = page.locator("#run-exports [data-export=xlsx]")
    button.wait_for()
    assert button.is_disabled()
    assert "maintext[xlsx]" in button.get_attribute("title")
    assert page.locator("#run-exports [data-export=csv]").is_enabled()


def test_a_run_that_is_gone_is_told(open_page: Open, base: str) -> None:
    page = open_page(f"runs/{'b' * 32}", base=base)
    page.locator("#failure", has_text="does not exist").wait_for()
    page.locator(".entry").first.wait_for()


def test_a_record_does_not_stay_before_another_view(open_page: Open, base: str) -> None:
    page = open_page("start", base=base)
    page.click("nav [data-view=runs]")
    page.locator(".entry", has_text="ten thousand").click()
    page.locator(".records tbody tr").first.click()
    page.wait_for_selector("#record[open]")
    page.go_back()
    page.wait_for_selector("#start:not([hidden])")
    assert page.is_hidden("#record")


def test_the_page_of_a_proxy_says_that_the_server_is_away(open_page: Open) -> None:
    page = open_page("look")
    page.route("**/api/look", lambda route: route.fulfill(status=404, body="<html>404 Not Found</html>"))
    page.fill("#url", "https://valley.example/bridge")
    page.press("#url", "Enter")
    page.locator("#failure", has_text="The server does not answer").wait_for()


@pytest.mark.parametrize("view", ["runs", "evaluate"])
def test_runs_that_could_not_be_read_are_read_later(open_page: Open, base: str, view: str) -> None:
    page = open_page("start", base=base)
    page.context.set_offline(True)
    page.click(f"nav [data-view={view}]")
    page.wait_for_selector("#lost:not([hidden])", timeout=30_000)
    assert page.is_hidden(f"#{view.removesuffix('s')}-empty")
    page.context.set_offline(False)
    page.locator("#runs .entry, #evaluate-empty:not([hidden])").first.wait_for(timeout=30_000)
    page.wait_for_selector("#failure, #lost", state="hidden")


def test_what_went_wrong_is_said(open_page: Open, base: str, site: SiteServer) -> None:
    page = open_page("runs", base=base)
    page.click("#run-start")
    page.wait_for_selector("#failure:not([hidden])")
    page.check("input[name=run][value=recipe]", force=True)
    page.fill("#run-recipe-text", f'[list]\nstart = ["{site.url}/nothing-here"]')
    start_run(page, "#run-start")
    page.locator("#run-status", has_text="failed").wait_for(timeout=30_000)
    assert "404" in page.inner_text("#run-message")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_runs_fit_a_small_screen(open_page: Open, base: str, screenshot: Keep, scheme: str) -> None:
    page = open_page("runs", base=base, width=320, height=740, locale="zh-CN", color_scheme=scheme)
    page.locator(".entry", has_text="ten thousand").click()
    page.locator(".records tbody tr").nth(9).wait_for()
    for kind in ("crawl", "recipe", "batch"):
        page.locator(f"input[name=run][value={kind}]").evaluate("radio => radio.click()")
        page.locator(f"[data-run={kind}]").locator("textarea").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, kind
    screenshot(page, f"small-runs-{scheme}")
    page.locator("#run-detail").scroll_into_view_if_needed()
    screenshot(page, f"small-runs-table-{scheme}")


def test_a_run_is_printed_whole(open_page: Open, base: str) -> None:
    page = open_page(f"runs/{'a' * 32}", base=base)
    page.locator("#run-table tbody tr").nth(99).wait_for()
    page.get_by_role("region", name="Records").wait_for()
    page.emulate_media(media="print")
    body = page.locator("#run-table .records")
    assert body.evaluate("one => one.clientHeight === one.scrollHeight")
    assert page.locator("#run-title").is_visible()
    assert not page.locator("#run-form").is_visible()


def test_errors_are_whole_and_in_the_language_of_the_page(open_page: Open, tmp_path: Path) -> None:
    wrong = "n" * 150
    reason = f"the host name {wrong} could not be resolved (unknown); check its spelling"
    write_finished_run(tmp_path, "wrong", [{"key": "a", "error": reason}, {"key": "b", "error": ""}])
    with serving(ServeOptions(data=str(tmp_path))) as base:
        page = open_page("runs", base=base, locale="zh-CN")
        page.locator("#run-table td.c-error", has_text="请检查拼写").wait_for()
        chosen = page.locator("#run-table [data-facet=error] option").all_inner_texts()
        assert any(one.startswith("无法解析主机名") for one in chosen)


def test_what_another_window_has_done_is_there_when_the_first_one_is_looked_at(
    open_page: Open, tmp_path: Path
) -> None:
    write_finished_run(tmp_path, "boats", [{"title": "Hay"}])
    with serving(ServeOptions(data=str(tmp_path))) as base:
        first, second = open_page("runs", base=base), open_page("runs", base=base)
        second.on("dialog", lambda dialog: dialog.accept("ferries"))
        second.click("#run-rename")
        second.locator("#run-title", has_text="ferries").wait_for()
        first.evaluate("window.dispatchEvent(new Event('focus'))")
        first.locator("#run-title", has_text="ferries").wait_for()


def test_a_language_that_is_not_known_is_called_so(open_page: Open, tmp_path: Path) -> None:
    write_finished_run(tmp_path, "marked", [{"title": one, "lang": one} for one in ("und", "en")])
    with serving(ServeOptions(data=str(tmp_path))) as base:
        page = open_page("runs", base=base)
        page.locator("#run-table tbody tr").first.wait_for()
        assert page.locator("#run-table tbody tr").first.inner_text().split() == ["und", "unknown"]


def test_the_addresses_of_a_record_can_be_opened_and_names_fit_a_small_screen(
    open_page: Open, tmp_path: Path
) -> None:
    urls = {"url": "https://valley.example/bridge", "own": "javascript:alert(1)"}
    write_finished_run(tmp_path, "L" * 60, [{"title": "The bridge", **urls}])
    with serving(ServeOptions(data=str(tmp_path))) as base:
        page = open_page("runs", base=base, width=320)
        page.locator("#run-table tbody tr").click()
        page.locator("#record a").first.wait_for()
        links = page.locator("#record a").evaluate_all("all => all.map((one) => [one.href, one.rel])")
        assert links == [[urls["url"], "noopener noreferrer"]]
        page.keyboard.press("Escape")
        for view in ("runs", "start"):
            page.goto(f"{base}/#{view}")
            page.locator("#start-runs a, #run-title").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_texts_that_a_cell_cannot_hold_are_told(open_page: Open, tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    write_finished_run(tmp_path, "long", [{"title": "Hay", "text": "x" * n} for n in (40_000, 32_767)])
    with serving(ServeOptions(data=str(tmp_path))) as base:
        page = open_page("runs", base=base)
        for kind in ("csv", "xlsx"):
            with page.expect_download():
                page.click(f"#run-exports [data-export={kind}]")
            page.wait_for_selector("body:not(.working)")
            assert page.locator("#failure").is_visible() == (kind == "xlsx")
        assert "long.xlsx is saved, but 1 text is cut" in page.inner_text("#failure")
