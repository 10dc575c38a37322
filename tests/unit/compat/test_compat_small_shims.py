from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.compat.pages import ARTICLE, LIST, NEWS_ZH, URL

from maintext.compat import CompatWarning, newspaper, trafilatura
from maintext.compat.gne import GeneralNewsExtractor, ListPageExtractor, NoContentException
from maintext.compat.magic_html import GeneralExtractor
from maintext.compat.readability import Document, Unparseable
from maintext.compat.readability import readability as readability_module
from maintext.compat.trafilatura.settings import Document as TrafilaturaDocument
from maintext.compat.tree import Tree
from maintext.errors import OptionError

# -- readability --------------------------------------------------------------------------------------


def test_the_module_of_readability_has_its_names() -> None:
    assert readability_module.Document is Document
    assert readability_module.Unparseable is Unparseable


def test_readability_titles_and_author() -> None:
    document = Document(ARTICLE)
    assert document.title() == "A walk in the hills | The Walker"
    assert document.short_title() == "A walk in the hills"
    assert document.author() == "Ann Lee"


def test_readability_says_what_is_missing() -> None:
    document = Document("<p>One sentence of text.</p>")
    assert (document.title(), document.short_title(), document.author()) == ("[no-title]", "", "[no-author]")


def test_readability_titles_have_plain_dashes() -> None:
    assert Document("<title>Hills \u2014 a\u00a0walk</title>").title() == "Hills - a walk"


def test_readability_summary_whole_and_partial() -> None:
    document = Document(ARTICLE.encode(), url=URL)
    partial = document.summary(html_partial=True)
    assert partial.startswith("<div>")
    assert document.summary() == f"<html><body>{partial}</body></html>"
    assert 'href="https://walker.example.org/village"' in partial
    assert "About us" not in partial
    assert "About us" in document.content()
    assert document.encoding == "utf-8"


def test_readability_cannot_parse_nothing() -> None:
    for nothing in ("", b"\x89PNG\r\n", None):
        with pytest.raises(Unparseable):
            Document(nothing).summary()


def test_readability_says_which_parameters_have_no_effect() -> None:
    with pytest.warns(CompatWarning, match="positive_keywords"):
        Document(ARTICLE, positive_keywords=["news"])


# -- GNE ----------------------------------------------------------------------------------------------


def test_gne_record() -> None:
    record = GeneralNewsExtractor().extract(NEWS_ZH, host="https://daily.example.cn", with_body_html=True)
    assert record["title"] == "老桥修缮完工"
    assert record["author"] == "王小明"
    assert record["publish_time"] == "2024-05-01 10:20"
    assert "保留了原来的石板和栏杆" in record["content"]
    assert record["images"] == ["https://daily.example.cn/bridge.jpg"]
    assert "石板" in record["body_html"]
    assert "body_html" not in GeneralNewsExtractor().extract(NEWS_ZH)


def test_gne_meta_is_what_the_head_declares() -> None:
    assert GeneralNewsExtractor().extract(ARTICLE)["meta"]["og:site_name"] == "The Walker"


def test_gne_expressions_give_values() -> None:
    pytest.importorskip("lxml")
    record = GeneralNewsExtractor().extract(
        NEWS_ZH,
        title_xpath="//title/text()",
        author_xpath="//h1/text()",
        publish_time_xpath="//div[@class='none']/text()",
    )
    assert record["title"] == "老桥修缮完工_城市日报"
    assert record["author"] == "老桥修缮完工"
    assert record["publish_time"] == "2024-05-01 10:20"  # not found by the expression


def test_gne_time_has_no_zone() -> None:
    zone = '<meta property="article:published_time" content="2024-05-01T10:20:00+02:00">'
    page = (
        f"<head>{zone}</head><h1>The old bridge</h1><p>It was mended in two years, and opened on Monday.</p>"
    )
    assert GeneralNewsExtractor().extract(page)["publish_time"] == "2024-05-01 10:20:00"


def test_gne_noise_and_body_by_expression() -> None:
    pytest.importorskip("lxml")
    extractor = GeneralNewsExtractor()
    text = extractor.extract(NEWS_ZH, body_xpath="//div[@class='text']")["content"]
    assert text.startswith("历时两年")
    assert "公众号" in text
    without = extractor.extract(
        NEWS_ZH, body_xpath="//div[@class='text']", noise_node_list=['//div[@class="advert"]']
    )
    assert "公众号" not in without["content"]
    assert "历时两年" in extractor.extract(NEWS_ZH, body_xpath="//div[@id='none']")["content"]


