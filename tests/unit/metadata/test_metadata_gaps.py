"""What pages state in places that few readers look at: licences, canonical URLs, themes, parts of names."""

from __future__ import annotations

import json
from typing import Any

import pytest

import maintext

_TITLE = "The footbridge is open again after the flood"
_TEXT = (
    "<p>The footbridge over the lower river was closed for forty days, and farmers had to walk for hours.</p>"
    * 4
)
_CROSSED = "Farmers crossed the river today by the old bridge."
_CC = "https://creativecommons.org/licenses/by/4.0/"


def read(body: str = "", head: str = "") -> maintext.Document:
    """Extract a page."""
    page = f"<title>{_TITLE} - Example</title>{head}<article><h1>{_TITLE}</h1>{body}{_TEXT}</article>"
    return maintext.extract(page, "https://www.example.com/a/1")


@pytest.mark.parametrize(
    "body",
    [
        f"<p>Text: <a rel=license href='{_CC}'>CC BY 4.0</a></p>",
        f"<p>Text: <a rel='noopener\n\tLICENSE' href='{_CC}'>CC BY 4.0</a></p>",
        f"<p>This text is under <a href='{_CC}'>a licence</a></p>",
    ],
)
def test_a_licence_in_the_body(body: str) -> None:
    assert read(body).licence == _CC


def test_who_painted_a_picture_did_not_write_the_text() -> None:
    body = "<figure><img src=a.jpg><figcaption>The market, by Jane Painter</figcaption></figure>"
    assert read(body).authors == ()
    assert [one.name for one in read(f"<p>By Ann Writer</p>{body}").authors] == ["Ann Writer"]


@pytest.mark.parametrize(
    ("title", "url", "name"),
    [
        ("The pier | Urania Berlin", "https://www.urania.de/a", "Urania Berlin"),
        ("The pier - HARBOUR.COM", "https://harbour.com/a", "HARBOUR.COM"),
        ("Antary: The pier", "https://www.antary.de/a", "Antary"),
        ("Antary – The pier", "https://www.antary.de/a", "Antary"),
        ("The pier - A walk", "https://www.example.com/a", "A walk"),
        (
            "The pier ǀ Protestant Congregations of Hills and Archipelagos",
            "",
            "Protestant Congregations of Hills and Archipelagos",
        ),
        ("Walks - The pier - A walk", "https://www.example.com/a", None),
        ("The pier - 1 May 2024", "https://www.example.com/a", None),
        ("Walks | The pier | Verein Bucht", "https://www.blaue-bucht.de/", "Verein Bucht"),
        ("The pier on Harbour", "https://www.harbour.com/a", "Harbour"),
        ("Harbour: Walks and boats for all", "https://www.harbour.com/", "Harbour"),
        ("The pier | Harbour.com | Walks", "https://www.harbour.com/", "Harbour.com"),
        ("Walks: The pier", "https://www.harbour.com/a", None),
        ("Harbour", "https://www.harbour.com/a", None),
        ("河畔长桥今天恢复通车――河畔网", "https://www.example.com/a", "河畔网"),
        ("长桥通车_国内_河畔网", "https://www.example.com/a", "河畔网"),
        ("长桥通车-河畔网", "https://www.example.com/a", "河畔网"),
        ("长桥通车_图片频道", "https://www.example.com/a", None),
        ("长桥通车|大桥|交通_河畔订阅", "https://www.example.com/a", "河畔订阅"),
        ("長橋通車(圖)-兩岸新聞-河畔新聞中心", "https://www.example.com/a", "河畔新聞中心"),
        ("長橋通車 - 河畔網 - 新聞", "https://www.example.com/a", "河畔網"),
        ("長橋通車 | 頭條新聞 | River 今日新聞網", "https://www.example.com/a", "River 今日新聞網"),
        ("长桥何时通车？-河畔网", "https://www.example.com/a", "河畔网"),
        ("The pier_【河畔快讯】", "https://www.example.com/a", "河畔快讯"),
        ("Walks: The pier › Bay", "https://www.bay.com/", "Bay"),
        ("The Bay Post: The pier", "https://www.baypost.com/a", "The Bay Post"),
        ("The pier | Walks | Die Bucht", "https://www.bucht.de/a", "Die Bucht"),
        ("Example", "https://www.example.com/a", None),
        ("The pier - Walks - 河畔论坛 - Powered by Discuz!", "https://bbs.example.com/a", "河畔论坛"),
        ("长桥通车_河畔网_手机版", "https://www.example.com/a", "河畔网"),
        ("The pier_公司新闻_河畔轴承股份有限公司", "https://www.example.com/a", "河畔轴承股份有限公司"),
        ("The pier_要闻_河畔市教育局", "https://www.example.com/a", "河畔市教育局"),
        ("The pier_河畔大学教务处", "https://www.example.com/a", "河畔大学教务处"),
        ("The pier_要闻_全剧大结局", "https://www.example.com/a", None),
    ],
)
def test_the_name_of_a_site_that_only_its_title_states(title: str, url: str, name: str | None) -> None:
    assert maintext.extract(f"<title>{title}</title><h1>The pier</h1>{_TEXT}", url).site_name == name


