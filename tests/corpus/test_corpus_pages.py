"""The tokeniser equals the definition on real pages."""

from __future__ import annotations

import pytest
from tests.corpus_sample import first_pages, needs_corpus
from tests.definitions import first_difference

from maintext.html import parse
from maintext.options import Options

WITHOUT_LIMITS = Options(max_bytes=10**9, max_nodes=10**8)

pytestmark = [pytest.mark.corpus, needs_corpus]


def test_every_column_equals_the_definition() -> None:
    differences = {
        page.id: first_difference(parse(page.html, options=WITHOUT_LIMITS), page.html)
        for page in first_pages(12)
    }
    assert {name: found for name, found in differences.items() if found} == {}
