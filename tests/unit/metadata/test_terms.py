"""Tags and categories on whole pages: where they stand, and which belong to other texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.generated import MARKUP

import maintext
from maintext.metadata.byline import parse_byline
from maintext.metadata.byline_words import find_labels, label_beginnings

TEXT = "河上的桥关闭了三年，镇上的许多人开始怀疑，它能不能像议会承诺的那样，在下一次洪水之前重新开放。" * 4
MENU = "<ul><li><a href=/>首页</a><li><a href=/c>分类</a> <a href=/t>标签</a> <a href=/o>归档</a></ul>"


def terms(head: str = "", foot: str = "", above: str = "") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tags and categories of an article with lines below the headline, behind the text, and above both."""
    doc = maintext.extract(
        f"<html lang=zh><title>大桥通车 - 河畔博客</title><body>{MENU}{above}<h1>大桥通车</h1>{head}"
        f"<div><p>{TEXT}</p><p>{TEXT}</p></div>{foot}<div>© 河畔</div></body></html>"
    )
    return doc.tags, doc.categories


LAYOUTS = {
    "<div>标签：<a href=/t/a>学习</a></div><div>分类：<a href=/c/x>随笔</a></div>": ("学习", "随笔"),
    "<p>标签：<a href=/t/a>学习</a> <a href=/t/b>读书</a> 分类：<a href=/c/x>随笔</a></p>": (
        "学习,读书",
        "随笔",
    ),
    "<p>分类：随笔</p><p>标签：学习 读书</p>": ("学习,读书", "随笔"),
    "<p>发表于 2024-05-01 分类于 <a href=/c/x>随笔</a></p>": ("", "随笔"),
    "<p>Posté le 1 mai 2024 dans <a rel=category href=/c/x>Vie</a></p>": ("", "Vie"),
    "<p>所属栏目：随笔　关键词：学习、读书</p>": ("学习,读书", "随笔"),
    "<table><tr><td class=blog_tag><span>标签：</span><h3><a href=/t/a>学习</a></h3>"
    "<h3><a href=/t/b>读书</a></h3></td><td class=blog_class><span>分类：</span><a href=/c>随笔</a></td></tr>"
    "</table>": ("学习,读书", "随笔"),
    "<ul><li>标签：</li><li><a href=/1>学习</a></li><li><a href=/2>读书</a></li></ul>": ("学习,读书", ""),
    "<p>Tags: <a href=/t/1>hills</a>, <a href=/t/2>rain</a></p><p>Category: News</p>": ("hills,rain", "News"),
    "<p><b>Keywords:</b> hills; rain; walking.</p>": ("hills,rain,walking", ""),
    "<p>Posted in <a href=/n>News</a>, <a href=/s>Sports</a> | Tagged <a href=/t>hills</a> | <a href=#r>Edit"
    "</a></p>": ("hills", "News,Sports"),
    "<p>Filed Under: <a href=/n>News</a> Tagged With: <a href=/t>hills (north)</a></p>": (
        "hills (north)",
        "News",
    ),
    "<h2>Mehr zum Thema</h2><ul><li><a href=/thema/hills>Hills</a></li><li><a href=/thema/rain-12.html>Rain"
    "</a></li></ul>": ("Hills,Rain", ""),
    "<p><a href=/news/hills>Hills</a> <a href=/topic/>Topics</a></p>": ("", ""),
    "<ul class=article__tags><li><a href=/n/hills>Hills</a><li><a href=/n/rain>Rain</a></ul>": (
        "Hills,Rain",
        "",
    ),
    "<div class='meta tag-list'><a href=/n/hills>Hills</a></div>": ("Hills", ""),
    "<div class='has-tags-below'><a href=/n/hills>Hills</a></div>": ("", ""),
    "<div class=tags>" + "<p><a href=/n/hills>Hills</a></p>" * 20 + "</div>": ("", ""),
    "<div class=hashtags><a href=/n/hills>#Hills</a> <a href=/n/rain>#Rain</a></div>": ("Hills,Rain", ""),
    "<p>文章关键词：<a href=/1>水库</a> <a href=/2>防汛</a></p>": ("水库,防汛", ""),
    "<p>TAG：<a href=/1>水库</a> <a href=/2>防汛</a></p>": ("水库,防汛", ""),
    "<p>频道：<a href=/s>社会</a></p>": ("", "社会"),
    "<p><a href=/n rel='category tag'>› News</a></p><p><a href=/1 rel=tag>hills</a> <a href=/2 rel=tag>"
    "rain</a></p>": ("hills,rain", "News"),
}


