"""A workbench that runs in a thread, for tests."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("starlette")
uvicorn = pytest.importorskip("uvicorn")

from maintext.app.workbench import ServeOptions  # noqa: E402
from maintext.app.workbench.app import build_app  # noqa: E402
from maintext.net import Response  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["canary", "page_at", "serving"]


@contextmanager
def serving(
    options: ServeOptions | None = None, fetch: Callable[[str], Response] | None = None
) -> Iterator[str]:
    """Give the address of a running workbench, without slash at the end."""
    app = build_app(options or ServeOptions(), fetch)
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", ws="none", access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started:
        assert thread.is_alive(), "the server ended"
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(15)
        assert not thread.is_alive()


def page_at(pages: dict[str, str]) -> Callable[[str], Response]:
    """Make a fetch that knows some pages."""

    def fetch(url: str) -> Response:
        body = pages[url].encode()
        return Response(
            url=url, requested_url=url, status=200, headers={}, body=body, charset="utf-8",
            content_type="text/html",
        )  # fmt: skip

    return fetch


@contextmanager
def canary() -> Iterator[tuple[str, list[str]]]:
    """Give the address of a server that notes what it is asked for, and its notes."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_POST = do_HEAD = do_OPTIONS = do_GET  # noqa: N815 - names of the library

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
