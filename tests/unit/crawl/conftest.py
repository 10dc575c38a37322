"""The fixtures of stores, for crawls too."""

from __future__ import annotations

from tests.unit.batch.store.conftest import place, postgres_address, store

__all__ = ["place", "postgres_address", "store"]
