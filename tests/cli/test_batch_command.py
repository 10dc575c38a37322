"""``maintext batch``: from what the user names to a file, exit codes, what stands on stderr."""

from __future__ import annotations

import csv
import gzip
import json
import os
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner, Result
from tests.cli.test_extract_command import NO_WRITE, run_closed
from tests.unit.batch.made import CHINESE, folder_of, json_lines, page

from maintext.cli import main
from maintext.cli.batch import batch_command

if TYPE_CHECKING:
    from pathlib import Path


def run(*words: str, stdin: bytes | str | None = None) -> Result:
    return CliRunner().invoke(main, ["batch", "-p", "1", *words], input=stdin)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(folder_of(tmp_path / "saved", 3))


def test_a_folder_to_csv_with_a_report_on_stderr(folder: str, tmp_path: Path) -> None:
    result = run(folder, "-o", str(tmp_path / "out.csv"))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "3 pages to" in result.stderr
    assert "found: 3" in result.stderr
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        assert [row["title"] for row in csv.DictReader(file)] == ["Walk 0", "Walk 1", "Walk 2"]


def test_json_lines_from_stdin_to_stdout() -> None:
    result = run("-", stdin=json_lines(3) + "bad line\n")
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["outcome"] for row in rows] == ["found", "found", "found", "error"]


def test_other_keys_of_a_line_stay_and_ours_come_first() -> None:
    lines = [
        {"id": 7, "html": page(1), "url": "https://site.test/1", "gold": {"words": [1, 2]}, "title": "Given"},
        {"id": 8, "gold": None},
    ]
    result = run("-", stdin="".join(json.dumps(line) + "\n" for line in lines))
    found, bad = map(json.loads, result.stdout.splitlines())
    assert (found["key"], found["id"], found["gold"]) == ("7", 7, {"words": [1, 2]})
    assert (found["title"], found["input.title"]) == ("Walk 1", "Given")
    assert not {"html", "extra", "input.url"} & found.keys()
    assert (bad["outcome"], bad["id"], bad["gold"]) == ("error", 8, None)
    result = run("-", "--columns", "text,title", stdin=json.dumps(lines[0]))
    assert [*json.loads(result.stdout)] == ["text", "title"]


def test_other_keys_of_a_line_are_a_column_of_a_table(tmp_path: Path) -> None:
    output = tmp_path / "out.sqlite"
    run(
        "-", "-o", str(output), "-q", stdin=json.dumps({"html": page(1), "gold": "春"}) + "\n" + json_lines(1)
    )
    with closing(sqlite3.connect(output)) as database:
        rows = database.execute("SELECT extra FROM pages ORDER BY id").fetchall()
    assert [json.loads(row[0]) for row in rows] == [
        {"gold": "春"},
        {"id": "p0", "url": "https://site.test/0"},
    ]


def test_options_of_the_extract_command_mean_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(CHINESE.encode("gb18030"))
    prose = "<p>" + "A line of prose that goes on.\n" * 30
    (tmp_path / "b.html").write_text(prose)
    words = ["-m", "html2article", "--set", "limit_count=100000", "--encoding", "gb18030"]
    result = run(str(tmp_path), "-o", str(tmp_path / "out.jsonl"), "-f", "markdown", "-q", *words)
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["outcome"] for row in rows] == ["no_content", "no_content"]
    assert rows[0]["title"] == "春雨"
    assert "markdown" in rows[0]
    assert "text" not in rows[0]


