"""Apply a wrapper to a page, or else the default method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from maintext.api import extract
from maintext.document import Document
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.metadata.byline import split_people
from maintext.metadata.candidate import Field, Person
from maintext.metadata.fields import FIELDS, Fields
from maintext.metadata.moment import Moment, parse_moment
from maintext.selection import Selection, Selector
from maintext.sites.wrapper.rules import DOCUMENT_FIELD, BodyRule, FieldRule, Wrapper, WrapperLayout
from maintext.sites.wrapper.selectors import PageIndex, Path
from maintext.sites.wrapper.values import (
    FoundValue,
    comparison_key,
    has_other_beside,
    read_values,
    unread_text,
    values_at,
)

__all__ = [
    "Wrapped", "WrappedDocument", "apply_wrapper", "measure_body", "plain_values", "rewrap", "select_body",
]  # fmt: skip

_MAX_REPEATED = 20  # values that are compared
_CONFIRMED = 0.8  # in common with the default method


@dataclass(frozen=True, slots=True)
class Wrapped:
    """Result of a wrapper for one page."""

    document: Document  # by the wrapper, or by the default method if the page does not fit
    drift: tuple[str, ...]  # why the page does not fit, as sentences; empty if it does
    fields: Mapping[str, Field]  # by the wrapper's names; empty if the page does not fit
    repeated: tuple[str, ...] = ()  # fields with another value under the same selector
    unread: Mapping[str, str] = field(default_factory=dict)  # fields with a text that is no number or date

    @property
    def is_drifted(self) -> bool:
        """True if the page does not fit and the default method was used."""
        return bool(self.drift)

    @property
    def warning(self) -> str:
        """Warning for the user; ``""`` if the page fits."""
        said = "the wrapper does not fit, the default method was used: "
        return said + "; ".join(self.drift) if self.drift else ""


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


def rewrap(wrapper: Wrapper | None, document: Document) -> Wrapped:
    """Apply a wrapper to an extracted document without parsing again.

    The document is the result if the page does not fit, or without a wrapper. Cost: O(n_rows) per selector.
    """
    if wrapper is None:
        return Wrapped(document, (), {})
    index, default = PageIndex(document.page, document.fetched), document.selection
    body = select_body(index, wrapper.body, default)
    found = {rule.name: values for rule in wrapper.fields if (values := read_values(index, rule))}
    several = {rule.name for rule in wrapper.fields if rule.several}
    read = {name: _make_field(name, values, several=name in several) for name, values in found.items()}
    fields = {name: field for name, field in read.items() if field.value}  # a date may be none
    missing = (one.name for one in wrapper.fields if one.required and one.name not in fields)
    drift = (
        *_structure_drift(index, wrapper.body, wrapper.layout),
        *(f"required field missing: {name}" for name in missing),
        *_statistics_drift(index.page, wrapper.layout, body, default),
    )
    if drift:
        return Wrapped(document, drift, {})
    by_name = {DOCUMENT_FIELD.get(name, name): field for name, field in fields.items()}
    given = {name: field for name, field in by_name.items() if name in FIELDS}
    repeated = tuple(rule.name for rule in wrapper.fields if _is_repeated(index, rule, found.get(rule.name)))
    texts = {rule.name: unread_text(index, rule) for rule in wrapper.fields if rule.name not in fields}
    unread = {name: text for name, text in texts.items() if text}
    return Wrapped(WrappedDocument(document, body, given), (), fields, repeated, unread)


def _is_repeated(index: PageIndex, rule: FieldRule, values: list[FoundValue] | None) -> bool:
    """Return True if the selector of a field of one value gives another one too."""
    if rule.several or not values:
        return False
    others = islice(values_at(index, values[0].place, rule), _MAX_REPEATED)
    is_beside = bool(values[0].place.label) and has_other_beside(index, values[0].row)
    return is_beside or len({comparison_key(one.value) for one in others}) > 1


def plain_values(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the values of fields for JSON: texts or lists of texts."""

    def plain(value: Any) -> Any:
        if isinstance(value, Moment):
            return value.isoformat()
        return [getattr(one, "name", one) for one in value] if isinstance(value, tuple) else value

    return {name: plain(field.value) for name, field in fields.items()}


def _make_field(name: str, values: list[FoundValue], *, several: bool) -> Field:
    """Return the value as in documents; plain text, or several, for custom fields."""
    first, name = values[0], DOCUMENT_FIELD.get(name, name)
    value: Any = first.value
    if name in {"published", "modified"}:
        value = parse_moment(value)
    elif name == "author":
        value = tuple(split_people(value)) or (Person(value),)
    elif name in {"tag", "category"} or (several and name not in FIELDS):
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
    return selector.done("wrapper", score=default.score)


def measure_body(page: Page, keep: Bool, default: Bool) -> tuple[int, float, float]:
    """Return words of a selection, its share of characters in links, and its agreement.

    The agreement is the Dice coefficient with the default selection in words, 0–1; 1 if both are empty.
    """
    n_words, n_default, n_both = (int(page.n_words[rows].sum()) for rows in (keep, default, keep & default))
    n_chars = page.n_chars * keep
    links = float(n_chars[page.is_link].sum() / max(1, n_chars.sum()))
    return n_words, links, 2 * n_both / (n_words + n_default) if n_words + n_default else 1.0


def _structure_drift(index: PageIndex, body: BodyRule, layout: WrapperLayout) -> list[str]:
    found, marks = [], layout.landmarks
    share = sum(bool(index.rows(path)) for path in marks) / len(marks) if marks else 1.0
    if share < layout.least_landmarks:
        found.append(f"{share:.0%} of the landmarks are there, not {layout.least_landmarks:.0%}")
    if body.rest == "drop" and not any(index.rows(path) for path in body.include):
        found.append("no element matches an include selector")
    return [f"structure changed: {one}" for one in found]


def _statistics_drift(page: Page, layout: WrapperLayout, body: Selection, default: Selection) -> list[str]:
    words, links, alike = measure_body(page, body.keep, default.keep)
    found = []
    is_confirmed = alike >= _CONFIRMED  # the default method takes a long text, or one of links, as well
    is_too_long = 0 < layout.most_words < words and not is_confirmed
    if words < layout.least_words or is_too_long:
        found.append(f"{words} words, not {layout.least_words}–{layout.most_words}")
    if links > layout.most_link_share and not is_confirmed:
        found.append(f"{links:.0%} of the text is links, not {layout.most_link_share:.0%}")
    if alike < layout.least_agreement:
        found.append(f"{alike:.0%} in common with the default method, not {layout.least_agreement:.0%}")
    return [f"text statistics off: {one}" for one in found]


def _mark_inside(index: PageIndex, paths: Sequence[Path]) -> Bool:
    roots = np.zeros(len(index.page), dtype=np.bool_)
    for path in paths:
        roots |= index.match(path)
    return index.page.inside(roots)
