"""Records as ranges of rows: what belongs to an entry, in each of the ways that lists are written."""

from __future__ import annotations

from hypothesis import given
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.html import Page, parse
from maintext.records.anchors import find_anchors, text_weight
from maintext.records.elements import hash_names
from maintext.records.groups import find_groups
from maintext.sites.listing.list_page import find_list

URL = "https://site.example/"


def record_texts(html: str) -> list[str]:
    page = parse(html, URL)
    items = find_list(page).items
    return [
        " ".join(page.row_text(row).strip() for row in range(i.row, i.end) if page.n_chars[row])
        for i in items
    ]


def entries(pattern: str, n: int = 5) -> str:
    return "".join(pattern.format(i=i, title=f"Title of the entry {i}") for i in range(n))


def step(page: Page, row: int) -> tuple[str, str]:
    attributes = page.attributes(row)
    names = attributes.get("class", attributes.get("id", "")).split()
    return page.name(row), names[0].rstrip("0123456789") if names else ""


def check_groups(page: Page) -> None:
    """By the definition: the same tag, and the same names of the elements between, below one element."""
    anchors = find_anchors(page)
    titles = set(anchors.row[anchors.may_title | anchors.has_name].tolist())
    for group in find_groups(page, text_weight(page), anchors, hash_names(page)):
        paths = set()
        for row in group.row.tolist():
            path, at = [page.name(row)], int(page.parent[row])
            for _ in range(group.depth - 1):
                path.append(str(step(page, at)))
                at = int(page.parent[at])
            assert at == group.holder
            paths.add(tuple(path))
            assert any(title in range(row, page.end[row]) for title in titles)
        assert len(paths) == 1
        assert len(group.row) <= group.n_alike


@each("name", ZOO)
def test_groups_of_odd_pages_are_of_one_kind(name: str) -> None:
    check_groups(parse(ZOO[name], URL))


@given(MARKUP)
def test_groups_of_random_pages_are_of_one_kind(html: str) -> None:
    check_groups(parse(f"<div>{html}</div>" * 3, URL))


@given(MARKUP)
def test_a_link_stands_alone_by_its_share_of_the_line_or_its_place(html: str) -> None:
    page = parse(
        html + "<p>Some words about <a href=/b>one link</a></p><p><a href=/c>first</a> of a line</p>", URL
    )
    weight, anchors = text_weight(page), find_anchors(page)
    for i, row in enumerate(anchors.row.tolist()):
        if not anchors.may_title[i]:
            continue
        shown = [at for at in range(row, page.end[row]) if weight[at]]
        line = [at for at in range(len(page)) if weight[at] and page.line[at] == page.line[shown[0]]]
        own, plain = sum(weight[at] for at in shown), [at for at in line if not page.is_link[at]]
        before = sum(weight[at] for at in plain if at < shown[0])
        assert own >= 0.4 * (own + sum(weight[at] for at in plain)) or before <= 12


def test_items_of_a_list() -> None:
    assert record_texts(f"<ul>{entries('<li><a href=/{i}>{title}</a> <i>2024-05-1{i}</i></li>')}</ul>") == [
        f"Title of the entry {i} 2024-05-1{i}" for i in range(5)
    ]


def test_terms_with_their_descriptions() -> None:
    html = entries("<dt><a href=/{i}>{title}</a></dt><dd>About number {i}.</dd>")
    assert record_texts(f"<dl>{html}</dl>") == [f"Title of the entry {i} About number {i}." for i in range(5)]


def test_a_date_that_stands_before_the_link_belongs_to_it() -> None:
    html = entries("<dt>2024-05-1{i}</dt><dd><a href=/{i}>{title}</a></dd>")
    assert record_texts(f"<dl>{html}</dl>") == [f"2024-05-1{i} Title of the entry {i}" for i in range(5)]


def test_headings_with_the_paragraphs_below_them() -> None:
    html = entries("<h2><a href=/{i}>{title}</a></h2><p>About number {i}.</p><p>And more.</p>")
    assert record_texts(f"<div>{html}</div>") == [
        f"Title of the entry {i} About number {i}. And more." for i in range(5)
    ]


def test_pairs_of_table_rows() -> None:
    row = "<tr><td><a href=/{i}>{title}</a></td></tr>"
    row += "<tr><td></td><td>by <a href=/u{i}>user{i}</a>, read {i}5 times since May</td></tr>"
    assert record_texts(f"<table>{entries(row)}</table>") == [
        f"Title of the entry {i} by user{i} , read {i}5 times since May" for i in range(5)
    ]


def test_links_parted_by_line_breaks() -> None:
    html = entries("2024-05-1{i} <a href=/{i}>{title}</a><br>")
    assert record_texts(f"<div>{html}</div>") == [f"2024-05-1{i} Title of the entry {i}" for i in range(5)]


def test_cards_in_rows_of_a_grid() -> None:
    card = "<div class=col><a href=/{i}>{title}</a><p>Costs {i}5.00</p></div>"
    grid = "".join(
        "<div class=row>" + "".join(card.format(i=i, title=f"Title of the entry {i}") for i in row) + "</div>"
        for row in ((0, 1), (2, 3), (4, 5))
    )
    assert record_texts(f"<div>{grid}</div>") == [f"Title of the entry {i} Costs {i}5.00" for i in range(6)]


def test_entries_in_groups_by_month() -> None:
    months = "".join(
        f"<h3>Month {m}</h3><ul>{entries(f'<li><a href=/{m}-{{i}}>{{title}} of month {m}</a></li>', m)}</ul>"
        for m in (2, 3, 4)
    )
    assert len(record_texts(f"<div>{months}</div>")) == 9


def test_rows_of_odd_and_even_classes() -> None:
    rows = "".join(
        f"<div class={'odd' if i % 2 else 'even'}><a href=/{i}>Title of the entry {i}</a></div>"
        for i in range(6)
    )
    assert len(record_texts(f"<section>{rows}</section>")) == 6


def test_what_stands_between_entries_and_has_no_link_is_left_out() -> None:
    html = entries("<li><a href=/{i}>{title}</a></li>") + "<li class=line></li><li>No link</li>"
    assert len(record_texts(f"<ul>{html}</ul>")) == 5


def test_rows_that_differ_by_an_optional_part_in_turn_are_entries_each() -> None:
    rows = "".join(
        f"<tr class=row{i}><td>{i}<td><a href=/t/{i}>Title of the entry {i}</a>"
        f"{'' if i % 2 else f'<i> <a href=/t/{i}?page=2>2</a></i>'}<td>{i} answers</tr>"
        for i in range(10)
    )
    assert len(find_list(parse(f"<table>{rows}</table>", URL)).items) == 10


def test_entries_of_which_each_third_is_in_bold_are_entries_each() -> None:
    rows = "".join(
        f"<li><a href=/a/{i}>{f'<b>{title}</b>' if i % 3 == 2 else title}</a><span>2026-01-1{i}</span></li>"
        for i, title in enumerate(f"Title of the entry {i}" for i in range(10))
    )
    assert len(find_list(parse(f"<ul>{rows}</ul>", URL)).items) == 10


def test_small_ads_have_their_columns() -> None:
    ads = "".join(
        f"<div class=ad-card><a href=/{i}>Bicycle of the year {i}</a><p class=price>{100 + i} €</p></div>"
        for i in range(10)
    )
    items = find_list(parse(f"<main><h1>Bicycles</h1><div class=list>{ads}</div></main>", URL)).items
    assert [item.columns for item in items] == [{"price": f"{100 + i} €"} for i in range(10)]
