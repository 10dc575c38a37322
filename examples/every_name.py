"""Every public name in one script, as a type checker sees them: mypy --strict and pyright report nothing."""

from __future__ import annotations

import asyncio
import datetime as dt
from pathlib import Path

import maintext
from maintext import Document, Kind, Method, Moment, Options, Outcome, Page, Person, Selection, TraceRow
from maintext.net import FetchOptions, Response, afetch

page: bytes = (Path(__file__).parent / "town_news.html").read_bytes()
ERRORS: tuple[type[maintext.MaintextError], ...] = (
    maintext.AddressRefusedError, maintext.DatasetError, maintext.DecodeError, maintext.FetchError,
    maintext.FetchTimeoutError, maintext.HttpStatusError, maintext.InputError, maintext.MethodError,
    maintext.MissingExtraError, maintext.ModelError, maintext.NotHtmlError, maintext.OptionError,
    maintext.PageTooLargeError,
)  # fmt: skip


def extract_page() -> Document:
    """Extract with every option."""
    return maintext.extract(
        page, "https://news.example.org/bridge", fetched=dt.datetime(2024, 5, 1, tzinfo=dt.UTC),
        method="learned", focus="recall", only="body", keep="h1", drop="nav, .share", comments="exclude",
        captions=True, links=True, images=False, tables=True, title=True, front_matter=False,
        max_bytes=1_000_000, max_nodes=100_000, method_options={"focus": "recall"},
    )  # fmt: skip


async def fetch_page(url: str) -> tuple[str, Document]:
    """Fetch and extract next to other tasks of an event loop."""
    response: Response = await afetch(url, FetchOptions(timeout_s=5))
    return response.url, await maintext.aextract(response.body, response.url, http_charset=response.charset)


def show(document: Document) -> None:
    """Print fields and forms."""
    people: tuple[Person, ...] = document.authors
    published: Moment | None = document.published
    field: maintext.Field | None = document.field("title")
    candidates: list[maintext.Candidate] = document.provenance["title"]
    kind: Kind | None = document.kind
    rows: list[TraceRow] = document.trace()
    print(document.title, [one.name for one in people], published and published.year, field and field.origin)
    print(len(candidates), kind and kind.name, sum(row.kept for row in rows), document.text[:60])
    print(len(document.markdown), len(document.html), len(document.tei), len(document.to_json()))


def lower_layers() -> tuple[Outcome, str]:
    """Parse, select and render in steps."""
    parsed: Page = maintext.parse(page, options=Options(max_nodes=10_000))
    methods: tuple[Method, ...] = maintext.catalogue()
    selection: Selection = maintext.select(parsed, methods[-1], {"focus": "precision"})
    return selection.outcome(parsed), Document(parsed, selection, Options()).text


if __name__ == "__main__":
    show(extract_page())
    print(maintext.__version__, lower_layers()[0] is Outcome.FOUND)
    try:
        asyncio.run(fetch_page("http://127.0.0.1/"))
    except ERRORS as error:
        print(type(error).__name__, error)
