"""Evaluate, and pages marked for it, done as a person would."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.serving import page_at, serving
from tests.browser.site import PAGES
from tests.browser.starting import start_run

from maintext.app.workbench import ServeOptions
from maintext.lab.evaluate import read_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Open = Callable[..., Any]
    Keep = Callable[[Any, str], None]

BRIDGE, SCHOOL = PAGES


def gold_of(page: str) -> str:
    words = page.partition('<div class="words">')[2].partition("</div>")[0]
    return words.replace("<p>", "").replace("</p>", "\n").strip()


def write_corpus(folder: Path) -> None:
    """Two sets; in one of them the gold text of a page lacks its last paragraph."""
    folder.mkdir()
    for name in ("press", "village"):
        with lzma.open(folder / f"{name}.jsonl.xz", "wt", encoding="utf-8") as file:
            for number, (url, html) in enumerate(PAGES.items()):
                gold = gold_of(html)
                if name == "village" and number == 1:
                    gold = gold.rpartition("\n")[0] + "\nA sentence that the page does not have."
                page = {"id": f"{name}/{number}", "url": url, "lang": "en", "gold_kind": "human"}
                page |= {"html": html, "gold_text": gold, "title": f"Page {number} of {name}"}
                file.write(json.dumps(page) + "\n")


@pytest.fixture(scope="module")
def base(data: Path) -> Iterator[str]:
    write_corpus(data / "gold pages")
    options = ServeOptions(data=str(data / "own"), corpora=(str(data / "gold pages"),))
    with serving(options, page_at(PAGES)) as address:
        yield address


def finished(page: Any) -> None:
    page.wait_for_selector("#evaluate-status.s-done", timeout=60_000)


def test_methods_are_ranked_and_the_worst_page_is_shown(open_page: Open, base: str, screenshot: Keep) -> None:
    page = open_page("evaluate", base=base)
    page.locator("#corpus option", has_text="gold pages").wait_for(state="attached")
    page.fill("#evaluate-limit", "0")
    start_run(page, "#evaluate-start")
    finished(page)
    page.locator("#board tbody tr").nth(3).wait_for()
    assert page.inner_text("#evaluate-save-as") == "Save all rows as"
    systems = page.locator("#board tbody th").all_inner_texts()
    assert len(systems) == 4
    assert "All visible text" not in systems[0]
    figures = [float(text) for text in page.locator("#board td.f1").all_inner_texts()]
    assert figures == sorted(figures, reverse=True)
    # The worst page of the best method stands first; the sentence that it could not find is marked.
    page.locator("#worst tbody tr").nth(3).wait_for()
    worst = page.locator("#worst tbody tr").first
    assert "village/1" in worst.inner_text()
    worst.click()
    page.wait_for_selector("#diff-card:not([hidden])")
    assert "A sentence that" in " ".join(page.locator("#diff del").all_inner_texts())
    assert "wheat themselves" in " ".join(page.locator("#diff ins").all_inner_texts())
    screenshot(page, "evaluate-difference")
    page.evaluate("scrollTo(0, 0)")
    screenshot(page, "evaluate")
    page.select_option("#board-group", "press")
    page.click("#board [data-system=all_text]")
    page.locator("#worst .above", has_text="2 of 16").wait_for()
    # The page can be looked at with its gold text.
    page.click("#diff-look")
    page.wait_for_selector("#compare-result:not([hidden])", timeout=30_000)
    assert "A sentence that the page does not have" in page.input_value("#gold")


def test_marked_pages_become_a_corpus(open_page: Open, base: str, data: Path, screenshot: Keep) -> None:
    page = open_page("compare", base=base)
    page.fill("#url", BRIDGE)
    page.press("#url", "Enter")
    page.wait_for_selector("#compare-result:not([hidden])")
    page.fill("#gold", "")
    page.click("#mark")
    frame = page.frame_locator("#panes iframe >> nth=0")
    frame.locator("html.pick mark").first.wait_for()
    for words in ("forty sheep", "found a coin", "Lorries must"):
        frame.locator("mark", has_text=words).click()
    page.click("#keep summary")
    page.fill("#keep-set", "valley")
    page.select_option("#keep-type", "article")
    page.click("#keep-form button")
    page.locator("#kept-said", has_text="valley").wait_for()
    page.locator("#keep").scroll_into_view_if_needed()
    screenshot(page, "compare-keep")
    (kept,) = read_corpus(data / "own" / "corpus")
    assert (kept.set, kept.url, kept.page_type, kept.html) == ("valley", BRIDGE, "article", PAGES[BRIDGE])
    assert (kept.gold_text or "").split() == gold_of(PAGES[BRIDGE]).split()
    # Evaluated at once.
    page.click("nav [data-view=evaluate]")
    page.locator("#corpus option", has_text="your own pages").wait_for(state="attached")
    page.select_option("#corpus", "marked")
    start_run(page, "#evaluate-start")
    page.locator("#evaluate-title", has_text="corpus").wait_for()
    finished(page)
    page.locator("#board-group option", has_text="valley").first.wait_for(state="attached", timeout=30_000)
    assert page.inner_text("#board tbody tr >> nth=0 >> td.f1") == "1.000"


def test_a_model_is_trained_and_evaluated(open_page: Open, base: str, screenshot: Keep) -> None:
    pytest.importorskip("lightgbm")
    pytest.importorskip("rapidfuzz")
    page = open_page("evaluate", base=base)
    page.locator("#corpus option", has_text="gold pages").wait_for(state="attached")
    page.select_option("#corpus", "0")
    start_run(page, "#train-start")
    page.locator("#evaluate-about", has_text="training").wait_for()
    finished(page)
    with page.expect_download() as download:
        page.click("[data-model]")
    assert Path(download.value.path()).read_bytes()[:2] == b"PK"
    page.click("#evaluate-methods-about")
    page.locator("#evaluate-methods .check", has_text="own model").click()
    start_run(page, "#evaluate-start")
    page.locator("#evaluate-about", has_text="evaluation").wait_for()
    finished(page)
    row = page.locator("#board tbody th", has_text="learned · gold pages")
    row.wait_for()
    assert "too good" in str(row.locator(".trained").get_attribute("title"))
    assert page.locator("#board tbody .trained").count() < page.locator("#board tbody th").count()
    screenshot(page, "evaluate-model")
    # It is offered wherever a method is chosen.
    page.click("nav [data-view=runs]")
    page.locator("#run-method option[value^='model:']").wait_for(state="attached")
    page.click("nav [data-view=look]")
    page.wait_for_selector("#source:not([hidden])")
    model = page.locator("#method option[value^='model:']").get_attribute("value")
    page.check("input[name=kind][value=html]", force=True)
    page.fill(
        "#html", "<title>Hay</title><p>The hay is late this year, says the farmer, who has seen many.</p>"
    )
    page.click("#go")
    page.wait_for_selector("#look-result:not([hidden])")
    with page.expect_response("**/api/look") as answer:
        page.select_option("#method", model)
    assert answer.value.request.post_data_json["model"] == model.removeprefix("model:")
    assert answer.value.ok
    page.click("nav [data-view=compare]")
    page.locator("#figures th", has_text="own model").first.wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_evaluate_fits_a_small_screen(open_page: Open, base: str, screenshot: Keep, scheme: str) -> None:
    page = open_page("evaluate", base=base, width=360, height=740, locale="zh-CN", color_scheme=scheme)
    page.locator("#corpus option").first.wait_for(state="attached")
    start_run(page, "#evaluate-start")
    finished(page)
    page.locator("#worst tbody tr").first.click()
    page.wait_for_selector("#diff-card:not([hidden])")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    screenshot(page, f"small-evaluate-{scheme}")
