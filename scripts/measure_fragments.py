"""Measure what extraction leaves out of fragments: markup of a text alone, without a page around it.

    python scripts/measure_fragments.py ../shared/corpus

Fragments are the gold texts in Markdown as HTML, whole, and in pieces of 2 to 12 blocks that do not end with
a heading. All of them should be kept. Prints the blocks by kind, and how many of them are left out. The
figures are for docs/model-card.md, "Steps after the model".
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

import maintext
from maintext.classify.features.context import BlockContext
from maintext.html.tags import HEADING_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterator

MIN_CHARS, N_PIECES, PIECE = 100, 4, (2, 12)
KINDS = {
    **dict.fromkeys(HEADING_TAGS, "heading"), "li": "item", "td": "cell", "th": "cell", "pre": "code",
    "blockquote": "quotation",
}  # fmt: skip


def read_texts(corpus: Path) -> Iterator[str]:
    """Yield the gold texts in Markdown of all sets."""
    for file in sorted(corpus.glob("*.jsonl.xz")):
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            texts = (json.loads(line)["gold_md"] or "" for line in lines)
            yield from (text for text in texts if len(text) >= MIN_CHARS)


def fragments_of(markdown: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield whether each fragment of a text is whole or a piece, and its HTML."""
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = reader.parse(markdown)
    ends = [0, *(at + 1 for at, token in enumerate(tokens) if token.level == 0 and token.nesting <= 0)]
    yield "whole", reader.renderer.render(tokens, reader.options, {})
    for _ in range(N_PIECES if len(ends) > PIECE[0] else 0):
        n_blocks = min(chance.randint(*PIECE), len(ends) - 1)
        first = chance.randrange(len(ends) - n_blocks)
        while tokens[ends[first + n_blocks] - 1].tag in HEADING_TAGS:
            n_blocks -= 1
        if n_blocks >= PIECE[0]:
            piece = tokens[ends[first] : ends[first + n_blocks]]
            yield "piece", reader.renderer.render(piece, reader.options, {})


def count_blocks(html: str) -> Iterator[tuple[str, bool]]:
    """Yield the kind of each block, and whether it is left out."""
    document = maintext.extract(html)
    page, keep = document.page, document.selection.keep
    blocks = BlockContext(page).blocks
    for row, last in zip(blocks.row.tolist(), blocks.last.tolist(), strict=True):
        kind, at = "", row
        while not kind and at > 0:
            at = int(page.parent[at])
            kind = KINDS.get(page.name(at), "")
        yield kind or "paragraph", not keep[row : last + 1].any()


def main() -> None:
    """Measure all fragments and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus")
    chance = random.Random(1)  # noqa: S311 - a sample
    blocks, lost, fragments = Counter[str](), Counter[str](), Counter[str]()
    for markdown in read_texts(Path(parser.parse_args().corpus)):
        for form, html in fragments_of(markdown, chance):
            found = list(count_blocks(html))
            blocks.update(f"{form} {kind}" for kind, _ in found)
            lost.update(f"{form} {kind}" for kind, is_lost in found if is_lost)
            fragments[form] += 1
            fragments[f"{form}, with a loss"] += any(is_lost for _, is_lost in found)
    for name, n in sorted(blocks.items()):
        print(f"{name:20} {n:7} blocks {lost[name]:5} left out {lost[name] / n:.4f}")
    for name, n in sorted(fragments.items()):
        print(f"{name:20} {n:7} fragments")


if __name__ == "__main__":
    main()
