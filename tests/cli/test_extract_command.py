"""``maintext extract``: what stands on stdout, what on stderr, and the exit codes."""

from __future__ import annotations

import csv
import gzip
import json
import os
import shlex
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from tests.loopback import Reply, answering

from maintext.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = (
    "<title>Bees - Site</title><nav><a href=/>Home</a></nav>"
    "<article><h1>Bees</h1><p>Bees carry pollen from one flower to the next, and trees bear fruit for it. "
    "<a href='/more'>Read on</a></p></article>"
)


def run(*words: str, stdin: bytes | str | None = None) -> Result:
    return CliRunner().invoke(main, ["extract", *words], input=stdin)


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


@pytest.fixture
def server() -> Iterator[str]:
    body = "<h1>国标码</h1><p>3小时前</p><p>服务器发来的正文，用的是国标码。</p>".encode("gb18030")
    with answering(lambda path: Reply(body, 200 if path == "/" else 404, "text/html; charset=gbk")) as site:
        yield site.url


def test_a_dash_as_the_output_is_stdout(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ((), ("--format", "csv")):
        assert run(page, "-o", "-", *words).stdout == run(page, *words).stdout != ""
    assert not (tmp_path / "-").exists()


def test_text_of_a_file_goes_to_stdout(page: str) -> None:
    result = run(page)
    assert result.exit_code == 0
    assert "Bees carry pollen" in result.stdout
    assert "Home" not in result.stdout
    assert result.stderr == ""


def test_a_compressed_page_is_decompressed(page: str, tmp_path: Path) -> None:
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(Path(page).read_bytes()))
    assert run(str(tmp_path / "a.html.gz")).stdout == run(page).stdout


NO_WRITE = "cannot write: Bad file descriptor"


def run_closed(folder: Path, line: str, code: int, message: str) -> None:
    """Run a line of the shell that closes streams, next to a page."""
    (folder / "page.html").write_text(PAGE, encoding="utf-8")
    command = f"cd {shlex.quote(str(folder))} && {shlex.quote(sys.executable)} -m maintext {line}"
    done = subprocess.run(["sh", "-c", command], check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False)
    assert message in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_a_closed_stream_that_is_needed_is_an_error(tmp_path: Path) -> None:
    for line, code, message in (
        ("extract page.html >&-", 2, NO_WRITE), ("--version >&-", 2, NO_WRITE),
        ("extract - <&-", 3, "cannot read stdin: Bad file descriptor"), ("extract none.html 2>&-", 3, ""),
        ("extract page.html -o a.txt >&-", 0, ""),
    ):  # fmt: skip
        run_closed(tmp_path, line, code, message)


def test_stdin_is_read_with_a_dash() -> None:
    assert "Bees carry" in run("-", stdin=PAGE).stdout


def test_markdown_resolves_links_on_the_given_address(page: str) -> None:
    assert "[Read on](https://site.test/more)" in run(page, "--markdown", "-u", "https://site.test/a").stdout


def test_json_has_the_title_and_where_it_stood(page: str) -> None:
    record = json.loads(run(page, "--json").stdout)
    assert (record["title"], record["title_origin"], record["outcome"]) == ("Bees", "h1", "found")


def test_output_file(page: str, tmp_path: Path) -> None:
    result = run(page, "-o", str(tmp_path / "out.txt"))
    assert result.stdout == ""
    assert "Bees carry" in (tmp_path / "out.txt").read_text(encoding="utf-8")


def test_verbose_explains_on_stderr(page: str) -> None:
    result = run(page, "-v")
    assert "encoding: " in result.stderr
    assert "Home" in result.stderr
    assert "Home" not in result.stdout


def test_a_url_is_fetched_and_its_charset_believed(server: str) -> None:
    assert "国标码" in run(server + "/", "--allow-private", "--method", "all_text").stdout


def test_relative_dates_count_from_now_for_a_fetched_page(server: str) -> None:
    before = datetime.now(timezone(timedelta(hours=8))) - timedelta(hours=3)  # as clocks of the page go
    published = json.loads(run(server + "/", "--allow-private", "--json").stdout)["published"]
    assert published[:10] in {f"{before:%Y-%m-%d}", f"{before + timedelta(minutes=5):%Y-%m-%d}"}


