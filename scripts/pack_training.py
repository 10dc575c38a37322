"""Add pages that were made up for training to training/written.jsonl.xz; see training/README.md.

    python scripts/pack_training.py FOLDER... [-o training/written.jsonl.xz]

A folder has ``index.json`` (a list of ``id``, ``language``, ``page_type``, ``style``), and for each page
``ID.html`` and ``ID.txt`` with its main text, a paragraph, heading, item or row of a table a line. A page is
left out, with the reason, when words of its main text do not stand in it. The same pages make the same bytes.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from maintext import parse
from maintext.classify.features.context import BlockContext
from maintext.classify.model.kind import KINDS
from maintext.html import characters as ch

_KIND_OF = {"qa": "forum", "encyclopedia": "article"}
_MAX_MISSING = 0.05  # of a main text's words


def main() -> None:
    """Add all pages of the folders; one that is there by its id is replaced."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("-o", "--output-file", type=Path, default=Path("training/written.jsonl.xz"))
    given = parser.parse_args()
    records: dict[str, dict[str, Any]] = {}
    if given.output_file.exists():
        with lzma.open(given.output_file, "rt", encoding="utf-8") as file:
            records = {record["id"]: record for record in map(json.loads, file)}
    records |= {record["id"]: record for folder in given.folders for record in read(folder)}
    with lzma.open(given.output_file, "wt", encoding="utf-8", preset=9 | lzma.PRESET_EXTREME) as file:
        for _, record in sorted(records.items()):
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    sys.stdout.write(f"{len(records)} pages, {given.output_file.stat().st_size:,} bytes\n")


def read(folder: Path) -> Iterator[dict[str, Any]]:
    """Give the pages of a folder as lines of a corpus."""
    for page in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        number = str(page["id"]).rpartition("/")[2].removesuffix(".html").zfill(2)
        html, text = (
            (folder / f"{number}{suffix}").read_text(encoding="utf-8") for suffix in (".html", ".txt")
        )
        name = f"written/{folder.name}-{number}"
        if (share := missing(html, text)) > _MAX_MISSING:
            sys.stderr.write(f"{name}: {share:.0%} of the main text does not stand in the page, left out\n")
            continue
        kind = _KIND_OF.get(page["page_type"], page["page_type"])
        if kind not in KINDS:
            sys.stderr.write(f"{name}: page_type {kind!r} is none of {', '.join(KINDS)}, left out\n")
            continue
        yield {
            "id": name, "url": None, "lang": page["language"].partition("-")[0], "page_type": kind,
            "gold_kind": "written", "gold_text": text, "style": page["style"], "html": html,
        }  # fmt: skip


def missing(html: str, text: str) -> float:
    """Share of the words of a main text that do not stand in its page."""
    words = Counter(ch.WORDS.findall(text.lower()))
    there = Counter(word for piece in BlockContext(parse(html)).texts for word in ch.WORDS.findall(piece))
    return (words - there).total() / max(1, words.total())


if __name__ == "__main__":
    main()