@pytest.mark.parametrize(("line", "wanted"), LAYOUTS.items())
def test_layouts(line: str, wanted: tuple[str, str]) -> None:
    both = tuple(tuple(filter(None, names.split(","))) for names in wanted)
    assert terms(head=line) == both
    assert terms(foot=line) == both


NONE = [
    "",
    "<p>分类 标签 归档 关于</p>",  # a menu
    "<p>Posted in the hallway were signs that nobody had read.</p>",
    "<p>Tags: I forgot all of them today, as I was in a hurry to catch the last train home.</p>",
    "<p>标签：" + " ".join(f"<a href=/{n}>词语{n}</a>" for n in range(40)) + "</p>",
    "<h3>标签云</h3><p><a rel=tag href=/1>一月</a> <a rel=tag href=/2>二月</a></p>",
    "<h3><a href=/n>另一篇文章</a></h3><p>标签：<a href=/t>下雨</a> 分类：<a href=/c>新闻</a></p>",
    "<aside><p>标签：<a href=/t>下雨</a></p><p>分类：<a href=/c>新闻</a></p></aside>",
    "<div class=sidebar><p>分类：<a href=/c>新闻</a></p></div>",
    "".join(
        f"<p>第{n}篇</p><p>分类：<a href=/c>新闻{n}</a> 标签：<a href=/t>雨{n}</a></p>" for n in "一二三四"
    ),
]


@pytest.mark.parametrize("foot", NONE)
def test_what_belongs_to_other_texts(foot: str) -> None:
    assert terms(foot=foot) == ((), ())


def test_what_is_declared_and_the_breadcrumb_count_first() -> None:
    line = "<p>标签：<a href=/t/a>学习</a> 分类：<a href=/c/x>随笔</a></p>"
    assert terms(line, above="<meta name=keywords content=桥,河>")[0] == ("桥", "河")
    crumbs = "<div class=breadcrumb><a href=/>首页</a> &gt; <a href=/c/local>本地</a> &gt; 正文</div>"
    assert terms(line, above=crumbs)[1] == ("本地",)
    assert terms(line, above=crumbs.replace("正文", "正文 <a href=/join>申请入驻</a>"))[1] == ("本地",)
    doc = maintext.extract(f"<h1>大桥通车</h1>{line}<p>{TEXT}</p>")
    field = doc.field("tag")
    assert field is not None
    assert (field.origin, field.confidence) == ("byline:label", None)
    assert doc.page.row_text(field.row) == "标签："


@pytest.mark.parametrize(
    "line",
    [
        "<p>标签：<a href=/t/a>学习</a> <a href=/t/b>读书</a></p>",
        "<p><a href=/1 rel=tag>学习</a> <a href=/2 rel=tag>读书</a></p>",
    ],
)
def test_several_shown_tags_count_before_keywords(line: str) -> None:
    keywords = "<meta name=keywords content=桥,河>"
    assert terms(foot=line, above=keywords)[0] == ("学习", "读书")
    article = keywords + "<meta property=article:tag content=水>"
    assert terms(foot=line, above=article)[0] == ("水",)


def test_terms_joined_by_spaces_are_taken_from_the_place_that_separates_them() -> None:
    node = '{"@type": "NewsArticle", "headline": "大桥通车", "keywords": "Fire Berlin Rescue Service"}'
    meta = '<meta name=keywords content="Rescue Service,Fire,Berlin">'
    assert terms(above=f'{meta}<script type="application/ld+json">{node}</script>')[0] == (
        "Rescue Service",
        "Fire",
        "Berlin",
    )
    other = meta.replace("Fire", "Water")
    assert terms(above=f'{other}<script type="application/ld+json">{node}</script>')[0] == (
        "Fire Berlin Rescue Service",
    )


def test_a_line_among_other_labels() -> None:
    found = parse_byline("2024-05-01 10:20 作者：张三 分类：随笔 标签：学习,读书 阅读：320")
    stated = [str(one.value) for one in found if one.field in {"tag", "category"}]
    assert stated == ["随笔", "学习", "读书"]


def test_every_label_begins_as_its_line() -> None:
    for label in (
        "标签：a",
        "关键词：a",
        "Tags: a",
        "tagged a",
        "Posted in a",
        "Filed under a",
        "Catégorie : a",
    ):
        assert find_labels(label)[0][2] in {"tag", "category"}
        assert label.startswith(label_beginnings("tag", "category"))


@given(MARKUP)
def test_any_page(html: str) -> None:
    doc = maintext.extract(html)
    assert all(0 < len(name) <= 100 for name in (*doc.tags, *doc.categories))


