"""Labelling pages: what a reader sees of them, and how what the reader says becomes labels."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest
from scripts import label_pages
from tests.tiny import gold_page, markup, paragraphs

from maintext.classify.model.kind import KINDS
from maintext.lab.evaluate import GoldPage, read_corpus, snippet_rate
from maintext.lab.train.labels import digest_of, labelled, read_labels

ROOT = Path(__file__).parents[4]
LABELS = ROOT / "training" / "labels.json.xz"
CORPUS = ROOT.parent / "shared" / "corpus"


def corpus_at(folder: Path, *pages: GoldPage) -> str:
    records = [
        {
            "id": page.id, "html": page.html, "gold_kind": page.gold_kind, "gold_text": page.gold_text,
            "with": page.with_snippets, "without": page.without_snippets,
        }
        for page in pages
    ]  # fmt: skip
    (folder / "pages.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return str(folder)


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["label_pages", *words])
    return label_pages.main()


def unjudged(
    number: int = 1, with_snippets: tuple[str, ...] = (), without_snippets: tuple[str, ...] = ()
) -> GoldPage:
    page = replace(gold_page(number), with_snippets=with_snippets, without_snippets=without_snippets)
    return replace(page, gold_kind="snippets", gold_text=None)


def packed(monkeypatch: pytest.MonkeyPatch, folder: Path, page: GoldPage, said: str) -> str | None:
    """The main text of a page of which a reader said something."""
    (folder / "a.labels").write_text(f"{digest_of(page.html)}\tarticle\t{said}\n", encoding="utf-8")
    file = folder / "labels.json.xz"
    assert run(monkeypatch, "pack", corpus_at(folder, page), str(folder), "-o", str(file)) == 0
    (found,) = labelled([page], read_labels(file))
    return found.gold_text


def test_a_page_is_shown_as_numbered_blocks() -> None:
    shown = label_pages.as_blocks(unjudged()).splitlines()
    assert shown[0].startswith(f"===== PAGE {digest_of(markup(1))} · en · http://www.site0.co.uk/1")
    assert "0-11 LINKS All about the bridge | All about the river" in shown[2]
    assert [line for line in shown if line.startswith("12 p: The river was seen")]
    assert shown[-1] == "17 a L: Contact us"


def test_long_texts_are_shown_from_both_ends_and_hidden_ones_are_marked() -> None:
    page = replace(unjudged(), html=f"<p hidden>{'a' * 80} {'b' * 80}</p>")
    assert f"0 p hidden: {'a' * 65} … {'b' * 20} (161 chars)" in label_pages.as_blocks(page)


def test_names_say_where_blocks_stand_and_short_texts_are_one_run() -> None:
    cells = "".join(f"<td>{n}</td>" for n in range(6))
    text = "A text that is not so short as the others."
    html = f"<main id=top><table class='a b c'><tr>{cells}</table><p>{text}</p></main>"
    page = replace(unjudged(), html=html)
    assert label_pages.as_blocks(page).splitlines()[1:] == [
        "  -- table.a.b < main#top",
        "0-5 SHORT 0 | 1 | 2 | 3 | 4 | 5",
        "  -- main#top",
        f"6 p: {text}",
    ]


@pytest.mark.parametrize("html", ["", "<p>a</p>" * 701])
def test_pages_without_blocks_or_with_too_many_are_not_shown(html: str) -> None:
    assert label_pages.as_blocks(replace(unjudged(), html=html)) == ""


def test_pages_that_a_person_judged_are_not_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    corpus = corpus_at(tmp_path, gold_page(0), unjudged(1), unjudged(2))
    assert run(monkeypatch, "write", corpus, str(tmp_path / "read")) == 0
    (file,) = (tmp_path / "read").iterdir()
    assert file.read_text(encoding="utf-8").count("===== PAGE ") == 2


def test_what_a_reader_said_is_the_main_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert packed(monkeypatch, tmp_path, unjudged(), "12-13,16") == "\n".join(
        paragraphs(1)[i] for i in (0, 1, 4)
    )


def test_a_reader_may_say_that_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert packed(monkeypatch, tmp_path, unjudged(), "-") == ""


def test_what_people_said_goes_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first, second, third = paragraphs(1)[:3]
    page = unjudged(with_snippets=(second[4:20],), without_snippets=(first[4:],))
    assert packed(monkeypatch, tmp_path, page, "12,14") == f"{second}\n{third}"


@pytest.mark.parametrize(
    ("line", "said"), [("a\tarticle", "digest, kind"), ("a\tessay\t1", "essay"), ("a\tarticle\tx", "invalid")]
)
def test_a_line_that_cannot_be_read_is_named(
    line: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "a.labels").write_text(line, encoding="utf-8")
    with pytest.raises(SystemExit, match=rf"a\.labels, line 1: .*{said}"):
        run(monkeypatch, "pack", corpus_at(tmp_path, unjudged()), str(tmp_path), "-o", str(tmp_path / "l.xz"))


def test_a_page_that_is_not_in_the_corpus_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.labels").write_text(f"{'0' * 16}\tarticle\t1\n", encoding="utf-8")
    file = str(tmp_path / "l.xz")
    assert run(monkeypatch, "pack", corpus_at(tmp_path, unjudged()), str(tmp_path), "-o", file) == 0
    assert "no such page" in capsys.readouterr().err


def test_the_labels_of_the_repository_are_well_made() -> None:
    labels = read_labels(LABELS)
    assert len(labels) > 900
    for one in labels.values():
        places = [place for both in one.ranges for place in both]
        assert one.kind in KINDS
        assert places == sorted(set(places))
        assert not places or (places[0] >= 0 and places[-1] <= one.n_chars)


@pytest.mark.corpus
def test_they_fit_the_pages_of_the_development_corpus() -> None:
    if not CORPUS.is_dir():
        pytest.skip(f"the development corpus is not at {CORPUS}")
    pages = read_corpus(CORPUS, sets=["trafilatura", "readability", "defuddle", "newspaper4k"])
    found = [page for page in labelled(pages, read_labels(LABELS)) if page.gold_kind == "labelled"]
    assert len(found) == len(read_labels(LABELS))
    wanted = [snippet_rate(page.gold_text or "", page.with_snippets) for page in found]
    assert fmean(rate for rate in wanted if rate is not None) > 0.97
