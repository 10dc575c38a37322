"""The catalogue of methods: one registry, in the order of ``docs/methods/README.md``."""

from __future__ import annotations

from difflib import get_close_matches

from maintext.errors import OptionError
from maintext.methods import (
    all_text,
    html2article,
    learned,
    main_subtree,
    paragraphs,
    symbol_density,
    tag_filter,
)
from maintext.methods.base import Method

__all__ = ["METHODS", "Method", "get_method"]

METHODS: dict[str, Method] = {
    module.METHOD.id: module.METHOD
    for module in (all_text, paragraphs, tag_filter, html2article, symbol_density, main_subtree, learned)
}


def get_method(name: str) -> Method:
    """Return a registered method by its id.

    Raises
    ------
    OptionError
        For an unknown name; the message lists the known ones.
    """
    if name in METHODS:
        return METHODS[name]
    near = get_close_matches(name, METHODS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise OptionError(f"unknown method {name!r}{hint} (known: {', '.join(METHODS)})")
