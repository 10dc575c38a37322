"""Hostile pages: generated, mutated, and scaled up; each is a pure function of a seed and a number."""
# ruff: noqa: E501, S311 - markup, a piece a line; the same input for the same seed

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.hostile.structures import STRUCTURES, structure_mutated, with_second_encoding
from tests.zoo import ZOO

from maintext.html.tags import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["ATTACKS", "HostileInput", "hostile_input"]

_TAGS = [name for name in NAMES[3:] if name != "plaintext"]
_ODD_TAGS = ["x-y", "o:p", "unknown", "svg", "math", "template", "plaintext", "é", "a" * 17, "b-" * 9]
_NAMES = [
    "class", "id", "style", "hidden", "href", "src", "srcset", "alt", "title", "itemprop", "itemscope",
    "itemtype", "property", "name", "content", "datetime", "lang", "rel", "aria-hidden", "role", "colspan",
    "rowspan", "start", "type", "data-src", "xml:lang", "charset", "http-equiv", "width", "height", "open",
]  # fmt: skip
_VALUES = [
    "", "content", "sidebar nav", "footer", "author", "article:published_time", "og:image", "og:title",
    "display:none", "visibility : hidden", "javascript:alert(1)", "data:text/html,x", "http://[", "//", "/a/b",
    "https://example.org/2024/05/06/story.html?page=2#top", "#", "http://a:99999/", "%", "\\", "65534", "-1",
    "9007199254740991", "0", "2024-02-30T25:61:61+99:99", "0000-00-00", "20240506", "http://schema.org/Article",
    "language-python", "breadcrumb", "application/ld+json", "math/tex; mode=display", "en-", "zh-Hant-TW", "x" * 300,
    "/a.jpg 1x, /b.jpg 99999999999w", "post comment depth-99", "next", "fn1", "katex", "line-numbers", "callout",
]  # fmt: skip
_WORDS = [
    "one two three", "The mayor said on Monday that the bridge was closed.", "正文内容，很长的一段文字。", "記者 王小明",
    "By Ann O'Neill", "by ", "Von Hans Meier, 03.05.2019", "2024年5月6日 12:30", "5月32日", "99.99.9999", "3 hours ago",
    "昨天 25:61", "责任编辑：", "来源：新华网 作者：李 明", "© 2019", "|", " - ", "…", "......", "*", "_", "`", "```", "[x](y)",
    "![", "# ", "1. ", "> ", "$$x^2$$", "\\(", "\\[a\\]", "&amp;", "&lt;", "&#x110000;", "&#;", "&#x;", "&#0;", "&#xD800;",
    "&bogus;", "&", "&#38;#60;", "&nbsp;", "&#13;", "\u200b", "\ufeff", "\u3000\u3000", "\x00", "\x0b", "\u2028", "\xad",
    "e\u0301", "😀", "👩‍👩‍👧", "𠮷", "\U0010ffff", "\ufffe", "İ", "ß", "ﬁ", "\u202e", "\u0e01", "שלום", "سلام", "١٢٣", "²",
    "\n", "\n\n", "\r", "\t", " ", "   ", "Home", "Read more", "Share", "Reply", "Price: $1,234.56", "Page 1 of 99",
    "0" * 30, "1" * 200, "!" * 30, "a" * 500, "字" * 200, "Next", "下一页", "1/2", "#1", "\x04" + "1\x05", "\x0e", "\x10",
]  # fmt: skip
_MARKUP = [
    "<!--", "-->", "--!>", "<!-->", "<?", "?>", "<![CDATA[", "]]>", "<!doctype html>", "</", "</>",
    "-\x0b->", "--\x0c>", "-\ud800-\uffff>", "-\x0b", "</b></b></b></p></div>", "<", ">", "/>", "=", '"',
    "'", "<p", "</p>", "<br>", "<br><br>", "<script>", "</script>", "<style>", "</style>", "<title>", "</title>",
    "<textarea>", "</textarea>", "<table>", "<tr>", "<td>", "</table>", "<svg>", "</svg>", "<math>", "</math>", "<template>",
    "</template>", "<select>", "</select>", "<plaintext>", "<noscript>", "</noscript>", "<frameset>", "<body>", "</body>",
    "</html>", "<html>", "<head>", "<pre>", "</pre>", "<code>", "</code>", "<sup>", "<ruby>", "<rt>", "<img src=a.png>",
    "<foreignObject>", "<annotation-xml encoding=text/html>", "<template shadowrootmode=open>", "<iframe>", "<xmp>",
    '<script type="application/ld+json">', "<script type=math/tex>", "<meta charset=gbk>", "<base href=http://[>",
    "window.__STATE__ = {", 'JSON.parse("', "<li>", "<dl><dt>", "<dd>", "<details><summary>", "<figure>", "<figcaption>",
    "<blockquote>", "<h1>", "<a href=x>", "</a>", "<b>", "</b>", "<time datetime=2024-05-06>", "<article>", "<main>",
]  # fmt: skip
_KEYS = [
    "@type", "@id", "@graph", "@context", "headline", "name", "author", "datePublished", "articleBody", "text",
    "description", "image", "url", "itemListElement", "position", "comment", "publisher", "props", "content", "keywords",
]  # fmt: skip
_TYPES = [
    "Article",
    "NewsArticle",
    "Person",
    "BreadcrumbList",
    "DiscussionForumPosting",
    "Comment",
    ["Article", 7],
]
_CHARSETS = [
    "gbk",
    "big5",
    "utf-16",
    "utf-8",
    "shift_jis",
    "iso-2022-jp",
    "koi8-r",
    "x-user-defined",
    "hz-gb-2312",
    "?",
    "utf-7",
]
_URLS = [
    "https://www.example.org/a/2024-05-06/story.html", "https://www.example.org/list_2.html?page=3#a", "", "x", "//x", "http://[", "javascript:x",
    "https://a:99999/", "https://例え.jp/%ff?a=%00", "file:///a", "https://e.org/\ud800", "https://" + "a." * 200 + "org/" + "b/" * 2_000,
    "https://e.org/20240506/90_2.html", "http://1.2.3.4/?" + "p=2&" * 300,
]  # fmt: skip
_ENCODINGS = [
    "utf-8",
    "utf-8",
    "utf-8",
    "gb18030",
    "utf-16-le",
    "utf-16-be",
    "utf-16",
    "shift_jis",
    "utf-8-sig",
    "big5",
]


