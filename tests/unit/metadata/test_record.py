"""The fields of a document, and the published schema of its dictionary."""

# ruff: noqa: E501 - markup and sentences, one a line

from __future__ import annotations

import datetime as dt
import gc
import json
import re
import weakref
from pathlib import Path
from typing import Any

import pytest
from tests.each import each
from tests.zoo import ZOO

from maintext.api import extract, select
from maintext.document import Document
from maintext.html import parse
from maintext.metadata import fields as fields_module
from maintext.metadata.candidate import Person
from maintext.metadata.fields import FIELDS, Fields
from maintext.options import Options

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "document.schema.json").read_text(encoding="utf-8"))
URL = "https://www.example.org/walks/1"
PAGE = """<html lang=zh><head><title>市图书馆新馆开放_示例网</title>
<meta name=keywords content="图书馆,新馆"><meta name=description content="新馆今日开放">
<meta property=og:site_name content=示例网><link rel=canonical href="/walks/1"><link rel=license href="/by">
<meta property=og:image content="/lead.jpg"><meta property=og:image:width content=1200>
<script type="application/ld+json">{"@type":"NewsArticle","headline":"市图书馆新馆开放",
"datePublished":"2024-05-01T10:20:00+08:00","dateModified":"2024-05-02"}</script></head><body>
<div class=breadcrumb><a href=/>首页</a> &gt; <a href=/n/>新闻</a></div><main><h1>市图书馆新馆开放</h1>
<p>2024年5月1日 来源：<a href="https://daily.example/">示例日报</a> 作者：张三 责任编辑：李四</p>
<p>今天上午，市图书馆新馆正式向公众开放，馆内藏书超过一百万册，<a href="/card">读者</a>可以免费借阅。</p>
<figure><img data-src="/1.jpg" alt=新馆><figcaption>新馆外景</figcaption></figure>
<table><tr><th>日<th>时间<tr><td>周一<td>闭馆</table>
<video src="/v.mp4"></video><p>新馆总面积五万平方米，共有四层，周末延长开放时间。</p></main></body></html>"""


def document(markup: str = PAGE, **kwargs: Any) -> Document:
    page = parse(markup, URL)
    return Document(page, select(page, "tag_filter"), Options(), **kwargs)


def test_every_field() -> None:
    doc = document()
    assert (doc.title, doc.description, doc.site_name) == ("市图书馆新馆开放", "新馆今日开放", "示例网")
    assert (doc.authors, doc.author) == ((Person("张三"),), "张三")
    assert doc.credits == (Person("李四", "responsible_editor"),)
    assert doc.author == "张三"
    assert (str(doc.published), str(doc.modified)) == ("2024-05-01T10:20:00+08:00", "2024-05-02")
    assert (doc.source, doc.source_url) == ("示例日报", "https://daily.example/")
    assert (doc.categories, doc.tags, doc.language) == (("新闻",), ("图书馆", "新馆"), "zh-Hans")
    assert (doc.licence, doc.canonical_url) == (
        "https://www.example.org/by",
        "https://www.example.org/walks/1",
    )
    lead, image = doc.images
    assert (lead.url, lead.width) == ("https://www.example.org/lead.jpg", 1200)
    assert (image.url, image.alt, image.caption) == ("https://www.example.org/1.jpg", "新馆", "新馆外景")
    assert [one.url for one in doc.links] == ["https://daily.example/", "https://www.example.org/card"]
    assert [one.url for one in doc.media] == ["https://www.example.org/v.mp4"]
    assert [one.rows for one in doc.tables] == [(("日", "时间"), ("周一", "闭馆"))]


def test_a_page_that_states_nothing() -> None:
    doc = document("<p>12345</p>")
    assert [doc.field(name) for name in FIELDS] == [None] * len(FIELDS)
    assert (doc.authors, doc.tags, doc.images, doc.author) == ((), (), (), None)


