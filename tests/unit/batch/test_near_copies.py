"""Duplicates of a batch: left out when its parts are joined, and counted."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest
from tests.unit.batch.made import page

from maintext.batch import BatchOptions, run
from maintext.batch.near_copies import copy_finder
from maintext.batch.sink import find_sink
from maintext.compression import decompressed
from maintext.errors import OptionError

if TYPE_CHECKING:
    from pathlib import Path


def test_the_same_bytes_are_a_copy_and_unknown_ones_are_not() -> None:
    find = copy_finder("payload")
    assert [find(digest, "x") for digest in ("a", "b", "a", None, None)] == ["", "", "payload", "", ""]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_text_with_a_few_other_words_is_a_copy(language: str) -> None:
    pytest.importorskip("rensa")
    chosen = random.Random(3)  # noqa: S311 - of words
    words = [chr(0x4E00 + i) for i in range(3_000)] if language == "zh" else [f"w{i}" for i in range(3_000)]
    gap = "" if language == "zh" else " "
    text = chosen.choices(words, k=600)
    near = [*text[:300], chosen.choice(words), *text[301:]]
    other = chosen.choices(words, k=600)
    far = [*text[:300], *other[300:]]
    find = copy_finder("text")
    found = [find(None, gap.join(one)) for one in (text, near, other, far, ["短"], ["文"], ["短"])]
    assert found == ["", "text", "", "", "", "", "text"]


@pytest.fixture
def pages(tmp_path: Path) -> str:
    """Pages 0 and 1, page 0 again, page 1 with another menu, two pages without text, and page 2."""
    bodies = [page(0), page(1), page(0), page(1).replace("Home", "Start"), "<nav>", "<nav>", page(2)]
    lines = [json.dumps({"id": str(i), "html": html}) for i, html in enumerate(bodies)]
    path = tmp_path / "pages.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


KEPT = {"payload": "013456", "text": "01456"}


@pytest.mark.process
@pytest.mark.parametrize(
    ("dedup", "kind"), [("payload", "jsonl"), ("text", "jsonl"), ("text", "parquet"), ("text", "dolma")]
)
def test_copies_are_left_out_and_counted(pages: str, tmp_path: Path, dedup: str, kind: str) -> None:
    pytest.importorskip("rensa")
    output = tmp_path / f"out.{'jsonl' if kind == 'dolma' else kind}"
    made = []
    for n_processes in (1, 2) if kind == "jsonl" else (1,):
        batch = BatchOptions(n_processes=n_processes, shard_pages=2, dedup=dedup, output_kind=kind)
        report = run([pages], str(output), batch=batch, start="overwrite")
        made.append(output.read_bytes())
    assert made[0] == made[-1]
    if kind == "parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        keys = parquet.read_table(output).column("key").to_pylist()
    else:
        keys = [row.get("key", row.get("id")) for row in map(json.loads, made[0].splitlines())]
    kept = KEPT[dedup].replace("45", "" if kind == "dolma" else "45")
    assert "".join(keys) == kept
    assert report.n_read == 7
    assert report.counts.outcomes["found"] == len(KEPT[dedup]) - 2
    assert report.skipped == {"duplicate_payload": 1} | ({"duplicate_text": 1} if dedup == "text" else {})
    again = run([pages], str(output), batch=batch, start="resume")
    assert (again.was_complete, again.to_dict()) == (True, report.to_dict())


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("out.csv", {}, "JSON Lines, Parquet"),
        ("out.sqlite", {}, "JSON Lines, Parquet"),
        ("out.wet", {}, "JSON Lines, Parquet"),
        ("parts/", {"output_kind": "jsonl"}, "folder of parts"),
        ("out.parquet", {"columns": "title,text"}, "needs the column input"),
    ],
)
def test_what_cannot_tell_copies_says_so(name: str, changes: dict[str, str], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        find_sink(name, BatchOptions(dedup="payload", **changes))  # type: ignore[arg-type]


@pytest.mark.process
@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_copies_are_left_out_of_compressed_lines(pages: str, tmp_path: Path, packing: str) -> None:
    if packing == "zst":
        pytest.importorskip("zstandard")
    output = tmp_path / f"out.jsonl.{packing}"
    run([pages], str(output), batch=BatchOptions(n_processes=1, shard_pages=2, dedup="payload"))
    with output.open("rb") as file, decompressed(file, output.name) as lines:
        assert "".join(json.loads(line)["key"] for line in lines) == KEPT["payload"]


def test_documents_always_tell_copies() -> None:
    find_sink("out.jsonl", BatchOptions(dedup="payload", output_kind="dolma", columns="title"))
