from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("haystack", reason="haystack-ai is not installed (extra haystack)")

from haystack import Pipeline
from haystack.dataclasses import ByteStream
from tests.integrations.news import EMPTY, ENGLISH, ENGLISH_URL, GBK, PICTURE

from maintext import __version__
from maintext.errors import NotHtmlError, OptionError
from maintext.integrations.haystack import MaintextConverter

if TYPE_CHECKING:
    from pathlib import Path


def converted(*sources: Any, meta: Any = None, **given: Any) -> list[Any]:
    return list(MaintextConverter(**given).run(sources=list(sources), meta=meta)["documents"])


def stream(body: bytes, **meta: Any) -> ByteStream:
    return ByteStream(body, meta=meta)


def test_streams_and_files_become_documents_in_order(tmp_path: Path) -> None:
    file = tmp_path / "zh.html"
    file.write_bytes(GBK)
    english, chinese = converted(stream(ENGLISH.encode(), url=ENGLISH_URL, mine=1), file, meta={"run": "a"})
    assert "After eleven winters without a crossing" in english.content
    assert "Contact" not in english.content
    assert "停航十一年之后" in chinese.content
    assert (english.meta["author"], english.meta["mine"], english.meta["run"]) == ("Mira Hale", 1, "a")
    assert (english.meta["origin"], chinese.meta["origin"]) == (ENGLISH_URL, str(file))


def test_given_metadata_stay() -> None:
    page = stream(ENGLISH.encode(), title="Mine", tags=["a"])
    (document,) = converted(page)
    assert (document.meta["title"], document.meta["tags"]) == ("Mine", ["a"])
    first, second = converted(page, page, meta=[{"title": "One"}, {"author": "Two"}])
    assert (first.meta["title"], first.meta["author"]) == ("One", "Mira Hale")
    assert (second.meta["title"], second.meta["author"]) == ("Mine", "Two")
    with pytest.raises(OptionError, match="2 sources, but 1"):
        converted(page, page, meta=[{}])


def test_metadata_say_from_which_bytes_and_by_what() -> None:
    (document,) = converted(stream(ENGLISH.encode()))
    assert document.meta["digest"].startswith("sha1:")
    assert document.meta["extractor"] == f"maintext {__version__} learned"
    assert {type(value) for value in document.meta.values()} <= {str, int}


def test_failed_and_empty_pages() -> None:
    with pytest.raises(NotHtmlError):
        converted(stream(PICTURE))
    assert converted(stream(PICTURE), stream(EMPTY.encode()), on_error="skip") == []


def test_wrong_arguments_are_refused_at_once() -> None:
    for wrong in ({"form": "pdf"}, {"metadata": ["shoe_size"]}, {"changes": {"lniks": False}}):
        with pytest.raises(OptionError):
            MaintextConverter(**wrong)


def test_a_pipeline_is_saved_and_loaded() -> None:
    pipeline = Pipeline()
    pipeline.add_component("pages", MaintextConverter(form="text", changes={"links": False}))
    loaded = Pipeline.loads(pipeline.dumps(), allowed_modules=["maintext.integrations.haystack"])
    sources = {"pages": {"sources": [stream(ENGLISH.encode())]}}
    assert loaded.run(sources)["pages"]["documents"] == pipeline.run(sources)["pages"]["documents"]
