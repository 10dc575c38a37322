"""What of Ray needs no Ray: pieces of the input, staging, and what is said where it is not installed."""

from __future__ import annotations

import io
import os
import sys
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.unit.batch.made import double, folder_of, json_lines

from maintext.batch import BatchOptions, SourceReading, find_sink, find_sources, run
from maintext.batch.item import BatchItem, Problem
from maintext.batch.journal import Shard
from maintext.batch.pool import Pool
from maintext.batch.ray import pieces_of, with_ray
from maintext.batch.record import error_record
from maintext.cli import main
from maintext.errors import MethodError, MissingExtraError, OptionError

READING = SourceReading(max_bytes=1_000_000)
KINDS = {"jsonl": "pages.jsonl", "csv": "pages.csv", "sqlite": "pages.sqlite", "markdown": "pages/"}


def test_a_file_of_many_pages_is_a_piece_and_files_of_one_page_are_pieces_of_a_shard(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "in", 25)
    (folder / "a.jsonl").write_text(json_lines(30))
    pieces = pieces_of(find_sources([str(folder)], READING), 10)
    assert [(piece.number, piece.first) for piece in pieces] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert [len(list(piece.source.items())) for piece in pieces] == [10, 10, 5, 30]


def test_pieces_have_the_items_of_their_source(tmp_path: Path) -> None:
    sources = find_sources([str(folder_of(tmp_path / "in", 7))], READING)
    parts = [item for piece in pieces_of(sources, 3) for item in piece.source.items()]
    assert parts == list(sources[0].items())


def test_sources_are_read_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_of(tmp_path / "in", 2)
    (tmp_path / "in" / "a.jsonl").write_text(json_lines(2))
    monkeypatch.chdir(tmp_path)
    sources = find_sources(["in"], READING)
    monkeypatch.chdir("/")
    items = [item for source in sources for item in source.items()]
    assert [item.key for item in items] == ["in/000.html", "in/001.html", "p0", "p1"]
    assert all(Path(item.path).exists() for item in items if item.path)


@pytest.mark.parametrize("name", ["-", "https://site.test/", "urls.txt"])
def test_what_other_machines_cannot_read_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("urls.txt").write_text("https://site.test/\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
    with pytest.raises(OptionError, match="files that all machines see"):
        pieces_of(find_sources([name], READING), 10)


def test_without_ray_the_pip_command_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'maintext\[ray\]'"):
        with_ray()
    source = folder_of(tmp_path / "in", 2)
    with pytest.raises(MissingExtraError):
        run([str(source)], str(tmp_path / "out.jsonl"), batch=BatchOptions(engine="ray"))
    assert [path.name for path in tmp_path.iterdir()] == ["in"]  # nothing was begun


def test_the_command_writes_files_with_ray(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["batch", str(folder_of(tmp_path / "in", 1)), "--engine", "ray"])
    assert result.exit_code == 2
    assert "name one with -o" in result.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_committed_is_there(kind: str, tmp_path: Path) -> None:
    sink = find_sink(str(tmp_path / KINDS[kind]), BatchOptions(output_kind=kind))
    sink.folder.mkdir()
    encode = sink.encoder()
    for mark in ("-lost", "-told"):  # two machines stage the same shard
        row = encode(error_record(BatchItem(key=mark), Problem("InputError", "not a page")))
        sink.stage(Shard(0, 0), [row], mark)
    before = {path.name for path in sink.folder.iterdir()}
    assert all(name.endswith(".tmp") for name in before)
    sink.commit(Shard(0, 0), "-told")
    assert len([path for path in sink.folder.iterdir() if path.name.endswith("-lost.tmp")]) == 1
    assert not [path for path in sink.folder.iterdir() if path.name.endswith("-told.tmp")]
    (part,) = [path for path in sink.folder.iterdir() if not path.name.endswith(".tmp")]
    text = (part / "index.jsonl" if part.is_dir() else part).read_text()
    assert "-told" in text
    assert "-lost" not in text


def test_processes_stay_for_the_next_run_of_items() -> None:
    with Pool(double, n_processes=1, timeout_s=10.0) as pool:
        assert list(pool.map_with_timeout([1, 2])) == [(0, 2), (1, 4)]
        (worker,) = pool._workers
        assert list(pool.map_with_timeout([])) == []
        assert list(pool.map_with_timeout([3])) == [(0, 6)]
        assert pool._workers == [worker]


@pytest.mark.parametrize("is_closed", [True, False])
def test_a_run_that_was_left_in_the_middle_has_no_part_in_the_next(is_closed: bool) -> None:
    with Pool(double, n_processes=1, timeout_s=10.0) as pool:
        results = pool.map_with_timeout(range(100))
        next(results)
        if is_closed:
            results.close()
        assert list(pool.map_with_timeout([3, 4])) == [(0, 6), (1, 8)]


def test_a_pool_whose_processes_could_not_start_tries_again(tmp_path: Path) -> None:
    with Pool(double, n_processes=1, timeout_s=10.0, prepare=partial(end_once, tmp_path / "ended")) as pool:
        with pytest.raises(MethodError, match="__main__"):
            list(pool.map_with_timeout([1]))
        assert list(pool.map_with_timeout([1])) == [(0, 2)]


def end_once(mark: Path) -> None:
    if not mark.exists():
        mark.touch()
        os._exit(9)
