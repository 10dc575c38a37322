"""On a sample of the corpus: options of output change neither the text nor the selection."""

from __future__ import annotations

import itertools

import pytest
from tests.corpus_sample import first_pages, needs_corpus

import maintext

SWITCHES = list(itertools.product((True, False), repeat=3))


@pytest.mark.corpus
@needs_corpus
def test_no_option_of_output_changes_the_text_of_a_corpus_page() -> None:
    for page in first_pages(4):
        expected = maintext.extract(page.html, page.url)
        for links, images, tables in SWITCHES:
            found = maintext.extract(page.html, page.url, links=links, images=images, tables=tables)
            assert found.text == expected.text, page.id
            assert found.selection.keep.tobytes() == expected.selection.keep.tobytes(), page.id
            assert found.markdown or not found.text, page.id
