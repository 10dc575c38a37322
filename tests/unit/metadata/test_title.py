from __future__ import annotations

import pytest

import maintext
from maintext.html import Page, parse
from maintext.metadata.candidate import Candidate, Field
from maintext.metadata.merge import chosen
from maintext.metadata.title import TITLE_CONFIDENCE, find_titles, title_words


def find_title(page: Page) -> Field | None:
    return chosen("title", find_titles(page))


def found(markup: str) -> tuple[str, str] | None:
    field = find_title(parse(markup))
    return (field.value, field.origin) if field else None


def from_title(title: str) -> str | None:
    field = find_title(parse(f"<title>{title}</title><p>text</p>"))
    return field.value if field else None


def og(title: str) -> str:
    return f'<meta property="og:title" content="{title}">'


# -- where it comes from ------------------------------------------------------------------------------


def test_a_page_that_states_no_title_has_none() -> None:
    assert found("<p>text</p>") is None


def test_empty_titles_are_none() -> None:
    assert found(f"<title> \n </title>{og(' ')}<h1>&nbsp;</h1>") is None


def test_the_heading_that_the_title_repeats() -> None:
    assert found("<title>A walk - The Site</title><h1>A walk</h1>") == ("A walk", "h1")


def test_an_element_that_is_a_heading_of_the_first_level_by_its_role_is_one() -> None:
    buy = "<h2>Buy the Long Pier</h2>"
    name = '<div role="heading" aria-level="1">The Long Pier</div>'
    assert found(f"<title>The Long Pier on Boat</title>{name}{buy}") == ("The Long Pier", "h1")
    assert found(f"<title>The Long Pier on Boat</title>{name.replace('1', '3')}{buy}") != (
        "The Long Pier",
        "h1",
    )


@pytest.mark.parametrize(
    "heading",
    [
        'Usage<a class="headerlink" href="#usage">¶</a>',
        'Usage <a href="#usage">#</a>',
        '<a href="#usage">§</a> Usage',
        '<a href="#usage">Usage</a>',
    ],
)
def test_a_permalink_is_neither_a_link_nor_part_of_the_title(heading: str) -> None:
    title = "<title>Usage — the long pier 2.1 documentation</title>"
    assert found(f"{title}<h1>{heading}</h1>") == ("Usage", "h1:other")
    assert found(f"<title>In C#</title><h1>{heading.replace('Usage', 'In C#')}</h1>") == ("In C#", "h1")


def test_a_heading_in_copies_for_the_screen_and_for_its_readers_is_read_once() -> None:
    hidden = "<span aria-hidden=true>The long pier</span>"
    assert found(f"<h1>{hidden}{hidden}<span class=sr-only>The long pier</span></h1>") == (
        "The long pier",
        "h1:other",
    )


@pytest.mark.parametrize("level", ["h1", "h2"])
def test_the_chapter_below_the_name_of_its_book(level: str) -> None:
    book, chapter = "<h1>The Book of Long Piers</h1>", f"<{level}>2.1 What is a pier?</{level}>"
    title = "<title>What Is a Pier? - The Book of Long Piers</title>"
    assert found(f"{title}{book}{chapter}") == ("2.1 What is a pier?", level)
    headline = "<title>The Bay Post - The long pier opens again</title><h1>The long pier opens again</h1>"
    assert found(f"{headline}<h2>Other news</h2>") == ("The long pier opens again", "h1")


@pytest.mark.parametrize(
    ("title", "site", "heading", "expected"),
    [
        # TypePad and Movable Type
        ("Salt &amp; Bread: Rye in June", "<a href=/>Salt &amp; Bread</a>", "h3", "Rye in June"),
        ("The old market › Weir Society", "<a href=/>Weir Society</a>", "h2", "The old market"),
    ],
)
def test_the_heading_below_the_name_of_the_site(title: str, site: str, heading: str, expected: str) -> None:
    page = f"<title>{title}</title><h1>{site}</h1><{heading}>{expected}</{heading}><p>text</p>"
    assert found(page) in {(expected, heading), (expected, "h1:other")}


def test_a_heading_that_links_to_its_page_is_no_site_because_of_a_bracket() -> None:
    page = "<title>Salt roads - a film [Video]</title><h1><a href=/salt>Salt roads</a></h1><p>text</p>"
    assert found(page) == ("Salt roads", "h1")