def test_the_heading_that_leads_home_is_the_name_of_the_site() -> None:
    site = "Salt &amp; Bread"
    page = f"<title>{site}: The pier</title><h1><a href=/>{site}</a></h1><h3>The pier</h3>{_TEXT}"
    document = maintext.extract(page, "https://example.com/a")
    assert (document.title, document.site_name) == ("The pier", "Salt & Bread")


def test_a_weblog_of_blogger_has_its_name_before_a_colon() -> None:
    page = f"<title>Bay Notes: The pier</title><h1>The pier</h1>{_TEXT}"
    assert maintext.extract(page).site_name is None
    assert maintext.extract(f"<meta name=generator content=blogger>{page}").site_name == "Bay Notes"


@pytest.mark.parametrize(
    ("stated", "host", "name"),
    [
        ("Harbour Pro - The best boats of the bay", "harbourpro.com", "Harbour Pro"),
        ("Boats, Piers and Hills | Harbour.de", "www.harbour.de", "Harbour.de"),
        ("Harbour: Boats for all", "harbour.com", "Harbour"),
        ("Boats and Piers | Harbour Developer", "developer.harbour.com", "Harbour Developer"),
        ("The pier | Walks | Bay Post", "example.org", "Bay Post"),
        ("Harbour Boats - The best of the bay", "example.org", "Harbour Boats - The best of the bay"),
        # An abbreviation and what it stands for; a part of a site, and whose it is.
        ("National Office of Harbours - NOH", "noh.gov.uk", "National Office of Harbours - NOH"),
        ("The Bay Harbour Post | BHPost.com", "bhpost.com", "The Bay Harbour Post | BHPost.com"),
        ("Harbour Club | Forum", "forum.harbour.org", "Harbour Club | Forum"),
    ],
)
def test_the_slogan_after_the_name_of_a_site(stated: str, host: str, name: str) -> None:
    head = f"<title>The pier</title><meta property=og:site_name content='{stated}'>"
    doc = maintext.extract(f"{head}<h1>The pier</h1>{_TEXT}", f"https://{host}/a")
    assert doc.site_name == name


@pytest.mark.parametrize(("title", "name"), [("The pier - Bay", "Bay"), ("The pier", "Bay Trust, Inc.")])
def test_the_name_of_a_site_counts_before_the_company_that_publishes_it(title: str, name: str) -> None:
    node = {"@type": "Article", "headline": "The pier", "publisher": {"name": "Bay Trust, Inc."}}
    script = f'<script type="application/ld+json">{json.dumps(node)}</script>'
    assert maintext.extract(f"<title>{title}</title>{script}<h1>The pier</h1>{_TEXT}").site_name == name


