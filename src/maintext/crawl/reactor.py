"""Scrapy, and the thread of its reactor; the only file that imports Scrapy.

Scrapy needs a Twisted reactor, which runs once in a process. It gets a thread of its own, where host
names with private addresses are not resolved.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import Future
from functools import cache
from types import SimpleNamespace
from typing import Any

from maintext.errors import MaintextError
from maintext.net.address import is_private_address

__all__ = ["REACTOR", "ReactorThread", "lib", "reactor_thread"]

REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
"""The reactor that Scrapy uses."""


def _import_scrapy() -> Any:
    """Return the names needed from Scrapy and Twisted; ``None`` if Scrapy is not installed."""
    try:
        import scrapy.crawler  # noqa: PLC0415 - an extra
        import scrapy.utils.reactor  # noqa: PLC0415
        import tldextract  # noqa: PLC0415
        from scrapy.downloadermiddlewares import cookies  # noqa: PLC0415
        from twisted.internet import threads  # noqa: PLC0415
        from twisted.internet._resolver import GAIResolver  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    # Scrapy would fetch the list of public suffixes from the network; the one that is installed will do.
    cookies._split_domain = tldextract.TLDExtract(  # noqa: SLF001
        include_psl_private_domains=True, suffix_list_urls=(), cache_dir=None
    )
    return SimpleNamespace(
        scrapy=scrapy, exceptions=scrapy.exceptions, Crawler=scrapy.crawler.Crawler, Resolver=GAIResolver,
        install_reactor=scrapy.utils.reactor.install_reactor, defer_to_thread=threads.deferToThread,
    )  # fmt: skip


lib: Any = _import_scrapy()
"""Names needed from Scrapy and Twisted; ``None`` if Scrapy is not installed."""


class _CheckedLookup:
    """Lookup of host names that finds none with a private address.

    The connection uses the addresses checked here, so a second answer of the name server has no effect.
    """

    def __init__(self) -> None:
        self.allow_private = False
        self.proxies: frozenset[str] = frozenset()  # names that may have any address
        self.refused: dict[str, str] = {}

    def __call__(self, name: str, *rest: Any) -> list[Any]:
        """Return what getaddrinfo does."""
        found = socket.getaddrinfo(name.encode(), *rest)  # Python would encode it, and fail for a..b
        private = next((row[4][0] for row in found if is_private_address(str(row[4][0]))), None)
        if private is None or self.allow_private or name in self.proxies:
            return found
        self.refused[name] = str(private)  # one private address refuses the name
        return []


class ReactorThread:
    """Thread of Twisted's reactor and its asyncio loop, until the process ends."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.lookup = _CheckedLookup()
        ready: Future[None] = Future()
        threading.Thread(target=self._run_reactor, args=(ready,), name="maintext-crawl", daemon=True).start()
        try:
            ready.result()
        except Exception as error:
            raise MaintextError(
                f"Scrapy cannot be used in this process ({error}): crawl in one where no other program"
                " has installed a Twisted reactor"
            ) from error

    def _run_reactor(self, ready: Future[None]) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            lib.install_reactor(REACTOR)
            from twisted.internet import reactor  # noqa: PLC0415 - importing it installs one

            self.loop = reactor._asyncioEventloop  # noqa: SLF001
            reactor.installNameResolver(lib.Resolver(reactor, getaddrinfo=self.lookup))
        except Exception as error:  # noqa: BLE001 - told to the thread that waits
            ready.set_exception(error)
            return
        ready.set_result(None)
        running: Any = reactor  # the interface does not state the argument
        running.run(installSignalHandlers=False)


@cache
def reactor_thread() -> ReactorThread:
    """Return the reactor thread of the process; the first call starts it.

    Raises MaintextError: another reactor is installed.
    """
    return ReactorThread()
