"""Ray: a batch over two nodes of a cluster on this machine, and Dataset.map_batches."""

from __future__ import annotations

import json
import logging
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("ray.data", reason="needs maintext[ray]")

import ray
from scripts.check_ray_kills import TwoMachines
from tests.integrations.ray.recorders import NoStart, Slow
from tests.unit.batch.made import folder_of, json_lines, page, warc

from maintext.batch import BatchItem, BatchOptions, extract_many, run
from maintext.batch import ray as batch_ray
from maintext.batch.ray import extract_batches
from maintext.batch.source.files import PageFiles
from maintext.errors import InputError, MaintextError, OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

# Ray leaves files and sockets to the collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


@pytest.fixture(scope="module")
def machines() -> Iterator[TwoMachines]:
    with pytest.MonkeyPatch.context() as patch:
        # Tasks find the functions of this file by name. Given to the machines, not to ``ray.init``: for an
        # environment of its own each machine starts workers anew, next to those that it has.
        patch.setenv("PYTHONPATH", ":".join([str(Path.cwd()), *sys.path]))
        with TwoMachines() as machines:
            # Ray's own logs stay out of the way.
            ray.init(address=machines.address, log_to_driver=False, logging_level=logging.ERROR)
            try:
                yield machines
            finally:
                ray.shutdown()


@pytest.fixture
def source(tmp_path: Path) -> str:
    folder = folder_of(tmp_path / "in", 25)
    for part in range(3):
        (folder / f"{part}.jsonl").write_text(json_lines(23, 100 * part) + "not JSON\n")
    (folder / "a.warc.gz").write_bytes(warc(12, compressed=True))
    (folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    return str(folder)


def both(source: str, folder: Path, name: str, **changes: Any) -> tuple[Path, Path]:
    """The output of a local run and of one on the cluster."""
    paths = folder / "local" / name, folder / "ray" / name
    for path in paths:
        path.parent.mkdir(exist_ok=True)
        options = BatchOptions(shard_pages=10, n_processes=1, engine=path.parent.name, **changes)
        run([source], str(path) + ("/" if not path.suffix else ""), batch=options)
    return paths


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name[0] != "_")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def report_of(path: Path) -> dict[str, Any]:
    folder_report = path / "_report.json"
    report = folder_report if path.is_dir() else path.with_name(path.name + ".report.json")
    found: dict[str, Any] = json.loads(report.read_text())
    return found


@pytest.mark.usefixtures("machines")
@pytest.mark.parametrize("name", ["pages.jsonl", "pages.csv.gz", "pages.parquet"])
def test_a_file_is_the_same_as_that_of_a_local_run(source: str, tmp_path: Path, name: str) -> None:
    local, on_ray = both(source, tmp_path, name)
    assert on_ray.read_bytes() == local.read_bytes()
    assert report_of(on_ray) == report_of(local)
    assert not on_ray.with_name(name + ".parts").exists()


@pytest.mark.usefixtures("machines")
def test_a_database_has_the_same_rows(source: str, tmp_path: Path) -> None:
    rows = []
    for path in both(source, tmp_path, "pages.sqlite"):
        with closing(sqlite3.connect(path)) as database:
            rows.append(database.execute("SELECT * FROM pages ORDER BY id").fetchall())
    assert rows[0] == rows[1]
    assert len(rows[0]) == 25 + 1 + 3 * 24 + 12


@pytest.mark.usefixtures("machines")
@pytest.mark.parametrize("kind", ["markdown", "jsonl"])
def test_a_folder_has_the_same_files_and_markers(source: str, tmp_path: Path, kind: str) -> None:
    local, on_ray = both(source, tmp_path, "pages", output_kind=kind)
    assert contents(on_ray) == contents(local)
    notes = [sorted((path / "_journal.log").read_text().splitlines()) for path in (local, on_ray)]
    assert notes[0] == notes[1]


