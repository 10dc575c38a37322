"""Lists, posts, feeds, sitemaps and rules as hostile input, and mutations that keep their structure.

Mutations of single bytes rarely get past the root of a feed, or into the records of a list. These change
what a reader of structure looks at: references, nesting, long tokens, surrogates, charsets, repetition.
"""
# ruff: noqa: E501 - markup, a piece a line; the same input for the same seed

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

__all__ = ["LISTINGS", "RECIPE", "STRUCTURES", "WRAPPER", "structure_mutated", "with_second_encoding"]

_TITLES = [
    "The bridge is closed for a year", "座谈会在京举行，会议指出改革开放", "A walk in the hills", "Re: your question", "<b>bold</b> &amp; plain",
    "x &#55357;&#56832; y", "&#xD800;", "&lt;b&gt;twice escaped&lt;/b&gt;", "]]>", "=1+1", "  spaces   inside  ", "\u202eright to left", "1", "",
]  # fmt: skip
_DATES = [
    "2024-05-06", "2024-05-06T07:08:09+08:00", "Mon, 06 May 2024 07:08:09 GMT", "5月6日", "3分钟前", "昨天 07:08", "05-06", "2h", "May 6",
    "99-99", "0000-00-00T00:00:00Z", "9999-12-31T23:59:59+23:59", "٢٠٢٤-٠٥-٠٦", "",
]  # fmt: skip
_NAMES = ["Ann O'Neill", "王小明", "@user_1", "a" * 60, "By", "管理员", "😀", ""]
_ADDRESSES = [
    "/2024/05/06/story.html", "story_2.html", "?page=2", "?p=99999999999999999999", "https://www.example.org/b/1", "http://[", "//x/y", "#",
    "javascript:alert(1)", "https://other.example/ä/%zz", "http://a:99999/", "/a" * 300, "https://e.org/\ud800", "",
]  # fmt: skip
_COUNTS = ["赞 12", "评论(3)", "1.2万", "Reply", "Like · 5", "99999999999999999999 likes", "转发", "-1", "²"]


def _pick(rng: random.Random, *pools: list[str]) -> list[str]:
    return [rng.choice(pool) for pool in pools]


