"""Recipes: list, next page, detail page and fields of a whole site in one file."""

from __future__ import annotations

from maintext.sites.recipe.expected import ENOUGH_RECORDS, ExpectedField, ExpectedRun
from maintext.sites.recipe.learn import LearnedRecipe, Taught, learn_recipe
from maintext.sites.recipe.rules import (
    RENDER,
    DetailRule,
    FetchRule,
    Limits,
    ListRule,
    Recipe,
    RecipeVisit,
    TableRule,
    read_recipe,
    recipe_from_toml,
    recipe_to_toml,
    with_expected,
    write_recipe,
)
from maintext.sites.recipe.run import RecipeRecord, RecipeRecords, run_recipe

__all__ = [
    "ENOUGH_RECORDS", "RENDER", "DetailRule", "ExpectedField", "ExpectedRun", "FetchRule", "LearnedRecipe",
    "Limits", "ListRule", "Recipe", "RecipeRecord", "RecipeRecords", "RecipeVisit", "TableRule", "Taught",
    "learn_recipe", "read_recipe", "recipe_from_toml", "recipe_to_toml", "run_recipe", "with_expected",
    "write_recipe",
]  # fmt: skip
