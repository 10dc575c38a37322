"""Where our output differs from another tool's on the same pages, by kinds of difference.

    python scripts/check_alarms.py ../shared/corpus
    python scripts/check_alarms.py ../shared/corpus --examples 5 --kind code
    python scripts/check_alarms.py ../shared/corpus --pages 20

The sets `defuddle` and `readability` hold the text that other tools gave, not the truth: each page is an
alarm to look at. A line is on both sides when half of its stretches of four words are: marks of notes and
line breaks make no difference. A line that only one side has is named by the element it stands in. Their
text has no markup, so our Markdown is compared with the kept elements of the page itself, read back by
markdown-it-py. With --pages the lines themselves are printed, of the pages with most words that differ.
"""

from __future__ import annotations

import argparse
import importlib
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

import maintext
from maintext.errors import InputError
from maintext.html.characters import WORDS
from maintext.lab.evaluate import GoldPage, read_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SETS = ("defuddle", "readability")
MIN_LETTERS = 30  # of a line of text that counts
STRETCH = 4  # words
LETTERS = re.compile(r"[^\W_]+")
FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\$\w])\$(?![\s$])([^$\n]+?)(?<!\s)\$(?![\d$])", re.DOTALL)
SPACE = re.compile(r"[\s{}]+")
ADDRESS = re.compile(r"\]\([^()\s]*\)")  # of a link in Markdown
# The first of these around a text names it.
PLACES = {
    "code": ("pre", "code"), "table": ("table",), "quotation": ("blockquote",), "caption": ("figcaption",),
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"), "list": ("li", "dd", "dt"),
    "navigation": ("nav", "footer", "header", "aside"), "paragraph": ("p",),
}  # fmt: skip
# Element of the page and token of the Markdown.
PARTS = {
    "pre": "fence",
    "h1 h2 h3 h4 h5 h6": "heading_open",
    "li": "list_item_open",
    "blockquote": "blockquote_open",
}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--examples", type=int, default=0, help="print so many pages of each kind")
    parser.add_argument("--kind", default="", help="only kinds with this word")
    parser.add_argument("--pages", type=int, default=0, help="print the lines of so many pages instead")
    given = parser.parse_args()
    pages = list(documents(given.corpus))
    if given.pages:
        print_lines(pages, given.pages)
    else:
        print_kinds(pages, given.examples, given.kind)


def documents(corpus: str) -> Iterator[tuple[GoldPage, maintext.Document]]:
    """Pages of the sets, as we extract them."""
    for gold in read_corpus(corpus):
        if gold.set in SETS and gold.gold_text is not None:
            try:
                yield gold, maintext.extract(gold.html, gold.url)
            except InputError:
                continue


