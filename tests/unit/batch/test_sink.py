"""What is written: every kind of output holds the same rows, whatever the shards."""

from __future__ import annotations

import csv
import gzip
import io
import json
import pickle
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.unit.batch.made import CHINESE, n_words, page

from maintext.api import extract
from maintext.batch import BatchItem, BatchOptions, Problem, find_sink
from maintext.batch.columns import chosen_columns, column_types, typed_values
from maintext.batch.journal import Shard
from maintext.batch.record import PageRecorder, error_record
from maintext.batch.sink import columns_of, json_line, row_cells
from maintext.errors import OptionError
from maintext.options import Options
from maintext.rows import COLUMNS, csv_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maintext.batch.sink import Sink

SHARDS = (Shard(0, 0), Shard(0, 1), Shard(1, 0))


def record(html: str = CHINESE, key: str = "a", form: str = "text", **options: Any) -> dict[str, Any]:
    return PageRecorder(Options(**options), form)(BatchItem(key=key, html=html, url="https://site.test/a"))


def records(form: str = "text", **options: Any) -> list[dict[str, Any]]:
    bad = error_record(
        BatchItem(key="bad", url=None), Problem("NotHtmlError", 'a PNG image, "quoted"\nand more')
    )
    pages = ((CHINESE, "a"), (page(1), "=b"), ("<nav>", "none"))
    first, *others = (record(html, key, form, **options) for html, key in pages)
    return [first, bad, *others]


def written(sink: Sink, rows: Sequence[dict[str, Any]]) -> Sink:
    """All rows over three shards, the last one first, and one of them twice."""
    sink.folder.mkdir()
    encode = pickle.loads(pickle.dumps(sink.encoder()))  # noqa: S301 - as to a worker
    encoded = [encode(row) for row in rows]
    pieces = dict(zip(SHARDS, (encoded[:2], encoded[2:3], encoded[3:]), strict=True))
    for shard in (SHARDS[2], SHARDS[0], SHARDS[1], SHARDS[0]):
        sink.write(shard, pieces[shard])
    if not sink.is_folder:
        sink.join(SHARDS)
    return sink


# -- records ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_a_record_is_that_of_the_document_with_one_form(form: str) -> None:
    document = extract(CHINESE, "https://site.test/a").to_dict()
    found = record(form=form)
    assert found.keys() - document.keys() == {
        "key", "error", "reason", "input", "language_probability", "n_words",
    }  # fmt: skip
    assert document.keys() - found.keys() == {"text", "markdown", "html"} - {form}
    assert {name: found[name] for name in found.keys() & document.keys()} == {
        name: document[name] for name in found.keys() & document.keys()
    }
    assert found["n_words"] == n_words(document["text"]) == 27


def test_an_error_of_ours_is_a_record() -> None:
    found = PageRecorder(Options(), "text")(BatchItem(key="a", html=b"\x89PNG\r\n\x1a\n" + bytes(100)))
    assert (found["outcome"], found["error"]) == ("error", "NotHtmlError")
    assert "PNG" in found["reason"]


def test_a_file_that_is_gone_is_a_record(tmp_path: Path) -> None:
    found = PageRecorder(Options(), "text")(BatchItem(key="a", path=str(tmp_path / "gone.html")))
    assert found["error"] == "InputError"
    # The key says which file; its path on a server is nobody else's concern.
    assert found["reason"] == "the file cannot be read: No such file or directory"


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(CHINESE.encode()))
    found = PageRecorder(Options(), "text")(BatchItem(key="a", path=str(tmp_path / "a.html.gz")))
    assert "三月的雨" in found["text"]


def test_a_given_encoding_is_for_bytes_only() -> None:
    extractor = PageRecorder(Options(), "text", BatchOptions(encoding="gb18030"))
    for html in (CHINESE, CHINESE.encode("gb18030")):
        assert "三月的雨" in extractor(BatchItem(key="a", html=html))["text"]


