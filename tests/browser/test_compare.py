"""Compare, done as a person would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.site import PAGES
from tests.browser.starting import wait_until

import maintext
from maintext.classify.methods.catalogue import METHODS

if TYPE_CHECKING:
    from collections.abc import Callable

    Open = Callable[..., Any]
    Keep = Callable[[Any, str], None]

BRIDGE = "https://valley.example/bridge"


def compared(open_page: Open, **settings: Any) -> Any:
    page = open_page("compare", **settings)
    page.fill("#url", BRIDGE)
    page.press("#url", "Enter")
    page.wait_for_selector("#compare-result:not([hidden])")
    page.frame_locator("#panes .pane:first-child iframe").locator("mark.kept").first.wait_for()
    return page


def cell(page: Any, method: str, name: str) -> str:
    row = page.locator("#figures tr", has=page.locator(f"input[data-method={method}]"))
    return str(row.locator(f".{name}").inner_text())


def test_every_method_has_its_figures_and_its_agreement(open_page: Open, screenshot: Keep) -> None:
    page = compared(open_page)
    assert page.locator("#figures input[data-method]").count() == len(METHODS) + 1
    assert page.locator("#matrix td").count() == len(METHODS) ** 2
    screenshot(page, "compare")


def test_ticked_methods_stand_side_by_side_with_their_own_marks(open_page: Open) -> None:
    page = compared(open_page)
    page.focus("#figures input[data-method=all_text]")
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.dataset.method") == "all_text"
    assert page.locator("#panes .pane").count() == 3
    frame = page.frame_locator("#panes .pane:nth-child(3) iframe")
    frame.locator("mark.kept").first.wait_for()
    assert "Farm" in frame.locator("mark.kept").all_text_contents()
    assert (
        "Farm"
        not in page.frame_locator("#panes .pane:first-child iframe").locator("mark.kept").all_text_contents()
    )
    page.uncheck("#figures input[data-method=learned]")
    assert page.locator("#panes .pane").count() == 2


def test_the_heat_pane_counts_the_methods(open_page: Open) -> None:
    page = compared(open_page)
    page.check("#figures input[data-method=all]")
    frame = page.frame_locator("#panes .pane:nth-child(3) iframe")
    frame.locator("mark.by5", has_text="forty sheep").hover()
    assert f"of {len(METHODS)} methods" in page.inner_text("#panes .pane:nth-child(3) .told")


def test_a_pasted_gold_text_gives_scores(open_page: Open, screenshot: Keep) -> None:
    page = compared(open_page)
    page.fill("#gold", maintext.extract(PAGES[BRIDGE]).text)
    page.click("#score")
    page.wait_for_selector("#figures td.f1")
    assert cell(page, "learned", "f1") == "1.000"
    assert float(cell(page, "all_text", "precision")) < 1
    screenshot(page, "compare-gold")


def test_a_score_needs_a_gold_text(open_page: Open) -> None:
    page = compared(open_page)
    page.click("#keep summary")
    with page.expect_event("dialog") as asked:
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.click("#keep-form button")
    assert "no gold text" in asked.value.message
    assert page.is_hidden("#kept-said")
    page.click("#score")
    page.locator("#failure", has_text="There is no gold text").wait_for()


def test_a_marked_gold_text_gives_scores(open_page: Open) -> None:
    page = compared(open_page)
    page.click("#mark")
    frame = page.frame_locator("#panes .pane:first-child iframe")
    frame.locator("mark", has_text="forty sheep").click()
    frame.locator("mark", has_text="Lorries").click()
    frame.locator("mark", has_text="masons").click()
    frame.locator("mark", has_text="Lorries").click()
    lines = page.input_value("#gold").split("\n")
    assert [line.split()[0] for line in lines] == ["After", "The"]
    assert frame.locator("mark.gold").count() == 2
    page.click("#score")
    page.wait_for_selector("#figures td.f1")
    assert cell(page, "all_text", "recall") == "1.000"


def test_the_curve_tells_its_pieces_and_leads_to_them(open_page: Open) -> None:
    page = compared(open_page)
    page.locator("#plot svg").hover()
    assert "score" in page.inner_text("#plot .told")
    page.focus("#plot svg")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    frame = page.frame_locator("#panes .pane:first-child iframe")
    assert frame.locator("mark.at").count() == 1
    assert frame.locator("mark.at").inner_text() in page.inner_text("#plot .told")


def test_the_curve_of_lines_can_be_drawn(open_page: Open) -> None:
    page = compared(open_page)
    page.select_option("#curve-method", str(list(METHODS).index("html2article")))
    page.focus("#plot svg")
    page.keyboard.press("ArrowRight")
    assert "characters in the line" in page.inner_text("#plot .told")


def test_panes_scroll_together(open_page: Open) -> None:
    page = compared(open_page, height=500)
    frames = [page.query_selector_all("#panes iframe")[i].content_frame() for i in (0, 1)]
    frames[0].evaluate("document.documentElement.scrollTop = 0")
    page.wait_for_timeout(200)
    frames[0].evaluate("document.documentElement.scrollTop = 1e6")
    top = "document.documentElement.scrollTop"
    wait_until(lambda: 0 < frames[0].evaluate(top) == frames[1].evaluate(top))
