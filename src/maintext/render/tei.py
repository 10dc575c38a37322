"""Main content as XML by the guidelines of the Text Encoding Initiative (TEI P5).

Made from the HTML output, whose elements are few and whose text is the main text. A heading begins a
``<div>`` that goes on to the next heading of its level or above; blocks become paragraphs in it. Every
text stands in a block, as the page's columns say; a block opens only the elements that TEI has a word for.

==============================  =====================================================================
HTML                            TEI
==============================  =====================================================================
``h1`` … ``h6``                 ``div/head``; inside lists, tables and quotes ``p rend="heading"``
``p`` and other blocks          ``p``
``ul``, ``ol``                  ``list rend="bulleted"``, ``"numbered"``, with ``item``
``dl``                          ``list type="gloss"`` with ``label`` and ``item``
``table``                       ``table``, ``row``, ``cell``; ``role="label"``, ``cols``, ``rows``
``blockquote``                  ``quote``
``pre``                         ``ab type="code"`` with ``code``, ``lb`` between the lines
``figure``, ``figcaption``      blocks; ``p rend="caption"``
``img``, ``video``, ``audio``   ``figure`` with ``graphic``, ``figDesc``; ``ptr type="video"``
``a``                           ``ref target``
``em``, ``strong``, ``sub`` …   ``hi rend="…"``; ``code``, ``del``, ``q`` as they are
``math``                        ``formula notation="TeX"`` with the annotation, or the text
``br``, ``hr``                  ``lb``, ``milestone``
==============================  =====================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext.html import parse_rendered
from maintext.render.tei_header import Header, header_element, is_language
from maintext.render.tei_text import Writer

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Header", "render_tei", "render_tei_corpus"]

_NAMESPACE = "http://www.tei-c.org/ns/1.0"


def render_tei(html: str, header: Header) -> str:
    """Return a TEI document, one XML element without declaration.

    Parameters
    ----------
    html
        Main content as :func:`maintext.render.render_html` writes it.
    header
        Fields of the page.
    """
    return _written(_document(html, header))


def render_tei_corpus(parts: Iterable[tuple[str, Header]], program: tuple[str, str]) -> str:
    """Return several documents as one ``teiCorpus``; ``parts`` are pairs of HTML and header."""
    root = ET.Element("teiCorpus", xmlns=_NAMESPACE)
    root.append(header_element(Header(title="Web pages", program=program)))
    root.extend(_document(html, header, is_part=True) for html, header in parts)
    return _written(root)


def _document(html: str, header: Header, *, is_part: bool = False) -> ET.Element:
    root = ET.Element("TEI") if is_part else ET.Element("TEI", xmlns=_NAMESPACE)
    root.append(header_element(header))
    text = ET.SubElement(root, "text")
    if is_language(header.language):
        text.set("xml:lang", header.language)
    Writer(parse_rendered(html)).write(ET.SubElement(text, "body"))
    return root


def _written(root: ET.Element) -> str:
    return ET.tostring(root, encoding="unicode")