def test_markup_in_a_declared_title() -> None:
    assert found(og("&lt;b&gt;The pier&lt;/b&gt;&lt;br&gt;opens again")) == (
        "The pier opens again",
        "meta:og:title",
    )
    assert found(og("&lt;br&gt;: the line break")) == ("<br>: the line break", "meta:og:title")


def test_markup_that_is_text_of_the_title() -> None:
    for written in ('&lt;SPAN class="x"&gt;A walk', "A &lt;i&gt;walk&lt;/i&gt;"):
        assert maintext.extract(f"<title>{written}</title><p>{_PROSE}").title == "A walk"
    assert maintext.extract(f"<title>The &lt;br&gt; tag</title><p>{_PROSE}").title == "The <br> tag"


_HEADED = "<ul><li><a href=/>Home</a></ul>{}<p>{}</p>"


@pytest.mark.parametrize(
    ("above", "title"),
    [
        ("<h2>The bridge is open</h2>", "The bridge is open"),
        ("<h3>The bridge is open</h3><p>By Ann Lee</p><p>Print</p>", "The bridge is open"),
        ("<h3>News</h3><h3>The bridge is open</h3>", None),
        (f"<h3>More</h3><ul>{'<li><a href=/>Ships</a></li>' * 5}</ul>", None),
        ("<h4>The bridge is open</h4>", None),
        ("<h1>The river</h1><h2>The bridge is open</h2>", "The river"),
    ],
)
def test_the_only_heading_above_the_text_where_no_title_is_declared(above: str, title: str | None) -> None:
    assert maintext.extract(_HEADED.format(above, _PROSE)).title == title


def test_of_several_headings_the_one_that_the_title_repeats() -> None:
    assert found("<title>A walk | The Site</title><h1>The News</h1><h1>A walk</h1>") == ("A walk", "h1")


def test_a_heading_may_differ_from_the_title_in_case_and_marks() -> None:
    assert found("<title>A walk, in the hills | Site</title><h1>A Walk in the Hills</h1>") == (
        "A Walk in the Hills",
        "h1",
    )


def test_a_heading_with_the_name_of_the_site_only_is_not_the_title() -> None:
    assert found("<title>A long walk in the hills of the north - Site</title><h1>Site</h1><h1>News</h1>") == (
        "A long walk in the hills of the north",
        "title",
    )


def test_a_heading_that_og_title_repeats() -> None:
    assert found(f"<title>Site</title>{og('A walk')}<h1>A walk</h1>") == ("A walk", "h1")


def test_og_title_comes_before_several_headings_it_does_not_repeat() -> None:
    assert found(f"{og('A walk')}<h1>The News</h1><h1>Sports</h1>") == ("A walk", "meta:og:title")


def test_a_lone_heading_that_is_a_link_is_a_logo() -> None:
    assert found(f"{og('A walk')}<h1><a href=/>The News</a></h1>") == ("A walk", "meta:og:title")


def test_og_title_by_the_wrong_attribute_counts() -> None:
    assert found('<meta name="OG:Title" content="A walk">') == ("A walk", "meta:og:title")


def test_twitter_title_comes_after_og_title() -> None:
    twitter = '<meta name="twitter:title" content="A tweet">'
    assert found(twitter) == ("A tweet", "meta:twitter:title")
    assert found(twitter + og("A walk")) == ("A walk", "meta:og:title")


def test_a_lone_heading_comes_before_the_title() -> None:
    assert found("<title>Welcome</title><h1>A walk</h1>") == ("A walk", "h1:other")


def test_the_title_comes_before_several_headings() -> None:
    assert found("<title>Welcome</title><h1>One</h1><h1>Two</h1>") == ("Welcome", "title")


def test_a_hidden_heading_does_not_count() -> None:
    assert found("<title>Welcome</title><h1 hidden>A walk</h1>") == ("Welcome", "title")


def test_only_the_first_title_element_counts() -> None:
    assert found("<title>One</title><p><title>Two</title>") == ("One", "title")


def test_white_space_and_entities_are_resolved() -> None:
    assert found("<title>\n A &amp;\t walk </title>") == ("A & walk", "title")
    assert found(og("Q&amp;A &quot;x&quot;")) == ('Q&A "x"', "meta:og:title")


def test_markup_inside_a_heading_is_left_out() -> None:
    assert found("<h1>A <b>long</b><br> walk</h1>") == ("A long walk", "h1:other")


