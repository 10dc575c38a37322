"""What the methods reach: word-F1 and time of each, as ``scripts/measure_methods.py`` last measured them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Figures", "MethodFigures", "read_figures"]

_FILE = "figures.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodFigures:
    """Figures of one method.

    Attributes
    ----------
    overall
        Mean word-F1 over the pages with gold by people; ``None`` where there was none.
    sets, languages
        The same for each set, and for each language of those pages.
    ms
        Mean processor time in milliseconds a page, beyond parsing.
    n_crashed
        Pages with an exception; they score 0.
    trained_here
        Whether the method has weights that were learned on these pages: its figures are then too good.
    """

    overall: float | None
    sets: Mapping[str, float]
    languages: Mapping[str, float]
    ms: float
    n_crashed: int
    trained_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures of all methods, and what they were measured on.

    Attributes
    ----------
    n_pages
        Pages that were run.
    overall, sets, languages
        Pages behind the means: all with gold by people, by set, by language of these.
    alarm_sets
        Those of the sets whose gold is another extractor's output; they count in no other mean.
    methods
        Figures by id of the method.
    """

    n_pages: int
    overall: int
    sets: Mapping[str, int]
    languages: Mapping[str, int]
    alarm_sets: tuple[str, ...]
    methods: Mapping[str, MethodFigures]


@cache
def read_figures() -> Figures:
    """Return the figures that ship with the package, read once."""
    raw = json.loads((resources.files("maintext.classify.methods") / _FILE).read_text("utf-8"))
    methods = {name: MethodFigures(**values) for name, values in raw.pop("methods").items()}
    raw["alarm_sets"] = tuple(raw["alarm_sets"])
    return Figures(methods=MappingProxyType(methods), **raw)
