"""hyperlink_analysis by its steps, over a plain walk: slow and meant to be obviously right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tests.definitions import Row, rows_of
from tests.unit.classify.methods.definition_text_density import ancestors, is_block

from maintext.classify.methods.hyperlink_analysis import HyperlinkAnalysisOptions
from maintext.classify.methods.symbol_density import CONTAINERS


@dataclass
class HyperlinkAnalysis:
    clustered: set[int]  # blocks
    statements: set[int]
    score: list[int]
    kept: list[int]


def hyperlink_analysis(markup: str, options: HyperlinkAnalysisOptions) -> HyperlinkAnalysis:
    rows = rows_of(markup)
    texts = [i for i, row in enumerate(rows) if row.is_text and row.n_chars and not row.is_hidden]
    clustered, statements = clusters(rows, texts, options)
    noise = [is_noise(rows, i, texts, clustered, statements, options) for i in range(len(rows))]
    left = [i for i in texts if not any(noise[e] for e in ancestors(rows, i))]
    score = [0] * len(rows)
    for i in left:
        if rows[i].block in statements:
            for e in (i, *ancestors(rows, i)):
                score[e] += rows[i].n_words
    body = 0
    for i, row in enumerate(rows):
        if row.name in CONTAINERS and score[0] > 0 and score[i] >= options.min_share * score[0]:
            body = i
    kept = [i for i in left if body in ancestors(rows, i) and rows[i].block not in clustered]
    return HyperlinkAnalysis(clustered, statements, score, kept)


def clusters(
    rows: list[Row], texts: list[int], options: HyperlinkAnalysisOptions
) -> tuple[set[int], set[int]]:
    """Steps 1 and 2."""
    words: Counter[int] = Counter()
    linked: Counter[int] = Counter()
    for i in texts:
        words[rows[i].block] += rows[i].n_words
        linked[rows[i].block] += rows[i].n_words if rows[i].is_link else 0
    n_links: Counter[int] = Counter()
    for i, row in enumerate(rows):
        inside = [t for t in texts if i < t < row.end]
        if row.is_anchor and inside:
            n_links[rows[inside[0]].block] += 1
    clustered: set[int] = set()
    statements: set[int] = set()
    stretches: list[list[int]] = [[]]  # link blocks between statements
    for block in sorted(words):
        n_unlinked = words[block] - linked[block]
        if linked[block] > 0 and n_unlinked < options.max_unlinked * linked[block]:
            stretches[-1].append(block)
        elif n_unlinked >= options.min_statement:
            statements.add(block)
            stretches.append([])
    for stretch in stretches:
        if sum(n_links[block] for block in stretch) >= options.min_links:
            clustered.update(stretch)
    return clustered, statements


def is_noise(
    rows: list[Row],
    row: int,
    texts: list[int],
    clustered: set[int],
    statements: set[int],
    options: HyperlinkAnalysisOptions,
) -> bool:
    """Step 3."""
    inside = [i for i in texts if row < i < rows[row].end]
    n_clustered = sum(rows[i].n_words for i in inside if rows[i].block in clustered)
    return (
        is_block(rows[row])
        and rows[row].name not in {"html", "body", "frameset"}
        and not any(rows[i].block in statements and rows[i].n_words for i in inside)
        and n_clustered > options.min_cluster_share * sum(rows[i].n_words for i in inside)
    )
