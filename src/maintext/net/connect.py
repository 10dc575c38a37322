"""Sockets that go to a checked address and keep a deadline.

A plain socket timeout restarts with every byte, so a server that drips bytes could hold us for
ever. The sockets here shorten their timeout before each receive to what is left of the whole.
"""

from __future__ import annotations

import socket
import ssl
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import WriteableBuffer

    from maintext.net.address import Address

__all__ = ["Deadline", "connected", "encrypted"]


class Deadline:
    """A point in time, handed out in steps that are no longer than a per-operation limit.

    Parameters
    ----------
    step_s
        Longest single step, in seconds.
    total_s
        Seconds from now to the deadline.
    """

    def __init__(self, step_s: float, total_s: float) -> None:
        self.step_s = step_s
        self.total_s = total_s
        self._end = time.monotonic() + total_s

    @property
    def passed(self) -> bool:
        """Whether the deadline is over."""
        return time.monotonic() >= self._end

    def step(self) -> float:
        """Return how many seconds the next operation may take.

        Raises
        ------
        TimeoutError
            The deadline is over.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("the total time is used up")
        return min(self.step_s, left)


class _TimedSocket(socket.socket):
    """A socket whose every receive ends by the deadline."""

    deadline: Deadline

    def recv_into(self, buffer: WriteableBuffer, nbytes: int | None = None, flags: int = 0) -> int:
        self.settimeout(self.deadline.step())
        return super().recv_into(buffer, nbytes or 0, flags)


class _TimedTLSSocket(_TimedSocket, ssl.SSLSocket):
    """The same under TLS: the receive it shortens is SSLSocket's."""


def connected(addresses: Sequence[Address], deadline: Deadline) -> socket.socket:
    """Connect to the first of some addresses that answers.

    Parameters
    ----------
    addresses
        One or more, tried in this order; nothing is looked up again.
    deadline
        Limits each attempt, and every later receive.

    Raises
    ------
    OSError
        None answered; the error (``TimeoutError`` among others) of the last attempt.
    """
    failure: OSError = ConnectionError("the host has no address")
    for address in addresses:
        try:
            return _connected(address, deadline)
        except OSError as err:
            failure = err
    raise failure


def _connected(address: Address, deadline: Deadline) -> socket.socket:
    """Connect to one address; a kind of address that the system has switched off is an error as others."""
    sock = _TimedSocket(address.family, socket.SOCK_STREAM)
    sock.deadline = deadline
    try:
        sock.settimeout(deadline.step())
        sock.connect(address.sockaddr)
    except BaseException:
        sock.close()
        raise
    return sock


def encrypted(sock: socket.socket, host: str, deadline: Deadline) -> socket.socket:
    """Start TLS on a connected socket and check the certificate against the host name.

    Parameters
    ----------
    sock
        Connected; owned by the result afterwards, closed on failure.
    host
        Name or IP address for SNI and the certificate check.
    deadline
        Limits the handshake, and every later receive.

    Raises
    ------
    ssl.SSLError
        The handshake failed; ``ssl.SSLCertVerificationError`` when the certificate is at fault.
    OSError
        The connection broke or timed out.
    """
    try:
        context = ssl.create_default_context()
        context.set_alpn_protocols(["http/1.1"])
        context.sslsocket_class = _TimedTLSSocket
        sock.settimeout(deadline.step())
        wrapped = context.wrap_socket(sock, server_hostname=host.rstrip("."))
    except BaseException:
        sock.close()
        raise
    if isinstance(wrapped, _TimedTLSSocket):
        wrapped.deadline = deadline
    return wrapped
