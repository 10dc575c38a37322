"""``maintext serve``: the workbench."""

from __future__ import annotations

import secrets
import webbrowser
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from maintext.app.workbench import ServeOptions, serve
from maintext.app.workbench.settings import is_loopback
from maintext.cli.declared import declared_help, declared_option
from maintext.cli.ending import say_how_to_go_on

if TYPE_CHECKING:
    from maintext.cli.declared import Decorator

__all__ = ["serve_command"]

_help = partial(declared_help, ServeOptions)
_option = partial(declared_option, ServeOptions)


def _folders(name: str, flag: str) -> Decorator:
    return click.option(
        flag, name, metavar="DIR", multiple=True, type=click.Path(), help=f"{_help(name)} Several."
    )


@click.command("serve")
@_option("host", "--host")
@_option("port", "--port", kind=click.IntRange(0, 65_535))
@click.option(
    "--token", help="Word that every API request must carry.  [default: made up where one is needed]"
)
@_option("allow_hosts", "--allow-host")
@click.option("--allow-private", is_flag=True, help=_help("allow_private"))
@_option("max_bytes", "--max-bytes", kind=click.IntRange(1))
@_option("timeout_s", "--timeout", kind=float)
@_option("n_threads", "--threads", kind=click.IntRange(1, 64))
@_option("n_workers", "--workers", kind=click.IntRange(0, 64))
@_option("data", "--data", kind=click.Path(file_okay=False))
@_folders("corpora", "--corpus")
@_folders("folders", "--folder")
@click.option("--open", "open_browser", is_flag=True, help="Open the page in the browser.")
def serve_command(*, token: str | None, open_browser: bool, **given: Any) -> None:
    """Open the workbench: a local web page to see, compare, teach, run and evaluate, and a REST API.

    It listens on this computer only. Elsewhere every API request needs a token; the address that is
    printed carries it. Runs, recipes and marked pages are kept in --data, else in a folder that is removed
    at the end. Needs the extra "serve"; to crawl sites also "crawl".

    \b
    maintext serve --open --data workbench/
    maintext serve --corpus corpus/ --folder saved-pages/
    maintext serve --host 0.0.0.0 --port 8080 --workers 4
    """  # noqa: D301 - click's mark for "do not rewrap"
    if token is None:
        token = "" if is_loopback(given["host"]) else secrets.token_urlsafe(24)
    options = ServeOptions(token=token, **given)

    def started(address: str) -> None:
        click.echo(f"maintext workbench: {address}  (Ctrl+C ends it)", err=True)
        if open_browser:
            webbrowser.open(address)

    kept = f"what it has is in {options.data}, and " if options.data else ""
    say_how_to_go_on(f"{kept}the same command starts it again")
    serve(options, started)
