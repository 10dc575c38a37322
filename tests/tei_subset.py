# ruff: noqa: E501 - one element a line
"""A schema of the part of TEI P5 that the package writes, in RelaxNG, put together from content models.

Written from the Guidelines for this project. It allows less than the schema of the TEI: what is valid
here should be valid there, which ``scripts/check_tei.py`` checks where that schema is at hand.
"""

from __future__ import annotations

_NAMES = {
    "phrase": "hi ref ptr del q formula code",
    "global": "lb milestone figure",
    "inter": "list table quote",
    "common": "p ab list table quote",
}
_ANY_URI = '<data type="anyURI"><param name="minLength">1</param></data>'
_TEXT, _COUNT = '<data type="string"/>', '<data type="positiveInteger"/>'
_WORD = r'<data type="token"><param name="pattern">[^\s]+</param></data>'
_LANGUAGE = '<data type="language"/>'
_WHEN = (
    '<choice><data type="date"/><data type="gYear"/><data type="gYearMonth"/><data type="dateTime"/></choice>'
)


def _some(names: str) -> str:
    """Any of the elements or groups of elements."""
    words = [word for name in names.split() for word in _NAMES.get(name, name).split()]
    return f"<choice>{''.join(f'<ref name={word!r}/>' for word in dict.fromkeys(words))}</choice>"


def _many(names: str) -> str:
    return f"<zeroOrMore>{_some(names)}</zeroOrMore>"


def _mixed(names: str) -> str:
    return f"<mixed>{_many(names)}</mixed>"


def _attribute(name: str, value: str, *, always: bool = False) -> str:
    written = f'<attribute name="{name}">{value}</attribute>'
    return written if always else f"<optional>{written}</optional>"


def _element(name: str, content: str, *attributes: str) -> str:
    body = "".join(attributes) + (content or "<empty/>")
    return f'<define name="{name}"><element name="{name}">{body}</element></define>'


_REND, _TYPE = _attribute("rend", _WORD), _attribute("type", _WORD)
_PARA, _PHRASES, _SPECIAL = "phrase global inter", "phrase global", "phrase global inter p ab"
_DIVISIONS = f'<zeroOrMore><ref name="div"/>{_many("global")}</zeroOrMore>'
_COMMONS = f"<oneOrMore>{_some('common')}{_many('global')}</oneOrMore>"
# A division after another, or blocks and then divisions; never a block behind a division.
_CONTENT = f"<choice><group>{_COMMONS}{_DIVISIONS}</group><group>{_DIVISIONS}</group></choice>"
_GLOSSES = f'<oneOrMore><ref name="label"/>{_many("global")}<ref name="item"/>{_many("global")}</oneOrMore>'
_ITEMS = f'<oneOrMore><ref name="item"/>{_many("global")}</oneOrMore>'
_BODY = (
    f"{_many('global')}<choice><group>{_COMMONS}{_DIVISIONS}</group>"
    f'<oneOrMore><ref name="div"/>{_many("global")}</oneOrMore></choice>'
)
_HEADER = (
    '<ref name="fileDesc"/><ref name="encodingDesc"/><optional><ref name="profileDesc"/></optional>'
    '<optional><ref name="revisionDesc"/></optional>'
)
_TEI = '<ref name="teiHeader"/><ref name="text"/>'

