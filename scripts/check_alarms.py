"""Where our output differs from another tool's on the same pages, by kinds of difference.

    python scripts/check_alarms.py ../shared/corpus
    python scripts/check_alarms.py ../shared/corpus --examples 5 --kind code

The sets `defuddle` and `readability` hold the text that other tools gave, not the truth: each page is an
alarm to look at. A text that only one side has is named by the element it stands in. Their text has no
markup, so our Markdown is compared with the kept elements of the page itself, read back by markdown-it-py.
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
from maintext.evaluate import read_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator

SETS = ("defuddle", "readability")
MIN_LETTERS = 30  # of a line of text that counts
LETTERS = re.compile(r"[^\W_]+")
FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\$\w])\$(?![\s$])([^$\n]+?)(?<!\s)\$(?![\d$])", re.DOTALL)
SPACE = re.compile(r"[\s{}]+")
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
    given = parser.parse_args()
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    n_pages = Counter[str]()
    for gold in read_corpus(given.corpus):
        if gold.set not in SETS or gold.gold_text is None:
            continue
        try:
            document = maintext.extract(gold.html, gold.url)
        except InputError:
            continue
        n_pages[gold.set] += 1
        for kind in {*text_kinds(document, gold.gold_text), *markup_kinds(document, gold.gold_text)}:
            found[kind][gold.set].append(gold.id)
    print("| kind | " + " | ".join(f"{name} ({n_pages[name]} pages)" for name in SETS) + " |\n|---|---|---|")
    for kind in sorted(kind for kind in found if given.kind in kind):
        print(f"| {kind} | " + " | ".join(str(len(found[kind][name])) for name in SETS) + " |")
        for page in [page for name in SETS for page in found[kind][name]][: given.examples]:
            print(f"    {page}")


def text_kinds(document: maintext.Document, theirs: str) -> Iterator[str]:
    """Lines that only one side has, by the element they stand in."""
    ours = document.text
    place = places(document)
    for name, lines, has in (("missing", theirs, ours), ("added", ours, theirs)):
        there = letters(has)
        for line in lines.split("\n"):
            wanted = letters(line)
            if len(wanted) >= MIN_LETTERS and wanted not in there:
                yield f"text {name}: {place(wanted)}"


def places(document: maintext.Document) -> Any:
    """What names the element of the page around a text."""
    page = document.page
    rows = np.flatnonzero((page.n_chars > 0) & ~page.is_hidden).tolist()
    texts = [letters(page.row_text(row)) for row in rows]
    starts = [0, *accumulate(map(len, texts))]
    whole = "".join(texts)

    def place(wanted: str) -> str:
        at = whole.find(wanted)
        if at < 0:
            return "hidden, joined or cut another way"
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
