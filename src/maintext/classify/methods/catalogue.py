"""The catalogue of methods, and what they reach on the corpora."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from maintext.classify import learned
from maintext.classify.method import Method
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
from maintext.options import DEFAULT_METHOD, option_rows

__all__ = ["METHODS", "Figures", "MethodFigures", "method_record", "read_figures"]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodFigures:
    """Mean word-F1 over the pages with gold by people, and time of one method."""

    overall: float | None
    sets: Mapping[str, float]
    languages: Mapping[str, float]
    ms: float  # mean processor time per page beyond parsing
    n_crashed: int  # pages with an exception; they score 0
    trained_here: bool  # its weights were learned on these pages: its figures are too good


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures of all methods, and numbers of pages, from ``scripts/measure_methods.py``."""

    n_pages: int
    overall: int  # pages with gold by people
    sets: Mapping[str, int]
    languages: Mapping[str, int]
    alarm_sets: tuple[str, ...]  # gold is another extractor's output; they count in no other mean
    methods: Mapping[str, MethodFigures]


@cache
def read_figures() -> Figures:
    """Return the figures that ship with the package, read once."""
    raw = json.loads((resources.files("maintext.classify.methods") / "figures.json").read_text("utf-8"))
    methods = {name: MethodFigures(**values) for name, values in raw.pop("methods").items()}
    raw["alarm_sets"] = tuple(raw["alarm_sets"])
    return Figures(methods=MappingProxyType(methods), **raw)


def method_record(method: Method) -> dict[str, Any]:
    """Return a method as plain values: what it is, its options, and what it reaches, None if not measured."""
    about = {name: getattr(method, name) for name in ("id", "title", "title_zh", "source", "idea")}
    figures = read_figures().methods.get(method.id)
    about |= {"default": method.id == DEFAULT_METHOD, "options": option_rows(method.defaults)}
    return about | {"figures": figures and asdict(figures)}
