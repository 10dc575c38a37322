"""``maintext posts``: pages of micro-content in, their records out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from maintext.cli.reading import (
    fetched_at,
    is_snapshot,
    page_options,
    parsed_page,
    saved_snapshot,
    write_output,
)
from maintext.records.posts import find_microcontent, posts_csv, posts_jsonl, posts_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maintext.html import Page
    from maintext.html.snapshot import Layout
    from maintext.records.posts import MicroPost

__all__ = ["posts_command"]

_NO_POSTS = 6
_FORMATS: dict[str, Callable[[Iterable[MicroPost]], str]] = {
    "table": posts_table,
    "jsonl": posts_jsonl,
    "csv": posts_csv,
}


@click.command("posts", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("page", metavar="URL|FILE|-")
@click.option("--url", help="Address that a file or stdin came from: makes links absolute.")
@click.option("-f", "--format", "form", type=click.Choice(list(_FORMATS)), default="table", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write to a file, not to stdout.")
@click.option(
    "--fetched",
    help="When the page was fetched: what 3分钟前, 2h and 05-20 are counted from. Now for an address.",
)
@click.option("-v", "--verbose", is_flag=True, help="Say on stderr why these records.")
@page_options
def posts_command(
    page: str, url: str | None, form: str, output: str | None, fetched: str | None,
    *, verbose: bool, **given: Any,
) -> None:  # fmt: skip
    """List the records of a page of micro-content: microblogs, comments, posts of a thread, a chat.

    PAGE is a URL, a file, - for stdin, or a snapshot that maintext render saved (.json.gz). Each record has
    author, time, text, counts, images, its address, and what it quotes; replies have a level. The exit code
    is 6 where the page has none.
    """
    parsed, layout = _page(page, url, given)
    found = find_microcontent(parsed, reference=fetched_at(fetched, page), layout=layout)
    if verbose:
        click.echo(f"{len(found.posts)} records; {found.reason}; confidence {found.confidence:.2f}", err=True)
    if not found.posts:
        click.echo(f"maintext: no micro-content found: {found.reason}", err=True)
        raise SystemExit(_NO_POSTS)
    write_output(output, _FORMATS[form](found.posts))


def _page(page: str, url: str | None, given: dict[str, Any]) -> tuple[Page, Layout | None]:
    if not is_snapshot(page):
        return parsed_page(page, url, given), None
    snapshot = saved_snapshot(page, url)
    return snapshot.page, snapshot.layout
