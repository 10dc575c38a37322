"""What the integrations share, and what they say where their library is not installed."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from tests.integrations.news import EMPTY, ENGLISH, ENGLISH_URL, GBK, PICTURE

from maintext import Options, extract
from maintext.batch import BatchItem, BatchOptions
from maintext.errors import (
    DecodeError,
    FetchError,
    HttpStatusError,
    MaintextError,
    MissingExtraError,
    NotHtmlError,
    OptionError,
)
from maintext.integrations.reading import (
    Reader,
    Texts,
    extract_item,
    found_columns,
    response_item,
    source_items,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = [
    BatchItem(key="en", html=ENGLISH, url=ENGLISH_URL),
    BatchItem(key="zh", html=GBK),
    BatchItem(key="empty", html=EMPTY),
]


# -- without the library ------------------------------------------------------------------------------


CALLS = [
    ("langchain_core", "langchain import MaintextLoader as f; f('page.html')", "langchain"),
    ("langchain_core", "langchain import MaintextTransformer as f; f()", "langchain"),
    ("llama_index", "llamaindex import MaintextReader as f; f()", "llamaindex"),
    ("llama_index", "llamaindex import MaintextTransformation as f; f()", "llamaindex"),
    ("scrapy", "scrapy import MaintextPipeline as f; f({})", "crawl"),
    ("web_poet", "web_poet import MaintextPage as f; f(None)", "web-poet"),
    ("pandas", "pandas import extract_column as f; f([])", "pandas"),
    ("polars", "polars import extract_column as f; f([])", "polars"),
]


@pytest.fixture(scope="module")
def refusals() -> dict[str, str]:
    """What each call says where its library is missing, by call: all in one process, one after another."""
    program = f"""
import json, sys
said = {{}}
for library, call, _ in {CALLS!r}:
    sys.modules[library] = None
    try:
        exec("from maintext.integrations." + call)
    except Exception as error:
        said[call] = f"{{type(error).__name__}}: {{error}}"
print(json.dumps(said))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize(("library", "call", "extra"), CALLS)
def test_without_the_library_the_error_names_the_command(
    refusals: dict[str, str], library: str, call: str, extra: str
) -> None:
    assert refusals[call].startswith(
        f"MissingExtraError: this needs {'' if library != 'scrapy' else 'Scrapy'}"
    )
    assert f"pip install 'maintext[{extra}]'" in refusals[call]


def test_the_server_for_agents_names_its_command() -> None:
    program = (
        "import sys; sys.modules['mcp.server'] = None\n"
        "from maintext.app.mcp import McpOptions; from maintext.app.mcp.server import run_server\n"
        "run_server(McpOptions())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "pip install 'maintext[mcp]'" in done.stderr


# -- records ------------------------------------------------------------------------------------------


def test_a_record_is_that_of_a_document() -> None:
    record = Reader(Options(), BatchOptions()).record(PAGES[0])
    known = extract(ENGLISH, ENGLISH_URL).to_dict(forms=("text",))
    assert {name: record[name] for name in known} == known


def test_an_exception_that_nobody_expected_is_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_given: Any, **_named: Any) -> None:
        raise RecursionError

    reader = Reader(Options(), BatchOptions())
    monkeypatch.setattr("maintext.batch.record.extract", broken)
    record = reader.record(PAGES[0])
    assert (record["outcome"], record["error"]) == ("error", "RecursionError")
    assert record["reason"]


def test_addresses_and_paths_are_told_apart() -> None:
    assert [(item.url, item.path) for item in source_items(["HTTPS://a.example/", "a.html"])] == [
        ("HTTPS://a.example/", None),
        (None, "a.html"),
    ]
    assert [item.path for item in source_items("a.html")] == ["a.html"]


@pytest.mark.parametrize("date", ["", "soon", "Mon, 99 May 2026"])
def test_a_date_that_is_none_is_not_known(date: str) -> None:
    assert response_item(b"", "http://a.example/", "text/html", date).fetched is None


def test_headers_say_charset_and_time() -> None:
    item = response_item(b"", "http://a.example/", "text/html; charset=GBK", "Mon, 04 May 2026 12:00:00 GMT")
    assert item.charset == "GBK"
    assert item.fetched is not None
    assert item.fetched.isoformat() == "2026-05-04T12:00:00+00:00"


