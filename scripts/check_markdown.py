"""Blemishes of Markdown that a person would clean away: their shares on the pages of corpora.

    python scripts/check_markdown.py ../shared/corpus ../shared/corpus_transfer --jobs 2

Every Markdown is read by a parser of CommonMark and GitHub's tables. Prints the share of pages with each
blemish by set; ends with 1 when one is above 0.5 % of all pages (headings with nothing under them: 1.5 %), or
any other above 2 %. ``--names KIND`` prints the pages with one kind of blemish, and the first place
of each.
"""

from __future__ import annotations

import argparse
import html
import re
import sys
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, TypeAlias

from markdown_it import MarkdownIt

import maintext
from maintext.errors import MaintextError
from maintext.lab.evaluate import GoldPage, read_corpus

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from markdown_it.token import Token

# Set, identifier and blemishes of a page.
Found: TypeAlias = tuple[str, str, dict[str, str]]

MAX_SHARE, MAX_ANY = 0.005, 0.02
MAX_SECTIONS = 0.015  # headings of nothing that a person may want all the same
KINDS = (
    "bullet", "link", "heading", "quote", "cells", "section", "tag", "blank lines", "entity", "label", "mark",
    "delimiter", "zero width",
)  # fmt: skip
_PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_HOLDERS = {
    "list_item_open": "bullet",
    "blockquote_open": "quote",
    "link_open": "link",
    "heading_open": "heading",
}
_MAX_TITLE, _MANY = 100, 3  # characters of a heading, and headings of a list
_BREAKS = frozenset(("softbreak", "hardbreak"))
_WORDS = _BREAKS | {"text", "code_inline", "image"}
_SEEN = frozenset(("image", "html_inline", "html_block", "fence", "code_block", "code_inline", "hr"))
_BLANK = re.compile(r"[\s\u200b-\u200d\u2060\ufeff\u00ad]*")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")
# What separates scenes or stands for more is written on purpose.
_MARK_ALONE = re.compile(r"(?!(?:[*~=_#.…—–-]\s*){3,}$|…$)[^\w\s]{1,3}")
_DELIMITER = re.compile(r"\*\*|~~")
_CODE = re.compile(
    r"^[ >]*(`{3,}|~{3,})[^\n]*$.*?(?:^[ >]*\1`*[ ]*$|\Z)|(?<!`)(`{1,9})(?!`)[^`].*?(?<!`)\2(?!`)",
    re.MULTILINE | re.DOTALL,
)
_GLUED = re.compile(r"[A-Za-zÀ-ÿ]{3,40}(?::[A-Za-zÀ-ÿ]|(?<=[a-zà-ÿ])[A-ZÀ-Ý][a-zà-ÿ]{2})[A-Za-zÀ-ÿ]{0,40}")


def judged(page: GoldPage, markdown: str) -> Found:
    """Return set, identifier and blemishes of a page's Markdown: the kinds, each with its first place."""
    found: dict[str, str] = {}
    tokens = [part for token in _PARSER.parse(markdown) for part in (token, *(token.children or ()))]
    for kind, place in (
        *_hollow(tokens),
        *_empty_cells(tokens),
        *_empty_sections(tokens),
        *_raw(tokens, page.html),
    ):
        found.setdefault(kind, place)
    outside = _CODE.sub("`code`", markdown)
    if match := re.search(r"\n[ \t]*\n[ \t]*\n", outside):
        found["blank lines"] = outside[max(0, match.start() - 40) : match.end() + 40]
    if match := re.search(rf"(?<!\\){_ENTITY.pattern}", outside):
        found["entity"] = outside[max(0, match.start() - 40) : match.end() + 20]
    return page.set, page.id, found


