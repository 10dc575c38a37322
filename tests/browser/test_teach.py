"""Teach, done as a person would."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.sites.wrapper import from_toml

if TYPE_CHECKING:
    from collections.abc import Callable

    Open = Callable[..., Any]
    Keep = Callable[[Any, str], None]


def test_clicks_become_a_wrapper_that_reads_another_page(open_page: Open, screenshot: Keep) -> None:
    page = open_page("teach")
    frame = open_entry(page, "bridge")
    frame.locator("mark", has_text="forty sheep").click()
    assert frame.locator("mark.picked").count() == 1
    page.click("#wider")
    assert frame.locator("mark.picked").count() == 3
    for field, text in (("title", "The bridge is open"), ("author", "Tove Lind"), ("date", "2024-05-02")):
        page.click(f"[data-field={field}]")
        frame.locator("mark", has_text=text).click()
    page.fill("#site", "valley")
    page.click("#learn")
    page.wait_for_selector("#save:not([hidden])")
    screenshot(page, "teach")
    with page.expect_download() as download:
        page.click("#save")
    wrapper = from_toml(Path(download.value.path()).read_text("utf-8"))
    assert {"title", "author", "date"} <= {rule.name for rule in wrapper.fields}
    assert download.value.suggested_filename == "valley.toml"

    page.fill("#apply-url", "https://valley.example/school")
    page.press("#apply-url", "Enter")
    page.wait_for_selector("#applied table tr")
    said = page.inner_text("#applied")
    assert "School bakes its own bread" in said
    assert "Per Aas" in said
    assert "2024-06-11" in said
    assert "fires the oven" in said
    assert "mill pond" not in said
    screenshot(page, "teach-applied")


def open_entry(page: Any, name: str) -> Any:
    """Open a page of the site in Teach; give its frame when the page of this name is in it."""
    page.fill("#url", f"https://valley.example/{name}")
    page.press("#url", "Enter")
    frame = page.frame_locator("#teach-frame iframe")
    frame.locator(
        "html.pick h1 mark", has_text={"bridge": "The bridge", "school": "School bakes"}[name]
    ).wait_for()
    return frame


def test_pages_with_clicks_are_kept_and_learned_from_together(open_page: Open, screenshot: Keep) -> None:
    page = open_page("teach")
    for name, author in (("bridge", "Tove Lind"), ("school", "Per Aas")):
        frame = open_entry(page, name)
        page.click("[data-field=author]")
        frame.locator("mark", has_text=author).click()
        page.click("#learn")
        page.wait_for_selector("#save:not([hidden])")
    page.locator("#learned", has_text="Per Aas").wait_for()
    assert page.locator("#example-pages li").count() == 2
    wrapper = page.text_content("#learned pre.file")
    assert from_toml(wrapper).n_examples == 2
    screenshot(page, "teach-pages")

    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    frame.locator("html.pick h1 mark", has_text="School bakes").wait_for()
    assert frame.locator("mark.other").count() == 1
    assert page.text_content("#learned pre.file") == wrapper
    page.click("#example-pages li:first-child .link")
    frame.locator("html.pick h1 mark", has_text="The bridge").wait_for()
    page.click("[data-field=author]")
    assert frame.locator("mark.picked").inner_text() == "Tove Lind"
    page.click("#example-pages li:nth-child(2) .quiet")
    assert page.locator("#example-pages li").count() == 1


def test_fields_without_a_rule_are_named(open_page: Open) -> None:
    page = open_page("teach")

    def without_rule(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"not_learned": ["author", "price"]})

    page.route("**/api/teach", without_rule)
    frame = open_entry(page, "bridge")
    page.click("[data-field=author]")
    frame.locator("mark", has_text="Tove Lind").click()
    page.click("#learn")
    assert "Author, price" in page.locator("#learned [role=alert]").inner_text()


def test_rules_of_other_clicks_are_no_longer_offered(open_page: Open) -> None:
    page = open_page("teach")
    frame = open_entry(page, "bridge")
    page.click("[data-field=author]")
    frame.locator("mark", has_text="Tove Lind").click()
    page.click("#learn")
    page.wait_for_selector("#run-site:not([hidden])")
    page.click("[data-field=date]")
    frame.locator("mark", has_text="2024-05-02").click()
    page.locator("#learned", has_text="The clicks have changed").wait_for()
    assert not page.locator("#save:visible, #run-site:visible, #second:visible").count()
    page.click("#unpick")
    page.wait_for_selector("#run-site:not([hidden])")


def test_a_field_that_a_page_lacks_is_told(open_page: Open) -> None:
    page = open_page("teach")
    frame = open_entry(page, "bridge")
    page.once("dialog", lambda dialog: dialog.accept("lorries"))
    page.click("#own-field")
    frame.locator("mark", has_text="Tove Lind").click()

    def without(route: Any) -> None:
        answer = route.fetch()
        found = answer.json()
        route.fulfill(response=answer, json=found | {"fields": {"title": found["fields"]["title"]}})

    page.route("**/api/apply", without)
    page.click("#learn")
    page.fill("#apply-url", "https://valley.example/school")
    page.press("#apply-url", "Enter")
    page.locator("#applied", has_text="Not found on this page: lorries.").wait_for()


def test_the_name_of_a_field_that_is_there_chooses_it(open_page: Open) -> None:
    page = open_page("teach", locale="zh-CN")
    open_entry(page, "bridge")
    n_fields = page.locator("#fields button").count()
    page.once("dialog", lambda dialog: dialog.accept("标题"))
    page.click("#own-field")
    assert page.locator("#fields button").count() == n_fields
    assert page.get_attribute("#fields [data-field=title]", "aria-checked") == "true"


def test_it_can_all_be_done_with_the_keyboard(open_page: Open) -> None:
    page = open_page("teach")
    frame = open_entry(page, "bridge")
    page.focus("[data-field=body]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.field") == "title"
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("[data-field=author]", "aria-checked") == "true"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.field") == "author"
    assert page.locator("#fields [tabindex='0']").count() == 1
    page.focus("#teach-frame iframe")
    for _ in range(20):
        page.keyboard.press("ArrowDown")
        if "Tove Lind" in page.inner_text("#picked"):
            break
    assert frame.locator("mark.at").inner_text() == "Tove Lind"
    page.keyboard.press("Enter")
    assert frame.locator("mark.picked").inner_text() == "Tove Lind"
    assert "has" in page.get_attribute("[data-field=author]", "class").split()


def test_nothing_of_the_page_before_stands_under_an_address_that_failed(open_page: Open) -> None:
    page = open_page("teach")
    open_entry(page, "bridge")
    page.click("#learn")
    page.wait_for_selector("#second:not([hidden])")
    page.click("#second button[type=submit]")
    page.locator("#failure", has_text="address of a page").wait_for()
    page.fill("#url", "http://127.0.0.1/")
    page.route("**/api/look", lambda route: route.fulfill(status=424, json={
        "error": "http_status", "message": "the server answered 404", "hint": "see /openapi.json",
    }))  # fmt: skip
    page.press("#url", "Enter")
    page.locator("#failure", has_text="404").wait_for()
    assert "openapi" not in page.inner_text("#failure")
    assert page.is_hidden("#teach-result")
    page.click("a[data-view=look]")
    page.locator("#failure", has_text="404").wait_for()
    assert page.is_hidden("#look-result")


def test_the_page_stays_beside_a_long_column(open_page: Open, screenshot: Keep) -> None:
    page = open_page("teach", height=640)
    open_entry(page, "bridge")
    page.click("#learn")
    page.wait_for_selector("#second:not([hidden])")
    assert page.locator("#learned > *").first.get_attribute("class") == "notice good"
    page.evaluate("scrollTo(0, 1e6)")
    assert page.evaluate("scrollY") > 350  # as far as the page would be gone
    assert page.locator("#teach-frame").bounding_box()["y"] > 54
    screenshot(page, "teach-sticky")
