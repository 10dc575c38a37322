"""Check the fields of pages as sites have and had them, most of them Chinese."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.unit.metadata.forms.forms import FIELDS, forms

# How many of a folder's forms must have each field right: what was measured, so that none falls unseen.
RIGHT = {
    "written_1": {"title": 99, "authors": 98, "credits": 100, "source": 53, "published": 100},
    "written_2": {"title": 37, "authors": 34, "credits": 39, "source": 14, "published": 37},
    "written_3": {"title": 21, "authors": 20, "credits": 20, "source": 9, "published": 21},
    "written_4": {"title": 38, "authors": 34, "credits": 37, "source": 11, "published": 38},
    "written_5": {"title": 60, "authors": 58, "credits": 59, "source": 16, "published": 60, "tags": 11},
    "written_6": {"title": 85, "authors": 82, "credits": 80, "source": 23, "published": 80, "tags": 11},
    "written_7": {"title": 22, "authors": 20, "credits": 21, "source": 5, "published": 20},
}


@pytest.mark.parametrize("folder", RIGHT)
def test_as_many_fields_of_written_forms_are_right_as_were_measured(folder: str) -> None:
    judged: Counter[str] = Counter()
    wrong = []
    for form in forms(folder):
        judged.update(form.judged())
        wrong += [(name, form.name, *both) for name, both in form.misses().items()]
    missed = Counter(name for name, *_ in wrong)
    right = {name: judged[name] - missed[name] for name in FIELDS}
    report = "\n".join(
        f"{name}: {form}: expected {expected!r}, found {found!r}" for name, form, expected, found in wrong
    )
    assert all(right[name] >= n for name, n in RIGHT[folder].items()), f"{right} of {dict(judged)}\n{report}"