def test_resume_of_what_is_complete_says_so(folder: str, tmp_path: Path) -> None:
    output = str(tmp_path / "out.jsonl")
    run(folder, "-o", output)
    result = run(folder, "-o", output, "--resume")
    assert (result.exit_code, "complete already" in result.stderr) == (0, True)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["-o", "x.jsonl"], 2, "nothing to read"),
        (["nothing-here.html", "-o", "x.jsonl"], 3, "does not exist"),
        (["-", "-o", "x.xml"], 2, "--to"),
        (["-", "-o", "x.jsonl", "--resume", "--overwrite"], 2, "--overwrite"),
        (["-", "-o", "x.jsonl", "--page-timeout", "0"], 2, "--page-timeout"),
        (["-", "-o", "x.jsonl", "--set", "nonsense=1"], 2, "nonsense"),
        (["-", "-o", "x.jsonl", "--from", "parquet"], 2, "stdin"),
        (["-", "-o", "x.jsonl", "--from", "tar"], 2, "tar"),
        (["-", "-o", "x.jsonl", "--shard-pages", "2000000"], 2, "--shard-pages"),
    ],
)
def test_bad_words_end_with_their_code(
    words: list[str], code: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*words, stdin="x")
    assert result.exit_code == code
    assert says in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [
        ("fastwarc", ["a.warc", "-o", "x.jsonl"], "warc"),
        ("pyarrow", ["a.parquet", "-o", "x.jsonl"], "parquet"),
        ("pyarrow", ["a.html", "-o", "x.parquet"], "parquet"),
        ("zstandard", ["a.jsonl.zst", "-o", "x.jsonl"], "zstd"),
        ("zstandard", ["a.html", "-o", "x.jsonl.zst"], "zstd"),
    ],
)
def test_a_missing_library_is_named_with_the_command_before_anything_is_written(
    module: str, words: list[str], extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    (tmp_path / words[0]).write_text(page(1))
    result = run(*words)
    assert result.exit_code == 5
    assert f"pip install 'maintext[{extra}]'" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == [words[0]]


def test_every_option_of_a_batch_is_a_flag() -> None:
    from maintext.batch import BatchOptions  # noqa: PLC0415
    from maintext.options import option_rows  # noqa: PLC0415

    flags = {parameter.name for parameter in batch_command.params if isinstance(parameter, click.Option)}
    assert {row["name"] for row in option_rows(BatchOptions)} <= flags


def test_an_interrupt_says_how_to_go_on(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("maintext.cli.batch.run", stop)
    result = run(folder, "-o", str(tmp_path / "out.jsonl"))
    assert result.exit_code == 130
    assert "--resume" in result.stderr


AGO = (
    "<title>雨</title><span>发布时间：3小时前</span>"
    + "<p>今天下了一场很大的雨，河水涨了，桥也关了。</p>" * 5
)


def published(result: Result) -> list[str | None]:
    assert result.exit_code == 0, result.stderr
    return [json.loads(line)["published"] for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("field", "time", "said"),
    [
        ("fetched", "2024-05-02T15:00:00+08:00", "2024-05-02T12+08:00"),
        ("crawled_at", "2024-05-02T15:00:00+08:00", "2024-05-02T12+08:00"),
        ("fetched", 1714633200, "2024-05-02T12+08:00"), ("fetched", 1714633200123.4, "2024-05-02T12+08:00"),
        ("fetched", float("nan"), None),
    ],
)  # fmt: skip
def test_the_time_of_fetching_is_read_from_json_lines(field: str, time: object, said: str | None) -> None:
    lines = json.dumps({"html": AGO, field: time}) + "\n" + json.dumps({"html": AGO})
    words = [] if field == "fetched" else ["--fetched-field", field]
    assert published(run("-", *words, stdin=lines)) == [said, None]


def test_the_time_of_fetching_is_read_from_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
    parquet = pytest.importorskip("pyarrow.parquet")
    times = pa.array([1714633200], pa.timestamp("s", "UTC"))
    parquet.write_table(pa.table({"html": [AGO], "fetched": times}), tmp_path / "a.parquet")
    assert published(run(str(tmp_path / "a.parquet"))) == ["2024-05-02T12+08:00"]


@pytest.mark.parametrize(
    ("given", "said"), [("2024-05-02T15:00+08:00", "2024-05-02T12+08:00"), ("mtime", "2024-05-02T12+08:00")]
)  # fmt: skip
def test_the_time_of_fetching_of_files_is_given_or_that_of_their_change(
    tmp_path: Path, given: str, said: str
) -> None:
    (tmp_path / "a.html").write_text(AGO, encoding="utf-8")
    os.utime(tmp_path / "a.html", (1714633200, 1714633200))
    assert published(run(str(tmp_path), "--fetched", given)) == [said]
    assert published(run(str(tmp_path))) == [None]


def test_a_time_of_fetching_that_is_none_is_refused(folder: str) -> None:
    result = run(folder, "--fetched", "soon")
    assert result.exit_code == 2
    assert "mtime" in result.stderr


def test_a_list_of_pages_on_stdin_is_told_what_to_be() -> None:
    result = run("-", stdin=b'[{"html": "<p>One sentence."}]')
    assert result.exit_code == 3
    assert "it is a JSON array: write one object a line (jq -c '.[]')" in result.stderr


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        (
            "a.jsonl",
            b'{"body": "<p>One."}\n' * 2,
            "InputError: 2; no text in the field 'html' (there are: body)",
        ),
        (
            "a.jsonl",
            b'{"html": null}\n',
            "InputError: 1; no text in the field 'html', which holds null",
        ),
        (
            "a.txt",
            b"http://127.0.0.1:9/a\nhttp://127.0.0.1:9/b\n",
            "AddressRefusedError: 2; 127.0.0.1 has the address 127.0.0.1",
        ),
        (
            "a.warc.gz",
            b"",
            "SourceCutShort: 1; cannot be read: there is no record in it",
        ),
        ("a.files", b"gone.html\0", "SourceCutShort: 1; gone.html does not exist"),
    ],
)
def test_a_batch_without_a_page_that_could_be_read_ends_with_3_and_the_reason(
    name: str, data: bytes, reason: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)
    if name == "a.files":
        outputs, inputs = [run("-", stdin=data)], []
    else:
        inputs = [str(tmp_path / name), "--delay", "0"]
        outputs = [run(*inputs), run(*inputs, "-o", str(tmp_path / "out.csv"))]
    for result in outputs:
        assert result.exit_code == 3
        assert reason in result.stderr
        assert "no page could be read" in result.stderr
        assert "allow_private" not in result.stderr
    assert run(*inputs, "-", stdin=b'{"html": "<p>One sentence of text."}').exit_code == (
        3 if name == "a.warc.gz" else 0
    )


