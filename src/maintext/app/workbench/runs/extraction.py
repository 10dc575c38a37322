"""Runs of recipes, crawls and batches, and their report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain, dropwhile, islice, takewhile
from typing import TYPE_CHECKING, Any

from maintext import report as html
from maintext.app.workbench.runs.folder import RunFolder, RunProgress, replace_text, without_folder
from maintext.app.workbench.runs.records import MAIN, RecordWriter
from maintext.batch.item import LOSSES, BatchItem, make_encodable
from maintext.crawl.counts import CrawlCounts, CrawlProgress, CrawlReport
from maintext.crawl.options import CrawlOptions
from maintext.crawl.recipe_table import LISTED, RecipeTable
from maintext.net.model import FetchOptions
from maintext.options import Options
from maintext.rows import cell

if TYPE_CHECKING:  # imported on first use
    from maintext.batch.store.database import Store


__all__ = ["RunReport", "crawl_site", "extract_files", "read_crawl_options", "run_recipe_records"]

_BATCH_COLUMNS = ("key", *(name for name in MAIN if name != "drift"))


def run_recipe_records(folder: RunFolder, request: dict[str, Any], progress: RunProgress) -> bool:
    """Run a recipe: a record for each entry. Return True if the page limit ended it."""
    from maintext.crawl.visits import Visitor  # noqa: PLC0415 - what only this kind needs
    from maintext.sites.recipe import (  # noqa: PLC0415
        ENOUGH_RECORDS,
        recipe_from_toml,
        run_recipe,
        with_expected,
    )

    recipe = recipe_from_toml(request["recipe"])
    most = request["max_pages"] if request["max_pages"] < recipe.limits.max_items else None
    # Addresses of proxies are not checked as those of pages are.
    recipe = replace(recipe, fetch=replace(recipe.fetch, proxies=()))
    table = RecipeTable.of(recipe)
    report = RunReport(table.chosen)
    progress.n_total = request.get("n_expected")
    with (
        RecordWriter(folder.records, table.columns(), table.numbers) as writer,
        report.written_to(folder, request),
        Visitor.of(recipe, _fetch_changes(request)) as visit,
    ):
        known = {record["listed"]["url"]: record for record in writer.keep_good()}
        for before in known.values():
            report.add(before)
            progress.counts["fits"] += 1
        progress.n_done = len(known)
        run = run_recipe(recipe, visit, fetched=datetime.now(UTC), known=known, max_items=most)
        for record in run:
            row = table.row(record.to_dict())
            writer.widen(table.columns([name for name in row if name.startswith(LISTED)]))
            writer.add(row)
            report.add(row)
            progress.counts["errors" if record.error else "drifted" if record.drift else "fits"] += 1
            progress.advance(record.item.url)
        progress.empty = dict(report.empty.most_common())
        progress.is_whole = not run.lost
        report.problems = [*run.problems, *report.record_problems()]
        report.problems += _empty_columns(report, table)
        progress.message = "\n".join(report.problems + run.cut)
    is_clean = not report.problems
    if is_clean and not known and recipe.expected.n_records < ENOUGH_RECORDS <= run.seen.n_records:
        # The next run of the series expects what this one found. The run may have been renamed meanwhile.
        folder.write_request(folder.request() | {"recipe": with_expected(request["recipe"], run.seen)})
    return progress.n_done >= int(request["max_pages"])


def _empty_columns(report: RunReport, table: RecipeTable) -> list[str]:
    """Return which columns are empty on all records as sentences, unless their fields are told already."""
    n_read = report.n_records - report.n_failed
    told = {one.partition(": empty on ")[0] for one in report.problems}
    fields = {name: table.taught.get(source, source) for name, source in table.chosen.items()}
    empty = [name for name, n in report.empty.items() if n == n_read and fields[name] not in told]
    return [f"{name}: empty on all {n_read} records" for name in empty if n_read >= _ENOUGH_READ]


def crawl_site(folder: RunFolder, request: dict[str, Any], progress: RunProgress) -> bool:
    """Crawl a site into a store. Return True if the page limit ended it."""
    from maintext.batch.store import open_store  # noqa: PLC0415
    from maintext.crawl import crawl  # noqa: PLC0415 - Scrapy and SQLAlchemy are loaded by this kind only
    from maintext.crawl.counts import report_page  # noqa: PLC0415

    limits = _fetch_changes(request)
    if request.get("wrapper"):
        limits["wrapper"] = str(folder.path / "wrapper.toml")
        replace_text(folder.path / "wrapper.toml", request["wrapper"])
    with open_store(str(folder.records)) as store:
        before = _limited_counts(store)
        most = max(request["max_pages"] - before.n_pages, 1)
        options = read_crawl_options(request["options"], max_pages=most, **limits)
        tell = partial(_note_crawl, progress, request["max_pages"], before)
        report = crawl(request["urls"], store, options, progress=tell)
        progress.is_whole = not report.lost
        replace_text(folder.report, report_page(store, report))
        lost = [report.failure] if report.failure else []
        lost += [f"{reason} [{url}]" for url, reason in report.unread.items()] + report.drift
        lost += [f"the list {url} could not be read to its end: {why}" for url, why in report.lost.items()]
        is_told = lost or report.n_records
        progress.message = "\n".join(lost) if is_told else _why_nothing(store, report)
    tell(CrawlProgress(counts=report.counts, n_waiting=report.n_waiting))
    progress.counts["records"] = report.n_records
    if report.state == "stopped" and not progress.stopped_by:
        progress.stopped_by = "user"
    return report.state == "limited"


def read_crawl_options(options: dict[str, Any], **more: Any) -> CrawlOptions:
    """Return the options of a request, which has lists for tuples."""
    tuples = {name: tuple(value) for name, value in options.items() if isinstance(value, list)}
    return CrawlOptions(**options | tuples | more)


def _why_nothing(store: Store, report: CrawlReport) -> str:
    """Return the most frequent reason why pages were left out, else the first why one could not be read."""
    from maintext.batch.store import frontier  # noqa: PLC0415 - as above

    for reason, _ in report.counts.left_out.most_common(1):
        return f"no page is a record; most are left out: {reason}"
    with store.transaction() as connection:
        found = next(frontier.failures(connection, report.run), None)
    return f"{found['reason'] or found['error']} [{found['url']}]" if found else "no page had main content"


def _limited_counts(store: Store) -> CrawlCounts:
    """Return the counts of the runs of a store that ended at their limit, and now go on."""
    ended = dropwhile(lambda run: run["state"] in {"running", "stopped"}, reversed(store.runs()))
    limited = takewhile(lambda run: run["state"] == "limited", ended)
    counts = [CrawlCounts.of(run["counts"]) for run in limited]
    errors = sum((one.errors for one in counts), Counter[str]())
    results = sum((one.results for one in counts), Counter[str]())
    return CrawlCounts(n_pages=sum(one.n_pages for one in counts), errors=errors, results=results)


def _note_crawl(progress: RunProgress, max_pages: int, before: CrawlCounts, now: CrawlProgress) -> None:
    progress.n_done = before.n_pages + now.counts.n_pages
    # More pages may be found: the share is that of the known ones.
    known = progress.n_done + now.n_waiting
    progress.share = min(progress.n_done / max(min(known, max_pages), 1), 1.0)
    progress.counts["records"] = before.results["record"] + now.counts.results["record"]
    progress.counts["errors"] = before.errors.total() + now.counts.errors.total()
    progress.counts["waiting"] = now.n_waiting
    progress.note()


def extract_files(folder: RunFolder, request: dict[str, Any], progress: RunProgress) -> bool:
    """Extract the pages in files. Return True if the page limit ended it."""
    from maintext.batch import BatchOptions, SourceReading, extract_many, find_sources  # noqa: PLC0415
    from maintext.batch.source import items_of  # noqa: PLC0415

    options = Options(**{name: request[name] for name in ("method", "method_options", "max_bytes")})
    paths = [request["folder"]]
    if paths == [str(folder.input)]:  # each upload by itself, which may list URLs
        paths = [str(path) for path in sorted(folder.input.iterdir())]
    sources = find_sources(paths, SourceReading(max_bytes=options.max_bytes, fetches=True))
    total = sum(source.n_bytes for source in sources) or 1
    max_pages = int(request["max_pages"])
    report = RunReport()
    limits, batch = FetchOptions(**_fetch_changes(request)), BatchOptions(n_processes=1)
    with RecordWriter(folder.records, _BATCH_COLUMNS) as writer, report.written_to(folder, request):
        known = Counter[tuple[Any, ...]]()
        for record in writer.keep_good():
            known[_place_of(record["key"], record["input"])] += 1
            report.add(record)
            progress.counts[record["outcome"]] += 1
        progress.n_done = known.total()
        read = chain.from_iterable(map(items_of, sources))
        left = islice(_items_left(read, request["folder"], known), max(max_pages - progress.n_done, 0))
        rows = extract_many(left, options=options, fetch_options=limits, batch=batch)
        with closing(rows):  # type: ignore[type-var]
            for row in rows:
                record = dict(row.record)
                progress.is_whole &= record.get("error") not in LOSSES
                record["reason"] = without_folder(record.get("reason") or "", request["folder"]) or None
                record["error"] = record["reason"] or record.get("error")
                writer.add(record)
                report.add(record)
                progress.counts[row.outcome] += 1
                progress.share = min(sum(source.n_read for source in sources) / total, 1.0)
                progress.advance(str(record["key"]))
        report.problems = report.record_problems() if report.n_records else ["the files hold no page"]
        progress.message = "\n".join(report.problems)
    return progress.n_done >= max_pages


def _items_left(
    items: Iterable[BatchItem], folder: str, known: Counter[tuple[Any, ...]]
) -> Iterator[BatchItem]:
    """Yield the items that have no record yet, with names relative to the folder."""
    for item in items:
        file = without_folder(item.input.get("file", ""), folder)
        origin = item.input | ({"file": make_encodable(file)} if file else {})
        key = make_encodable(without_folder(item.key, folder))
        if known[place := _place_of(key, origin)] > 0:
            known[place] -= 1
        else:
            yield replace(item, key=key, input=origin)


def _place_of(key: str, origin: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what tells a page from others; keys need not be unique."""
    return (key, *map(origin.get, ("file", "row", "offset")))