@pytest.mark.usefixtures("machines")
def test_what_is_done_is_not_done_again(source: str, tmp_path: Path) -> None:
    output = tmp_path / "pages.jsonl"
    options = BatchOptions(shard_pages=10, engine="ray")
    whole = run([source], str(output), batch=options)
    again = run([source], str(output), batch=options, start="resume")
    assert again.was_complete
    assert again.counts == whole.counts


@pytest.mark.usefixtures("machines")
def test_a_local_run_goes_on_with_what_the_cluster_did(source: str, tmp_path: Path) -> None:
    local, on_ray = both(source, tmp_path, "pages", output_kind="jsonl")
    (on_ray / "_report.json").unlink()
    journal = on_ray / "_journal.log"
    kept = [line for line in journal.read_text().splitlines(keepends=True) if '"source": 0' not in line]
    journal.write_text("".join(kept))
    gone = sorted(on_ray.glob("part-000000-*"))
    for path in gone:
        path.unlink()
    batch = BatchOptions(shard_pages=10, n_processes=1, output_kind="jsonl")
    report = run([source], f"{on_ray}/", batch=batch, start="resume")
    assert 0 < report.n_pages_before < report.counts.n_pages
    assert gone
    assert contents(on_ray) == contents(local)


@pytest.mark.usefixtures("machines")
def test_pages_over_the_limit_are_rows_and_the_others_are_extracted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pages.jsonl").write_text(json_lines(30))
    monkeypatch.setattr("maintext.batch.running.recorder_of", lambda options, *_: Slow(options, "text"))
    batch = BatchOptions(page_timeout_s=4.0, engine="ray", shard_pages=10)
    run([str(tmp_path / "pages.jsonl")], str(tmp_path / "out.jsonl"), batch=batch)
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["key"] for row in rows] == [f"p{i}" for i in range(30)]
    assert {row["key"]: row["error"] for row in rows if row["error"]} == {
        "p3": "PageTimeout",
        "p7": "WorkerDied",
        "p17": "PageTimeout",
    }


def test_a_node_that_is_lost_in_the_middle_changes_nothing(machines: TwoMachines, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for part in range(4):
        (folder / f"{part}.jsonl").write_text(json_lines(150, 1000 * part))
    run([str(folder)], str(tmp_path / "local.jsonl"), batch=BatchOptions(n_processes=1, shard_pages=10))
    done: list[int] = []
    lost = threading.Event()

    def note(progress: Any) -> None:
        done.append(progress.counts.n_pages)
        if progress.counts.n_pages >= 40 and not lost.is_set():
            lost.set()
            machines.lose_node()

    batch = BatchOptions(engine="ray", shard_pages=10)
    run([str(folder)], str(tmp_path / "ray.jsonl"), batch=batch, progress=note)
    machines.add_node()
    assert lost.is_set()
    assert min(n for n in done if n >= 40) < 600
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "local.jsonl").read_bytes()


@pytest.mark.usefixtures("machines")
def test_leavings_of_lost_tasks_are_removed(source: str, tmp_path: Path) -> None:
    output = tmp_path / "pages"
    options = BatchOptions(shard_pages=10, engine="ray", output_kind="jsonl")
    output.mkdir()
    (output / "part-000000-000000.jsonl.x-1.tmp").write_bytes(b"half")
    run([source], f"{output}/", batch=options)
    assert not list(output.glob("*.tmp"))


