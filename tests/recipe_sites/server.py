"""Serves a site on the loopback address; its pages can be changed while it is served."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.recipe_sites.kinds import RecipeSite


@dataclass
class SiteServer:
    """A site that is served, and its pages as they are now."""

    site: RecipeSite
    url: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)  # paths that answer 500

    def repair(self) -> None:
        """Put every page back as it was."""
        self.pages, self.broken = dict(self.site.pages), set()


@contextmanager
def serve_site(site: RecipeSite) -> Iterator[SiteServer]:
    """Serve a site on a free port of the loopback address until the block ends."""
    served = SiteServer(site)
    served.repair()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = served.pages.get(self.path)
            status = 500 if self.path in served.broken else 404 if page is None else 200
            self.send_response(status)
            self.send_header("Content-Type", "application/json" if "/data/" in self.path else "text/html")
            self.end_headers()
            body = (page or "").replace("charset=utf-8", f"charset={site.charset}")
            self.wfile.write(body.encode(site.charset) if status == 200 else b"<p>failed</p>")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        served.url = f"http://127.0.0.1:{http.server_port}"
        yield served
        http.shutdown()
