"""Errors as a sentence for an agent: what went wrong, and what it can do."""

from __future__ import annotations

from maintext.errors import (
    AddressRefusedError,
    DecodeError,
    FetchError,
    FetchTimeoutError,
    HttpStatusError,
    InputError,
    MaintextError,
    NotHtmlError,
    OptionError,
    PageTooLargeError,
)

__all__ = ["told"]


# The first row that fits: special cases stand before their bases.
_HINTS: tuple[tuple[type[MaintextError], str], ...] = (
    (AddressRefusedError, "Only public addresses are fetched; --allow-private of the server changes that."),
    (FetchTimeoutError, "Try later, or use another page."),
    (HttpStatusError, "Check the address; look for the page with site_map or list_items."),
    (FetchError, "Check the address, or try later."),
    (PageTooLargeError, "Use another page; --max-bytes of the server changes the limit."),
    (NotHtmlError, "Give a web page; images, PDFs and archives are not read."),
    (DecodeError, "Give the page as text in html."),
    (InputError, "Give a web page by html, url or path."),
    (OptionError, "Compare the arguments with the description of the tool."),
)  # fmt: skip


def told(error: MaintextError) -> str:
    """Return the error as a sentence, with where it happened, and what to do next."""
    hint = next((hint for kind, hint in _HINTS if isinstance(error, kind)), "")
    return f"{error} {hint}".strip()
