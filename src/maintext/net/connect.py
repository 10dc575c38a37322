"""Sockets with a deadline, connected to checked addresses.

A plain socket timeout restarts with every byte, so a server that drips bytes could block forever. These
sockets limit each receive to the remaining time.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.net.address import Address

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["Deadline", "open_socket", "start_tls"]


class Deadline:
    """A limit of ``total_s`` seconds from now, together with a limit of ``step_s`` per operation."""

    def __init__(self, step_s: float, total_s: float) -> None:
        self.step_s = step_s
        self.total_s = total_s
        self._end = time.monotonic() + total_s

    @property
    def passed(self) -> bool:
        """True once the total time is used up."""
        return time.monotonic() >= self._end

    def step(self) -> float:
        """Return the time limit of the next operation in seconds.

        Raises TimeoutError: the total time is used up.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("the total time is used up")
        return min(self.step_s, left)


class _TimedSocket(socket.socket):
    """A socket that applies a deadline to every receive."""

    deadline: Deadline

    def recv_into(self, buffer: WriteableBuffer, nbytes: int | None = None, flags: int = 0) -> int:
        self.settimeout(self.deadline.step())
        return super().recv_into(buffer, nbytes or 0, flags)


class _TimedTLSSocket(_TimedSocket, ssl.SSLSocket):
    """The same under TLS: it limits the receives of SSLSocket."""


def open_socket(addresses: Sequence[Address], deadline: Deadline) -> socket.socket:
    """Connect to the first of one or more addresses that answers, in their order.

    The deadline limits each attempt and every later receive.

    Raises OSError: none answered; it is the error of the last attempt, for example ``TimeoutError``.
    """
    failure: OSError = ConnectionError("the host has no address")
    for address in addresses:
        try:
            return _connect_to(address, deadline)
        except OSError as err:
            failure = err
    raise failure


def _connect_to(address: Address, deadline: Deadline) -> socket.socket:
    sock = _TimedSocket(address.family, socket.SOCK_STREAM)
    sock.deadline = deadline
    try:
        sock.settimeout(deadline.step())
        sock.connect(address.sockaddr)
    except BaseException:
        sock.close()
        raise
    return sock


def start_tls(sock: socket.socket, host: str, deadline: Deadline) -> socket.socket:
    """Start TLS on a connected socket and check the certificate against the host name.

    The result owns the connection of ``sock``, unless there is an error. The deadline limits the handshake
    and every later receive.

    Raises
    ------
    ssl.SSLError
        The handshake failed; ``ssl.SSLCertVerificationError`` for a bad certificate.
    OSError
        The connection broke or timed out.
    """
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    context.sslsocket_class = _TimedTLSSocket
    sock.settimeout(deadline.step())
    wrapped = context.wrap_socket(sock, server_hostname=host.rstrip("."))
    if isinstance(wrapped, _TimedTLSSocket):
        wrapped.deadline = deadline
    return wrapped
