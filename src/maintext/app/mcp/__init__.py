"""Tools for agents by the Model Context Protocol: text, pages, lists, site maps.

::

    options.py  McpOptions: what may be read, and how much
    source.py   get a page: given as HTML, read below a folder, or fetched; cache and robots.txt
    tasks.py    what each tool does, from plain values to plain values
    server.py   the only file that imports the SDK, which takes a second to load

Needs the extra ``mcp``. Nothing is written to disk.
"""

from __future__ import annotations

from maintext.app.mcp.options import McpOptions

__all__ = ["McpOptions"]
