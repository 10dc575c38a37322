"""Rendering in a real browser, of pages on the loopback interface."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.unit.browser.real import needs_browser
from tests.unit.browser.site import served

from maintext import errors
from maintext.browser import (
    Browser,
    NoBrowserError,
    RenderError,
    RenderOptions,
    chromium,
    find_browser,
    load_snapshot,
    proxy,
    render,
    save_snapshot,
)
from maintext.net import address
from maintext.options import changed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.net.address import Address, Target

LOCAL = RenderOptions(allow_private=True, timeout_s=20, quiet_s=0.2)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as started:
        yield started


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[str, list[str]]]:
    with served() as running:
        yield running


def options(**changes: object) -> RenderOptions:
    asked: RenderOptions = changed(LOCAL, changes)
    return asked


@needs_browser
def test_a_page_is_given_with_status_and_address(browser: Browser, site: tuple[str, list[str]]) -> None:
    rendered = browser.render(f"{site[0]}/plain", LOCAL)
    assert b"<p>Plain text.</p>" in rendered.html
    assert (rendered.status, rendered.url, rendered.is_complete) == (200, f"{site[0]}/plain", True)


@needs_browser
def test_pictures_are_not_loaded_unless_asked_for(browser: Browser, site: tuple[str, list[str]]) -> None:
    site[1].clear()
    browser.render(f"{site[0]}/plain", LOCAL)
    assert "/picture.png" not in site[1]
    browser.render(f"{site[0]}/plain", options(images=True))
    assert "/picture.png" in site[1]


@needs_browser
def test_what_a_script_loads_late_is_waited_for(browser: Browser, site: tuple[str, list[str]]) -> None:
    assert b"Late text" not in browser.render(f"{site[0]}/later", options(quiet_s=0.1)).html
    assert b"Late text" in browser.render(f"{site[0]}/later", options(wait_for="p.late")).html


@needs_browser
def test_a_selector_that_never_comes_is_noted(browser: Browser, site: tuple[str, list[str]]) -> None:
    rendered = browser.render(f"{site[0]}/plain", options(wait_for="#nowhere", timeout_s=6))
    assert not rendered.is_complete
    assert "#nowhere" in rendered.notes[-1]
    assert b"Plain text" in rendered.html


@needs_browser
@pytest.mark.parametrize(("most", "entries"), [(2, 2), (10, 3)])
def test_load_more_is_clicked_while_it_is_there(
    browser: Browser, site: tuple[str, list[str]], most: int, entries: int
) -> None:
    rendered = browser.render(f"{site[0]}/more", options(click="#more", max_clicks=most))
    assert rendered.html.partition(b"<script>")[0].count(b"<li>") == entries


@needs_browser
@pytest.mark.parametrize(("most", "parts"), [(0, 1), (2, 3), (20, 4)])
def test_scrolling_is_bounded(browser: Browser, site: tuple[str, list[str]], most: int, parts: int) -> None:
    rendered = browser.render(f"{site[0]}/growing", options(max_scrolls=most))
    assert rendered.html.count(b"part ") - rendered.html.count(b"part ${") == parts


@needs_browser
def test_dialogs_are_dismissed_and_messages_noted(browser: Browser, site: tuple[str, list[str]]) -> None:
    rendered = browser.render(f"{site[0]}/asks", LOCAL)
    assert b"after the alert" in rendered.html.partition(b"</script>")[2]
    assert "console: oh" in rendered.notes


@needs_browser
def test_a_window_that_a_script_opens_does_not_disturb(browser: Browser, site: tuple[str, list[str]]) -> None:
    assert b"after the window" in browser.render(f"{site[0]}/opens", LOCAL).html


@needs_browser
def test_without_time_to_settle_a_step_does_not_wait_for_ever(
    browser: Browser, site: tuple[str, list[str]]
) -> None:
    with pytest.raises(RenderError, match="the step 'click #nowhere' failed"):
        browser.render(f"{site[0]}/plain", options(steps=("click #nowhere",), settle_s=0.0))


@needs_browser
def test_what_is_no_selector_is_a_wrong_option(browser: Browser, site: tuple[str, list[str]]) -> None:
    with pytest.raises(errors.OptionError, match="not a selector: Unexpected token"):
        browser.render(f"{site[0]}/plain", options(wait_for="[["))


@needs_browser
def test_a_page_that_never_rests_is_ended_and_the_next_one_works(
    browser: Browser, site: tuple[str, list[str]]
) -> None:
    begin = time.monotonic()
    with pytest.raises(errors.FetchTimeoutError):
        browser.render(f"{site[0]}/spinning", options(timeout_s=4))
    assert time.monotonic() - begin < 20
    assert b"Plain text" in browser.render(f"{site[0]}/plain", LOCAL).html


@needs_browser
@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("/missing", errors.HttpStatusError),
        ("/binary", errors.NotHtmlError),
        ("/pdf", errors.NotHtmlError),
        ("/to-file", errors.FetchError),
    ],
)
def test_what_is_no_page_is_an_error(
    browser: Browser, site: tuple[str, list[str]], path: str, error: type[errors.MaintextError]
) -> None:
    with pytest.raises(error):
        browser.render(site[0] + path, LOCAL)


@needs_browser
def test_too_much_is_refused(browser: Browser, site: tuple[str, list[str]]) -> None:
    with pytest.raises(errors.PageTooLargeError, match="max_bytes"):
        browser.render(f"{site[0]}/endless", options(max_bytes=500_000))
    with pytest.raises(errors.PageTooLargeError, match="max_html_bytes"):
        browser.render(f"{site[0]}/long", options(max_html_bytes=100_000))


@needs_browser
def test_an_endless_answer_ends_with_the_time(browser: Browser, site: tuple[str, list[str]]) -> None:
    begin = time.monotonic()
    with pytest.raises(errors.FetchTimeoutError):
        browser.render(f"{site[0]}/endless", options(timeout_s=1))
    assert time.monotonic() - begin < 10


def test_private_addresses_are_refused_without_a_browser() -> None:
    with Browser("/nowhere") as unstarted, pytest.raises(errors.AddressRefusedError):
        unstarted.render("http://127.0.0.1/")


@needs_browser
def test_each_request_of_a_page_is_checked(
    browser: Browser, site: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The page itself is let through; what it loads and where it redirects to is not.
    monkeypatch.setattr(chromium, "resolve_addresses", lambda *_, **__: [])
    site[1].clear()
    with pytest.raises(errors.AddressRefusedError):
        browser.render(f"{site[0]}/plain", RenderOptions())
    assert site[1] == []


@needs_browser
def test_a_redirect_to_a_private_address_is_refused(
    browser: Browser, site: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(site[0].rpartition(":")[2])

    def one_port_is_public(target: Target, *, allow_private: bool, timeout_s: float) -> list[Address]:
        return address.resolve_addresses(
            target, allow_private=allow_private or target.port == port, timeout_s=timeout_s
        )

    monkeypatch.setattr(chromium, "resolve_addresses", one_port_is_public)
    monkeypatch.setattr(proxy, "resolve_addresses", one_port_is_public)
    assert b"Plain text" in browser.render(f"{site[0]}/plain", RenderOptions()).html
    with pytest.raises(errors.AddressRefusedError, match=r"127\.0\.0\.1"):
        browser.render(f"{site[0]}/to-private", RenderOptions())


@needs_browser
def test_a_saved_page_gets_no_network(browser: Browser, site: tuple[str, list[str]]) -> None:
    site[1].clear()
    html = f"<p>Saved</p><script src={site[0]}/data></script><script>fetch('{site[0]}/data'); new WebSocket('ws://{site[0][7:]}/x')</script>"
    rendered = browser.render_saved(html, f"{site[0]}/saved", options(allow_private=True))
    assert b"Saved" in rendered.html
    assert rendered.url == f"{site[0]}/saved"
    assert site[1] == []


@needs_browser
def test_a_saved_page_in_gbk_is_decoded(browser: Browser) -> None:
    page = '<meta charset="gbk"><p>渡轮复航</p>'.encode("gbk")
    rendered = browser.render_saved(page)
    assert "渡轮复航" in rendered.html.decode()
    assert rendered.url is None


@needs_browser
def test_scripts_run_or_not(browser: Browser) -> None:
    page = "<p id=a>before</p><script>a.textContent = 'after'</script>"
    assert b">after<" in browser.render_saved(page).html
    assert b">before<" in browser.render_saved(page, options=RenderOptions(javascript=False)).html


@needs_browser
def test_text_of_open_shadow_roots_stands_in_the_html(browser: Browser) -> None:
    page = (
        "<x-y id=a></x-y><script>a.attachShadow({mode: 'open'}).innerHTML = '<p>in the shadow</p>'</script>"
    )
    assert b'<template shadowrootmode="open"><p>in the shadow</p>' in browser.render_saved(page).html


@needs_browser
def test_a_saved_layout_is_the_fresh_one(browser: Browser, tmp_path: Path) -> None:
    html = "<p style='width: 33.337%; font-size: 13.77px'>One line of a page</p><p>and one more" * 9
    fresh = browser.render_saved(html, options=RenderOptions(layout=True)).snapshot
    assert fresh is not None
    save_snapshot(fresh, tmp_path / "page.json.gz")
    again = load_snapshot(tmp_path / "page.json.gz")
    for column in dataclasses.fields(fresh.layout):
        np.testing.assert_array_equal(
            getattr(again.layout, column.name), getattr(fresh.layout, column.name), strict=True
        )


@needs_browser
def test_a_screenshot_is_a_png_of_the_whole_page(browser: Browser) -> None:
    rendered = browser.render_saved("<p style=height:2000px>x", options=RenderOptions(screenshot=True))
    assert rendered.screenshot is not None
    assert rendered.screenshot[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(rendered.screenshot[20:24], "big") > 2000


@needs_browser
def test_it_works_inside_asyncio() -> None:
    async def inside() -> bytes:
        await asyncio.sleep(0)
        return render("<p>In a loop</p>").html

    with ThreadPoolExecutor(1) as thread:  # another test may have left a loop in this one
        assert b"In a loop" in thread.submit(lambda: asyncio.run(inside())).result()


@needs_browser
def test_no_process_is_left_behind() -> None:
    with Browser() as started:
        started.render_saved("<p>x")
        pid = started._pid
        os.kill(pid, 0)
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the browser still runs")


def test_closing_twice_does_nothing() -> None:
    unstarted = Browser("/nowhere")
    unstarted.close()
    unstarted.close()


def test_no_browser_names_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MAINTEXT_BROWSER", raising=False)
    with pytest.raises(NoBrowserError, match="apt install chromium"):
        find_browser()


def test_a_browser_without_windows_is_chosen_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("chromium", "chromium-headless-shell"):
        (tmp_path / name).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MAINTEXT_BROWSER", raising=False)
    assert find_browser() == str(tmp_path / "chromium-headless-shell")


def test_a_browser_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "my-browser"
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setenv("MAINTEXT_BROWSER", str(program))
    assert find_browser() == str(program)


@needs_browser
def test_a_program_that_is_no_browser_is_said_to_be_none() -> None:
    with Browser("/bin/false") as wrong, pytest.raises(NoBrowserError, match="does not start"):
        wrong.render_saved("<p>x")


def test_without_playwright_the_pip_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "playwright.sync_api", None)
    with Browser() as wanting, pytest.raises(errors.MissingExtraError, match=r"maintext\[browser\]"):
        wanting.render_saved("<p>x")


@pytest.mark.parametrize("changes", [{"timeout_s": 0}, {"timeout_s": 10_000.0}, {"max_clicks": -1}])
def test_options_out_of_range_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(errors.OptionError):
        dataclasses.replace(LOCAL, **changes)


def test_a_source_that_is_neither_url_nor_html_is_refused() -> None:
    with pytest.raises(errors.OptionError, match="neither a URL"):
        render("example.org")
