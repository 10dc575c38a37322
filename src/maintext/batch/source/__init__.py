"""Where the pages of a batch come from: one file per kind of input.

::

    base.py      Source: a name, a stamp and items in an order that never changes
    pages.py     files of one page
    lines.py     JSON Lines, lists of URLs
    warc.py      WARC
    archive.py   ZIP
    table.py     Parquet
    stdin.py     what can be read once
    kinds.py     what a file is by its name
    plan.py      from what the user named to sources
"""

from maintext.batch.source.base import PageSource, SourceReading
from maintext.batch.source.plan import find_sources, read_items

__all__ = ["PageSource", "SourceReading", "find_sources", "read_items"]
