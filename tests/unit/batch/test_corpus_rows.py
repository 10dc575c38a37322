"""Outputs for text corpora: WET files and documents of Dolma and datatrove."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest
from tests.unit.batch.made import CHINESE, page
from tests.unit.batch.test_sink import record, records, written

from maintext.batch import BatchOptions, SourceReading, read_items
from maintext.batch.sink import find_sink
from maintext.errors import OptionError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_documents_of_the_pages_with_text(name: str, tmp_path: Path) -> None:
    written(find_sink(str(tmp_path / name), BatchOptions(output_kind="dolma")), records())
    data = (tmp_path / name).read_bytes()
    lines = (gzip.decompress(data) if name.endswith(".gz") else data).decode().splitlines()
    documents = [json.loads(line) for line in lines]
    assert [document["id"] for document in documents] == ["a", "=b"]
    first, rain = documents[0], record()
    assert first["text"] == rain["text"]
    assert set(first) == {"id", "text", "source", "metadata"}
    metadata = first["metadata"]
    assert (metadata["url"], metadata["title"], metadata["input"]) == (rain["url"], "春雨", rain["input"])


def test_a_document_has_the_chosen_columns_and_the_text() -> None:
    sink = find_sink("out.jsonl", BatchOptions(output_kind="dolma", columns="title", form="markdown"))
    assert sink.chosen == ["title", "markdown"]
    document = json.loads(sink.encoder()(record(form="markdown") | {"extra": {"part": 1}}))
    assert set(document) == {"id", "text", "source", "metadata"}
    assert document["metadata"] == {"title": "春雨"}


@pytest.mark.parametrize("name", ["out.wet", "out.warc.wet.gz", "out.warc.wet.zst"])
def test_a_wet_file_is_read_again_with_the_same_texts(name: str, tmp_path: Path) -> None:
    pytest.importorskip("fastwarc")
    pytest.importorskip("zstandard")
    sink = find_sink(str(tmp_path / name))
    sink.about = {"maintext_version": "1"}
    rows = [record(CHINESE), record("<nav>", "none"), record(page(1), "b\r\nX: y")]
    rows[0]["input"] |= {"fetched": "2024-05-06T07:08:09Z", "record_id": "<urn:uuid:1>"}
    written(sink, rows)
    items = list(read_items([str(tmp_path / name)], SourceReading(max_bytes=10_000_000)))
    assert [item.problem for item in items] == [None, None]
    assert [item.url for item in items] == ["https://site.test/a"] * 2
    assert items[0].fetched is not None
    assert items[0].fetched.isoformat().startswith("2024-05-06T07:08:09")
    assert [str(item.html).count("<p>") for item in items] == [2, 2]
    shown = [record(str(item.html)) for item in items]
    assert [row["title"] for row in shown] == ["春雨", "Walk 1"]
    assert rows[0]["text"] in shown[0]["text"]


def test_each_record_of_a_wet_file_is_a_gzip_member(tmp_path: Path) -> None:
    written(find_sink(str(tmp_path / "out.wet.gz")), [record(CHINESE)])
    first, second = gzip.decompress((tmp_path / "out.wet.gz").read_bytes()).decode().split("WARC/1.0\r\n")[1:]
    assert first.startswith("WARC-Type: warcinfo")
    assert second.startswith("WARC-Type: conversion\r\nWARC-Target-URI: https://site.test/a\r\n")
    body = second.partition("\r\n\r\n")[2].removesuffix("\r\n\r\n")
    assert f"Content-Length: {len(body.encode())}\r\n" in second
    assert body.startswith("春雨\n三月的雨")


def test_a_wet_file_has_no_columns() -> None:
    with pytest.raises(OptionError, match="no columns"):
        find_sink("out.wet", BatchOptions(columns="title,text"))
