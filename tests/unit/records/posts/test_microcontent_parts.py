"""Times, counts, marks and nesting against their plain definitions."""

from __future__ import annotations

import datetime as dt
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext._core.fields import find_innermost
from maintext.html import parse
from maintext.records.anchors import text_weight
from maintext.records.posts import find_microcontent
from maintext.records.posts.counts import counts_of_line, read_count
from maintext.records.posts.cues import find_cues
from maintext.records.posts.record import is_among, is_clock, read_time

NOW = dt.datetime(2024, 5, 20, 15, 0)  # noqa: DTZ001 - the page's own clock
TEXTS = (
    "3分钟前|12|回复|2h|转发 12|昨天 21:05|今天天气很好，出门吧。|Sep 9|#3|Hello there|1.2万|09:14"
    "|Joined: May 1, 2020"
)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("12", 12), ("1,204", 1204), ("1.2万", 12_000), ("3.4K", 3400), ("(5)", 5), ("2.5萬", 25_000),
        ("1.1m", 1_100_000), ("3亿", 300_000_000), ("99+", 99), ("1.234.567", 1_234_567),
        ("1w", None), ("no", None), ("", None), ("12 people", None),
    ],
)  # fmt: skip
def test_a_count_as_pages_write_it(text: str, count: int | None) -> None:
    assert read_count(text) == count


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("转发 12 | 评论 3 | 赞", {"n_reposts": 12, "n_comments": 3}),
        ("24 Reposts 9 Comments 310 Likes", {"n_reposts": 24, "n_comments": 9, "n_likes": 310}),
        ("赞(36)", {"n_likes": 36}),
        ("3 条评论", {"n_comments": 3}),
        ("回复", {}),
        ("12", {}),
    ],
)
def test_counts_of_a_line_of_buttons(text: str, counts: dict[str, int]) -> None:
    assert counts_of_line(text) == counts


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("刚刚", "2024-05-20T15:00"), ("3分钟前", "2024-05-20T14:57"), ("今天 12:30", "2024-05-20T12:30"),
        ("2h", "2024-05-20T13"), ("5m", "2024-05-20T14:55"), ("05-19 22:10", "2024-05-19T22:10"),
        ("12-31", "2023-12-31"), ("5月18日 07:45", "2024-05-18T07:45"), ("May 9", "2024-05-09"),
        ("18 May at 10:11", "2024-05-18T10:11"), ("Jun 2, 2023", "2023-06-02"), ("09:14", "None"),
    ],
)  # fmt: skip
def test_a_time_as_micro_content_writes_it(text: str, stated: str) -> None:
    assert str(read_time(text, NOW)) == stated


def test_without_reference_there_is_no_year() -> None:
    assert read_time("05-19 22:10", None) is None
    assert read_time("2h", None) is None


def test_a_clock_is_no_date() -> None:
    assert is_clock("[09:14]")
    assert not is_clock("05-19 09:14")


def told(markup: str) -> dict[str, str]:
    """Texts of a page with the letters of their marks: Time, Button, Number."""
    page = parse(markup)
    marks = find_cues(page, text_weight(page))
    found = {}
    for row in np.flatnonzero(page.is_text & (page.n_chars > 0)).tolist():
        letters = (("T", marks.is_time[row]), ("B", marks.is_button[row]), ("N", marks.is_number[row]))
        found[" ".join(page.row_text(row).split())] = "".join(letter for letter, has in letters if has)
    return found


def test_marks_of_texts() -> None:
    assert told("".join(f"<p>{text}</p>" for text in TEXTS.split("|"))) == dict(
        zip(TEXTS.split("|"), ["T", "BN", "B", "T", "B", "T", "", "T", "B", "", "BN", "T", ""], strict=True)
    )


TIMES = (
    "刚刚|剛剛|半小时前|3 月前|昨天|今日|一昨日|어제|오늘|방금|an hour ago|one day ago|Just now|YESTERDAY|"
    "vor einer Stunde|hace una hora|il y a un mois|há 3 horas|gestern|heute|hier à 12:30|ayer|Вчера|сегодня|"
    "3 часа назад|2024-05-01|1 May 2021|May 1|1. Mai 2024|5 月 1 日 20:11|05-01 20:11|[09:14]|2h|5/20"
)
PEOPLE = (
    "Joined|join date|Registered|registriert|Member since|Last seen|last visit|last login|last active|"
    "注册|註冊|入住|加入于|加入於|最后登录|最後登入|上次登录|登録日|가입|Зарегистрирован|регистрация|"
    "Mitglied seit|dabei seit|angemeldet|inscrit|registrado|Se unió|iscritto|dołączył|rejestracja|"
    "Geregistreerd|lid sinds|εγγραφή|kayıt tarihi|katılım"
)


