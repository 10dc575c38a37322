"""Structure of our Markdown compared with that of other readers: headings, items, links, pictures, code …

    python scripts/check_structure.py ../shared/corpus
    python scripts/check_structure.py ../shared/corpus --set readability --theirs readability.json
    python scripts/check_structure.py ../shared/corpus --missing items

The set `defuddle` has the Markdown of that tool; for other sets, ``--theirs`` names a JSON object of Markdown
by page. What is compared is what stands in an element, without white space, punctuation and marks: recall is
the share of theirs that ours has, precision the share of ours that theirs has. Links count in notes too;
the kind of an alert (``[!NOTE]``) does not, and neither does the host, made of the end of the page's id,
under which theirs are where a page has no URL. A picture in another size is the same; a heading that is the
title, which is a field of ours, counts apart; our notes count as items too where theirs are.
``--missing KIND`` prints what of theirs ours lacks, ``--added KIND`` the reverse.
"""

from __future__ import annotations

import argparse
import html
import json
import lzma
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize
from urllib.parse import unquote, urljoin, urlsplit

from markdown_it import MarkdownIt

import maintext
from maintext.errors import MaintextError
from maintext.lab.evaluate import read_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_HOLDERS = {
    "heading_open": "headings", "list_item_open": "items", "blockquote_open": "quotes",
    "table_open": "tables",
}  # fmt: skip
_NOTE = re.compile(r"^[ >]*\[\^([^\]\s]+)\]:[ ]*(.*)$", re.MULTILINE)
_REST_OF_NOTE = re.compile(r"(?<=\n)[ >]*\[\^[^\]\s]+\]:.*(?:\n+ {4}.*)+")
_MATH = re.compile(r"(?<!\\)\$\$(.+?)\$\$|(?<![\\$\w])\$(?![\s$])([^$\n]+?)(?<!\s)\$(?![\d$])", re.DOTALL)
_FENCE = re.compile(r"^[ >]*(`{3,}|~{3,}).*?^[ >]*\1`* *$", re.MULTILINE | re.DOTALL)
_PLAYER = re.compile(r"youtu\.?be|vimeo|bilibili|/embed/|/player|spotify|soundcloud|\.(?:mp[34]|webm|ogg)\b")
_ADDRESS = re.compile(r"(?<=\])\((?:\\.|\([^()\s]*\)|[^()\s\\])*(?: \"[^\"]*\")?\)|[<>]")
_PICTURE = re.compile(r"<(?:img|source)\b[^>]*>", re.IGNORECASE)
_FILE = re.compile(r"(?:https?:)?/[^\s\"',]+(?:,[^\s\"',]+)*")
_ALERT = re.compile(r"^((?:> ?)+)\[![\w-]+\][-+]?", re.MULTILINE)
_NO_URL = "https://example.org/"
_LETTERS = re.compile(r"[^\W_]+")


def elements(
    markdown: str, url: str | None, page_id: str = "", title: str = "", sizes: Mapping[str, str] | None = None
) -> dict[str, Counter[str]]:
    """Return what stands in the elements of each kind of a Markdown.

    ``title`` is that of the page; ``sizes`` are the names of pictures by that of the same in another size.
    """
    base = url or _NO_URL
    found: dict[str, Counter[str]] = {
        kind: Counter()
        for kind in "headings titles items quotes tables links images embeds code math footnotes".split()
    }
    outside = _FENCE.sub("", markdown)
    found["footnotes"].update(_letters(_ADDRESS.sub("", text)) for _, text in _NOTE.findall(outside))
    found["math"].update(re.sub(r"[\s{}]+", "", one or other) for one, other in _MATH.findall(outside))
    markdown = _REST_OF_NOTE.sub(lambda note: note[0].replace("\n    ", "\n"), markdown)
    for kind, text in _walk(_PARSER.parse(_NOTE.sub(r"\n\2", _ALERT.sub(r"\1", markdown)))):
        if kind in {"links", "images"}:
            address = unquote(urljoin(base, text)).partition("#")[0].partition("?")[0].rstrip("/")
            host = urlsplit(address).netloc
            address = address.replace(host, host := host.lower(), 1) if host else address
            if host and not url and page_id.endswith(host):
                address = address.replace(f"https://{host}/", _NO_URL, 1)
            if text.startswith("#") or not address:
                continue
            kind = "embeds" if kind == "links" and _PLAYER.search(text) else kind  # noqa: PLW2901
            name = address.rpartition("/")[2] if kind == "images" else address
            found[kind][(sizes or {}).get(name, name)] += 1
        elif text:
            found["titles" if kind == "headings" and text == _letters(title) else kind][text] += 1
    return found


