"""Fixtures of the tests of the shims."""

from __future__ import annotations

import pytest

from maintext import compat


@pytest.fixture(autouse=True)
def nothing_said_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test see the first warning about a parameter."""
    monkeypatch.setattr(compat, "_said", set())
