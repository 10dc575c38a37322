# ruff: noqa: E501 - markup and sentences, one a line

from __future__ import annotations

import inspect
import json
import re
import time
from typing import TYPE_CHECKING

import pytest

from maintext.html import parse
from maintext.metadata.candidate import FIELDS, Candidate, Person
from maintext.metadata.declared import main_entity, structured_data
from maintext.metadata.declared.collector import Collector, language_tag
from maintext.metadata.declared.head import read_head
from maintext.metadata.declared.main_entity import read_nodes
from maintext.metadata.declared.meta import declared, meta_pairs
from maintext.metadata.declared.structured_data import (
    READ_PROPERTIES,
    read_json_ld,
    read_microdata,
    read_rdfa,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

URL = "https://www.example.org/walks/1"


def every(found: Collector) -> list[Candidate]:
    return [one for field in FIELDS for one in found.candidates(field)]


def values(found: Iterable[Candidate], field: str) -> list[tuple[str, str]]:
    return [
        (one.value.name if isinstance(one.value, Person) else str(one.value), one.origin)
        for one in found
        if one.field == field
    ]


def head(markup: str) -> list[Candidate]:
    page = parse(markup, URL)
    return every(read_head(page))


def meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}">'


def ld(*objects: object, kind: str = "application/ld+json") -> list[Candidate]:
    scripts = "".join(
        f'<script type="{kind}">{one if isinstance(one, str) else json.dumps(one)}</script>'
        for one in objects
    )
    page = parse(scripts, URL)
    return every(read_nodes(page, read_json_ld(page), "json-ld"))


ARTICLE = {"@type": "NewsArticle", "headline": "A walk"}

# -- the head -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "field", "value"),
    [
        ("og:description", " A  long walk. ", "description", "A long walk."),
        ("Description", "A &amp; B", "description", "A & B"),
        ("author", "Ann Lee", "author", "Ann Lee"),
        ("DC.Creator", "Ann Lee", "author", "Ann Lee"),
        ("dc:creator", "Ann Lee", "author", "Ann Lee"),
        ("article:published_time", "2024-05-01T10:20:00+08:00", "published", "2024-05-01T10:20:00+08:00"),
        ("PubDate", "2024-05-01 10:20", "published", "2024-05-01T10:20"),
        ("article:published_time", "1403/02/12 10:20", "published", "2024-05-01T10:20"),
        ("dcterms.modified", "2024-05-02", "modified", "2024-05-02"),
        ("og:site_name", "The Walker", "site_name", "The Walker"),
        ("ContentSource", "示例日报", "source", "示例日报"),
        ("ColumnName", "要闻", "category", "要闻"),
        ("og:locale", "en_us", "language", "en"),
        ("og:locale", "sr_Latn_RS", "language", "sr-Latn"),
        ("og:locale", "zh_TW", "language", "zh-TW"),
        ("dcterms.license", "https://creativecommons.org/licenses/by/4.0/", "licence",
         "https://creativecommons.org/licenses/by/4.0/"),
        ("og:url", "/walks/1?x=1", "canonical_url", "https://www.example.org/walks/1?x=1"),
        ("twitter:image", "//img.example.org/1.jpg", "image", "https://img.example.org/1.jpg"),
    ],
)  # fmt: skip
def test_a_name_in_the_head(name: str, content: str, field: str, value: str) -> None:
    expected = [(value, f"meta:{name.lower().replace('dc:', 'dc.')}")]
    assert values(head(meta(name, content)), field) == expected
    by_property = f'<meta property="{name}" content="{content}">'
    assert values(head(by_property), field) == expected


@pytest.mark.parametrize(
    "content",
    [
        "",
        "  ",
        "null",
        "undefined",
        "None",
        "{{page.title}}",
        "{$plugin.site.name}",
        "${title}",
        "{% title %}",
    ],
)
def test_what_is_no_value_is_left_out(content: str) -> None:
    assert head(meta("author", content) + meta("description", content)) == []


def test_keywords_are_a_list() -> None:
    tags = head(meta("keywords", "hills, rain,,hills；walks"))
    assert [one.value for one in tags] == ["hills", "rain", "walks"]


def test_chinese_keywords_may_be_separated_by_spaces() -> None:
    assert [one.value for one in head(meta("keywords", "图书馆 新馆 开放"))] == ["图书馆", "新馆", "开放"]


