"""Bylines on whole pages: where they stand, and what is no byline."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cost import cpu_s
from tests.each import each
from tests.generated import MARKUP
from tests.visible_fields import find_visible
from tests.zoo import ZOO

import maintext
from maintext.metadata.candidate import Candidate, Person
from maintext.metadata.moment import Moment

NOW = Moment(2024, 6, 15, 12, 0, 0, 480)
LEAD = (
    "The bridge over the river was closed for three years, and many people in the town had begun to "
    "doubt that it "
    "would be opened again before the next flood, as some of the council had promised in 2019."
)
LEAD_ZH = (
    "河上的桥关闭了三年，镇上的许多人开始怀疑，它能不能像二〇一九年议会承诺的那样，在下一次洪水之前重新开放。"
    * 4
)
MORE = f"<p>{LEAD}</p><p>On March 3, 2020 the council met again. {LEAD}</p>"


def page_of(
    byline: str, *, body: str = f"<p>{LEAD}</p>{MORE}", above: str = "", behind: str = "", lang: str = "en"
) -> str:
    """An article with a menu, a headline and a byline."""
    return (
        f"<html lang={lang}><head><title>The bridge is open - River News</title></head><body>"
        f"<nav><a href=/>Home</a> <a href=/news>News</a> 14 June 2024</nav>{above}"
        f"<main><h1>The bridge is open</h1>{byline}<div>{body}</div></main>{behind}"
        "<footer>© 2024 River News. By the river.</footer></body></html>"
    )


def found(html: str, **options: Any) -> list[Candidate]:
    return find_visible(maintext.parse(html), reference=NOW, **options)


def first(html: str, field: str) -> tuple[str, str] | None:
    """Value and origin of the first candidate of a field."""
    candidates = [candidate for candidate in found(html) if candidate.field == field]
    if not candidates:
        return None
    value = candidates[0].value
    return value.name if isinstance(value, Person) else str(value), candidates[0].origin


def names(html: str, role: str = "author") -> list[str]:
    people = [c.value for c in found(html) if isinstance(c.value, Person)]
    return list(dict.fromkeys(person.name for person in people if person.role == role))


# -- dates --------------------------------------------------------------------------------------------

DATES = {
    "<p>May 1, 2024</p>": ("2024-05-01", "byline:place"),
    "<p>Published May 1, 2024 at 3:20 pm EST</p>": ("2024-05-01T15:20-05:00", "byline:label"),
    "<p>By Ann Example</p><p>1 May 2024</p>": ("2024-05-01", "byline:place"),
    '<time datetime="2024-05-01T10:20:30+02:00">May 1</time>': ("2024-05-01T10:20:30+02:00", "time:place"),
    "<time>May 1, 2024</time>": ("2024-05-01", "time:place"),
    '<span class="entry-date">1 May 2024</span>': ("2024-05-01", "class:place"),
    '<span class="articleHeader_pubDate__x1">1 May 2024</span>': ("2024-05-01", "class:place"),
    '<div id="publishtime">2024-05-01 10:20</div>': ("2024-05-01T10:20", "class:place"),
    '<a class=date-created><time datetime="2024-05-01T22:20:30-04:00">May 2, 2024</time></a>': (
        "2024-05-01T22:20:30-04:00",
        "time:place",
    ),
    '<b itemprop="datePublished">2024-05-01</b>': ("2024-05-01", "class:place"),
    "<p>Published</p><p>May 1, 2024</p>": ("2024-05-01", "byline:label"),
    "<p>Yesterday, 18:30</p>": ("2024-06-14T18:30", "byline:relative"),
    "<p>Last updated May 3, 2024</p>": ("2024-05-03", "modified:byline:label"),
    "<p>Updated May 3, 2024 | Published May 1, 2024</p>": ("2024-05-01", "byline:label"),
    '<p>Updated <time datetime="2024-05-03">x</time></p><time datetime="2024-05-01">y</time>': (
        "2024-05-01",
        "time:place",
    ),
    "<p>Not a byline</p>": None,
    "<p>May 1, 2034</p>": None,
    "<p>31 June 2024</p>": None,
}


@pytest.mark.parametrize(("byline", "date"), DATES.items())
def test_a_date(byline: str, date: tuple[str, str] | None) -> None:
    assert first(page_of(byline), "published") == date


def test_the_change_is_kept_apart() -> None:
    html = page_of("<p>Published May 1, 2024, updated May 3, 2024</p>")
    assert first(html, "published") == ("2024-05-01", "byline:label")
    assert first(html, "modified") == ("2024-05-03", "byline:label")


FIRST, LATER = "2024-05-01T10:20:00+02:00", "2024-05-03T08:00:00+02:00"


@pytest.mark.parametrize(
    "line",
    [
        "<p>{0}, updated {1}</p>", "<p>{0}</p><p>Updated {1}</p>",
        "<p>{0} · mis à jour le {1}</p>", "<div>{0} <span>更新于</span> {1}</div>",
    ],
)  # fmt: skip
def test_the_words_after_a_date_are_the_label_of_the_next_one(line: str) -> None:
    dates = (f'<time datetime="{FIRST}">May 1</time>', f'<time datetime="{LATER}">May 3</time>')
    html = page_of(line.format(*dates))
    assert first(html, "published") == (FIRST, "time:place")
    assert first(html, "modified") == (LATER, "time:place")


def test_the_date_in_a_long_line_with_labels() -> None:
    html = page_of("<p>By Ann Lee, bridge reporter | May 1, 2024, 10:20 | Updated: May 3, 2024, 11:45</p>")
    assert first(html, "published") == ("2024-05-01T10:20", "byline:place")
    assert first(html, "modified") == ("2024-05-03T11:45", "byline:label")


def test_the_label_of_a_date_counts_before_the_class_of_its_element() -> None:
    html = page_of('<span class="arti_update">发布时间：2024-05-01</span>')
    assert first(html, "published") == ("2024-05-01", "byline:label")
    assert first(html, "modified") is None


def test_a_date_of_the_text_is_no_date_of_the_page() -> None:
    assert first(page_of(""), "published") is None


def test_dates_of_other_articles_are_left_alone() -> None:
    teasers = "".join(
        f"<li><a href=/{n}>Other news {n}</a> <time>{n} May 2024</time></li>" for n in (3, 4, 5)
    )
    assert first(page_of("", behind=f"<ul class='related-posts'>{teasers}</ul>"), "published") is None
    assert first(page_of("", behind=f"<aside>{teasers}</aside>"), "published") is None
    assert first(page_of("<p>May 1, 2024</p>", above=f"<ul>{teasers}</ul>"), "published") == (
        "2024-05-01",
        "byline:place",
    )


def test_the_end_of_a_period_is_no_date_of_the_page() -> None:
    for until in ("Available until", "Verfügbar bis", "Disponible hasta el"):
        assert first(page_of("", above=f"<p>{until} May 1, 2024</p>"), "published") is None


def test_an_aside_named_meta_is_about_the_article() -> None:
    meta = "<aside class=meta><p>May 1, 2024</p></aside>"
    assert first(page_of("", above=meta), "published") == ("2024-05-01", "byline:place")
    assert first(page_of("", above=meta.replace("=meta", "=comment-meta")), "published") is None


def test_the_account_that_a_shared_article_is_of_does_not_sign() -> None:
    card = "<div class=original_primary_card><strong class=original_primary_nickname>河畔融媒</strong></div>"
    shared = f"<p>以下文章来源于河畔融媒 ，作者周明远</p>{card}"
    assert first(page_of(card), "author") is None
    assert first(page_of(shared), "author") == ("周明远", "byline:label")


def test_a_text_may_be_signed_in_many_short_lines() -> None:
    lines = (
        "<p>记者：周明远<p>一审：李青<p>二审：何平<p>三审：孙立<p>欢迎留言，说说你的老街。<p>我们下周三再见。"
    )
    html = f"<title>老街改造动工</title><h1>老街改造动工</h1><p>居民告诉记者，{LEAD_ZH}<p>{LEAD_ZH}{lines}"
    found = maintext.extract(html)
    assert [one.name for one in (*found.authors, *found.credits)] == ["周明远", "李青", "何平", "孙立"]


def test_a_label_counts_in_a_footer_too() -> None:
    assert first(page_of("", behind="<div class=footer>Published on May 1, 2024</div>"), "published") == (
        "2024-05-01",
        "byline:end",
    )


def test_a_date_above_the_headline_yields_to_one_below_it() -> None:
    above = "<div class=date>Saturday, June 1, 2024</div>"
    for below in ("<p>May 1, 2024</p>", "<p>By Ann Lee | May 1, 2024</p>", "<p>Published: May 1, 2024</p>"):
        stated = first(page_of(below, above=above), "published")
        assert stated is not None
        assert stated[0] == "2024-05-01"
    assert first(page_of("", above=above), "published") == ("2024-06-01", "class:place")  # as on weblogs


@pytest.mark.parametrize(
    "today", ["Today is May 1, 2024", "Today is Wednesday, May 1, 2024 10:20:30", "今天是2024年5月1日"]
)
def test_the_day_of_the_visit_is_not_published(today: str) -> None:
    for tag in ("<p>", "<p class=date>"):
        assert first(page_of("", above=f"{tag}{today}</p>"), "published") is None


def test_an_element_named_after_the_last_change() -> None:
    change = "<span class='updated hidden-snippet'>2024-05-03T10:20:00+02:00</span>"
    line = f"<div>By Ann Lee {change}<span>May 1st, 2024</span></div>"
    assert first(page_of(line), "modified") == ("2024-05-03T10:20:00+02:00", "class:place")
    alone = first(page_of(f"<div>By Ann Lee {change}</div>"), "published")
    assert alone == ("2024-05-03T10:20:00+02:00", "byline:place")


def test_a_list_of_articles_has_no_date() -> None:
    items = "".join(f"<h2><a href=/{n}>News {n}</a></h2><time>{n} May 2024</time>" for n in range(1, 9))
    assert first(f"<title>All news</title><h1>All news</h1>{items}", "published") is None


def test_comments_have_no_date_of_the_page() -> None:
    comment = (
        "<div class='comment'><b class=author>annex</b> <time datetime=2024-05-09>May 9</time> Good!</div>"
    )
    html = page_of("", behind=f"<section id=comments>{comment}</section>")
    assert first(html, "published") is None
    assert first(html, "author") is None


def test_a_time_behind_the_text_counts_where_no_other_stands() -> None:
    html = page_of("", behind='<div class=post-info><time datetime="2024-05-01">May 1</time></div>')
    assert first(html, "published") == ("2024-05-01", "time:page")


@pytest.mark.parametrize(
    ("declared", "shown"),
    [
        (
            '{"@type":"MusicEvent","startDate":"2024-07-12T19:30"}',
            '<time datetime="2024-07-12T19:30">12 July</time>',
        ),
        ('{"@type":"Event","startDate":"2024-07-12","endDate":"2024-07-14"}', "<p>July 14, 2024</p>"),
        ("", '<time itemprop="startDate" datetime="2024-07-12T19:30">12 July</time>'),
        ("", '<abbr class="dtstart" title="2024-07-12T19:30:00">tonight</abbr>'),
    ],
)
def test_the_day_of_an_event_is_not_published(declared: str, shown: str) -> None:
    above = f'<script type="application/ld+json">{declared}</script>'
    url = "https://example.org/events/2024/07/12/"
    assert maintext.extract(page_of(shown, above=above), url=url if declared else None).published is None
    stated = page_of(f"<p>Published on July 12, 2024</p>{shown}", above=above)
    assert str(maintext.extract(stated).published) == "2024-07-12"


def test_a_label_behind_the_text() -> None:
    html = page_of("", behind="<p>Posted on May 1, 2024 by Ann Example</p>")
    assert first(html, "published") == ("2024-05-01", "byline:end")
    assert first(html, "author") == ("Ann Example", "byline:end")


@pytest.mark.parametrize(
    ("lang", "date"),
    [("en", "2024-03-04"), ("en-US", "2024-03-04"), ("en-GB", "2024-04-03"), ("fr", "2024-04-03")],
)
def test_the_language_orders_day_and_month(lang: str, date: str) -> None:
    assert first(page_of("<p>03/04/2024</p>", lang=lang), "published") == (date, "byline:place")


@pytest.mark.parametrize("lang", ["zh", "zh-CN", "ja", "ko", "en", "''"])
def test_pages_in_chinese_write_the_year_first(lang: str) -> None:
    html = page_of("<p>14/01/07</p>", body=f"<p>{LEAD_ZH}</p>", lang=lang).replace(
        "The bridge is open", "通车"
    )
    assert first(html, "published") == ("2014-01-07", "byline:place")


def test_an_address_of_a_country_orders_day_and_month() -> None:
    html = page_of("<p>03/04/2024</p>")
    for url, date in (("https://news.example.co.uk/1", "2024-04-03"), ("https://example.com/", "2024-03-04")):
        stated = find_visible(maintext.parse(html, url=url), reference=NOW)
        assert [str(one.value) for one in stated if one.field == "published"] == [date]


# -- people -------------------------------------------------------------------------------------------

AUTHORS = {
    "<p>By Ann Example</p>": ("Ann Example", "byline:label"),
    "<p>By <a href=/ann>Ann Example</a></p><p>May 1, 2024</p>": ("Ann Example", "byline:label"),
    "<div>By</div><div>Ann Example</div>": ("Ann Example", "byline:label"),
    "<span>By Ann Example</span><span>Published: May 1, 2024</span>": ("Ann Example", "byline:label"),
    "<span class=author>Ann Example</span>": ("Ann Example", "class:place"),
    "<div class='post-author-name'><a href=/ann>Ann Example</a> <i>May 1, 2024</i></div>": (
        "Ann Example",
        "class:place",
    ),
    "<div class=BylineName>Ann Example</div>": ("Ann Example", "class:place"),
    "<a rel=author href=/ann>Ann Example</a>": ("Ann Example", "rel:author"),
    "<i itemprop=author>Ann Example</i>": ("Ann Example", "rel:author"),
    "<a href=/authors/ann>Ann Example</a>": ("Ann Example", "link:place"),
    "<p>Von Anna Beispiel</p>": ("Anna Beispiel", "byline:label"),
    "<p><a href=/authors>Authors</a>: <a href=/a>Unheard</a>: <a href=/b>Media</a>: May 1, 2024</p>": None,
    "<p class=author-bio>Ann Example has lived beside the river all her life.</p>": None,
    "<p class=author>River News staff, 12 comments, share this</p>": None,
    "<p>By the river we sat down</p>": None,
    "<p>By</p><p>Will Example</p>": ("Will Example", "byline:label"),
    "<p>Eingestellt von Anna Beispiel</p>": ("Anna Beispiel", "byline:label"),
    "<p>Auteur:</p><p>Anne Exemple</p>": ("Anne Exemple", "byline:label"),
    "<a href=/newsteam/ann>Ann Example</a>": ("Ann Example", "link:place"),
    "<p class=author>Chefredakteur</p>": None,
    "<p class=author>Artikel</p>": None,
    "<p class=author>vom</p>": None,
    "<img class=author-avatar alt='Ann Example'>": None,
}


@pytest.mark.parametrize(("byline", "author"), AUTHORS.items())
def test_an_author(byline: str, author: tuple[str, str] | None) -> None:
    assert first(page_of(byline), "author") == author


def test_all_authors_of_a_line_and_no_others() -> None:
    other = "<p>By Cy Test</p>" * 3
    html = page_of("<p>By Ann Example and Bob Sample</p>", body=MORE + other)
    assert names(html) == ["Ann Example", "Bob Sample"]


def test_authors_in_elements_of_their_own() -> None:
    html = page_of("<div><a class=author>Ann Example</a>, <a class=author>Bob Sample</a></div>")
    assert names(html) == ["Ann Example", "Bob Sample"]


def test_and_on_a_line_of_its_own_joins_two_names() -> None:
    assert names(page_of("<div>Von <b>Anna Beispiel</b> <i>und</i> <b>Bernd Muster</b></div>")) == [
        "Anna Beispiel",
        "Bernd Muster",
    ]


def test_a_photographer_does_not_end_the_search_for_an_author() -> None:
    html = page_of("<p>Foto: Cy Bild</p>", behind="<p>Autor:</p><p>Anna Beispiel</p>")
    assert names(html) == ["Anna Beispiel"]
    assert names(html, "photographer") == ["Cy Bild"]


@pytest.mark.parametrize(
    "day",
    ["Dienstag, 14. Mai 2024", "martes, 14 de mayo de 2024", "Selasa, 14 Mei 2024", "Marți, 14 Mai 2024"],
)
def test_the_day_of_the_week_is_no_author(day: str) -> None:
    document = maintext.extract(page_of(f"<div class=byline>{day}</div>"))
    assert (document.authors, str(document.published)) == ((), "2024-05-14")


def test_no_author() -> None:
    assert first(page_of(""), "author") is None


# -- Chinese pages ------------------------------------------------------------------------------------


def chinese(byline: str, end: str = "") -> str:
    return (
        "<html lang=zh-CN><head><title>河上的桥修好了_河畔网</title></head><body><div class=nav><a "
        "href=/>首页</a>"
        f"<a href=/news>新闻</a></div><div><h1>河上的桥修好了</h1><div class=info>{byline}</div>"
        f"<div class=content><p>{LEAD_ZH}</p><p>{LEAD_ZH}</p>{end}</div></div><div>版权所有 © 2024 "
        f"河畔网</div></body></html>"
    )


def test_a_chinese_byline() -> None:
    html = chinese(
        "<span>2024年05月01日 10:20</span> 来源：<a href='https://river.example/x'>河畔日报</a> "
        "<span>作者：张三</span>",
        "<p>（责任编辑：李四）</p>",
    )
    assert first(html, "published") == ("2024-05-01T10:20", "byline:place")
    assert first(html, "source") == ("河畔日报", "byline:label")
    assert first(html, "source_url") == ("https://river.example/x", "byline:label")
    assert names(html) == ["张三"]
    assert names(html, "responsible_editor") == ["李四"]


def test_dates_in_chinese_sentences_are_not_that_of_the_page() -> None:
    told = "".join(f"<p>河畔的长桥在2022年1月{day}日上午9时恢复通车。</p>" for day in (8, 11, 15))
    page = f"<title>长桥恢复通车的通告</title><h2>长桥恢复通车的通告</h2><div>2022-01-09　办公室</div>{told}"
    assert str(maintext.extract(page).published) == "2022-01-09"


def test_chinese_names_in_the_first_lines_of_the_text() -> None:
    assert names(
        chinese("2024-05-01", "").replace(LEAD_ZH, f"【文/河畔网专栏作者 王文】</p><p>{LEAD_ZH}", 1)
    ) == ["王文"]
    assert names(
        chinese("2024-05-01", "").replace(LEAD_ZH, f"执笔/张三、李四&王小五</p><p>{LEAD_ZH}", 1)
    ) == [
        "张三",
        "李四",
        "王小五",
    ]


def test_a_chinese_dateline() -> None:
    html = chinese("2024-05-01", "").replace(LEAD_ZH, "河畔社北京5月1日电（记者 张三 李四）桥开了。", 1)
    assert names(html, "reporter") == ["张三", "李四"]


def test_a_byline_above_the_headline() -> None:
    html = page_of("", above="<p>By Ann Example | May 1, 2024</p>")
    assert first(html, "author") == ("Ann Example", "byline:label")
    assert first(html, "published") == ("2024-05-01", "byline:place")


def test_a_headline_that_is_no_heading() -> None:
    html = page_of("<p>May 1, 2024</p>").replace("h1>", "div>")
    assert first(html, "published") == ("2024-05-01", "byline:place")


def test_the_row_of_the_headline_may_be_given() -> None:
    html = page_of("", above="<h2>Other</h2><p>Text</p>" * 30 + "<h3>Here</h3><p>May 1, 2024</p>")
    page = maintext.parse(html)
    row = int(np.flatnonzero(page.is_tag(("h3",)))[0])
    days = [
        str(c.value) for c in find_visible(page, reference=NOW, headline_row=row) if c.field == "published"
    ]
    assert days == ["2024-05-01"]


def test_kept_rows_say_where_the_text_begins() -> None:
    teaser = f"<p>{LEAD}</p>"
    html = page_of(f"{teaser}<p>Read on</p><p>x</p><p>y</p><p>z</p><p>Published May 1, 2024</p>", body=MORE)
    page = maintext.parse(html)
    kept = np.zeros(len(page), dtype=np.bool_)
    main = int(np.flatnonzero(page.is_tag(("main",)))[0])
    div = next(row for row in range(main, len(page)) if page.name(row) == "div")
    kept[div:] = True
    kept &= page.is_text
    assert not [c for c in find_visible(page) if c.origin == "byline:label"]
    assert [str(c.value) for c in find_visible(page, kept=kept) if c.origin == "byline:label"] == [
        "2024-05-01"
    ]


# -- any page -----------------------------------------------------------------------------------------


def check(html: str) -> None:
    page = maintext.parse(html)
    for candidate in find_visible(page, reference=NOW):
        assert 0 <= candidate.row < len(page)
        assert not page.is_hidden[candidate.row] or not page.is_text[candidate.row]
        assert isinstance(candidate.value, Moment | Person | str)


@each("name", ZOO)
def test_pages_of_the_zoo(name: str) -> None:
    check(ZOO[name])


BYLINES = st.sampled_from(
    [
        "By Ann",
        "<h1>One</h1>",
        "2024-05-01",
        "<time datetime=x>1</time>",
        "<b class=author>A B</b>",
        "作者：张三",
        "来源：",
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(MARKUP | BYLINES, max_size=8).map("".join))
def test_generated_pages(html: str) -> None:
    check(html)


BAD = {
    "a line of digits": "<h1>T</h1><p>" + "1234567890" * 100_000 + "</p>",
    "dates in one line": "<h1>T</h1><p>" + "2024-05-01 " * 90_000 + "</p>",
    "dates in lines": "<h1>T</h1>" + "<p>2024-05-01</p>" * 20_000,
    "bylines in lines": "<h1>T</h1>" + "<p>By Ann Example, May 1, 2024</p>" * 10_000,
    "times": "<h1>T</h1>" + "<time datetime='9999-99-99'>0000-00-00</time>" * 10_000,
    "named elements": "<h1>T</h1>" + "<b class='author date'>x</b>" * 20_000,
    "different names": "<h1>T</h1>" + "".join(f"<b class='author-{n}'>x</b>" for n in range(20_000)),
    "nested named elements": "<h1>T</h1>" + "<div class=author>" * 3_000 + "By Ann",
    "headings": "<title>T t t t</title>" + "<h1>T</h1>" * 10_000,
    "a heading around all": "<title>T</title>" + "<h1>" * 400 + "T" * 100_000,
    "labels": "<h1>T</h1><p>" + "来源：作者：" * 60_000 + "</p>" + "<p>来源：</p>" * 5_000,
    "years 0 to 9999": "<h1>T</h1>" + "".join(f"<p>{year:04}-05-01</p>" for year in range(10_000)),
    "links": "<h1>T</h1>" + "<a href=/authors/x>Ann Example</a> " * 20_000,
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_page_costs_little(name: str) -> None:
    page = maintext.parse(BAD[name])
    _ = page.is_hidden, page.is_link
    assert cpu_s(lambda: find_visible(page, reference=NOW)) < 0.2


# -- behind the text ---------------------------------------------------------------------------------------

LONG = (
    "<p>"
    + "It rained in the hills all day, and the paths were full of water when we came down. " * 3
    + "</p>"
)


@pytest.mark.parametrize(
    "line",
    [
        "<p>Text by <a href=/c/ann>Ann Lee</a></p>",
        "<p><b>Autor:</b> Ann Lee</p>",
        "<p><b>Von:</b><br>Ann Lee</p>",
        "<p>Words by Ann Lee</p>",
        "<p>Автор: Ann Lee</p>",
    ],
)
def test_authors_named_behind_the_text(line: str) -> None:
    html = f"<h1>A walk</h1>{LONG}{LONG}{LONG}{LONG}{line}<p>More walks</p>"
    assert first(html, "author") == ("Ann Lee", "byline:end")
    assert first(f"<h1>A walk</h1><p>By Bob Roe</p>{LONG}{LONG}{LONG}{LONG}{line}", "author") == (
        "Bob Roe",
        "byline:label",
    )


def test_by_alone_behind_the_text_is_that_of_another_text() -> None:
    assert (
        first(f"<h1>A walk</h1>{LONG}{LONG}{LONG}{LONG}<h3>Another</h3><p>By Ann Lee</p>", "author") is None
    )


FOOT = '<time class="entry-date published" datetime="2024-05-01T10:20:00+00:00">May 1, 2024</time>'


@pytest.mark.parametrize("name", ["entry-footer", "post-footer", "article-footer", "x"])
def test_the_foot_of_an_article_is_no_foot_of_the_page(name: str) -> None:
    html = f'<article><h1>A walk</h1>{LONG * 3}<footer class="{name}">{FOOT} in the hills</footer></article>'
    assert first(html, "published") == ("2024-05-01T10:20:00+00:00", "time:page")


@pytest.mark.parametrize(
    "around",
    ["<article><h1>A walk</h1>{0}</article>{1}", "<h1>A walk</h1>{0}<article><h2>B</h2>{1}</article>"],
)
def test_the_foot_of_the_page_or_of_another_article_dates_nothing(around: str) -> None:
    assert first(around.format(LONG * 3, f"<footer>{FOOT} in the hills</footer>"), "published") is None


def test_what_holds_the_text_is_no_sidebar_whatever_its_name() -> None:
    inner = f"{LONG * 4}<p>Text by Ann Lee</p>"
    html = (
        f"<header><h1>A walk</h1></header><p>Hills and paths</p><div class=content-sidebar-wrap>{inner}</div>"
    )
    assert first(html, "author") == ("Ann Lee", "byline:end")
    aside = f"<h1>A walk</h1>{LONG * 4}<div class=sidebar><p>Text by Ann Lee</p></div>"
    assert first(aside, "author") is None


@pytest.mark.parametrize(
    ("name", "author"),
    [("x-widget x-widget-text", "Ann Lee"), ("widget widget-text", None), ("widget_recent", None)],
)
def test_only_what_begins_with_the_word_is_a_widget(name: str, author: str | None) -> None:
    html = f'<h1>A walk</h1>{LONG * 4}<div class="{name}"><p>Text by Ann Lee</p></div>'
    assert first(html, "author") == (author and (author, "byline:end"))


@pytest.mark.parametrize(
    "line",
    [
        "<p>Posted by <b>Ann Lee</b> in Walks</p>",
        "<p>This article was written by Ann Lee</p>",
        "<p>Geschrieben von Ann Lee</p>",
        "<p>Écrit par Ann Lee</p>",
        "<p>Scritto da Ann Lee</p>",
        "<p>Escrito por Ann Lee</p>",
    ],
)
def test_sentences_that_name_the_author_behind_the_text(line: str) -> None:
    html = f"<h1>A walk</h1>{LONG * 4}{line}<p>More walks</p>"
    assert first(html, "author") == ("Ann Lee", "byline:end")


def test_a_date_beside_the_author_behind_the_text() -> None:
    signed = "<p>Gespeichert von <b>ann</b> am 24. Juli 2017 - 18:55</p>"
    assert first(f"<h1>A walk</h1>{LONG * 4}{signed}", "published") == ("2017-07-24T18:55", "byline:end")


def test_a_label_in_an_element_of_its_own_needs_no_space_behind_it() -> None:
    html = page_of("<p><span>By</span><span>Ann Lee</span></p>")
    assert first(html, "author") == ("Ann Lee", "byline:label")


@pytest.mark.parametrize(
    ("name", "author"), [("author-box__name", "Ann Lee"), ("author-box", None), ("comment-author-name", None)]
)
def test_a_name_in_a_box_about_the_author(name: str, author: str | None) -> None:
    html = page_of(f"<h4 class={name}>Ann Lee</h4>")
    assert first(html, "author") == (author and (author, "class:place"))


@pytest.mark.parametrize("name", ["yazar", "szerzo", "haber-muhabir", "columnist-name"])
def test_a_name_in_an_element_that_others_call_author(name: str) -> None:
    assert first(page_of(f"<b class={name}>Ann Lee</b>"), "author") == ("Ann Lee", "class:place")


@pytest.mark.parametrize("line", ["چهارشنبه، ۱۲ اردیبهشت ۱۴۰۳", "١ مايو ٢٠٢٤", "১ মে ২০২৪", "๑ พฤษภาคม ๒๕๖๗"])
def test_a_date_without_a_label_in_digits_of_other_scripts(line: str) -> None:
    assert first(page_of(f"<p>{line}</p>"), "published") == ("2024-05-01", "byline:place")


@pytest.mark.parametrize("text", ["Sat", "Sponsored"])
def test_a_day_or_an_advertisement_is_no_author(text: str) -> None:
    assert first(page_of(f"<b class=author>{text}</b>"), "author") is None


def test_a_medium_among_names_is_the_source() -> None:
    line = "<p class=byline>河畔社 张三 <time>2024-05-01 10:20</time></p>"
    assert first(page_of(line), "author") == ("张三", "class:place")
    assert first(page_of(line), "source") == ("河畔社", "byline:place")
    line = "<p class=byline>河畔日报社 张三</p>"
    assert first(page_of(line), "source") == ("河畔日报社", "class:place")
    assert first(page_of("<p>By Ann Example and Bob Sample, Reuters</p>"), "source") == (
        "Reuters",
        "byline:place",
    )
