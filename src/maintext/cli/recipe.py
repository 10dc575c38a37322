"""Rules of a site, learnt and used: ``maintext learn`` and ``run`` (a recipe), and ``maintext wrapper``."""

from __future__ import annotations

import csv
import io
import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli import options as flags
from maintext.cli.reading import read_bytes, write_output
from maintext.cli.terminal import DRIFTED, ProgressLine, echo_lines, echo_note, set_resume_hint
from maintext.crawl.recipe_table import RecipeTable, write_rows
from maintext.errors import FetchError, OptionError
from maintext.options import changed
from maintext.rows import json_lines
from maintext.sites import wrapper as wrappers
from maintext.sites.recipe import (
    ENOUGH_RECORDS,
    Limits,
    ListRule,
    Recipe,
    RecipeRecords,
    Taught,
    learn_recipe,
    read_recipe,
    recipe_to_toml,
    run_recipe,
    with_expected,
)
from maintext.sites.wrapper.rules import RESTS, write_file

if TYPE_CHECKING:  # imported on first use
    from maintext.crawl.visits import Visitor

__all__ = ["learn_command", "run_command", "wrapper_command"]

_WriteRecord = Callable[[dict[str, Any]], None]

_SHOWN_RECORDS = 3  # whose error or drift is printed
_MIN_F1 = 0.3  # of texts that belong to their pages


@click.command("learn")
@click.argument("start", metavar="START_URL...", nargs=-1, required=True)
@flags.output_option("Write the recipe here (.toml) instead of stdout.", is_toml=True)
# Not n_examples, as messages about that key of a wrapper would name the flag.
@click.option("--examples", "n_entries", type=click.IntRange(1, 10), default=3, show_default=True,
              help="Number of entries to learn from.")  # fmt: skip
@click.option("--delay", "delay_s", type=float, default=Limits().delay_s, show_default=True,
              help="Seconds between two requests.")  # fmt: skip
@click.option(
    "--click",
    "clicks",
    metavar="FIELD=TEXT",
    multiple=True,
    help="A field, by its text on the page of the first entry, or by a selector. Repeatable.",
)
@click.option(
    "--labels",
    "labels_file",
    metavar="FILE",
    type=click.Path(),
    help="Entries with their values: .csv, .jsonl or .json with a column url.",
)
@click.option(
    "--wrapper", "wrapper_file", metavar="FILE", type=click.Path(),
    help="Rules of the entries (maintext wrapper learn); nothing is learned then.",
)  # fmt: skip
@flags.render_mode
@click.option("--wait-for-list", default="", metavar="SELECTOR", help="Element to wait for on list pages.")
@click.option("--wait-for-entry", default="", metavar="SELECTOR", help="Element to wait for on entry pages.")
@click.option("--step", "steps", metavar="STEP", multiple=True,
              help='What to do on list pages first, as "fill #q = chairs". Repeatable.')  # fmt: skip
@click.option("--each", default="", metavar="SELECTOR",
              help="A select element: the list is read for each of its options.")  # fmt: skip
@click.option("--state", default="", metavar="FILE", type=click.Path(),
              help="Cookies and storage of a browser that is logged in.")  # fmt: skip
@click.option("--wait", "wait_s", type=float, default=ListRule().wait_s, show_default=True,
              help="Maximum wait for these elements, in seconds.")  # fmt: skip
