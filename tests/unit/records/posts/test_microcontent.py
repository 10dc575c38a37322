"""Records on small pages: optional slots, replies, quotes, layout, and any page at all."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.browser import Layout
from maintext.html import Page, parse
from maintext.metadata.posts import find_posts
from maintext.records.posts import MicroPost, find_microcontent, posts_csv, posts_jsonl, posts_table
from maintext.records.posts.filling import with_named_parts

NOW = dt.datetime(2024, 5, 20, 15, 0)  # noqa: DTZ001 - the page's own clock


def post(name: str, time: str, text: str, more: str = "") -> str:
    return (
        f'<div class="item"><a class="user" href="/u/{name}">{name}</a><span class="when">{time}</span>'
        f'<div class="said">{text}</div>{more}</div>'
    )


THREE = (
    post("Ann", "3分钟前", "The ferry runs again.", "<p>转发 12 | 评论 3 | 赞</p>")
    + post("Ben", "2h", "At last! We waited for a month.", "<p>转发 | 评论 | 赞 1.2万</p>")
    + post("Cy", "05-18 09:30", "Tickets cost the same as before.")
)


def check(page: Page) -> None:
    found = find_microcontent(page, reference=NOW)
    assert found.reason
    assert (found.row >= 0) == bool(found.posts) or found.row == 0
    ends = -1
    for one in found.posts:
        assert 0 <= one.row < one.end <= len(page)
        assert one.text or one.images or one.quoted
        assert one.row > ends or one.level >= 0
        assert 0 <= one.confidence <= 1
        assert list(one.text_rows) == sorted({row for row in one.text_rows if one.row <= row < one.end})
        assert page.is_text[list(one.text_rows)].all()
        words = " ".join(page.row_text(row) for row in one.text_rows)
        assert not set(one.text) - set(words) - {" ", "\n"}
        ends = one.row
    assert len(posts_jsonl(found.posts).splitlines()) == len(found.posts)


def test_slots_that_some_records_lack() -> None:
    posts = find_microcontent(parse(f"<main>{THREE}</main>"), reference=NOW).posts
    assert [(one.author, str(one.published)) for one in posts] == [
        ("Ann", "2024-05-20T14:57"), ("Ben", "2024-05-20T13"), ("Cy", "2024-05-18T09:30"),
    ]  # fmt: skip
    assert [(one.n_reposts, one.n_comments, one.n_likes) for one in posts] == [
        (12, 3, None), (None, None, 12_000), (None, None, None),
    ]  # fmt: skip


TEXTS = (
    "The ferry runs again, as before.",
    "At last, after a month! We waited.",
    "So it is, and tickets too.",
)


def test_a_post_is_as_old_as_it_says_not_as_its_last_change() -> None:
    def item(number: int, text: str) -> str:
        edited = f'<a href="/p/{number}/edits">edited <span>May {number + 2}, 2024 at 10:00</span></a>'
        asked = f"answered <span>May {number}, 2024 at 9:00</span>"
        boxes = "".join(f'<div class="card"><div class="when">{one}</div></div>' for one in (edited, asked))
        return f'<div class="item"><p>{text}</p>{boxes}<a href="/u/{number}" class="user">Ann</a></div>'

    page = parse("".join(item(i, text) for i, text in enumerate(TEXTS, start=1)), "https://e.org/q")
    posts = find_microcontent(page).posts
    assert [one.published and one.published.day for one in posts] == [1, 2, 3]
    assert not any("edits" in one.url for one in posts)
    only = "".join(post(str(i), f"编辑于 2024-05-0{i} 10:00", text) for i, text in enumerate(TEXTS, start=1))
    assert [one.published and one.published.day for one in find_microcontent(parse(only)).posts] == [1, 2, 3]


def test_the_url_of_a_post_leads_to_its_id_not_to_the_posts_of_its_writer() -> None:
    markup = "".join(
        f'<div id="p{i}" class="post"><dl>Posts: <a href="/search.php?author={i}">{i}38</a></dl><h3>'
        f'<a href="/t.php?p={i}#p{i}">Re: Boats</a></h3><p class="author">by <a href="/u/{i}">Ann</a> '
        f'» May {i}, 2024 10:00</p><div class="content">{text}</div></div>'
        for i, text in enumerate(TEXTS, start=1)
    )
    posts = find_microcontent(parse(markup, "https://example.org/t.php")).posts
    assert [one.url.partition("#")[2] for one in posts] == ["p1", "p2", "p3"]


def test_a_named_author_counts_more_than_a_place_but_who_stands_first_wrote_the_text() -> None:
    def author(head: str, tail: str, guess: str, above: str = "") -> str | None:
        page = parse(f'{above}<div class="comment">{head}<p>So it is.</p>{tail}</div>')
        row = page.is_tag(("div",)).argmax()
        text = next(row for row in page.is_text.nonzero()[0].tolist() if page.row_text(row) == "So it is.")
        found = MicroPost(text="So it is.", author=guess, row=int(row), end=len(page), text_rows=(text,))
        return with_named_parts(page, (found,), find_posts(page))[0].author

    signed = '<b class="author">Ann Lee</b> <time datetime="2024-05-01">1 May</time>'
    assert author("", f"44 gold badges {signed}", "44 gold badges") == "Ann Lee"
    assert author(f"#6587 {signed}", "", "#6587") == "Ann Lee"
    assert author("Ben", f"{signed} likes this", "Ben") == "Ben"
    assert author(f"Ben {signed}", "", "Ben", above="<p>Ann Lee wrote the page.</p>") == "Ben"


def test_without_reference_relative_times_stay_as_shown() -> None:
    posts = find_microcontent(parse(f"<main>{THREE}</main>")).posts
    assert [(one.published, one.time_text) for one in posts][:2] == [(None, "3分钟前"), (None, "2h")]


def test_a_block_with_something_of_the_record_behind_it_is_quoted_not_a_reply() -> None:
    inner = '<div class="blockquote"><a class="user" href="/u/Dee">Dee</a>: It will not run this year.</div>'
    quoting = post("Ben", "2h", "So much for that.", f"{inner}<p>转发 1</p>")
    posts = find_microcontent(parse(post("Ann", "3h", "Look at this one.") + quoting), reference=NOW).posts
    assert [(one.level, one.quoted_author, one.quoted) for one in posts] == [
        (0, None, ""), (0, "Dee", "It will not run this year."),
    ]  # fmt: skip


def test_replies_within_a_record_have_its_level_and_one() -> None:
    replies = "".join(
        post(name, "1h", f"I agree with that, {name}.").replace("item", "re") for name in ("Di", "Ed")
    )
    page = parse(
        post("Ann", "3h", "Look at this one.", f"<div>{replies}</div>") + post("Ben", "2h", "And that one.")
    )
    posts = find_microcontent(page, reference=NOW).posts
    assert [(one.author, one.level) for one in posts] == [("Ann", 0), ("Di", 1), ("Ed", 1), ("Ben", 0)]


def test_a_list_of_linked_titles_with_times_is_none() -> None:
    rows = "".join(
        f'<li><a href="/{i}">The harbour opens gate {i}</a><span>05-1{i} 10:00</span></li>' for i in range(5)
    )
    found = find_microcontent(parse(f"<ul>{rows}</ul>"), reference=NOW)
    assert found.posts == ()
    assert "in links" in found.reason


def test_posts_in_a_noscript_are_read_by_their_names() -> None:
    posts = "".join(
        f'<div class="post"><b class="author">{name}</b><time datetime="2024-05-0{i}T10:00">x</time>'
        f'<div class="content">The pump of house {i} is loud.</div></div>'
        for i, name in enumerate(("Ann", "Ben", "Cy"), 1)
    )
    found = find_microcontent(parse(f"<div id=app></div><noscript>{posts}</noscript>"))
    assert [one.author for one in found.posts] == ["Ann", "Ben", "Cy"]
    assert "named" in found.reason


def test_the_reason_says_of_times_and_names_only_what_the_page_has() -> None:
    rows = "".join(
        f"<li><b>{name}</b> <i>2024-05-0{i} 10:20</i><p>The pump of house {i} is loud again.</p></li>"
        for i, name in enumerate(("Ann", "Ben", "Cy"), 1)
    )
    found = find_microcontent(parse(f"<ul>{rows}</ul>"))
    assert [one.author for one in found.posts] == ["Ann", "Ben", "Cy"]  # no name of an element says so
    assert found.reason.startswith("100% of 3 records have a time, 0% an element named after an author")
    named = "".join(
        f"<div class=comment><b class=author>{name}</b><p>The pump of my house is loud again.</p></div>"
        for name in ("Ann", "Ben", "Cy")
    )
    found = find_microcontent(parse(named))
    assert found.reason.startswith("0% of 3 records have a time, 100% an element named after an author")


def layout(page: Page, **columns: object) -> Layout:
    n = len(page)
    whole: dict[str, object] = {
        "x": np.zeros(n, np.float32), "y": np.arange(n, dtype=np.float32) * 20,
        "width": np.full(n, 300, np.float32), "height": np.full(n, 20, np.float32),
        "font_px": np.full(n, 16, np.float32), "font_weight": np.full(n, 400, np.int16),
        "colour": np.zeros(n, np.int32), "background": np.full(n, -1, np.int32),
        "is_shown": np.ones(n, np.bool_), "is_inline": np.zeros(n, np.bool_),
        "z": np.zeros(n, np.int32), "position": np.zeros(n, np.int8),
    }  # fmt: skip
    return Layout(**(whole | columns))  # type: ignore[arg-type]


def test_replies_that_are_only_drawn_further_in_have_a_level() -> None:
    page = parse(f"<main>{THREE}</main>")
    flat = find_microcontent(page, reference=NOW).posts
    x = np.zeros(len(page), np.float32)
    x[flat[1].row : flat[1].end] = 40
    drawn = find_microcontent(page, reference=NOW, layout=layout(page, x=x)).posts
    assert [one.level for one in flat] == [0, 0, 0]
    assert [one.level for one in drawn] == [0, 1, 0]


def test_what_is_not_drawn_is_left_out() -> None:
    page = parse(f"<main>{THREE}</main>")
    last = find_microcontent(page, reference=NOW).posts[2]
    shown = np.ones(len(page), np.bool_)
    shown[last.row : last.end] = False
    posts = find_microcontent(page, reference=NOW, layout=layout(page, is_shown=shown)).posts
    assert [one.author for one in posts] == ["Ann", "Ben"]


def test_a_picture_that_is_drawn_small_before_the_text_is_a_portrait() -> None:
    markup = THREE.replace('<div class="said">At last', '<img src="/p.jpg"><div class="said">At last')
    page = parse(markup, "https://a.example/")
    found = []
    for side in (300, 40):
        size = np.full(len(page), side, np.float32)
        drawn = layout(page, width=size, height=size.copy())
        found.append([one.images for one in find_microcontent(page, reference=NOW, layout=drawn).posts])
    assert found == [[(), ("https://a.example/p.jpg",), ()], [(), (), ()]]


def test_tables_and_csv_have_every_record() -> None:
    posts = find_microcontent(parse(f"<main>{THREE}</main>"), reference=NOW).posts
    assert posts_table(posts).startswith(
        "Ann  2024-05-20T14:57  12 reposts  3 comments\n  The ferry runs again.\n"
    )
    lines = posts_csv(posts).splitlines()
    assert lines[0].startswith("author,published,time_text,text,")
    assert len(lines) == 4


def test_formulas_in_texts_are_harmless_in_csv() -> None:
    posts = find_microcontent(parse(THREE.replace("The ferry", "=1+1 ferry")), reference=NOW).posts
    assert "'=1+1 ferry" in posts_csv(posts)


def test_odd_pages_hold_what_is_promised() -> None:
    for markup in ZOO.values():
        check(parse(markup))


@given(MARKUP)
def test_any_page_holds_what_is_promised(markup: str) -> None:
    check(parse(markup + THREE))


def test_an_article_with_author_time_and_buttons_is_no_record() -> None:
    article = (
        '<article><h1>The old mill</h1><span class="author">Ann Lee</span> <time>2024-05-01</time>'
        "<p>The mill by the river was built in the year of the great flood, and rebuilt twice.</p>"
        "<a href='#s'>Share</a> <a href='#l'>Like</a> <span>3 comments</span></article>"
    )
    assert find_microcontent(parse(article)).posts == ()


def test_two_parts_of_a_page_that_differ_are_no_records() -> None:
    parts = (
        '<div class="lead"><span class="author">Ann</span> 2024-05-01<p>The mill was rebuilt twice.</p></div>'
        '<div class="box">2024-05-02<p>Tickets are sold at the gate.</p></div>'
    )
    assert find_microcontent(parse(parts)).posts == ()


def test_what_all_records_say_alike_is_no_text() -> None:
    asked = "<p>Did this answer help you with the problem? It helped some people here.</p>"
    page = parse(THREE.replace('<div class="said">', asked + '<div class="said">'))
    texts = [one.text for one in find_microcontent(page, reference=NOW).posts]
    assert texts == [
        "The ferry runs again.",
        "At last! We waited for a month.",
        "Tickets cost the same as before.",
    ]


def test_two_records_may_say_the_same() -> None:
    page = parse(THREE.replace("The ferry runs again.", "Tickets cost the same as before."))
    texts = [one.text for one in find_microcontent(page, reference=NOW).posts]
    assert texts.count("Tickets cost the same as before.") == 2


def test_a_first_heading_within_one_of_many_posts_makes_them_no_list_of_titles() -> None:
    headed = THREE.replace("At last!", "<h1>Timetable</h1><p>At last!</p>")
    assert len(find_microcontent(parse(f"<main>{headed}</main>"), reference=NOW).posts) == 3


@pytest.mark.parametrize(
    ("beside", "name"),
    [
        ("<b>{}</b><span>Posts: 13</span>", "{}"),
        ("<span>{}</span><span>Berlin</span>", "{}"),
        ("<b>{}</b> <b>Lee</b>", "{} Lee"),
        ("<b>{}</b>-Lee", "{}-Lee"),
    ],
)
def test_a_name_ends_where_only_style_sets_the_next_text_apart(beside: str, name: str) -> None:
    page = THREE
    for who in ("Ann", "Ben", "Cy"):
        page = page.replace(
            f'<a class="user" href="/u/{who}">{who}</a>', f'<div class="user">{beside.format(who)}</div>'
        )
    found = find_microcontent(parse(page), reference=NOW).posts
    assert [one.author for one in found] == [name.format(who) for who in ("Ann", "Ben", "Cy")]


@pytest.mark.parametrize("said", ["顶", "赞", "👍", "like"])
def test_a_post_may_say_what_buttons_say(said: str) -> None:
    said_by = [
        "The ferry goes at nine, and at ten on Sundays.",
        said,
        "Who repairs it?",
        said,
        "The yard does.",
    ]
    rows = "".join(
        f"<article class=message><h4><a class=username href=/members/{i}>user {i}</a></h4>"
        f"<time datetime=2026-05-0{i + 1}>May {i + 1}</time>"
        f"<div class=message-body>{text}</div><aside class=message-signature>Boat no. {i}</aside>"
        "<a>Like</a> <a>Reply</a></article>"
        for i, text in enumerate(said_by)
    )
    found = find_microcontent(parse(f"<main>{rows}</main>"))
    assert [post.text for post in found.posts] == said_by
