"""Learn a recipe from the first page of a list."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import repeat
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import numpy as np

from maintext.api import extract
from maintext.document import Document
from maintext.errors import FetchError, InputError, OptionError
from maintext.html import Page
from maintext.metadata.moment import parse_moment
from maintext.options import changed
from maintext.records.anchors import is_load_more_label, is_next_label
from maintext.selection import Outcome
from maintext.sites.listing import Item, ListPage, find_list
from maintext.sites.pagination import find_pagination
from maintext.sites.product import PRODUCT_FIELDS, find_product
from maintext.sites.recipe.controls import find_button, find_choices
from maintext.sites.recipe.expected import ExpectedRun, expect_list, is_same_title
from maintext.sites.recipe.rules import DetailRule, Limits, ListRule, Recipe
from maintext.sites.recipe.run import (
    PLACES,
    UNADDRESSED,
    Fetch,
    compared_values,
    count_sentence,
    fetch_onward,
    items_of_site,
    leads_back,
    parse_response,
    places_on_pages,
    product_fields,
    unfollowed,
)
from maintext.sites.wrapper import ExamplePage, LearnOptions, Wrapper, learn_wrapper, rewrap
from maintext.sites.wrapper.learn_field import DATES, is_equal_value
from maintext.sites.wrapper.rules import BodyRule, FieldRule, WrapperLayout, parse_locator
from maintext.sites.wrapper.selectors import PageIndex
from maintext.sites.wrapper.values import SEPARATORS, comparison_key, read_values, values_at

__all__ = ["LearnedRecipe", "Taught", "learn_recipe"]

_TRIED_SCROLLS, _MAX_SCROLLS = 2, 50  # while learning, and in a run
_SHOWN, _NO_VALUE = 60, "–"  # characters of a value in a note
_ENOUGH_TITLES = 3  # examples whose titles are those of the list
_MIN_F1 = 0.9  # of a wrapper with what the default method finds on its own examples; below, no wrapper


@dataclass(frozen=True, slots=True)
class LearnedRecipe:
    """A recipe and how it was learned."""

    recipe: Recipe
    items: tuple[Item, ...]  # entries of the first list
    notes: tuple[str, ...] = ()  # what was found and what was not, as sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """What a person says of the entries' pages."""

    wrapper: Wrapper | None = None  # all rules; nothing is learned then
    # Field to its text on the page of the first entry (as it is read there), or to its selector.
    clicks: Mapping[str, str] = field(default_factory=dict)
    # URL of an entry to its values by field; these entries are the examples.
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class _Entry(NamedTuple):
    """The page of an entry that is learned from."""

    url: str
    listed: str  # its title in the list, "" if unknown
    document: Document

    @property
    def lookups(self) -> PageIndex:
        """Its lookups for selectors."""
        return self.document.page.cached(PageIndex)

    def shows(self, text: str) -> bool:
        """Return True if the page has a text; what may be the name of a tag, as a word of its own only."""
        page = self.document.page
        shown = " ".join(map(page.row_text, np.flatnonzero(page.is_text).tolist()))
        if re.fullmatch(r"[a-z]+[1-6]?", text):
            return re.search(rf"\b{text}\b", shown, re.ASCII | re.IGNORECASE) is not None
        return comparison_key(text) in comparison_key(shown)


