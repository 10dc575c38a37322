"""Pages to measure on: corpora, whole or evenly spread samples of them, and made pages."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.pages import SMALLEST, made_page

from maintext.lab.evaluate import read_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["HELP", "Source", "read_pages", "source"]

HELP = "directory of a corpus or one of its files, with :N for at most N pages of a set; default: made pages"

_MADE = "made pages"
_MADE_SIZES = (SMALLEST, 30_000, 100_000, 250_000, 600_000)
_N_MADE = 4  # of each size


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus, and how many pages of each of its sets; ``None`` for all."""

    path: Path
    limit: int | None = None


def source(text: str) -> Source:
    """Read ``PATH`` or ``PATH:N`` from the command line."""
    path, colon, limit = text.rpartition(":")
    if not (colon and limit.isdigit()):
        path, limit = text, ""
    if not Path(path).exists():
        raise argparse.ArgumentTypeError(f"{path} does not exist")
    return Source(Path(path), int(limit) if limit else None)


def read_pages(sources: Sequence[Source]) -> Iterator[tuple[str, str, str, Any]]:
    """Give set, id, markup and URL of each page; without a source those of made pages."""
    for one in sources:
        for page in read_corpus(one.path, limit_per_set=one.limit):
            yield page.set, page.id, page.html, page.url
    if not sources:
        for size in _MADE_SIZES:
            for seed in range(_N_MADE):
                yield _MADE, f"{size}-{seed}", made_page(size, seed), None
