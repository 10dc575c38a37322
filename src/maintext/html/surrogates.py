"""Repair lone surrogates, which are not characters and cannot be encoded.

Programs that count in UTF-16 split a character beyond U+FFFF into two, and may cut between them.
"""

from __future__ import annotations

import re

__all__ = ["join_surrogates", "mend_json"]

_NO_CHARACTER = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")
_ESCAPE = re.compile(
    r"(\\(?:[^u]|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}))"
    r"|\\u(?:[dD][89a-fA-F][0-9a-fA-F]{2}|0000)",
    re.DOTALL,
)


def join_surrogates(text: str) -> str:
    """Join surrogate pairs to characters; lone surrogates become U+FFFD."""
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def mend_json(text: str) -> str:
    r"""Replace JSON escapes of lone surrogates and NUL by U+FFFD.

    JSON's grammar allows escapes such as ``\ud800``, which are not characters.
    """
    if "\\u" in text and _NO_CHARACTER.search(text):
        text = _ESCAPE.sub(lambda escape: escape[1] or "\\ufffd", text)
    return join_surrogates(text)