def learn_recipe(
    start: Sequence[str],
    fetch: Fetch,
    *,
    n_examples: int = 3,
    region: str = "",
    taught: Taught | None = None,
    limits: Limits | None = None,
    **visiting: Any,
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
    taught
        Rules, values or selectors of fields of the entries; by default all are learned from what the default
        method finds.
    visiting
        How pages are visited: ``render``, ``wait_s``, ``wait_for_list``, ``wait_for_entry``, ``state``, and
        for the list ``steps`` and ``each``; see :class:`~maintext.sites.recipe.ListRule` and
        :class:`~maintext.sites.recipe.DetailRule`.

    Raises
    ------
    OptionError
        No URL, the page has no list, or no example has a text that is taught.
    FetchError, InputError
        The first page cannot be fetched or read. Failing entries are skipped with a note.
    """
    if not start:
        raise OptionError("give the URL of at least one page with a list")
    plain = _plain_recipe(start, limits or Limits(), visiting)
    page = parse_response(fetch_onward(plain.list_visit, fetch, start[0]))
    if plain.list.each:
        page = parse_response(fetch(plain.list_visit(start[0], find_choices(page, plain.list.each)[0])))
    # As a run reads it: a day to come is no date of an entry.
    found = find_list(page, like=region or None, reference=datetime.now(UTC))
    pagination = find_pagination(page)
    if not found.items or found.region is None:
        what_to_do = "give a page with links to the entries, or --render always if scripts fill it"
        raise OptionError(f"{start[0]} has no list: {found.reason}; {what_to_do}")
    notes = [
        f"{len(found.items)} entries in {found.region.path} ({found.reason})",
        *([found.doubt] if found.doubt else []),
        f"next page: {pagination.next_url or 'none'} ({pagination.reason})",
    ]
    without_page = ((UNADDRESSED, found.unaddressed), (PLACES, places_on_pages(found.items)))
    notes += [count_sentence(what, some) for what, some in without_page if some]
    plain, here = _choose_hosts(plain, page.url or start[0], found.items, notes)
    step, n_chosen = max(len(here) / max(n_examples, 1), 1.0), min(n_examples, len(here))
    # Entries of even and of odd number, for lists in which two templates alternate.
    spread = dict.fromkeys(here[int(i * step) | i % 2].url for i in range(n_chosen))
    taught = taught or Taught()
    titles = {item.url: item.title for item in here}
    examples = {url: titles.get(url, "") for url in taught.labels or spread}
    entries = _fetch_entries(plain, examples, fetch, notes)
    wrapper = taught.wrapper
    if wrapper is None:
        if taught.labels and not entries:
            raise OptionError(f"no page of the labels could be read: {notes[-1]}")
        wrapper = _learn_entry_wrapper(entries, taught, plain.site, notes)
        if wrapper is not None:
            _compare_labels(taught.labels, entries, wrapper, notes)
    else:
        notes.append("the entries are read by the rules that were given")
    listed = expect_list(here, has_next=bool(pagination.next_url), start=start)
    expected = _expect_entries(listed, wrapper, entries, (*taught.clicks, *PRODUCT_FIELDS))
    if sold := [name for name in PRODUCT_FIELDS if name in expected.fields]:
        notes.append(f"product pages: they state {', '.join(sold)}")
    rule = replace(plain.list, region=found.region.path)
    if not pagination.next_url:
        rule = _find_more(replace(plain, list=rule), page, found, fetch, notes)
    detail = replace(plain.detail, wrapper=wrapper)
    recipe = replace(plain, list=rule, detail=detail, expected=expected)
    return LearnedRecipe(recipe, found.items, tuple(notes))


def _choose_hosts(
    plain: Recipe, url: str, items: tuple[Item, ...], notes: list[str]
) -> tuple[Recipe, tuple[Item, ...]]:
    """Return the recipe and the entries that it reads: those on other hosts too if most are there."""
    limits = plain.limits
    on_web = items_of_site(items, url, same_host=False)
    here = items_of_site(items, url, same_host=limits.same_host)
    n_elsewhere = len(on_web) - len(here)
    if not n_elsewhere:
        return plain, on_web or items
    limits = replace(limits, same_host=2 * n_elsewhere <= len(on_web))
    other = next(item.url for item in on_web if item not in here)
    what_to_do = (
        "same_host = false in the recipe reads them" if limits.same_host else "same_host = false is set"
    )
    notes.append(f"entries on other hosts: {n_elsewhere} of {len(on_web)}, as {other}; {what_to_do}")
    return replace(plain, limits=limits), here if limits.same_host else on_web


def _find_more(plain: Recipe, page: Page, found: ListPage, fetch: Fetch, notes: list[str]) -> ListRule:
    """Return the rule of a list without links to next pages: by a button, by scrolling, or of one page."""
    rule = plain.list
    more, following = find_button(page, is_load_more_label), find_button(page, is_next_label)
    shown = f"a button shows {'more entries' if more else 'the next page'}: {more or following}"
    one_page = replace(rule, max_pages=1)
    if not (more or following) and (said := unfollowed(page, found)):
        notes.append(said)
        one_page = rule  # a run says so too
    if not plain.list_visit(rule.start[0]).needs_browser and rule.render == "never":
        if more or following:  # a run says that the list may go on
            notes.append(f"{shown}; learn with --render always to click it")
            return rule
        return one_page
    if more or following:
        notes.append(shown)
        return replace(rule, click=more, max_pages=1) if more else replace(rule, next_button=following)
    scrolled = replace(plain, list=replace(rule, max_pages=1, max_scrolls=_TRIED_SCROLLS))
    grown = parse_response(fetch(scrolled.list_visit(rule.start[0])))
    n_more = len(find_list(grown, like=rule.region, only_like=True).items) - len(found.items)
    if n_more > 0:
        notes.append(f"scrolling shows more entries: {n_more} by {_TRIED_SCROLLS} scrolls")
    return replace(rule, max_pages=1, max_scrolls=_MAX_SCROLLS) if n_more > 0 else one_page


def _plain_recipe(start: Sequence[str], limits: Limits, visiting: dict[str, Any]) -> Recipe:
    """Return the recipe before the site is known."""
    waits = [visiting.pop(name, "") for name in ("wait_for_list", "wait_for_entry")]
    of_list = {name: visiting.pop(name) for name in ("steps", "each") if name in visiting}
    listing = {"start": tuple(start), "wait_for": waits[0]} | of_list | visiting
    detail = changed(DetailRule(), {"wait_for": waits[1], **visiting})
    return Recipe(
        site=urlsplit(start[0]).netloc, list=changed(ListRule(), listing), detail=detail, limits=limits
    )


def _fetch_entries(recipe: Recipe, titles: Mapping[str, str], fetch: Fetch, notes: list[str]) -> list[_Entry]:
    """Return the entries whose pages can be read; ``titles`` are those in the list by URL."""
    found = []
    for url, listed in titles.items():
        try:
            response = fetch_onward(recipe.detail_visit, fetch, url)
            document = extract(response.body, response.url, http_charset=response.charset)
        except (FetchError, InputError) as error:
            notes.append(f"an entry was passed over: {error}")
            continue
        if leads_back(response.url, url, recipe.list.start[0]):
            notes.append(f"an entry was passed over: {url} leads back to the list")
        elif (title := document.title) and ExpectedRun().title_drift(listed, title):
            notes.append(f"an entry was passed over: {url} has the title of an error page, {title!r}")
        else:
            found.append(_Entry(url, listed, document))
    return found


def _teach_examples(entries: list[_Entry], taught: Taught) -> tuple[list[ExamplePage], tuple[FieldRule, ...]]:
    """Return the examples with the values of a person, and the rules that a person gave as selectors."""
    known = [dict(taught.labels.get(one.url, {})) for one in entries]
    prices = [find_product(one.document.page).get("price", "") for one in entries]
    if "price" not in taught.clicks and any(prices) and not all(prices):
        # Pages that state no price show it where those that do show it.
        stated = [{"price": price} if price else {} for price in prices]
        known = [product | values for product, values in zip(stated, known, strict=True)]
    rules: list[FieldRule] = []
    for name, said in taught.clicks.items():
        if shown := [values for values, one in zip(known, entries, strict=True) if one.shows(said)]:
            shown[0].setdefault(name, said)
        else:
            rules.append(_selector_rule(name, said, entries))
    texts = [values.pop("text", None) for values in known]
    return [
        ExamplePage(html=one.document, url=one.url, values=values, text=text)
        for one, values, text in zip(entries, known, texts, strict=True)
    ], tuple(rules)


def _selector_rule(name: str, said: str, entries: list[_Entry]) -> FieldRule:
    """Return the rule of a selector; raises :class:`OptionError` if it gives no value on some example."""
    problem = "it matches nothing on some of them"
    try:
        rule = FieldRule(name, (parse_locator(said),))
        if all(read_values(one.lookups, rule) for one in entries):
            return rule
    except OptionError as error:
        problem = error.message
    pages = ", ".join(one.url for one in entries)
    raise OptionError(
        f"{name}: {said!r} is neither a text on the example pages nor a selector for all of them ({problem});"
        f" copy the text as one of these shows it: {pages}"
    )


def _compare_labels(
    labels: Mapping[str, Mapping[str, str]], entries: list[_Entry], wrapper: Wrapper, notes: list[str]
) -> None:
    """Note where the rules of a wrapper give other values than those of labels.

    Raises :class:`OptionError` if no page shows the value that the labels give a field.
    """
    given = [(one, name, value) for one in entries for name, value in labels.get(one.url, {}).items()]
    for name in wrapper.not_learned:
        said = [(one, value) for one, other, value in given if other == name]
        if said and not any(one.shows(value) for one, value in said):
            (one, value) = said[0]
            raise OptionError(f"{name}: {value!r} of the labels is not on {one.url}: copy it from the page")
    rules = {rule.name: rule for rule in wrapper.fields}
    for one, name, value in given:
        if (rule := rules.get(name)) is None:
            continue
        read = [other.value for other in read_values(one.lookups, rule)]
        parts = SEPARATORS.split(value) if rule.several else [value]
        if len(read) != len(parts) or not all(map(is_equal_value, repeat(name), sorted(read), sorted(parts))):
            shown = ", ".join(read) or "nothing"
            notes.append(f"{name}: {shown} on the page, {value} in the labels [{one.url}]")


def _expect_entries(
    expected: ExpectedRun, wrapper: Wrapper | None, entries: list[_Entry], once: Collection[str]
) -> ExpectedRun:
    """Return the expectation with the fields of the entries; those in ``once`` have one value on a page.

    The others may stand in every post of a thread, though the examples have one post.
    """
    wrapped = [rewrap(wrapper, one.document) for one in entries]
    stated = [product_fields(one.document) for one in wrapped]
    is_shop = any("price" in {**product, **one.fields} for product, one in zip(stated, wrapped, strict=True))
    if is_shop:
        stated = [product_fields(one.document, is_product=True) for one in wrapped]
    values = [
        compared_values(one.document, one.document.text, {**product, **one.fields})
        for product, one in zip(stated, wrapped, strict=True)
    ]
    several = {name for one in values for name in one}.difference(once)
    titles = ((one.listed, found["title"]) for one, found in zip(entries, values, strict=True))
    same_title = len(entries) >= _ENOUGH_TITLES and all(is_same_title(*both) for both in titles)
    known = replace(expected, same_title=same_title)
    return known.with_fields(values, several.union(*(one.repeated for one in wrapped)))


def _learn_entry_wrapper(
    entries: list[_Entry], taught: Taught, site: str, notes: list[str]
) -> Wrapper | None:
    examples, given = _teach_examples(entries, taught)
    if not entries:
        notes.append("no entry could be read: the default method is used for all")
        return None
    if not given and all(one.document.outcome is Outcome.NO_TEXT for one in entries):
        what_to_do = "learn with --render always if a script fills them"
        notes.append(f"the pages of the entries show no text; {what_to_do}")
        return None
    wrapper = learn_wrapper(examples, LearnOptions(site=site))
    names = {rule.name for rule in given}
    learned = (rule for rule in wrapper.fields if rule.name not in names)
    wrapper = replace(wrapper, fields=(*learned, *given))
    notes.append(
        f"wrapper of {wrapper.n_examples} entries, word-F1 {wrapper.f1:.2f} with the default method's text"
    )
    for rule in wrapper.fields:
        notes += _describe_values(rule, entries, is_taught=any(rule.name in one.values for one in examples))
        if rule in given:
            several = ({v.value for v in values_at(one.lookups, rule.select[0], rule)} for one in entries)
            if (n := max(map(len, several))) > 1:
                what_to_do = "the first is taken, several = true in the recipe takes all"
                notes.append(f"{rule.name}: up to {n} values on a page; {what_to_do}")
    if wrapper.not_learned:
        unknown = ", ".join(wrapper.not_learned)
        notes.append(f"no rule was found for {unknown}: give the text that stands in an element of its own")
    if wrapper.f1 >= _MIN_F1:
        return wrapper
    if given or any(one.values for one in examples):
        notes.append("its text is too far from what the default method finds: only its fields are used")
        return replace(wrapper, body=BodyRule(rest="default"), layout=WrapperLayout(wrapper.layout.landmarks))
    notes.append("too far from what the default method finds: no wrapper is used")
    return None


def _describe_values(rule: FieldRule, entries: list[_Entry], *, is_taught: bool) -> list[str]:
    """Return what a rule gives on each page; and for a taught field that most of them have none."""
    found = [next((one.value for one in read_values(entry.lookups, rule)), "") for entry in entries]
    if rule.name in DATES:
        found = [str(parse_moment(value) or value) for value in found]
    notes = [f"{rule.name}: {' | '.join(value[:_SHOWN] or _NO_VALUE for value in found)}"]
    if is_taught and 2 * (n_empty := found.count("")) > len(found):
        notes.append(f"{rule.name}: no value on {n_empty} of {len(found)} entries; see whether they have one")
    return notes