@flags.fetch_options
def learn_command(start: tuple[str, ...], output: str | None, n_entries: int, **given: Any) -> None:
    """Learn a recipe from a list page of a site.

    Finds the list, the link to its next page, and the rules of the entries' pages. You can edit the recipe;
    `maintext run` runs it. The exit code is 8 if no rule was found for a field of --click
    or --labels.

    \b
    maintext learn https://shop.example/chairs -o chairs.toml
    maintext learn https://shop.example/chairs --click price=8.50 --click "size=40 × 60 cm" -o chairs.toml
    """  # noqa: D301 - click's mark for "do not rewrap"
    taught = Taught(
        wrapper=wrappers.read_wrapper(given["wrapper_file"]) if given["wrapper_file"] else None,
        clicks={name: values[-1] for name, values in _parse_clicks(given["clicks"]).items()},
        labels=_read_labels(given["labels_file"]) if given["labels_file"] else {},
    )
    limits = changed(Limits(), {"delay_s": given["delay_s"]})
    names = ("render", "wait_s", "wait_for_list", "wait_for_entry", "steps", "each", "state")
    visiting = {name: given[name] for name in names}
    with _make_visitor(given, Recipe(list=ListRule(start=start), limits=limits)) as visit:
        learned = learn_recipe(start, visit, n_examples=n_entries, taught=taught, limits=limits, **visiting)
    for note in learned.notes:
        echo_note(note)
    write_output(output, recipe_to_toml(learned.recipe))
    wrapper = learned.recipe.detail.wrapper
    known = {"text", *(rule.name for rule in wrapper.fields)} if wrapper is not None else {"text"}
    if not known.issuperset(chain(taught.clicks, *taught.labels.values())):
        click.get_current_context().exit(DRIFTED)


@click.command("run")
@click.argument("recipe_file", metavar="RECIPE", type=click.Path())
@click.option("-o", "--output", default="-", metavar="FILE",
              help="Write records here (.jsonl, .csv, .xlsx, .parquet) instead of stdout.")  # fmt: skip
# Not max_items, as its messages about the recipe's max_items would name the flag.
@click.option("--max-items", "most", type=click.IntRange(1),
              help="Maximum number of records; by default the recipe's limit.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Keep what an unfinished run to the same file read as expected.")
@flags.fetch_options
def run_command(recipe_file: str, output: str, most: int | None, resume: bool, **given: Any) -> None:
    """Run a recipe and write a line of JSON, or a table row, for each entry of its lists.

    An entry whose page could not be fetched has `error`; one that does not fit the recipe has `drift`. A
    table is written at the end, or when the run stops early. The exit code is 4 if a page of the list, of an
    entry, or a later part of an article could not be read, and 8 if lists, pages or fields differ from what
    the recipe expects. What it expects is learned with it, and from the first run of ten records without a
    problem, which adds it to RECIPE unless --max-items ended it.
    """
    recipe = read_recipe(recipe_file)
    ending = _find_ending(output)
    unfinished = _UnfinishedRun(recipe, output, resume=resume)
    set_resume_hint(
        "the same command with --resume goes on" if unfinished.path else "the same command starts over"
    )
    kept = unfinished.records
    counts = Counter({"kept": len(kept)} if kept else {})
    reasons: list[str] = []  # of records with an error or drift
    shown = ProgressLine[Counter[str]](lambda n: f"{n.total()} records, {n['with an error']} errors")
    with _make_visitor(given, recipe) as visit, unfinished, _open_output(recipe, output, ending) as write:
        run = run_recipe(recipe, visit, fetched=datetime.now(UTC), known=kept, max_items=most)
        try:
            for record in run:
                _write_kept(kept, run.passed, write)
                counts["with an error" if record.error else "drifted" if record.drift else "as expected"] += 1
                if record.error or record.drift:
                    reasons.append(record.error or f"{record.drift[0]} [{record.item.url}]")
                found = record.to_dict()
                unfinished.add(found)
                write(found)
                shown(counts)
        finally:
            _write_kept(kept, run.passed, write)
            _write_kept(kept, [*kept], write)  # the run ended before them, or the list has them no more
    shown.end()
    more = [f"{len(reasons) - _SHOWN_RECORDS} more records with an error or drift"]
    shown_reasons = (*reasons[:_SHOWN_RECORDS], *more[: len(reasons) > _SHOWN_RECORDS])
    for note in (*run.problems, *shown_reasons, *run.cut):
        echo_note(note)
    is_cut = most is not None and run.n_entries >= most
    _end_run(recipe_file, recipe, run, counts, unfinished, is_cut=is_cut)


