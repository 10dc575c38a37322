"""Lists and next links on the annotated pages: what the figures in docs/sites-lists.md rest on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from maintext.html import parse
from maintext.sites.listing import find_list
from maintext.sites.pagination import find_pagination

PAGES = Path(__file__).resolve().parents[3] / "list_pages"
FILES = sorted(PAGES.glob("*/*.html"))


def name(file: Path) -> str:
    return f"{file.parent.name}-{file.stem}"


def test_there_are_forty_pages_and_more() -> None:
    assert len(FILES) >= 40
    assert len([file for file in FILES if file.stem.startswith("zh_")]) >= 12


@pytest.mark.parametrize("file", FILES, ids=name)
def test_the_items_of_the_main_list_are_found(file: Path) -> None:
    gold = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    found = find_list(parse(file.read_bytes(), gold["url"]))
    wanted = [(one["title"], one["url"]) for one in gold["items"]]
    assert [(item.title, item.url) for item in found.items] == wanted or (not wanted and not found.is_list)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_the_dates_and_images_of_the_items_are_found(file: Path) -> None:
    gold = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    items = find_list(parse(file.read_bytes(), gold["url"])).items
    for item, one in zip(items if gold["items"] else (), gold["items"], strict=True):
        assert "date" not in one or str(item.date)[:10] == one["date"]
        assert "date_text" not in one or item.date_text == one["date_text"]
        assert "image" not in one or item.image_url == one["image"]
        assert one.get("summary", "") in item.summary


@pytest.mark.parametrize("file", FILES, ids=name)
def test_the_columns_of_the_items_are_found(file: Path) -> None:
    gold = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    items = find_list(parse(file.read_bytes(), gold["url"])).items
    for item, one in zip(items if gold["items"] else (), gold["items"], strict=True):
        for text in one.get("columns", {}).values():
            assert any(text in column for column in item.columns.values())


@pytest.mark.parametrize("file", FILES, ids=name)
def test_the_next_page_is_found(file: Path) -> None:
    gold = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert (find_pagination(parse(file.read_bytes(), gold["url"])).next_url or None) == gold["next"]