@pytest.mark.parametrize(
    ("foot", "url", "name"),
    [
        ("<p>© 2026 Hill Harbour, Inc. All rights reserved", "https://hillharbour.com/a", "Hill Harbour"),
        ("<p>Copyright (c) 2019-2026 by harbour.com", "https://www.harbour.com/a", "harbour.com"),
        ("<p>© 2026 Hill Harbour", "https://shop.hill-harbour.co.uk/a", "Hill Harbour"),
        ("<p>© 2026 Ann Lee", "https://www.harbour.com/a", None),  # another house
        ("<p>© Harbour Bay Ltd", "https://www.harbourside.com/a", None),
        ("<img src=a.png alt='Hill Harbour Logo'>", "https://www.hillharbour.com/a", "Hill Harbour"),
        ("<img src=a.png alt='Logo of our partner'>", "https://www.hillharbour.com/a", None),
        ("<img src=a.png alt='Hill Harbour'>", "https://www.hillharbour.com/a", None),
        ("<p>© 2026 Hill Harbour", "", None),
    ],
)
def test_the_owner_that_the_host_names_is_the_site(foot: str, url: str, name: str | None) -> None:
    page = f"<title>The pier</title><article><h1>The pier</h1>{_TEXT}</article><footer>{foot}</footer>"
    assert maintext.extract(page, url).site_name == name
    declared = f"<meta property=og:site_name content='The Bay'>{page}"
    assert maintext.extract(declared, url).site_name == "The Bay"


def test_a_channel_is_not_the_name_of_the_site() -> None:
    node = {"@type": "Article", "headline": _TITLE, "publisher": {"name": "Bay online"}}
    site, channel = (
        "<meta property=og:site_name content=Rivers>",
        "<meta property=article:section content=Rivers>",
    )
    head = f'{site}{channel}<script type="application/ld+json">{json.dumps(node)}</script>'
    assert read(head=head).site_name == "Rivers"
    assert read(head=f"{head}<meta property=article:tag content=Rivers>").site_name == "Bay online"


def test_a_subtitle_that_is_the_whole_text_or_the_source_is_none() -> None:
    line = "The pier opens again after three years of work, and boats come in."
    assert maintext.extract(f"<h1>The pier</h1><div><p class=lead>{line}</p></div>").subtitle is None
    assert (
        read("<p class=sub-title>The Bay Harbour Post</p><p>Source: The Bay Harbour Post</p>").subtitle
        is None
    )


def test_a_subtitle_that_repeats_the_title_is_none() -> None:
    assert read(f"<h2>{_TITLE}</h2>").subtitle is None
    assert read(f"<h2>{_TITLE} - Example</h2>").subtitle is None
    node = {"@type": "NewsArticle", "headline": _TITLE, "alternativeHeadline": _TITLE[:20]}
    assert read(head=f'<script type="application/ld+json">{json.dumps(node)}</script>').subtitle is None


@pytest.mark.parametrize("more", ["", "-", " - Example", ",rivers,bridges"])
def test_a_description_that_repeats_the_title_is_none(more: str) -> None:
    head = f"<meta name=keywords content=rivers,bridges><meta name=description content='{_TITLE}{more}'>"
    assert read(head=head).description is None
    assert read(head=head + "<meta property=og:description content='It rained.'>").description == "It rained."
    assert read(head=head.replace(more, ", at last") if more else "").description == (
        f"{_TITLE}, at last" if more else None
    )


@pytest.mark.parametrize(
    ("keywords", "tags"),
    [
        ("news,sports,weather", ()),
        ("news,sports,weather,Flood", ("news", "sports", "weather", "Flood")),
        ("Disasters", ("Disasters",)),
        ("flood,/article,digital_copies", ("flood",)),
        ("Lite:true,Tag:Flood,Covid: 19,20,2024", ("Flood", "Covid: 19", "2024")),
        ("Flood,Example", ("Flood",)),  # the site
        ("The footbridge, is open again, after the flood", ()),  # the title
        ("news,sports,weather,rafting", ()),  # at the end of words, none at the beginning of one
        ("news,sports,weather,world,opinion,jobs,cars,homes,floods", ("floods",)),
        (
            "Flood," + ",".join(f"farmers {i}" for i in range(23)),
            ("Flood", *(f"farmers {i}" for i in range(23))),
        ),
        ("Flood," + ",".join(f"farmers {i}" for i in range(24)), ()),  # all words of the text
        ("MTVID,MTPIX,EREP,AER,AERO,CCOS,CIV,CWP,FLOOD", ()),
    ],
)
def test_keywords_of_the_site_and_notes_of_its_system_are_no_tags(
    keywords: str, tags: tuple[str, ...]
) -> None:
    assert read(head=f"<meta name=keywords content='{keywords}'>").tags == tags


