"""``maintext mcp``: the server for agents."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from maintext.app.mcp import McpOptions
from maintext.app.mcp.options import TRANSPORTS
from maintext.cli.declared import declared_help, declared_option
from maintext.cli.ending import ended_at_once

__all__ = ["mcp_command"]

_help = partial(declared_help, McpOptions)
_option = partial(declared_option, McpOptions)


@click.command("mcp", context_settings={"help_option_names": ["-h", "--help"]})
@_option("roots", "--root", kind=click.Path())
@click.option("--allow-private", is_flag=True, help=_help("allow_private"))
@_option("robots", "--robots/--no-robots")
@_option("max_bytes", "--max-bytes", kind=click.IntRange(1))
@_option("max_chars", "--max-chars", kind=click.IntRange(100))
@_option("fetch_timeout_s", "--fetch-timeout")
@_option("timeout_s", "--timeout")
@_option("n_threads", "--threads", kind=click.IntRange(1, 64))
@_option("user_agent", "--user-agent")
@_option("transport", "--transport", kind=click.Choice(TRANSPORTS))
@_option("host", "--host")
@_option("port", "--port", kind=click.IntRange(1, 65_535))
def mcp_command(**given: Any) -> None:
    """Run a server for agents (Model Context Protocol): extract, fetch, list_items, site_map.

    It speaks with the program that starts it, on stdin and stdout. Needs the extra "mcp".

    \b
    maintext mcp --root saved/
    maintext mcp --transport http --port 8001
    """  # noqa: D301 - click's mark for "do not rewrap"
    from maintext.app.mcp.server import run_server  # noqa: PLC0415 - the SDK takes a second to load

    with ended_at_once():
        run_server(McpOptions(**given))
