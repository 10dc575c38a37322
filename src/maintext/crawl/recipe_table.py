"""Records of a recipe as rows of a table: document columns, taught fields, listed values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError
from maintext.html.word_overlap import count_words
from maintext.rows import cell, field_columns, number_type, typed_rows
from maintext.sites.product import PRODUCT_FIELDS, PRODUCT_NUMBERS
from maintext.sites.wrapper import names_outside_table

if TYPE_CHECKING:  # imported on first use
    from maintext.sites.recipe import Recipe

__all__ = ["LISTED", "MAIN", "RecipeTable", "write_rows"]

MAIN = tuple("title author published source language kind outcome n_words drift error url text".split())
"""Columns of extracted records."""

LISTED = "listed."
"""Prefix of the columns with values from the list page."""

_N_FIRST = 3  # columns before those of the site
_TAKEN = (*MAIN, "record", "rowid", "list_url", "listed", "fields")
_MAX_LISTED = 50  # columns
# What else a record is used for
_KEPT = ("listed", "fields", "drift", "error", "record", "rowid", "outcome", "n_words")


@dataclass(frozen=True, slots=True)
class RecipeTable:
    """The columns of a recipe's records; those of its list are known from its records only."""

    taught: Mapping[str, str]  # column name to the name of the field: taught, or of a product
    chosen: Mapping[str, str] = field(default_factory=dict)  # name of a chosen column to its source
    numbers: frozenset[str] = frozenset()  # columns of fields whose form is a number

    @classmethod
    def of(cls, recipe: Recipe) -> RecipeTable:
        """Return the table of a recipe."""
        wrapper = recipe.detail.wrapper
        own = names_outside_table(wrapper, MAIN) if wrapper else ()
        sold = [name for name in PRODUCT_FIELDS if name in recipe.expected.fields]
        chosen = recipe.table.sources()
        if taken := [name for name, source in chosen.items() if name.lower() in _KEPT and name != source]:
            raise OptionError(f"a column of the table cannot be called {taken[0]}; choose another name")
        taught = field_columns((*own, *sold), _TAKEN)
        named = {rule.name for rule in wrapper.fields if rule.form == "number"} if wrapper else set[str]()
        numbers = {column for column, name in taught.items() if name in named.union(PRODUCT_NUMBERS)}
        renamed = (name for name, source in chosen.items() if source in numbers)
        return cls(taught, chosen, frozenset(numbers.union(renamed)))

    def columns(self, listed: Sequence[str] = ()) -> tuple[str, ...]:
        """Return all columns in order; those of the site follow the first three.

        Of chosen ones only the columns with problems of the record are added.
        """
        if self.chosen:
            return tuple(dict.fromkeys((*self.chosen, "drift", "error")))
        return (*MAIN[:_N_FIRST], *self.taught, *listed[:_MAX_LISTED], *MAIN[_N_FIRST:])

    def row(self, found: Mapping[str, Any]) -> dict[str, Any]:
        """Return a record, given as plain values, by column; a taught field replaces the page's."""
        taught, listed = found["fields"], found["listed"]
        row = {**found} | {column: taught.get(name) for column, name in self.taught.items()}
        # A date that the wrapper points at is the one that the user means.
        row["published"] = taught.get("date") or found["published"]
        row["n_words"] = count_words(found["text"]).total()
        # A date without a year is in no other column.
        names = ("summary", "image_url") if listed["date"] else ("date_text", "summary", "image_url")
        shown = {name: listed[name] for name in names} | listed["columns"]
        row |= {f"{LISTED}{name}": value for name, value in shown.items() if value}
        return row | {name: row.get(source) for name, source in self.chosen.items()}


def write_rows(table: RecipeTable, rows: Sequence[Mapping[str, Any]], path: str | Path) -> None:
    """Write rows to a ``.csv``, ``.xlsx`` or ``.parquet`` file; CSV keeps numbers as they are written.

    Raises OptionError: the path cannot be written; MissingExtraError: the format needs a library that is not
    installed.
    """
    from maintext.batch.store.export import TABLES  # noqa: PLC0415 - loads the store

    path = Path(path)
    listed = list(dict.fromkeys(name for row in rows for name in row if name.startswith(LISTED)))
    columns: dict[str, type] = dict.fromkeys(table.columns(listed), str)
    columns["n_words"] = int
    cells: Iterable[list[Any]] = [[cell(row.get(name)) for name in columns] for row in rows]
    if (ending := path.suffix.lower()) != ".csv":
        places = {name: place for place, name in enumerate(columns) if name in table.numbers}
        columns |= {name: number_type(row[place] for row in cells) for name, place in places.items()}
        cells = typed_rows(columns, cells)
    try:
        TABLES[ending](path, columns, cells)
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror or error}") from error