def test_a_description_cut_at_a_quotation_mark_is_none() -> None:
    assert read(head=f'<meta name=description content="{_TITLE[:20]}" open="">').description is None


@pytest.mark.parametrize(
    ("stated", "description"),
    [
        (f"{_TITLE} - Farmers crossed the river today.", "Farmers crossed the river today."),
        (f"{_TITLE}: Farmers crossed the river today.", "Farmers crossed the river today."),
        (f"{_TITLE} - News in Example - Farmers crossed it.", "News in Example - Farmers crossed it."),
        (f"{_TITLE} - for farmers and their cows", f"{_TITLE} - for farmers and their cows"),
        (f"{_TITLE} - Short rest", f"{_TITLE} - Short rest"),
        (f"{_CROSSED} | Example", _CROSSED),
        (f"{_CROSSED} |", _CROSSED),
        (f"Farmers - and cows - {_CROSSED} - example.com", f"Farmers - and cows - {_CROSSED}"),
        ("Farmers crossed the river | Example", "Farmers crossed the river | Example"),
    ],
)
def test_title_and_site_are_no_part_of_a_description(stated: str, description: str) -> None:
    assert read(head=f"<meta name=description content='{stated}'>").description == description


@pytest.mark.parametrize("mark", ["---", "\u3000\u3000", "\n", " ...", "-", ","])
def test_a_chinese_title_is_no_part_of_a_description(mark: str) -> None:
    title, text = "河畔长桥今日恢复通车", "农民今天第一次走过修好的长桥，不再绕路。"
    head = f"<title>{title}_某某网</title><meta name=description content='{title}{mark}{text}'>"
    assert maintext.extract(f"{head}<h1>{title}</h1><p>{text * 4}").description == text


def test_the_subject_of_a_description_is_no_title_before_it() -> None:
    stated = "Lower Bridge — The oldest bridge over the river."
    head = f"<title>Lower Bridge</title><meta name=description content='{stated}'>"
    assert maintext.extract(f"{head}<h1>Lower Bridge</h1>{_TEXT}").description == stated


@pytest.mark.parametrize("section", ["Uncategorized", "未分类"])
def test_no_category_and_the_site_before_categories(section: str) -> None:
    head = f"<meta property=article:section content={section}>"
    assert read(head=head).categories == ()
    crumbs = (
        "<div class=breadcrumb><a href=#top>Top</a> > <a href=/home>{}</a> > <a href=/b>Bridges</a></div>"
    )
    assert read(crumbs.format("Example")).categories == read(crumbs.format("example.com")).categories
    assert read(crumbs.format("Example")).categories == ("Bridges",)


@pytest.mark.parametrize(
    ("section", "categories"),
    [
        ("Rivers,Lower Valley", ("Rivers", "Lower Valley")),
        ("Rivers, Roads, Lower Valley", ("Rivers", "Roads", "Lower Valley")),
        ("Rivers,", ("Rivers",)),
        ("Rivers, Lower Valley", ("Rivers, Lower Valley",)),  # perhaps a place in a country
        ("Rivers, Roads, Lakes and Seas", ("Rivers, Roads, Lakes and Seas",)),
        ("Bridges for 1,000 cows", ("Bridges for 1,000 cows",)),
    ],
)
def test_several_categories_in_one_text(section: str, categories: tuple[str, ...]) -> None:
    article = json.dumps({"@type": "Article", "headline": _TITLE, "articleSection": section})
    assert read(head=f"<script type=application/ld+json>{article}</script>").categories == categories


def test_the_root_of_a_portal_is_no_category_before_others() -> None:
    crumbs = "<div class=breadcrumb><a href=/>首页</a> > <a href=/n>新闻中心</a> > {}正文</div>"
    assert read(crumbs.format("<a href=/b>桥梁</a> > ")).categories == ("桥梁",)
    assert read(crumbs.format("")).categories == ("新闻中心",)


