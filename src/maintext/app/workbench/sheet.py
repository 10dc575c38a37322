"""A recipe as a table that a person edits: columns, sample rows, and one edit after the other.

The recipe is all there is: a sheet is read from it, an edit gives another recipe. The values are those of a
run on some entries of the first list page, which are kept for a while (:mod:`maintext.app.workbench.pages`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.forms import find_forms, form_url
from maintext.app.workbench.pages import KeptPage, KeptPages, drawn
from maintext.app.workbench.tasks import choose_region, read_recipe, recipe_error
from maintext.classify.model.kind import INDEX_KINDS
from maintext.crawl.recipe_table import LISTED, MAIN, RecipeTable
from maintext.document import Document
from maintext.errors import FetchError, InputError, MaintextError, OptionError
from maintext.html import Page
from maintext.html.characters import collapse_whitespace
from maintext.net import Response
from maintext.rows import cell
from maintext.sites.listing import Item
from maintext.sites.pagination import find_pagination
from maintext.sites.price import read_number, split_price
from maintext.sites.recipe import (
    ExpectedField,
    Limits,
    ListRule,
    Recipe,
    RecipeRecord,
    RecipeVisit,
    TableRule,
    learn_recipe,
    recipe_to_toml,
)
from maintext.sites.recipe.expected import copies_drift
from maintext.sites.recipe.run import compared_values, entry_record
from maintext.sites.template.keys import page_title
from maintext.sites.wrapper import BodyRule, FieldRule, NodeLocator, Wrapper, rewrap
from maintext.sites.wrapper.learn import find_landmarks, learn_body
from maintext.sites.wrapper.learn_field import WrapperExample, learn_field
from maintext.sites.wrapper.rules import DOCUMENT_FIELD, WrapperLayout
from maintext.sites.wrapper.selectors import PageIndex, Path, rank_selectors
from maintext.sites.wrapper.values import find_label, kind_of_value, read_values, values_at

__all__ = ["SheetSamples", "edit_sheet", "make_sheet", "open_address"]

_N_SAMPLES = 5
_DELAY_S = 1.0  # between two requests of a run
_MAX_ITEMS, _MAX_PAGES = 100_000, 1_000  # of a list: a run has its own limit, and can be continued
_SHOWN_CHARACTERS = 300
_SHOWN_ENTRIES, _TITLE_CHARACTERS = 100, 80  # of a list: their pages can be opened
_SHORT_CHARACTERS = 150  # of a text: a page with a form is then there to search
_PROPOSED = ("title", "published", "author", "source")
_LAST = ("text", "url")
_OF_RULES: dict[str, str] = {of: name for name, of in DOCUMENT_FIELD.items()}
_LABEL = re.compile(r"^[^\d\s:：][^\d:：]{0,14}[:：](?!//)\s*")
_NEXT_LABEL = re.compile(r"\s[^\s\d:：]{1,8}[:：](?!//)")
_PRICE = re.compile(r"[^\w\s]{0,2}\s?\d[\d.,]*|\d[\d.,]*\s?[^\w\s]")
# Only with the sign of a currency: 030 123 456 is no amount.
_SIGNED_PRICE = re.compile(r"(?:[A-Z]{0,2}[^\w\s])?\s?\d[\d.,'\s]*(?:[^\w\s]|[元円원])?")
_HEADING = re.compile("h[1-6]")
# Names of columns of a list whose elements have no class.
_TAG = re.compile(r"(?:article|a|b|dd|div|dt|em|h[1-6]|i|li|p|section|small|span|strong|td|th|ul)(?: \d+)?")
_ENOUGH_ALIKE = 3  # pages with one title: it is then that of the site
_MAX_TRIED = 60  # selectors of a picture or link
_ATTRIBUTE = {"link": "href", "image": "src"}
_NO_RULE = (
    "nothing tells this place from others on the page: click a smaller part, or take the part around it"
)
_NO_BETTER_RULE = "nothing tells this value from the right ones: delete the column instead"
_NO_TEXT_RULE = "nothing tells this part from others on the page: take the part around it"
_NO_ENTRIES = (
    "the list of this table is not on its page, which may have changed: click the title of an entry below"
)
_NOT_OF_PAGE = "this column comes from the list: add one from the page of an entry"
_TYPE_OF_PAGE = "the type of this column is that of the page: only clicked ones have another"
_ALIKE = 0.5  # share of names that pages of one template have in common


# -- what a page is -----------------------------------------------------------------------------------


def open_address(request: Mapping[str, Any], pages: KeptPages) -> dict[str, Any]:
    """Return what the page of a URL is: a list, an article, or a search form; drawn where it needs it."""
    visit = RecipeVisit(url=request["url"])
    pages.forget_host(visit.url)
    needs = pages.needs_drawing(visit.url)
    is_drawn = needs and request["can_draw"]
    kept = pages.get(drawn(visit.url) if is_drawn else visit)
    document, found = kept.document, kept.find_list()
    is_index = document.kind is not None and document.kind.name in INDEX_KINDS
    forms = find_forms(document.page)
    kind = "list" if found.is_list and (is_index or len(found.items) >= _N_SAMPLES) else "article"
    is_short = len(document.text) < _SHORT_CHARACTERS
    if kind == "article" and forms and not found.is_list and (is_index or is_short):
        kind = "form"
    shown: dict[str, Any] = {"kind": kind, "url": document.page.url or visit.url, "forms": forms}
    shown |= {"title": document.title or "", "n_items": len(found.items), "is_drawn": is_drawn}
    return shown | {"needs_drawing": needs and not is_drawn}


# -- the proposal -------------------------------------------------------------------------------------


def make_sheet(request: Mapping[str, Any], pages: KeptPages) -> dict[str, Any]:
    """Return the sheet of a recipe, or the one that is proposed for the list page of a URL.

    Raise :class:`RequestError` for a text that is not a recipe, or a page without list.
    """
    if "recipe" not in request:
        return _propose_sheet(request, pages)
    recipe = read_recipe(request["recipe"])
    if request.get("fresh"):
        for start in recipe.list.start:
            pages.forget_host(start)
    _check_sources(recipe, request["recipe"], pages)
    if not recipe.table.columns:
        recipe = _with_columns(recipe, pages, request.get("names", {}))
    return _make_answer(recipe, pages)


def _check_sources(recipe: Recipe, text: str, pages: KeptPages) -> None:
    """Raise :class:`RequestError` if no record has what a column is to hold; a list may show it later."""
    records = _read_samples(recipe, pages).records
    known = {*MAIN, *RecipeTable.of(recipe).taught, *(records[0].to_dict() if records else ())}
    for source in recipe.table.sources().values():
        if records and source not in known and not source.startswith(LISTED):
            near = difflib.get_close_matches(source, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise recipe_error(text, f"the columns name {source!r}, which no record has{hint}")


def _propose_sheet(request: Mapping[str, Any], pages: KeptPages) -> dict[str, Any]:
    """Return the sheet of a list page: its columns as found, next page and entries.

    Raise :class:`RequestError` if the page has no list.
    """
    start, steps = _fill_form(request, pages)
    region = request.get("region", "")
    if "row" in request:
        render = "auto" if request["can_draw"] else "never"
        first = Recipe(list=ListRule(start=(start,), steps=steps, render=render)).list_visit(start)
        region = choose_region(pages.get(first).document.page, request["row"])[0].path
    recipe, notes = _learn_list(start, region, steps, pages, can_draw=request["can_draw"])
    return _make_answer(_with_columns(recipe, pages, request.get("names", {})), pages, notes)


def _learn_list(
    start: str, region: str, steps: tuple[str, ...], pages: KeptPages, *, can_draw: bool
) -> tuple[Recipe, tuple[str, ...]]:
    """Return the recipe of a list without columns, and notes; ``region`` is empty for the main list.

    Raise :class:`RequestError` if the page has no list.
    """
    render = "auto" if can_draw else "never"
    needs_browser = False

    def fetch(visit: RecipeVisit) -> Response:
        nonlocal needs_browser
        if visit.url == start:
            return pages.get(visit).response
        if can_draw and pages.needs_drawing(visit.url):
            needs_browser = True
            return pages.get(drawn(visit.url)).response
        return pages.get(RecipeVisit(url=visit.url)).response

    try:
        limits = Limits(delay_s=_DELAY_S, max_items=_MAX_ITEMS)
        learned = learn_recipe([start], fetch, region=region, limits=limits, render=render, steps=steps)
    except OptionError as error:
        raise RequestError("no_list", error.message) from error
    recipe, listing = learned.recipe, learned.recipe.list
    if listing.max_pages > 1 and not listing.next_button:  # a button is clicked from the first page on
        listing = replace(listing, max_pages=_MAX_PAGES)
    if not (listing.click or listing.next_button) and not pages.needs_drawing(start):
        listing = replace(listing, render="never")
    detail = recipe.detail if needs_browser else replace(recipe.detail, render="never")
    listing = _check_next(replace(recipe, list=listing), pages)
    return replace(recipe, list=listing, detail=detail), learned.notes


def _fill_form(request: Mapping[str, Any], pages: KeptPages) -> tuple[str, tuple[str, ...]]:
    """Return the URL of the list, and the steps that lead to it if it has none of its own."""
    start, filled = request["url"], request.get("fill", {})
    if not filled:
        return start, ()
    page = pages.get(RecipeVisit(url=start)).document.page
    form = next((one for one in find_forms(page) if {*filled} <= {f["name"] for f in one["fields"]}), None)
    if form and form["is_plain"]:
        asked = form_url(page, form["row"], filled)
        try:
            if pages.get(RecipeVisit(url=asked)).find_list().items:
                return asked, ()
        except MaintextError:  # the form is then filled in by a browser
            pass
    steps = tuple(f"fill [name={name}] = {value}" for name, value in filled.items())
    return start, (*steps, "press Enter")


def _check_next(recipe: Recipe, pages: KeptPages) -> Any:
    """Return the rule of the list; without next page if that one has no such list, as a book's chapters."""
    listing = recipe.list
    if listing.next_button or listing.max_pages == 1:
        return listing
    following = find_pagination(_first_page(recipe, pages).document.page).next_url
    try:
        has_list = pages.get(recipe.list_visit(following)).find_list(listing.region).items
    except MaintextError:
        return listing
    return listing if has_list else replace(listing, max_pages=1)


