"""Which text of a record is its title."""

from __future__ import annotations

import pytest

from maintext.html import parse
from maintext.sites.listing import find_list

NAMES = ["Brass reading lamp", "Paper globe pendant", "Clip-on desk light", "Tripod floor lamp", "Oak stool"]


def titles(pattern: str) -> list[str]:
    body = "".join(pattern.format(i=i, name=name) for i, name in enumerate(NAMES))
    return [item.title for item in find_list(parse(f"<main>{body}</main>", "https://shop.example/")).items]


@pytest.mark.parametrize(
    "pattern",
    [
        "<div><a href=/{i}><img alt='{name}' src=/{i}.jpg><div>{name}</div><h3>No. 12-{i}44</h3></a></div>",
        "<div><a href=/{i}><b class=brand>Norr</b><b class=product-name>{name}</b><b>12.{i}0</b></a></div>",
        "<a href=/{i}><p>Sale</p><div>{name}</div><p>A warm light all evening, and cool to the hand.</p></a>",
        "<div><h3>Subscribe and save</h3><a href=/{i}>{name}</a><p>12.{i}0</p></div>",
        "<div><h2><a href=/{i}>{name}</a></h2><h3><a href=/n>America</a>, <a href=/u>Canada</a></h3></div>",
        "<li><a href=/{i} aria-label='{name}'><img src=/p></a><p>{name}</p><a href=/{i}>Shop {name}</a></li>",
    ],
    ids=["alt", "class", "sentence", "repeated heading", "two headings", "label"],
)
def test_the_title_of_a_card_is_its_name(pattern: str) -> None:
    assert titles(pattern) == NAMES


def test_an_odd_record_is_read_like_the_others() -> None:
    others = ["Home", "Home", "Home", "Home", "Lighting for rooms"]
    body = "".join(
        f"<li><b class=t><a href=/{i}>{name}</a></b><i class=c><a href=/c{i}>{others[i]} {i}</a></i></li>"
        for i, name in enumerate(NAMES)
    )
    found = find_list(parse(f"<ul>{body}</ul>", "https://shop.example/"))
    assert [item.title for item in found.items] == NAMES
