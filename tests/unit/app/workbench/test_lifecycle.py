"""Runs that are stopped, continued, repeated, compared, and survive their server."""

from __future__ import annotations

import asyncio
import csv
import errno
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.serving import serving
from tests.recipe_sites import SITES, SiteServer, serve_site
from tests.tiny import ARTICLE
from tests.unit.app.workbench.test_serve_runs import ask, run, wait
from tests.unit.app.workbench.test_workers import run as run_loop

from maintext.app.workbench import ServeOptions
from maintext.app.workbench.runs.folder import RunFolder, Runs, Schedules
from maintext.app.workbench.runs.records import RecordWriter, compare_records, query_records, write_export
from maintext.net import FetchOptions, fetch
from maintext.sites.recipe import Limits, learn_recipe, recipe_to_toml

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def served() -> Iterator[SiteServer]:
    with serve_site(SITES["news"]) as site:
        yield site


def recipe_of(served: SiteServer, delay_s: float) -> str:
    options = FetchOptions(allow_private=True)
    learned = learn_recipe(
        [served.url + served.site.start],
        lambda visit: fetch(visit.url, options),
        limits=Limits(delay_s=delay_s),
    )
    return recipe_to_toml(learned.recipe)


@contextmanager
def process(data: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Give the address of a workbench in a process of its own."""
    command = [sys.executable, "-m", "maintext", "serve", "--port", "0", "--allow-private"]
    command += ["--data", str(data)]
    server = subprocess.Popen(command, stderr=subprocess.PIPE)
    assert server.stderr is not None
    line = server.stderr.readline().decode()
    try:
        yield line.split("workbench: ")[1].split("/  ")[0], server
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)
        server.stderr.close()


def urls_of(folder: Path) -> list[str]:
    with sqlite3.connect(folder / "records.sqlite") as database:
        rows = database.execute("SELECT url, title, text, error FROM records ORDER BY rowid").fetchall()
    database.close()
    return [str(row) for row in rows]


def wait_for(base: str, number: str, n: int) -> None:
    deadline = time.monotonic() + 30
    while ask(f"{base}/api/runs/{number}")[1]["n_done"] < n:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_run_survives_its_server_a_stop_and_a_continue(served: SiteServer, tmp_path: Path) -> None:
    calm, slow = recipe_of(served, 0.0), recipe_of(served, 0.05)
    with process(tmp_path) as (base, server):
        whole = ask(f"{base}/api/run/recipe", {"recipe": calm})[1]["id"]
        wait(base, whole)
        number = ask(f"{base}/api/run/recipe", {"recipe": slow, "title": "slow"})[1]["id"]
        wait_for(base, number, 8)
        os.kill(server.pid, signal.SIGKILL)
        server.wait(10)
    with process(tmp_path) as (base, _server):
        wait_for(base, number, 20)
        began = time.monotonic()
        ask(f"{base}/api/runs/{number}/stop", {})
        state = wait(base, number)
        assert time.monotonic() - began < 2.5
        assert (state["status"], state["title"]) == ("cancelled", "slow")
        assert 20 <= state["n_done"] < 60
        assert ask(f"{base}/api/runs/{number}/continue", {})[0] == 202
        assert wait(base, number)["status"] == "done"
    assert urls_of(tmp_path / "runs" / number) == urls_of(tmp_path / "runs" / whole)


def test_a_repeated_run_says_what_is_new_changed_and_gone(served: SiteServer, tmp_path: Path) -> None:
    options = ServeOptions(data=str(tmp_path), allow_private=True)
    entries = list(served.site.entries)
    with serving(options) as base:
        first = ask(f"{base}/api/run/recipe", {"recipe": recipe_of(served, 0.0)})[1]["id"]
        assert wait(base, first)["message"] == ""
        assert ask(f"{base}/api/runs/{first}/changes")[1]["previous"] is None
        title = served.pages[entries[0]].partition("<h1>")[2].partition("</h1>")[0]
        served.pages[entries[0]] = served.pages[entries[0]].replace(title, "青湾新桥通车")
        start = served.pages[served.site.start]
        item = start[start.index(f"<li><a href={entries[1]}>") :].partition("</li>")[0] + "</li>"
        served.pages[served.site.start] = start.replace(item, "")
        try:
            second = ask(f"{base}/api/runs/{first}/again", {})[1]
            wait(base, second["id"])
        finally:
            served.repair()
        changes = ask(f"{base}/api/runs/{second['id']}/changes")[1]
        assert (changes["previous"], second["series"]) == (first, first)
        assert changes["counts"] == {"new": 0, "changed": 1, "gone": 1}
        changed, gone = changes["rows"]
        assert ["title", title, "青湾新桥通车"] in changed["values"]
        assert gone["key"] == served.url + entries[1]
        export = f"{base}/api/runs/{second['id']}/export?changes=true&format=csv"
        rows = list(csv.DictReader(ask(export)[1].decode("utf-8-sig").splitlines()))
        assert [(row["change"], row["url"]) for row in rows] == [
            ("changed", changed["key"]),
            ("gone", gone["key"]),
        ]
        assert rows[0]["title"] == "青湾新桥通车"
        assert ask(export.replace(second["id"], first), verb="GET")[0] == 404
        renamed = ask(f"{base}/api/runs/{second['id']}/rename", {"title": "every day"})[1]
        assert renamed["title"] == "every day"
        _check_exports(tmp_path, first, base)


def _check_exports(data: Path, number: str, base: str) -> None:
    folder = Runs(lambda: data / "runs", 1, 10).folder(number)
    path = data / "out.sqlite"
    write_export(folder, "sqlite", path)
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM records").fetchone() == (60,)
    database.close()
    assert compare_records(folder.records, folder.records)["counts"] == {"new": 0, "changed": 0, "gone": 0}
    wrong = {"database": "postgresql://127.0.0.1:1/none", "test": True}
    status, answer = ask(f"{base}/api/runs/{number}/send", wrong)
    assert (status, "cannot be used" in answer["message"] or "install" in answer["message"]) == (400, True)


def test_a_run_is_continued_while_its_process_is_still_about_to_exit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        "import time",
        "from maintext.app.workbench.runs.work import main",
        "if __name__ == '__main__': main(), time.sleep(1)",
    ]
    (tmp_path / "slow_to_exit.py").write_text("\n".join(lines), "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr("maintext.app.workbench.runs.folder._WORK", "slow_to_exit")
    (pages := tmp_path / "pages").mkdir()
    for n in range(3):
        (pages / f"{n}.html").write_text(ARTICLE, "utf-8")
    with serving(ServeOptions(data=str(tmp_path / "data"), folders=(str(pages),))) as base:
        limited = run(base, "batch", folder=0, max_pages=1)
        assert (limited["status"], limited["n_done"]) == ("limited", 1)
        status, _ = ask(f"{base}/api/runs/{limited['id']}/continue", {"max_pages": 10})
        whole = wait(base, limited["id"])
        assert (status, whole["status"], whole["n_done"], whole["message"]) == (202, "done", 3, "")


def test_a_run_of_pages_with_one_key_goes_on_where_it_was(tmp_path: Path) -> None:
    (pages := tmp_path / "pages").mkdir()
    for name in ("a.jsonl", "b.jsonl"):
        lines = [{"id": "same", "html": html} for html in (ARTICLE, 5, ARTICLE)]
        (pages / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with serving(ServeOptions(data=str(tmp_path / "data"), folders=(str(pages),))) as base:
        limited = run(base, "batch", folder=0, max_pages=3)
        ask(f"{base}/api/runs/{limited['id']}/continue", {"max_pages": 10})
        whole = wait(base, limited["id"])
        found = ask(f"{base}/api/runs/{limited['id']}/export?format=jsonl")[1].decode().splitlines()
    assert (limited["status"], whole["status"], whole["n_done"]) == ("limited", "done", 6)
    assert whole["counts"] == {"found": 4, "error": 2}
    places = sorted((line["input"]["file"], line["input"]["row"]) for line in map(json.loads, found))
    assert places == [(name, row) for name in ("a.jsonl", "b.jsonl") for row in (1, 2, 3)]


def test_a_run_keeps_the_name_that_it_is_given_while_it_works(served: SiteServer, tmp_path: Path) -> None:
    with serving(ServeOptions(data=str(tmp_path), allow_private=True)) as base:
        number = ask(f"{base}/api/run/recipe", {"recipe": recipe_of(served, 0.02)})[1]["id"]
        wait_for(base, number, 2)
        assert ask(f"{base}/api/runs/{number}/rename", {"title": "every day"})[1]["status"] == "running"
        assert wait(base, number)["title"] == "every day"


def test_a_run_that_is_being_deleted_is_none_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, folder = Runs(lambda: tmp_path, 1, 10), RunFolder(tmp_path / ("a" * 32))
    folder.path.mkdir()
    folder.write_request({"kind": "batch", "title": "pages", "created": "2026-03-01T08:00:00+00:00"})
    folder.write_state({"status": "done"})

    async def act_at_once() -> list[Any]:
        others = runs.go_on(folder, {}), runs.delete(folder)
        return list(await asyncio.gather(runs.delete(folder), *others, return_exceptions=True))

    deleted, *refused = run_loop(act_at_once())
    assert deleted["title"] == "pages"
    assert [getattr(one, "failure", one).error for one in refused] == ["not_found"] * 2
    assert not folder.path.exists()
    monkeypatch.setattr(runs, "_list_folders", lambda: [folder])  # it was there a moment ago
    assert runs.all() == []


def test_a_run_whose_end_a_full_disk_refuses_has_failed_and_can_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("maintext.app.workbench.runs.folder._WORK", "none_such")
    monkeypatch.setattr(RunFolder, "write_state", refuse)
    runs = Runs(lambda: tmp_path, 1, 10)

    async def act() -> tuple[dict[str, Any], dict[str, Any]]:
        folder = runs.folder(runs.start({"kind": "batch", "title": "pages", "max_s": 9.0})["id"])
        await asyncio.wait_for(runs._tasks[folder.path.name], 30)
        return runs.state(folder), await asyncio.wait_for(runs.delete(folder), 10)

    state, deleted = run_loop(act())
    assert state["status"] == deleted["status"] == "failed"
    assert state["message"].endswith("(No space left on device); make room")
    assert runs.all() == []


def test_a_run_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    runs, uploads = Runs(lambda: tmp_path / "runs", 1, 1), tmp_path / "uploads"
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "left").mkdir()  # by an earlier version: it is no run
    uploads.mkdir()
    monkeypatch.setattr(RunFolder, "write_request", refuse)
    with pytest.raises(OSError, match="No space left"):
        runs.start({"kind": "batch", "title": "pages", "max_s": 9.0}, uploads)
    assert not uploads.exists()
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["left"]


def test_records_of_a_run_that_is_over_are_one_file(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite"
    with RecordWriter(path, ("url",)) as writer:
        writer.add({"url": "a"})
    # A reader of a database in WAL mode makes files next to it, which a full disk refuses.
    assert query_records(path, {"order": "up", "start": 0, "limit": 9})["n_records"] == 1
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_what_a_stopped_run_has_not_reached_is_not_gone(served: SiteServer, tmp_path: Path) -> None:
    with serving(ServeOptions(data=str(tmp_path), allow_private=True)) as base:
        first = ask(f"{base}/api/run/recipe", {"recipe": recipe_of(served, 0.0)})[1]["id"]
        assert wait(base, first)["is_whole"] is True
        folder = Runs(lambda: tmp_path / "runs", 1, 10).folder(first)
        folder.write_request(folder.request() | {"max_pages": 20})
        second = wait(base, ask(f"{base}/api/runs/{first}/again", {})[1]["id"])
        assert (second["status"], second["is_whole"]) == ("limited", False)
        changes = ask(f"{base}/api/runs/{second['id']}/changes")[1]
        assert (changes["counts"], changes["rows"]) == ({"new": 0, "changed": 0}, [])
        assert ask(f"{base}/api/runs/{second['id']}/export?changes=true&format=jsonl")[1] == b""
        ask(f"{base}/api/runs/{second['id']}/continue", {"max_pages": 1000})
        assert wait(base, second["id"])["is_whole"] is True
        assert ask(f"{base}/api/runs/{second['id']}/changes")[1]["counts"]["gone"] == 0


@pytest.mark.parametrize(
    ("statuses", "compared_with"),
    [
        (["done", "cancelled", "done"], 0),
        (["cancelled", "done"], None),
        (["done", "limited", "done"], 0),
        (["done", "limited", "limited"], 1),
        (["limited", "failed", "done"], 0),
        (["done", "done", "cancelled"], 1),
    ],
)
def test_what_a_stopped_run_has_not_reached_is_not_new(
    statuses: list[str], compared_with: int | None, tmp_path: Path
) -> None:
    runs = Runs(lambda: tmp_path, 1, 10)
    for number, status in enumerate(statuses):
        folder = RunFolder(tmp_path / str(number))
        folder.path.mkdir()
        created = f"2026-01-0{number + 1}T00:00:00+00:00"
        folder.write_request({"kind": "recipe", "title": "x", "created": created, "series": "0"})
        folder.write_state({"status": status, "n_done": 3})
    before = runs.previous(folder)
    assert (before and before.path.name) == (compared_with if compared_with is None else str(compared_with))


def test_what_stood_on_a_list_page_that_is_lost_is_not_gone(served: SiteServer, tmp_path: Path) -> None:
    with serving(ServeOptions(data=str(tmp_path), allow_private=True)) as base:
        first = ask(f"{base}/api/run/recipe", {"recipe": recipe_of(served, 0.0)})[1]["id"]
        wait(base, first)
        second_page = sorted(path for path in served.pages if path not in served.site.entries)[1]
        del served.pages[second_page]
        try:
            second = wait(base, ask(f"{base}/api/runs/{first}/again", {})[1]["id"])
        finally:
            served.repair()
        assert f"the list page {served.url}{second_page} could not be read" in second["message"]
        changes = ask(f"{base}/api/runs/{second['id']}/changes")[1]
        assert changes["counts"] == {"new": 0, "changed": 0}


def test_what_stood_in_the_lost_part_of_a_file_is_not_gone(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "pages.jsonl"
    path.write_text("".join(json.dumps({"id": one, "html": ARTICLE}) + "\n" for one in "ab"), "utf-8")
    with serving(ServeOptions(data=str(tmp_path / "data"), folders=(str(tmp_path / "in"),))) as base:
        first = run(base, "batch", folder=0)
        assert (first["status"], first["is_whole"], first["n_done"]) == ("done", True, 2)
        path.write_text(json.dumps([{"id": "a", "html": ARTICLE}]), "utf-8")  # which is not read
        second = wait(base, ask(f"{base}/api/runs/{first['id']}/again", {})[1]["id"])
        assert (second["status"], second["is_whole"]) == ("done", False)
        changes = ask(f"{base}/api/runs/{second['id']}/changes")[1]["counts"]
        assert "gone" not in changes
        text = ask(f"{base}/api/runs/{second['id']}/export?changes=true&format=jsonl")[1]
        assert b'"gone"' not in text


@pytest.mark.parametrize(("status", "n_gone"), [("done", 1), ("limited", 0)])
def test_a_run_of_an_earlier_version_is_whole_if_it_is_done(status: str, n_gone: int, tmp_path: Path) -> None:
    folders = [RunFolder(tmp_path / name) for name in ("before", "after")]
    for folder, urls in zip(folders, ("ab", "a"), strict=True):
        folder.path.mkdir()
        folder.write_request({"kind": "recipe"})
        folder.write_state({"status": status})
        with RecordWriter(folder.records, ("url",)) as writer:
            for url in urls:
                writer.add({"url": url})
    write_export(folders[1], "jsonl", tmp_path / "changes.jsonl", folders[0].records)
    assert (tmp_path / "changes.jsonl").read_text("utf-8").count('"gone"') == n_gone


def test_a_page_that_could_not_be_read_has_not_changed(tmp_path: Path) -> None:
    runs = [
        {"a": ("one", ""), "b": ("two", ""), "c": ("", "404 Not Found")},
        {"a": ("", "500 Internal Server Error"), "b": ("two!", ""), "c": ("three", "")},
    ]
    for number, texts in enumerate(runs):
        with RecordWriter(tmp_path / f"{number}.sqlite", ("url", "text", "error")) as writer:
            for url, (text, error) in texts.items():
                writer.add({"url": url, "text": text, "error": error})
    found = compare_records(tmp_path / "0.sqlite", tmp_path / "1.sqlite")
    assert found["counts"] == {"new": 0, "changed": 1, "gone": 0}
    assert [(row["key"], row["values"]) for row in found["rows"]] == [("b", [["text", "two", "two!"]])]


def test_records_of_one_key_are_compared_each_with_its_own(tmp_path: Path) -> None:
    for number, texts in enumerate((("one", "two", "three"), ("one!", "two"))):
        with RecordWriter(tmp_path / f"{number}.sqlite", ("key", "text")) as writer:
            for text in texts:
                writer.add({"key": "same", "text": text})
    found = compare_records(tmp_path / "0.sqlite", tmp_path / "1.sqlite")
    assert found["counts"] == {"new": 0, "changed": 1, "gone": 1}
    assert [row["key"] for row in found["rows"]] == ["same", "same (3)"]


def test_tracking_parameters_make_no_other_record(tmp_path: Path) -> None:
    for number, url in enumerate(("/a?id=1&spm=2.1", "/a?utm_source=list&id=1")):
        with RecordWriter(tmp_path / f"{number}.sqlite", ("url", "text")) as writer:
            writer.add({"url": f"https://a.example{url}", "text": "one"})
    found = compare_records(tmp_path / "0.sqlite", tmp_path / "1.sqlite")
    assert found["counts"] == {"new": 0, "changed": 0, "gone": 0}


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 8, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class SeriesOfRuns:
    """What a schedule asks of the runs."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self.status = "done"

    def all(self) -> list[dict[str, Any]]:
        return [{"id": "b" * 32, "series": "a" * 32, "status": self.status, "title": "news"}]

    def folder(self, number: str) -> Any:
        return number

    def again(self, folder: Any) -> dict[str, Any]:
        self.started.append(folder)
        return {"id": folder}


class OldRun:
    path = Path("a" * 32)

    def request(self) -> dict[str, Any]:
        return {}


def test_a_schedule_survives_its_server_and_a_missed_run_is_caught_up_once(tmp_path: Path) -> None:
    runs, clock = SeriesOfRuns(), Clock()
    first: Any = Schedules(runs, lambda: tmp_path / "schedules.json", clock)  # type: ignore[arg-type]
    first.set(OldRun(), "hour")
    assert first.start_due() == []
    clock.now += timedelta(hours=5, minutes=20)  # the server was off
    second = Schedules(runs, lambda: tmp_path / "schedules.json", clock)  # type: ignore[arg-type]
    assert len(second.start_due()) == 1
    assert second.start_due() == []
    assert second.all()["a" * 32]["next"] == "2026-03-01T14:00:00+00:00"
    runs.status = "running"
    clock.now += timedelta(hours=1)
    assert second.start_due() == []
    second.set(OldRun(), "")  # type: ignore[arg-type]
    assert second.all() == {}
    shutil.rmtree(tmp_path, ignore_errors=True)
    assert second.all() == {}
