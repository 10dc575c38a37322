"""A site of short articles, one for each day, shared by the tests that break a crawl."""

from __future__ import annotations

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

N_GOOD = 5
TEXT = (
    "<p>On day {} the river rose by a metre in a single night, and the people of the lower town carried their"
    " furniture to the upper floors. The mayor opened the school as a shelter, and by noon the fire brigade"
    " had filled two thousand bags with sand.</p>"
)
QUICK: dict[str, Any] = {"allow_private": True, "delay_s": 0.0, "sitemaps": False, "robots": False}


def article(name: str, *, head: str = "") -> str:
    return f"<title>Day {name}</title>{head}<article><h1>Day {name}</h1>{TEXT.format(name) * 3}</article>"


def front_page(odd: Iterable[str]) -> str:
    """Return a page that links to the odd pages and the good ones."""
    names = [*odd, *map(str, range(N_GOOD))]
    return "<title>Days</title>" + "".join(f"<li><a href=/{name}>Day {name}</a>" for name in names)


class DaysHandler(BaseHTTPRequestHandler):
    """Answers with an article, or with what ``page`` of a subclass returns."""

    def page(self, name: str) -> str:
        return article(name)

    def headers_for(self, name: str) -> dict[str, str]:  # noqa: ARG002 - for subclasses
        return {}

    def do_GET(self) -> None:
        name = self.path.strip("/")
        body, headers = self.page(name), self.headers_for(name)
        self.send_response(301 if "Location" in headers else 200)
        self.send_header("Content-Type", "application/rss+xml" if body.startswith("<rss") else "text/html")
        for key, value in headers.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve(handler: type[DaysHandler]) -> Iterator[str]:
    """Give the URL of a server that runs while a block does."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()
