"""Batches from inputs to an output: the same rows with any number of processes and after any kill."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.batch.made import folder_of, items, json_lines, page, warc, warc_record

from maintext.batch import BatchItem, BatchOptions, BatchProgress, extract_many, read_items, run
from maintext.batch.fetching import fetch_items
from maintext.batch.journal import Journal, Shard
from maintext.batch.progress import ShardCounts, progress_line, report_lines
from maintext.batch.record import recorder_of
from maintext.batch.remote import remove_tree
from maintext.errors import FetchError, HttpStatusError, InputError, OptionError
from maintext.net import Response
from maintext.options import Options

ONE = BatchOptions(n_processes=1, shard_pages=5)


@pytest.fixture
def pages(tmp_path: Path) -> str:
    path = tmp_path / "pages.jsonl"
    path.write_text(json_lines(23) + "not JSON\n", encoding="utf-8")
    return str(path)


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# -- from Python --------------------------------------------------------------------------------------


def test_rows_come_in_order_with_any_number_of_processes() -> None:
    one, two = (
        [row.record for row in extract_many(items(40), n_processes=n, form="markdown")] for n in (1, 2)
    )
    assert one == two
    assert [row["key"] for row in one] == [f"p{i}" for i in range(40)]
    assert "past the mill" in one[7]["markdown"]


def test_wrong_options_are_errors_at_the_call() -> None:
    with pytest.raises(OptionError, match="n_processes"):
        extract_many([], n_processes=-1)
    with pytest.raises(OptionError, match="nonsense"):
        extract_many([], options=Options(method="nonsense"))
    with pytest.raises(OptionError, match="limit_count"):
        extract_many([], options=Options(method="html2article", method_options={"limit_count": "x"}))


def test_urls_are_fetched_and_failures_are_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, _: object) -> Response:
        if url.endswith("bad"):
            raise FetchError("no answer", url=url, stage="fetch")
        body = "<p>从服务器来的正文，一句话就够了。".encode("gbk")
        return Response(
            url=url + "/", requested_url=url, status=200, headers={}, body=body, charset="gbk",
            content_type="text/html",
        )  # fmt: skip

    monkeypatch.setattr("maintext.net.fetch", fetch)
    from maintext.batch import BatchItem  # noqa: PLC0415

    urls = ["https://a.test/1", "https://a.test/bad", "https://b.test/2"]
    found = list(extract_many([BatchItem(key=url, url=url) for url in urls], n_processes=1, delay_s=0.0))
    assert [row.outcome for row in found] == ["found", "error", "found"]
    assert [row.key for row in found] == urls
    assert "服务器" in found[0].record["text"]
    assert found[0].record["url"] == "https://a.test/1/"
    assert found[1].record["error"] == "FetchError"


# -- files --------------------------------------------------------------------------------------------


def test_the_output_has_a_row_for_every_page_and_the_report_counts_them(pages: str, tmp_path: Path) -> None:
    report = run([pages], str(tmp_path / "out.jsonl"), batch=ONE)
    rows = rows_of(tmp_path / "out.jsonl")
    assert [row["key"] for row in rows[:-1]] == [f"p{i}" for i in range(23)]
    assert rows[-1]["error"] == "InputError"
    assert report.counts.outcomes == Counter(found=23, error=1)
    assert report.counts.errors == Counter(InputError=1)
    assert json.loads((tmp_path / "out.jsonl.report.json").read_text())["n_pages"] == 24
    assert not (tmp_path / "out.jsonl.parts").exists()


def test_counts_add_up_to_the_records_read_however_often_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fastwarc", reason="needs the extra warc")
    skipped = warc_record(77, b"", "HTTP/1.1 301 Moved\r\n")
    for name in ("a.warc", "b.warc"):
        (tmp_path / name).write_bytes(skipped + warc(7) + skipped)
    output, names = str(tmp_path / "out.jsonl"), [str(tmp_path / name) for name in ("a.warc", "b.warc")]
    note = Journal.note_shard

    def stop(journal: Journal, shard: Shard, counts: ShardCounts) -> None:
        note(journal, shard, counts)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "note_shard", stop)
        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                run(names, output, batch=ONE, start="resume")
    report = run(names, output, batch=ONE, start="resume").to_dict()
    assert report == {
        "n_read": 18, "n_pages": 14, "skipped": {"redirect": 4}, "outcomes": {"found": 14}, "errors": {},
    }  # fmt: skip
    assert run(names, output, batch=ONE, start="resume").to_dict() == report


def test_two_processes_and_other_delays_make_the_same_bytes(pages: str, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "saved", 12)
    for name, n_processes in (("a", 1), ("b", 2)):
        batch = BatchOptions(n_processes=n_processes, shard_pages=5)
        run([str(folder), pages], str(tmp_path / f"{name}.jsonl"), batch=batch)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert len(rows_of(tmp_path / "a.jsonl")) == 36


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.parquet", "out.sqlite", "out.wet", "out/"])
def test_files_may_have_names_that_are_not_utf8(name: str, tmp_path: Path) -> None:
    if name == "out.parquet":
        pytest.importorskip("pyarrow", reason="needs the extra parquet")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / os.fsdecode(b"\xd0\xc2.html")).write_text("<p>One sentence.")
    names, output = [str(tmp_path / "in")], str(tmp_path / name)
    report = run(names, output, batch=ONE)
    assert report.counts.outcomes == Counter(found=1)
    assert run(names, output, batch=ONE, start="resume").counts == report.counts


def test_one_input_and_paths_are_taken(pages: str, tmp_path: Path) -> None:
    path = Path(pages)
    first = run(pages, tmp_path / "1.jsonl", batch=ONE).counts
    assert run(path, tmp_path / "2.jsonl", batch=ONE).counts == first
    assert run((path,), tmp_path / "3.jsonl", batch=ONE).counts == first
    assert [item.key for item in read_items(pages)] == [item.key for item in read_items([path])]


def test_an_input_without_pages_is_an_empty_output(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    assert run([str(tmp_path / "empty.jsonl")], str(tmp_path / "out.jsonl"), batch=ONE).counts.n_pages == 0
    assert (tmp_path / "out.jsonl").read_bytes() == b""


def test_a_folder_of_parts_stays(pages: str, tmp_path: Path) -> None:
    batch = BatchOptions(n_processes=1, shard_pages=10, output_kind="jsonl")
    run([pages], f"{tmp_path}/out/", batch=batch)
    parts = sorted((tmp_path / "out").glob("part-*.jsonl"))
    assert [len(rows_of(part)) for part in parts] == [10, 10, 4]


def test_progress_tells_how_far_it_is(pages: str, tmp_path: Path) -> None:
    told: list[tuple[int, float | None]] = []
    run(
        [pages], str(tmp_path / "out.jsonl"), batch=ONE,
        progress=lambda progress: told.append((progress.counts.n_pages, progress.share)),
    )  # fmt: skip
    assert told[-1] == (24, 1.0)
    assert told == sorted(told)


# -- what is there already ----------------------------------------------------------------------------


def test_an_output_that_is_there_is_not_touched(pages: str, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("mine")
    for start in ("new", "resume"):
        with pytest.raises(OptionError, match="is there"):
            run([pages], str(tmp_path / "out.jsonl"), batch=ONE, start=start)
    assert (tmp_path / "out.jsonl").read_text() == "mine"


def test_a_folder_that_no_batch_wrote_is_never_dropped(pages: str, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    for start in ("new", "resume", "overwrite"):
        with pytest.raises(OptionError):
            run([pages], f"{tmp_path}/out/", batch=ONE, start=start)
    assert (tmp_path / "out" / "mine.txt").exists()


@pytest.mark.parametrize("start", ["new", "resume", "overwrite"])
def test_a_folder_in_the_place_of_the_parts_that_no_batch_made_is_never_touched(
    start: str, pages: str, tmp_path: Path
) -> None:
    parts = tmp_path / "out.jsonl.parts"
    parts.mkdir()
    (parts / "thesis.doc").write_text("mine")
    with pytest.raises(OptionError, match="no batch wrote"):
        run([pages], str(tmp_path / "out.jsonl"), batch=ONE, start=start)
    assert [path.name for path in parts.iterdir()] == ["thesis.doc"]
    (parts / "thesis.doc").unlink()
    assert run([pages], str(tmp_path / "out.jsonl"), batch=ONE, start=start).counts.n_pages == 24


def test_a_work_folder_whose_removal_was_stopped_is_still_one_of_a_batch(
    stopped: str, pages: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("maintext.batch.running.remove_tree", stop_at_manifest)
        with pytest.raises(KeyboardInterrupt):
            run([pages], stopped, batch=ONE, start="overwrite")
    assert [path.name for path in (tmp_path / "out.jsonl.parts").iterdir()] == ["_manifest.json"]
    assert run([pages], stopped, batch=ONE, start="overwrite").counts.n_pages == 24


def stop_at_manifest(path: Path) -> None:
    if path.name == "_manifest.json":
        raise KeyboardInterrupt
    remove_tree(path)


@pytest.fixture
def stopped(pages: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A batch that ended after two shards; the name of its output."""
    output = str(tmp_path / "out.jsonl")
    note = Journal.note_shard

    def stop(journal: Journal, shard: Shard, counts: ShardCounts) -> None:
        note(journal, shard, counts)
        if len(journal.shards) == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "note_shard", stop)
        with pytest.raises(KeyboardInterrupt):
            run([pages], output, batch=ONE)
    return output


