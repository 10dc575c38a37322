"""Recipes as files: TOML with every key and what it means, to be edited by hand."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError
from maintext.options import changed
from maintext.sites.recipe.rules import DetailRule, Limits, ListRule, Recipe
from maintext.sites.toml import read_file, table_of, tables_of, value_of, write_file
from maintext.sites.wrapper.file import wrapper_from_table, wrapper_lines

if TYPE_CHECKING:
    import os

__all__ = ["FORMAT", "read_recipe", "recipe_from_toml", "recipe_to_toml", "write_recipe"]

FORMAT = 1
"""Number of the file format that is written and read."""

_WRAPPER = "wrapper"


def recipe_to_toml(recipe: Recipe) -> str:
    """Return a recipe as TOML; :func:`recipe_from_toml` gives the same recipe back."""
    lines = [f"format = {FORMAT}", f"site = {value_of(recipe.site)}"]
    for name, part in (("list", recipe.list), ("detail", recipe.detail), ("limits", recipe.limits)):
        lines += ["", f"[{name}]"]
        lines += [
            f"{one.name} = {value_of(getattr(part, one.name))}  # {one.metadata['help']}"
            for one in fields(part)
            if one.name != _WRAPPER
        ]
    if recipe.detail.wrapper is not None:
        lines += ["", *wrapper_lines(recipe.detail.wrapper, f"detail.{_WRAPPER}")]
    return "\n".join(lines) + "\n"


def write_recipe(recipe: Recipe, path: str | os.PathLike[str]) -> None:
    """Write a recipe to a file.

    Raises
    ------
    OptionError
        The file cannot be written.
    """
    write_file(path, recipe_to_toml(recipe))


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    """Read a recipe from a file.

    Raises
    ------
    OptionError
        The file cannot be read, or is no recipe; the message names the key.
    """
    return read_file(path, recipe_from_toml)


def recipe_from_toml(text: str) -> Recipe:
    """Read a recipe from TOML.

    Raises
    ------
    OptionError
        It is no TOML, has an unknown key, a wrong type or a value out of range.
    """
    top = tables_of(text)
    unknown = top.keys() - {"format", "site", "list", "detail", "limits"}
    if unknown:
        raise OptionError(f"unknown key {min(unknown)!r} (known: format, site, list, detail, limits)")
    if top.get("format", FORMAT) != FORMAT:
        raise OptionError(f"format must be {FORMAT}; learn the recipe again")
    detail = table_of(top, "detail")
    rules = changed(DetailRule(), {name: value for name, value in detail.items() if name != _WRAPPER})
    if _WRAPPER in detail:
        rules = replace(rules, wrapper=wrapper_from_table(table_of(detail, _WRAPPER)))
    return Recipe(
        list=changed(ListRule(), _with_start(table_of(top, "list"))),
        detail=rules,
        limits=changed(Limits(), table_of(top, "limits")),
        site=str(top.get("site", "")),
    )


def _with_start(table: dict[str, Any]) -> dict[str, Any]:
    start = table.get("start", [])
    if not isinstance(start, list) or not all(isinstance(one, str) for one in start):
        raise OptionError('start must be a list of addresses, as ["https://…"]')
    return {**table, "start": tuple(start)}