def test_words_of_one_keyword_stay_together() -> None:
    assert [one.value for one in head(meta("keywords", "long walks"))] == ["long walks"]


def test_links_of_the_head() -> None:
    found = head(
        '<link rel="shortlink canonical" href="/w"><link rel=license href="/by"><link rel=icon href=i>'
    )
    assert values(found, "canonical_url") == [("https://www.example.org/w", "link:canonical")]
    assert values(found, "licence") == [("https://www.example.org/by", "link:license")]


def test_a_host_with_an_encoded_path_is_no_address() -> None:
    assert values(head('<link rel=canonical href="https://a.example%2Fwalks%2F1">'), "canonical_url") == []


def test_the_base_of_relative_links() -> None:
    found = head('<base href="https://other.example/a/"><link rel=canonical href="b">')
    assert values(found, "canonical_url") == [("https://other.example/a/b", "link:canonical")]


def test_the_language_of_the_root() -> None:
    assert values(head('<html lang="zh-hant-tw">'), "language") == [("zh-Hant-TW", "html:lang")]


def test_a_twitter_label_names_the_author() -> None:
    found = head(meta("twitter:label1", "Verfasst von") + meta("twitter:data1", "Ann Lee"))
    assert values(found, "author") == [("Ann Lee", "meta:twitter:data")]
    assert head(meta("twitter:label1", "Reading time") + meta("twitter:data1", "5 minutes")) == []


def test_an_address_is_no_author() -> None:
    assert values(head(meta("article:author", "https://social.example/ann")), "author") == []


@pytest.mark.parametrize(
    ("text", "tag"),
    [("EN", "en"), ("zh_CN", "zh-CN"), ("zh-hans-cn", "zh-Hans-CN"), ("english", ""), ("", ""), ("x", "")],
)
def test_language_tags(text: str, tag: str) -> None:
    assert language_tag(text) == tag


# -- JSON-LD ------------------------------------------------------------------------------------------


def test_an_article() -> None:
    found = ld({
        **ARTICLE, "alternativeHeadline": "In the rain", "author": [{"@type": "Person", "name": "Ann Lee"}, "Bo Yu"],
        "datePublished": "2024-05-01T10:20Z", "dateModified": "2024-05-02", "publisher": {"name": "The Walker"},
        "articleSection": ["Outdoors", "Hills"], "keywords": "rain,hills", "inLanguage": {"name": "en"},
        "license": "https://creativecommons.org/licenses/by/4.0/", "image": {"url": "/1.jpg"},
    })  # fmt: skip
    assert values(found, "title") == [("A walk", "json-ld:headline")]
    assert values(found, "subtitle") == [("In the rain", "json-ld:alternativeHeadline")]
    assert values(found, "author") == [("Ann Lee", "json-ld:author"), ("Bo Yu", "json-ld:author")]
    assert values(found, "published") == [("2024-05-01T10:20+00:00", "json-ld:datePublished")]
    assert values(found, "site_name") == [("The Walker", "json-ld:publisher")]
    assert [value for value, _ in values(found, "category")] == ["Outdoors", "Hills"]
    assert [value for value, _ in values(found, "tag")] == ["rain", "hills"]
    assert values(found, "image") == [("https://www.example.org/1.jpg", "json-ld:image")]


@pytest.mark.parametrize(
    "wrapped",
    [
        [ARTICLE],
        {"@graph": [{"@type": "WebSite", "name": "x"}, ARTICLE]},
        {"@type": "WebPage", "mainEntity": ARTICLE},
        {"@type": ["Thing", "schema:BlogPosting"], "headline": "A walk"},
        {"@type": "https://schema.org/Article", "headline": "A walk"},
        [[[{"@graph": {"@graph": [ARTICLE]}}]]],
    ],
)
def test_where_an_article_may_stand(wrapped: object) -> None:
    assert values(ld(wrapped), "title") == [("A walk", "json-ld:headline")]


def test_an_author_by_reference() -> None:
    found = ld({"@graph": [{**ARTICLE, "author": {"@id": "#ann"}}, {"@id": "#ann", "name": "Ann Lee"}]})
    assert values(found, "author") == [("Ann Lee", "json-ld:author")]


