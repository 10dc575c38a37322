"""The first pages of each set of the development corpus, for tests that need real pages."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from maintext.lab.evaluate import corpus_sets, read_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.lab.evaluate import GoldPage

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"


needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"there is no development corpus at {CORPUS}")


def first_pages(n: int) -> Iterator[GoldPage]:
    """Yield the first n pages of each set, all with MAINTEXT_CORPUS_ALL=1.

    To read on, for an even sample, would take longer than most tests: the sets are packed.
    """
    stop = None if os.environ.get("MAINTEXT_CORPUS_ALL") else n
    for name in corpus_sets(CORPUS):
        yield from islice(read_corpus(CORPUS, sets=[name]), stop)
