"""What every registered method does, on every page."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.each import each
from tests.zoo import ZOO

from maintext.api import extract, select
from maintext.classify.methods import Method, get_method
from maintext.classify.methods.catalogue import METHODS
from maintext.errors import OptionError
from maintext.html import Page, parse
from maintext.options import DEFAULT_METHOD, option_rows
from maintext.selection import Outcome, Selection

PAGES = ZOO | {
    "only links": "<ul>" + "<li><a href=/x>A link of some words</a></li>" * 20 + "</ul>",
    "hidden only": "<title>t</title><div hidden><p>one</p></div><noscript>two</noscript>",
    "nested 3,000 deep": "<div>" * 3000 + "text",
    "huge table": "<table>" + "<tr><td>cell</td><td>1,234</td></tr>" * 2000 + "</table>",
}

every_method = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
every_page = each("name", PAGES)


@cache
def page_of(name: str) -> Page:
    return parse(PAGES[name], "http://example.org/")


@cache
def selection_of(method: str, name: str) -> Selection:
    return METHODS[method].select(page_of(name))


# -- the catalogue ------------------------------------------------------------------------------------


@every_method
def test_the_id_is_the_name_of_the_file(method: Method) -> None:
    module = method.function.__module__
    room = "maintext.classify" if method.id == DEFAULT_METHOD else "maintext.classify.methods"
    assert module == f"{room}.{method.id}"
    assert sys.modules[module].METHOD is method
    assert METHODS[method.id] is method


@every_method
@each("part", ["Source", "Idea", "Cost", "Fails on"])
def test_the_docstring_has_all_parts(method: Method, part: str) -> None:
    doc = sys.modules[method.function.__module__].__doc__ or ""
    assert doc.startswith(f"{method.id}: ")
    heading, _, text = doc.partition(f"\n{part}\n")
    assert heading
    assert text.startswith("    ")


@every_method
@each("field", ["title", "title_zh", "source", "idea"])
def test_the_catalogue_entry_is_complete(method: Method, field: str) -> None:
    assert getattr(method, field).strip()


@every_method
def test_the_idea_is_a_sentence(method: Method) -> None:
    assert method.idea[0].isupper()
    assert method.idea.endswith(".")


@every_method
def test_numeric_options_have_a_source(method: Method) -> None:
    rows = option_rows(method.defaults)
    numbers = [row for row in rows if isinstance(row["default"], int | float)]
    assert all(row["source"] for row in numbers if not isinstance(row["default"], bool))


@every_method
def test_options_have_help(method: Method) -> None:
    assert all(row["help"].endswith(".") for row in option_rows(method.defaults))


@every_method
def test_an_unknown_option_is_an_error(method: Method) -> None:
    with pytest.raises(OptionError, match="unknown option 'no_such_option'"):
        method.select(page_of("one character"), {"no_such_option": 1})


def test_the_default_method_is_registered() -> None:
    assert DEFAULT_METHOD in METHODS


def test_a_method_is_found_by_its_id() -> None:
    assert get_method("all_text") is METHODS["all_text"]


def test_an_unknown_method_is_an_error_with_the_nearest_one() -> None:
    with pytest.raises(OptionError, match=r"unknown method 'al_text'; did you mean 'all_text'\?"):
        get_method("al_text")


def test_an_unknown_method_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(OptionError) as caught:
        get_method("nothing like it")
    assert all(name in str(caught.value) for name in METHODS)


# -- selections ---------------------------------------------------------------------------------------


def same(a: Selection, b: Selection) -> bool:
    return (
        np.array_equal(a.keep, b.keep)
        and np.array_equal(a.score, b.score, equal_nan=True)
        and np.array_equal(a.reason, b.reason)
        and (a.method, a.reasons, dict(a.facts)) == (b.method, b.reasons, dict(b.facts))
    )


def assert_fits(selection: Selection, page: Page, method: Method) -> None:
    kinds: dict[str, Any] = {"keep": np.bool_, "score": np.float32, "reason": np.int16}
    for name, dtype in kinds.items():
        column = getattr(selection, name)
        assert (column.shape, column.dtype) == ((len(page),), dtype)
        assert not column.flags.writeable
    allowed = page.is_text & (method.reads_hidden | ~page.is_hidden)
    assert not (selection.keep & ~allowed).any()


def assert_reasons(selection: Selection, page: Page) -> None:
    assert (selection.reason[~page.is_text] == -1).all()
    numbers = selection.reason[page.is_text]
    assert ((numbers >= 0) & (numbers < len(selection.reasons))).all()
    assert all(reason.strip() for reason in selection.reasons)


@every_method
@every_page
def test_a_selection_fits_the_page(method: Method, name: str) -> None:
    page = page_of(name)
    selection = selection_of(method.id, name)
    assert selection.method == method.id
    assert_fits(selection, page, method)
    assert_reasons(selection, page)
    assert same(selection, method.select(page))


@every_method
@every_page
def test_facts_are_numbers(method: Method, name: str) -> None:
    facts = selection_of(method.id, name).facts
    assert all(isinstance(value, int | float) and np.isfinite(value) for value in facts.values())


@every_method
def test_a_page_without_visible_text_is_no_error(method: Method) -> None:
    page = page_of("empty")
    assert select(page, method.id).outcome(page) is Outcome.NO_TEXT


@every_method
def test_kept_and_dropped_texts_have_different_reasons(method: Method) -> None:
    page = page_of("article in English")
    selection = method.select(page)
    of_kept = set(selection.reason[selection.keep].tolist())
    assert of_kept.isdisjoint(selection.reason[page.is_text & ~selection.keep].tolist())


@every_method
@every_page
def test_every_page_can_be_rendered(method: Method, name: str) -> None:
    doc = extract(PAGES[name], "http://example.org/", method=method.id)
    assert doc.to_json() == extract(PAGES[name], "http://example.org/", method=method.id).to_json()
