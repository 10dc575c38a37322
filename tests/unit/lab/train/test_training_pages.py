"""The pages made up for training, and the script that packs them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from scripts import pack_training as pack

from maintext.classify.model.kind import KINDS
from maintext.lab.evaluate import GoldPage, read_corpus

ROOT = Path(__file__).parents[4]
PROSE = "The ferry was late again on Monday, and the people on the quay said so in many words."


@pytest.fixture(scope="module")
def pages() -> list[GoldPage]:
    return list(read_corpus(ROOT / "training"))


def test_pages_that_were_made_up_are_never_ranked(pages: list[GoldPage]) -> None:
    assert {page.gold_kind for page in pages} == {"written"}
    assert not any(page.ranked for page in pages)


def test_they_are_of_every_kind_and_many_languages(pages: list[GoldPage]) -> None:
    assert {page.page_type for page in pages} == set(KINDS)
    assert len({page.lang for page in pages}) >= 10
    assert Counter(page.id for page in pages).most_common(1)[0][1] == 1


def test_their_main_texts_stand_in_them(pages: list[GoldPage]) -> None:
    assert all(pack.missing(page.html, page.gold_text or "") <= 0.05 for page in pages)


def folder_of(path: Path, text: str, page_type: str = "article") -> Path:
    path.mkdir()
    page = {"id": "01", "language": "en-GB", "page_type": page_type, "style": "a local paper"}
    (path / "index.json").write_text(json.dumps([page]), encoding="utf-8")
    (path / "01.html").write_text(f"<nav>Home</nav><p>{PROSE}</p>", encoding="utf-8")
    (path / "01.txt").write_text(text, encoding="utf-8")
    return path


def packed(monkeypatch: pytest.MonkeyPatch, file: Path, *folders: Path) -> list[GoldPage]:
    monkeypatch.setattr(sys, "argv", ["pack", *map(str, folders), "-o", str(file)])
    pack.main()
    return list(read_corpus(file))


def test_a_folder_is_added_and_a_page_of_the_same_id_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "w.jsonl.xz"
    assert [page.id for page in packed(monkeypatch, file, folder_of(tmp_path / "b", PROSE))] == [
        "written/b-01"
    ]
    first = packed(monkeypatch, file, folder_of(tmp_path / "a", PROSE, "encyclopedia"))
    assert [(p.id, p.lang, p.page_type, p.gold_text) for p in first] == [
        ("written/a-01", "en", "article", PROSE),
        ("written/b-01", "en", "article", PROSE),
    ]
    before = file.read_bytes()
    packed(monkeypatch, file, tmp_path / "a")
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "page_type", "reason"),
    [
        (f"{PROSE} And no ship came on Tuesday.", "article", "does not stand"),
        (PROSE, "poem", "'poem' is none of"),
    ],
)
def test_what_is_wrong_is_left_out_with_the_reason(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    page_type: str,
    reason: str,
) -> None:
    assert packed(monkeypatch, tmp_path / "w.jsonl.xz", folder_of(tmp_path / "a", text, page_type)) == []
    assert reason in capsys.readouterr().err
