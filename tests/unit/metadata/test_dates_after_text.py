"""Dates after the byline position, where none stands in it."""

from __future__ import annotations

import pytest
from tests.visible_fields import find_visible

import maintext
from maintext.metadata.candidate import Candidate
from maintext.metadata.fields import Fields

PROSE = (
    "The river rose by two metres in the night, and the people of the lower town carried their furniture to "
    "the upper floors, as their parents had done before the dam was built in the valley above the mill."
)
TEXT = "".join(f"<p>{PROSE} Part {word}.</p>" for word in ("one", "two", "three", "four", "five", "six"))


def page_of(*, lead: str = "", behind: str = "", lang: str = "en", body: str = TEXT) -> str:
    return (
        f"<html lang={lang}><title>The river rose - River News</title><body><main><h1>The river rose</h1>"
        f"{lead}{body}{behind}</main></body></html>"
    )


def dates(html: str, field: str = "published", url: str | None = None) -> list[tuple[str, str]]:
    found: list[Candidate] = find_visible(maintext.parse(html, url))
    return [(str(one.value), one.origin) for one in found if one.field == field]


@pytest.mark.parametrize(
    "behind",
    [
        "<h4>Published</h4><div>May 1, 2024</div>",
        "<p>Erschienen am</p><p>1. Mai 2024</p>",
        "<p>Datum:</p><p>01.05.2024</p>",
        "<p>Mise en ligne</p><p>1 mai 2024</p>",
        "<p>Fecha de publicación: 1 de mayo de 2024</p>",
        "<p>Last updated: May 3, 2024</p><p>Published: May 1, 2024</p>",
    ],
)
def test_a_date_with_its_label(behind: str) -> None:
    assert dates(page_of(behind=behind))[0] == ("2024-05-01", "byline:end")


def test_changes_of_the_entries_of_a_list_are_not_those_of_the_page() -> None:
    entries = [f"<p>Walk {n}</p><p>Updated: May {n}, 2024</p>" for n in (1, 2, 3)]
    assert dates(page_of(behind=entries[0]), "modified") == [("2024-05-01", "byline:end")]
    assert dates(page_of(behind="".join(entries)), "modified") == []


def test_a_line_of_a_date_soon_behind_the_lead() -> None:
    lead = f"<p>{PROSE}</p><p>Tools</p><p>|</p><p>6</p><p>mins</p><p>May 1, 2024</p>"
    assert dates(page_of(lead=lead)) == [("2024-05-01", "byline:behind")]


@pytest.mark.parametrize(
    "beginning",
    [
        "1.5.2024 – ",
        "Riverton, (1.5.2024). ",
        "Press release of 1 May 2024 | Riverton – ",
        "RIVERTON, May 1, 2024 (Example Press) — ",
    ],
)
def test_a_date_with_which_the_text_begins(beginning: str) -> None:
    html = page_of(body=TEXT.replace("<p>", f"<p>{beginning}", 1))
    assert dates(html) == [("2024-05-01", "byline:behind")]


@pytest.mark.parametrize(
    "behind",
    [
        "<p>© 2024 River News</p>",
        "<p>Call 555-2024-11</p>",
        "<p>The bridge was opened on May 1, 2024</p>",
        "<p>Release Date:</p><p>May 1, 2024</p>",
        "<p>31 June 2024</p>",
        "<p>Published</p><p>by the people of the lower town</p>",
    ],
)
def test_what_is_no_date_of_the_text(behind: str) -> None:
    assert dates(page_of(behind=behind)) == []


def test_a_date_far_behind_needs_a_label() -> None:
    assert dates(page_of(behind=f"{TEXT * 3}<p>May 1, 2024</p>")) == []


def test_a_date_in_the_place_is_enough() -> None:
    html = page_of(lead="<p>May 2, 2024</p>", behind="<p>Published</p><p>May 1, 2024</p>")
    assert dates(html) == [("2024-05-02", "byline:place")]


@pytest.mark.parametrize(
    "behind", ["<p>Last updated: May 3, 2024</p>", "<footer><time>Last updated May 3, 2024</time></footer>"]
)
def test_a_change_at_the_end_of_a_page_is_no_publication(behind: str) -> None:
    page = maintext.parse(page_of(behind=behind))
    fields = Fields(page, page.is_text, lambda: PROSE)
    assert fields["published"] is None


@pytest.mark.parametrize(
    ("url", "lang", "day"),
    [
        ("https://news.example.co.uk/a", "en", "2024-02-01"),
        ("https://news.example.org/en-gb/a", "en", "2024-02-01"),
        ("https://news.example.org/en-us/a", "en", "2024-01-02"),
        ("https://news.example.org/a", "en", "2024-01-02"),
        ("https://news.example.co.uk/a", "en-US", "2024-01-02"),
    ],
)
def test_the_address_orders_day_and_month_where_the_language_does_not(url: str, lang: str, day: str) -> None:
    assert dates(page_of(lead="<p>01/02/2024</p>", lang=lang), url=url) == [(day, "byline:place")]


POLISH = (
    "<p>Rzeka podniosła się w nocy o dwa metry, a ludzie z dolnego miasta nosili swoje meble na piętro, "
    "tak jak ich rodzice robili to przed laty, zanim w dolinie została zbudowana tama, która jest teraz "
    "pusta.</p>"
) * 3


@pytest.mark.parametrize(
    ("root", "head", "body"),
    [
        ("xml:lang=pl", "", TEXT),
        ("lang=en xml:lang=pl", "", TEXT),
        ("", "<meta http-equiv=content-language content=pl>", TEXT),
        ("", "<meta property=og:locale content=pl_PL>", TEXT),
        ("lang=en", "<meta property=og:locale content=en_GB>", TEXT),
        ("", "", POLISH),
        ("lang=en-US", "<meta http-equiv=content-language content=en-us>", POLISH),
        ("lang=en", "", f"{TEXT}<p>Earlier: 24/12/2023</p>"),
        ("lang=en-US", "", f"{TEXT}<p>Earlier: 24/12/23</p>"),
    ],
)
def test_day_and_month_are_ordered_by_all_that_tells(root: str, head: str, body: str) -> None:
    html = f"<html {root}><title>Rzeka</title>{head}<body><h1>Rzeka</h1><p>01/02/2024</p>{body}"
    assert dates(html) == [("2024-02-01", "byline:place")]


@pytest.mark.parametrize("other", ["12/24/2023", "24-12-23", "24/13/2023", "1/24/12/2023", "24/12/20235"])
def test_what_tells_nothing_about_the_order(other: str) -> None:
    html = page_of(lead="<p>01/02/2024</p>", body=f"{TEXT}<p>Earlier: {other}</p>")
    assert dates(html) == [("2024-01-02", "byline:place")]


@pytest.mark.parametrize(
    ("label", "field"),
    [
        ("ΔΗΜΟΣΙΕΥΣΗ", "published"), ("ΤΕΛΕΥΤΑΙΑ ΕΝΗΜΕΡΩΣΗ", "modified"),
        ("DERNIERE MODIFICATION", "modified"), ("ULTIMA ACTUALIZACION", "modified"),
        ("Dernière modification", "modified"),
    ],
)  # fmt: skip
def test_labels_in_capitals_need_no_accents(label: str, field: str) -> None:
    stated = dates(page_of(lead=f"<p>{label}: 24/12/2023</p>"), field)
    assert stated == [("2023-12-24", "byline:label")]
