"""Every view in both languages and themes: accessible, without a foreign word, whole on a small screen."""

from __future__ import annotations

import json
import lzma
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.serving import serving
from tests.browser.starting import start_run
from tests.recipe_sites import FAULTS, SITES, SiteServer, serve_site
from tests.unit.app.workbench.test_lifecycle import recipe_of

from maintext.app.workbench import ServeOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Open = Callable[..., Any]
    Keep = Callable[[Any, str], None]

# Serious findings of axe-core in the page itself; what a shown page does is its own matter.
_AXE = """async () => (await axe.run(document, { iframes: false, resultTypes: ["violations"] })).violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 5).join(" | ")}`)"""
# A check takes half a second: each language and each theme has one.
_CHECKED = {("zh", "light"), ("en", "dark")}
# What a person reads: texts that are shown, and names of controls; without code, what somebody typed, and the
# names that a page gives to its own search fields.
_WORDS = r"""() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    const found = [];
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
        if (node.closest("code, pre, textarea, script, style, noscript, [lang=en], #forms label")) continue;
        if (!node.checkVisibility()) continue;
        found.push(...["title", "aria-label", "placeholder"].map((name) => node.getAttribute(name) ?? ""));
        found.push(...[...node.childNodes].filter((one) => one.nodeType === 3).map((one) => one.data));
    }
    return found;
}"""
# Names of formats, products and methods, which Chinese writes in Latin letters too, and keys of a recipe.
_NAMES = set(
    """maintext html http https url csv xlsx jsonl json parquet sqlite postgresql mysql markdown toml api cpn
    gbk html2article start""".split()
)


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, fetched by npm into a folder of this run."""
    npm = shutil.which("npm")
    if npm is None:
        assert "CI" not in os.environ, "CI has npm"
        pytest.skip("there is no npm to fetch axe-core with")
    folder = tmp_path_factory.mktemp("axe")
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "axe-core@4"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    if done.returncode:
        assert "CI" not in os.environ, done.stderr.decode()
        pytest.skip("npm could not fetch axe-core")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def news() -> Iterator[SiteServer]:
    with serve_site(SITES["news"]) as site:
        yield site


@pytest.fixture(scope="module")
def search() -> Iterator[SiteServer]:
    with serve_site(SITES["search"]) as site:
        yield site


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, news: SiteServer) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("data")
    _write_corpus(folder / "语料", news)
    options = ServeOptions(allow_private=True, data=str(folder / "own"), corpora=(str(folder / "语料"),))
    with serving(options) as address:
        yield address


def _write_corpus(folder: Path, news: SiteServer) -> None:
    folder.mkdir()
    with lzma.open(folder / "新闻.jsonl.xz", "wt", encoding="utf-8") as file:
        for path in list(news.site.entries)[:4]:
            html = news.pages[path]
            gold = re.sub("<[^>]+>", "\n", html.partition("<div class=words>")[2].partition("</div>")[0])
            page = {"id": path[1:], "url": news.url + path, "lang": "zh", "gold_kind": "human"}
            file.write(json.dumps(page | {"html": html, "gold_text": gold, "title": path[1:]}) + "\n")


@pytest.fixture
def look_at(axe: str, screenshot: Keep) -> Iterator[Keep]:
    """Check a view as it stands, in both languages and both themes; tell all findings at the end."""
    findings: list[str] = []

    def look(page: Any, name: str) -> None:
        page.wait_for_selector("body:not(.working)")
        if page.evaluate("window.axe === undefined"):
            page.evaluate(axe)
        for language in ("zh", "en"):
            _choose(page, language)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                screenshot(page, f"view-{name}-{language}-{theme}")
                if (language, theme) in _CHECKED:
                    findings.extend(f"{name} {language} {theme}: {one}" for one in page.evaluate(_AXE))
            if language == "zh":
                findings.extend(f"{name}: {text!r}" for text in _foreign(page.evaluate(_WORDS)))
            page.set_viewport_size({"width": 390, "height": 844})
            screenshot(page, f"view-{name}-{language}-small")
            if (width := page.evaluate("document.documentElement.scrollWidth")) > 390:
                findings.append(f"{name} {language}: {width} px wide on a screen of 390")
            page.set_viewport_size({"width": 1280, "height": 860})
        page.emulate_media(color_scheme="light")

    yield look
    assert not findings, "\n".join(findings)


def _choose(page: Any, language: str) -> None:
    tag = "zh-CN" if language == "zh" else language
    if page.evaluate("document.documentElement.lang") != tag:
        # An open dialog covers the button.
        page.evaluate("document.getElementById('language').click()")
        page.wait_for_selector(f"html[lang={tag}]", state="attached")


def _foreign(texts: list[str]) -> list[str]:
    """Return the texts with an English word; web addresses and names of files are none."""
    bare = [(text, re.sub(r"\S*(?:://|[/@_.=:]\w)\S*", " ", text)) for text in texts]
    return [
        text
        for text, words in bare
        if any(word.lower() not in _NAMES for word in re.findall(r"(?<![\w-])[A-Za-z]{3,}\d*(?!\w)", words))
    ]


def opened(open_page: Open, base: str, view: str, ready: str) -> Any:
    page = open_page(view, base=base, locale="zh-CN")
    page.locator(ready).first.wait_for(timeout=60_000)
    return page


def test_start_and_what_is_not_there(open_page: Open, base: str, search: SiteServer, look_at: Keep) -> None:
    page = opened(open_page, base, "start", "#start h1")
    look_at(page, "start")
    page.fill("#url", search.url + search.site.start)
    page.press("#url", "Enter")
    page.wait_for_selector("#forms input")
    look_at(page, "form")
    page.fill("#url", f"{search.url}/nothing-here")
    page.press("#url", "Enter")
    page.wait_for_selector("#failure:not([hidden])")
    assert not page.query_selector("#forms input")  # of the page before
    look_at(page, "failure")
    for view in ("look", "table", "compare", "teach"):
        look_at(opened(open_page, base, view, f"[data-empty={view}]"), f"{view}-empty")


def test_look(open_page: Open, base: str, news: SiteServer, look_at: Keep) -> None:
    address = news.url + next(iter(news.site.entries))
    page = opened(open_page, base, f"look?url={address}", "#tabs [role=tab]")
    page.frame_locator("#look-frame iframe").locator("mark").first.wait_for()
    page.frame_locator("#look-frame iframe").locator("mark").nth(12).hover()
    look_at(page, "look")
    page.click("#tab-fields")
    look_at(page, "look-fields")


def test_table(open_page: Open, base: str, news: SiteServer, look_at: Keep) -> None:
    page = opened(open_page, base, f"table?url={news.url}{news.site.start}", "#sheet tbody tr")
    page.frame_locator("#sheet-frame iframe").locator("mark").first.wait_for()
    look_at(page, "table")
    page.locator("#sheet thead [data-column]").nth(1).click()
    page.click("#sheet-text")
    look_at(page, "table-column")
    page.fill("#sheet-recipe", "[list]\nstart = 3\n")
    page.click("#sheet-apply")
    page.wait_for_selector("#sheet .notice.bad")
    look_at(page, "table-error")


def test_compare(open_page: Open, base: str, news: SiteServer, look_at: Keep) -> None:
    address = news.url + next(iter(news.site.entries))
    page = opened(open_page, base, f"compare?url={address}", "#figures tbody tr")
    page.frame_locator("#panes .pane:first-child iframe").locator("mark").first.wait_for()
    page.click("#take")
    page.click("#score")
    page.wait_for_selector("body:not(.working)")
    page.locator("#matrix td").nth(3).click()
    look_at(page, "compare")


def test_teach(open_page: Open, base: str, news: SiteServer, look_at: Keep) -> None:
    address = news.url + next(iter(news.site.entries))
    page = opened(open_page, base, f"teach?url={address}", "#fields button")
    page.frame_locator("#teach-frame iframe").locator("html.pick mark").filter(has_text="编辑").first.click()
    page.click("#learn")
    page.wait_for_selector("#save:not([hidden])")
    look_at(page, "teach")


def test_runs(open_page: Open, base: str, news: SiteServer, look_at: Keep) -> None:
    look_at(opened(open_page, base, "runs", "#run-empty"), "runs-empty")
    page = open_page("runs", base=base, locale="zh-CN")
    page.check("input[name=run][value=recipe]", force=True)
    page.fill("#run-recipe-text", recipe_of(news, 0.0))
    start_run(page, "#run-start")
    page.locator("#run-status.s-done").wait_for(timeout=60_000)
    FAULTS["another template after the nineteenth entry"].change(news)
    with page.expect_response("**/again"):
        page.click("#run-again")
    page.locator("#run-list .entry").nth(1).wait_for()
    page.locator("#run-status.s-limited").wait_for(timeout=60_000)
    news.repair()
    page.wait_for_selector("#run-changes-card:not([hidden])")
    look_at(page, "runs")
    with page.expect_download() as download:
        page.click("#run-changes-exports [data-export=csv]")
    assert "changed," in Path(download.value.path()).read_text("utf-8-sig")
    page.click("#run-report")
    page.frame_locator("#run-report-frame iframe").locator("h1").wait_for()
    look_at(page, "runs-report")
    page.click("#run-database")
    page.fill("#database-url", "postgresql://127.0.0.1:1/none")
    page.click("#database-test")
    page.locator("#database-said.bad").wait_for()
    look_at(page, "runs-database")
    page.keyboard.press("Escape")
    page.locator("#run-table tbody tr").nth(30).click()
    page.wait_for_selector("#record[open]")
    look_at(page, "runs-record")


def test_evaluate(open_page: Open, base: str, look_at: Keep) -> None:
    page = opened(open_page, base, "evaluate", "#evaluate-empty")
    look_at(page, "evaluate-empty")
    page.locator("#corpus option", has_text="语料").wait_for(state="attached")
    start_run(page, "#evaluate-start")
    page.locator("#evaluate-status.s-done").wait_for(timeout=60_000)
    page.locator("#worst tbody tr").first.click()
    page.wait_for_selector("#diff-card:not([hidden])")
    look_at(page, "evaluate")
