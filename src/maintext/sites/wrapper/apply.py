"""Apply a wrapper to a page, or else the default method."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from maintext.api import extract
from maintext.document import Document
from maintext.metadata.byline import split_people
from maintext.metadata.candidate import Field, Person
from maintext.metadata.fields import FIELDS, Fields
from maintext.metadata.moment import Moment, parse_moment
from maintext.selection import Selector
from maintext.sites.wrapper.rules import DOCUMENT_FIELD
from maintext.sites.wrapper.selectors import PageIndex
from maintext.sites.wrapper.values import read_values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.selection import Selection
    from maintext.sites.wrapper.rules import BodyRule, Wrapper, WrapperLayout
    from maintext.sites.wrapper.selectors import Path
    from maintext.sites.wrapper.values import FoundValue

    Bool = NDArray[np.bool_]

__all__ = [
    "Wrapped",
    "WrappedDocument",
    "agreement",
    "apply_wrapper",
    "count_words",
    "find_drift",
    "landmark_share",
    "link_share",
    "plain_values",
    "rewrap",
    "select_body",
]

METHOD = "wrapper"
"""Method of a selection that a wrapper made."""


@dataclass(frozen=True, slots=True)
class Wrapped:
    """Result of a wrapper for one page.

    Attributes
    ----------
    document
        Document by the wrapper, or by the default method if the page does not fit.
    drift
        Why the page does not fit, as sentences; empty if it does.
    fields
        Fields found by the wrapper, by the wrapper's names; empty if the page does not fit.
    """

    document: Document
    drift: tuple[str, ...]
    fields: Mapping[str, Field]

    @property
    def is_drifted(self) -> bool:
        """True if the page does not fit and the default method was used."""
        return bool(self.drift)

    @property
    def warning(self) -> str:
        """Warning for the user; ``""`` if the page fits."""
        if not self.drift:
            return ""
        return f"the wrapper does not fit, the default method was used: {'; '.join(self.drift)}"


class WrappedDocument(Document):
    """Document with text and fields of a wrapper; other fields as by default."""

    def __init__(self, default: Document, body: Selection, given: Mapping[str, Field]) -> None:
        super().__init__(default.page, body, default.options, fetched=default.fetched)
        self._given = given

    @cached_property
    def fields(self) -> Fields:
        """Fields of the page by name; those of the wrapper take precedence."""
        return _GivenFields(super().fields, self._given)


class _GivenFields(Fields):
    """Fields of a page, some of them given."""

    def __init__(self, found: Fields, given: Mapping[str, Field]) -> None:
        vars(self).update(vars(found))
        self._given = given

    def __getitem__(self, name: str) -> Field | None:
        return self._given.get(name) or super().__getitem__(name)


def apply_wrapper(wrapper: Wrapper, html: bytes | str, url: str | None = None, **given: Any) -> Wrapped:
    """Apply a wrapper to a page; the default method is used if the page does not fit.

    ``html``, ``url`` and ``given`` are as for :func:`maintext.extract`, and so are the errors. The method of
    the options is the default method. See ``drift`` and ``warning`` of the result for pages that do not fit.
    """
    return rewrap(wrapper, extract(html, url, **given))


def rewrap(wrapper: Wrapper, document: Document) -> Wrapped:
    """Apply a wrapper to an extracted document without parsing again.

    The document is the result if the page does not fit. Cost: O(n_rows) per selector.
    """
    index, default = PageIndex(document.page), document.selection
    body = select_body(index, wrapper.body, default)
    found = {rule.name: values for rule in wrapper.fields if (values := read_values(index, rule))}
    read = {name: _make_field(DOCUMENT_FIELD.get(name, name), values) for name, values in found.items()}
    fields = {name: field for name, field in read.items() if field.value}  # a date may be none
    drift = find_drift(index, wrapper, body, default, fields)
    if drift:
        return Wrapped(document, drift, {})
    by_name = {DOCUMENT_FIELD.get(name, name): field for name, field in fields.items()}
    given = {name: field for name, field in by_name.items() if name in FIELDS}
    return Wrapped(WrappedDocument(document, body, given), (), fields)


def plain_values(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the values of fields for JSON: texts or lists of texts."""
    return {name: _plain_value(field.value) for name, field in fields.items()}


