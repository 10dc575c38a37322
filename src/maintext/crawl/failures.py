"""Why a request has no answer, or a bad one: the kind that is counted, and the sentence for people."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Any

from maintext.errors import FetchError, PageTooLargeError
from maintext.net.address import not_public_message, not_resolved_message
from maintext.net.client import failure_message, timeout_message

if TYPE_CHECKING:
    from maintext.crawl.engine import Crawl
    from maintext.errors import MaintextError

__all__ = ["failure_of", "kind_of"]

# By the names of Scrapy's exceptions; what is not here is a broken connection.
_KINDS = {
    "DownloadTimeoutError": "timeout",
    "CannotResolveHostError": "name",
    "ResponseDataLossError": "broken off",
    "DownloadConnectionRefusedError": "refused",
    "DownloadCancelledError": "too large",
    "IgnoreRequest": "too large",
}
_MOST_CHARACTERS = 300


def failure_of(error: BaseException, host: str, crawl: Crawl) -> tuple[str, str]:
    """Return the kind of a failure, and why it failed, as :func:`maintext.net.fetch` says it.

    Parameters
    ----------
    error
        What Scrapy raised.
    host
        Host name of the request.
    crawl
        Knows which names have private addresses, and the limits.
    """
    if private := crawl.resolver.refused.get(host):
        return "private address", not_public_message(host, private)
    if tls := _tls_error(error):
        return "tls", failure_message(ssl.SSLError(tls), host)
    kind = _KINDS.get(type(error).__name__, "connection")
    return kind, _sentence(kind, error, host, crawl)


def kind_of(error: MaintextError) -> str:
    """Return the kind of an answer that is refused, as it is counted."""
    if isinstance(error, PageTooLargeError):
        return "too large"
    return "fetch" if isinstance(error, FetchError) else "not a page"


def _sentence(kind: str, error: BaseException, host: str, crawl: Crawl) -> str:
    if kind == "timeout":
        return timeout_message(crawl.options.timeout_s)
    if kind == "name":
        return not_resolved_message(host, "no address is known")
    if kind == "refused":
        return failure_message(ConnectionRefusedError(), host)
    if kind == "too large":
        return f"more than {crawl.options.max_bytes:,} bytes"
    return str(error).partition("\n")[0][:_MOST_CHARACTERS] or type(error).__name__


def _tls_error(error: BaseException) -> str:
    """What TLS said in one of the causes of an error; ``""`` where it was not TLS."""
    for cause in _causes(error):
        if type(cause).__module__.startswith("OpenSSL"):
            said = cause.args[0] if cause.args else ""
            reasons = [row[-1] for row in said if row] if isinstance(said, list) else [said]
            return ", ".join(str(reason) for reason in reasons if reason) or "the connection was closed"
        if type(cause).__name__ == "VerificationError":  # of the host name, by service_identity
            return "the certificate is for another host name"
    return ""


def _causes(error: BaseException) -> list[Any]:
    """The error, its cause, and the reasons that Twisted has put into them."""
    found: list[Any] = [error, *filter(None, (error.__cause__,))]
    for one in tuple(found):
        found += [reason.value for reason in getattr(one, "reasons", None) or ()]
    return found
