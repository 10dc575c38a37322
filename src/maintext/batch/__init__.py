"""Extract many pages: any input to any output, on all cores, with errors as rows and resume after a kill.

``source/`` reads items, ``fetching`` fetches them, ``record`` extracts them in the processes of ``pool``,
``running`` writes the rows in shards to a ``sink``, ``journal`` knows which shards are done, ``ray`` does it
on a cluster. ``page_filter/`` chooses pages; ``store/`` is a database of records, for crawls.
"""

from maintext.batch.item import BatchItem, Problem
from maintext.batch.options import BatchOptions
from maintext.batch.progress import BatchProgress, BatchReport
from maintext.batch.record import BatchRow, extract_many
from maintext.batch.running import run
from maintext.batch.sink import find_sink
from maintext.batch.source import SourceReading, find_sources, read_items

__all__ = [
    "BatchItem", "BatchOptions", "BatchProgress", "BatchReport", "BatchRow", "Problem", "SourceReading",
    "extract_many", "find_sink", "find_sources", "read_items", "run",
]  # fmt: skip
