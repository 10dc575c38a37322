"""Measure the fields on the development corpus: shares that are right, wrong ones where there is none, time.

    .venv/bin/python scripts/measure_fields.py CORPUS [--every N] [--origins] [--wrong FIELD] [--peers]

A title is right with a token-F1 above 0.9, an author above 0.8 (names joined; the order does not matter),
a date on the same day. ``given`` is the share of pages without a gold value for which a value is given.
Gold languages are those of the corpus. Times are of all fields together, after the main text was found.

``--peers`` asks other programs for title, author and date of the same pages too, each by its default call;
``scripts/install_peers --dir DIR trafilatura newspaper4k goose3 gne`` installs them (htmldate comes with
trafilatura). Their times are those of that call, of which fields are a part only. A page on which a peer
raises counts as one without values.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from maintext.api import select
from maintext.html import characters, parse
from maintext.lab.evaluate import read_corpus
from maintext.lab.evaluate.peers import PeerSystem, environment_python
from maintext.lab.evaluate.run import ElsewhereError
from maintext.metadata.candidate import Candidate, Person
from maintext.metadata.fields import FIELDS, Fields
from maintext.render import render_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maintext.lab.evaluate import GoldPage

SETS = ("wcxb_dev", "trafilatura", "gne", "daniel")
GOLD = {"title": "title", "author": "author", "published": "date", "language": "lang"}
TITLE_F1, AUTHOR_F1 = 0.9, 0.8

PEER_FIELDS = ("title", "author", "published")

# The common end of each peer's program: its values as one line of JSON, dates as text.
_ANSWER = """
import json
def values_of(title=None, author=None, date=None):
    author = ", ".join(map(str, author)) if isinstance(author, (list, tuple)) else author
    return json.dumps({"title": str(title or ""), "author": str(author or ""), "published": str(date or "")})
"""
_TRAFILATURA = """
import trafilatura
def extract(html, url, lang):
    found = trafilatura.extract_metadata(html, default_url=url)
    return values_of(found.title, found.author, found.date)
"""
_HTMLDATE = """
import htmldate
def extract(html, url, lang):
    return values_of(date=htmldate.find_date(html, url=url, original_date=True))
"""
# A peer must not wait for the network: tldextract would fetch its list of suffixes.
_NEWSPAPER4K = """
import tldextract
offline = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
tldextract.extract = tldextract.tldextract.TLD_EXTRACTOR = offline
import newspaper
def extract(html, url, lang):
    article = newspaper.Article(url or "https://example.org/", fetch_images=False)
    article.download(input_html=html)
    article.parse()
    return values_of(article.title, article.authors, article.publish_date)
"""
_GOOSE3 = """
import goose3
goose = goose3.Goose()
def extract(html, url, lang):
    found = goose.extract(raw_html=html)
    return values_of(found.title, found.authors, found.publish_date)
"""
_GNE = """
from gne import GeneralNewsExtractor
extractor = GeneralNewsExtractor()
def extract(html, url, lang):
    found = extractor.extract(html)
    return values_of(found["title"], found["author"], found["publish_time"])
"""
_TURBOHTML = """
import turbohtml
def extract(html, url, lang):
    found = turbohtml.parse(html).article()
    return values_of(found.title, found.byline, found.date)
