from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("langchain_core.documents", reason="langchain-core is not installed (extra langchain)")

from langchain_core.documents import Document
from tests.integrations.news import EMPTY, ENGLISH, ENGLISH_URL, GBK, PICTURE
from tests.site_server import Site, SiteServer

from maintext.errors import FetchError, NotHtmlError, OptionError
from maintext.integrations.langchain import MaintextLoader, MaintextTransformer
from maintext.net import FetchOptions

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    made = {"en": ENGLISH.encode(), "zh": GBK, "empty": EMPTY.encode(), "png": PICTURE}
    paths = {name: tmp_path / f"{name}.html" for name in made}
    for name, body in made.items():
        paths[name].write_bytes(body)
    return paths


def test_files_become_documents_in_order(files: dict[str, Path]) -> None:
    english, chinese = MaintextLoader([files["en"], str(files["zh"])]).load()
    assert "After eleven winters without a crossing" in english.page_content
    assert "[you can hear" in english.page_content
    assert "Contact" not in english.page_content
    assert "停航十一年之后" in chinese.page_content


def test_metadata_are_plain_values_under_the_names_of_a_record(files: dict[str, Path]) -> None:
    document = MaintextLoader(files["en"]).load()[0]
    assert document.metadata["title"] == "The ferry comes back"
    assert document.metadata["author"] == "Mira Hale"
    assert document.metadata["published"] == "2026-05-04T07:40:00+01:00"
    assert document.metadata["tags"] == "ferry; river"
    assert {type(value) for value in document.metadata.values()} <= {str, int}
    assert "modified" not in document.metadata


def test_source_is_where_the_page_came_from(files: dict[str, Path]) -> None:
    metadata = MaintextLoader(files["zh"]).load()[0].metadata
    assert metadata["source"] == str(files["zh"])
    assert metadata["source_name"] == "河岸日报"


def test_metadata_and_form_can_be_chosen(files: dict[str, Path]) -> None:
    document = MaintextLoader(files["en"], form="text", metadata=("title",)).load()[0]
    assert document.metadata == {"source": str(files["en"]), "title": "The ferry comes back"}
    assert "After eleven winters without a crossing" in document.page_content


def test_loading_is_lazy(files: dict[str, Path]) -> None:
    documents = MaintextLoader([files["en"], files["png"]]).lazy_load()
    assert next(documents).metadata["title"]
    with pytest.raises(NotHtmlError):
        next(documents)


def test_what_cannot_be_read_may_be_left_out(
    files: dict[str, Path], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        documents = MaintextLoader([files["png"], files["en"]], on_error="skip").load()
    assert [one.metadata["title"] for one in documents] == ["The ferry comes back"]
    assert "NotHtmlError" in caplog.text


def test_pages_without_main_content_are_left_out_unless_asked_for(files: dict[str, Path]) -> None:
    assert MaintextLoader(files["empty"]).load() == []
    assert [one.page_content for one in MaintextLoader(files["empty"], keep_empty=True).load()] == [""]


def test_addresses_are_fetched() -> None:
    site = Site(5)
    with SiteServer(site) as server:
        url = server.url + site.article(1).path
        options = FetchOptions(allow_private=True)
        document = MaintextLoader(url, fetch_options=options, form="text").load()[0]
    assert document.metadata["source"] == url
    assert document.metadata["title"] == site.article(1).title
    assert all(text in document.page_content for text in site.article(1).paragraphs)


def test_private_addresses_are_refused() -> None:
    with pytest.raises(FetchError, match="not public"):
        MaintextLoader("http://127.0.0.1:9/").load()


async def _loaded(path: Path) -> list[str]:
    return [one.metadata["title"] async for one in MaintextLoader(path).alazy_load()]


def test_it_loads_in_asyncio_too(files: dict[str, Path]) -> None:
    assert asyncio.run(_loaded(files["en"])) == ["The ferry comes back"]


def test_documents_with_html_become_main_text() -> None:
    given = [
        Document(page_content=ENGLISH, metadata={"source": ENGLISH_URL, "title": "Mine"}, id="a"),
        Document(page_content=EMPTY, metadata={}),
    ]
    made = MaintextTransformer().transform_documents(given)
    assert len(made) == 1
    assert made[0].id == "a"
    assert (made[0].metadata["title"], made[0].metadata["author"]) == ("Mine", "Mira Hale")
    assert made[0].metadata["source"] == ENGLISH_URL
    assert "](https://gazette.example/birds)" in made[0].page_content
    assert given[0].page_content == ENGLISH


def test_options_of_the_extraction_are_taken_by_name() -> None:
    given = [Document(page_content=ENGLISH)]
    made = MaintextTransformer(links=False).transform_documents(given)
    assert "](" not in made[0].page_content


@pytest.mark.parametrize(
    "wrong", [{"form": "pdf"}, {"on_error": "ignore"}, {"metadata": ("titel",)}, {"linkz": True}]
)
def test_wrong_arguments_are_refused_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        MaintextTransformer(**wrong)