def _hollow(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    """Yield the elements with nothing to see in them."""
    n_seen, last = 0, ""
    opened: list[tuple[Token, int]] = []
    for token in tokens:
        if _is_seen(token):
            n_seen, last = n_seen + 1, token.content or last
        elif token.nesting == 1:
            opened.append((token, n_seen))
        elif token.nesting == -1:
            opening, n_before = opened.pop()
            if n_before == n_seen and opening.type in _HOLDERS:
                yield _HOLDERS[opening.type], f"after {last[-60:]}"


def _empty_cells(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    """Yield rows and columns of empty cells; GitHub wants a first row of every table, which may be empty."""
    rows: list[list[bool]] = []
    for token in tokens:
        if token.type == "table_open":
            rows = []
        elif token.type == "tr_open":
            rows.append([])
        elif token.type in {"td_open", "th_open"}:
            rows[-1].append(False)
        elif _is_seen(token) and rows and rows[-1]:
            rows[-1][-1] = True
        elif token.type == "table_close":
            if not all(map(any, rows[1:])) or not all(map(any, zip_longest(*rows))):
                yield "cells", str([sum(row) for row in rows])
            rows = []


def _is_seen(token: Token) -> bool:
    return token.type in _SEEN or (token.type == "text" and not _BLANK.fullmatch(token.content))


def _empty_sections(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    """Yield the headings with nothing between them and the next one of their rank, or the end.

    Titles with a link, or three and more of one rank, are those of a list; what is long is prose.
    """
    rank, title, n_seen, is_link = 1, "", 1, False
    in_heading = False
    found: dict[int, list[str]] = {}
    for token in (*tokens, None):
        if token is None or token.type == "heading_open":
            level = int(token.tag[1]) if token is not None else 0
            if not n_seen and level <= rank > 1 and not is_link and len(title) <= _MAX_TITLE:
                found.setdefault(rank, []).append(title)
            rank, in_heading, n_seen, is_link = level, True, 0, False
        elif token.type == "heading_close":
            in_heading = False
        elif in_heading:
            title = token.content if token.type == "inline" else title
            is_link |= token.type in {"link_open", "image"}
        else:
            n_seen += _is_seen(token)
    yield from (("section", title) for titles in found.values() if len(titles) < _MANY for title in titles)


def _raw(tokens: list[Token], source: str) -> Iterator[tuple[str, str]]:
    """Yield tags, words that only a lost gap made, lone signs, unread delimiters and empty paragraphs."""
    glued: list[str] = []
    for token in tokens:
        if token.type in {"html_inline", "html_block"}:
            yield "tag", token.content
        if token.type != "inline":
            continue
        parts = token.children or []
        # A picture stands apart from the words next to it.
        apart = _BREAKS | {"image"}
        text = "".join(" " if part.type in apart else part.content for part in parts if part.type in _WORDS)
        is_picture = any(part.type == "image" for part in parts)
        if token.content and not any(map(_is_seen, parts)):
            yield "zero width", repr(token.content)
        elif _MARK_ALONE.fullmatch(text.strip()) and token.level < 3 and not is_picture:
            yield "mark", repr(text)
        for part in parts:
            marks = _DELIMITER.findall(part.content) if part.type == "text" else []
            if any(mark not in source for mark in marks):
                yield "delimiter", part.content
        glued += _GLUED.findall(text)
    source = html.unescape(source) if glued else ""
    yield from (("label", word) for word in glued if word not in source)


def check(page: GoldPage) -> Found:
    """Return set, identifier and blemishes of a page; none where nothing can be read."""
    try:
        markdown = maintext.extract(page.html, page.url).markdown
    except MaintextError:
        markdown = ""
    return judged(page, markdown)


def run(corpora: list[str], sets: list[str] | None, n_jobs: int) -> Iterator[Found]:
    """Check all pages in several processes, in corpus order."""
    with ProcessPoolExecutor(n_jobs) as pool:
        for corpus in corpora:
            pages = read_corpus(corpus, sets=sets)
            # map takes all it is given at once, and a corpus is large.
            while batch := list(islice(pages, 256)):
                yield from pool.map(check, batch, chunksize=8)


def report(pages: Iterable[Found], names: str = "") -> bool:
    """Print the shares of pages with each blemish by set; return whether one is above its bar."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name, page, found in pages:
        for key in (name, "all"):
            counts[key].update(["pages", *found, *(["any"] if found.keys() - {"section"} else [])])
        for kind, place in found.items():
            if names in {kind, "all"}:
                print(f"{kind}\t{page}\t{place!r}")
    print("  ".join(f"{title:>11}" for title in ("set", "pages", *KINDS, "any")))
    for name, count in counts.items():
        shares = [f"{count[kind] / count['pages']:11.2%}" for kind in (*KINDS, "any")]
        print("  ".join((f"{name:>11}", f"{count['pages']:11}", *shares)))
    total = counts["all"]
    bars = {**dict.fromkeys(KINDS, MAX_SHARE), "section": MAX_SECTIONS}
    failed = [kind for kind, bar in bars.items() if total[kind] > bar * total["pages"]]
    failed += ["any"] * (total["any"] > MAX_ANY * total["pages"])
    if failed:
        print(f"above the bar: {', '.join(failed)}")
    return bool(failed)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="+")
    parser.add_argument("--sets", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--names", default="", help="print the pages with this kind of blemish, or all")
    given = parser.parse_args()
    return report(run(given.corpora, given.sets, given.jobs), given.names)


if __name__ == "__main__":
    sys.exit(main())
