"""Halves of surrogate pairs, which are no characters and cannot be encoded.

Programs that count in UTF-16 write a character beyond U+FFFF as two of them, and cut texts between the two.
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
    """Return a text with the characters of surrogate pairs, and U+FFFD for lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def mend_json(text: str) -> str:
    r"""Return JSON whose strings can be encoded: U+FFFD for half of a surrogate pair, and for NUL.

    Parameters
    ----------
    text
        JSON as a page has it; ``\ud800`` in it is allowed by its grammar, and is no character.
    """
    if "\\u" in text and _NO_CHARACTER.search(text):
        text = _ESCAPE.sub(lambda escape: escape[1] or "\\ufffd", text)
    return join_surrogates(text)