def _list_page(rng: random.Random, n_bytes: int) -> str:
    """An index page: records of one layout, with a menu and links to further pages."""
    outer, inner = rng.choice(
        [("ul", "li"), ("div class=list", "div class=item"), ("table", "tr"), ("dl", "dd")]
    )
    cell = "td" if inner == "tr" else "span"
    layout = rng.sample(["date", "summary", "image", "more", "author"], rng.randrange(4))
    records = []
    for i in range(rng.randrange(1, max(2, n_bytes // 120))):
        title, date, url, name = _pick(rng, _TITLES, _DATES, _ADDRESSES, _NAMES)
        url = url if rng.random() < 0.4 else f"/a/{i}.html"
        parts = {
            "date": f"<{cell} class=date>{date}</{cell}>",
            "summary": f"<{cell}><p>{rng.choice(_TITLES) * 4}</p></{cell}>",
            "image": f'<img src="{i}.jpg" alt="{name}">',
            "more": f'<a href="{url}">more</a>',
            "author": f"<{cell}>{name}</{cell}>",
        }
        said = "".join(parts[name] for name in layout)
        records.append(
            f'<{inner}><{cell}><a href="{url}">{title or i}</a></{cell}>{said}</{inner.split()[0]}>'
        )
    pages = "".join(f'<a href="?page={n}">{n}</a> ' for n in range(1, rng.randrange(2, 9)))
    following = f'<a rel=next href="{rng.choice(_ADDRESSES)}">{rng.choice(["Next", "下一页", "»", "2"])}</a>'
    return (
        f"<title>{rng.choice(_TITLES)}</title><nav><a href=/>Home</a> <a href=/b>B</a></nav>"
        f"<{outer}>{''.join(records)}</{outer.split()[0]}><div class=pager>{pages}{following}</div>"
    )


def _posts(rng: random.Random, n_bytes: int, depth: int = 2) -> str:
    """Micro-content: records with author, time, text and counts, replies inside them."""
    layout = rng.sample(["author", "time", "text", "counts", "image", "quote"], rng.randrange(2, 7))
    tag = rng.choice(["div", "li", "article", "p", "tr", "section"])
    out = []
    for i in range(rng.randrange(1, max(2, n_bytes // 250))):
        name, date, text, count = _pick(rng, _NAMES, _DATES, _TITLES, _COUNTS)
        parts = {
            "author": f"<a class=author href=/u/{i}>{name}</a>",
            "time": f'<time datetime="{date}">{rng.choice(_DATES)}</time>',
            "text": f"<div class=text>{text * rng.choice((1, 1, 5))}</div>",
            "counts": f"<span>{count}</span><span class=likes>{rng.choice(_COUNTS)}</span>",
            "image": f"<img src=/p/{i}.png width={rng.choice(('40', '0', '-1', '9e9'))}>",
            "quote": f"<blockquote>{name}: {rng.choice(_TITLES)}</blockquote>",
        }
        replies = _posts(rng, n_bytes // 8, depth - 1) if depth and rng.random() < 0.2 else ""
        out.append(f'<{tag} class="post comment">{"".join(parts[part] for part in layout)}{replies}</{tag}>')
    return "".join(out)


def _feed(rng: random.Random, n_bytes: int) -> str:
    """An RSS, RDF or Atom feed."""
    kind = rng.choice(["rss", "atom", "rdf"])
    entry = "entry" if kind == "atom" else "item"
    entries = []
    for i in range(rng.randrange(1, max(2, n_bytes // 150))):
        title, date, url, text = _pick(rng, _TITLES, _DATES, _ADDRESSES, _TITLES)
        address = url if rng.random() < 0.3 else f"https://www.example.org/a/{i}.html"
        link = f'<link rel="alternate" href="{address}"/>' if kind == "atom" else f"<link>{address}</link>"
        parts = [
            f"<title>{title}</title>",
            link,
            f"<{(when := rng.choice(['pubDate', 'updated', 'dc:date', 'published']))}>{date}</{when}>",
            f"<description><![CDATA[<p>{text}</p>]]></description>",
            f'<guid isPermaLink="{rng.choice(("true", "false", "?"))}">{rng.choice(_ADDRESSES)}</guid>',
            f"<summary type='html'>{text}</summary>",
        ]
        entries.append(f"<{entry}>{''.join(rng.sample(parts, rng.randrange(2, 7)))}</{entry}>")
    head = rng.choice(['<?xml version="1.0" encoding="utf-8"?>', "", '<?xml version="1.0" encoding="gbk"?>', '\ufeff<?xml version="1.1"?>',
                       '<!DOCTYPE rss [<!ENTITY a "&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]>'])  # fmt: skip
    around = {
        "rss": ('<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>', "</channel></rss>"),
        "atom": ('<feed xmlns="http://www.w3.org/2005/Atom">', "</feed>"),
        "rdf": ('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">', "</rdf:RDF>"),
    }[kind]  # fmt: skip
    return f"{head}{around[0]}{''.join(entries)}{around[1]}"


def _sitemap(rng: random.Random, n_bytes: int) -> str:
    """A sitemap, an index of sitemaps, or a list of addresses as text."""
    urls = [rng.choice(_ADDRESSES) if rng.random() < 0.3 else f"https://www.example.org/a/{i}.html"
            for i in range(rng.randrange(1, max(2, n_bytes // 80)))]  # fmt: skip
    if rng.random() < 0.15:
        return "https://www.example.org/\n" + "\n".join(urls)
    outer, inner = rng.choice([("urlset", "url"), ("sitemapindex", "sitemap")])
    entries = "".join(
        f"<{inner}><loc>{url}</loc><lastmod>{rng.choice(_DATES)}</lastmod></{inner}>" for url in urls
    )
    return f'<?xml version="1.0"?><{outer} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</{outer}>'


WRAPPER = """format = 1
site = "example.org"
n_examples = 2
f1 = 0.9

[body]
include = ["article", "div.text", "div > p", "li span", "body"]
exclude = [".related", "#foot", "p:nth-of-type(2)", "[role=note]"]
rest = "default"

[fields.title]
select = ["h1", "a.title @title", "title"]

[fields.date]
select = ["time @datetime", ".date", 'td :label("Date")']
after = "on "

[fields.author]
select = [".author", 'dd :label("By")', "a @rel"]
several = true

[fields.price]
select = ["span:nth-of-type(1)", '* :label("Price") @class']
before = " "
within = true

[layout]
landmarks = []
least_landmarks = 0.0
least_words = 0
most_words = 99999999
most_link_share = 1.0
least_agreement = 0.0
"""
"""Rules that fit nearly every page, so that they are applied and not only refused."""

RECIPE = """format = 1
site = "www.example.org"

[list]
start = ["https://www.example.org/list.html"]
region = ""
max_pages = 3

[detail]
max_parts = 2

[limits]
max_items = 3
delay_s = 0.0
""" + WRAPPER.replace("format", "[detail.wrapper]\nformat", 1).replace(
    "[body]", "[detail.wrapper.body]"
).replace("[fields.", "[detail.wrapper.fields.").replace("[layout]", "[detail.wrapper.layout]")
"""A recipe whose entries are read by such rules."""

_RULE_PIECES = [
    "*", "a > ", " > b", "#\\31 a", ".é", "\\", "[a=", "[x:y='\"']", ":nth-of-type(0)", ":nth-of-type(99999999999999999999)", " @", ":label('x')",
    ":label(", "''", '"""', "[", "[[", "]", "{a={b=", "= ", "1979-99-99", "nan", "-inf", "true", "\\ud800", "\\U00110000", "x.y.z", "\u2028",
]  # fmt: skip


def _rules(rng: random.Random, n_bytes: int) -> str:  # noqa: ARG001 - as the other generators
    """A wrapper or a recipe as TOML, with pieces put in, lines lost, and values swapped."""
    lines = rng.choice((WRAPPER, RECIPE)).split("\n")
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(lines))
        roll = rng.randrange(5)
        if roll == 0:
            del lines[at]
            lines = lines or [""]
        elif roll == 1:
            cut = rng.randrange(len(lines[at]) + 1)
            lines[at] = (
                lines[at][:cut] + rng.choice(_RULE_PIECES) * rng.choice((1, 1, 3, 400)) + lines[at][cut:]
            )
        elif roll == 2:
            lines[at] = lines[at].partition("=")[0] + "=" + lines[rng.randrange(len(lines))].partition("=")[2]
        elif roll == 3:
            lines[at] = lines[at] + "\n" + lines[rng.randrange(len(lines))]
        else:
            quoted = re.findall(r'"[^"]*"', lines[at])
            new = f'"{"".join(rng.choices(_RULE_PIECES, k=3))}"'
            lines[at] = lines[at].replace(rng.choice(quoted), new) if quoted else lines[at]
    return "\n".join(lines)


STRUCTURES: dict[str, Callable[[random.Random, int], str]] = {
    "list page": _list_page,
    "posts": _posts,
    "feed": _feed,
    "sitemap": _sitemap,
    "rules": _rules,
}
"""Generators by the kind of what they make."""

LISTINGS = frozenset({"feed", "sitemap"})
"""Kinds that the readers of feeds and sitemaps get, every time."""

# -- mutations ----------------------------------------------------------------------------------------

_REFERENCES: list[Callable[[str], str]] = [
    lambda c: f"&#{ord(c)};",
    lambda c: f"&#x{ord(c):X};",
    lambda c: f"&#{ord(c)}",
    lambda c: f"&amp;#{ord(c)};",
    lambda c: f"&#{0x80 + ord(c) % 32};",
    lambda _: "&#55357;&#56832;",
    lambda _: "&#xD83D;",
    lambda _: "&#56832;&#55357;",
    lambda _: "&#x110000;",
    lambda _: "&#99999999999;",
    lambda _: "&nbsp;&hellip;&NotEqualTilde;",
    lambda _: "&amp;lt;b&amp;gt;",
]
_AROUND = [
    "div", "p", "b", "a href=x", "math", "svg", "ul><li", "table><tr><td", "blockquote", "dl><dd", "section", "item", "entry", "url", "pre><code",
    "mrow", "msup", "select><option", "noscript", "template", "h2", "sup", "ruby><rt", "figure><figcaption", "details", "font",
]  # fmt: skip
_TOKENS = [
    "a",
    "字",
    "9",
    "-",
    ".",
    "/",
    " ",
    "\u3000",
    "e\u0301",
    "😀",
    "(",
    "[",
    "年",
    "|",
    "_",
    "aB1",
    "<",
    "&",
    "月1日",
    "by ",
    "W",
]
_SURROGATES = ["\ud800", "\udfff", "\ud83d\ude00", "\ude00\ud83d", "\ud83d"]
_ENCODINGS = ["utf-8", "gb18030", "big5", "shift_jis", "utf-16-le", "iso-2022-jp", "latin-1", "utf-7"]
_TAG = re.compile(r"<([a-zA-Z][\w:-]*)[^<>]*>")


def _with_reference(rng: random.Random, markup: str) -> str:
    at = rng.randrange(len(markup) + 1)
    return markup[:at] + rng.choice(_REFERENCES)(markup[at : at + 1] or "x") + markup[at + 1 :]


def _with_nesting(rng: random.Random, markup: str) -> str:
    at, to = sorted(rng.randrange(len(markup) + 1) for _ in range(2))
    around, n = rng.choice(_AROUND), rng.choice((1, 3, 30, 150))
    names = [part.split()[0] for part in around.split("><")]
    closed = "".join(f"</{name}>" for name in reversed(names)) if rng.random() < 0.7 else ""
    return markup[:at] + f"<{around}>" * n + markup[at:to] + closed * n + markup[to:]


def _with_long_token(rng: random.Random, markup: str) -> str:
    at = rng.randrange(len(markup) + 1)
    return markup[:at] + rng.choice(_TOKENS) * rng.choice((50, 300, 2_000)) + markup[at:]


def _with_surrogate(rng: random.Random, markup: str) -> str:
    at = rng.randrange(len(markup) + 1)
    return markup[:at] + rng.choice(_SURROGATES) + markup[at:]


def _with_charset(rng: random.Random, markup: str) -> str:
    name = rng.choice(_ENCODINGS)
    declared = rng.choice([f"<meta charset={name}>", f'<?xml version="1.0" encoding="{name}"?>',
                           f'<meta http-equiv=content-type content="text/html; charset={name}">'])  # fmt: skip
    at = 0 if rng.random() < 0.6 else rng.randrange(len(markup) + 1)
    return markup[:at] + declared + markup[at:]


def _with_repetition(rng: random.Random, markup: str) -> str:
    """One element, with what stands in it, many times."""
    tags = list(_TAG.finditer(markup))
    if not tags:
        return markup
    tag = rng.choice(tags)
    end = markup.find(f"</{tag[1]}>", tag.end())
    to = end + len(tag[1]) + 3 if end >= 0 else tag.end()
    piece = markup[tag.start() : to][:2_000]
    return markup[:to] + piece * rng.choice((1, 3, 10)) + markup[to:]


_MUTATIONS = (
    _with_reference, _with_nesting, _with_long_token, _with_surrogate, _with_charset, _with_repetition,
)  # fmt: skip


def structure_mutated(rng: random.Random, markup: str) -> str:
    """Return markup with one to three changes of its structure."""
    for _ in range(rng.randrange(1, 4)):
        markup = rng.choice(_MUTATIONS)(rng, markup)
    return markup


def with_second_encoding(rng: random.Random, markup: str, encoding: str) -> bytes:
    """Return markup as bytes whose encoding changes somewhere."""
    at = rng.randrange(len(markup) + 1)
    other = rng.choice(_ENCODINGS)
    return markup[:at].encode(encoding, "replace") + markup[at:].encode(other, "replace")
