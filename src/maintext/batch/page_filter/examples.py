"""Labelled pages, and the texts a filter learns from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.api import extract
from maintext.batch.item import host_of
from maintext.batch.page_filter.model import filter_text, visible_text
from maintext.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["FilterExample", "LabelledPage", "PreparedPages", "prepare", "read_labelled"]

_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".shtml"})


@dataclass(frozen=True, slots=True)
class FilterExample:
    """A text to learn from."""

    text: str  # `maintext.batch.page_filter.model.filter_text` of a page, or another text
    label: str
    group: str  # site of the text; a group is never split between training and test


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page with the label a person gave it."""

    label: str
    html: bytes | str  # the page, bytes or text
    url: str | None  # its URL, `None` if unknown
    key: str  # its path or line number


def read_labelled(path: str | Path) -> Iterator[LabelledPage]:
    """Iterate over the pages of a folder or a JSON Lines file, in the order of paths or lines.

    A folder has a sub-folder of HTML files for each label. A file has JSON objects with ``label``, ``html``
    or ``path`` (relative to the file), and optionally ``url``.

    Raises InputError: the path is neither, or a line or file cannot be read; the message names it.
    """
    path = Path(path)
    if path.is_dir():
        return _read_folder(path)
    if path.is_file():
        return _read_json_lines(path)
    raise InputError(f"{path} is neither a folder nor a file of labelled pages", stage="read")


def _read_folder(root: Path) -> Iterator[LabelledPage]:
    for folder in sorted(one for one in root.iterdir() if one.is_dir()):
        for file in sorted(one for one in folder.rglob("*") if one.suffix.lower() in _SUFFIXES):
            yield LabelledPage(folder.name, _read_bytes(file), None, file.relative_to(root).as_posix())


def _read_json_lines(file: Path) -> Iterator[LabelledPage]:
    try:
        with file.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip():
                    yield _parse_line(line, file, number)
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8", stage="read") from error


def _parse_line(line: str, file: Path, number: int) -> LabelledPage:
    where = f"{file}, line {number}"
    try:
        record: Any = json.loads(line)
    except ValueError as error:
        raise InputError(f"{where} is no JSON: {error}", stage="read") from error
    if not isinstance(record, dict) or not isinstance(record.get("label"), str) or not record["label"]:
        raise InputError(f'{where} has no "label"', stage="read")
    html = record.get("html")
    if not isinstance(html, str):
        if not isinstance(record.get("path"), str):
            raise InputError(f'{where} has neither "html" nor "path"', stage="read")
        html = _read_bytes(file.parent / record["path"])
    url = record.get("url")
    return LabelledPage(record["label"], html, url if isinstance(url, str) else None, f"line {number}")


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}", stage="read") from error


@dataclass(slots=True)
class PreparedPages:
    """Labelled pages as texts."""

    # Title and main text of each page with main text
    extracted: list[FilterExample] = field(default_factory=list)
    # Title and all visible text of the same pages, in the same order
    visible: list[FilterExample] = field(default_factory=list)
    # Key of each page without main text or that cannot be read, with the reason
    left_out: list[tuple[str, str]] = field(default_factory=list)


def prepare(pages: Iterable[LabelledPage]) -> PreparedPages:
    """Extract labelled pages.

    The group of a page is the host of its URL, else of its canonical URL; else the page is its own group.
    """
    prepared = PreparedPages()
    for page in pages:
        try:
            document = extract(page.html, page.url)
        except InputError as error:
            prepared.left_out.append((page.key, error.message))
            continue
        if not document.text:
            prepared.left_out.append((page.key, "no main text"))
            continue
        group = host_of(page.url or document.canonical_url or "").removeprefix("www.") or page.key
        prepared.extracted.append(FilterExample(filter_text(document), page.label, group))
        prepared.visible.append(FilterExample(visible_text(document), page.label, group))
    return prepared