def _plain_value(value: Any) -> Any:
    if isinstance(value, Moment):
        return value.isoformat()
    return [getattr(one, "name", one) for one in value] if isinstance(value, tuple) else value


def _make_field(name: str, values: list[FoundValue]) -> Field:
    """Return the value as in documents; plain text for custom fields."""
    first = values[0]
    value: Any = first.value
    if name in {"published", "modified"}:
        value = parse_moment(value)
    elif name == "author":
        value = tuple(split_people(value)) or (Person(value),)
    elif name in {"tag", "category"}:
        value = tuple(one.value for one in values)
    return Field(value, f"wrapper:{first.place}", None, first.row)


def select_body(index: PageIndex, rule: BodyRule, default: Selection) -> Selection:
    """Select the text that the rule keeps; hidden text only if kept by default."""
    page = index.page
    may = ~page.is_hidden | default.keep
    include, exclude = _mark_inside(index, rule.include), _mark_inside(index, rule.exclude)
    selector = Selector(page, "outside the elements that the wrapper includes", also_hidden=True)
    if rule.rest == "default":
        selector.drop(~default.keep, "no rule of the wrapper, and the default method drops it")
        selector.keep(default.keep, "no rule of the wrapper, and the default method keeps it")
    selector.keep(include & may, "in an element that the wrapper includes")
    selector.drop(exclude & (include | default.keep), "in an element that the wrapper excludes")
    return selector.done(METHOD, score=default.score)


def find_drift(
    index: PageIndex, wrapper: Wrapper, body: Selection, default: Selection, values: Mapping[str, object]
) -> tuple[str, ...]:
    """Return why a page does not fit a wrapper; empty if it does.

    ``values`` are the fields found by the wrapper. Cost: O(n_rows) per selector.
    """
    return (
        *_structure_drift(index, wrapper.body, wrapper.layout),
        *(
            f"required field missing: {one.name}"
            for one in wrapper.fields
            if one.required and one.name not in values
        ),
        *_statistics_drift(index.page, wrapper.layout, body, default),
    )


def landmark_share(index: PageIndex, landmarks: Sequence[Path]) -> float:
    """Return the share of landmarks that a page has, 0–1; 1 if there are none."""
    return sum(bool(index.rows(path)) for path in landmarks) / len(landmarks) if landmarks else 1.0


def count_words(page: Page, keep: Bool) -> int:
    """Return the number of words of the kept text."""
    return int(page.n_words[keep].sum())


def link_share(page: Page, keep: Bool) -> float:
    """Return the share of kept characters inside links, 0–1."""
    n_chars = page.n_chars * keep
    return float(n_chars[page.is_link].sum() / max(1, n_chars.sum()))


def agreement(page: Page, keep: Bool, default: Bool) -> float:
    """Return the Dice coefficient of two selections in words; 1 if both are empty."""
    total = count_words(page, keep) + count_words(page, default)
    return 2 * count_words(page, keep & default) / total if total else 1.0


def _structure_drift(index: PageIndex, body: BodyRule, layout: WrapperLayout) -> list[str]:
    found = []
    share = landmark_share(index, layout.landmarks)
    if share < layout.least_landmarks:
        found.append(
            f"structure changed: {share:.0%} of the landmarks are there, not {layout.least_landmarks:.0%}"
        )
    if body.rest == "drop" and not any(index.rows(path) for path in body.include):
        found.append("structure changed: no element matches an include selector")
    return found


def _statistics_drift(page: Page, layout: WrapperLayout, body: Selection, default: Selection) -> list[str]:
    found = []
    words, links = count_words(page, body.keep), link_share(page, body.keep)
    if words < layout.least_words or 0 < layout.most_words < words:
        found.append(f"text statistics off: {words} words, not {layout.least_words}–{layout.most_words}")
    if links > layout.most_link_share:
        found.append(
            f"text statistics off: {links:.0%} of the text is links, not {layout.most_link_share:.0%}"
        )
    alike = agreement(page, body.keep, default.keep)
    if alike < layout.least_agreement:
        found.append(
            f"text statistics off: {alike:.0%} in common with the default method, "
            f"not {layout.least_agreement:.0%}"
        )
    return found


def _mark_inside(index: PageIndex, paths: Sequence[Path]) -> Bool:
    roots = np.zeros(len(index.page), dtype=np.bool_)
    for path in paths:
        roots |= index.match(path)
    return index.page.inside(roots)
