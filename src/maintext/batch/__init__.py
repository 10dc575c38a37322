"""Many pages at once: any input to any output, in all cores, with errors as rows, and resumed after a kill.

::

    options.py     BatchOptions
    item.py        Item: a page to extract; Problem: why there is none
    fetch_time.py  when saved pages were fetched
    source/        where items come from: folders, JSON Lines, Parquet, WARC, ZIP, lists of URLs, stdin
    fetching.py    items that are URLs become pages
    record.py      item → record, in a worker
    pool.py        processes that are replaced when a page hangs or kills them
    workers.py     threads that hold one each, for pages that come one by one
    many.py        extract_many: items → rows, for Python
    sink/          what is written: JSON Lines, CSV, Parquet, SQLite, a folder of Markdown files
    journal.py     which shards are done
    place.py       what of an earlier batch may be touched
    work.py        items → written shards: which item is which row
    running.py     run: inputs → output, for the command line
    task.py        a task of a cluster
    ray.py         the same on a Ray cluster; the file where ray is imported
    map_batches.py a function for Ray's Dataset.map_batches
    progress.py    how far it is, and what came of it
    arrow.py       the file where pyarrow is imported
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
