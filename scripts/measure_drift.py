"""Measure how often the run of a recipe calls titles and texts other than expected, on sites with many pages.

    .venv/bin/python scripts/measure_drift.py CORPUS [--set daniel] [--least-pages 20] [--draws 20]

Texts: half of the pages of a site, drawn at random, are what earlier runs found, the other half is the run:
as it is, and with every text cut. Titles: the first line of the gold text stands for the title in the list,
where three pages drawn at random have it: on its own page, with the half of its words from another title of
the site (a headline that was edited), and on the page of another entry.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict

from maintext.api import extract
from maintext.lab.evaluate import read_corpus
from maintext.sites.recipe.expected import ExpectedRun, is_same_title

CUTS = {"as it is": 1.0, "two thirds": 2 / 3, "half": 1 / 2, "a third": 1 / 3, "a quarter": 1 / 4}
N_TITLES = 3  # pages on which the titles are compared, as in learning
PageTexts = tuple[str, str, str]
"""Title in the list, title and text of the page."""


def read_texts(corpus: str, name: str, least: int) -> dict[str, list[PageTexts]]:
    """Return titles and texts of the pages of a set by site, sites with at least some pages."""
    sites = defaultdict(list)
    for page in read_corpus(corpus, sets=[name]):
        if page.ranked and page.gold_text:
            sites[page.site].append(page)
    texts: dict[str, list[PageTexts]] = {}
    for site, pages in sites.items():
        if len(pages) >= least:
            documents = [extract(page.html) for page in pages]
            listed = [(page.gold_text or "").partition("\n")[0] for page in pages]
            texts[site] = [
                (one, own.title or "", own.text) for one, own in zip(listed, documents, strict=True)
            ]
    return texts


def count_text_alarms(pages: list[PageTexts], rng: random.Random, counts: Counter[str]) -> None:
    """Count the runs of one division of a site's pages in which the length of the texts is told."""
    drawn = rng.sample(pages, len(pages))
    earlier, later = drawn[: len(drawn) // 2], drawn[len(drawn) // 2 :]
    expected = ExpectedRun().with_fields([{"text": text} for _, _, text in earlier], [])
    for cut, share in CUTS.items():
        run = [{"text": text[: int(share * len(text))]} for _, _, text in later]
        counts[cut] += bool(expected.field_drift(run))
    counts["runs"] += 1


def count_title_alarms(pages: list[PageTexts], rng: random.Random, counts: Counter[str]) -> None:
    """Count the pages of a site on which another title than in the list is told."""
    drawn = rng.sample(pages, len(pages))
    if not all(is_same_title(listed, shown) for listed, shown, _ in drawn[:N_TITLES]):
        counts["sites without the titles of the list"] += 1
        return
    expected = ExpectedRun(same_title=True)
    for (listed, shown, _), (_, other, _) in zip(drawn[N_TITLES:], drawn[N_TITLES - 1 :], strict=False):
        if shown and other not in {shown, ""}:
            edited = shown[: len(shown) // 2] + other[len(other) // 2 :]
            titles = {"its own title": shown, "an edited title": edited, "another entry's title": other}
            for name, title in titles.items():
                counts[name] += bool(expected.title_drift(listed, title))
            counts["pages"] += 1


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("corpus")
    parser.add_argument("--set", default="daniel", dest="name")
    parser.add_argument("--least-pages", type=int, default=20)
    parser.add_argument("--draws", type=int, default=20)
    given = parser.parse_args()
    texts, titles = Counter[str](), Counter[str]()
    for site, pages in read_texts(given.corpus, given.name, given.least_pages).items():
        own, rng = Counter[str](), random.Random(site)  # noqa: S311 - a draw that can be repeated
        for _ in range(given.draws):
            count_text_alarms(pages, rng, own)
            count_title_alarms(pages, rng, titles)
        print(site, len(pages), dict(own), flush=True)
        texts.update(own)
    print("texts:", dict(texts))
    print("titles:", dict(titles))


if __name__ == "__main__":
    main()
