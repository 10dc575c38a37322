"""feature_density by its steps, over a plain walk: slow and meant to be obviously right."""

from __future__ import annotations

from dataclasses import dataclass

from tests.definitions import TOKEN, Row, rows_of

from maintext.classify.methods.feature_density import (
    FUNCTION_CHARACTERS,
    FUNCTION_WORDS,
    FeatureDensityOptions,
)
from maintext.html import parse

KNOWN = {word for words in FUNCTION_WORDS.values() for word in words.split()} | set(FUNCTION_CHARACTERS)


@dataclass
class Block:
    rows: list[int]
    n_chars: int  # T
    n_link_chars: int  # LT
    n_html_chars: int  # H
    n_marks: int  # M
    n_words: int  # W
    n_function_words: int  # F
    score: float = 0.0

    @property
    def link_free(self) -> float:
        return 1 - self.n_link_chars / self.n_chars


def n_function_words(text: str) -> int:
    return sum(token in KNOWN for token in TOKEN.findall(text))


def saturated(x: float, floor: float) -> float:
    return (floor + min(x, 1)) / (floor + 1)


def blocks_of(markup: str, options: FeatureDensityOptions) -> list[Block]:
    """Blocks with visible text and their scores (formulas 1 to 6)."""
    rows, page = rows_of(markup), parse(markup)
    by_block: dict[int, list[int]] = {}
    for i, row in enumerate(rows):
        if row.is_text and row.n_chars and not row.is_hidden:
            by_block.setdefault(row.block, []).append(i)
    at = next((int(page.byte_start[i]) for i, row in enumerate(rows) if row.name == "body"), 0)
    found = []
    for inside in by_block.values():
        end = int(page.byte_end[inside[-1]])
        block = counted(inside, [rows[i] for i in inside], len(page.data[at:end].decode()))
        block.score = score(block, options)
        found.append(block)
        at = end
    return found


def counted(inside: list[int], texts: list[Row], n_html_chars: int) -> Block:
    return Block(
        inside,
        n_chars=sum(row.n_chars for row in texts),
        n_link_chars=sum(row.n_chars for row in texts if row.is_link),
        n_html_chars=n_html_chars,
        n_marks=sum(row.n_punctuation for row in texts),
        n_words=sum(row.n_words for row in texts),
        n_function_words=sum(n_function_words(row.text) for row in texts),
    )


def score(block: Block, options: FeatureDensityOptions) -> float:
    run = block.n_chars / len(block.rows)
    return float(
        (block.n_chars / block.n_html_chars) ** options.density_weight
        * saturated(block.n_marks / options.enough_marks, options.floor) ** options.marks_weight
        * (run / (run + options.half_run_chars)) ** options.run_weight
        * saturated(
            block.n_function_words / max(block.n_words, 1) / options.enough_function_words, options.floor
        )
        ** options.function_words_weight
        * block.link_free**options.link_free_weight
    )


def threshold(blocks: list[Block], options: FeatureDensityOptions) -> float:
    """Formula 7."""
    n_chars = sum(block.n_chars for block in blocks)
    return options.threshold * sum(block.n_chars * block.score for block in blocks) / max(n_chars, 1)


def kept_rows(blocks: list[Block], options: FeatureDensityOptions) -> list[int]:
    """Steps 7 to 10."""
    least = threshold(blocks, options)
    regions: list[list[int]] = []  # of the numbers of rich blocks
    for i, block in enumerate(blocks):
        if block.score >= least and block.score > 0:
            if regions and i - regions[-1][-1] - 1 <= options.max_gap:
                regions[-1].append(i)
            else:
                regions.append([i])
    weights = [sum(blocks[i].n_chars * blocks[i].score for i in region) for region in regions]
    kept: list[int] = []
    for region, weight in zip(regions, weights, strict=True):
        if weight >= options.min_region_share * max(weights):
            for block in blocks[region[0] : region[-1] + 1]:
                kept += block.rows if block.link_free >= options.min_link_free else []
    return kept
