"""Which text of a record is its title."""

from __future__ import annotations

import datetime as dt
import time

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


@pytest.mark.parametrize(
    "card",
    [
        "<div><h3>{name}</h3><p>A warm <a href=/t>light</a></p><a href=/{i} title='See {name}'></a></div>",
        "<div><a href=/{i} title='{name}'><i class=icon></i></a><h3>{name}</h3><p>A warm light.</p></div>",
        "<div><img src=/{i}.jpg alt=''><p id=t{i}>{name}</p><a href=/{i} aria-labelledby=t{i}></a></div>",
        "<div><a href=/{i} aria-label='{name}'></a><div class=n>{name}</div><div>A warm light.</div></div>",
    ],
    ids=["after", "before", "labelled", "no heading"],
)
def test_a_link_without_a_text_over_a_card_is_that_of_its_heading(card: str) -> None:
    body = "".join(card.format(i=i, name=name) for i, name in enumerate(NAMES))
    found = find_list(parse(f"<main>{body}</main>", "https://shop.example/")).items
    assert [(item.title, item.url) for item in found] == [
        (name, f"https://shop.example/{i}") for i, name in enumerate(NAMES)
    ]


@pytest.mark.parametrize("label", ["title='lamp'", "aria-labelledby=all"])
def test_links_without_a_text_below_a_long_heading_take_little_time(label: str) -> None:
    links = "".join(f"<p><a href=/{i} {label}></a></p>" for i in range(3_000))
    page = parse(f"<h2 id=all>{'lamps and bulbs ' * 30_000}</h2>{links}", "https://shop.example/")
    start = time.process_time()
    find_list(page)
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    "card",
    [
        "<div><h5>{name}</h5><p>A warm light.</p><a href=/t>Lights</a><a href=/{i}>Go somewhere</a></div>",
        "<div><p>{name}</p><p>Mill Road 1{i}0</p><a href=/{i}>More details</a></div>",
        "<table><tr><td>{i}<td>{name}<td>2024-05-1{i}<td><a href=/{i}>查看详情</a></tr></table>",
        "<div><i>1{i} May 2024</i><p>{name}</p><u>Hull</u><p><a href=/{i}>Tickets</a></p></div>",
        "<div><p>1{i} May 2024</p><p>{name}</p><p><a href=/{i}>Tickets</a></p></div>",
        "<table><tr><td>{i}<td>{name}<td>9{i}1 KB<td><a href=/{i}>Télécharger</a></tr></table>",
        "<div><a href=/{i}><p>{name}</p></a><p>12{i}.50 €</p><h4><a href=/{i}>Details</a></h4></div>",
        "<div><p>{i}10 km, petrol, blue</p><p class=title>{name}</p><a href=/{i}>View</a></div>",
    ],
    ids=[
        "heading",
        "line",
        "cell",
        "a place next to it",
        "a date in the same place",
        "any label",
        "a link to the same page",
        "named a title",
    ],
)
def test_the_title_of_a_link_that_only_leads_on_stands_beside_it(card: str) -> None:
    body = "".join(card.format(i=i, name=name) for i, name in enumerate(NAMES)).replace("</table><table>", "")
    found = find_list(parse(f"<main>{body}</main>", "https://shop.example/")).items
    assert [(item.title, item.url[-2:]) for item in found] == [
        (name, f"/{i}") for i, name in enumerate(NAMES)
    ]


@pytest.mark.parametrize("thread", ["Re: A lamp", "How all of you repaired the lamps of your grandparents"])
def test_the_title_of_a_thread_is_none_of_its_writers(thread: str) -> None:
    assert set(
        titles(f"<div><i>1{{i}} May 2024</i><p>user no. {{i}}</p><p><a href=/{{i}}>{thread}</a></p></div>")
    ) == {thread}


def test_entries_that_are_one_label_are_no_list() -> None:
    posts = "".join(f"<div><p>Shared 100 times</p><p><a href=/{i}>Share</a></p></div>" for i in range(5))
    assert "say the same: Share" in find_list(parse(f"<main>{posts}</main>", "https://blog.example/")).doubt


def test_sections_with_pictures_are_no_list() -> None:
    sections = "".join(
        f"<div><h2>{name}</h2><a href=/{i}.jpg title='{name}'></a><p>{'It stood in a mill. ' * 9}</p></div>"
        for i, name in enumerate(NAMES)
    )
    assert "a picture" in find_list(parse(f"<main>{sections}</main>", "https://shop.example/")).doubt


