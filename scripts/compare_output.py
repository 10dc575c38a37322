"""Compare what two versions of maintext make of the pages of corpora: text, Markdown, HTML and every field.

    python scripts/compare_output.py write OLD.jsonl ../shared/corpus ../shared/corpus_transfer --jobs 2
    python scripts/compare_output.py show OLD.jsonl NEW.jsonl                  word-F1 and changes, by set
    python scripts/compare_output.py show OLD.jsonl NEW.jsonl --field tags     the pages of one field
    python scripts/compare_output.py show OLD.jsonl NEW.jsonl --field text --worse

Run ``write`` before and after a change. ``show`` counts the pages with another value of each field; with
``--field`` it prints the lines that differ on a sample of them. For another version in the same environment,
set PYTHONPATH to its ``src``.
"""

from __future__ import annotations

import argparse
import difflib
import json
import random
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeAlias

import maintext
from maintext.errors import MaintextError
from maintext.lab.evaluate import GoldPage, read_corpus, word_f1

if TYPE_CHECKING:
    from collections.abc import Iterable

# Set and identifier of a page, and its fields; "F1" is that of the text.
Output: TypeAlias = tuple[str, dict[str, Any]]

_AT_ONCE = 256  # pages given to the processes
_EQUAL = 1e-9  # scores closer than this are the same
_MAX_LINES, _MAX_CHARS = 30, 300  # shown of a page, and of a line


def make_output(page: GoldPage) -> Output:
    """Return all that is made of a page; the error, where it cannot be read."""
    try:
        fields = maintext.extract(page.html, page.url).to_dict()
    except MaintextError as error:
        fields = {"text": "", "error": str(error)}
    if page.gold_text:
        fields["F1"] = word_f1(fields["text"], page.gold_text).f1
    return f"{page.set} {page.id}", fields


def write_outputs(target: Path, corpora: list[str], sets: list[str] | None, n_jobs: int) -> None:
    """Write what this version makes of all pages, a page a line."""
    with ProcessPoolExecutor(n_jobs) as pool, target.open("w", encoding="utf-8") as file:
        for corpus in corpora:
            pages = read_corpus(corpus, sets=sets)
            # map takes all it is given at once, and a corpus is large.
            while batch := list(islice(pages, _AT_ONCE)):
                file.writelines(
                    json.dumps(output, default=str) + "\n"
                    for output in pool.map(make_output, batch, chunksize=8)
                )


def read_outputs(path: Path) -> dict[str, dict[str, Any]]:
    """Read what :func:`write_outputs` wrote, by page."""
    with path.open(encoding="utf-8") as file:
        return dict(map(json.loads, file))


def show_counts(pairs: Iterable[tuple[str, dict[str, Any], dict[str, Any]]]) -> None:
    """Print mean word-F1 by set, the pages better and worse, and the pages with another value of a field."""
    scores: dict[str, list[tuple[float, float]]] = defaultdict(list)
    changed: Counter[str] = Counter()
    for key, old, new in pairs:
        changed.update(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
        if "F1" in old:
            scores[key.partition(" ")[0]].append((old["F1"], new["F1"]))
    for name, both in scores.items():
        olds, news = zip(*both, strict=True)
        n_better = sum(new > old + _EQUAL for old, new in both)
        n_worse = sum(new < old - _EQUAL for old, new in both)
        print(f"{name:>15} {len(both):6} pages  {fmean(olds):.5f} {fmean(news):.5f}  +{n_better} -{n_worse}")
    print(", ".join(f"{name} {count}" for name, count in changed.most_common() if name != "F1"))


def show_page(key: str, old: object, new: object) -> None:
    """Print the lines that differ."""
    before, after = (
        (one if isinstance(one, str) else json.dumps(one, ensure_ascii=False, indent=1)).split("\n")
        for one in (old, new)
    )
    lines = difflib.unified_diff(before, after, lineterm="", n=1)
    shown = [line[:_MAX_CHARS] for line in lines if not line.startswith(("---", "+++", "@@"))]
    print(f"== {key}", *shown[:_MAX_LINES], sep="\n")


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    writer = commands.add_parser("write", help="write what this version makes of all pages")
    writer.add_argument("target", type=Path, metavar="FILE")
    writer.add_argument("corpora", nargs="+", metavar="CORPUS")
    writer.add_argument("--sets", type=lambda value: value.split(","), metavar="NAME,…")
    writer.add_argument("--jobs", type=int, default=2)
    shower = commands.add_parser("show", help="compare two files")
    shower.add_argument("old", type=Path)
    shower.add_argument("new", type=Path)
    shower.add_argument("--field", help="show pages with another value of it")
    shower.add_argument("--better", action="store_true", help="only pages with a higher word-F1")
    shower.add_argument("--worse", action="store_true", help="only pages with a lower word-F1")
    shower.add_argument("-n", type=int, default=20, help="pages shown [default: 20]")
    shower.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if given.command == "write":
        write_outputs(given.target, given.corpora, given.sets, given.jobs)
        return
    before, after = read_outputs(given.old), read_outputs(given.new)
    pairs = [(key, before[key], after[key]) for key in before if key in after]
    show_counts(pairs)
    if not given.field:
        return
    found = []
    for key, old, new in pairs:
        gain = new.get("F1", 0.0) - old.get("F1", 0.0)
        is_wanted = (gain > _EQUAL or not given.better) and (gain < -_EQUAL or not given.worse)
        if is_wanted and old.get(given.field) != new.get(given.field):
            found.append((key, old.get(given.field), new.get(given.field)))
    print(f"{len(found)} pages")
    shuffled = random.Random(given.seed)  # noqa: S311 - a sample, no secret
    for one in shuffled.sample(found, min(given.n, len(found))):
        show_page(*one)


if __name__ == "__main__":
    main()
