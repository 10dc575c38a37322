from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from tests.each import each
from tests.generated import MARKUP
from tests.unit.sites.template.definition_template import delete_same
from tests.zoo import ZOO

from maintext.html import Page, parse
from maintext.render import render_text
from maintext.selection import Outcome, Selection
from maintext.sites.template import TemplateOptions, select_cluster, select_with
from maintext.sites.template.keys import row_keys

SOURCE = TemplateOptions(place="position", links="keep", n_neighbours=1)
PAGE = (
    "<title>{title}</title><div class=menu><a href=/>Home</a></div>"
    "<div class=story>{story}</div><div class=rail><a href={rail}>{rail}</a></div>"
    "<div class=end>Imprint</div>"
)
SMALL = {name: html for name, html in ZOO.items() if len(html) < 3000 and "deep" not in name}


def made(title: str, story: str, rail: str) -> Page:
    return parse(PAGE.format(title=title, story=story, rail=rail))


def left(page: Page, neighbour: Page) -> set[int]:
    """Texts that are in the one page only, by their keys."""
    rows, others = np.flatnonzero(page.n_chars > 0), np.flatnonzero(neighbour.n_chars > 0)
    same = np.isin(row_keys(page, rows, "position"), row_keys(neighbour, others, "position"))
    return set(rows[~same].tolist())


def why(page: Page, selection: Selection, text: str) -> str:
    rows = np.flatnonzero(page.n_chars > 0).tolist()
    return next(selection.why(row) for row in rows if page.row_text(row) == text)


BEES = made("Bees", "<h1>Bees</h1><p>Bees fly.</p><p>And hum.</p>", "wasps")
ANTS = made("Ants", "<h1>Ants</h1><p>Ants walk.</p>", "flies")


def test_equals_the_definition_on_odd_pages() -> None:
    pages = [parse(html) for html in SMALL.values()]
    for page, neighbour in zip(pages, [*pages[1:], pages[0]], strict=True):
        assert left(page, neighbour) == delete_same(page, neighbour)
        assert left(page, page) == delete_same(page, page) == set()


@given(MARKUP, MARKUP, MARKUP)
def test_equals_the_definition_on_generated_pages(shared: str, one: str, two: str) -> None:
    page, neighbour = parse(shared + one), parse(shared + two)
    assert left(page, neighbour) == delete_same(page, neighbour)


def test_what_both_pages_have_is_boilerplate() -> None:
    selection = select_with(BEES, [ANTS])
    assert render_text(BEES, selection) == "Bees\n\nBees fly.\n\nAnd hum."
    assert why(BEES, selection, "Imprint") == "the same on a neighbour"
    assert why(BEES, selection, "Bees fly.") == "on no neighbour"
    assert selection.facts == {"n_neighbours": 1}


def test_links_that_differ_are_dropped_unless_they_are_asked_for() -> None:
    assert why(BEES, select_with(BEES, [ANTS]), "wasps") == "on no neighbour, but mostly links"
    assert "wasps" in render_text(BEES, select_with(BEES, [ANTS], TemplateOptions(links="keep")))


def test_a_linked_headline_stays() -> None:
    page = made("Bees", "<h1><a href=/bees>All about bees</a></h1>", "wasps")
    assert render_text(page, select_with(page, [ANTS])) == "All about bees"


def test_the_same_title_is_the_same_story_and_no_neighbour() -> None:
    selection = select_with(BEES, [BEES])
    assert not selection.keep.any()
    assert selection.outcome(BEES) is Outcome.NO_CONTENT
    assert why(BEES, selection, "Bees fly.") == "no neighbour to compare with"


def test_pages_without_title_are_neighbours() -> None:
    a, b = parse("<p>menu</p><p>one</p>"), parse("<p>menu</p><p>two</p>")
    assert render_text(a, select_with(a, [b])) == "one"


def test_more_neighbours_take_more_away() -> None:
    a, b, c = (
        parse(f"<p>{x}</p><b>{y}</b>") for x, y in (("ad", "one"), ("other ad", "two"), ("ad", "three"))
    )
    assert render_text(a, select_with(a, [b, c], TemplateOptions(n_neighbours=1))) == "ad\n\none"
    assert render_text(a, select_with(a, [b, c])) == "one"


@pytest.mark.parametrize(("place", "expected"), [("position", "x menu"), ("path", "x y"), ("anywhere", "x")])
def test_where_an_equal_text_counts(place: str, expected: str) -> None:
    # In the other page y stands in another element, and a paragraph more moves the menu.
    page, other = parse("<p>x</p><i>y</i><div>menu</div>"), parse("<p>z</p><u>y</u><p>w</p><div>menu</div>")
    options = TemplateOptions(place=place)
    selection = select_with(page, [other], options)
    kept = [page.row_text(row) for row in np.flatnonzero(selection.keep).tolist()]
    assert " ".join(kept) == expected


def test_hidden_text_is_not_kept() -> None:
    page = parse("<p>one</p><p hidden>two</p>")
    assert render_text(page, select_with(page, [ANTS], SOURCE)) == "one"


def test_a_neighbour_without_text_takes_nothing_away() -> None:
    expected = "Bees\n\nBees fly.\n\nAnd hum.\n\nImprint"
    assert render_text(BEES, select_with(BEES, [parse("")])) == expected


def test_a_page_is_compared_with_its_own_layout() -> None:
    alone = parse("<table><tr><td>A table of its own</table>")
    ants = made("Ants", "<h1>Ants</h1><p>Ants walk.</p><p>In rows.</p>", "flies")
    selections = select_cluster([BEES, alone, ants])
    assert render_text(ants, selections[2]) == "Ants\n\nAnts walk.\n\nIn rows."
    assert selections[1].facts["n_neighbours"] == 0


@each("name", SMALL)
def test_only_visible_text_is_kept(name: str) -> None:
    page = parse(SMALL[name])
    for options in (TemplateOptions(), SOURCE):
        selection = select_with(page, [ANTS], options)
        assert not (selection.keep & ~(page.is_text & ~page.is_hidden)).any()
