"""Run the server; the only file that imports uvicorn."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from maintext.app.workbench.settings import ServeOptions
from maintext.errors import OptionError, needs_extra

if TYPE_CHECKING:  # imported on first use
    import uvicorn

__all__ = ["serve"]

_IDLE_S = 10  # seconds an unused connection is kept
_BACKLOG = 256
_END_S = 5  # seconds that requests have to end when the server stops


def serve(options: ServeOptions, started: Callable[[str], None] = lambda _page_url: None) -> None:
    """Run the workbench until it is interrupted.

    Files of this process and its runs are readable only for this user (umask 077).

    ``started`` is called with the URL of the page when the port is open.

    Raise :class:`MissingExtraError` if a library of the extra ``serve`` is not installed,
    :class:`OptionError` if the port cannot be opened.
    """
    with needs_extra("starlette, uvicorn and pydantic", "serve"):
        import uvicorn  # noqa: PLC0415 - an extra

        from maintext.app.workbench.app import build_app  # noqa: PLC0415
    with _open_socket(options) as sock, _private_files():
        config = uvicorn.Config(
            build_app(options), log_level="warning", access_log=False, server_header=False,
            proxy_headers=False, ws="none", timeout_keep_alive=_IDLE_S, timeout_graceful_shutdown=_END_S,
        )  # fmt: skip
        started(_page_url(options, sock))
        _make_server(config).run(sockets=[sock])


@contextmanager
def _private_files() -> Iterator[None]:
    """Write files that no other user can read; child processes inherit this."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _make_server(config: uvicorn.Config) -> uvicorn.Server:
    """Return a server that ends on SIGHUP (a closed terminal) as it does on SIGTERM."""
    import uvicorn  # noqa: PLC0415 - an extra

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            with super().capture_signals():
                number = getattr(signal, "SIGHUP", None)
                if number is None or signal.getsignal(number) is signal.SIG_IGN:
                    yield
                    return
                before = signal.signal(number, self.handle_exit)
                try:
                    yield
                finally:
                    signal.signal(number, before)

    return Server(config)


def _open_socket(options: ServeOptions) -> socket.socket:
    """Open the port."""
    try:
        infos = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)
        family, _, _, _, address = infos[0]
        return socket.create_server(address, family=family, backlog=_BACKLOG)
    except OSError as error:
        why = f"cannot listen on {options.host} port {options.port}: {error.strerror or error}"
        raise OptionError(f"{why}; try another --port") from error


def _page_url(options: ServeOptions, sock: socket.socket) -> str:
    """Return the URL of the page; browsers do not send the token in its fragment."""
    host = f"[{options.host}]" if ":" in options.host else options.host
    fragment = f"#token={options.token}" if options.token else ""
    return f"http://{host}:{sock.getsockname()[1]}/{fragment}"
