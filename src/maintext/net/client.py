"""Fetch a page over HTTP: requests, redirects, statuses and bodies."""

from __future__ import annotations

import datetime as dt
import http.client
import io
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

import urllib3.exceptions as wire
from urllib3 import HTTPHeaderDict
from urllib3.connection import HTTPConnection
from urllib3.response import GzipDecoderState, HTTPResponse
from urllib3.util.request import ACCEPT_ENCODING

from maintext.errors import FetchError, FetchTimeoutError, HttpStatusError, PageTooLargeError
from maintext.net.address import Target, follow_redirect, parse_target, remove_userinfo, resolve_addresses
from maintext.net.connect import Deadline, open_socket, start_tls
from maintext.net.model import FetchOptions, Response, charset_of, media_type_of
from maintext.net.proxies import choose_proxy, open_through

__all__ = [
    "REDIRECTS", "TEMPORARY", "afetch", "check_compressed", "failure_message", "fetch", "read_retry_after",
    "status_message", "timeout_message",
]  # fmt: skip

_DEFAULTS = FetchOptions()
REDIRECTS = frozenset({301, 302, 303, 307, 308})
"""Status codes of redirects."""
TEMPORARY = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
"""Status codes of answers that are asked for again later."""

_CHUNK_BYTES = 65_536
_MAX_REASON = 100
# Real codings that urllib3 may be unable to decode; bogus ones ("utf-8", "none") are ignored as in browsers.
_OPTIONAL_CODINGS = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})

# Messages by exception class: the first match counts, so subclasses come before their bases.
_FAILURES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((ssl.SSLCertVerificationError,),
     "the TLS certificate of {host} was not accepted: {reason}; check the host name and the local clock"),
    ((ssl.SSLError, wire.SSLError),
     "TLS with {host} failed ({reason}); the port may not speak TLS: try the http:// URL"),
    ((http.client.RemoteDisconnected,),
     "{host} closed the connection without an answer; try again later"),
    ((ConnectionRefusedError,),
     "{host} refused the connection; check the port, or try later when the server runs"),
    ((wire.DecodeError,),
     "the compressed page is damaged and cannot be decompressed; try again later"),
    ((wire.ProtocolError,),
     "the page broke off or its framing is broken ({reason}); try again later"),
    ((OSError,),
     "the connection to {host} failed ({reason}); check the network, or try again later"),
    ((Exception,),
     "the answer of {host} is not valid HTTP ({reason}); check the scheme and the port"),
)  # fmt: skip


def fetch(url: str, options: FetchOptions = _DEFAULTS) -> Response:
    """Fetch a page with one GET request per redirect hop, and return its decompressed bytes.

    Each hop is resolved and checked, and the connection goes to exactly the checked address. TLS is verified
    against the host name. Proxies from the environment are not used, those of ``options`` are. There are no
    retries, ``<meta http-equiv=refresh>`` is not followed, and cookies are only sent to the next hop of the
    origin that set them.

    Parameters
    ----------
    url
        An ``http://`` or ``https://`` URL; non-ASCII hosts and paths are encoded. User name and password
        are sent as Basic authorization to that scheme, host and port only, and appear in no error or result.
    options
        Limits and headers.

    Raises
    ------
    AddressRefusedError
        The URL is not http(s), or an address of its host is not public.
    FetchTimeoutError
        One step took longer than ``timeout_s``, or the whole fetch longer than ``total_timeout_s``.
    HttpStatusError
        The status is 400 or higher; the body is not read.
    PageTooLargeError
        The decompressed body has more than ``max_bytes`` bytes.
    FetchError
        Anything else: name lookup, connection, TLS, malformed or truncated answers, redirects.
    """
    target = first = parse_target(url)
    deadline = Deadline(options.timeout_s, options.total_timeout_s)
    proxy = choose_proxy(options.proxies)
    cookies: dict[str, dict[str, str]] = {}
    for _ in range(options.max_redirects + 1):
        origin = target.origin
        lines = options.headers if origin == first.origin else ()
        lines = (*lines, *(f"Cookie: {name}={value}" for name, value in cookies.get(origin, {}).items()))
        with _open_response(target, options, deadline, lines, proxy) as answer:
            if answer.status not in REDIRECTS:
                _check_status(answer, target)
                body = _read_body(answer, target, options)
                return _make_response(answer, body, target, remove_userinfo(url.strip()))
            for said in answer.headers.getlist("set-cookie"):
                name, is_pair, value = said.partition(";")[0].partition("=")
                cookies.setdefault(origin, {}).update({name.strip(): value.strip()} if is_pair else {})
            target = _next_target(answer, target)
    raise FetchError(
        f"more than {options.max_redirects} redirects; the site may send visitors without its cookies in"
        " circles: open it in a browser and use the final URL, or give its cookies as a header",
        url=target.url,
        stage="fetch",
    )


