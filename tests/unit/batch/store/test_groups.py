from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from maintext.batch.store.identity import MAX_BITS, near_groups
from maintext.render.fingerprint import distance


def groups_by_definition(fingerprints: list[int]) -> list[int]:
    """Connect all near pairs, one after the other; the first of each group names it."""
    group = list(range(len(fingerprints)))
    for left, first in enumerate(fingerprints):
        for right, second in enumerate(fingerprints):
            if first and second and distance(first, second) <= MAX_BITS:
                low, high = sorted((group[left], group[right]))
                group = [low if one == high else one for one in group]
    return group


def flips(bits: list[int]) -> int:
    return sum(1 << bit for bit in set(bits))


NEAR = st.builds(
    lambda base, bits: base ^ flips(bits),
    st.sampled_from([0, 1, 0xFFFF, 0x0123456789ABCDEF, (1 << 64) - 1]),
    st.lists(st.integers(0, 63), max_size=3),
)


@given(st.lists(NEAR | st.integers(0, (1 << 64) - 1), max_size=30))
def test_groups_are_those_of_the_definition(fingerprints: list[int]) -> None:
    assert near_groups(fingerprints).tolist() == groups_by_definition(fingerprints)


def test_texts_without_words_are_no_group() -> None:
    assert near_groups([0, 0, 1, 0]).tolist() == [0, 1, 2, 3]


def test_a_group_may_have_members_that_are_far_apart() -> None:
    chain = [0xFF00, 0xFF07, 0xFF3F]
    assert distance(chain[0], chain[2]) > MAX_BITS
    assert near_groups(chain).tolist() == [0, 0, 0]


def test_no_records_have_no_groups() -> None:
    assert near_groups([]).tolist() == []