@pytest.mark.parametrize("name", ["Redaktion 24", "walking online", "dpa"])
def test_a_desk_that_is_declared_is_an_author(name: str) -> None:
    assert values(ld({**ARTICLE, "author": name}), "author") == [(name, "json-ld:author")]


@pytest.mark.parametrize(
    "text",
    ["admin", "2024", "https://e.org/ann", "She walks. It rains.", "a very long name of a desk", "a/b"],
)
def test_no_name_is_declared(text: str) -> None:
    assert values(ld({**ARTICLE, "author": text}), "author") == []


def test_an_organization_as_author_says_so() -> None:
    found = ld({**ARTICLE, "author": {"@type": "NewsMediaOrganization", "name": "Walking Press"}})
    assert [origin for _, origin in values(found, "author")] == ["json-ld:author.Organization"]


def test_a_breadcrumb() -> None:
    items = [
        {"@type": "ListItem", "position": 2, "item": {"name": "Outdoors"}},
        {"@type": "ListItem", "position": "1", "name": "Home"},
        {"@type": "ListItem", "position": 3, "name": "Hills"},
        {"@type": "ListItem", "position": 4, "name": "A walk"},
    ]
    found = ld({"@type": "BreadcrumbList", "itemListElement": items})
    assert [value for value, _ in values(found, "category")] == ["Outdoors", "Hills"]


@pytest.mark.parametrize(
    ("links", "wanted"),
    [
        (("https://www.example.org/", "/hills", "/hills/wet"), ["Hills", "Wet hills"]),
        (("/guide/", "/hills", "/walks/1"), ["The guide", "Hills"]),
        (("", "/hills", "/walks/1?from=hills"), ["Hills"]),
    ],
)
def test_a_breadcrumb_whose_ends_are_levels(links: tuple[str, ...], wanted: list[str]) -> None:
    named = zip(("The guide", "Hills", "Wet hills"), links, strict=True)
    items = [{"position": i, "name": name, "item": {"@id": link}} for i, (name, link) in enumerate(named)]
    found = ld({"@type": "BreadcrumbList", "itemListElement": items})
    assert [value for value, _ in values(found, "category")] == wanted


def test_dates_of_baidu() -> None:
    stated = {
        "@context": "https://ziyuan.baidu.com/contexts/cambrian.jsonld",
        "title": "长桥通车",
        "images": [],
    }
    found = ld({**stated, "pubDate": "2024-06-03T09:20:00", "upDate": "2024-06-05T10:00:00"})
    dates = [(one.field, str(one.value)) for one in found]
    assert dates == [("published", "2024-06-03T09:20:00"), ("modified", "2024-06-05T10:00:00")]


def test_of_several_articles_the_one_with_the_title_of_the_page() -> None:
    page = parse(
        f'<script type="application/ld+json">{json.dumps([{**ARTICLE, "headline": "Other"}, ARTICLE])}</script>'
    )
    nodes = read_json_ld(page)
    assert values(every(read_nodes(page, nodes, "json-ld", ["A walk | Site"])), "title")[0][0] == "A walk"
    assert values(every(read_nodes(page, nodes, "json-ld")), "title") == []


@pytest.mark.parametrize(
    "broken",
    [
        '<!-- {"@type": "Article", "headline": "A walk"} -->',
        '//<![CDATA[\n{"@type": "Article", "headline": "A walk"}\n//]]>',
        '{"@type": "Article", "headline": "A walk",}',
        '{"@type": "Article", "headline": "A walk"};',
        '{"@type": "Article", "headline": "A\twalk"}',
        "{&quot;@type&quot;: &quot;Article&quot;, &quot;headline&quot;: &quot;A walk&quot;}",
        '{"@type": "Article"\n"headline": "A walk"}',
        '{"@type": "Article", "headline": "A walk", "author": {"name": ',
        '{"@type": "Article", "description": "A "short" walk", "headline": "A walk"}',
        '{"@type": "Person"}{"@type": "Article", "headline": "A walk"}',
    ],
)
def test_broken_json_is_read(broken: str) -> None:
    assert [value for value, _ in values(ld(broken), "title")] == ["A walk"]