@contextmanager
def _open_response(
    target: Target, options: FetchOptions, deadline: Deadline, lines: tuple[str, ...], proxy: Target | None
) -> Iterator[HTTPResponse]:
    """Send the request; yield the answer with its body unread, and close everything afterwards."""
    with _translate_errors(target, deadline), ExitStack() as stack:
        may = options.allow_private
        if proxy is None:
            addresses = resolve_addresses(target, allow_private=may, timeout_s=deadline.step())
            sock = open_socket(addresses, deadline)
        else:
            sock = open_through(proxy, target, deadline, allow_private=may)
        stack.callback(sock.close)
        if target.scheme == "https":
            sock = start_tls(sock, target.host, deadline)
            stack.callback(sock.close)
        connection = HTTPConnection(target.host, target.port, timeout=deadline.step())
        stack.enter_context(closing(connection))
        connection.sock = sock
        headers = _request_headers(target, options, lines)
        is_plain = proxy is not None and target.scheme == "http"
        if proxy is not None and is_plain and proxy.authorization:
            headers["Proxy-Authorization"] = proxy.authorization
        path = target.url if is_plain else target.path
        connection.request("GET", path, headers=headers, preload_content=False)
        yield stack.enter_context(closing(connection.getresponse()))


async def afetch(url: str, options: FetchOptions = _DEFAULTS) -> Response:
    """Do as :func:`fetch` in a thread, so that the event loop goes on.

    A cancelled fetch ends in its thread, within ``total_timeout_s``.
    """
    import asyncio  # noqa: PLC0415 - of use to few

    return await asyncio.to_thread(fetch, url, options)


def _request_headers(target: Target, options: FetchOptions, lines: tuple[str, ...]) -> HTTPHeaderDict:
    headers = HTTPHeaderDict(
        {
            "Host": target.host_header,
            "User-Agent": options.user_agent,
            "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "Accept-Language": options.accept_language,
            "Accept-Encoding": ACCEPT_ENCODING,
            "Connection": "close",
        }
    )
    for line in lines:
        name, _, value = line.partition(":")
        before = headers.get(name) if name.lower() == "cookie" else None
        headers[name] = f"{before}; {value.strip()}" if before else value.strip()
    if target.authorization is not None:
        headers["Authorization"] = target.authorization
    return headers


def _next_target(answer: HTTPResponse, target: Target) -> Target:
    location = answer.headers.get("location", "").strip()
    if not location:
        raise FetchError(
            f"the server answered {answer.status} (redirect) without a target (no Location header);"
            " open the page in a browser and use its final URL",
            url=target.url,
            stage="fetch",
        )
    return follow_redirect(target, location)


def _check_status(answer: HTTPResponse, target: Target) -> None:
    status = answer.status
    if status >= HTTPStatus.BAD_REQUEST:
        message = status_message(status, _printable_reason(answer.reason or ""))
        wait_s = read_retry_after(answer.headers.get("retry-after", "")) or 0.0
        raise HttpStatusError(message, status=status, url=target.url, wait_s=wait_s)
    if status < HTTPStatus.OK:
        message = f"the server answered with the interim status {status} and no page; try again later"
        raise FetchError(message, url=target.url, stage="fetch")


def read_retry_after(asked: str) -> float | None:
    """Return the seconds to wait by the value of a Retry-After header; None if it states no time."""
    if asked.isascii() and asked.isdecimal():
        return float(asked)
    try:
        return max((parsedate_to_datetime(asked) - dt.datetime.now(dt.UTC)).total_seconds(), 0.0)
    except (TypeError, ValueError):
        return None


def status_message(status: int, reason: str = "") -> str:
    """Return the message for an error status, 400 or higher; the standard phrase replaces an empty reason."""
    standard = HTTPStatus(status).phrase if status in set(HTTPStatus) else "(no reason given)"
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        advice = "check the URL"
    elif status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        advice = "it requires a login or refuses programs: save the page from a browser and use the file"
    elif status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        advice = "wait and try again"
    else:
        advice = "open the URL in a browser to see whether it works there"
    return f"the server answered {status} {reason or standard}; {advice}"


def _printable_reason(text: str) -> str:
    """Shorten text from a server, and remove terminal control characters."""
    return "".join(filter(str.isprintable, text)).strip()[:_MAX_REASON]


