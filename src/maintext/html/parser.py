"""Access to the HTML parser: the one file that imports turbohtml.

Parsing to well-formed bytes, encoding detection, decoding, Markdown and sanitising. To change the parser,
change this file.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Any

import turbohtml
from turbohtml.clean import OnDisallowed, Policy, Sanitizer
from turbohtml.detect import Detection, detect

from maintext._core.columns import has_wide
from maintext.errors import OptionError
from maintext.html.characters import CJK_LETTER
from maintext.html.open_links import end_empty_elements, end_frames, end_links
from maintext.html.surrogates import mend_json

__all__ = [
    "CODECS", "MARKS", "NEXT_RECORDS", "PAGE_NUMBERS", "REMOVED", "TIME_VARIABLES", "XPATH_STARTS",
    "DataScript", "QueryTree", "balanced", "decode_label", "detect_encoding", "form_values", "read_code",
    "sanitised", "text_places", "to_markdown", "to_wellformed_bytes", "without_marks",
]  # fmt: skip

# Dropped before the page becomes rows: nothing in them is text of the page. Scripts that carry data
# are read first.
REMOVED = "script,style,svg"
_REMOVED_TAGS = frozenset(REMOVED.split(","))

MARKS = {name: f"maintext-{name}" for name in ("only", "keep", "drop")}
"""Attributes that mark the elements of a user's selectors, by option."""

_MARK = re.compile(rf' (?:{"|".join(MARKS.values())})=""'.encode())
XPATH_STARTS = ("/", "./", "(")
"""How an XPath begins, in contrast to a CSS selector."""

_EMPTY_CONTROL = re.compile(r'<(textarea|select|option|button)((?:[^<>"]|"[^"]*")*)/>')
# Before a colon in a name; XML wants them declared.
_PREFIX = re.compile(r"[<\s]([A-Za-z_][\w.-]*):[\w.-]")
_KNOWN_PREFIXES = frozenset({"xml", "xmlns"})
_LATEX = "math/tex"
_WECHAT = ("js_article", "js_content")  # elements around a WeChat article
_PROTECTED = "/cdn-cgi/l/email-protection"
# What is removed, with its data and formulas; pictures, a text whose time a script sets, frames that may not
# end, the paragraphs of Mintlify, hidden addresses: one walk for all.
_AMP_PICTURES = ("amp-img", "amp-anim")
_OTHERS = f"noscript iframe,span[data-as=p],[data-cfemail],a[href*='{_PROTECTED}#']"
_SPECIAL = f"{REMOVED},{','.join(_AMP_PICTURES)},#{',#'.join(_WECHAT)},{_OTHERS}"
_AFTER_FRAME = "</noscript"  # in a frame that ends in itself, and so takes the page after it
# A comment may end elsewhere once the serialiser has left out characters that XML cannot hold.
_UNSEEN = turbohtml.NodeFilter.SHOW_COMMENT | turbohtml.NodeFilter.SHOW_PROCESSING_INSTRUCTION
TIME_VARIABLES = ("ct", "createTime")
"""Variables to which the script of a WeChat article assigns its time of publication."""

_ASSIGNED_TIME = re.compile(
    rf"\b({'|'.join(TIME_VARIABLES)})\s*=\s*[\"'](\d{{10}}|\d{{4}}-\d\d-\d\d \d\d:\d\d)[\"']"
)
PAGE_NUMBERS = "createPageHTML"
"""The function of TRS WCM, a Chinese system, that writes the links to the pages of a list; pages call it."""

_TITLE_CHARS = 5_000  # of a page, in which its title stands
# createPageHTML(4, 0, "index", "html"), in some versions with the id of an element first.
_PAGE_NUMBERS = re.compile(
    rf"""{PAGE_NUMBERS}\s*\(\s*(?:(?:'[^'\d]*'|"[^"\d]*")\s*,\s*)?["']?(\d{{1,4}})["']?\s*,\s*["']?(\d{{1,4}})["']?\s*,"""
    r"""\s*["']([\w./-]{1,99})["']\s*,\s*["'](\w{1,9})["']"""
)
NEXT_RECORDS = "nextgroup"
"""The element of Hanweb, a Chinese system, with the URL from which a script loads more of a list."""

