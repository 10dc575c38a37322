"""Entries of an index page that look like a menu each."""

from __future__ import annotations

import numpy as np
import pytest

from maintext.classify import choice
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import block_features
from maintext.classify.main_list import complete_main_list
from maintext.classify.model.kind import KINDS, Kind
from maintext.html import parse

PORTS = "Ronehamn Katthammarsvik Djupvik Burgsvik Valleviken Kappelshamn".split()
ENTRIES = "".join(
    f"<li class=entry><h3><a href=/port/{port}>Harbour of {port}</a></h3><span>{n + 3} berths</span></li>"
    for n, port in enumerate(PORTS)
)
MENU = "<nav><ul>" + "".join(f"<li><a href=/m/{n}>Part {n}</a></li>" for n in range(9)) + "</ul></nav>"
LIST = f"<ul class=list>{ENTRIES}</ul>"
INTRODUCTION = "<p>All harbours of the island.</p>"


def kept(html: str, probability: float = 0.2, **kinds: float) -> list[str]:
    scene = BlockContext(parse(f"<title>Harbours</title><body>{html}"))
    kind = Kind("listing", 0.9, dict.fromkeys(KINDS, 0.0) | (kinds or {"listing": 0.9}))
    chosen = np.array([text.startswith("all harbours") for text in scene.texts])
    found = complete_main_list(scene, kind, np.full(len(chosen), probability), chosen)
    return [text for text, is_found in zip(scene.texts, found, strict=True) if is_found]


def test_the_entries_of_an_index_page_are_kept() -> None:
    found = kept(MENU + INTRODUCTION + LIST)
    assert found[:2] == ["harbour of ronehamn", "3 berths"]
    assert len(found) == 2 * len(PORTS)
    assert kept(MENU + INTRODUCTION + LIST, listing=0.2, collection=0.4) == found


@pytest.mark.parametrize(
    "html",
    [
        MENU + INTRODUCTION,
        INTRODUCTION,
        f"{INTRODUCTION}<aside>{LIST}</aside>",
        f"{INTRODUCTION}<nav>{LIST}</nav>",
        f"{INTRODUCTION}<ul class=list>{''.join(ENTRIES.partition('</li>')[:2])}</ul>",
        MENU + INTRODUCTION.replace("island", "island and of its many small neighbours " * 20) + LIST,
    ],
)
def test_a_page_without_a_main_list_gets_nothing(html: str) -> None:
    assert kept(html) == []


def test_other_kinds_and_most_unlikely_blocks_get_nothing() -> None:
    assert kept(MENU + INTRODUCTION + LIST, article=0.7, listing=0.3) == []
    assert kept(MENU + INTRODUCTION + LIST, probability=0.01) == []


def test_a_list_that_would_not_double_the_text_stays_as_it_is() -> None:
    n_words = len(" ".join(kept(MENU + INTRODUCTION + LIST)).split())
    at_most = INTRODUCTION.replace("</p>", f"{' word' * (n_words - 5)}</p>")
    assert kept(MENU + at_most + LIST)
    assert not kept(MENU + at_most.replace("word", "more words", 1) + LIST)


def test_the_choice_has_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    listing = Kind("listing", 0.9, dict.fromkeys(KINDS, 0.0) | {"listing": 0.9})
    monkeypatch.setattr(choice, "kind_of", lambda *_: listing)
    scene = BlockContext(parse(f"<title>Harbours</title><body>{MENU}{INTRODUCTION}{LIST}"))
    probability = np.array([0.9 if text.startswith("all harbours") else 0.1 for text in scene.texts])
    found = choice.choose(scene, block_features(scene), probability, 1.0, choice.Judges({}))
    n_of_menu = 9
    assert found.kept.tolist() == [False] * n_of_menu + [True] * (1 + 2 * len(PORTS))
