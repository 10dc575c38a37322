"""A crawl with a wrapper: the fields that it was taught are columns of the export."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.unit.crawl.test_parts import QUICK, page, prose, served
from tests.unit.net.test_proxies import proxy

from maintext.batch.store import export, open_store
from maintext.crawl import crawl
from maintext.crawl.counts import report_lines
from maintext.sites.wrapper import BodyRule, FieldRule, Wrapper, parse_locator, parse_path, write_wrapper

PLACES = {"price": "b.price", "kind": "i.sort", "category": "i.sort", "title": "h1", "tags": "u",
          "authors": "b.price"}  # fmt: skip


def test_taught_fields_are_columns_of_the_file(tmp_path: Path) -> None:
    rules = tuple(FieldRule(name, (parse_locator(place),)) for name, place in PLACES.items())
    write_wrapper(Wrapper("shop", BodyRule((parse_path("main"),)), rules), tmp_path / "shop.toml")
    facts = "<b class=price>5 €</b> <i class=sort>chair</i> <u>oak</u>"
    pages = {"/chair": page("Chair of oak", prose(1) + facts)}
    with served(pages) as (host, _), open_store("sqlite://") as store:
        crawl(f"{host}/chair", store, wrapper=str(tmp_path / "shop.toml"), **QUICK)
        export(store, tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    expected = {
        "price": "5 €", "field.authors": "5 €", "field.kind": "chair", "category": "chair",
        "title": "Chair of oak", "tags": "oak",
    }  # fmt: skip
    assert {name: row[name] for name in expected} == expected
    assert list(row).count("title") == 1


def test_records_that_the_wrapper_does_not_fit_are_counted(tmp_path: Path) -> None:
    rules = (FieldRule("price", (parse_locator("b.price"),), required=True),)
    write_wrapper(Wrapper("shop", BodyRule((parse_path("main"),)), rules), tmp_path / "shop.toml")
    link = "<a href=/table>A table of oak for eight people</a>"
    pages = {
        "/chair": page("Chair of oak", prose(1) + "<b class=price>5 €</b>" + link),
        "/table": page("Table of oak", prose(2) + "<b class=cost>9 €</b>"),
    }
    with served(pages) as (host, _), open_store("sqlite://") as store:
        report = crawl(f"{host}/chair", store, wrapper=str(tmp_path / "shop.toml"), **QUICK)
    assert dict(report.counts.wrapped) == {"fits": 1, "other": 1}
    assert report.drift
    assert "  1 of 2 records do not fit the wrapper; their field drift says why" in report_lines(report)


def test_a_crawl_goes_through_its_proxies() -> None:
    with proxy() as (place, asked), open_store("sqlite://") as store:
        given = QUICK | {"allow_private": False, "proxies": (f"http://me:pw@{place}",), "robots": True}
        crawl("http://nowhere.invalid/a", store, **given)
        crawl("http://127.0.0.1:1/a", store, **given)
    assert asked == [
        ("http://nowhere.invalid/robots.txt", "Basic bWU6cHc="),
        ("http://nowhere.invalid/a", "Basic bWU6cHc="),
    ]