def test_the_permalink_of_a_heading_is_left_out() -> None:
    markup = '<title>A walk</title><h1>A walk<a class="headerlink" href="#a-walk">¶</a></h1>'
    assert found(markup) == ("A walk", "h1")


def test_a_field_is_a_value_with_its_origin_confidence_and_row() -> None:
    page = parse("<title>A walk</title><h1>A walk</h1>")
    row = next(row for row in range(len(page)) if page.name(row) == "h1")
    assert find_title(page) == Field("A walk", "h1", TITLE_CONFIDENCE["h1"], row)


def test_a_second_heading_that_is_the_title_comes_before_a_first_one_that_is_not() -> None:
    assert found("<title>A walk in spring | Site</title><h1>Menu</h1><h2>A walk in spring</h2>") == (
        "A walk in spring",
        "h2",
    )


def test_a_third_heading_that_is_the_whole_title_where_no_other_is() -> None:
    head = f"<title>Pier Notes: A walk - Spring by the river</title>{og('A walk - Spring by the river')}"
    heading = "<h3 class=entry-title>A walk - Spring by the river</h3>"
    assert found(head + heading) == ("A walk - Spring by the river", "h3")
    assert found(f"{head}<h1>Menu</h1>{heading}") == ("A walk - Spring by the river", "h3")
    assert found(f"{head}<h3>A walk by the river</h3>") != ("A walk by the river", "h3")


def test_a_date_before_the_title_in_a_lower_heading_is_left_out() -> None:
    head = f"<title>The Site</title>{og('A walk in spring across the old hills')}"
    heading = "<h2><span>Jun 17</span> <b>A walk in spring across the old hills</b></h2>"
    assert found(head + heading) == ("A walk in spring across the old hills", "h2")


def test_a_hidden_heading_that_is_the_title_counts() -> None:
    assert found("<title>A walk in spring | Site</title><h1 hidden>A walk in spring</h1>") == (
        "A walk in spring",
        "h1:hidden",
    )


def test_a_line_says_where_the_title_ends() -> None:
    markup = "<title>新馆今日开放迎客-示例天地</title><div><b>新馆今日开放迎客</b></div><p>正文</p>"
    assert found(markup) == ("新馆今日开放迎客", "line")


_PROSE = "<p>" + "市议会决定渡轮再开十年，两艘船和船员都不变，票价的收入用来付船的费用。" * 4


@pytest.mark.parametrize(
    "title",
    [
        "晨江网",
        "江城全球广播资讯全网",
        "城市新闻--晨江在线",
        "首页",
        "文章详情",
        "新闻详情页 - 晨江水务集团",
        "无标题文档",
    ],
)
@pytest.mark.parametrize(
    "between",
    [
        "",
        "<p>2024-05-01 10:20 作者：周明远",
        "<p>【字号 大 中 小】<p>打印本页",
        "<p>分享",
        "<p>——某市更新观察之一<p>本报记者 周明远 王小川<p>《晨江日报》（2024年05月01日 第01版）",
    ],
)
def test_the_line_above_the_text_is_the_title_where_only_the_site_is_declared(
    title: str, between: str
) -> None:
    logo = f"<title>{title}</title><div>{title}</div>"
    for headline in ("老街渡轮再开十年", "议会：老街渡轮再开十年"):
        assert found(f"{logo}<div>{headline}</div>{between}{_PROSE}") == (headline, "line")


def test_the_line_above_a_text_of_short_paragraphs_is_the_title_too() -> None:
    texts = "<p>市议会决定渡轮再开十年，两艘船和船员都不变，票价的收入用来付船的费用和码头的修缮。" * 2
    assert found(f"<title>无标题文档</title><p>老街渡轮再开十年<p>2024-05-01{texts}") == (
        "老街渡轮再开十年",
        "line",
    )
    short = "<p>票价的收入用来付船的费用。" * 9
    assert found(f"<title>无标题文档</title><p>老街渡轮再开十年{short}") == ("无标题文档", "title")


@pytest.mark.parametrize(
    "line",
    [
        "<div><a href=/b>老街渡轮再开十年</a></div>",
        "<div>老街渡轮再开十年，票价不变。</div>",
        f"<div>{'老街渡轮再开十年，' * 8}</div>",
        "",
    ],
)
def test_no_other_line_above_the_text_is_the_title(line: str) -> None:
    assert found(f"<title>晨江网</title>{line}{_PROSE}") == ("晨江网", "title")
    assert found("<title>晨江网</title>") == ("晨江网", "title")