def test_the_provenance_keeps_all_candidates_in_order() -> None:
    doc = document()
    origins = [one.origin.partition(":")[0] for one in doc.provenance["published"]]
    assert set(origins) == {"byline", "json-ld"}
    field = doc.field("published")
    assert field is not None
    assert field.origin == doc.provenance["published"][0].origin
    assert list(doc.provenance) == list(FIELDS)
    assert len(doc.provenance) == len(FIELDS)


def test_unknown_fields() -> None:
    doc = document()
    with pytest.raises(KeyError, match="colour"):
        doc.field("colour")
    with pytest.raises(KeyError):
        doc.provenance["colour"]


SITE = '<meta property=og:site_name content="the walker"><meta name=author content="The Walker">'


def test_the_name_of_the_site_is_no_author_where_somebody_else_is() -> None:
    doc = document(SITE + "<h1>A walk</h1><p>By Ann Lee</p><p>It rained in the hills all day.</p>")
    assert doc.author == "Ann Lee"
    assert [one.value.name for one in doc.provenance["author"] if isinstance(one.value, Person)] == [
        "Ann Lee"
    ]


@pytest.mark.parametrize(("kind", "author"), [("NewsArticle", "The Walker"), ("TechArticle", None)])
def test_a_house_signs_its_articles_where_nobody_else_does(kind: str, author: str | None) -> None:
    body = f'{{"@type":"{kind}","author":{{"@type":"Organization","name":"The Walker"}}}}'
    head = f'<script type="application/ld+json">{body}</script>'
    assert document(head + "<p>text</p>").author == author
    assert document(head + "<h1>A walk</h1><p>By Ann Lee</p><p>It rained all day.</p>").author == "Ann Lee"


def test_a_site_may_be_called_by_its_author() -> None:
    assert document(SITE + "<p>text</p>").author == "The Walker"


def test_the_site_is_called_by_its_own_node_not_by_its_publisher() -> None:
    article = '{"@type":"NewsArticle","publisher":{"@type":"Organization","name":"Hill Media"}}'
    site = '{"@type":"WebSite","name":"The Walker"}'
    head = f'<script type="application/ld+json">{{"@graph":[{article},{site}]}}</script>'
    assert document(head + "<p>text</p>").site_name == "The Walker"


def test_relative_dates_count_from_when_the_page_was_fetched() -> None:
    markup = "<h1>新馆今日开放</h1><p>发布时间：昨天 18:30</p><p>今天上午，新馆正式开放，市民可以免费借阅，欢迎前来。</p>"
    fetched = dt.datetime(2024, 5, 2, 8, 0)  # noqa: DTZ001 - the page's own clock
    assert str(document(markup, fetched=fetched).published) == "2024-05-01T18:30"
    assert document(markup).published is None


def test_fields_that_nobody_asks_for_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("not asked for")

    names = ("scan_bylines", "find_breadcrumb", "find_subtitle", "detect_language", "find_comments")
    for name in names:
        monkeypatch.setattr(fields_module, name, refuse)
    doc = document()
    assert doc.title == "市图书馆新馆开放"
    for name in ("read_head", "read_json_ld", "read_microdata", "find_titles"):
        monkeypatch.setattr(fields_module, name, refuse)
    assert document().text


@each("markup", [PAGE, *ZOO.values()], ids=["page", *ZOO])
def test_what_decides_is_as_much_as_all_that_is_stated(markup: str) -> None:
    page = parse(markup, URL)
    kept = page.is_text & ~page.is_hidden
    for name in FIELDS:
        alone, whole = (Fields(page, kept, lambda: page.text) for _ in range(2))
        whole.candidates(name)
        assert alone[name] == whole[name], name


