"""Records of a recipe as a table: taught fields and what the list shows are columns."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.sites.recipe.test_recipe import HOST, Site

from maintext.app.workbench.runs.folder import RunFolder
from maintext.app.workbench.runs.records import RecordWriter, query_records, write_export
from maintext.crawl.recipe_table import MAIN, RecipeTable, write_rows
from maintext.metadata.moment import parse_moment
from maintext.rows import field_columns
from maintext.sites.listing import Item
from maintext.sites.recipe import DetailRule, Limits, ListRule, Recipe, RecipeRecord, TableRule, run_recipe
from maintext.sites.wrapper import BodyRule, FieldRule, Wrapper, parse_locator, parse_path

NAMES = ("Table of oak", "Chair of elm", "Bench of ash", "Stool of pine")
PROSE = "".join(f"<p>It is made by hand in a workshop, and sent in {n} days.</p>" for n in range(3))


def site() -> Site:
    cards = "".join(
        f"<li><img src=/small/{i}.jpg><a href=/p/{i}.html><h2>{name}</h2></a><b class=cost>{i + 3} eur</b>"
        for i, name in enumerate(NAMES)
    )
    products = {
        f"/p/{i}.html": f"<main><h1>{name}</h1>{PROSE}<p class=pics>{i} pictures</p>"
        f"<i class=sort>sort {i}</i></main>"
        for i, name in enumerate(NAMES)
    }
    return Site(**{"/shop/": f"<ul>{cards}</ul>", **products})


def recipe(*fields: str) -> Recipe:
    places = {"images": "p.pics", "kind": "i.sort", "Weight": "i.sort", "weight": "p.pics", "title": "h1"}
    rules = tuple(FieldRule(name, (parse_locator(places[name]),)) for name in fields)
    wrapper = Wrapper("shop", BodyRule((parse_path("main"),)), rules)
    return Recipe(
        list=ListRule(start=(f"{HOST}/shop/",)),
        detail=DetailRule(wrapper=wrapper),
        limits=Limits(delay_s=0),
    )


def rows(of: Recipe) -> list[dict[str, object]]:
    return [RecipeTable.of(of).row(record.to_dict()) for record in run_recipe(of, site())]


def test_a_taught_field_wins_over_what_the_page_has() -> None:
    assert [row["images"] for row in rows(recipe("images"))] == [f"{i} pictures" for i in range(4)]


def test_a_taught_field_with_the_name_of_a_column_has_one_of_its_own() -> None:
    of = recipe("kind", "title", "Weight", "weight")
    assert RecipeTable.of(of).columns() == (
        *MAIN[:3], "field.kind", "Weight", "field.weight", *MAIN[3:]
    )  # fmt: skip
    row = rows(of)[1]
    assert (row["field.kind"], row["Weight"], row["field.weight"]) == ("sort 1", "sort 1", "1 pictures")
    assert row["title"] == NAMES[1]


def test_what_the_list_shows_is_in_the_row() -> None:
    row = rows(recipe())[2]
    assert (row["listed.cost"], row["listed.image_url"]) == ("5 eur", f"{HOST}/small/2.jpg")


def test_a_date_of_the_list_without_a_year_is_in_the_row() -> None:
    item = Item("A title", f"{HOST}/1", date_text="05-01")
    table = RecipeTable.of(recipe())
    assert table.row(RecipeRecord(item, None).to_dict())["listed.date_text"] == "05-01"
    dated = replace(item, date=parse_moment("2026-05-01"))
    assert "listed.date_text" not in table.row(RecipeRecord(dated, None).to_dict())


def test_a_table_of_a_run_gets_the_columns_of_the_list(tmp_path: Path) -> None:
    of = recipe("images")
    with RecordWriter(tmp_path / "r.sqlite", RecipeTable.of(of).columns()) as writer:
        for row in rows(of):
            writer.widen([name for name in row if name.startswith("listed.")])
            writer.add(row)
    found = query_records(
        tmp_path / "r.sqlite", {"start": 0, "limit": 100, "sort": "listed.cost", "order": "down"}
    )
    assert found["columns"][:6] == [
        "title", "author", "published", "images", "listed.image_url", "listed.cost"
    ]  # fmt: skip
    assert [row["values"][5] for row in found["rows"]] == ["6 eur", "5 eur", "4 eur", "3 eur"]


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_rows_are_a_file_by_its_ending(tmp_path: Path, ending: str) -> None:
    of, path = recipe("images"), tmp_path / f"out{ending}"
    write_rows(RecipeTable.of(of), rows(of), path)
    if ending == ".csv":
        assert path.read_bytes().startswith(b"\xef\xbb\xbftitle,")
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = list(csv.reader(file))
    else:
        openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed (extra xlsx)")
        table = [[cell.value for cell in row] for row in openpyxl.load_workbook(path).active.iter_rows()]
    assert table[0][3:6] == ["images", "listed.image_url", "listed.cost"]
    assert [row[5] for row in table[1:]] == ["3 eur", "4 eur", "5 eur", "6 eur"]


NUMBER_CASES = {
    "price": (("999.00", "0.5", "12"), [999.0, 0.5, 12.0]),
    "stock": (("14", "", "0"), [14, None, 0]),
    "code": (("0042", "17", "3"), ["0042", "17", "3"]),
    "mixed": (("5", "12-15", "7"), ["5", "12-15", "7"]),
    "long": (("1234567890123456", "1", "2"), ["1234567890123456", "1", "2"]),
    "phone": (("13800001111", "13800002222", "13800003333"), ["13800001111", "13800002222", "13800003333"]),
    "nothing": (("", "", ""), [None, None, None]),
}


def number_recipe() -> Recipe:
    text = {"phone"}
    rules = tuple(
        FieldRule(name, (parse_locator(f"b.{name}"),), form="" if name in text else "number")
        for name in NUMBER_CASES
    )
    start = ListRule(start=(f"{HOST}/shop/",))
    columns = TableRule(columns=("cost = price", *(name for name in NUMBER_CASES if name != "price")))
    return Recipe(
        list=start, detail=DetailRule(wrapper=Wrapper("shop", BodyRule(rest="default"), rules)), table=columns
    )


def number_rows() -> list[dict[str, object]]:
    named = {"cost" if name == "price" else name: values for name, (values, _) in NUMBER_CASES.items()}
    return [{name: values[i] for name, values in named.items()} for i in range(3)]


def read_columns(path: Path) -> dict[str, list[object]]:
    if path.suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra parquet)")
        return dict(parquet.read_table(path).to_pydict())
    if path.suffix == ".sqlite":
        with closing(sqlite3.connect(path)) as database:
            found = database.execute("SELECT * FROM records ORDER BY rowid")
            names, table = [column[0] for column in found.description], found.fetchall()
    elif path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            names, *table = csv.reader(file)
    else:
        openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed (extra xlsx)")
        names, *table = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
    return {name: [row[place] for row in table] for place, name in enumerate(names)}


@pytest.mark.parametrize("writer", ["run", "workbench"])
@pytest.mark.parametrize("ending", ["csv", "xlsx", "parquet", "sqlite"])
def test_columns_of_plain_numbers_are_numbers(tmp_path: Path, ending: str, writer: str) -> None:
    table, path = RecipeTable.of(number_recipe()), tmp_path / f"out.{ending}"
    if writer == "run" and ending == "sqlite":
        pytest.skip("maintext run writes no SQLite")
    if writer == "run":
        write_rows(table, number_rows(), path)
    else:
        folder = RunFolder(tmp_path)
        folder.write_request({"kind": "recipe"})
        with RecordWriter(folder.records, table.columns(), table.numbers) as records:
            for row in number_rows():
                records.add(row)
        write_export(folder, ending, path)
        by_cost = {"start": 0, "limit": 100, "sort": "cost", "order": "up"}
        assert [row["n"] for row in query_records(folder.records, by_cost)["rows"]] == [2, 3, 1]
    found = read_columns(path)
    for name, (written, typed) in NUMBER_CASES.items():
        wanted = list(written) if ending == "csv" else typed
        values = found["cost" if name == "price" else name]
        assert values == wanted, name  # "999.00" and 999.0 are not equal


def test_columns_of_a_store_hold_what_its_runs_were_taught(tmp_path: Path) -> None:
    store = pytest.importorskip("maintext.batch.store")
    pytest.importorskip("sqlalchemy")
    place = tmp_path / "s.sqlite"
    odd = """it's "odd" """.strip()
    with store.open_store(str(place)) as opened:
        run = opened.begin_run([], {"fields": ["price", odd, "sizes", "kind"]})
        values = {"price": "5 €", odd: "x", "sizes": ["S", "M"], "kind": "chair"}
        record = {"url": HOST, "canonical_url": HOST, "fetched": "2026-01-01T00:00:00+00:00",
                  "outcome": "found", "title": "Chair", "fingerprint": f"{7:016x}", "fields": values,
                  "authors": [], "text": "Text"}  # fmt: skip
        with opened.transaction() as connection:
            opened.put(connection, [record], run.id)
        store.export(opened, tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        row = next(csv.DictReader(file))
    expected = {"price": "5 €", odd: "x", "sizes": "S; M", "field.kind": "chair"}
    assert {name: row[name] for name in expected} == expected
    assert list(row)[-1] == "text"
    table = query_records(place, {"start": 0, "limit": 100, "sort": "price", "order": "up"})
    shown = dict(zip(table["columns"], table["rows"][0]["values"], strict=True))
    assert {name: shown[name] for name in expected} == expected
    assert table["columns"].index("price") < table["columns"].index("source")
    with closing(sqlite3.connect(place)) as database:
        assert database.execute("SELECT count(*) FROM pages").fetchone() == (1,)


def test_a_run_that_goes_on_with_a_wrapper_has_its_columns() -> None:
    store = pytest.importorskip("maintext.batch.store")
    pytest.importorskip("sqlalchemy")
    with store.open_store("sqlite://") as opened:
        opened.begin_run([], {"delay_s": 1})
        opened.begin_run([], {"delay_s": 1, "fields": ["price"]})
        opened.begin_run([], {"delay_s": 1})
        assert opened.field_columns() == {"price": "price"}


def test_columns_differ_in_more_than_capital_letters() -> None:
    assert field_columns(["Url", "price", "Price", "price"], ["url"]) == {
        "field.Url": "Url", "price": "price", "field.Price": "Price",
    }  # fmt: skip


def test_a_recipe_without_a_wrapper_has_the_common_columns() -> None:
    plain = replace(recipe(), detail=DetailRule())
    assert RecipeTable.of(plain).columns() == MAIN