def test_what_a_review_shows_far_below_its_heading_is_no_entry() -> None:
    def cards(text: str) -> str:
        return "".join(
            f"<div><h3>{name}</h3><p>{text}</p><a href=/{i}>See the price</a></div>"
            for i, name in enumerate(NAMES)
        )

    pages = [
        parse(f"<main>{cards(text)}</main>", "https://shop.example/") for text in ("Warm.", "Warm. " * 150)
    ]
    assert [find_list(page).is_list for page in pages] == [True, False]


def test_an_odd_record_is_read_like_the_others() -> None:
    others = ["Home", "Home", "Home", "Home", "Lighting for rooms"]
    body = "".join(
        f"<li><b class=t><a href=/{i}>{name}</a></b><i class=c><a href=/c{i}>{others[i]} {i}</a></i></li>"
        for i, name in enumerate(NAMES)
    )
    found = find_list(parse(f"<ul>{body}</ul>", "https://shop.example/"))
    assert [item.title for item in found.items] == NAMES


MENU = "<nav><a href=/>Home</a><a href=/c>Cart</a></nav>"
CHAIRS = "river bridge harbour orchard station museum".split()


@pytest.mark.parametrize(
    "card",
    [
        "<li><a href=/p/{n}#reviews>{i}2 reviews</a> <a href=/p/{n} class=t>Oak chair {n}</a></li>",
        "<li><a href=/p/{n}#reviews>{i}2条评价</a> <a href=/p/{n}>Oak chair {n}</a></li>",
        "<li><a href=/p/{n}><span>4.{i}</span> <span>Oak chair {n}</span> <span>1{i}.50 €</span></a></li>",
        "<li><a href=/p/{n}><div>4.{i} out of 5 stars (1{i}2)</div><div>Oak chair {n}</div></a></li>",
        "<li><a href=/p/{n}><p>4.{i}分 1{i}2条评价</p><p>Oak chair {n}</p><p>¥1{i}.50</p></a></li>",
        "<li><a href=/p/{n}><p>Oak chair {n}</p><p>NT$1{i},500 – NT$2{i},500</p></a></li>",
        "<li><a href=/p/{n}><p>Oak chair {n}</p><p>5{i}4,000,000원 - 6{i}4,000,000원</p></a></li>",
    ],
)
def test_ratings_and_prices_are_no_titles(card: str) -> None:
    cards = "".join(card.format(n=name, i=i + 1) for i, name in enumerate(CHAIRS))
    found = find_list(parse(f"{MENU}<ul class=grid>{cards}</ul>", "https://shop.example/chairs"))
    assert [item.title for item in found.items] == [f"Oak chair {name}" for name in CHAIRS]


def test_the_url_of_a_list_may_be_none() -> None:
    variants = "".join(f"<li><a href=/p/chair?colour={name}>A chair in {name}</a></li>" for name in CHAIRS)
    assert find_list(parse(f"{MENU}<ul class=swatches>{variants}</ul>", "http://[")).items


@pytest.mark.parametrize(
    "ad",
    [
        "<li class=item><p>Anzeige</p><h3>{}</h3></li>",
        "<li class=item><p>Sponsored</p><h3>{}</h3></li>",
        "<li class=item><p>广告</p><h3>{}</h3></li>",
        "<li class=item>{}<span>广告</span></li>",
        "<li class=item><p>إعلان</p><h3>{}</h3></li>",
        "<li class='item ad'><h3>{}</h3><p>Today at a lower price</p></li>",
    ],
)
def test_an_advertisement_among_entries_is_no_entry(ad: str) -> None:
    entry = (
        "<li class=item><h3><a href=/n/{n}>The {n} is open again after the flood</a></h3><p>In town</p></li>"
    )
    ad = ad.format("<a href=/go/7>Buy two walking sticks, get three</a>")
    entries = [entry.format(n=name) for name in CHAIRS]
    body = "".join([*entries[:2], ad, *entries[2:]])
    found = find_list(parse(f"{MENU}<ul class=news>{body}</ul>", "https://news.example/"))
    assert [item.url for item in found.items] == [f"https://news.example/n/{name}" for name in CHAIRS]


MINUTES, BIDS = "Minutes of the council meeting", ["招标公告", "中标公告", "更正公告"]


