"""Dates that only mean something on the day of the fetch: which day they are, and where they count."""

from __future__ import annotations

import time

import pytest

from maintext import extract
from maintext.metadata.moment import Moment
from maintext.metadata.page_dates import find_relative_date, find_yearless, stands_apart

NOW = Moment(2024, 5, 20, 15, 0)  # a Monday

YEARLESS = {
    "5月1日 10:20": "2024-05-01T10:20",
    "5月1日": "2024-05-01",
    "５月１日": "2024-05-01",
    "12月5日": "2023-12-05",
    "去年5月1日": "2023-05-01",
    "今年5月1日": "2024-05-01",
    "05-01 10:20": "2024-05-01T10:20",
    "5/1 10:20": "2024-05-01T10:20",
    "星期三 10:20": "2024-05-15T10:20",
    "周一 10:20": "2024-05-20T10:20",
    "1 мая, 10:20": "2024-05-01T10:20",
    "May 1": "2024-05-01",
    "1. Mai, 10:20 Uhr": "2024-05-01T10:20",
    "2월 29일": "2024-02-29",
}


@pytest.mark.parametrize(("text", "iso"), YEARLESS.items())
def test_a_date_without_a_year_is_the_latest_such_day(text: str, iso: str) -> None:
    found = find_yearless(text, NOW)
    assert found is not None
    assert found[:2] == (0, len(text.removesuffix(" Uhr"))) or found[:2] == (0, len(text))
    assert str(found[2]) == iso


@pytest.mark.parametrize(
    "text", ["2024年5月1日", "星期三", "13-01", "1-2-3", "10:20", "May 1, 2034", "Mayor 1", "31 pages", ""]
)
def test_what_is_none(text: str) -> None:
    assert find_yearless(text, NOW) is None


def test_numbers_are_read_only_where_they_begin_with_the_month() -> None:
    assert find_yearless("05-01", NOW, numeric=False) is None
    assert find_yearless("5月1日", NOW, numeric=False) == (0, 4, Moment(2024, 5, 1))


def test_without_a_fetch_there_is_no_day() -> None:
    assert find_yearless("编辑于 05-01 10:20", None) is None


BYLINES = [
    "昨天 10:20", "张三 3小时前", "编辑于 3小时前", "来源：河畔网 昨天 18:30", "3小时前 来自手机",
    "发布于昨天", "05-01", "5月1日 张三", "By Ann Lee 3 hours ago", "Ann Lee, yesterday",
    "Yesterday, 18:30", "Posted 3 hours ago.", "Published yesterday", "3 часа назад",
    "Ann Lee | 3 hours ago | 5 min read", "6/3(月) 9:20配信", "5月1日(水)9時20分公開",
]  # fmt: skip
PROSE = [
    "指挥部于昨日夜间启动防汛应急响应。", "截至今天上午八时，水位超过警戒线",
    "本报讯（记者 张三）昨日，河畔的桥通车。", "昨日我市召开会议", "昨日 我市召开防汛抗旱工作专题会议",
    "地震发生3小时前", "新规5月1日起施行", "第1/3页", "阅读 5-10", "The bridge was closed yesterday",
    "Yesterday, the council met to discuss it", "The river rose 3 hours ago above its warning level.",
    "Estimated delivery Wed, Apr 22", "Ends Dec 26", "今天的河畔",
]  # fmt: skip


@pytest.mark.parametrize("line", BYLINES)
def test_a_line_that_says_when(line: str) -> None:
    assert find_relative_date(line, NOW, numeric=True)


@pytest.mark.parametrize("line", PROSE)
def test_a_line_that_tells_a_story(line: str) -> None:
    assert not find_relative_date(line, NOW, numeric=True)


def test_a_label_counts_in_prose_only_at_the_front() -> None:
    line = "发布时间：昨天 10:20，来源：河畔网，欢迎转载。"
    assert stands_apart(line, 5, 13)
    assert not stands_apart(f"记者{line}", 7, 15)


LEAD = (
    "<p>入汛以来，沿江多地持续降雨，指挥部于昨日夜间启动"
    "四级应急响应，要求各县区做好值守，对重点堤段巡查，确保群众安全。</p>"
)
STORY = (
    "<p>据水文站监测，截至今天上午八时，水位已经超过警戒线，预计"
    "未来两天仍将上涨，有关方面提醒居民注意安全，不要靠近河道。</p>"
)
BODY = LEAD + STORY * 4


def published(beside: str, body: str = BODY) -> str:
    doc = extract(f"<title>水位超警戒</title><h1>水位超警戒</h1>{beside}{body}", fetched=NOW.datetime())
    return str(doc.published)


def test_the_text_itself_says_nothing_about_the_page() -> None:
    assert published("") == "None"
    assert published("", body=STORY * 5) == "None"


@pytest.mark.parametrize(
    "line", ["05-01 10:20", "5月1日 10:20", "5/1 10:20", "1 мая, 10:20", "发布时间：05-01 10:20"]
)
def test_a_line_below_the_headline(line: str) -> None:
    assert published(f"<div class=info>{line}</div>") == "2024-05-01T10:20"


def test_months_ago() -> None:
    assert published("<div class=info>3个月前</div>") == "2024-02"


def test_the_publication_beside_a_labelled_change() -> None:
    line = "Published 3 hours ago | Updated May 1, 2024 10:20 BST"
    assert published(f"<div class=info>{line}</div>") == "2024-05-20T12"
    assert published("<div class=info>Updated May 1, 2024 10:20 BST</div>") == "2024-05-01T10:20+01:00"


INFO = "<div class=info>2024-05-01 10:20 来源：河畔网</div>"
COMMENTS = "".join(
    f'<div class="comment-item"><span class="name">{name}</span>'
    '<span class="time">2024-05-02 11:00</span><p>水大</p></div>'
    for name in "甲乙"
)
RELATED = "".join(
    f'<li><a href="/{i}">另一条新闻</a><span class="time">1小时前</span></li>' for i in range(3)
)


@pytest.mark.parametrize(
    "behind", [f"<div class=comments>{COMMENTS}</div>", f"<div class=rel><ul>{RELATED}</ul></div>"]
)
@pytest.mark.parametrize("body", [BODY, LEAD * 2])
def test_dates_behind_the_text_are_of_something_else(behind: str, body: str) -> None:
    assert published(INFO, body + behind) == "2024-05-01T10:20"
    assert published("", body + behind) == "None"


def test_cost_is_linear() -> None:
    for text in ("05-01 ", "May 1 ", "昨", "5月", "3h ", "1 a"):
        start = time.process_time()
        find_relative_date(text * 60_000, NOW, numeric=True)
        assert time.process_time() - start < 4