def test_addresses_that_lead_nowhere_are_none() -> None:
    head = "<link rel=canonical href=https://the-footbridge-is-open>"
    assert read(head=head).canonical_url is None
    assert (
        read(head=f"{head}<meta property=og:url content=/a/1>").canonical_url == "https://www.example.com/a/1"
    )
    for link in ("http://#", "javascript:void(0)", "https://www.example.com/a/1"):
        body = f"<p>2024-05-01 Quelle: <a href='{link}'>Bay Agency</a></p>"
        assert (read(body).source, read(body).source_url) == ("Bay Agency", None)
    assert read(head="<meta name=content-source content=next-static>").source is None


def test_a_teaser_is_no_category() -> None:
    node = {"@type": "Article", "headline": _TITLE, "articleSection": "The footbridge is open. " * 6}
    assert read(head=f'<script type="application/ld+json">{json.dumps(node)}</script>').categories == ()


@pytest.mark.parametrize(
    ("url", "author"),
    [("https://answers.example.com/t/1", "Ann Asks"), ("https://www.example.com/q/1/answer/2", "Bob Knows")],
)
def test_an_answer_signs_the_page_of_its_own_address(url: str, author: str) -> None:
    answer = {"@type": "Answer", "author": {"name": "Bob Knows"}, "text": "It is open."}
    node = {"@type": "Question", "name": _TITLE, "author": {"name": "Ann Asks"}, "suggestedAnswer": [answer]}
    script = f'<script type="application/ld+json">{json.dumps(node)}</script>'
    assert maintext.extract(f"{script}<h1>{_TITLE}</h1>{_TEXT}", url).author == author


def test_home_is_no_name_of_a_site() -> None:
    named = "<meta property=og:site_name content={}>"
    assert read(head=named.format("Home")).site_name == "Example"  # of the URL
    assert read(head=named.format("Homestead")).site_name == "Homestead"


def test_the_source_of_a_picture_is_not_that_of_the_text() -> None:
    figure = "<figure><img src=a.jpg><figcaption>The bridge. Source: Ann Lee</figcaption></figure>"
    assert read(figure).source is None
    page = f"<article><h1>{_TITLE}</h1>{figure}{_TEXT}<p>Quelle: <i>Bay Agency (of the bay</i></p></article>"
    assert maintext.extract(page).source == "Bay Agency"
    picture = "<p><span>图片来源：河畔日报</span></p>"
    text = f"<p>{'大桥关闭了三年，今天重新开放。' * 20}</p>"
    assert maintext.extract(f"<h1>大桥通车</h1>{picture}{text}").source is None


@pytest.mark.parametrize(
    ("line", "source"),
    [
        *(
            (f"<p>{label}: Bay Agency</p>", "Bay Agency")
            for label in "Source Quelle Bron Källa Источник Джерело Πηγή المصدر".split()
        ),
        (
            "<p><span>Источник:</span></p><h3><a href=https://bay.example.com/>«Мост-пресс»</a></h3>",
            "Мост-пресс",
        ),
        ("<p>Источник: ИА «Мост-пресс»</p>", "ИА «Мост-пресс»"),
        ("<p>Photo source: Bay Agency</p>", None),
        ("<p>Sources:</p><p>Ann Lee: Of Bridges. 2010.</p>", None),
        ("<p>Source: how the old bridge over the river was closed again</p>", None),
    ],
)
def test_the_source_below_the_text(line: str, source: str | None) -> None:
    page = f"<title>{_TITLE}</title><article><h1>{_TITLE}</h1>{_TEXT}{line}</article>"
    assert maintext.extract(page).source == source


def test_the_source_whose_label_ends_the_line_above() -> None:
    assert read("<p>1.5.2024 | Source:</p><h3><a href=/>Bay Agency</a></h3>").source == "Bay Agency"


def test_the_source_below_a_picture_is_that_of_the_picture() -> None:
    picture = "<div><img src=a.jpg><div>The bridge</div><div class=source>Source: Archive</div></div>"
    logo = "<div><img src=logo.gif><p>Source: Bay Agency</p></div>"
    assert (read(picture).source, read(logo).source) == (None, "Bay Agency")
    assert read(f"{picture}<p>Source: Bay Agency</p>").source == "Bay Agency"


