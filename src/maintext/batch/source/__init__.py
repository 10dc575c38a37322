"""Inputs of a batch.

::

    base.py   PageSource: a name, a stamp and items in a fixed order; kinds of files
    files.py  files of one page, ZIP, Parquet
    lines.py  JSON Lines, lists of URLs
    warc.py   WARC
    plan.py   from the user's inputs to sources; standard input
"""

from maintext.batch.source.base import PageSource, SourceReading
from maintext.batch.source.plan import find_sources, read_items

__all__ = ["PageSource", "SourceReading", "find_sources", "read_items"]
