"""A crawl with a wrapper whose site changes between two runs: the last line and the drift tell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.unit.crawl.test_parts import QUICK, page, prose, served

from maintext.batch.store import open_store
from maintext.crawl import crawl
from maintext.crawl.counts import report_lines
from maintext.sites.wrapper import (
    BodyRule,
    FieldRule,
    Wrapper,
    WrapperLayout,
    parse_locator,
    parse_path,
    write_wrapper,
)

N = 11
FACTS = "<table><tr><td>Weight</td><td class=w>{} kg</td></tr></table><b class=price>{} €</b>"


def shop_pages() -> dict[str, str]:
    link = "<a href=/item/{}>A table of oak for a kitchen</a> <p>In oak and ash.</p>"
    body = "<div class=text>{}</div>" + FACTS
    items = [page(f"Table {i}", body.format(prose(i), 3 + i, 100 + 7 * i)) for i in range(N)]
    pages = {f"/item/{i}": one for i, one in enumerate(items)}
    return {"/": page("Tables", "".join(map(link.format, range(N))))} | pages


def rename(old: str, new: str, first: int = 0) -> Callable[[dict[str, str]], dict[str, str]]:
    def change(pages: dict[str, str]) -> dict[str, str]:
        late = {f"/item/{i}" for i in range(first, N)}
        return {path: body.replace(old, new) if path in late else body for path, body in pages.items()}

    return change


def with_foreign_pages(pages: dict[str, str]) -> dict[str, str]:
    foreign = {
        path: f"<title>Parked</title><div id=parked><h2>This domain {path}</h2>{prose(3)}</div>"
        for path in (f"/item/{i}" for i in range(3))
    }
    return pages | foreign


FAULTS = {
    "label": (rename("<td>Weight</td><td class=w>", "<td>"), "weight: empty on all 11 records"),
    "old price": (
        rename("<b class=price>", "<b class=price>999 €</b> <b class=price>"),
        "price: several values under its selector on 11 records",
    ),
    "same price": (rename("<b class=price>1", "<b class=price>ask</b><i>1"), "price: the same on all"),
    "template": (
        rename("class=text", "class=t2", first=7), "4 records that fitted the wrapper do not any more",
    ),
    "all": (rename("class=text", "class=t2"), "11 of 11 records do not fit the wrapper"),
    "foreign": (with_foreign_pages, "3 records that fitted the wrapper do not any more"),
}  # fmt: skip


def wrapper_file(folder: Path) -> str:
    rules = (
        FieldRule("price", (parse_locator("b.price"),)),
        FieldRule("weight", (parse_locator('td.w :label("Weight")'),)),
    )
    layout = WrapperLayout((parse_path("div.text"),), least_landmarks=0.5)
    wrapper = Wrapper("shop", BodyRule((parse_path("div.text"),)), rules, layout)
    write_wrapper(wrapper, folder / "shop.toml")
    return str(folder / "shop.toml")


def test_the_drift_of_a_crawl_is_told_and_ends_with_repair(tmp_path: Path) -> None:
    wrapper, whole = wrapper_file(tmp_path), shop_pages()
    pages = dict(whole)
    with served(pages) as (host, _), open_store("sqlite://") as store:

        def crawl_again() -> list[str]:
            report = crawl(f"{host}/", store, wrapper=wrapper, **QUICK)
            last = report_lines(report)[-1]
            assert bool(report.drift) == last.startswith("  the records are not as expected: ")
            return report.drift

        assert crawl_again() == []
        for name, (change, said) in FAULTS.items():
            pages |= change(whole)
            assert any(said in one for one in crawl_again()), name
            pages |= whole
            assert crawl_again() == [], name
        assert store.n_records() == N