def test_a_heading_with_the_name_of_the_host_is_not_the_title() -> None:
    page = parse("<title>A walk in spring</title><h1>Example</h1>", "https://www.example.com/walk")
    title = find_title(page)
    assert title is not None
    assert (title.value, title.origin) == ("A walk in spring", "title")


def test_the_headline_of_json_ld_chooses_the_heading() -> None:
    declared = (Candidate("title", "A walk in spring", "json-ld:headline"),)
    titles = find_titles(parse("<h1>News</h1><h1>A walk in spring</h1>"), declared)
    assert [(one.value, one.origin) for one in titles[:2]] == [
        ("A walk in spring", "h1"),
        ("A walk in spring", "json-ld:headline"),
    ]


def test_all_titles_of_the_page_are_kept_in_order() -> None:
    titles = find_titles(parse(f"<title>A walk - Site</title>{og('A walk')}<h1>A walk</h1>"))
    assert [one.origin for one in titles] == ["h1", "meta:og:title", "title"]


@pytest.mark.parametrize("url", [None, "", "http://[", "https://例え.jp/"])
def test_any_address_will_do(url: str | None) -> None:
    title = find_title(parse("<h1>A walk</h1>", url))
    assert title is not None


# -- the name of the site -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "title",
    [
        "A walk in the hills - The Site",
        "A walk in the hills – The Site",
        "A walk in the hills | Site",
        "A walk in the hills|Site",
        "A walk in the hills :: Site",
        "A walk in the hills » Site",
        "Site · A walk in the hills",
        "A walk in the hills | Outdoors | News | The Example Site",
    ],
)
def test_the_name_of_the_site_is_cut_off(title: str) -> None:
    assert from_title(title) == "A walk in the hills"


@pytest.mark.parametrize(
    "title",
    [
        "市图书馆新馆今日开放_新浪新闻",
        "市图书馆新馆今日开放_国内新闻_新浪网",
        "市图书馆新馆今日开放 - 人民网",
        "市图书馆新馆今日开放--人民网",
        "市图书馆新馆今日开放——人民网",
        "市图书馆新馆今日开放｜联合早报",
        "市图书馆新馆今日开放-新华网",
        "市图书馆新馆今日开放－新华网",
        "市图书馆新馆今日开放-国内新闻-东方网",
        "市图书馆新馆今日开放 | 生活 | 即时新闻 | 联合新闻网",
        "市图书馆新馆今日开放-公司新闻-恒川轴承股份有限公司",
        "市图书馆新馆今日开放_云州市教育局",
    ],
)
def test_the_name_of_a_chinese_site_is_cut_off(title: str) -> None:
    assert from_title(title) == "市图书馆新馆今日开放"


@pytest.mark.parametrize(
    "title",
    [
        "A well-known walk",
        "Walk: a film",
        "Either/or",
        "snake case",
        "中美-中欧班列同时发车",
        "One here | Two here | Three here",
    ],
)
def test_a_title_without_a_site_stays(title: str) -> None:
    assert from_title(title) == title


def test_the_name_of_the_site_is_cut_off_og_title_too() -> None:
    assert found(og("A walk in the hills | The Site")) == ("A walk in the hills", "meta:og:title")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Hill Herald - Rain - Hill Herald Online", "Rain"),
        ("Hill Herald: two - Rain in the hills all day | Sport | Hill Herald", "Rain in the hills all day"),
        ("Rain | hillherald.example", "Rain"),
        (
            "Rain in the hills - then it snowed at last | Hill Herald",
            "Rain in the hills - then it snowed at last",
        ),
        ("Quickstart — The handbook of all hills", "The handbook of all hills"),
        ("Rain in the hills - The handbook of all hills", "Rain in the hills"),
        ("비가 온 뒤의 산길을 걷다ㅣ산마을일보", "비가 온 뒤의 산길을 걷다"),
        ("Module hill_walk_rain", "Module hill_walk_rain"),
    ],
)
def test_what_names_the_site_is_cut_off_both_ends(title: str, expected: str) -> None:
    markup = f'<meta property="og:site_name" content="Hill Herald"><title>{title}</title><p>text</p>'
    field = find_title(parse(markup, "https://www.hillherald.example/a"))
    assert field is not None
    assert field.value == expected