_OF_PICTURES = ("src", "srcset", "alt", "title", "width", "height")
# What MathJax 2 draws of a formula, and what is shown before that: right before the script with the LaTeX.
_DRAWN = re.compile(r"(?:^|\s)(?:MathJax\w*|mjx-chtml|MJXc-display)(?:\s|$)")
# Formulas that only open or close a group for the page's own commands.
_SHOWS_NOTHING = re.compile(r"(?>(?:\s|\\(?:begin|end)group\b)*)")
# As kramdown writes LaTeX, for readers of XML.
_FRAME = re.compile(r"\s*%\s*<!\[CDATA\[\s*(.*?)\s*%\s*\]\]>\s*", re.DOTALL)

_NO_SELECTORS: Mapping[str, str] = MappingProxyType({})
_XML = turbohtml.Html(xml=True)
_REFERENCE, _START_TAG = turbohtml.TokenType.CHARACTER_REFERENCE, turbohtml.TokenType.START_TAG
_CODE = frozenset({"script", "style"})
# Characters that XML cannot hold.
_LOST_CHARACTER = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# Labels of the standard that Python's codec look-up spells so that the parser library misses them.
_CODEC_NAMES = {
    "ks_c_5601-1987": "euc-kr", "ks_c_5601-1989": "euc-kr", "gb_2312-80": "gbk",
    "ansi_x3.4-1968": "windows-1252",
}  # fmt: skip
# Python's codecs of labels where the standard's encoding is a wider one than Python's of that name.
CODECS = {
    **dict.fromkeys(("gb2312", "gbk", "x-gbk", "gb_2312-80", "chinese", "csgb2312"), "gb18030"),
    **dict.fromkeys(("big5", "big5-hkscs", "cn-big5", "x-x-big5", "csbig5"), "big5hkscs"),
    **dict.fromkeys(("iso-8859-1", "latin1", "ascii", "us-ascii", "iso8859-1"), "cp1252"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis"), "cp932"),
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "korean"), "cp949"),
}
_STATE_ID = "__NEXT_DATA__"
# Code is read only if this little of the source is markup, as on pages that scripts fill: limits in bytes
# and as a share.
_SHELL_BYTES, _SHELL_SHARE = 100_000, 0.5


@dataclass(frozen=True, slots=True)
class DataScript:
    """A script element or an attribute that contains data.

    - ``type``: its ``type`` attribute, lower case, ``""`` if absent; ``attribute`` for an attribute.
    - ``id``: its ``id`` attribute, ``""`` if absent.
    - ``text``: its content, unparsed; of code, the data alone. U+FFFD replaces invalid JSON escapes
      (:func:`~maintext.html.surrogates.mend_json`).
    - ``variable``: what code gives the data to, e.g. ``window.__STATE__``, or the name of the attribute;
      ``""`` for pure data.
    """

    type: str
    id: str
    text: str
    variable: str = ""


