"""Batches from and to object storage, by way of fsspec."""

from __future__ import annotations

import gzip
import io
import json
import sys
import zipfile
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from tests.unit.batch.made import folder_of, json_lines, page, warc

from maintext.batch import BatchOptions, SourceReading, read_items, run
from maintext.batch.journal import Journal
from maintext.batch.source import find_sources, items_of
from maintext.errors import InputError, MissingExtraError, OptionError

if TYPE_CHECKING:
    from pathlib import Path

    from maintext.batch.journal import Shard
    from maintext.batch.progress import ShardCounts

upath = pytest.importorskip("upath")
OPTIONS = BatchOptions(shard_pages=4, n_processes=1)


@pytest.fixture(params=["memory", "file"])
def bucket(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    place = f"memory://bucket-{uuid4().hex}" if request.param == "memory" else f"file://{tmp_path}/bucket"
    made = upath.UPath(place)
    made.mkdir(parents=True, exist_ok=True)
    return made


def test_a_file_of_a_bucket_that_is_gone_is_told_in_words(bucket: Any) -> None:
    (bucket / "a.jsonl").write_bytes(json_lines(1).encode())
    (source,) = find_sources([f"{bucket}/a.jsonl"], SourceReading(max_bytes=10_000))
    (bucket / "a.jsonl").unlink()
    (item,) = items_of(source)
    assert item.problem
    assert item.problem.reason == "cannot be read: No such file or directory"


@pytest.mark.process
@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.parquet", "parts/"])
def test_a_bucket_is_read_and_written_and_a_killed_batch_resumed(
    bucket: Any, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bucket / "in").mkdir(exist_ok=True)
    (bucket / "in" / "a.jsonl").write_bytes(json_lines(11).encode())
    (bucket / "in" / "b.warc.gz").write_bytes(warc(6, compressed=True))
    options = BatchOptions(shard_pages=4, n_processes=1, output_kind="jsonl" if name == "parts/" else "")
    output = f"{bucket}/{name}"
    note, n_noted = Journal.note_shard, 0

    def stop(journal: Journal, shard: Shard, counts: ShardCounts) -> None:
        nonlocal n_noted
        note(journal, shard, counts)
        n_noted += 1
        if n_noted == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "note_shard", stop)
        with pytest.raises(KeyboardInterrupt):
            run([f"{bucket}/in"], output, batch=options)
    with pytest.raises(OptionError, match="--resume"):
        run([f"{bucket}/in"], output, batch=options)
    report = run([f"{bucket}/in"], output, batch=options, start="resume")
    assert (report.n_pages_before, report.counts.n_pages) == (8, 17)
    assert run([f"{bucket}/in"], output, batch=options, start="resume").was_complete
    run([f"{bucket}/in"], str(tmp_path / "here" / name) + "/" * name.endswith("/"), batch=options)

    here = tmp_path / "here" / name
    if name == "parts/":
        names = sorted(path.name for path in here.glob("part-*"))
        assert len(names) == 5
        assert all((bucket / "parts" / one).read_bytes() == (here / one).read_bytes() for one in names)
    else:
        assert (bucket / name).read_bytes() == here.read_bytes()
        assert sorted(path.name for path in bucket.iterdir()) == sorted(["in", name, f"{name}.report.json"])


@pytest.mark.process
def test_pages_of_a_bucket_are_read_by_the_workers(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "pages", 5)
    report = run([f"file://{folder}/00[0-2].html"], str(tmp_path / "out.jsonl"), batch=OPTIONS)
    assert report.counts.outcomes == {"found": 3}


def keys_in(*inputs: str, prefix: str = "") -> list[str]:
    return [item.key for item in read_items(inputs, SourceReading(max_bytes=10_000_000, paths_prefix=prefix))]


def test_an_object_that_is_not_there_is_an_error(bucket: Any) -> None:
    with pytest.raises(InputError, match="does not exist"):
        keys_in(f"{bucket}/nothing.jsonl")
    with pytest.raises(InputError, match="does not exist"):
        keys_in(f"{bucket}/*.jsonl")


