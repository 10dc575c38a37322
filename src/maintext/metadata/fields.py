"""All fields of a page: finders run when a field needs them, and the merge of what they find."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.candidate import Candidate, Person
from maintext.metadata.declared.head import declared_sizes, read_head
from maintext.metadata.declared.json_ld import read_json_ld
from maintext.metadata.declared.meta import meta_pairs
from maintext.metadata.declared.microdata import read_microdata, read_rdfa
from maintext.metadata.declared.schema import read_nodes
from maintext.metadata.images import Image
from maintext.metadata.language import detect_language
from maintext.metadata.merge import merge, ranked
from maintext.metadata.place import find_breadcrumb, find_subtitle
from maintext.metadata.title import find_titles
from maintext.metadata.visible import find_visible

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from numpy.typing import NDArray

    from maintext.metadata.field import Field
    from maintext.metadata.moment import Moment
    from maintext.page import Page

__all__ = ["FIELDS", "Fields"]

FIELDS = (
    "title", "subtitle", "description", "author", "published", "modified", "source", "source_url",
    "original_title", "site_name", "category", "tag", "language", "licence", "canonical_url", "image",
)  # fmt: skip
"""Names of the fields that are merged from candidates."""

_VISIBLE = frozenset({"author", "published", "modified", "source", "source_url", "original_title"})


class Fields:
    """What a page says about itself, looked up when asked for; nothing is read twice.

    Parameters
    ----------
    page
        The page.
    kept
        Bool of shape (n_rows,): the text rows of the main content.
    text
        Gives the main text, for its language.
    reference
        When the page was fetched, if known: relative dates are counted from it, later ones refused.
    """

    def __init__(
        self,
        page: Page,
        kept: NDArray[np.bool_],
        text: Callable[[], str],
        reference: Moment | dt.datetime | None = None,
    ) -> None:
        self._page, self._kept, self._text, self._reference = page, kept, text, reference
        self._fields: dict[str, Field | None] = {}
        self._ranked: dict[str, list[Candidate]] = {}

    def __getitem__(self, name: str) -> Field | None:
        """Return a field by its name in :data:`FIELDS`, None where the page does not state it."""
        if name not in self._fields:
            self._fields[name] = merge(self.candidates(name)).get(name)
        return self._fields[name]

    def candidates(self, name: str) -> list[Candidate]:
        """Return all that the page states for a field, the preferred first."""
        if name not in self._ranked:
            self._ranked[name] = self._find(name)
        return self._ranked[name]

    def lead_images(self) -> list[Image]:
        """Return the declared images of the page, the preferred first, with size and alt as declared."""
        found = self.candidates("image")
        if not found:
            return []
        sizes = declared_sizes(self._pairs)
        alt = sizes.get("og:image:alt") or sizes.get("twitter:image:alt", "")
        width, height = (_number(sizes.get(f"og:image:{side}", "")) for side in ("width", "height"))
        first = Image(str(found[0].value), alt, width=width, height=height)
        return [first, *(Image(str(one.value)) for one in found[1:])]

    def _find(self, name: str) -> list[Candidate]:
        if name == "title":
            return self._titles
        found = [one for one in self._declared if one.field == name]
        if name in _VISIBLE:
            found += [one for one in self._visible if one.field == name]
        elif name == "category":
            found += find_breadcrumb(self._page)
        elif name == "subtitle":
            found += find_subtitle(self._page, self._titles[0].row if self._titles else -1)
        elif name == "language":
            found += self._language()
        if name == "author":
            found = self._without_sites(found)
        return ranked(found)

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        return meta_pairs(self._page)

    @cached_property
    def _head(self) -> list[Candidate]:
        return read_head(self._page, self._pairs)

    @cached_property
    def _declared(self) -> list[Candidate]:
        page = self._page
        titles = [str(one.value) for one in self._head if one.field == "title"]
        heading = np.flatnonzero(page.is_tag(("title", "h1")))[:5]
        titles += [page.row_text(row)[:500] for row in heading.tolist()]
        found = list(self._head)
        for syntax, nodes in (
            ("json-ld", read_json_ld(page)),
            ("microdata", read_microdata(page)),
            ("rdfa", read_rdfa(page)),
        ):
            if nodes:
                found += read_nodes(page, nodes, syntax, titles)
        return found

    @cached_property
    def _visible(self) -> list[Candidate]:
        headline = self._titles[0].row if self._titles else -1
        return find_visible(self._page, kept=self._kept, reference=self._reference, headline_row=headline)

    @cached_property
    def _titles(self) -> list[Candidate]:
        stated = [
            one for one in self._declared if one.field == "title" and not one.origin.startswith("meta:")
        ]
        return find_titles(self._page, stated, self._pairs)

    def _language(self) -> list[Candidate]:
        found = detect_language(self._text())
        if not found.tag:
            return []
        origin = "text" if found.confidence >= _SURE else "guess"
        return [Candidate("language", found.tag, origin)]

    def _without_sites(self, found: list[Candidate]) -> list[Candidate]:
        """Leave out authors that are only the name of the site."""
        names = {_key(str(one.value)) for one in self.candidates("site_name")}
        return [one for one in found if not (isinstance(one.value, Person) and _key(one.value.name) in names)]


_SURE = 0.15  # how far the best language must be ahead; what is nearer is a guess that the page may overrule


def _key(text: str) -> str:
    return "".join(text.lower().split())


def _number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
