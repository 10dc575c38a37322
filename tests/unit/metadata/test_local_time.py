"""The clock that relative dates are counted by: the page's own, also where a crawler gives UTC."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from maintext import extract
from maintext.html import parse
from maintext.metadata.page_dates import local_time
from maintext.records.posts import find_microcontent
from maintext.sites.listing import find_list

EVENING = dt.datetime(2024, 5, 1, 23, 0, tzinfo=dt.UTC)  # the next morning in East Asia
ZH = (
    "<p>入汛以来，沿江多地持续降雨，各县区做好值守，对重点堤段巡查，确保群众安全。请大家留意最新的预警信息。</p>"
    * 4
)
EN = "<p>The river rose above its warning level, and people on the banks were asked to stay away.</p>" * 4


def published(line: str, body: str, *, fetched: dt.datetime = EVENING, head: str = "") -> str:
    page = (
        f"<html><head><title>A title of it</title>{head}</head><h1>A title of it</h1><div>{line}</div>{body}"
    )
    return str(extract(page, fetched=fetched).published)


@pytest.mark.parametrize(
    ("markup", "hours"),
    [
        ("<html lang=zh-CN><p>a", 8),
        ("<html lang=zh_TW><p>a", 8),
        ("<html lang=ja><p>a", 9),
        ("<html lang=ko-KR><p>a", 9),
        ("<p>最后一班渡轮在周日傍晚横渡湖面", 8),
        ("<p>最後の渡し船は日曜日の夕方に湖を渡りました", 9),
        ("<p>마지막 배는 일요일 저녁에 호수를 건넜다", 9),
        ("<html lang=zhx><p>The last ferry", 0),
        ("<p>The last ferry is called 渡 and crossed the lake on Sunday evening", 0),
        ("<html lang=de><p>Die Fähre", 0),
    ],
)
def test_a_language_of_one_zone(markup: str, hours: int) -> None:
    local = local_time(parse(markup), EVENING)
    assert isinstance(local, dt.datetime)
    assert local == EVENING
    assert local.utcoffset() == dt.timedelta(hours=hours)


def test_what_is_given_in_a_zone_or_without_one_stays() -> None:
    page = parse("<html lang=zh><p>渡轮")
    for given in (EVENING.astimezone(ZoneInfo("Europe/London")), EVENING.replace(tzinfo=None), None):
        assert local_time(page, given) is given


def test_a_day_in_beijing() -> None:
    assert published("今天 06:30 来源：河畔网", ZH) == "2024-05-02T06:30"
    assert published("3小时前 来源：河畔网", ZH) == "2024-05-02T04+08:00"
    assert published("3 hours ago", EN) == "2024-05-01T20+00:00"


def test_the_zone_of_declared_dates_comes_first() -> None:
    head = '<meta property="article:modified_time" content="2024-05-01T12:00:00-07:00">'
    assert published("3 hours ago", EN, head=head) == "2024-05-01T13-07:00"
    in_utc = head.replace("-07:00", "Z")
    assert published("3小时前", ZH, head=in_utc) == "2024-05-02T04+08:00"


def test_lists_and_posts_are_read_by_the_same_clock() -> None:
    rows = "".join(
        f"<li><a href=/{n}>沿江第{n}座新桥今日正式通车了</a><span>今天 06:3{n}</span></li>" for n in range(8)
    )
    items = find_list(parse(f"<ul>{rows}</ul>"), reference=EVENING).items
    assert str(items[0].date) == "2024-05-02T06:30"
    posts = "".join(
        f"<div class=post><a href=/u/{n}>用户{n}</a> <span>今天 06:3{n}</span>"
        f"<p>第{n}座桥终于通车了，真好。</p></div>"
        for n in range(8)
    )
    found = find_microcontent(parse(f"<div>{posts}</div>"), reference=EVENING)
    assert str(found.posts[0].published) == "2024-05-02T06:30"
