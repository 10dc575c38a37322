"""``maintext render``: a page as a browser shows it, as HTML, picture and snapshot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.reading import page_source, read_page, write_file, writing
from maintext.options import Options, changed, read_changes

if TYPE_CHECKING:
    from maintext.browser import Rendered, RenderOptions

__all__ = ["render_command"]


@click.command("render")
@click.argument("page", metavar="URL|FILE|-")
@click.option("-u", "--URL", "url", help="Address that a file or stdin came from.")
@click.option("-o", "--output", metavar="FILE", help="Write the HTML to a file, not to stdout.")
@click.option(
    "--snapshot", metavar="FILE", help="Write HTML and layout (.json.gz), to work on without a browser."
)
@click.option("--screenshot", metavar="FILE", help="Write a picture of the whole page (.png).")
@click.option("--blocks", metavar="FILE", help="Draw visual blocks and separators on it (.png, .svg, .jpg).")
@click.option("--wait-for", metavar="SELECTOR", help="Wait until this is on the page.")
@click.option("--click", metavar="SELECTOR", help="Click this as long as it is there, as load more.")
@click.option(
    "--scrolls", "max_scrolls", type=click.IntRange(min=0), help="Scroll to the end so often.  [default: 0]"
)
@click.option("--timeout", "timeout_s", type=float, help="Seconds for all of it.  [default: 30]")
@click.option("--user-agent", help="User agent to send.")
@click.option("--allow-private", is_flag=True, help="Also load from addresses inside private networks.")
@click.option("--no-javascript", is_flag=True, help="Do not run the scripts of the page.")
@click.option(
    "--set", "changes", metavar="NAME=VALUE", multiple=True,
    help="Change another option of rendering (docs/browser.md); may be given several times.",
)  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="Show messages of scripts and failed requests on stderr.")
def render_command(page: str, url: str | None, output: str | None, **given: Any) -> None:
    """Render a page in the system's Chromium and write what came out.

    A file or stdin is rendered without any network. Without -o and other outputs the HTML goes to stdout.

    \b
    maintext render https://example.org/ --wait-for article | maintext extract -
    maintext render page.html --snapshot page.json.gz --blocks page.png
    """  # noqa: D301 - click's mark for "do not rewrap"
    rendered = _rendered(page, url, _options(given))
    click.echo(_summary(rendered), err=True)
    if given["verbose"] or not rendered.is_complete:
        for note in rendered.notes:
            click.echo(f"  {note}", err=True)
    written = _write_layout(rendered, given)
    if output:
        write_file(output, rendered.html.decode())
    elif not written:
        click.echo(rendered.html)


def _options(given: dict[str, Any]) -> RenderOptions:
    from maintext.browser import RenderOptions  # noqa: PLC0415 - urllib3 is loaded only to render

    default = RenderOptions()
    names = ("wait_for", "click", "max_scrolls", "timeout_s", "user_agent")
    changes = {name: given[name] for name in names if given[name] is not None}
    changes |= read_changes(default, given["changes"])
    changes["layout"] = bool(given["snapshot"] or given["blocks"] or changes.get("layout"))
    changes["screenshot"] = bool(given["screenshot"] or given["blocks"] or changes.get("screenshot"))
    if given["allow_private"]:
        changes["allow_private"] = True
    if given["no_javascript"]:
        changes["javascript"] = False
    return changed(default, changes)


def _rendered(page: str, url: str | None, options: RenderOptions) -> Rendered:
    from maintext.browser import Browser  # noqa: PLC0415

    with Browser() as browser:
        if "://" in page:
            return browser.render(page, options)
        source, _ = page_source(page, url, None)
        given = {"max_bytes": Options().max_bytes}
        return browser.render_saved(read_page(source, url, given)[0], url, options)


def _summary(rendered: Rendered) -> str:
    state = "" if rendered.is_complete else ", not complete"
    return (
        f"{rendered.url or 'saved page'}: status {rendered.status}, {len(rendered.html)} bytes,"
        f" {rendered.n_requests} requests, {rendered.render_s:.1f} s{state}"
    )


def _write_layout(rendered: Rendered, given: dict[str, Any]) -> bool:
    """Write the files that were asked for; tell whether there were any."""
    from maintext.browser import save_snapshot  # noqa: PLC0415
    from maintext.browser.picture import draw_blocks  # noqa: PLC0415
    from maintext.browser.vips import segment  # noqa: PLC0415

    screenshot, snapshot = rendered.screenshot, rendered.snapshot
    if (at := given["screenshot"]) and screenshot is not None:
        with writing(at):
            Path(at).write_bytes(screenshot)
    if (at := given["snapshot"]) and snapshot is not None:
        with writing(at):
            save_snapshot(snapshot, at)
    if (at := given["blocks"]) and snapshot is not None:
        with writing(at):
            draw_blocks(snapshot, segment(snapshot), at, screenshot=screenshot)
    return any(given[name] for name in ("screenshot", "snapshot", "blocks"))
