"""``maintext mcp``: the server for agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from maintext.mcp import McpOptions
from maintext.mcp.options import TRANSPORTS
from maintext.options import option_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    Command = Callable[..., None]

__all__ = ["mcp_command"]

_HELP = {row["name"]: row["help"] for row in option_rows(McpOptions)}
_DEFAULTS = {row["name"]: row["default"] for row in option_rows(McpOptions)}


def _option(flag: str, name: str, kind: Any) -> Callable[[Command], Command]:
    return click.option(flag, name, type=kind, default=_DEFAULTS[name], show_default=True, help=_HELP[name])


@click.command("mcp", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--root", "roots", multiple=True, type=click.Path(), help=_HELP["roots"])
@click.option("--allow-private", is_flag=True, help=_HELP["allow_private"])
@click.option("--robots/--no-robots", default=True, show_default=True, help=_HELP["robots"])
@_option("--max-bytes", "max_bytes", click.IntRange(1))
@_option("--max-chars", "max_chars", click.IntRange(100))
@_option("--fetch-timeout", "fetch_timeout_s", float)
@_option("--timeout", "timeout_s", float)
@_option("--threads", "n_threads", click.IntRange(1, 64))
@_option("--user-agent", "user_agent", str)
@_option("--transport", "transport", click.Choice(TRANSPORTS))
@_option("--host", "host", str)
@_option("--port", "port", click.IntRange(1, 65_535))
def mcp_command(**given: Any) -> None:
    """Run a server for agents (Model Context Protocol): extract, fetch, list_items, site_map.

    It speaks with the program that starts it, on stdin and stdout. Needs the extra "mcp".

    \b
    maintext mcp --root saved/
    maintext mcp --transport http --port 8001
    """  # noqa: D301 - click's mark for "do not rewrap"
    from maintext.mcp.server import run_server  # noqa: PLC0415 - the SDK takes a second to load

    run_server(McpOptions(**given))
