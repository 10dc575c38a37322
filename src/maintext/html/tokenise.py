"""Read well-formed bytes into the columns of a page.

The compiled engine does it in one pass (``maintext._core.columns``); ``tests/definitions.py`` defines every
column as a plain walk over the parser's tree, and ``docs/data-model.md`` describes them for readers.
"""

from __future__ import annotations

import copyreg
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.columns import Columns, Tables
from maintext.errors import InputError, PageTooLargeError
from maintext.html import characters as ch
from maintext.html.tags import AS_WRITTEN, BLOCK, CUSTOM, HIDDEN, NAMES, UNKNOWN, tag_id, tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Columns", "tokenise"]

_MIXER = np.uint64(0x9E3779B97F4A7C15)
_NO_NAMES = 3  # the first names stand for what is not a known HTML element


def tokenise(data: bytes, *, max_nodes: int) -> Columns:
    """Read well-formed bytes (see :func:`maintext.html.parser.to_wellformed_bytes`) into columns.

    Raises
    ------
    PageTooLargeError
        More than ``max_nodes`` rows.
    InputError
        The bytes are not well-formed.
    """
    columns = Columns(data, tag_tables())
    if columns.n_rows > max_nodes:
        raise PageTooLargeError(
            f"the page has {columns.n_rows} nodes, the limit is {max_nodes}; raise max_nodes",
            stage="tokenise",
        )
    if not columns.read():
        raise InputError(
            "the parser wrote a page whose elements are not all closed; report it", stage="tokenise"
        )
    return columns


def _read_again(data: bytes) -> Columns:
    """Return the columns of bytes that were read before; this costs less than to send the columns."""
    return tokenise(data, max_nodes=len(data))


copyreg.pickle(Columns, lambda columns: (_read_again, (columns.data,)))


@cache
def tag_tables() -> Tables:
    """Return the tables of tags and characters that the engine reads pages with; made once."""
    keys, numbers = _tag_keys()
    hides = tag_mask(HIDDEN | {"dialog"})
    layout = tag_mask(BLOCK) + 2 * tag_mask(AS_WRITTEN) + 4 * hides
    named = (UNKNOWN, CUSTOM, *map(tag_id, ("br", "a", "template", "dialog")))
    return Tables(keys, numbers, layout.astype(np.uint8), ch.table(), named)


def _tag_keys() -> tuple[NDArray[np.uint64], NDArray[np.int16]]:
    """Return keys of the known tag names, ascending, and their numbers."""
    padded = b"".join(name.encode().ljust(16, b"\0") for name in NAMES)
    words = np.frombuffer(padded, dtype="<u8").reshape(-1, 2)
    keys = words[:, 0] ^ (words[:, 1] * _MIXER)
    order = np.argsort(keys[_NO_NAMES:]) + _NO_NAMES
    return keys[order], order.astype(np.int16)
