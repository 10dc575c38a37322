"""Evaluation corpora: JSON Lines files with one annotated page a line, read as a stream.

A corpus is a directory of ``<set>.jsonl`` files, most often compressed. Each line is a JSON object
with the fields of :class:`GoldPage`, except that the snippets are called ``with`` and ``without``;
``id``, ``html`` and ``gold_kind`` must be there, and ``gold_text`` unless the gold consists of
snippets only. A directory of ``<page>.html`` and ``<page>.txt`` is a corpus of one set.
"""

from __future__ import annotations

import gzip
import json
import lzma
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.errors import DatasetError, OptionError
from maintext.lab.evaluate.pairs import html_files, pair_record
from maintext.net.compression import DAMAGED

if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterable, Iterator
    from typing import IO

__all__ = ["GOLD_KINDS", "RANKED_KINDS", "GoldPage", "corpus_sets", "read_corpus"]

GOLD_KINDS = ("human", "annotated", "tool", "labelled", "written", "snippets", "date")
"""Where a gold text comes from: people, our own annotation, another extractor, a language model that labelled
the blocks, or snippets only; a page that is ``written`` was made up together with its gold text; of a page of
kind ``date`` only the date is known."""

RANKED_KINDS = frozenset({"human", "annotated"})
"""Kinds of gold that systems are ranked on."""

_SUFFIXES = (".jsonl", ".jsonl.xz", ".jsonl.gz")


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldPage:
    """One page of a corpus with what is known about its main content.

    Attributes
    ----------
    id
        Name of the page, unique in its set.
    set
        Name of the file it is from, without ``.jsonl`` and what follows; of pairs of files, that of
        their directory.
    url
        Address of the page, ``None`` when unknown.
    lang
        Language code; ``und`` when unknown.
    page_type
        ``article``, ``forum``, ``product`` …; ``None`` when unknown.
    html
        The page as text, decoded already.
    gold_text
        The whole main text; ``None`` when only snippets are known.
    gold_kind
        One of :data:`GOLD_KINDS`.
    with_snippets, without_snippets
        Pieces of text that belong to the main text, and that do not.
    title, author, date
        Fields as annotated, ``None`` when not.
    encoding
        Encoding the corpus states for the page.
    """

    id: str
    set: str
    url: str | None
    lang: str
    page_type: str | None
    html: str
    gold_text: str | None
    gold_kind: str
    with_snippets: tuple[str, ...]
    without_snippets: tuple[str, ...]
    title: str | None
    author: str | None
    date: str | None
    encoding: str | None

    @property
    def site(self) -> str:
        """Host of the page in lower case, for grouping; empty when unknown.

        It is taken from the URL, or from an id of the form ``daniel/DATE_HOST_HASH``.
        """
        if self.url:
            return _host(self.url)
        if self.id.startswith("daniel/"):
            after_date = self.id.partition("_")[2]
            return after_date.rpartition("_")[0].lower()  # a host may contain "_", date and hash do not
        return ""

    @property
    def ranked(self) -> bool:
        """Whether systems may be ranked on this page: its gold is ``human`` or ``annotated``."""
        return self.gold_kind in RANKED_KINDS


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # unbalanced brackets of an IPv6 address
        return ""


