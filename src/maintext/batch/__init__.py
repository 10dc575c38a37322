"""Extract many pages: any input to any output, on all cores, with errors as rows and resume after a kill.

::

    options.py     BatchOptions
    item.py        BatchItem: a page to extract; Problem: why it cannot be extracted
    source/        inputs: folders, JSON Lines, Parquet, WARC, ZIP, lists of URLs, stdin
    fetching.py    fetch the items that are URLs
    record.py      PageRecorder: item → record, in a worker process
    pool.py        worker processes, replaced when a page hangs or kills them
    many.py        extract_many: items → rows, for Python
    sink/          outputs: JSON Lines, CSV, Parquet, SQLite, a folder of Markdown files
    journal.py     which shards are done
    work.py        items → written shards
    running.py     run: inputs → output, for the command line
    ray.py         the same on a Ray cluster, and a function for Dataset.map_batches
    progress.py    counts, progress and report
    parquet.py     Parquet files, by pyarrow
    page_filter/   which pages to keep, learned from labelled pages
    store/         a database of records, for crawls
"""

from maintext.batch.item import BatchItem, Problem
from maintext.batch.many import BatchRow, extract_many
from maintext.batch.options import BatchOptions
from maintext.batch.progress import BatchProgress, BatchReport
from maintext.batch.running import run
from maintext.batch.sink import find_sink
from maintext.batch.source import SourceReading, find_sources, read_items

__all__ = [
    "BatchItem",
    "BatchOptions",
    "BatchProgress",
    "BatchReport",
    "BatchRow",
    "Problem",
    "SourceReading",
    "extract_many",
    "find_sink",
    "find_sources",
    "read_items",
    "run",
]
