"""Where pages come from: every kind of input, in a settled order, broken ones too."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import os
import re
import shutil
import stat
import tarfile
import threading
import time
import zipfile
import zlib
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

import pytest
from tests.unit.batch.made import folder_of, json_lines, page, warc, warc_record

from maintext.batch import BatchItem, BatchOptions, SourceReading, find_sources, read_items
from maintext.batch.item import LOSSES
from maintext.batch.record import PageRecorder
from maintext.batch.source import StreamSource, items_of
from maintext.batch.source.base import kind_of
from maintext.errors import InputError, OptionError
from maintext.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

READING = SourceReading(max_bytes=10_000)
PACKED = gzip.compress(page(1).encode())


def items_in(*inputs: Path | str, kind: str = "", reading: SourceReading = READING) -> list[BatchItem]:
    return list(read_items([str(name) for name in inputs], reading, kind=kind))


def keys_in(*inputs: Path | str, kind: str = "") -> list[str]:
    return [item.key for item in items_in(*inputs, kind=kind)]


def reasons(items: list[BatchItem]) -> list[str]:
    return [item.problem.reason for item in items if item.problem]


def packed(data: bytes, suffix: str) -> bytes:
    if suffix == ".zst":
        zstandard = pytest.importorskip("zstandard", reason="needs the extra zstd")
        return zstandard.compress(data)  # type: ignore[no-any-return]
    if suffix == ".bz2":
        return bz2.compress(data)
    return gzip.compress(data) if suffix == ".gz" else lzma.compress(data)


# -- folders, patterns, names -------------------------------------------------------------------------


def test_a_folder_has_its_pages_by_path_and_nothing_else(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "saved", 3)
    (folder / "below").mkdir()
    for name in ("below/a.htm", "style.css", "notes.txt", "below/b.html.gz"):
        (folder / name).write_bytes(b"x")
    names = [key.removeprefix(f"{folder}/") for key in keys_in(folder)]
    assert names == ["000.html", "001.html", "002.html", "below/a.htm", "below/b.html.gz"]


def test_files_of_a_folder_that_are_no_input_are_counted_and_pages_without_a_suffix_are_read(
    tmp_path: Path,
) -> None:
    folder = folder_of(tmp_path / "saved", 1)
    for name, data in (
        ("about", "<!DOCTYPE html><p>x"), ("a.b/news?id=3.5", " <HTML>"), ("LICENSE", "Free <b>"),
        ("a.png", "<html>"), ("notes.txt", "x"), ("feed", "<?xml version='1.0'?><rss/>"),
        ("list.cgi", "<!DOCTYPE html><p>x"), ("run.cgi", "#!/bin/sh"),
    ):  # fmt: skip
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(data)
    sources = find_sources([str(folder)], READING)
    keys = [item.key for source in sources for item in items_of(source)]
    assert [key.removeprefix(f"{folder}/") for key in keys] == [
        "000.html", "a.b/news?id=3.5", "about", "list.cgi",
    ]  # fmt: skip
    assert sum((source.skipped for source in sources), Counter()) == {"not_html": 5}


@pytest.mark.parametrize("suffix", ["_files", ".files", "-Dateien"])
def test_frames_that_a_browser_saved_next_to_a_page_are_no_pages(suffix: str, tmp_path: Path) -> None:
    names = ("a.html", f"a{suffix}/frame.html", f"a{suffix}/b/c.html", f"b{suffix}/d.html")
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        for name in names:
            (tmp_path / "in" / name).parent.mkdir(exist_ok=True, parents=True)
            (tmp_path / "in" / name).write_text("<p>text")
            archive.writestr(name, "<p>text")
    for place in ("in", "in.zip"):
        sources = find_sources([str(tmp_path / place)], READING)
        keys = [item.key for source in sources for item in items_of(source)]
        assert [re.split("[/!]", key)[-1] for key in keys] == ["a.html", "d.html"]
        assert sum((source.skipped for source in sources), Counter()) == {"not_html": 2}


def test_a_pattern_takes_files_of_any_name(tmp_path: Path) -> None:
    for name in ("1.page", "2.page", "3.other"):
        (tmp_path / name).write_text(page(1))
    assert keys_in(f"{tmp_path}/*.page") == [f"{tmp_path}/1.page", f"{tmp_path}/2.page"]


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "saved", 2)
    assert keys_in(folder, folder / "001.html", f"{folder}/*.html", folder) == keys_in(folder)


@pytest.mark.parametrize("name", ["nothing.html", "*.html"])
def test_an_input_that_is_not_there_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        items_in(tmp_path / name)


def test_files_in_which_a_mac_keeps_what_other_disks_do_not_hold_are_no_pages(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "saved", 1)
    (folder / "._000.html").write_bytes(b"\0\5\x16\7\0\2\0\0Mac OS X" + b"\0" * 80)
    assert keys_in(folder) == [f"{folder}/000.html"]
    with zipfile.ZipFile(tmp_path / "mac.zip", "w") as archive:
        for name in ("000.html", "__MACOSX/._000.html"):
            archive.writestr(name, page(0))
    (source,) = find_sources([str(tmp_path / "mac.zip")], READING)
    assert [item.key for item in items_of(source)] == [f"{tmp_path}/mac.zip!000.html"]
    assert source.skipped == {"not_html": 1}


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("fetched", ["", "mtime"])
def test_a_link_to_no_file_is_a_page_that_cannot_be_read(tmp_path: Path, fetched: str) -> None:
    (tmp_path / "a.html").write_text("<p>a", encoding="utf-8")
    for name in ("b.html", "c.jsonl", "d.png"):
        (tmp_path / name).symlink_to(tmp_path / "gone")
    (tmp_path / "e.html").symlink_to(tmp_path / "e.html")
    reading = SourceReading(max_bytes=10_000_000, fetched=fetched)
    for given in (tmp_path, f"{tmp_path}/*[lm]*"):
        sources = find_sources([str(given)], reading)
        items = [item for source in sources for item in items_of(source)]
        assert [Path(item.key).name for item in items] == ["a.html", "b.html", "c.jsonl", "e.html"]
        assert all(source.stamp() is not None for source in sources)
        record = PageRecorder(Options(), "text")(items[1])
        assert record["reason"] == "the file cannot be read: No such file or directory"


def test_a_folder_without_pages_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"x")
    with pytest.raises(InputError, match=r"no page (?!.*\.txt)"):
        items_in(tmp_path)


def test_no_inputs_are_an_error() -> None:
    with pytest.raises(OptionError, match="nothing to read"):
        items_in()


def test_what_the_batch_writes_is_not_read(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "saved", 2)
    (folder / "out.jsonl.parts").mkdir()
    for name in ("out.jsonl", "out.jsonl.parts/part-0.jsonl", "a.jsonl"):
        (folder / name).write_text(json_lines(1))
    hidden = [folder / name for name in ("out.jsonl", "out.jsonl.parts", "a.jsonl")]
    sources = find_sources([str(folder)], READING, without=hidden)
    with pytest.raises(InputError, match=r"a\.jsonl is the output of the batch"):
        find_sources([str(folder / "a.jsonl")], READING, without=[folder / "a.jsonl"])
    assert [item.key for source in sources for item in source.items()] == [
        f"{folder}/000.html", f"{folder}/001.html",
    ]  # fmt: skip


def test_the_kind_can_be_given(tmp_path: Path) -> None:
    (tmp_path / "pages.dat").write_text(json_lines(2))
    assert keys_in(tmp_path / "pages.dat", kind="jsonl") == ["p0", "p1"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.HTML", "page"), ("a.jsonl.zst", "jsonl"), ("a.ndjson", "jsonl"), ("a.warc.gz", "warc"),
        ("a.warc.wet.gz", "warc"),
        ("urls.txt", "urls"), ("a.zip", "zip"), ("a.parquet", "parquet"), ("a.png", None), ("README", None),
    ],
)  # fmt: skip
def test_names_say_the_kind(name: str, kind: str | None) -> None:
    assert kind_of(name) == kind


# -- lines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_json_lines(suffix: str, tmp_path: Path) -> None:
    data = json_lines(3).encode()
    if suffix == ".zst":
        zstandard = pytest.importorskip("zstandard", reason="needs the extra zstd")
        # Two frames, as programs write that append.
        data = b"".join(map(zstandard.compress, data.splitlines(keepends=True)))
    elif suffix:
        data = packed(data, suffix)
    (tmp_path / f"a.jsonl{suffix}").write_bytes(data)
    items = items_in(tmp_path / f"a.jsonl{suffix}")
    assert [(item.key, item.url, item.html) for item in items] == [
        (f"p{i}", f"https://site.test/{i}", page(i)) for i in range(3)
    ]


def test_fields_of_json_lines_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"no": 7, "body": "<p>x", "link": "https://site.test/"}))
    reading = SourceReading(max_bytes=100, html_field="body", url_field="link", id_field="no")
    place, extra = {"file": str(tmp_path / "a.jsonl"), "row": 1}, {"no": 7, "link": "https://site.test/"}
    assert items_in(tmp_path / "a.jsonl", reading=reading) == [
        BatchItem(key="7", html="<p>x", url="https://site.test/", input=place, extra=extra)
    ]


def test_bad_lines_are_problems_with_their_numbers(tmp_path: Path) -> None:
    bad = ["{", "[1]", '{"url": "https://site.test/", "text": "x"}', "", json_lines(1).strip()]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(bad))
    items = items_in(path)
    assert [item.key for item in items] == [f"{path}:1", f"{path}:2", f"{path}:3", "p0"]
    assert [item.input for item in items] == [{"file": str(path), "row": row} for row in (1, 2, 3, 5)]
    not_json, no_object, no_html = reasons(items)
    assert "not JSON" in not_json
    assert "not a JSON object" in no_object
    assert "'html'" in no_html
    assert "text" in no_html


@pytest.mark.parametrize("name", ["items.json", "items", "items.json.gz"])
def test_json_lines_by_another_name_are_told_by_their_first_bytes(name: str, tmp_path: Path) -> None:
    data = json_lines(2).encode()
    (tmp_path / name).write_bytes(packed(data, ".gz") if name.endswith(".gz") else data)
    assert keys_in(tmp_path / name) == ["p0", "p1"]


@pytest.mark.parametrize("space", ["", "\n", "\n  "])
def test_a_json_array_is_told_once_with_what_to_do(space: str, tmp_path: Path) -> None:
    lines = json_lines(2).splitlines()
    (tmp_path / "items.json").write_text(f"[{space}{f',{space}'.join(lines)}{space}]")
    (reason,) = reasons(items_in(tmp_path / "items.json"))
    assert "it is a JSON array: write one object a line" in reason


def test_a_line_that_is_far_too_long_is_a_problem_and_not_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"html": "' + b"x" * 1_200_000 + b'"}\n' + json_lines(1).encode())
    items = items_in(path, reading=SourceReading(max_bytes=1000))
    assert [item.key for item in items] == [f"{path}:1", "p0"]
    assert "--max-bytes" in reasons(items)[0]


@pytest.mark.parametrize(("name", "delimiter"), [("a.csv", ","), ("a.csv.gz", ";"), ("a.tsv", "\t")])
def test_a_table_of_pages_as_csv(name: str, delimiter: str, tmp_path: Path) -> None:
    rows = [
        ["id", "url", "html", "label"],
        ["a", "https://site.test/0", page(0) + '\n"雨, ;\t"', "walk"],
        ["b"],
    ]
    lines = io.StringIO(newline="")
    csv.writer(lines, delimiter=delimiter).writerows([*rows, ["", "", "x" * 200_000, "", " "]])
    data = lines.getvalue().encode("utf-8-sig")
    (tmp_path / name).write_bytes(packed(data, ".gz") if name.endswith(".gz") else data)
    first, second, third = items_in(tmp_path / name)
    assert (first.key, first.url, first.html) == tuple(rows[1][:3])
    assert first.extra == {"id": "a", "url": "https://site.test/0", "label": "walk"}
    assert first.input == {"file": str(tmp_path / name), "row": 1}
    assert (second.key, reasons([second])) == ("b", ["no text in the column 'html'; see --html-field"])
    assert (third.key, third.html, third.url) == (f"{tmp_path / name}:3", "x" * 200_000, None)


def test_a_row_of_csv_with_more_values_than_names_is_none_of_a_page_that_is_cut(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"id,html\na,<p>One, two.</p>\nb,<p>Two.</p>,\nc,{page(0)}\n")
    first, second, third = items_in(tmp_path / "a.csv")
    assert (first.key, first.html, first.input["row"], second.html) == ("a", None, 1, "<p>Two.</p>")
    assert reasons([first, third]) == ["the row has more than 2 values: put those with ',' in quotes"] * 2


def test_csv_whose_last_quote_is_open_breaks_off_there(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f'html,html\na,"{page(0)}"\n\nb,"{page(1)}\nc,d\n')
    first, rest = items_in(tmp_path / "a.csv")
    assert (first.html, rest.problem and rest.problem.error) == (page(0), "SourceCutShort")
    assert "a quote of row 2 is not closed" in reasons([rest])[0]


def test_a_folder_that_cannot_be_listed_is_an_error(tmp_path: Path, close: Callable[[Path], None]) -> None:
    folder = folder_of(tmp_path / "saved", 1)
    (folder / "closed").mkdir()
    close(folder / "closed")
    with pytest.raises(InputError, match=r"cannot read .*closed: Permission denied"):
        items_in(folder)


def test_csv_without_the_column_says_which_there_are_and_is_no_input_in_a_folder(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "saved", 1)
    (folder / "list.csv").write_text("URL,name\nhttps://site.test/a,x\n")
    (reason,) = reasons(items_in(folder / "list.csv"))
    assert "there is no column 'html' (there are: URL, name); see --html-field; --html-field ''" in reason
    assert keys_in(folder) == [str(folder / "000.html")]


@pytest.mark.parametrize(
    ("head", "url"),
    [("URL,标题", 0), ("标题,网址", 1), ("標題, 連結 ", 1), ("Link,title", 0), ("地址,链接", 1)],
)
def test_where_urls_are_fetched_their_column_has_one_of_its_usual_names(
    head: str, url: int, tmp_path: Path
) -> None:
    names, values = head.split(","), ["x", "x"]
    values[url] = "https://site.test/a"
    (tmp_path / "a.csv").write_text(f"{head}\n{','.join(values)}\n", "utf-8")
    (tmp_path / "a.jsonl").write_text(json.dumps(dict(zip(names, values, strict=True))), "utf-8")
    for name in ("a.csv", "a.jsonl"):
        (item,) = items_in(tmp_path / name, reading=replace(READING, fetches=True))
        assert (item.url, item.is_to_fetch) == ("https://site.test/a", True)
        assert reasons(items_in(tmp_path / name))[0].count("--html-field") > 0


def test_a_table_without_a_column_that_was_named_is_refused_for_it(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f'html,link\n"{page(0)}",https://site.test/a\n')
    named = {"url": replace(READING, url_field="lnk"), "id": replace(READING, id_field="lnk")}
    for why, reading in (named | {"fetched": replace(READING, fetched_field="lnk")}).items():
        (reason,) = reasons(items_in(tmp_path / "a.csv", reading=reading))
        assert reason.endswith(f"there is no column 'lnk' (there are: html, link); see --{why}-field")
    (reason,) = reasons(items_in(tmp_path / "a.csv", reading=SourceReading(max_bytes=1, html_field="")))
    assert reason.endswith("see --url-field")


def test_a_value_of_csv_that_is_too_large_is_told_in_plain_words(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f'id,html\na,"{page(0)}"\nb,"{"x" * 2000}"\n')
    before = csv.field_size_limit(1000)
    reading = SourceReading(max_bytes=-166_500)  # with what JSON may take: 1,000 characters
    try:
        first, rest = items_in(tmp_path / "a.csv", reading=reading)
    finally:
        csv.field_size_limit(before)
    assert first.key == "a"
    assert "row 2 has a value of more than 1000 characters; raise --max-bytes" in reasons([rest])[0]


def test_csv_of_a_mac_has_lines_that_end_in_cr(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(f'id,html\ra,"{page(0)}\r<p>"\rb,<p>Two.\r'.encode())
    found = [(item.key, item.html) for item in items_in(tmp_path / "a.csv")]
    assert found == [("a", f"{page(0)}\r<p>"), ("b", "<p>Two.")]


@pytest.mark.parametrize("last", ['b,"<p>Two.</p>",5', 'b,"<p lang="'])
def test_csv_that_breaks_off_in_a_row_says_so(last: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f'id,html,year,month\na,"<p>One.</p>",2024,5\n{last}')
    first, rest = items_in(tmp_path / "a.csv")
    assert (first.html, rest.problem and rest.problem.error) == ("<p>One.</p>", "SourceCutShort")
    assert "row 2 breaks off" in reasons([rest])[0]


@pytest.mark.parametrize("rows", ["a,<p>One.</p>\nb,<p>Two.</p>", "a,<p>One.</p>\nb,<p>Two.</p>,x"])
def test_csv_whose_rows_are_short_does_not_break_off_at_its_last_one(rows: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"id,html,note\n{rows}")
    assert [item.html for item in items_in(tmp_path / "a.csv")] == ["<p>One.</p>", "<p>Two.</p>"]


def test_csv_of_one_short_row_does_not_break_off(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,html,note\na,<p>One.</p>")
    assert [item.html for item in items_in(tmp_path / "a.csv")] == ["<p>One.</p>"]


def test_csv_does_not_break_off_at_a_line_that_is_too_long(tmp_path: Path) -> None:
    long = f"b,<p>{'x' * 1_500_000},5"
    (tmp_path / "a.csv").write_text(f"id,html,year\na,<p>One.</p>,5\n{long}\nc,<p>Three.</p>,5\n")
    assert items_in(tmp_path / "a.csv")[-1].html == "<p>Three.</p>"


def test_a_name_in_the_head_of_csv_may_have_a_line_break(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('"id","html","two\nlines"\na,<p>One.</p>,x\n')
    (item,) = items_in(tmp_path / "a.csv")
    assert (item.key, item.html, item.extra["two\nlines"]) == ("a", "<p>One.</p>", "x")


@pytest.mark.parametrize(
    ("n_rows", "reason"), [(9, "a quote in the head is not closed"), (100_000, "row 1 has a value of more")]
)
def test_a_quote_in_the_head_of_csv_that_is_not_closed_is_told(
    n_rows: int, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "a.csv").write_text('id,"html\n' + "a,<p>One.</p>\n" * n_rows)
    before = csv.field_size_limit(0)  # it is of the process, and only grows
    (problem,) = items_in(tmp_path / "a.csv")
    csv.field_size_limit(max(before, csv.field_size_limit()))
    assert reason in reasons([problem])[0]


@pytest.mark.parametrize(("encoding", "label"), [("gb18030", "栏目：散步"), ("windows-1252", "Straße")])
def test_csv_that_is_not_utf8_is_in_the_encoding_of_its_pages(
    encoding: str, label: str, tmp_path: Path
) -> None:
    html = f'<meta charset="{encoding}"><p>{label}</p>'
    lines = io.StringIO(newline="")
    csv.writer(lines).writerows([["id", "html", label], ["a", html, label], ["b", "<p>plain</p>", ""]])
    (tmp_path / "a.csv").write_bytes(lines.getvalue().encode(encoding))
    first, second = items_in(tmp_path / "a.csv")
    assert (first.html, first.extra) == (html.encode(encoding), {"id": "a", label: label})
    assert second.key == "b"


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.txt", "a.jsonl.gz"])
def test_lines_in_utf16_are_told_once_with_what_to_do(name: str, tmp_path: Path) -> None:
    data = ("html\n" + json_lines(3)).encode("utf-16")
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    (reason,) = reasons(items_in(tmp_path / name))
    assert "it is in UTF-16: save it as UTF-8" in reason


def test_what_json_has_no_number_for_is_null(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"html": "<p>one</p>", "score": NaN, "more": [-Infinity, 1e999, 1.5]}')
    assert items_in(tmp_path / "a.jsonl")[0].extra == {"score": None, "more": [None, None, 1.5]}


def test_a_list_of_urls(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_text(
        "\ufeffhttps://site.test/1\n\n# later\n  https://site.test/雨 \nno url\n", encoding="utf-8"
    )
    items = items_in(path, "https://site.test/3")
    assert [item.url for item in items] == [
        "https://site.test/1", "https://site.test/雨", None, "https://site.test/3",
    ]  # fmt: skip
    assert [item.is_to_fetch for item in items] == [True, True, False, True]
    assert "not a URL" in reasons(items)[0]
    path.write_text("<!DOCTYPE html>")
    assert reasons(items_in(path))[0].endswith("--from files for paths, --from page for pages")


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_urls_of_a_table_are_fetched_on_demand_and_its_columns_carried(suffix: str, tmp_path: Path) -> None:
    rows = [{"url": "https://site.test/1", "mine": "a"}, {"url": "", "mine": "b"}]
    path = tmp_path / f"a.{suffix}"
    if suffix == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    elif suffix == "csv":
        path.write_text("url,mine\nhttps://site.test/1,a\n,b\n")
    else:
        pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
        pytest.importorskip("pyarrow.parquet").write_table(pa.Table.from_pylist(rows), path)
    assert reasons(items_in(path))[0].endswith("; --html-field '' fetches the URLs")
    first, second = items_in(path, reading=replace(READING, html_field=""))
    assert (first.is_to_fetch, first.url, first.extra["mine"]) == (True, rows[0]["url"], "a")
    assert reasons([second])[0].startswith("no URL in the ")


def test_a_url_that_a_list_repeats_is_fetched_once_and_counted(tmp_path: Path) -> None:
    lines = "https://site.test/1\r\nhttps://site.test/2\n https://site.test/1\n"
    (tmp_path / "urls.txt").write_text(lines)
    (source,) = find_sources([str(tmp_path / "urls.txt")], READING)
    stream = StreamSource(cast("IO[bytes]", io.BytesIO(lines.encode())), READING)
    for one in (source, stream):
        assert [item.key for item in items_of(one)] == ["https://site.test/1", "https://site.test/2"]
        assert one.skipped == {"duplicate_url": 1}


def test_a_damaged_gzip_file_ends_with_a_problem_and_the_next_source_is_read(tmp_path: Path) -> None:
    data = gzip.compress(json_lines(50).encode())
    (tmp_path / "a.jsonl.gz").write_bytes(data[: len(data) // 2])
    (tmp_path / "b.jsonl").write_text(json_lines(1, first=90))
    *_, problem, last = items_in(tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl")
    assert problem.problem is not None
    assert "cannot be read further" in problem.problem.reason
    assert last.key == "p90"


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_a_compressed_file_of_no_bytes_is_damaged(suffix: str, tmp_path: Path) -> None:
    packed(b"", suffix)  # skips without the library
    (tmp_path / f"a.jsonl{suffix}").write_bytes(b"")
    assert "cannot be read: Compressed file ended" in reasons(items_in(tmp_path / f"a.jsonl{suffix}"))[0]


def test_a_source_that_is_gone_is_a_problem_without_its_path(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json_lines(1))
    (source,) = find_sources([str(path)], READING)
    path.unlink()
    assert reasons(list(items_of(source))) == ["cannot be read: No such file or directory"]


# -- ZIP ----------------------------------------------------------------------------------------------


def test_a_zip_archive_has_its_pages(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("b/2.html", "1.html", "logo.png"):
            archive.writestr(name, page(1))
    items = items_in(tmp_path / "a.zip")
    assert [item.key for item in items] == [f"{tmp_path}/a.zip!b/2.html", f"{tmp_path}/a.zip!1.html"]
    assert items[0].html == page(1).encode()


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8"])
def test_chinese_names_in_a_zip_archive_without_the_mark_of_utf8(encoding: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("XXXXXX.html", page(1))
    name = "新闻".encode(encoding).ljust(6, b"_")
    (tmp_path / "a.zip").write_bytes((tmp_path / "a.zip").read_bytes().replace(b"XXXXXX", name))
    assert keys_in(tmp_path / "a.zip")[0].startswith(f"{tmp_path}/a.zip!新闻")


def test_a_link_in_a_zip_archive_is_no_page(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("b.html")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.html", page(1))
        archive.writestr(link, "a.html")
    (source,) = find_sources([str(tmp_path / "a.zip")], READING)
    assert [item.key for item in source.items()] == [f"{tmp_path}/a.zip!a.html"]
    assert source.skipped == {"not_html": 1}


def test_of_a_file_in_a_zip_archive_only_a_page_too_many_bytes_is_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("1.html", bytes(10_000_000))
    assert len(items_in(tmp_path / "a.zip")[0].html or "") == READING.max_bytes + 1


# -- TAR ----------------------------------------------------------------------------------------------


def tar_of(names: Sequence[str]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name in names:
            body = f"<p>{name}</p>".encode() * 50
            entry = tarfile.TarInfo(name)
            entry.size = len(body)
            archive.addfile(entry, io.BytesIO(body))
        folder = tarfile.TarInfo("c")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "compress"),
    [
        ("a.tar", bytes),
        ("a.tgz", gzip.compress),
        ("a.tar.gz", gzip.compress),
        ("a.tar.xz", lzma.compress),
        ("a.tar.bz2", bz2.compress),
        ("a.tbz2", bz2.compress),
    ],
)
def test_a_tar_archive_has_its_pages(name: str, compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(compress(tar_of(["b/新.html", "1.htm", "notes.txt"])))
    (source,) = find_sources([str(tmp_path)], READING)
    items = list(source.items())
    assert [item.key for item in items] == [f"{tmp_path}/{name}!b/新.html", f"{tmp_path}/{name}!1.htm"]
    assert (items[1].html or b"")[:12] == b"<p>1.htm</p>"
    assert source.skipped == {"not_html": 1}


def test_a_line_end_after_a_tar_archive_is_nothing_more(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar_of(["1.html"]) + b"\r\n")
    assert not reasons(items_in(tmp_path / "a.tar"))


def test_chinese_names_in_a_tar_archive_that_are_not_utf8(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w", format=tarfile.GNU_FORMAT, encoding="gbk") as archive:
        archive.addfile(tarfile.TarInfo("新闻.html"), io.BytesIO())
    assert keys_in(tmp_path / "a.tar") == [f"{tmp_path}/a.tar!新闻.html"]


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_archives_are_read_as_folders_are(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("fastwarc", reason="needs the extra warc")
    folder = folder_of(tmp_path / "saved", 1)
    for name in ("index.php?id=3", "about", "view.DO", "notes"):
        (folder / name).write_text("no page" if name == "notes" else f"<!DOCTYPE html>{page(3)}")
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(json_lines(2).encode()))
    (folder / "a.warc.gz").write_bytes(warc(2, compressed=True))
    (folder / "broken.warc").write_bytes(warc(1)[:300])
    path = shutil.make_archive(str(tmp_path / "a"), kind, folder)
    (source,) = find_sources([path], READING)
    found = {item.key.rpartition("!")[2].removeprefix("./"): item.html for item in items_of(source)}
    there = {item.key.removeprefix(f"{folder}/"): item.html for item in items_in(folder)}
    assert set(found) == set(there)
    assert found["p1"] == there["p1"] == page(1)
    assert found["about"] == f"<!DOCTYPE html>{page(3)}".encode()
    assert source.skipped == {"not_html": 1}
    assert [item.problem.error for item in items_in(path) if item.problem] == ["SourceCutShort"]


@pytest.mark.parametrize("end", [600, 1400, 1536, 1700])  # in a body, in the next header, before it, after it
def test_a_tar_archive_that_is_cut_short_is_a_problem(end: int, tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar_of(["1.html", "2.html", "3.html"])[:end])
    assert items_in(tmp_path / "a.tar")[-1].problem is not None


def test_a_tar_archive_whose_bytes_are_not_those_of_its_checksum_is_a_problem(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(tar_of([f"{i}.html" for i in range(30)])))
    data[-8] ^= 1  # of the sum
    (tmp_path / "a.tgz").write_bytes(data)
    assert "CRC check failed" in reasons(items_in(tmp_path / "a.tgz"))[-1]


@pytest.mark.parametrize("end", [bytes(1024), bytes(10240)])  # of Go, of Python
def test_an_archive_after_the_end_of_a_tar_archive_is_told(end: bytes, tmp_path: Path) -> None:
    first = tar_of(["1.html"]).rstrip(b"\0")
    (tmp_path / "a.tar").write_bytes(first + bytes(-len(first) % 512) + end + tar_of(["2.html"]))
    page, problem = items_in(tmp_path / "a.tar")
    assert page.key.endswith("!1.html")
    assert "more follows the end" in reasons([problem])[0]


def test_links_in_a_tar_archive_are_counted(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        archive.addfile(tarfile.TarInfo("1.html"))
        link = tarfile.TarInfo("2.html")
        link.type, link.linkname = tarfile.LNKTYPE, "1.html"
        archive.addfile(link)
    (source,) = find_sources(tmp_path / "a.tar", READING)
    assert [item.key for item in source.items()] == [f"{tmp_path}/a.tar!1.html"]
    assert source.skipped == {"not_html": 1}


def test_a_tar_archive_with_a_damaged_header_does_not_end_there(tmp_path: Path) -> None:
    data = bytearray(tar_of(["1.html", "2.html", "3.html"]))
    second = data.index(b"2.html")
    data[second : second + 100] = b"\xff" * 100
    (tmp_path / "a.tar").write_bytes(data)
    *pages, problem = items_in(tmp_path / "a.tar")
    assert [page.key for page in pages] == [f"{tmp_path}/a.tar!1.html"]
    assert problem.problem is not None
    assert "damaged at byte" in problem.problem.reason


def test_a_damaged_zip_archive_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04 and nothing more")
    assert "cannot be read" in reasons(items_in(tmp_path / "a.zip"))[0]


def test_one_damaged_file_in_a_zip_archive_does_not_hide_the_others(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("1.html", b"A" * 100)
        archive.writestr("2.html", page(2))
    data = (tmp_path / "a.zip").read_bytes()
    (tmp_path / "a.zip").write_bytes(data.replace(b"A" * 100, b"A" * 99 + b"B"))
    first, second = items_in(tmp_path / "a.zip")
    assert "cannot be unpacked" in reasons([first])[0]
    assert second.html == page(2).encode()


def test_a_file_of_a_zip_archive_that_cannot_be_inflated_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in (1, 2):
            archive.writestr(f"{number}.html", page(number))
    data = bytearray(path.read_bytes())
    data[36:60] = b"\xff" * 24  # after the 30 bytes of the head and the name: no code of Deflate
    path.write_bytes(data)
    first, second = items_in(path)
    assert "cannot be unpacked" in reasons([first])[0]
    assert first.problem
    assert first.problem.error in LOSSES  # pages are missing: exit code 3
    assert second.html == page(2).encode()


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_a_compressed_page_in_a_zip_archive_is_unpacked_as_in_a_folder(suffix: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(f"1.html{suffix}", packed(page(1).encode(), suffix))
        archive.writestr(f"2.html{suffix}", b"not compressed")
        archive.writestr(f"3.html{suffix}", packed(page(3).encode(), suffix))
    first, second, third = items_in(tmp_path / "a.zip")
    assert [first.html, third.html] == [page(1).encode(), page(3).encode()]
    assert "cannot be unpacked" in reasons([second])[0]


# -- WARC ---------------------------------------------------------------------------------------------


HTML_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


@pytest.fixture
def fastwarc() -> None:
    pytest.importorskip("fastwarc", reason="needs the extra warc")


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("compressed", [False, True])
def test_a_warc_file(compressed: bool, tmp_path: Path) -> None:
    path = tmp_path / ("a.warc.gz" if compressed else "a.warc")
    path.write_bytes(warc(3, compressed=compressed))
    items = items_in(path)
    assert [item.key for item in items] == [f"urn:uuid:{i:032x}" for i in range(3)]
    assert [(item.url, item.html) for item in items] == [
        (f"https://site.test/{i}", page(i).encode()) for i in range(3)
    ]
    assert items[0].fetched is not None
    assert items[0].fetched.isoformat().startswith("2024-05-06T07:08:09")


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("with_dictionary", [False, True])
def test_a_warc_file_by_zstd_with_and_without_a_dictionary(tmp_path: Path, *, with_dictionary: bool) -> None:
    zstandard = pytest.importorskip("zstandard", reason="needs the extra zstd")
    records = [warc_record(i, page(i).encode()) for i in range(5)]
    words = zstandard.train_dictionary(2_000, records * 200) if with_dictionary else None
    packed = list(map(zstandard.ZstdCompressor(dict_data=words).compress, records))
    first = b""
    if words:  # in a skippable frame, by https://iipc.github.io/warc-specifications/specifications/warc-zstd/
        first = (0x184D2A5D).to_bytes(4, "little") + len(words.as_bytes()).to_bytes(4, "little")
        first += words.as_bytes()
    (tmp_path / "a.warc.zst").write_bytes(first + b"".join(packed))
    items = items_in(tmp_path / "a.warc.zst")
    assert [item.html for item in items] == [page(i).encode() for i in range(5)]
    places = [(item.input["offset"], item.input["length"]) for item in items]
    starts = [len(first) + sum(map(len, packed[:i])) for i in range(5)]
    assert places == list(zip(starts, map(len, packed), strict=True))


def conversion(number: int, text: str) -> bytes:
    """A record as WET files have them."""
    content = text.encode()
    fields = (
        "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Date: 2024-05-06T07:08:09Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{number:032x}>\r\nWARC-Target-URI: https://site.test/{number}\r\n"
        f"Content-Type: text/plain\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return fields.encode() + content + b"\r\n\r\n"


@pytest.mark.usefixtures("fastwarc")
def test_a_warc_file_by_another_compression_is_told_to_be_undone(tmp_path: Path) -> None:
    (tmp_path / "a.warc.xz").write_bytes(lzma.compress(warc_record(1, page(1).encode())))
    (reason,) = reasons(items_in(tmp_path / "a.warc.xz"))
    assert "as .gz or as .zst: decompress it first" in reason


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize(
    ("date", "year"), [("2024-05-06T07:08:09Z", 2024), ("1970-01-01T00:00:00Z", 2023), ("never", 2023)]
)
def test_a_record_that_does_not_know_its_time_has_the_one_that_is_given(
    date: str, year: int, tmp_path: Path
) -> None:
    (tmp_path / "a.wet").write_bytes(conversion(1, "Rain.\n").replace(b"2024-05-06T07:08:09Z", date.encode()))
    (item,) = items_in(tmp_path / "a.wet", reading=replace(READING, fetched="2023-01-02T10:00Z"))
    assert item.fetched is not None
    assert item.fetched.year == year


@pytest.mark.parametrize("name", ["a.warc.wet.gz", "z.warc.gz"])
def test_texts_in_a_warc_file_are_pages_of_their_lines(tmp_path: Path, name: str) -> None:
    records = [conversion(1, "雨 & 雪\n下雨了。\n\n下雪了 <一>。\n"), conversion(2, "")]
    (tmp_path / name).write_bytes(b"".join(map(gzip.compress, records)))
    first, second = items_in(tmp_path / name)
    assert (first.key, first.url, str(first.fetched)[:10]) == (
        f"urn:uuid:{1:032x}", "https://site.test/1", "2024-05-06"
    )  # fmt: skip
    assert isinstance(first.html, str)
    assert first.html.splitlines() == [
        "<!DOCTYPE html>", "<title>雨 &amp; 雪</title>", "<p>雨 &amp; 雪</p>", "<p>下雨了。</p>",
        "<p>下雪了 &lt;一&gt;。</p>",
    ]  # fmt: skip
    assert second.html is not None


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("name", ["saved.dat", "saved", "saved.gz"])
def test_a_warc_file_by_another_name_is_told_by_its_first_bytes(
    tmp_path: Path, name: str, compressed: bool
) -> None:
    (tmp_path / name).write_bytes(warc(2, compressed=compressed or name.endswith(".gz")))
    assert keys_in(tmp_path / name) == [f"urn:uuid:{i:032x}" for i in range(2)]


@pytest.mark.parametrize("name", ["page", "page.dat", "page.gz"])
def test_what_is_no_warc_file_is_a_page_as_before(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(page(1).encode())
    assert [item.path for item in items_in(tmp_path / name)] == [str(tmp_path / name)]


@pytest.mark.usefixtures("fastwarc")
def test_records_that_are_no_pages_are_counted_by_reason(tmp_path: Path) -> None:
    html = "Content-Type: text/html\r\n"
    records = {
        "bad_status": warc_record(1, b"x", f"HTTP/1.1 404 Not Found\r\n{html}"),
        "redirect": warc_record(2, b"x", f"HTTP/1.1 301 Moved\r\n{html}"),
        "not_html": warc_record(3, b"x", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n"),
        "too_large": warc_record(4, b"x" * (READING.max_bytes + 1)),
        "robots": warc_record(5, b"x").replace(b"site.test/5", b"s.tt/robots.txt"),
        "revisit": warc_record(6, b"").replace(b"WARC-Type: response", b"WARC-Type: revisit"),
        "not_a_response": warc_record(7, b"x").replace(b"WARC-Type: response", b"WARC-Type: metadata"),
    }
    (tmp_path / "a.warc").write_bytes(b"".join(records.values()) + warc_record(8, page(8).encode()))
    (source,) = find_sources([str(tmp_path / "a.warc")], READING)
    assert [item.url for item in items_of(source)] == ["https://site.test/8"]
    assert source.skipped == dict.fromkeys(records, 1)


@pytest.mark.usefixtures("fastwarc")
def test_only_good_pages_of_a_warc_file_are_taken(tmp_path: Path) -> None:
    heads = {
        1: "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n",
        2: "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n",
        3: "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=GBK\r\n",
        4: "HTTP/1.1 200 OK\r\n",
        5: "HTTP/1.1 200 OK\r\nContent-Type: application/xhtml+xml\r\n",
    }
    records = [warc_record(i, page(i).encode(), head) for i, head in heads.items()]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    items = items_in(tmp_path / "a.warc")
    assert [item.url for item in items] == [f"https://site.test/{i}" for i in (3, 4, 5)]
    assert (items[0].charset or "").lower() == "gbk"


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("case", [bytes.lower, bytes.upper, bytes.title])
@pytest.mark.parametrize("compressed", [False, True])
def test_fields_of_a_warc_file_have_names_in_any_case(
    case: Callable[[bytes], bytes], tmp_path: Path, *, compressed: bool
) -> None:
    records = [
        re.sub(
            rb"^[\w-]+:", lambda found: case(found[0]), warc_record(i, page(i).encode()), flags=re.MULTILINE
        )
        for i in range(3)
    ]
    (tmp_path / "a.warc").write_bytes(b"".join(map(gzip.compress, records) if compressed else records))
    items = items_in(tmp_path / "a.warc")
    assert [item.html for item in items] == [page(i).encode() for i in range(3)]
    assert (items[2].url, items[2].fetched) == (
        "https://site.test/2",
        datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC),
    )
    places = [None] * 3 if compressed else [0, len(records[0]), len(records[0] + records[1])]
    assert [item.input["offset"] for item in items] == places


@pytest.mark.usefixtures("fastwarc")
def test_a_record_without_content_type_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    stated = b"Content-Type: application/http; msgtype=response\r\n"
    records = [
        warc_record(1, page(1).encode()),
        warc_record(2, page(2).encode(), "").replace(b": response", b": resource"),
        warc_record(3, b"GIF89a", "").replace(b": response", b": resource"),
    ]
    (tmp_path / "a.warc").write_bytes(b"".join(record.replace(stated, b"") for record in records))
    (source,) = find_sources([str(tmp_path / "a.warc")], READING)
    assert [item.html for item in source.items()] == [page(1).encode(), b"\r\n" + page(2).encode()]
    assert source.skipped == {"not_html": 1}


@pytest.mark.usefixtures("fastwarc")
def test_transfer_and_content_encodings_in_a_warc_file_are_undone(tmp_path: Path) -> None:
    packed = gzip.compress(page(1).encode())
    chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(packed), packed)
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
    head += "Transfer-Encoding: chunked\r\n"
    (tmp_path / "a.warc").write_bytes(warc_record(1, chunked, head))
    assert items_in(tmp_path / "a.warc")[0].html == page(1).encode()


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("n_bytes", [2, 40, 70, 200, 250])
def test_a_warc_file_that_breaks_off_ends_with_a_problem(
    n_bytes: int, compressed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(warc(3, compressed=compressed)[: len(warc(2, compressed=compressed)) + n_bytes])
    items = items_in(path)
    assert [item.key for item in items] == ["urn:uuid:" + "0" * 32, "urn:uuid:" + "0" * 31 + "1", str(path)]
    assert "cannot be read further than 2 pages" in reasons(items)[0]


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("data", [b"no WARC at all" * 50, b"\x1f\x8b\x08damaged"])
def test_what_is_no_warc_file_is_a_problem(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(data)
    assert len(reasons(items_in(tmp_path / "a.warc"))) == 1


@pytest.mark.usefixtures("fastwarc")
def test_a_huge_record_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(warc_record(1, b"x" * 3_000_000) + warc_record(2, page(2).encode()))
    (item,) = items_in(tmp_path / "a.warc")
    assert item.html == page(2).encode()


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("kind", ["response", "revisit", "metadata"])
def test_a_skipped_record_that_states_more_bytes_than_there_are_hides_no_page(
    kind: str, tmp_path: Path
) -> None:
    stated = b"Content-Length: %d" % 2**31
    lying = re.sub(rb"Content-Length: \d+", stated, warc_record(1, page(1).encode()))
    lying = lying.replace(b"WARC-Type: response", b"WARC-Type: " + kind.encode())
    (tmp_path / "a.warc").write_bytes(lying + warc_record(2, page(2).encode()))
    damaged, item = items_in(tmp_path / "a.warc")
    assert damaged.problem
    assert "is damaged" in damaged.problem.reason
    assert item.html == page(2).encode()


@pytest.mark.usefixtures("fastwarc")
def test_records_of_one_gzip_member_have_no_place_of_their_own(tmp_path: Path) -> None:
    alone = gzip.compress(warc_record(9, page(9).encode()))
    (tmp_path / "a.warc.gz").write_bytes(alone + gzip.compress(warc(3)) + alone)
    places = [(item.input["offset"], item.input["length"]) for item in items_in(tmp_path / "a.warc.gz")]
    size = (tmp_path / "a.warc.gz").stat().st_size
    assert places == [
        (0, len(alone)), (len(alone), None), (None, None), (None, None), (size - len(alone), len(alone)),
    ]  # fmt: skip


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("compressed", [False, True])
def test_the_place_of_a_page_leads_to_its_bytes(tmp_path: Path, *, compressed: bool) -> None:
    records = [
        warc_record(i, page(i).encode(), "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" if i % 2 else "")
        for i in range(6)
    ]
    data = [gzip.compress(record) if compressed else record for record in records]
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(data))
    whole, n_found = path.read_bytes(), 0
    for item in items_in(path):
        place = item.input
        found = whole[place["offset"] : place["offset"] + place["length"]]
        assert (gzip.decompress(found) if compressed else found) == records[int(item.key[-2:], 16)]
        assert (place["file"], place["target_uri"]) == (str(path), item.url)
        n_found += 1
    assert n_found == 3


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\nContent-Type: text/html; charset=GBK\n\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=GBK\r\n\n",
        b"HTTP/1.1 200 OK\nContent-Type: text/html; charset=GBK\n\r\n",
        b"HTTP/2 200\r\ncontent-type: text/html; charset=gbk\r\n\r\n",
        b"HTTP/2.0 200 OK\r\n:status: 200\r\ncontent-type: text/html; charset=gbk\r\n\r\n",
        b"HTTP/2\r\n:status: 200\r\ncontent-type: text/html; charset=gbk\r\n\r\n",
        b":status: 200\ncontent-type: text/html; charset=gbk\n\n",
        b'HTTP/1.1 200 OK\r\nContent-Type\r\nContent-Type: text/html; charset="gbk"\r\n\r\n',
        b"HTTP/1.1\t200  OK\r\nContent-Type:\r\nContent-Type: text/html;charset='gbk'\r\n\r\n",
    ],
)
def test_http_heads_with_other_line_ends_or_the_status_of_http_2(head: bytes, tmp_path: Path) -> None:
    whole = warc_record(1, b"").partition(b"HTTP/1.1")[0]
    content = head + page(1).encode()
    whole = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % len(content), whole) + content
    (tmp_path / "a.warc").write_bytes(whole + b"\r\n\r\n")
    (item,) = items_in(tmp_path / "a.warc")
    assert (item.html, (item.charset or "").lower()) == (page(1).encode(), "gbk")
    assert item.input["http_status"] == 200


@pytest.mark.usefixtures("fastwarc")
def test_any_number_of_interim_responses_hides_no_record(tmp_path: Path) -> None:
    many = b"HTTP/1.1 100 Continue\r\n\r\n" * 3000
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page(1).encode()
    odd = b":status: %b\r\n\r\n" % (b"2" * 9000)
    records = (warc_record(1, many + answer, ""), warc_record(2, odd, ""), warc_record(3, page(3).encode()))
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    (source,) = find_sources([str(tmp_path / "a.warc")], SourceReading(max_bytes=100_000))
    assert [item.html for item in items_of(source)] == [page(1).encode(), page(3).encode()]
    assert source.skipped == {"bad_status": 1}


@pytest.mark.usefixtures("fastwarc")
def test_the_status_of_http_2_alone_tells_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(warc_record(1, b"x", ":status: 404\r\ncontent-type: text/html\r\n"))
    (source,) = find_sources([str(tmp_path / "a.warc")], READING)
    assert list(items_of(source)) == []
    assert source.skipped == {"bad_status": 1}


def _deflate(data: bytes) -> bytes:
    """Compress without the header of zlib."""
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflater.compress(data) + deflater.flush()


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("Content-Encoding: x-gzip", gzip.compress(page(1).encode())),
        ("Content-Encoding: gzip, X-GZIP", gzip.compress(gzip.compress(page(1).encode()))),
        ("Content-Encoding: deflate", zlib.compress(page(1).encode())),
        ("Content-Encoding: deflate", _deflate(page(1).encode())),
        ("Content-Encoding: gzip", page(1).encode()),
        ("Content-Encoding: deflate", page(1).encode()),
        ("Content-Encoding: br", page(1).encode()),
        ("Content-Encoding: utf-8", page(1).encode()),
        ("Transfer-Encoding: chunked", page(1).encode()),
        (
            "Transfer-Encoding: chunked",
            b"%x ;a=b\r\n%b\r\n0;c\r\nX-Sum: 1\r\n\r\n" % (len(page(1)), page(1).encode()),
        ),
        ("Transfer-Encoding: chunked", b" %x\r\n%b\r\n" % (len(page(1).encode()), page(1).encode())),
        ("Transfer-Encoding: gzip, chunked", b"%x\r\n%b\r\n0\r\n\r\n" % (len(PACKED), PACKED)),
        ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", page(1).encode()),
        ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", gzip.compress(page(1).encode())),
        ("Transfer-Encoding: chunked\r\nContent-Encoding: deflate", zlib.compress(page(1).encode())),
        ("Content-Encoding: gzip", gzip.compress(page(1).encode()) + b"and more"),
        ("Content-Encoding: gzip", gzip.compress(page(1).encode()) + b"\n"),
        ("Content-Encoding: deflate", _deflate(page(1).encode()) + b"\r\n"),
        ("Content-Encoding: gzip", gzip.compress(page(1)[:9].encode()) + gzip.compress(page(1)[9:].encode())),
        ("Content-Encoding: gzip", zlib.compress(page(1).encode())),
        ("Content-Encoding: deflate", gzip.compress(page(1).encode())),
    ],
)
def test_encodings_that_are_named_otherwise_or_were_undone_before(
    encoding: str, body: bytes, tmp_path: Path
) -> None:
    (tmp_path / "a.warc").write_bytes(warc_record(1, body, f"{HTML_HEAD}{encoding}\r\n"))
    (item,) = items_in(tmp_path / "a.warc")
    assert item.html == page(1).encode()


def _with_damage(record: bytes, kind: str) -> bytes:
    member = bytearray(gzip.compress(record))
    if kind == "checksum":
        member[-6] ^= 1
    elif kind == "data":
        member[60:90] = bytes(30)
    elif kind == "cut":
        member = member[:-20]
    return bytes(member) if kind != "junk" else bytes(gzip.compress(record)) + b"junk \x1f\x8b\x08 junk"


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("kind", ["checksum", "data", "cut", "junk"])
@pytest.mark.parametrize("place", [0, 2])
def test_after_a_damaged_gzip_member_the_next_record_is_read(tmp_path: Path, kind: str, place: int) -> None:
    members = [gzip.compress(warc_record(i, page(i).encode())) for i in range(5)]
    members[place] = _with_damage(warc_record(place, page(place).encode()), kind)
    (tmp_path / "a.warc.gz").write_bytes(b"".join(members))
    items = items_in(tmp_path / "a.warc.gz")
    good = [item.html for item in items if item.problem is None]
    assert good == [page(i).encode() for i in range(5) if i != place or kind == "junk"]
    (damaged,) = (item for item in items if item.problem)
    assert damaged.problem is not None
    assert damaged.problem.error == "RecordDamaged"
    start = damaged.input["offset"]
    assert start + damaged.input["length"] == sum(map(len, members[: place + 1]))


@pytest.mark.parametrize("n_zeros", [60, 100, 140])
@pytest.mark.usefixtures("fastwarc")
def test_a_file_that_was_given_its_size_and_not_all_bytes_breaks_off(n_zeros: int, tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(warc(2, compressed=True)[:-n_zeros] + bytes(n_zeros))
    page, problem = items_in(tmp_path / "a.warc.gz")
    assert page.html
    assert problem.problem
    assert problem.problem.error in LOSSES


@pytest.mark.usefixtures("fastwarc")
def test_after_a_damaged_record_without_compression_the_next_one_is_read(tmp_path: Path) -> None:
    records = [warc_record(i, page(i).encode()) for i in range(4)]
    records[1] = records[1].replace(b"Content-Length: ", b"Content-Length: 9")
    records[2] = records[2].replace(b"WARC/1.0", b"CRAW/1.0")
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    items = items_in(tmp_path / "a.warc")
    assert [item.html for item in items if not item.problem] == [page(0).encode(), page(3).encode()]
    assert [item.problem.error for item in items if item.problem] == ["RecordDamaged"]


@pytest.mark.usefixtures("fastwarc")
def test_the_page_before_a_damaged_record_without_compression_is_kept(tmp_path: Path) -> None:
    records = [warc_record(i, page(i).encode()) for i in range(4)]
    records[2] = records[2].replace(b"WARC/1.0", b"CRAW/1.0")
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    items = items_in(tmp_path / "a.warc")
    assert [item.html for item in items if not item.problem] == [page(i).encode() for i in (0, 1, 3)]
    (damaged,) = (item for item in items if item.problem)
    assert (damaged.input["offset"], damaged.input["length"]) == (len(warc(2)), len(records[2]))


def _with_length(record: bytes, more: int) -> bytes:
    """Return a record that states so many bytes more than it has."""
    return re.sub(rb"(?<=Content-Length: )\d+", lambda found: b"%d" % (int(found[0]) + more), record)


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("more", [-400, -100, -4, -1, 1, 2, 3, 4, 5, 100])
def test_a_record_that_states_another_length_is_damage(
    more: int, *, compressed: bool, tmp_path: Path
) -> None:
    for place in (1, 2):
        records = [warc_record(i, page(i).encode()) for i in range(3)]
        records[place] = _with_length(records[place], more)
        (tmp_path / "a.warc").write_bytes(b"".join(map(gzip.compress, records) if compressed else records))
        items = items_in(tmp_path / "a.warc")
        good = [item.html for item in items if not item.problem]
        assert good == [page(i).encode() for i in range(3) if i != place]
        assert len(reasons(items)) == 1


@pytest.mark.usefixtures("fastwarc")
def test_a_compressed_record_that_states_the_bytes_of_the_next_one_too_is_damage(tmp_path: Path) -> None:
    records = [warc_record(i, page(i).encode()) for i in range(3)]
    records[1] = _with_length(records[1], len(records[2]))
    (tmp_path / "a.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))
    first, damaged, last = items_in(tmp_path / "a.warc.gz")
    assert [first.html, last.html] == [page(0).encode(), page(2).encode()]
    assert reasons([damaged])


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("end", [b"\r", b"\r\n", b"\r\n\r\n", b"\r\n\r\nWARC/1.0\r\n\r\n"])
def test_pages_that_end_as_records_do_are_whole(
    pack: Callable[[bytes], bytes], end: bytes, tmp_path: Path
) -> None:
    records = [warc_record(i, page(i).encode() + end) for i in range(3)]
    for data in (b"".join(map(pack, records)), pack(b"".join(records))):
        (tmp_path / "a.warc").write_bytes(data)
        items = items_in(tmp_path / "a.warc")
        assert [item.html for item in items] == [page(i).encode() + end for i in range(3)]


@pytest.mark.usefixtures("fastwarc")
def test_line_ends_after_the_last_record_are_no_damage(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(warc(2) + b"\r\n\r\n")
    assert reasons(items_in(tmp_path / "a.warc")) == []


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("compressed", [False, True])
def test_long_heads_hide_no_page(*, compressed: bool, tmp_path: Path) -> None:
    head = f"{HTML_HEAD}Set-Cookie: a={'b' * 70_000}\r\n"
    records = [warc_record(i, page(i).encode(), head) for i in range(3)]
    (tmp_path / "a.warc").write_bytes(b"".join(map(gzip.compress, records) if compressed else records))
    assert [item.html for item in items_in(tmp_path / "a.warc")] == [page(i).encode() for i in range(3)]


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize(
    "head",
    [
        f"\r\n{HTML_HEAD}", f"HTTP/1.1 100 Continue\r\n\r\n{HTML_HEAD}",
        HTML_HEAD.replace("text/html", "text/html, text/html; charset=utf-8"),
        HTML_HEAD.replace("text/html", '"text/html"'),
        HTML_HEAD.replace("text/html", "text/html charset=utf-8"),
        HTML_HEAD.replace("text/html", "text/html;\r\n charset=utf-8"), f"  {HTML_HEAD}",
        HTML_HEAD.replace("\r\n", "\r\nX-Title: 补充Content-Type: image/png\r\n", 1),  # its last byte is \x85
    ],
)  # fmt: skip
def test_odd_heads_are_those_of_pages(head: str, tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(warc_record(1, page(1).encode(), head))
    (item,) = items_in(tmp_path / "a.warc")
    assert item.html == page(1).encode()


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("Content-Encoding: gzip", b"no gzip at all"),
        ("Content-Encoding: gzip", gzip.compress(page(1).encode())[:40] + bytes(60)),
        ("Content-Encoding: gzip", gzip.compress(page(1).encode() * 9)[:-20]),
        ("Content-Encoding: x-gzip", gzip.compress(page(1).encode() * 9)[:-20]),
        ("Content-Encoding: gzip", gzip.compress(page(1).encode()) + gzip.compress(b"x")[:-8] + bytes(8)),
        ("Content-Encoding: deflate", zlib.compress(page(1).encode())[:-9]),
        ("Content-Encoding: deflate", _deflate(page(1).encode())[:-9]),
        ("Content-Encoding: " + ", " * 9, page(1).encode()),
        ("Content-Encoding: br", b"\xff\xff no brotli"),
        ("Transfer-Encoding: chunked", b"zz\r\nno chunk"),
        ("Transfer-Encoding: chunked", b"f" * 16 + b"\r\nlonger than memory"),
        ("Transfer-Encoding: chunked", b"3\r\n<p>\r\n9\r\ncut"),
    ],
    ids=[
        "no gzip",
        "bad gzip",
        "gzip breaks off",
        "x-gzip breaks off",
        "bad second gzip",
        "zlib breaks off",
        "deflate breaks off",
        "many",
        "bad br",
        "bad chunks",
        "huge chunk",
        "cut chunk",
    ],
)
def test_a_damaged_page_of_a_warc_file_does_not_hide_the_others(
    encoding: str, body: bytes, *, compressed: bool, tmp_path: Path
) -> None:
    heads = {
        1: f"{HTML_HEAD}{encoding}\r\n",
        2: f"{HTML_HEAD}{encoding}\r\n".replace("text/html", "image/png"),
    }
    records = [
        warc_record(i, body if i in heads else page(i).encode(), heads.get(i, HTML_HEAD)) for i in range(4)
    ]
    (tmp_path / "a.warc").write_bytes(b"".join(map(gzip.compress, records) if compressed else records))
    first, damaged, last = items_in(tmp_path / "a.warc")
    assert (damaged.key, damaged.url) == ("urn:uuid:" + "0" * 31 + "1", "https://site.test/1")
    assert reasons([first, damaged, last])[0].startswith("cannot be unpacked: ")
    assert [first.html, last.html] == [page(0).encode(), page(3).encode()]


@pytest.mark.usefixtures("fastwarc")
def test_a_page_of_very_many_gzip_members_is_read_in_linear_time(tmp_path: Path) -> None:
    body = gzip.compress(b"<p>") + gzip.compress(b"a") * 100_000
    (tmp_path / "a.warc").write_bytes(warc_record(1, body, f"{HTML_HEAD}Content-Encoding: gzip\r\n"))
    started = time.process_time()
    (item,) = items_in(tmp_path / "a.warc", reading=SourceReading(max_bytes=10_000_000))
    assert item.html == b"<p>" + b"a" * 100_000
    assert time.process_time() - started < 1


@pytest.mark.usefixtures("fastwarc")
def test_a_huge_damaged_record_of_a_warc_file_does_not_hide_the_others(tmp_path: Path) -> None:
    huge = warc_record(1, b"x" * 3_000_000, f"{HTML_HEAD}Content-Encoding: gzip\r\n")
    (tmp_path / "a.warc").write_bytes(huge + warc_record(2, page(2).encode()))
    (item,) = items_in(tmp_path / "a.warc")
    assert item.html == page(2).encode()


@pytest.mark.usefixtures("fastwarc")
def test_a_warc_file_as_wget_writes_it(tmp_path: Path) -> None:
    """wget sets the address in angle brackets, and adds its manifest and its log as resources."""
    response = warc_record(1, page(1).encode()).replace(b"https://site.test/1", b"<https://site.test/1>")
    log = response.replace(b"WARC-Type: response", b"WARC-Type: resource")
    log = log.replace(b"application/http; msgtype=response", b"text/plain")
    (tmp_path / "a.warc").write_bytes(log + response)
    assert [item.url for item in items_in(tmp_path / "a.warc")] == ["https://site.test/1"]


@pytest.mark.usefixtures("fastwarc")
def test_resources_of_a_warc_file_are_pages_by_their_own_type(tmp_path: Path) -> None:
    whole = warc_record(1, page(1).encode(), "").replace(b"WARC-Type: response", b"WARC-Type: resource")
    whole = whole.replace(b"application/http; msgtype=response", b"text/html; charset=utf-8")
    (tmp_path / "a.warc").write_bytes(whole)
    assert items_in(tmp_path / "a.warc")[0].html == b"\r\n" + page(1).encode()


# -- Parquet ------------------------------------------------------------------------------------------


def test_a_parquet_file_with_text_or_bytes(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    for html in ([page(0), page(1), None], [page(0).encode(), page(1).encode(), None]):
        parquet.write_table(
            pa.table({"html": html, "url": ["https://site.test/0", None, None], "x": [1, 2, 3]}), path
        )
        items = items_in(path)
        assert [item.html for item in items] == html
        assert [item.key for item in items] == [f"{path}:{i}" for i in (1, 2, 3)]
        assert items[0].url == "https://site.test/0"
        assert len(reasons(items)) == 1


def test_other_columns_of_a_parquet_file_are_carried(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
    path = tmp_path / "a.parquet"
    row = {
        "html": page(0), "id": "a", "label": "news", "day": date(2026, 5, 2), "raw": b"\xff",
        "parts": [{"n": 1}],
    }  # fmt: skip
    pytest.importorskip("pyarrow.parquet").write_table(pa.Table.from_pylist([row]), path)
    (item,) = items_in(path)
    assert item.extra == {"id": "a", "label": "news", "day": "2026-05-02", "parts": [{"n": 1}]}
    for columns, extra in (("key,text", {"id": "a"}), ("key,extra", item.extra)):
        reading = SourceReading.of(10_000, BatchOptions(columns=columns))
        assert items_in(path, reading=reading)[0].extra == extra


def test_times_of_a_parquet_file_may_have_nanoseconds_and_bytes_within_values_are_left_out(
    tmp_path: Path,
) -> None:
    pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
    nanoseconds = 1_714_644_000_123_456_789
    columns = {
        "html": [page(0)],
        "fetched": pa.array([nanoseconds], pa.timestamp("ns", tz="Asia/Shanghai")),
        "local": pa.array([nanoseconds], pa.timestamp("ns")),
        "length": pa.array([1_001], pa.duration("ns")),
        "clock": pa.array([1_001], pa.time64("ns")),
        "signs": [[b"\xff"]],
        "within": pa.array([[{"at": nanoseconds}]], pa.list_(pa.struct([("at", pa.timestamp("ns"))]))),
        "large": pa.array([[nanoseconds]], pa.large_list(pa.timestamp("ns"))),
        "pair": pa.array([[nanoseconds] * 2], pa.list_(pa.timestamp("ns"), 2)),
        "named": pa.array([[("at", nanoseconds)]], pa.map_(pa.string(), pa.timestamp("ns"))),
    }
    pytest.importorskip("pyarrow.parquet").write_table(pa.table(columns), tmp_path / "a.parquet")
    (item,) = items_in(tmp_path / "a.parquet")
    assert item.fetched == datetime(2024, 5, 2, 10, 0, 0, 123456, tzinfo=UTC)
    assert item.extra == {
        "fetched": "2024-05-02 18:00:00.123456+08:00", "local": "2024-05-02 10:00:00.123456",
        "length": "0:00:00.000001", "clock": "00:00:00.000001", "signs": [None],
        "within": [{"at": "2024-05-02 10:00:00.123456"}], "large": ["2024-05-02 10:00:00.123456"],
        "pair": ["2024-05-02 10:00:00.123456"] * 2, "named": [["at", "2024-05-02 10:00:00.123456"]],
    }  # fmt: skip


def test_a_parquet_file_with_checksums_is_not_read_where_it_is_damaged(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
    path = tmp_path / "a.parquet"
    settings = {"compression": "none", "write_page_checksum": True}
    pytest.importorskip("pyarrow.parquet").write_table(pa.table({"html": [page(0)]}), path, **settings)
    path.write_bytes(path.read_bytes().replace(b"along the river", b"along the rover"))
    assert "CRC checksum" in reasons(items_in(path))[0]


def test_a_parquet_file_without_the_column_says_which_there_are(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
    pytest.importorskip("pyarrow.parquet").write_table(pa.table({"body": ["x"]}), tmp_path / "a.parquet")
    (reason,) = reasons(items_in(tmp_path / "a.parquet"))
    assert reason.endswith("there is no column 'html' (there are: body); see --html-field")


# -- stdin --------------------------------------------------------------------------------------------


def streamed(data: bytes, kind: str = "") -> list[BatchItem]:
    return list(StreamSource(io.BytesIO(data), READING, kind).items())


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_json_lines_on_stdin(suffix: str) -> None:
    data = json_lines(2).encode()
    assert [item.key for item in streamed(packed(data, suffix) if suffix else data)] == ["p0", "p1"]


@pytest.mark.parametrize(("line_end", "delimiter"), [("\r\n", ","), ("\n", "\t")])
def test_a_table_on_stdin(line_end: str, delimiter: str) -> None:
    rows = [["id", "html", "mine"], ["a", "<p>It rained.", "b"]]
    data = "".join(delimiter.join(row) + line_end for row in rows).encode()
    for kind in ("", "csv"):
        assert [(item.key, item.extra["mine"]) for item in streamed(data, kind)] == [("a", "b")]


def test_lines_in_utf16_on_stdin_say_so() -> None:
    with pytest.raises(InputError, match="it is in UTF-16"):
        streamed(json_lines(1).encode("utf-16"))


def test_urls_on_stdin() -> None:
    assert [item.url for item in streamed(b"https://site.test/1\nhttps://site.test/2\n")] == [
        "https://site.test/1", "https://site.test/2",
    ]  # fmt: skip


@pytest.mark.usefixtures("fastwarc")
@pytest.mark.parametrize("compressed", [False, True])
def test_warc_on_stdin(compressed: bool) -> None:
    assert [item.html for item in streamed(warc(2, compressed=compressed))] == [
        page(0).encode(),
        page(1).encode(),
    ]


def test_an_empty_stdin_has_no_pages() -> None:
    assert streamed(b"") == []


def test_a_page_on_stdin_is_read_and_an_archive_is_not() -> None:
    mail = b"MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n" + page(1).encode()
    for found in (page(1).encode(), page(1).encode("utf-16"), mail):
        for data in (found, gzip.compress(found)):
            assert [(item.key, item.html) for item in streamed(data)] == [("stdin", found)]
    for data in (tar_of(["1.html"]), gzip.compress(tar_of(["1.html"]))):
        with pytest.raises(InputError, match="name the file by its path"):
            streamed(data)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_read_as_stdin(tmp_path: Path) -> None:
    pipe = tmp_path / "63"  # as the shell's <(…)
    os.mkfifo(pipe)
    for data, keys in ((json_lines(2).encode(), ["p0", "p1"]), (page(1).encode(), [str(pipe)])):
        writer = threading.Thread(target=pipe.write_bytes, args=(data,))
        writer.start()
        assert [item.key for item in items_in(pipe)] == keys
        writer.join()


def test_urls_on_stdin_below_a_line_with_a_colon_are_no_mail() -> None:
    found = streamed(b"Note: what to read\nhttps://site.test/1\n")
    assert [item.url for item in found if not item.problem] == ["https://site.test/1"]


def test_another_file_on_stdin_is_named() -> None:
    with pytest.raises(InputError, match="this is a PDF"):
        streamed(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n" + bytes(200))


def test_stdin_cannot_be_parquet() -> None:
    with pytest.raises(OptionError, match="name a file"):
        streamed(b"", "parquet")


# -- pages that are files -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suffix", "damage"),
    [
        (".gz", "cut"), (".gz", "corrupt"), (".gz", "other"), (".xz", "cut"), (".xz", "corrupt"),
        (".xz", "other"), (".zst", "cut"), (".zst", "corrupt"), (".zst", "other"),
    ],
)  # fmt: skip
def test_a_damaged_page_file_is_one_kind_of_problem_and_keeps_its_path(
    suffix: str, damage: str, tmp_path: Path
) -> None:
    data = packed(page(1).encode(), suffix)
    path = tmp_path / f"a.html{suffix}"
    middle = len(data) // 2
    path.write_bytes(
        {"cut": data[:middle], "corrupt": data[:middle] + b"\xff" * middle, "other": b"no pack"}[damage]
    )
    record = PageRecorder(Options(), "text")(BatchItem(key="a page", path=str(path)))
    assert (record["outcome"], record["error"]) == ("error", "InputError")
    assert "cannot be read" in record["reason"]
    assert str(tmp_path) not in record["reason"]


# -- lists of paths -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("separator", "kind"), [(b"\0", ""), (b"\n", "files")])
def test_paths_on_stdin_are_read_each_once_and_a_missing_one_is_a_problem(
    separator: bytes, kind: str, tmp_path: Path
) -> None:
    folder_of(tmp_path / "春 a", 2)
    (tmp_path / "b.jsonl").write_text(json_lines(1))
    names = [tmp_path / "春 a" / "000.html", tmp_path / "gone.html", tmp_path / "b.jsonl"]
    names = [*names, tmp_path / "春 a" / "000.html"]
    data = separator.join(os.fsencode(name) for name in names) + separator
    items = list(items_of(StreamSource(io.BytesIO(data), READING, kind)))
    assert [item.key for item in items] == [str(names[0]), str(names[1]), "p0"]
    assert ["does not exist" in reason for reason in reasons(items)] == [True]


def test_a_file_with_a_list_of_paths(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "a", 2)
    (tmp_path / "list").write_text(f"{folder / '001.html'}\n{folder / '000.html'}\n")
    items = items_in(tmp_path / "list", kind="files")
    assert [Path(item.key).name for item in items] == ["001.html", "000.html"]
