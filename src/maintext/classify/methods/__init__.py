"""Methods that find the main content; :mod:`maintext.classify.methods.catalogue` has all of them."""

from __future__ import annotations

from difflib import get_close_matches

from maintext.classify import learned
from maintext.classify.methods.base import Method
from maintext.errors import OptionError
from maintext.options import DEFAULT_METHOD

__all__ = ["Method", "get_method"]


def get_method(name: str) -> Method:
    """Return a registered method by its id.

    Raises
    ------
    OptionError
        For an unknown name; the message lists the known ones.
    """
    # The default needs none of the others.
    if name == DEFAULT_METHOD:
        return learned.METHOD
    from maintext.classify.methods.catalogue import METHODS  # noqa: PLC0415

    if name in METHODS:
        return METHODS[name]
    near = get_close_matches(name, METHODS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise OptionError(f"unknown method {name!r}{hint} (known: {', '.join(METHODS)})")
