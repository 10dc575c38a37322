"""Main text that the visible page lacks: declared in JSON-LD, or in an application's state.

Many pages are shells: a script draws the text after loading, from data in the page. Others show the
beginning of a text and declare all of it for search engines.
"""

from __future__ import annotations

from maintext.classify.embedded.page import EmbeddedPage, find_embedded_text, shows_little

__all__ = ["EmbeddedPage", "find_embedded_text", "shows_little"]
