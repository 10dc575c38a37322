"""The life of a run in the workbench, as a person sees it: repeated, compared, continued, cut off, sent."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.starting import start_run
from tests.recipe_sites import FAULTS, SITES, SiteServer, serve_site
from tests.unit.app.workbench.test_lifecycle import recipe_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Open = Callable[..., Any]
    Keep = Callable[[Any, str], None]


CUT_MS = 20_000


@pytest.fixture
def served() -> Iterator[SiteServer]:
    with serve_site(SITES["news"]) as site:
        yield site


def make_due(data: Path) -> None:
    """Move the next time of every schedule into the past, as if a day had gone by."""
    file = data / "schedules.json"
    file.write_text(re.sub(r'"next": "20\d\d', '"next": "2020', file.read_text("utf-8")), "utf-8")


def begin(page: Any, recipe: str, n: int = 1000) -> str:
    """Start a run of a recipe; return its id."""
    page.check("input[name=run][value=recipe]", force=True)
    page.fill("#run-recipe-text", recipe)
    page.fill("#run-pages", str(n))
    start_run(page, "#run-start")
    number: str = page.locator("#run-list .entry[aria-current]").get_attribute("data-run")
    return number


def exported(page: Any) -> str:
    """Return the table of the run that is shown, as CSV."""
    with page.expect_download() as download:
        page.click("#run-exports [data-export=csv]")
    return Path(download.value.path()).read_text("utf-8-sig")


def finish(page: Any, status: str = "done") -> None:
    page.locator(f"#run-status.s-{status}").wait_for(timeout=60_000)


def test_the_next_scheduled_run_reports_a_changed_template(
    open_page: Open, base: str, data: Path, served: SiteServer, screenshot: Keep
) -> None:
    page = open_page("runs", base=base, locale="zh-CN")
    first = begin(page, recipe_of(served, 0.0))
    finish(page)
    assert page.is_hidden("#run-message")
    page.select_option("#run-every", "day")
    page.locator("#run-next", has_text="下次运行").wait_for()
    FAULTS["another template after the nineteenth entry"].change(served)
    make_due(data)
    page.locator(f"#run-list .entry:not([data-run='{first}'])").first.click(timeout=30_000)
    page.wait_for_selector("#run-message:not([hidden])", timeout=60_000)
    page.select_option("#run-every", "")
    assert "有些地方与以前不同" in page.inner_text("#run-message")
    screenshot(page, "life-changed-zh")
    lines = page.locator("#run-message li").all_inner_texts()
    said = "".join(lines)
    assert not any(word.isascii() and word.isalpha() and len(word) > 3 for word in said.split()), said
    page.click("#language")
    page.locator("#run-message li", has_text=re.compile("^source: on .*; 100% are expected")).wait_for()
    assert page.locator("#run-message li").count() == len(lines)
    page.click("#language")
    page.locator("#run-list .entry[aria-current] .badge", has_text="有问题").wait_for()
    page.wait_for_selector("#run-changes-card:not([hidden])")
    assert "变更" in page.inner_text("#run-changes-about")
    assert page.inner_text("#run-status") == "已完成，有问题"
    page.click(".brand")  # the start page says the same
    page.locator("#start-runs .badge.s-limited", has_text="有问题").wait_for()


def test_a_sample_of_ten_rows_goes_on_to_all_and_every_record_has_an_address(
    open_page: Open, base: str, served: SiteServer, screenshot: Keep
) -> None:
    page = open_page("runs", base=base)
    number = begin(page, recipe_of(served, 0.0), 10)
    finish(page, "limited")
    page.locator("#run-table .above", has_text="10 records").wait_for()
    page.click("#run-continue")
    finish(page)
    page.locator("#run-table .above", has_text="60 records").wait_for()
    page.on("dialog", lambda dialog: dialog.accept("every morning"))
    page.click("#run-rename")
    page.locator("#run-title", has_text="every morning").wait_for()
    page.locator("#run-table tbody tr").nth(2).click()
    page.wait_for_selector("#record[open]")
    address = page.evaluate("location.hash")
    assert address == f"#runs/{number}/3"
    title = page.inner_text("#record-title")
    page.goto("about:blank")
    page.goto(f"{base}/{address}")
    page.wait_for_selector("#record[open]")
    assert page.inner_text("#record-title") == title
    page.keyboard.press("Escape")
    page.wait_for_url(f"**/#runs/{number}")
    page.click("#run-database")
    assert page.is_disabled("#database-send")
    page.fill("#database-url", "postgresql://127.0.0.1:1/none")
    screenshot(page, "life-database")
    if page.is_enabled("#database-test"):
        page.click("#database-test")
        page.locator("#database-said.bad").wait_for()
    page.keyboard.press("Escape")


def test_a_network_that_is_cut_is_told_and_comes_back_by_itself(
    open_page: Open, base: str, served: SiteServer, screenshot: Keep
) -> None:
    page = open_page("runs", base=base, locale="zh-CN")
    begin(page, recipe_of(served, 0.0))
    finish(page)
    whole = exported(page)
    begin(page, recipe_of(served, 0.05))
    page.locator("#run-facts", has_text="页").wait_for()
    page.context.set_offline(True)
    page.wait_for_selector("#lost:not([hidden])", timeout=30_000)
    assert "重新连接" in page.inner_text("#lost")
    screenshot(page, "life-lost-zh")
    page.wait_for_timeout(CUT_MS)
    began = datetime.now(UTC)
    page.context.set_offline(False)
    page.wait_for_selector("#lost", state="hidden", timeout=30_000)
    finish(page)
    page.locator("#run-table .above", has_text="60").wait_for()
    assert (datetime.now(UTC) - began).total_seconds() < 60
    assert exported(page) == whole
