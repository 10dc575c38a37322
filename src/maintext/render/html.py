"""Render a selection as safe HTML by an allow-list of elements, attributes and values.

``docs/output-formats.md`` documents the list. The parser library's sanitiser then removes active content
independently; the rules here are stricter.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from urllib.parse import unquote

from maintext.html import Page
from maintext.html.parser import sanitised
from maintext.html.tags import BLOCK, HEADING_LEVEL, NAMES, tag_id, tag_mask
from maintext.html.urls import base_url, url_joiner
from maintext.options import Options
from maintext.render.blocks import edit_custom_lines, edit_empty_items, edit_sentences
from maintext.render.code import edit_code
from maintext.render.highlighters import find_editors
from maintext.render.markup import ASK, COPY, PREFIX, RESOLVE, Edits, Policy, minify_markup, write_kept_markup
from maintext.render.pictures import edit_lazy_pictures, link_players
from maintext.render.regions import Regions, RenderContext, regions_of
from maintext.selection import Selection

__all__ = ["ATTRIBUTES", "CHECKED", "ID_PREFIX", "TAGS", "chosen_value", "collect_html_edits", "render_html"]

TAGS = frozenset(
    """
        a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn
        div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark math
        maction menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace
        msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics annotation ol p
        pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td
        tfoot th thead time tr tt u ul var video audio picture
    """.split()
)
"""Elements that stay; the tags of others are taken out, and their text stays."""

ATTRIBUTES = {
    "*": frozenset({"lang", "dir", "title", "id"}),
    "a": frozenset({"href", "rel"}),
    "img": frozenset({"src", "srcset", "alt", "width", "height"}),
    "source": frozenset({"src", "srcset", "type", "media"}),
    "video": frozenset({"src", "poster", "controls"}),
    "audio": frozenset({"src", "controls"}),
    "td": frozenset({"colspan", "rowspan", "headers", "align"}),
    "th": frozenset({"colspan", "rowspan", "headers", "scope", "align"}),
    "col": frozenset({"span"}),
    "colgroup": frozenset({"span"}),
    "ol": frozenset({"start", "type", "reversed"}),
    "li": frozenset({"value"}),
    "time": frozenset({"datetime"}),
    "code": frozenset({"class"}),
    "pre": frozenset({"class"}),
    "math": frozenset({"display", "alttext", "xmlns"}),
    "annotation": frozenset({"encoding"}),
    "blockquote": frozenset({"cite"}),
    "q": frozenset({"cite"}),
    "details": frozenset({"open"}),
}
"""Attributes that stay, by the name of the element, if :func:`chosen_value` gives them a value."""

ID_PREFIX = "user-content-"
"""Stands before every id of the output, so that none is the name of something in a program."""

_LINK_SCHEMES = frozenset({"", "http", "https", "mailto", "tel", "ftp"})
_FILE_SCHEMES = frozenset({"", "http", "https"})
# Wider than the standard, which requires a letter first: older browsers were less strict.
_SCHEME = re.compile(r"([^:/?#]*):")
# Characters that browsers remove before they parse the scheme.
_LEFT_OUT = re.compile(r"^[\x00-\x20]+|[\t\n\r]+")
_PICTURE_DATA = re.compile(
    r"data:image/(?:png|gif|jpeg|jpg|webp|avif);base64,[a-z0-9+/=%\s]*\Z", re.IGNORECASE | re.ASCII
)
_DESCRIPTOR = re.compile(r"\d+(?:\.\d+)?[wx]\Z", re.ASCII)
_RELATIONS = frozenset(
    "author bookmark external help license next nofollow noopener noreferrer prev sponsored tag ugc".split()
)
_LANGUAGE_CLASS = re.compile(r"(?:language|lang)-[\w#+.-]+\Z", re.ASCII)
_MATHML = "http://www.w3.org/1998/Math/MathML"

_NUMBER = re.compile(r"-?\d{1,6}\Z", re.ASCII)
# Values of attributes that the standard lists, or numbers within its bounds.
_PATTERNS = {
    "align": re.compile(r"(?:left|right|center|justify|char)\Z", re.IGNORECASE),
    "colspan": re.compile(r"\d{1,3}\Z|1000\Z", re.ASCII),
    "dir": re.compile(r"(?:ltr|rtl|auto)\Z", re.IGNORECASE),
    "display": re.compile(r"(?:block|inline)\Z", re.IGNORECASE),
    "encoding": re.compile(r"[\w./+-]{1,60}\Z", re.ASCII),
    "height": re.compile(r"\d{1,5}\Z", re.ASCII),
    "lang": re.compile(r"[a-z0-9-]{1,40}\Z", re.IGNORECASE | re.ASCII),
    "rowspan": re.compile(r"\d{1,5}\Z", re.ASCII),
    "scope": re.compile(r"(?:row|col|rowgroup|colgroup)\Z", re.IGNORECASE),
    "span": re.compile(r"\d{1,3}\Z|1000\Z", re.ASCII),
    "start": _NUMBER,
    "value": _NUMBER,
    "width": re.compile(r"\d{1,5}\Z", re.ASCII),
    "xmlns": re.compile(re.escape(_MATHML) + r"\Z"),
}
_ORDER_TYPES = re.compile(r"[1aAiI]\Z")
_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(?:\s*;\s*codecs=[\"']?[\w., ]+[\"']?)?\Z", re.ASCII)


def chosen_value(tag: str, name: str, value: str) -> str | None:
    """Return the output value of an allowed attribute; ``None`` to drop the attribute.

    URLs in ``value`` are absolute already.
    """
    if name in _PATTERNS:
        value = value.strip()
        return value if _PATTERNS[name].match(value) else None
    if name in _CHOOSERS:
        return _CHOOSERS[name](tag, value)
    return value


def _check_link(_: str, value: str) -> str | None:
    return value if _url_scheme(value) in _LINK_SCHEMES else None


def _check_file(tag: str, value: str) -> str | None:
    if tag == "img" and _PICTURE_DATA.match(value.strip()):
        return value.strip()
    return value if _url_scheme(value) in _FILE_SCHEMES else None


def _check_srcset(_: str, value: str) -> str | None:
    """Return the candidates of a srcset with http(s) URLs."""
    kept = []
    for candidate in value.split(", "):
        url, _space, descriptor = candidate.strip().strip(",").partition(" ")
        is_whole = not descriptor or _DESCRIPTOR.match(descriptor.strip())
        if url and is_whole and _url_scheme(url) in _FILE_SCHEMES:
            kept.append(f"{url} {descriptor.strip()}".strip())
    return ", ".join(kept) or None


def _url_scheme(value: str) -> str:
    """Return the scheme of a URL as browsers read it, lower case; ``""`` for none."""
    if value.startswith("https://"):
        return "https"
    match = _SCHEME.match(_LEFT_OUT.sub("", value))
    return match[1].lower() if match else ""


def _check_type(tag: str, value: str) -> str | None:
    pattern = _ORDER_TYPES if tag == "ol" else _MEDIA_TYPE
    return value if pattern.match(value.strip()) else None


_CHOOSERS: dict[str, Callable[[str, str], str | None]] = {
    "href": _check_link,
    "cite": _check_link,
    "src": _check_file,
    "poster": _check_file,
    "srcset": _check_srcset,
    "type": _check_type,
    "rel": lambda _, value: " ".join(word for word in value.lower().split() if word in _RELATIONS) or None,
    "class": lambda _, value: " ".join(filter(_LANGUAGE_CLASS.match, value.split())) or None,
    "headers": lambda _, value: " ".join(ID_PREFIX + word for word in value.split()) or None,
    "id": lambda _, value: ID_PREFIX + value if value.strip() else None,
}
CHECKED = frozenset({*_PATTERNS, *_CHOOSERS})
"""Names of attributes of which not every value may stay."""


# -- rendering ----------------------------------------------------------------------------------------

_IMG, _FRAMES, _PRE = tag_id("img"), tag_mask(("iframe", "embed")), tag_mask(("pre", "listing", "xmp"))
_OTHERS = tag_mask(("ul", "ol", "li", "#unknown"))  # what else may need edits
_LINKS = frozenset({"a"})
_IMAGES = frozenset({"img", "picture", "source", "figure"})
_TABLES = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col", "colgroup"})

# A block that may not stay becomes a <div>, so that its text stays apart, or one of these; an inline
# element is taken out, tags only.
_STAND_INS = {**dict.fromkeys(("dir", "menu", "optgroup", "select"), "ul"), "option": "li", "textarea": "pre"}
# Groups of rows need no stand-in, cells a space between them; a <div> would end the formula.
_TAKEN_OUT = {"body": "", "thead": "", "tbody": "", "tfoot": "", "td": " ", "th": " "}
_LINK_NAMES = frozenset(("href", "src", "cite", "poster"))
_SPACE = " \t\n\f\r"
# A srcset of absolute URLs that stays as it is.
_PLAIN_URL = r"https?://[\w.-]+/[\w./~%+,:@=-]*(?:\?(?:[\w./~%+,:@=?-]|&amp;)+)?(?<!,)"
_PLAIN_CANDIDATE = rf"{_PLAIN_URL}(?: \d+(?:\.\d+)?[wx])?"
_PLAIN_SET = re.compile(rf"{_PLAIN_CANDIDATE}(?>(?:, {_PLAIN_CANDIDATE})*)", re.ASCII)
# A candidate of srcset: white space and commas, a URL, and its descriptor up to the next comma.
_CANDIDATE = re.compile(r"(?P<before>[\s,]*)(?P<link>\S*[^\s,])(?P<after>,+(?=\s|\Z)|[^,]*)", re.ASCII)


def render_html(page: Page, selection: Selection, options: Options, regions: Regions | None = None) -> str:
    """Return the kept part of a page as safe HTML.

    Only :data:`TAGS` and :data:`ATTRIBUTES` remain: no scripts, styles, handlers, forms or URLs that run
    code. URLs become absolute if the page's URL or ``<base>`` is known. Ids get a prefix; links to ids in the
    output stay relative. ``options.links``, ``images`` and ``tables`` remove those elements only. Without
    tables, rows become blocks and a space separates cells.

    Pass ``regions`` of the selection if they are computed already.
    """
    tags = TAGS
    for wanted, names in ((options.links, _LINKS), (options.images, _IMAGES), (options.tables, _TABLES)):
        tags = tags if wanted else tags - names
    policy = _build_policy(tags)
    regions = regions or regions_of(page, selection)
    markup, _ = write_kept_markup(regions, collect_html_edits(regions, options))
    make_attribute = _attribute_writer(page, markup, policy)
    markup, _ = minify_markup(markup, page, policy, make_attribute, resolves_places=False)
    return sanitised(markup, tags=tags, attributes=ATTRIBUTES, choose=_check_url).strip()


def collect_html_edits(regions: Regions, options: Options) -> Edits | None:
    """Collect the edits of items, code, headings, pictures and players in frames; None for none."""
    there, kept = regions.tags
    has_code = bool(kept[_PRE].any()) or bool(regions.page.cached(find_editors))
    has_pictures = options.images and bool(there[_IMG])
    has_frames = options.images and bool(there[_FRAMES].any())
    has_others, has_headings = bool(there[_OTHERS].any()), bool(kept[HEADING_LEVEL > 1].any())
    if not regions.kept.any() or not (has_code or has_headings or has_pictures or has_frames or has_others):
        return None
    context, edits = RenderContext(regions), Edits()
    edit_empty_items(context, edits)
    edit_custom_lines(context, edits)
    edit_sentences(context, edits)
    if has_code:
        edit_code(context, edits, keeps_plain=True)
    if has_pictures:
        edit_lazy_pictures(context, edits, options)
    if has_frames:
        link_players(context, edits, _FRAMES)
    return edits


@cache
def _build_policy(tags: frozenset[str]) -> Policy:
    """Return the policy of an output with some allowed tags."""
    action = {**dict.fromkeys(CHECKED, ASK), **dict.fromkeys(_LINK_NAMES, RESOLVE), "id": PREFIX}
    kinds = {
        tag: {name: action.get(name, COPY) for name in sorted(names)} for tag, names in ATTRIBUTES.items()
    }
    stand_ins = {tag: _STAND_INS.get(tag, "div") if tag in BLOCK else "" for tag in NAMES} | _TAKEN_OUT
    others = {tag: other for tag, other in stand_ins.items() if tag not in tags}
    return Policy.build(kinds, others, prefix=ID_PREFIX)


def _attribute_writer(page: Page, markup: str, policy: Policy) -> Callable[[str, str, str], str]:
    """Return the function that writes the attributes of some markup."""
    resolved = url_joiner(page.cached(base_url))
    ids: frozenset[str] | None = None

    def rewritten(link: str) -> str:
        nonlocal ids
        fragment = link.strip()
        if fragment.startswith("#"):
            ids = _find_ids(markup, policy) if ids is None else ids
            if not {fragment[1:], unquote(fragment[1:])}.isdisjoint(ids):
                return f"#{ID_PREFIX}{fragment[1:]}"
        try:
            return resolved(link)
        except ValueError:  # an unclosed bracket in the host: keep the page's URL
            return link

    def make(tag: str, name: str, raw: str) -> str:
        if name not in _LINK_NAMES and name != "srcset":
            return _check_attribute(tag, name, raw)
        if name == "srcset" and _PLAIN_SET.fullmatch(raw):
            return f' srcset="{raw}"'
        value = html.unescape(raw)
        if name == "srcset":
            value = _CANDIDATE.sub(lambda at: at["before"] + rewritten(at["link"]) + at["after"], value)
        elif link := value.strip(_SPACE):
            start = value.index(link)
            value = value[:start] + rewritten(link) + value[start + len(link) :]
        return _write_attribute(name, chosen_value(tag, name, value))

    return make


@lru_cache(maxsize=4_096)
def _check_attribute(tag: str, name: str, raw: str) -> str:
    """Return the output form of a page's attribute, ``""`` to drop it."""
    return _write_attribute(name, chosen_value(tag, name, html.unescape(raw)))


def _write_attribute(name: str, value: str | None) -> str:
    return "" if value is None else f' {name}="{html.escape(value)}"'


def _check_url(tag: str, name: str, value: str) -> str | None:
    """Check a URL of the output a second time; keep other values."""
    return chosen_value(tag, name, value) if name in _LINK_NAMES or name == "srcset" else value


def _find_ids(markup: str, policy: Policy) -> frozenset[str]:
    """Return the ids of the elements that the policy keeps or replaces."""
    found = set()
    for before, after in pairwise(markup.split(' id="')):
        _, opened, tag = before.rpartition("<")
        if opened and ">" not in tag and policy.others[tag_id(tag.partition(" ")[0])] not in {b"", b" "}:
            found.add(after.partition('"')[0])
    return frozenset(found)
