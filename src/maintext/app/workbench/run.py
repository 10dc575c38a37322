"""The server: the one file that knows uvicorn."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

from maintext.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import uvicorn

    from maintext.app.workbench.settings import ServeOptions

__all__ = ["serve"]

_IDLE_S = 10  # seconds an unused connection is kept
_BACKLOG = 256
_END_S = 5  # seconds that requests have to end when the server stops


def serve(options: ServeOptions, started: Callable[[str], None] = lambda _address: None) -> None:
    """Run the workbench until it is interrupted.

    What this process writes meanwhile, and what its runs write, no other user can read (a umask of 077).

    Parameters
    ----------
    options
        Address, token, limits.
    started
        Called with the address of the page once the port is open.

    Raises
    ------
    MissingExtraError
        Starlette or uvicorn is not installed.
    OptionError
        The address cannot be listened on.
    """
    try:
        import uvicorn  # noqa: PLC0415 - an extra

        from maintext.app.workbench.app import build_app  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("starlette and uvicorn", "serve") from error
    with _listening(options) as sock, _private_files():
        config = uvicorn.Config(
            build_app(options),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            timeout_keep_alive=_IDLE_S,
            timeout_graceful_shutdown=_END_S,
        )
        started(_address(options, sock))
        _server(config).run(sockets=[sock])


@contextmanager
def _private_files() -> Iterator[None]:
    """Write files that no other user can read; the processes that are started inherit that."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _server(config: uvicorn.Config) -> uvicorn.Server:
    """Return a server that a closed terminal ends as SIGTERM does: runs and workers end with it."""
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


def _listening(options: ServeOptions) -> socket.socket:
    """Open the port before anything is told about it."""
    try:
        infos = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)
        family, _, _, _, address = infos[0]
        return socket.create_server(address, family=family, backlog=_BACKLOG)
    except OSError as error:
        reason = error.strerror or error
        raise OptionError(
            f"cannot listen on {options.host} port {options.port}: {reason}; try another --port"
        ) from error


def _address(options: ServeOptions, sock: socket.socket) -> str:
    """Address of the page; the token stands behind the #, which browsers do not send."""
    host = f"[{options.host}]" if ":" in options.host else options.host
    behind = f"#token={options.token}" if options.token else ""
    return f"http://{host}:{sock.getsockname()[1]}/{behind}"
