from __future__ import annotations

import datetime as dt
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from tests.unit.compat.pages import ARTICLE, FRONT, NEWS_ZH, URL, serving

from maintext.compat import CompatWarning, newspaper
from maintext.compat.newspaper import Article, ArticleException, article
from maintext.compat.newspaper.article import Article as ArticleOfModule
from maintext.compat.newspaper.configuration import Configuration
from maintext.compat.newspaper.exceptions import ArticleException as ExceptionOfModule
from maintext.errors import MaintextError


@pytest.fixture
def parsed() -> Article:
    return newspaper.article(URL, input_html=ARTICLE)


def test_fields_of_a_parsed_article(parsed: Article) -> None:
    assert parsed.title == "A walk in the hills"
    assert parsed.authors == ["Ann Lee"]
    east = dt.timezone(dt.timedelta(hours=8))
    assert parsed.publish_date == dt.datetime(2024, 5, 1, 10, 20, tzinfo=east)
    assert "the bridge was gone" in parsed.text
    assert parsed.top_image == parsed.top_img == parsed.meta_img == "https://walker.example.org/lead.jpg"
    assert "https://walker.example.org/inn.jpg" in parsed.images
    assert parsed.movies == []
    assert parsed.article_html.startswith("<article>")


def test_the_declared_image_is_the_top_one_where_the_text_has_a_larger_size_of_it() -> None:
    page = ARTICLE.replace("lead.jpg", "231103-hills.jpg?w=800")
    page = page.replace(
        "<p>Nobody", '<img src="/231103-hills.jpg?w=1280" width="1280" height="720"><p>Nobody'
    )
    found = newspaper.article(URL, input_html=page)
    assert found.top_image == found.meta_img == "https://walker.example.org/231103-hills.jpg?w=800"


def test_what_the_head_declares(parsed: Article) -> None:
    assert parsed.meta_keywords == ["hills", "rain"]
    assert parsed.meta_description == "Two days of rain."
    assert parsed.meta_site_name == "The Walker"
    assert parsed.meta_favicon == "/walker.ico"
    assert parsed.meta_data["og"]["site_name"] == "The Walker"
    assert parsed.canonical_link is None
    assert parsed.config.language == parsed.meta_lang == "en"


def test_the_language_found_is_the_articles_unless_one_was_given() -> None:
    assert newspaper.article(URL, input_html=NEWS_ZH).config.language == "zh"
    assert newspaper.article(URL, language="en", input_html=NEWS_ZH).config.language == "en"


def test_keywords_and_summary_come_from_the_page(parsed: Article) -> None:
    with pytest.warns(CompatWarning, match="nlp"):
        parsed.nlp()
    assert parsed.keywords == ["hills", "rain"]
    assert parsed.summary == "Two days of rain."


def test_without_a_description_the_first_sentences_are_the_summary() -> None:
    found = newspaper.article(URL, input_html=NEWS_ZH, max_summary_sent=2)
    with pytest.warns(CompatWarning, match="nlp"):
        found.nlp()
    assert found.summary.splitlines()[0].endswith("商铺也陆续开门营业。")
    assert len(found.summary.splitlines()) == 2


def test_an_article_must_be_downloaded_and_parsed_first() -> None:
    with pytest.raises(ArticleException, match="download"):
        Article(URL).parse()
    with pytest.raises(ArticleException, match="parse"):
        Article(URL).download(input_html=ARTICLE).nlp()


def test_a_page_that_is_set_counts_as_downloaded() -> None:
    article = Article(URL)
    article.html = ARTICLE
    assert article.parse().title == newspaper.article(URL, input_html=ARTICLE).title


def test_a_failed_download_is_raised_by_parse() -> None:
    article = Article(URL).download(input_html=b"\x89PNG\r\n\x1a\n")
    with pytest.raises(ArticleException, match="PNG"):
        article.parse()


def test_an_empty_page_gives_empty_fields() -> None:
    article = Article(URL).download(input_html="").parse()
    assert (article.title, article.text, article.authors, article.publish_date) == ("", "", [], None)


def test_articles_are_fetched() -> None:
    with serving() as site:
        article = newspaper.article(f"{site}/hills", allow_private=True)
        assert article.title == "A walk in the hills"
        with pytest.raises(ArticleException, match="404"):
            newspaper.article(f"{site}/gone", allow_private=True)


def test_articles_are_read_from_files(tmp_path: Path) -> None:
    (tmp_path / "a walk.html").write_text(ARTICLE, encoding="utf-8")
    assert newspaper.article((tmp_path / "a walk.html").as_uri()).title == "A walk in the hills"
    with pytest.raises(ArticleException, match="cannot read"):
        newspaper.article((tmp_path / "none.html").as_uri())


def test_limits_cut() -> None:
    article = newspaper.article(URL, input_html=ARTICLE, max_text=20, max_title=6)
    assert len(article.text) == 20
    assert article.title == "A walk"


def test_as_json(parsed: Article) -> None:
    record = json.loads(str(parsed.to_json()))
    assert record["publish_date"] == "2024-05-01T10:20:00+08:00"
    assert record["tags"] == ["hills", "rain"]