@pytest.mark.parametrize("stated", ['[{"@type": "Person", "name": "Ann Lee"}]', '"Ann Lee"'])
def test_the_author_in_broken_json(stated: str) -> None:
    broken = f'{{"@type": "Article", "description": "A "short" walk", "author": {stated}, "url": "/"}}'
    assert values(ld(broken), "author") == [("Ann Lee", "json-ld:author")]


@pytest.mark.parametrize(
    "stated",
    [
        '"author": {"@type": "Organization", "name": "Walking Press"}',
        '"author": {"name": "Walking Press", "@type": "Organization"}',
        '"review": {"@type": "Review", "author": {"@type": "Person", "name": "Ann Lee"}}',
        '"itemReviewed": {"@type": "Book", "author": {"@type": "Person", "name": "Ann Lee"}}',
        '"comment": [{"author": "Ann Lee", "datePublished": "2020-01-01"}]',
    ],
)
def test_broken_json_names_no_author_of_the_text(stated: str) -> None:
    page = ld(f'{{"@type": "Product", "description": "A "short" walk", {stated}, "url": "/"}}')
    assert values(page, "author") == values(page, "published") == []


def test_broken_json_with_much_white_space_takes_little_time() -> None:
    space, start = "\n" * 20_000, time.process_time()
    broken = f'{{"description": "A "short" walk", "author":{space}{{"name": "Ann Lee"}}{space}, "url": "/"}}'
    assert values(ld(broken), "author")
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "nothing", ["", "null", "[]", "3", '"x"', "{", "{}", "}{", "[[", "\ufeff", '{"@type": 3}']
)
def test_json_without_anything(nothing: str) -> None:
    assert ld(nothing) == []


def test_other_scripts_are_not_read() -> None:
    assert ld(ARTICLE, kind="application/json") == []


# -- microdata and RDFa -------------------------------------------------------------------------------

MICRODATA = """<article itemscope itemtype="https://schema.org/NewsArticle">
<h1 itemprop="name headline">A walk</h1><time itemprop=datePublished datetime="2024-05-01">May</time>
<span itemprop=author itemscope itemtype="https://schema.org/Person"><a itemprop=name href=/ann>Ann Lee</a></span>
<meta itemprop=keywords content="rain,hills"><img itemprop=image src="/1.jpg">
<div itemprop=comment itemscope itemtype="https://schema.org/Comment"><b itemprop=author>Troll</b></div></article>"""


def test_microdata() -> None:
    page = parse(MICRODATA, URL)
    found = every(read_nodes(page, read_microdata(page), "microdata"))
    assert values(found, "title")[0] == ("A walk", "microdata:headline")
    assert values(found, "published") == [("2024-05-01", "microdata:datePublished")]
    assert values(found, "author") == [("Ann Lee", "microdata:author")]
    assert [value for value, _ in values(found, "tag")] == ["rain", "hills"]
    assert values(found, "image") == [("https://www.example.org/1.jpg", "microdata:image")]
    assert found[0].row == next(row for row in range(len(page)) if page.name(row) == "article")


def test_rdfa() -> None:
    page = parse(
        '<div vocab="https://schema.org/" typeof="schema:Article"><h1 property="schema:headline">A walk</h1>'
        '<span property="datePublished" content="2024-05-01">May</span></div><p property="og:title">x</p>'
    )
    found = every(read_nodes(page, read_rdfa(page), "rdfa"))
    assert values(found, "title") == [("A walk", "rdfa:headline")]
    assert values(found, "published") == [("2024-05-01", "rdfa:datePublished")]


def test_pages_without_items() -> None:
    page = parse("<p property=x>text</p>")
    assert read_microdata(page) == []
    assert read_rdfa(page) == []


@pytest.mark.parametrize(
    ("name", "content", "author"),
    [
        ("citation_author", "Lee, Ann M.", "Ann M. Lee"),
        ("DC.creator", "Lee, Ann", "Ann Lee"),
        ("citation_author", "Ann Lee", "Ann Lee"),
        ("author", "Ann Lee, Bob Roe", "Ann Lee"),
    ],
)
def test_libraries_write_the_surname_first(name: str, content: str, author: str) -> None:
    page = parse(f'<meta name="{name}" content="{content}"><p>text</p>')
    assert values(every(read_head(page)), "author")[0][0] == author