def to_wellformed_bytes(
    markup: str, selectors: Mapping[str, str] = _NO_SELECTORS
) -> tuple[bytes, tuple[DataScript, ...], bool]:
    """Parse any text as HTML and serialise it as well-formed UTF-8 bytes.

    ``selectors`` are CSS selectors by option of :data:`MARKS`: what they match gets that attribute.

    Returns
    -------
    data
        Start tags have end tags or end in ``/>``. ``<`` and ``>`` occur only in tags; attributes are
        ``name="value"``. Comments, doctype, scripts, styles, SVG and characters invalid in XML are removed.
        LaTeX scripts become formulas and replace what MathJax 2 drew. AMP images contain an ``<img>``,
        paragraphs that are ``<span data-as="p">`` are ``<p>``.
    scripts
        Scripts with JSON in document order; a WeChat article's time of publication; the call that writes
        the page numbers of a TRS list; what leads to further records of a Hanweb list, which are shown.
    has_code
        True if there are scripts, and markup is less than half of the source and less than 100 kB, so that
        code may hold its text: :func:`read_code`.

    Raises
    ------
    OptionError
        A selector is not valid CSS.
    """
    markup = end_links(end_empty_elements(markup))
    document = _parse_markup(markup)
    for name, selector in selectors.items():
        _mark_elements(document, name, selector)
    special = [(element, element.tag) for element in document.select(_SPECIAL)]
    if any(tag == "iframe" and _AFTER_FRAME in e.text for e, tag in special) and markup != (
        ended := end_frames(markup)
    ):
        return to_wellformed_bytes(ended, selectors)
    found = [(e, (e.attr("type") or "").lower()) for e, tag in special if tag == "script"]
    scripts = tuple(
        DataScript(type_, e.attr("id") or "", mend_json(e.text))
        for e, type_ in found
        if "json" in type_ or e.attr("id") == _STATE_ID
    )
    scripts += _show_records(e for e, type_ in found if type_ == "text/xml")
    _keep_formulas(e for e, type_ in found if type_.startswith(_LATEX))
    others = [(e, tag) for e, tag in special if tag not in _REMOVED_TAGS]  # few on most pages
    if article := [e for e, _ in others if e.attr("id") in _WECHAT]:
        scripts += _read_time(e for e, _ in found)
        for element in article:  # hidden until a script has loaded the pictures
            element.attrs["style"] = ""
    scripts += _read_page_numbers(markup, (e for e, _ in found))
    for element in (e for e, tag in others if tag == "span" and e.attr("data-as")):
        element.tag = "p"
    _keep_pictures(e for e, tag in others if tag in _AMP_PICTURES)
    for element, tag in special:
        if tag in _REMOVED_TAGS:
            element.decompose()
    _show_addresses(e for e, _ in others)
    for node in tuple(turbohtml.NodeIterator(document, _UNSEEN)):
        node.decompose()
    root = document.root
    # Pieces stay in the cache, and most hold ASCII alone: nine tenths of the time of one str.
    pieces = root.serialize_iter(_XML) if root is not None else ("<html><head/><body/></html>",)
    data = b"".join(map(str.encode, pieces))
    return data, scripts, bool(found) and len(data) < min(_SHELL_BYTES, _SHELL_SHARE * len(markup))


def _parse_markup(markup: str) -> turbohtml.Document:
    # Declared shadow roots are parsed as templates: the serialiser would leave their text out.
    return turbohtml.parse(markup, positions=False, allow_declarative_shadow_roots=False)


def read_code(markup: str) -> tuple[DataScript, ...]:
    """Return the scripts with code, for :mod:`~maintext.html.shell_data`; parses the page anew."""
    # Where links end makes no difference to scripts.
    scripts = _parse_markup(end_empty_elements(markup)).select("script")
    found = ((e, (e.attr("type") or "").lower()) for e in scripts)
    code = (e for e, type_ in found if ("javascript" in type_ or not type_) and e.attr("src") is None)
    return tuple(DataScript("", e.attr("id") or "", e.text) for e in code)


def _mark_elements(document: turbohtml.Document, name: str, selector: str) -> None:
    try:
        for element in document.select(selector):
            element.attrs[MARKS[name]] = ""
    except ValueError as error:
        raise OptionError(f"{name} must be a CSS selector: {error}") from error


def without_marks(data: bytes) -> bytes:
    """Return the output of :func:`to_wellformed_bytes` without the attributes of selectors."""
    return _MARK.sub(b"", data)