def _with_columns(recipe: Recipe, pages: KeptPages, names: Mapping[str, str]) -> Recipe:
    """Return the recipe with the columns that have values on the samples, under the names of a language."""
    recipe = _with_listed_titles(recipe, pages)
    table = RecipeTable.of(recipe)
    sampled = _read_samples(recipe, pages)
    rows = [table.row(record.to_dict()) for record in sampled.records]
    listed = list(dict.fromkeys(name for row in rows for name in row if name.startswith(LISTED)))
    entries = [_listed_values(item) for item in sampled.items]
    seen: dict[tuple[str, ...], str] = {}
    for name in (*_PROPOSED, *table.taught, *listed):
        values = tuple(_shown_text(row.get(name)) for row in rows)
        # What is the same on all entries of the list, such as a button, tells nothing.
        on_entries = {one.get(name.removeprefix(LISTED), "") for one in entries}
        is_same = name in listed and len(on_entries) == 1 and len(rows) > 2
        if any(values) and not is_same:
            seen.setdefault(values, name)  # what the list repeats of the page is no column of its own
    shown: dict[str, str] = {}
    for source in (*seen.values(), *_LAST):
        shown[_free_name(_name_column(source, names), shown)] = source
    return _with_table(recipe, shown)


def _name_column(source: str, names: Mapping[str, str]) -> str:
    """Return the name of a column in the user's language, or the page's; a tag names nothing."""
    bare = source.removeprefix(LISTED)
    return names.get("column" if _TAG.fullmatch(bare) else bare) or bare