def test_relative_dates_of_a_file_count_from_the_time_that_is_given(tmp_path: Path) -> None:
    path = tmp_path / "old.html"
    path.write_text("<h1>Bees</h1><p>3 hours ago</p><p>Bees carry pollen from flower to flower.</p>", "utf-8")
    assert json.loads(run(str(path), "--json").stdout)["published"] is None
    found = json.loads(run(str(path), "--json", "--fetched", "2024-05-01T10:20").stdout)
    assert found["published"] == "2024-05-01T07"
    zoned = json.loads(run(str(path), "--json", "--fetched", "2024-05-01T10:20+08:00").stdout)
    assert zoned["published"] == "2024-05-01T07+08:00"


def test_private_addresses_are_refused(server: str) -> None:
    result = run(server + "/")
    assert result.exit_code == 4
    assert "allow" in result.stderr


def test_an_error_status_is_a_fetch_error(server: str) -> None:
    result = run(server + "/missing", "--allow-private")
    assert result.exit_code == 4
    assert "404" in result.stderr


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["missing.html"], 3, "cannot read missing.html"),
        (["-m", "nonsense", "x"], 2, "nonsense"),
        (["ftp://site.test/x"], 4, "http"),
        (["a.html", "-i", "b.html"], 2, "not both"),
        ([""], 2, "nothing to read: give a URL, a file, or - for stdin"),
        (["-u", ""], 2, "nothing to read"),
        (["-", "--encoding", "klingon"], 2, "klingon"),
        (["-", "--fetched", "tomorrow"], 2, "tomorrow"),
    ],
)
def test_bad_words_end_with_their_code(words: list[str], code: int, says: str) -> None:
    result = run(*words, stdin="x")
    assert result.exit_code == code
    assert says in result.stderr


def test_a_png_is_refused() -> None:
    result = run("-", stdin=b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert result.exit_code == 3
    assert "PNG" in result.stderr


def test_too_many_bytes_are_refused() -> None:
    result = run("-", "--max-bytes", "10", stdin=PAGE)
    assert result.exit_code == 3
    assert "--max-bytes" in result.stderr


def test_no_content_has_its_own_code_and_an_empty_output() -> None:
    result = run("-", stdin="<title>nothing here</title>")
    assert (result.exit_code, result.stdout) == (6, "")
    assert "no_text" in result.stderr


def test_the_encoding_of_bytes_can_be_given() -> None:
    text = "臺灣的新聞網頁，沒有宣告編碼。"
    assert text in run("-", "--encoding", "big5", stdin=f"<p>{text}</p>".encode("big5")).stdout


def test_options_of_the_method_can_be_set() -> None:
    page = "<p>" + "A line of prose that goes on.\n" * 30
    words = ["-", "-m", "html2article", "--set"]
    assert run(*words, "limit_count=100000", stdin=page).exit_code == 6
    assert "goes on" in run(*words, "limit_count=10", "--set", "append_mode=yes", stdin=page).stdout


@pytest.mark.parametrize("word", ["append_mode=perhaps", "append_mode", "depth=1.5", "depth=0", "dept=1"])
def test_a_wrong_option_of_the_method_is_an_error(word: str) -> None:
    result = run("-", "-m", "html2article", "--set", word, stdin="x")
    assert result.exit_code == 2
    assert "Error" not in result.stderr


# -- several pages ------------------------------------------------------------------------------------


@pytest.fixture
def pages(tmp_path: Path) -> list[str]:
    paths = [tmp_path / f"{i}.html" for i in range(3)]
    for i, path in enumerate(paths):
        path.write_text(PAGE.replace("Bees", f"Bees {i}"), encoding="utf-8")
    return [str(path) for path in paths]


def test_json_lines_of_several_pages(pages: list[str]) -> None:
    result = run(*pages, "--format", "jsonl")
    assert [json.loads(line)["title"] for line in result.stdout.splitlines()] == [
        "Bees 0",
        "Bees 1",
        "Bees 2",
    ]


def test_csv_of_several_pages(pages: list[str], tmp_path: Path) -> None:
    assert run(*pages, "--format", "csv", "-o", str(tmp_path / "out.csv")).exit_code == 0
    assert (tmp_path / "out.csv").read_bytes().startswith(b"\xef\xbb\xbfurl,")  # Excel needs the mark
    assert (tmp_path / "out.csv").read_bytes().endswith(b"\r\n")
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["title"] for row in rows] == ["Bees 0", "Bees 1", "Bees 2"]


