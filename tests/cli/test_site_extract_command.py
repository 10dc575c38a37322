"""``maintext site extract``: pages of a site read together, by both methods."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from maintext.cli import main
from maintext.html import parse
from maintext.sites.template import extract_pages

NOTICE = (
    "Our paper is made by the people of this town, "
    "who meet in the old mill on the river every Tuesday evening."
)
STORIES = {
    "Ferry": "The ferry did not leave on Monday, since the river was too high, and guests stayed.",
    "Bridge": "The bridge was opened by the mayor, who crossed it on foot, and a hundred children ran.",
    "Market": "The market moves to the station square, where the trees were planted, and opens earlier.",
    "School": "The school has a new roof, which was paid for by the town, and the old bell rings at eight.",
}
HTML = (
    "<title>{0}</title><h1>{0}</h1><div class=story><p>{1}</p></div><div class=about><p>{2}</p></div>"
    "<ul><li><a href=/{0}>More of {0}</a></li></ul>"
)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["site", "extract", *words])


def records(result: Result) -> dict[str, dict[str, Any]]:
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return {line["key"]: line for line in lines}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    for name, story in STORIES.items():
        folder = tmp_path / "deep" if name == "School" else tmp_path
        (folder / f"{name}.html").write_text(HTML.format(name, story, NOTICE), encoding="utf-8")
    return tmp_path


def test_the_default_method_is_corrected_by_what_repeats(saved: Path) -> None:
    result = run(str(saved))
    found = records(result)
    assert result.exit_code == 0
    assert list(found) == ["Bridge.html", "Ferry.html", "Market.html", "deep/School.html"]
    pages = [parse((saved / name).read_bytes()) for name in found]
    assert [record["text"] for record in found.values()] == [doc.text for doc in extract_pages(pages)]
    assert not any(NOTICE in record["text"] for record in found.values())
    assert {record["method"] for record in found.values()} == {"learned"}
    assert "4 pages, 4 with main content" in result.stderr


def test_the_template_method_drops_what_the_pages_share(saved: Path) -> None:
    found = records(run(str(saved), "--method", "template"))
    assert found["Ferry.html"]["text"] == f"Ferry\n\n{STORIES['Ferry']}"
    assert {record["method"] for record in found.values()} == {"template"}


def test_its_options_are_those_of_the_source(saved: Path) -> None:
    of_the_source = ("--set", "place=position", "--set", "n_neighbours=1", "--set", "links=keep")
    found = records(run(str(saved), "--method", "template", *of_the_source))
    assert found["Ferry.html"]["text"].endswith("More of Ferry")
    assert NOTICE not in found["Ferry.html"]["text"]


def test_texts_stand_below_the_names_of_their_files(saved: Path) -> None:
    result = run(str(saved), "-m", "template", "--format", "text", "-o", str(saved / "all.txt"))
    assert result.stdout == ""
    text = (saved / "all.txt").read_text(encoding="utf-8")
    assert text.startswith(f"==> Bridge.html <==\nBridge\n\n{STORIES['Bridge']}\n\n==> Ferry.html <==\n")


def test_a_page_alone_in_its_layout_is_counted(saved: Path) -> None:
    (saved / "shop.html").write_text("<title>Shop</title><table><tr><td>One price</table>", encoding="utf-8")
    result = run(str(saved), "--method", "template")
    assert records(result)["shop.html"]["outcome"] == "no_content"
    assert "5 pages, 4 with main content, 1 without another page of their layout" in result.stderr


def test_groups_are_as_the_options_say(saved: Path) -> None:
    (saved / "shop.html").write_text("<title>Shop</title><table><tr><td>One price</table>", encoding="utf-8")
    result = run(str(saved), "--method", "template", "--cut", "0")
    assert records(result)["shop.html"]["text"] == "One price"


def test_nothing_found_has_an_exit_code(saved: Path) -> None:
    for file in saved.rglob("*.html"):
        if file.name != "Ferry.html":
            file.unlink()
    result = run(str(saved), "--method", "template")
    assert result.exit_code == 6
    assert "1 page, 0 with main content, 1 without" in result.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--method", "template", "--set", "place=there"], "place must be one of 'path', 'position'"),
        (["--method", "template", "--set", "plac=path"], "did you mean 'place'"),
        (["--set", "place=path"], "unknown option 'place'"),
        (["--cut", "0.5"], "--cut goes with --method template"),
    ],
)
def test_wrong_options_are_errors_before_anything_is_read(words: list[str], says: str) -> None:
    result = run("/nowhere", *words)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_page_that_cannot_be_read_is_left_out(saved: Path) -> None:
    (saved / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    result = run(str(saved))
    assert len(records(result)) == 4
    assert "picture.html is left out" in result.stderr


def test_a_folder_without_pages_is_an_error(tmp_path: Path) -> None:
    assert run(str(tmp_path)).exit_code == 3