def _end_run(
    recipe_file: str, recipe: Recipe, run: RecipeRecords, counts: Counter[str], unfinished: _UnfinishedRun,
    *, is_cut: bool,
) -> None:  # fmt: skip
    """Print the last line; keep what the next run needs; exit with an error code after a loss or drift.

    A run that was cut by the command line does not know how much there is, and teaches the recipe nothing.
    """
    is_lossy = bool(run.lost or counts["with an error"])
    is_drifted = bool(run.drift or counts["drifted"]) or not counts.total()
    if run.field_drift:
        # No single record can be told to be right, so that --resume keeps none.
        counts["read"] = counts.pop("as expected", 0) + counts.pop("kept", 0)
        counts = +counts  # without none that was read
        unfinished.forget()
    nothing = "" if run.lost else "none: check the region of the list"
    said = [", ".join(f"{n} {name}" for name, n in counts.items()) or nothing]
    if run.lost:
        said.append(f"list pages lost: {len(run.lost)}, entries missing: at least {run.n_missing}")
    if run.drift:
        said.append(f"differences from what the recipe expects, as above: {len(run.drift)}")
    if unfinished.path and (is_lossy or is_drifted):
        said.append("not complete: the same command with --resume goes on")
    echo_note(f"{counts.total()} records: {'; '.join(filter(None, said))}")
    if is_lossy or is_drifted:
        click.get_current_context().exit(FetchError.exit_code if is_lossy else DRIFTED)
    unfinished.forget()
    if not is_cut and recipe.expected.n_records < ENOUGH_RECORDS <= run.seen.n_records:
        text = Path(recipe_file).read_text(encoding="utf-8-sig")
        write_file(recipe_file, with_expected(text, run.seen))
        echo_note(f"what later runs should find was added to {recipe_file}")