def read_corpus(
    path: str | os.PathLike[str],
    *,
    sets: Collection[str] | None = None,
    langs: Collection[str] | None = None,
    limit_per_set: int | None = None,
) -> Iterator[GoldPage]:
    """Read the pages of a corpus one after the other, in the order of file names and lines.

    Only one page is in memory at a time. The path and the options are checked at the call, the
    lines when their turn comes.

    Parameters
    ----------
    path
        One ``.jsonl``, ``.jsonl.xz`` or ``.jsonl.gz`` file; a directory, of which all of them are
        read; or one with none of them, but with pairs of ``x.html`` and its main text ``x.txt``.
    sets
        Names of the sets to read, ``None`` for all.
    langs
        Language codes of the pages to give, ``None`` for all.
    limit_per_set
        Most pages of one set, at least 1; ``None`` for no limit. The pages (of ``langs``) are
        spread evenly over the file, since files are often sorted by language or page type; every
        file is read twice for this, once to count.

    Yields
    ------
    GoldPage
        Always the same pages in the same order for the same files and options.

    Raises
    ------
    DatasetError
        The path does not exist or has no corpus file, or a line is malformed; the message names
        the file and the line.
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
    """Return the names of the sets of a corpus, in the order in which they are read.

    Raises
    ------
    DatasetError
        The path does not exist or is no corpus.
    """
    return [_set_name(file) for file in _corpus_files(Path(path))]


def _corpus_files(path: Path) -> list[Path]:
    """The files of the sets; for a set of pairs its directory."""
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.name.endswith(_SUFFIXES))
        if files:
            return _checked_files(files)
        if html_files(path):
            return [path]
        raise DatasetError(
            f"{path} has no file whose name ends in {', '.join(_SUFFIXES)}, and no pair of .html and .txt: "
            "give the directory of a corpus, or one file"
        )
    if not path.exists():
        raise DatasetError(f"{path} does not exist: give the directory of a corpus, or one of its files")
    if not path.name.endswith(_SUFFIXES):
        raise DatasetError(f"{path} is no corpus file: its name must end in {', '.join(_SUFFIXES)}")
    return [path]


def _checked_files(files: list[Path]) -> list[Path]:
    for one, other in combinations(files, 2):
        if _set_name(one) == _set_name(other):
            raise DatasetError(f"{one} and {other} are of one set: remove or rename one of them")
    return files


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
        for number, entry in _entries(file):
            if chosen is not None and number not in chosen:
                continue
            page = _gold_page(entry, file, number)
            if langs is None or page.lang in langs:
                yield page


def _spread_entries(file: Path, langs: Collection[str] | None, limit: int) -> set[int]:
    """Choose the numbers of ``limit`` entries at even distances among those in the languages."""
    numbers = [
        number
        for number, entry in _entries(file)
        if langs is None or _gold_page(entry, file, number).lang in langs
    ]
    if len(numbers) <= limit:
        return set(numbers)
    return {numbers[i * len(numbers) // limit] for i in range(limit)}


def _entries(file: Path) -> Iterable[tuple[int, bytes | Path]]:
    """What the pages of a set are read from, numbered from 1: lines, or the HTML files of pairs."""
    return enumerate(html_files(file), 1) if file.is_dir() else _lines(file)


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """Give the lines that are not blank with their numbers, counted from 1."""
    number = 0
    try:
        with _open(file) as stream:
            for number, line in enumerate(stream, 1):
                if not line.isspace():
                    yield number, line
    except DAMAGED as error:
        raise DatasetError(
            f"{file}, after line {number}: the file is damaged or cannot be read ({error}); copy it anew, or"
            " check its permissions"
        ) from error


def _open(file: Path) -> IO[bytes] | gzip.GzipFile:
    if file.suffix == ".xz":
        return lzma.open(file)
    return gzip.open(file) if file.suffix == ".gz" else file.open("rb")


def _gold_page(entry: bytes | Path, file: Path, number: int) -> GoldPage:
    if not isinstance(entry, bytes):
        return _page_from_record(pair_record(entry), _set_name(file))
    try:
        return _page_from_record(json.loads(entry), _set_name(file))
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{file}, line {number}: {error}; correct the line or remove it") from error


def _page_from_record(record: Any, set_name: str) -> GoldPage:
    """Turn a decoded line into a page; ``ValueError`` says what is wrong with it."""
    if not isinstance(record, dict):
        raise ValueError(f"a JSON object is expected, not {type(record).__name__}")  # noqa: TRY004 - data
    gold_kind = _required(record, "gold_kind")
    if gold_kind not in GOLD_KINDS:
        raise ValueError(f"gold_kind is {gold_kind!r}, allowed are {', '.join(GOLD_KINDS)}")
    has_text = gold_kind not in {"snippets", "date"}
    return GoldPage(
        id=_required(record, "id"),
        set=set_name,
        url=_text(record, "url"),
        lang=_text(record, "lang") or "und",
        page_type=_text(record, "page_type"),
        html=_required(record, "html"),
        gold_text=_required(record, "gold_text") if has_text else _text(record, "gold_text"),
        gold_kind=gold_kind,
        with_snippets=_texts(record, "with"),
        without_snippets=_texts(record, "without"),
        title=_text(record, "title"),
        author=_text(record, "author"),
        date=_text(record, "date"),
        encoding=_text(record, "encoding"),
    )


def _required(record: dict[str, Any], field: str) -> str:
    value = _text(record, field)
    if value is None:
        raise ValueError(f"field {field!r} is missing")
    return value


def _text(record: dict[str, Any], field: str) -> str | None:
    value = record.get(field)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"field {field!r} must be a string, not {type(value).__name__}")
    return value


def _texts(record: dict[str, Any], field: str) -> tuple[str, ...]:
    value = record.get(field) or []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"field {field!r} must be a list of strings")
    return tuple(value)
