"""Six sites from an address to a table, by the commands of a person; then the sites change."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from tests.recipe_sites import FAULTS, SITES, SiteServer, serve_site
from tests.unit.browser.real import needs_browser

from maintext.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words), "--allow-private"])


def rows_of(table: Path) -> list[dict[str, str]]:
    with table.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=needs_browser if site.in_browser else ()) for name, site in SITES.items()
    ],
)
def served(request: pytest.FixtureRequest) -> Iterator[SiteServer]:
    with serve_site(SITES[request.param]) as site:
        yield site


@pytest.fixture(scope="module")
def recipe(served: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the recipe as learned and after the run that completes what it expects."""
    path = tmp_path_factory.mktemp(served.site.name) / "site.toml"
    learned = run("learn", served.url + served.site.start, *served.site.options, "-o", path, "--delay", "0")
    assert learned.exit_code == 0, learned.output
    table = path.with_name("first.csv")
    first = run("run", path, "-o", table)
    assert first.exit_code == 0, first.output
    return path


def test_the_table_has_every_entry_with_what_was_taught(served: SiteServer, recipe: Path) -> None:
    rows = {row["url"].removeprefix(served.url): row for row in rows_of(recipe.with_name("first.csv"))}
    assert list(rows) == list(served.site.entries)
    for path, taught in served.site.entries.items():
        assert {name: rows[path][name] for name in taught} == taught


@pytest.mark.parametrize("name", FAULTS)
def test_a_run_tells_what_is_lost_and_what_differs_and_completes_after_repair(
    served: SiteServer, recipe: Path, name: str, tmp_path: Path
) -> None:
    fault, n = FAULTS[name], len(served.site.entries)
    if served.site.name not in fault.sites:
        pytest.skip("this fault has no place on this site")
    expected, table = recipe.read_bytes(), tmp_path / "table.csv"
    fault.change(served)
    try:
        disturbed = run("run", recipe, "-o", table)
    finally:
        served.repair()
    last = disturbed.stderr.strip().splitlines()[-1]
    assert disturbed.exit_code == fault.exit_code, disturbed.output
    assert f"{n} as expected" not in last
    assert recipe.read_bytes() == expected, "a disturbed run teaches nothing"
    again = run("run", recipe, "-o", table, "--resume")
    assert again.exit_code == 0, again.output
    assert sorted(row["url"].removeprefix(served.url) for row in rows_of(table)) == sorted(
        served.site.entries
    )
