"""From labelled pages to texts to learn from: with extraction and without."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from maintext.api import extract
from maintext.batch.page_filter.fit import Example
from maintext.batch.page_filter.model import filter_text, visible_text
from maintext.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.batch.page_filter.labelled import LabelledPage

__all__ = ["Prepared", "prepare"]


@dataclass(slots=True)
class Prepared:
    """Labelled pages as texts.

    Attributes
    ----------
    extracted
        Title and main text of each page that has any.
    visible
        Title and all visible text of the same pages, in the same order.
    left_out
        Name of each page that has no main text or cannot be read, and why.
    """

    extracted: list[Example] = field(default_factory=list)
    visible: list[Example] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)


def prepare(pages: Iterable[LabelledPage]) -> Prepared:
    """Extract labelled pages.

    The group of a page is the host of its address, or of the one that it calls its own; a page without
    either is a group by itself.
    """
    prepared = Prepared()
    for page in pages:
        try:
            document = extract(page.html, page.url)
        except InputError as error:
            prepared.left_out.append((page.key, error.message))
            continue
        if not document.text:
            prepared.left_out.append((page.key, "no main text"))
            continue
        group = _host(page.url or document.canonical_url or "") or page.key
        prepared.extracted.append(Example(filter_text(document), page.label, group))
        prepared.visible.append(Example(visible_text(document), page.label, group))
    return prepared


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:  # unbalanced brackets of an IPv6 address
        return ""
