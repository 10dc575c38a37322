"""Bylines as sites write them today: one page for each form, and the fields that it states."""

# ruff: noqa: E501 - markup, one element a line

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

import maintext
from maintext.metadata.moment import parse_moment

_FETCHED = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
_TITLE = "老街改造让居民生活更加便利"
_TEXTS = {
    "zh": "昨日上午，城东老街改造二期工程正式动工，预计明年秋天完成。项目涉及三百多户居民和四十余家商铺。",
    "ja": "市議会は四時間にわたる議論の末に計画を承認し、新しい道によって移動時間が短くなり安全になると説明した。",
    "ru": "Совет одобрил план после четырёхчасовых споров: новые полосы должны сократить время поездок на пятую часть.",
    "hi": "परिषद ने चार घंटे की बहस के बाद योजना को मंजूरी दी और कहा कि नई बस लेन से यात्रा का समय कम होगा।",
    "en": "The council approved the plan after a four-hour debate, saying the new lanes would cut journey times.",
}


def fields_of(before: str, after: str = "", *, lang: str = "zh", head: str = "") -> dict[str, Any]:
    """Return the fields of a page with a byline above and below its text."""
    text = f"<p>{_TEXTS[lang]}</p>" * 4
    head = f"<title>{_TITLE}_城东频道_河畔新闻-The Bank</title>{head}"
    page = f"<html lang={lang}><head>{head}</head><h1>{_TITLE}</h1>{before}{text}{after}"
    document = maintext.extract(page, "https://news.example.com/a/1.html", fetched=_FETCHED)
    found = document.to_dict()
    people = {name: [one["name"] for one in found[name]] for name in ("authors", "credits")}
    return found | people | {"images": [one["url"] for one in found["images"]]}


