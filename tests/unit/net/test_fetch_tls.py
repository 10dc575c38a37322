"""Certificates and TLS."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING

from tests.unit.net.answering import LOCAL, Site, drip, failure, page, serving, to

from maintext import errors
from maintext.net import FetchOptions, fetch

if TYPE_CHECKING:
    from pathlib import Path


def test_tls_names_the_host(trusted: Site) -> None:
    assert fetch(f"https://site.test:{trusted.port}/", LOCAL).body == b"secret"
    assert trusted.server_names == ["site.test"]


def test_tls_certificate_of_another_host(trusted: Site, names: dict[str, list[str]]) -> None:
    names["other.test"] = ["127.0.0.1"]
    err = failure(f"https://other.test:{trusted.port}/")
    assert type(err) is errors.FetchError
    assert "certificate of other.test" in err.message
    assert "Hostname mismatch" in err.message


def test_tls_certificate_nobody_trusts(site: Site, tmp_path: Path) -> None:
    site.use_tls(tmp_path / "site.pem")
    err = failure(f"https://127.0.0.1:{site.port}/")
    assert "certificate" in err.message
    assert "not accepted" in err.message


def test_tls_to_a_plain_server() -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain:
        thread = threading.Thread(target=_answer_plainly, args=(plain,))
        thread.start()
        err = failure(f"https://127.0.0.1:{plain.getsockname()[1]}/")
        thread.join()
    assert "try the http:// URL" in err.message


def _answer_plainly(server: socket.socket) -> None:
    sock, _ = server.accept()
    with sock:
        sock.recv(4096)
        sock.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def test_dripping_tls_server_meets_the_total_timeout(trusted: Site) -> None:
    trusted.pages["/"] = drip(b"HTTP/1.1 200 OK\r\n\r\n")
    options = FetchOptions(allow_private=True, timeout_s=20, total_timeout_s=0.4)
    begin = time.monotonic()
    assert isinstance(failure(f"https://site.test:{trusted.port}/", options), errors.FetchTimeoutError)
    assert time.monotonic() - begin < 10


def test_downgrade_to_http_is_followed(trusted: Site, names: dict[str, list[str]]) -> None:
    names["plain.test"] = ["127.0.0.1"]
    with serving() as plain:
        plain.pages["/"] = page(b"plain")
        trusted.pages["/"] = to(f"http://plain.test:{plain.port}/")
        assert fetch(f"https://site.test:{trusted.port}/", LOCAL).body == b"plain"