def _fetch_changes(request: dict[str, Any]) -> dict[str, Any]:
    return {name: request[name] for name in ("allow_private", "max_bytes")}


_MAX_FAILURES = 200
_MAX_REASONS = 3  # of each kind, in the message of a run
_ENOUGH_READ = 3  # records that tell something of all
_COUNTED = ("outcome", "kind", "language", "source")


class RunReport:
    """Count records, and keep failures and samples for the report.

    ``empty`` counts the records without a value in each of the given ``columns``.
    """

    def __init__(self, columns: Iterable[str] = ()) -> None:
        self._columns, self.empty = tuple(columns), Counter[str]()
        self.n_records = self.n_failed = self.n_drifted = self.n_words = 0
        self.counts = {name: Counter[str]() for name in _COUNTED}
        # Of reasons; with other values or addresses they are counted as one
        self.drift, self.errors = Counter[str](), Counter[str]()
        self._first_alike: dict[str, str] = {}
        self.failures: list[tuple[str, str]] = []
        self.samples: list[str] = []
        self.problems: list[str] = []  # of the run as a whole

    def add(self, record: Mapping[str, Any]) -> None:
        """Count a record."""
        self.n_records += 1
        if record.get("error"):
            self.n_failed += 1
            reason = str(record.get("reason") or record["error"])
            self.errors[self._first_alike.setdefault(reason.partition(" [")[0], reason)] += 1
            if len(self.failures) < _MAX_FAILURES:
                self.failures.append((_page_label(record), str(record["error"])))
            return
        self.n_words += record.get("n_words") or 0
        self.n_drifted += bool(record.get("drift"))
        for reason in record.get("drift") or ():
            # The value that a reason quotes stands after its second colon.
            alike = ": ".join(reason.split(": ")[:2])
            self.drift[self._first_alike.setdefault(alike, reason)] += 1
        self.empty.update(name for name in self._columns if cell(record.get(name)) in {None, ""})
        for name, counter in self.counts.items():
            if record.get(name):
                counter[str(record[name])] += 1
        self._keep_sample(record)

    def record_problems(self) -> list[str]:
        """Return what is wrong with single records as sentences, the most frequent reasons first."""
        said = ((self.drift, "do not fit"), (self.errors, "could not be read"))
        return [
            f"{n} of {self.n_records} records {what}: {reason}"
            for counter, what in said
            for reason, n in counter.most_common(_MAX_REASONS)
        ]

    def _keep_sample(self, record: Mapping[str, Any]) -> None:
        """Keep the records whose number is a multiple of a step that doubles."""
        if len(self.samples) == 2 * html.N_SAMPLES:
            self.samples = self.samples[::2]
        n_good = self.n_records - self.n_failed - 1
        if n_good % (1 << (n_good // (2 * html.N_SAMPLES)).bit_length()) == 0:
            # A column that a person has called so may have several values.
            names = ("title", "text", "author", "published", "language")
            title, text, *facts = (str(cell(record.get(name)) or "") for name in names)
            self.samples.append(html.sample(title, facts, text, _page_label(record)))

    @contextmanager
    def written_to(self, folder: RunFolder, request: Mapping[str, Any]) -> Iterator[None]:
        """Write the report at the end, also of a stopped run."""
        try:
            yield
        finally:
            replace_text(folder.report, self.page(request["title"]))

    def page(self, title: str) -> str:
        """Return the report as HTML."""
        facts = {"records": self.n_records, "failed": self.n_failed, "words": self.n_words}
        facts |= {"pages that do not fit the wrapper": self.n_drifted} if self.n_drifted else {}
        tables = [("Facts", list(facts.items()))]
        tables += [(f"By {name}", count.most_common(html.MAX_ROWS)) for name, count in self.counts.items()]
        tables.append(("Lost or different", [(problem, 1) for problem in self.problems]))
        tables.append(("Why pages do not fit", self.drift.most_common(html.MAX_ROWS)))
        counts = "".join(html.counted(name, rows) for name, rows in tables)
        failures = html.failed(
            "Failed", self.failures, ("page", "why"), maximum=_MAX_FAILURES, n_failed=self.n_failed
        )
        parts = [f'<div class="grid">{counts}</div>', failures, html.samples(self.samples)]
        return html.html_page(title, parts)


def _page_label(record: Mapping[str, Any]) -> str:
    return str(record.get("url") or record.get("key") or "")