DECIDED = """<title>A walk</title>{head}<script type="application/ld+json">{{"@type":"Article","headline":"A walk",
"author":{{"@type":"Person","name":"Ann Lee"}},"datePublished":"2024-05-01T10:20:30+08:00","articleSection":"Hills",
"alternativeHeadline":"Up and down again","dateModified":"{modified}"}}</script>
<div class=breadcrumb><a href=/>Home</a> <a href=/walks>Walks</a></div>
<h1>A walk</h1><h2 class=subtitle>Another line below the headline</h2><p>{byline}</p><p>It rained in the hills all day.</p>"""


@pytest.mark.parametrize(
    "head", ["", '<meta property="article:published_time" content="2024-05-02T10:20:30Z">']
)
@pytest.mark.parametrize("modified", ["2024-05-03T08:00:00Z", "2024-05-03", ""])
@pytest.mark.parametrize(
    "byline",
    [
        "",
        "By Bob Roe, 4 May 2024",
        "Photo: Cy Poe",
        "Updated 5 May 2024, 10:20",
        "责任编辑：李四",
        "来源：示例日报",
    ],
)
def test_what_is_declared_decides_only_where_it_would_win(head: str, modified: str, byline: str) -> None:
    page = parse(DECIDED.format(head=head, modified=modified, byline=byline), URL)
    for name in FIELDS:
        alone, whole = (Fields(page, page.is_text, lambda: "") for _ in range(2))
        whole.candidates(name)
        assert alone[name] == whole[name], name


def test_a_declared_date_spares_the_look_at_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    head = '<meta property="article:published_time" content="2024-05-02T10:20:30Z">'
    page = parse(DECIDED.format(head=head, modified="", byline="By Bob Roe, 4 May 2024"), URL)
    monkeypatch.setattr(fields_module, "scan_bylines", None)
    fields = Fields(page, page.is_text, lambda: "")
    assert str(fields["published"].value) == "2024-05-02T10:20:30+00:00"  # type: ignore[union-attr]
    with pytest.raises(TypeError):
        fields.candidates("published")


# -- the schema ---------------------------------------------------------------------------------------

TYPES = {
    "string": lambda value: isinstance(value, str),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def problems(value: Any, schema: dict[str, Any], path: str = "$") -> list[str]:
    """What a value has against the part of JSON Schema that ours uses."""
    if "$ref" in schema:
        return problems(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], path)
    found = []
    types = schema.get("type", [])
    if types and not any(TYPES[name](value) for name in ([types] if isinstance(types, str) else types)):
        found.append(f"{path} is {type(value).__name__}, not {types}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{path} is {value!r}")
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        found.append(f"{path} is {value!r}")
    if isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get(
        "maximum", value
    ):
        found.append(f"{path} is {value!r}")
    if isinstance(value, list):
        found += [p for i, one in enumerate(value) for p in problems(one, schema["items"], f"{path}[{i}]")]
    if isinstance(value, dict):
        found += _of_object(value, schema, path)
    return found


def _of_object(value: dict[str, Any], schema: dict[str, Any], path: str) -> list[str]:
    known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    found = [f"{path}.{name} is missing" for name in schema.get("required", []) if name not in value]
    for name, one in value.items():
        rules = known.get(name, others)
        found += (
            [f"{path}.{name} is not allowed"] if rules is False else problems(one, rules, f"{path}.{name}")
        )
    return found


@pytest.mark.parametrize("markup", [PAGE, "<p>text</p>", "", "<table><tr><td>a<td>b<tr><td>c<td>d</table>"])
def test_documents_follow_the_schema(markup: str) -> None:
    value = json.loads(extract(markup, URL).to_json())
    assert problems(value, SCHEMA) == []
    assert SCHEMA["properties"].keys() <= value.keys()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("title", 3), ("published", "May 2024"), ("outcome", "good"), ("authors", [{"name": "x"}]), ("tags", [None]),
     ("images", [{"url": "x", "alt": "", "caption": "", "width": "1", "height": None, "row": 1}]),
     ("provenance", {"title": {"origin": "h1", "confidence": 2, "row": 0}})],
)  # fmt: skip
def test_the_schema_refuses_wrong_values(name: str, wrong: object) -> None:
    value = json.loads(document().to_json())
    assert problems({**value, name: wrong}, SCHEMA)
    del value[name]
    assert problems(value, SCHEMA) == [f"$.{name} is missing"]