@pytest.mark.parametrize(
    ("heading", "title", "expected"),
    [
        ("Weather: Rain falls in the hills", "Rain falls in the hills", "Rain falls in the hills"),
        ("Weather - «Rain falls in the hills»", "«Rain falls in the hills»", "«Rain falls in the hills»"),
        ("Home > Weather > Rain falls in hills", "Rain falls in hills", "Rain falls in hills"),
        ("The best rain in the hills", "Rain in the hills", "The best rain in the hills"),
        ("Weather: Rain falls in the hills", "Rain", "Weather: Rain falls in the hills"),
    ],
)
def test_a_kicker_that_is_not_declared_is_no_part_of_the_headline(
    heading: str, title: str, expected: str
) -> None:
    assert found(f"{og(title)}<title>{heading}</title><h1>{heading}</h1>") == (expected, "h1")


def test_a_line_may_be_any_part_of_the_title_where_nothing_is_a_heading() -> None:
    markup = "<title>Hills Today - Rain at last - nature + more</title><p>Hills</p><p>Rain at last</p>"
    assert found(markup) == ("Rain at last", "line")
    assert found(f"{markup}<h1>Other words</h1>") != ("Rain at last", "line")


@pytest.mark.parametrize("title", ["【独家】{}", "{}【报价 图片 评测 大全】", "【石桥】{}【价格 图片 参数】"])
def test_what_stands_in_brackets_around_a_line_is_no_part_of_the_title(title: str) -> None:
    name = "石桥牌电水壶 304不锈钢 1.7升 竹青"
    page = parse(f"<title>{title.format(name)}</title><div>{name}</div><p>壶身采用双层结构。</p>")
    assert find_titles(page)[0].value == name


def test_a_title_without_a_line_loses_a_list_of_words_in_brackets() -> None:
    page = parse("<title>石桥牌电水壶竹青【价格 图片 参数】</title><p>壶身采用双层结构。</p>")
    assert find_titles(page)[0].value == "石桥牌电水壶竹青"


def test_of_equal_headings_the_longer_one() -> None:
    markup = f"{og('Rain fell in the hills')}<title>News</title><h1>News</h1><h1>Rain fell in the hills</h1>"
    assert found(markup) == ("Rain fell in the hills", "h1")


def test_a_title_of_marks_only_stays() -> None:
    assert from_title("_ | _") == "_ | _"


# -- a heading with more in it than the title --------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("讣告 - 云州师范学院", "讣告"),
        ("云州师范学院 - 百科", "云州师范学院"),
        ("我们的结局 - 她的大结局", "我们的结局"),
        ("招聘公告_云州市人力资源和社会保障局", "招聘公告"),
        ("通知公告-云州大学教务处", "通知公告"),
        ("公告-关于图书馆闭馆的说明-云州大学", "关于图书馆闭馆的说明"),
    ],
)
def test_the_name_of_a_house_ends_a_title(title: str, expected: str) -> None:
    assert from_title(title) == expected


@pytest.mark.parametrize(
    "heading",
    [
        '<span class="label">Tips</span> <span>Dry boots in a day</span>',
        "<small>1 May 2024</small><br>Dry boots in a day",
        "Dry boots in a day <button>Copy</button>",
    ],
)
def test_what_else_stands_in_a_heading_is_left_out(heading: str) -> None:
    page = parse(f"<title>Dry boots in a day | The Walker</title><h1>{heading}</h1>")
    field = find_title(page)
    assert field is not None
    assert (field.value, field.origin, page.name(field.row)) == ("Dry boots in a day", "h1", "h1")


def test_a_byline_below_the_headline_in_its_heading_is_left_out() -> None:
    byline = "<span>2024-05-01 10:20:33 来源：山城县融媒体中心 评论：<a href=#c>0</a> 点击：12</span>"
    page = parse(f"<title>樱桃采摘节周六开幕 - 山城网</title><h1>樱桃采摘节周六开幕<br>{byline}</h1>")
    field = find_title(page)
    assert field is not None
    assert field.value == "樱桃采摘节周六开幕"


