"""Where a batch writes, and what of what is there already may be touched."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from maintext.batch.journal import MANIFEST, Counts, differences, read_json, write_json
from maintext.batch.progress import Report
from maintext.errors import OptionError

if TYPE_CHECKING:
    from pathlib import Path

    from maintext.batch.sink import Sink

__all__ = ["Place"]


class Place:
    """Output, work folder and report on the disk.

    Parameters
    ----------
    sink
        What will write there.
    """

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        output = sink.output
        self._report = (
            output / "_report.json" if sink.is_folder else output.with_name(output.name + ".report.json")
        )

    @property
    def own(self) -> list[Path]:
        """What the batch writes, and so does not read."""
        return [self._sink.output, self._sink.folder, self._report]

    def prepare(self, manifest: dict[str, Any], start: str) -> Report | None:
        """Make the work folder fit to work in; return the report when all is done already.

        Parameters
        ----------
        manifest
            What the batch is started with: version, options, inputs.
        start
            ``new``, ``resume`` or ``overwrite``.

        Raises
        ------
        OptionError
            What is there must not be touched, or is of another batch.
        """
        folder = self._sink.folder
        if start not in {"new", "resume", "overwrite"}:
            raise OptionError(f"start is {start!r}: choose from new, resume, overwrite")
        if self._is_foreign():
            raise OptionError(f"{folder} has files that no batch wrote: choose another output")
        if start == "overwrite":
            self._drop()
        old = read_json(folder / MANIFEST)
        if start == "new":
            self._refuse_what_is_there(unfinished=old is not None)
        finished = read_json(self._report) if self._sink.output.exists() else None
        found = differences(finished["manifest"], manifest) if finished else []
        if finished and not found:
            self._clear()
            return _report_of(finished, self._sink.output)
        if old is not None:
            _refuse_other(differences(old, manifest), folder)
            return None
        _refuse_other(found, self._sink.output)
        if self._sink.output.exists() and not self._sink.is_folder:
            raise OptionError(
                f"{self._sink.output} is there, and is not of this batch: choose another output, or"
                " --overwrite"
            )
        folder.mkdir(parents=True, exist_ok=True)
        write_json(folder / MANIFEST, manifest)
        return None

    def finish(self, manifest: dict[str, Any], report: Report) -> None:
        """Write the report and remove the work folder, in this order: the report says that it may go."""
        write_json(self._report, {**report.to_dict(), "manifest": manifest})
        self._clear()

    def _is_foreign(self) -> bool:
        """Whether something stands in the place of the work folder that no batch made."""
        folder = self._sink.folder
        if not folder.is_dir():
            return folder.exists()
        # A batch that was killed at once may leave a manifest that has not got its name yet.
        return not (folder / MANIFEST).exists() and any(path.suffix != ".tmp" for path in folder.iterdir())

    def _refuse_what_is_there(self, *, unfinished: bool) -> None:
        if self._report.exists() and self._sink.output.exists():
            raise OptionError(f"{self._sink.output} is there already: choose another output, or --overwrite")
        if unfinished:
            raise OptionError(
                f"{self._sink.folder} has a batch that was not finished: --resume it, or --overwrite"
            )

    def _clear(self) -> None:
        if not self._sink.is_folder:
            _remove(self._sink.folder)

    def _drop(self) -> None:
        """Remove what an earlier batch wrote."""
        sink = self._sink
        _remove(sink.folder)
        self._report.unlink(missing_ok=True)
        if not sink.is_folder:
            sink.output.unlink(missing_ok=True)


def _remove(folder: Path) -> None:
    """Remove a work folder, its manifest last: what a kill leaves of it is still known as a batch's."""
    for path in folder.glob("*"):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != MANIFEST:
            path.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def _refuse_other(found: list[str], place: Path) -> None:
    if found:
        raise OptionError(
            f"{place} is of another batch ({'; '.join(found)}): resume with the same inputs and options, or"
            " choose another output, or --overwrite"
        )


def _report_of(finished: dict[str, Any], output: Path) -> Report:
    counts = Counts()
    counts.outcomes.update(finished["outcomes"])
    counts.errors.update(finished["errors"])
    return Report(output=output, counts=counts, n_pages_before=counts.n_pages, was_complete=True)
