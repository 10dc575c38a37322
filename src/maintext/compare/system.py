"""Methods as systems that :func:`maintext.evaluate.evaluate` can run."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from maintext.extract import extract
from maintext.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.evaluate import GoldPage
    from maintext.methods.variant import Variant

__all__ = ["method_system"]


def method_system(variant: Variant) -> Callable[[GoldPage], str]:
    """Return the system that runs a method, from HTML to text; it can be sent to other processes.

    Parameters
    ----------
    variant
        The method with its options. Pages of any size are read.
    """
    return partial(_text, variant)


def _text(variant: Variant, page: GoldPage) -> str:
    # No limits: the pages are from the user's own corpus.
    options = Options(method=variant.method, method_options=variant.options, max_bytes=10**9, max_nodes=10**8)
    return extract(page.html, page.url, options=options).text
