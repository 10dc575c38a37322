"""Copies of a block go; what is repeated on purpose stays."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each
from tests.generated import MARKUP, everything, selected, selections
from tests.zoo import ZOO

from maintext.api import extract
from maintext.html import parse
from maintext.render import render_text
from maintext.render.duplicates import COPY, CUT_OFF, drop_duplicate_blocks

LONG = (
    "The ferry that carried the town across the river for ninety years makes its last crossing on Sunday "
    "evening, and the council says nobody will miss it but the gulls."
)
ZH = (
    "市政府昨日宣布，服务市民九十年的渡轮将于本周日傍晚进行最后一次航行，"
    "届时将在码头举行告别仪式，欢迎市民前往参加。"
)
OTHER = "Another paragraph stands here, about the bridge that takes the place of the ferry."


def text_of(markup: str) -> str:
    page = parse(markup)
    return render_text(page, drop_duplicate_blocks(page, everything(page)))


def reasons(markup: str) -> list[str]:
    page = parse(markup)
    selection = drop_duplicate_blocks(page, everything(page))
    return [selection.why(row) for row in range(len(page)) if page.n_chars[row] and not selection.keep[row]]


# -- copies -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [LONG, ZH])
def test_the_copy_for_another_screen_goes(text: str) -> None:
    block = f"<h2>Head</h2><p>{text}</p>"
    markup = f"<div class=a>{block}</div><p>{OTHER}</p><div class=b>{block}</div>"
    assert text_of(markup) == f"Head\n\n{text}\n\n{OTHER}"
    assert reasons(markup) == [COPY, COPY]


def test_what_stands_around_both_copies_goes_with_the_second() -> None:
    box = f"<div class={{}}><div><h2>Head</h2></div><div><p>{LONG}</p><p>Short.</p></div><p>{{}}</p></div>"
    markup = f"<h1>Top</h1><p>Short.</p>{box.format('wide', 'One.')}{box.format('small', 'Two.')}"
    assert text_of(markup) == f"Top\n\nShort.\n\nHead\n\n{LONG}\n\nShort.\n\nOne.\n\nHead\n\nTwo."
    assert text_of(markup.replace("Two.", "One.")) == f"Top\n\nShort.\n\nHead\n\n{LONG}\n\nShort.\n\nOne."


def test_a_hidden_copy_of_a_shown_text_goes_however_short() -> None:
    page = parse(f"<p>Short.</p><p>{OTHER}</p><noscript><p>Short.</p><p>More.</p></noscript>")
    selection = selected(page, page.is_text & (page.n_chars > 0))
    assert render_text(page, drop_duplicate_blocks(page, selection)) == f"Short.\n\n{OTHER}\n\nMore."


def test_a_hidden_copy_may_have_the_line_breaks_of_several_texts() -> None:
    page = parse(f"<div style='display:none'>{LONG}<br>{OTHER}</div><p>{LONG}</p><p>{OTHER}</p>")
    selection = selected(page, page.is_text & (page.n_chars > 0))
    assert render_text(page, drop_duplicate_blocks(page, selection)) == f"{LONG}\n\n{OTHER}"


def test_a_lead_above_the_first_heading_is_what_stays() -> None:
    assert text_of(
        f"<div><p>{LONG}</p></div><h1>Head</h1><article><p>{LONG}</p><p>{OTHER}</p></article>"
    ) == (f"{LONG}\n\nHead\n\n{OTHER}")


def test_one_of_two_elements_may_say_something_besides() -> None:
    alone, beside = f"<div><p>{LONG}</p></div>", f"<section><p>{OTHER}</p><p>{LONG}</p></section>"
    assert text_of(alone + beside) == f"{LONG}\n\n{OTHER}"
    assert text_of(beside + alone) == f"{OTHER}\n\n{LONG}"


def test_case_punctuation_and_markup_make_no_difference() -> None:
    other = LONG.upper().replace(", ", " – ").replace("FERRY", "<b>FERRY</b>")
    assert text_of(f"<div><p>{LONG}</p></div><section><p>{other}</p></section>") == LONG


def test_a_teaser_that_breaks_off_goes_whether_before_or_after() -> None:
    teaser = LONG[:90]
    for dots in ("…", " ...", " […]"):
        assert text_of(f"<div><p>{teaser}{dots}</p></div><p>{LONG}</p>") == LONG
        assert text_of(f"<p>{LONG}</p><div><p>{teaser}{dots}</p></div>") == LONG
    assert reasons(f"<div><p>{teaser}…</p></div><p>{LONG}</p>") == [CUT_OFF]


def test_of_many_teasers_with_one_beginning_those_go_that_another_block_continues() -> None:
    lines = "".join(f"<p>{LONG[:60]} {number} …</p>" for number in range(10_000, 15_000))
    start = time.process_time()
    assert reasons(f"{lines}<p>{LONG[:60]} 10007 and on</p>") == [CUT_OFF]
    assert time.process_time() - start < 2.0  # each with each took a minute


# -- what stays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "markup",
    [
        f"<p>{LONG}</p><p>{OTHER}</p><p>{LONG}</p>",
        f"<table><tr><td><p>{LONG}</p></td></tr><tr><td>{LONG}</td></tr></table>",
        f"<ul><li>{LONG}</li></ul><ol><li>{LONG}</li></ol>",
        f"<div><pre>{LONG}</pre></div><section><pre>{LONG}</pre></section>",
        f"<div><p>{LONG}</p></div><blockquote><p>{LONG}</p></blockquote>",
        f"<h2>One</h2><div><p>{LONG}</p></div><h2>Two</h2><section><p>{LONG}</p></section>",
        f"<section><p>One.</p><p>{LONG}</p></section><section><p>Another.</p><p>{LONG}</p></section>",
        "<div><p>Short text, twice.</p></div><section><p>Short text, twice.</p></section>",
        f"<dl><dt>a</dt><dd>{LONG}</dd></dl><dl><dt>b</dt><dd>{LONG}</dd></dl>",
        f"<div><p>{LONG}</p></div><section><p>{LONG} Yes.</p></section>",
        f"<p>{LONG[:90]}…</p><p>{OTHER}</p>",
    ],
    ids="refrain cells items code quotation headings clause short terms more open-end".split(),
)  # fmt: skip
def test_repetition_on_purpose_stays(markup: str) -> None:
    page = parse(markup)
    kept = everything(page)
    assert drop_duplicate_blocks(page, kept) is kept


def test_a_stanza_of_verse_stays_wherever_it_is() -> None:
    verse = (
        "Row the boat and row it well<br>down the stream and past the bell<br>"
        "where the gulls of summer dwell<br>row the boat and row it well"
    )
    markup = f"<div><p>{verse}</p></div><p>{OTHER}</p><section><p>{verse}</p></section>"
    page = parse(markup)
    kept = everything(page)
    assert drop_duplicate_blocks(page, kept) is kept


# -- in general ---------------------------------------------------------------------------------------


@each("name", ZOO)
def test_the_zoo_has_few_copies(name: str) -> None:
    page = parse(ZOO[name])
    kept = everything(page)
    assert render_text(page, drop_duplicate_blocks(page, kept)) == render_text(page, kept)


@given(st.data())
def test_nothing_is_added_and_the_rest_is_as_it_was(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP) * data.draw(st.integers(1, 4)))
    before = data.draw(selections(page))
    after = drop_duplicate_blocks(page, before)
    assert not (after.keep & ~before.keep).any()
    dropped = before.keep & ~after.keep
    assert (after.reason[~dropped] == before.reason[~dropped]).all()
    assert {after.why(row) for row in np.flatnonzero(dropped).tolist()} <= {COPY, CUT_OFF}
    again = drop_duplicate_blocks(page, after)
    assert np.array_equal(again.keep, after.keep)


@given(st.lists(st.sampled_from([LONG, ZH, OTHER, LONG[:80] + "…"]), max_size=7), st.booleans())
def test_every_text_is_kept_at_least_once(texts: list[str], wrapped: bool) -> None:
    inner = [f"<div><p>{text}</p></div>" if wrapped else f"<p>{text}</p>" for text in texts]
    out = text_of("<section>" + "</section><section>".join(inner) + "</section>")
    for text in texts:
        assert text.rstrip("…") in out


def test_the_document_says_why() -> None:
    paragraphs = "".join(
        f"<p>{LONG.replace('ferry', name)}</p>" for name in ("ferry", "train", "tram", "bus")
    )
    doc = extract(f"<main><h1>Head</h1><div>{paragraphs}</div><section>{paragraphs}</section></main>")
    assert doc.text.count("carried the town") == 4
    assert [row.reason for row in doc.trace() if not row.kept].count(COPY) >= 2
    plain = extract(f"<main><div>{paragraphs}</div><section>{paragraphs}</section></main>", method="all_text")
    assert plain.text.count("carried the town") == 8
