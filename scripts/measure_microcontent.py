"""Measure region_autofill on annotated pages: records found, fields right.

    .venv/bin/python scripts/measure_microcontent.py [tests/microcontent_pages] [--part dev] [-v]

A record is found where its text is that of an annotated one, white space aside, or has nearly all of it
(word-F1 of at least 0.9, CJK characters as words). Record F1 is over all records of a part; pages without
micro-content count by the records wrongly found there. Field accuracy is over the found records, and over
the fields that the annotation or the extraction fills: a field that both leave empty counts for nothing.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from maintext.html import parse
from maintext.lab.evaluate import word_f1
from maintext.metadata.moment import parse_moment
from maintext.records.posts import MicroPost, find_microcontent

FIELDS = (
    "author", "time_text", "published", "text", "n_reposts", "n_comments", "n_likes", "images", "url",
    "level", "quoted", "quoted_author",
)  # fmt: skip


def values(post: MicroPost) -> dict[str, Any]:
    """What was extracted, as annotated."""
    return post.to_dict() | {"level": post.level}


def matched(gold: list[dict[str, Any]], found: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Pairs of annotated and extracted records with the same text, each used once."""
    pairs, used = [], set()
    for i, one in enumerate(gold):
        scores = [
            (word_f1(other["text"], one["text"]).f1 + 0.01 * (other["author"] == one["author"]), -j)
            for j, other in enumerate(found)
            if j not in used
        ]
        if scores and max(scores)[0] >= 0.9:
            used.add(-max(scores)[1])
            pairs.append((i, -max(scores)[1]))
    return pairs


def compared(one: dict[str, Any], other: dict[str, Any]) -> dict[str, bool]:
    """Whether each field that either fills is the same."""
    gold = one | {"time_text": one["time"], "quoted": one["quoted"] or ""}
    found = {}
    for name in FIELDS:
        left, right = gold[name] or None, other[name] or None
        if name.startswith("n_"):
            left, right = gold[name], other[name]
        if name == "level" or left is not None or right is not None:
            same = left == right
            if name in {"text", "quoted", "time_text"} and left and right:
                same = "".join(left.split()) == "".join(right.split())
                same = same or (name == "time_text" and left in right)
            found[name] = same
    return found


def main() -> None:
    """Print the figures of each part."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    default = Path(__file__).parent.parent / "tests" / "microcontent_pages"
    parser.add_argument("folder", type=Path, nargs="?", default=default)
    parser.add_argument("--part", action="append", help="a folder below it; may be given several times")
    parser.add_argument("-v", "--verbose", action="store_true", help="say what is wrong")
    given = parser.parse_args()
    for part in given.part or sorted(one.name for one in given.folder.iterdir() if one.is_dir()):
        measure(given.folder / part, verbose=given.verbose)


def measure(folder: Path, *, verbose: bool) -> tuple[float, float]:
    """Print and return record F1 and field accuracy of one part."""
    n_gold = n_found = n_matched = 0
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    files = sorted(folder.glob("*.json"))
    for file in files:
        stated = json.loads(file.read_text(encoding="utf-8"))
        page = parse(file.with_suffix(".html").read_bytes(), stated["url"])
        result = find_microcontent(page, reference=parse_moment(stated["fetched"]))
        found, gold = [values(post) for post in result.posts], stated["records"]
        pairs = matched(gold, found)
        n_gold, n_found, n_matched = n_gold + len(gold), n_found + len(found), n_matched + len(pairs)
        wrong = [
            f"    {name}: {gold[i].get(name, gold[i]['time'])!r} is not {found[j][name]!r}"
            for i, j in pairs
            for name, same in compared(gold[i], found[j]).items()
            if not same
        ]
        for i, j in pairs:
            for name, same in compared(gold[i], found[j]).items():
                asked[name] += 1
                right[name] += same
        if verbose and (wrong or len(pairs) != len(gold) or len(found) != len(gold)):
            print(f"  {file.stem}: {len(pairs)} of {len(gold)} records, {len(found)} found ({result.reason})")
            missed = set(range(len(found))) - {j for _, j in pairs}
            for j in sorted(missed)[:4]:
                print(
                    f"    extra: {found[j]['author']!r} {found[j]['time_text']!r} {found[j]['text'][:70]!r}"
                )
            print("\n".join(wrong[:12]))
    f1 = 2 * n_matched / max(n_gold + n_found, 1)
    accuracy = sum(right.values()) / max(sum(asked.values()), 1)
    print(f"{folder.name}: {len(files)} pages, {n_gold} records, record F1 {f1:.3f}", end="")
    print(f" (precision {n_matched / max(n_found, 1):.3f}, recall {n_matched / max(n_gold, 1):.3f})", end="")
    print(f", field accuracy {accuracy:.3f}")
    print("  " + ", ".join(f"{name} {right[name]}/{asked[name]}" for name in FIELDS))
    return f1, accuracy


if __name__ == "__main__":
    main()
