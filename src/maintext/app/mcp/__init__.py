"""A server for agents by the Model Context Protocol: main text, pages, lists and maps of sites as tools.

::

    options.py   McpOptions: what may be read, and how much
    failure.py   errors as a sentence and a hint for the agent
    paging.py    long answers in pieces
    kept.py      what was fetched lately
    source.py    from an argument to a page: given, read below a folder, or fetched; robots.txt
    tasks.py     extract, fetch and list_items, from plain values to plain values
    site_map.py  what a site lists: robots.txt, sitemaps, feeds, links
    server.py    the only file that knows the SDK, which takes a second to load: imported by name

Needs the extra ``mcp``. Nothing is written to disk.
"""

from __future__ import annotations

from maintext.app.mcp.options import McpOptions

__all__ = ["McpOptions"]