def test_names_that_are_not_utf8_can_be_written() -> None:
    found = error_record(BatchItem(key="\udcd0\udcc2.html"), Problem("InputError", "\udcd0"))
    assert json.dumps(found, ensure_ascii=False).encode()
    assert found["key"] == "\\udcd0\\udcc2.html"


@pytest.mark.skipif(not Path("/dev/stdout").is_file(), reason="stdout is no file, or has no name")
def test_the_link_of_stdout_is_not_replaced_where_it_goes_to_a_file() -> None:
    with pytest.raises(OptionError, match="is a device or a pipe: leave -o out"):
        find_sink("/dev/stdout", BatchOptions(output_kind="jsonl"))


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.sqlite", "out/"])
def test_half_a_character_that_a_line_of_json_carries_is_none_that_strict_readers_refuse(
    name: str, tmp_path: Path
) -> None:
    sink = find_sink(str(tmp_path / name))
    written(sink, [record(form=sink.form) | {"extra": {"note": "\ud83d"}}] * 4)
    found = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert any('"note": "\ufffd"'.encode() in data.replace(b'""', b'"') for data in found)
    assert not any(b"\\ud83d" in data for data in found)


def test_an_empty_url_that_a_line_carries_is_no_other_value() -> None:
    line = json_line(record() | {"url": None, "extra": {"url": "", "title": "mine"}})
    assert [name for name in json.loads(line) if name.startswith("input.")] == ["input.title"]


def test_times_are_asked_for() -> None:
    item = BatchItem(key="a", html=CHINESE)
    assert PageRecorder(Options(), "text", BatchOptions(times=True))(item)["cpu_ms"] > 0
    assert "cpu_ms" not in PageRecorder(Options(), "text")(item)


# -- columns ------------------------------------------------------------------------------------------


def test_columns_have_all_of_a_csv_row_of_the_extract_command() -> None:
    columns = columns_of("text", BatchOptions())
    assert set(columns) == {*COLUMNS, "key", "error", "reason", "n_words"}
    assert list(columns)[-1] == "text"
    found = dict(zip(columns, row_cells(record(), columns), strict=True))
    row = next(csv.DictReader(io.StringIO("".join(csv_lines([record()])), newline="")))
    assert {name: "" if found[name] is None else str(found[name]) for name in COLUMNS} == row


def test_a_row_of_an_error_is_null_but_for_what_is_known() -> None:
    columns = columns_of("markdown", BatchOptions(times=True))
    found = dict(zip(columns, row_cells(records()[1], columns), strict=True))
    assert {name for name, value in found.items() if value is not None} == {
        "key",
        "outcome",
        "error",
        "reason",
    }


# -- kinds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.ndjson"])
def test_json_lines_have_the_records(name: str, tmp_path: Path) -> None:
    written(find_sink(str(tmp_path / name)), records())
    data = (tmp_path / name).read_bytes()
    lines = (gzip.decompress(data) if name.endswith(".gz") else data).decode().splitlines()
    assert [json.loads(line) for line in lines] == records()
    assert "三月的雨" in lines[0]


def test_json_lines_by_zstd_are_one_frame(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard", reason="needs the extra zstd")
    written(find_sink(str(tmp_path / "out.jsonl.zst")), records())
    # By default this stops after the first frame.
    with (tmp_path / "out.jsonl.zst").open("rb") as file:
        data = zstandard.ZstdDecompressor().stream_reader(file).read()
    assert [json.loads(line) for line in data.splitlines()] == records()
    assert zstandard.get_frame_parameters((tmp_path / "out.jsonl.zst").read_bytes()).has_checksum


@pytest.mark.parametrize("name", ["out.csv", "out.csv.gz"])
def test_csv_has_one_header(name: str, tmp_path: Path) -> None:
    written(find_sink(str(tmp_path / name)), records())
    data = (tmp_path / name).read_bytes()
    text = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["key"] for row in rows] == ["a", "bad", "'=b", "none"]
    assert rows[1]["reason"] == records()[1]["reason"]
    assert rows[0]["text"] == records()[0]["text"]


