r"""Halves of surrogate pairs, which no encoding can write: ``"\ud800"`` from JSON, or in a given address."""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["whole_strings", "whole_text"]

_HALF = re.compile("[\ud800-\udfff]")
_MAY_BE_HALF = re.compile(r"u[dD][89a-fA-F]|[" + "\ud800-\udfff]")


def whole_text(text: str) -> str:
    """Return a text with pairs as their character and other halves as U+FFFD, as browsers do."""
    if not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def whole_strings(value: Any, source: str) -> Any:
    """Return a value of JSON with its strings as :func:`whole_text` makes them.

    Parameters
    ----------
    value
        What was decoded.
    source
        The JSON; only where it may write a surrogate does this cost anything.

    Raises
    ------
    RecursionError
        The value is nested too deep.
    """
    if not _MAY_BE_HALF.search(source):
        return value
    written = json.dumps(value, ensure_ascii=False)
    return json.loads(whole_text(written)) if _HALF.search(written) else value
