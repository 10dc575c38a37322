"""Requests, redirects, statuses and bodies: the HTTP part of fetching a page."""

from __future__ import annotations

import http.client
import ssl
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING

import urllib3.exceptions as wire
from urllib3.connection import HTTPConnection
from urllib3.response import HTTPResponse
from urllib3.util.request import ACCEPT_ENCODING

from maintext.errors import FetchError, FetchTimeoutError, HttpStatusError, PageTooLargeError
from maintext.net.address import Target, addresses, parse_target, redirected, without_userinfo
from maintext.net.connect import Deadline, connected, encrypted
from maintext.net.model import FetchOptions, Response, charset_of, media_type_of

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

__all__ = ["failure_message", "fetch", "status_message", "timeout_message"]

_DEFAULTS = FetchOptions()
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CHUNK_BYTES = 65_536
_REASON_CHARACTERS = 100
# Real codings that urllib3 may be unable to undo; bogus ones ("utf-8", "none") are ignored as browsers do.
_OPTIONAL_CODINGS = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})

# What to say of an exception: the first row that fits, so special cases stand before their bases.
_FAILURES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    (
        (ssl.SSLCertVerificationError,),
        "the TLS certificate of {host} was not accepted: {reason}; check the host name and the local clock",
    ),
    (
        (ssl.SSLError, wire.SSLError),
        "TLS with {host} failed ({reason}); the port may not speak TLS: try the http:// address",
    ),
    (
        (http.client.RemoteDisconnected,),
        "{host} closed the connection without an answer; try again later",
    ),
    (
        (ConnectionRefusedError,),
        "{host} refused the connection; check the port, or try later when the server runs",
    ),
    (
        (wire.DecodeError,),
        "the compressed page is damaged and cannot be decompressed; try again later",
    ),
    (
        (wire.ProtocolError,),
        "the page broke off or its framing is broken ({reason}); try again later",
    ),
    (
        (OSError,),
        "the connection to {host} failed ({reason}); check the network, or try again later",
    ),
    (
        (Exception,),
        "the answer of {host} is not valid HTTP ({reason}); check the scheme and the port",
    ),
)


def fetch(url: str, options: FetchOptions = _DEFAULTS) -> Response:
    """Fetch a page with one GET request per redirect hop, and return its decompressed bytes.

    The address of every hop is resolved and checked before the connection, and the connection
    goes to exactly the checked address; TLS is verified against the host name. Proxies from the
    environment are not used: the check would then be about the proxy's address, not the page's.
    Nothing is retried, no cookies are kept, and ``<meta http-equiv=refresh>`` is not followed.

    Parameters
    ----------
    url
        An ``http://`` or ``https://`` URL; non-ASCII hosts and paths are encoded. A user name and
        password in it are sent as Basic authorization to that scheme, host and port only, and
        appear in no error and no result.
    options
        Limits and headers.

    Returns
    -------
    Response
        The page after redirects; its body may be empty.

    Raises
    ------
    AddressRefusedError
        The URL is not http(s), or an address of its host is not public.
    FetchTimeoutError
        One step took longer than ``timeout_s``, or everything longer than ``total_timeout_s``.
    HttpStatusError
        The status is 400 or higher; the body is not read.
    PageTooLargeError
        The decompressed body has more than ``max_bytes`` bytes; exactly as many are fine.
    FetchError
        Anything else: name lookup, connection, TLS, malformed or truncated answers, redirects.
    """
    target = parse_target(url)
    deadline = Deadline(options.timeout_s, options.total_timeout_s)
    for _ in range(options.max_redirects + 1):
        with _exchange(target, options, deadline) as answer:
            if answer.status not in _REDIRECTS:
                _check_status(answer, target)
                return _response(
                    answer, _body(answer, target, options), target, without_userinfo(url.strip())
                )
            target = _next_target(answer, target)
    raise FetchError(
        f"more than {options.max_redirects} redirects; the site may send visitors without cookies in"
        " circles: open it in a browser and use the final address, or raise max_redirects",
        url=target.url,
        stage="fetch",
    )


@contextmanager
def _exchange(target: Target, options: FetchOptions, deadline: Deadline) -> Iterator[HTTPResponse]:
    """Send the request; give the answer with its body unread, and close everything afterwards."""
    with _reported(target, deadline), ExitStack() as stack:
        sock = _socket(target, options, deadline)
        stack.callback(sock.close)
        connection = stack.enter_context(
            closing(HTTPConnection(target.host, target.port, timeout=deadline.step()))
        )
        connection.sock = sock
        connection.request("GET", target.path, headers=_headers(target, options), preload_content=False)
        yield stack.enter_context(closing(connection.getresponse()))


def _socket(target: Target, options: FetchOptions, deadline: Deadline) -> socket.socket:
    allowed = addresses(target, allow_private=options.allow_private, timeout_s=deadline.step())
    sock = connected(allowed, deadline)
    return encrypted(sock, target.host, deadline) if target.scheme == "https" else sock


def _headers(target: Target, options: FetchOptions) -> dict[str, str]:
    headers = {
        "Host": target.host_header,
        "User-Agent": options.user_agent,
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language": options.accept_language,
        "Accept-Encoding": ACCEPT_ENCODING,
        "Connection": "close",
    }
    if target.authorization is not None:
        headers["Authorization"] = target.authorization
    return headers


