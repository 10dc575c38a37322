"""GNE's ``GeneralNewsExtractor`` and ``ListPageExtractor``, answered by maintext.

``from maintext.compat.gne import GeneralNewsExtractor``
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import maintext
from maintext.compat import warn_once
from maintext.compat.tree import Tree, text_of
from maintext.errors import InputError, MaintextError
from maintext.html.surrogates import join_surrogates
from maintext.metadata.declared.meta import meta_pairs
from maintext.sites.listing import find_list, read_region

__all__ = ["GeneralNewsExtractor", "ListPageExtractor", "NoContentException"]


class NoContentException(MaintextError):  # noqa: N818 - their name
    """The input is empty or not a web page."""


class GeneralNewsExtractor:
    """Finds title, author, time, text and images of a news page."""

    def extract(  # noqa: PLR0913, PLR0917 - the signature is theirs
        self, html: str | bytes, title_xpath: str = "", author_xpath: str = "", publish_time_xpath: str = "",
        host: str = "", body_xpath: str = "", normalize: bool = False,
        noise_node_list: Sequence[str] | None = None, with_body_html: bool = False,
        use_visiable_info: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        """Return ``title``, ``author``, ``publish_time``, ``content``, ``images``, ``meta``.

        ``docs/compat.md`` describes every parameter. XPath expressions need lxml; those of values are applied
        before noise is removed. Without a match of ``body_xpath`` the whole page counts.

        Raises NoContentException: the page is empty or not a web page.
        """
        if use_visiable_info:
            warn_once("gne", "use_visiable_info", "has no effect: see maintext render and the method vips")
        given = {"title": title_xpath, "author": author_xpath, "publish_time": publish_time_xpath}
        try:
            text = text_of(html)
            if not text.strip():
                raise NoContentException("the page is empty", stage="parse")
            text = unicodedata.normalize("NFKC", text) if normalize else text
            whole = maintext.extract(text, join_surrogates(host) or None)
            fields = _xpath_values(text, given)
            body = _body_document(text, whole, body_xpath, noise_node_list or ())
        except InputError as error:
            raise NoContentException(error.message, url=error.url, stage=error.stage) from error
        record = _make_record(whole, body, fields)
        return record | ({"body_html": body.html} if with_body_html else {})


def _xpath_values(html: str, expressions: dict[str, str]) -> dict[str, str]:
    """Return the values of the fields with an expression, joined as in the original."""
    if not any(expressions.values()):
        return {}
    tree = Tree(html)
    found = {name: tree.strings(one) for name, one in expressions.items() if one}
    # The first title counts, and all values of the others; a title without a match is left to extraction.
    titles = {"title": found["title"][0].strip()} if found.get("title") else {}
    joined = {name: "".join(values) for name, values in found.items() if name != "title"}
    return titles | {name: text for name, text in joined.items() if text or name != "publish_time"}


def _body_document(
    html: str, whole: maintext.Document, body_xpath: str, noise: Sequence[str]
) -> maintext.Document:
    """Return the document of the text: the page without noise, or the element of ``body_xpath``."""
    if not body_xpath and not noise:
        return whole
    tree = Tree(html)
    tree.remove(noise)
    part = tree.first(body_xpath) if body_xpath else None
    if part is None:
        return maintext.extract(tree.html(), whole.url)
    return maintext.extract(part, whole.url, method="all_text")


def _make_record(whole: maintext.Document, body: maintext.Document, fields: dict[str, str]) -> dict[str, Any]:
    published = whole.published and str(replace(whole.published, offset_minutes=None)).replace("T", " ")
    found = {"title": whole.title or "", "author": whole.author or "", "publish_time": published or ""}
    images = [image.url for image in body.images if image.row >= 0]
    return found | fields | {"content": body.text, "images": images, "meta": dict(meta_pairs(whole.page))}


class ListPageExtractor:
    """Finds the entries of a list page."""

    def extract(self, html: str | bytes, feature: str) -> list[dict[str, str]]:
        """Return ``title`` and ``url`` of the entries of the list that contains a text; may be empty.

        ``feature`` is the text of one entry, or an XPath expression (starting with ``/``, needs lxml) of one.
        """
        try:
            text = text_of(html)
            wanted = next(iter(Tree(text).strings(feature)), "") if feature.startswith("/") else feature
            page = maintext.parse(text)
        except InputError:
            return []
        wanted, lists = " ".join(wanted.split()), find_list(page)
        for items in chain([lists.items], (read_region(page, region) for region in lists.others)):
            texts = (" ".join((item.title, item.summary, *item.columns.values())) for item in items)
            if wanted and any(wanted in text for text in texts):
                return [{"title": item.title, "url": item.url} for item in items]
        return []
