from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("llama_index.core", reason="llama-index-core is not installed (extra llamaindex)")

from llama_index.core import SimpleDirectoryReader
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import TokenTextSplitter
from llama_index.core.schema import Document, NodeRelationship
from tests.integrations.news import EMPTY, ENGLISH, ENGLISH_URL, GBK, PICTURE
from tests.site_server import Site, SiteServer

from maintext.errors import NotHtmlError, OptionError
from maintext.integrations.llamaindex import MaintextReader, MaintextTransformation
from maintext.net import FetchOptions

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, body in {"en": ENGLISH.encode(), "zh": GBK, "empty": EMPTY.encode()}.items():
        (tmp_path / f"{name}.html").write_bytes(body)
    return tmp_path


def test_files_become_documents(folder: Path) -> None:
    sources = [folder / "en.html", str(folder / "zh.html"), folder / "empty.html"]
    english, chinese = MaintextReader(form="text").load_data(sources)
    assert "After eleven winters without a crossing" in english.text
    assert english.id_ == str(folder / "en.html")
    assert english.metadata["author"] == "Mira Hale"
    assert chinese.metadata["source"] == "河岸日报"
    assert "停航十一年之后" in chinese.text


def test_addresses_are_fetched() -> None:
    site = Site(5)
    with SiteServer(site) as server:
        url = server.url + site.article(1).path
        documents = MaintextReader(fetch_options=FetchOptions(allow_private=True)).load_data(url)
    assert [one.id_ for one in documents] == [url]
    assert documents[0].metadata["title"] == site.article(1).title


def test_it_reads_the_files_of_a_directory_reader(folder: Path) -> None:
    reader = SimpleDirectoryReader(
        str(folder), file_extractor={".html": MaintextReader()}, required_exts=[".html"]
    )
    documents = reader.load_data()
    assert sorted(one.metadata["title"] for one in documents) == ["The ferry comes back", "渡轮恢复通航"]
    assert all(one.metadata["file_name"] for one in documents)


def test_what_cannot_be_read_raises_or_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "picture.html"
    path.write_bytes(PICTURE)
    with pytest.raises(NotHtmlError):
        MaintextReader().load_data(path)
    assert MaintextReader(on_error="skip").load_data(path) == []


def test_nodes_with_html_become_main_text_in_a_pipeline() -> None:
    given = Document(text=ENGLISH, metadata={"url": ENGLISH_URL, "title": "Mine"}, id_="a")
    pipeline = IngestionPipeline(
        transformations=[
            MaintextTransformation(form="text"),
            TokenTextSplitter(chunk_size=256, chunk_overlap=0),
        ]
    )
    nodes = pipeline.run(documents=[given, Document(text=EMPTY)])
    text = " ".join(node.get_content() for node in nodes)
    assert "After eleven winters without a crossing" in text
    assert "oystercatchers" in text
    assert "Contact" not in text
    assert all(node.metadata["title"] == "Mine" and node.metadata["author"] == "Mira Hale" for node in nodes)
    assert {node.relationships[NodeRelationship.SOURCE].node_id for node in nodes} == {"a"}
    assert given.text == ENGLISH


def test_a_pipeline_knows_the_transformation_by_its_values() -> None:
    one, other = MaintextTransformation(), MaintextTransformation(changes={"links": False})
    assert one.to_dict() != other.to_dict()
    assert MaintextTransformation.from_dict(other.to_dict()).changes == {"links": False}
    assert "](" in one([Document(text=ENGLISH)])[0].get_content()
    assert "](" not in other([Document(text=ENGLISH)])[0].get_content()
    assert MaintextTransformation(links=False).to_dict() == other.to_dict()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(OptionError):
        MaintextReader(form="pdf")
    wrong: tuple[dict[str, Any], ...] = (
        {"on_error": "ignore"}, {"lnks": False}, {"form": "pdf"}, {"metadata": ["shoe_size"]},
        {"changes": {"links": "x"}},
    )  # fmt: skip
    for given in wrong:
        with pytest.raises(OptionError):
            MaintextTransformation(**given)
