"""text_density by its steps, over a plain walk: slow and meant to be obviously right."""

from __future__ import annotations

from dataclasses import dataclass

from tests import naive
from tests.definitions import Row, rows_of

from maintext.classify.methods.symbol_density import CONTAINERS
from maintext.classify.methods.text_density import TextDensityOptions
from maintext.html import parse
from maintext.html.tags import BLOCK, INLINE, NAMES


@dataclass
class TextDensity:
    n_html_chars: list[int]
    density: list[float]
    score: dict[int, float]
    kept: list[int]


def is_block(row: Row) -> bool:
    is_custom = "-" in row.name and row.name not in {*NAMES, *INLINE} and not row.name.startswith("mjx-")
    return row.name in BLOCK or is_custom


def text_density(markup: str, options: TextDensityOptions) -> TextDensity:
    rows, page = rows_of(markup), parse(markup)
    spans = zip(page.byte_start.tolist(), page.byte_end.tolist(), strict=True)
    n_html_chars = [len(page.data[start:end].decode()) for start, end in spans]
    n_chars = naive.text_chars(rows)
    density = [t / h for t, h in zip(n_chars, n_html_chars, strict=True)]
    score = {
        i: n_chars[i] * density[i] ** options.power
        for i, row in enumerate(rows)
        if row.name in CONTAINERS and not row.is_hidden
    }
    best = max(score, key=lambda i: (score[i], -i), default=-1)
    kept = []
    for i, row in enumerate(rows):
        around = ancestors(rows, i)
        if best in around and score[best] > 0 and row.is_text and row.n_chars and not row.is_hidden:
            inside = around[: around.index(best)]
            if all(density[e] >= options.prune * density[best] for e in inside if is_block(rows[e])):
                kept.append(i)
    return TextDensity(n_html_chars, density, score, kept)


def ancestors(rows: list[Row], row: int) -> list[int]:
    """The elements around a row, from the inside out."""
    found = []
    at = rows[row].parent
    while at >= 0:
        found.append(at)
        at = rows[at].parent
    return found
