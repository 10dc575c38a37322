"""Look, done as a person would."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.serving import serving
from tests.browser.site import PAGES
from tests.loopback import answering

import maintext
from maintext.app.workbench import ServeOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Open = Callable[..., Any]
    Keep = Callable[[Any, str], None]

BRIDGE, SCHOOL = PAGES


def look_at(page: Any, url: str = BRIDGE) -> Any:
    page.fill("#url", url)
    page.press("#url", "Enter")
    page.wait_for_selector("#look-result:not([hidden])")
    frame = page.frame_locator("#look-frame iframe")
    frame.locator("mark.kept").first.wait_for()
    return frame


def test_an_address_gives_the_text_beside_the_page(open_page: Open, screenshot: Keep) -> None:
    page = open_page()
    frame = look_at(page)
    expected = maintext.extract(PAGES[BRIDGE], BRIDGE)
    assert page.text_content("#result-title") == "The bridge is open again"
    shown = [text.strip() for text in page.locator("#panel p").all_text_contents()]
    assert shown == [line for line in expected.text.split("\n") if line.strip()]
    assert "forty sheep" in " ".join(frame.locator("mark.kept").all_text_contents())
    assert "Farm" in frame.locator("mark.off").all_text_contents()
    screenshot(page, "look")


CONTRAST = """(mark) => {
  const luminance = (colour) => {
    const channels = colour.match(/[0-9.]+/g).map(Number);
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = channels.map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const { color, backgroundColor, opacity } = getComputedStyle(mark);
  return Number(opacity) * (luminance(backgroundColor) + 0.05) / (luminance(color) + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dropped_text_can_be_read(open_page: Open, scheme: str) -> None:
    frame = look_at(open_page(color_scheme=scheme))
    assert frame.locator("mark.off").first.evaluate(CONTRAST) >= 4.5  # WCAG 2.2, 1.4.3


def test_hovering_a_block_tells_score_reason_and_path(open_page: Open, screenshot: Keep) -> None:
    page = open_page()
    look_at(page).locator("mark.kept", has_text="forty sheep").hover()
    said = page.inner_text("#inspector")
    assert "kept" in said
    assert "probably main content" in said
    assert "score" in said
    assert "div.words > p:nth-of-type(1)" in said
    screenshot(page, "look-hover")


def test_arrow_keys_go_from_block_to_block(open_page: Open) -> None:
    page = open_page()
    look_at(page)
    page.get_by_role("region", name="Reasons").focus()
    page.keyboard.press("ArrowDown")
    first = page.inner_text("#inspector")
    page.keyboard.press("ArrowDown")
    assert page.inner_text("#inspector") != first
    page.keyboard.press("ArrowUp")
    assert page.inner_text("#inspector") == first


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_each_form_can_be_copied_and_downloaded(open_page: Open, form: str) -> None:
    page = open_page()
    look_at(page)
    page.click(f"#tab-{form}")
    page.click("#copy")
    page.locator("#copy", has_text="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    document = maintext.extract(PAGES[BRIDGE].encode(), BRIDGE, http_charset="utf-8")
    expected = document.to_dict() if form == "json" else getattr(document, form)
    assert (json.loads(copied) if form == "json" else copied) == expected
    with page.expect_download() as download:
        page.click("#download")
    assert Path(download.value.path()).read_text("utf-8") == copied


def test_fields_say_where_they_stood(open_page: Open, screenshot: Keep) -> None:
    page = open_page()
    look_at(page)
    page.click("#tab-fields")
    title = page.locator("#panel tr", has=page.locator("th", has_text="Title")).first.inner_text()
    assert "The bridge is open again" in title
    assert "main heading" in title
    screenshot(page, "look-fields")


def test_the_browser_goes_back_to_the_page_before(open_page: Open) -> None:
    page = open_page()
    look_at(page)
    page.fill("#url", SCHOOL)
    page.press("#url", "Enter")
    page.locator("#result-title", has_text="School bakes").wait_for()
    page.go_back()
    page.locator("#result-title", has_text="The bridge is open").wait_for()
    assert page.input_value("#url") == BRIDGE
    page.go_forward()
    page.locator("#result-title", has_text="School bakes").wait_for()


def test_a_download_is_called_by_its_page_after_a_reload_too(open_page: Open) -> None:
    page = open_page()
    look_at(page)
    page.reload()
    page.wait_for_selector("#look-result:not([hidden])")
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename == "valley-example-bridge.txt"


def test_pages_in_frames_can_be_opened(open_page: Open) -> None:
    page = open_page()
    page.check("input[value=html]", force=True)
    page.fill("#html", f"<title>Valley</title><frameset><frame src='{BRIDGE}'></frameset>")
    page.press("#html", "Control+Enter")
    page.click("#panel .notice a")
    page.locator("#result-title", has_text="The bridge is open").wait_for()
    assert page.input_value("#url") == BRIDGE


def test_words_that_cannot_be_fetched_change_nothing(open_page: Open) -> None:
    page = open_page()
    page.context.set_offline(True)
    for button in ("#language", "[data-example=zh]"):
        page.click(button)
        page.locator("#failure", has_text="The server does not answer").wait_for()
        page.evaluate("document.getElementById('failure').hidden = true")
    assert page.inner_text("#go") == "Extract"


def test_an_example_is_shown_where_it_can_be(open_page: Open) -> None:
    page = open_page("table")
    page.click("[data-example=en]")
    page.locator("#result-title", has_text="The ferry").wait_for()
    page.check("input[value=url]", force=True)
    page.fill("#url", "https://")
    page.press("#url", "Enter")
    page.locator("#failure", has_text="Type the address").wait_for()


def test_several_files_that_are_dropped_are_a_run(open_page: Open) -> None:
    page = open_page()
    page.evaluate(
        """() => {
            const dataTransfer = new DataTransfer();
            for (const name of ["one.html", "two.html"]) dataTransfer.items.add(new File(["<p>Hay"], name));
            dispatchEvent(new DragEvent("drop", { dataTransfer }));
        }"""
    )
    page.locator("#run-files-name", has_text="2 files").wait_for()
    assert page.is_visible("#run-start")


ARABIC = """<!DOCTYPE html><html lang="ar" dir="rtl"><title>عاد الجسر!</title>
<meta property="article:published_time" content="2026-03-04T09:30:00+01:00">
<article><h1>عاد الجسر!</h1><p>فتحت البلدية الجسر الحجري اليوم بعد عامين من العمل (بطول 120 مترا)، وعبره
الرعاة.</p>
<p>يقول المهندس إن النهر ارتفع مرتين في الشتاء، وإن الحجارة بقيت في مكانها كما وضعت قبل قرن!</p></article>"""


def test_texts_begin_where_their_language_does_and_times_are_written_as_in_tables(open_page: Open) -> None:
    page = open_page()
    page.check("input[value=html]", force=True)
    page.fill("#html", ARABIC)
    page.press("#html", "Control+Enter")
    page.wait_for_selector("#look-result:not([hidden])")
    page.click("#tab-fields")
    parts = page.locator("#result-title, #panel td:nth-child(2)")
    ways = parts.evaluate_all("all => all.map((one) => [one.textContent, getComputedStyle(one).direction])")
    assert ["عاد الجسر!", "rtl"] in ways[1:]
    assert ways[0][1] == "rtl"
    assert ["2026-03-04 09:30", "ltr"] in ways
    assert "2026-03-04 09:30 ·" in page.inner_text("#result-about")


def test_an_address_in_the_place_of_html_is_opened(open_page: Open) -> None:
    page = open_page()
    page.check("input[value=html]", force=True)
    page.fill("#html", f" {BRIDGE}\n")
    page.press("#html", "Control+Enter")
    page.locator("#result-title", has_text="The bridge is open").wait_for()
    assert page.input_value("#url") == BRIDGE


def test_tables_of_a_page_are_saved_for_spreadsheets(open_page: Open) -> None:
    page = open_page()
    page.check("input[value=html]", force=True)
    cells = (["Parish", "People"], ["Vale, upper", "1,734"], ["=1+1", "-5"], ['The "Mill"', ""])
    rows = "".join(f"<tr>{''.join(f'<td>{one}</td>' for one in row)}</tr>" for row in cells)
    page.fill("#html", f"<title>Parishes</title><p>All parishes by their people.</p><table>{rows}</table>")
    page.press("#html", "Control+Enter")
    page.wait_for_selector("#look-result:not([hidden])")
    page.click("#tab-fields")
    with page.expect_download() as download:
        page.locator("#panel button", has_text="Table 1 as CSV (4 rows)").click()
    with Path(download.value.path()).open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.reader(file)) == [*cells[:2], ["'=1+1", "-5"], cells[3]]


def test_a_wrong_token_is_told(open_page: Open) -> None:
    with serving(ServeOptions(token="right")) as base:  # noqa: S106
        page = open_page(base=base, is_ready=False)
        for word, said in (("wrong", "needs a token"), ("right", "refuses this token")):
            page.locator("#token[open] p", has_text=said).wait_for()
            page.fill("#token-word", word)
            page.press("#token-word", "Enter")
        page.wait_for_selector("html[data-ready]", state="attached")


def test_pasted_html_and_another_method(open_page: Open) -> None:
    page = open_page()
    page.check("input[value=html]", force=True)
    page.fill("#html", "<nav>Home</nav><p>One.</p><ul><li>Two</li></ul>")
    page.press("#html", "Control+Enter")
    page.wait_for_selector("#look-result:not([hidden])")
    page.select_option("#method", "all_text")
    page.locator("#panel p").nth(2).wait_for()
    assert page.locator("#panel p").count() == 3
    assert page.is_hidden("#focus")


def test_a_file_in_gbk_is_read(open_page: Open, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(
        "<title>茶馆</title><p>老街尽头的茶馆清晨五点半就亮起了灯，店主把铜壶放到灶上。</p>".encode("gbk")
    )
    page = open_page()
    page.check("input[value=file]", force=True)
    page.set_input_files("#file", str(path))
    page.wait_for_selector("#look-result:not([hidden])")
    assert "铜壶放到灶上" in page.inner_text("#panel")


def test_the_switch_to_recall_is_sent(open_page: Open) -> None:
    page = open_page()
    look_at(page)
    with page.expect_request("**/api/look") as sent:
        page.check("input[name=focus][value=recall]", force=True)
    assert sent.value.post_data_json["method_options"] == {"focus": "recall"}


def test_a_private_address_is_refused_with_a_hint(open_page: Open, screenshot: Keep) -> None:
    page = open_page()
    for address in ("ftp://valley.example/", "mailto:tove@valley.example"):
        page.fill("#url", address)
        page.press("#url", "Enter")
        page.locator("#failure", has_text="Only http:// and https://").wait_for()
        page.evaluate("document.getElementById('failure').hidden = true")
    page.press("#url", "Enter")
    page.wait_for_selector("#failure:not([hidden])")
    screenshot(page, "error")


def test_an_empty_page_says_so(open_page: Open) -> None:
    page = open_page()
    page.check("input[value=html]", force=True)
    page.fill("#html", "<title>Nothing</title>")
    page.press("#html", "Control+Enter")
    page.wait_for_selector("#panel .notice")
    assert page.inner_text("#panel .notice") == "The page has no visible text."


@pytest.mark.parametrize("view", ["look", "compare", "teach"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_small_screen(
    open_page: Open, screenshot: Keep, view: str, scheme: str
) -> None:
    page = open_page(view, width=360, height=740, locale="zh-CN", color_scheme=scheme)
    page.click("[data-example=zh]")
    page.wait_for_selector(f"#{view}-result:not([hidden])")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    screenshot(page, f"small-{view}-{scheme}")


def test_the_head_fits_every_width(open_page: Open) -> None:
    page = open_page("start")
    for width in (320, 561, 640, 720, 761, 1024):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


def test_the_language_can_be_changed_at_any_time(open_page: Open, screenshot: Keep) -> None:
    page = open_page(color_scheme="dark")
    page.click("[data-example=zh]")
    page.wait_for_selector("#look-result:not([hidden])")
    page.click("#language")
    page.wait_for_selector("html[lang=zh-CN]", state="attached")
    assert page.inner_text("#tab-text") == "文本"
    assert page.inner_text("#go") == "提取"
    screenshot(page, "look-zh-dark")
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    assert page.inner_text("#go") == "提取"


def test_both_languages_have_the_same_texts(open_page: Open, address: str) -> None:
    page = open_page()
    keys = [
        set(page.evaluate(f"fetch('{address}/lang/{lang}.json').then((r) => r.json())"))
        for lang in ("en", "zh")
    ]
    used = set(page.evaluate("[...document.querySelectorAll('[data-t]')].map((node) => node.dataset.t)"))
    assert keys[0] == keys[1]
    assert used <= keys[0]


SHELL = """<!DOCTYPE html><title>Shop</title><div id="app">Loading…</div><script>
addEventListener("load", () => {
  const text = "It holds two litres and sings. ".repeat(12);
  document.getElementById("app").innerHTML = `<h1>Copper kettle</h1><p>${text}</p>`;
});</script>"""


@pytest.fixture
def shell() -> Iterator[str]:
    """Address of a page that its script fills."""

    with answering(lambda _path: SHELL) as server:
        yield f"{server.url}/"


@pytest.mark.parametrize("view", ["look", "teach"])
def test_a_page_that_scripts_fill_is_told_of(open_page: Open, view: str, screenshot: Keep) -> None:
    page = open_page(view)
    page.check("input[value=html]", force=True)
    page.fill("#html", SHELL)
    page.press("#html", "Control+Enter")
    page.wait_for_selector(f"#{view}-drawing:not([hidden])")
    assert "scripts fill it" in page.inner_text(f"#{view}-drawing")
    screenshot(page, f"{view}-drawing")
    page.fill("#html", PAGES[BRIDGE])
    page.press("#html", "Control+Enter")
    page.wait_for_selector(f"#{view}-drawing", state="hidden")


def test_a_page_can_be_drawn_first(open_page: Open, shell: str, screenshot: Keep) -> None:
    with serving(ServeOptions(allow_private=True)) as base:
        page = open_page(base=base)
        page.fill("#url", shell)
        page.press("#url", "Enter")
        page.locator("#look-drawing", has_text="Draw the page in a browser first").wait_for()
        screenshot(page, "look-draw")
        page.check("#draw")
        page.click("#go")
        page.locator("#panel p", has_text="two litres").first.wait_for()
        assert page.is_hidden("#look-drawing")


def test_an_address_is_read_without_what_was_pasted_around_it(open_page: Open) -> None:
    page = open_page("look")
    for text in ("“https://valley.example/bridge”。", "看 https://valley.example/school，"):
        page.fill("#url", text)
        page.press("#url", "Enter")
        title = "The bridge is" if "bridge" in text else "School bakes"
        page.locator("#result-title", has_text=title).wait_for()
    page.fill("#url", "https://valley.example/bridge https://valley.example/school")
    page.press("#url", "Enter")
    page.locator("#failure", has_text="takes one address").wait_for()
