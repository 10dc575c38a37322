from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.unit.batch.store.test_store import URL, put, record

from maintext.batch.store import export
from maintext.batch.store.export import COLUMNS, check_database, write_sheet
from maintext.errors import OptionError

if TYPE_CHECKING:
    from maintext.batch.store.database import Store


@pytest.fixture
def filled(store: Store) -> Store:
    put(
        store,
        record(title="=SUM(A1)", text="line\nline", markdown="**b**", n_words=2),
        record(f"{URL}/2", title="雨"),
    )
    return store


def test_json_lines_have_the_whole_record(filled: Store, tmp_path: Path) -> None:
    assert export(filled, tmp_path / "out.jsonl") == 2
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert (lines[0]["markdown"], lines[0]["fields"], lines[1]["title"]) == ("**b**", {"tags": ["雨"]}, "雨")


def test_csv_has_a_row_a_record_and_no_formulas(filled: Store, tmp_path: Path) -> None:
    export(filled, tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == list(COLUMNS)
    assert (rows[0]["title"], rows[0]["text"], rows[1]["n_words"]) == ("'=SUM(A1)", "line\nline", "")


def test_a_sheet_has_texts_that_are_no_formulas(filled: Store, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed (extra xlsx)")
    export(filled, tmp_path / "out.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").active
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    title = sheet.cell(2, 1 + list(COLUMNS).index("title"))
    assert rows[0] == list(COLUMNS)
    assert (title.value, title.data_type, len(rows)) == ("=SUM(A1)", "s", 3)


def test_texts_that_a_cell_cannot_hold_are_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("openpyxl", reason="openpyxl is not installed (extra xlsx)")
    rows = [["x" * 40_000, "y"], ["z" * 32_767, "w" * 32_768]]
    assert write_sheet(tmp_path / "out.xlsx", {"a": str, "b": str}, rows) == 2
    assert "2 texts are cut at 32767 characters" in caplog.text


def test_a_cell_holds_half_as_many_characters_that_excel_counts_as_two(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed (extra xlsx)")
    rows = [["😀" * 20_000], ["😀" * 16_383]]
    assert write_sheet(tmp_path / "out.xlsx", {"a": str}, rows) == 1
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").active
    assert [sheet.cell(row, 1).value for row in (2, 3)] == ["😀" * 16_383] * 2


def test_parquet_keeps_types_and_nulls(filled: Store, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra parquet)")
    export(filled, tmp_path / "out.parquet")
    table = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert (table[0]["n_words"], table[1]["n_words"], table[1]["title"]) == (2, None, "雨")


def test_a_folder_has_a_file_a_record_and_none_of_an_earlier_title(filled: Store, tmp_path: Path) -> None:
    export(filled, tmp_path / "out")
    put(filled, record(f"{URL}/2", title="雪", markdown="下雪了。"), run=2)
    assert export(filled, tmp_path / "out") == 2
    files = sorted(path.name[:3] for path in (tmp_path / "out").iterdir())
    content = next((tmp_path / "out").glob("雪*")).read_text("utf-8")
    assert files == ["SUM", "雪-" + files[1][2]]
    assert content.startswith(f'---\ntitle: "雪"\nurl: "{URL}/2"\n')
    assert 'tags: ["雨"]\n---\n\n' in next((tmp_path / "out").glob("SUM*")).read_text("utf-8")
    assert content.rstrip().endswith("下雪了。")


def test_another_ending_is_an_option_error(filled: Store, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="end the name in"):
        export(filled, tmp_path / "out.docx")


def test_a_place_that_cannot_be_written_is_an_option_error(filled: Store, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot write"):
        export(filled, tmp_path / "missing" / "out.jsonl")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://me:secret@127.0.0.1:1/news", "no server answers at this host and port"),
        ("postgresql://me:se@cret@127.0.0.1:1/news", "write an @ in the password as %40"),
        ("postgresql://127.0.0.1:port/news", "this is no URL of a database"),
        ("postgresql://127.0.0.1:1/", "name the database after the last /"),
        ("oracle://127.0.0.1/news", "write a URL like postgresql://"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_without_the_password(url: str, why: str) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(OptionError) as caught:
        check_database(url)
    assert why in str(caught.value)
    assert "cret" not in str(caught.value)