@pytest.mark.usefixtures("machines")
def test_a_machine_that_does_not_see_the_same_files_is_named(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp = PageFiles.stamp
    monkeypatch.setattr(PageFiles, "stamp", lambda self: [*stamp(self), "changed"])
    with pytest.raises(MaintextError, match=r"machine 127\.0\.0\.\d: .* is not the file"):
        run([source], str(tmp_path / "out.jsonl"), batch=BatchOptions(engine="ray"))


@pytest.mark.usefixtures("machines")
def test_a_machine_that_does_not_see_the_output_is_named(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = batch_ray._Driver._make_order

    def elsewhere(self: Any, given: Any) -> Any:
        ordered = order(self, given)
        ordered.sink.output = tmp_path / "of another machine" / "out.jsonl"
        return ordered

    monkeypatch.setattr(batch_ray._Driver, "_make_order", elsewhere)
    with pytest.raises(MaintextError, match=r"does not see the output.*all machines share"):
        run([source], str(tmp_path / "out.jsonl"), batch=BatchOptions(engine="ray"))


@pytest.mark.usefixtures("machines")
def test_another_version_on_a_machine_is_said(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_ray, "__version__", "0.0.0")
    with pytest.raises(MaintextError, match=r"has maintext .*, the driver 0\.0\.0"):
        run([source], str(tmp_path / "out.jsonl"), batch=BatchOptions(engine="ray"))


@pytest.mark.usefixtures("machines")
def test_urls_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    with pytest.raises(OptionError, match="files that all machines see"):
        run(["https://site.test/"], str(output), batch=BatchOptions(engine="ray"))
    assert not list(tmp_path.iterdir())


def test_no_cluster_is_an_error_that_says_what_to_start(source: str, tmp_path: Path) -> None:
    words = ["batch", source, "-o", str(tmp_path / "out.jsonl"), "--engine", "ray", "--address", "ray://x:1"]
    program = [sys.executable, "-m", "maintext", *words]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "without ray://" in done.stderr


def test_the_command_runs_on_the_cluster(machines: TwoMachines, source: str, tmp_path: Path) -> None:
    words = ["batch", source, "-o", str(tmp_path / "out.csv"), "--engine", "ray"]
    program = [sys.executable, "-m", "maintext", *words, "--address", machines.address]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "110 pages to" in done.stderr


@pytest.mark.usefixtures("machines")
@pytest.mark.parametrize("batch_format", ["numpy", "pyarrow", "pandas"])
def test_map_batches_gives_the_rows_of_a_local_run(batch_format: str) -> None:
    if batch_format == "pandas":
        pytest.importorskip("pandas")
    pages = [*map(page, range(40)), "<p></p>"]
    table = [{"id": f"p{i}", "html": html, "url": None} for i, html in enumerate(pages)]
    dataset = ray.data.from_items(table).map_batches(
        extract_batches, batch_format=batch_format, batch_size=16, fn_kwargs={"form": "markdown"}
    )
    found = {row["key"]: row for row in dataset.take_all()}
    items = [BatchItem(key=row["id"] or "", html=row["html"]) for row in table]
    local = {row.key: row.record for row in extract_many(items, n_processes=1, form="markdown")}
    assert found.keys() == local.keys()
    for key, record in local.items():
        shown = found[key]
        assert (shown["outcome"], shown["markdown"] or "", shown["title"]) == (
            record["outcome"], record["markdown"], record["title"],
        )  # fmt: skip


def test_map_batches_gives_rows_for_pages_over_the_limit_and_for_what_is_no_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batch_ray, "recorder_of", lambda options, *_: Slow(options, "text"))
    batch = {
        "id": ["p1", "p3", "p4", "p7", "p8"],
        "html": [page(1), page(3), None, page(7), page(8).encode()],
    }
    for _ in range(2):  # the processes stay, and are replaced
        rows = extract_batches(batch, page_timeout_s=4.0).to_pylist()
        assert [row["key"] for row in rows] == batch["id"]
        assert [row["error"] for row in rows] == [None, "PageTimeout", "InputError", "WorkerDied", None]


@pytest.mark.usefixtures("machines")
def test_a_piece_that_ends_every_task_stops_the_batch_and_what_is_done_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pages.jsonl").write_text(json_lines(30))
    monkeypatch.setattr("maintext.batch.running.recorder_of", lambda options, *_: NoStart(options, "text"))
    with pytest.raises(MaintextError, match=r"was lost 5 times in a row.*ended before it could work"):
        run([str(tmp_path / "pages.jsonl")], str(tmp_path / "out.jsonl"), batch=BatchOptions(engine="ray"))
    assert (tmp_path / "out.jsonl.parts" / "_manifest.json").exists()


def test_map_batches_without_the_column_says_which_there_are() -> None:
    with pytest.raises(InputError, match=r"no column 'html'.*there are: page"):
        extract_batches({"page": ["<p>text</p>"]})
