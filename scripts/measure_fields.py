"""Measure the fields on the development corpus: shares that are right, wrong ones where there is none, time.

    .venv/bin/python scripts/measure_fields.py ../shared/corpus [--every N] [--origins] [--wrong FIELD]

A title is right with a token-F1 above 0.9, an author above 0.8 (names joined; the order does not matter),
a date on the same day. ``given`` is the share of pages without a gold value for which a value is given.
Gold languages are those of the corpus. Times are of all fields together, after the main text was found.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from maintext.evaluate import read_corpus
from maintext.extract import select
from maintext.metadata.candidate import Candidate, Person
from maintext.metadata.fields import FIELDS, Fields
from maintext.page import characters, parse
from maintext.render import render_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maintext.evaluate import GoldPage

SETS = ("wcxb_dev", "trafilatura", "gne", "daniel")
GOLD = {"title": "title", "author": "author", "published": "date", "language": "lang"}
TITLE_F1, AUTHOR_F1 = 0.9, 0.8


def words(text: str) -> Counter[str]:
    """Words of a text with their counts; a CJK character is one word."""
    return Counter(characters.WORDS.findall(text.lower()))


def token_f1(one: str, other: str) -> float:
    """Multiset F1 of the words of two texts, 0 for two without words."""
    a, b = words(one), words(other)
    return 2 * (a & b).total() / max(a.total() + b.total(), 1)


def shown(values: Iterable[object]) -> str:
    """Values of a field as one text to compare or to print; of people only those who wrote."""
    texts = []
    for value in values:
        if isinstance(value, Person):
            texts += [value.name] if value.role in {"author", "reporter"} else []
        else:
            texts.append(value.isoformat() if hasattr(value, "isoformat") else str(value))
    return ", ".join(texts)


def is_right(field: str, gold: str, found: str) -> bool:
    """Whether a value is the gold one."""
    if field == "published":
        return bool(found) and found[:10] == gold[:10]
    if field == "language":
        return found.partition("-")[0] == gold.partition("-")[0]
    return token_f1(gold, found) > (AUTHOR_F1 if field == "author" else TITLE_F1)


def gold_value(page: GoldPage, field: str) -> str | None:
    """Gold value of a field, None for none; the sets differ in which they annotate."""
    value: str | None = getattr(page, GOLD[field])
    return value


class Counts:
    """What was counted for one set."""

    def __init__(self) -> None:
        self.n_pages = 0
        self.seconds = 0.0
        self.longest = 0.0
        self.rows: dict[str, Counter[str]] = defaultdict(Counter)
        self.origins: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    def add(self, page: GoldPage, fields: Fields, wanted: str | None) -> None:
        """Compare the fields of one page with its gold."""
        for field in GOLD:
            gold, got = gold_value(page, field), fields[field]
            values = got.value if got and isinstance(got.value, tuple) else (got.value,) if got else ()
            text = shown(values)
            row = self.rows[field]
            if gold is None:
                row["absent"] += 1
                row["given"] += bool(text)
                right = False
            else:
                row["n"] += 1
                row["found"] += bool(text)
                right = is_right(field, gold, text)
                row["right"] += right
                self._add_origins(field, gold, fields.candidates(field))
            if wanted == field and not right and (gold or text):
                print(f"{page.id} | {gold} | {text} | {got.origin if got else ''}")

    def _add_origins(self, field: str, gold: str, candidates: Sequence[Candidate]) -> None:
        by_origin: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in candidates:
            by_origin[candidate.origin].append(candidate)
        for origin, stated in by_origin.items():
            chosen = stated if field == "author" else stated[:1]
            text = shown(one.value for one in chosen)
            if text:
                self.origins[field, origin]["n"] += 1
                self.origins[field, origin]["right"] += is_right(field, gold, text)


def measure(page: GoldPage, counts: Counts, wanted: str | None) -> None:
    """Read all fields of one page and count them."""
    parsed = parse(page.html, page.url)
    selection = select(parsed)
    text = render_text(parsed, selection)
    start = time.process_time()
    fields = Fields(parsed, selection.keep, lambda: text)
    for name in FIELDS:
        fields[name]
    spent = time.process_time() - start
    counts.n_pages += 1
    counts.seconds += spent
    counts.longest = max(counts.longest, spent)
    counts.add(page, fields, wanted)


def report(name: str, counts: Counts, *, origins: bool) -> None:
    """Print the figures of one set."""
    mean_ms = 1000 * counts.seconds / max(counts.n_pages, 1)
    print(f"{name}: {counts.n_pages} pages, {mean_ms:.2f} ms a page, longest {1000 * counts.longest:.1f} ms")
    for field, row in counts.rows.items():
        n, absent = row["n"], row["absent"]
        right = f"{row['right'] / n:.3f} of {n} right, {row['found'] / n:.3f} found" if n else "no gold"
        given = f", given on {row['given'] / absent:.3f} of {absent} without" if absent else ""
        print(f"  {field:10} {right}{given}")
    if origins:
        for (field, origin), row in sorted(counts.origins.items(), key=lambda one: (one[0][0], -one[1]["n"])):
            print(f"    {field:10} {origin:45} {row['right'] / row['n']:.3f} of {row['n']}")


def main(arguments: Sequence[str]) -> None:
    """Measure the sets of a corpus."""
    parser = argparse.ArgumentParser(description="Measure the fields on a corpus.")
    parser.add_argument("corpus")
    parser.add_argument("--every", type=int, default=1, help="only every N-th page")
    parser.add_argument("--sets", nargs="*", default=SETS)
    parser.add_argument("--origins", action="store_true", help="how often each place is right")
    parser.add_argument("--wrong", choices=tuple(GOLD), help="print the wrong values of this field")
    options = parser.parse_args(arguments)
    total: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for name in options.sets:
        counts = Counts()
        for i, page in enumerate(read_corpus(options.corpus, sets=[name])):
            if i % options.every == 0:
                measure(page, counts, options.wrong)
        report(name, counts, origins=False)
        for key, row in counts.origins.items():
            total[key].update(row)
    if options.origins:
        print("places, all sets:")
        whole = Counts()
        whole.origins = total
        report("all", whole, origins=True)


if __name__ == "__main__":
    main(sys.argv[1:])