def _read_body(answer: HTTPResponse, target: Target, options: FetchOptions) -> bytes:
    """Read the decompressed body in chunks, so that no more than the limit is ever held."""
    _check_codings(answer, target)
    announced = answer.length_remaining
    if announced is not None and announced > options.max_bytes:
        raise _too_large_error(f"{announced:,} bytes", target, options)
    body = bytearray()
    for chunk in answer.stream(_CHUNK_BYTES, decode_content=True):
        body += chunk
        if len(body) > options.max_bytes:
            raise _too_large_error(f"at least {len(body):,} bytes when decompressed", target, options)
    _check_end(answer)
    return bytes(body)


def check_compressed(body: bytes, codings: str, max_bytes: int) -> None:
    """Raise FetchError for a body that is damaged or breaks off; codings as of Content-Encoding.

    Of a body with more than ``max_bytes`` bytes decompressed, the rest is not looked at.
    """
    answer = HTTPResponse(io.BytesIO(body), {"content-encoding": codings}, preload_content=False)
    n_bytes = 0
    try:
        for chunk in answer.stream(_CHUNK_BYTES, decode_content=True):
            n_bytes += len(chunk)
            if n_bytes > max_bytes:
                return
        _check_end(answer)
    except wire.HTTPError as err:
        raise FetchError(failure_message(err, "")) from err


def _check_end(answer: HTTPResponse) -> None:
    """Raise ProtocolError if the compressed stream has no end, though the whole answer arrived."""
    decoder = answer._decoder  # noqa: SLF001 - urllib3 ends without an error
    if answer._has_decoded_content and not _has_ended(decoder):  # noqa: SLF001
        raise wire.ProtocolError("its compressed bytes have no end")


def _has_ended(decoder: Any) -> bool:
    if several := getattr(decoder, "_decoders", ()):
        return all(map(_has_ended, several))
    # Some servers send more than the stream of gzip: it is read as the next one.
    if getattr(decoder, "_state", 0) != GzipDecoderState.FIRST_MEMBER:
        return True
    stream = decoder._obj  # noqa: SLF001
    return bool(stream.is_finished() if hasattr(stream, "is_finished") else stream.eof)


def _check_codings(answer: HTTPResponse, target: Target) -> None:
    """Refuse compression that was not requested and cannot be decoded: urllib3 would pass it on as text."""
    sent = {coding.strip() for coding in answer.headers.get("content-encoding", "").lower().split(",")}
    unknown = (sent & _OPTIONAL_CODINGS) - set(HTTPResponse.CONTENT_DECODERS)
    if unknown:
        raise FetchError(
            f"the server compressed the page as {', '.join(sorted(unknown))}, which was not requested and"
            " cannot be decoded here; pip install 'urllib3[brotli,zstd]', or save the page from a browser",
            url=target.url,
            stage="fetch",
        )


def _too_large_error(size: str, target: Target, options: FetchOptions) -> PageTooLargeError:
    message = f"the page has {size}, the limit is {options.max_bytes:,}; raise max_bytes to fetch it"
    return PageTooLargeError(message, url=target.url, stage="fetch", option="max_bytes")


def _make_response(answer: HTTPResponse, body: bytes, target: Target, requested_url: str) -> Response:
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
def _translate_errors(target: Target, deadline: Deadline) -> Iterator[None]:
    """Turn errors of sockets, TLS, http.client and urllib3 into ours."""
    try:
        yield
    except (TimeoutError, wire.TimeoutError) as err:
        message, option = timeout_message(deadline.step_s), "timeout_s"
        if deadline.passed:
            total_s, option = deadline.total_s, "total_timeout_s"
            message = f"the page did not arrive within {total_s:g} s; raise total_timeout_s or try later"
        raise FetchTimeoutError(message, url=target.url, stage="fetch", option=option) from err
    except (OSError, http.client.HTTPException, wire.HTTPError) as err:
        raise FetchError(failure_message(err, target.host_header), url=target.url, stage="fetch") from err


def timeout_message(timeout_s: float) -> str:
    """Return the message for a server that did not answer in time."""
    return f"the server did not answer within {timeout_s:g} s; raise timeout_s or try later"


def failure_message(err: Exception, host: str) -> str:
    """Return the message for a failed connection to a host, with its port unless it is the default."""
    template = next(text for kinds, text in _FAILURES if isinstance(err, kinds))
    cause = getattr(err, "verify_message", None) or getattr(err, "strerror", None) or (*err.args, err)[0]
    return template.format(host=host, reason=_printable_reason(str(cause)))
