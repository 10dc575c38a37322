"""The quality gate: word-F1 of each method may not fall below its floor.

    python scripts/gate.py ../shared/corpus                        # compare with tests/corpus/floors.json
    python scripts/gate.py ../shared/corpus --raise                # lift floors to what is reached now
    python scripts/gate.py ../shared/corpus --lower "REASON"       # write lower ones too, with the reason

``check_corpus.py --gate`` compares in its own pass over the corpus. The pages are an even sample of each set,
and a digest of their texts stands next to the floors: other pages have other floors. For the learned method
these are pages it was trained on, so its floors are an alarm for changes of features, model and output, not a
measure of quality.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import maintext
from maintext.lab.evaluate import PageResult, count_words, read_corpus, score_counts, summarise
from maintext.options import DEFAULT_METHOD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.lab.evaluate import GoldPage

FLOORS = Path(__file__).parents[1] / "tests/corpus/floors.json"
N_PAGES = 60
# A page whose text changes by a word or two moves a mean over sixty pages by less.
TOLERANCE = 0.003
KINDS = ("overall", "set", "language", "page_type")


def read_sample(corpus: str) -> tuple[list[GoldPage], str]:
    """Return the pages that are scored, and their digest."""
    sample = list(read_corpus(corpus, limit_per_set=N_PAGES))
    digest = hashlib.sha256()
    for page in sample:
        digest.update(f"{page.id}\0{page.html}\0{page.gold_text}\0".encode("utf-8", "replace"))
    return sample, digest.hexdigest()[:16]


def text(page: maintext.Page, method: str) -> str:
    """The text that a method gives for a page that is parsed; all methods are rendered in one way."""
    return maintext.Document(page, maintext.select(page, method), maintext.Options(method=method)).text


def score_page(page: GoldPage) -> list[PageResult]:
    """Run every method on a page, the default from HTML to text, and score what it gives."""
    parsed = maintext.parse(page.html, page.url)
    texts = {method.id: text(parsed, method.id) for method in maintext.catalogue()}
    return scores(page, texts | {DEFAULT_METHOD: maintext.extract(page.html, page.url).text})


def scores(page: GoldPage, texts: dict[str, str]) -> list[PageResult]:
    """Return the scores by words, which the floors are of, of texts by their methods."""
    unknown = dict.fromkeys(("precision", "recall", "f1"))
    gold = None if page.gold_text is None else count_words(page.gold_text)
    return [
        PageResult(
            page_id=page.id, set=page.set, lang=page.lang, page_type=page.page_type, gold_kind=page.gold_kind,
            system=method, **(unknown if gold is None else asdict(score_counts(count_words(made), gold))),
            f1_no_title=None, with_rate=None, without_rate=None, cpu_ms=0.0, n_chars=len(made),
        )
        for method, made in texts.items()
    ]  # fmt: skip


def measured(digest: str, results: Iterable[PageResult]) -> dict[str, Any]:
    """Return the digest of the sample and word-F1 per method and group."""
    reached: dict[str, dict[str, float]] = {method.id: {} for method in maintext.catalogue()}
    for score in summarise(results):
        if score.kind in KINDS and score.f1 is not None and score.n_scored >= 5:
            reached[score.system][score.group] = round(score.f1, 4)
    return {"digest": digest, "n_pages": N_PAGES, "floors": reached}


def read_floors() -> dict[str, Any]:
    """Return the floors in the repository; none when there is no file."""
    if not FLOORS.exists():
        return {"digest": "", "floors": {}}
    floors: dict[str, Any] = json.loads(FLOORS.read_text(encoding="utf-8"))
    return floors


def falls(floors: dict[str, Any], reached: dict[str, Any]) -> list[str]:
    """Return a line for each group that is below its floor."""
    return [
        f"{method} · {group}: {reached['floors'].get(method, {}).get(group)} is below {floor}"
        for method, groups in floors["floors"].items()
        for group, floor in groups.items()
        if reached["floors"].get(method, {}).get(group, 0.0) < floor - TOLERANCE
    ]


def lifted(floors: dict[str, Any], reached: dict[str, Any], *, lower: bool) -> dict[str, Any]:
    """Return what is reached, but no floor lower than it was; ``lower``: unless it does not hold."""
    for method, groups in reached["floors"].items():
        before = floors["floors"].get(method, {})
        for group, f1 in groups.items():
            floor = before.get(group, 0.0)
            if not (lower and f1 < floor - TOLERANCE):
                groups[group] = max(f1, floor)
    return reached


def report(floors: dict[str, Any], reached: dict[str, Any]) -> bool:
    """Print what is below its floor; return whether anything is."""
    if floors["digest"] != reached["digest"]:
        print("the corpus is not the one the floors were set on; set new ones with --raise")
        return True
    fallen = falls(floors, reached)
    print(
        "\n".join(fallen) or f"every floor holds ({sum(len(g) for g in floors['floors'].values())} of them)"
    )
    return bool(fallen)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument(
        "--raise", dest="lift", action="store_true", help="lift floors to what is reached now"
    )
    parser.add_argument("--lower", metavar="REASON", help="lower floors that do not hold, for this reason")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    floors, (sample, digest) = read_floors(), read_sample(given.corpus)
    with ProcessPoolExecutor(given.jobs) as pool:
        reached = measured(digest, chain.from_iterable(pool.map(score_page, sample, chunksize=8)))
    if given.lift or given.lower:
        same = floors["digest"] == reached["digest"]
        new = lifted(floors, reached, lower=bool(given.lower)) if same else reached
        reasons = [*floors.get("lowered", []), *([given.lower] if given.lower else [])]
        FLOORS.write_text(
            json.dumps(new | {"lowered": reasons}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
        return 0
    return int(report(floors, reached))


if __name__ == "__main__":
    sys.exit(main())
