"""Commands that start a server: ``maintext serve`` (workbench) and ``maintext mcp`` (agents)."""

from __future__ import annotations

import secrets
import webbrowser
from typing import Any

import click

from maintext.app.mcp import McpOptions
from maintext.app.workbench import ServeOptions, serve
from maintext.app.workbench.settings import is_loopback
from maintext.cli.options import declared_options
from maintext.cli.terminal import default_signals, set_resume_hint

__all__ = ["mcp_command", "serve_command"]

_SERVE_FLAGS = {
    "allow_hosts": "--allow-host", "allow_private": "--allow-private", "max_bytes": "--max-bytes",
    "timeout_s": "--timeout", "n_threads": "--threads", "n_workers": "--workers", "data": "--data",
    "corpora": "--corpus DIR", "folders": "--folder DIR",
}  # fmt: skip
_SERVE_KINDS = {
    "port": click.IntRange(0, 65_535), "max_bytes": click.IntRange(1), "n_threads": click.IntRange(1, 64),
    "n_workers": click.IntRange(0, 64), "data": click.Path(file_okay=False), "corpora": click.Path(),
    "folders": click.Path(),
}  # fmt: skip
_MCP_FLAGS = {
    "roots": "--root", "allow_private": "--allow-private", "robots": "--robots/--ignore-robots",
    "max_bytes": "--max-bytes", "max_chars": "--max-chars", "fetch_timeout_s": "--fetch-timeout",
    "timeout_s": "--timeout", "n_threads": "--threads", "user_agent": "--user-agent",
    "transport": "--transport", "host": "--host", "port": "--port",
}  # fmt: skip
_MCP_KINDS = {
    "roots": click.Path(), "max_bytes": click.IntRange(1), "max_chars": click.IntRange(100),
    "n_threads": click.IntRange(1, 64), "port": click.IntRange(1, 65_535),
}  # fmt: skip


@click.command("serve")
@declared_options(ServeOptions, {"host": "--host", "port": "--port"}, kinds=_SERVE_KINDS)
@click.option("--token", help="Secret that every API request must carry.  [default: generated when needed]")
@declared_options(ServeOptions, _SERVE_FLAGS, kinds=_SERVE_KINDS)
@click.option("--open", "open_browser", is_flag=True, help="Open the workbench in the web browser.")
def serve_command(*, token: str | None, open_browser: bool, **given: Any) -> None:
    """Open the workbench: a local web page to see, compare, teach, run and evaluate, and a REST API.

    By default it listens on this computer only. On another host every API request needs a token; the printed
    URL carries it. Runs, recipes and marked pages are kept in --data, or else deleted at the end. Needs the
    extra "serve"; to crawl sites also "crawl".

    \b
    maintext serve --open --data workbench/
    maintext serve --corpus corpus/ --folder saved-pages/
    maintext serve --host 0.0.0.0 --port 8080 --workers 4
    """  # noqa: D301 - click's mark for "do not rewrap"
    if token is None:
        token = "" if is_loopback(given["host"]) else secrets.token_urlsafe(24)
    options = ServeOptions(token=token, **given)

    def started(url: str) -> None:
        click.echo(f"maintext workbench: {url}  (Ctrl+C ends it)", err=True)
        if open_browser:
            webbrowser.open(url)

    kept = f"what it has is in {options.data}, and " if options.data else ""
    set_resume_hint(f"{kept}the same command starts it again")
    serve(options, started)


@click.command("mcp", context_settings={"help_option_names": ["-h", "--help"]})
@declared_options(McpOptions, _MCP_FLAGS, kinds=_MCP_KINDS)
def mcp_command(**given: Any) -> None:
    """Run a server for agents (Model Context Protocol): extract, fetch, list_items, site_map.

    By default it talks to the program that starts it, on stdin and stdout. Needs the extra "mcp".

    \b
    maintext mcp --root saved/
    maintext mcp --transport http --port 8001
    """  # noqa: D301 - click's mark for "do not rewrap"
    from maintext.app.mcp.server import run_server  # noqa: PLC0415 - the SDK takes a second to load

    with default_signals():
        run_server(McpOptions(**given))
