"""What the process of a run does for a recipe, a crawl and a batch."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.runs.folder import without_folder
from maintext.app.workbench.runs.records import MAIN, RecordWriter
from maintext.app.workbench.runs.report import Reported
from maintext.crawl.recipe_table import LISTED, RecipeTable
from maintext.net.model import FetchOptions
from maintext.options import Options, changed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.app.workbench.runs.folder import RunFolder
    from maintext.app.workbench.runs.work import Progress
    from maintext.batch import BatchItem
    from maintext.batch.source import PageSource
    from maintext.batch.store.database import Store
    from maintext.crawl.counts import CrawlProgress
    from maintext.crawl.options import CrawlOptions

__all__ = ["crawl_site", "extract_files", "run_recipe_records"]

_BATCH_COLUMNS = ("key", *(name for name in MAIN if name != "drift"))


def run_recipe_records(folder: RunFolder, request: dict[str, Any], progress: Progress) -> bool:
    """Run a recipe; a record for each entry of its lists. Return whether ``max_pages`` ended it."""
    from maintext.crawl.visits import Visitor  # noqa: PLC0415 - what only this kind needs
    from maintext.sites.recipe import recipe_from_toml, run_recipe  # noqa: PLC0415

    recipe = recipe_from_toml(request["recipe"])
    limits = changed(recipe.limits, {"max_items": min(recipe.limits.max_items, request["max_pages"])})
    recipe = replace(recipe, limits=limits)
    reported, table = Reported(), RecipeTable.of(recipe)
    with (
        RecordWriter(folder.records, table.columns()) as writer,
        reported.written_to(folder, request),
        Visitor(_fetch_options(request), delay_s=limits.delay_s) as visit,
    ):
        for record in run_recipe(recipe, visit, fetched=datetime.now(UTC)):
            row = table.row(record)
            writer.widen([name for name in row if name.startswith(LISTED)])
            writer.add(row)
            reported.add(row)
            progress.n_done += 1
            progress.counts["errors" if record.error else "drifted" if record.drift else "fits"] += 1
            progress.now = record.item.url
            progress.note()
    return progress.n_done >= int(request["max_pages"])


def crawl_site(folder: RunFolder, request: dict[str, Any], progress: Progress) -> bool:
    """Crawl a site into a store. Return whether the limit of pages ended it."""
    from maintext.batch.store import open_store  # noqa: PLC0415
    from maintext.crawl import crawl  # noqa: PLC0415 - Scrapy and SQLAlchemy are loaded by this kind only
    from maintext.crawl.report import report_page  # noqa: PLC0415

    def tell(now: CrawlProgress) -> None:
        _note_crawl(progress, now, request["max_pages"])

    options = _crawl_options(folder, request)
    with open_store(str(folder.records)) as store:
        report = crawl(request["urls"], store, options, progress=tell)
        folder.write_text(folder.report, report_page(store, report))
        if not report.n_records:
            progress.message = _why_nothing(store, report.run)
    progress.n_done = report.counts.n_pages
    progress.counts["records"] = report.n_records
    progress.counts["waiting"] = report.n_waiting
    if report.state == "stopped" and not progress.stopped_by:
        progress.stopped_by = "user"
    return report.state == "limited"


def _crawl_options(folder: RunFolder, request: dict[str, Any]) -> CrawlOptions:
    """What is asked for, within the limits of the server; a wrapper becomes a file of the run."""
    from maintext.crawl.options import CrawlOptions  # noqa: PLC0415 - as above

    wrapper = ""
    if request.get("wrapper"):
        wrapper = str(folder.path / "wrapper.toml")
        folder.write_text(folder.path / "wrapper.toml", request["wrapper"])
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in request["options"].items()
    }
    limits = {name: request[name] for name in ("max_pages", "allow_private", "max_bytes")}
    return CrawlOptions(**given, **limits, wrapper=wrapper)


def _why_nothing(store: Store, run: int) -> str:
    """The first reason why there are no records."""
    from maintext.batch.store import frontier  # noqa: PLC0415 - as above

    with store.transaction() as connection:
        found = next(frontier.failures(connection, run), None)
    return f"{found['url']}: {found['reason'] or found['error']}" if found else "no page was one of content"


def _note_crawl(progress: Progress, now: CrawlProgress, max_pages: int) -> None:
    counts = now.counts
    progress.n_done = counts.n_pages
    # More may be found: the share is of what is known.
    known = counts.n_pages + now.n_waiting
    progress.share = min(counts.n_pages / max(min(known, max_pages), 1), 1.0)
    progress.counts["records"] = counts.results["record"]
    progress.counts["errors"] = counts.errors.total()
    progress.counts["waiting"] = now.n_waiting
    progress.note()


def extract_files(folder: RunFolder, request: dict[str, Any], progress: Progress) -> bool:
    """Extract the pages of files. Return whether the limit of pages ended it."""
    from maintext.batch import BatchOptions, SourceReading, extract_many, find_sources  # noqa: PLC0415

    options = Options(
        method=request["method"], method_options=request["method_options"], max_bytes=request["max_bytes"]
    )
    sources = find_sources(_inputs(folder, request), SourceReading(max_bytes=options.max_bytes))
    total = sum(source.n_bytes for source in sources) or 1
    most = int(request["max_pages"])
    reported = Reported()
    items = islice(_items(sources, request["folder"]), most)
    rows = extract_many(
        items, options=options, fetch_options=_fetch_options(request), batch=BatchOptions(n_processes=1)
    )
    with (
        RecordWriter(folder.records, _BATCH_COLUMNS) as writer,
        reported.written_to(folder, request),
        closing(rows),  # type: ignore[type-var]
    ):
        for row in rows:
            record = dict(row.record)
            reason = record.get("reason")
            record["reason"] = without_folder(reason, request["folder"]) if reason else reason
            record["error"] = " ".join(filter(None, (record.get("error"), record["reason"])))
            writer.add(record)
            reported.add(record)
            progress.n_done += 1
            progress.counts[row.outcome] += 1
            progress.share = min(sum(source.n_read for source in sources) / total, 1.0)
            progress.now = str(record["key"])
            progress.note()
    return progress.n_done >= most


def _inputs(folder: RunFolder, request: dict[str, Any]) -> list[str]:
    """The folder of the server; uploads one by one, so that a list of addresses among them is read."""
    if request["folder"] != str(folder.input):
        return [request["folder"]]
    return [str(path) for path in sorted(folder.input.iterdir())]


def _items(sources: list[PageSource], folder: str) -> Iterator[BatchItem]:
    """The pages, by their names below the folder."""
    from maintext.batch.source.plan import items_of  # noqa: PLC0415

    for source in sources:
        for item in items_of(source):
            yield replace(item, key=without_folder(item.key, folder))


def _fetch_options(request: dict[str, Any]) -> FetchOptions:
    return FetchOptions(allow_private=request["allow_private"], max_bytes=request["max_bytes"])