def _next_target(answer: HTTPResponse, target: Target) -> Target:
    location = answer.headers.get("location", "").strip()
    if not location:
        raise FetchError(
            f"the server answered {answer.status} (redirect) without saying where to (no Location header);"
            " open the page in a browser and use the address it ends at",
            url=target.url,
            stage="fetch",
        )
    return redirected(target, location)


def _check_status(answer: HTTPResponse, target: Target) -> None:
    status = answer.status
    if status >= HTTPStatus.BAD_REQUEST:
        message = status_message(status, _printable(answer.reason or ""))
        raise HttpStatusError(message, status=status, url=target.url)
    if status < HTTPStatus.OK:
        raise FetchError(
            f"the server answered with the interim status {status} and no page; try again later",
            url=target.url,
            stage="fetch",
        )


def status_message(status: int, reason: str = "") -> str:
    """Say that a server answered with an error status, and what to do.

    Parameters
    ----------
    status
        400 or higher.
    reason
        Its reason phrase; the standard one if the server sent none.
    """
    standard = HTTPStatus(status).phrase if status in set(HTTPStatus) else "(no reason given)"
    return f"the server answered {status} {reason or standard}; {_advice(status)}"


def _printable(text: str) -> str:
    """Return text a server chose, short and without characters that could steer a terminal."""
    return "".join(filter(str.isprintable, text)).strip()[:_REASON_CHARACTERS]


def _advice(status: int) -> str:
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        return "check the address"
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return "it wants a login or refuses programs: save the page from a browser and use the file"
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return "wait and try again"
    return "open the address in a browser to see whether it works there"


def _body(answer: HTTPResponse, target: Target, options: FetchOptions) -> bytes:
    """Read the decompressed body in chunks, so that no more than the limit is ever held."""
    _check_codings(answer, target)
    announced = answer.length_remaining
    if announced is not None and announced > options.max_bytes:
        raise _too_large(f"{announced:,} bytes", target, options)
    body = bytearray()
    for chunk in answer.stream(_CHUNK_BYTES, decode_content=True):
        body += chunk
        if len(body) > options.max_bytes:
            raise _too_large(f"at least {len(body):,} bytes when decompressed", target, options)
    return bytes(body)


def _check_codings(answer: HTTPResponse, target: Target) -> None:
    """Refuse compression we did not ask for and cannot undo: urllib3 would pass it on as text."""
    sent = {coding.strip() for coding in answer.headers.get("content-encoding", "").lower().split(",")}
    unknown = (sent & _OPTIONAL_CODINGS) - set(HTTPResponse.CONTENT_DECODERS)
    if unknown:
        raise FetchError(
            f"the server compressed the page as {', '.join(sorted(unknown))}, which was not asked for and"
            " cannot be undone here; pip install 'urllib3[brotli,zstd]', or save the page from a browser",
            url=target.url,
            stage="fetch",
        )


def _too_large(size: str, target: Target, options: FetchOptions) -> PageTooLargeError:
    return PageTooLargeError(
        f"the page has {size}, the limit is {options.max_bytes:,}; raise max_bytes to fetch it",
        url=target.url,
        stage="fetch",
    )


def _response(answer: HTTPResponse, body: bytes, target: Target, requested_url: str) -> Response:
    headers = {name.lower(): answer.headers[name] for name in answer.headers}
    content_type = headers.get("content-type", "")
    return Response(
        url=target.url,
        requested_url=requested_url,
        status=answer.status,
        headers=headers,
        body=body,
        charset=charset_of(content_type),
        content_type=media_type_of(content_type),
    )


@contextmanager
def _reported(target: Target, deadline: Deadline) -> Iterator[None]:
    """Turn what sockets, TLS, http.client and urllib3 raise into errors that say what to do."""
    try:
        yield
    except (TimeoutError, wire.TimeoutError) as err:
        raise FetchTimeoutError(_timeout_message(deadline), url=target.url, stage="fetch") from err
    except (OSError, http.client.HTTPException, wire.HTTPError) as err:
        raise FetchError(failure_message(err, target.host_header), url=target.url, stage="fetch") from err


def _timeout_message(deadline: Deadline) -> str:
    if deadline.passed:
        return f"the page did not arrive within {deadline.total_s:g} s; raise total_timeout_s or try later"
    return timeout_message(deadline.step_s)


def timeout_message(timeout_s: float) -> str:
    """Say that a server did not answer in time, and what to do."""
    return f"the server did not answer within {timeout_s:g} s; raise timeout_s or try later"


def failure_message(err: Exception, host: str) -> str:
    """Say what went wrong with a connection, and what to do.

    Parameters
    ----------
    err
        What sockets, TLS, http.client or urllib3 raised.
    host
        Host, with its port where it has another than the usual one.
    """
    template = next(text for kinds, text in _FAILURES if isinstance(err, kinds))
    cause = getattr(err, "verify_message", None) or getattr(err, "strerror", None) or (*err.args, err)[0]
    return template.format(host=host, reason=_printable(str(cause)))
