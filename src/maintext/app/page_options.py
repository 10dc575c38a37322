"""Options of a page that clients of a server may choose: one list for REST and MCP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from maintext.options import Options, option_rows

__all__ = ["MAX_OPTION_CHARS", "PAGE_OPTIONS", "chosen_options"]

MAX_OPTION_CHARS = 1000
"""Maximum length of a text, such as a selector."""

# The method has keys of its own, limits are those of the server.
_OTHERS = frozenset({"method", "method_options", "max_bytes", "max_nodes"})

PAGE_OPTIONS: dict[str, dict[str, Any]] = {
    row["name"]: row for row in option_rows(Options) if row["name"] not in _OTHERS
}
"""Rows of :func:`maintext.options.option_rows` by the name of the option."""


def chosen_options(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a page that a request has, by name."""
    return {name: request[name] for name in PAGE_OPTIONS if name in request}
