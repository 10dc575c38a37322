"""A disk that takes no more: one sentence, the exit code 2, and what was written before stays good.

A limit on the size of files does what a full disk does to files; ``/dev/full`` does it to stdout.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.test_stopping import asked, recipe, records
from tests.site_server import Site, SiteServer
from tests.tiny import ARTICLE
from tests.unit.batch.made import folder_of

from maintext.cli import main

__all__ = ["asked", "recipe"]

pytest.importorskip("resource", reason="the system has no limit on the size of files")
FULL = Path("/dev/full")
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
from maintext.cli import main
main()
"""


def limited(n_bytes: int, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command where no file may be larger."""
    command = [sys.executable, "-c", LIMITED, str(n_bytes), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def assert_refused(result: subprocess.CompletedProcess[str], *says: str) -> None:
    assert result.returncode == 2, result.stderr
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert result.stderr.startswith("maintext: ")
    for words in says:
        assert words in result.stderr


@pytest.fixture(scope="module")
def article(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("saved") / "one.html"
    path.write_text(ARTICLE, encoding="utf-8")
    return str(path)


@pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize(
    ("words", "unbuffered"),
    [
        (["extract"], ""), (["extract"], "1"), (["batch", "-p", "1", "-q"], ""),
        (["compare", "-m", "text_density"], ""), (["--help"], ""),
    ],
)  # fmt: skip
def test_stdout_that_is_full_is_one_sentence(words: list[str], unbuffered: str, article: str) -> None:
    command = [sys.executable, "-m", "maintext", *words, *([] if words == ["--help"] else [article])]
    with FULL.open("wb") as full:
        result = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=120,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )  # fmt: skip
    assert_refused(result, "No space left on device", "make room")


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_reader_that_has_gone_is_no_error(unbuffered: str) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    result = subprocess.run(
        [sys.executable, "-m", "maintext", "methods"], stdout=write_end, stderr=subprocess.PIPE, text=True,
        check=False, env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )  # fmt: skip
    os.close(write_end)
    assert (result.returncode, result.stderr) == (0, "")


def rows(path: Path) -> object:
    if path.suffix != ".sqlite":
        return path.read_bytes()
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM pages ORDER BY id").fetchall()


@pytest.mark.parametrize(
    ("name", "n_bytes"),
    [("out.jsonl", 0), ("out.jsonl", 900), ("out.jsonl", 12_000), ("out.csv", 3_000), ("out.sqlite", 9_000)],
)
def test_a_batch_on_a_full_disk_is_completed_by_resume(name: str, n_bytes: int, tmp_path: Path) -> None:
    saved, output, whole = folder_of(tmp_path / "saved", 30), tmp_path / name, tmp_path / f"whole-{name}"
    words = ["batch", str(saved), "-p", "1", "-q", "--shard-pages", "3", "-o"]
    assert_refused(limited(n_bytes, *words, str(output)), "--resume goes on")
    assert not output.exists()
    assert CliRunner().invoke(main, [*words, str(output), "--resume"]).exit_code == 0
    assert CliRunner().invoke(main, [*words, str(whole)]).exit_code == 0
    assert rows(output) == rows(whole)


@pytest.mark.parametrize(
    ("name", "n_good"), [("out.jsonl", 4), ("out.jsonl", 8), ("out.parquet", 4), ("md/", 9)]
)
def test_a_batch_whose_disk_fills_up_keeps_its_parts(
    name: str, n_good: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every write after some good ones fails: of a part, of its note, of the joined file."""
    saved, output, whole = folder_of(tmp_path / "saved", 8), tmp_path / "a" / name, tmp_path / "b" / name
    words = ["batch", str(saved), "-p", "1", "-q", "--shard-pages", "3", "-o"]
    left = iter(range(n_good))

    def sync(_handle: int) -> None:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", sync)
        result = CliRunner().invoke(main, [*words, str(output)])
    assert result.exit_code == 2
    for said in ("No space left on device", "make room", "--resume goes on"):
        assert said in result.output
    assert "Errno" not in result.output
    parts = output if name == "md/" else output.with_name(f"{name}.parts")
    assert any(parts.iterdir())
    assert CliRunner().invoke(main, [*words, str(output), "--resume"]).exit_code == 0
    assert CliRunner().invoke(main, [*words, str(whole)]).exit_code == 0
    assert files_of(output) == files_of(whole)


def files_of(path: Path) -> list[bytes]:
    found = sorted(path.rglob("*.md")) if path.is_dir() else [path]
    assert found
    return [file.read_bytes() for file in found]


@pytest.mark.parametrize("n_bytes", [0, 100_000])
def test_a_crawl_on_a_full_disk_goes_on_when_there_is_room(n_bytes: int, tmp_path: Path) -> None:
    pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")
    with SiteServer(Site(20, traps=False)) as server:
        words = ["crawl", server.url, "--allow-private", "--delay", "0", "-p", "0", "-q", "-s"]
        store, whole = tmp_path / "s.sqlite", tmp_path / "whole.sqlite"
        assert_refused(limited(n_bytes, *words, str(store)), "goes on")
        assert CliRunner().invoke(main, [*words, str(store)]).exit_code == 0
        assert CliRunner().invoke(main, [*words, str(whole)]).exit_code == 0
    assert records(store) == records(whole)


def test_records_of_a_recipe_that_were_written_stay(recipe: Path, tmp_path: Path) -> None:
    output = tmp_path / "rows.jsonl"
    result = limited(12_000, "run", str(recipe), "-o", str(output), "--allow-private")
    assert_refused(result, "allow larger files")
    assert 0 < output.stat().st_size <= 12_000


def test_a_report_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    saved = folder_of(tmp_path / "saved", 4)
    for words in (
        ["extract", str(saved / "000.html"), "-o", str(tmp_path / "one.txt")],
        ["compare", str(saved / "000.html"), "-m", "text_density", "--html", str(tmp_path / "one.html")],
        ["site", "cluster", str(saved), "-o", str(tmp_path / "clusters.json")],
    ):
        assert_refused(limited(10, *words))