def test_parquet_has_types_and_nulls(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra parquet")
    parquet = pytest.importorskip("pyarrow.parquet")
    written(find_sink(str(tmp_path / "out.parquet")), records())
    table = parquet.read_table(tmp_path / "out.parquet")
    names = chosen_columns((), "text", BatchOptions())
    found = table.to_pylist(maps_as_pydicts="strict")
    for row, expected in zip(found, records(), strict=True):
        assert {name: value for name, value in row.items() if value is not None} == {
            name: value
            for name, value in zip(column_types(names), typed_values(expected, names), strict=True)
            if value is not None
        }
    types = {name: str(table.schema.field(name).type) for name in ("n_words", "published", "authors", "tags")}
    assert types == {
        "n_words": "int64",
        "published": "timestamp[us, tz=UTC]",
        "authors": "list<element: struct<name: string, role: string>>",
        "tags": "list<element: string>",
    }


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024", "2024-01-01T00:00:00+00:00"),
        ("2024-05", "2024-05-01T00:00:00+00:00"),
        ("2024-05-02", "2024-05-02T00:00:00+00:00"),
        ("2024-05-02T15:00", "2024-05-02T15:00:00+00:00"),
        ("2024-05-02T15:00:10+08:00", "2024-05-02T07:00:10+00:00"),
        (None, None),
    ],
)
def test_a_date_is_a_time_in_utc_next_to_what_the_page_states(text: str | None, moment: str | None) -> None:
    names = ("published", "comments", "input")
    comment = {"author": None, "published": text, "text": "x", "level": 0, "origin": "visible", "row": 3}
    row = {"published": text, "comments": [comment], "input": {"fetched": text}}
    published, stated, (found,), place = typed_values(row, names)
    expected = moment and datetime.fromisoformat(moment)
    assert (published, stated) == (expected, text)
    assert (found["published"], found["published_text"]) == (expected, text)
    assert place == {"fetched": expected}


def test_rows_fit_the_published_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((Path(__file__).parents[3] / "docs" / "document.schema.json").read_bytes())
    for row in records():
        jsonschema.validate(row, {**schema["$defs"]["row"], "$defs": schema["$defs"]})
    known = {*schema["properties"], *schema["$defs"]["row"]["properties"]}
    assert {*records()[0]} <= known
    assert {*column_types(chosen_columns((), "text", BatchOptions()))} <= known | {
        "published_text",
        "modified_text",
    }


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.parquet", "out.sqlite"])
def test_only_the_chosen_columns_are_computed_and_written(name: str, tmp_path: Path) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="needs the extra parquet")
    sink = find_sink(str(tmp_path / name), BatchOptions(columns="text, title,url"))
    row = PageRecorder(Options(), "text", names=frozenset(sink.chosen))(BatchItem(key="a", html=CHINESE))
    assert row.keys() == {
        *("key", "url", "outcome", "error", "reason", "input", "title", "text"),
        *("text_origin", "method", "encoding", "encoding_source"),
    }
    written(sink, [row, *records()[1:]])
    read: dict[str, Callable[[Path], list[str]]] = {
        ".jsonl": lambda path: [*json.loads(path.read_bytes().splitlines()[0])],
        ".csv": lambda path: path.read_text("utf-8").splitlines()[0].split(","),
        ".parquet": lambda path: list(parquet_file(path).schema_arrow.names),
        ".sqlite": lambda path: sqlite_columns(path)[1:],
    }
    assert read[Path(name).suffix](tmp_path / name) == ["text", "title", "url"]


def parquet_file(path: Path) -> Any:
    return pytest.importorskip("pyarrow.parquet").ParquetFile(path)


