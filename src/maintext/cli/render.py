"""``maintext render``: a page as a browser shows it, as HTML, screenshot and snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from maintext.cli.options import output_option
from maintext.cli.reading import checked_write, render_source, write_file, write_output
from maintext.options import Options, changed, read_changes

if TYPE_CHECKING:  # imported on first use
    from maintext.browser import Rendered, RenderOptions

__all__ = ["render_command"]


@click.command("render")
@click.argument("page", metavar="URL|FILE|-")
@click.option("-u", "--url", help="URL of a page read from a file or stdin.")
@output_option("Write the HTML to a file instead of stdout.")
@click.option("--snapshot", metavar="FILE", help="Save HTML and layout (.json.gz) for use without a browser.")
@click.option("--screenshot", metavar="FILE", help="Save a screenshot of the whole page (.png).")
@click.option("--blocks", metavar="FILE", help="Draw visual blocks and separators on it (.png, .svg, .jpg).")
@click.option("--wait-for", metavar="SELECTOR", help="Wait until this element is on the page.")
@click.option("--click", metavar="SELECTOR", help="Click this element, e.g. load more, until it is gone.")
@click.option(
    "--scrolls", "max_scrolls", type=click.IntRange(min=0),
    help="Number of times to scroll to the end.  [default: 0]",
)  # fmt: skip
@click.option("--timeout", "timeout_s", type=float, help="Seconds for the whole rendering.  [default: 30]")
@click.option("--user-agent", help="User-Agent header to send.")
@click.option("--allow-private", is_flag=True, help="Also load from private networks and this computer.")
@click.option("--no-javascript", is_flag=True, help="Do not run the scripts of the page.")
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
    from maintext.browser import RenderOptions  # noqa: PLC0415 - urllib3 is loaded only to render

    default = RenderOptions()
    names = ("wait_for", "click", "max_scrolls", "timeout_s", "user_agent")
    changes = {name: given[name] for name in names if given[name] is not None}
    changes |= read_changes(default, given["changes"])
    blocks = given["blocks"]
    needed = {"layout": given["snapshot"] or blocks, "screenshot": given["screenshot"] or blocks}
    needed["allow_private"] = given["allow_private"]
    changes |= {name: True for name, is_needed in needed.items() if is_needed}
    return changed(default, changes | ({"javascript": False} if given["no_javascript"] else {}))


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