class QueryTree:
    """The elements of a page's well-formed bytes, for any selector; O(n_elements) to build."""

    def __init__(self, data: bytes) -> None:
        text = data.decode()
        start_tag = text[: text.find(">")]
        prefixes = dict.fromkeys(_PREFIX.findall(text))
        unknown = (
            name for name in prefixes if name not in _KNOWN_PREFIXES and f"xmlns:{name}=" not in start_tag
        )
        declared = "".join(f' xmlns:{name}="{name}"' for name in unknown)
        self._tree = turbohtml.parse_xml(text.replace("<html", f"<html{declared}", 1))
        self._number = {element: i for i, element in enumerate(self._tree.iter_elements())}

    def find(self, selector: str) -> list[tuple[int, str | None]]:
        """Return what a selector matches: the number of the element in the page, and a text of its own.

        ``selector`` is CSS, or XPath if it begins as in :data:`XPATH_STARTS`. The text is that of an
        attribute or a text node that the XPath selects, ``None`` for an element.

        Raises OptionError: the selector is neither, or an XPath that selects no nodes.
        """
        try:
            if not selector.startswith(XPATH_STARTS):
                return [(self._number[element], None) for element in self._tree.select(selector)]
            found = self._tree.xpath(selector, smart_strings=True)
        except ValueError as error:
            raise OptionError(f"cannot read the selector {selector!r}: {error}") from error
        if not isinstance(found, list):
            raise OptionError(
                f"cannot read the selector {selector!r}: it selects no nodes, but gives {found!r}"
            )
        return list(self._number_nodes(found))

    def _number_nodes(self, found: Iterable[Any]) -> Iterator[tuple[int, str | None]]:
        for node in found:
            is_text = isinstance(node, turbohtml.XPathString)
            element, text = (node.getparent(), str(node)) if is_text else (node, None)
            if element in self._number:
                yield self._number[element], text


def _read_time(code: Iterable[turbohtml.Element]) -> tuple[DataScript, ...]:
    """Return the first time of publication that a script assigns; the page itself shows none."""
    found = (_ASSIGNED_TIME.search(element.text) for element in code)
    times = (DataScript("", "", f'"{match[2]}"', match[1]) for match in found if match)
    return tuple(islice(times, 1))


def _read_page_numbers(markup: str, code: Iterable[turbohtml.Element]) -> tuple[DataScript, ...]:
    """Return the number of pages, that of this one from 0, and name and ending of the files, as a list."""
    # Chinese sites alone have it: others are spared a search.
    head = markup[:_TITLE_CHARS]
    if not has_wide(head) or not CJK_LETTER.search(head) or PAGE_NUMBERS not in markup:
        return ()
    found = (_PAGE_NUMBERS.search(element.text) for element in code)
    calls = (DataScript("", "", json.dumps(match.groups()), PAGE_NUMBERS) for match in found if match)
    return tuple(islice(calls, 1))


def _show_records(scripts: Iterable[turbohtml.Element]) -> tuple[DataScript, ...]:
    """Insert the records of lists in XML (Hanweb) before their scripts; return what leads to further ones."""
    following: list[str] = []
    for script in scripts:
        parts = [part.partition("<![CDATA[") for part in script.text.split("]]>")[:-1]]
        records = "".join(markup for before, _, markup in parts if before.rstrip().endswith("<record>"))
        following += (one[2] for one in parts if one[0].rstrip().endswith(f"<{NEXT_RECORDS}>"))
        # The parser encodes the parent's name, which may contain a lone surrogate.
        with suppress(UnicodeEncodeError):
            script.insert_adjacent_html("beforebegin", records)
            for drawn in script.parent.select("style,svg") if script.parent else ():
                drawn.decompose()
    return tuple(DataScript("", "", json.dumps(one), NEXT_RECORDS) for one in following if "href" in one)


def _keep_formulas(scripts: Iterable[turbohtml.Element]) -> None:
    """Replace LaTeX scripts, and what MathJax drew of them, by formulas."""
    for script in scripts:
        for drawn in _drawn_before(script):
            drawn.decompose()
        start, end = _latex_range(script.text)
        if _SHOWS_NOTHING.fullmatch(script.text, start, end):
            continue
        display = "block" if "display" in (script.attr("type") or "") else "inline"
        latex = html.escape(_LOST_CHARACTER.sub("", script.text[start:end]))
        note = f'<annotation encoding="application/x-tex">{latex}</annotation>'
        # The parser encodes the parent's name, which may contain a lone surrogate.
        with suppress(UnicodeEncodeError):
            script.insert_adjacent_html(
                "beforebegin", f'<math display="{display}"><semantics>{note}</semantics></math>'
            )


