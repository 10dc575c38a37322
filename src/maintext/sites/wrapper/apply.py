"""Applying a wrapper to a page: the document with the fields it gives, or the default method's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from maintext.api import extract
from maintext.document import Document
from maintext.metadata.byline import split_people
from maintext.metadata.candidate import Person
from maintext.metadata.field import Field
from maintext.metadata.fields import FIELDS, Fields
from maintext.metadata.moment import Moment, parse_moment
from maintext.sites.wrapper.fit import find_drift, select_body
from maintext.sites.wrapper.path import PageIndex
from maintext.sites.wrapper.rules import DOCUMENT_FIELD
from maintext.sites.wrapper.values import read_values

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from maintext.selection import Selection
    from maintext.sites.wrapper.rules import Wrapper
    from maintext.sites.wrapper.values import Found

__all__ = ["Wrapped", "WrappedDocument", "apply_wrapper", "plain_values", "rewrap"]


@dataclass(frozen=True, slots=True)
class Wrapped:
    """What a wrapper gives for one page.

    Attributes
    ----------
    document
        The page's document: by the wrapper, or by the default method where the page does not fit.
    drift
        Why the page does not fit, as sentences; empty where it does.
    fields
        Fields that the wrapper found, by the wrapper's names, custom ones too; none where it does not fit.
    """

    document: Document
    drift: tuple[str, ...]
    fields: Mapping[str, Field]

    @property
    def is_drifted(self) -> bool:
        """Whether the page does not fit the wrapper, and the default method was used."""
        return bool(self.drift)

    @property
    def warning(self) -> str:
        """What to tell the user; ``""`` where the page fits."""
        if not self.drift:
            return ""
        return f"the wrapper does not fit, the default method was used: {'; '.join(self.drift)}"


class WrappedDocument(Document):
    """A document whose main text and fields come from a wrapper; fields it lacks are found as always."""

    def __init__(self, default: Document, body: Selection, given: Mapping[str, Field]) -> None:
        super().__init__(default.page, body, default.options, fetched=default.fetched)
        self._given = given

    @cached_property
    def fields(self) -> Fields:
        """Fields of the page by name, those of the wrapper first."""
        return _GivenFields(super().fields, self._given)


class _GivenFields(Fields):
    """Fields of a page of which some are given."""

    def __init__(self, found: Fields, given: Mapping[str, Field]) -> None:
        vars(self).update(vars(found))
        self._given = given

    def __getitem__(self, name: str) -> Field | None:
        return self._given.get(name) or super().__getitem__(name)


def apply_wrapper(wrapper: Wrapper, html: bytes | str, url: str | None = None, **given: Any) -> Wrapped:
    """Apply a wrapper to a page, or the default method where the page does not fit.

    Parameters
    ----------
    wrapper
        The rules.
    html, url, **given
        As for :func:`maintext.extract`. The method of the options is the default method meant here.

    Returns
    -------
    Wrapped
        Also for a page that does not fit: see ``drift`` and ``warning``.

    Raises
    ------
    OptionError, InputError
        As :func:`maintext.extract` does.
    """
    return rewrap(wrapper, extract(html, url, **given))


def rewrap(wrapper: Wrapper, document: Document) -> Wrapped:
    """Apply a wrapper to a page that was extracted already; nothing is parsed again.

    Parameters
    ----------
    wrapper
        The rules.
    document
        What the default method gave; it is the result where the page does not fit.

    Returns
    -------
    Wrapped
        Cost O(n_rows) for each selector.
    """
    index, default = PageIndex(document.page), document.selection
    body = select_body(index, wrapper.body, default)
    found = {rule.name: values for rule in wrapper.fields if (values := read_values(index, rule))}
    read = {name: _field(DOCUMENT_FIELD.get(name, name), values) for name, values in found.items()}
    fields = {name: field for name, field in read.items() if field.value}  # a date may be none
    drift = find_drift(index, wrapper, body, default, fields)
    if drift:
        return Wrapped(document, drift, {})
    by_name = {DOCUMENT_FIELD.get(name, name): field for name, field in fields.items()}
    given = {name: field for name, field in by_name.items() if name in FIELDS}
    return Wrapped(WrappedDocument(document, body, given), (), fields)


def plain_values(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the values of fields as JSON has them: texts, or lists of texts; of people their names."""
    return {name: _plain(field.value) for name, field in fields.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Moment):
        return value.isoformat()
    return [getattr(one, "name", one) for one in value] if isinstance(value, tuple) else value


def _field(name: str, values: list[Found]) -> Field:
    """The value as documents hold it; texts where the field is not one of theirs."""
    first = values[0]
    value: Any = first.value
    if name in {"published", "modified"}:
        value = parse_moment(value)
    elif name == "author":
        value = tuple(split_people(value)) or (Person(value),)
    elif name in {"tag", "category"}:
        value = tuple(one.value for one in values)
    return Field(value, f"wrapper:{first.place}", None, first.row)
