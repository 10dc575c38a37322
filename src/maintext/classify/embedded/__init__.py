"""Text that the visible page does not hold: declared in JSON-LD, or in an application's state.

Many pages are shells: a script draws the text after loading, from data in the page. Others show the
beginning of a text and declare all of it for search engines.
"""

from __future__ import annotations

from maintext.classify.embedded.rendition import ShellText, shell_page
from maintext.classify.embedded.rule import better_text, shows_little

__all__ = ["ShellText", "better_text", "shell_page", "shows_little"]
