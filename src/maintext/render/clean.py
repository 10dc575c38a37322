"""Write kept markup with the tags and attributes that a form reads, and with absolute addresses."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext._core.markup import clean_markup
from maintext._core.words import build_word_table
from maintext.html.tags import BLOCK, NAMES, tag_mask
from maintext.metadata.address import base_url
from maintext.metadata.resolving import prefixes
from maintext.render.apart import SEEN_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["ASK", "COPY", "HAS_BREAKS", "HAS_EDGES", "HAS_STYLE", "PREFIX", "RESOLVE", "Policy", "cleaned"]

# As maintext/_core/markup.pxd has them.
COPY, RESOLVE, ASK, PREFIX = range(1, 5)
HAS_STYLE, HAS_BREAKS, HAS_EDGES = 1, 2, 4
_ENDS_LINE, _IS_SEEN, _KEEPS_ATTRIBUTES = 1, 2, 4
_LINES = tag_mask(BLOCK) * np.uint8(_ENDS_LINE) + tag_mask(SEEN_NAMES) * np.uint8(_IS_SEEN)


class Policy(NamedTuple):
    """What becomes of tags and attributes, as the compiled engine wants it.

    Attributes
    ----------
    kinds
        uint8 of shape (n_tags, n_names): ``COPY``, ``RESOLVE``, ``ASK``, ``PREFIX``, or 0 to leave it out;
        the first column is of all names that are not in the table.
    names
        Table of the names of attributes.
    others
        By tag: what its tags are written as; None for themselves, ``b""`` and ``b" "`` for no tags.
    lines
        Bits of each tag, uint8.
    prefix
        What stands before values of ``PREFIX``.
    """

    kinds: NDArray[np.uint8]
    names: tuple[NDArray[np.uint64], NDArray[np.uint64]]
    others: list[bytes | None]
    lines: NDArray[np.uint8]
    prefix: bytes

    @staticmethod
    def build(
        kinds: Mapping[str, Mapping[str, int]],
        others: Mapping[str, str] | None = None,
        keeps_attributes: Iterable[str] = (),
        prefix: str = "",
    ) -> Policy:
        """Make a policy.

        Parameters
        ----------
        kinds
            What becomes of attributes by tag and name; those of ``*`` hold for all tags.
        others
            What tags are written as that are not written as themselves; ``""`` and ``" "`` for no tags.
        keeps_attributes
            Tags in which every attribute stays.
        prefix
            What stands before values of ``PREFIX``.
        """
        names = list(dict.fromkeys(("style", *(name for of_tag in kinds.values() for name in of_tag))))
        number = {name: at for at, name in enumerate(names, start=1)}
        table = np.zeros((len(NAMES), len(names) + 1), dtype=np.uint8)
        replaced: list[bytes | None] = [None] * len(NAMES)
        for tag, other in (others or {}).items():
            replaced[NAMES.index(tag)] = other.encode()
        for at, tag in enumerate(NAMES):
            own = kinds.get((replaced[at] or tag.encode()).decode(), {})
            for name, kind in {**kinds.get("*", {}), **own}.items():
                table[at, number[name]] = kind
        lines = _LINES | tag_mask(keeps_attributes) * np.uint8(_KEEPS_ATTRIBUTES)
        return Policy(table, build_word_table(number), replaced, lines, prefix.encode())


def cleaned(
    markup: str,
    page: Page,
    policy: Policy,
    make_attribute: Callable[[str, str, str], str],
    *,
    resolves_places: bool,
) -> tuple[str, int]:
    """Return well-formed markup as a policy wants it, and bits of what it has.

    Parameters
    ----------
    markup
        Well-formed markup from a page.
    page
        The page; addresses are resolved on its base.
    policy
        What becomes of tags and attributes.
    make_attribute
        Makes an attribute, with a space before it, of tag, name and raw value: of those that the policy
        asks for, and of addresses that are not made absolute by writing something before them.
    resolves_places
        Whether ``#place`` becomes an address of the page; else it is asked for.
    """
    before = prefixes(page.cached(base_url))
    place = html.escape(before.place).encode() if resolves_places else b""
    origin = html.escape(before.origin).encode()
    found: tuple[str, int] = clean_markup(
        markup, page.columns.tables, tuple(policy), origin, place, make_attribute
    )
    return found
