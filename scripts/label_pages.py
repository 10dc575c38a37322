"""Have pages of a corpus labelled by a reader, block by block, for training; see training/README.md.

    python scripts/label_pages.py write CORPUS FOLDER [--sets NAME,…]   pages as numbered blocks, to read
    python scripts/label_pages.py pack CORPUS FOLDER… [-o FILE]         what readers wrote, as labels

``write`` makes text files of at most 85,000 characters. The reader writes FOLDER/*.labels, a page a line
with tabs between: its digest, its kind, and the numbers of the blocks that are main text, as in
``81-83,85,90-94``; ``-`` for none. ``pack`` adds them to the file of labels, training/labels.json.xz, after
what people said of a page: a wanted snippet is main text, a short block with an unwanted one is not.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from maintext import parse
from maintext.classify.features.context import BlockContext
from maintext.classify.model.kind import KINDS
from maintext.html.arrays import Bool
from maintext.html.tags import NAMES
from maintext.lab.evaluate import GoldPage, read_corpus
from maintext.lab.train.labels import Labels, digest_of, read_labels

_MAX_BLOCKS = 700  # of a page that somebody reads
_MAX_CHARS = 85_000  # of a file
_SHOWN_CHARS = 90  # of a block; its beginning and its end
_MAX_RUN = 28  # characters of a block that is shown in a run of such blocks
_LANDMARKS = frozenset({"nav", "header", "footer", "aside", "main", "article", "form"})
_SHORT_WORDS = 60  # a block with an unwanted snippet that is longer is main text all the same


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("write", "pack"):
        command = commands.add_parser(name)
        command.add_argument("corpus")
        command.add_argument("folders", nargs=1 if name == "write" else "+", type=Path, metavar="FOLDER")
        command.add_argument("--sets", help="only these sets, separated by commas")
    command.add_argument("-o", "--output-file", type=Path, default=Path("training/labels.json.xz"))
    given = parser.parse_args()
    pages = read_corpus(given.corpus, sets=given.sets.split(",") if given.sets else None)
    if given.command == "write":
        return write(pages, given.folders[0])
    return pack(pages, given.folders, given.output_file)


# -- what a reader sees -------------------------------------------------------------------------------


def write(pages: Iterator[GoldPage], folder: Path) -> int:
    """Write the pages that no person gave a main text, in an order by chance."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = [text for page in pages if not page.ranked and (text := as_blocks(page))]
    random.Random(1).shuffle(shown)  # noqa: S311 - an order, no secret
    files: list[str] = []
    for text in shown:
        if files and len(files[-1]) + len(text) <= _MAX_CHARS:
            files[-1] += text
        else:
            files.append(text)
    for number, text in enumerate(files):
        (folder / f"{number:03}.txt").write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(shown)} pages in {len(files)} files\n")
    return 0


def as_blocks(gold: GoldPage) -> str:
    """A page as numbered blocks; ``""`` for one without, or with too many of them."""
    view = _View(gold)
    if not 0 < view.n_blocks <= _MAX_BLOCKS:
        return ""
    head = f"===== PAGE {digest_of(gold.html)} · {gold.lang} · {gold.url or gold.id}"
    return "\n".join([head, *view.lines()]) + "\n"


class _View:
    """What is shown of the blocks of a page."""

    def __init__(self, gold: GoldPage) -> None:
        scene = BlockContext(parse(gold.html, gold.url))
        self.page, blocks = scene.page, scene.blocks
        self.element = blocks.element.tolist()
        self.n_blocks = len(self.element)
        places = zip(*(places.tolist() for places in scene.places), strict=True)
        self.text = [" ".join(self.page.text[start:end].split()) for start, end in places]
        self.in_links = (blocks.n_link_chars / np.maximum(1, blocks.n_chars)).tolist()
        self.is_hidden = self.page.is_hidden[blocks.row].tolist()
        self.names = {name: self.page.values(name) for name in ("class", "id")}

    def lines(self) -> Iterator[str]:
        """A line for each block or run of like blocks, and one for each new place on the page."""
        block, last = 0, None
        while block < self.n_blocks:
            if (place := self._place(self.element[block])) != last:
                yield f"  -- {place}"
            end, line = self._run(block)
            yield line
            last, block = self._place(self.element[end - 1]), end

    def _run(self, block: int) -> tuple[int, str]:
        """The block behind those that one line shows, and the line."""
        for name, least, is_one in (("LINKS", 3, self._is_link), ("SHORT", 5, self._is_short)):
            end = block
            while end < self.n_blocks and is_one(end) and self._tag(end) not in {"h1", "h2", "h3"}:
                end += 1
            if end - block >= least:
                shown = " | ".join(text[:20] for text in self.text[block : min(end, block + 8)])
                return end, f"{block}-{end - 1} {name} {shown}{' …' * (end - block > 8)}"
        marks = " L" * (self.in_links[block] > 0.5) + " hidden" * self.is_hidden[block]
        return block + 1, f"{block} {self._tag(block)}{marks}: {_shortened(self.text[block])}"

    def _is_link(self, block: int) -> bool:
        return self.in_links[block] > 0.9 and len(self.text[block].split()) < 14

    def _is_short(self, block: int) -> bool:
        return len(self.text[block]) <= _MAX_RUN and not self._is_link(block)

    def _tag(self, block: int) -> str:
        return str(NAMES[self.page.tag[self.element[block]]])

    def _place(self, row: int) -> str:
        """An element and the one above it, of those that have names."""
        found: list[str] = []
        while row > 0 and len(found) < 2:
            tag = str(NAMES[self.page.tag[row]])
            id_, classes = (self.names[name].get(row, "") for name in ("id", "class"))
            if id_ or classes or tag in _LANDMARKS:
                of_id = f"#{id_[:24]}" if id_ else ""
                of_class = f".{'.'.join(classes.split()[:2])[:34]}" if classes.split() else ""
                found.append(tag + of_id + of_class)
            row = int(self.page.parent[row])
        return " < ".join(found)