def test_the_licence_of_a_picture_is_not_that_of_the_text() -> None:
    assert (
        read(f"<figure><img src=a.jpg><figcaption><a href='{_CC}'>CC</a></figcaption></figure>").licence
        is None
    )
    for credit in (
        "Beitragsbild: Ann Lee, {}",
        "Ann Lee ({}), via Wikimedia Commons",
        "© Ann Lee / flickr.com | {}",
    ):
        assert read(f"<p>{credit.format(f'<a href={_CC!r}>CC BY 4.0</a>')}</p>").licence is None
    assert read(f"<p>All photos are under <a href='{_CC}'>CC BY 4.0</a>.</p>").licence == _CC


def test_a_day_in_the_canonical_url() -> None:
    head = "<link rel=canonical href='https://www.example.com/2021/03/04/bridge'>"
    assert str(read(head=head).published) == "2021-03-04"
    assert str(read("<p>5 March 2021</p>", head).published) == "2021-03-05"


@pytest.mark.parametrize(
    "name", ["Ann \U0001f30a Lee", "Ann “Sunny” Lee", "J. R. Lee", "A.B. Lee", "O'Neil Lee"]
)
def test_names_with_pictures_quotes_and_initials(name: str) -> None:
    assert [person.name for person in read(f"<p class=byline>By {name}</p>").authors] == [name]


def test_the_url_of_a_source_is_not_that_of_another_text() -> None:
    other = "<div>来源：<a href='https://river.example/'>河畔新闻</a></div>"
    doc = maintext.extract(
        f"<h1>大桥通车</h1><p>来源：桥头日报</p><p>{'大桥关闭了三年，今天重新开放。' * 20}</p>{other}"
    )
    assert (doc.source, doc.source_url) == ("桥头日报", None)


def test_the_page_itself_is_no_source() -> None:
    own, other = "https://bay.example/tide.html", "https://hill.example/rain.html"
    head = f"<link rel=canonical href='{own}'><meta name=original-source content="
    assert [read("", head=f"{head}'{url}'>").source_url for url in (own, other)] == [None, other]


def test_a_medium_after_for_is_no_part_of_a_name() -> None:
    page = read("<p class=byline>By <a class=author>Ann Lee For The Example</a></p>")
    assert [person.name for person in page.authors] == ["Ann Lee"]


def test_the_agency_after_a_name_is_a_credit() -> None:
    page = read("<div class=autor>Ann Lee/dpa</div>")
    assert [(one.name, one.role) for one in page.credits] == [("dpa", "agency")]


@pytest.mark.parametrize("label", ["注册时间：", "最后登录: ", "Joined: ", "Joined: Sat ", "Member since "])
def test_the_day_when_a_user_registered_is_no_date_of_the_text(label: str) -> None:
    assert read(f"<div>{label}2006-03-11</div>").published is None


@pytest.mark.parametrize(
    "label",
    "When:|Apply by|Event date:|Termin:|Date limite :|Fecha límite:|Дата проведения:|開催日：|締切日：".split(
        "|"
    ),
)
def test_the_day_of_an_event_or_a_deadline_is_no_date_of_the_text(label: str) -> None:
    assert read(f"<div>{label} 2006-03-11</div>").published is None


@pytest.mark.parametrize("line", ["Deadline | 2006-03-11", "Termine 2006-03-11"])
def test_the_name_of_a_medium_or_a_section_is_no_label_of_a_deadline(line: str) -> None:
    assert str(read(f"<div>{line}</div>").published) == "2006-03-11"


def test_the_day_when_a_japanese_page_was_registered_is_its_date() -> None:
    assert str(read("<div>登録日：2006年3月11日</div>").published) == "2006-03-11"


@pytest.mark.parametrize(
    "box",
    [
        "<figure><img src=a.jpg><figcaption>The mill on May 1, 2006. Photo: Bob Stone</figcaption></figure>",
        "<blockquote><p>We are ready. — Mayor Bob Stone, May 1, 2006</p></blockquote>",
    ],
)
def test_the_date_in_a_caption_or_a_quotation_is_none_of_the_text(box: str) -> None:
    assert read(box).published is None


