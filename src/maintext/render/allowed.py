"""What the HTML output may contain: elements, attributes, and the values of attributes.

``docs/output-formats.md`` lists it for readers. The parser library's sanitiser removes what runs code
whatever is listed here; the rules for values are stricter than it, so that neither has to be right alone.
"""

from __future__ import annotations

import re

__all__ = ["ATTRIBUTES", "CHECKED", "ID_PREFIX", "TAGS", "chosen_value"]

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
# Wider than the standard, which wants a letter first: older browsers were not as strict.
_SCHEME = re.compile(r"([^:/?#]*):")
# What browsers leave out before they look for the scheme.
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
    """Return the value that an attribute of the output has; ``None`` to leave the attribute out.

    Parameters
    ----------
    tag, name
        Element and attribute, as :data:`TAGS` and :data:`ATTRIBUTES` list them.
    value
        As the page has it, addresses made absolute.
    """
    if name in _PATTERNS:
        value = value.strip()
        return value if _PATTERNS[name].match(value) else None
    if name in _CHOOSERS:
        return _CHOOSERS[name](tag, value)
    return value


def _link(_: str, value: str) -> str | None:
    return value if _scheme(value) in _LINK_SCHEMES else None


def _file(tag: str, value: str) -> str | None:
    if tag == "img" and _PICTURE_DATA.match(value.strip()):
        return value.strip()
    return value if _scheme(value) in _FILE_SCHEMES else None


def _files(_: str, value: str) -> str | None:
    """The candidates of a srcset that stand on the web."""
    kept = []
    for candidate in value.split(", "):
        address, _space, descriptor = candidate.strip().strip(",").partition(" ")
        is_whole = not descriptor or _DESCRIPTOR.match(descriptor.strip())
        if address and is_whole and _scheme(address) in _FILE_SCHEMES:
            kept.append(f"{address} {descriptor.strip()}".strip())
    return ", ".join(kept) or None


def _scheme(value: str) -> str:
    """Scheme of an address as browsers read it, lower case; ``""`` for none."""
    if value.startswith("https://"):
        return "https"
    match = _SCHEME.match(_LEFT_OUT.sub("", value))
    return match[1].lower() if match else ""


def _relations(_: str, value: str) -> str | None:
    return " ".join(word for word in value.lower().split() if word in _RELATIONS) or None


def _language_class(_: str, value: str) -> str | None:
    return " ".join(word for word in value.split() if _LANGUAGE_CLASS.match(word)) or None


def _ids(_: str, value: str) -> str | None:
    return " ".join(ID_PREFIX + word for word in value.split()) or None


def _id(_: str, value: str) -> str | None:
    return ID_PREFIX + value if value and not value.isspace() else None


def _type(tag: str, value: str) -> str | None:
    pattern = _ORDER_TYPES if tag == "ol" else _MEDIA_TYPE
    return value if pattern.match(value.strip()) else None


_CHOOSERS = {
    "href": _link, "cite": _link, "src": _file, "poster": _file, "srcset": _files, "rel": _relations,
    "class": _language_class, "headers": _ids, "id": _id, "type": _type,
}  # fmt: skip
CHECKED = frozenset({*_PATTERNS, *_CHOOSERS})
"""Names of attributes of which not every value may stay."""