@pytest.mark.parametrize("beside", ["aside", "footer", "nav"])
def test_a_heading_beside_the_text_gives_way(beside: str) -> None:
    markup = f"<title>Ann Lee writes</title><{beside}><h1>Ann Lee writes columns</h1></{beside}>"
    assert found(f"{markup}<h1>Ann Lee</h1>") == ("Ann Lee", "h1")
    assert found(markup) == ("Ann Lee writes columns", "h1")


def test_a_heading_of_several_parts_stays_where_none_is_declared() -> None:
    assert found("<title>Dry boots</title><h1>Dry <em>boots</em> in a day</h1>") == (
        "Dry boots in a day",
        "h1",
    )


def test_a_heading_of_several_parts_has_the_marks_of_the_declared_title() -> None:
    head = og("Walks: Dry boots - in a day")
    assert found(f"{head}<h1><span>Walks</span> <b>Dry boots - in a day</b></h1>") == (
        "Walks: Dry boots - in a day",
        "h1",
    )


def test_a_heading_that_is_declared_as_a_whole_stays() -> None:
    markup = og("Walks: Dry boots") + "<title>Dry boots</title><h1>Walks: <b>Dry boots</b></h1>"
    assert found(markup) == ("Walks: Dry boots", "h1")


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Crate tokio <button>Copy item path</button>", "Crate tokio"),
        ("<b>Module time<button><i>Copy</i></button></b>", "Module time"),
        ("\n<button>What it costs</button>\n", "What it costs"),
    ],
)
def test_a_button_in_a_heading_is_no_part_of_it(heading: str, title: str) -> None:
    assert found(f"<title>Anything</title><h1>{heading}</h1>") == (title, "h1:other")


@pytest.mark.parametrize("ruby", ["漢<rt>かん</rt>", "漢<rp>（</rp><rt>かん</rt><rp>）</rp>"])
def test_ruby_text_in_a_heading_is_no_part_of_it(ruby: str) -> None:
    assert found(f"<title>漢字を習う</title><h1><ruby>{ruby}</ruby>字を習う</h1>") == ("漢字を習う", "h1")


def test_a_title_ends_before_the_name_of_the_site_in_its_middle() -> None:
    site = '<meta property=og:site_name content="Walker Notes">'
    assert found(f"{site}<title>Boots - Walker Notes - Hosted by Bay</title>") == ("Boots", "title")
    assert from_title("Boots - ★ - The longest walks of all hills") != "Boots"


def test_a_line_break_in_a_heading_divides_words() -> None:
    assert found("<h1>A walk<br>in the hills</h1>") == ("A walk in the hills", "h1:other")
    assert found("<h1><span>A walk</span><div>in the hills</div></h1>") == ("A walk in the hills", "h1:other")
    assert found("<h1>A w<b>al</b>k</h1>") == ("A walk", "h1:other")


def test_characters_without_width_are_left_out() -> None:
    assert found("<h1>A\u200b w\u00adalk\ufeff</h1>") == ("A walk", "h1:other")


SLOGAN = "<h1>You deserve to be happy</h1>"


def test_og_title_comes_before_a_heading_that_nothing_repeats() -> None:
    assert found(og("Therapy online") + "<title>Help by video</title>" + SLOGAN) == (
        "Therapy online",
        "meta:og:title",
    )


@pytest.mark.parametrize(
    "article",
    [
        '<meta property="article:published_time" content="2024-05-01">',
        '<meta property="og:type" content="article">',
        '<meta property="og:type" content="product">',
        "",
    ],
)
def test_the_heading_of_an_article_comes_before_og_title(article: str) -> None:
    markup = article + og("Therapy online") + SLOGAN
    declared = [] if article else [Candidate("title", "Something else entirely", "json-ld:headline")]
    assert find_titles(parse(markup), declared)[0].value == "You deserve to be happy"


def test_a_heading_that_is_part_of_the_title_comes_before_og_title() -> None:
    markup = (
        og("Learn to build for the web")
        + "<title>Flexbox and its many uses in layouts</title><h1>Flexbox</h1>"
    )
    assert found(markup) == ("Flexbox", "h1:other")


def test_words_of_the_title_are_those_of_the_best_one() -> None:
    assert title_words(parse("<title>A Walk - The Site</title><h1>A Walk</h1>")) == {"a", "walk"}
    assert title_words(parse("<title>城东老桥</title>")) == set("城东老桥")
    assert title_words(parse("<p>text</p>")) == frozenset()
