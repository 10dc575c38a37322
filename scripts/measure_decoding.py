"""How often :func:`maintext.html.decode` reads pages in legacy encodings right.

    python scripts/measure_decoding.py ../shared/corpus --jobs 2

Pages of a corpus are encoded anew, without any charset declaration (``detected``), with a true one
(``meta``, ``http``), or with a header that says ISO-8859-1, which is wrong for most (``latin1``; with a
true ``<meta>``: ``latin1+meta``), in three shapes: the page as it is (``page``); the page with 30 kB of ASCII
script before its first other letter, and before its ``<meta>`` (``late``); the text of its body alone
(``text``). A case is right when the decoded text equals the page's, character for character, so a
label of a superset is as good. Letters that the encoding lacks are written as character references,
as editors do; a page is left out when they are more than 1 % of its letters beyond ASCII. Japanese and
Korean pages are few: pieces of their gold texts count as pages too. Detection gets no address unless
``--with-url`` is given. Prints two tables in Markdown: right and all cases, and what the others were taken
for.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from maintext.html import decode, parse
from maintext.lab.evaluate import GoldPage, read_corpus

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FILLER = (
    "<script>\n"
    + "".join(f"menu.add({{ id: {i}, name: 'item {i}', open: false }});\n" for i in range(600))
    + "</script>\n"
)
SHAPES = ("page", "late", "text")
HOWS = ("detected", "meta", "http", "latin1", "latin1+meta")
LEFT_OUT = "left out"

_DECLARATIONS = re.compile(r"<meta\b[^>]*\bcharset\s*=[^>]*>|<\?xml\b[^>]*>", re.IGNORECASE)
_HEAD = re.compile(r"<head\b[^>]*>|<html\b[^>]*>|<!doctype\b[^>]*>", re.IGNORECASE)
_MIN_PIECE = 150  # letters: a short news item
_MAX_REFERENCES = 0.01


@dataclass(frozen=True)
class Target:
    """An encoding to write pages in.

    Attributes
    ----------
    label
        What the pages declare.
    codec
        Python's codec for it.
    langs
        Languages of the pages that were written in it.
    """

    label: str
    codec: str
    langs: tuple[str, ...]


_WESTERN = ("de", "fr", "es", "pt", "it", "en", "nl", "no", "is", "id", "la", "und")  # unknown: mostly so

TARGETS = (
    Target("gbk", "gbk", ("zh",)),
    Target("gb18030", "gb18030", ("zh",)),
    Target("big5", "cp950", ("zh",)),
    Target("shift_jis", "cp932", ("ja",)),
    Target("euc-jp", "euc_jp", ("ja",)),
    Target("euc-kr", "cp949", ("ko",)),
    Target("windows-1251", "cp1251", ("ru", "uk")),
    Target("koi8-r", "koi8_r", ("ru",)),
    Target("windows-1252", "cp1252", _WESTERN),
    Target("windows-1253", "cp1253", ("el",)),
    Target("iso-8859-7", "iso8859_7", ("el",)),
    Target("windows-1250", "cp1250", ("pl", "sk", "sl", "hu")),
    Target("iso-8859-2", "iso8859_2", ("pl", "sk", "sl", "hu")),
    Target("windows-1254", "cp1254", ("tr",)),
    Target("windows-1255", "cp1255", ("he",)),
    Target("windows-1256", "cp1256", ("ar",)),
    Target("windows-1257", "cp1257", ("lt",)),
)


@dataclass(frozen=True)
class Case:
    """One page in one encoding: what was asked and whether it was answered."""

    page: str
    label: str
    shape: str
    how: str
    right: bool
    answer: str


def cases(page: GoldPage, *, with_url: bool) -> list[Case]:
    """All cases of one page."""
    url = (page.url or (f"http://{page.site}/" if page.site else None)) if with_url else None
    found: list[Case] = []
    for name, markup in _sources(page):
        clean = _DECLARATIONS.sub("", markup)
        texts = {"page": clean, "late": _with_filler(clean), "text": _body_text(clean)}
        for target in TARGETS:
            if page.lang in target.langs:
                for shape, text in texts.items():
                    found += _measured(text, target, url, Case(name, target.label, shape, "", False, ""))
    return found


def _sources(page: GoldPage) -> Iterator[tuple[str, str]]:
    """The page itself; for the rare languages pieces of its gold text as pages too."""
    yield page.id, page.html
    if page.lang not in {"ja", "ko"}:
        return
    piece = ""
    for number, paragraph in enumerate((page.gold_text or "").split("\n")):
        piece += f"<p>{paragraph.strip()}</p>\n"
        if len(piece) >= _MIN_PIECE:
            yield f"{page.id}#{number}", f"<html><head><title></title></head><body>\n{piece}</body></html>"
            piece = ""


def _measured(text: str, target: Target, url: str | None, case: Case) -> Iterator[Case]:
    if (plain := _as_written(text, target)) is None:
        yield replace(case, how=LEFT_OUT)
        return
    meta = f'<meta charset="{target.label}">'
    declared = plain.replace(FILLER, FILLER + meta) if FILLER in plain else _in_head(plain, meta)
    for how, sent, http in (
        ("detected", plain, None),
        ("meta", declared, None),
        ("http", plain, target.label),
        ("latin1", plain, "ISO-8859-1"),
        ("latin1+meta", declared, "ISO-8859-1"),
    ):
        decoded = decode(sent.encode(target.codec), http_charset=http, url=url)
        answer = f"{decoded.encoding} ({decoded.how})"
        yield replace(case, how=how, right=decoded.text == sent, answer=answer)


def _body_text(markup: str) -> str:
    page = parse(markup)
    bodies = page.is_tag(["body"]).nonzero()[0]
    return page.row_text(int(bodies[0])) if len(bodies) else page.text


def _as_written(text: str, target: Target) -> str | None:
    """The page as its author would write it; None when the encoding is not one for this page.

    Nor is it when the encoded page is valid UTF-8: such a page was decoded wrongly before it came into
    the corpus, and reading it as UTF-8 mends it.
    """
    if lacking := [letter for letter in set(text) if not _reads_back(letter, target)]:
        n_beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
        if sum(text.count(letter) for letter in lacking) > n_beyond_ascii * _MAX_REFERENCES:
            return None
        text = text.translate({ord(letter): f"&#{ord(letter)};" for letter in lacking})
    return None if text.isascii() or _is_utf8(text.encode(target.codec)) else text


@cache
def _reads_back(letter: str, target: Target) -> bool:
    """Whether Python writes a letter so that the standard, which is not quite the same, reads it."""
    try:
        return letter.encode(target.codec).decode(f"whatwg-{target.label}") == letter
    except UnicodeEncodeError:
        return False


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _with_filler(markup: str) -> str:
    return _in_head(markup, FILLER)


def _in_head(markup: str, added: str) -> str:
    """Put something at the start of the head, or where one would stand."""
    head = _HEAD.search(markup)
    at = head.end() if head else 0
    return markup[:at] + added + markup[at:]


def run(corpus: Path, *, with_url: bool, limit: int | None, n_jobs: int) -> list[Case]:
    """Measure all cases of a corpus."""
    langs = {lang for target in TARGETS for lang in target.langs}
    pages = read_corpus(corpus, langs=langs, limit_per_set=limit)
    with ProcessPoolExecutor(n_jobs) as pool:
        per_page = pool.map(partial(cases, with_url=with_url), pages, chunksize=16)
        return [case for found in per_page for case in found]


def table(measured: Iterable[Case]) -> str:
    """Right and all cases per encoding and way, and what the others were taken for, as Markdown."""
    n_right: Counter[tuple[str, str]] = Counter()
    n_all: Counter[tuple[str, str]] = Counter()
    n_left_out: Counter[str] = Counter()
    taken: Counter[tuple[str, str, str]] = Counter()
    for case in measured:
        for label in (case.label, "**all**"):
            if case.how == LEFT_OUT:
                n_left_out[label] += 1
                continue
            for how in (case.how, "all"):
                n_right[label, how] += case.right
                n_all[label, how] += 1
        if not case.right and case.how != LEFT_OUT:
            taken[case.label, case.how, case.answer] += 1
    names = (*HOWS, "all")
    lines = ["| encoding | " + " | ".join(names) + " | % | left out |", "|---" * (len(names) + 3) + "|"]
    for label in (*(target.label for target in TARGETS), "**all**"):
        cells = [f"{n_right[label, how]}/{n_all[label, how]}" for how in names]
        percent = 100 * n_right[label, "all"] / max(1, n_all[label, "all"])
        lines.append(f"| {label} | " + " | ".join(cells) + f" | {percent:.2f} | {n_left_out[label]} |")
    lines += ["", "| encoding | told | taken for | cases |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(wrong)} | {n} |" for wrong, n in sorted(taken.items())]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--with-url", action="store_true", help="let detection see each page's address")
    parser.add_argument("--limit", type=int, help="most pages of one set, spread evenly; default all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show-wrong", action="store_true", help="list the wrong cases on stderr")
    parser.add_argument("-o", "--output", type=Path, help="write the table to this file, too")
    given = parser.parse_args()
    measured = run(given.corpus, with_url=given.with_url, limit=given.limit, n_jobs=given.jobs)
    if given.show_wrong:
        for case in measured:
            if not case.right and case.how != LEFT_OUT:
                print(case.label, case.shape, case.how, case.answer, case.page, file=sys.stderr)
    result = table(measured)
    print(result, end="")
    if given.output:
        given.output.write_text(result, encoding="utf-8")


if __name__ == "__main__":
    main()