def test_breadcrumb_that_ends_at_the_text() -> None:
    levels = "<a href='https://river.example/'>河畔</a> &gt; <a href=/1>桥梁</a> &gt; <a href=/2>通车</a>"
    assert terms(above=f"<div>{levels} &gt; 正文</div>")[1] == ("桥梁", "通车")
    assert terms(above=f"<div>{levels} &gt; 详细内容</div>")[1] == ("桥梁", "通车")
    assert terms(above=f"<div><span>所在位置</span><a href=/>首页</a> &gt; {levels}</div>")[1][-1] == "通车"


@pytest.mark.parametrize("said", ["rel=tag", "class=tag"])
def test_tags_between_the_posts_of_a_thread(said: str) -> None:
    tags = f"<ul><li><a href=/t/1 {said}>hills</a></li><li><a href=/t/2 {said}>rain</a></li></ul>"
    post = "".join(
        f"<p>Pier {i} was rebuilt in {1960 + i}, and no boat has left it in a storm since.</p>"
        for i in range(30)
    )
    question = f"<main><h1>Which pier is the oldest?</h1><div>{post}</div>{tags}"
    assert maintext.extract(f"{question}<div>{post}</div></main>").tags == ("hills", "rain")
    assert maintext.extract(f"{question}<div>{post}</div>{tags}<div>{post}</div></main>").tags == ()


def test_tag_that_repeats_the_title() -> None:
    title = "<html lang=zh><title>大桥通车 - 河畔博客</title><h1>大桥通车</h1>"
    for keywords, wanted in (("大桥通车", ()), ("洪水,大桥 通车", ("洪水",))):
        page = f"{title}<meta name=keywords content='{keywords}'><p>{TEXT}</p>"
        assert maintext.extract(page).tags == wanted


@pytest.mark.parametrize(
    ("title", "keywords", "tags", "categories"),
    [
        ("大桥通车-健康新闻-河畔网", "铁路,健康新闻", ("铁路",), ("健康新闻",)),
        ("大桥通车-河畔日报", "铁路,河畔日报", ("铁路",), ()),  # the site
        (
            "大桥通车|铁路|隧道|公路-河畔网",
            "洪水,铁路,隧道,公路",
            ("洪水", "铁路", "隧道", "公路"),
            (),
        ),  # tags
        ("大桥通车-洪水-河畔网", "洪水", ("洪水",), ()),  # the text has it
        ("大桥通车 - 河畔", "洪水,新闻,ニュース", ("洪水",), ()),
        ("第1座大桥今天正式通车 - 河畔", "大桥,桥今,今天,天正,铁路", ("铁路",), ()),  # the title in pieces
        ("大桥今天正式通车 - 河畔", "大桥,今天,铁路", ("大桥", "今天", "铁路"), ()),
    ],
)
def test_channels_and_pieces_of_the_title_are_no_tags(
    title: str, keywords: str, tags: tuple[str, ...], categories: tuple[str, ...]
) -> None:
    headline = title.partition("-")[0].partition("|")[0].strip()
    head = f"<html lang=zh><title>{title}</title><meta name=keywords content='{keywords}'>"
    doc = maintext.extract(f"{head}<h1>{headline}</h1><p>{TEXT}</p>")
    assert (doc.tags, doc.categories) == (tags, categories)


def test_a_breadcrumb_that_links_to_the_page_itself() -> None:
    links = "<a href=/>Shop</a> &gt; <a href=/rope>Ropes</a> &gt; <a href=/rope/3>A long rope</a>"
    text = "<p>The rope is twelve metres long, and it holds a boat of nine tonnes in a storm.</p>"
    for name in ("breadcrumbs", "pathway"):
        crumbs = f"<div class={name}>{links}</div>"
        doc = maintext.extract(f"<main>{crumbs}<h1>A long rope</h1>{text}</main>")
        assert doc.categories == ("Ropes",), name


def test_a_hidden_breadcrumb_is_none() -> None:
    pages = '<div id="breadcrumb_pages" style="display: none"><a href="/f-2">2</a> <a href="/f-3">3</a></div>'
    text = "<p>The harbour was rebuilt between 1961 and 1968, after two winters without a pier.</p>"
    assert maintext.extract(f"<main><h1>The pier</h1>{pages}{text}</main>").categories == ()


