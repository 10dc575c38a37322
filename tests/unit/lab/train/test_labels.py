"""Labels of pages: which characters of a page's text are main text, in a file without the pages."""

from __future__ import annotations

import lzma
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scripts.label_pages import labels_of, write_labels
from tests.tiny import gold_page

from maintext.classify.features.context import BlockContext
from maintext.errors import DatasetError
from maintext.html import parse
from maintext.lab.evaluate import GoldPage
from maintext.lab.train.labels import Labels, digest_of, labelled, read_labels

HTML = (
    "<ul><li><a href=/>Home</a></ul><h1>Tide</h1><p>It rose at noon.<p>It fell.<aside>Ads</aside>"
    "<p>So it goes."
)


def page(html: str = HTML, gold_kind: str = "snippets") -> GoldPage:
    return replace(gold_page(0), html=html, gold_kind=gold_kind, gold_text=None)


def labels(*main: str) -> Labels:
    """Labels of the page above by the texts of its blocks."""
    scene = BlockContext(parse(HTML))
    return labels_of(scene, np.array([text in main for text in scene.texts]), "article")


def test_the_labelled_blocks_are_the_gold_text() -> None:
    known = {digest_of(HTML): labels("it rose at noon.", "it fell.", "so it goes.")}
    (found,) = labelled([page()], known)
    assert found.gold_text == "It rose at noon.\nIt fell.\nSo it goes."
    assert (found.gold_kind, found.page_type, found.ranked) == ("labelled", "article", False)


def test_blocks_one_after_another_are_one_range() -> None:
    assert labels("it rose at noon.", "it fell.").ranges == ((8, 32),)
    assert len(labels("it rose at noon.", "so it goes.").ranges) == 2
    assert labels().ranges == ()


def test_a_page_of_which_nothing_is_main_text_has_an_empty_gold_text() -> None:
    (found,) = labelled([page()], {digest_of(HTML): labels()})
    assert (found.gold_text, found.gold_kind) == ("", "labelled")


@pytest.mark.parametrize("gold_kind", ["human", "annotated"])
def test_what_a_person_said_stays(gold_kind: str) -> None:
    by_a_person = page(gold_kind=gold_kind)
    assert list(labelled([by_a_person], {digest_of(HTML): labels("it fell.")})) == [by_a_person]


def test_what_another_extractor_said_is_replaced() -> None:
    by_a_tool = replace(page(gold_kind="tool"), gold_text="Home")
    (found,) = labelled([by_a_tool], {digest_of(HTML): labels("it fell.")})
    assert found.gold_text == "It fell."


def test_unknown_pages_and_those_that_read_otherwise_now_stay() -> None:
    one = labels("it fell.")
    other = page("<p>Other.</p>")
    known = {digest_of(HTML): replace(one, n_chars=one.n_chars + 1)}
    assert list(labelled([page(), other], known)) == [page(), other]


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    known = {digest_of(HTML): labels("it fell."), "0" * 16: Labels("forum", 7, ())}
    first, second = tmp_path / "a.json.xz", tmp_path / "b.json.xz"
    write_labels(known, first)
    write_labels(dict(reversed(known.items())), second)
    assert read_labels(first) == known
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("data", [b"", b"plain", lzma.compress(b"[1]"), lzma.compress(b'{"a": [1]}'), None])
def test_a_file_that_is_none_is_said_so(data: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "labels.json.xz"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(DatasetError, match="label_pages"):
        read_labels(file)


def test_the_digest_is_of_the_page_alone() -> None:
    assert digest_of(HTML) == digest_of(HTML)
    assert digest_of(HTML) != digest_of(HTML + " ")
    assert len(digest_of("\ud800")) == 16
