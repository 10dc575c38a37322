"""A server on the loopback address that answers as a test says."""

from __future__ import annotations

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["Loopback", "Reply", "answering"]

_NOTHING: Mapping[str, str] = {}


class Reply(NamedTuple):
    """What is sent back."""

    body: str | bytes = b""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = _NOTHING


class Loopback(NamedTuple):
    """A server that runs: its URL without slash at the end, and the paths that it was asked for."""

    url: str
    asked: list[str]


@contextmanager
def answering(answer: Callable[[str], Reply | str | bytes | None]) -> Iterator[Loopback]:
    """Serve what a function gives for a path with its query until the block ends; ``None`` is a 404."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            found = answer(self.path)
            reply = found if isinstance(found, Reply) else Reply(found or b"", 404 if found is None else 200)
            body = reply.body.encode() if isinstance(reply.body, str) else reply.body
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_HEAD = do_OPTIONS = do_GET  # noqa: N815 - names of the library

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        # The poll is how long the end of a block waits at most.
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield Loopback(f"http://127.0.0.1:{server.server_port}", asked)
        server.shutdown()
