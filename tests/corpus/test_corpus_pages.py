"""The tokeniser equals the definition on real pages: a sample, or all with MAINTEXT_CORPUS_STEP=1."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.definitions import first_difference

from maintext.html import parse
from maintext.lab.evaluate import read_corpus
from maintext.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterator

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
STEP = int(os.environ.get("MAINTEXT_CORPUS_STEP", "32"))
WITHOUT_LIMITS = Options(max_bytes=10**9, max_nodes=10**8)

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS.is_dir(), reason=f"there is no development corpus at {CORPUS}"),
]


def pages() -> Iterator[tuple[str, str]]:
    for number, page in enumerate(read_corpus(CORPUS)):
        if number % STEP == 0:
            yield page.id, page.html


def test_every_column_equals_the_definition() -> None:
    differences = {
        name: first_difference(parse(html, options=WITHOUT_LIMITS), html) for name, html in pages()
    }
    assert {name: found for name, found in differences.items() if found} == {}