def test_resume_does_only_what_is_left(stopped: str, pages: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="--resume"):
        run([pages], stopped, batch=ONE)
    report = run([pages], stopped, batch=BatchOptions(n_processes=2, shard_pages=5), start="resume")
    assert (report.n_pages_before, report.counts.n_pages) == (10, 24)
    run([pages], str(tmp_path / "undisturbed.jsonl"), batch=ONE)
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "undisturbed.jsonl").read_bytes()
    again = run([pages], stopped, batch=ONE, start="resume")
    assert (again.was_complete, again.counts.n_pages) == (True, 24)


def test_resume_with_other_options_or_inputs_is_an_error_that_says_which(stopped: str, pages: str) -> None:
    with pytest.raises(OptionError, match="shard_pages was 5 and is 6"):
        run([pages], stopped, batch=BatchOptions(n_processes=1, shard_pages=6), start="resume")
    with pytest.raises(OptionError, match="links was True and is False"):
        run([pages], stopped, options=Options(links=False), batch=ONE, start="resume")
    with open(pages, "a", encoding="utf-8") as file:  # noqa: PTH123
        file.write("\n")
    with pytest.raises(OptionError, match="has changed"):
        run([pages], stopped, batch=ONE, start="resume")
    other = Path(pages).rename(f"{pages}.jsonl")
    with pytest.raises(OptionError, match=f"the input was '{pages}' and is '{other}'"):
        run([other], stopped, batch=ONE, start="resume")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("name", ["pipe", "pipe.jsonl"])
