"""Selection to GitHub-flavoured Markdown: the parser's renderer on the kept HTML."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maintext.page.parser import to_markdown
from maintext.render.html import render_html

if TYPE_CHECKING:
    from maintext.options import Options
    from maintext.page import Page
    from maintext.selection import Selection

__all__ = ["render_markdown"]


def render_markdown(page: Page, selection: Selection, options: Options) -> str:
    """Return the kept part of a page as Markdown.

    ``options.links``, ``images`` and ``tables`` choose what is shown; the words stay the same.
    """
    # Tables stay in the HTML even when they are not shown as such: the renderer separates cells.
    markup = render_html(page, selection, replace(options, links=True, images=True, tables=True))
    shown = {"links": options.links, "images": options.images, "tables": options.tables}
    return to_markdown(markup, base_url=page.url, **shown)
