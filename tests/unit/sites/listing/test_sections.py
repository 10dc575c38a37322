"""Small lists in sections of a page, made one."""

from __future__ import annotations

from maintext.html import parse
from maintext.sites.listing import ListPage, find_list

URL = "https://front.example/"


def section(name: str, numbers: range, css: str = "box", item: str = "li") -> str:
    entries = "".join(f"<{item}><a href=/{i}>A piece of news with number {i}</a></{item}>" for i in numbers)
    return f"<div class={css}><h2>{name}</h2><ul class=news>{entries}</ul></div>"


def found(*sections: str) -> ListPage:
    return find_list(parse(f"<body><main>{''.join(sections)}</main>", URL))


def test_lists_of_one_shape_are_one_list_with_the_section_as_a_column() -> None:
    items = found(section("City", range(4)), section("Land", range(4, 7)), section("Sea", range(7, 12))).items
    assert [item.url for item in items] == [f"{URL}{i}" for i in range(12)]
    assert [item.columns["section"] for item in items] == ["City"] * 4 + ["Land"] * 3 + ["Sea"] * 5


def test_the_same_list_shown_twice_is_not_joined() -> None:
    assert len(found(section("Grid", range(6)), f"<div>{section('List', range(6))}</div>").items) == 6


def test_a_list_below_one_heading_has_no_sections() -> None:
    items = found(section("City", range(6))).items
    assert len(items) == 6
    assert all("section" not in item.columns for item in items)


def test_promoted_entries_are_no_section_of_the_list() -> None:
    def jobs(name: str, css: str, numbers: range) -> str:
        cards = "".join(
            f"<div class='{css}'><h3><a href=/{i}>Dock operator number {i}</a></h3></div>" for i in numbers
        )
        return f"<div id={name}><h2>{name}</h2>{cards}</div>"

    results = [f"{URL}{i}" for i in range(12)]
    beside = found(jobs("featured", "job", range(100, 104)), jobs("results", "job", range(12)))
    marked = found(jobs("top", "job sponsored", range(100, 104)), jobs("results", "job", range(12)))
    assert [[item.url for item in one.items] for one in (beside, marked)] == [results, results]
