"""Whether the main text, cut from the source by its offsets, is the main text: on the pages of a corpus.

    python scripts/check_offsets.py ../shared/corpus --step 5

Each page is given as text, as UTF-8 bytes, and as bytes in another encoding where one holds all its
characters. Compared are visible characters, references resolved. Prints what share of the characters has
a place and how long it took; ends with 1 when a cut is wrong, or a page has less than the share wanted.
"""

from __future__ import annotations

import argparse
import html
import sys
import time
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

import maintext
from maintext.errors import InputError
from maintext.html import characters
from maintext.html.decode import undo_latin1
from maintext.lab.evaluate import read_corpus

if TYPE_CHECKING:
    from maintext.lab.evaluate import GoldPage
    from maintext.render.offsets import Offsets

MIN_SHARE = 0.99  # of the characters of a page
_ENCODINGS = ("gb18030", "big5", "windows-1252")


@dataclass(frozen=True)
class Check:
    """What came of one page: visible characters, those with a place, wrong cuts, and the time."""

    page: str
    n_visible: int
    n_placed: int
    wrong: tuple[str, ...]
    cpu_s: float


def check(page: GoldPage) -> Check | None:
    """Cut the main text of a page from its source; None where it does not stand there."""
    try:
        return _check(page)
    except InputError:
        return None


def _check(page: GoldPage) -> Check | None:
    document = maintext.extract(page.html, page.url)
    if document.embedded is not None:
        return None
    started = time.process_time()
    offsets = document.offsets(page.html)
    cpu_s = time.process_time() - started
    wrong = wrong_cuts(document.text, page.html, offsets) + wrong_bytes(page)
    return Check(page.id, n_visible(document.text), int((offsets.char_start >= 0).sum()), tuple(wrong), cpu_s)


def wrong_cuts(text: str, source: str, offsets: Offsets) -> list[str]:
    """Runs that differ from their cut; that of UTF-8 read as Latin-1 is read anew."""
    is_latin1 = undo_latin1(source) != source
    cuts = (
        (text[a:b], source[c:d].encode("latin-1").decode() if is_latin1 else source[c:d])
        for a, b, c, d, *_ in offsets
    )
    # Some elements are not read for references: <xmp>&amp;</xmp>.
    return [
        f"{run!r:.60} is {cut!r:.60}"
        for run, cut in cuts
        if visible(run) not in {visible(html.unescape(cut)), visible(cut)}
    ]


def wrong_bytes(page: GoldPage) -> list[str]:
    """Runs whose bytes are not the bytes of their characters, in UTF-8 and one more encoding."""
    wrong = []
    for encoding in ("utf-8", *_ENCODINGS):
        try:
            source = page.html.encode(encoding)
        except UnicodeError:
            continue
        document = maintext.extract(source, page.url, encoding=encoding)
        if document.embedded is not None:
            continue
        offsets = document.offsets(source)
        wrong += [
            f"{encoding}: {page.html[start:end]!r:.60}"
            for _, _, start, end, byte_start, byte_end in offsets
            if byte_start < 0 or source[byte_start:byte_end].decode(encoding) != page.html[start:end]
        ]
        if encoding != "utf-8":
            break
    return wrong


def visible(text: str) -> str:
    """Characters that are not white space."""
    points = characters.code_points(text)
    shown = points[((characters.classes(points) & characters.SPACE) == 0) & (points >= 0x20)]
    return str(shown.tobytes(), "utf-32-le", "surrogatepass")


def n_visible(text: str) -> int:
    """Number of characters that are not white space."""
    return len(visible(text))


def report(found: list[Check | None], min_share: float = MIN_SHARE) -> bool:
    """Print what share of the characters has a place; return whether a page fails."""
    checks = [one for one in found if one]
    n_chars, n_placed = sum(c.n_visible for c in checks), sum(c.n_placed for c in checks)
    times = np.array([c.cpu_s for c in checks]) * 1e3
    print(f"{len(checks)} pages, {len(found) - len(checks)} without main text in their markup")
    print(f"{n_placed} of {n_chars} visible characters have a place: {n_placed / max(n_chars, 1):.6f}")
    print(f"CPU a page: mean {times.mean():.1f} ms, longest {times.max():.0f} ms")
    bad = [c for c in checks if c.wrong or c.n_placed < min_share * c.n_visible]
    for c in bad[:20]:
        print(f"FAILED {c.page}: {c.n_placed} of {c.n_visible}; {'; '.join(c.wrong[:2])}")
    return bool(bad)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    parser.add_argument("--step", type=int, default=1, help="check every nth page")
    parser.add_argument(
        "--min-share", type=float, default=MIN_SHARE, help="of a page's characters with a place"
    )
    given = parser.parse_args()
    pages = islice(read_corpus(given.corpus), 0, None, given.step)
    return report([check(page) for page in pages], given.min_share)


if __name__ == "__main__":
    sys.exit(main())