def signed(byline: str, head: str = "") -> tuple[str, ...]:
    """Names of the authors of an article with a byline below its headline."""
    text = "It rained in the hills all day, and nobody came to the fair that had been planned since May. " * 2
    doc = document(f"{head}<h1>A walk in the hills</h1>{byline}<p>{text}</p>")
    return tuple(one.name for one in doc.authors)


def linked(**article: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **article})}</script>'


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("<p>Ann Lee | May 1, 2024</p>", ("Ann Lee",)),
        ("<p>01.05.2024 - Anna Beispiel</p>", ("Anna Beispiel",)),
        ("<p>New Hills, May 1, 2024</p>", ()),
        ("<p class=author>fp/abc</p>", ("fp/abc",)),
        ("<p class=author>Anna Beispiel, FLUSS RADIO</p>", ("Anna Beispiel",)),
        ("<p class=author>mit</p>", ()),
        ("<p>By Agencies</p>", ()),
        ("<p>By continuing to browse you agree</p>", ()),
    ],
)
def test_who_signs_by_line(byline: str, names: tuple[str, ...]) -> None:
    assert signed(byline) == names


def test_a_desk_signs_only_alone_or_together_with_people() -> None:
    desk = linked(author={"@type": "Person", "name": "River Newsroom"})
    assert signed("", desk) == ("River Newsroom",)
    assert signed("<p>By Ann Lee</p>", desk) == ("Ann Lee",)
    both = linked(author=[{"name": "Ann Lee"}, {"name": "River Newsroom"}])
    assert signed("", both) == ("Ann Lee", "River Newsroom")


def test_an_agency_signs_where_it_is_declared_and_is_credited_elsewhere() -> None:
    people = [{"@type": "Person", "name": "Ann Lee"}, {"@type": "Organization", "name": "Reuters"}]
    assert signed("", linked(author=people)) == ("Ann Lee", "Reuters")
    doc = document("<h1>A walk in the hills</h1><p>By Ann Lee, Reuters</p><p>It rained all day.</p>")
    assert (doc.author, doc.credits) == ("Ann Lee", (Person("Reuters", "agency"),))


def test_an_account_gives_way_to_the_name_that_readers_see() -> None:
    assert signed("<p>By Ann Lee</p>", linked(author={"name": "alee2024"})) == ("Ann Lee",)
    assert signed("<p>1 May 2024</p>", linked(author={"name": "alee2024"})) == ("alee2024",)


def test_the_address_of_the_site_is_nobody() -> None:
    assert signed("", '<meta name=author content="example.org, Newtown, Freeland">') == ()


@pytest.mark.parametrize(
    ("tag", "author"), [("strong", "Lê Mai"), ("em", "Lê Mai"), ("span", None), ("h3", None)]
)
def test_a_name_that_ends_a_text_in_emphasis_signs_it(tag: str, author: str | None) -> None:
    text = "It rained in the hills all day, and nobody came to the fair that had been planned since May. " * 3
    doc = document(f"<h1>A walk in the hills</h1><p>May 1, 2024</p><p>{text}</p><p><{tag}>Lê Mai</{tag}></p>")
    assert doc.author == author


def test_a_document_is_freed_with_its_page_as_soon_as_it_is_out_of_use() -> None:
    document = extract(PAGE, URL)
    page = weakref.ref(document.page)
    document.to_dict()
    gc.disable()  # a cycle would wait for its collector
    try:
        del document
        assert page() is None
    finally:
        gc.enable()


def test_the_names_of_all_fields_are_listed() -> None:
    fields = extract("<title>A</title><p>b</p>").fields
    assert "title" in fields
    assert "price" not in fields
    assert list(fields) == list(FIELDS)
