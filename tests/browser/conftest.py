"""Fixtures of the browser tests: one Chromium, one workbench.

What a test that fails saw is in ``build/screenshots``. With ``MAINTEXT_SCREENSHOTS=FOLDER`` tests that pass
leave pictures, too.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from maintext.browser import NoBrowserError, find_browser

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

_FAILURES = Path(__file__).parents[2] / "build" / "screenshots"
_has_failed = pytest.StashKey[bool]()
# Answers of the server to wrong requests; a network that a test cuts; Playwright's own scripts in a frame
# that may run none.
_EXPECTED = (
    "the server responded with a status of 4",
    "Blocked script execution in 'about:srcdoc'",
    "ERR_INTERNET_DISCONNECTED",
)

__all__ = ["address", "base", "chromium", "data", "open_page", "screenshot"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note which tests fail, for the fixture that has their pages."""
    report = yield
    item.stash[_has_failed] = report.failed
    return report


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    try:
        path = find_browser()
    except NoBrowserError as error:
        pytest.skip(str(error))
    with sync_api.sync_playwright() as playwright:
        # Containers have no sandbox of their own and little shared memory.
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    from tests.browser.serving import page_at, serving  # noqa: PLC0415 - needs the extra
    from tests.browser.site import PAGES  # noqa: PLC0415

    with serving(fetch=page_at(PAGES)) as base:
        yield base


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a workbench of a module."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def base(data: Path) -> Iterator[str]:
    """Address of a workbench that a module has for itself."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    from tests.browser.serving import serving  # noqa: PLC0415 - needs the extra

    from maintext.app.workbench import ServeOptions  # noqa: PLC0415

    with serving(ServeOptions(allow_private=True, data=str(data))) as address:
        yield address


@pytest.fixture
def open_page(request: pytest.FixtureRequest, chromium: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Open the workbench as a person with some screen would; errors of its scripts fail the test."""
    contexts, errors = [], []

    def opened(
        view: str = "look",
        *,
        width: int = 1280,
        height: int = 860,
        base: str = address,
        is_ready: bool = True,
        **settings: Any,
    ) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            **{"locale": "en-US", "permissions": ["clipboard-read", "clipboard-write"]} | settings,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(f"{base}/#{view}")
        if is_ready:
            page.wait_for_selector("html[data-ready]", state="attached")
        return page

    yield opened
    for number, context in enumerate(contexts):
        if request.node.stash.get(_has_failed, False):
            name = re.sub(r"\W+", "-", request.node.name)
            context.pages[0].screenshot(path=_FAILURES / f"{name}-{number}.png")
        # A handler of a test's own answers may still wait for the server.
        for page in context.pages:
            page.unroute_all(behavior="wait")
        context.close()
    assert not [error for error in errors if not any(said in error for said in _EXPECTED)]


@pytest.fixture
def screenshot() -> Callable[[Any, str], None]:
    """Keep a picture where the environment says."""
    folder = os.environ.get("MAINTEXT_SCREENSHOTS")

    def keep(page: Any, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(folder) / f"{name}.png"))

    return keep
