"""Teach, done as a person would."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.site.wrapper import from_toml

if TYPE_CHECKING:
    from collections.abc import Callable

    Open = Callable[..., Any]
    Keep = Callable[[Any, str], None]


def test_clicks_become_a_wrapper_that_reads_another_page(open_page: Open, screenshot: Keep) -> None:
    page = open_page("teach")
    page.fill("#url", "https://valley.example/bridge")
    page.press("#url", "Enter")
    page.wait_for_selector("#teach-result:not([hidden])")
    frame = page.frame_locator("#teach-frame iframe")
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
