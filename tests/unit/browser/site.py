"""A small site on the loopback interface, with pages that need a browser."""

from __future__ import annotations

import contextlib
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["served"]

LATER = """<div id=out></div><script>
setTimeout(() => fetch('/data').then(r => r.text()).then(t => { out.innerHTML = t }), 3000)</script>"""
MORE = """<ul id=list></ul><button id=more>Load more</button><script>
let n = 0;
more.onclick = () => { n++; list.innerHTML += `<li>entry ${n}</li>`; if (n == 3) more.remove(); }</script>"""
GROWING = """<div id=box></div><script>let n = 0;
function add() { box.insertAdjacentHTML('beforeend', `<p style="height:3000px">part ${++n}</p>`); } add();
addEventListener('scroll', () => {
    if (n < 4 && scrollY + innerHeight >= document.body.scrollHeight - 50) add(); });</script>"""
PAGES = {
    "/plain": "<title>Plain</title><p>Plain text.</p><img src=/picture.png>",
    "/later": LATER,
    "/data": "<p class=late>Late text.</p>",
    "/more": MORE,
    "/growing": GROWING,
    "/spinning": "<p>x</p><script>setTimeout(() => { while (true); })</script>",
    "/asks": "<p>x</p><script>alert('stop'); document.body.append('after the alert');"
    "console.error('oh')</script>",
    "/opens": "<p>Text.</p><script>open('/plain'); document.body.append('after the window')</script>",
    "/long": "<p>" + "word " * 50_000,
}


class _Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        if self.path == "/to-file":
            self._send(302, "", ("Location", "file:///etc/hosts"))
        elif self.path == "/to-private":
            self._send(302, "", ("Location", "http://127.0.0.1:8009/"))
        elif self.path == "/binary":
            self._send(200, "\0\1", ("Content-Type", "application/octet-stream"))
        elif self.path == "/pdf":
            self._send(200, "%PDF", ("Content-Type", "application/pdf"))
        elif self.path == "/endless":
            self._endless()
        else:
            html = PAGES.get(self.path)
            self._send(
                404 if html is None else 200, html or "none", ("Content-Type", "text/html; charset=utf-8")
            )

    def _send(self, status: int, body: str, *headers: tuple[str, str]) -> None:
        data = body.encode()
        self.send_response(status)
        for name, value in (*headers, ("Content-Length", str(len(data)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _endless(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Connection", "close")
        self.end_headers()
        with contextlib.suppress(OSError):
            for _ in range(200):
                self.wfile.write(b"<p>" + b"more and more " * 5000)
                time.sleep(0.05)

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def served() -> Iterator[tuple[str, list[str]]]:
    """Serve the site; gives its address, and the list of paths that were asked for."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answer)
    server.daemon_threads = True
    server.block_on_close = False
    server.asked = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", server.asked  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()
