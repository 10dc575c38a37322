"""Options of the workbench: where it listens, who may use it, and its limits."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError
from maintext.options import check_options, option

if TYPE_CHECKING:  # imported on first use
    from maintext.net import FetchOptions, Response

__all__ = ["ServeOptions", "fetch_limits", "is_loopback", "make_fetch", "parse_ip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """Hold host, token and limits of a server.

    Raise :class:`OptionError` if a value has the wrong type or is out of bounds, the token is not printable
    ASCII, or other computers can reach the host and there is no token.
    """

    host: str = option("127.0.0.1", "Address to listen on; another than this computer's needs a token.")
    port: int = option(8000, "Port to listen on; 0 takes a free one.", minimum=0, maximum=65_535)
    token: str = option("", "Word that every API request must carry; empty for none.")
    allow_hosts: tuple[str, ...] = option((), "More host names that the server may be called by.")
    allow_private: bool = option(False, "Also fetch pages from addresses inside private networks.")
    max_bytes: int = option(
        10_000_000, "Refuse a page with more bytes than this.", unit="bytes", minimum=1,
        source="the same as Options.max_bytes",
    )  # fmt: skip
    timeout_s: float = option(
        60.0, "Give up on a request that takes longer.", unit="s", minimum=0.01,
        source="a page takes under 2 s; the rest is for waiting",
    )  # fmt: skip
    fetch_timeout_s: float = option(
        20.0, "Give up on a page that takes longer to fetch.", unit="s", minimum=0.01
    )
    n_threads: int = option(2, "Pages that are worked on at the same time.", minimum=1)
    n_workers: int = option(
        0, "Number of processes that work on pages; 0 for threads, which share one core.", minimum=0
    )
    max_waiting: int = option(128, "Requests that may wait or be worked on at the same time.", minimum=1)
    max_waiting_bytes: int = option(
        200_000_000, "Bytes of request bodies that may be held at the same time.", unit="bytes", minimum=1
    )
    max_items: int = option(1000, "Pages in one batch.", minimum=1)
    max_jobs: int = option(16, "Batches that are kept; finished ones make room for new ones.", minimum=1)
    max_result_bytes: int = option(
        200_000_000, "Bytes of results that all batches together may keep.", unit="bytes", minimum=1
    )

    data: str = option(
        "", "Folder for runs, saved recipes and marked pages; empty for one that ends with the server."
    )
    corpora: tuple[str, ...] = option((), "Folders with pages and gold texts, for Evaluate.")
    folders: tuple[str, ...] = option((), "Folders with saved pages that a batch may read.")
    n_runs: int = option(2, "Runs that work at the same time, each in a process of its own.", minimum=1)
    max_runs: int = option(200, "Runs that are kept.", minimum=1)
    max_run_pages: int = option(100_000, "Pages of one run.", unit="pages", minimum=1)
    max_run_s: float = option(
        86_400.0, "End a run that takes longer; what it has is kept.", unit="s", minimum=0.1
    )
    max_upload_bytes: int = option(
        200_000_000, "Bytes of uploaded files that no run has taken yet.", unit="bytes", minimum=1
    )

    def __post_init__(self) -> None:
        check_options(self)
        if not all("!" <= char <= "~" for char in self.token):
            raise OptionError("token must be printable ASCII without spaces")
        if not is_loopback(self.host) and not self.token:
            raise OptionError(
                f"{self.host} can be reached from other computers: give a token, or listen on 127.0.0.1"
            )

    @property
    def max_body_bytes(self) -> int:
        """Maximum bytes of a request body: a page written as JSON may be twice as long."""
        return 2 * self.max_bytes + 65_536


def is_loopback(host: str) -> bool:
    """Return True if only this computer can reach an address or name."""
    ip = parse_ip(host)
    return host == "localhost" or (ip is not None and ip.is_loopback)


def parse_ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an IP address, ``None`` for a name."""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def make_fetch(options: Any, **more: Any) -> Callable[[str], Response]:
    """Return ``fetch(url)``, which obeys the limits of a server."""
    from maintext.net import fetch  # noqa: PLC0415 - urllib3 is loaded only to fetch

    return partial(fetch, options=fetch_limits(options, **more))


def fetch_limits(options: Any, **more: Any) -> FetchOptions:
    """Return the limits of fetching within those of a server."""
    from maintext.net import FetchOptions  # noqa: PLC0415 - urllib3 is loaded only to fetch

    return FetchOptions(
        timeout_s=min(options.fetch_timeout_s, 10.0), total_timeout_s=options.fetch_timeout_s,
        max_redirects=5, max_bytes=options.max_bytes, allow_private=options.allow_private, **more,
    )  # fmt: skip
