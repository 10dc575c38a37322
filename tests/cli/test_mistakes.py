"""Typical mistakes on the command line: the message says what is the case and what to do."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from maintext.cli import main

if TYPE_CHECKING:
    from click.testing import Result

FILES = {
    "page.html": b"<p>It rained in the hills all day, and the paths were full of water.",
    "empty.html": b"",
    "a.pdf": b"%PDF-1.7 ...",
    "a.png": b"\x89PNG\r\n\x1a\n...",
    "a.zip": b"PK\x03\x04...",
    "a.json": b'{"html": "<p>text</p>"}',
    "list.json": b"\n[1, 2]",
    "a.csv": b"id,html\n1,<p>text</p>\n",
    "a.jsonl": b'{"html": "<p>text</p>"}\n{"html": "<p>te',
    "ls": b"\x7fELF\x02\x01\x01\x00\x00\x00",
    "cut.html.gz": gzip.compress(b"<p>text")[:-9],
    "a.warc.gz": gzip.compress(b"WARC/1.0\r\nWARC-Type: response\r\n"),
    "packed": gzip.compress(b"<p>text"),
    "a.7z": b"7z\xbc\xaf\x27\x1c...",
    "a.tar": b"a.html".ljust(257, b"\0") + b"ustar\x0000",
    "there.txt": b"work of an hour",
}
MISTAKES: list[tuple[str, int, str]] = [
    ("extract none.html", 3, "cannot read none.html: No such file or directory; check the name"),
    ("extract empty.html", 6, "no main content found (no_text); the page is empty"),
    ("extract folder", 3, "maintext batch reads folders"),
    ("extract a.pdf", 3, "this is a PDF, not a web page; convert it to HTML first"),
    ("extract a.png", 3, "this is a PNG image, not a web page"),
    ("extract a.zip", 3, "a ZIP archive, not a web page; maintext batch reads"),
    ("extract a.json", 3, "this is JSON, not a web page: give the HTML in it"),
    ("extract list.json", 3, "this is JSON, not a web page"),
    ("extract a.jsonl", 3, "maintext batch reads JSON Lines"),
    ("extract a.csv", 3, "a.csv is a table, which maintext batch reads, not a web page"),
    ("extract ls", 3, "this is a program, not a web page"),
    ("extract packed", 3, "this is a gzip file, not a web page; decompress it first"),
    ("extract cut.html.gz", 3, "cannot read cut.html.gz: Compressed file ended before"),
    ("extract none.html.gz", 3, "cannot read none.html.gz: No such file or directory; check the name"),
    ("extract a.warc.gz", 3, "this is a WARC file, which maintext batch reads"),
    ("extract a.7z", 3, "this is a 7z archive, not a web page; decompress it first"),
    ("extract a.tar", 3, "this is a TAR archive, not a web page; maintext batch reads"),
    ("extract page.html --markdwn", 2, "Did you mean '--markdown'?"),
    ("extract page.html -m lerned", 2, "Did you mean 'learned'?"),
    ("extract page.html --format markdwn", 2, "Did you mean 'markdown'?"),
    ("extract page.html --set focs=recall", 2, "did you mean 'focus'?"),
    ("extract page.html --set focus=recal", 2, "one of 'precision', 'balanced', 'recall', not 'recal'"),
    ("extract page.html --focus recal", 2, "Did you mean 'recall'?"),
    ("extract page.html --only-css a[", 2, "only must be a CSS selector"),
    ("extract page.html --encoding utf9", 2, "use a label of the WHATWG encoding standard"),
    ("extract page.html --fetched yesterday", 2, "must be a time like 2024-05-01"),
    ("items page.html --fetched 2026", 2, "must be a time like 2024-05-01"),
    ("batch page.html --fetched 2026-05", 2, "must be a time like 2024-05-02"),
    ("extract page.html --max-bytes 10", 3, "page.html has more than 10 bytes; raise --max-bytes"),
    ("extract page.html -o there.txt", 2, "there.txt exists: name another file, or give --overwrite"),
    (
        "extract page.html -o none/out.txt",
        2,
        "cannot write none/out.txt: No such file or directory; make its",
    ),
    ("extract page.html -o folder", 2, "Is a directory; name a file in it"),
    ("extract page.html page.html", 2, "give --format jsonl, csv, tei"),
    ("extract ftp://example.org/", 4, "does not start with http:// or https://"),
    ("extract http://127.0.0.1/", 4, "set --allow-private to fetch from your own network"),
    ("batch page.html --encoding utf9", 2, "use a label of the WHATWG encoding standard"),
    ("batch none -o out.jsonl", 3, "none does not exist"),
    ("batch page.html -o out.md --to markdown", 2, "ends in / or has no suffix"),
    ("batch folder -o out.docx", 2, "end it in .jsonl"),
    ("batch page.html -o out.jsonl --only-css ::x[", 2, "only must be a CSS selector"),
    ("batch folder --drop-css ::x[", 2, "drop must be a CSS selector"),
    ("batch folder --to parquet", 2, "stdout takes JSON Lines, not parquet: name a file with -o"),
    ("batch folder --resume", 2, "--resume is for files: name one with -o"),
    ("page.html", 2, "No such command 'page.html'. To extract that page:  maintext extract page.html"),
    ("extrct page.html", 2, "Did you mean 'extract'?"),
    ("help extrct", 2, "Did you mean 'extract'?"),
    ("items page.html -o there.txt", 2, "there.txt exists"),
    ("learn http://example.org/ -o there.txt", 2, "there.txt exists"),
]


@pytest.fixture(autouse=True)
def _in_a_folder_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for name, data in FILES.items():
        Path(name).write_bytes(data)


def run(line: str) -> Result:
    return CliRunner().invoke(main, line.split())


@pytest.mark.parametrize(("line", "code", "message"), MISTAKES, ids=[line for line, _, _ in MISTAKES])
def test_a_mistake_is_named_with_a_remedy(line: str, code: int, message: str) -> None:
    found = run(line)
    assert (found.exit_code, found.stdout) == (code, "")
    assert message in " ".join(found.stderr.split(" "))
    assert Path("there.txt").read_bytes() == FILES["there.txt"]


def test_an_output_is_replaced_when_that_is_asked_for() -> None:
    assert run("extract page.html -o there.txt --overwrite").exit_code == 0
    assert Path("there.txt").read_text("utf-8").startswith("It rained")


def test_an_empty_output_holds_nothing_to_lose() -> None:
    Path("there.txt").write_bytes(b"")
    assert run("extract page.html -o there.txt").exit_code == 0


def test_stdout_takes_chinese_whatever_the_encoding_of_a_pipe() -> None:
    command = [sys.executable, "-m", "maintext", "methods"]
    found = subprocess.run(
        command, env={**os.environ, "PYTHONIOENCODING": "cp1252"}, capture_output=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, b"")
    assert "全部文本" in found.stdout.decode()


def test_version_and_help_of_a_command() -> None:
    assert run("-V").stdout == run("--version").stdout
    helped = run("help site extract").stdout
    assert helped.startswith("Usage: maintext site extract")
    assert helped.split("\n")[1:] == run("site extract --help").stdout.split("\n")[1:]


def test_earlier_spellings_are_read() -> None:
    assert run("extract page.html --output-file new.txt --URL https://example.org/").exit_code == 0
    assert Path("new.txt").exists()


def test_a_page_comes_through_a_pipe() -> None:
    found = CliRunner().invoke(main, ["extract", "-", "--markdown"], input=FILES["page.html"])
    assert found.stdout.startswith("It rained")