"""
PEERS = {
    "trafilatura": ("trafilatura", _TRAFILATURA),
    "htmldate": ("trafilatura", _HTMLDATE),
    "newspaper4k": ("newspaper4k", _NEWSPAPER4K),
    "goose3": ("goose3", _GOOSE3),
    "gne": ("gne", _GNE),
    "turbohtml": (None, _TURBOHTML),
}
"""Peers by name: the environment that holds each, None for our own, and its program."""


def peer_systems(folder: Path) -> dict[str, PeerSystem]:
    """Return the peers that are installed, and say which are not."""
    systems = {}
    for name, (environment, code) in PEERS.items():
        python = str(environment_python(folder, environment)) if environment else sys.executable
        if Path(python).exists():
            systems[name] = PeerSystem(name=name, code=_ANSWER + code, python=python)
        else:
            print(f"{name} is not installed in {folder}", file=sys.stderr)
    return systems


_UNSEEN = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))


def words(text: str) -> Counter[str]:
    """Words of a text with their counts; a CJK character is one word, soft hyphens divide none."""
    return Counter(characters.WORDS.findall(text.lower().translate(_UNSEEN)))


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
    return _day(value) if field == "published" and value else value


def _day(gold: str) -> str:
    """A gold date as ISO 8601: some are written 2022-11-1, 2022-01.26 or, with the day first, 2022-29-11."""
    parts = re.fullmatch(r"(\d{4})[-.](\d{1,2})[-.](\d{1,2})", gold[:10].strip())
    if parts is None:
        return gold
    year, month, day = map(int, parts.groups())
    month, day = (day, month) if month > 12 else (month, day)
    return f"{year}-{month:02}-{day:02}"


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
            right = self.count(field, gold, text)
            if gold is not None:
                self._add_origins(field, gold, fields.candidates(field))
            if wanted == field and not right and (gold or text):
                print(f"{page.id} | {gold} | {text} | {got.origin if got else ''}")

    def count(self, field: str, gold: str | None, text: str) -> bool:
        """Count one value, ``""`` for none; return whether it is right."""
        row = self.rows[field]
        if gold is None:
            row["absent"] += 1
            row["given"] += bool(text)
            return False
        right = is_right(field, gold, text)
        row.update(n=1, found=int(bool(text)), right=int(right))
        return right

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


class PeerCounts(Counts):
    """What was counted for one peer on one set."""

    def __init__(self, system: PeerSystem) -> None:
        super().__init__()
        self.system = system
        self.n_crashed = 0

    def ask(self, page: GoldPage) -> None:
        """Ask the peer for its fields of a page, and compare them with the gold."""
        values: dict[str, str] = {}
        self.n_pages += 1
        try:
            text, cpu_ms = self.system(page)
            self.seconds += cpu_ms / 1000
            values = json.loads(text)
        except ElsewhereError as error:
            self.seconds += (error.cpu_ms or 0) / 1000
            self.n_crashed += 1
        for field in PEER_FIELDS:
            self.count(field, gold_value(page, field), values.get(field, ""))


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


def share(part: int, whole: int) -> str:
    """Part of a whole with three digits, a dash of none."""
    return f"{part / whole:.3f}" if whole else "–"


def peer_table(name: str, counts: dict[str, Counts]) -> str:
    """Markdown table of one set: per system the shares that are right, given without gold, and the time."""
    first = next(iter(counts.values()))
    heads = [f"{field}, {first.rows[field]['n']}" for field in PEER_FIELDS]
    absent = [f"given, {first.rows[field]['absent']} without {field}" for field in ("author", "published")]
    lines = [f"| {name} | {' | '.join([*heads, *absent])} | ms a page |", "|---" * 7 + "|"]
    for system, one in counts.items():
        rows = {field: row for field, row in one.rows.items() if row["found"]}  # htmldate knows dates only
        cells = [
            share(rows[field]["right"], rows[field]["n"]) if field in rows else "–" for field in PEER_FIELDS
        ]
        cells += [
            share(rows[field]["given"], rows[field]["absent"]) if field in rows else "–"
            for field in ("author", "published")
        ]
        lines.append(f"| {system} | {' | '.join(cells)} | {1000 * one.seconds / max(one.n_pages, 1):.2f} |")
    crashed = [
        f"{x} {one.n_crashed}" for x, one in counts.items() if isinstance(one, PeerCounts) and one.n_crashed
    ]
    return "\n".join([*lines, *([f"pages on which a peer raised: {', '.join(crashed)}"] if crashed else [])])


def main(arguments: Sequence[str]) -> None:
    """Measure the sets of a corpus."""
    parser = argparse.ArgumentParser(description="Measure the fields on a corpus.")
    parser.add_argument("corpus")
    parser.add_argument("--every", type=int, default=1, help="only every N-th page")
    parser.add_argument("--sets", nargs="*", default=SETS)
    parser.add_argument("--origins", action="store_true", help="how often each place is right")
    parser.add_argument("--wrong", choices=tuple(GOLD), help="print the wrong values of this field")
    parser.add_argument("--peers", action="store_true", help="measure other programs on the same pages")
    parser.add_argument("--peers-dir", type=Path, default=Path(".peers"), help="where they are installed")
    options = parser.parse_args(arguments)
    systems = peer_systems(options.peers_dir) if options.peers else {}
    total: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for name in options.sets:
        counts = Counts()
        peers = {system: PeerCounts(peer) for system, peer in systems.items()}
        for i, page in enumerate(read_corpus(options.corpus, sets=[name])):
            if i % options.every == 0:
                measure(page, counts, options.wrong)
                for peer in peers.values():
                    peer.ask(page)
        report(name, counts, origins=False)
        if peers:
            print(peer_table(name, {"maintext": counts, **peers}), flush=True)
        for key, row in counts.origins.items():
            total[key].update(row)
    if options.origins:
        print("places, all sets:")
        whole = Counts()
        whole.origins = total
        report("all", whole, origins=True)


if __name__ == "__main__":
    main(sys.argv[1:])
