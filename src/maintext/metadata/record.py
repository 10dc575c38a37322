"""Expose the fields of a document as properties, each computed on first access."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.metadata import body_parts
from maintext.metadata.body_parts import FactTable, Image, Link, Media
from maintext.metadata.candidate import FIELDS, Candidate, Field, Person

if TYPE_CHECKING:  # imported on first use
    from maintext.metadata.declared.comments import Comment
    from maintext.metadata.fields import Fields
    from maintext.metadata.moment import Moment

__all__ = ["MetadataRecord", "Provenance"]


class Provenance(Mapping[str, "list[Candidate]"]):
    """Mapping of field names to all their candidates, the preferred first; read on access."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def __getitem__(self, name: str) -> list[Candidate]:
        if name not in FIELDS:
            raise KeyError(name)
        return self._fields.candidates(name)

    def __iter__(self) -> Iterator[str]:
        return iter(FIELDS)

    def __len__(self) -> int:
        return len(FIELDS)


class MetadataRecord:
    """Fields of one page as properties, each computed on first access."""

    @property
    def fields(self) -> Fields:
        """Fields by name, each with its origin and confidence."""
        raise NotImplementedError

    def _main_content(self) -> tuple[Page, Bool]:
        """Return the page with the main text, and the mask of its kept text rows."""
        raise NotImplementedError

    def field(self, name: str) -> Field | None:
        """Return a field with its origin and confidence, None if the page does not state it.

        ``name`` is one of :data:`~maintext.metadata.fields.FIELDS`, in the singular: ``author``, ``tag``.
        """
        if name not in FIELDS:
            raise KeyError(f"no field {name!r}; the fields are {', '.join(FIELDS)}")
        return self.fields[name]

    @cached_property
    def provenance(self) -> Provenance:
        """All candidates of each field, the preferred first: ``provenance["published"]``."""
        return Provenance(self.fields)

    @property
    def title_field(self) -> Field | None:
        """Title with its origin; ``None`` for none."""
        return self.fields["title"]

    @property
    def title(self) -> str | None:
        """Title without the site name; ``None`` for none."""
        return self._text_value("title")

    @property
    def subtitle(self) -> str | None:
        """Line below the headline, or the second headline; ``None`` for none."""
        return self._text_value("subtitle")

    @property
    def description(self) -> str | None:
        """Declared summary; ``None`` for none."""
        return self._text_value("description")

    @property
    def authors(self) -> tuple[Person, ...]:
        """Who signs the text, ``author`` or ``reporter``; the house where nobody else does."""
        return tuple(self._field_value("author") or ())

    @property
    def credits(self) -> tuple[Person, ...]:
        """Editors, photographers, illustrators, translators and agencies; empty for none."""
        return tuple(self._field_value("credit") or ())

    @property
    def author(self) -> str | None:
        """Names of the authors, joined by commas; ``None`` for none."""
        return ", ".join(one.name for one in self.authors) or None

    @property
    def published(self) -> Moment | None:
        """Date of first publication, as exact as stated; ``None`` for unknown."""
        moment: Moment | None = self._field_value("published")
        return moment

    @property
    def modified(self) -> Moment | None:
        """Date of the last change; ``None`` for unknown."""
        moment: Moment | None = self._field_value("modified")
        return moment

    @property
    def source(self) -> str | None:
        """Original publisher of the text as named by the page (来源); ``None`` for none."""
        return self._text_value("source")

    @property
    def source_url(self) -> str | None:
        """URL of the source; ``None`` for none."""
        return self._text_value("source_url")

    @property
    def original_title(self) -> str | None:
        """Title at the source (原标题); ``None`` for none."""
        return self._text_value("original_title")

    @property
    def site_name(self) -> str | None:
        """Declared name of the site; ``None`` for none."""
        return self._text_value("site_name")

    @property
    def categories(self) -> tuple[str, ...]:
        """Sections of the site around the page, the widest first; empty for none."""
        return tuple(self._field_value("category") or ())

    @property
    def tags(self) -> tuple[str, ...]:
        """Keywords; empty for none."""
        return tuple(self._field_value("tag") or ())

    @property
    def language(self) -> str | None:
        """Language of the main text, ``en``, ``zh-Hans``, ``zh-Hant`` …; ``None`` for unknown."""
        return self._text_value("language")

    @property
    def licence(self) -> str | None:
        """URL or name of the licence; ``None`` for none."""
        return self._text_value("licence")

    @property
    def canonical_url(self) -> str | None:
        """Canonical URL as declared, absolute; ``None`` for none."""
        return self._text_value("canonical_url")

    @property
    def _main_pictures(self) -> tuple[Bool, list[int]]:
        """Mask of the main region, see :func:`~maintext.html.blocks.main_region_mask`; pictures to leave."""
        raise NotImplementedError

    @cached_property
    def images(self) -> tuple[Image, ...]:
        """Images of the main content in page order, the declared lead image first."""
        lead, title = self.fields.lead_images(), self.title or ""
        in_main, left_out = self._main_pictures
        return tuple(
            body_parts.find_images(
                *self._main_content(), lead, in_main=in_main, left_out=left_out, title=title
            )
        )

    @cached_property
    def media(self) -> tuple[Media, ...]:
        """Videos, sound and embedded players of the main content."""
        return tuple(body_parts.find_media(*self._main_content(), in_main=self._main_pictures[0]))

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Links in the main content, in page order."""
        return tuple(body_parts.find_links(*self._main_content()))

    @cached_property
    def tables(self) -> tuple[FactTable, ...]:
        """Tables of the main content as rows and columns, in page order."""
        return tuple(body_parts.find_tables(*self._main_content()))

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        """Comments, replies and forum posts in page order, each with its level."""
        return tuple(self.fields.comments())

    def fields_to_dict(self, names: Container[str] | None = None) -> dict[str, Any]:
        """Return fields as plain values; ``docs/document.schema.json`` describes them.

        Only those in ``names`` are computed; ``None`` for all.
        """
        return {
            name: to_plain(getattr(self, attribute))
            for name, (attribute, to_plain) in _PLAIN.items()
            if names is None or name in names
        }

    @property
    def _field_origins(self) -> dict[str, dict[str, Any]]:
        origins = {name: field for name in FIELDS if (field := self.fields[name])}
        return {
            name: {"origin": field.origin, "confidence": field.confidence, "row": field.row}
            for name, field in origins.items()
        }

    def _text_value(self, name: str) -> str | None:
        value = self._field_value(name)
        return None if value is None else str(value)

    def _field_value(self, name: str) -> Any:
        field = self.fields[name]
        return field.value if field else None


def _as_dict(one: Any) -> dict[str, Any]:
    """Return the attributes of a dataclass by name, without copies as ``asdict`` makes."""
    return {name: getattr(one, name) for name in one.__slots__}


def _as_is(value: Any) -> Any:
    return value


def _plain_date(moment: Moment | None) -> str | None:
    return moment.isoformat() if moment else None


def _plain_dicts(many: tuple[Any, ...]) -> list[dict[str, Any]]:
    return list(map(_as_dict, many))


def _plain_tables(tables: tuple[FactTable, ...]) -> list[dict[str, Any]]:
    return [{**_as_dict(one), "rows": list(map(list, one.rows))} for one in tables]


def _plain_comments(comments: tuple[Comment, ...]) -> list[dict[str, Any]]:
    return [{**_as_dict(one), "published": _plain_date(one.published)} for one in comments]


# Attribute of each field in :meth:`MetadataRecord.fields_to_dict`, and the function to plain values.
_PLAIN: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "title": ("title", _as_is),
    "title_origin": ("title_field", lambda field: field.origin if field else None),
    **{name: (name, _as_is) for name in ("subtitle", "description", "author")},
    **{name: (name, _plain_dicts) for name in ("authors", "credits")},
    **{name: (name, _plain_date) for name in ("published", "modified")},
    **{name: (name, _as_is) for name in ("source", "source_url", "original_title", "site_name")},
    **{name: (name, list) for name in ("categories", "tags")},
    **{name: (name, _as_is) for name in ("language", "licence", "canonical_url")},
    **{name: (name, _plain_dicts) for name in ("images", "media", "links")},
    "tables": ("tables", _plain_tables),
    "comments": ("comments", _plain_comments),
    "provenance": ("_field_origins", _as_is),
}
