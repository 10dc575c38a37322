"""Signals end a command: what is finished is written, no process is left, and the exit code says which."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest
import urllib3
from click.testing import CliRunner
from tests.cli.test_serve_command import first_line
from tests.loopback import Reply, answering
from tests.site_server import Site, SiteServer
from tests.unit.batch.made import json_lines
from tests.unit.sites.recipe.test_recipe import HOST, START
from tests.unit.sites.recipe.test_recipe import Site as ListSite

from maintext.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the system has no such signals")

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
PATIENCE_S = 120.0


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Start the command in a process group of its own, which the test ends whatever happens."""
    command = [sys.executable, "-m", "maintext", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            if is_alive(process.pid):
                os.killpg(process.pid, signal.SIGKILL)


def is_alive(group: int) -> bool:
    """Tell whether a process group has a process."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(condition: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.02)


def ended(process: subprocess.Popen[str], number: int, *, group: bool = False) -> str:
    """Send a signal, check the exit code and that no process of the group is left; return stderr."""
    (os.killpg if group else os.kill)(process.pid, number)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 128 + number, said
    assert "Traceback" not in said
    wait_for(lambda: not is_alive(process.pid), 30)
    return said


# -- batch ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "pages.jsonl"
    path.write_text(json_lines(600))
    return path


@pytest.fixture(scope="module")
def undisturbed(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    output = tmp_path_factory.mktemp("undisturbed") / "out.jsonl"
    words = ["batch", str(pages), "-o", str(output), "-q", "-p", "2", "--shard-pages", "25"]
    assert CliRunner().invoke(main, words).exit_code == 0
    return output.read_bytes()


# As a terminal does it, as a service manager does, and as a container that ends.
@pytest.mark.parametrize(
    ("number", "group"),
    [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGHUP, True)],
)
def test_a_batch_that_a_signal_ends_is_completed_by_resume(
    number: int, group: bool, pages: Path, undisturbed: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "out.jsonl"
    words = ["batch", str(pages), "-o", str(output), "-q", "-p", "2", "--shard-pages", "25"]
    journal = tmp_path / "out.jsonl.parts" / "_journal.log"
    with started(*words) as process:
        wait_for(lambda: journal.exists() and journal.stat().st_size > 200)
        said = ended(process, number, group=group)
    assert f"stopped by {signal.Signals(number).name}" in said
    assert "--resume" in said
    assert len(said.splitlines()) == 1
    assert not output.exists()
    assert CliRunner().invoke(main, [*words, "--resume"]).exit_code == 0
    assert output.read_bytes() == undisturbed


def test_rows_on_stdout_end_with_the_signal_at_a_whole_line(pages: Path) -> None:
    with started("batch", str(pages), "-p", "1") as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        rest, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 143
    assert said.startswith("maintext: stopped by SIGTERM")
    assert all(json.loads(line)["outcome"] == "found" for line in [first, *rest.splitlines()])


def test_a_batch_that_waits_for_a_host_ends_at_once(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text("".join(f"http://127.0.0.1:9/{i}\n" for i in range(40)))
    words = ["batch", str(tmp_path / "urls.txt"), "--allow-private", "--delay", "4", "-p", "1"]
    with started(*words) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the first address; the others wait for their turns
        begun = time.monotonic()
        ended(process, signal.SIGTERM)
    assert time.monotonic() - begun < 20  # of 160 s


def test_a_signal_that_the_starting_shell_ignores_stays_ignored(tmp_path: Path) -> None:
    ignore = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    code = f"{ignore}; from maintext.cli import main; main()"
    pages = tmp_path / "pages.jsonl"
    pages.write_text(json_lines(60))
    output = tmp_path / "out.jsonl"
    command = [sys.executable, "-c", code, "batch", str(pages), "-o", str(output), "-q", "-p", "1"]
    journal = tmp_path / "out.jsonl.parts" / "_journal.log"
    with subprocess.Popen(command) as process:
        wait_for(journal.exists)
        process.send_signal(signal.SIGHUP)
        assert process.wait(PATIENCE_S) == 0


# -- crawl ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site() -> Iterator[SiteServer]:
    with SiteServer(Site(120, traps=False)) as server:
        yield server


def records(store: Path) -> list[tuple[object, ...]]:
    if not store.exists():
        return []
    with closing(sqlite3.connect(store, timeout=30)) as database:
        try:
            return database.execute("SELECT url, title, text FROM pages ORDER BY url").fetchall()
        except sqlite3.OperationalError:  # the tables are not made yet
            return []


def test_a_crawl_that_a_signal_ends_stores_what_it_has_and_goes_on(site: SiteServer, tmp_path: Path) -> None:
    pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")
    store = tmp_path / "s.sqlite"
    words = ["crawl", site.url, "-s", str(store), "-q", "--allow-private", "-p", "1", "--delay"]
    with started(*words, "0.05") as process:
        wait_for(lambda: len(records(store)) > 3)
        said = ended(process, signal.SIGINT)
    assert "stopped by SIGINT" in said
    assert "the same command goes on" in said
    n_before = len(records(store))
    assert 3 < n_before < 120
    result = CliRunner().invoke(main, [*words, "0"])
    assert result.exit_code == 0, result.output
    undisturbed = tmp_path / "undisturbed.sqlite"
    again = [*words[:3], str(undisturbed), *words[4:], "0"]
    result = CliRunner().invoke(main, again)
    assert result.exit_code == 0, result.output
    assert records(store) == records(undisturbed)


def test_a_watch_that_waits_for_its_next_run_ends_with_the_signal(tmp_path: Path) -> None:
    pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")
    with SiteServer(Site(2, traps=False)) as server:
        words = ["crawl", server.url, "-s", str(tmp_path / "s.sqlite"), "--watch", "1h", "--allow-private"]
        with started(*words, "--delay", "0", "-p", "0") as process:
            assert process.stderr is not None
            while "records in the store" not in process.stderr.readline():
                pass
            time.sleep(0.3)
            assert "stopped by SIGTERM" in ended(process, signal.SIGTERM)


READING = """
import sys, time
from maintext.cli import main
from maintext.crawl import engine

def read_feed(*_):
    print("reading", flush=True)
    time.sleep(60)

engine.read_feed = read_feed
main(["crawl", sys.argv[1], "--dry-run", "--allow-private", "-p", "0"])
"""
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'


def test_a_signal_does_not_wait_for_a_large_sitemap() -> None:
    pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")
    with answering(lambda _: URLSET) as server:
        command = [sys.executable, "-c", READING, f"{server.url}/sitemap.xml"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                assert process.stdout.readline() == "reading\n"
                process.send_signal(signal.SIGINT)
                assert process.wait(30) == 128 + signal.SIGINT
            finally:
                process.kill()


# -- run ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def asked() -> list[str]:
    """Paths that the server of the recipe was asked for."""
    return []


@pytest.fixture(scope="module")
def recipe(asked: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    pages = ListSite().pages
    path = tmp_path_factory.mktemp("recipe") / "news.toml"

    def answer(path: str) -> Reply | None:
        asked.append(path)
        markup = pages.get(HOST + path)
        return Reply(markup.encode("gbk"), kind="text/html") if markup else None

    with answering(answer) as server:
        words = ["learn", START.replace(HOST, server.url), "-o", str(path), "--delay", "0", "--allow-private"]
        assert CliRunner().invoke(main, words).exit_code == 0
        yield path


@pytest.mark.parametrize(
    ("name", "number"), [*(("rows.jsonl", number) for number in SIGNALS), ("rows.csv", signal.SIGTERM)]
)
def test_a_recipe_that_a_signal_ends_has_written_its_records(
    name: str, number: int, recipe: Path, asked: list[str], tmp_path: Path
) -> None:
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")
    slow = tmp_path / "slow.toml"
    slow.write_text(recipe.read_text("utf-8").replace("delay_s = 0.0", "delay_s = 0.4"), encoding="utf-8")
    output = tmp_path / name
    n_before = len(asked)
    with started("run", str(slow), "-o", str(output), "--allow-private") as process:
        wait_for(lambda: len(asked) > n_before + 4)
        said = ended(process, number)
    assert f"stopped by {signal.Signals(number).name}" in said
    assert "the same command with --resume goes on" in said
    lines = output.read_text("utf-8-sig").splitlines()
    assert len(lines) >= 2


# -- serve ----------------------------------------------------------------------------------------------


def processes_with(word: str) -> list[str]:
    """Return the processes whose command line has a word."""
    listed = subprocess.run(["ps", "-ewwo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if word in line and "ps -ewwo" not in line]


def test_a_server_that_a_signal_ends_takes_its_runs_and_workers_along(
    site: SiteServer, tmp_path: Path
) -> None:
    for module in ("starlette", "uvicorn", "scrapy", "sqlalchemy"):
        pytest.importorskip(module)
    data = tmp_path / "data"
    with started("serve", "--port", "0", "--workers", "1", "--allow-private", "--data", str(data)) as process:
        address = first_line(process).split()[2]
        options = {"delay_s": 0.2}
        http = urllib3.PoolManager(retries=False, timeout=60)
        asked_for = {"urls": [site.url], "options": options}
        state = http.request("POST", f"{address}api/run/crawl", json=asked_for).json()
        wait_for(lambda: http.request("GET", f"{address}api/runs/{state['id']}").json()["n_done"] > 3)
        assert processes_with(str(data))
        said = ended(process, signal.SIGTERM)
    assert "stopped by SIGTERM" in said
    wait_for(lambda: not processes_with(str(data)), 5)
    folder = data / "runs" / state["id"]
    # The next start goes on with it.
    assert json.loads((folder / "state.json").read_text())["status"] == "waiting"
    assert len(records(folder / "records.sqlite")) > 0
    for path in (data, *data.rglob("*")):
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path


# -- the other commands ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", SIGNALS)
def test_any_command_says_that_it_was_stopped(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def send(*_: object, **__: object) -> None:
        os.kill(os.getpid(), number)
        time.sleep(5)
        raise AssertionError

    monkeypatch.setattr("maintext.cli.extract.extract", send)
    result = CliRunner().invoke(main, ["extract", "-"], input="<p>text")
    assert result.exit_code == 128 + number
    assert result.stderr == f"maintext: stopped by {signal.Signals(number).name}\n"
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


WAITING = """
import anyio, sys
from maintext.cli import main
from maintext.cli.terminal import default_signals

async def read():
    print("ready", flush=True)
    async for _ in anyio.wrap_file(sys.stdin):
        pass

@main.command("wait")
def wait():
    with default_signals():
        anyio.run(read)

main(["wait"])
"""


@pytest.mark.parametrize("number", SIGNALS)
def test_a_server_that_waits_for_stdin_in_a_thread_ends_at_once(number: int) -> None:
    pytest.importorskip("anyio")
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", WAITING], stdin=pipe, stdout=pipe, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.5)  # until the thread waits
            process.send_signal(number)
            assert process.wait(20) == -number
        finally:
            process.kill()
