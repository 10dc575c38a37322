"""The compiled kernel and its numpy twins on a corpus: the same features, scores and selections.

    python scripts/check_kernel.py ../shared/corpus [--step 7]

Prints how many pages were alike and the CPU time of both; ends with 1 when a page differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.twins import numpy_twins

import maintext
from maintext.evaluate import GoldPage, read_corpus
from maintext.kernel import in_use


def timed(page: GoldPage) -> tuple[float, maintext.Selection]:
    """CPU seconds from the markup to the selection."""
    started = time.process_time()
    selection = maintext.select(maintext.parse(page.html, page.url))
    return time.process_time() - started, selection


def main() -> int:
    """Compare page by page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--step", type=int, default=1, help="look at every N-th page")
    arguments = parser.parse_args()
    if in_use() != "compiled":
        sys.stdout.write("the kernel is not compiled: nothing to compare\n")
        return 0
    cpu_s, different, n_pages = np.zeros(2), [], 0
    for page in islice(read_corpus(arguments.corpus), 0, None, arguments.step):
        compiled_s, found = timed(page)
        with numpy_twins():
            numpy_s, twin = timed(page)
        cpu_s += compiled_s, numpy_s
        n_pages += 1
        same = np.array_equal(found.keep, twin.keep) and np.allclose(
            found.score, twin.score, rtol=0, atol=1e-12, equal_nan=True
        )
        if not same:
            different.append(page.id)
    compiled_ms, numpy_ms = 1000 * cpu_s / max(n_pages, 1)
    sys.stdout.write(
        f"{n_pages - len(different)} of {n_pages} pages alike; parse and select: "
        f"{compiled_ms:.2f} ms compiled, {numpy_ms:.2f} ms numpy\n"
    )
    for name in different:
        sys.stdout.write(f"different: {name}\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
