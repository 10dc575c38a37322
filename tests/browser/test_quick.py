"""Actions in quick succession, and answers that arrive after newer ones."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.serving import serving
from tests.browser.starting import write_finished_run
from tests.recipe_sites import SITES, serve_site

from maintext.app.workbench import ServeOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Open = Callable[..., Any]

BRIDGE, SCHOOL = "https://valley.example/bridge", "https://valley.example/school"
SOON_MS = 400  # an answer that is let through has arrived


class Held:
    """Answers to a kind of question that are held until each is let through."""

    def __init__(self, page: Any) -> None:
        self._page, self.routes = page, list[Any]()

    def wait_for(self, n: int) -> None:
        while len(self.routes) < n:
            self._page.wait_for_timeout(20)

    def let_through(self, number: int, **changed: Any) -> None:
        """Let an answer through, or another one in its place."""
        with self._page.expect_response(self.routes[number].request.url):
            self.routes[number].fulfill(**changed) if changed else self.routes[number].continue_()


@contextmanager
def held(page: Any, pattern: str) -> Iterator[Held]:
    answers = Held(page)
    page.route(pattern, lambda route: answers.routes.append(route))  # noqa: PLW0108 - it looks at the function
    try:
        yield answers
    finally:
        page.unroute_all(behavior="ignoreErrors")


@pytest.fixture(scope="module")
def base(data: Path) -> Iterator[str]:
    for name in ("first", "another"):
        write_finished_run(data, name, [{"title": name, "url": BRIDGE}])
        (data / "runs" / ("a" * 32) / "report.html").write_text(f"<p>report of the {name}</p>", "utf-8")
        (data / "runs" / ("a" * 32)).rename(data / "runs" / (name[0] * 32))
    with serving(ServeOptions(allow_private=True, data=str(data))) as address:
        yield address


@pytest.mark.parametrize(
    ("view", "pattern"),
    [("look", "**/api/look"), ("teach", "**/api/look"), ("compare", "**/api/compare")],
)
def test_the_page_that_was_asked_for_last_is_shown(open_page: Open, view: str, pattern: str) -> None:
    page = open_page(view)
    with held(page, pattern) as answers:
        for url in (BRIDGE, SCHOOL):
            page.fill("#url", url)
            page.press("#url", "Enter")
        answers.wait_for(2)
        answers.let_through(1)
        frame = page.frame_locator(f"#{view}-result iframe").first
        frame.locator("h1", has_text="School bakes").wait_for()
        answers.let_through(0)
        page.wait_for_timeout(SOON_MS)
        assert frame.locator("h1").inner_text() == "School bakes its own bread"
        page.wait_for_selector("body:not(.working)")


def test_what_was_opened_last_is_shown(open_page: Open) -> None:
    page = open_page("start")
    with held(page, "**/api/open") as answers:
        for url in (BRIDGE, SCHOOL):
            page.fill("#url", url)
            page.press("#url", "Enter")
        answers.wait_for(2)
        answers.let_through(1)
        page.locator("#result-title", has_text="School bakes").wait_for()
        answers.let_through(0, json={"kind": "list", "is_drawn": False, "forms": []})
        page.wait_for_timeout(SOON_MS)
        assert page.evaluate("location.hash").startswith("#look?")
        assert page.inner_text("#result-title") == "School bakes its own bread"


def test_who_has_left_is_not_taken_to_what_was_asked_for(open_page: Open) -> None:
    page = open_page("start")
    with held(page, "**/api/open") as answers:
        page.fill("#url", BRIDGE)
        page.press("#url", "Enter")
        answers.wait_for(1)
        page.click("nav [data-view=runs]")
        page.wait_for_selector("#runs:not([hidden])")
        answers.let_through(0)
        page.wait_for_timeout(SOON_MS)
        assert page.is_visible("#runs")


def test_texts_that_are_clicked_one_right_after_the_other_all_become_columns(
    open_page: Open, base: str
) -> None:
    with serve_site(SITES["shop"]) as served:
        page = open_page("start", base=base)
        page.fill("#url", served.url + served.site.start)
        page.press("#url", "Enter")
        page.locator("#sheet tbody .link").first.click(timeout=60_000)
        names = page.locator("#sheet thead [data-column]")
        frame = page.frame_locator("#sheet-frame iframe")
        frame.locator("html.pick table.spec mark").first.wait_for()
        n = names.count()
        frame.locator("html").evaluate(
            "root => { for (const mark of root.querySelectorAll('td > mark')) mark.click(); }"
        )
        names.nth(n + 1).wait_for()
        page.wait_for_selector("body:not(.working)")
        assert names.count() == n + 2


def test_a_report_of_another_run_is_not_shown(open_page: Open, base: str) -> None:
    page = open_page(f"runs/{'f' * 32}", base=base)
    page.locator("#run-title", has_text="first").wait_for()
    with held(page, "**/report") as answers:
        page.click("#run-report")
        answers.wait_for(1)
        page.click(f"#run-list [data-run='{'a' * 32}']")
        page.locator("#run-title", has_text="another").wait_for()
        page.wait_for_selector("body:not(.working)")
        answers.let_through(0)
        page.wait_for_timeout(SOON_MS)
        assert page.is_hidden("#run-report-card")


def test_a_list_of_runs_from_before_an_action_is_not_shown_after_it(open_page: Open, base: str) -> None:
    page = open_page(f"runs/{'f' * 32}", base=base)
    page.locator("#run-title", has_text="first").wait_for()
    page.select_option("#run-every", "week")  # from now on the page asks again and again
    page.locator("#run-next", has_text="Next").wait_for()
    old = page.request.get(f"{base}/api/runs").json()
    with held(page, "**/api/runs") as answers:
        answers.wait_for(1)
        page.on("dialog", lambda dialog: dialog.accept("third"))
        page.click("#run-rename")
        answers.wait_for(2)
        answers.let_through(1)
        page.locator("#run-title", has_text="third").wait_for()
        answers.let_through(0, json=old)
        page.wait_for_timeout(SOON_MS)
        assert page.inner_text("#run-title") == "third"


def first_run(open_page: Open, base: str) -> Any:
    page = open_page(f"runs/{'f' * 32}", base=base)
    page.locator(".records tbody tr", has_text="first").wait_for()
    page.wait_for_selector("body:not(.working)")
    return page


@pytest.mark.parametrize("pattern", ["**/api/recipes", "**/api/runs"])
def test_records_of_a_run_do_not_stand_under_another_one(open_page: Open, base: str, pattern: str) -> None:
    page = first_run(open_page, base)
    page.select_option("#run-every", "day")
    page.locator("#run-next", has_text="Next").wait_for()
    page.focus("#run-every")
    with held(page, pattern) as answers:
        page.evaluate("id => { location.hash = `runs/${id}`; }", "a" * 32)
        answers.wait_for(1)
        page.locator("#run-title", has_text="another").wait_for()
        assert page.inner_text("#run-table") == ""
        assert page.input_value("#run-every") == ""
        answers.let_through(0)
    page.locator(".records tbody tr", has_text="another").wait_for()


def test_an_answer_about_a_run_does_not_take_anybody_back_to_it(open_page: Open, base: str) -> None:
    page = first_run(open_page, base)
    with held(page, "**/schedule") as answers:
        page.select_option("#run-every", "week")
        answers.wait_for(1)
        page.click(f"#run-list [data-run='{'a' * 32}']")
        page.locator(".records tbody tr", has_text="another").wait_for()
        answers.let_through(0)
        page.wait_for_timeout(SOON_MS)
        assert page.inner_text("#run-title") == "another"


def test_a_schedule_that_was_refused_is_not_shown(open_page: Open, base: str) -> None:
    page = first_run(open_page, base)
    before = page.input_value("#run-every")
    page.route("**/schedule", lambda route: route.fulfill(status=404, body="<html>"), times=1)
    page.focus("#run-every")
    page.select_option("#run-every", "hour")
    page.wait_for_selector("#failure:not([hidden])")
    assert page.input_value("#run-every") == before


def test_a_late_record_does_not_open_before_another_view(open_page: Open, base: str) -> None:
    page = first_run(open_page, base)
    with held(page, "**/records/1") as answers:
        page.click(".records tbody tr")
        answers.wait_for(1)
        page.click("nav [data-view=look]")
        page.wait_for_selector("#look:not([hidden])")
        answers.let_through(0)
        page.wait_for_timeout(SOON_MS)
        assert page.is_hidden("#record")
        assert page.url.endswith("#look")


def test_a_record_stays_open_while_its_view_is_still_read(open_page: Open, base: str) -> None:
    page = first_run(open_page, base)
    page.click("nav [data-view=look]")
    with held(page, "**/api/recipes") as answers:
        page.click("nav [data-view=runs]")
        answers.wait_for(1)
        page.click(".records tbody tr")
        page.wait_for_selector("#record[open]")
        answers.let_through(0)
        page.wait_for_timeout(SOON_MS)
        assert page.is_visible("#record")


def test_a_run_that_could_not_be_opened_is_opened_once_the_server_is_back(open_page: Open, base: str) -> None:
    page = first_run(open_page, base)
    page.route("**/api/runs", lambda route: route.abort("internetdisconnected"), times=1)
    page.click(f"#run-list [data-run='{'a' * 32}']")
    page.locator("#failure", has_text="does not answer").wait_for()
    page.locator(".records tbody tr", has_text="another").wait_for()