def picture_sizes(markup: str) -> dict[str, str]:
    """Return the name of the first file of each picture of a page, by those of its other sizes."""
    found: dict[str, str] = {}
    for tag in _PICTURE.findall(markup):
        files = (urlsplit(html.unescape(url)).path.rstrip("/") for url in _FILE.findall(tag))
        names = [unquote(file.rpartition("/")[2]) for file in files]
        first = next((found[name] for name in names if name in found), names[0] if names else "")
        found.update(dict.fromkeys(names, first))
    return found


def _walk(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    """Yield kind and content of each element; an item does not hold the items below it."""
    opened: list[tuple[str, list[str]]] = []
    for token in tokens:
        if token.type in {"fence", "code_block"}:
            yield "code", "".join(token.content.split())
        yield from _addresses(token)
        shown = (child for child in token.children or () if child.type not in {"image", "html_inline"})
        text = _letters("".join(child.content for child in shown))
        if token.nesting == 1:
            opened.append((_HOLDERS.get(token.type, ""), []))
        elif token.nesting == -1:
            kind, parts = opened.pop()
            if kind:
                yield kind, "".join(parts)
        inner = max((n for n, (kind, _) in enumerate(opened) if kind == "items"), default=0)
        for _, parts in opened[inner:] if text else ():
            parts.append(text)


def _addresses(token: Token) -> Iterator[tuple[str, str]]:
    for child in token.children or ():
        if child.type == "link_open":
            yield "links", str(child.attrGet("href"))
        elif child.type == "image":
            yield "images", str(child.attrGet("src"))


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(normalize("NFKC", text))).casefold()


def _gold(given: argparse.Namespace) -> dict[str, str]:
    """Return the Markdown that the corpus has, by page."""
    with lzma.open(Path(given.corpus) / f"{given.set}.jsonl.xz", "rt", encoding="utf-8") as lines:
        pages = map(json.loads, lines)
        return {page["id"]: page["gold_md"] for page in pages if page.get("gold_md")}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--set", default="defuddle")
    parser.add_argument("--theirs", type=Path, help="JSON: Markdown of the other tool by page")
    parser.add_argument("--missing", default="", help="print what ours lacks of this kind")
    parser.add_argument("--added", default="", help="print what theirs lacks of this kind")
    given = parser.parse_args()
    theirs = json.loads(given.theirs.read_text(encoding="utf-8")) if given.theirs else _gold(given)
    n_theirs, n_ours, n_both = Counter[str](), Counter[str](), Counter[str]()
    for page in read_corpus(given.corpus, sets=[given.set]):
        wanted = theirs.get(page.id)
        if not wanted:
            continue
        try:
            document = maintext.extract(page.html, page.url)
            markdown, title = document.markdown, document.title or ""
        except MaintextError:
            markdown = title = ""
        sizes = picture_sizes(page.html)
        there, own = (elements(text, page.url, page.id, title, sizes) for text in (wanted, markdown))
        notes = own["footnotes"] & there["items"] - own["items"]  # of a tool that writes notes as a list
        own["items"] += notes
        for kind in there:
            n_theirs[kind] += there[kind].total()
            n_ours[kind] += own[kind].total()
            n_both[kind] += (there[kind] & own[kind]).total()
        for one, other, kind in ((there, own, given.missing), (own, there, given.added)):
            for text in (one[kind] - other[kind]) if kind else ():
                print(f"{page.id}\t{text[:150]}")
    print(f"{'kind':10} {'theirs':>7} {'ours':>7} {'recall':>7} {'precision':>9}")
    for kind, n in n_theirs.items():
        if n or n_ours[kind]:
            shares = (n_both[kind] / max(total, 1) for total in (n, n_ours[kind]))
            print(f"{kind:10} {n:7} {n_ours[kind]:7} " + " ".join(f"{share:8.3f}" for share in shares))


if __name__ == "__main__":
    main()
