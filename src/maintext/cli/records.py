"""Commands that list records: ``maintext items`` (index pages) and ``maintext posts`` (micro-content)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from maintext.api import select
from maintext.classify.model.kind import kind_of_page
from maintext.cli import options as flags
from maintext.cli.reading import (
    fetched_at,
    is_snapshot,
    parse_bytes,
    parse_page,
    read_page,
    read_snapshot,
    write_output,
)
from maintext.cli.terminal import NOTHING_FOUND, echo_lines, echo_note
from maintext.errors import InputError, MaintextError
from maintext.html import Page, listing_of
from maintext.html.urls import absolute_url
from maintext.records.posts import find_microcontent, posts_csv, posts_jsonl, posts_table
from maintext.sites.listing import Followed, Item, follow_list, items_csv, items_jsonl, items_table

if TYPE_CHECKING:  # imported on first use
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from maintext.html.snapshot import Layout
    from maintext.metadata.moment import Moment

__all__ = ["items_command", "posts_command"]


_ITEM_FORMATS = {"table": items_table, "jsonl": items_jsonl, "csv": items_csv}
_POST_FORMATS = {"table": posts_table, "jsonl": posts_jsonl, "csv": posts_csv}

_output_options = flags.add_options(
    flags.LIST_PAGE_URL,
    click.option(
        "-f", "--format", "form", type=flags.NamedChoice(list(_ITEM_FORMATS)),
        help="Output format; by default that of the name of the output (.jsonl, .csv), else table.",
    ),
    flags.output_option("Write to a file instead of stdout."),
)  # fmt: skip


@click.command("items")
@click.argument("page")
@_output_options
@click.option(
    "--pages", "max_pages", type=click.IntRange(min=1), default=1, show_default=True,
    help="Maximum number of pages to read, by their next-page links.",
)  # fmt: skip
@click.option(
    "--fetched", help="Date of the fetch: reference for dates without a year. Default: now for a URL."
)
@click.option("-v", "--verbose", is_flag=True, help="Explain the choice of list and next page on stderr.")
@flags.page_options
def items_command(  # noqa: PLR0913 - one argument per option
    page: str, url: str | None, form: str | None, output: str | None, max_pages: int, fetched: str | None,
    *, verbose: bool, **given: Any,
) -> None:  # fmt: skip
    """List the entries of an index page: title, URL, date, summary, image and other columns.

    PAGE is a URL, a file, or - for stdin; feeds and sitemaps work too. A page that does not look like a list
    page gives its main list as well, with a note on stderr. The exit code is 6 if only menus repeat. If a
    later page fails, the entries found before are written, and the exit code is that of the failure. A feed
    that breaks off ends with 3.
    """
    form = form or flags.form_of(output, _ITEM_FORMATS, "table")
    data, page_url, charset = read_page(page, url, given)
    if listing_of(data) or page.endswith(".xml.gz"):
        pages = _read_feed(data, page_url, charset, max_pages, given)
    else:
        first = parse_bytes(data, page_url, charset, given)
        pages = _read_list(first, max_pages, fetched_at(fetched, page), given, verbose=verbose)
    items, failure = list[Item](), None
    try:
        for found in pages:
            items += found
    except MaintextError as error:
        failure = error
    if not items:
        raise failure or SystemExit(NOTHING_FOUND)
    write_output(output, _ITEM_FORMATS[form](items))
    if failure:
        echo_note(f"{len(items)} items, then: {failure}")
        raise SystemExit(failure.exit_code)


def _read_list(
    first: Page, max_pages: int, reference: Moment | datetime | None, given: dict[str, Any], *, verbose: bool
) -> Iterator[Sequence[Item]]:
    """Yield the entries of each page of a list; notes on stderr say what is doubtful or left out."""
    n_found, reason = 0, ""
    for one in follow_list(
        first, lambda next_url: parse_bytes(*_read_next_page(next_url, given), given), max_pages=max_pages,
        kind=kind_of_page(first, select(first).keep), reference=reference,
    ):  # fmt: skip
        reason = reason or one.found.reason
        if not n_found and one.found.items and one.found.doubt:
            echo_note(f"this does not look like a list page: {one.found.doubt}")
        n_found += len(one.found.items)
        if verbose:
            _print_followed(one)
        _tell_left_out(one, first if one.url == first.url and max_pages > 1 else None)
        yield one.found.items
    if not n_found:
        echo_note(f"the page has no list: {reason}; give a page with links to the entries")


def _tell_left_out(one: Followed, first: Page | None) -> None:
    """Note what of a list is left out; ``first`` is its only page so far if more were wanted."""
    from maintext.sites.recipe.run import UNADDRESSED, count_sentence, unfollowed  # noqa: PLC0415 - of runs

    if lost := one.found.unaddressed:
        echo_note(count_sentence(UNADDRESSED, lost))
    if one.is_left:
        echo_note(f"the next page is on another host, and is left out: {one.pagination.next_url}")
    if first and not one.pagination.next_url and (said := unfollowed(first, one.found)):
        echo_note(f"{said}; maintext learn --render always follows it")


def _read_feed(
    data: bytes, url: str | None, charset: str | None, max_pages: int, given: dict[str, Any]
) -> Iterator[Sequence[Item]]:
    """Yield the entries of each page of a feed, or of a sitemap; an index lists its sitemaps."""
    from maintext.crawl.feeds import read_feed  # noqa: PLC0415 - loads lxml

    seen = {url}
    while True:
        listed = read_feed(data, given["max_bytes"], charset)
        named = listed.entries or [Item("", sitemap) for sitemap in listed.sitemaps]
        yield [replace(item, url=absolute_url(url or "", item.url) or item.url) for item in named]
        if listed.breaks_off:
            raise InputError(f"{listed.breaks_off}; try again later")
        if not named and len(seen) == 1:
            echo_note(f"the {listed.kind} has no entries")
        following = absolute_url(url or "", listed.next_url)
        if not named or not following or following in seen or len(seen) == max_pages:
            return
        seen.add(following)
        data, url, charset = _read_next_page(following, given)


def _read_next_page(url: str, given: dict[str, Any]) -> tuple[bytes, str | None, str | None]:
    """Return what :func:`read_page` does; InputError if the URL is relative to one that is not known."""
    if "://" not in url:
        raise InputError(f"the next page is {url}, and the URL of this page is not known: give it with --url")
    return read_page(url, None, given)


def _print_followed(one: Followed) -> None:
    found, pagination = one.found, one.pagination
    place = f" in {found.region.path}" if found.region else ""
    click.echo(f"{one.url or '-'}: {len(found.items)} items{place}", err=True)
    click.echo(f"  {found.reason}; confidence {found.confidence:.2f}", err=True)
    for region in found.others[:5]:
        other = f"{len(region.records)} records, score {region.score:.0f}, in {region.path}"
        click.echo(f"  also {other}", err=True)
    click.echo(f"  next: {pagination.next_url or 'none'} ({pagination.reason})", err=True)


@click.command("posts", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("page", metavar="URL|FILE|-")
@_output_options
@click.option(
    "--fetched", help="Date of the fetch: reference for 3分钟前, 2h and 05-20. Default: now for a URL."
)
@click.option("-v", "--verbose", is_flag=True, help="Explain the choice of records on stderr.")
@flags.page_options
def posts_command(
    page: str, url: str | None, form: str | None, output: str | None, fetched: str | None,
    *, verbose: bool, **given: Any,
) -> None:  # fmt: skip
    """List the records of a page of micro-content: microblogs, comments, posts of a thread, a chat.

    PAGE is a URL, a file, - for stdin, or a snapshot that maintext render saved (.json.gz). Each record has
    author, time, text, counts, images, URL, and quoted post; replies have a level. The exit code is 6 if the
    page has no such records.
    """
    form = form or flags.form_of(output, _POST_FORMATS, "table")
    layout: Layout | None = None
    if is_snapshot(page):
        snapshot = read_snapshot(page, url)
        parsed, layout = snapshot.page, snapshot.layout
    else:
        parsed = parse_page(page, url, given)
    found = find_microcontent(parsed, reference=fetched_at(fetched, page), layout=layout)
    if verbose:
        echo_lines([f"{len(found.posts)} records; {found.reason}; confidence {found.confidence:.2f}"])
    if not found.posts:
        echo_note(f"no micro-content found: {found.reason}")
        raise SystemExit(NOTHING_FOUND)
    write_output(output, _POST_FORMATS[form](found.posts))
