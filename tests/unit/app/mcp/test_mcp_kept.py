from __future__ import annotations

import time

import pytest

from maintext.app.mcp.kept import Kept


def test_the_first_are_forgotten_first() -> None:
    kept: Kept[str] = Kept(2, 100)
    for name in "abc":
        kept.put(name, name.upper(), 1)
    assert [kept.get(name) for name in "abc"] == [None, "B", "C"]


def test_bytes_are_counted_but_one_value_stays() -> None:
    kept: Kept[str] = Kept(9, 100)
    kept.put("a", "A", 60)
    kept.put("b", "B", 60)
    kept.put("c", "C", 600)
    assert [kept.get(name) for name in "abc"] == [None, None, "C"]


def test_a_value_is_put_in_again_as_the_latest() -> None:
    kept: Kept[str] = Kept(2, 100)
    for name in "aba":
        kept.put(name, name.upper(), 1)
    kept.put("c", "C", 1)
    assert [kept.get(name) for name in "abc"] == ["A", None, "C"]


def test_old_values_are_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: Kept[str] = Kept(2, 100)
    kept.put("a", "A", 1)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 301)
    assert kept.get("a") is None
