"""Methods as systems that :func:`maintext.lab.evaluate.evaluate` can run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext.api import extract
from maintext.errors import MaintextError
from maintext.options import Options

if TYPE_CHECKING:
    from maintext.classify.methods.variant import Variant
    from maintext.lab.evaluate import GoldPage

__all__ = ["MethodSystem", "method_system"]


@dataclass(frozen=True, slots=True)
class MethodSystem:
    """A method as a system; it can be sent to other processes.

    Attributes
    ----------
    variant
        The method with its options.
    learned_sets
        Names of the sets that its model learned from: results there are marked.
    """

    variant: Variant
    learned_sets: frozenset[str] = frozenset()

    def __call__(self, page: GoldPage) -> str:
        """Return the main text of a page of any size."""
        method, changes = self.variant.method, self.variant.options
        # No limits: the pages are from the user's own corpus.
        options = Options(method=method, method_options=changes, max_bytes=10**9, max_nodes=10**8)
        return extract(page.html, page.url, options=options).text


def method_system(variant: Variant) -> MethodSystem:
    """Return the system that runs a method, from HTML to text.

    Parameters
    ----------
    variant
        The method with its options. A model that cannot be read is no error here: the system then raises
        on every page.
    """
    try:
        return MethodSystem(variant, variant.learned_sets)
    except MaintextError:
        return MethodSystem(variant)