@pytest.mark.parametrize("line", TIMES.split("|"))
def test_a_line_that_is_a_time(line: str) -> None:
    page = parse(f"<p>{line}</p><p>Ann, {line}</p><p>{line} in the harbour we saw the old ferry again.</p>")
    marks = find_cues(page, text_weight(page))
    alone, _, sentence = page.is_text.nonzero()[0].tolist()
    assert (marks.is_time[alone], marks.is_time[sentence]) == (True, False)


@pytest.mark.parametrize("line", PEOPLE.split("|"))
def test_a_date_of_joining_is_no_time(line: str) -> None:
    page = parse(f"<p>{line} <b>2024-05-01</b></p>")
    marks = find_cues(page, text_weight(page))
    assert not marks.is_time.any()
    assert marks.is_about[page.is_text].all()


@pytest.mark.parametrize(
    "line", ["1.2K", "4.21", "1/2 cup of sugar", "今天播几个小时", "Today I went out", "5:1"]
)
def test_a_line_that_is_no_time(line: str) -> None:
    page = parse(f"<p>{line}</p>")
    assert not find_cues(page, text_weight(page)).is_time.any()


@given(st.lists(st.sampled_from(f"{TIMES}|{PEOPLE}|İ|3 İ 20 June 2021|".split("|")), max_size=6))
def test_marks_do_not_depend_on_other_lines(lines: list[str]) -> None:
    page = parse("".join(f"<p>{line}</p>" for line in lines))
    marks = find_cues(page, text_weight(page))
    for line, row in zip(filter(None, lines), np.flatnonzero(page.is_text).tolist(), strict=True):
        alone = parse(f"<p>{line}</p>")
        one = find_cues(alone, text_weight(alone))
        at = int(np.flatnonzero(alone.is_text)[0])
        assert (marks.is_time[row], marks.is_about[row]) == (one.is_time[at], one.is_about[at])


@st.composite
def nested(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    n_rows = draw(st.integers(1, 30))
    marked = draw(st.lists(st.booleans(), min_size=n_rows, max_size=n_rows))
    ranges: list[tuple[int, int]] = []
    for start in range(n_rows):
        most = min((end for other, end in ranges if other <= start < end), default=n_rows)
        if marked[start]:
            ranges.append((start, draw(st.integers(start + 1, most))))
    return n_rows, ranges


@given(nested())
def test_the_innermost_range_of_each_row(case: tuple[int, list[tuple[int, int]]]) -> None:
    n_rows, ranges = case
    plain = [
        max((i for i, (start, end) in enumerate(ranges) if start <= row < end), default=-1)
        for row in range(n_rows)
    ]
    assert find_innermost(n_rows, np.array(ranges, dtype=np.int64).reshape(-1, 2)).tolist() == plain


def test_long_digits_and_long_rows_of_buttons_take_no_long_time() -> None:
    hostile = "<p>" + "1" * 20_000 + "x</p><p>" + "赞 1 | " * 3_000 + "x</p>" + "<p>1</p>" * 500
    page = parse(hostile)
    began = time.process_time()
    find_cues(page, text_weight(page))
    assert time.process_time() - began < 2


@given(st.lists(st.integers(0, 12)), st.lists(st.integers(0, 12)))
def test_numbers_among_others(numbers: list[int], others: list[int]) -> None:
    found = is_among(np.array(sorted(numbers), dtype=np.int64), np.array(sorted(others), dtype=np.int64))
    assert found.tolist() == [number in others for number in sorted(numbers)]


@pytest.mark.parametrize("dated", ["<p class=from>2024-04-01 09:15</p>", ""], ids=["dated", "undated"])
@pytest.mark.parametrize("box", ["retweet", "forward", "repost", "card-feed-repost"])
def test_the_counts_of_a_reposted_post_are_neither_the_reposters_nor_its_text(box: str, dated: str) -> None:
    posts = "".join(
        f"<div class=feed><a class=name href=/u/{i}>张三{i}</a><p class=from>2024-05-0{i + 1} 10:20</p>"
        f"<p class=txt>今天去了第{i}个公园，天气很好，大家都很开心。</p><div class={box}>"
        f"<a class=name href=/u/9{i}>李四{i}</a><p class=txt>公园里新开了第{i}家书店，欢迎来看书喝茶。</p>"
        f"{dated}<ul><li>转发 5{i}</li><li>评论 6{i}</li><li>赞 7{i}</li></ul></div>"
        f"<ul class=act><li>转发 {i + 1}</li><li>评论 {i + 2}</li><li>赞 {i + 3}</li></ul></div>"
        for i in range(5)
    )
    found = find_microcontent(parse(f"<main>{posts}</main>")).posts
    assert [(one.author, one.n_reposts, one.n_comments, one.n_likes) for one in found] == [
        (f"张三{i}", i + 1, i + 2, i + 3) for i in range(5)
    ]
    assert [(one.quoted_author, one.quoted) for one in found] == [
        (f"李四{i}", f"公园里新开了第{i}家书店，欢迎来看书喝茶。") for i in range(5)
    ]
