"""Snapshots: their file, and that rows and boxes belong together."""

from __future__ import annotations

import dataclasses
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.browser.pages import NAMES, PAGES, made_up, saved
from tests.unit.browser.real import needs_browser
from tests.zoo import ZOO

from maintext.browser import (
    Browser,
    Layout,
    RenderOptions,
    SnapshotError,
    load_snapshot,
    save_snapshot,
)
from maintext.browser.capture import STYLES, build_snapshot, remove_marks

COLUMNS = [field.name for field in dataclasses.fields(Layout)]


def test_nine_pages_are_saved() -> None:
    assert len(NAMES) == 9
    assert all((PAGES / f"{name}.json.gz").stat().st_size < 50_000 for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_snapshot_has_a_value_for_every_row(name: str) -> None:
    snapshot = saved(name)
    assert {len(getattr(snapshot.layout, column)) for column in COLUMNS} == {len(snapshot.page)}


@pytest.mark.parametrize("name", NAMES)
def test_a_snapshot_that_is_saved_again_gives_the_same_file(name: str, tmp_path: Path) -> None:
    save_snapshot(saved(name), tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (PAGES / f"{name}.json.gz").read_bytes()


def test_columns_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        saved("news_zh").layout.x[0] = 1


def test_a_layout_of_another_page_is_refused() -> None:
    snapshot = dataclasses.replace(saved("news_zh"), html="<p>another page")
    with pytest.raises(SnapshotError, match="render the page again"):
        _ = snapshot.page


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no gzip",
        gzip.compress(b"no json"),
        gzip.compress(b"[]"),
        gzip.compress(b'{"format": "x"}'),
    ],
    # Compressed bytes contain the time: as names they would differ between two workers.
    ids=["empty", "not gzip", "not JSON", "a list", "another format"],
)
def test_other_files_are_no_snapshots(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(SnapshotError):
        load_snapshot(tmp_path / "file")


def test_a_damaged_snapshot_is_refused(tmp_path: Path) -> None:
    data = (PAGES / "news_zh.json.gz").read_bytes()
    (tmp_path / "file").write_bytes(data[: len(data) // 2])
    with pytest.raises(SnapshotError):
        load_snapshot(tmp_path / "file")


def test_a_snapshot_without_a_column_is_refused(tmp_path: Path) -> None:
    record = json.loads(gzip.decompress((PAGES / "news_zh.json.gz").read_bytes()))
    del record["layout"]["z"]
    (tmp_path / "file").write_bytes(gzip.compress(json.dumps(record).encode()))
    with pytest.raises(SnapshotError, match="'z'"):
        load_snapshot(tmp_path / "file")


# -- what the browser gives ---------------------------------------------------------------------------

STYLE = {
    "font-size": "16px", "font-weight": "400", "color": "rgb(1, 2, 3)",
    "background-color": "rgba(0, 0, 0, 0)",
    "visibility": "visible", "opacity": "1", "display": "block", "position": "static",
    "overflow-x": "visible", "overflow-y": "visible",
}  # fmt: skip


def captured(nodes: list[tuple[int, int, str, list[float] | None, dict[str, str]]]) -> dict[str, Any]:
    """An answer of the browser; each node is type, parent, mark, bounds and styles that differ."""
    strings = ["m"]

    def number(text: str) -> int:
        if text not in strings:
            strings.append(text)
        return strings.index(text)

    drawn = [(i, node) for i, node in enumerate(nodes) if node[3] is not None]
    return {
        "strings": strings,
        "documents": [
            {
                "contentWidth": 800,
                "contentHeight": 600,
                "nodes": {
                    "nodeType": [node[0] for node in nodes],
                    "parentIndex": [node[1] for node in nodes],
                    "attributes": [[number("m"), number(node[2])] if node[2] else [] for node in nodes],
                },
                "layout": {
                    "nodeIndex": [i for i, _ in drawn],
                    "bounds": [node[3] for _, node in drawn],
                    "styles": [[number((STYLE | node[4])[name]) for name in STYLES] for _, node in drawn],
                    "paintOrders": list(range(len(drawn))),
                },
            }
        ],
    }


HTML = '<html m="0"><head m="1"></head><body m="2">one<p m="3">two</p>three</body></html>'
FULL = [0.0, 0.0, 800.0, 600.0]
NODES: list[tuple[int, int, str, list[float] | None, dict[str, str]]] = [
    (9, -1, "", FULL, {}),
    (1, 0, "0", FULL, {}),
    (1, 1, "1", None, {}),
    (1, 1, "2", FULL, {}),
    (3, 3, "", [0, 0, 50, 20], {}),
    (8, 3, "", None, {}),
    (1, 3, "3", [0, 20, 800, 40], {"font-size": "20px"}),
    (3, 6, "", [0, 20, 60, 40], {"font-size": "20px"}),
    (3, 3, "", [0, 60, 70, 20], {}),
    (3, 3, "", [70, 60, 5, 20], {}),
]


def test_texts_find_their_boxes_by_the_element_before_them() -> None:
    snapshot = build_snapshot(captured(NODES), HTML, "m", None, (800, 600))
    page, layout = snapshot.page, snapshot.layout
    widths = {page.row_text(row): float(layout.width[row]) for row in np.flatnonzero(page.is_text).tolist()}
    assert widths == {"one": 50, "two": 60, "three": 75}  # two text nodes are one text of the page
    assert snapshot.html == "<html><head></head><body>one<p>two</p>three</body></html>"


def test_marks_are_cut_out_and_nothing_else() -> None:
    assert remove_marks('<p m="12" data-m="3">m="4"</p>', "m") == '<p data-m="3">m="4"</p>'


@pytest.mark.parametrize(
    ("style", "bounds", "is_shown"),
    [
        ({}, [0, 20, 800, 40], True),
        ({"visibility": "hidden"}, [0, 20, 800, 40], False),
        ({"opacity": "0"}, [0, 20, 800, 40], False),
        ({"overflow-y": "hidden"}, [0, 20, 800, 0], False),
        ({"overflow-x": "auto", "overflow-y": "auto"}, [0, 20, 800, 40], True),
        ({}, [-900, 20, 800, 40], False),
    ],
)
def test_what_is_shown(style: dict[str, str], bounds: list[float], *, is_shown: bool) -> None:
    nodes = [*NODES]
    nodes[6] = (1, 3, "3", bounds, style)
    snapshot = build_snapshot(captured(nodes), HTML, "m", None, (800, 600))
    assert snapshot.layout.is_shown[snapshot.page.name(4) == "p" and 4] == is_shown


def test_a_page_that_waits_for_its_script_to_be_shown_is_shown() -> None:
    nodes = [*NODES]
    nodes[3] = (1, 1, "2", FULL, {"opacity": "0"})
    snapshot = build_snapshot(captured(nodes), HTML, "m", None, (800, 600))
    assert snapshot.layout.is_shown[snapshot.page.is_text].all()


# -- against the browser's own words ------------------------------------------------------------------


@needs_browser
def test_boxes_are_those_the_browser_gives_element_by_element() -> None:
    snapshot = saved("blog_en")
    script = """<script>for (const e of document.querySelectorAll('body *')) {
        const b = e.getBoundingClientRect();
        const sides = [b.x, b.y, b.width, b.height];
        e.setAttribute('data-box', sides.map(v => v.toFixed(2)).join(' ')); }</script>"""
    html = (PAGES / "blog_en.html").read_text(encoding="utf-8").replace("</body>", script + "</body>")
    with Browser() as browser:
        rendered = browser.render_saved(html, options=RenderOptions(layout=True))
    assert rendered.snapshot is not None
    page, layout = rendered.snapshot.page, rendered.snapshot.layout
    boxes = page.values("data-box")
    assert len(boxes) > 30
    for row, box in boxes.items():
        ours = (layout.x[row], layout.y[row], layout.width[row], layout.height[row])
        assert ours == pytest.approx([float(word) for word in box.split()], abs=1.0)
    assert len(page) == len(snapshot.page)


@needs_browser
def test_every_page_of_the_zoo_can_be_captured() -> None:
    with Browser() as browser:
        for html in list(dict(ZOO).values())[:25]:
            rendered = browser.render_saved(html, options=RenderOptions(layout=True, javascript=False))
            assert rendered.snapshot is not None
            assert len(rendered.snapshot.page) == len(rendered.snapshot.layout)


def test_a_made_up_layout_fits_its_page() -> None:
    snapshot = made_up('<body box="0 0 100 100"><p>x</p>')
    assert len(snapshot.page) == len(snapshot.layout)
