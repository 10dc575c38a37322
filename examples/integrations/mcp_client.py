"""MCP: what an agent does: start ``maintext mcp``, look at its tools, read a long page piece by piece.

Needs ``pip install 'maintext[mcp]'``. A desktop agent is told the same command:
``{"mcpServers": {"maintext": {"command": "maintext", "args": ["mcp"]}}}``.
"""

import asyncio
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

PAGES = Path(__file__).parent.parent


async def main() -> None:
    """Talk to the server on its stdin and stdout."""
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "maintext", "mcp", "--root", str(PAGES)]
    )
    async with Client(stdio_client(command)) as client:
        for tool in (await client.list_tools()).tools:
            print(tool.name, "-", tool.title)
        start = 0
        while start is not None:
            asked = {"path": str(PAGES / "town_news.html"), "start": start, "max_chars": 800}
            answer = (await client.call_tool("extract", asked)).structured_content or {}
            print(answer["title"], answer["start"], "to", answer["next_start"] or answer["n_chars"])
            start = answer["next_start"]
        refused = await client.call_tool("fetch", {"url": "http://169.254.169.254/"})
        print(refused.content[0])


if __name__ == "__main__":
    asyncio.run(main())