def _with_listed_titles(recipe: Recipe, pages: KeptPages) -> Recipe:
    """Return the recipe whose titles are those of the list, if all pages have one and show the list's."""
    sampled = _read_samples(recipe, pages)
    if len(sampled.kept) < _ENOUGH_ALIKE or len({one.document.title for one in sampled.kept.values()}) > 1:
        return recipe
    titles = {one.item.url: one.item.title for one in sampled.records if one.item.url in sampled.kept}
    if len({*titles.values()}) < len(titles):
        return recipe
    found = {url: _row_of_title(sampled.kept[url].index.page, title) for url, title in titles.items()}
    rows = {url: row for url, row in found.items() if row >= 0}
    rule = _learn_rule(recipe, "title", _Clicked(rows, {}), pages) if len(rows) == len(titles) else None
    return _with_rule(recipe, rule, pages) if rule else recipe


def _row_of_title(page: Page, title: str) -> int:
    """Return the row of the element that is a title alone, a heading before others; −1 if there is none."""
    texts = page.is_text.nonzero()[0].tolist()
    rows = [int(page.parent[row]) for row in texts if collapse_whitespace(page.row_text(row)) == title]
    return min(rows, key=lambda row: not _HEADING.fullmatch(page.name(row)), default=-1)


def _with_table(recipe: Recipe, chosen: Mapping[str, str]) -> Recipe:
    columns = tuple(name if name == source else f"{name} = {source}" for name, source in chosen.items())
    return replace(recipe, table=TableRule(columns=columns))