def test_gne_normalises_where_asked() -> None:
    page = "<p>共有１２３４座桥，一半是石桥，一半是木桥。</p>"
    assert "1234座桥" in GeneralNewsExtractor().extract(page, normalize=True)["content"]
    assert "１２３４座桥" in GeneralNewsExtractor().extract(page)["content"]


def test_gne_errors_and_warnings() -> None:
    for nothing in ("", b"\x89PNG\r\n", None):
        with pytest.raises(NoContentException):
            GeneralNewsExtractor().extract(nothing)  # type: ignore[arg-type]
    with pytest.warns(CompatWarning, match="use_visiable_info"):
        GeneralNewsExtractor().extract(NEWS_ZH, use_visiable_info=True)


def test_gne_list_that_holds_a_text() -> None:
    found = ListPageExtractor().extract(LIST, "met for the 3th time")
    assert len(found) == 7
    assert found[0] == {"title": "The council met for the 1th time", "url": "/news/1"}
    assert ListPageExtractor().extract(LIST, "nowhere on the page") == []


def test_gne_list_by_expression() -> None:
    pytest.importorskip("lxml")
    assert len(ListPageExtractor().extract(LIST, "//ul/li[2]/a")) == 7
    assert ListPageExtractor().extract(LIST, "//ol/li") == []


# -- magic-html ---------------------------------------------------------------------------------------


def test_magic_html_record() -> None:
    record = GeneralExtractor().extract(ARTICLE, base_url=URL)
    assert set(record) == {"xp_num", "drop_list", "html", "title", "base_url"}
    assert record["title"] == "A walk in the hills"
    assert record["html"].startswith("<body><article>")
    assert 'href="https://walker.example.org/village"' in record["html"]
    assert record["base_url"] == URL
    assert record["drop_list"] is True


def test_magic_html_forum_has_the_comments() -> None:
    assert "liked the soup" not in GeneralExtractor().extract(ARTICLE)["html"]
    assert "liked the soup" in GeneralExtractor().extract(ARTICLE, html_type="forum")["html"]


def test_magic_html_cannot_read_nothing() -> None:
    for nothing in ("", b"\x89PNG\r\n", None):
        with pytest.raises(ValueError, match=r"empty|PNG"):
            GeneralExtractor().extract(nothing)  # type: ignore[arg-type]


def test_magic_html_rules_of_a_host(tmp_path: Path) -> None:
    pytest.importorskip("lxml")
    rule = {
        "clean": ["//table"],
        "title": {"mode": "xpath", "value": "//nav/a[2]/text()"},
        "content": {"mode": "xpath", "value": "//article"},
    }
    (tmp_path / "rules.json").write_text(json.dumps({"walker.example.org": rule}))
    extractor = GeneralExtractor(config_path=str(tmp_path / "rules.json"))
    record = extractor.extract(ARTICLE, base_url=URL)
    assert record["title"] == "About us"
    assert "Red Knoll" not in record["html"]
    assert "Bring a coat" in record["html"]
    assert extractor.extract(ARTICLE, base_url="https://other.example/")["title"] == "A walk in the hills"


def test_magic_html_rules_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="rules"):
        GeneralExtractor(config_path=str(tmp_path / "none.json"))


def test_magic_html_says_which_parameters_are_unknown() -> None:
    with pytest.warns(CompatWarning, match="need_comment"):
        GeneralExtractor().extract(ARTICLE, need_comment=True)


MALFORMED = "http://["


def test_a_malformed_address_is_no_error_of_the_shims() -> None:
    html = "<p>Some words of prose stand here."
    extractor = GeneralExtractor()
    assert "Some words" in extractor.extract(html, base_url=MALFORMED)["html"]
    found = trafilatura.bare_extraction(html, MALFORMED, with_metadata=True)
    assert isinstance(found, TrafilaturaDocument)
    assert found.hostname is None
    assert "Some words" in newspaper.Article(MALFORMED).download(input_html=html).parse().text


@pytest.mark.parametrize(
    "html", ["<!-- nothing else -->", "<!doctype html>", "<b>a</b>&#1;b<p>c", "<p>c<i></i>&#xffff;"]
)
def test_what_libxml2_cannot_read_or_write_is_no_error_of_a_tree(html: str) -> None:
    tree = Tree(html)
    tree.remove(["//b", "//i"])
    assert "<html>" in tree.html()


def test_a_page_that_is_nested_deeply_has_a_tree() -> None:
    document = trafilatura.bare_extraction("<ul><li>some words of a list" * 400)
    assert isinstance(document, TrafilaturaDocument)
    assert "some words" in "".join(document.body.itertext())