def test_an_empty_input_is_told() -> None:
    result = run("-", stdin=b"")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "0 pages\n")


def test_what_is_left_out_is_told_on_stdout_too(folder: str, tmp_path: Path) -> None:
    (tmp_path / "saved" / "logo.png").write_bytes(b"\x89PNG")
    result = run(folder)
    assert "1 of 4 records are not pages" in result.stderr
    assert "not_html: 1" in result.stderr
    assert run(folder, "-q").stderr == ""


def test_options_of_a_form_among_the_columns_have_an_effect(folder: str) -> None:
    assert run(folder, "--columns", "text,markdown", "--front-matter").stderr == ""
    assert "no effect on plain text" in run(folder, "--columns", "text", "--front-matter").stderr


def test_a_source_that_is_cut_short_ends_with_3_and_is_said_at_the_end(tmp_path: Path) -> None:
    data = b"".join(gzip.compress(json_lines(1, first=i).encode()) for i in range(4))
    member = len(data) // 4
    damaged = data[: 2 * member + 20] + b"\x00" * 40 + data[2 * member + 60 :]
    (tmp_path / "a.jsonl.gz").write_bytes(damaged)
    (tmp_path / "b.jsonl").write_text(json_lines(1, first=9))
    words = [str(tmp_path / "a.jsonl.gz"), str(tmp_path / "b.jsonl")]
    for output in (["-o", str(tmp_path / "out.jsonl"), "-q"], []):
        result = run(*words, *output)
        assert result.exit_code == 3
        assert "the input cannot be read in 1 place, and pages are missing" in result.stderr
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["error"] for row in rows][-2:] == ["SourceCutShort", None]
    assert rows[-1]["key"] == "p9"
    again = run(*words, "-o", str(tmp_path / "out.jsonl"), "--resume")
    assert again.exit_code == 3


def test_a_batch_for_a_language_model_is_markdown_and_options_of_another_form_are_told() -> None:
    data = json_lines(1)
    (row,) = [json.loads(line) for line in run("-", "--for", "llm", stdin=data).stdout.splitlines()]
    assert row["markdown"].startswith("# Walk 0")
    assert "no effect on plain text: --title" in run("-", "--title", stdin=data).stderr
    assert not run("-", "--title", "--format", "markdown", stdin=data).stderr


def test_files_of_a_folder_have_their_front_matter(folder: str, tmp_path: Path) -> None:
    for words, is_told in ((["--no-front-matter"], True), (["--front-matter", "--overwrite"], False)):
        result = run(folder, "-o", f"{tmp_path}/md/", *words)
        assert result.exit_code == 0
        assert ("no effect on a folder of Markdown files: --no-front-matter" in result.stderr) is is_told
    files = [path.read_text("utf-8") for path in tmp_path.rglob("md/*/*.md")]
    assert files
    assert all(file.count("\n---\n") == 1 for file in files)


def test_other_keys_of_a_line_are_in_the_index_of_a_folder(tmp_path: Path) -> None:
    line = json.dumps({"html": page(1), "mine": [1]}) + "\n"
    assert run("-", "-o", f"{tmp_path}/md/", stdin=line).exit_code == 0
    (index,) = tmp_path.glob("md/*/index.jsonl")
    assert json.loads(index.read_text("utf-8"))["extra"]["mine"] == [1]


def test_columns_and_languages_of_repeated_flags_all_count() -> None:
    words = ["--columns", "key", "--columns", "title,outcome", "--language", "en", "--language", "zh"]
    (row,) = [json.loads(line) for line in run("-", *words, stdin=json_lines(1)).stdout.splitlines()]
    assert row == {"key": "p0", "title": "Walk 0", "outcome": "found"}


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_a_closed_stream_that_is_needed_is_an_error(tmp_path: Path) -> None:
    for line, code, message in (
        ("batch page.html -p 1 >&-", 2, NO_WRITE),
        ("batch - -p 1 <&-", 3, "cannot be read: Bad file descriptor"),
        ("batch page.html -p 1 -o a.jsonl <&- >&- 2>&-", 0, ""),
    ):
        run_closed(tmp_path, line, code, message)
    assert json.loads((tmp_path / "a.jsonl").read_text("utf-8"))["outcome"] == "found"
