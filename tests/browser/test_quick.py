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
    for name in ("first", "second"):
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
        page.click(f"#run-list [data-run='{'s' * 32}']")
        page.locator("#run-title", has_text="second").wait_for()
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
