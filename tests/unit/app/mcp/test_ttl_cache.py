from __future__ import annotations

import time

import pytest

from maintext.app.given_page import TTLCache


def test_the_first_are_forgotten_first() -> None:
    cache: TTLCache[str] = TTLCache(2, 100)
    for name in "abc":
        cache.put(name, name.upper(), 1)
    assert [cache.get(name) for name in "abc"] == [None, "B", "C"]


def test_bytes_are_counted_but_one_value_stays() -> None:
    cache: TTLCache[str] = TTLCache(9, 100)
    cache.put("a", "A", 60)
    cache.put("b", "B", 60)
    cache.put("c", "C", 600)
    assert [cache.get(name) for name in "abc"] == [None, None, "C"]


def test_a_value_is_put_in_again_as_the_latest() -> None:
    cache: TTLCache[str] = TTLCache(2, 100)
    for name in "aba":
        cache.put(name, name.upper(), 1)
    cache.put("c", "C", 1)
    assert [cache.get(name) for name in "abc"] == ["A", None, "C"]


def test_values_of_some_keys_are_forgotten() -> None:
    cache: TTLCache[str] = TTLCache(9, 100)
    for name in "abc":
        cache.put(name, name.upper(), 1)
    cache.drop(lambda name: name in "ac")
    assert [cache.get(name) for name in "abc"] == [None, "B", None]


def test_old_values_are_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    cache: TTLCache[str] = TTLCache(2, 100)
    cache.put("a", "A", 1)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 301)
    assert cache.get("a") is None