def test_tei_of_one_page_and_of_several(pages: list[str]) -> None:
    assert run(pages[0], "--format", "tei").stdout.startswith("<TEI ")
    corpus = run(*pages, "--format", "tei").stdout
    assert corpus.startswith("<teiCorpus ")
    assert corpus.count("<TEI>") == 3


def test_the_format_can_be_named_for_one_page(page: str) -> None:
    assert run(page, "--format", "markdown").stdout == run(page, "--markdown").stdout


def test_a_page_that_cannot_be_read_does_not_stop_the_others(pages: list[str]) -> None:
    result = run(pages[0], "missing.html", pages[1], "--format", "jsonl")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2
    assert "cannot read missing.html" in result.stderr


def test_each_of_several_pages_that_fails_is_named_once(pages: list[str], tmp_path: Path) -> None:
    (tmp_path / "report.html").write_bytes(b"%PDF-1.4 no page")
    unread = [str(tmp_path / "report.html"), str(tmp_path / "missing.html")]
    result = run(*pages, *unread, "--format", "csv")
    lines = result.stderr.splitlines()
    assert [line.count(page) for line, page in zip(lines, unread, strict=True)] == [1, 1]


def test_several_pages_need_a_format_for_several(pages: list[str]) -> None:
    result = run(*pages)
    assert result.exit_code == 2
    assert "jsonl" in result.stderr
    assert run(*pages, "-u", "https://site.test/", "--format", "csv").exit_code == 2


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (["--title", "--max-tokens", "9"], "no effect on plain text: --title, --max-tokens; give --format"),
        (["--text", "--for", "llm"], "no effect on plain text: --for llm; "),
        (["--html", "--title", "--links"], "no effect on html: --title; "),
        (["--drop-css", ".zzz"], "no element fits --drop-css '.zzz'"),
        (["--no-links"], ""),
        (["--json", "--title"], ""),
        (["--markdown", "--title"], ""),
        (["--drop-css", "nav"], ""),
    ],
)
def test_options_without_effect_are_told(words: list[str], note: str, page: str) -> None:
    result = run(page, *words)
    assert result.exit_code == 0
    assert (note in result.stderr) if note else not result.stderr


def test_selectors_of_repeated_flags_all_count(page: str) -> None:
    both = run(page, "--only-css", "h1", "--only-css", "nav").stdout
    assert both == run(page, "--only-css", "h1, nav").stdout != run(page, "--only-css", "nav").stdout


def test_a_selector_that_fits_nothing_is_to_blame_for_an_empty_text(page: str) -> None:
    result = run(page, "--only-css", "#zzz")
    assert result.exit_code == 6
    assert "no element fits --only-css '#zzz'" in result.stderr
    assert "--method" not in result.stderr


def test_for_a_language_model_is_markdown() -> None:
    assert run("-", "--for", "llm", stdin=PAGE).stdout.startswith("# Bees\n\nBees carry pollen")


@pytest.mark.parametrize(
    ("name", "words", "start"),
    [
        ("out.json", [], "{"),
        ("out.MD", ["--title"], "# Bees"),
        ("out.html", [], "<article>"),
        ("out.xml", [], "<TEI "),
        ("out.tei", [], "<TEI "),
        ("out.csv", [], "url,"),
        ("out.txt", [], "Bees carry"),
        ("out.ndjson", [], '{"url"'),
        ("out.json", ["--text"], "Bees carry"),
        ("out.html", ["--format", "markdown"], "Bees carry"),
    ],
)
def test_the_format_goes_by_the_name_of_the_output(
    name: str, words: list[str], start: str, page: str, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    assert run(page, "-o", str(tmp_path / "out" / name), *words).exit_code == 0
    assert (tmp_path / "out" / name).read_text(encoding="utf-8").lstrip("\ufeff").startswith(start)


def test_a_format_that_is_not_written_is_no_plain_text(page: str, tmp_path: Path) -> None:
    result = run(page, "-o", str(tmp_path / "out.docx"))
    assert result.exit_code == 2
    assert ".docx files are not written: end the name in .txt, .md" in result.stderr
    assert not (tmp_path / "out.docx").exists()
    assert run(page, "-o", str(tmp_path / "out.docx"), "--text").exit_code == 0
