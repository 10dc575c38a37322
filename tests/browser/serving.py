"""A workbench that runs in a thread, for tests."""

from __future__ import annotations

import threading
import time
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

import pytest
from tests.loopback import Loopback, Reply, answering

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


def canary() -> AbstractContextManager[Loopback]:
    """Serve nothing, and note what is asked for."""
    return answering(lambda _path: Reply(kind="text/plain"))
