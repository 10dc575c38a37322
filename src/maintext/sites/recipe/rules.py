"""Recipes and their TOML files: list, next page, detail pages and limits.

The flow is that of visual scraping tools such as 八爪鱼: loop over the pages of a list, loop over its
entries, open each, wait for scripts, take the fields.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, fields, replace
from typing import Any

from maintext.errors import OptionError
from maintext.net.model import check_header_value
from maintext.net.page_steps import parse_steps
from maintext.options import RENDER, CheckedOptions, changed, check_options, option
from maintext.sites.recipe.expected import ExpectedField, ExpectedRun
from maintext.sites.wrapper.rules import (
    FORMAT,
    Wrapper,
    key_of,
    read_file,
    table_of,
    tables_of,
    value_of,
    wrapper_from_table,
    wrapper_lines,
    write_file,
)

__all__ = [
    "RENDER", "DetailRule", "FetchRule", "Limits", "ListRule", "Recipe", "RecipeVisit", "TableRule",
    "VisitRule",
    "read_recipe", "recipe_from_toml", "recipe_to_toml", "with_expected", "write_recipe",
]  # fmt: skip

_WRAPPER = "wrapper"
_KEYS = ("format", "site", "list", "detail", "limits", "fetch", "table", "expected")
_ON_EVERY_PAGE = ("dismiss ", "wait ", "scroll ")
# The tables of [expected], each up to the next table.
_EXPECTED = re.compile(r"^\[expected\b[^\n]*\n(?:(?!\[)[^\n]*\n?)*", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitRule(CheckedOptions):
    """How the pages of a list, or those of its entries, are visited."""

    render: str = option("never", "When a browser draws the page.", choices=RENDER)
    wait_for: str = option("", "Selector of an element to wait for in the browser.")
    wait_s: float = option(10.0, "The longest wait for it.", unit="s", minimum=0)
    steps: tuple[str, ...] = option((), 'What to do on the page first: "fill #q = chairs", "press Enter".')
    click: str = option("", "Selector of a button that shows more, clicked until it is gone.")
    max_clicks: int = option(10, "Clicks on it at most.", minimum=0)
    max_scrolls: int = option(0, "Scrolls to the end of the page at most, as long as it grows.", minimum=0)
    state: str = option("", "File with cookies and storage of a browser that is logged in.")

    def __post_init__(self) -> None:
        check_options(self)
        parse_steps(self.steps)


_VISITING = tuple(one.name for one in fields(VisitRule))


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeVisit(VisitRule):
    """A page that a recipe requests."""

    url: str = option("", "URL of the page.")

    @property
    def needs_browser(self) -> bool:
        """True if the plain page will not do."""
        return self.render == "always" or bool(self.steps or self.click or self.max_scrolls or self.state)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRule(VisitRule):
    """The pages that list the entries."""

    start: tuple[str, ...] = option((), "URLs of the first pages of lists.")
    region: str = option(
        "", "Place of the list on its page, as `maintext items -v` names it; empty for the main list."
    )
    max_pages: int = option(20, "Pages of one list at most.", unit="pages", minimum=1)
    each: str = option("", "Selector of a select element; the list is read for each of its options.")
    next_button: str = option("", "Selector of a button that shows the next page in place of this one.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailRule(VisitRule):
    """The pages of the entries; the default method reads them without a wrapper."""

    wrapper: Wrapper | None = None
    max_parts: int = option(10, "Parts of an article that are joined; 1 for none but the first.", minimum=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits(CheckedOptions):
    """Limits of a run."""

    max_items: int = option(1_000, "Entries at most, over all lists.", minimum=1)
    delay_s: float = option(1.0, "Time between two requests.", unit="s", minimum=0)
    same_host: bool = option(True, "Leave out entries and next pages on other hosts.")


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchRule(CheckedOptions):
    """How pages are requested; flags of a run are added, and win."""

    user_agent: str = option("", "User-Agent header; empty for maintext's own, or the browser's.")
    headers: tuple[str, ...] = option((), 'Headers of plain requests, as "Cookie: city=hangzhou".')
    proxies: tuple[str, ...] = option(
        (), "Proxies of plain requests, http://host:port, or a file with one on each line; one at random."
    )
    retries: int = option(2, "Further attempts after a failure of the server.", minimum=0, maximum=10)
    retry_s: float = option(
        1.0, "Wait before the first of them; twice as long each time.", unit="s", minimum=0, maximum=60
    )
    robots: bool = option(False, "Obey robots.txt, and its Crawl-delay.")

    def __post_init__(self) -> None:
        check_options(self)
        # Not as the flag --user-agent, which is told in the name of the option alone.
        check_header_value("fetch.user_agent", self.user_agent)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRule(CheckedOptions):
    """The columns of the table that a run writes."""

    columns: tuple[str, ...] = option(
        (), 'Columns in order: "price", or "name = source" to rename one; empty for all.'
    )

    def __post_init__(self) -> None:
        check_options(self)
        seen: dict[str, str] = {}
        for name in self.sources():
            if (other := seen.setdefault(name.lower(), name)) != name:
                said = f"columns has {other} and {name}, which differ only in capital letters"
                raise OptionError(f"{said}; choose another name")

    def sources(self) -> dict[str, str]:
        """Return the source of each column by its name, in order."""
        parts = (one.partition(" = ") for one in self.columns)
        return {name.strip(): source.strip() or name.strip() for name, _, source in parts}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Extraction of a whole site; raises :class:`OptionError` without a start URL."""

    list: ListRule
    detail: DetailRule = field(default_factory=DetailRule)
    limits: Limits = field(default_factory=Limits)
    site: str = ""  # name of the site, for readers
    expected: ExpectedRun = field(default_factory=ExpectedRun)  # what a run is compared with
    table: TableRule = field(default_factory=TableRule)
    fetch: FetchRule = field(default_factory=FetchRule)

    def __post_init__(self) -> None:
        if not self.list.start:
            raise OptionError('a recipe needs start = ["https://…"], the first page of its list')

    def list_visit(self, url: str, choice: str = "", n_next: int = 0) -> RecipeVisit:
        """Return the visit of a page of the list.

        ``choice`` is an option of the element ``list.each``, ``n_next`` the number of clicks on
        ``list.next_button``. On a page that a link of the list leads to, no form is filled in again.
        """
        is_first = url in self.list.start
        steps = [step for step in self.list.steps if is_first or step.startswith(_ON_EVERY_PAGE)]
        steps += [f"choose {self.list.each} = {choice}"] if choice else []
        steps += [f"click {self.list.next_button}"] * n_next
        return _make_visit(url, self.list, tuple(steps))

    def detail_visit(self, url: str) -> RecipeVisit:
        """Return the visit of the page of an entry."""
        return _make_visit(url, self.detail, self.detail.steps)