def _free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name for a column that is not taken, also not in other capital letters (as in SQL)."""
    used = {one.lower() for one in taken}
    name = re.sub(r"\s*=\s*", " ", collapse_whitespace(name)).strip() or "column"
    return next(one for n in range(1, 1000) if (one := name if n == 1 else f"{name} {n}").lower() not in used)


# -- samples ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SheetSamples:
    """Some records of the first list page with their pages, and all its entries."""

    records: list[RecipeRecord]
    kept: dict[str, KeptPage]  # by the URL of the entry
    items: tuple[Item, ...]  # all entries
    next_url: str
    title: str

    def expected(self, recipe: Recipe) -> Mapping[str, ExpectedField]:
        """Return what is to be expected of each field, as the samples show it."""
        repeated = {name for one in self.records if one.fits for name in one.repeated}
        return recipe.expected.with_fields(self._compared_values(), repeated).fields

    def problems(self) -> list[str]:
        """Return that there are no entries, or that all pages are one, as where a site asks for a login."""
        if not self.items:
            return [_NO_ENTRIES]
        return copies_drift([one.item.title for one in self.records], self._compared_values())

    def _compared_values(self) -> list[dict[str, str]]:
        return [
            compared_values(one.document, one.text, one.fields)
            for one in self.records
            if one.document is not None and one.fits
        ]


def _first_page(recipe: Recipe, pages: KeptPages) -> KeptPage:
    return pages.get(recipe.list_visit(recipe.list.start[0]))


def _read_samples(recipe: Recipe, pages: KeptPages) -> SheetSamples:
    """Read entries spread over the first list page of a recipe; kept while nothing of it changes."""
    key = recipe.list, recipe.detail
    first_page = _first_page(recipe, pages)  # may have been fetched anew
    before, made = pages.samples.get(key) or (None, None)
    if made is not None and before is first_page:
        return made  # type: ignore[no-any-return]
    page, items = first_page.document.page, first_page.find_list(recipe.list.region).items
    records, kept = [], {}
    for item in _choose_samples(items):
        try:
            one = pages.get(recipe.detail_visit(item.url))
            first = rewrap(recipe.detail.wrapper, one.document)
        except (FetchError, InputError) as error:
            records.append(RecipeRecord(item, page.url, error=str(error)))
            continue
        kept[item.url] = one
        records.append(entry_record(recipe, item, page.url, first, first.document.text))
    next_url = find_pagination(page).next_url or ""
    made = SheetSamples(records, kept, items, next_url, page_title(page)[:60])
    pages.samples.put(key, (first_page, made), 0)
    return made


def _choose_samples(items: Sequence[Item]) -> list[Item]:
    """Return entries spread over a list, of each frequent kind of address, in their order.

    The distances between them are uneven: templates may take turns.
    """
    step = max(len(items) / _N_SAMPLES, 1.0)
    n_chosen = min(_N_SAMPLES, len(items))
    chosen = {int(i * step) + min(i % 3, int(step) - 1) for i in range(n_chosen)}
    kinds: dict[str, list[int]] = {}
    for i, item in enumerate(items):
        kinds.setdefault(re.sub(r"\d+", "0", urlsplit(item.url).path).rpartition("/")[0], []).append(i)
    for own in sorted(kinds.values(), key=len, reverse=True)[:_N_SAMPLES]:
        often = max((chosen.intersection(one) for one in kinds.values()), key=len)
        if chosen.isdisjoint(own) and len(often) > 1:
            chosen = chosen - {max(often)} | {own[0]}
    return [items[i] for i in sorted(chosen)]


def _listed_values(item: Item) -> dict[str, str]:
    return {"summary": item.summary, "image_url": item.image_url, **item.columns}


def _shown_text(value: Any) -> str:
    text = cell(value)
    return "" if text is None else str(text)[:_SHOWN_CHARACTERS]


def _make_answer(recipe: Recipe, pages: KeptPages, notes: Sequence[str] = ()) -> dict[str, Any]:
    table, sampled = RecipeTable.of(recipe), _read_samples(recipe, pages)
    rows = [table.row(record.to_dict()) for record in sampled.records]
    groups = _group_templates([one.document for one in sampled.records])
    listing, indexes = recipe.list, [one.index for one in sampled.kept.values()]
    rules = {rule.name: rule for rule in _rules_of(recipe)}
    columns: list[dict[str, Any]] = []
    for name, source in recipe.table.sources().items():
        values = [_shown_text(row.get(name)) for row in rows]
        rule = rules.get(_rule_name(source, table))
        kind = "number" if name in table.numbers else _kind_of_column(rule, values)
        places, is_rule = _places_of(rule, indexes) if rule else [], _is_typed(rule)
        column = {"name": name, "source": source, "kind": kind, "is_rule": is_rule, "places": places}
        columns.append(column | {"n": sum(map(bool, values))})
    of_columns = [_rule_name(one["source"], table) for one in columns]
    more = "more" if listing.click else "button" if listing.next_button else "link"
    shown = sampled.items[:_SHOWN_ENTRIES]
    entries = [{"url": one.url, "title": one.title[:_TITLE_CHARACTERS]} for one in shown]
    return {
        "recipe": recipe_to_toml(recipe), "columns": columns, "notes": list(notes),
        "problems": sampled.problems(),
        "list": {
            "url": listing.start[0], "title": sampled.title, "region": listing.region,
            "fetched": _first_page(recipe, pages).fetched.isoformat(timespec="seconds"),
            "n_items": len(sampled.items), "entries": entries,
            "next": more if more != "link" or (listing.max_pages > 1 and sampled.next_url) else "none",
            "next_url": sampled.next_url if more == "link" else "", "max_pages": listing.max_pages,
            "uses_browser": recipe.list_visit(listing.start[0]).needs_browser or listing.render != "never",
            "draws_entries": recipe.detail.render != "never",
        },
        "rows": [
            {
                "url": record.item.url, "title": record.item.title, "drift": list(record.drift),
                "error": record.error, "template": group,
                "values": [_shown_text(row.get(one["name"])) for one in columns],
                "at": [_row_of(rules.get(name), sampled, record) for name in of_columns],
            }
            for record, row, group in zip(sampled.records, rows, groups, strict=True)
        ],
    }  # fmt: skip


def _row_of(rule: FieldRule | None, sampled: SheetSamples, record: RecipeRecord) -> int:
    """Return the row of the element that gives the value of a record, −1 if no rule gives one."""
    kept = sampled.kept.get(record.item.url)
    values = read_values(kept.index, rule) if rule and kept else []
    return values[0].row if values else -1


def _rule_name(source: str, table: RecipeTable) -> str:
    """Return the name of the rule that gives a column."""
    name = table.taught.get(source, source)
    return _OF_RULES.get(name, name)


def _is_typed(rule: FieldRule | None) -> bool:
    """Return True for the rule of a column that has a type of its own: not for a field of the page."""
    return rule is not None and rule.name not in {*MAIN, *DOCUMENT_FIELD}


def _kind_of_column(rule: FieldRule | None, values: Sequence[str]) -> str:
    if rule is not None and rule.select[0].attribute in _ATTRIBUTE.values():
        return {"href": "link", "src": "image"}[rule.select[0].attribute]
    if rule is not None and (rule.form or rule.several):
        return rule.form or "several"
    kinds = {kind_of_value(value) for value in values if value}
    kind = kinds.pop() if len(kinds) == 1 else "text"
    # Codes and years are of digits too: what is no number by its rule is none in files.
    return {"url": "link", "number": "text"}.get(kind, kind)


def _places_of(rule: FieldRule, indexes: Iterable[PageIndex]) -> list[dict[str, Any]]:
    """Return each selector of a rule with the number of samples where it is the first that gives a value."""
    first = [values[0].place for index in indexes if (values := read_values(index, rule))]
    return [{"selector": str(place), "n": first.count(place)} for place in rule.select]


def _group_templates(documents: Sequence[Document | None]) -> list[int]:
    """Return the number of the template of each page, by the names of its elements; −1 without page."""
    groups: list[set[str]] = []
    found = []
    for document in documents:
        if document is None:
            found.append(-1)
            continue
        values = (value for key in ("class", "id") for value in document.page.values(key).values())
        own = {name for value in values for name in value.split() if not any(map(str.isdigit, name))}
        alike = (i for i, one in enumerate(groups) if len(own & one) >= _ALIKE * len(own | one))
        found.append(next(alike, len(groups)))
        if found[-1] == len(groups):
            groups.append(own)
    return found


# -- edits --------------------------------------------------------------------------------------------


class _Edit(dict[str, Any]):
    """The values of an edit; one that it needs and does not have is an error of the request."""

    def __missing__(self, key: str) -> Any:
        raise RequestError("bad_request", f"edit.{key} is missing: {self['do']} needs it")


_IndexesByUrl = Mapping[str, PageIndex]
_RowsByUrl = Mapping[str, set[int]]


def edit_sheet(request: Mapping[str, Any], pages: KeptPages) -> dict[str, Any]:
    """Return the sheet after one edit; ``request["edit"]["do"]`` names it.

    Raise :class:`RequestError` if it cannot be done; the recipe is then as before.
    """
    recipe, edit = read_recipe(request["recipe"]), request["edit"]
    if edit.get("column") is not None and edit["column"] not in recipe.table.sources():
        raise RequestError("bad_request", f"there is no column {edit['column'][:40]!r}")
    whole = _Edit({"marks": [], "names": {}, "can_draw": False, **request, **edit})
    edited = _EDITS[edit["do"]](recipe, whole, pages)
    return _make_answer(edited, pages)


def _rename_column(recipe: Recipe, edit: _Edit, _pages: KeptPages) -> Recipe:
    chosen = recipe.table.sources()
    to = _free_name(edit["to"], chosen.keys() - {edit["column"]})
    return _with_table(recipe, {to if name == edit["column"] else name: one for name, one in chosen.items()})


def _move_column(recipe: Recipe, edit: _Edit, _pages: KeptPages) -> Recipe:
    chosen = recipe.table.sources()
    names = [name for name in chosen if name != edit["column"]]
    names.insert(max(0, int(edit["place"])), edit["column"])
    return _with_table(recipe, {name: chosen[name] for name in names})


def _delete_column(recipe: Recipe, edit: _Edit, _pages: KeptPages) -> Recipe:
    chosen = recipe.table.sources()
    source = chosen.pop(edit["column"])
    if not chosen:
        raise RequestError("bad_request", "a table needs one column at least")
    name = _rule_name(source, RecipeTable.of(recipe))
    if source not in MAIN and not source.startswith(LISTED) and source not in chosen.values():
        rules = tuple(rule for rule in _rules_of(recipe) if rule.name != name)
        if wrapper := recipe.detail.wrapper:
            recipe = _with_wrapper(recipe, replace(wrapper, fields=rules))
        fields = {key: one for key, one in recipe.expected.fields.items() if key != name}
        recipe = replace(recipe, expected=replace(recipe.expected, fields=fields))
    return _with_table(recipe, chosen)


def _type_column(recipe: Recipe, edit: _Edit, pages: KeptPages) -> Recipe:
    rule = _rule_of_column(recipe, edit["column"])
    if rule is None or not _is_typed(rule):
        raise RequestError("bad_request", _TYPE_OF_PAGE)
    to = edit["to"]
    typed = replace(rule, form="" if to in {"text", "several"} else to, several=to == "several")
    return _with_rule(recipe, typed, pages)


def _add_column(recipe: Recipe, edit: _Edit, pages: KeptPages) -> Recipe:
    url = edit["url"]
    if url in recipe.list.start:
        return _add_listed(recipe, edit, pages)
    index = pages.get(recipe.detail_visit(url)).index
    _check_row(index, edit["row"])
    part = edit.get("part", "text")
    said = edit.get("name") or _suggest_name(index, edit["row"], edit.get("fallback", "field"))
    taken = {*recipe.table.sources(), *MAIN, *(rule.name for rule in _rules_of(recipe)), "listed", "fields"}
    name = _free_name(said, taken)
    rule = _learn_rule(recipe, name, _Clicked({url: edit["row"]}, {}, part, edit.get("text", "")), pages)
    if rule is None:
        raise RequestError("no_rule", _NO_RULE)
    edited = _with_rule(recipe, rule, pages)
    if _repeats_field(edited, name, pages):
        return recipe
    # A label such as Author may name a column, though the field of that name is the page's.
    return _insert_column(edited, said, name)


def _repeats_field(recipe: Recipe, name: str, pages: KeptPages) -> bool:
    """Return True if a new field is on all samples what a column of the page's own fields shows."""
    table, records = RecipeTable.of(recipe), _read_samples(recipe, pages).records
    rows = [table.row(one.to_dict()) for one in records]
    own = [column for column, source in recipe.table.sources().items() if source in _PROPOSED]
    values = [_shown_text(row.get(name)) for row in rows]
    return all(values) and any(values == [_shown_text(row.get(one)) for row in rows] for one in own)


