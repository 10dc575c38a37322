"""What a wrapper is: the rules of one site as frozen values; ``docs/sites-wrapper.md`` describes the file."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from maintext.errors import OptionError
from maintext.metadata.fields import FIELDS
from maintext.sites.wrapper.path import Path, parse_path, quoted

__all__ = [
    "DOCUMENT_FIELD",
    "RESTS",
    "BodyRule",
    "FieldRule",
    "Layout",
    "Place",
    "Wrapper",
    "names_beside",
    "parse_place",
]

RESTS = ("drop", "default")
"""What becomes of text that no rule names: it is dropped, or the default method decides."""

DOCUMENT_FIELD = {"date": "published", "tags": "tag"}
"""Field of a wrapper to the field of a document, where the names differ."""


_LABELLED = re.compile(r"""(.*?)\s*:label\(\s*(?:"([^"]*)"|'([^']*)')\s*\)(\s+@.*)?""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: the text of an element, or one of its attributes.

    Attributes
    ----------
    path
        Selector of the element.
    attribute
        Name of the attribute, ``""`` for the text.
    label
        Text of the label that the element must have, as the ``th`` before its ``td``; ``""`` for any.
    """

    path: Path
    attribute: str = ""
    label: str = ""

    def __str__(self) -> str:
        text = f"{self.path} :label({quoted(self.label)})" if self.label else str(self.path)
        return f"{text} @{self.attribute}" if self.attribute else text


def parse_place(text: str) -> Place:
    """Read a place: a selector, ``selector :label("text")``, either with `` @attribute`` behind it.

    Raises
    ------
    OptionError
        The selector cannot be read.
    """
    if labelled := _LABELLED.fullmatch(text.strip()):
        path, double, single, attribute = labelled.groups(default="")
        return Place(parse_path(path), attribute.strip().removeprefix("@").strip(), double or single)
    selector, at, attribute = text.rpartition(" @")
    return Place(parse_path(selector), attribute.strip()) if at else Place(parse_path(text))


@dataclass(frozen=True, slots=True)
class BodyRule:
    """Where the main text stands.

    Attributes
    ----------
    include
        Text inside one of these elements is kept.
    exclude
        Text inside one of these is dropped, also inside an included one.
    rest
        One of :data:`RESTS`, for text in neither.
    """

    include: tuple[Path, ...] = ()
    exclude: tuple[Path, ...] = ()
    rest: str = "drop"

    def __post_init__(self) -> None:
        if self.rest not in RESTS:
            raise OptionError(f"rest must be one of {', '.join(RESTS)}, not {self.rest!r}")
        if self.rest == "drop" and not self.include:
            raise OptionError('a body without include selectors needs rest = "default"')


@dataclass(frozen=True, slots=True)
class FieldRule:
    """Where the value of one field stands.

    Attributes
    ----------
    name
        ``title``, ``author``, ``date``, ``source``, ``tags``, a field of a document, or any other name.
    select
        Places, the first that gives a value is taken.
    after, before
        The value stands behind and before these texts, where the element has them; ``""`` for its ends.
    within
        The element holds other text as well: without ``after`` and ``before`` nothing of it is the value.
    required
        Whether a page without a value does not fit.
    several
        Whether all elements of the place are values, not only the first.
    """

    name: str
    select: tuple[Place, ...]
    after: str = ""
    before: str = ""
    within: bool = False
    required: bool = False
    several: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """What pages of the site look like; a page that does not is not judged by the wrapper.

    Attributes
    ----------
    landmarks
        Selectors of elements that stood on every example.
    least_landmarks
        Share of them that a page must have, 0–1.
    least_words, most_words
        Words of the main text; 0 for no upper bound.
    most_link_share
        Share of the characters of the main text inside links, 0–1.
    least_agreement
        Least Dice coefficient, in words, of what the wrapper and what the default method keep, 0–1.
    """

    landmarks: tuple[Path, ...] = ()
    least_landmarks: float = 0.4
    least_words: int = 0
    most_words: int = 0
    most_link_share: float = 1.0
    least_agreement: float = 0.0


@dataclass(frozen=True, slots=True)
class Wrapper:
    """The rules of one site.

    Attributes
    ----------
    site
        Name of the site, for readers.
    body, fields, layout
        The rules.
    learned_from
        ``texts``, ``clicks`` or ``default``: what the main text of the examples was taken from.
    n_examples
        Pages it was learned from; 0 for one written by hand.
    f1
        Mean word-F1 on these pages, 0–1.
    not_learned
        Fields that were given for the examples, and that no rule gives on enough of them.
    """

    site: str
    body: BodyRule
    fields: tuple[FieldRule, ...] = ()
    layout: Layout = Layout()
    learned_from: str = "texts"
    n_examples: int = 0
    f1: float = 0.0
    not_learned: tuple[str, ...] = ()


def names_beside(wrapper: Wrapper, shown: Collection[str]) -> tuple[str, ...]:
    """Return the names of fields that a table does not show, which has some columns of documents.

    The document of a wrapped page has the wrapper's title and date: a column ``title`` shows them. A field
    that documents do not have is one of its own, also where a column is called so (``kind``).
    """
    names = dict.fromkeys(rule.name for rule in wrapper.fields)
    of_document = {name: DOCUMENT_FIELD.get(name, name) for name in names}
    return tuple(name for name, of in of_document.items() if of not in FIELDS or of not in shown)
