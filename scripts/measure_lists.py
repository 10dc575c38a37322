"""Measure lists and next links on the annotated pages of tests/list_pages.

    .venv/bin/python scripts/measure_lists.py [dev | heldout] [-v]

A record is right where title and address are those of the annotation, white space collapsed. Precision,
recall and F1 are of all records of a part; a page without a list that does not look like a list page has
nothing to count, and ``pages right`` counts it. No kind of page is given to find_list. Fields are measured
on the right records that have the field annotated: a summary is right where it holds the annotated
sentence, columns where each annotated text stands in one. Dates are compared by day. Times are of find_list
and find_pagination, without parsing.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.html import parse
from maintext.sites.listing import find_list
from maintext.sites.pagination import find_pagination

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maintext.sites.listing import Item

PAGES = Path(__file__).resolve().parents[1] / "tests" / "list_pages"
PARTS = ("dev", "heldout")


@dataclass
class Measured:
    """Counts over the pages of a part."""

    n_pages: int = 0
    n_pages_right: int = 0
    n_next_right: int = 0
    n_told_right: int = 0
    n_right: int = 0
    n_found: int = 0
    n_wanted: int = 0
    cpu_s: float = 0.0
    fields: Counter[str] = field(default_factory=Counter)
    fields_right: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall of the records."""
        return 2 * self.n_right / max(self.n_found + self.n_wanted, 1)


def annotated(part: str) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """Name, bytes and annotation of each page of a part."""
    for file in sorted((PAGES / part).glob("*.html")):
        yield file.stem, file.read_bytes(), json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))


def measure(part: str) -> Measured:
    """Run on all pages of a part."""
    result = Measured()
    for name, data, gold in annotated(part):
        page = parse(data, gold["url"])
        begin = time.process_time()
        found, pagination = find_list(page), find_pagination(page)
        result.cpu_s += time.process_time() - begin
        items = found.items if gold["items"] or found.is_list else ()
        is_told = found.is_list == bool(gold["items"])
        result.n_told_right += is_told
        if not is_told:
            result.wrong.append(f"{name}: is_list {found.is_list}: {found.doubt}")
        _count(result, name, items, gold)
        is_next = (pagination.next_url or None) == gold["next"]
        result.n_next_right += is_next
        if not is_next:
            result.wrong.append(f"{name}: next {pagination.next_url!r}, wanted {gold['next']!r}")
    return result


def _count(result: Measured, name: str, items: Sequence[Item], gold: dict[str, Any]) -> None:
    wanted = {(one["title"], one["url"]): one for one in gold["items"]}
    right = [item for item in items if (item.title, item.url) in wanted]
    result.n_pages += 1
    result.n_pages_right += len(right) == len(items) == len(wanted)
    result.n_right += len(right)
    result.n_found += len(items)
    result.n_wanted += len(wanted)
    if not len(right) == len(items) == len(wanted):
        result.wrong.append(f"{name}: {len(items)} items, {len(right)} right, {len(wanted)} wanted")
    for item in right:
        one = wanted[item.title, item.url]
        for key in one.keys() - {"title", "url"}:
            result.fields[key] += 1
            is_right = _is_right(item, key, one[key])
            result.fields_right[key] += is_right
            if not is_right:
                result.wrong.append(f"{name}: {key} of {item.title!r} is not {one[key]!r}")


def _is_right(item: Item, key: str, wanted: Any) -> bool:
    if key == "date":
        return str(item.date)[:10] == str(wanted)
    if key == "summary":
        return str(wanted) in item.summary
    if key == "image":
        return item.image_url == str(wanted)
    if key == "columns":
        return all(any(text in column for column in item.columns.values()) for text in wanted.values())
    return bool(getattr(item, key) == wanted)


def main(arguments: Sequence[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("part", nargs="?", choices=PARTS)
    parser.add_argument("-v", "--verbose", action="store_true", help="say what is wrong")
    given = parser.parse_args(arguments)
    for part in PARTS if given.part is None else (given.part,):
        result = measure(part)
        print(
            f"{part}: {result.n_pages} pages, all records right on {result.n_pages_right}, "
            f"record-F1 {result.f1:.3f} (precision {result.n_right / max(result.n_found, 1):.3f}, "
            f"recall {result.n_right / max(result.n_wanted, 1):.3f}), "
            f"next link right on {result.n_next_right / result.n_pages:.3f}, "
            f"is_list right on {result.n_told_right / result.n_pages:.3f}, "
            f"{1000 * result.cpu_s / result.n_pages:.1f} ms a page"
        )
        print(
            "  fields: "
            + ", ".join(f"{k} {result.fields_right[k]}/{n}" for k, n in sorted(result.fields.items()))
        )
        for line in result.wrong if given.verbose else ():
            print(f"  {line}")


if __name__ == "__main__":
    main(sys.argv[1:])
