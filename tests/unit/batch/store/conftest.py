"""Stores of each kind for the same tests."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.site_server.postgres import new_database, postgres, why_no_postgres

if TYPE_CHECKING:
    from maintext.batch.store.database import Store

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
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
    return new_database(request.getfixturevalue("postgres_address"), f"test{next(_numbers)}")


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    from maintext.batch.store import open_store  # noqa: PLC0415

    with open_store(place) as opened:
        yield opened
