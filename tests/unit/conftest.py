"""Stores of each kind for the same tests, of stores and of crawls."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from maintext.batch.store.database import Store

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    pytest.importorskip("pwd")  # not on Windows
    from tests.site_server.postgres import postgres, why_no_postgres  # noqa: PLC0415

    if why := why_no_postgres():
        pytest.skip(why)
    with postgres() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store is."""
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")
    if request.param == "sqlite":
        return str(tmp_path / "records.sqlite")
    address = request.getfixturevalue("postgres_address")
    from tests.site_server.postgres import new_database  # noqa: PLC0415 - not on Windows

    return new_database(address, f"test{next(_numbers)}")


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    from maintext.batch.store import open_store  # noqa: PLC0415

    with open_store(place) as opened:
        yield opened