@pytest.mark.parametrize(
    ("before", "after", "lang", "expected"),
    [
        ("<p>2026-11-30</p>", "<p>（河畔日报全媒体记者 周明远）</p>", "zh", {"source": "河畔日报"}),
        (
            "<p>2026-11-29 18:00 发布　2026-11-30 08:30 更新　来源：河畔网</p>",
            "",
            "zh",
            {"published": "2026-11-29T18:00", "modified": "2026-11-30T08:30"},
        ),
        (
            "<p>2026-11-30</p>",
            "<p>该书作者：李白云曾多次来到这里，他写道，老街变了。</p>",
            "zh",
            {"authors": []},
        ),
        (
            "<p><span>发布者：王丽</span><span>发布时间：2026-11-30</span></p>",
            "<p>（文/图 周明远 审核 赵强）</p>",
            "zh",
            {"authors": ["周明远"]},
        ),
        ("<p><span>发布者：王丽</span><span>2026-11-30</span></p>", "", "zh", {"authors": ["王丽"]}),
        (
            "<ul><li>生成日期：2026-11-25</li><li>公开日期：2026-11-30</li></ul>",
            "",
            "zh",
            {"published": "2026-11-30"},
        ),
        (
            "<p>2026-11-30</p>",
            "<div class=adEditor><span>【编辑:王丽】</span></div>",
            "zh",
            {"credits": ["王丽"]},
        ),
        (
            "<p>聯合報／ 記者<a href=/author/1>張曉明</a>／台北即時報導</p><p>2026-11-30</p>",
            "",
            "zh",
            {"source": "聯合報", "authors": ["張曉明"]},
        ),
        ("<div>2026-11-30 HKT 08:30</div>", "", "zh", {"published": "2026-11-30T08:30"}),
        ("<p>专栏作者：周明远</p><p>2026-11-30</p>", "", "zh", {"authors": ["周明远"]}),
        ("<p>3小时前作者：周明远</p>", "", "zh", {"authors": ["周明远"]}),
        ("<p>2026-11-30</p>", "<p>【记者】好的。</p>", "zh", {"authors": []}),
        (
            "<p>2026-11-30 发布日期：2026-11-28 10:00 修改</p>",
            "",
            "zh",
            {"published": "2026-11-28T10:00"},
        ),
        (
            "<p>By the <abbr title='World Health Organization'>WHO</abbr></p>",
            "<p>Posted <time datetime=2026-11-30>Monday</time></p>",
            "en",
            {"published": "2026-11-30"},
        ),
        (
            "",
            "<aside class=editor-picks><p>By Ann Lee, 1 January 2020</p></aside>",
            "en",
            {"authors": []},
        ),
        ("<div>作者：周明远 ▪ 李红梅 　责编：王丽</div>", "", "zh", {"authors": ["周明远", "李红梅"]}),
        (
            "<p>2026-11-30</p>",
            "<p>【记者】周明远 李红梅</p><p>【摄影】赵强</p>",
            "zh",
            {"authors": ["周明远", "李红梅"], "credits": ["赵强"]},
        ),
        (
            "<p>2026-11-30</p><p>【大公報訊】記者張曉明報道：今年以來，老街改造進展順利。</p>",
            "",
            "zh",
            {"source": "大公報", "authors": ["張曉明"]},
        ),
        ("<div>文・山田太郎</div><div>2026年11月30日</div>", "", "ja", {"authors": ["山田太郎"]}),
        ("<div>दिल्ली<span>1 दिन पहले</span></div>", "", "hi", {"published": "2026-11-29"}),
        (
            "<div>입력 2026.11.30. 08:30 업데이트 2026.11.30. 10:15</div>",
            "",
            "en",
            {"published": "2026-11-30T08:30", "modified": "2026-11-30T10:15"},
        ),
        (
            "<p><i class=date>30.11.2026</i></p>",
            "<p>Текст: Анна Петрова</p><p>Фото: Иван Сидоров</p>",
            "ru",
            {"authors": ["Анна Петрова"]},
        ),
        (
            "",
            "<p>Posted by Ann Lee at <a href=#><abbr class=published title='2026-11-30T08:30:00-08:00'>8:30 AM</abbr></a></p><aside><time>21 Oct 2026</time></aside>",
            "en",
            {"published": "2026-11-30T08:30:00-08:00"},
        ),
        ("", "", "zh", {"site_name": "河畔新闻"}),
        (
            "<table><tr><th>信息来源</th><td>区文旅局</td><th>发布日期</th><td>2026-11-30</td></tr></table>",
            "",
            "zh",
            {"source": "区文旅局", "published": "2026-11-30"},
        ),
        (
            "<p>发布于 2026-11-30 08:30 修改于 2026-11-30 10:15</p>",
            "<p>【记者】谢谢。</p><p>记者：资金从哪里来？</p>",
            "zh",
            {"authors": [], "published": "2026-11-30T08:30", "modified": "2026-11-30T10:15"},
        ),
        (
            "<p>来自 / 联合早报</p><p>发布 / 2026年11月30日 08:30</p>",
            "",
            "zh",
            {"source": "联合早报", "published": "2026-11-30T08:30"},
        ),
        (
            "<p>发表时间： 30/11/2026 - 08:30更改时间： 30/11/2026 - 10:15</p>",
            "",
            "zh",
            {"published": "2026-11-30T08:30", "modified": "2026-11-30T10:15"},
        ),
        (
            "<p>作&nbsp;&nbsp;者：\u200b周&nbsp;远&emsp;来&nbsp;&nbsp;源：\ufeff河畔网</p>",
            "",
            "zh",
            {"authors": ["周远"], "source": "河畔网"},
        ),
        ("<p>2026-11-30</p>", "<p>欧阳晓东  司马玉/文</p>", "zh", {"authors": ["欧阳晓东", "司马玉"]}),
        ("<p>《河畔日报》(2026年11月30日 第03版)</p>", "", "zh", {"source": "《河畔日报》"}),
        (
            "<dl><dt>來源</dt><dd>河畔網</dd><dt>時間</dt><dd>2026-11-30</dd></dl>",
            "",
            "zh",
            {"source": "河畔網", "published": "2026-11-30"},
        ),
        (
            "<p>Author:\u200f Ann Example</p><p>Last\n  updated</p><p>2026-11-30</p>",
            "",
            "en",
            {"authors": ["Ann Example"], "modified": "2026-11-30"},
        ),
        ("<p>2026-11-30&nbsp;by&nbsp;Ann&nbsp;Example</p>", "", "en", {"authors": ["Ann Example"]}),
    ],
    ids=str,
)
def test_a_byline_is_read(before: str, after: str, lang: str, expected: dict[str, Any]) -> None:
    found = fields_of(before, after, lang=lang)
    assert {name: found[name] for name in expected} == expected


def test_the_images_that_a_page_declares_for_baidu() -> None:
    head = '<script type="application/ld+json">{"images": ["https://e.com/1.jpg"], "pubDate": "2026-11-30"}</script>'
    assert fields_of("", head=head)["images"] == ["https://e.com/1.jpg"]


def test_a_description_has_no_title_at_its_end() -> None:
    head = f'<meta name="description" content="三百多户居民明年回迁。,{_TITLE}">'
    assert fields_of("", head=head)["description"] == "三百多户居民明年回迁。"


def test_a_portal_ends_the_title() -> None:
    title = "城东区推进老旧小区加装电梯-本地新闻-河畔新闻网-河畔市新闻门户"
    page = f"<title>{title}</title><p>{_TEXTS['zh']}</p>"
    assert maintext.extract(page, "https://www.example.com/1").title == title.partition("-")[0]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("30. listopadu 2026", "2026-11-30"),
        ("5 жовт. 2026", "2026-10-05"),
        ("11 sett 2026", "2026-09-11"),
        ("30 नवं 2026", "2026-11-30"),
        ("5 јули 2026", "2026-07-05"),
        ("1. janvāra 2026", "2026-01-01"),
        ("२०२६ नोभेम्बर ३०", "2026-11-30"),
    ],
)
def test_the_name_of_a_month(text: str, date: str) -> None:
    assert str(parse_moment(text)) == date