def sqlite_columns(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [column for _, column, *_ in database.execute("PRAGMA table_info(pages)")]


def test_every_column_of_csv_can_be_chosen(tmp_path: Path) -> None:
    columns = [name for name in columns_of("text", BatchOptions()) if name != "html"]
    html = CHINESE + "<p>一张照片：<img src=/a.jpg width=600 height=400 alt=河>，<a href=/b>更多</a>。</p>"
    options = BatchOptions(columns=",".join(columns))
    sink = find_sink(str(tmp_path / "a.csv"), options)
    recorder = PageRecorder(Options(), "text", names=frozenset(sink.chosen))
    row = recorder(BatchItem(key="a", html=html, url="https://site.test/a"))
    written(sink, [row] * 3)
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        found = next(csv.DictReader(file))
    assert [*found] == columns
    assert (found["lead_image"], found["n_images"], found["n_links"]) == ("https://site.test/a.jpg", "1", "1")
    with pytest.raises(OptionError, match="no such column: lead_image, n_images"):
        find_sink(str(tmp_path / "a.jsonl"), options)


def test_a_column_that_is_named_twice_is_written_once() -> None:
    batch = BatchOptions(columns="title, key title", form="text")
    assert batch.column_names == ["title", "key"]


def test_an_unknown_column_is_an_error_that_says_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"no such column: texts \(there are: key, url.*in extra"):
        find_sink(str(tmp_path / "out.jsonl"), BatchOptions(columns="texts,title"))


def test_columns_that_another_option_fills_need_it() -> None:
    for name, option in (("label", "filter_file"), ("probability", "filter_file"), ("cpu_ms", "times")):
        with pytest.raises(OptionError, match=f"column {name} is empty without {option}; other input keys"):
            BatchOptions(columns=f"key,{name}")
    assert BatchOptions(columns="key,label,cpu_ms", filter_file="f.npz", times=True).columns


def test_metadata_says_how_the_table_was_made_and_row_groups_have_the_size(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra parquet")
    sink = find_sink(str(tmp_path / "out.parquet"), BatchOptions(group_rows=3))
    sink.about = {"maintext_version": "9"}
    written(sink, records())
    file = parquet_file(tmp_path / "out.parquet")
    assert file.schema_arrow.metadata[b"maintext_version"] == b"9"
    assert [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)] == [3, 1]


