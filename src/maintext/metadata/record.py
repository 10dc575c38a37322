"""The fields of a document as properties, each looked up when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from maintext.metadata.field import FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.metadata.candidate import Candidate, Person
    from maintext.metadata.comments import Comment
    from maintext.metadata.field import Field
    from maintext.metadata.fields import Fields
    from maintext.metadata.images import Image, Media
    from maintext.metadata.links import Link
    from maintext.metadata.moment import Moment
    from maintext.metadata.tables import Table

__all__ = ["Provenance", "Record"]


class Provenance(Mapping[str, "list[Candidate]"]):
    """Field names to all that the page states for them, in order of preference; read when asked for."""

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


class Record:
    """Fields of one page as properties. A field that nobody asks for is not looked for."""

    @property
    def fields(self) -> Fields:
        """Fields by name, each with its origin and confidence."""
        raise NotImplementedError

    def _content(self) -> tuple[Page, NDArray[np.bool_]]:
        """Return the page with the main text, and which of its text rows are kept."""
        raise NotImplementedError

    def field(self, name: str) -> Field | None:
        """Return a field with its origin and confidence, None where the page does not state it.

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
        """Title with its origin; ``None`` where the page states none."""
        return self.fields["title"]

    @property
    def title(self) -> str | None:
        """Title without the name of the site; ``None`` where the page states none."""
        return self._text("title")

    @property
    def subtitle(self) -> str | None:
        """Line below the headline, or the second headline; ``None`` for none."""
        return self._text("subtitle")

    @property
    def description(self) -> str | None:
        """Summary that the page declares; ``None`` for none."""
        return self._text("description")

    @property
    def authors(self) -> tuple[Person, ...]:
        """People who made the text, with their roles, those who wrote it first; empty for none."""
        return tuple(self._single("author") or ())

    @property
    def author(self) -> str | None:
        """Names of those who wrote the text, joined by commas; ``None`` for none."""
        names = [one.name for one in self.authors if one.is_writer]
        return ", ".join(names) or None

    @property
    def published(self) -> Moment | None:
        """When the text was first published, as exact as the page states it; ``None`` for unknown."""
        moment: Moment | None = self._single("published")
        return moment

    @property
    def modified(self) -> Moment | None:
        """When the text was last changed; ``None`` for unknown."""
        moment: Moment | None = self._single("modified")
        return moment

    @property
    def source(self) -> str | None:
        """Where the text was taken from, as the page names it (来源); ``None`` for none."""
        return self._text("source")

    @property
    def source_url(self) -> str | None:
        """Address of the source; ``None`` for none."""
        return self._text("source_url")

    @property
    def original_title(self) -> str | None:
        """Title at the source, as the page states it (原标题); ``None`` for none."""
        return self._text("original_title")

    @property
    def site_name(self) -> str | None:
        """Name of the site; ``None`` where it is not declared."""
        return self._text("site_name")

    @property
    def categories(self) -> tuple[str, ...]:
        """Sections of the site that the page belongs to, the widest first; empty for none."""
        return tuple(self._single("category") or ())

    @property
    def tags(self) -> tuple[str, ...]:
        """Keywords; empty for none."""
        return tuple(self._single("tag") or ())

    @property
    def language(self) -> str | None:
        """Language of the main text, ``en``, ``zh-Hans``, ``zh-Hant`` …; ``None`` for unknown."""
        return self._text("language")

    @property
    def licence(self) -> str | None:
        """Address or name of the licence; ``None`` for none."""
        return self._text("licence")

    @property
    def canonical_url(self) -> str | None:
        """Address that the page calls its own, absolute; ``None`` for none."""
        return self._text("canonical_url")

    @cached_property
    def _in_main(self) -> NDArray[np.bool_]:
        from maintext.metadata.region import main_region_mask

        return main_region_mask(*self._content())

    @cached_property
    def images(self) -> tuple[Image, ...]:
        """Images of the main content in page order, the declared lead image first."""
        from maintext.metadata.images import find_images

        return tuple(find_images(*self._content(), self.fields.lead_images(), in_main=self._in_main))

    @cached_property
    def media(self) -> tuple[Media, ...]:
        """Videos, sound and embedded players of the main content."""
        from maintext.metadata.images import find_media

        return tuple(find_media(*self._content(), in_main=self._in_main))

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Links in the main content, in page order."""
        from maintext.metadata.links import find_links

        return tuple(find_links(*self._content()))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Tables of the main content as rows and columns, in page order."""
        from maintext.metadata.tables import find_tables

        return tuple(find_tables(*self._content()))

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        """Comments, replies and forum posts of the page, in page order, each with its level."""
        return tuple(self.fields.comments())

    def fields_to_dict(self) -> dict[str, Any]:
        """Return all fields as plain values; ``docs/document.schema.json`` describes them."""
        origins = {name: field for name in FIELDS if (field := self.fields[name])}
        return {
            "title": self.title,
            "title_origin": self.title_field.origin if self.title_field else None,
            "subtitle": self.subtitle,
            "description": self.description,
            "author": self.author,
            "authors": [_plain(person) for person in self.authors],
            "published": self.published.isoformat() if self.published else None,
            "modified": self.modified.isoformat() if self.modified else None,
            "source": self.source,
            "source_url": self.source_url,
            "original_title": self.original_title,
            "site_name": self.site_name,
            "categories": list(self.categories),
            "tags": list(self.tags),
            "language": self.language,
            "licence": self.licence,
            "canonical_url": self.canonical_url,
            "images": [_plain(image) for image in self.images],
            "media": [_plain(media) for media in self.media],
            "links": [_plain(link) for link in self.links],
            "tables": [{**_plain(table), "rows": [list(row) for row in table.rows]} for table in self.tables],
            "comments": [
                {**_plain(one), "published": one.published.isoformat() if one.published else None}
                for one in self.comments
            ],
            "provenance": {
                name: {"origin": field.origin, "confidence": field.confidence, "row": field.row}
                for name, field in origins.items()
            },
        }

    def _text(self, name: str) -> str | None:
        value = self._single(name)
        return None if value is None else str(value)

    def _single(self, name: str) -> Any:
        field = self.fields[name]
        return field.value if field else None


def _plain(one: Any) -> dict[str, Any]:
    """The attributes of a dataclass by name, as they are; ``dataclasses.asdict`` would copy each."""
    names, values = _getter(one.__class__)
    return dict(zip(names, values(one), strict=True))


@cache
def _getter(kind: Any) -> tuple[tuple[str, ...], attrgetter[tuple[Any, ...]]]:
    names = tuple(kind.__dataclass_fields__)
    return names, attrgetter(*names)