_DEFINITIONS = (
    _element("TEI", _TEI),
    _element("teiCorpus", '<ref name="teiHeader"/><oneOrMore><ref name="TEI"/></oneOrMore>'),
    _element("teiHeader", _HEADER),
    _element("fileDesc", '<ref name="titleStmt"/><ref name="publicationStmt"/><ref name="sourceDesc"/>'),
    _element("titleStmt", f'<oneOrMore><ref name="title"/></oneOrMore>{_many("author respStmt")}'),
    _element("respStmt", '<oneOrMore><ref name="resp"/></oneOrMore><oneOrMore><ref name="name"/></oneOrMore>'),
    _element("resp", "<text/>"),
    _element("name", "<text/>"),
    _element("title", "<text/>"),
    _element("author", "<text/>"),
    _element("publicationStmt", f'<choice><ref name="p"/><group><ref name="publisher"/>{_many("date availability")}</group></choice>'),
    _element("publisher", "<text/>"),
    _element("date", "<text/>", _attribute("when", _WHEN)),
    _element("availability", '<ref name="licence"/>'),
    _element("licence", '<ref name="p"/>', _attribute("target", _ANY_URI)),
    _element("sourceDesc", '<ref name="bibl"/>'),
    _element("bibl", _many("title author publisher date ref")),
    _element("encodingDesc", '<ref name="appInfo"/>'),
    _element("appInfo", '<oneOrMore><ref name="application"/></oneOrMore>'),
    _element("application", '<ref name="label"/>', _attribute("ident", '<data type="Name"/>', always=True),
             _attribute("version", '<data type="token"><param name="pattern">[0-9]+[a-z]*[0-9]*(\\.[0-9]+[a-z]*[0-9]*){0,3}</param></data>', always=True)),
    _element("profileDesc", f"<oneOrMore>{_some('abstract langUsage textClass')}</oneOrMore>"),
    _element("abstract", '<oneOrMore><ref name="p"/></oneOrMore>'),
    _element("langUsage", '<oneOrMore><ref name="language"/></oneOrMore>'),
    _element("language", "<text/>", _attribute("ident", _LANGUAGE, always=True)),
    _element("textClass", '<ref name="keywords"/>'),
    _element("keywords", '<oneOrMore><ref name="term"/></oneOrMore>'),
    _element("term", "<text/>"),
    _element("revisionDesc", '<oneOrMore><ref name="change"/></oneOrMore>'),
    _element("change", '<ref name="date"/>'),
    _element("text", '<ref name="body"/>', _attribute("xml:lang", _LANGUAGE)),
    _element("body", _BODY),
    _element("div", f'<zeroOrMore>{_some("head global")}</zeroOrMore>{_CONTENT}'),
    _element("head", _mixed(_PARA)),
    _element("p", _mixed(_PARA), _REND),
    _element("ab", _mixed(_PARA), _TYPE),
    _element("code", "<text/>", _attribute("lang", _WORD), _attribute("xml:space", "<value>preserve</value>")),
    _element("list", f"<choice>{_ITEMS}{_GLOSSES}</choice>", _REND, _TYPE),
    _element("item", _mixed(_SPECIAL), _attribute("n", _COUNT)),
    _element("label", _mixed(_PHRASES)),
    _element("table", f'{_many("head global")}<oneOrMore><ref name="row"/>{_many("global")}</oneOrMore>'),
    _element("row", '<oneOrMore><ref name="cell"/></oneOrMore>'),
    _element("cell", _mixed(_SPECIAL), _attribute("role", "<value>label</value>"), _attribute("cols", _COUNT), _attribute("rows", _COUNT)),
    _element("quote", _mixed(_SPECIAL)),
    _element("hi", _mixed(_PARA), _REND),
    _element("del", _mixed(_PARA)),
    _element("q", _mixed(_SPECIAL)),
    _element("ref", _mixed(_PARA), _attribute("target", _ANY_URI)),
    _element("ptr", "", _TYPE, _attribute("target", _ANY_URI, always=True)),
    _element("formula", "<text/>", _attribute("notation", _WORD)),
    _element("lb", ""),
    _element("milestone", "", _attribute("unit", _WORD, always=True), _REND),
    _element("figure", _many("graphic figDesc")),
    _element("graphic", "", _attribute("url", _ANY_URI, always=True)),
    _element("figDesc", "<text/>"),
)  # fmt: skip

SCHEMA = (
    '<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="http://www.tei-c.org/ns/1.0" '
    'datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">'
    '<start><choice><ref name="TEI"/><ref name="teiCorpus"/></choice></start>'
    + "".join(_DEFINITIONS)
    + "</grammar>"
)
"""The schema as RelaxNG in XML."""