def _keep_pictures(elements: Iterable[turbohtml.Element]) -> None:
    """Insert an ``<img>`` into AMP images without one."""
    for element in elements:
        if not any(isinstance(node, turbohtml.Element) and node.tag == "img" for node in element.children):
            stated = ((name, element.attr(name)) for name in _OF_PICTURES)
            attributes = "".join(f' {name}="{html.escape(value)}"' for name, value in stated if value)
            element.insert_adjacent_html("afterbegin", f"<img{attributes}>")


def _show_addresses(elements: Iterable[turbohtml.Element]) -> None:
    """Write the e-mail addresses that Cloudflare hides from robots, and links to them."""
    for element in elements:
        code = element.attr("data-cfemail")
        try:
            key, *letters = bytes.fromhex(code or (element.attr("href") or "").partition("#")[2])
            address = bytes(letter ^ key for letter in letters).decode()
        except ValueError:
            continue
        if code:
            element.set_text(address)
        link = element.closest("a")
        if link is not None and _PROTECTED in (link.attr("href") or ""):
            link.attrs["href"] = f"mailto:{address}"


def _drawn_before(script: turbohtml.Element) -> list[turbohtml.Element]:
    """Return what MathJax drew of a script's formula."""
    found: list[turbohtml.Element] = []
    for node in script.previous_siblings:
        if isinstance(node, turbohtml.Element):
            if not _DRAWN.search(node.attr("class") or ""):
                break
            found.append(node)
        elif isinstance(node, turbohtml.Text) and node.text.strip():
            break
    return found


def _latex_range(text: str) -> tuple[int, int]:
    """Return start and end of the LaTeX in a script."""
    frame = _FRAME.fullmatch(text)
    return frame.span(1) if frame else (0, len(text))


def balanced(markup: str) -> str:
    """Close every element of an HTML fragment."""
    return turbohtml.parse_fragment(markup).inner_html


def form_values(form: bytes) -> list[tuple[str, str]]:
    """Return name and value of each control that browsers send with a well-formed form, buttons left out."""
    element: Any = turbohtml.parse(_EMPTY_CONTROL.sub(r"<\1\2></\1>", form.decode())).find("form")
    values: list[tuple[str, str]] = element.form_data()
    return values


def text_places(markup: str) -> Iterator[tuple[int, int, str | None]]:
    """Yield start, end and meaning of the text in markup with line feeds only.

    The meaning is that of a character reference; None for literal text. Contents of scripts and style sheets
    are skipped, except LaTeX.
    """
    start, inside = 0, ""
    for token in turbohtml.tokenize(markup, resolve_references=False, capture_source=True):
        if token.source is not None:
            start = markup.index(token.source, start)  # an end tag without a name is no token
            end = start + len(token.source)
            if token.type is _REFERENCE:
                yield start, end, token.data
        elif inside == "noscript":  # text to the tokeniser, markup to the parser
            end = start + len(token.data or "")
            yield from ((start + s, start + e, meaning) for s, e, meaning in text_places(markup[start:end]))
        elif inside == _LATEX:
            end = start + len(token.data or "")
            first, last = _latex_range(markup[start:end])
            yield start + first, start + last, None
        else:
            pieces = list(_locate_pieces(markup, start, token.data or ""))
            end = pieces[-1][1] if pieces else start
            yield from ((s, e, None) for s, e in pieces if inside not in _CODE)
        if token.tag is not None:
            inside = _content_after(token) if token.type is _START_TAG else ""
        start = end


def _content_after(token: turbohtml.Token) -> str:
    """Return the tag name of a start tag, or that its content is LaTeX."""
    if token.tag == "script" and dict(token.attrs or ()).get("type", "").startswith(_LATEX):
        return _LATEX
    return token.tag or ""


