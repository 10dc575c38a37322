"""Threads: what several of them extract at once is what one extracts, also from one page that they share.

Without the interpreter's lock (CPython 3.14t) they work at the same time.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import maintext

PAGES = [path.read_bytes() for path in sorted((Path(__file__).parents[1] / "golden").glob("*/source.html"))]
N_THREADS = 4


def test_several_threads_extract_what_one_does() -> None:
    expected = [maintext.extract(html).to_dict() for html in PAGES]
    with ThreadPoolExecutor(N_THREADS) as threads:
        found = list(threads.map(lambda html: maintext.extract(html).to_dict(), PAGES * 2))
    assert found == expected * 2


def test_threads_read_one_document_at_once() -> None:
    for html in PAGES:
        expected = maintext.extract(html).to_dict()
        document = maintext.extract(html)
        with ThreadPoolExecutor(N_THREADS) as threads:
            found = [threads.submit(document.to_dict) for _ in range(N_THREADS)]
        assert all(one.result() == expected for one in found)
