"""The catalogue of methods, in the order of ``docs/methods/README.md``."""

from __future__ import annotations

from maintext.classify import learned
from maintext.classify.methods import (
    all_text,
    block_similarity,
    cpn,
    feature_density,
    flexible_nodes,
    html2article,
    hyperlink_analysis,
    information_decay,
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
from maintext.classify.methods.base import Method

__all__ = ["METHODS"]

_IN_ORDER = (
    *(all_text, paragraphs, tag_filter),
    *(html2article, line_ratio),
    *(text_density, feature_density, symbol_density, hyperlink_analysis, tag_usage),
    *(flexible_nodes, information_decay, block_similarity, text_distribution),
    *(multi_feature, cpn),
    *(main_subtree, learned),
)
METHODS: dict[str, Method] = {module.METHOD.id: module.METHOD for module in _IN_ORDER}
"""Methods by id."""
