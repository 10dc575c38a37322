"""The server of the test site: on loopback, a thread a connection, with a log of what was asked."""

# ruff: noqa: ARG005 - routes take the handler, the server and the match, and most need one of them

from __future__ import annotations

import contextlib
import gzip
import re
import threading
import time
from collections.abc import Callable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.site_server.content import SECTIONS, Site

SLOW_S = 600.0
ROBOTS = "User-agent: *\nDisallow: /private/\nSitemap: HOST/sitemap_index.xml\n"


class SiteServer:
    """A test site that answers while the context is open.

    Attributes
    ----------
    log
        Host, path and time of every request.
    """

    def __init__(self, site: Site, *, robots: str = ROBOTS, port: int = 0) -> None:
        self.site, self.robots = site, robots
        self.log: list[tuple[str, str, float]] = []
        self.closing = threading.Event()
        self.fail_once: set[str] = set()  # paths that fail the first time
        self.gone: set[str] = set()
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.site_server = self
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def asked(self, prefix: str = "/") -> list[str]:
        """Paths that were asked for, those that begin so."""
        return [path for _, path, _ in self.log if path.startswith(prefix)]

    def article_urls(self) -> set[str]:
        return {self.url + path for path in self.site.paths}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    site_server: SiteServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients hang up on slow answers, that is what they are for."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        world, path = self.server.site_server, self.path
        world.log.append((self.headers.get("Host", ""), path, time.monotonic()))
        with contextlib.suppress(ConnectionError):
            if path in world.gone:
                self._send(b"gone", 410)
            elif path in world.fail_once:
                world.fail_once.remove(path)
                self._send(b"busy", 503, [("Retry-After", "0")])
            else:
                self._answer(world, path)

    def _answer(self, world: SiteServer, path: str) -> None:
        for pattern, answer in _ROUTES:
            match = pattern.fullmatch(path)
            if match and answer(self, world, match) is not None:
                return
        number = world.site.paths.get(path.partition("?")[0])
        part = re.fullmatch(r"(.*)_(\d)\.html", path)
        if number is not None:
            self._page(world.site.article_page(number))
        elif part and (number := world.site.paths.get(f"{part[1]}.html")) is not None:
            self._page(world.site.article_page(number, int(part[2])))
        else:
            self._send(b"<title>Not found</title><p>There is nothing here.</p>", 404)

    def _page(self, body: bytes | None) -> bool:
        if body is None:
            self._send(b"<p>no such page</p>", 404)
        else:
            other = f"localhost:{self.server.site_server.port}".encode()
            # The encoding stands in the page only, as on many sites.
            self._send(body.replace(b"http://OTHER", b"http://" + other))
        return True

    def _xml(self, text: str, *, zipped: bool = False) -> bool:
        body = text.replace("HOST", self.server.site_server.url).encode()
        self._send(
            gzip.compress(body, 1) if zipped else body,
            kind="application/xml" if not zipped else "application/gzip",
        )
        return True

    def _redirect(self, place: str, headers: Any = ()) -> bool:
        self._send(b"", 302, [("Location", place), *headers])
        return True

    def _send(self, body: bytes, status: int = 200, headers: Any = (), kind: str = "text/html") -> bool:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        return True

    def _drip(self, piece: bytes, every_s: float) -> bool:
        """Send pieces until the client or the server has enough."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Connection", "close")
        self.end_headers()
        end = time.monotonic() + SLOW_S
        while time.monotonic() < end and not self.server.site_server.closing.wait(every_s):
            self.wfile.write(piece)
            self.wfile.flush()
        return True

    def _cookies(self) -> bool:
        if "seen=1" in self.headers.get("Cookie", ""):
            return self._send(
                b"<title>Cookies</title><h1>Cookies</h1><p>"
                + b"This page wants a cookie to be read. " * 20
                + b"</p>"
            )
        return self._redirect("/cookies", [("Set-Cookie", "seen=1; Path=/")])


@cache
def bomb() -> bytes:
    """Gzip of 1 GB of zeros: a hundred members of 10 MB."""
    return gzip.compress(bytes(10_000_000), 9) * 100


Answer = Callable[[_Handler, SiteServer, "re.Match[str]"], "bool | None"]
_ROUTES: tuple[tuple[re.Pattern[str], Answer], ...] = tuple(
    (re.compile(pattern), answer)
    for pattern, answer in (
        (r"/", lambda h, w, m: h._page(w.site.home())),
        (
            r"/robots\.txt",
            lambda h, w, m: h._send(w.robots.replace("HOST", w.url).encode(), kind="text/plain"),
        ),
        (r"/sitemap_index\.xml", lambda h, w, m: h._xml(w.site.sitemap_index())),
        (r"/sitemaps/(\d+)\.xml\.gz", lambda h, w, m: h._xml(w.site.sitemap(int(m[1])), zipped=True)),
        (r"/feed\.xml", lambda h, w, m: h._xml(w.site.feed())),
        (r"/list/(\d)/(\d+)", lambda h, w, m: h._page(w.site.list_page(SECTIONS[int(m[1])], int(m[2])))),
        (r"/forum/(\d+)", lambda h, w, m: h._page(w.site.forum(int(m[1])))),
        (r"/forum/thread-(\d+)\.html", lambda h, w, m: h._page(w.site.thread(int(m[1])))),
        (r"/calendar/(\d+)/(\d+)", lambda h, w, m: h._page(w.site.calendar(int(m[1]), int(m[2])))),
        (
            r"/calendar/(\d+)/(\d+)/(\d+)",
            lambda h, w, m: h._page(w.site.day(int(m[1]), int(m[2]), int(m[3]))),
        ),
        (r"/loop/a", lambda h, w, m: h._redirect("/loop/b")),
        (r"/loop/b", lambda h, w, m: h._redirect("/loop/a")),
        (r"/self", lambda h, w, m: h._redirect("/self")),
        (r"/redirect/private", lambda h, w, m: h._redirect("http://10.0.0.1/secret")),
        (r"/redirect/outside", lambda h, w, m: h._redirect(f"http://localhost:{w.port}/outside")),
        (r"/redirect/(\d+)", lambda h, w, m: h._redirect(f"/redirect/{int(m[1]) + 1}")),
        (
            r"/refresh",
            lambda h, w, m: h._send(b'<meta http-equiv="refresh" content="0; url=/redirected.html">'),
        ),
        (r"/cookies", lambda h, w, m: h._cookies()),
        (r"/broken", lambda h, w, m: h._send(b"<p>error</p>", 500)),
        (r"/slow", lambda h, w, m: h._drip(b"<p>", 1.0)),
        (r"/endless", lambda h, w, m: h._drip(b"<p>more</p>" * 10_000, 0.001)),
        (r"/bomb", lambda h, w, m: h._send(bomb(), headers=[("Content-Encoding", "gzip")])),
        (r"/bomb\.gz\.html", lambda h, w, m: h._send(bomb(), kind="text/html")),
        (r"/picture", lambda h, w, m: h._send(b"\x89PNG\r\n", kind="image/png")),
        (r"/empty", lambda h, w, m: h._send(b"")),
        (r"/private/.*", lambda h, w, m: h._send(b"<p>not for robots</p>")),
    )
)
