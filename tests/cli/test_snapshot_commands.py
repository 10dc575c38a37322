"""Snapshots as pages of ``extract``, ``compare`` and ``methods``, with vips and with other methods."""

from __future__ import annotations

import csv
import gzip
import io
import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from maintext.api import extract
from maintext.browser import NoBrowserError, SnapshotError, load_snapshot
from maintext.browser.vips import VipsOptions, select, vips_method
from maintext.classify.methods.catalogue import METHODS
from maintext.cli.extract import extract_command
from maintext.cli.methods import compare_command, methods_command
from maintext.errors import InputError, MissingExtraError, OptionError
from maintext.html import parse
from maintext.lab.compare import compare_methods
from maintext.render import render_text

PAGES = Path(__file__).parents[1] / "browser_pages"
SNAPSHOT, PAGE = str(PAGES / "news_zh.json.gz"), str(PAGES / "news_zh.html")
# The driver of a browser is an extra; without it there is no look for a browser.
NEEDED = NoBrowserError if find_spec("playwright") else MissingExtraError


pytestmark = pytest.mark.usefixtures("_no_browser")


def extracted(*words: str) -> str:
    result = CliRunner().invoke(extract_command, [SNAPSHOT, *words])
    assert result.exit_code == 0, result.exception
    return result.stdout


# -- extract ------------------------------------------------------------------------------------------


def test_vips_gives_text() -> None:
    snapshot = load_snapshot(SNAPSHOT)
    assert extracted("-m", "vips").strip() == render_text(snapshot.page, select(snapshot)).strip()
    assert extracted("-m", "vips").startswith("停运九天后北部诸岛渡轮恢复航行")


def test_vips_gives_every_other_form() -> None:
    assert extracted("-m", "vips", "--markdown").startswith("# 停运九天后")
    assert "<h1>停运九天后" in extracted("-m", "vips", "--html")
    record = json.loads(extracted("-m", "vips", "--json"))
    assert (record["method"], record["outcome"]) == ("vips", "found")
    assert record["text"] == extracted("-m", "vips").strip()
    assert record["title"] == "停运九天后北部诸岛渡轮恢复航行"
    rows = list(csv.DictReader(io.StringIO(extracted("-m", "vips", "-f", "csv"))))
    assert rows[0]["method"] == "vips"
    assert "渡轮恢复航行" in extracted("-m", "vips", "-f", "tei")


def test_options_of_vips_can_be_set() -> None:
    snapshot = load_snapshot(SNAPSHOT)
    whole = select(snapshot, VipsOptions(permitted=1))
    assert (
        extracted("-m", "vips", "--set", "permitted=1").strip() == render_text(snapshot.page, whole).strip()
    )
    assert extracted("-m", "vips", "--set", "permitted=1") != extracted("-m", "vips")


@pytest.mark.parametrize("word", ["permited=1", "permitted=0"])
def test_wrong_options_of_vips_are_errors(word: str) -> None:
    result = CliRunner().invoke(extract_command, [SNAPSHOT, "-m", "vips", "--set", word])
    assert isinstance(result.exception, OptionError)


@pytest.mark.parametrize("method", ["learned", "paragraphs"])
def test_other_methods_read_the_html_of_a_snapshot(method: str) -> None:
    snapshot = load_snapshot(SNAPSHOT)
    expected = extract(snapshot.html, snapshot.url, method=method)
    assert extracted("-m", method).strip() == expected.text
    assert expected.text


def test_a_snapshot_is_read_as_the_browser_had_it(tmp_path: Path) -> None:
    record = json.loads(gzip.decompress(Path(SNAPSHOT).read_bytes()))
    record["html"] = record["html"].replace("<head>", "<head><meta charset=gb2312>")
    file = tmp_path / "page.json.gz"
    file.write_bytes(gzip.compress(json.dumps(record).encode()))
    result = CliRunner().invoke(extract_command, [str(file)])
    assert result.stdout.startswith("停运九天后北部诸岛渡轮恢复航行\n\n本报讯 昨日上午，停运九天")


def test_a_snapshot_is_one_of_several_pages() -> None:
    result = CliRunner().invoke(extract_command, [SNAPSHOT, PAGE, "-f", "jsonl"])
    assert [json.loads(line)["outcome"] for line in result.stdout.splitlines()] == ["found", "found"]


def test_the_address_of_a_snapshot_can_be_given() -> None:
    for method in ("vips", "learned"):
        record = json.loads(extracted("-u", "https://example.org/1", "-m", method, "--json"))
        assert record["url"] == "https://example.org/1"


def test_a_page_without_layout_needs_a_browser() -> None:
    result = CliRunner().invoke(extract_command, [PAGE, "-m", "vips"])
    assert isinstance(result.exception, NEEDED)


def test_a_file_that_is_no_snapshot_says_so(tmp_path: Path) -> None:
    file = tmp_path / "page.json.gz"
    file.write_bytes(gzip.compress(b"<p>x"))
    error = CliRunner().invoke(extract_command, [str(file)]).exception
    assert isinstance(error, SnapshotError)
    assert "make one with maintext render" in str(error)
    assert isinstance(CliRunner().invoke(extract_command, ["none.json.gz"]).exception, InputError)


# -- compare ------------------------------------------------------------------------------------------


def test_vips_is_compared_with_all_methods_on_a_snapshot() -> None:
    result = CliRunner().invoke(compare_command, [SNAPSHOT, "--json"])
    assert [one["method"] for one in json.loads(result.stdout)["methods"]] == [*METHODS, "vips"]


def test_vips_is_compared_with_named_methods() -> None:
    result = CliRunner().invoke(compare_command, [SNAPSHOT, "-m", "vips,paragraphs", "--json"])
    first, second = json.loads(result.stdout)["methods"]
    assert (first["method"], second["method"]) == ("vips", "paragraphs")
    assert first["text"] == extracted("-m", "vips").strip()


def test_a_page_without_layout_is_compared_by_the_registered_methods() -> None:
    result = CliRunner().invoke(compare_command, [PAGE, "--json"])
    assert [one["method"] for one in json.loads(result.stdout)["methods"]] == list(METHODS)


def test_vips_of_a_page_without_layout_needs_a_browser() -> None:
    result = CliRunner().invoke(compare_command, [PAGE, "-m", "vips"])
    assert isinstance(result.exception, NEEDED)


def test_vips_runs_on_the_page_of_its_snapshot_only() -> None:
    snapshot = load_snapshot(SNAPSHOT)
    with pytest.raises(OptionError, match="vips needs the layout"):
        compare_methods(parse(snapshot.html), [vips_method(snapshot)])
    with pytest.raises(OptionError, match="vips needs the layout"):
        compare_methods(snapshot.page, [vips_method()])


# -- methods ------------------------------------------------------------------------------------------


def test_vips_is_in_the_catalogue_with_what_it_needs() -> None:
    lines = CliRunner().invoke(methods_command, []).stdout.split("\nvips\n")[1].splitlines()
    assert lines[3].strip().startswith("needs the layout: a snapshot")
    rows = json.loads(CliRunner().invoke(methods_command, ["--json"]).stdout)
    assert [row["id"] for row in rows if row["needs_layout"]] == ["vips"]
    assert "permitted" in [option["name"] for option in rows[-1]["options"]]
