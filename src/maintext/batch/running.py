"""Run a batch from inputs to one output, so that a killed run can be resumed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from functools import partial
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext import __version__
from maintext.batch.columns import schema_version
from maintext.batch.fetching import fetch_items
from maintext.batch.journal import MANIFEST, Journal, differences, lock_journal, read_json, write_json
from maintext.batch.options import BatchOptions, n_cores
from maintext.batch.pool import Pool
from maintext.batch.progress import BatchReport, Meter, ShardCounts, TellProgress
from maintext.batch.record import Work, WorkPiece, recorder_of, write_pieces
from maintext.batch.remote import is_remote, remove_tree
from maintext.batch.sink import MarkdownSink, Sink, find_sink
from maintext.batch.source import PageSource, SourceReading, find_sources
from maintext.batch.source.base import share_read
from maintext.classify.model.archive import model_bytes, model_digests
from maintext.errors import OptionError
from maintext.options import Options

if TYPE_CHECKING:  # imported on first use
    from maintext.net import FetchOptions

__all__ = ["run"]

_DEFAULT, _BATCH = Options(), BatchOptions()
# These may differ between the runs of a batch: they change no row.
_FREE = frozenset({"n_processes", "delay_s", "n_connections", "engine", "address"})
# Names of files and folders that batches write to their folders; others are the user's.
_WRITTEN = re.compile(
    r"_(?:manifest|report)\.json(?:\.tmp)?|_journal(?:\.log)?|joined[.a-z]*\.tmp"
    r"|(?:part-)?\d{6,}-\d{6,}(?:[.a-z]*|[.\w-]*\.tmp)"
)


def run(  # noqa: PLR0913 - what, where to, and how: each is one value
    inputs: str | PathLike[str] | Iterable[str | PathLike[str]],
    output: str | PathLike[str],
    *,
    options: Options = _DEFAULT,
    batch: BatchOptions = _BATCH,
    fetch_options: FetchOptions | None = None,
    start: str = "new",
    progress: TellProgress | None = None,
) -> BatchReport:
    """Extract all pages of the inputs into one output.

    Rows are in input order and do not depend on the number of processes or kills. They are written in
    shards. Finished shards are kept in the output folder, or in ``OUTPUT.parts`` until the output file is
    complete. Pages that cannot be extracted are rows, not exceptions. The output file appears atomically.
    ``OUTPUT.report.json`` next to it records the manifest.

    Parameters
    ----------
    inputs
        As for :func:`maintext.batch.find_sources`.
    output
        As for :func:`maintext.batch.find_sink`.
    options, batch, fetch_options
        Options of the extraction, of the batch, and of fetching URLs.
    start
        ``new``; ``resume`` continues a batch with the same unchanged inputs and options, or starts one;
        ``overwrite`` removes the existing output.
    progress
        Called a few times a second, and at the end.

    Raises
    ------
    OptionError
        The output exists or belongs to another batch; an option is wrong.
    InputError
        An input does not exist.
    MissingExtraError
        An input or the output needs a library that is not installed.
    """
    sink = find_sink(output, batch)
    if isinstance(sink, MarkdownSink):
        options = replace(options, front_matter=True)
    work = Work(recorder_of(options, batch, sink.form, sink.chosen), sink.encoder())
    files = _BatchOutput(sink)
    reading = SourceReading.of(options.max_bytes, batch)
    sources = find_sources(inputs, reading, kind=batch.input_kind, without=files.paths)
    manifest = _make_manifest(sources, sink, options, batch)
    sink.about = {"maintext_version": __version__, "maintext_schema": schema_version()}
    sink.about["maintext_options"] = json.dumps(manifest["options"], ensure_ascii=False)
    extract: Callable[..., BatchReport] = partial(_run_locally, sources, batch, fetch_options)
    if batch.engine == "ray":
        from maintext.batch.ray import ray_engine  # noqa: PLC0415 - an extra

        extract = ray_engine(sources, batch)
    begun = files.prepare(manifest, start)
    if isinstance(begun, BatchReport):
        return begun
    with closing(begun) as journal:
        report = extract(work, sink, journal, progress)
        if not sink.is_folder:
            sink.join(sorted(journal.shards))
            report.leave_out(sink.dropped)
    files.finish(manifest, report)
    return report


def _make_manifest(
    sources: Sequence[PageSource], sink: Sink, options: Options, batch: BatchOptions
) -> dict[str, Any]:
    """Return what two runs of one batch must have in common."""
    own = (batch.filter_file, options.method_options.get("model", ""))
    chosen = {
        **{name: value for name, value in asdict(batch).items() if name not in _FREE},
        **{name: getattr(options, name) for name in options.__slots__},
        "method_options": dict(sorted(options.method_options.items())),
        "form": sink.form,
        "output_kind": type(sink).__name__,
        "schema": schema_version(),
        "models": model_digests(),
        "own_models": {path: sha256(model_bytes("", path)).hexdigest()[:16] for path in own if path},
    }
    inputs = []
    for source in sources:
        if stamp := source.stamp():  # files that are not read may differ
            digest = sha256("\n".join(stamp).encode("utf-8", "replace")).hexdigest()
            inputs.append({"name": source.name, "stamp": digest, "n_files": len(stamp)})
    return {"version": __version__, "options": chosen, "inputs": inputs}


def _run_locally(  # noqa: PLR0913, PLR0917 - one value each
    sources: Sequence[PageSource],
    batch: BatchOptions,
    fetch_options: FetchOptions | None,
    work: Work,
    sink: Sink,
    journal: Journal,
    progress: TellProgress | None,
) -> BatchReport:
    """Do the unfinished work in processes of this machine."""
    meter = Meter(journal.shards.values(), partial(share_read, sources), progress)
    pieces = [WorkPiece(number, source) for number, source in enumerate(sources)]
    pages = partial(fetch_items, options=fetch_options, batch=batch)
    n_processes, prepare = batch.n_processes or n_cores(), work.recorder.warm_up
    with Pool(work, n_processes=n_processes, timeout_s=batch.page_timeout_s, prepare=prepare) as pool:
        for page in write_pieces(pieces, pool, work, sink.write, journal, batch.shard_pages, pages):
            meter.add_page(*page)
    meter.note(at_once=True)
    return meter.report(sink.output, journal.skipped.values())


class _BatchOutput:
    """The output, work folder and report of a batch on disk."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        output = sink.output
        name = f"{output.name}.report.json"
        self._report = output / "_report.json" if sink.is_folder else output.with_name(name)
        self.paths = [output, sink.folder, self._report]  # the batch writes to them and must not read them

    def prepare(self, manifest: dict[str, Any], start: str) -> BatchReport | Journal:
        """Prepare the work folder; return its journal, or the report if the batch is complete already.

        ``start`` is ``new``, ``resume`` or ``overwrite``.

        Raises OptionError: existing files must not be touched, or belong to another batch, which another
        process may be working on.
        """
        folder, output = self._sink.folder, self._sink.output
        if start not in {"new", "resume", "overwrite"}:
            raise OptionError(f"start is {start!r}: choose from new, resume, overwrite")
        if self._is_foreign():
            raise OptionError(f"{folder} has files that no batch wrote: choose another output")
        if start == "overwrite":  # remove what an earlier batch wrote
            _remove_folder(folder)
            self._report.unlink(missing_ok=True)
            if not self._sink.is_folder:
                output.unlink(missing_ok=True)
        old = read_json(folder / MANIFEST)
        if start == "new" and self._report.exists() and output.exists():
            raise OptionError(f"{output} is there already: choose another output, or --overwrite")
        if start == "new" and old is not None:
            raise OptionError(f"{folder} has a batch that was not finished: --resume it, or --overwrite")
        finished = read_json(self._report) if output.exists() else None
        found = differences(finished["manifest"], manifest) if finished else []
        if finished and not found:
            self._remove_work_folder()
            outcomes, errors, skipped = (
                Counter(finished[name]) for name in ("outcomes", "errors", "skipped")
            )
            done: dict[str, Any] = {"n_pages_before": outcomes.total(), "was_complete": True}
            return BatchReport(output=output, counts=ShardCounts(outcomes, errors), skipped=skipped, **done)
        if old is not None:
            _refuse_other(differences(old, manifest), folder)
            return self._open_journal()
        _refuse_other(found, output)
        if output.exists() and not self._sink.is_folder:
            raise OptionError(
                f"{output} is there, and is not of this batch: choose another output, or --overwrite"
            )
        _make_folder(folder)
        journal = self._open_journal()  # before the manifest: of two processes that begin, one goes on
        write_json(folder / MANIFEST, manifest)
        return journal

    def finish(self, manifest: dict[str, Any], report: BatchReport) -> None:
        """Write the report, then remove the work folder; the report proves that it may go."""
        write_json(self._report, {**report.to_dict(), "manifest": manifest})
        self._remove_work_folder()

    def _is_foreign(self) -> bool:
        """Return True if the work folder's path holds something that no batch made."""
        folder = self._sink.folder
        if not folder.is_dir():
            return folder.exists()
        # A batch that was killed at once may leave a journal, and a manifest that has not got its name yet.
        names = {path.name for path in folder.iterdir() if path.suffix != ".tmp"}
        return MANIFEST not in names and not all(name.startswith("_journal") for name in names)

    def _open_journal(self) -> Journal:
        """Open the journal; a shard is done again if somebody removed its part."""
        journal = Journal(self._sink.folder)
        there = {path.name for path in self._sink.folder.iterdir()}
        for shard in [one for one in journal.shards if self._sink.part_path(one).name not in there]:
            del journal.shards[shard]
        return journal

    def _remove_work_folder(self) -> None:
        if not self._sink.is_folder:
            _remove_folder(self._sink.folder)


def _make_folder(folder: Path) -> None:
    """Make a work folder and those around it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"{folder} cannot be made ({error.strerror}): choose another output") from error


def _remove_folder(folder: Path) -> None:
    """Remove what a batch wrote to a folder, its manifest last: a kill leaves a folder known as a batch's.

    Raises OptionError: another process works in it.
    """
    if folder.is_dir() and not is_remote(folder):
        lock_journal(folder).close()
    written = [path for path in folder.glob("*") if _WRITTEN.fullmatch(path.name)]
    for path in sorted(written, key=lambda path: path.name == MANIFEST):
        remove_tree(path)
    if not folder.is_symlink() and not any(folder.glob("*")):
        remove_tree(folder)


def _refuse_other(found: list[str], path: Path) -> None:
    if found:
        raise OptionError(
            f"{path} is of another batch ({', '.join(found)}): resume with the same inputs and options, or"
            " choose another output, or --overwrite"
        )