def _shortened(text: str) -> str:
    if len(text) <= _SHOWN_CHARS + 20:
        return text
    return f"{text[: _SHOWN_CHARS - 25]} … {text[-20:]} ({len(text)} chars)"


# -- what a reader says -------------------------------------------------------------------------------


def pack(pages: Iterator[GoldPage], folders: list[Path], file: Path) -> int:
    """Add what readers wrote to the file of labels; a page that is there is replaced."""
    said = dict(line for folder in folders for line in _said(folder))
    labels = read_labels(file) if file.exists() else {}
    n_before = len(labels)
    for page in pages:
        digest = digest_of(page.html)
        if digest in said:
            labels[digest] = _labels(page, *said.pop(digest))
    for digest in said:
        sys.stderr.write(f"{digest}: no such page in the corpus, left out\n")
    write_labels(labels, file)
    sys.stdout.write(f"{len(labels)} pages, {len(labels) - n_before} new, {file.stat().st_size:,} bytes\n")
    return 0


def write_labels(labels: Mapping[str, Labels], path: Path) -> None:
    """Write a file of labels; the same labels make the same bytes."""
    lines = (
        f'"{digest}": {json.dumps([one.kind, one.n_chars, one.ranges], separators=(",", ":"))}'
        for digest, one in sorted(labels.items())
    )
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def labels_of(scene: BlockContext, is_main: Bool, kind: str) -> Labels:
    """Return the labels of a page from a flag for each block."""
    starts, ends = (places.tolist() for places in scene.places)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], is_main, [False])).astype(np.int8)))
    runs = zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
    return Labels(kind, len(scene.page.text), tuple((starts[first], ends[last - 1]) for first, last in runs))


def _said(folder: Path) -> Iterator[tuple[str, tuple[str, list[int]]]]:
    for file in sorted(folder.glob("*.labels")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            try:
                digest, kind, ranges = line.split("\t")
                blocks = (
                    [] if ranges == "-" else [block for one in ranges.split(",") for block in _range(one)]
                )
            except ValueError as error:
                raise SystemExit(f"{file}, line {number}: {error}; a line is digest, kind, ranges") from error
            if kind not in KINDS:
                raise SystemExit(f"{file}, line {number}: kind {kind!r} is none of {', '.join(KINDS)}")
            yield digest, (kind, blocks)


def _range(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _labels(gold: GoldPage, kind: str, blocks: list[int]) -> Labels:
    scene = BlockContext(parse(gold.html, gold.url))
    is_main = np.zeros(len(scene.blocks), dtype=np.bool_)
    is_main[[block for block in blocks if block < len(is_main)]] = True
    texts = scene.texts
    is_short = [len(text.split()) < _SHORT_WORDS for text in texts]
    for snippet in map(_collapsed, gold.without_snippets):
        is_main[[i for i, text in enumerate(texts) if is_short[i] and snippet in text]] = False
    for snippet in map(_collapsed, gold.with_snippets):
        there = [i for i, text in enumerate(texts) if snippet in text]
        if there and not is_main[there].any():
            main = np.flatnonzero(is_main)
            is_main[min(there, key=lambda i: np.abs(main - i).min(initial=len(texts)))] = True
    return labels_of(scene, is_main, kind)


def _collapsed(snippet: str) -> str:
    return " ".join(snippet.lower().split())


if __name__ == "__main__":
    sys.exit(main())