def _make_visit(url: str, rule: VisitRule, steps: tuple[str, ...]) -> RecipeVisit:
    return RecipeVisit(url=url, **{name: getattr(rule, name) for name in _VISITING} | {"steps": steps})


def recipe_to_toml(recipe: Recipe) -> str:
    """Return a recipe as TOML; :func:`recipe_from_toml` reverses it."""
    lines = [f"format = {FORMAT}", f"site = {value_of(recipe.site)}"]
    parts = (("list", recipe.list), ("detail", recipe.detail), ("limits", recipe.limits))
    for name, part in (*parts, ("fetch", recipe.fetch)):
        lines += ["", f"[{name}]", *_option_lines(part)]
    if recipe.detail.wrapper is not None:
        lines += ["", *wrapper_lines(recipe.detail.wrapper, f"detail.{_WRAPPER}")]
    if recipe.table.columns:
        lines += ["", "[table]", f"columns = {value_of(recipe.table.columns)}"]
    return "\n".join([*lines, "", *_expected_lines(recipe.expected)]) + "\n"


def _expected_lines(expected: ExpectedRun) -> list[str]:
    lines = ["[expected]  # a run that differs says so"]
    for name, part in (("", expected), *expected.fields.items()):
        lines += ["", f"[expected.fields.{key_of(name)}]"] if name else []
        lines += _option_lines(part)
    return lines


def _option_lines(part: CheckedOptions) -> list[str]:
    """Return a line for each option, with its help but in the many tables of expected fields."""
    lines = []
    for one in sorted(fields(part), key=lambda one: one.name in _VISITING):
        if "help" in one.metadata:
            said = "" if isinstance(part, ExpectedField) else f"  # {one.metadata['help']}"
            lines.append(f"{one.name} = {value_of(getattr(part, one.name))}{said}")
    return lines


def with_expected(text: str, expected: ExpectedRun) -> str:
    """Return the text of a recipe file with another ``[expected]``; everything else stays as written."""
    kept = _EXPECTED.sub("", text).rstrip()
    return "\n".join([kept, "", *_expected_lines(expected)]) + "\n"


def write_recipe(recipe: Recipe, path: str | os.PathLike[str]) -> None:
    """Write a recipe file; raises :class:`OptionError` if it cannot be written."""
    write_file(path, recipe_to_toml(recipe))


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    """Read a recipe file; raises :class:`OptionError` with path and invalid key."""
    return read_file(path, recipe_from_toml)


def recipe_from_toml(text: str) -> Recipe:
    """Read a recipe from TOML.

    Raises :class:`OptionError` for invalid TOML, unknown keys, wrong types and values out of range.
    """
    top = tables_of(text)
    if unknown := top.keys() - {*_KEYS}:
        raise OptionError(f"unknown key {min(unknown)!r} (known: {', '.join(_KEYS)})")
    if top.get("format", FORMAT) != FORMAT:
        raise OptionError(f"format must be {FORMAT}; learn the recipe again")
    detail = table_of(top, "detail")
    rules = changed(DetailRule(), _with_tuples({k: one for k, one in detail.items() if k != _WRAPPER}))
    if _WRAPPER in detail:
        rules = replace(rules, wrapper=wrapper_from_table(table_of(detail, _WRAPPER)))
    expected = table_of(top, "expected")
    by_name = table_of(expected, "fields")
    seen = {name: changed(ExpectedField(), table_of(by_name, name)) for name in by_name}
    return Recipe(
        list=changed(ListRule(), _with_tuples(table_of(top, "list"))),
        detail=rules,
        limits=changed(Limits(), table_of(top, "limits")),
        fetch=changed(FetchRule(), _with_tuples(table_of(top, "fetch"))),
        site=str(top.get("site", "")),
        expected=changed(ExpectedRun(), {**_with_tuples(expected), "fields": seen}),
        table=changed(TableRule(), _with_tuples(table_of(top, "table"))),
    )


def _with_tuples(table: dict[str, Any]) -> dict[str, Any]:
    start = table.get("start", [])
    if not isinstance(start, list) or not all(isinstance(one, str) for one in start):
        raise OptionError('start must be a list of URLs, as ["https://…"]')
    for name, value in table.items():
        if isinstance(value, list) and not all(isinstance(one, str) for one in value):
            raise OptionError(f"{name} must be a list of texts, not {value!r}")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