def test_a_pipe_or_device_is_not_replaced_by_a_file(name: str, pages: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(OptionError, match="is a device or a pipe: leave -o out"):
        run([pages], tmp_path / name, batch=replace(ONE, output_kind="jsonl"), start="overwrite")
    assert (tmp_path / name).is_fifo()


def test_a_half_line_of_the_journal_is_cut_off(stopped: str, pages: str, tmp_path: Path) -> None:
    journal = tmp_path / "out.jsonl.parts" / "_journal.log"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(lines[0] + lines[1][:-9])
    report = run([pages], stopped, batch=ONE, start="resume")
    assert (report.n_pages_before, report.counts.n_pages) == (5, 24)
    assert [row["key"] for row in rows_of(tmp_path / "out.jsonl")][:23] == [f"p{i}" for i in range(23)]


def test_a_source_that_is_done_is_not_opened_again(
    stopped: str, pages: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("maintext.batch.sink.JsonLinesSink.join", stop)
        with pytest.raises(KeyboardInterrupt):
            run([pages], stopped, batch=ONE, start="resume")
    monkeypatch.setattr("maintext.batch.record.items_of", stop)
    assert run([pages], stopped, batch=ONE, start="resume").counts.n_pages == 24


def test_overwrite_starts_anew(stopped: str, pages: str) -> None:
    report = run([pages], stopped, options=Options(links=False), batch=ONE, start="overwrite")
    assert (report.n_pages_before, report.counts.n_pages) == (0, 24)


def test_overwrite_keeps_what_no_batch_wrote(pages: str, tmp_path: Path) -> None:
    batch, folder = replace(ONE, output_kind="jsonl"), tmp_path / "parts"
    run([pages], f"{folder}/", batch=batch)
    (folder / "mine").mkdir()
    for name in ("mine/notes.txt", "_journal of the hour", "mine.tmp", "part-000009-000000.jsonl"):
        (folder / name).write_text("work of an hour")
    run([pages], f"{folder}/", batch=batch, start="overwrite")
    assert not (folder / "part-000009-000000.jsonl").exists()
    assert (folder / "mine" / "notes.txt").read_text() == "work of an hour"
    assert (folder / "_journal of the hour").exists()
    assert (folder / "mine.tmp").exists()


def test_overwrite_keeps_the_link_that_the_output_is(pages: str, tmp_path: Path) -> None:
    batch = replace(ONE, output_kind="jsonl")
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to("disk")
    for start in ("new", "overwrite"):
        run([pages], f"{tmp_path}/out/", batch=batch, start=start)
    assert (tmp_path / "out").is_symlink()


def test_two_processes_do_not_work_in_one_folder(stopped: str, pages: str, tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="the system has no locks of files")
    other = Journal(tmp_path / "out.jsonl.parts")
    for start in ("resume", "overwrite"):
        with pytest.raises(OptionError, match="another process"):
            run([pages], stopped, batch=ONE, start=start)
    assert Path(f"{stopped}.parts", "_manifest.json").exists()
    other.close()


def test_of_two_processes_that_begin_at_once_one_goes_on(pages: str, tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="the system has no locks of files")
    (tmp_path / "out.jsonl.parts").mkdir()
    other = Journal(tmp_path / "out.jsonl.parts")  # the manifest is not written yet
    with pytest.raises(OptionError, match="another process"):
        run([pages], tmp_path / "out.jsonl", batch=ONE, start="resume")
    other.close()  # as a kill does
    assert run([pages], tmp_path / "out.jsonl", batch=ONE, start="resume").counts.n_pages == 24


@pytest.mark.parametrize("output", ["out.jsonl", "out/"])
def test_a_part_that_somebody_removed_is_made_again(output: str, pages: str, tmp_path: Path) -> None:
    run([pages], tmp_path / "whole.jsonl", batch=ONE)
    batch, folder = replace(ONE, output_kind="jsonl"), tmp_path / "out"
    run([pages], f"{folder}/", batch=batch)
    if output == "out.jsonl":
        folder = folder.rename(tmp_path / "out.jsonl.parts")
    (folder / "_report.json").unlink()
    (folder / "part-000000-000002.jsonl").unlink()
    report = run([pages], f"{tmp_path}/{output}", batch=batch, start="resume")
    assert (report.n_pages_before, report.counts.n_pages) == (19, 24)
    parts = sorted(folder.glob("part-*")) if output == "out/" else [tmp_path / output]
    assert b"".join(part.read_bytes() for part in parts) == (tmp_path / "whole.jsonl").read_bytes()


def test_a_damaged_journal_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "_journal.log").write_text("no JSON\n")
    with pytest.raises(InputError, match="damaged"):
        Journal(tmp_path)


# -- kills --------------------------------------------------------------------------------------------

PROGRAM = """
import sys
from maintext.batch import BatchOptions, run
if __name__ == "__main__":
    run([sys.argv[1]], sys.argv[2], batch=BatchOptions(n_processes=1, shard_pages=5), start="resume")
"""


# scripts/check_batch_kills.py does this with files.
def test_kills_at_random_moments_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    name = "out.sqlite"
    (tmp_path / "pages.jsonl").write_text(json_lines(400))
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "pages.jsonl"), str(tmp_path / name)]
    journal = tmp_path / f"{name}.parts" / "_journal.log"
    moment = random.Random(5)  # noqa: S311 - a moment is no secret
    for n_kills in (1, 2):
        program = subprocess.Popen(command)
        while program.poll() is None and not (journal.exists() and journal.stat().st_size > 400 * n_kills):
            time.sleep(0.01)
        time.sleep(moment.random() * 0.2)
        program.send_signal(signal.SIGKILL)
        assert program.wait() == -signal.SIGKILL
        assert not (tmp_path / name).exists()
    subprocess.run(command, check=True)
    with closing(sqlite3.connect(tmp_path / name)) as database:
        keys = [key for (key,) in database.execute("SELECT key FROM pages ORDER BY id")]
    assert keys == [f"p{i}" for i in range(400)]