class _UnfinishedRun:
    """The records of a run, in a file next to its output until a run is complete; a context manager.

    ``records`` are those of an earlier run that were as expected, by the URL of the entry, if the run resumes
    it and the recipe reads entries as before.
    """

    def __init__(self, recipe: Recipe, output: str, *, resume: bool) -> None:
        self.path = None if output == "-" else Path(f"{output}.unfinished")
        self.records: dict[str, dict[str, Any]] = {}
        self._rules = recipe_to_toml(Recipe(list=ListRule(start=recipe.list.start), detail=recipe.detail))
        if resume and self.path is None:
            raise OptionError("--resume needs -o FILE, the output of the unfinished run")
        if resume and self.path is not None and self.path.exists():
            self.records = self._read_records(self.path)

    def _read_records(self, path: Path) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        # The last line may be cut off, and be the only one; a file may be of another version.
        with path.open(encoding="utf-8", newline="\n") as file, suppress(ValueError, TypeError, KeyError):
            if json.loads(next(file, "")) != {"rules": self._rules}:
                return {}
            for record in map(json.loads, file):
                if not record["error"] and not record["drift"]:
                    found[record["listed"]["url"]] = record
        return found

    def __enter__(self) -> None:
        """Begin the file anew. Raise :class:`OptionError` if another run writes the same output."""
        if self.path is not None:
            from maintext.batch.journal import open_locked  # noqa: PLC0415 - loads what batches need

            busy = f"another run writes {self.path.with_suffix('')}: wait for it, or name another file"
            self._file = io.TextIOWrapper(open_locked(self.path, busy), "utf-8", newline="\n")
            self._file.truncate(0)
            self._file.writelines(json_lines([{"rules": self._rules}, *self.records.values()]))

    def __exit__(self, *exception: object) -> None:
        if self.path is not None:
            self._file.close()

    def add(self, record: dict[str, Any]) -> None:
        """Keep a record for the next run."""
        if self.path is not None:
            self._file.writelines(json_lines([record]))
            self._file.flush()

    def forget(self) -> None:
        """Remove the file: the run is complete."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def _find_ending(output: str) -> str:
    """Return the ending of an output, which says the format.

    Raise :class:`OptionError` for no known one, and for a path that cannot be written.
    """
    from maintext.batch.store.export import TABLES, check_export  # noqa: PLC0415 - loads the store

    ending = ".jsonl" if output == "-" else Path(output).suffix.lower()
    if ending not in {".jsonl", *TABLES}:
        raise OptionError(f"{output}: end the name in {', '.join(('.jsonl', *TABLES))}")
    if output != "-":
        check_export(output)
    return ending


@contextmanager
def _open_output(recipe: Recipe, output: str, ending: str) -> Iterator[_WriteRecord]:
    """Yield a function that takes records: JSON lines at once, or a table at the end.

    A file of an earlier run stays as it is until there is a record.
    """
    if ending == ".jsonl":
        with click.open_file(output, "w", encoding="utf-8", lazy=True) as file:
            yield lambda record: file.writelines(json_lines([record]))
        return
    table, rows = RecipeTable.of(recipe), list[dict[str, Any]]()
    try:
        yield lambda record: rows.append(table.row(record))
    finally:
        if rows or not Path(output).exists():
            write_rows(table, rows, output)
        for name, source in table.chosen.items():
            if rows and source not in {"drift", "error"} and not any(row[name] for row in rows):
                echo_note(f"the column {name} is empty: no record has {source}; see columns in the recipe")


def _write_kept(kept: dict[str, dict[str, Any]], urls: list[str], write: _WriteRecord) -> None:
    """Write the kept records of some URLs, and forget both."""
    urls.reverse()
    while urls:  # what cannot be written is not tried again
        write(kept.pop(urls.pop()))


def _make_visitor(given: dict[str, Any], recipe: Recipe) -> Visitor:
    from maintext.crawl.visits import Visitor  # noqa: PLC0415 - loads urllib3

    return Visitor.of(recipe, flags.fetch_changes(given))


_FORMATS = ("text", "markdown", "html", "json")


@click.group("wrapper")
def wrapper_command() -> None:
    """Learn the rules of one site from a few saved pages, and apply them to others (包装器).

    \b
    maintext wrapper learn a.html b.html c.html --labels -o site.toml
    maintext wrapper apply site.toml d.html e.html
    """  # noqa: D301 - click's mark for "do not rewrap"


@wrapper_command.command("learn")
@click.argument("pages", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@flags.output_option("Write the wrapper here (.toml) instead of stdout.", "output_file", is_toml=True)
@click.option(
    "--labels",
    is_flag=True,
    help="Read main text and field values from page.txt and page.json next to each page.",
)
@click.option(
    "--click", "clicks", metavar="FIELD=SELECTOR", multiple=True,
    help="Element of a field (body: main text), by a selector that maintext explain prints. Repeatable.",
)  # fmt: skip
@click.option("--site", default="", help="Name of the site, stored in the wrapper.")
@click.option("--rest", type=flags.NamedChoice(RESTS), help="What to do with text that no rule covers.")
@flags.ENCODING
def learn_wrapper_command(pages: tuple[str, ...], **given: Any) -> None:
    """Learn a wrapper from one to five saved pages of a site.

    Without --labels and --click the default method provides the examples; check the resulting rules. The
    exit code is 8 if no rule was found for a field of --click or --labels.
    """
    clicks = _parse_clicks(given["clicks"])
    has_labels, encoding = given["labels"], given["encoding"]
    examples = [
        wrappers.ExamplePage(
            html=read_bytes(page), text=_read_sibling(page, ".txt") if has_labels else None, clicks=clicks,
            values=_read_values(page) if has_labels else {}, encoding=encoding,
        )
        for page in pages
    ]  # fmt: skip
    wrapper = wrappers.learn_wrapper(
        examples, wrappers.LearnOptions(site=given["site"], rest=given["rest"] or "")
    )
    write_output(given["output_file"], wrappers.to_toml(wrapper))
    echo_lines([f"{wrapper.n_examples} pages, word-F1 {wrapper.f1:.3f} on them"])
    if wrapper.learned_from == "texts" and wrapper.f1 < _MIN_F1:
        click.echo("few words of the .txt files are on their pages: check that each is of its page", err=True)
    if fields := ", ".join(wrapper.not_learned):
        click.echo(f"no rule was found for: {fields}; choose the element that holds nothing else", err=True)
        click.get_current_context().exit(DRIFTED)


@wrapper_command.command("apply")
@click.argument("wrapper_file", metavar="WRAPPER", type=click.Path())
@click.argument("pages", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("-f", "--format", "form", type=flags.NamedChoice(_FORMATS), default="text", show_default=True,
              help="Output format; json is one line per page.")  # fmt: skip
@flags.ENCODING
def apply_wrapper_command(wrapper_file: str, pages: tuple[str, ...], form: str, encoding: str | None) -> None:
    """Apply a wrapper to saved pages.

    If a page does not fit, the default method is used, and a note on stderr says why.
    """
    wrapper = wrappers.read_wrapper(wrapper_file)
    for page in pages:
        result = wrappers.apply_wrapper(wrapper, read_bytes(page), encoding=encoding)
        if result.is_drifted:
            click.echo(f"{page}: {result.warning}", err=True)
        if form == "json":
            record: dict[str, Any] = {"file": page, "drift": list(result.drift)}
            record |= {"fields": wrappers.plain_values(result.fields), **result.document.to_dict()}
            click.echo(json.dumps(record, ensure_ascii=False))
        else:
            click.echo(getattr(result.document, form))


def _parse_clicks(words: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in words:
        name, equals, path = word.partition("=")
        if not equals or not name or not path:
            raise OptionError(f"{word!r} is not a click: write a field and what it is, e.g. title=h1.head")
        found.setdefault(name, []).append(path)
    return found


def _read_labels(path: str) -> dict[str, dict[str, str]]:
    """Return the values of entries by URL from a CSV file, JSON Lines or a JSON list.

    Columns are parted by commas, or by semicolons or tabs, as Excel writes them elsewhere.
    """
    if not path.lower().endswith((".csv", ".jsonl", ".json")):
        raise OptionError(f"{path}: save the labels as .csv, .jsonl or .json")
    rows: list[Any]
    text = _read_text(Path(path))
    try:
        if path.lower().endswith(".csv"):
            head = text.partition("\n")[0]
            lines, delimiter = io.StringIO(text, newline=""), max(",;\t", key=head.count)
            rows = list(csv.DictReader(lines, restkey="", delimiter=delimiter))
            # Spreadsheets write empty cells in columns without a name, and after the last one.
            if nameless := "".join("".join(row.pop("", None) or "") for row in rows).strip():
                raise OptionError(
                    f"{nameless!r} is in no column with a name: put values with {delimiter!r} in quotes"
                )
        else:
            rows = json.loads(text) if text.startswith("[") else list(map(json.loads, io.StringIO(text)))
    except (csv.Error, ValueError) as error:
        raise OptionError(f"cannot read {path}: {error}") from error
    if not rows or not all(isinstance(row, dict) and isinstance(row.get("url"), str) for row in rows):
        row = '{"url": "https://…", "price": "8.50"}'
        raise OptionError(f"{path} must have a row for each entry, with its url: {row}")
    return {row.pop("url"): {name: str(value) for name, value in row.items() if value} for row in rows}


def _read_values(page: str) -> dict[str, str]:
    path, text = Path(page).with_suffix(".json"), _read_sibling(page, ".json")
    try:
        found = json.loads("{}" if text is None else text)
    except ValueError as error:
        raise OptionError(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise OptionError(f'{path} must be an object of texts, as {{"title": …}}')
    return found


def _read_sibling(page: str, suffix: str) -> str | None:
    path = Path(page).with_suffix(suffix)
    return _read_text(path) if path.exists() else None


def _read_text(path: Path) -> str:
    """Return the text of a file that a person wrote, perhaps in a spreadsheet.

    What is not UTF-8 is UTF-16 if it has a mark of it, else GB 18030: Excel in China writes CSV in it.
    """
    try:
        data = path.read_bytes()
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "gb18030")
    except (OSError, ValueError) as error:
        raise OptionError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
