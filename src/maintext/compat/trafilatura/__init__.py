"""trafilatura's calls, answered by maintext: ``from maintext.compat.trafilatura import extract, fetch_url``.

::

    settings.py    Extractor, Document, use_config
    extraction.py  extract, bare_extraction, extract_metadata, baseline, html2txt
    fields.py      metadata
    output.py      output formats, and the tree of the main content
    text.py        that tree as Markdown, plain text or TEI
    downloads.py   fetch_url, fetch_response
    utils.py       load_html, decode_file, trim
    __main__.py    python -m maintext.compat.trafilatura
    core.py        names of the module of trafilatura, as metadata.py, meta.py, cli.py
"""

from maintext.compat.trafilatura.downloads import fetch_response, fetch_url
from maintext.compat.trafilatura.extraction import (
    bare_extraction,
    baseline,
    extract,
    extract_metadata,
    extract_with_metadata,
    html2txt,
)
from maintext.compat.trafilatura.utils import load_html

__all__ = [
    "bare_extraction", "baseline", "extract", "extract_metadata", "extract_with_metadata", "fetch_response",
    "fetch_url", "html2txt", "load_html",
]  # fmt: skip

__version__ = "2.3.1"  # of the interface