@dataclass(frozen=True, slots=True)
class HostileInput:
    """A page, how it was made, and its number.

    Attributes
    ----------
    number
        Which one of its seed.
    kind
        Name of the generator or attack.
    html
        Bytes, or text with whatever a ``str`` can hold.
    http_charset
        ``charset`` of a header, mostly ``None``.
    url
        Address of the page.
    """

    number: int
    kind: str
    html: bytes | str
    http_charset: str | None = None
    url: str = "https://www.example.org/a/2024-05-06/story.html"


def hostile_input(seed: int, number: int, pages: Sequence[str] = (), n_bytes: int = 1500) -> HostileInput:
    """Return the input with a number; the same for the same arguments.

    Parameters
    ----------
    seed, number
        What it is made from.
    pages
        Real pages; some inputs are mutations of them.
    n_bytes
        About the greatest size of a generated page; mutations of ``pages`` are as large as these.
    """
    rng = random.Random(seed * 1_000_000_007 + number)
    if rng.random() < 0.0005:
        name = rng.choice(sorted(ATTACKS))
        return HostileInput(number, name, ATTACKS[name](rng.choice((100, 1_000, 3_000))))
    if pages and rng.random() < 0.03:
        kind, markup = "real page, mutated", rng.choice(pages)
        markup = _mutated(rng, markup, pages)
    else:
        kind = rng.choice(sorted(_GENERATORS))
        markup = _GENERATORS[kind](rng, n_bytes)
        if rng.random() < 0.4:
            markup = _mutated(rng, markup, _ZOO)
    if rng.random() < 0.4:
        markup = structure_mutated(rng, markup)
    url = rng.choice(_URLS) if rng.random() < 0.1 else _URLS[0]
    if rng.random() < 0.2:
        return HostileInput(number, kind, markup, None, url)
    charset = rng.choice(_CHARSETS) if rng.random() < 0.2 else None
    return HostileInput(number, kind, _bytes_mutated(rng, _encoded(rng, markup)), charset, url)