# -- texts --------------------------------------------------------------------------------------------


def test_metadata_are_what_the_page_states() -> None:
    english, chinese, empty = Texts(form="text").found(PAGES)
    assert english is not None
    assert chinese is not None
    assert empty is None
    assert english.url == english.metadata["url"] == ENGLISH_URL
    assert chinese.metadata["source"] == "河岸日报"
    assert "url" not in chinese.metadata


class Failing:
    """In the place of a reader: one record of an error."""

    form = "text"

    def __init__(self, error: str) -> None:
        self.error = error

    def __call__(self, *_given: Any, **_named: Any) -> Failing:
        return self

    def records(self, _items: Any) -> Iterator[dict[str, Any]]:
        yield {"key": "k", "url": "u", "outcome": "error", "error": self.error, "reason": "why"}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("NotHtmlError", NotHtmlError),
        ("DecodeError", DecodeError),
        ("HttpStatusError", FetchError),
        ("MissingExtraError", MaintextError),
        ("RecursionError", MaintextError),
        ("annotations", MaintextError),
    ],
)
def test_the_error_of_a_record_is_raised_as_its_kind(
    monkeypatch: pytest.MonkeyPatch, name: str, kind: type[MaintextError]
) -> None:
    monkeypatch.setattr("maintext.integrations.reading.Reader", Failing(name))
    with pytest.raises(kind, match="why") as caught:
        list(Texts(form="text", metadata=()).found([]))
    assert not isinstance(caught.value, HttpStatusError | MissingExtraError)
    assert list(Texts(form="text", metadata=(), on_error="skip").found([])) == [None]


# -- columns ------------------------------------------------------------------------------------------


def test_columns_have_a_value_for_each_page() -> None:
    found = found_columns([ENGLISH, GBK, None, PICTURE], None, None, None, {})
    assert {len(values) for _, values in found.values()} == {4}
    assert found["title"] == (str, ["The ferry comes back", "渡轮恢复通航", None, None])
    assert found["n_words"][0] is int
    assert found["error"][1] == [None, None, "InputError", "NotHtmlError"]
    assert "key" not in found


def test_bytes_in_other_wrappings_are_pages() -> None:
    found = found_columns([bytearray(GBK), memoryview(GBK)], None, ["title"], None, {})
    assert found == {"title": (str, ["渡轮恢复通航"] * 2)}


def test_one_address_is_none_for_each_page() -> None:
    with pytest.raises(OptionError, match="one URL per page"):
        found_columns([ENGLISH], "https://gazette.example/", None, None, {})


FETCHED = "2024-05-02T15:00+08:00"


@pytest.mark.parametrize("time", [FETCHED, datetime.fromisoformat(FETCHED)])
def test_relative_dates_are_counted_from_the_fetch(time: Any) -> None:
    pages = ["<h1>Walk</h1><p class=date>3 hours ago</p><p>It rained all day, and we came down late."] * 2

    def published(fetched: Any) -> list[Any]:
        return found_columns(pages, None, ["published"], None, {}, fetched)["published"][1]

    assert published([time, None]) == ["2024-05-02T12+08:00", None]
    assert published(time) == ["2024-05-02T12+08:00"] * 2
    assert published(1_714_633_200)[0].startswith("2024-05-02T")
    with pytest.raises(OptionError, match="2 pages, but 1 times"):
        published([time])
    with pytest.raises(OptionError, match="fetched must be a time like"):
        published("yesterday")


def test_a_form_among_the_columns_is_the_form() -> None:
    found = found_columns([ENGLISH], [ENGLISH_URL], ["markdown", "tags", "links"], None, {"links": False})
    assert found["markdown"][1][0] == extract(ENGLISH, ENGLISH_URL, links=False).markdown
    assert "](" not in found["markdown"][1][0]
    assert found["links"] == (None, [extract(ENGLISH, ENGLISH_URL).to_dict()["links"]])
    with pytest.raises(OptionError, match="one form of the text, not text and markdown"):
        found_columns([ENGLISH], None, ["text", "markdown"], None, {})
    with pytest.raises(OptionError, match="a list of names, not the text 'text'"):
        found_columns([ENGLISH], None, "text", None, {})


def test_an_answer_becomes_a_document() -> None:
    assert extract_item(response_item(GBK, "http://a.example/", "", ""), Options()).title == "渡轮恢复通航"
