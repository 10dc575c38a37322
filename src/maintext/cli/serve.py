"""``maintext serve``: the workbench."""

from __future__ import annotations

import secrets
import webbrowser
from typing import TYPE_CHECKING, Any

import click

from maintext.options import option_rows
from maintext.serve import ServeOptions, serve
from maintext.serve.settings import is_loopback

if TYPE_CHECKING:
    from collections.abc import Callable

    Command = Callable[..., None]

__all__ = ["serve_command"]

_HELP = {row["name"]: row["help"] for row in option_rows(ServeOptions)}
_DEFAULTS = {row["name"]: row["default"] for row in option_rows(ServeOptions)}


def _option(flag: str, name: str, kind: Any) -> Callable[[Command], Command]:
    return click.option(flag, name, type=kind, default=_DEFAULTS[name], show_default=True, help=_HELP[name])


@click.command("serve")
@_option("--host", "host", str)
@_option("--port", "port", click.IntRange(0, 65_535))
@click.option(
    "--token", help="Word that every API request must carry.  [default: made up where one is needed]"
)
@click.option("--allow-host", "allow_hosts", multiple=True, help=_HELP["allow_hosts"])
@click.option("--allow-private", is_flag=True, help=_HELP["allow_private"])
@_option("--max-bytes", "max_bytes", click.IntRange(1))
@_option("--timeout", "timeout_s", float)
@_option("--threads", "n_threads", click.IntRange(1, 64))
@click.option("--data", type=click.Path(file_okay=False), default="", help=_HELP["data"])
@click.option(
    "--corpus",
    "corpora",
    metavar="DIR",
    multiple=True,
    type=click.Path(),
    help=_HELP["corpora"] + " Several.",
)
@click.option(
    "--folder",
    "folders",
    metavar="DIR",
    multiple=True,
    type=click.Path(),
    help=_HELP["folders"] + " Several.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in the browser.")
def serve_command(*, token: str | None, open_browser: bool, **given: Any) -> None:
    """Open the workbench: a local web page to see, compare, teach, run and evaluate, and a REST API.

    It listens on this computer only. Elsewhere every API request needs a token; the address that is
    printed carries it. Runs, recipes and marked pages are kept in --data, else in a folder that is removed
    at the end. Needs the extra "serve"; to crawl sites also "crawl".

    \b
    maintext serve --open --data workbench/
    maintext serve --corpus corpus/ --folder saved-pages/
    maintext serve --host 0.0.0.0 --port 8080
    """  # noqa: D301 - click's mark for "do not rewrap"
    if token is None:
        token = "" if is_loopback(given["host"]) else secrets.token_urlsafe(24)
    options = ServeOptions(token=token, **given)

    def started(address: str) -> None:
        click.echo(f"maintext workbench: {address}  (Ctrl+C ends it)", err=True)
        if open_browser:
            webbrowser.open(address)

    serve(options, started)