def _insert_column(recipe: Recipe, name: str, source: str) -> Recipe:
    """Return the recipe with a column before text and URL; its name is changed if it is taken."""
    chosen = recipe.table.sources()
    names, free = list(chosen), _free_name(name, chosen)
    names.insert(next((i for i, one in enumerate(names) if chosen[one] in _LAST), len(names)), free)
    return _with_table(recipe, {one: chosen.get(one, source) for one in names})


def _add_listed(recipe: Recipe, edit: _Edit, pages: KeptPages) -> Recipe:
    """Return the recipe with the column of the list that a clicked text of an entry belongs to."""
    kept = _first_page(recipe, pages)
    page, items = kept.document.page, kept.find_list(recipe.list.region).items
    item = next((one for one in items if one.row <= edit["row"] < one.end), None)
    if item is None:
        raise RequestError("no_column", "this is no part of an entry of the list")
    text = edit.get("text") or collapse_whitespace(page.row_text(edit["row"]))
    own = {"title": item.title, **_listed_values(item)}
    name = next((key for key, value in own.items() if value and (value == text or text in value)), "")
    if not name and edit.get("part") == "image":
        name = "image_url"
    if not name:
        raise RequestError("no_column", "too few entries of the list have this")
    source = name if name == "title" else f"{LISTED}{name}"
    chosen = recipe.table.sources()
    if source in chosen.values():
        return recipe
    said = edit.get("name") or _name_column(source, edit["names"])
    return _with_table(recipe, {**chosen, _free_name(said, chosen): source})


def _choose_list(recipe: Recipe, edit: _Edit, pages: KeptPages) -> Recipe:
    """Return the recipe of the list around a clicked element; the columns stay, but for those of the list.

    Raise :class:`RequestError` if nothing repeats there.
    """
    start = recipe.list.start[0]
    page = _first_page(recipe, pages).document.page
    region = choose_region(page, edit["row"])[0].path
    found, _ = _learn_list(start, region, recipe.list.steps, pages, can_draw=edit["can_draw"])
    found = _keep_rules(recipe, found, pages)
    listing = replace(found.list, start=recipe.list.start, state=recipe.list.state)
    limits = replace(recipe.limits, same_host=found.limits.same_host)
    edited = replace(found, list=listing, limits=limits, fetch=recipe.fetch)
    proposed = _with_columns(edited, pages, edit["names"]).table.sources().items()
    listed = {source: name for name, source in proposed if source.startswith(LISTED)}
    chosen = recipe.table.sources()
    lasting = {name: one for name, one in chosen.items() if not one.startswith(LISTED) or one in listed}
    edited = _with_table(edited, lasting or chosen)
    for source, name in listed.items():
        if source not in chosen.values():
            edited = _insert_column(edited, name, source)
    return edited


