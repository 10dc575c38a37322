"""Options of a batch: how pages are read, extracted in parallel and written."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from maintext.batch.item import MTIME, parse_time
from maintext.batch.near_copies import DUPLICATES
from maintext.errors import OptionError
from maintext.html import parse
from maintext.options import CheckedOptions, check_options, option

__all__ = [
    "ENGINES", "FILLED_BY", "FORMS", "INPUT_KINDS", "MAX_SHARD_PAGES", "OUTPUT_KINDS", "BatchOptions",
    "n_cores",
]  # fmt: skip

# Forms of the main text in a row.
FORMS = ("text", "markdown", "html")

# Kinds of input.
INPUT_KINDS = ("page", "urls", "jsonl", "csv", "parquet", "warc", "wacz", "zip", "tar", "files", "paths")

# Kinds of output.
OUTPUT_KINDS = ("jsonl", "csv", "parquet", "sqlite", "markdown", "wet", "dolma")

# Where pages are extracted.
ENGINES = ("local", "ray")

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-\w+)*")

# Columns that are empty without an option.
FILLED_BY = {"label": "filter_file", "probability": "filter_file", "cpu_ms": "times"}

# Limit for the memory of a shard: some gigabytes.
MAX_SHARD_PAGES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOptions(CheckedOptions):
    """How a batch reads, works and writes; :class:`maintext.Options` says what is extracted."""

    n_processes: int = option(
        0, "Worker processes; 0 is one for each core. With Ray, of each task; 0 is one.", minimum=0
    )
    page_timeout_s: float = option(
        30.0, "Stop the process that works on one page for longer; the page becomes an error row.",
        unit="s", minimum=0.01,
        source="15 times the bar of scripts/check_hostile.py, for machines that are busy",
    )  # fmt: skip
    form: str = option(
        "", "Form of the main text in a row; empty for that of the output.", choices=("", *FORMS)
    )
    filter_file: str = option("", "Label pages with this filter, from `maintext filter train`.")
    keep: str = option(
        "", "With a filter: no fields and text of pages with another label; several are set apart by commas."
    )
    language: str = option(
        "", "No fields and text of pages in another language; several are set apart by commas, zh is also"
        " zh-Hans and zh-Hant.",
    )  # fmt: skip
    times: bool = option(False, "Add the processor time of each page; rows then differ from run to run.")
    encoding: str = option("", "Encoding of all pages, when you know better than they do.")
    input_kind: str = option(
        "", "What the inputs are; empty to go by their names.", choices=("", *INPUT_KINDS)
    )
    html_field: str = option("html", "Field of JSON Lines or column with the page; empty to fetch the URLs.")
    url_field: str = option("url", "Field or column with the URL of the page.")
    id_field: str = option("id", "Field or column with the key of the page.")
    fetched_field: str = option(
        "fetched",
        "Field or column with the time at which the page was fetched, as 2024-05-02T15:00:00+08:00.",
    )
    fetched: str = option(
        "", "When pages that do not say it were fetched: a time, or mtime for the last change of each page's"
        " file.",
    )  # fmt: skip
    paths_prefix: str = option(
        "https://data.commoncrawl.org/",
        "What comes before the entries of a .paths file that are neither URLs nor files here.",
        source="https://commoncrawl.org/get-started; in its cloud region s3://commoncrawl/ is nearer",
    )  # fmt: skip
    columns: str = option(
        "", "Columns to write, set apart by commas; others are not computed. Empty for all."
    )
    dedup: str = option(
        "", "Drop pages with the same bytes as an earlier one (payload), or also with nearly the same text.",
        choices=("", *DUPLICATES),
    )  # fmt: skip
    group_rows: int = option(
        1000, "Rows of a row group of Parquet, at least; whole shards are put together.", minimum=1,
        source="one shard; readers that fetch parts of a file prefer 100,000",
    )  # fmt: skip
    output_kind: str = option("", "What the output is; empty to go by its name.", choices=("", *OUTPUT_KINDS))
    shard_pages: int = option(
        1000, "Pages that are written at once; so many are done again after a kill.", unit="pages", minimum=1,
        maximum=MAX_SHARD_PAGES,
        source="10 s of work of one core; a Parquet row group of about 5 MB",
    )  # fmt: skip
    delay_s: float = option(
        1.0, "Seconds from one fetch to the next from the same host.", unit="s", minimum=0,
        source="Crawl-delay that most sites which state one ask for or stay below",
    )  # fmt: skip
    n_connections: int = option(
        16, "Pages fetched at a time; two requests to one host begin at least the delay apart.", minimum=1
    )

    engine: str = option(
        "local", "Where pages are extracted: in processes of this machine, or on a Ray cluster.",
        choices=ENGINES,
    )  # fmt: skip
    address: str = option(
        "", "Ray cluster, host:port of its head; empty for the one that RAY_ADDRESS names or that runs here."
    )

    def __post_init__(self) -> None:
        check_options(self)
        for name, needed in FILLED_BY.items():
            if name in self.column_names and not getattr(self, needed):
                raise OptionError(
                    f"the column {name} is empty without {needed}; other input keys are in extra"
                )
        for one in self.languages:
            if not _LANGUAGE.fullmatch(one):
                raise OptionError(f"language must be codes like en, zh or pt-BR, not {one!r}")
        if self.encoding:
            parse(b"", encoding=self.encoding)  # OptionError if there is none of this name
        if self.fetched and self.fetched != MTIME and parse_time(self.fetched) is None:
            raise OptionError(
                f"fetched must be a time like 2024-05-02T15:00+08:00, or {MTIME}, not {self.fetched!r}"
            )

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the codes in ``language``."""
        return tuple(self.language.replace(",", " ").split())

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels in ``keep``."""
        return tuple(label.strip() for label in self.keep.split(",") if label.strip())

    @property
    def column_names(self) -> list[str]:
        """Return the names in ``columns``, each once."""
        return list(dict.fromkeys(self.columns.replace(",", " ").split()))


def n_cores() -> int:
    """Return the number of cores this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):  # Linux: taskset and containers limit it
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
