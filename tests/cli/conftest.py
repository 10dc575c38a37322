"""Fixtures of the tests of commands."""

from __future__ import annotations

import pytest

from maintext.browser import chromium


@pytest.fixture
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """No browser is found on this machine."""
    monkeypatch.setattr(chromium, "BROWSERS", ())
    monkeypatch.delenv("MAINTEXT_BROWSER", raising=False)
