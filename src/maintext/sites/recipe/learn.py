"""Learn a recipe from the first page of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from maintext.api import extract
from maintext.errors import FetchError, InputError, OptionError
from maintext.options import changed
from maintext.sites.listing import Item, find_list
from maintext.sites.pagination import find_pagination
from maintext.sites.recipe.expected import ExpectedRun, expect_fields, expect_list
from maintext.sites.recipe.rules import DetailRule, Limits, ListRule, Recipe
from maintext.sites.recipe.run import Fetch, compared_values, parse_response
from maintext.sites.wrapper import ExamplePage, LearnOptions, Wrapped, Wrapper, learn_wrapper, rewrap

__all__ = ["LearnedRecipe", "learn_recipe"]

_MIN_F1 = 0.9  # of a wrapper with what the default method finds on its own examples; below, no wrapper


@dataclass(frozen=True, slots=True)
class LearnedRecipe:
    """A recipe and how it was learned."""

    recipe: Recipe
    items: tuple[Item, ...]  # entries of the first list
    notes: tuple[str, ...] = ()  # what was found and what was not, as sentences


def learn_recipe(
    start: Sequence[str],
    fetch: Fetch,
    *,
    n_examples: int = 3,
    region: str = "",
    wrapper: Wrapper | None = None,
    limits: Limits | None = None,
    **waiting: str | float,
) -> LearnedRecipe:
    """Learn a recipe from the first list of a site and a few of its entries.

    Parameters
    ----------
    start
        URLs of the first pages of similar lists; the first one is examined.
    fetch
        Returns the page of a visit.
    n_examples
        Entries to learn the wrapper and the form of the fields from, spread over the list.
    region
        Path of the list, as for ``find_list(like=…)``; the main list by default.
    wrapper
        Known rules of the entries; learned from the examples by default.
    waiting
        ``render``, ``wait_s``, ``wait_for_list`` and ``wait_for_entry``; see
        :class:`~maintext.sites.recipe.ListRule` and :class:`~maintext.sites.recipe.DetailRule`.

    Raises
    ------
    OptionError
        No URL, or the page has no list.
    FetchError, InputError
        The first page cannot be fetched or read. Failing entries are skipped with a note.
    """
    if not start:
        raise OptionError("give the URL of at least one page with a list")
    plain = _plain_recipe(start, limits or Limits(), waiting)
    page = parse_response(fetch(plain.list_visit(start[0])))
    found, pagination = find_list(page, like=region or None), find_pagination(page)
    if not found.items or found.region is None:
        raise OptionError(f"{start[0]} has no list: {found.reason}; give the page that lists the entries")
    notes = [
        f"{len(found.items)} entries in {found.region.path} ({found.reason})",
        *([found.doubt] if found.doubt else []),
        f"next page: {pagination.next_url or 'none'} ({pagination.reason})",
    ]
    here = [item for item in found.items if urlsplit(item.url).netloc == plain.site] or found.items
    step = max(len(here) / max(n_examples, 1), 1.0)
    chosen = [here[int(i * step)] for i in range(min(n_examples, len(here)))]
    examples = _fetch_examples(plain, chosen, fetch, notes)
    if wrapper is None:
        wrapper = _learn_entry_wrapper(examples, plain.site, notes)
    else:
        notes.append("the entries are read by the rules that were given")
    expected = _expect_examples(expect_list(found.items), wrapper, examples)
    max_pages = plain.list.max_pages if pagination.next_url else 1
    rule = replace(plain.list, region=found.region.path, max_pages=max_pages)
    detail = replace(plain.detail, wrapper=wrapper)
    recipe = replace(plain, list=rule, detail=detail, expected=expected)
    return LearnedRecipe(recipe, found.items, tuple(notes))


def _plain_recipe(start: Sequence[str], limits: Limits, waiting: Mapping[str, str | float]) -> Recipe:
    """Return the recipe before the site is known."""
    common = {name: value for name, value in waiting.items() if name in {"render", "wait_s"}}
    if unknown := waiting.keys() - {"render", "wait_s", "wait_for_list", "wait_for_entry"}:
        raise OptionError(f"unknown option {min(unknown)!r} for learn_recipe")
    listing = {"start": tuple(start), "wait_for": waiting.get("wait_for_list", ""), **common}
    detail = changed(DetailRule(), {"wait_for": waiting.get("wait_for_entry", ""), **common})
    return Recipe(
        site=urlsplit(start[0]).netloc, list=changed(ListRule(), listing), detail=detail, limits=limits
    )


def _fetch_examples(recipe: Recipe, items: list[Item], fetch: Fetch, notes: list[str]) -> list[ExamplePage]:
    examples = []
    for item in items:
        try:
            response = fetch(recipe.detail_visit(item.url))
            parse_response(response)
        except (FetchError, InputError) as error:
            notes.append(f"an entry was passed over: {error}")
        else:
            examples.append(ExamplePage(html=response.body, url=response.url))
    return examples


def _expect_examples(
    expected: ExpectedRun, wrapper: Wrapper | None, examples: list[ExamplePage]
) -> ExpectedRun:
    """Return the expectation with the fields of the examples."""
    documents = [extract(one.html, one.url) for one in examples]
    wrapped = [Wrapped(one, (), {}) if wrapper is None else rewrap(wrapper, one) for one in documents]
    values = [compared_values(one.document, one.document.text, one.fields) for one in wrapped]
    return expect_fields(expected, values, [name for one in wrapped for name in one.repeated])


def _learn_entry_wrapper(examples: list[ExamplePage], site: str, notes: list[str]) -> Wrapper | None:
    if not examples:
        notes.append("no entry could be read: the default method is used for all")
        return None
    wrapper = learn_wrapper(examples, LearnOptions(site=site))
    agreement = f"word-F1 {wrapper.f1:.2f} with the default method's text"
    notes.append(f"wrapper of {wrapper.n_examples} entries, {agreement}")
    if wrapper.f1 < _MIN_F1:
        notes.append("too far from what the default method finds: no wrapper is used")
        return None
    return wrapper
