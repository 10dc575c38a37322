from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("mcp.server.mcpserver", reason="the MCP SDK 2 is not installed (extra mcp)")

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from tests.integrations.news import ENGLISH, ENGLISH_URL, GBK, PICTURE
from tests.site_server import Site, SiteServer

from maintext.app.given_page import PAGE_OPTIONS
from maintext.app.mcp import McpOptions
from maintext.app.mcp.server import make_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def asked(tool: str, *, options: McpOptions | None = None, fetch: Callable[[str], Any] | None = None,
          **arguments: Any) -> Any:  # fmt: skip
    """The result of one call, by the SDK's own client in the same process."""

    async def call() -> Any:
        async with Client(make_server(options, fetch)) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(call())


def answer(tool: str, **named: Any) -> dict[str, Any]:
    result = asked(tool, **named)
    assert not result.is_error, result.content
    structured: dict[str, Any] = result.structured_content
    assert json.loads(result.content[0].text) == structured
    return structured


def refusal(tool: str, **named: Any) -> str:
    result = asked(tool, **named)
    assert result.is_error
    return str(result.content[0].text)


@pytest.fixture(scope="module")
def server() -> Iterator[SiteServer]:
    with SiteServer(Site(60)) as running:
        yield running


LOCAL = McpOptions(allow_private=True)


def test_the_tools_are_described() -> None:
    async def call() -> Any:
        async with Client(make_server()) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in asyncio.run(call())}
    assert tools.keys() == {"extract", "fetch", "list_items", "site_map"}
    for tool in tools.values():
        assert tool.description
        assert tool.annotations.read_only_hint
        assert tool.input_schema["additionalProperties"] is False
        assert all(shape["description"] for shape in tool.input_schema["properties"].values())


def test_extract_gives_main_text_and_fields() -> None:
    found = answer("extract", html=ENGLISH, url=ENGLISH_URL)
    assert found["author"] == "Mira Hale"
    assert "After eleven winters without a crossing" in found["text"]
    assert "Contact" not in found["text"]


def test_unknown_arguments_are_refused_and_the_known_ones_named() -> None:
    said = refusal("extract", html=ENGLISH, format="text")
    assert said.startswith("extract has no argument format (known: url, html, path, form, include")
    assert "no argument" not in refusal("no_such_tool", url=ENGLISH_URL)


def test_extract_takes_the_options_of_a_page() -> None:
    async def call() -> Any:
        async with Client(make_server()) as client:
            tools = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
            given = {"html": ENGLISH, "url": ENGLISH_URL, "options": {"title": True, "drop": "p"}}
            return tools["extract"]["properties"]["options"], await client.call_tool("extract", given)

    described, result = asyncio.run(call())
    assert described["properties"].keys() == PAGE_OPTIONS.keys()
    assert described["properties"]["comments"]["enum"] == ["apart", "include", "exclude"]
    assert "After eleven winters" not in result.structured_content["text"]


def test_extract_reads_files_below_a_root(tmp_path: Path) -> None:
    (tmp_path / "zh.html").write_bytes(GBK)
    found = answer("extract", path=str(tmp_path / "zh.html"), options=McpOptions(roots=(str(tmp_path),)))
    assert found["title"] == "渡轮恢复通航"
    assert "--root" in refusal("extract", path=str(tmp_path / "zh.html"))


def test_extract_fetches_and_gives_pieces(server: SiteServer) -> None:
    article = server.site.article(6)
    first = answer("extract", url=server.url + article.path, form="text", max_chars=200, options=LOCAL)
    assert first["title"] == article.title
    assert len(first["text"]) <= 200
    assert first["next_start"]


def test_fetch_gives_the_source(server: SiteServer) -> None:
    found = answer("fetch", url=server.url + server.site.article(1).path, form="source", options=LOCAL)
    assert "<article>" in found["text"]


def test_list_items_gives_entries(server: SiteServer) -> None:
    found = answer("list_items", url=f"{server.url}/", max_items=3, options=LOCAL)
    assert len(found["items"]) <= 3
    assert found["n_items"] > 3
    assert found["items"][0]["url"].startswith("http")


def test_site_map_gives_pages(server: SiteServer) -> None:
    found = answer("site_map", url=server.url, contains="/news/", max_pages=7, options=LOCAL)
    assert (len(found["pages"]), found["n_pages"], found["next_start"]) == (7, 30, 7)


@pytest.mark.parametrize("tool", ["extract", "fetch", "list_items", "site_map"])
@pytest.mark.parametrize(
    ("url", "hint"),
    [
        ("http://127.0.0.1:9/", "Only public IP addresses are fetched"),
        ("http://169.254.169.254/latest/meta-data", "Only public IP addresses are fetched"),
        ("file:///etc/hosts", "Give a URL with http:// or https://"),
    ],
)
def test_no_tool_goes_to_private_addresses(tool: str, url: str, hint: str) -> None:
    assert hint in refusal(tool, url=url)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("extract", {}, "one of html, path and url"),
        ("extract", {"html": "<p>x", "form": "pdf"}, "form must be one of"),
        ("extract", {"html": "<p>One sentence.", "start": 99}, "start must be from 0"),
        ("list_items", {"html": ENGLISH, "max_pages": 99}, "max_pages must be from 1"),
        ("fetch", {}, "url"),
    ],
)
def test_wrong_arguments_are_errors_of_the_tool(tool: str, arguments: dict[str, Any], said: str) -> None:
    assert said in refusal(tool, **arguments)


def test_what_is_no_page_is_an_error_with_a_hint(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_bytes(PICTURE)
    options = McpOptions(roots=(str(tmp_path),))
    assert "images, PDFs and archives are not read" in refusal(
        "extract", path=str(tmp_path / "x.html"), options=options
    )


def test_large_pages_are_refused(server: SiteServer) -> None:
    options = McpOptions(allow_private=True, max_bytes=500)
    said = refusal("extract", url=server.url + server.site.article(1).path, options=options)
    assert "--max-bytes" in said


def test_a_call_that_takes_too_long_is_answered() -> None:
    options = McpOptions(timeout_s=0.2, robots=False)
    said = refusal("fetch", url="http://a.example/", options=options, fetch=lambda _url: time.sleep(1.5))
    assert "not done after 0.2 s" in said


def test_a_defect_does_not_tell_of_itself() -> None:
    def broken(_url: str) -> Any:
        raise RuntimeError("secret")

    said = refusal("fetch", url="http://a.example/", options=McpOptions(robots=False), fetch=broken)
    assert "secret" not in said


def test_it_speaks_on_stdin_and_stdout(tmp_path: Path) -> None:
    (tmp_path / "zh.html").write_bytes(GBK)
    run = "from maintext.cli.servers import mcp_command; mcp_command()"
    command = StdioServerParameters(command=sys.executable, args=["-c", run, "--root", str(tmp_path)])

    async def call() -> Any:
        async with Client(stdio_client(command)) as client:
            tools = await client.list_tools()
            return tools, await client.call_tool("extract", {"path": str(tmp_path / "zh.html")})

    tools, result = asyncio.run(call())
    assert len(tools.tools) == 4
    assert result.structured_content["source"] == "河岸日报"