def _encoded(rng: random.Random, markup: str) -> bytes:
    encoding = rng.choice(_ENCODINGS)
    if rng.random() < 0.05:
        return with_second_encoding(rng, markup, encoding)
    # Surrogates as bytes are what damaged encoders write; other encodings have none.
    lost = "surrogatepass" if encoding == "utf-8" and rng.random() < 0.5 else "replace"
    return markup.encode(encoding, lost)


# -- generators ---------------------------------------------------------------------------------------

_ZOO = [markup for markup in ZOO.values() if len(markup) < 20_000]


def _from_zoo(rng: random.Random, n_bytes: int) -> str:
    return _mutated(rng, rng.choice(_ZOO)[: 2 * n_bytes], _ZOO)


def _tree(rng: random.Random, n_bytes: int) -> str:
    """Elements in elements, most of them closed."""
    out: list[str] = []
    stack: list[str] = []
    size, limit = 0, rng.randrange(20, n_bytes)
    while size < limit:
        roll = rng.random()
        if roll < 0.35:
            name = rng.choice(_TAGS) if rng.random() < 0.95 else rng.choice(_ODD_TAGS)
            piece = f"<{name}{_attributes(rng)}>"
            stack.append(name)
        elif roll < 0.6 and stack:
            piece = f"</{stack.pop()}>"
        else:
            piece = rng.choice(_WORDS)
        out.append(piece)
        size += len(piece)
    if rng.random() < 0.5:
        out.extend(f"</{name}>" for name in reversed(stack))
    return "".join(out)


def _attributes(rng: random.Random) -> str:
    if rng.random() < 0.6:
        return ""
    quote = rng.choice('"""\'')
    return "".join(
        f" {rng.choice(_NAMES)}={quote}{rng.choice(_VALUES if rng.random() < 0.8 else _WORDS)}{quote}"
        for _ in range(rng.randrange(1, 4))
    )


