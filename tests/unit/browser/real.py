"""Whether a browser is here, for tests that need one."""

from __future__ import annotations

import importlib.util

import pytest

from maintext.browser import NoBrowserError, find_browser

__all__ = ["needs_browser"]


def _missing() -> str:
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed (pip install 'maintext[browser]')"
    try:
        find_browser()
    except NoBrowserError as error:
        return str(error)
    return ""


needs_browser = pytest.mark.skipif(bool(_missing()), reason=_missing() or "a browser is here")