def _keep_rules(recipe: Recipe, found: Recipe, pages: KeptPages) -> Recipe:
    """Return a newly learned recipe with the rules of the old one, but for those that give nothing now.

    Fields that only the old one has keep their rules in any case: a click can mend them.
    """
    old, new = recipe.detail.wrapper, found.detail.wrapper
    if old is None or new is None:
        return found if old is None else replace(found, detail=recipe.detail)
    indexes = _example_indexes(found, pages).values()
    fields = {rule.name: rule for rule in new.fields}
    for rule in old.fields:
        if rule.name not in fields or any(read_values(index, rule) for index in indexes):
            fields[rule.name] = rule
    wrapper = replace(new, fields=tuple(fields.values()))
    if any(index.rows(path) for path in old.body.include for index in indexes):
        wrapper = replace(wrapper, body=old.body, layout=old.layout)
    edited = _with_wrapper(found, wrapper)
    expected = {**found.expected.fields, **_read_samples(edited, pages).expected(edited)}
    return replace(edited, expected=replace(found.expected, fields=expected))


def _correct_column(recipe: Recipe, edit: _Edit, pages: KeptPages) -> Recipe:
    """Return the recipe with a column that has the clicked value on its page, and no worse one elsewhere."""
    column, url = edit["column"], edit["url"]
    source = recipe.table.sources()[column]
    if source == "text":
        return _correct_text(recipe, edit, pages)
    if source.startswith(LISTED) or source in {"url", "kind", "language", "n_words"}:
        raise RequestError("bad_request", _NOT_OF_PAGE)
    clicked, refused = _read_marks(edit["marks"], column)
    clicked[url] = edit["row"]
    old, name = _rule_of_column(recipe, column), _rule_name(source, RecipeTable.of(recipe))
    given = _Clicked(clicked, refused, edit.get("part", "text"), edit.get("text", ""))
    rule = _learn_rule(recipe, name, given, pages)
    index = pages.get(recipe.detail_visit(url)).index
    if rule is None or _first_row(index, rule) != edit["row"]:  # pages of another template have another place
        rule = _learn_rule(recipe, name, replace(given, rows={url: edit["row"]}), pages) or rule
    if rule is None:
        raise RequestError("no_rule", _NO_RULE)
    if old is not None and old.select[0].attribute == rule.select[0].attribute:
        form = old.form or ("" if old.several else rule.form)
        typed = replace(rule, form=form, several=old.several, split=old.split)
        rule = typed if read_values(index, typed) else rule
    merged = _merge_rules(old, rule, url, refused, _example_indexes(recipe, pages))
    return _with_rule(recipe, merged, pages)


def _refuse_value(recipe: Recipe, edit: _Edit, pages: KeptPages) -> Recipe:
    """Return the recipe with a column that does not take the value it has on a page."""
    column = edit["column"]
    rule = _rule_of_column(recipe, column)
    if rule is None:
        raise RequestError("bad_request", "no click made this column: click the right value instead")
    clicked, refused = _read_marks(edit["marks"], column)
    refused.setdefault(edit["url"], set()).add(edit["row"])
    for url, index in _example_indexes(recipe, pages).items():  # what nobody objected to stays
        for first in read_values(index, rule)[:1]:
            if first.row not in refused.get(url, ()) and not first.place.attribute:
                clicked.setdefault(url, first.row)
    better = _learn_rule(recipe, rule.name, _Clicked(clicked, refused), pages) if clicked else None
    better = better or _without_refused(rule, refused, _example_indexes(recipe, pages))
    if better is None:
        raise RequestError("no_rule", _NO_BETTER_RULE)
    return _with_rule(recipe, replace(better, form=rule.form, several=rule.several), pages)


_EDITS: dict[str, Callable[[Recipe, _Edit, KeptPages], Recipe]] = {
    "rename": _rename_column, "move": _move_column, "delete": _delete_column, "type": _type_column,
    "add": _add_column, "correct": _correct_column, "refuse": _refuse_value,
    "list": _choose_list,
}  # fmt: skip


# -- rules of columns ---------------------------------------------------------------------------------


def _rules_of(recipe: Recipe) -> tuple[FieldRule, ...]:
    return recipe.detail.wrapper.fields if recipe.detail.wrapper else ()


def _rule_of_column(recipe: Recipe, column: str) -> FieldRule | None:
    name = _rule_name(recipe.table.sources()[column], RecipeTable.of(recipe))
    return next((rule for rule in _rules_of(recipe) if rule.name == name), None)


def _with_wrapper(recipe: Recipe, wrapper: Wrapper) -> Recipe:
    return replace(recipe, detail=replace(recipe.detail, wrapper=wrapper))


def _own_wrapper(recipe: Recipe, pages: KeptPages) -> Wrapper:
    """Return the wrapper of a recipe; without one a new one, by the landmarks of the samples."""
    if recipe.detail.wrapper:
        return recipe.detail.wrapper
    landmarks = WrapperLayout(_landmarks_of(_read_samples(recipe, pages).kept.values()))
    return Wrapper(recipe.site, BodyRule(rest="default"), layout=landmarks)


def _with_rule(recipe: Recipe, rule: FieldRule, pages: KeptPages) -> Recipe:
    """Return the recipe with a rule in place of that of its name, and with what is expected of its values."""
    rules = {one.name: one for one in _rules_of(recipe)} | {rule.name: rule}
    wrapper = replace(_own_wrapper(recipe, pages), fields=tuple(rules.values()))
    return _with_expected(_fit_layout(_with_wrapper(recipe, wrapper), pages), rule.name, pages)


