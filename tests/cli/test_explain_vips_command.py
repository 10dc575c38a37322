"""``maintext explain -m vips``: a saved snapshot needs no browser, a page needs one."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from maintext.browser import NoBrowserError
from maintext.cli.methods import explain_command
from maintext.errors import InputError, MaintextError, MissingExtraError, OptionError

PAGES = Path(__file__).parents[1] / "browser_pages"
SNAPSHOT = str(PAGES / "news_zh.json.gz")


def run(*words: str) -> Result:
    # Click keeps the help option of a command's first call, for the tests of the documentation too.
    return CliRunner().invoke(explain_command, list(words), help_option_names=["-h", "--help"])


@pytest.mark.usefixtures("_no_browser")
def test_a_snapshot_is_explained_without_a_browser() -> None:
    result = run(SNAPSHOT, "-m", "vips", "--json")
    assert result.exit_code == 0
    record = json.loads(result.stdout)
    assert (record["method"], record["outcome"]) == ("vips", "found")
    reasons = {block["reason"] for block in record["blocks"]}
    assert {"in the main block", "in a visual block next to the main block"} <= reasons


@pytest.mark.usefixtures("_no_browser")
def test_a_page_without_a_browser_says_what_to_install() -> None:
    error = run(str(PAGES / "news_zh.html"), "-m", "vips").exception
    needed: type[MaintextError] = NoBrowserError
    words = "install Chromium"
    if find_spec("playwright") is None:
        needed, words = MissingExtraError, "pip install 'maintext[browser]'"
    assert isinstance(error, needed)
    assert words in str(error)


def test_blocks_are_drawn_over_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    grey, over = tmp_path / "grey.png", tmp_path / "over.png"
    assert run(SNAPSHOT, "-m", "vips", "--plot", str(grey)).exit_code == 0
    assert run(SNAPSHOT, "-m", "vips", "--plot", str(over), "--screenshot", str(grey)).exit_code == 0
    assert grey.read_bytes()[:4] == over.read_bytes()[:4] == b"\x89PNG"
    assert grey.read_bytes() != over.read_bytes()


def test_options_of_vips_can_be_set() -> None:
    coarse, fine = (
        json.loads(run(SNAPSHOT, "-m", "vips", "--json", "--set", f"permitted={n}").stdout) for n in (1, 10)
    )
    assert coarse["facts"]["n_blocks"] < fine["facts"]["n_blocks"]


def test_a_screenshot_is_for_vips_only() -> None:
    assert isinstance(run(str(PAGES / "news_zh.html"), "--screenshot", "x.png").exception, OptionError)


def test_a_snapshot_that_is_not_there() -> None:
    assert isinstance(run("nothing.json.gz", "-m", "vips").exception, InputError)


def test_another_method_explains_the_html_of_a_snapshot() -> None:
    record = json.loads(run(SNAPSHOT, "-m", "paragraphs", "--json").stdout)
    assert (record["method"], record["outcome"]) == ("paragraphs", "found")