def _locate_pieces(markup: str, start: int, text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a text at ``start`` or later; the tokeniser drops ``</>`` within a text."""
    while text and start < len(markup):
        end = min(start + len(text), len(markup))
        stands_so = markup[start:end].replace("\0", "\ufffd") == text.replace("\0", "\ufffd")
        if not stands_so and (gap := markup.find("</>", start, end + 2)) >= 0:
            end = gap
        if end > start:
            yield start, end
        text, start = text[end - start :], end + 3


def detect_encoding(data: bytes, *, top_level_domain: str | None = None) -> tuple[str, float]:
    """Guess the encoding of bytes from their content.

    Returns
    -------
    encoding
        Name in the WHATWG standard, lower case; ``utf-8`` for pure ASCII and for nothing.
    confidence
        In [0, 1]; 1 for valid UTF-8.
    """
    tld = top_level_domain if top_level_domain and re.fullmatch(r"[a-z0-9-]+", top_level_domain) else None
    match = detect(data, Detection(tld=tld))
    label = (match.encoding or "utf-8").lower()
    if label == "windows-1252" and data.isascii():
        return "utf-8", 1.0
    return label, match.confidence


def decode_label(data: bytes, label: str) -> tuple[str, str] | None:
    """Decode bytes by a WHATWG encoding label (``gb2312`` means gb18030).

    Returns
    -------
    (text, label) or None
        Malformed sequences become U+FFFD. ``None`` for unknown and refused labels, like ``iso-2022-kr``.
    """
    name = label.strip().lower()
    codec = _CODEC_NAMES.get(name, name.partition(":")[0])  # "iso_8859-1:1987" is iso_8859-1
    try:
        is_refused = b"ab".decode("whatwg-" + codec) == "\ufffd"
        return None if is_refused else (data.decode("whatwg-" + codec), name)
    except (LookupError, ValueError):
        return None


def to_markdown(markup: str, *, base_url: str | None, links: bool, images: bool, tables: bool) -> str:
    """Render clean HTML as GitHub-flavoured Markdown; resolve links on ``base_url``."""
    return turbohtml.parse_fragment(markup).to_markdown(
        _markdown_settings(base_url or "", links, images, tables)
    )


@lru_cache(maxsize=64)
def _markdown_settings(base_url: str, links: bool, images: bool, tables: bool) -> turbohtml.Markdown:
    return turbohtml.Markdown(
        links=turbohtml.Markdown.Links(ignore=not links, base_url=base_url),
        images=turbohtml.Markdown.Images(mode="markdown" if images else "ignore"),
        tables=turbohtml.Markdown.Tables(mode="markdown" if tables else "strip"),
    )


def sanitised(
    markup: str,
    *,
    tags: frozenset[str],
    attributes: Mapping[str, frozenset[str]],
    choose: Callable[[str, str, str], str | None],
) -> str:
    """Return sanitised HTML: only listed tags and attributes stay; other elements are unwrapped.

    Scripts, handlers and URLs that run code are always dropped.

    - ``tags``, ``attributes``: allowed tags and attributes by tag; ``*`` stands for all tags.
    - ``choose``: maps element, attribute and value to a new value, ``None`` to drop it. Called only if the
      markup may contain ``data:`` URLs; without it no such URL stays.
    """
    may_have_data = "ata:" in markup or "ATA:" in markup
    return _make_sanitizer(
        tags, tuple(sorted(attributes.items())), choose if may_have_data else None
    ).sanitize(markup)


@cache
def _make_sanitizer(
    tags: frozenset[str],
    attributes: tuple[tuple[str, frozenset[str]], ...],
    choose: Callable[[str, str, str], str | None] | None,
) -> Sanitizer:
    schemes = {"http", "https", "mailto", "tel", "ftp"}
    return Sanitizer(
        Policy(
            tags=tags,
            attributes=dict(attributes),
            attribute_filter=choose,
            url_schemes=frozenset(schemes if choose is None else schemes | {"data"}),
            allow_fragment_urls=True,
            on_disallowed_tag=OnDisallowed.STRIP,
            css_properties=frozenset(),
        )
    )