def _soup(rng: random.Random, n_bytes: int) -> str:
    """Pieces of markup and text without any order."""
    pools = (_MARKUP, _WORDS, _VALUES)
    return "".join(rng.choice(rng.choice(pools)) for _ in range(rng.randrange(1, max(2, n_bytes // 25))))


def _repeats(rng: random.Random, n_bytes: int) -> str:
    """A few pieces many times."""
    pools = (_MARKUP, _WORDS, _VALUES)
    some = [rng.choice(rng.choice(pools)) for _ in range(rng.randrange(1, 4))]
    piece = "".join(some)
    return (
        rng.choice(_MARKUP)
        + piece * rng.randrange(1, max(2, n_bytes // (len(piece) + 1)))
        + rng.choice(_MARKUP)
    )


def _article(rng: random.Random, n_bytes: int) -> str:
    """A page like those of news sites: head with declarations, by-lines, paragraphs, comments."""
    metas = "".join(
        f'<meta {rng.choice(("name", "property", "itemprop"))}="{rng.choice(_VALUES)}" content="{rng.choice(_WORDS)}">'
        for _ in range(rng.randrange(6))
    )
    blocks = "".join(
        f"<{tag}{_attributes(rng)}>{''.join(rng.choice(_WORDS) for _ in range(rng.randrange(1, 12)))}</{tag}>"
        for tag in rng.choices(
            ["p", "p", "p", "h1", "h2", "div", "li", "td", "pre", "span", "a"], k=n_bytes // 200
        )
    )
    json = f'<script type="application/ld+json">{_json(rng, 3)}</script>' if rng.random() < 0.5 else ""
    state = f"<script>window.__STATE__ = {_json(rng, 3)};</script>" if rng.random() < 0.1 else ""
    return f"<html><head><title>{rng.choice(_WORDS)}</title>{metas}{json}{state}</head><body>{blocks}"


def _json(rng: random.Random, depth: int) -> str:
    roll = rng.random()
    if depth == 0 or roll < 0.3:
        words = "".join(rng.choice(_WORDS) for _ in range(rng.randrange(1, 9)))
        plain = words.replace("\\", "").replace('"', "").replace("\n", " ")
        return rng.choice(
            [f'"{plain}"', f'"{plain * 5}"', "null", "1e999", "NaN", "-0", "7", f'"{words}"', "{}"]
        )
    if roll < 0.5:
        return "[" + ",".join(_json(rng, depth - 1) for _ in range(rng.randrange(4))) + "]"
    kind = str(rng.choice(_TYPES)).replace("'", '"')
    kind = kind if kind.startswith("[") else f'"{kind}"'
    pairs = [f'"@type":{kind}'] + [
        f'"{rng.choice(_KEYS)}":{_json(rng, depth - 1)}' for _ in range(rng.randrange(1, 6))
    ]
    return "{" + ",".join(pairs) + "}"


_GENERATORS: dict[str, Callable[[random.Random, int], str]] = {
    "zoo": _from_zoo,
    "tree": _tree,
    "soup": _soup,
    "repeats": _repeats,
    "article": _article,
    **STRUCTURES,
}


# -- mutations ----------------------------------------------------------------------------------------


def _mutated(rng: random.Random, markup: str, others: Sequence[str]) -> str:
    for _ in range(rng.randrange(1, 5)):
        at, to = sorted(rng.randrange(len(markup) + 1) for _ in range(2))
        to = min(to, at + 2_000)
        roll = rng.randrange(9)
        if roll == 0:  # cut anywhere
            markup = markup[:at]
        elif roll == 1:  # a piece doubled
            markup = markup[:to] + markup[at:to] * rng.choice((1, 1, 2, 9)) + markup[to:]
        elif roll == 2:  # a piece lost
            markup = markup[:at] + markup[to:]
        elif roll == 3:  # two pages spliced
            other = rng.choice(others)
            markup = markup[:at] + other[rng.randrange(len(other) + 1) :]
        elif roll == 4:  # a piece moved
            markup = markup[:at] + markup[to:] + markup[at:to]
        elif roll == 5:  # a tag doubled
            end = markup.find(">", at) + 1
            start = markup.rfind("<", 0, end) if end else -1
            markup = (
                markup[:end] + markup[start:end] * rng.choice((1, 3)) + markup[end:] if start >= 0 else markup
            )
        else:  # something put in
            pool = rng.choice((_MARKUP, _WORDS, _VALUES))
            markup = markup[:at] + rng.choice(pool) + markup[at:]
    return markup


def _bytes_mutated(rng: random.Random, data: bytes) -> bytes:
    roll = rng.random()
    if roll < 0.6 or not data:
        return data
    changed = bytearray(data)
    if roll < 0.75:
        for _ in range(rng.randrange(1, 20)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    elif roll < 0.85:
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    elif roll < 0.93:
        del changed[rng.randrange(len(changed)) :]
    else:
        at = rng.randrange(len(changed))
        changed[at:at] = rng.randbytes(rng.randrange(1, 50))
    return bytes(changed)


# -- attacks of a given size --------------------------------------------------------------------------

ATTACKS: dict[str, Callable[[int], bytes | str]] = {
    "nested blocks": lambda n: b"<div>" * n + b"deep inside" + b"</div>" * n,
    "nested inline, unclosed": lambda n: b"<b>" * n + b"text",
    "nested quotes": lambda n: b"<blockquote><p>a" * n,
    "nested lists": lambda n: b"<ul><li>a" * n,
    "nested tables": lambda n: b"<table><tr><td>a" * (n // 3),
    "nested links and text": lambda n: b"<a href=x><div>a " * n,
    "nested templates": lambda n: b"<template>" * n + b"text",
    "nested svg and math": lambda n: b"<svg><foreignObject><math><mtext>" * (n // 4) + b"text",
    "misnested formatting": lambda n: b"<p><b><i><a href=x>t" * (n // 4),
    "siblings": lambda n: b"<p>some text</p>" * n,
    "siblings of one word": lambda n: b"".join(b"<div>w%d</div>" % i for i in range(n)),
    "siblings in Chinese": lambda n: "<p>这是一段正文，有一些内容。</p>".encode() * n,
    "links": lambda n: b"".join(b'<a href="/p/%d">link %d</a> ' % (i, i) for i in range(n)),
    "list items": lambda n: b"<ul>" + b"<li>item" * n,
    "tables": lambda n: b"<table><tr><td>a<td>b<tr><td>c<td><img src=/i></table>" * (n // 10),
    "table cells": lambda n: b"<table>" + b"<tr><td>1<td>2" * (n // 2),
    "table spans": lambda n: b"<table>" + b"<tr><td colspan=1000 rowspan=65534>x" * (n // 10),
    "table, one line wider than all": lambda n: b"<table><tr>" + b"<td>a" * (n // 2) + b"<tr><td>b" * (n // 5),
    "line breaks": lambda n: b"<p>" + b"text<br>" * n,
    "headings": lambda n: b"<h2>head</h2>" * n,
    "images": lambda n: b'<p>w <img src="/a.jpg" srcset="/b.jpg 1x, /c.jpg 2x" alt=a></p>' * n,
    "code blocks": lambda n: b"<pre><code>x = 1\n</code></pre>" * n,
    "code blocks in a language": lambda n: b"<pre><code class=language-py>x = 1\n</code></pre>" * (n // 2),
    "footnotes": lambda n: b"".join(b'<p>t<sup><a href="#fn%d">%d</a></sup></p>' % (i, i) for i in range(n // 2))
    + b"".join(b'<li id="fn%d">note</li>' % i for i in range(n // 2)),
    "formulas": lambda n: rb"<p>\(x^2\) $$y_1$$</p>" * n,
    "formulas with their source": lambda n: b"<p>x <math><mi>y</mi><annotation encoding=tex>y_1</annotation></math></p>" * (n // 5),
    "nested formulas": lambda n: b"<p>text</p>" + b"<math>x" * n,
    "nested formulas, in part dropped": lambda n: b"<math>x<mi>y</mi><nav>z</nav>" * (n // 5),
    "formulas like Markdown": lambda n: rb"<p>\([a](b) <c `d http://e.fg\)</p>" * (n // 2),
    "one text of words": lambda n: b"<p>" + b"word " * (100 * n),
    "one text of Chinese": lambda n: b"<p>" + "正文，".encode() * (50 * n),
    "one text without spaces": lambda n: b"<p>" + b"x" * (100 * n),
    "one text of spaces": lambda n: b"<p>a" + b" " * (100 * n) + b"b",
    "one text of digits": lambda n: b"<p>" + b"1" * (100 * n),
    "one text of dates": lambda n: b"<p>" + b"2024-05-06 12:30 " * (10 * n),
    "one text of Chinese dates": lambda n: b"<p>" + "2024年5月6日 ".encode() * (10 * n),
    "one text of by-lines": lambda n: b"<p>" + b"By Ann Lee, " * (10 * n),
    "one text of stars": lambda n: b"<p>" + b"*_`[" * (25 * n),
    "one line of code": lambda n: b"<pre>" + b"x=1;" * (25 * n),
    "lines of code": lambda n: b"<pre>" + b"x = 1\n" * (10 * n),
    "references": lambda n: b"<p>" + b"&amp;" * (20 * n),
    "numeric references": lambda n: b"<p>" + b"&#x110000;&#60;&#0;" * (5 * n),
    "broken references": lambda n: b"<p>" + b"&#&#x&;&bogus" * (5 * n),
    "less-than signs": lambda n: b"<" * (20 * n),
    "end tags": lambda n: b"</p></div></x>" * n,
    "a long attribute": lambda n: b'<p title="' + b"x" * (20 * n) + b'">text</p>',
    "a long class": lambda n: b'<p class="' + b"post-2 aB " * (2 * n) + b'">text</p>',
    "a long style": lambda n: b'<p style="' + b"display : " * (2 * n) + b'">text</p>',
    "a long srcset": lambda n: b'<p>w<img srcset="' + b"/b.jpg 1x, " * (2 * n) + b'">',
    "a long address": lambda n: b'<p>w<a href="' + b"../a;b?c=d#" * (2 * n) + b'">link</a>',
    "a long tag name": lambda n: b"<" + b"x" * (20 * n) + b">text",
    "a long attribute name": lambda n: b"<p " + b"x" * (20 * n) + b"=1>text",
    "attributes": lambda n: b"<p " + b" ".join(b"a%d=1" % i for i in range(n)) + b">text</p>",
    "attributes of one name": lambda n: b"<p " + b"class=a " * n + b">text</p>",
    "hidden elements": lambda n: b"<div hidden>a" * n,
    "comments": lambda n: b"<!-- c -->" * n + b"text",
    "comments, unclosed": lambda n: b"<!--" * n,
    "processing instructions": lambda n: b"<?a " * n + b"?>",
    "scripts": lambda n: b"<script>x</script>" * n,
    "JSON, nested": lambda n: b"<script type=application/ld+json>" + b"[" * (2 * n) + b"</script>",
    "JSON objects, nested": lambda n: b"<script type=application/ld+json>" + b'{"@graph":[' * n + b"</script>",
    "JSON articles": lambda n: b"<script type=application/ld+json>["
    + b",".join(b'{"@type":"Article","headline":"h%d"}' % i for i in range(n)) + b"]</script>",
    "JSON strings, broken": lambda n: b"<script type=application/ld+json>" + b'"\\' * (10 * n) + b"</script>",
    "JSON, one text": lambda n: b'<script type=application/ld+json>{"@type":"Article","articleBody":"'
    + b"Some words of it. " * (5 * n) + b'"}</script>',
    "state of an application": lambda n: b"<script>window.__STATE__ = {" + b'"content":"one two three",' * n + b"</script>",
    "meta elements": lambda n: b'<meta property="article:tag" content="rain">' * n,
    "a long title": lambda n: b"<title>" + b" | - " * (4 * n) + b"</title><h1>t</h1>",
    "microdata": lambda n: b'<div itemscope itemprop=author itemtype="Person">' * (n // 2) + b"x",
    "comments of readers": lambda n: b'<div class="comment depth-1"><b class=author>A</b><p>text</p></div>' * n,
    "charset declarations": lambda n: b"<meta charset=?>" * n,
    "NUL bytes": lambda n: b"<p>te\0xt</p>\0" * n,
    "lone surrogates": lambda n: "<p>\ud800 text \udfff</p>" * n,
    "empty siblings": lambda n: b"<i></i>" * (2 * n),
    "nested math": lambda n: b"<math>x" * n,
    "nested math, closed": lambda n: b"<p>y <math>" + b"<mrow><mi>x</mi>" * (n // 2) + b"</mrow>" * (n // 2) + b"</math>",
    "one formula": lambda n: b"<p>y <math>" + b"<mi>x</mi><mo>+</mo>" * (n // 2) + b"</math>",
    "nested items of a list, closed": lambda n: b"<ul><li>a" * (n // 2) + b"</li></ul>" * (n // 2),
    "nested definitions": lambda n: b"<dl><dt>a<dd>b" * (n // 2),
    "a wide table": lambda n: b"<table>" + (b"<tr>" + b"<td>1" * 1_000) * (n // 1_000),
    "a table of pairs": lambda n: b"<table>" + b"<tr><td>Key:<td>value" * (n // 2),
    "a long heading": lambda n: b"<title>A</title><h1>" + b"word " * (20 * n) + b"</h1><p>text",
    "a long title of a link": lambda n: b"<ul>" + b"".join(b'<li><a href="/%d">%s</a>' % (i, b"\xe9\x95\xbf title " * (n // 10)) for i in range(9)),
    "long titles of links": lambda n: b"<ul>" + b"".join(b'<li><a href="/%d">%s</a>' % (i, b"title " * 200) for i in range(n // 100)),
    "an index page": lambda n: b"<ul>" + b"".join(b'<li><a href="/a/%d.html">Title %d</a> <span>2024-05-06</span><p>Said of it.</p>' % (i, i) for i in range(n // 5)),
    "an index page of cards": lambda n: b"".join(b'<div class=card><img src=/%d.jpg><h2><a href="/a/%d">Title %d</a></h2><p>Words of a summary.</div>' % (i, i, i) for i in range(n // 6)),
    "numbers of pages": lambda n: b"<div class=pager>" + b"".join(b'<a href="?page=%d">%d</a> ' % (i, i) for i in range(n // 2)),
    "links in an element of a long class": lambda n: b'<p class="' + b"post-2 aB " * n + b'">' + b"".join(b'<a href="/p/%d">link</a> ' % i for i in range(n // 2)),
    "links in an element of a long name": lambda n: b"<" + b"x" * (10 * n) + b">" + b"".join(b'<a href="/p/%d">link</a> ' % i for i in range(n // 2)),
    "posts": lambda n: b"<div class=post><a class=author>A</a><time>3h</time><p>text</p><span>Like 5</span></div>" * (n // 6),
    "nested posts": lambda n: b"<div class=post><a class=author>A</a><time>3h</time><p>text</p>" * (n // 5),
    "one long post": lambda n: b"<div class=post><a class=author>A</a><time>3h</time><p>text</p></div>" * 5
    + b"<div class=post><a class=author>" + b"A " * n + b"</a><time>3h</time><p>" + "赞 1 | ".encode() * n + b"</p></div>",
    "entries of a feed": lambda n: b'<rss version="2.0"><channel>' + b"".join(b"<item><title>t</title><link>http://e.org/%d</link><pubDate>2024-05-06</pubDate></item>" % i for i in range(n // 4)) + b"</channel></rss>",
    "entries of an Atom feed": lambda n: b'<feed xmlns="http://www.w3.org/2005/Atom">' + b'<entry><title>t</title><link href="http://e.org/1"/><summary>&lt;b&gt;s</summary></entry>' * (n // 4) + b"</feed>",
    "a feed with long titles": lambda n: b'<rss version="2.0">' + b"<item><title>" + b"&amp;lt;b&amp;gt; title " * n + b"</title><link>http://e.org/</link></item>",
    "a feed with many children": lambda n: b'<rss version="2.0"><item><link>http://e.org/</link>' + b"<a/>" * n + b"</item>",
    "a feed, nested": lambda n: b'<rss version="2.0">' + b"<item><link>http://e.org/</link>" * (n // 4),
    "a feed of less-than signs": lambda n: b'<rss version="2.0"><item><link>http://e.org/</link><description><![CDATA[' + b"<a" * (10 * n) + b"]]></description></item>",
    "a sitemap": lambda n: b'<urlset xmlns="x">' + b"<url><loc>http://e.org/1</loc><lastmod>2024-05-06</lastmod></url>" * (n // 4),
    "an index of sitemaps": lambda n: b'<sitemapindex xmlns="x">' + b"<sitemap><loc>http://e.org/1</loc></sitemap>" * (n // 4),
    "addresses as text": lambda n: b"http://e.org/a\n" * (5 * n),
    "random bytes": lambda n: random.Random(n).randbytes(20 * n),
    "random bytes of a page": lambda n: b"<p>" + random.Random(n).randbytes(20 * n),
}  # fmt: skip
"""Attacks by name; each makes a page of a size: for most the number of elements."""