def test_the_categories_of_a_wiki_stand_far_below_its_text() -> None:
    other_pages = "".join(f"<p><a href=/bridges/{i}>Bridge {i}</a></p>" for i in range(30))
    names = "<ul><li><a href=/1>Bridges of the north by height</a><li><a href=/2>2020</a></ul>"
    normal = f"<div id=mw-normal-catlinks><a href=/h>Categories</a>: {names}</div>"
    hidden = "<div id=mw-hidden-catlinks>Hidden categories: <ul><li><a href=/3>Pages to check</a></ul></div>"
    assert terms(foot=other_pages + normal + hidden) == ((), ("Bridges of the north by height", "2020"))


@pytest.mark.parametrize(
    "line",
    [
        "<div class=category><a href=/c/1>Bridges</a></div>",
        "<span><a class='blog-item-category blog-item-category--text' href=/c/1>Bridges</a></span>",
        "<p>個人分類：<a href=/c/1>Bridges</a></p>",
        "<span class=post-meta-categories><i></i><a class=post-meta-categories href=/c/1>Bridges</a></span>",
    ],
)
def test_links_called_category(line: str) -> None:
    assert terms(above=line)[1] == ("Bridges",)


def test_a_tag_with_the_url_of_a_category_is_a_category() -> None:
    category = "<a href=/category/rivers/ rel=tag>Rivers</a> <a href='/?cat=3' rel=tag>Boats</a>"
    tags = "<p>Tags: <a href=/tag/hills/ rel=tag>hills</a> <a href=/tag/rain/ rel=tag>rain</a></p>"
    assert terms(foot=f"<div>{category}</div>") == ((), ("Rivers", "Boats"))
    ware = "<a href=/product-category/rope/ rel=tag>Rope</a>"
    assert terms(foot=f"<div>{ware}</div>{tags}") == (("hills", "rain"), ("Rope",))


@pytest.mark.parametrize(
    ("keywords", "wanted"),
    [
        ("boats,The,Old,Pier,Opens,Again", ("boats",)),
        ("rivers,old,pier,boats", ("rivers", "old", "pier", "boats")),  # the title says what it is about
    ],
)
def test_keywords_that_are_the_words_of_the_title_one_by_one(keywords: str, wanted: tuple[str, ...]) -> None:
    head = f"<title>Rivers: The old pier opens again</title><meta name=keywords content='{keywords}'>"
    text = "<p>The harbour was rebuilt between 1961 and 1968, and boats come in from rivers.</p>" * 3
    assert maintext.extract(f"{head}<h1>Rivers: The old pier opens again</h1>{text}").tags == wanted


def test_each_of_several_declared_tags_is_one() -> None:
    meta = "<meta property=article:tag content='{}'>"
    assert terms(above=meta.format("Lee, Ann"))[0] == ("Lee", "Ann")
    assert terms(above=meta.format("Lee, Ann") + meta.format("#Hills"))[0] == ("Lee, Ann", "Hills")
    node = '{"@type": "NewsArticle", "headline": "大桥通车", "keywords": ["Lee, Ann", "Hills"]}'
    assert terms(above=f'<script type="application/ld+json">{node}</script>')[0] == ("Lee, Ann", "Hills")


@pytest.mark.parametrize("label", ["标签: ", "關鍵字：", "Tags: "])
def test_the_label_of_declared_tags_is_no_part_of_the_first(label: str) -> None:
    names = f"<p itemprop=keywords>{label}<a href=/1>冬至</a>, <a href=/2>饺子</a></p>"
    post = f"<div itemscope itemtype=http://schema.org/BlogPosting><h2 itemprop=headline>x</h2>{names}</div>"
    assert terms(above=post)[0] == ("冬至", "饺子")


@pytest.mark.parametrize("note", ["locale: GB", "contentId: 15cd", "content-type: Guide", "-", "..."])
def test_what_a_system_notes_for_itself_is_no_tag(note: str) -> None:
    names = "".join(f"<meta property=article:tag content='{one}'>" for one in ("Hills", note))
    assert terms(above=names)[0] == ("Hills",)


@pytest.mark.parametrize(
    "section",
    [
        "https://example.org/rivers/",
        "/rivers",
        "15CD344D-456B-4515-BC42-40BA5B58300E",
        "news_item",
        "{$name}",
    ],
)
def test_what_is_no_name_is_no_category(section: str) -> None:
    assert terms(above=f"<meta property=article:section content='{section}'>")[1] == ()


def test_the_dates_of_an_archive_in_a_breadcrumb_are_no_categories() -> None:
    links = (
        "<a href=/>river.org</a> &gt; <a href=/n>News</a> &gt; <a href=/n/2>2021</a> &gt; <a href=/n/3>07</a>"
    )
    assert terms(above=f"<div class=breadcrumb>{links}</div>")[1] == ("News",)
