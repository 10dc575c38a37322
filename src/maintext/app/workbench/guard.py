"""Control access to the server, and set the security headers of its answers.

Any page that the user opens can send requests to a server on this computer. Three checks refuse them: the
Host header (against DNS rebinding), the Origin header, and the token if there is one. Requests that change
something need a media type that no HTML form can send.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping

from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.settings import ServeOptions, is_loopback, parse_ip

__all__ = ["API_HEADERS", "PAGE_HEADERS", "check_request"]

_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")
_COMMON = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# Only own scripts and connections. Inline styles are for the frame, which inherits this policy and shows
# the styles of a page; they can load nothing, because no other host is allowed.
PAGE_HEADERS = _COMMON | {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
}
"""Headers of the workbench's own page and files."""

API_HEADERS = _COMMON | {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
"""Headers of answers to programs."""


def check_request(path: str, headers: Mapping[str, str], options: ServeOptions) -> None:
    """Raise :class:`RequestError` for a request that may not be answered.

    ``headers`` are by lower-case name.
    """
    host = headers.get("host", "")
    match = _HOST.fullmatch(host)
    name = match[1].strip("[]").lower().rstrip(".") if match else ""
    if not _is_ours(name, options):
        raise RequestError("host_refused", f"this server is not called {name or 'that'!r}")
    origin = headers.get("origin")
    if origin is not None and origin.lower() not in {f"http://{host.lower()}", f"https://{host.lower()}"}:
        raise RequestError("origin_refused", "the request comes from a page of another site")
    if path.startswith("/api/"):
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            raise RequestError("origin_refused", "the request comes from a page of another site")
        _check_token(headers.get("authorization", ""), options.token)


def _check_token(authorization: str, token: str) -> None:
    kind, _, given = authorization.partition(" ")
    is_right = hmac.compare_digest(given.strip().encode(), token.encode())
    if token and not (kind.lower() == "bearer" and is_right):
        raise RequestError("token_needed", "this server answers only to those who know its token")


def _is_ours(name: str, options: ServeOptions) -> bool:
    if name == options.host.lower() or name in {allowed.lower() for allowed in options.allow_hosts}:
        return bool(name)
    if is_loopback(options.host):
        return is_loopback(name)
    # Bound to all addresses: another party can point a name at this server, but not an address.
    return name == "localhost" or parse_ip(name) is not None
