"""Measure page filters: accuracy, precision, recall and F, with extraction and without.

    .venv/bin/python scripts/measure_filter.py CORPUS [--sets wcxb_dev,trafilatura,…] [--repeats 3]
        [--cache FILE]

Tasks, each a label for every page:

TOPIC      ``yes`` where a word of the topic's list (below) stands in the path of the page's address
           (``/finance/2024/…``, ``…-stock-market-…``) or among the sections and keywords that the page
           declares in its head or in JSON-LD, else ``no``. Nothing that the page shows decides, nor its
           host. Pages that have neither a path nor declared words are left out.
about:X    ``yes`` where at least three words of the annotators' main text are of the list (below), and
           one in 100 of its words, else ``no``; pages with a whole main text only. CJK terms count
           wherever they stand, others where a word begins so. This label is about the main text by its
           making: what it measures is how much the text around it misleads.
kind       The kind of page as the corpus's annotators named it (article, forum, product …); one set has it.

With extraction a filter reads title and main text (the default method), without it the title and all
visible text (the method ``all_text``). Cross-validated: five folds of sites, so that no filter is measured
on a site that it was trained on, repeated with other folds. F is that of ``yes``, of ``kind`` the mean of
the kinds.

The shipped extraction model was trained on the development corpus, so that its texts are better there than
on new pages. ``--model`` takes one that was trained without them.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, pstdev
from typing import Any
from urllib.parse import unquote, urlsplit

import maintext
from maintext.batch.page_filter import FilterExample, FilterScore, cross_validate, filter_text, visible_text
from maintext.errors import InputError
from maintext.html.word_overlap import count_words
from maintext.lab.evaluate import read_corpus
from maintext.lab.evaluate.corpus import GoldPage

SETS = ("wcxb_dev", "daniel", "trafilatura", "scrapinghub", "magic_html", "gne")
TOPICS = {
    "finance": "finance financial business money market markets stock stocks invest investing investment "
    "economy economic economics bank banking tax taxes wirtschaft finanzen geld boerse börse",
    "sport": "sport sports football soccer nfl nba tennis cricket golf hockey fussball fußball bundesliga",
    "health": "health medical medicine disease cancer patients therapy covid coronavirus vaccine gesundheit "
    "medizin",
    "technology": "tech technology software programming developer developers python javascript computer "
    "technik",
    "food": "food recipe recipes cooking kitchen cake chicken rezept rezepte kochen",
    "travel": "travel hotel hotels trip trips beach flights reise reisen urlaub",
    "politics": "politics election elections parliament president government senate politik wahl",
}
ABOUT = {
    "finance": "bank market stock investor investment econom inflation revenue profit loan mortgage financ "
    "银行 股市 股票 市场 经济 投资 基金",
    "disease": "disease virus outbreak infect epidemic vaccin flu influenza choro wirus gryp epidemi zakaż "
    "szczepi болезн вирус грипп эпидеми инфекц вакцин ιό ιού γρίπη νόσο επιδημ εμβόλι "
    "病毒 疫情 流感 感染 疫苗 病例 传染",
    "sport": "football soccer match league goal coach championship player tournament team "
    "比赛 球员 足球 冠军",
}
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+")
WITH, WITHOUT = "title and main text", "title and all visible text"


def texts_of(page: GoldPage, model: str) -> dict[str, str] | None:
    """What a filter reads of a page, with extraction and without; ``None`` for what is no page."""
    options = {"model": model} if model else {}
    try:
        document = maintext.extract(page.html, page.url, method_options=options)
    except InputError:
        return None
    return {WITH: filter_text(document), WITHOUT: visible_text(document)}


def read_pages(corpus: str, sets: Sequence[str], model: str) -> Iterator[dict[str, Any]]:
    """Pages with a site, as plain records that can be kept in a file."""
    for page in read_corpus(corpus, sets=sets):
        if page.site and (texts := texts_of(page, model)):
            declared = sorted(declared_words(page))
            yield {
                "url": page.url, "site": page.site, "kind": page.page_type, "set": page.set,
                "declared": declared, "gold": page.gold_text if page.ranked else None, **texts,
            }  # fmt: skip


def declared_words(page: GoldPage) -> set[str]:
    """Words of the sections and keywords that the page declares in its head and scripts, not shown."""
    document = maintext.extract(page.html, page.url)
    found = [document.provenance[name] for name in ("category", "tag")]
    hidden = [str(one.value) for candidates in found for one in candidates if one.row < 0]
    return {word for text in hidden for word in _WORD.findall(text.lower())}


def path_words(url: str) -> frozenset[str]:
    """Words in the path of an address."""
    return frozenset(_WORD.findall(unquote(urlsplit(url).path).lower()))


def is_about(text: str, terms: str) -> bool:
    """Whether a text has enough of some terms."""
    found = re.compile("|".join(term if _CJK.match(term) else rf"\b{term}" for term in terms.split()))
    n_found = len(found.findall(text.lower()))
    return n_found >= 3 and n_found * 100 >= count_words(text).total()


def labelled(pages: Sequence[dict[str, Any]], task: str) -> list[tuple[dict[str, Any], str]]:
    """Pages of a task with their labels."""
    if task == "kind":
        return [(page, str(page["kind"])) for page in pages if page["set"] == "wcxb_dev"]
    if task.startswith("about:"):
        known = [page for page in pages if page["gold"]]
        return [(page, "yes" if is_about(page["gold"], ABOUT[task[6:]]) else "no") for page in known]
    words = frozenset(TOPICS[task].split())
    found = [(page, path_words(str(page["url"] or "")) | set(page["declared"])) for page in pages]
    return [(page, "no" if words.isdisjoint(of_page) else "yes") for page, of_page in found if of_page]


def figures(chosen: list[tuple[dict[str, Any], str]], what: str, repeats: int) -> list[FilterScore]:
    """Scores of repeated cross-validation on one kind of text."""
    examples = [FilterExample(str(page[what]), label, str(page["site"])) for page, label in chosen]
    return [cross_validate(examples, seed=seed) for seed in range(repeats)]


def row(task: str, what: str, scores: list[FilterScore]) -> str:
    """Line of the table."""
    parts = [
        one.means if task == "kind" else (label.precision, label.recall, label.f1)
        for one in scores
        for label in one.labels[-1:]  # of no and yes, yes
    ]
    precision, recall, f1 = (mean(values) for values in zip(*parts, strict=True))
    spread = f" ± {pstdev(part[2] for part in parts):.3f}" if len(parts) > 1 else ""
    accuracy = mean(s.accuracy for s in scores)
    return f"| {task} | {what} | {accuracy:.3f} | {precision:.3f} | {recall:.3f} | {f1:.3f}{spread} |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--tasks", default=",".join([*(f"about:{name}" for name in ABOUT), *TOPICS, "kind"]))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--model", default="", help="weights of the default method")
    parser.add_argument("--cache", type=Path, help="file to keep the texts in, from one run to the next")
    given = parser.parse_args()
    if given.cache and given.cache.exists():
        pages = [json.loads(line) for line in given.cache.read_text("utf-8").splitlines()]
    else:
        pages = list(read_pages(given.corpus, given.sets.split(","), given.model))
    if given.cache and not given.cache.exists():
        given.cache.write_text("".join(json.dumps(page) + "\n" for page in pages), encoding="utf-8")
    print(f"{len(pages)} pages, {len({page['site'] for page in pages})} sites\n")
    print("| label | a filter reads | accuracy | precision | recall | F |\n|---|---|---|---|---|---|")
    for task in given.tasks.split(","):
        chosen = labelled(pages, task)
        for what in (WITH, WITHOUT):
            print(row(task, what, figures(chosen, what, given.repeats)), flush=True)
        print(f"<!-- {task}: {dict(Counter(label for _, label in chosen))} -->")


if __name__ == "__main__":
    main()
