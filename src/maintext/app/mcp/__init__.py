"""Tools for agents by the Model Context Protocol: text, pages, lists, site maps.

``tasks.py`` gets the pages and does the work of each tool, ``server.py`` alone imports the SDK, which takes a
second to load. Needs the extra ``mcp``. Nothing is written to disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from maintext.app.workbench.settings import is_loopback
from maintext.errors import OptionError
from maintext.options import check_options, option

__all__ = ["TRANSPORTS", "McpOptions"]

TRANSPORTS = ("stdio", "http")


@dataclass(frozen=True, slots=True, kw_only=True)
class McpOptions:
    """Hold the limits of the MCP server.

    Raise :class:`OptionError` if a value has the wrong type or is out of bounds, a root is not a folder, or
    other computers can reach the host.
    """

    roots: tuple[str, ...] = option((), "Folders whose files may be read; none may without any.")
    allow_private: bool = option(False, "Also fetch from this computer and from private networks.")
    robots: bool = option(True, "Fetch only what the robots.txt of a site allows.")
    max_bytes: int = option(
        10_000_000, "Refuse a page with more bytes than this.", unit="bytes", minimum=1,
        source="the same as Options.max_bytes",
    )  # fmt: skip
    max_chars: int = option(
        20_000, "Characters of text in one answer, unless the agent asks for less.", unit="characters",
        minimum=100, source="about 5,000 tokens of English; most articles in one answer",
    )  # fmt: skip
    fetch_timeout_s: float = option(20.0, "Give up on one page that takes longer.", unit="s", minimum=0.01)
    timeout_s: float = option(
        60.0, "Give up on one call of a tool that takes longer.", unit="s", minimum=0.01
    )
    n_threads: int = option(4, "Calls that are worked on at the same time.", minimum=1)
    user_agent: str = option(
        "Mozilla/5.0 (compatible; maintext/0.9)", "The User-Agent header; robots.txt is read for it."
    )
    transport: str = option(
        "stdio", "stdio for a program that starts the server, http for one that calls it.", choices=TRANSPORTS
    )
    host: str = option("127.0.0.1", "Address to listen on with http; one of this computer.")
    port: int = option(8001, "Port to listen on with http.", minimum=1, maximum=65_535)

    def __post_init__(self) -> None:
        check_options(self)
        for root in self.roots:
            if not Path(root).is_dir():
                raise OptionError(f"{root} is not a folder: name one whose files may be read")
        if not is_loopback(self.host):
            raise OptionError(
                f"{self.host} can be reached from other computers, and this server has no login: listen on"
                " 127.0.0.1, and let a proxy with a login forward to it"
            )
