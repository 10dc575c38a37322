"""Sites and names for the tests of fetching."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest
from tests.unit.net.answering import Site, page, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as server:
        yield server


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Host names and their addresses; a host that is not in it (nor an address) does not exist."""
    known: dict[str, list[str]] = {}
    real = socket.getaddrinfo

    def lookup(host: str, port: int, **kinds: int) -> list[object]:
        if host not in known:
            return list(real(host, port, flags=socket.AI_NUMERICHOST, **kinds))
        return [row for ip in known[host] for row in real(ip, port, flags=socket.AI_NUMERICHOST, **kinds)]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    return known


@pytest.fixture
def trusted(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: dict[str, list[str]]) -> Site:
    """The site with a certificate for site.test that this computer trusts."""
    names["site.test"] = ["127.0.0.1"]
    site.use_tls(tmp_path / "site.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "site.pem"))
    site.pages["/"] = page(b"secret")
    return site