def print_kinds(pages: list[tuple[GoldPage, maintext.Document]], n_examples: int, wanted: str) -> None:
    """Print how many pages of each set have a kind of difference."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for gold, document in pages:
        theirs = gold.gold_text or ""
        kinds = {f"text {side}: {place}" for side, place, _ in lines_apart(document, theirs)}
        for kind in {*kinds, *markup_kinds(document, theirs)}:
            found[kind][gold.set].append(gold.id)
    n_pages = Counter(gold.set for gold, _ in pages)
    print("| kind | " + " | ".join(f"{name} ({n_pages[name]} pages)" for name in SETS) + " |\n|---|---|---|")
    for kind in sorted(kind for kind in found if wanted in kind):
        print(f"| {kind} | " + " | ".join(str(len(found[kind][name])) for name in SETS) + " |")
        for page in [page for name in SETS for page in found[kind][name]][:n_examples]:
            print(f"    {page}")


def print_lines(pages: list[tuple[GoldPage, maintext.Document]], n_pages: int) -> None:
    """Print the lines that only one side has, of the pages with most words in them."""
    apart = [(gold.id, list(lines_apart(document, gold.gold_text or ""))) for gold, document in pages]
    apart.sort(key=lambda page: -sum(len(WORDS.findall(line)) for _, _, line in page[1]))
    for name, lines in [page for page in apart if page[1]][:n_pages]:
        print(name)
        for side, place, line in lines:
            print(f"    {side:7} {place:12} {line.strip()[:120]}")


def lines_apart(document: maintext.Document, theirs: str) -> Iterator[tuple[str, str, str]]:
    """Lines that only one side has: which (missing, added), the element they stand in, the line."""
    theirs = ADDRESS.sub("]", theirs)
    ours, place = document.text, places(document)
    for side, lines, others in (("missing", theirs, ours), ("added", ours, theirs)):
        whole = letters(others)
        there = [stretches(others), stretches(FORMULA.sub(" ", others))]
        for line in lines.split("\n"):
            wanted = letters(line)
            if len(wanted) < MIN_LETTERS or wanted in whole:
                continue
            own = [stretches(line), stretches(FORMULA.sub(" ", line))]
            if all(2 * len(one & other) < len(one) for one, other in zip(own, there, strict=True)):
                yield side, place(line), line


def stretches(text: str) -> set[tuple[str, ...]]:
    """All runs of four words of a text; of a shorter one the one that it is."""
    words = WORDS.findall(text.lower())
    last = max(len(words) - STRETCH, 0)
    return {tuple(words[at : at + STRETCH]) for at in range(last + 1)}


def places(document: maintext.Document) -> Callable[[str], str]:
    """What names the element of the page around a line."""
    page = document.page
    rows = np.flatnonzero((page.n_chars > 0) & ~page.is_hidden).tolist()
    texts = [letters(page.row_text(row)) for row in rows]
    starts = [0, *accumulate(map(len, texts))]
    whole = "".join(texts)

    def place(line: str) -> str:
        wanted = letters(line)
        at = max(whole.find(part) for part in (wanted, wanted[:MIN_LETTERS], wanted[-MIN_LETTERS:]))
        if at < 0:
            return "not to be seen on the page"
        row = rows[bisect_right(starts, at) - 1]
        names = set()
        while row >= 0:
            names.add(page.name(row))
            row = int(page.parent[row])
        return next((name for name, tags in PLACES.items() if not names.isdisjoint(tags)), "other blocks")

    return place


def markup_kinds(document: maintext.Document, theirs: str) -> Iterator[str]:
    """Kept elements that our Markdown has fewer of, and formulas that only the other tool has."""
    page, keep = document.page, document.selection.keep
    markdown = document.markdown
    markdown_it: Any = importlib.import_module("markdown_it")
    tokens = markdown_it.MarkdownIt("commonmark").enable("table").parse(markdown)
    n_tokens = Counter(token.type for token in tokens)
    n_kept = page.subtree_sum(keep & (page.n_chars > 0))
    for names, token in PARTS.items():
        n_elements = int((page.is_tag(names.split()) & (n_kept > 0)).sum())
        if n_tokens[token] < n_elements:
            yield f"markup: fewer in Markdown than kept <{names.split()[0]}>"
    n_data = int(
        (page.is_tag(("table",)) & (page.subtree_sum(page.is_tag(("th",)) & (n_kept > 0)) > 0)).sum()
    )
    if n_tokens["table_open"] < n_data:
        yield "markup: fewer in Markdown than kept <table> with heads"
    wanted = formulas(theirs) - formulas(markdown)
    if wanted:
        is_there = len(formulas(markdown)) >= len(wanted)
        yield "formula written another way" if is_there else "formula missing"


def formulas(markdown: str) -> set[str]:
    """LaTeX of all formulas, without spaces and braces."""
    return {SPACE.sub("", one or other) for one, other in FORMULA.findall(markdown)}


def letters(text: str) -> str:
    """Letters and digits of a text, lower case."""
    return "".join(LETTERS.findall(text)).lower()


if __name__ == "__main__":
    main()
