"""The catalogue of methods: one registry, in the order of ``docs/methods/README.md``."""

from __future__ import annotations

from difflib import get_close_matches

from maintext.errors import OptionError
from maintext.methods import (
    all_text,
    block_similarity,
    cpn,
    feature_density,
    flexible_nodes,
    html2article,
    hyperlink_analysis,
    information_decay,
    learned,
    line_ratio,
    main_subtree,
    multi_feature,
    paragraphs,
    symbol_density,
    tag_filter,
    tag_usage,
    text_density,
    text_distribution,
)
from maintext.methods.base import Method

__all__ = ["METHODS", "Method", "get_method"]

_IN_ORDER = (
    *(all_text, paragraphs, tag_filter),
    *(html2article, line_ratio),
    *(text_density, feature_density, symbol_density, hyperlink_analysis, tag_usage),
    *(flexible_nodes, information_decay, block_similarity, text_distribution),
    *(multi_feature, cpn),
    *(main_subtree, learned),
)
METHODS: dict[str, Method] = {module.METHOD.id: module.METHOD for module in _IN_ORDER}


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