def test_lines_of_files_that_are_fetched_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = pytest.importorskip("fsspec.implementations.memory")
    spec = pytest.importorskip("fsspec.spec")

    # The class of files of s3://, gs://, az:// and https:// takes no limit for a line.
    class BlockFile(spec.AbstractBufferedFile):  # type: ignore[misc, name-defined]
        def _fetch_range(self, start: int, end: int) -> bytes:
            return bytes(self.fs.store[self.path].getvalue()[start:end])

    bucket = upath.UPath(f"memory://bucket-{uuid4().hex}")
    bucket.mkdir(parents=True)
    (bucket / "pages.jsonl").write_bytes(json_lines(3).encode())
    (bucket / "list.urls").write_bytes(b"https://site.test/1\nhttps://site.test/2\n")
    monkeypatch.setattr(memory.MemoryFileSystem, "_open", lambda fs, path, *_, **__: BlockFile(fs, path))

    assert keys_in(f"{bucket}/pages.jsonl") == ["p0", "p1", "p2"]
    assert keys_in(f"{bucket}/list.urls") == ["https://site.test/1", "https://site.test/2"]


def test_an_archive_on_a_server_that_sends_whole_files_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ValueError("The HTTP server doesn't appear to support range requests. Open with block_size=0")

    bucket = upath.UPath(f"memory://bucket-{uuid4().hex}")
    bucket.mkdir(parents=True)
    (bucket / "pages.zip").write_bytes(b"PK")
    memory = pytest.importorskip("fsspec.implementations.memory")
    monkeypatch.setattr(memory.MemoryFileSystem, "_open", refuse)
    (item,) = read_items([f"{bucket}/pages.zip"], SourceReading(max_bytes=10_000))
    assert item.problem
    assert item.problem.reason.endswith("its server sends no parts of files; download it first")


def test_databases_are_not_written_to_a_bucket(bucket: Any) -> None:
    with pytest.raises(OptionError, match="write it to a disk"):
        run([__file__], f"{bucket}/out.sqlite", batch=OPTIONS)


def test_a_protocol_that_nothing_opens_is_an_error_without_the_password() -> None:
    pytest.importorskip("upath", reason="needs the extra cloud")
    with pytest.raises(OptionError, match=r"^files of postgresql:// cannot be opened: [^@]*$"):
        run([__file__], "postgresql://user:secret@host/pages", batch=OPTIONS)


def test_a_paths_file_names_objects_of_a_bucket(bucket: Any, tmp_path: Path) -> None:
    for name, first in (("crawl/b.jsonl", 10), ("crawl/a.jsonl", 20)):
        path = bucket / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(json_lines(2, first).encode())
    listed = tmp_path / "warc.paths.gz"
    listed.write_bytes(gzip.compress(b"crawl/b.jsonl\ncrawl/a.jsonl\n"))
    assert keys_in(str(listed), prefix=f"{bucket}/") == ["p10", "p11", "p20", "p21"]


def test_a_damaged_paths_file_is_an_error(tmp_path: Path) -> None:
    listed = tmp_path / "warc.paths.gz"
    listed.write_bytes(gzip.compress(b"crawl/a.jsonl\n" * 50)[:-12])
    with pytest.raises(InputError, match="cannot read the list"):
        keys_in(str(listed))


# -- WACZ ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stored", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_wacz_file_has_the_pages_of_its_warc_files(tmp_path: Path, stored: int) -> None:
    pytest.importorskip("fastwarc")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", stored) as archive:
        archive.writestr("datapackage.json", "{}")
        archive.writestr("archive/data.warc.gz", warc(3, compressed=True))
        archive.writestr("pages/pages.jsonl", json.dumps({"html": page(9)}))
        archive.writestr("archive/more.warc", warc(2))
    path = tmp_path / "crawl.wacz"
    path.write_bytes(packed.getvalue())
    found = list(read_items([str(tmp_path)]))
    assert [item.problem for item in found] == [None] * 5
    first = found[1].input
    assert first["file"] == f"{path}!archive/data.warc.gz"
    with zipfile.ZipFile(path) as archive:
        data = archive.read("archive/data.warc.gz")
    record = gzip.decompress(data[first["offset"] : first["offset"] + first["length"]])
    assert page(1).encode() in record


def test_the_library_of_a_protocol_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(MissingExtraError, match=r"this needs s3fs: run  pip install s3fs$"):
        run(["s3://bucket/pages.jsonl"], "out.jsonl")
