"""``maintext crawl``: crawl sites into a table of records."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.browser.model import RenderOptions
from maintext.classify.model.kind import KINDS
from maintext.cli.options import NamedChoice, declared_options, declared_rows, render_mode
from maintext.cli.reading import write_file
from maintext.cli.terminal import DRIFTED, ProgressLine, echo_lines, echo_note, set_resume_hint
from maintext.crawl.counts import CrawlReport, progress_line, report_lines, report_page
from maintext.crawl.options import CrawlOptions
from maintext.errors import FetchError, OptionError

if TYPE_CHECKING:  # imported on first use
    from maintext.batch.store.database import Store
    from maintext.crawl.visits import Renderer

__all__ = ["crawl_command"]

_FLAGS = {
    "scope": "--scope", "include": "--include REGEX", "exclude": "--exclude REGEX", "max_depth": "--depth N",
    "max_pages": "--pages N", "since": "--since DAY", "until": "--until DAY", "languages": "--language CODE",
    "kinds": "--kind", "filter_file": "--filter FILE", "keep": "--keep LABEL",
    "robots": "--robots/--ignore-robots", "sitemaps": "--sitemaps/--no-sitemaps",
    "feeds": "--feeds/--no-feeds", "delay_s": "--delay SECONDS", "n_connections": "--connections N",
    "max_tries": "--tries N", "retry_delay_s": "--retry-delay SECONDS", "timeout_s": "--timeout SECONDS",
    "max_bytes": "--max-bytes N", "max_redirects": "--max-redirects N",
    "max_pattern_pages": "--max-pattern-pages N", "allow_private": "--allow-private/--refuse-private",
    "user_agent": "--user-agent TEXT", "proxies": "--proxy URL|FILE", "n_processes": "-p --processes N",
    "page_timeout_s": "--page-timeout SECONDS", "wrapper": "--wrapper FILE", "cache_dir": "--cache DIR",
    "refetch": "--refetch",
}  # fmt: skip
_RENDER_FLAGS = {"wait_for": "--wait-for SELECTOR", "click": "--click SELECTOR", "max_scrolls": "--scrolls"}


@click.command("crawl")
@click.argument("urls", metavar="URL...", nargs=-1, required=True)
@click.option(
    "-s", "--store", "database", default="records.sqlite", show_default=True,
    help="Database for the records: a file, or postgresql://…, mysql://…",
)  # fmt: skip
@click.option(
    "-o", "--export", "exports", metavar="FILE", multiple=True,
    help="Export all records at the end: .jsonl, .csv, .xlsx, .parquet, or a folder of Markdown.",
)  # fmt: skip
@click.option("--report", "report_file", metavar="FILE.html", help="Write a report of the run.")
@click.option("--dry-run", is_flag=True, help="List the URLs to fetch or skip, and why; store nothing.")
@click.option(
    "--watch", "every", metavar="EVERY", help="Repeat the crawl every 90s, 30m, 6h or 1d; print the changes."
)
@click.option(
    "--runs", "n_runs", type=click.IntRange(0), default=0, help="With --watch: number of runs; 0 is no limit."
)
@render_mode
@declared_options(RenderOptions, _RENDER_FLAGS, kinds={"max_scrolls": click.IntRange(0)})
@declared_options(CrawlOptions, _FLAGS, kinds={"kinds": NamedChoice(KINDS)})
@click.option("-q", "--quiet", is_flag=True, help="Show no progress and no summary.")
def crawl_command(urls: tuple[str, ...], database: str, **given: Any) -> None:
    """Crawl sites and put a record of each content page into a table.

    Pages are found by sitemaps, feeds, links and next-page links of lists. After a stop or a kill the same
    command continues. After a finished run it crawls again, adds new records and updates changed ones.
    The exit code is 4 if no start page or most of the pages could not be read, or none had content.
    With a wrapper the exit code is 8 if the records differ from what it and earlier runs let expect.

    \b
    maintext crawl https://example.org/ -s example.sqlite -o example.csv
    maintext crawl https://example.org/news/ --scope path --since 2026-01-01 --dry-run
    maintext crawl https://example.org/ --watch 6h
    """  # noqa: D301 - click's mark for "do not rewrap"
    from maintext.batch.store import check_export, open_store  # noqa: PLC0415 - loads SQLAlchemy

    for path in given["exports"]:
        check_export(path)
    if (report_file := given["report_file"]) and not Path(report_file).parent.is_dir():
        raise OptionError(f"cannot write {report_file}: there is no folder {Path(report_file).parent}")
    options = CrawlOptions(**{name: given[name] for name in declared_rows(CrawlOptions)})
    if not given["dry_run"]:
        set_resume_hint("the same command goes on")
    with open_store("sqlite://" if given["dry_run"] else database) as store:
        if given["every"] and not given["dry_run"]:
            _watch_sites(urls, store, options, given)
            return
        report = _run_crawl(urls, store, options, given)
        if given["dry_run"]:
            _print_plan(report, given)
        else:
            _finish_run(store, report, given)
        _set_exit_code(report)


def _set_exit_code(report: CrawlReport) -> None:
    """Exit with an error code after a stop, a run that failed as a whole, or if the wrapper does not fit."""
    _raise_if_stopped(report)
    if report.failure:
        echo_note(report.failure)
    if report.failure or not report.is_any_read:
        click.get_current_context().exit(FetchError.exit_code)
    if report.drift:
        click.get_current_context().exit(DRIFTED)


def _raise_if_stopped(report: CrawlReport) -> None:
    """Raise the interrupt again that stopped the crawl; by now its records are stored."""
    if report.state == "stopped":
        raise KeyboardInterrupt


def _print_unread(report: CrawlReport) -> None:
    for url, reason in report.unread.items():
        echo_note(f"{reason} [{url}]")


def _run_crawl(
    urls: tuple[str, ...], store: Store, options: CrawlOptions, given: dict[str, Any]
) -> CrawlReport:
    from maintext.crawl import crawl  # noqa: PLC0415

    shown = None if given["quiet"] else ProgressLine(progress_line)
    try:
        with _make_renderer(options, given) as render:
            return crawl(urls, store, options, progress=shown, render=render, dry_run=given["dry_run"])
    finally:
        if shown:
            shown.end()


def _make_renderer(options: CrawlOptions, given: dict[str, Any]) -> AbstractContextManager[Renderer | None]:
    if given["render"] == "never":
        return nullcontext()
    from maintext.crawl.visits import Renderer  # noqa: PLC0415

    named = {name: given[name] for name in _RENDER_FLAGS}
    limits: Any = {"allow_private": options.allow_private, "max_html_bytes": options.max_bytes}
    return Renderer(given["render"], RenderOptions(**named, **limits))


def _print_plan(report: CrawlReport, given: dict[str, Any]) -> None:
    for url, reason in report.plan:
        click.echo(f"skip   {url}  ({reason})" if reason else f"fetch  {url}")
    if not given["quiet"]:
        n_refused = sum(bool(reason) for _, reason in report.plan)
        n_fetched = len(report.plan) - n_refused
        click.echo(f"{n_fetched:,} URLs to fetch, {n_refused:,} skipped; pages may link to more", err=True)
    _print_unread(report)


def _watch_sites(urls: tuple[str, ...], store: Store, options: CrawlOptions, given: dict[str, Any]) -> None:
    from maintext.crawl.site import change_line, read_period, watch  # noqa: PLC0415

    shown = None if given["quiet"] else ProgressLine(progress_line)
    with _make_renderer(options, given) as render:
        runs = watch(
            urls, store, read_period(given["every"]),
            n_runs=given["n_runs"], options=options, progress=shown, render=render,
        )  # fmt: skip
        for report, changes in runs:
            if shown:
                shown.end()
            for change in changes:
                click.echo(change_line(change))
            _finish_run(store, report, given)
            _raise_if_stopped(report)
    _set_exit_code(report)


def _finish_run(store: Store, report: CrawlReport, given: dict[str, Any]) -> None:
    from maintext.batch.store import export  # noqa: PLC0415

    for path in given["exports"]:
        export(store, path)
    if given["report_file"]:
        write_file(given["report_file"], report_page(store, report))
    if not given["quiet"]:
        echo_lines(report_lines(report))
    _print_unread(report)
