"""Main text of pages that a corpus has without a gold text by a person, from a file of labels.

The file holds no page and no text: for each page, by the digest of its HTML, its kind and which characters
of its text (``Page.text``) are main text. So the pages stay where they are, and the labels can be given on.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.features.scene import Scene
from maintext.errors import DatasetError
from maintext.html import parse
from maintext.net.compression import DAMAGED

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from maintext.lab.evaluate import GoldPage

__all__ = ["Labels", "digest_of", "labelled", "labels_of", "read_labels", "write_labels"]


@dataclass(frozen=True, slots=True)
class Labels:
    """What a reader said about one page.

    Attributes
    ----------
    kind
        One of :data:`maintext.classify.model.kind.KINDS`.
    n_chars
        Characters of the page's text; a page whose text is of another length now is not the one labelled.
    ranges
        Where main text begins and ends, half-open, in characters of the text, ascending. A block belongs to
        it that begins there.
    """

    kind: str
    n_chars: int
    ranges: tuple[tuple[int, int], ...]


def digest_of(html: str) -> str:
    """Return what a page is known by in a file of labels: sixteen hexadecimal digits."""
    return hashlib.sha256(html.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_labels(path: str | os.PathLike[str]) -> dict[str, Labels]:
    """Read a file of labels, by the digests of the pages.

    Raises
    ------
    DatasetError
        The file cannot be read, or is no such file.
    """
    try:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            return {
                digest: Labels(kind, n_chars, tuple((start, end) for start, end in ranges))
                for digest, (kind, n_chars, ranges) in json.load(file).items()
            }
    except (*DAMAGED, ValueError, TypeError, AttributeError) as error:
        raise DatasetError(
            f"{path} cannot be read as labels ({error}): give a file that scripts/label_pages.py wrote"
        ) from error


def write_labels(labels: Mapping[str, Labels], path: str | os.PathLike[str]) -> None:
    """Write a file of labels; the same labels make the same bytes."""
    lines = (
        f'"{digest}": {json.dumps([one.kind, one.n_chars, one.ranges], separators=(",", ":"))}'
        for digest, one in sorted(labels.items())
    )
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    Path(path).write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def labels_of(scene: Scene, is_main: NDArray[np.bool_], kind: str) -> Labels:
    """Return the labels of a page that say of each block whether it is main text."""
    starts, ends = (places.tolist() for places in scene.places)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], is_main, [False])).astype(np.int8)))
    runs = zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
    return Labels(kind, len(scene.page.text), tuple((starts[first], ends[last - 1]) for first, last in runs))


def labelled(pages: Iterable[GoldPage], labels: Mapping[str, Labels]) -> Iterator[GoldPage]:
    """Give pages, with the main text that their labels hold where no person said what it is.

    Their ``gold_kind`` is ``labelled``, their kind that of the labels. A page that is not in the labels, or
    whose text has changed since, stays as it is. Cost that of parsing the labelled pages.
    """
    for page in pages:
        known = None if page.ranked else labels.get(digest_of(page.html))
        yield page if known is None else _with_labels(page, known)


def _with_labels(gold: GoldPage, labels: Labels) -> GoldPage:
    scene = Scene(parse(gold.html, gold.url))
    whole = scene.page.text
    if len(whole) != labels.n_chars:
        return gold
    starts, ends = scene.places
    first = np.array([start for start, _ in labels.ranges], dtype=np.int64)
    behind = np.array([0, *(end for _, end in labels.ranges)], dtype=np.int64)
    is_main = starts < behind[np.searchsorted(first, starts, side="right")]
    places = zip(starts[is_main].tolist(), ends[is_main].tolist(), strict=True)
    text = "\n".join(whole[start:end] for start, end in places)
    return replace(gold, gold_text=text, gold_kind="labelled", page_type=labels.kind)
