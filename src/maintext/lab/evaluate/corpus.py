"""Read evaluation corpora as a stream of gold pages.

A corpus is a directory of ``<set>.jsonl`` files, most often compressed. Each line is a JSON object
with the fields of :class:`GoldPage`, except that the snippets are called ``with`` and ``without``.
Required are ``id``, ``html`` and ``gold_kind``, and ``gold_text`` unless the gold is snippets or a date.
A directory of ``<page>.html`` and ``<page>.txt`` is a corpus of one set.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from maintext.compression import DAMAGED, decompressed
from maintext.errors import DatasetError, InputError, OptionError
from maintext.html.decode import decode
from maintext.html.urls import split_url

__all__ = ["GOLD_KINDS", "RANKED_KINDS", "GoldPage", "corpus_sets", "read_corpus"]

GOLD_KINDS = ("human", "annotated", "tool", "labelled", "written", "snippets", "date")
"""Origins of a gold text: people, our own annotation, another extractor (``tool``), a language model that
labelled the blocks, made up together with the page (``written``); or only snippets or the date are known."""

RANKED_KINDS = frozenset({"human", "annotated"})
"""Kinds of gold that systems are ranked on."""

_SUFFIXES = (".jsonl", ".jsonl.xz", ".jsonl.gz")
_HTML = (".html", ".htm")
_SHOWN = 3  # names in an error
_TEXTS = (
    "id", "url", "page_type", "html", "gold_text", "gold_kind", "title", "author", "date", "encoding",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldPage:
    """One page of a corpus with its gold data; ``None`` for what is unknown."""

    id: str  # unique in its set
    set: str  # name of its file up to ".jsonl"; for pairs of files, of their directory
    url: str | None
    lang: str  # "und" if unknown
    page_type: str | None
    html: str  # decoded
    gold_text: str | None  # the whole main text
    gold_kind: str  # one of GOLD_KINDS
    with_snippets: tuple[str, ...]  # pieces of the main text
    without_snippets: tuple[str, ...]  # pieces of what is not main text
    title: str | None
    author: str | None
    date: str | None
    encoding: str | None

    @property
    def site(self) -> str:
        """Host of the page in lower case, from the URL or an id like ``daniel/DATE_HOST_HASH``, or ``""``."""
        if self.url:
            return split_url(self.url).hostname or ""
        if self.id.startswith("daniel/"):
            after_date = self.id.partition("_")[2]
            return after_date.rpartition("_")[0].lower()  # a host may contain "_", date and hash do not
        return ""

    @property
    def ranked(self) -> bool:
        """True if systems are ranked on this page: its gold is ``human`` or ``annotated``."""
        return self.gold_kind in RANKED_KINDS


def read_corpus(
    path: str | os.PathLike[str],
    *,
    sets: Collection[str] | None = None,
    langs: Collection[str] | None = None,
    limit_per_set: int | None = None,
) -> Iterator[GoldPage]:
    """Yield the pages of a corpus in the order of file names and lines, one in memory at a time.

    The path and the options are checked at the call, each line when it is read.

    Parameters
    ----------
    path
        One ``.jsonl``, ``.jsonl.xz`` or ``.jsonl.gz`` file, a directory of such files, or a directory of
        pairs of ``x.html`` and its main text ``x.txt``.
    sets, langs
        Sets to read, language codes of the pages to yield; ``None`` for all.
    limit_per_set
        Maximum pages of a set, at least 1, spread evenly over those of ``langs``. Files are then read twice.

    Raises
    ------
    DatasetError
        The path does not exist or has no corpus file, or a line is malformed; the message names both.
    OptionError
        A set that is not in the corpus, or a limit below 1.
    """
    if limit_per_set is not None and limit_per_set < 1:
        raise OptionError(f"limit_per_set is {limit_per_set}: give a number of at least 1, or None for all")
    files = _corpus_files(Path(path))
    if sets is not None:
        files = _choose_sets(files, sets)
    return _read_files(files, langs, limit_per_set)


def corpus_sets(path: str | os.PathLike[str]) -> list[str]:
    """Return the names of the sets of a corpus in reading order; errors as :func:`read_corpus`."""
    return [_set_name(file) for file in _corpus_files(Path(path))]


def _corpus_files(path: Path) -> list[Path]:
    """Return the files of the sets; for a set of pairs its directory."""
    if not path.exists():
        raise DatasetError(f"{path} does not exist: give the directory of a corpus, or one of its files")
    suffixes = ", ".join(_SUFFIXES)
    if not path.is_dir():
        if path.name.endswith(_SUFFIXES):
            return [path]
        raise DatasetError(f"{path} is no corpus file: its name must end in {suffixes}")
    files = sorted(file for file in path.iterdir() if file.name.endswith(_SUFFIXES))
    for one, other in pairwise(sorted(files, key=_set_name)):
        if _set_name(one) == _set_name(other):
            raise DatasetError(f"{one} and {other} are of one set: remove or rename one of them")
    if files or _html_files(path):
        return files or [path]
    raise DatasetError(
        f"{path} has no file whose name ends in {suffixes}, and no pair of .html and .txt: "
        "give the directory of a corpus, or one file"
    )


def _choose_sets(files: list[Path], sets: Collection[str]) -> list[Path]:
    by_name = {_set_name(file): file for file in files}
    unknown = sorted(set(sets) - set(by_name))
    if unknown:
        raise OptionError(f"no set {', '.join(unknown)} in the corpus: choose from {', '.join(by_name)}")
    return [file for name, file in by_name.items() if name in sets]


def _set_name(file: Path) -> str:
    name = file.absolute().name  # a set of pairs may be "."
    return name.rpartition(".jsonl")[0] if name.endswith(_SUFFIXES) else name


def _read_files(files: list[Path], langs: Collection[str] | None, limit: int | None) -> Iterator[GoldPage]:
    for file in files:
        chosen = None if limit is None else _spread_entries(file, langs, limit)
        for number, entry in _numbered_entries(file):
            if chosen is not None and number not in chosen:
                continue
            page = _gold_page(entry, file, number)
            if langs is None or page.lang in langs:
                yield page


def _spread_entries(file: Path, langs: Collection[str] | None, limit: int) -> set[int]:
    """Return the numbers of ``limit`` entries at even distances among those in the languages."""
    numbers = [
        number
        for number, entry in _numbered_entries(file)
        if langs is None or _gold_page(entry, file, number).lang in langs
    ]
    if len(numbers) <= limit:
        return set(numbers)
    return {numbers[i * len(numbers) // limit] for i in range(limit)}


def _numbered_entries(file: Path) -> Iterator[tuple[int, bytes | Path]]:
    """Yield the lines that are not blank, or the HTML files of pairs, with their numbers from 1."""
    if file.is_dir():
        yield from enumerate(_html_files(file), 1)
        return
    number = 0
    try:
        with file.open("rb") as raw, decompressed(raw, file.name) as stream:
            for number, line in enumerate(stream, 1):
                if not line.isspace():
                    yield number, line
    except DAMAGED as error:
        raise DatasetError(
            f"{file}, after line {number}: the file is damaged or cannot be read ({error}); copy it anew, or"
            " check its permissions"
        ) from error


def _gold_page(entry: bytes | Path, file: Path, number: int) -> GoldPage:
    try:
        record = json.loads(entry) if isinstance(entry, bytes) else _pair_record(entry)
        return _page_from_record(record, _set_name(file))
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{file}, line {number}: {error}; correct the line or remove it") from error


def _page_from_record(record: Any, set_name: str) -> GoldPage:
    """Convert a decoded line to a page; ``ValueError`` tells what is wrong."""
    if not isinstance(record, dict):
        raise ValueError(f"a JSON object is expected, not {type(record).__name__}")  # noqa: TRY004 - data
    texts: dict[str, Any] = {name: record.get(name) for name in _TEXTS}
    for name, value in {**texts, "lang": record.get("lang")}.items():
        if value is not None and not isinstance(value, str):
            raise ValueError(f"field {name!r} must be a string, not {type(value).__name__}")
    has_text = texts["gold_kind"] not in {"snippets", "date"}
    for name in ("gold_kind", "id", "html", *(["gold_text"] if has_text else [])):
        if texts[name] is None:
            raise ValueError(f"field {name!r} is missing")
    if texts["gold_kind"] not in GOLD_KINDS:
        raise ValueError(f"gold_kind is {texts['gold_kind']!r}, allowed are {', '.join(GOLD_KINDS)}")
    return GoldPage(
        set=set_name,
        lang=record.get("lang") or "und",
        with_snippets=_string_list(record, "with"),
        without_snippets=_string_list(record, "without"),
        **texts,
    )


def _string_list(record: dict[str, Any], field: str) -> tuple[str, ...]:
    value = record.get(field) or []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"field {field!r} must be a list of strings")
    return tuple(value)


def _html_files(folder: Path) -> list[Path]:
    """Return the pages of a folder by name; each must have a text of its own."""
    pages = sorted(path for path in folder.iterdir() if path.suffix.lower() in _HTML and path.is_file())
    if alone := [path.name for path in pages if not path.with_suffix(".txt").is_file()]:
        raise DatasetError(
            f"{folder}: {len(alone)} of {len(pages)} pages have no .txt of the same name "
            f"({', '.join(alone[:_SHOWN])}{' …' if len(alone) > _SHOWN else ''}); add it or remove them"
        )
    if len({path.stem for path in pages}) < len(pages):
        raise DatasetError(f"{folder} has pages as .html and .htm with one name: rename one of them")
    return pages


def _pair_record(page: Path) -> dict[str, Any]:
    """Return a page, decoded as by :func:`maintext.parse`, and its UTF-8 text as a corpus line."""
    try:
        decoded = decode(page.read_bytes())
        gold = page.with_suffix(".txt").read_text(encoding="utf-8-sig")
    except (OSError, InputError) as error:
        raise DatasetError(f"{page} cannot be read ({error}): correct it or remove it") from error
    except UnicodeDecodeError as error:
        raise DatasetError(f"{page.with_suffix('.txt')} is not UTF-8: convert it") from error
    record = {"id": page.stem, "html": decoded.text, "gold_kind": "human", "gold_text": gold}
    return record | {"encoding": decoded.encoding}