def test_settings_without_an_effect_are_said() -> None:
    with pytest.warns(CompatWarning, match="follow_meta_refresh"):
        Article(URL, follow_meta_refresh=True, memorize_articles=False, fetch_images=False)


def test_settings_may_be_tables_and_lists() -> None:
    lists: dict[str, Any] = {
        "allowed_content_types": ["text/html"], "ignored_content_types_defaults": {"text/x": "x"},
    }  # fmt: skip
    with pytest.warns(CompatWarning) as said:
        Article(URL, top_image_settings={}, proxies={}, **lists)
    assert {str(one.message).split()[1] for one in said} == set(lists)


def test_settings_set_on_the_configuration_are_said() -> None:
    config = Configuration()
    with pytest.warns(CompatWarning, match="http_success_only has no effect"):
        config.http_success_only = False
    with pytest.warns(CompatWarning, match="header X-Kind is not sent"):
        config.headers = {"User-Agent": "Reader", "X-Kind": "news"}
    assert config.browser_user_agent == "Reader"


@pytest.mark.parametrize("changes", [{}, {"requests_params": {}}])
def test_pages_are_fetched_through_the_proxies(changes: dict[str, dict[str, object]]) -> None:
    config, proxies = Configuration(), {"http": "http://127.0.0.1:9"}
    config.allow_private = True
    if changes:
        config.requests_params = {"proxies": proxies, "timeout": (3, 5)}
    else:
        config.proxies = proxies
    with serving() as site:
        article = Article(f"{site}/2024/05/hills", config=config).download()
    assert article.download_state is newspaper.ArticleDownloadState.FAILED_RESPONSE


def test_trees_are_refused_by_name(parsed: Article) -> None:
    with pytest.raises(AttributeError, match="article_html"):
        _ = parsed.top_node


def test_a_source_lists_the_articles_of_its_front_page_sections_and_feeds() -> None:
    with serving() as address:
        source = newspaper.build(f"{address}/", allow_private=True, memorize_articles=False)
        first = source.articles[0].download()
        first.parse()
    paths = [url.removeprefix(address) for url in source.article_urls()]
    front = ["/2024/05/hills", "/news/the-bridge-is-gone-again"]
    assert paths == [*front, "/weather/rain-until-the-end-of-may", "/soup"]
    assert (source.size(), source.description) == (4, "Walks and weather.")
    assert source.category_urls() == [f"{address}/weather/"]
    assert source.feed_urls() == [f"{address}/feed.xml"]
    assert first.title == "A walk in the hills"


def test_a_source_is_built_step_by_step_as_in_the_documentation_of_newspaper() -> None:
    source = newspaper.Source("https://walker.example.org")
    source.html = FRONT
    source.parse()
    source.set_categories()
    assert source.category_urls() == ["https://walker.example.org/weather/"]
    source.parse_categories()  # it was not downloaded
    source.set_feeds()
    source.generate_articles()
    assert (source.categories, source.size()) == ([], 2)


def test_a_front_page_alone_fetches_nothing() -> None:
    source = newspaper.build("https://walker.example.org", only_homepage=True, input_html=FRONT)
    assert source.size() == 2
    assert newspaper.build("https://walker.example.org", dry=True).articles == []


def test_a_source_that_cannot_be_fetched_is_an_error() -> None:
    with pytest.raises(MaintextError, match="refused"):
        newspaper.build("http://127.0.0.1:1/", allow_private=True)
    with pytest.raises(ValueError, match="http"):
        newspaper.Source("walker")


def test_articles_are_equal_after_pickling(parsed: Article) -> None:
    assert pickle.loads(pickle.dumps(parsed)) == parsed  # noqa: S301 - our own bytes
    assert parsed != newspaper.article(URL, input_html=NEWS_ZH)


@pytest.mark.parametrize("language", ["zz", "english", ""])
def test_a_language_is_a_code(language: str) -> None:
    with pytest.raises(ValueError, match="two letters"):
        Article(URL, language=language)


def test_settings_are_those_of_one_article() -> None:
    config = Configuration()
    one, other = Article("walker.example.org/a", config=config), Article(URL, config=config)
    one.config.language = "zh"
    assert (other.config.language, config.use_meta_language) == ("en", True)
    assert (one.config.use_meta_language, one.source_url) == (False, "http://walker.example.org")


def test_full_text_alone() -> None:
    assert "the bridge was gone" in newspaper.fulltext(ARTICLE)


def test_a_page_that_is_given_needs_no_address() -> None:
    for given in (Article(""), Article(url=" ")):
        given.set_html(ARTICLE.encode())
        assert "the bridge was gone" in given.parse().text
        assert given.source_url == "://"
    assert Article("").download(input_html=ARTICLE).parse().title


def test_an_address_without_a_host_is_an_error_of_the_download() -> None:
    with pytest.raises(ArticleException, match="failed with"):
        Article("nonsense").download().parse()


def test_names_of_its_modules_are_those_of_the_package() -> None:
    assert (ArticleOfModule, ExceptionOfModule) == (Article, ArticleException)
    assert isinstance(Article("https://example.org/").config, Configuration)
    assert callable(article)  # the function, not the module