@pytest.mark.parametrize(
    "names",
    [
        [MINUTES] * 8,
        [BIDS[i % 3] for i in range(9)],
        [MINUTES] * 3 + [f"Roadworks on street {i} begin" for i in range(5)],
        [MINUTES if i % 3 == 0 else f"Roadworks on street {i} begin" for i in range(12)],
        [BIDS[i % 3] if i != 4 else "关于调整办公时间的通知" for i in range(10)],
    ],
    ids=["all", "in turn", "the first", "here and there", "all but one"],
)
@pytest.mark.parametrize(
    "row",
    [
        "<li><a href=/n/{i}>{name}</a><span>2026-05-1{i}</span>",
        "<tr><td><a href=/n/{i}>{name}</a><td>2026-05-1{i}",
    ],
    ids=["list", "table"],
)
def test_notices_of_one_name_are_entries_of_their_own(row: str, names: list[str]) -> None:
    rows = "".join(row.format(i=i, name=name) for i, name in enumerate(names))
    rows = f"<table>{rows}</table>" if row.startswith("<tr") else f"<ul>{rows}</ul>"
    found = find_list(parse(f"{MENU}<main>{rows}</main>", "https://town.example/"))
    assert [(item.title, item.url) for item in found.items] == [
        (name, f"https://town.example/n/{i}") for i, name in enumerate(names)
    ]


@pytest.mark.parametrize("row", ["<li>{}<p>{}</p>", "<div class=job>{}<p>{}</p></div>", "<tr><td>{}<td>{}"])
def test_most_entries_may_have_titles_that_others_have_too(row: str) -> None:
    names = ["Nurse", "Midwife"] * 5 + ["Cook", "Driver", "Porter"]
    cells = ((f"<a href=/{i}>{name}</a>", f"Clinic {i}") for i, name in enumerate(names))
    rows = "".join(row.format(*pair) for pair in cells)
    rows = f"<table>{rows}</table>" if row.startswith("<tr") else f"<ul>{rows}</ul>"
    found = find_list(parse(f"{MENU}<main>{rows}</main>", "https://clinic.example/"))
    assert [(item.title, item.url) for item in found.items] == [
        (name, f"https://clinic.example/{i}") for i, name in enumerate(names)
    ]


def test_what_each_entry_offers_besides_its_title_is_no_title() -> None:
    cards = "".join(
        f"<div><a href=/{i}>{name}</a><p>12.{i}0 €</p><a href=/try/{i}>Try at home</a></div>"
        for i, name in enumerate(NAMES)
    )
    found = find_list(parse(f"{MENU}<main>{cards}</main>", "https://shop.example/"))
    assert [item.title for item in found.items] == NAMES


@pytest.mark.parametrize(
    "pattern",
    [
        "<li><a href=/{i}><span>2026-05-0{i}</span>{name}</a></li>",
        "<li><a href=/{i}>{name}<span class=time>[2026-05-0{i}]</span></a></li>",
        "<li><a href=/{i}><em>·{name}</em><i>2026年5月{i}日</i></a></li>",
        "<li><a href=/{i} title='{name}'>{name}<span>05-0{i}</span></a></li>",
        "<li><h3><a href=/{i}>{name} <time datetime=2026-05-0{i}>{i} May</time></a></h3></li>",
        "<li><a href=/{i}><div><h3>0{i}</h3><p>2026-05</p></div><div><h4>{name}</h4></div></a></li>",
    ],
)
def test_a_date_in_the_link_is_the_date_and_no_part_of_the_title(pattern: str) -> None:
    body = "".join(pattern.format(i=i + 1, name=name) for i, name in enumerate(NAMES))
    page = parse(f"<ul>{body}</ul>", "https://shop.example/")
    found = find_list(page, reference=dt.datetime(2026, 6, 1, tzinfo=dt.UTC)).items
    days = [f"2026-05-0{i + 1}" for i in range(len(NAMES))]
    assert [(item.title, str(item.date)) for item in found] == list(zip(NAMES, days, strict=True))


@pytest.mark.parametrize(
    "badge", ["<em>NEW</em>", "<b>[置顶]</b>", "<i>›</i> ", "<span>Neu</span> <i>热</i>"]
)
def test_a_badge_in_the_link_is_no_part_of_the_title(badge: str) -> None:
    marked = titles(f"<li><a href=/{{i}}>{badge}<span>{{name}}</span></a> <i>2026-05-0{{i}}</i></li>")
    assert marked == NAMES


@pytest.mark.parametrize("title", ["Room <b>{i}1</b>", "{name} <b>3-1</b>", "<b>1{i} May 2026</b>"])
def test_what_is_no_date_or_all_that_a_link_says_stays_in_the_title(title: str) -> None:
    pattern = f"<li><h3><a href=/{{i}}>{title}</a></h3><p>What was said in the hall of the {{name}}</p></li>"
    wanted = [title.format(i=i, name=name) for i, name in enumerate(NAMES)]
    assert titles(pattern) == [one.replace("<b>", "").replace("</b>", "") for one in wanted]