# -- words for people ---------------------------------------------------------------------------------


def test_the_line_of_progress() -> None:
    counts = ShardCounts(Counter(found=1190, error=10), Counter(NotHtmlError=10))
    progress = BatchProgress(counts=counts, n_pages_before=200, seconds=10.0, share=0.25, share_before=0.05)
    assert progress_line(progress) == "1,200 pages  100.0 pages/s  10 errors  25.0%  38 s left"
    unknown = BatchProgress(counts=ShardCounts())
    assert progress_line(unknown) == "0 pages  0.0 pages/s  0 errors"


def test_the_report_for_people(pages: str, tmp_path: Path) -> None:
    report = run([pages], str(tmp_path / "out.jsonl"), batch=ONE)
    first, *rest = report_lines(report)
    assert first.startswith(f"24 pages to {tmp_path / 'out.jsonl'} in ")
    assert rest == ["  found: 23", "  error: 1", f"    InputError: 1; {report.counts.reasons['InputError']}"]


def test_the_files_of_a_folder_that_differ_are_told_as_one_of_many(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "saved", 4)
    run([str(folder)], str(tmp_path / "out.jsonl"), batch=ONE)
    (folder / "002.html").write_text(page(7))
    with pytest.raises(OptionError, match=r"one or more of the 4 files from \S+000.html on have changed"):
        run([str(folder)], str(tmp_path / "out.jsonl"), batch=ONE, start="resume")
    (folder / "9.html").write_text(page(9))
    with pytest.raises(OptionError, match=r"from \S+000.html on there were 4 files and are 5"):
        run([str(folder)], str(tmp_path / "out.jsonl"), batch=ONE, start="resume")


# -- where pages are from -----------------------------------------------------------------------------


def test_a_page_that_a_server_refuses_has_its_address_and_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(url: str, _: object) -> None:
        raise HttpStatusError("there is no such page", status=404, url=url)

    monkeypatch.setattr("maintext.net.fetch", refuse)
    (item,) = fetch_items([BatchItem(key="a", url="https://site.test/a")], None, BatchOptions(delay_s=0))
    assert item.input == {"target_uri": "https://site.test/a", "http_status": 404}


def test_a_saved_page_has_the_url_it_states() -> None:
    lines = (
        "MIME-Version: 1.0", 'Content-Type: multipart/related; boundary="b"', "", "--b",
        "Content-Type: text/html", "Content-Location: https://site.test/a", "", page(1), "--b--", "",
    )  # fmt: skip
    recorder = recorder_of(Options(), BatchOptions(), "text")
    row = recorder(BatchItem(key="a.mhtml", html="\r\n".join(lines).encode()))
    assert (row["outcome"], row["url"]) == ("found", "https://site.test/a")
