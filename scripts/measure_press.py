"""Measure the fields of press pages whose authors and topics are known, by language.

    .venv/bin/python scripts/measure_press.py ../shared/corpus_transfer/fundus.jsonl.xz [--wrong FIELD]

A page is a line of JSON: ``html``, ``url``, ``lang``, ``title``, ``authors`` and ``topics`` (lists),
``published``. ``authors`` are right if they are the same set of names; ``invented`` counts pages with a name
that the gold has not. ``topics`` is the mean F1 of the sets, ``published`` the share of the right day,
``title`` that of a word-F1 above 0.9. Case, white space and punctuation make no difference.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
from collections import defaultdict
from statistics import fmean
from typing import Any

import maintext
from maintext.document import Document
from maintext.lab.evaluate import word_f1

FIELDS = ("title", "published", "authors", "invented", "topics")
TITLE_F1 = 0.9


def name_of(value: object) -> str:
    """Return a name in lower case, its words with one space between them."""
    return " ".join(re.findall(r"\w+", str(value).lower()))


def read_scores(gold: dict[str, Any], doc: Document) -> dict[str, float]:
    """Return the score of each field that has a gold value, from 0 to 1."""
    scores: dict[str, float] = {}
    if gold.get("title"):
        scores["title"] = word_f1(doc.title or "", gold["title"]).f1 > TITLE_F1
    if gold.get("published"):
        scores["published"] = str(doc.published or "")[:10] == str(gold["published"])[:10]
    if gold.get("authors") is not None:
        named = {name_of(person.name) for person in doc.authors}
        wanted = set(map(name_of, gold["authors"]))
        scores |= {"authors": named == wanted, "invented": bool(named - wanted)}
    if gold.get("topics"):
        stated, topics = set(map(name_of, doc.tags)), set(map(name_of, gold["topics"]))
        scores["topics"] = 2 * len(stated & topics) / (len(stated) + len(topics))
    return scores


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages")
    parser.add_argument("--wrong", choices=FIELDS, help="print the pages on which this field is wrong")
    given = parser.parse_args()
    total: dict[tuple[str, str], list[float]] = defaultdict(list)
    with lzma.open(given.pages, "rt", encoding="utf-8") as lines:
        for gold in map(json.loads, lines):
            doc = maintext.extract(gold["html"], gold.get("url"))
            for field, score in read_scores(gold, doc).items():
                for language in ("all", gold.get("lang") or "?"):
                    total[language, field].append(score)
                if given.wrong == field and (score == 1) == (field == "invented"):
                    people = [person.name for person in doc.authors]
                    found = {"authors": people, "invented": people, "topics": doc.tags}
                    stated = gold["authors" if field == "invented" else field]
                    print(f"{gold['id']} | {stated} | {found.get(field, getattr(doc, field, ''))}")
    print("| language | " + " | ".join(FIELDS) + " |", "|---" + "|--:" * len(FIELDS) + "|", sep="\n")
    for language in dict.fromkeys(language for language, _ in total):
        rows = [total.get((language, field), []) for field in FIELDS]
        cells = [f"{fmean(row):.3f} of {len(row)}" if row else "–" for row in rows]
        print(f"| {language} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