@pytest.mark.parametrize(
    ("tag", "pairs"),
    [
        ('<meta name="Author" content="Ann &amp; Bob">', [("author", "Ann & Bob")]),
        ('<meta content="Ann" name="author">', [("author", "Ann")]),
        ('<meta name="a b" content="Ann"/>', [("a", "Ann"), ("b", "Ann")]),
        ('<meta name="author" content="Ann" property="article:author">', [("article:author", "Ann")]),
        ('<meta property="dc:creator" content="Ann">', [("dc.creator", "Ann")]),
        ('<meta name="author" content="">', []),
        ('<meta name="" content="Ann">', []),
        ('<meta data-x="1" name="author" content="Ann">', [("author", "Ann")]),
    ],
)
def test_meta_elements_however_written(tag: str, pairs: list[tuple[str, str]]) -> None:
    assert meta_pairs(parse(f"{tag}<p>text</p>")) == tuple(pairs)


def test_relations_are_read_in_any_case() -> None:
    found = head('<link rel="Canonical" href="/w"><link rel="ICON" href="i">')
    assert values(found, "canonical_url") == [("https://www.example.org/w", "link:canonical")]


def test_a_content_without_measure_is_not_read() -> None:
    long = "x y " * 5_000
    page = parse(f"<meta name=a content='{long}'><meta name='{long}' content=a><meta name=b content=y>")
    assert meta_pairs(page) == (("b", "y"),)


@pytest.mark.parametrize(
    ("markup", "stated"),
    [
        ('<meta name="Description" content="a &amp; b">', "a & b"),
        ('<div name="description" content=""></div><meta name=description content=b>', ""),
        ("<meta name=description><meta name=description content=b>", "b"),
        ("<meta property=description content=b>", None),
    ],
)
def test_the_first_element_with_a_name_and_a_content_declares(markup: str, stated: str | None) -> None:
    assert declared(parse(f"{markup}<p>text"), "name", {"description"}) == stated


def test_a_property_belongs_to_the_innermost_item_around_it() -> None:
    inner = "<p itemprop=author itemscope><b itemprop=name>Ann</b><i itemprop=x itemscope></i><u itemprop=url>u</u></p>"
    page = parse(
        f"<i itemprop=name>A</i><div itemscope>{inner}<b itemprop=headline>B</b></div><i itemprop=name>C</i>"
    )
    loose, outer = read_microdata(page)
    assert loose["name"] == ["A", "C"]
    assert outer["headline"] == ["B"]
    assert outer["author"][0]["name"] == ["Ann"]
    assert outer["author"][0]["url"] == ["u"]


def test_every_property_that_is_looked_up_is_read_from_microdata() -> None:
    source = inspect.getsource(structured_data) + inspect.getsource(main_entity)
    looked_up = set(re.findall(r'(?:node|element|value)\.get\("(\w+)"', source))
    looked_up |= {key for keys in main_entity._TEXTS.values() for key in keys} | {"author", "creator"}
    assert looked_up - {"type"} <= READ_PROPERTIES


@pytest.mark.parametrize("name", ["published-date", "publish_date", "Published_Date", "ms.date", "date-pub"])
def test_hyphens_in_the_name_of_a_date_do_not_matter(name: str) -> None:
    assert values(head(meta(name, "2024-05-01")), "published") == [("2024-05-01", f"meta:{name.lower()}")]


@pytest.mark.parametrize(
    "label",
    "Written by|Author|Yazan|글쓴이|執筆|作者：|Redactado por|Reporting by|Escrito por|Auteure|Написано|By".split(
        "|"
    ),
)
def test_a_label_of_a_card_that_names_the_author(label: str) -> None:
    html = f'<meta name="twitter:label1" content="{label}"><meta name="twitter:data1" content="Ann Lee">'
    assert [(one.value, one.origin) for one in every(read_head(parse(html))) if one.field == "author"] == [
        (Person("Ann Lee"), "meta:twitter:data")
    ]


@pytest.mark.parametrize("label", ["Est. reading time", "Lesezeit", "Price", "Editor", "来源", ""])
def test_a_label_of_a_card_that_names_nobody(label: str) -> None:
    html = f'<meta name="twitter:label1" content="{label}"><meta name="twitter:data1" content="Ann Lee">'
    assert not [one for one in every(read_head(parse(html))) if one.field == "author"]
