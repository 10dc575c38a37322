"""``maintext render``: a page as a browser shows it, as HTML, screenshot and snapshot."""

from __future__ import annotations

from typing import Any

import click

from maintext.browser.model import Rendered, RenderOptions
from maintext.cli.options import declared_options, output_option
from maintext.cli.reading import checked_write, is_snapshot, render_source, write_file, write_output
from maintext.errors import OptionError
from maintext.options import Options, changed, read_changes

__all__ = ["render_command"]

_FLAGS = {
    "wait_for": "--wait-for SELECTOR", "click": "--click SELECTOR", "max_scrolls": "--scrolls",
    "timeout_s": "--timeout", "user_agent": "--user-agent", "allow_private": "--allow-private",
    "javascript": "--javascript/--no-javascript",
}  # fmt: skip


@click.command("render")
@click.argument("page", metavar="URL|FILE|-")
@click.option("-u", "--url", help="URL of a page read from a file or stdin.")
@output_option("Write the HTML to a file instead of stdout.")
@click.option("--snapshot", metavar="FILE", help="Save HTML and layout (.json.gz) for use without a browser.")
@click.option("--screenshot", metavar="FILE", help="Save a screenshot of the whole page (.png).")
@click.option("--blocks", metavar="FILE", help="Draw visual blocks and separators on it (.png, .svg, .jpg).")
@declared_options(RenderOptions, _FLAGS)
@click.option(
    "--set", "changes", metavar="NAME=VALUE", multiple=True,
    help="Change another option of rendering (docs/browser.md). Repeatable.",
)  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="Show script messages and failed requests on stderr.")
def render_command(page: str, url: str | None, output: str | None, **given: Any) -> None:
    """Render a page in the system's Chromium and write the result.

    A file or stdin is rendered without any network. By default the HTML goes to stdout.

    \b
    maintext render https://example.org/ --wait-for article | maintext extract -
    maintext render page.html --snapshot page.json.gz --blocks page.png
    """  # noqa: D301 - click's mark for "do not rewrap"
    rendered = render_source(page, url, _render_options(given), {"max_bytes": Options().max_bytes})
    said = f"{rendered.url or 'saved page'}: status {rendered.status}, {len(rendered.html)} bytes,"
    state = "" if rendered.is_complete else ", not complete"
    click.echo(f"{said} requests: {rendered.n_requests}, {rendered.render_s:.1f} s{state}", err=True)
    if given["verbose"] or not rendered.is_complete:
        for note in rendered.notes:
            click.echo(f"  {note}", err=True)
    has_other_output = _write_outputs(rendered, given)
    if output or not has_other_output:
        write_output(output, f"{rendered.html.decode()}\n")


def _render_options(given: dict[str, Any]) -> RenderOptions:
    snapshot, blocks = given["snapshot"], given["blocks"]
    if snapshot and not is_snapshot(snapshot):
        raise OptionError(f"{snapshot} must end in .json.gz, by which other commands know a snapshot")
    changes = {name: given[name] for name in _FLAGS} | read_changes(RenderOptions(), given["changes"])
    needed = {"layout": snapshot or blocks, "screenshot": given["screenshot"] or blocks}
    return changed(RenderOptions(), changes | {name: True for name, used in needed.items() if used})


def _write_outputs(rendered: Rendered, given: dict[str, Any]) -> bool:
    """Write the requested files; return True if any was requested."""
    from maintext.browser import save_snapshot  # noqa: PLC0415
    from maintext.browser.picture import draw_blocks  # noqa: PLC0415
    from maintext.browser.vips import segment  # noqa: PLC0415

    screenshot, snapshot = rendered.screenshot, rendered.snapshot
    if (path := given["screenshot"]) and screenshot is not None:
        write_file(path, screenshot)
    if (path := given["snapshot"]) and snapshot is not None:
        with checked_write(path):
            save_snapshot(snapshot, path)
    if (path := given["blocks"]) and snapshot is not None:
        with checked_write(path):
            draw_blocks(snapshot, segment(snapshot), path, screenshot=screenshot)
    return any(given[name] for name in ("screenshot", "snapshot", "blocks"))