def test_the_date_in_a_caption_that_holds_the_headline_counts() -> None:
    page = maintext.extract(
        "<title>The mill</title><figure><img src=a.jpg></figure><figcaption><small>31.01.2022</small>"
        "<h1>The mill</h1></figcaption>" + "<p>The old mill at the river grinds corn again today.</p>" * 4
    )
    assert str(page.published) == "2022-01-31"


def test_the_date_of_a_byline_in_a_caption_counts() -> None:
    time = "<time datetime='2025-09-09T13:15:00Z'>09.09.2025, 15:15 Uhr</time>"
    page = read(f"<figure><img src=a.jpg><figcaption><b>Ann Lee</b> {time}</figcaption></figure>")
    assert str(page.published)[:10] == "2025-09-09"


def test_authors_in_two_labelled_lines() -> None:
    page = read("<ul><li>By <a href=/ann>Ann Lee</a></li><li>By <a href=/bob>Bob Roe</a></li></ul>")
    assert [person.name for person in page.authors] == ["Ann Lee", "Bob Roe"]


def test_who_is_quoted_is_no_author() -> None:
    assert not read("<div class=quote><p>Fine words.</p><p class=quote-author>Ann Lee</p></div>").authors


def test_the_first_of_several_headings_where_no_title_is_declared() -> None:
    field = maintext.extract("<h1>A walk</h1><p>text</p><h1>A river</h1>").field("title")
    assert field is not None
    assert (field.value, field.origin) == ("A walk", "h1:other")


@pytest.mark.parametrize("name", ["dc.title", "citation_title", "title"])
def test_a_title_that_only_a_meta_element_states(name: str) -> None:
    assert maintext.extract(f"<meta name={name} content='A walk'><p>Some text.</p>").title == "A walk"


def test_the_image_of_a_property_named_so() -> None:
    head = "<meta property=image content=https://www.example.com/a.jpg>"
    assert [image.url for image in read(head=head).images] == ["https://www.example.com/a.jpg"]


@pytest.mark.parametrize(
    "markup",
    [
        "<div class=entry-categories><a href=/category/rivers/>Rivers</a></div>",
        "<a class=entry-category href=/category/rivers/>Rivers</a>",
        "<span class=cat-links>Posted in <a href=/c/rivers rel='category tag'>Rivers</a></span>",
        "<p><span><a href=/category/rivers/>Rivers</a></span> / By <b>Ann Lee</b> / January 9, 2024</p>",
        "<div class=page-header__categories>in: <a href=/wiki/Category:Rivers>Rivers</a></div>",
    ],
)
def test_categories_of_themes(markup: str) -> None:
    assert read(markup).categories == ("Rivers",)


@pytest.mark.parametrize(
    "markup",
    [
        "<p>The flood was worse than that of <a href=/category/rivers/>Rivers</a> in the last year.</p>",
        "".join(f"<a href=/category/{n}/>Part {n}</a> " for n in range(6)),
    ],
)
def test_links_to_categories_in_a_sentence_or_a_menu(markup: str) -> None:
    assert read(markup).categories == ()


@pytest.mark.parametrize(
    "author",
    [
        ["Ann Lee", "Bob Roe"],
        [{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "Bob Roe"}],
        {"@type": "Person", "name": ["Ann Lee", "Bob Roe"]},
        {"@list": [{"name": "Ann Lee"}, {"givenName": "Bob", "familyName": "Roe"}]},
    ],
)
def test_authors_of_json_ld(author: Any) -> None:
    node = {"@graph": [{"@type": "WebPage"}, {"@type": "Article", "headline": _TITLE, "author": author}]}
    document = read(head=f'<script type="application/ld+json">{json.dumps(node)}</script>')
    assert [person.name for person in document.authors] == ["Ann Lee", "Bob Roe"]


@pytest.mark.parametrize(
    "author", ["https://www.example.com/authors/ann-lee", {"url": "https://example.com/ann"}]
)
def test_a_url_is_no_author(author: Any) -> None:
    node = {"@type": "Article", "headline": _TITLE, "author": author}
    assert read(head=f'<script type="application/ld+json">{json.dumps(node)}</script>').authors == ()
