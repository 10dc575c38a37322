"""The same calls on the originals and on the shims: what comes back has the same shape.

Each call is made as the original's own documentation makes it; pages are ours.
"""

from __future__ import annotations

import csv
import inspect
import io
import json
import logging
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.unit.compat.pages import ARTICLE, LIST, NEWS_ZH, URL

PAGES = {"article": ARTICLE, "news_zh": NEWS_ZH}
NOTHING = ["", "<html><body></body></html>"]
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::SyntaxWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def original(name: str, url: str) -> ModuleType:
    module: ModuleType = pytest.importorskip(name, reason=f"needs {name} ({url})")
    return module


def shape(value: Any) -> Any:
    """Type of a value, and of what stands in a dictionary."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    return type(value).__name__


# -- trafilatura --------------------------------------------------------------------------------------


@pytest.fixture
def both_trafilaturas() -> tuple[ModuleType, ModuleType]:
    from maintext.compat import trafilatura as ours  # noqa: PLC0415

    return original("trafilatura", "pip install trafilatura"), ours


@pytest.mark.parametrize(
    "name",
    ["extract", "bare_extraction", "extract_with_metadata", "extract_metadata", "fetch_url", "html2txt"],
)
def test_trafilatura_signatures(name: str, both_trafilaturas: tuple[ModuleType, ModuleType]) -> None:
    theirs, ours = (inspect.signature(getattr(one, name)).parameters for one in both_trafilaturas)
    assert list(ours) == list(theirs)
    for parameter in theirs.values():
        if parameter.name != "config":  # ours is None, which means the default one
            assert ours[parameter.name].default == parameter.default


@pytest.mark.parametrize("form", ["txt", "markdown", "json", "csv", "xml", "xmltei", "html"])
@pytest.mark.parametrize("metadata", [False, True])
@pytest.mark.parametrize("page", PAGES)
def test_trafilatura_extract(
    page: str, metadata: bool, form: str, both_trafilaturas: tuple[ModuleType, ModuleType]
) -> None:
    theirs, ours = (
        one.extract(PAGES[page], url=URL, output_format=form, with_metadata=metadata)
        for one in both_trafilaturas
    )
    assert shape(theirs) == shape(ours) == "str"
    assert outline(theirs, form) == outline(ours, form)


def outline(text: str, form: str) -> Any:
    """Frame of an output: what does not depend on the text."""
    if form == "json":
        return sorted(json.loads(text))
    if form == "csv":
        return [len(row) for row in csv.reader(io.StringIO(text), delimiter="\t")]
    if form in {"xml", "xmltei"}:
        root = ET.fromstring(text)  # noqa: S314 - output of both programs
        return [root.tag, [child.tag for child in root]]
    if form == "html":
        return text.startswith("<html>"), "<body>" in text, "<head>" in text
    return text.startswith("---\n")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("metadata", [False, True])
def test_trafilatura_documents(
    page: str, metadata: bool, both_trafilaturas: tuple[ModuleType, ModuleType]
) -> None:
    theirs, ours = (
        one.bare_extraction(PAGES[page], url=URL, with_metadata=metadata).as_dict()
        for one in both_trafilaturas
    )
    assert list(ours) == list(theirs)
    found_by_both = {name for name in theirs if theirs[name] is not None and ours[name] is not None}
    assert {name: shape(ours[name]) for name in found_by_both} == {
        name: shape(theirs[name]) for name in found_by_both
    }
    if not metadata:
        assert {name for name in theirs if theirs[name] is None} == {
            name for name in ours if ours[name] is None
        }


@pytest.mark.parametrize("nothing", [*NOTHING, "<p>", b"", None, 3])
def test_trafilatura_none(nothing: Any, both_trafilaturas: tuple[ModuleType, ModuleType]) -> None:
    for one in both_trafilaturas:
        assert one.extract(nothing) is None
        assert one.bare_extraction(nothing) is None


@pytest.mark.parametrize(
    "given",
    [
        {"output_format": "python"}, {"output_format": "pdf"}, {"max_tree_size": 5},
        {"settingsfile": "/no/such/file"},
    ],
)  # fmt: skip
def test_trafilatura_errors(given: dict[str, Any], both_trafilaturas: tuple[ModuleType, ModuleType]) -> None:
    raised = []
    for one in both_trafilaturas:
        with pytest.raises((ValueError, AttributeError, OSError)) as error:
            one.extract(ARTICLE, **given)
        raised.append(error.type)
    assert raised[0] is raised[1]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "bridge was gone"), ({"include_tables": False}, "Red Knoll"), ({}, "Red Knoll"),
        ({"include_comments": False}, "liked the soup"), ({}, "liked the soup"),
        ({"include_links": True}, "/village)"), ({"include_formatting": True}, "**rained**"),
        ({"target_language": "de", "fast": True}, "bridge was gone"),
        ({"only_with_metadata": True}, "bridge was gone"),
        ({"url_blacklist": {URL}}, "bridge"), ({"prune_xpath": "//p"}, "bridge was gone"),
        ({"favor_precision": True}, "bridge was gone"), ({"favor_recall": True}, "bridge was gone"),
    ],
)  # fmt: skip
def test_trafilatura_parameters_decide_alike(
    given: dict[str, Any], text: str, both_trafilaturas: tuple[ModuleType, ModuleType]
) -> None:
    page = ARTICLE.replace("<head>", '<head><meta http-equiv="content-language" content="en">')
    theirs, ours = (text in (one.extract(page, url=URL, **given) or "") for one in both_trafilaturas)
    assert ours == theirs


def test_trafilatura_extractors_are_exchanged(both_trafilaturas: tuple[ModuleType, ModuleType]) -> None:
    theirs, ours = both_trafilaturas
    settings = pytest.importorskip("trafilatura.settings")
    options = settings.Extractor(output_format="json", with_metadata=True, url=URL)
    assert sorted(json.loads(ours.extract(ARTICLE, options=options))) == sorted(
        json.loads(theirs.extract(ARTICLE, options=options))
    )


def test_trafilatura_the_rest(both_trafilaturas: tuple[ModuleType, ModuleType]) -> None:
    theirs, ours = ([*map(shape, one.baseline(ARTICLE))] for one in both_trafilaturas)
    assert ours == theirs
    assert both_trafilaturas[1].html2txt(ARTICLE) == both_trafilaturas[0].html2txt(ARTICLE)
    assert all(one.fetch_url("http://127.0.0.1:9/") is None for one in both_trafilaturas)


# -- newspaper ----------------------------------------------------------------------------------------

FIELDS = (
    "title authors publish_date text top_image images movies keywords summary meta_keywords meta_description "
    "meta_lang meta_favicon meta_site_name meta_data meta_img article_html source_url url original_url "
    "is_parsed download_exception_msg html keyword_scores history"
).split()


@pytest.fixture
def both_newspapers() -> tuple[ModuleType, ModuleType]:
    from maintext.compat import newspaper as ours  # noqa: PLC0415

    return original("newspaper", "pip install newspaper4k lxml_html_clean"), ours


@pytest.mark.parametrize("page", PAGES)
def test_newspaper_fields(page: str, both_newspapers: tuple[ModuleType, ModuleType]) -> None:
    theirs, ours = (one.article(URL, input_html=PAGES[page], fetch_images=False) for one in both_newspapers)
    shapes = {name: (shape_of(theirs, name), shape_of(ours, name)) for name in FIELDS}
    different = {name for name, (one, other) in shapes.items() if one != other}
    # The original's list of dates does not know the Chinese page's.
    assert different <= {"publish_date"}
    if page == "article":
        assert theirs.title == ours.title


def shape_of(article: Any, name: str) -> str:
    return type(getattr(article, name)).__name__


def test_newspaper_order_of_calls(both_newspapers: tuple[ModuleType, ModuleType]) -> None:
    for one in both_newspapers:
        article = one.Article(URL)
        with pytest.raises(one.ArticleException, match="download"):
            article.parse()
        article.download(input_html=ARTICLE)
        with pytest.raises(one.ArticleException, match="parse"):
            article.nlp()
        assert article.parse() is article
        assert set(json.loads(article.to_json())) >= {"title", "text", "publish_date"}


@pytest.mark.parametrize("nothing", NOTHING)
def test_newspaper_nothing(nothing: str, both_newspapers: tuple[ModuleType, ModuleType]) -> None:
    for one in both_newspapers:
        article = one.Article(URL)
        article.download(input_html=nothing)
        article.parse()
        assert (article.text, article.title, article.publish_date) == ("", "", None)


# -- readability --------------------------------------------------------------------------------------


@pytest.fixture
def both_readabilities() -> tuple[Callable[..., Any], Callable[..., Any]]:
    from maintext.compat import readability as ours  # noqa: PLC0415

    return original("readability", "pip install readability-lxml").Document, ours.Document


@pytest.mark.parametrize("page", [*PAGES.values(), "<p>x</p>"])
def test_readability_calls(
    page: str, both_readabilities: tuple[Callable[..., Any], Callable[..., Any]]
) -> None:
    theirs, ours = (one(page, url=URL) for one in both_readabilities)
    for call in ("title", "author"):
        if call == "title" or page != NEWS_ZH:  # its author stands in the byline only
            assert getattr(ours, call)() == getattr(theirs, call)()
    for call in ("short_title", "content", "summary"):
        assert type(getattr(ours, call)()) is type(getattr(theirs, call)())
    if page == ARTICLE:
        assert ours.short_title() == theirs.short_title()
        assert ours.summary().startswith("<html><body><div>")
        assert theirs.summary().startswith("<html><body><div>")
        assert ours.summary(html_partial=True).startswith("<div>")
        assert theirs.summary(html_partial=True).startswith("<div>")


def test_readability_nothing(both_readabilities: tuple[Callable[..., Any], Callable[..., Any]]) -> None:
    for one in both_readabilities:
        with pytest.raises(ValueError, match="empty"):
            one("").summary()


def test_readability_signature(both_readabilities: tuple[Callable[..., Any], Callable[..., Any]]) -> None:
    theirs, ours = (inspect.signature(one).parameters for one in both_readabilities)
    assert list(ours) == list(theirs)


# -- GNE ----------------------------------------------------------------------------------------------


@pytest.fixture
def both_gnes() -> tuple[ModuleType, ModuleType]:
    from maintext.compat import gne as ours  # noqa: PLC0415

    return original("gne", "pip install gne"), ours


@pytest.mark.parametrize("page", PAGES)
def test_gne_records(page: str, both_gnes: tuple[ModuleType, ModuleType]) -> None:
    theirs, ours = (
        one.GeneralNewsExtractor().extract(
            PAGES[page], host="https://walker.example.org", with_body_html=True,
            noise_node_list=['//div[@class="advert"]'],
        )
        for one in both_gnes
    )  # fmt: skip
    assert shape({**ours, "meta": {}}) == shape({**theirs, "meta": {}})
    assert ours["title"] == theirs["title"]
    # Ours leaves out meta elements without a name of their own.
    assert set(ours["meta"].items()) >= set(theirs["meta"].items())


def test_gne_expressions(both_gnes: tuple[ModuleType, ModuleType]) -> None:
    theirs, ours = (
        one.GeneralNewsExtractor().extract(
            NEWS_ZH, title_xpath="//h1/text()", author_xpath='//div[@class="info"]/text()',
            publish_time_xpath='//div[@class="info"]/text()',
        )
        for one in both_gnes
    )  # fmt: skip
    for name in ("title", "author", "publish_time"):
        assert ours[name] == theirs[name]


@pytest.mark.parametrize("feature", ["met for the 2th time", "//ul/li/a", "nowhere"])
def test_gne_lists(feature: str, both_gnes: tuple[ModuleType, ModuleType]) -> None:
    theirs, ours = (one.ListPageExtractor().extract(LIST, feature) for one in both_gnes)
    assert ours == theirs


def test_gne_signature(both_gnes: tuple[ModuleType, ModuleType]) -> None:
    theirs, ours = (inspect.signature(one.GeneralNewsExtractor.extract).parameters for one in both_gnes)
    assert list(ours) == list(theirs)
