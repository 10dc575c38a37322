"""``maintext items``: index pages in, their entries out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from maintext.api import select
from maintext.classify.model.kind import kind_of_page
from maintext.cli.flags import in_flags
from maintext.cli.reading import fetched_at, page_of, page_options, parsed_page, read_page, write_output
from maintext.errors import InputError, MaintextError
from maintext.html import listing_of
from maintext.metadata.address import absolute_url
from maintext.sites.listing import Item, follow_list, items_csv, items_jsonl, items_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maintext.html import Page
    from maintext.sites.listing import Followed

__all__ = ["items_command"]

_NO_LIST = 6

_FORMATS: dict[str, Callable[[Sequence[Item]], str]] = {
    "table": items_table,
    "jsonl": items_jsonl,
    "csv": items_csv,
}


@click.command("items")
@click.argument("page")
@click.option("--url", help="Address that a file or stdin came from: makes links absolute.")
@click.option("-f", "--format", "form", type=click.Choice(list(_FORMATS)), default="table", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write to a file, not to stdout.")
@click.option(
    "--pages", "max_pages", type=click.IntRange(min=1), default=1, show_default=True,
    help="Follow the links to the next page, up to so many pages; fetches them.",
)  # fmt: skip
@click.option(
    "--fetched",
    help="When the page was fetched: what dates without a year are counted from. Now for an address.",
)
@click.option(
    "-v", "--verbose", is_flag=True, help="Say on stderr why this list, and where the next page is."
)
@page_options
def items_command(  # noqa: PLR0913 - one argument per option
    page: str, url: str | None, form: str, output: str | None, max_pages: int, fetched: str | None,
    *, verbose: bool, **given: Any,
) -> None:  # fmt: skip
    """List the entries of an index page: title, address, date, summary, image and other columns.

    PAGE is a URL, a file, or - for stdin; a feed or a sitemap too. A page that does not look like a list
    page gives its main list as well, with a note on stderr. The exit code is 6 where nothing but menus
    repeats. Where a later page fails, the entries of those before it are written, and the exit code is that
    of the failure.
    """
    data, address, charset = read_page(page, url, given)
    if listing_of(data):
        _write_entries(data, address, form, output, given)
        return
    first = page_of(data, address, charset, given)
    items: list[Item] = []
    followed = follow_list(
        first,
        lambda address: _next_page(address, given),
        max_pages=max_pages,
        kind=kind_of_page(first, select(first).keep),
        reference=fetched_at(fetched, page),
    )
    failure = None
    try:
        for one in followed:
            if not items and one.found.items and one.found.doubt:
                click.echo(f"maintext: this does not look like a list page: {one.found.doubt}", err=True)
            items += one.found.items
            if verbose:
                _explain(one)
    except MaintextError as error:  # of a later page: what stands on those before it is written
        failure = error
    if not items:
        click.echo("maintext: no list found; -v says why", err=True)
        raise SystemExit(_NO_LIST)
    write_output(output, _FORMATS[form](items))
    if failure:
        _say_incomplete(failure, len(items))
        raise SystemExit(failure.exit_code)


def _write_entries(
    data: bytes, address: str | None, form: str, output: str | None, given: dict[str, Any]
) -> None:
    """Write the entries of a feed or a sitemap; those of an index of sitemaps are sitemaps."""
    from maintext.crawl.feeds import read_feed  # noqa: PLC0415 - lxml is loaded for feeds only

    listed = read_feed(data, given["max_bytes"])
    named = listed.entries or [Item("", sitemap) for sitemap in listed.sitemaps]
    entries = [replace(item, url=absolute_url(address or "", item.url) or item.url) for item in named]
    if not entries:
        click.echo(f"maintext: the {listed.kind} has no entries", err=True)
        raise SystemExit(_NO_LIST)
    write_output(output, _FORMATS[form](entries))


def _next_page(address: str, given: dict[str, Any]) -> Page:
    if "://" not in address:
        raise InputError(
            f"the next page is {address}, and the address of this one is not known: give it with --url"
        )
    return parsed_page(address, address, given)


def _say_incomplete(failure: MaintextError, n_items: int) -> None:
    said = in_flags(str(failure), click.get_current_context().command)
    click.echo(f"maintext: {n_items} items of the pages before; the next page failed: {said}", err=True)


def _explain(one: Followed) -> None:
    found, pagination = one.found, one.pagination
    place = f" in {found.region.path}" if found.region else ""
    click.echo(f"{one.url or '-'}: {len(found.items)} items{place}", err=True)
    click.echo(f"  {found.reason}; confidence {found.confidence:.2f}", err=True)
    for region in found.others[:5]:
        click.echo(
            f"  also {len(region.records)} records, score {region.score:.0f}, in {region.path}", err=True
        )
    click.echo(f"  next: {pagination.next_url or 'none'} ({pagination.reason})", err=True)