def test_parts_of_a_folder_are_read_as_one_table(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra parquet")
    parquet = pytest.importorskip("pyarrow.parquet")
    written(find_sink(f"{tmp_path}/out/", BatchOptions(output_kind="parquet")), records())
    (tmp_path / "out" / "_manifest.json").write_text("{}")
    assert parquet.read_table(tmp_path / "out")["key"].to_pylist() == ["a", "bad", "=b", "none"]


def test_csv_has_the_other_keys_of_a_line(tmp_path: Path) -> None:
    extra = {"topic": "rain", "key": 7}
    written(find_sink(str(tmp_path / "out.csv")), [{**record, "extra": extra} for record in records()])
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        assert [json.loads(row["extra"]) for row in csv.DictReader(file)] == [extra] * len(records())


def test_sqlite_has_the_other_keys_of_a_line_as_they_are_read(tmp_path: Path) -> None:
    extra = {"部门": "水务", "cut": "\ufffd"}
    written(find_sink(str(tmp_path / "out.sqlite")), [{**record, "extra": extra} for record in records()])
    database = sqlite3.connect(tmp_path / "out.sqlite")
    found = database.execute("SELECT extra FROM pages WHERE extra LIKE '%水务%'").fetchall()
    database.close()
    assert [json.loads(row[0]) for row in found] == [extra] * len(records())


def test_sqlite_has_each_row_once_in_order(tmp_path: Path) -> None:
    written(find_sink(str(tmp_path / "out.sqlite")), records())
    database = sqlite3.connect(tmp_path / "out.sqlite")
    rows = database.execute("SELECT * FROM pages ORDER BY id").fetchall()
    database.close()
    names = list(column_types(chosen_columns((), "text", BatchOptions())))
    first = dict(zip(names, rows[0][1:], strict=True))
    assert [row[1] for row in rows] == [row["key"] for row in records()]
    assert json.loads(first["input"]) == records()[0]["input"]
    assert (json.loads(first["tags"]), first["n_words"]) == ([], 27)


def test_sqlite_joined_twice_keeps_its_rows(tmp_path: Path) -> None:
    sink = written(find_sink(str(tmp_path / "out.sqlite")), records())
    sink.join(SHARDS)
    database = sqlite3.connect(tmp_path / "out.sqlite")
    assert database.execute("SELECT count(*) FROM pages").fetchone() == (4,)
    database.close()


def test_a_folder_of_markdown_has_a_file_per_page_and_an_index(tmp_path: Path) -> None:
    written(find_sink(f"{tmp_path}/out/"), records("markdown", front_matter=True))
    folder = tmp_path / "out" / "000000-000000"
    assert sorted(path.name for path in folder.iterdir()) == ["000000-春雨.md", "index.jsonl"]
    content = (folder / "000000-春雨.md").read_text(encoding="utf-8")
    assert content.startswith('---\ntitle: "春雨"\nurl: "https://site.test/a"\n')
    assert "三月的雨" in content
    index = [json.loads(line) for line in (folder / "index.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(entry["file"], entry["outcome"]) for entry in index] == [
        ("000000-春雨.md", "found"), (None, "error"),
    ]  # fmt: skip
    others = sorted(path.name for path in (tmp_path / "out").glob("*/*.md"))
    assert len(others) == 2  # none of a page without main text


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.sqlite", "out.parquet"])
def test_no_pages_are_an_output_all_the_same(name: str, tmp_path: Path) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="needs the extra parquet")
    sink = find_sink(str(tmp_path / name))
    sink.folder.mkdir()
    sink.join([])
    assert (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["out.jsonl.gz", "out.parquet", "out.csv"])
def test_the_same_rows_make_the_same_bytes(name: str, tmp_path: Path) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="needs the extra parquet")
    for place in ("x", "y"):
        (tmp_path / place).mkdir()
        written(find_sink(str(tmp_path / place / name)), records())
    assert (tmp_path / "x" / name).read_bytes() == (tmp_path / "y" / name).read_bytes()


# -- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "kind", "form", "says"),
    [
        ("out.xml", "", "", "--to"),
        ("out.sqlite.gz", "", "", "not compressed"),
        ("out.jsonl.xz", "", "", ".gz"),
        ("out/", "sqlite", "", "one file"),
        ("out/", "", "text", "markdown"),
        ("out.md", "markdown", "", "folder"),
    ],
)
def test_an_output_that_cannot_be_is_an_error(output: str, kind: str, form: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        find_sink(output, BatchOptions(output_kind=kind, form=form))


@pytest.mark.parametrize(("form", "columns"), [("markdown", ""), ("text", "title,extra")])
def test_keys_of_the_input_never_stand_in_the_place_of_a_value_of_ours(form: str, columns: str) -> None:
    own = {"text": "own", "title": "own", "url": "https://site.test/a", "label": "walk", "n": 1}
    rows = [record(form=form), error_record(BatchItem(key="b"), Problem("InputError", "no page"))]
    encode = find_sink("a.jsonl", BatchOptions(form=form, columns=columns)).encoder()
    found, bad = [json.loads(encode(row | {"extra": own})) for row in rows]
    for line in (found, bad):
        assert (line["input.text"], line["input.title"], line["label"], line["n"]) == (
            "own",
            "own",
            "walk",
            1,
        )
        assert "text" not in line
    assert (found["url"], "input.url" in found, bad["input.url"]) == (own["url"], False, own["url"])
