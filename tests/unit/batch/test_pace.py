from __future__ import annotations

import pytest

from maintext.batch.progress import duration, pages_per_second


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.4, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (200, "3 min 20 s"),
        (3599.6, "1 h 0 min"),
        (7525, "2 h 5 min"),
    ],
)
def test_a_time_for_people(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


def test_a_rate_is_pages_by_seconds() -> None:
    assert pages_per_second(30, 4.0) == 7.5


def test_there_is_no_rate_before_time_has_passed() -> None:
    assert pages_per_second(30, 0.0) == 0.0
