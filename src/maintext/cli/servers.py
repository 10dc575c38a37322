"""Commands that start a server: ``maintext serve`` (workbench) and ``maintext mcp`` (agents)."""

from __future__ import annotations

import secrets
import webbrowser
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from maintext.app.mcp import TRANSPORTS, McpOptions
from maintext.app.workbench import ServeOptions, serve
from maintext.app.workbench.settings import is_loopback
from maintext.cli.options import declared_help, declared_option
from maintext.cli.terminal import default_signals, set_resume_hint

if TYPE_CHECKING:
    from maintext.cli.options import Decorator

__all__ = ["mcp_command", "serve_command"]

_serve_option = partial(declared_option, ServeOptions)
_mcp_option = partial(declared_option, McpOptions)


def _folder_option(name: str, flag: str) -> Decorator:
    help_text = f"{declared_help(ServeOptions, name)} Repeatable."
    return click.option(flag, name, metavar="DIR", multiple=True, type=click.Path(), help=help_text)


@click.command("serve")
@_serve_option("host", "--host")
@_serve_option("port", "--port", kind=click.IntRange(0, 65_535))
@click.option("--token", help="Secret that every API request must carry.  [default: generated when needed]")
@_serve_option("allow_hosts", "--allow-host")
@click.option("--allow-private", is_flag=True, help=declared_help(ServeOptions, "allow_private"))
@_serve_option("max_bytes", "--max-bytes", kind=click.IntRange(1))
@_serve_option("timeout_s", "--timeout", kind=float)
@_serve_option("n_threads", "--threads", kind=click.IntRange(1, 64))
@_serve_option("n_workers", "--workers", kind=click.IntRange(0, 64))
@_serve_option("data", "--data", kind=click.Path(file_okay=False))
@_folder_option("corpora", "--corpus")
@_folder_option("folders", "--folder")
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
@_mcp_option("roots", "--root", kind=click.Path())
@click.option("--allow-private", is_flag=True, help=declared_help(McpOptions, "allow_private"))
@_mcp_option("robots", "--robots/--no-robots")
@_mcp_option("max_bytes", "--max-bytes", kind=click.IntRange(1))
@_mcp_option("max_chars", "--max-chars", kind=click.IntRange(100))
@_mcp_option("fetch_timeout_s", "--fetch-timeout")
@_mcp_option("timeout_s", "--timeout")
@_mcp_option("n_threads", "--threads", kind=click.IntRange(1, 64))
@_mcp_option("user_agent", "--user-agent")
@_mcp_option("transport", "--transport", kind=click.Choice(TRANSPORTS))
@_mcp_option("host", "--host")
@_mcp_option("port", "--port", kind=click.IntRange(1, 65_535))
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