def _with_expected(recipe: Recipe, name: str, pages: KeptPages) -> Recipe:
    """Return the recipe with what is to be expected of a field, as the samples show it."""
    seen = _read_samples(recipe, pages).expected(recipe)
    fields = {**recipe.expected.fields, **({name: seen[name]} if name in seen else {})}
    return replace(recipe, expected=replace(recipe.expected, fields=fields))


def _landmarks_of(kept: Iterable[KeptPage]) -> tuple[Path, ...]:
    """Return the landmarks of pages, by which those of another site are told."""
    examples = [WrapperExample(one.index, one.document.selection, one.document.text, {}, {}) for one in kept]
    return find_landmarks(examples) if examples else ()


def _fit_layout(recipe: Recipe, pages: KeptPages) -> Recipe:
    """Return the recipe with landmarks of all templates among the samples, so that each one fits.

    A rule that a person clicked on a page says that the page is meant.
    """
    wrapper = recipe.detail.wrapper
    if wrapper is None or not any(one.drift for one in _read_samples(recipe, pages).records):
        return recipe
    kept = list(_read_samples(recipe, pages).kept.values())
    groups = _group_templates([one.document for one in kept])
    if len(set(groups)) < 2:
        return recipe
    pairs, n_groups = list(zip(kept, groups, strict=True)), len(set(groups))
    marks = [_landmarks_of(one for one, group in pairs if group == number) for number in range(n_groups)]
    each = max(1, 12 // n_groups)
    shared = tuple(dict.fromkeys(mark for some in marks for mark in some[:each]))
    layout = WrapperLayout(shared, least_landmarks=round(0.8 / n_groups, 2))
    return _with_wrapper(recipe, replace(wrapper, layout=layout, body=BodyRule(rest="default")))


def _example_indexes(recipe: Recipe, pages: KeptPages) -> dict[str, PageIndex]:
    return {url: one.index for url, one in _read_samples(recipe, pages).kept.items()}


def _check_row(index: PageIndex, row: int) -> None:
    if not 0 <= row < len(index.page) or index.page.is_text[row]:
        raise RequestError("bad_request", f"the page has no element in row {row}")


def _suggest_name(index: PageIndex, row: int, fallback: str) -> str:
    """Return the label of an element, in it or before it, or else its class."""
    if label := find_label(index, row).text:
        return label
    if match := _LABEL.match(collapse_whitespace(index.page.row_text(row))):
        return match[0].strip().rstrip(":：")
    page, before = index.page, row - 1
    said = collapse_whitespace(page.row_text(before)) if before > 0 and page.is_text[before] else ""
    if said.endswith((":", "：")) and _LABEL.fullmatch(last := re.split(r"\s", said)[-1]):
        return last.rstrip(":：")
    classes = index.page.values("class").get(row, "").split()
    return classes[0] if classes and classes[0].isascii() and classes[0].isalpha() else fallback


def _read_marks(marks: Sequence[Any], column: str) -> tuple[dict[str, int], dict[str, set[int]]]:
    """Return the rows that were clicked for a column by URL, and those that were refused."""
    clicked: dict[str, int] = {}
    refused: dict[str, set[int]] = {}
    for one in marks:
        if one["column"] == column and one.get("is_wrong"):
            refused.setdefault(one["url"], set()).add(one["row"])
        elif one["column"] == column:
            clicked[one["url"]] = one["row"]
    return clicked, refused


@dataclass(frozen=True, slots=True)
class _Clicked:
    """What a person clicked for a column: rows by URL."""

    rows: Mapping[str, int]
    refused: _RowsByUrl
    part: str = "text"
    text: str = ""  # the text node that was clicked, which may be one of several in the element


def _learn_rule(recipe: Recipe, name: str, given: _Clicked, pages: KeptPages) -> FieldRule | None:
    """Return the rule that gives what was clicked, on all samples; None if nothing tells it from others."""
    kept = dict(_read_samples(recipe, pages).kept)
    kept |= {url: pages.get(recipe.detail_visit(url)) for url in given.rows if url not in kept}
    indexes = {url: one.index for url, one in kept.items()}
    for url, row in given.rows.items():
        _check_row(indexes[url], row)
    if given.part in _ATTRIBUTE:
        return _learn_attribute(name, _ATTRIBUTE[given.part], given.rows, indexes)
    examples = []
    for url, one in kept.items():
        document, values, rows = one.document, dict[str, str](), dict[str, list[int]]()
        if url in given.rows:
            whole = collapse_whitespace(document.page.row_text(given.rows[url]))
            said = collapse_whitespace(given.text)
            if said and said != whole and said in whole and len(given.rows) == 1:
                values[name] = said  # a text next to others in its element
            else:
                rows[name] = [given.rows[url]]
        refused = given.refused.get(url, ())
        examples.append(WrapperExample(one.index, document.selection, document.text, values, rows, refused))
    rule = learn_field(name, examples)
    return rule and _trim_rule(replace(rule, required=False), [*indexes.values()])


def _trim_rule(rule: FieldRule, indexes: Sequence[PageIndex]) -> FieldRule:
    """Return the rule without the label that all its values begin with, and what a second one names.

    It is one of a number if all values are prices.
    """
    values = [found[0].value for index in indexes if (found := read_values(index, rule))]
    own = rule.after or rule.select[0].label
    if not own and not rule.several and (own := _shared_label(_LABEL, values)):
        rule, values = replace(rule, after=own.strip()), [value.removeprefix(own) for value in values]
    is_cut = rule.several or rule.before or len(values) == 1
    if own and not is_cut and (following := _shared_label(_NEXT_LABEL, values)):
        rule = replace(rule, before=following)
        values = [value.partition(following)[0] for value in values]
    return replace(rule, form="number") if values and all(map(_is_price, values)) else rule


def _shared_label(label: re.Pattern[str], values: Sequence[str]) -> str:
    """Return the label that all values have, ``""`` if there is none."""
    labels = {match[0] if (match := label.search(value)) else "" for value in values}
    return labels.pop() if len(labels) == 1 else ""


def _is_price(text: str) -> bool:
    """Return True for a number alone that is written as prices are, or one with the sign of a currency."""
    code = split_price(text)[1]
    is_signed = code and code not in text and _SIGNED_PRICE.fullmatch(text)
    # 01.03.2026 is written as a price may be, but is no number.
    return bool((is_signed or _PRICE.fullmatch(text)) and not text.isdigit() and read_number(text))


def _learn_attribute(
    name: str, attribute: str, clicked: Mapping[str, int], indexes: _IndexesByUrl
) -> FieldRule | None:
    """Return the rule of a picture or link: the selector whose first element was clicked, on most samples."""
    paths = rank_selectors([indexes[url] for url in clicked], [[row] for row in clicked.values()])
    rules = [FieldRule(name, (NodeLocator(path, attribute),)) for path in paths[:_MAX_TRIED]]
    fits = [rule for rule in rules if all(_first_row(indexes[url], rule) == clicked[url] for url in clicked)]
    return max(fits, key=lambda rule: _count_alone(rule.select[0].path, indexes), default=None)


def _count_alone(path: Path, indexes: _IndexesByUrl) -> int:
    return sum(len(index.rows(path)) == 1 for index in indexes.values())


def _find_place(clicked: Mapping[str, int], indexes: _IndexesByUrl) -> Path | None:
    """Return the selector of the clicked elements alone, which stands once on most samples."""
    paths = rank_selectors([indexes[url] for url in clicked], [[row] for row in clicked.values()])
    fits = [one for one in paths if all(list(indexes[url].rows(one)) == [clicked[url]] for url in clicked)]
    return max(fits, key=lambda path: _count_alone(path, indexes), default=None)


def _first_row(index: PageIndex, rule: FieldRule) -> int:
    return next((one.row for one in values_at(index, rule.select[0], rule)), -1)


def _without_refused(rule: FieldRule, refused: _RowsByUrl, indexes: _IndexesByUrl) -> FieldRule | None:
    """Return the rule without the selectors that give a refused element."""

    def is_good(place: NodeLocator) -> bool:
        one, known = replace(rule, select=(place,)), refused.keys() & indexes.keys()
        return all(_first_row(indexes[url], one) not in refused[url] for url in known)

    kept = tuple(filter(is_good, rule.select))
    return replace(rule, select=kept) if kept else None


def _merge_rules(
    old: FieldRule | None, new: FieldRule, url: str, refused: _RowsByUrl, indexes: _IndexesByUrl
) -> FieldRule:
    """Return the new rule, with the selectors of the old one for the pages where only those give a value."""
    old = old and _without_refused(old, refused, indexes)
    if old is None or old.select[0].attribute != new.select[0].attribute:
        return new
    lost = [one for one, index in indexes.items() if read_values(index, old) and not read_values(index, new)]
    others = [index for one, index in indexes.items() if one != url]
    pairs = ((read_values(index, old), read_values(index, new)) for index in others)
    if not lost and not any(was and now and was[0].value != now[0].value for was, now in pairs):
        return new
    is_new_template = url in indexes and not read_values(indexes[url], old)
    places = (*old.select, *new.select) if is_new_template else (*new.select, *old.select)
    sides, within = new if new.after or new.before else old, new.within and old.within
    kept = tuple(dict.fromkeys(places))
    return replace(new, select=kept, after=sides.after, before=sides.before, within=within)


def _correct_text(recipe: Recipe, edit: _Edit, pages: KeptPages) -> Recipe:
    """Return the recipe whose main text is the clicked element, also on the pages that have one alike.

    Pages without it keep the text they have.
    """
    url, row = edit["url"], edit["row"]
    clicked = _read_marks(edit["marks"], edit["column"])[0] | {url: row}
    indexes = {one: pages.get(recipe.detail_visit(one)).index for one in clicked}
    indexes = _example_indexes(recipe, pages) | indexes
    _check_row(indexes[url], row)
    path = _find_place(clicked, indexes) or _find_place({url: row}, indexes)
    if path is None or not indexes[url].page.row_text(row).strip():
        raise RequestError("no_rule", _NO_TEXT_RULE)
    without = {one: index for one, index in indexes.items() if not index.rows(path)}
    include = (path, *_places_of_text(recipe, without, pages))
    if any(index.rows(one) for one in include[1:] for index in indexes.values() if index.rows(path)):
        raise RequestError("no_rule", _NO_TEXT_RULE)
    old = _own_wrapper(recipe, pages)
    # What the text was like before says nothing of the new one.
    layout = WrapperLayout(old.layout.landmarks, least_landmarks=old.layout.least_landmarks)
    edited = _with_wrapper(recipe, replace(old, body=BodyRule(include), layout=layout))
    return _with_expected(edited, "text", pages)


def _places_of_text(recipe: Recipe, indexes: _IndexesByUrl, pages: KeptPages) -> tuple[Path, ...]:
    """Return the selectors that give pages the text they have, as far as there are such."""
    if not indexes:
        return ()
    old, samples = recipe.detail.wrapper, _read_samples(recipe, pages)
    if old is not None and old.body.rest == "drop":
        return tuple(one for one in old.body.include if any(index.rows(one) for index in indexes.values()))
    documents = [samples.kept[url].document for url in indexes if url in samples.kept]
    examples = [WrapperExample(PageIndex(one.page), one.selection, one.text, {}, {}) for one in documents]
    return learn_body(examples, "drop")[0].include
