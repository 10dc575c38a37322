"""Pages whose text a method loses when an end tag is missing before it.

    python scripts/measure_broken.py ../shared/corpus             # 200 pages, every method
    python scripts/measure_broken.py ../shared/corpus --pages 60 --tags a,li

Takes pages whose tags of a kind are balanced, and removes the last end tag of that kind before the main text:
of the menu, on most pages. A page is lost for a method if less than half of the characters that it kept are
kept afterwards; pages that it keeps fewer than 200 characters of are left out.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING

from maintext.api import select
from maintext.classify.methods.catalogue import METHODS
from maintext.html import Page, parse
from maintext.lab.evaluate import read_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.lab.evaluate import GoldPage

TAGS = "a,b,span,li"
MIN_CHARS = 200
MIN_SHARE = 0.5
_HIDDEN = re.compile(r"<!--.*?-->|<(script|style|textarea|noscript)\b.*?</\1", re.DOTALL | re.IGNORECASE)


def broken(gold: GoldPage, page: Page, tag: str) -> str | None:
    """Return the page without the last such end tag before its main text; None if it has no such place."""
    markup = _HIDDEN.sub(lambda found: " " * len(found[0]), gold.html)
    ends = [found.span() for found in re.finditer(rf"</{tag}\s*>", markup, re.IGNORECASE)]
    starts = re.findall(rf"<{tag}(?=[\s>])", markup, re.IGNORECASE)
    kept = select(page).keep & page.is_text & (page.n_chars > 20)
    if not kept.any() or len(starts) != len(ends):
        return None
    text = page.row_text(int(kept.argmax())).strip()[:20]
    before = [span for span in ends if span[1] <= markup.find(text)]
    return gold.html[: before[-1][0]] + gold.html[before[-1][1] :] if before else None


def kept_texts(page: Page, method: str) -> Counter[str]:
    """Return the characters of each text that a method keeps, by the text."""
    kept: Counter[str] = Counter()
    for row in (select(page, method).keep & page.is_text).nonzero()[0].tolist():
        kept[page.row_text(row).strip()] += int(page.n_chars[row])
    return kept


def measured(pages: Sequence[GoldPage], tag: str, wanted: int) -> tuple[int, Counter[str], Counter[str]]:
    """Return how many pages were broken; by method, how many count and how many are lost."""
    n_pages, n_counted, n_lost = 0, Counter[str](), Counter[str]()
    for gold in pages:
        page = parse(gold.html, gold.url)
        without = broken(gold, page, tag)
        if without is None:
            continue
        n_pages += 1
        after_page = parse(without, gold.url)
        for method in METHODS:
            before, after = kept_texts(page, method), kept_texts(after_page, method)
            if before.total() >= MIN_CHARS:
                n_counted[method] += 1
                n_lost[method] += (before & after).total() < MIN_SHARE * before.total()
        if n_pages == wanted:
            break
    return n_pages, n_counted, n_lost


def main() -> int:
    """Print, by tag and method, the pages that count and those whose text is lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--tags", default=TAGS)
    arguments = parser.parse_args()
    pages = list(read_corpus(arguments.corpus, limit_per_set=arguments.pages // 4))
    for tag in arguments.tags.split(","):
        n_pages, n_counted, n_lost = measured(pages, tag, arguments.pages)
        print(f"</{tag}> removed from {n_pages} pages: lost / counted")
        print("   ", ", ".join(f"{name} {n_lost[name]}/{n_counted[name]}" for name in METHODS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
